//! What is written is read back by four readers: Baton's own, a YAML 1.1 one (libyaml's rules with the types of
//! yaml.org/type), a YAML 1.2 one with its core schema, and noyalib.

use proptest::prelude::*;
use regex::Regex;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

use super::*;

/// One step of a reader.
enum Token {
    Scalar { text: String, plain: bool },
    MapStart,
    ListStart,
    End,
}

/// Builds a value from a reader's steps, plain scalars by that version's rules.
fn build(tokens: &mut impl Iterator<Item = Token>, resolve: fn(&str) -> Value) -> Option<Value> {
    match tokens.next()? {
        Token::Scalar { text, plain: true } => Some(resolve(&text)),
        Token::Scalar { text, plain: false } => Some(Value::String(text)),
        Token::ListStart => Some(Value::Array(std::iter::from_fn(|| build(tokens, resolve)).collect())),
        Token::MapStart => {
            let mut map = Map::new();
            while let Some(key) = build(tokens, resolve) {
                let key = key.as_str().map_or_else(|| format!("not a text: {key}"), str::to_owned);
                map.insert(key, build(tokens, resolve)?);
            }
            Some(Value::Object(map))
        }
        Token::End => None,
    }
}

fn read_by_1_1(text: &str) -> Result<Value, String> {
    use libyaml_safer::{EventData, Parser, ScalarStyle};
    let mut bytes = text.as_bytes();
    let mut parser = Parser::new();
    parser.set_input_string(&mut bytes);
    let mut tokens = Vec::new();
    loop {
        match parser.parse().map_err(|error| format!("{error:?}"))?.data {
            EventData::Scalar { value, style, .. } => {
                tokens.push(Token::Scalar { text: value, plain: style == ScalarStyle::Plain });
            }
            EventData::MappingStart { .. } => tokens.push(Token::MapStart),
            EventData::SequenceStart { .. } => tokens.push(Token::ListStart),
            EventData::MappingEnd | EventData::SequenceEnd => tokens.push(Token::End),
            EventData::StreamEnd => break,
            _ => {}
        }
    }
    build(&mut tokens.into_iter(), resolve_1_1).ok_or_else(|| "no document".to_owned())
}

fn read_by_1_2(text: &str) -> Result<Value, String> {
    use granit_parser::{Event, Parser, ScalarStyle};
    let mut tokens = Vec::new();
    for event in Parser::new_from_str(text) {
        match event.map_err(|error| error.to_string())?.0 {
            Event::Scalar(text, style, ..) => {
                tokens.push(Token::Scalar { text: text.into_owned(), plain: style == ScalarStyle::Plain });
            }
            Event::MappingStart(..) => tokens.push(Token::MapStart),
            Event::SequenceStart(..) => tokens.push(Token::ListStart),
            Event::MappingEnd | Event::SequenceEnd => tokens.push(Token::End),
            _ => {}
        }
    }
    build(&mut tokens.into_iter(), resolve_1_2).ok_or_else(|| "no document".to_owned())
}

/// Baton's own reader, which refuses a plain word that is not the same in every version.
fn read_by_own(text: &str) -> Result<Value, String> {
    let mut refusals = Vec::new();
    let node = crate::yaml::read("a.yaml", text, &mut refusals);
    match (node, refusals.first()) {
        (Some(node), None) => own_value(&node),
        (_, refusal) => Err(format!("{refusal:?}")),
    }
}

fn own_value(node: &crate::yaml::Node<'_>) -> Result<Value, String> {
    use crate::yaml::{Plain, What, plain};
    match &node.what {
        What::Quoted(text) => Ok(json!(text)),
        What::List(items) => items.iter().map(own_value).collect(),
        What::Map(entries) => {
            entries.iter().map(|entry| Ok((entry.key.to_string(), own_value(&entry.value)?))).collect()
        }
        What::Plain(text) => match plain(text) {
            Plain::Text => Ok(json!(text)),
            Plain::Null => Ok(Value::Null),
            Plain::Boolean(flag) => Ok(json!(flag)),
            Plain::Integer => serde_json::from_str(text).map_err(|error| error.to_string()),
            Plain::Float => text.parse::<f64>().map(|float| json!(float)).map_err(|error| error.to_string()),
            Plain::Ambiguous => Err(format!("`{text}` is ambiguous")),
        },
    }
}

fn pattern(text: &str) -> Regex {
    Regex::new(&format!("^(?:{text})$")).unwrap()
}

/// The implicit types of yaml.org/type, YAML 1.1; what is none of ours is named, so that it never equals a text.
fn resolve_1_1(text: &str) -> Value {
    static INT: LazyLock<Regex> = LazyLock::new(|| pattern("[-+]?(0|[1-9][0-9]*)"));
    static FLOAT: LazyLock<Regex> = LazyLock::new(|| pattern(r"[-+]?[0-9][0-9]*\.[0-9]*([eE][-+][0-9]+)?"));
    static OTHER: LazyLock<Regex> = LazyLock::new(|| {
        pattern(concat!(
            r"[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?",
            r"|[-+]?[0-9][0-9_]*|[-+]?([0-9][0-9_]*)?\.[0-9._]*([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
            r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*|=|<<",
        ))
    });
    static BOOL: LazyLock<Regex> = LazyLock::new(|| pattern("(?i)y|n|yes|no|on|off|true|false"));
    match text {
        "true" => return json!(true),
        "false" => return json!(false),
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        _ => {}
    }
    if INT.is_match(text) {
        return serde_json::from_str(text.trim_start_matches('+')).unwrap();
    }
    if FLOAT.is_match(text) {
        return json!(text.parse::<f64>().unwrap());
    }
    if OTHER.is_match(text) || BOOL.is_match(text) {
        return json!({ "another type in YAML 1.1": text });
    }
    json!(text)
}

/// The core schema of YAML 1.2.
fn resolve_1_2(text: &str) -> Value {
    static INT: LazyLock<Regex> = LazyLock::new(|| pattern("[-+]?[0-9]+"));
    static FLOAT: LazyLock<Regex> = LazyLock::new(|| pattern(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"));
    static OTHER: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)|True|TRUE|False|FALSE")
    });
    match text {
        "true" => json!(true),
        "false" => json!(false),
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        _ if INT.is_match(text) => serde_json::from_str(text).unwrap_or_else(|_| json!({ "odd number": text })),
        _ if FLOAT.is_match(text) => json!(text.parse::<f64>().unwrap()),
        _ if OTHER.is_match(text) => json!({ "another type in YAML 1.2": text }),
        _ => json!(text),
    }
}

fn check(value: &Value) -> Result<(), String> {
    for text in [document(value), format!("{}\n", in_flow(value)), nested(value)] {
        let wanted = if text == nested(value) { json!({ "a": [{ "b": value }] }) } else { value.clone() };
        let reads: [(&str, Result<Value, String>); 4] = [
            ("Baton", read_by_own(&text)),
            ("a YAML 1.1 reader", read_by_1_1(&text)),
            ("a YAML 1.2 reader", read_by_1_2(&text)),
            ("noyalib", noyalib::from_str(&text).map_err(|error| error.to_string())),
        ];
        for (reader, read) in reads {
            if read.as_ref() != Ok(&wanted) {
                return Err(format!("{reader} read {read:?} from\n{text}\ninstead of {wanted}"));
            }
        }
    }
    Ok(())
}

fn nested(value: &Value) -> String {
    document(&json!({ "a": [{ "b": value }] }))
}

/// Texts that some reader takes for something else when they stand plain.
const TRAPS: &[&str] = &[
    "",
    " ",
    "y",
    "Y",
    "n",
    "N",
    "yes",
    "Yes",
    "NO",
    "on",
    "Off",
    "~",
    "null",
    "Null",
    "true",
    "False",
    "1:30",
    "1_000",
    "0b11",
    "0o7",
    "0777",
    "0x1F",
    "2026-01-01",
    "2026-01-01T10:00:00Z",
    "=",
    "<<",
    ".inf",
    "-.INF",
    ".nan",
    "NaN",
    "1e5",
    "1.5",
    ".5",
    "5.",
    "+1",
    "-1",
    "- a",
    "-",
    "--- ",
    "---",
    "...",
    "? a",
    ": a",
    "a: b",
    "a:",
    ":a",
    "a #b",
    "#a",
    "a#b",
    "&a",
    "*a",
    "!a",
    "!!str a",
    "%a",
    "@a",
    "`a",
    "|",
    ">",
    "[a",
    "a]",
    "{a}",
    "a, b",
    "'a'",
    "\"a\"",
    "a\\b",
    " a",
    "a ",
    "a\nb",
    "\n",
    "a\n",
    "\ta",
    "a\tb",
    "a\r\nb",
    "\u{85}",
    "\u{2028}",
    "\u{2029}",
    "\u{feff}a",
    "a\u{feff}",
    "\u{0}",
    "\u{7}",
    "\u{1b}[0m",
    "\u{7f}",
    "\u{9f}",
    "\u{a0}",
    "\u{ad}",
    "\u{fffe}",
    "\u{ffff}",
    "\u{10ffff}",
    "\u{1f600}",
    "👩‍👩‍👧",
    "\u{202e}abc",
    "日本語",
    "עברית",
    "a  b",
    "${inputs.x}",
    "secret://a/b",
    "http://127.0.0.1:8000",
    "10003",
    "0",
    "-0",
    "é",
    "/^[0-9]+$/",
    "(a)",
    "it's",
    "null ",
    "n/a",
    "tRuE",
    "yEs",
    "1,5",
    "12e03",
    "0.",
    "685_230.15",
    "190:20:30",
    "_1",
    "_",
    "/",
    "//",
    "a - b",
    "a ? b",
    "x<<",
];

#[test]
fn every_trap_is_read_back_as_the_text_it_is() {
    for trap in TRAPS {
        for value in [json!(trap), json!({ "k": trap }), json!({ *trap: 1 }), json!([trap, { *trap: [trap] }])] {
            check(&value).unwrap_or_else(|why| panic!("{trap:?} is not safe: {why}"));
        }
    }
}

#[test]
fn long_texts_and_keys_stay_whole() {
    for length in [100, 127, 128, 199, 201, 999, 1_000, 1_001, 1_023, 1_024, 5_000, 100_000] {
        let long = "word ".repeat(length / 5) + &"x".repeat(length % 5);
        check(&json!({ "k": long })).unwrap_or_else(|why| panic!("a text of {length}: {why}"));
        check(&json!({ long: { "a": [1] } })).unwrap_or_else(|why| panic!("a key of {length}: {why}"));
    }
}

#[test]
fn numbers_keep_their_type_in_both_versions() {
    let numbers = [1e20, 1e-7, 1.0, -0.0, 0.1, 1.5e300, f64::MIN_POSITIVE, f64::MAX, 123_456_789.125, 1e16, 5e-324];
    for float in numbers {
        check(&json!(float)).unwrap_or_else(|why| panic!("{float}: {why}"));
    }
    for number in [json!(0), json!(-1), json!(i64::MIN), json!(i64::MAX), json!(8), json!(10)] {
        check(&number).unwrap_or_else(|why| panic!("{number}: {why}"));
    }
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(TRAPS).prop_map(str::to_owned),
        "[a-z0-9 :#,_.\\-'\"\\[\\]{}!&*|>%@?=<~/]{0,12}",
        "\\PC{0,20}",
        prop::collection::vec(any::<char>(), 0..12).prop_map(|chars| chars.into_iter().collect()),
    ]
}

fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..=i64::MAX as u64).prop_map(Value::from),
        prop::num::f64::NORMAL.prop_map(Value::from),
        any_text().prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((any_text(), inner), 0..6)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_written_is_read_back(value in any_value()) {
        check(&value).map_err(TestCaseError::fail)?;
    }
}

#[test]
fn a_document_reads_as_a_person_would_write_it() {
    let value = json!({
        "baton": 1, "tags": ["smoke", "balance"], "start": { "path": "/login" },
        "inputs": { "member_id": { "type": "string", "pattern": "^[0-9]{5}$" } },
        "steps": [
            { "id": "login.user", "type": { "into": [{ "near": "Operator" }], "text": "${secrets.operator.user}" } },
            { "id": "a.b", "if": { "when": { "text": "x" }, "then": [{ "id": "a.c", "click": { "role": "link" } }] } },
        ],
    });
    insta::assert_snapshot!(document(&value), @r#"
    baton: 1
    tags: [smoke, balance]
    start: { path: /login }
    inputs:
      member_id: { type: string, pattern: "^[0-9]{5}$" }
    steps:
      - id: login.user
        type: { into: [{ near: Operator }], text: "${secrets.operator.user}" }
      - id: a.b
        if:
          when: { text: x }
          then:
            - id: a.c
              click: { role: link }
    "#);
}
