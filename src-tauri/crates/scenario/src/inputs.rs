//! What goes into a scenario and what comes out of it: the declarations. Values are checked against them in
//! [`crate::values`].

use std::borrow::Cow;

use indexmap::IndexMap;
use regex::Regex;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::names::{Name, OutcomeCode};

/// The declared inputs, in the order they are written.
pub type Inputs = IndexMap<Name, Input>;
/// The declared outputs, in the order they are written.
pub type Outputs = IndexMap<Name, Output>;

/// The types a value can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ValueType {
    /// Text, kept letter for letter.
    #[default]
    String,
    /// A number with an exact decimal point, carried as text so that no cent is lost.
    Decimal,
    /// A whole number.
    Integer,
    /// A calendar day, `2026-11-30`.
    Date,
    /// `true` or `false`.
    Boolean,
}

/// One declared input.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its type.
    #[serde(rename = "type")]
    pub value_type: ValueType,
    /// Must be given. So it is unless the document says otherwise.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub required: bool,
    /// What its text must match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<Pattern>,
    /// One value that fits, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    /// Masked wherever it is stored or shown.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sensitive: bool,
}

/// One declared output.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// Its type.
    #[serde(rename = "type")]
    pub value_type: ValueType,
    /// A run without it may still succeed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// Masked wherever it is stored or shown.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sensitive: bool,
}

/// What the scenario promises its callers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contract {
    /// What it leaves behind.
    pub side_effect: SideEffect,
    /// Running it twice is the same as running it once.
    #[serde(default, skip_serializing_if = "is_false")]
    pub idempotent: bool,
    /// The business outcomes it may end with, each with the fields of its payload.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub outcomes: IndexMap<OutcomeCode, IndexMap<Name, PayloadField>>,
}

/// What a run leaves behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SideEffect {
    /// Nothing.
    #[default]
    None,
    /// Something new.
    Creates,
    /// Something changed.
    Modifies,
    /// Money that moved.
    MovesMoney,
}

/// One field of an outcome's payload. Written `string`, or `{ type: string, optional: true }`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PayloadField {
    /// Its type.
    pub value_type: ValueType,
    /// May be missing.
    pub optional: bool,
}

/// A regular expression, compiled when it is first used: most verbs never match one.
#[derive(Debug, Clone)]
pub struct Pattern {
    source: String,
    compiled: std::sync::OnceLock<Option<Regex>>,
}

impl Pattern {
    /// Checks the syntax only, which is cheap; the error says what is wrong in the pattern's own words.
    pub fn new(source: &str) -> Result<Pattern, String> {
        crate::pattern::check(source)?;
        Ok(Pattern { source: source.to_owned(), compiled: std::sync::OnceLock::new() })
    }

    /// As it is written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// True when the text matches somewhere; write `^…$` for the whole. A pattern too big to compile matches nothing.
    pub fn matches(&self, text: &str) -> bool {
        self.compiled.get_or_init(|| Regex::new(&self.source).ok()).as_ref().is_some_and(|regex| regex.is_match(text))
    }
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Pattern) -> bool {
        self.source == other.source
    }
}

impl Serialize for Pattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.source)
    }
}

impl JsonSchema for Pattern {
    fn schema_name() -> Cow<'static, str> {
        "Pattern".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let description = "A regular expression of the Rust regex crate.";
        json_schema!({"type": "string", "format": "regex", "description": description})
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PayloadFieldInFull {
    #[serde(rename = "type")]
    value_type: ValueType,
    #[serde(default, skip_serializing_if = "is_false")]
    optional: bool,
}

impl Serialize for PayloadField {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.optional {
            PayloadFieldInFull { value_type: self.value_type, optional: true }.serialize(serializer)
        } else {
            self.value_type.serialize(serializer)
        }
    }
}

impl JsonSchema for PayloadField {
    fn schema_name() -> Cow<'static, str> {
        "PayloadField".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (short, full) = (generator.subschema_for::<ValueType>(), generator.subschema_for::<PayloadFieldInFull>());
        json_schema!({"anyOf": [short, full]})
    }
}

pub(crate) fn yes() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) fn is_true(flag: &bool) -> bool {
    *flag
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(crate) fn is_false(flag: &bool) -> bool {
    !*flag
}
