//! What an element reads, as a person would say it aloud.

use crate::element::{Element, ElementRef, States};
use crate::observation::Observation;
use crate::text;

/// The words on an element: a control's value (an empty field reads empty, not its label), else its text with the
/// texts inside it.
pub fn reading(screen: &Observation, at: ElementRef) -> String {
    let element = screen.get(at);
    if let Some(value) = value_of(element) {
        return value.to_owned();
    }
    let inner = texts_inside(screen, at);
    if inner.is_empty() {
        return text::fold(element.reads());
    }
    // A name made from content has own text and inner texts in the order they are read in; the parts alone do not.
    let in_order = text::fold(&element.name);
    if inner.iter().all(|part| in_order.contains(part.as_str())) {
        return in_order;
    }
    let own = Some(text::fold(&element.text)).filter(|own| !own.is_empty());
    own.into_iter().chain(inner).collect::<Vec<String>>().join(" ")
}

fn value_of(element: &Element) -> Option<&str> {
    let holds_one = element.states.has(States::EDITABLE) || element.states.has(States::SECURE);
    match &element.value {
        Some(value) if holds_one || !value.is_empty() => Some(value),
        _ if holds_one => Some(""),
        _ => None,
    }
}

fn texts_inside(screen: &Observation, at: ElementRef) -> Vec<String> {
    let visible = screen.descendants(at).map(|inner| screen.get(inner)).filter(|element| element.is_visible());
    visible.map(|element| text::fold(words_shown(element))).filter(|words| !words.is_empty()).collect()
}

/// The words one element shows by itself: its own text, or the name of something that is all text.
pub(crate) fn words_shown(element: &Element) -> &str {
    if !element.text.is_empty() {
        &element.text
    } else if element.role == "text" {
        &element.name
    } else {
        ""
    }
}

/// True for something that is read rather than operated: its name is its text.
pub(crate) fn is_text_like(element: &Element) -> bool {
    const ROLES: &[&str] = &[
        "text",
        "heading",
        "label",
        "cell",
        "gridcell",
        "columnheader",
        "rowheader",
        "legend",
        "caption",
        "term",
        "definition",
        "paragraph",
        "listitem",
        "strong",
        "emphasis",
        "code",
        "time",
        "mark",
        "status",
        "alert",
        "statictext",
        "blockquote",
        "figcaption",
        "labeltext",
        "deletion",
        "insertion",
        "subscript",
        "superscript",
    ];
    !element.is_control() && ROLES.contains(&element.role.as_str())
}

/// True for a cell, row or item that has no words but those of the elements inside it, which speak for themselves.
pub(crate) fn only_repeats(screen: &Observation, at: ElementRef) -> bool {
    const ROLES: &[&str] =
        &["cell", "gridcell", "columnheader", "rowheader", "row", "rowgroup", "listitem", "treeitem"];
    let element = screen.get(at);
    let next = screen.elements.get(at.index() + 1);
    let holds_some = next.is_some_and(|next| next.parent == Some(at));
    !element.is_control() && element.text.is_empty() && holds_some && ROLES.contains(&element.role.as_str())
}
