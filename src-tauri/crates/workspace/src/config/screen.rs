//! Ladders and conditions as `baton.yaml` writes them, in the words of scenarios.

use baton_scenario::Code;
use baton_screen::condition::{CountIs, Nothing, ValueIs};
use baton_screen::locator::CellQuery;
use baton_screen::{Condition, Ladder, Locator, NameMatch};

use super::node::{Node, Wrong, did_you_mean};

const LOCATOR: [&str; 12] =
    ["id", "role", "name", "near", "cell", "within", "text", "box", "recorded", "reviewed", "picture", "frame"];
const CONDITION: [&str; 19] = [
    "visible",
    "gone",
    "enabled",
    "disabled",
    "checked",
    "unchecked",
    "focused",
    "value",
    "count",
    "text",
    "no_text",
    "region",
    "address",
    "title",
    "error_banner",
    "validation_message",
    "dialog",
    "all",
    "any",
];

/// One locator, or a list of them.
pub(super) fn ladder(node: &Node, wrong: &mut Wrong<'_>) -> Option<Ladder> {
    if !node.is_list() {
        return Some(Ladder::one(locator(node, wrong)?));
    }
    let items = node.list(wrong)?;
    if items.is_empty() {
        wrong.say(Code::Empty, node.place, "a ladder without rungs finds nothing", "give at least one locator");
        return None;
    }
    items.iter().map(|item| locator(item, wrong)).collect::<Option<Vec<_>>>().map(Ladder)
}

fn locator(node: &Node, wrong: &mut Wrong<'_>) -> Option<Locator> {
    for (key, at, _) in node.entries(wrong)? {
        if matches!(key.as_str(), "css" | "xpath" | "selector") {
            let hint = "name what a person sees: role and name, near, cell, text";
            wrong.say(Code::CssOrXpath, *at, format!("`{key}` names no control in Baton"), hint);
            return None;
        }
    }
    node.only(&LOCATOR, wrong);
    let text = |key: &str, wrong: &mut Wrong<'_>| node.get(key).and_then(|node| node.text(wrong));
    let locator = Locator {
        id: text("id", wrong),
        role: text("role", wrong),
        name: node.get("name").and_then(|node| name(node, wrong)),
        near: text("near", wrong),
        cell: node.get("cell").and_then(|node| cell(node, wrong)),
        within: node.get("within").and_then(|node| locator(node, wrong)).map(Box::new),
        text: node.get("text").and_then(|node| name(node, wrong)),
        box_normalised: node.get("box").and_then(|node| place(node, wrong)),
        recorded: node.get("recorded").and_then(|node| super::read::viewport(node, wrong)),
        reviewed: node.get("reviewed").and_then(|node| node.flag(wrong)).unwrap_or(false),
        picture: text("picture", wrong),
        frame: text("frame", wrong),
    };
    if locator.by().is_none() {
        // What was said and could not be read has been refused already.
        if !LOCATOR[..8].iter().any(|key| node.get(key).is_some()) {
            wrong.say(
                Code::MissingKey,
                node.place,
                "this names no element",
                "say a role and name, near, cell, text, id or box",
            );
        }
        return None;
    }
    if locator.box_normalised.is_some() && locator.recorded.is_none() {
        wrong.say(
            Code::BoxWithoutViewport,
            node.place,
            "a box needs the viewport it was recorded in",
            "add `recorded: [w, h]`",
        );
    }
    Some(locator)
}

fn name(node: &Node, wrong: &mut Wrong<'_>) -> Option<NameMatch> {
    let text = node.text(wrong)?;
    match NameMatch::parse(&text) {
        Ok(name) => Some(name),
        Err(why) => {
            wrong.say(Code::BadPattern, node.place, format!("`{text}` is no regular expression: {why}"), "mend it");
            None
        }
    }
}

fn cell(node: &Node, wrong: &mut Wrong<'_>) -> Option<CellQuery> {
    node.only(&["row", "column"], wrong);
    let row = node.must("row", "say a text of the row", wrong).and_then(|node| node.text(wrong));
    let column = node.must("column", "say the header above the cell", wrong).and_then(|node| node.text(wrong));
    Some(CellQuery { row: row?, column: column? })
}

fn place(node: &Node, wrong: &mut Wrong<'_>) -> Option<[f64; 4]> {
    let parts: Vec<f64> = node.list(wrong)?.iter().filter_map(|item| item.amount(wrong)).collect();
    let fits = <[f64; 4]>::try_from(parts).ok().filter(|parts| parts.iter().all(|part| *part <= 1.0));
    if fits.is_none() {
        let message = "a box is left, top, width and height as parts of the viewport, from 0 to 1";
        wrong.say(Code::BadValue, node.place, message, "write [0.3, 0.2, 0.1, 0.05]");
    }
    fits
}

/// A map of one key.
pub(super) fn condition(node: &Node, wrong: &mut Wrong<'_>) -> Option<Condition> {
    let [(key, at, value)] = node.entries(wrong)? else {
        wrong.say(Code::BadValue, node.place, "a condition is a map of one key", "join several with `all`");
        return None;
    };
    let condition = match key.as_str() {
        "visible" => Condition::Visible(ladder(value, wrong)?),
        "gone" => Condition::Gone(ladder(value, wrong)?),
        "enabled" => Condition::Enabled(ladder(value, wrong)?),
        "disabled" => Condition::Disabled(ladder(value, wrong)?),
        "checked" => Condition::Checked(ladder(value, wrong)?),
        "unchecked" => Condition::Unchecked(ladder(value, wrong)?),
        "focused" => Condition::Focused(ladder(value, wrong)?),
        "value" => value_is(value, wrong)?,
        "count" => count_is(value, wrong)?,
        "text" => Condition::Text(value.text(wrong)?),
        "no_text" => Condition::NoText(value.text(wrong)?),
        "region" => Condition::Region(value.text(wrong)?),
        "address" => Condition::Address(name(value, wrong)?),
        "title" => Condition::Title(name(value, wrong)?),
        "error_banner" => Condition::ErrorBanner(value.flag(wrong)?),
        "validation_message" => {
            value.only(&[], wrong);
            Condition::ValidationMessage(Nothing {})
        }
        "dialog" => Condition::Dialog(value.text(wrong)?),
        "all" => Condition::All(several(value, wrong)?),
        "any" => Condition::Any(several(value, wrong)?),
        "not" => Condition::Not(Box::new(self::condition(value, wrong)?)),
        _ => {
            wrong.say(
                Code::UnknownKey,
                *at,
                format!("`{key}` is no condition of a target"),
                did_you_mean(key, &CONDITION),
            );
            return None;
        }
    };
    Some(condition)
}

fn several(node: &Node, wrong: &mut Wrong<'_>) -> Option<Vec<Condition>> {
    let items = node.list(wrong)?;
    if items.is_empty() {
        wrong.say(Code::Empty, node.place, "a list of no conditions says nothing", "give at least one");
    }
    items.iter().map(|item| condition(item, wrong)).collect()
}

fn value_is(node: &Node, wrong: &mut Wrong<'_>) -> Option<Condition> {
    node.only(&["of", "is"], wrong);
    let of = node.must("of", "say which element", wrong).and_then(|node| ladder(node, wrong));
    let is = node.must("is", "say what it must read", wrong).and_then(|node| name(node, wrong));
    Some(Condition::Value(ValueIs { of: of?, is: is? }))
}

fn count_is(node: &Node, wrong: &mut Wrong<'_>) -> Option<Condition> {
    node.only(&["of", "is", "at_least", "at_most"], wrong);
    let of = node.must("of", "say which elements", wrong).and_then(|node| ladder(node, wrong));
    let number = |key: &str, wrong: &mut Wrong<'_>| node.get(key).and_then(|node| node.number(wrong));
    let (is, at_least, at_most) = (number("is", wrong), number("at_least", wrong), number("at_most", wrong));
    if is.is_none() && at_least.is_none() && at_most.is_none() {
        wrong.say(Code::MissingKey, node.place, "no number is given", "say `is`, `at_least` or `at_most`");
    }
    Some(Condition::Count(CountIs { of: of?, is, at_least, at_most }))
}
