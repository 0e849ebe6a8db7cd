//! Writes values as YAML that any YAML 1.1 or 1.2 reader reads back as the same value.
//!
//! The two versions disagree about plain words (`on`, `1:30`, `1_000`, `=`), so a text is left plain only where both
//! take it for a text (`scalar`). Small maps and lists are written on one line, as a person would.

mod scalar;

use serde_json::Value;

pub use scalar::{in_flow, plain_is_safe};

/// The width a map or list on one line may reach.
const WIDTH: usize = 120;
/// YAML readers give up on a key on one line after 1,024 characters; longer ones are written with `?`.
const LONGEST_KEY: usize = 1_000;

/// Writes a whole document, a line feed at its end.
pub fn document(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Object(map) if !map.is_empty() => write_map(&mut out, map, 0, 0),
        Value::Array(items) if !items.is_empty() => write_list(&mut out, items, 0, 0),
        _ => {
            out.push_str(&in_flow(value));
            out.push('\n');
        }
    }
    out
}

/// Writes a map's or list's lines, each indented by `indent` columns, for a place `depth` levels into a document.
pub fn block(value: &Value, indent: usize, depth: usize) -> String {
    let mut out = String::new();
    match value {
        Value::Object(map) if !map.is_empty() => write_map(&mut out, map, indent, depth),
        Value::Array(items) if !items.is_empty() => write_list(&mut out, items, indent, depth),
        _ => {
            spaces(&mut out, indent);
            out.push_str(&in_flow(value));
            out.push('\n');
        }
    }
    out
}

/// Writes `key: value` at `indent`, on as many lines as it needs.
pub fn entry(key: &str, value: &Value, indent: usize, depth: usize) -> String {
    let mut out = String::new();
    spaces(&mut out, indent);
    write_entry(&mut out, key, value, indent, depth);
    out
}

/// Writes a list's item at `indent`, dash and all.
pub fn item(value: &Value, indent: usize, depth: usize) -> String {
    let mut out = String::new();
    write_item(&mut out, value, indent, depth);
    out
}

/// A key as it is written before its colon; none when it is too long for one line.
pub fn key(key: &str) -> Option<String> {
    let written = scalar::text(key);
    (written.chars().count() <= LONGEST_KEY).then_some(written)
}

fn write_map(out: &mut String, map: &serde_json::Map<String, Value>, indent: usize, depth: usize) {
    for (key, value) in map {
        spaces(out, indent);
        write_entry(out, key, value, indent, depth);
    }
}

fn write_entry(out: &mut String, name: &str, value: &Value, indent: usize, depth: usize) {
    let written = key(name);
    let column = match written {
        Some(written) => {
            let column = indent + written.chars().count() + 2;
            out.push_str(&written);
            column
        }
        None => {
            out.push_str("? ");
            out.push_str(&scalar::text(name));
            out.push('\n');
            spaces(out, indent);
            indent + 2
        }
    };
    out.push(':');
    if let Some(line) = one_line(value, column, depth + 1) {
        out.push(' ');
        out.push_str(&line);
        out.push('\n');
        return;
    }
    out.push('\n');
    out.push_str(&block(value, indent + 2, depth + 1));
}

fn write_list(out: &mut String, items: &[Value], indent: usize, depth: usize) {
    for value in items {
        write_item(out, value, indent, depth);
    }
}

fn write_item(out: &mut String, value: &Value, indent: usize, depth: usize) {
    spaces(out, indent);
    out.push_str("- ");
    match one_line(value, indent + 2, depth + 1) {
        Some(line) => {
            out.push_str(&line);
            out.push('\n');
        }
        None => {
            let lines = block(value, indent + 2, depth + 1);
            out.push_str(lines.trim_start_matches(' '));
        }
    }
}

/// The value on one line, where it fits and reads well so.
pub(crate) fn one_line(value: &Value, column: usize, depth: usize) -> Option<String> {
    let scalar = !matches!(value, Value::Object(_) | Value::Array(_));
    if scalar || is_empty(value) {
        return Some(in_flow(value));
    }
    if wants_lines(value, depth) || has_long_key(value) {
        return None;
    }
    let line = in_flow(value);
    (column + line.chars().count() <= WIDTH).then_some(line)
}

/// A step, and at the top of a document whatever holds more than plain values, stands on lines of its own.
fn wants_lines(value: &Value, depth: usize) -> bool {
    match value {
        Value::Object(map) => {
            is_step(map) || (depth == 1 && map.values().any(is_container)) || map.values().any(holds_steps)
        }
        Value::Array(items) => holds_steps(value) || (depth == 1 && items.iter().any(is_container)),
        _ => false,
    }
}

fn is_step(map: &serde_json::Map<String, Value>) -> bool {
    map.contains_key("id") && map.values().any(is_container)
}

fn holds_steps(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(|item| item.as_object().is_some_and(is_step)),
        Value::Object(map) => map.values().any(holds_steps),
        _ => false,
    }
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Object(_) | Value::Array(_))
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}

fn has_long_key(value: &Value) -> bool {
    match value {
        Value::Object(map) => map.iter().any(|(name, value)| key(name).is_none() || has_long_key(value)),
        Value::Array(items) => items.iter().any(has_long_key),
        _ => false,
    }
}

fn spaces(out: &mut String, count: usize) {
    out.extend(std::iter::repeat_n(' ', count));
}

#[cfg(test)]
mod tests;
