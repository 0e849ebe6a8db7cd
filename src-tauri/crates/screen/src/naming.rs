//! Names an element: the ladder of every rung that finds it and nothing else, strongest first.

use crate::element::{Element, ElementRef};
use crate::label::near_label;
use crate::locate::{Boxes, Purpose, are_twins, locate_with, row_and_header};
use crate::locator::{By, CellQuery, Ladder, Locator, NameMatch};
use crate::observation::Observation;
use crate::reading::{is_text_like, reading};
use crate::text;

/// No name in a rung is longer than this; longer ones are contents, not names.
const LONGEST_NAME: usize = 120;
/// So many cells of a row are tried to name the row by.
const MOST_PEERS: usize = 12;

/// Every rung that matches `at` and only it, in the order of [`By`]; each was tried with [`locate_with`]. Empty when
/// nothing names it for sure.
pub fn ladder_for(screen: &Observation, at: ElementRef) -> Ladder {
    let rungs = [id(screen, at), role_and_name(screen, at), near(screen, at)];
    let more = [cell(screen, at), within(screen, at), text_rung(screen, at), place(screen, at)];
    let mut ladder: Vec<Locator> = Vec::new();
    for rung in rungs.into_iter().chain(more).flatten() {
        if !ladder.contains(&rung) {
            ladder.push(rung);
        }
    }
    Ladder(ladder)
}

/// [`ladder_for`] something whose words change from run to run, such as a balance: without the rungs that hold these
/// words.
pub fn reading_ladder_for(screen: &Observation, at: ElementRef) -> Ladder {
    let names_itself = |by: Option<By>| match by {
        Some(By::Text) => true,
        Some(By::RoleName) => is_text_like(screen.get(at)),
        _ => false,
    };
    Ladder(ladder_for(screen, at).0.into_iter().filter(|rung| !names_itself(rung.by())).collect())
}

/// The rung if it finds the element, by itself or with the name of its frame.
fn proven(screen: &Observation, at: ElementRef, rung: Locator) -> Option<Locator> {
    let frame = screen.frames.get(screen.get(at).frame.index());
    let frame =
        frame.filter(|frame| frame.parent.is_some() && !frame.name.is_empty()).map(|frame| frame.name.to_string());
    let in_frame = frame.map(|frame| Locator { frame: Some(frame), ..rung.clone() });
    std::iter::once(rung).chain(in_frame).find(|rung| finds(screen, at, rung))
}

fn finds(screen: &Observation, at: ElementRef, rung: &Locator) -> bool {
    let purpose = if screen.get(at).is_control() { Purpose::Act } else { Purpose::Read };
    let located = locate_with(screen, &Ladder::one(rung.clone()), purpose, Boxes::Attended);
    located.element().is_some_and(|found| found == at || are_twins(screen, found, at))
}

fn id(screen: &Observation, at: ElementRef) -> Option<Locator> {
    let id = screen.get(at).id.as_deref().filter(|id| !id.is_empty())?;
    proven(screen, at, Locator { id: Some(id.to_owned()), ..Locator::default() })
}

fn of_role(element: &Element) -> Locator {
    Locator { role: Some(element.role.to_string()), ..Locator::default() }
}

/// By role; and by name as well where the name says what it does. A button by its place alone would still be found
/// when it was renamed, and pressing what has another name is a guess.
fn of_kind(element: &Element) -> Locator {
    const DOERS: &[&str] =
        &["button", "link", "menuitem", "menuitemcheckbox", "menuitemradio", "tab", "option", "treeitem"];
    let does = DOERS.contains(&element.role.as_str());
    Locator { name: Some(&element.name).filter(|_| does).and_then(|name| name_of(name)), ..of_role(element) }
}

fn named(element: &Element) -> Option<Locator> {
    let name = name_of(&element.name)?;
    Some(Locator { name: Some(name), ..of_role(element) })
}

fn name_of(words: &str) -> Option<NameMatch> {
    let words = text::fold(words);
    // Between slashes it would be read as a pattern.
    let is_pattern = words.len() > 2 && words.starts_with('/') && words.ends_with('/');
    let is_name = !words.is_empty() && words.chars().count() <= LONGEST_NAME && !is_pattern;
    is_name.then_some(NameMatch::Exactly(words))
}

/// By role and name alone, else inside the nearest container that makes them unique.
fn role_and_name(screen: &Observation, at: ElementRef) -> Option<Locator> {
    let rung = named(screen.get(at))?;
    proven(screen, at, rung.clone()).or_else(|| inside_some(screen, at, &rung))
}

fn near(screen: &Observation, at: ElementRef) -> Option<Locator> {
    let label = near_label(screen, at)?;
    proven(screen, at, Locator { near: Some(label), ..of_kind(screen.get(at)) })
}

fn cell(screen: &Observation, at: ElementRef) -> Option<Locator> {
    let mut path = std::iter::once(at).chain(screen.ancestors(at));
    let around = path.find(|up| screen.get(*up).cell.is_some())?;
    let mut ways = row_and_header(screen, around);
    // A row is called by its words rather than by its numbers.
    ways.sort_by_cached_key(|(peer, _)| !text::has_words(&reading(screen, *peer)));
    ways.into_iter().take(MOST_PEERS).find_map(|(peer, header)| {
        let query = CellQuery { row: reading(screen, peer), column: reading(screen, header) };
        let is_named = !query.row.is_empty() && !query.column.is_empty() && query.row.chars().count() <= LONGEST_NAME;
        let inside = if around == at { Locator::default() } else { of_kind(screen.get(at)) };
        let rung = Locator { cell: Some(query), ..inside };
        is_named.then_some(rung).and_then(|rung| proven(screen, at, rung))
    })
}

fn within(screen: &Observation, at: ElementRef) -> Option<Locator> {
    inside_some(screen, at, &of_kind(screen.get(at)))
}

fn inside_some(screen: &Observation, at: ElementRef, rung: &Locator) -> Option<Locator> {
    const CONTAINERS: &[&str] = &[
        "dialog",
        "alertdialog",
        "form",
        "region",
        "group",
        "navigation",
        "main",
        "search",
        "banner",
        "complementary",
        "contentinfo",
        "article",
        "tabpanel",
        "table",
        "grid",
        "list",
        "menu",
        "toolbar",
        "radiogroup",
        "row",
        "listitem",
    ];
    let around = screen.ancestors(at).map(|up| screen.get(up));
    let around = around.filter(|element| CONTAINERS.contains(&element.role.as_str()));
    around.filter_map(named).find_map(|container| {
        let rung = Locator { within: Some(Box::new(container)), ..rung.clone() };
        proven(screen, at, rung)
    })
}

fn text_rung(screen: &Observation, at: ElementRef) -> Option<Locator> {
    let element = screen.get(at);
    let shown = if element.text.is_empty() && element.is_control() { &element.name } else { &element.text };
    let rung = Locator { text: Some(name_of(shown)?), ..Locator::default() };
    proven(screen, at, rung.clone()).or_else(|| proven(screen, at, Locator { role: of_role(element).role, ..rung }))
}

/// The place, unreviewed and without a picture: whoever records it adds those.
fn place(screen: &Observation, at: ElementRef) -> Option<Locator> {
    let (viewport, place) = (screen.viewport, screen.get(at).box_in_viewport);
    if viewport.width < 1.0 || viewport.height < 1.0 || place.is_empty() {
        return None;
    }
    let share = |length: f64, of: f64| (length / of * 10_000.0).round() / 10_000.0;
    let (x, width) = (share(place.x, viewport.width), share(place.width, viewport.width));
    let (y, height) = (share(place.y, viewport.height), share(place.height, viewport.height));
    let recorded = Some([viewport.width.round() as u32, viewport.height.round() as u32]);
    proven(screen, at, Locator { box_normalised: Some([x, y, width, height]), recorded, ..Locator::default() })
}
