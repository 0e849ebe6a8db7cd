//! Whether words stand on a screen, also when markup cut them into pieces.

use crate::element::{Element, ElementRef, States};
use crate::observation::Observation;
use crate::text;

/// True when the words stand somewhere on the screen as whole words: in one element's text or name, in a native
/// dialog, or across pieces of one line. What is typed into form fields does not count.
pub fn says(screen: &Observation, words: &str) -> bool {
    let words = text::fold(words);
    !words.is_empty() && (in_one_place(screen, &words).is_some() || across_pieces(screen, &words).is_some())
}

/// The whole text that contains the words, wherever it first stands.
pub fn text_near(screen: &Observation, words: &str) -> Option<String> {
    let words = text::fold(words);
    in_one_place(screen, &words).or_else(|| across_pieces(screen, &words))
}

/// What the screen says that is most like the words, for the reader of a failed check.
pub(super) fn likest_text(screen: &Observation, words: &str) -> String {
    let shown = screen.visible().flat_map(|(_, element)| shown(element));
    let likest = shown.map(|shown| (text::similarity(shown, words), shown)).max_by(|(a, _), (b, _)| a.total_cmp(b));
    match likest {
        Some((likeness, shown)) if likeness >= 0.5 => format!("nearest is \"{}\"", text::shortened(shown, 120)),
        _ => "no such words".to_owned(),
    }
}

fn in_one_place(screen: &Observation, words: &str) -> Option<String> {
    let dialog = screen.dialog.iter().map(|dialog| dialog.message.as_str());
    let visible = screen.visible().flat_map(|(_, element)| shown(element));
    // The name of what is around a text holds the text too; the shortest is the one a person would point at.
    visible
        .chain(dialog)
        .filter(|shown| text::contains_words(shown, words))
        .min_by_key(|shown| shown.len())
        .map(text::fold)
}

/// The words one element shows: its text, and its name unless that is the label of a field.
fn shown(element: &Element) -> impl Iterator<Item = &str> {
    let name = Some(&*element.name).filter(|_| !element.states.has(States::EDITABLE));
    [Some(&*element.text), name].into_iter().flatten().filter(|shown| !shown.is_empty())
}

/// Markup such as `No <b>member</b> found` makes several elements of one line. Neighbours below one parent that share
/// a row are read as one text, behind the parent's own.
fn across_pieces(screen: &Observation, words: &str) -> Option<String> {
    if !words.contains(' ') {
        return None;
    }
    let mut children: Vec<Vec<ElementRef>> = vec![Vec::new(); screen.elements.len()];
    for (at, element) in screen.visible().filter(|(_, element)| !element.text.is_empty() && !element.is_control()) {
        if let Some(up) = element.parent {
            children[up.index()].push(at);
        }
    }
    let families = screen.visible().filter(|(at, _)| !children[at.index()].is_empty());
    families
        .flat_map(|(at, parent)| lines(screen, parent, &children[at.index()]))
        .find(|line| text::contains_words(line, words))
}

fn lines(screen: &Observation, parent: &Element, pieces: &[ElementRef]) -> Vec<String> {
    let own = text::fold(&parent.text);
    let mut lines: Vec<String> = Vec::new();
    let mut last: Option<ElementRef> = None;
    for at in pieces {
        let piece = text::fold(&screen.get(*at).text);
        let boxes = |at: ElementRef| screen.get(at).box_in_viewport;
        match lines.last_mut().filter(|_| last.is_some_and(|last| boxes(last).shared_rows(&boxes(*at)) >= 0.5)) {
            Some(line) => *line = format!("{line} {piece}"),
            None => lines.push(piece),
        }
        last = Some(*at);
    }
    if let Some(first) = lines.first_mut().filter(|_| !own.is_empty()) {
        *first = format!("{own} {first}");
    }
    lines
}
