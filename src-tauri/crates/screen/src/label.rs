//! The words a person would call an element by.

use crate::element::{Element, ElementRef};
use crate::locate::{Boxes, Purpose, answer_rung};
use crate::locator::Locator;
use crate::observation::Observation;
use crate::reading::{is_text_like, words_shown};
use crate::text;

/// No label is longer than this.
const LONGEST: usize = 80;
/// So many texts beside an element are tried as its label.
const MOST_TRIED: usize = 6;
/// So many nameless controls are looked at: each costs several walks over the screen.
const MOST_NAMELESS: usize = 200;

/// What a person calls the element: its accessible name, else the text beside it. None when there is neither.
pub fn label_of(screen: &Observation, at: ElementRef) -> Option<String> {
    let name = text::label(&screen.get(at).name);
    if name.is_empty() { near_label(screen, at) } else { Some(name) }
}

/// The text beside the element by which a `near` rung finds it and nothing else of its role.
pub fn near_label(screen: &Observation, at: ElementRef) -> Option<String> {
    texts_beside(screen, at).into_iter().find(|label| {
        let rung =
            Locator { near: Some(label.clone()), role: Some(screen.get(at).role.to_string()), ..Locator::default() };
        answer_rung(screen, &rung, Purpose::Read, Boxes::Attended).is_ok_and(|found| found == [at])
    })
}

/// The visible controls that nobody can name: no accessible name, and no text beside them that would tell which one
/// is meant. The first 200 nameless controls are looked at.
pub fn unlabelled(screen: &Observation) -> Vec<ElementRef> {
    let nameless =
        screen.visible().filter(|(_, e)| e.is_control() && text::label(&e.name).is_empty()).take(MOST_NAMELESS);
    nameless.filter(|(at, _)| near_label(screen, *at).is_none()).map(|(at, _)| at).collect()
}

/// Texts left of the element in its row, nearest first, then texts above it, nearest first.
fn texts_beside(screen: &Observation, at: ElementRef) -> Vec<String> {
    let element = screen.get(at);
    let others = screen.visible().filter(|(other, text)| *other != at && text.frame == element.frame && is_label(text));
    let mut ranked: Vec<(u8, f64, String)> = others
        .filter_map(|(_, other)| distance(element, other).map(|(way, gap)| (way, gap, text::label(label_words(other)))))
        .filter(|(.., label)| !label.is_empty() && label.chars().count() <= LONGEST)
        .collect();
    ranked.sort_by(|(way, gap, _), (other_way, other, _)| way.cmp(other_way).then(gap.total_cmp(other)));
    let mut labels: Vec<String> = Vec::new();
    for (.., label) in ranked {
        if labels.len() < MOST_TRIED && !labels.contains(&label) {
            labels.push(label);
        }
    }
    labels
}

fn distance(element: &Element, label: &Element) -> Option<(u8, f64)> {
    let (own, other) = (&element.box_in_viewport, &label.box_in_viewport);
    let is_mirrored = text::is_right_to_left(label_words(label));
    if own.shared_rows(other) >= 0.5 && !is_mirrored && other.x < own.x {
        Some((0, (own.x - other.right()).max(0.0)))
    } else if own.shared_rows(other) >= 0.5 && is_mirrored && other.right() > own.right() {
        Some((0, (other.x - own.right()).max(0.0)))
    } else if own.shared_columns(other) >= 0.5 && other.bottom() <= own.y + 2.0 {
        Some((1, own.y - other.bottom()))
    } else {
        None
    }
}

fn is_label(element: &Element) -> bool {
    !element.is_control() && text::has_words(label_words(element))
}

fn label_words(element: &Element) -> &str {
    match words_shown(element) {
        "" if is_text_like(element) => &element.name,
        shown => shown,
    }
}
