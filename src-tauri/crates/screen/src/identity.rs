//! Which screen this is, and in which state: short fingerprints that are equal in every process and on every machine.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::condition::path_of;
use crate::element::{Element, States};
use crate::observation::{FrameSeen, Observation};
use crate::text;

/// A fingerprint of a screen, written as 16 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ScreenIdentity(pub u64);

impl fmt::Display for ScreenIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for ScreenIdentity {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ScreenIdentity {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ScreenIdentity, D::Error> {
        let digits = String::deserialize(deserializer)?;
        u64::from_str_radix(&digits, 16).map(ScreenIdentity).map_err(serde::de::Error::custom)
    }
}

/// Which screen this is: its documents' addresses without host and query, its headings, and the ids on it when there
/// are two or more, else its controls' roles and names. Values, states, places and numbers in names do not count, so
/// that two members' detail pages are one screen.
pub fn identity(screen: &Observation) -> ScreenIdentity {
    let mut parts: Vec<String> = screen.frames.iter().map(|frame| format!("frame {}", place_of(frame))).collect();
    let headings = screen.visible().filter(|(_, element)| element.role == "heading");
    parts.extend(headings.map(|(_, heading)| format!("heading {}", without_numbers(&heading.name))));
    let ids = ids(screen);
    if ids.len() >= 2 {
        parts.extend(ids.into_iter().map(|id| format!("id {id}")));
    } else {
        let mut controls: Vec<String> =
            screen.visible().filter(|(_, e)| e.is_control()).map(|(_, e)| called(e)).collect();
        controls.sort_unstable();
        // A list of many alike rows is one screen, however many rows it has today.
        controls.dedup();
        parts.extend(controls);
    }
    if let Some(dialog) = &screen.dialog {
        parts.push(format!("dialog {}", dialog.kind));
    }
    hash(&parts)
}

/// In which state the screen is: its identity with everything a person sees of it: words, values, states and dialogs.
/// Places and the keyboard's whereabouts do not count: scrolling or clicking into a field gets nobody further.
pub fn state(screen: &Observation) -> ScreenIdentity {
    let mut hash = Fnv::new();
    hash.add(&identity(screen).to_string());
    for frame in &screen.frames {
        hash.add(&frame.address);
        hash.add(&frame.title);
    }
    for (_, element) in screen.visible() {
        hash.bytes(&lasting(element.states).bits().to_le_bytes());
        for words in [element.role.as_str(), &element.name, &element.text, element.value.as_deref().unwrap_or("\u{0}")]
        {
            hash.add(words);
        }
    }
    if let Some(dialog) = &screen.dialog {
        hash.add(&dialog.message);
    }
    ScreenIdentity(hash.0)
}

/// The states that are the element's own: not the keyboard's, nor how well it was measured.
pub(crate) fn lasting(states: States) -> States {
    states.without(States::FOCUSED | States::MEASURED)
}

fn place_of(frame: &FrameSeen) -> String {
    let path = path_of(&frame.address);
    let end = path.find('?').unwrap_or(path.len());
    let fragment = path.find('#').map_or("", |start| &path[start..]);
    // A fragment after the query is a route of a single-page app.
    let fragment = if path[..end].contains('#') { "" } else { fragment };
    format!("{} {}{}", frame.name, without_numbers(&path[..end]), without_numbers(fragment))
}

fn ids(screen: &Observation) -> Vec<&str> {
    let ids = screen.visible().filter_map(|(_, element)| element.id.as_deref());
    // Ids made up at run time carry numbers and name nothing.
    let mut ids: Vec<&str> = ids.filter(|id| !id.is_empty() && !id.contains(|c: char| c.is_numeric())).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn called(control: &Element) -> String {
    format!("{} {}", control.role, without_numbers(&control.name))
}

fn without_numbers(text: &str) -> String {
    let mut out = String::new();
    for letter in text::fold(text).chars() {
        match (letter.is_numeric(), out.ends_with('#')) {
            (true, true) => {}
            (true, false) => out.push('#'),
            _ => out.push(letter),
        }
    }
    out
}

fn hash(parts: &[String]) -> ScreenIdentity {
    let mut hash = Fnv::new();
    parts.iter().for_each(|part| hash.add(part));
    ScreenIdentity(hash.0)
}

/// FNV-1a, 64 bit (Fowler, Noll, Vo): the same everywhere, unlike the standard library's hasher.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    /// A part, and a byte that stands in no text as its end.
    fn add(&mut self, part: &str) {
        self.bytes(part.as_bytes());
        self.bytes(&[0xff]);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::change::{changed, had_effect};
    use crate::sketch::sketch;

    const BEFORE: &str = r#"
frame top http://a.test/member/10003?x=1 title="Member"
heading "Member 10003" @0,0,300,30
text "Balance 7" @0,40,80,20
textbox "Amount" value="1" @0,70,80,20
checkbox "Agree" @0,100,20,20
button "Save" @0,130,80,20
"#;

    #[test]
    fn a_screen_is_told_from_its_state() {
        let check = |from: &str, to: &str, same_screen: bool, same_state: bool, effect: bool, why: &str| {
            let (before, after) = (sketch(BEFORE), sketch(&BEFORE.replace(from, to)));
            assert_eq!(identity(&before) == identity(&after), same_screen, "screen: {why}");
            assert_eq!(state(&before) == state(&after), same_state, "state: {why}");
            assert_eq!(had_effect(&before, &after), effect, "effect: {why} {:?}", changed(&before, &after));
            assert_eq!(changed(&before, &before), Vec::<String>::new(), "nothing changes by itself");
        };
        check("x", "x", true, true, false, "the same again");
        check("value=\"1\"", "value=\"2\"", true, false, true, "a value is a state");
        check("\"Agree\" ", "\"Agree\" checked ", true, false, true, "a tick is a state");
        check("Balance 7", "Balance 8", true, false, true, "a text is a state");
        check("\"Save\" ", "\"Save\" disabled ", true, false, true, "disabled is a state");
        check("10003", "10004", true, false, true, "another member's page is the same screen");
        check("button \"Save\"", "button \"Send\"", false, false, true, "another button is another screen");
        let save = "button \"Save\" @0,130,80,20\n";
        check(save, &format!("{save}{save}"), true, false, true, "one more row of a list is the same screen");
        let swapped = "button \"Save\" @0,100,20,20\ncheckbox \"Agree\" @0,130,80,20\n";
        check(&format!("checkbox \"Agree\" @0,100,20,20\n{save}"), swapped, true, false, true, "order does not count");
        check("/member/", "/search/", false, false, true, "another path is another screen");
        check("heading \"Member", "heading \"Review", false, false, true, "another heading is another screen");
        check(
            "button \"Save\" ",
            "button \"Save\" focused ",
            true,
            true,
            false,
            "a pressed button has the keyboard, no more",
        );
        check("textbox \"Amount\" ", "textbox \"Amount\" focused ", true, true, true, "a field has the keyboard");
        check("@0,130", "@0,90", true, true, true, "scrolled: the same state, yet something moved");
        check("title=\"Member\"", "title=\"Members\"", true, false, true, "a title");
    }

    #[test]
    fn fingerprints_are_the_same_everywhere() {
        assert_eq!(identity(&sketch(BEFORE)).to_string(), IDENTITY, "a fixed hash of fixed parts");
        let json = serde_json::to_string(&identity(&sketch(BEFORE))).unwrap();
        let read: ScreenIdentity = serde_json::from_str(&json).unwrap();
        assert_eq!(read, identity(&sketch(BEFORE)), "it is written and read as digits: {json}");
    }

    const IDENTITY: &str = "345148775e47ed00";
}
