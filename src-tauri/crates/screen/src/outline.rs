//! The screen as a lean tree of lines, for people and agents.

use std::fmt::Write;

use crate::element::{Element, ElementRef, States};
use crate::observation::{Observation, Unreadable};
use crate::reading::only_repeats;
use crate::text;

/// As many elements as [`outline`] lists.
const MOST_ELEMENTS: usize = 1_000;

/// The visible elements as an indented tree, at most 1,000 of them, with what could not be read. Not scrubbed.
pub fn outline(screen: &Observation) -> String {
    outline_of(screen, MOST_ELEMENTS)
}

/// [`outline`] with at most `most` elements; a last line counts those left out.
pub fn outline_of(screen: &Observation, most: usize) -> String {
    let mut out = String::new();
    let mut depths = vec![0_usize; screen.elements.len()];
    let (mut listed, mut left_out, mut frame) = (0, 0, None);
    if let Some(dialog) = &screen.dialog {
        let _ = writeln!(out, "native dialog ({}): \"{}\"", dialog.kind, text::fold(&dialog.message));
    }
    for (at, element) in screen.iter() {
        let depth = element.parent.map_or(0, |up| depths[up.index()]);
        depths[at.index()] = depth;
        if !element.is_visible() || !tells_something(element) || only_repeats(screen, at) {
            continue;
        }
        if listed == most {
            left_out += 1;
            continue;
        }
        if frame != Some(element.frame) {
            frame = Some(element.frame);
            head(&mut out, screen, at);
        }
        listed += 1;
        depths[at.index()] = depth + 1;
        let _ = writeln!(out, "{:indent$}{}", "", line(at, element), indent = 2 * (depth + 1));
    }
    if left_out > 0 {
        let _ = writeln!(out, "and {left_out} more elements");
    }
    for unreadable in &screen.unreadable {
        let _ = writeln!(out, "not read: {}", words(unreadable));
    }
    out
}

fn head(out: &mut String, screen: &Observation, at: ElementRef) {
    if let Some(frame) = screen.frames.get(screen.get(at).frame.index()) {
        let title = if frame.title.is_empty() { String::new() } else { format!(" \"{}\"", text::fold(&frame.title)) };
        let _ = writeln!(out, "frame {}{title} {}", frame.name, frame.address);
    }
}

/// Containers without words only deepen the tree.
fn tells_something(element: &Element) -> bool {
    element.is_control() || !element.name.is_empty() || !element.text.is_empty() || element.value.is_some()
}

fn line(at: ElementRef, element: &Element) -> String {
    let mut line = element.role.to_string();
    let cut = |words: &str| text::shortened(&text::fold(words), 160);
    if !element.name.is_empty() {
        let _ = write!(line, " \"{}\"", cut(&element.name));
    }
    if !element.text.is_empty() && !text::same(&element.text, &element.name) {
        let what = if element.name.is_empty() { "" } else { "text " };
        let _ = write!(line, " {what}\"{}\"", cut(&element.text));
    }
    if let Some(value) = element.value.as_deref().filter(|value| !text::same(value, &element.name)) {
        let _ = write!(line, " value \"{}\"", cut(value));
    }
    if let Some(id) = &element.id {
        let _ = write!(line, " id {id}");
    }
    if let Some(cell) = element.cell {
        let _ = write!(line, " at row {} column {}", cell.row + 1, cell.column + 1);
    }
    if !element.options.is_empty() {
        let shown: Vec<String> = element.options.iter().take(8).map(|option| cut(option)).collect();
        let more =
            if element.options.len() > 8 { format!(" and {} more", element.options.len() - 8) } else { String::new() };
        let _ = write!(line, " options {}{more}", shown.join(" | "));
    }
    let states = marks(element);
    if !states.is_empty() {
        let _ = write!(line, " ({})", states.join(", "));
    }
    let _ = write!(line, " [{}]", at.0);
    line
}

/// The states worth a word: what is usual goes unsaid.
fn marks(element: &Element) -> Vec<&'static str> {
    let usual =
        States::VISIBLE | States::ENABLED | States::MEASURED | States::CONTROL | States::TEXT | States::EDITABLE;
    let mut marks: Vec<&str> = element.states.without(usual).names().collect();
    if element.is_control() && !element.states.has(States::ENABLED) {
        marks.insert(0, "disabled");
    }
    marks
}

fn words(unreadable: &Unreadable) -> String {
    match unreadable {
        Unreadable::Canvas { box_in_viewport: place } => {
            format!("the inside of a drawn surface of {} × {} at {}, {}", place.width, place.height, place.x, place.y)
        }
        Unreadable::Frame { name, why } => format!("frame {name}: {why}"),
        Unreadable::ShadowRoot { host } => format!("a closed shadow root in {host}"),
        Unreadable::Truncated { listed, of } => format!("{} of {of} elements", of.saturating_sub(*listed)),
        Unreadable::Collapsed => "anything: the tree has one root and nothing in it".to_owned(),
        Unreadable::Opaque { name } => format!("the inside of {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::sketch;

    #[test]
    fn the_outline_is_lean() {
        let mut screen = sketch(
            r#"
frame top http://a.test/ title="Member"
group "" @0,0,900,90
  heading "Detail" @0,0,300,30
  link "Help" id=help disabled @0,0,9,9
  text "gone" hidden @0,0,9,9
frame main http://a.test/main
form "Deposit" @0,0,900,90
  text "Amount" @0,0,9,9
  row "Fee 2.00" @0,0,9,9
    cell "Fee" @0,0,9,9
    cell "2.00" text="" @0,0,9,9
      strong "2.00" @0,0,9,9
  textbox "Amount" value="1" focused @0,0,9,9
"#,
        );
        screen.unreadable.push(Unreadable::Truncated { listed: 9, of: 12 });
        insta::assert_snapshot!(outline(&screen), @r#"
        frame top "Member" http://a.test/
          heading "Detail" [1]
          link "Help" id help (disabled) [2]
        frame main http://a.test/main
          form "Deposit" [4]
            text "Amount" [5]
            cell "Fee" [7]
            strong "2.00" [9]
            textbox "Amount" value "1" (focused) [10]
        not read: 3 of 12 elements
        "#);
        assert!(outline_of(&screen, 2).contains("and 5 more elements\n"), "what is left out is counted");
    }
}
