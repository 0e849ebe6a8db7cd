//! Values against their declarations: arguments before a run, texts read from a screen during it. Strict both ways:
//! what does not fit is an error that says why, never a guess and never a zero.

mod number;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use crate::action::Parse;
use crate::inputs::{Input, Inputs, ValueType};
use crate::read::nearest;

/// Arguments that fit their declarations, as text, in the order of the declarations.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bound(IndexMap<String, String>);

impl Bound {
    /// The arguments.
    pub fn texts(&self) -> &IndexMap<String, String> {
        &self.0
    }

    /// The arguments.
    pub fn into_texts(self) -> IndexMap<String, String> {
        self.0
    }
}

/// One argument that does not fit. The run that would take it fails with INPUT_INVALID.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {reason}")]
pub struct InputInvalid {
    /// Which input.
    pub name: String,
    /// Why, without the value when the input is sensitive.
    pub reason: String,
    /// What to do.
    pub hint: String,
}

/// Why a text is not the value it should be. Reads after "which is".
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no {wanted}")]
pub struct NotAValue {
    /// What was wanted: `decimal number`, `whole number`, `date`.
    pub wanted: &'static str,
}

/// Checks arguments given as JSON. All that do not fit are told.
///
/// A decimal may be a number or a text; a string must be a text, because 00123 as a number would lose its zeros.
pub fn check_inputs(inputs: &Inputs, given: &Map<String, Value>) -> Result<Bound, Vec<InputInvalid>> {
    let mut wrong = unknown(inputs, given.keys().map(String::as_str));
    let mut bound = IndexMap::new();
    for (name, input) in inputs {
        let value = match given.get(name.as_str()) {
            None | Some(Value::Null) => {
                wrong.extend(missing(name.as_str(), input));
                continue;
            }
            Some(value) => value,
        };
        match argument(input, value) {
            Ok(text) => drop(bound.insert(name.to_string(), text)),
            Err(problem) => wrong.push(problem.of(name.as_str(), input)),
        }
    }
    if wrong.is_empty() { Ok(Bound(bound)) } else { Err(wrong) }
}

/// Checks arguments given as texts, as `--input name=value` gives them: each is typed by its declaration.
pub fn check_texts<'a>(
    inputs: &Inputs,
    given: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Bound, Vec<InputInvalid>> {
    let mut map = Map::new();
    let mut twice = Vec::new();
    for (name, text) in given {
        let typed = match inputs.get(name).map(|input| input.value_type) {
            Some(ValueType::Boolean) if matches!(text, "true" | "false") => Value::Bool(text == "true"),
            Some(ValueType::Integer) => number::integer(text).map_or_else(|| Value::from(text), Value::from),
            _ => Value::from(text),
        };
        if map.insert(name.to_owned(), typed).is_some() {
            let (reason, hint) = ("it is given twice".to_owned(), "give it once".to_owned());
            twice.push(InputInvalid { name: name.to_owned(), reason, hint });
        }
    }
    match check_inputs(inputs, &map) {
        Ok(bound) if twice.is_empty() => Ok(bound),
        Ok(_) => Err(twice),
        Err(wrong) => Err(twice.into_iter().chain(wrong).collect()),
    }
}

fn unknown<'a>(inputs: &Inputs, given: impl Iterator<Item = &'a str>) -> Vec<InputInvalid> {
    let names = || inputs.keys().map(|name| name.as_str());
    given
        .filter(|name| !inputs.contains_key(*name))
        .map(|name| {
            let hint = match nearest(name, names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if inputs.is_empty() => "this scenario takes no inputs".to_owned(),
                None => format!("the inputs are {}", names().collect::<Vec<_>>().join(", ")),
            };
            InputInvalid { name: name.to_owned(), reason: "there is no such input".to_owned(), hint }
        })
        .collect()
}

fn missing(name: &str, input: &Input) -> Option<InputInvalid> {
    let example = input.example.as_deref().unwrap_or("…");
    input.required.then(|| InputInvalid {
        name: name.to_owned(),
        reason: "it must be given".to_owned(),
        hint: format!("add --input {name}={example}"),
    })
}

/// Why an argument does not fit, before its name is known.
struct Problem {
    reason: String,
    hint: String,
}

impl Problem {
    fn of(self, name: &str, input: &Input) -> InputInvalid {
        let hint = match &input.example {
            Some(example) => format!("{}, as \"{example}\"", self.hint),
            None => self.hint,
        };
        InputInvalid { name: name.to_owned(), reason: self.reason, hint }
    }
}

fn argument(input: &Input, value: &Value) -> Result<String, Problem> {
    let text = match (input.value_type, value) {
        (ValueType::String | ValueType::Date, Value::String(text)) => text.clone(),
        (ValueType::Decimal, Value::String(text)) => text.clone(),
        (ValueType::Decimal | ValueType::Integer, Value::Number(number)) => number.to_string(),
        (ValueType::Boolean, Value::Bool(flag)) => flag.to_string(),
        (wanted, other) => {
            let reason = format!("{} is wanted, not {}", described(wanted), json_kind(other));
            return Err(Problem { reason, hint: format!("give {}", described(wanted)) });
        }
    };
    let shown = || if input.sensitive { "the value".to_owned() } else { format!("\"{text}\"") };
    let fits = match input.value_type {
        ValueType::Decimal => number::is_decimal(&text),
        ValueType::Integer => number::integer(&text).is_some(),
        ValueType::Date => number::is_date(&text),
        ValueType::String | ValueType::Boolean => true,
    };
    if !fits {
        let reason = format!("{} is not {}", shown(), described(input.value_type));
        return Err(Problem { reason, hint: format!("give {}", described(input.value_type)) });
    }
    match &input.pattern {
        Some(pattern) if !pattern.matches(&text) => Err(Problem {
            reason: format!("{} does not match {}", shown(), pattern.source()),
            hint: format!("give a value that matches {}", pattern.source()),
        }),
        _ => Ok(text),
    }
}

fn described(value_type: ValueType) -> &'static str {
    match value_type {
        ValueType::String => "a text",
        ValueType::Decimal => "a decimal number",
        ValueType::Integer => "a whole number",
        ValueType::Date => "a date as 2026-11-30",
        ValueType::Boolean => "true or false",
    }
}

fn json_kind(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::Bool(flag) => format!("the boolean {flag}"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "a map".to_owned(),
    }
}

/// Understands a text read from a screen, as `parse` says, else as the output's type does. Decimals come back as plain
/// digits with a point, so that no cent is lost on the way.
pub fn read_output(text: &str, parse: Option<Parse>, declared: Option<ValueType>) -> Result<String, NotAValue> {
    let parse = parse.unwrap_or(match declared {
        Some(ValueType::Decimal) => Parse::Decimal,
        Some(ValueType::Integer) => Parse::Integer,
        Some(ValueType::Date) => Parse::Date,
        Some(ValueType::Boolean) => Parse::Boolean,
        Some(ValueType::String) | None => Parse::Text,
    });
    let trimmed = text.trim();
    let (read, wanted) = match parse {
        Parse::Text => (Some(text.to_owned()), "text"),
        Parse::Currency => (number::currency(trimmed), "amount of money"),
        Parse::Decimal => (number::decimal(trimmed), "decimal number"),
        Parse::Integer => (number::decimal(trimmed).filter(|number| !number.contains('.')), "whole number"),
        Parse::Date => (number::is_date(trimmed).then(|| trimmed.to_owned()), "date as 2026-11-30"),
        Parse::Boolean => (boolean(trimmed), "yes or no"),
    };
    let value = read.ok_or(NotAValue { wanted })?;
    if fits_type(&value, declared) { Ok(value) } else { Err(NotAValue { wanted: declared_words(declared) }) }
}

/// A parse may give a value that the output's type has no room for: a text for a decimal.
fn fits_type(value: &str, declared: Option<ValueType>) -> bool {
    match declared {
        None | Some(ValueType::String) => true,
        Some(ValueType::Decimal) => number::is_decimal(value),
        Some(ValueType::Integer) => number::integer(value).is_some(),
        Some(ValueType::Date) => number::is_date(value),
        Some(ValueType::Boolean) => matches!(value, "true" | "false"),
    }
}

fn declared_words(declared: Option<ValueType>) -> &'static str {
    match declared {
        Some(ValueType::Decimal) => "decimal number",
        Some(ValueType::Integer) => "whole number",
        Some(ValueType::Date) => "date as 2026-11-30",
        Some(ValueType::Boolean) => "yes or no",
        _ => "text",
    }
}

fn boolean(text: &str) -> Option<String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" => Some("true".to_owned()),
        "false" | "no" => Some("false".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
