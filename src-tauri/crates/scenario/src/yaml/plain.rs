//! What an unquoted word is. Only what YAML 1.1 and YAML 1.2 readers agree on counts.

/// What an unquoted word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plain {
    /// Nothing, `null` or `~`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// `0`, `-12`.
    Integer,
    /// `1.5`, `-0.25`, `1.0e+5`.
    Float,
    /// Something that some readers take for a text and others for a number, a date, a boolean or nothing.
    Ambiguous,
    /// A text to every reader.
    Text,
}

/// Words that some YAML reader takes for a boolean, nothing or not a number, whatever their case.
const RESERVED: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];

/// Says what an unquoted word is (YAML 1.2.2 §10.3.2 core schema; the 1.1 types of yaml.org/type).
pub fn plain(text: &str) -> Plain {
    match text {
        "" | "~" | "null" => return Plain::Null,
        "true" => return Plain::Boolean(true),
        "false" => return Plain::Boolean(false),
        "=" | "<<" => return Plain::Ambiguous,
        _ => {}
    }
    let first = text.as_bytes()[0];
    if first.is_ascii_digit() || matches!(first, b'+' | b'-' | b'.') {
        return numeric(text);
    }
    if RESERVED.iter().any(|word| text.eq_ignore_ascii_case(word)) { Plain::Ambiguous } else { Plain::Text }
}

fn numeric(text: &str) -> Plain {
    if is_integer(text) {
        return Plain::Integer;
    }
    if is_float(text) {
        return Plain::Float;
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let lower = unsigned.to_ascii_lowercase();
    let special = matches!(lower.as_str(), ".inf" | ".nan");
    let based = ["0x", "0o", "0b"].iter().any(|base| {
        lower
            .strip_prefix(base)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_hexdigit() || b == b'_'))
    });
    if special || based || is_grouped(&lower) || is_date(unsigned) { Plain::Ambiguous } else { Plain::Text }
}

/// No leading zero: 010 is 8 to a YAML 1.1 reader.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'))
}

/// A point with digits on both sides; an exponent only with its sign. YAML 1.1 takes the rest for text.
fn is_float(text: &str) -> bool {
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
    let Some((whole, fraction)) = mantissa.split_once('.') else { return false };
    let exponent = exponent.is_none_or(|exponent| exponent.strip_prefix(['+', '-']).is_some_and(all_digits));
    is_integer(if whole == "-0" { "0" } else { whole }) && all_digits(fraction) && exponent
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Digits with separators, points, colons (1:30 is ninety) or an exponent.
fn is_grouped(lower: &str) -> bool {
    let (mantissa, exponent) = lower.split_once('e').map_or((lower, None), |(m, e)| (m, Some(e)));
    let exponent = exponent.is_none_or(|exponent| all_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)));
    let inside = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'_' | b'.' | b':' | b',');
    mantissa.bytes().any(|byte| byte.is_ascii_digit()) && mantissa.bytes().all(inside) && exponent
}

/// `2026-11-30`, alone or with a time.
fn is_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let (Some(year), Some(month), Some(rest)) = (parts.next(), parts.next(), parts.next()) else { return false };
    let day_length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let after = rest[day_length..].chars().next();
    year.len() == 4
        && all_digits(year)
        && all_digits(month)
        && month.len() <= 2
        && (1..=2).contains(&day_length)
        && after.is_none_or(|after| matches!(after, 'T' | 't' | ' ' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_all_readers_agree_on_counts() {
        let groups = [
            (Plain::Null, &["", "~", "null"][..]),
            (Plain::Boolean(true), &["true"]),
            (Plain::Boolean(false), &["false"]),
            (Plain::Integer, &["0", "-0", "1", "-12", "10003"]),
            (Plain::Float, &["1.5", "-0.25", "0.0", "1.0e+5", "1411.21", "-2.5E-3"]),
            (
                Plain::Ambiguous,
                &[
                    "y",
                    "N",
                    "Yes",
                    "no",
                    "ON",
                    "off",
                    "True",
                    "FALSE",
                    "Null",
                    "NULL",
                    "010",
                    "0o17",
                    "0x1F",
                    "0b11",
                    "1_000",
                    "1,000",
                    "1:30",
                    "1:30:15.5",
                    "2026-11-30",
                    "2026-1-3 10:00:00",
                    "2026-11-30T12:00:00Z",
                    ".inf",
                    "-.INF",
                    ".nan",
                    "1e3",
                    "1.",
                    ".5",
                    "+1",
                    "1.2.3",
                    "=",
                    "<<",
                    "007",
                ],
            ),
            (
                Plain::Text,
                &[
                    "yellow",
                    "none",
                    "nothing",
                    "3 items",
                    "10-digit",
                    "2nd",
                    "-",
                    "--",
                    "-a",
                    "...",
                    "../x",
                    "1.2.3-rc1",
                    "2026-11",
                    "2026-11-30x",
                    "e3",
                    "0xyz",
                    "Sign On",
                    "1 000",
                    "+",
                    "nan",
                ],
            ),
        ];
        for (expected, texts) in groups {
            for text in texts {
                assert_eq!(plain(text), expected, "{text:?} without quotes");
            }
        }
    }
}
