//! Quoting. A text stays plain only where YAML 1.1 and 1.2 both read it as that very text; else it is double-quoted.

use std::fmt::Write;

use serde_json::{Number, Value};

/// Words that YAML 1.1 or 1.2 reads as something else than a text, in any case.
const RESERVED: [&str; 10] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan"];
/// A plain text longer than that is quoted, so that no reader or editor is tempted to fold it.
const LONGEST_PLAIN: usize = 200;

/// The value on one line, in flow style.
pub fn in_flow(value: &Value) -> String {
    let mut out = String::new();
    write_flow(&mut out, value);
    out
}

/// True when the text may stand without quotes anywhere, in block or flow.
pub fn plain_is_safe(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    (is_letter(first) || matches!(first, '_' | '/' | '('))
        && text.len() <= LONGEST_PLAIN
        && !text.ends_with(' ')
        && text.chars().all(is_plain_inside)
        && !RESERVED.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// A text as a scalar: plain where that is safe, double-quoted else.
pub(super) fn text(text: &str) -> String {
    if plain_is_safe(text) { text.to_owned() } else { quoted(text) }
}

fn write_flow(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(flag) => out.push_str(if *flag { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&self::number(number)),
        Value::String(words) => out.push_str(&text(words)),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { ", " });
                write_flow(out, item);
            }
            out.push(']');
        }
        Value::Object(map) if map.is_empty() => out.push_str("{}"),
        Value::Object(map) => {
            for (index, (key, value)) in map.iter().enumerate() {
                out.push_str(if index == 0 { "{ " } else { ", " });
                let key = text(key);
                if key.chars().count() > super::LONGEST_KEY {
                    out.push_str("? ");
                }
                out.push_str(&key);
                out.push_str(": ");
                write_flow(out, value);
            }
            out.push_str(" }");
        }
    }
}

/// YAML 1.1 takes a number for a float only with a point, and its exponent only with a sign.
fn number(number: &Number) -> String {
    if number.is_i64() || number.is_u64() {
        return number.to_string();
    }
    let Some(float) = number.as_f64().filter(|float| float.is_finite()) else { return "null".to_owned() };
    let written = format!("{float:?}");
    let (mantissa, exponent) = written.split_once('e').map_or((written.as_str(), None), |(m, e)| (m, Some(e)));
    let point = if mantissa.contains('.') { "" } else { ".0" };
    match exponent {
        None => format!("{mantissa}{point}"),
        Some(negative) if negative.starts_with('-') => format!("{mantissa}{point}e{negative}"),
        Some(positive) => format!("{mantissa}{point}e+{positive}"),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            _ if shown(char) => out.push(char),
            _ if (char as u32) > 0xFFFF => drop(write!(out, "\\U{:08X}", char as u32)),
            _ => drop(write!(out, "\\u{:04X}", char as u32)),
        }
    }
    out.push('"');
    out
}

/// True for what every reader takes raw and every reviewer can see. Line breaks of other alphabets, byte-order marks,
/// and marks that turn the direction of writing are escaped, so that a text cannot look like another.
fn shown(char: char) -> bool {
    let code = char as u32;
    let control = code < 0x20 || (0x7F..=0xA0).contains(&code);
    let invisible = matches!(code, 0xAD | 0x061C | 0x200B..=0x200F | 0x2028..=0x202F | 0x205F..=0x206F | 0xFEFF);
    let no_character =
        code & 0xFFFE == 0xFFFE || (0xFDD0..=0xFDEF).contains(&code) || (0xE000..=0xF8FF).contains(&code);
    !control && !invisible && !no_character && code < 0xE_0000
}

fn is_letter(char: char) -> bool {
    char.is_ascii_alphabetic() || (char.is_alphabetic() && (char as u32) < 0xE000 && shown(char))
}

fn is_plain_inside(char: char) -> bool {
    char.is_ascii_digit() || is_letter(char) || " _./-()+;!?'@$%&*=<>|^".contains(char)
}
