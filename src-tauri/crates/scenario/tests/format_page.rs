//! The page on the format is true: every example on it is read, fits the schema and comes back the same after it was
//! written; every action, condition and code is on it.
#![allow(clippy::unwrap_used, reason = "a test that cannot read its files should stop")]

use std::collections::BTreeSet;
use std::path::Path;

use baton_scenario::{Action, AnyTarget, Code, Document, Draft, Family, Policy, schema, write};
use indexmap::IndexMap;
use serde_json::Value;

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/scenario-format.md");
    std::fs::read_to_string(path).unwrap()
}

/// The fenced blocks, each with what follows the three ticks.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(done)) => blocks.push(done),
            (Some(kind), None) => open = Some((kind.to_owned(), String::new())),
            (None, Some((kind, text))) => open = Some((kind, format!("{text}{line}\n"))),
            (None, None) => {}
        }
    }
    blocks
}

const HEAD: &str = "baton: 1
name: page
target: t
inputs:
  member_id: { type: string }
outputs:
  savings_balance: { type: decimal, optional: true }
";

fn indented(text: &str, by: &str) -> String {
    text.lines().map(|line| format!("{by}{line}\n")).collect()
}

/// The examples as whole files.
fn files(page: &str) -> Vec<String> {
    blocks(page)
        .into_iter()
        .map(|(kind, text)| match kind.as_str() {
            "yaml" => text,
            "yaml steps" => format!("{HEAD}steps:\n{}", indented(&text, "  ")),
            "yaml conditions" => format!("{HEAD}steps:\n  - id: a.check\n    assert:\n{}", indented(&text, "      ")),
            other => panic!("a block of an unknown kind: {other}"),
        })
        .collect()
}

fn canonical(text: &str) -> Result<(Value, Value), String> {
    let told = |refusals: baton_scenario::Refusals| format!("{:#?}\nin\n{text}", refusals.all());
    let value = |read: Result<Value, serde_json::Error>| read.map_err(|error| error.to_string());
    Ok(if text.starts_with("baton_family") {
        (value(serde_json::to_value(Family::parse("page", text).map_err(told)?))?, schema::family())
    } else if text.starts_with("baton_policy") {
        (value(serde_json::to_value(Policy::parse("page", text).map_err(told)?))?, schema::policy())
    } else {
        (value(serde_json::to_value(Document::parse("page", text).map_err(told)?))?, schema::scenario())
    })
}

/// Every single value with the key it stands under.
fn leaves(value: &Value, key: &str, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| leaves(value, key, into)),
        Value::Array(items) => items.iter().for_each(|item| leaves(item, key, into)),
        Value::Number(number) => drop(into.insert(format!("{key}: {:?}", number.as_f64()))),
        single => drop(into.insert(format!("{key}: {single}"))),
    }
}

/// Values that say what holds anyway, and so are not in the canonical JSON.
const SAID_ANYWAY: [&str; 2] = ["digits: Some(6.0)", "period_s: Some(30.0)"];

#[test]
fn no_value_of_an_example_is_lost() {
    for text in files(&page()) {
        let (value, _) = canonical(&text).unwrap_or_else(|why| panic!("{why}"));
        let (mut by_hand, mut read) = (BTreeSet::new(), BTreeSet::new());
        leaves(&noyalib::from_str(&text).unwrap(), "", &mut by_hand);
        leaves(&value, "", &mut read);
        let lost: Vec<&String> =
            by_hand.difference(&read).filter(|leaf| !SAID_ANYWAY.contains(&leaf.as_str())).collect();
        assert!(lost.is_empty(), "read, but not kept: {lost:?} of\n{text}");
    }
}

#[test]
fn every_example_is_read_fits_the_schema_and_comes_back() {
    for text in files(&page()) {
        let (value, schema) = canonical(&text).unwrap_or_else(|why| panic!("{why}"));
        let written_by_hand: Value = noyalib::from_str(&text).unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        for (which, value) in [("as written", &written_by_hand), ("as canonical JSON", &value)] {
            let errors: Vec<String> =
                validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
            assert!(errors.is_empty(), "{which} it does not fit the schema: {}\n{text}", errors.join("; "));
        }
        let again = canonical(&write::document(&value)).unwrap_or_else(|why| panic!("written and read again: {why}"));
        assert_eq!(again.0, value, "written and read again it says something else:\n{text}");
    }
}

#[test]
fn examples_of_steps_hang_together() {
    let needs = "baton: 1\nname: find\ninputs:\n  member_id: { type: string }\noutputs:\n  name: { type: string }\nsteps:\n  - id: z.read\n    read: { name: { from: { near: Name } } }\n";
    let plain = "baton: 1\nname: sign_on\nsteps:\n  - { id: y.go, back: {} }\n";
    let family = "baton_family: 1\nname: core\n";
    for text in files(&page()).into_iter().filter(|text| text.starts_with("baton:")) {
        let asserts =
            if text.contains("expect") || text.contains("assert") { "" } else { "asserts_nothing: an example\n" };
        let files: IndexMap<String, String> = [
            ("page.yaml", format!("{text}{asserts}")),
            ("find.yaml", needs.to_owned()),
            ("sign_on.yaml", plain.to_owned()),
            ("families/legacy-core.yaml", family.to_owned()),
        ]
        .into_iter()
        .map(|(path, text)| (path.to_owned(), text))
        .collect();
        let refused = Draft::load(&files, &AnyTarget, "page.yaml", None).err();
        let codes: BTreeSet<Code> = refused
            .iter()
            .flat_map(|refusals| refusals.all())
            .map(|one| one.code)
            .filter(|code| *code != Code::OutputNotRead)
            .collect();
        assert!(codes.is_empty(), "{:#?}\nin\n{text}", refused.map(|refusals| refusals.all().to_vec()));
    }
}

#[test]
fn nothing_is_left_out_of_the_page() {
    let page = page();
    for key in Action::KEYS {
        assert!(page.contains(&format!("{key}:")), "no example of `{key}`");
    }
    for code in Code::ALL {
        assert!(page.contains(&format!("| `{code}` |")), "{code} is not in the table of refusals");
    }
    let schema = schema::scenario();
    let conditions = schema["$defs"]["Condition"]["oneOf"].as_array().unwrap();
    let keys: Vec<&String> = conditions.iter().flat_map(|one| one["properties"].as_object().unwrap().keys()).collect();
    assert!(keys.len() > 20, "the schema names the conditions: {keys:?}");
    for key in keys {
        assert!(page.contains(&format!("{key}:")), "no example of the condition `{key}`");
    }
}
