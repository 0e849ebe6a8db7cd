//! What a person could see change between two observations.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use crate::element::{Element, ElementRef, Handle, States};
use crate::identity::lasting;
use crate::locate::{MOST_LINES, line_of};
use crate::observation::Observation;
use crate::reading::only_repeats;
use crate::text;

/// What kind of thing changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// A document's address, or which documents there are.
    Address,
    /// A document's title.
    Title,
    /// A native dialog came, went or says something else.
    Dialog,
    /// An element is there that was not.
    Appeared,
    /// An element is no longer there.
    Gone,
    /// An element's name or text.
    Text,
    /// A control's value.
    Value,
    /// A state such as ticked, open or disabled.
    State,
    /// The keyboard went elsewhere.
    Focus,
    /// Elements stand elsewhere, as after scrolling.
    Moved,
}

/// One thing that changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// Its kind.
    pub kind: ChangeKind,
    /// In words, as in `textbox "Amount" reads "5" (was "")`.
    pub line: String,
}

/// Everything a person could see change, in words, at most 40 lines; a last line counts those left out.
pub fn changed(before: &Observation, after: &Observation) -> Vec<String> {
    let mut lines: Vec<String> = changes(before, after).into_iter().map(|change| change.line).collect();
    if lines.len() > MOST_LINES {
        let more = lines.len() - (MOST_LINES - 1);
        lines.truncate(MOST_LINES - 1);
        lines.push(format!("and {more} more changes"));
    }
    lines
}

/// True when an act had an effect anyone could observe. That a pressed button or link took the keyboard is no effect
/// of its own; that a field did is, since clicking into it is meant to do just that.
pub fn had_effect(before: &Observation, after: &Observation) -> bool {
    let takes_text = |element: &Element| element.states.has(States::FOCUSED) && element.states.has(States::EDITABLE);
    let focus_counts = after.iter().any(|(_, element)| takes_text(element));
    changes(before, after).iter().any(|change| change.kind != ChangeKind::Focus || focus_counts)
}

/// Everything a person could see change. An element drawn anew with the same words at the same place has not changed.
pub fn changes(before: &Observation, after: &Observation) -> Vec<Change> {
    let mut found = Vec::new();
    frames(before, after, &mut found);
    if before.dialog != after.dialog {
        let said = |screen: &Observation| screen.dialog.as_ref().map(|dialog| text::shortened(&dialog.message, 80));
        let line = match (said(before), said(after)) {
            (_, Some(now)) => format!("a dialog says \"{now}\""),
            (was, None) => format!("the dialog \"{}\" closed", was.unwrap_or_default()),
        };
        found.push(Change { kind: ChangeKind::Dialog, line });
    }
    elements(before, after, &mut found);
    found
}

fn frames(before: &Observation, after: &Observation, found: &mut Vec<Change>) {
    for (index, now) in after.frames.iter().enumerate() {
        match before.frames.get(index) {
            Some(was) if was.address == now.address && was.title == now.title => {}
            Some(was) if was.address == now.address => {
                let line = format!("the title of {} is \"{}\" (was \"{}\")", now.name, now.title, was.title);
                found.push(Change { kind: ChangeKind::Title, line });
            }
            was => {
                let was = was.map_or("none", |was| &was.address);
                let line = format!("{} is at {} (was at {was})", now.name, now.address);
                found.push(Change { kind: ChangeKind::Address, line });
            }
        }
    }
    if before.frames.len() > after.frames.len() {
        let line = format!("{} documents are gone", before.frames.len() - after.frames.len());
        found.push(Change { kind: ChangeKind::Address, line });
    }
}

fn elements(before: &Observation, after: &Observation, found: &mut Vec<Change>) {
    let was: HashMap<Handle, (ElementRef, &Arc<Element>)> =
        before.visible().map(|(at, element)| (element.handle, (at, &before.elements[at.index()]))).collect();
    let mut left = was.clone();
    let mut new: Vec<ElementRef> = Vec::new();
    let mut moved = 0;
    for (at, element) in after.visible() {
        match was.get(&element.handle) {
            None => new.push(at),
            Some((_, old)) => {
                left.remove(&element.handle);
                if !Arc::ptr_eq(old, &after.elements[at.index()]) {
                    compare(after, at, old, element, found);
                    moved += usize::from(has_moved(old, element));
                }
            }
        }
    }
    let mut left: Vec<ElementRef> = left.into_values().map(|(at, _)| at).collect();
    left.sort_unstable();
    came_and_went(before, left, after, new, found);
    if moved > 0 {
        found.push(Change { kind: ChangeKind::Moved, line: format!("{moved} elements stand elsewhere") });
    }
}

/// A frame of the same screen may have moved by rounding.
fn has_moved(was: &Element, now: &Element) -> bool {
    let (was, now) = (&was.box_in_viewport, &now.box_in_viewport);
    [was.x - now.x, was.y - now.y, was.width - now.width, was.height - now.height].iter().any(|by| by.abs() >= 1.0)
}

fn compare(after: &Observation, at: ElementRef, was: &Element, now: &Element, found: &mut Vec<Change>) {
    let mut tell = |kind, what: String| found.push(Change { kind, line: format!("{} {what}", line_of(after, at)) });
    if (was.name != now.name || was.text != now.text) && !only_repeats(after, at) {
        let (kind, old) = (ChangeKind::Text, if was.name == now.name { &was.text } else { &was.name });
        match was.name == now.name && !now.name.is_empty() {
            true => tell(
                kind,
                format!("says \"{}\" (was \"{}\")", text::shortened(&now.text, 80), text::shortened(old, 80)),
            ),
            false => {
                tell(kind, format!("was \"{}\"", text::shortened(if old.is_empty() { &was.text } else { old }, 80)))
            }
        }
    }
    if was.value != now.value {
        let said = |value: &Option<Arc<str>>| text::shortened(value.as_deref().unwrap_or(""), 80);
        tell(ChangeKind::Value, format!("reads \"{}\" (was \"{}\")", said(&now.value), said(&was.value)));
    }
    if lasting(was.states) != lasting(now.states) {
        let only =
            |these: States, others: States| lasting(these).without(others).names().collect::<Vec<&str>>().join(", ");
        let (came, went) = (only(now.states, was.states), only(was.states, now.states));
        let parts = [(came, "is now"), (went, "is no longer")].into_iter().filter(|(names, _)| !names.is_empty());
        let parts: Vec<String> = parts.map(|(names, verb)| format!("{verb} {names}")).collect();
        tell(ChangeKind::State, parts.join(" and "));
    }
    if now.states.has(States::FOCUSED) && !was.states.has(States::FOCUSED) {
        tell(ChangeKind::Focus, "has the keyboard".to_owned());
    }
}

/// Pairs what is gone with what appeared alike; only the rest is told.
fn came_and_went(
    before: &Observation,
    gone: Vec<ElementRef>,
    after: &Observation,
    new: Vec<ElementRef>,
    found: &mut Vec<Change>,
) {
    let mut by_look: HashMap<Look, Vec<ElementRef>> = HashMap::new();
    for at in gone.into_iter().filter(|at| !only_repeats(before, *at)) {
        by_look.entry(look(before, at)).or_default().push(at);
    }
    for at in new.into_iter().filter(|at| !only_repeats(after, *at)) {
        let same = by_look.get_mut(&look(after, at)).and_then(Vec::pop);
        if same.is_none() {
            found.push(Change { kind: ChangeKind::Appeared, line: format!("{} appeared", line_of(after, at)) });
        }
    }
    let mut gone: Vec<ElementRef> = by_look.into_values().flatten().collect();
    gone.sort_unstable();
    let gone = gone.into_iter().map(|at| format!("{} is gone", line_of(before, at)));
    found.extend(gone.map(|line| Change { kind: ChangeKind::Gone, line }));
}

type Look = (u16, String, Arc<str>, Arc<str>, Option<Arc<str>>, u32, [i64; 4]);

fn look(screen: &Observation, at: ElementRef) -> Look {
    let element = screen.get(at);
    let place = element.box_in_viewport;
    let place = [place.x, place.y, place.width, place.height].map(|length| length.round() as i64);
    let (name, text, value) = (element.name.clone(), element.text.clone(), element.value.clone());
    (element.frame.0, element.role.to_string(), name, text, value, lasting(element.states).bits(), place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::sketch;

    const BEFORE: &str = r#"
text "Balance 7" @0,40,80,20
textbox "Amount" value="1" @0,70,80,20
checkbox "Agree" @0,100,20,20
button "Save" @0,130,80,20
"#;

    #[test]
    fn changes_are_said() {
        let after = BEFORE.replace("value=\"1\"", "value=\"2\"").replace("\"Save\"", "\"Send\" focused");
        let after =
            after.replace("\"Agree\"", "\"Agree\" checked disabled").replace("e 7", "e 8") + "alert \"Done\" @0,0,9,9";
        insta::assert_snapshot!(changed(&sketch(BEFORE), &sketch(&after)).join("\n"), @r#"
        text "Balance 8" was "Balance 7"
        textbox "Amount" reads "2" (was "1")
        checkbox "Agree" (disabled) is now checked and is no longer enabled
        button "Send" was "Save"
        button "Send" has the keyboard
        alert "Done" appeared
        "#);
        let back = changed(&sketch(&after), &sketch(BEFORE));
        assert_eq!(back.last().map(String::as_str), Some("alert \"Done\" is gone"), "what left is told");
    }

    #[test]
    fn a_changed_text_is_told_once() {
        let table = |words: &str| {
            sketch(&format!(
                "row \"A {words}\" @0,0,9,9\n  cell \"{words}\" text=\"\" @0,0,9,9\n    strong \"{words}\" @0,0,9,9"
            ))
        };
        let lines = changed(&table("1"), &table("2"));
        assert_eq!(lines, ["strong \"2\" was \"1\""], "not again for the cell and the row that are named after it");
    }

    #[test]
    fn changes_are_counted() {
        let many = |words: &str| -> Observation {
            sketch(&(0..60).map(|n| format!("text \"{words} {n}\" @0,{n},9,9\n")).collect::<String>())
        };
        let lines = changed(&many("was"), &many("is"));
        assert_eq!(
            (lines.len(), lines[39].as_str()),
            (40, "and 21 more changes"),
            "forty lines at most, the rest counted"
        );
    }

    #[test]
    fn drawn_anew_alike_is_no_change() {
        let mut redrawn = sketch(BEFORE);
        for (index, element) in redrawn.elements.iter_mut().enumerate() {
            Arc::make_mut(element).handle = Handle(1000 + index as u64);
        }
        assert_eq!(changed(&sketch(BEFORE), &redrawn), Vec::<String>::new(), "the same words at the same places");
        Arc::make_mut(&mut redrawn.elements[0]).text = Arc::from("Balance 8");
        assert_eq!(changed(&sketch(BEFORE), &redrawn).len(), 2, "one thing left and another came");
    }
}
