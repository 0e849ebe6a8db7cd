//! Locators and ladders.

use baton_screen::locator::CellQuery;
use baton_screen::{By, Ladder, Locator, NameMatch};

use crate::read::{Fields, Reader};
use crate::refusal::Code;
use crate::yaml::{Node, What};

/// One locator, or several in a list.
pub(crate) fn ladder(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Ladder> {
    match &node.what {
        What::Map(_) => locator(reader, node).map(Ladder::one),
        What::List(items) if items.is_empty() => {
            reader.refuse(
                Code::Empty,
                node.place,
                "a ladder without rungs finds nothing",
                "name the control: [{ role: button, name: Save }]",
            );
            None
        }
        What::List(items) => {
            let rungs: Vec<Locator> = items.iter().filter_map(|item| locator(reader, item)).collect();
            Some(Ladder(rungs))
        }
        _ => reader.wrong_type(node, "a locator, as { role: button, name: Save }, or a list of them"),
    }
}

/// One locator.
pub(crate) fn locator(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Locator> {
    let mut fields = Fields::of(reader, node)?;
    let locator = locator_fields(reader, &mut fields);
    if fields.finish(reader) { named_something(reader, node, locator) } else { None }
}

/// The keys by which a locator can name something.
const NAMING: [&str; 7] = ["id", "role", "name", "near", "cell", "text", "box"];

/// A locator must name something, and a box must say in which viewport it was recorded.
pub(crate) fn named_something(reader: &mut Reader<'_>, node: &Node<'_>, locator: Locator) -> Option<Locator> {
    match locator.by() {
        // A name that could not be read has been told already.
        None if NAMING.iter().any(|key| has_key(node, key)) => None,
        None => {
            let message = "this locator names nothing";
            reader.refuse(Code::MissingKey, node.place, message, "give it a role and name, near, cell, text or id");
            None
        }
        Some(By::Box) if locator.recorded.is_none() => {
            let message = "a box without the viewport it was recorded in means nothing on another screen";
            reader.refuse(Code::BoxWithoutViewport, node.place, message, "add `recorded: [width, height]`");
            None
        }
        _ => Some(locator),
    }
}

fn has_key(node: &Node<'_>, key: &str) -> bool {
    matches!(&node.what, What::Map(entries) if entries.iter().any(|entry| entry.key == key))
}

/// The keys of a locator, which may share their map with others.
pub(crate) fn locator_fields(reader: &mut Reader<'_>, fields: &mut Fields<'_, '_>) -> Locator {
    Locator {
        id: fields.read(reader, "id", Reader::bound_text),
        role: fields.read(reader, "role", Reader::text),
        name: fields.read(reader, "name", name_match),
        near: fields.read(reader, "near", Reader::bound_text),
        cell: fields.read(reader, "cell", cell),
        within: fields.read(reader, "within", locator).map(Box::new),
        text: fields.read(reader, "text", name_match),
        box_normalised: fields.read(reader, "box", |reader, node| reader.numbers(node, 0.0..=1.0)),
        recorded: fields.read(reader, "recorded", |reader, node| reader.wholes(node, 1..=100_000)),
        reviewed: fields.read(reader, "reviewed", Reader::flag).unwrap_or_default(),
        picture: fields.read(reader, "picture", Reader::text),
        frame: fields.read(reader, "frame", Reader::bound_text),
    }
}

/// An exact text or a `/pattern/`, with placeholders.
pub(crate) fn name_match(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<NameMatch> {
    let text = reader.bound_text(node)?;
    let inside = text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
    let pattern = inside.filter(|inside| !inside.is_empty());
    if pattern.is_some_and(|pattern| !reader.check_pattern(node.place, pattern)) {
        return None;
    }
    match NameMatch::parse(&text) {
        Ok(name) => Some(name),
        Err(error) => {
            reader.bad_pattern(node.place, &text, error.to_string().lines().last().unwrap_or_default().trim())
        }
    }
}

fn cell(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<CellQuery> {
    let mut fields = Fields::of(reader, node)?;
    let hint = "a cell is named by a text of its row and the header above it: { row: Savings, column: Balance }";
    let row = fields.must(reader, "row", hint).and_then(|node| reader.bound_text(node));
    let column = fields.must(reader, "column", hint).and_then(|node| reader.bound_text(node));
    fields.finish(reader);
    Some(CellQuery { row: row?, column: column? })
}
