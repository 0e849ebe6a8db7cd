//! Conditions, and what is read into a payload.

use baton_screen::condition::{CountIs, ExtractFrom, ValueIs};
use baton_screen::{Condition, Extract, Ladder};

use crate::read::locator::{ladder, locator_fields, name_match, named_something};
use crate::read::{Fields, Reader, did_you_mean, nothing};
use crate::refusal::Code;
use crate::yaml::{Entry, Node};

/// The keys a condition can have.
pub(crate) const KEYS: [&str; 22] = [
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
    "output",
    "error_banner",
    "validation_message",
    "timeout",
    "dialog",
    "all",
    "any",
    "not",
];

/// Several conditions in a list.
pub(crate) fn conditions(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Vec<Condition>> {
    reader.some(node, condition)
}

/// A map of one key.
pub(crate) fn condition(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Condition> {
    let entries = reader.entries(node)?;
    match entries {
        [one] => single(reader, one),
        [] => {
            reader.refuse(Code::MissingKey, node.place, "this condition asks nothing", did_you_mean("", &KEYS));
            None
        }
        [_, second, ..] => {
            let message = format!("a condition has one key; `{}` is one too many", second.key);
            reader.refuse(Code::BadValue, second.place, message, "write two conditions, or `all: [{ … }, { … }]`");
            None
        }
    }
}

fn single(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Option<Condition> {
    let node = &entry.value;
    let of = |make: fn(Ladder) -> Condition, reader: &mut Reader<'_>| ladder(reader, node).map(make);
    match entry.key.as_ref() {
        "visible" => of(Condition::Visible, reader),
        "gone" => of(Condition::Gone, reader),
        "enabled" => of(Condition::Enabled, reader),
        "disabled" => of(Condition::Disabled, reader),
        "checked" => of(Condition::Checked, reader),
        "unchecked" => of(Condition::Unchecked, reader),
        "focused" => of(Condition::Focused, reader),
        "value" => value(reader, node),
        "count" => count(reader, node),
        "text" => words(reader, node).map(Condition::Text),
        "no_text" => words(reader, node).map(Condition::NoText),
        "region" => words(reader, node).map(Condition::Region),
        "address" => name_match(reader, node).map(Condition::Address),
        "title" => name_match(reader, node).map(Condition::Title),
        "output" => reader.text(node).map(Condition::Output),
        "error_banner" => reader.flag(node).map(Condition::ErrorBanner),
        "validation_message" => nothing(reader, node).map(Condition::ValidationMessage),
        "timeout" => reader.flag(node).map(Condition::Timeout),
        "dialog" => reader.bound_text(node).map(Condition::Dialog),
        "all" => conditions(reader, node).map(Condition::All),
        "any" => conditions(reader, node).map(Condition::Any),
        "not" => condition(reader, node).map(|inner| Condition::Not(Box::new(inner))),
        other => {
            let selector = matches!(other, "css" | "xpath" | "selector");
            let (code, hint) = match selector {
                true => {
                    (Code::CssOrXpath, "name it by role and name: { visible: { role: button, name: Save } }".to_owned())
                }
                false => (Code::UnknownKey, did_you_mean(other, &KEYS)),
            };
            reader.refuse(code, entry.place, format!("`{other}` is no condition"), hint);
            None
        }
    }
}

/// Words to look for. None at all would be found on every screen.
fn words(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<String> {
    let text = reader.bound_text(node)?;
    if text.trim().is_empty() {
        reader.refuse(
            Code::Empty,
            node.place,
            "no words are found on every screen",
            "write the words that must be there",
        );
        return None;
    }
    Some(text)
}

fn value(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Condition> {
    let mut fields = Fields::of(reader, node)?;
    let hint = "write { of: { role: textbox, name: Amount }, is: \"10.00\" }";
    let of = fields.must(reader, "of", hint).and_then(|node| ladder(reader, node));
    let is = fields.must(reader, "is", hint).and_then(|node| name_match(reader, node));
    fields.finish(reader);
    Some(Condition::Value(ValueIs { of: of?, is: is? }))
}

fn count(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Condition> {
    let mut fields = Fields::of(reader, node)?;
    let hint = "write { of: { role: row }, at_least: 1 }";
    let of = fields.must(reader, "of", hint).and_then(|node| ladder(reader, node));
    let number = |reader: &mut Reader<'_>, node: &Node<'_>| reader.whole(node, 0..=1_000_000);
    let is: Option<u32> = fields.read(reader, "is", number);
    let at_least: Option<u32> = fields.read(reader, "at_least", number);
    let at_most: Option<u32> = fields.read(reader, "at_most", number);
    let said = fields.has("is") || fields.has("at_least") || fields.has("at_most");
    fields.finish(reader);
    if !said {
        reader.refuse(Code::MissingKey, node.place, "how many is not said", "add `is`, `at_least` or `at_most`");
        return None;
    }
    Some(Condition::Count(CountIs { of: of?, is, at_least, at_most }))
}

/// One field of a payload: `{ text_near: … }`, `{ near: Name, optional: true }`, `{ from: [ … ] }`.
pub(crate) fn extract(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Extract> {
    let mut fields = Fields::of(reader, node)?;
    let optional = fields.read(reader, "optional", Reader::flag).unwrap_or_default();
    let from = if let Some(words) = fields.get("text_near") {
        reader.bound_text(words).map(ExtractFrom::TextNear)
    } else if let Some(label) = fields.get("validation_label") {
        nothing(reader, label).map(|_| ExtractFrom::ValidationLabel)
    } else if let Some(text) = fields.get("validation_text") {
        nothing(reader, text).map(|_| ExtractFrom::ValidationText)
    } else if let Some(from) = fields.get("from") {
        ladder(reader, from).map(ExtractFrom::Element)
    } else {
        let locator = locator_fields(reader, &mut fields);
        named_something(reader, node, locator).map(|locator| ExtractFrom::Element(Ladder::one(locator)))
    };
    fields.finish(reader);
    Some(Extract { from: from?, optional })
}
