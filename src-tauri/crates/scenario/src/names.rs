//! Names as types, so that a step's id is never taken for a checkpoint's, and the place a thing stands at in its file.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

/// Where something stands in its file, both from 1; the column counts characters.
///
/// All places are equal: two documents that differ only in layout are the same document, and the seal never sees a
/// place.
#[derive(Debug, Clone, Copy, Default, Eq)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

macro_rules! name {
    ($(#[$doc:meta])* $name:ident, $pattern:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// The regular expression that every such name matches.
            pub const PATTERN: &'static str = $pattern;

            /// The name, when `text` has its form.
            pub fn new(text: &str) -> Option<$name> {
                Self::is_one(text).then(|| $name(text.to_owned()))
            }

            /// As text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.0 == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.0 == *other
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "pattern": $pattern})
            }
        }
    };
}

name! {
    /// What callers call a scenario, an input, an output, a variable or a family: lower_snake.
    Name, "^[a-z][a-z0-9_]*$"
}
name! {
    /// A step: `screen.control`, both lower_snake.
    StepId, "^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$"
}
name! {
    /// A checkpoint: `cp.logged_in`.
    CheckpointId, "^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)?$"
}
name! {
    /// What a detector or an outcome is called: SCREAMING_SNAKE.
    OutcomeCode, "^[A-Z][A-Z0-9_]*$"
}

// The forms are checked by hand: compiling four patterns would cost every offline verb a millisecond of its start.
impl Name {
    fn is_one(text: &str) -> bool {
        is_snake(text)
    }
}

impl StepId {
    fn is_one(text: &str) -> bool {
        text.split_once('.').is_some_and(|(screen, control)| is_snake(screen) && is_snake(control))
    }

    /// The part before the dot: the screen the step is on.
    pub fn screen(&self) -> &str {
        self.0.split('.').next().unwrap_or_default()
    }
}

impl CheckpointId {
    fn is_one(text: &str) -> bool {
        is_snake(text) || StepId::is_one(text)
    }
}

impl OutcomeCode {
    fn is_one(text: &str) -> bool {
        let rest = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        text.as_bytes().first().is_some_and(u8::is_ascii_uppercase) && text.bytes().all(rest)
    }
}

fn is_snake(text: &str) -> bool {
    let rest = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    text.as_bytes().first().is_some_and(u8::is_ascii_lowercase) && text.bytes().all(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hand_written_forms_agree_with_their_patterns() {
        let texts = [
            "", "a", "A", "a1", "1a", "_a", "a_b", "a.b", "a.b.c", "a.", ".b", "a b", "A_B", "A1", "A-B", "é", "a.B",
            "cp.x",
        ];
        for text in texts {
            let holds = |pattern: &str| regex::Regex::new(pattern).unwrap().is_match(text);
            assert_eq!(Name::is_one(text), holds(Name::PATTERN), "{text:?} as a name");
            assert_eq!(StepId::is_one(text), holds(StepId::PATTERN), "{text:?} as a step");
            assert_eq!(CheckpointId::is_one(text), holds(CheckpointId::PATTERN), "{text:?} as a checkpoint");
            assert_eq!(OutcomeCode::is_one(text), holds(OutcomeCode::PATTERN), "{text:?} as a code");
        }
    }
}
