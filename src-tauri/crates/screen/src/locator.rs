//! Ways to name one element, as data. How they are answered is in [`mod@crate::locate`].

use std::borrow::Cow;
use std::fmt;

use regex::Regex;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::text;

/// Names one element in several ways, strongest first: the first rung that matches exactly one element answers.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ladder(pub Vec<Locator>);

/// One rung. Written flat, as in `{ near: "Member ID", role: textbox }`; [`Locator::by`] says which kind of rung it is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Locator {
    /// Test id or accessibility identifier, exactly.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// Role, exactly.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub role: Option<String>,
    /// Accessible name, exactly or by `/pattern/`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub name: Option<NameMatch>,
    /// The text beside it: to the right in the same row, else below.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub near: Option<String>,
    /// The cell of the row that contains one text and stands under the header with another.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cell: Option<CellQuery>,
    /// Only inside the one element this names.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub within: Option<Box<Locator>>,
    /// Its own visible text, exactly or by `/pattern/`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub text: Option<NameMatch>,
    /// Left, top, width and height, each divided by the recorded viewport's size.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none", default)]
    pub box_normalised: Option<[f64; 4]>,
    /// The viewport a box was recorded in.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub recorded: Option<[u32; 2]>,
    /// A box that a person looked at and allows to act unattended.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub reviewed: bool,
    /// The recorded picture at a box's place, as `sha256:…` of its blob.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub picture: Option<String>,
    /// Only in the frame of that name.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub frame: Option<String>,
}

/// Row and column of a [`Locator::cell`].
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CellQuery {
    /// A text that one cell of the row has, exactly.
    pub row: String,
    /// The header above the cell, exactly.
    pub column: String,
}

/// The kinds of rung, in the order a ladder should have them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Test id or accessibility identifier.
    Id,
    /// Role and accessible name.
    #[serde(rename = "role+name")]
    RoleName,
    /// The text beside it.
    Near,
    /// A table cell by row and column.
    Cell,
    /// Role alone, inside something else.
    Within,
    /// Its own text.
    Text,
    /// Its place on the screen.
    Box,
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            By::Id => "id",
            By::RoleName => "role+name",
            By::Near => "near",
            By::Cell => "cell",
            By::Within => "within",
            By::Text => "text",
            By::Box => "box",
        })
    }
}

impl Locator {
    /// Which kind of rung this is; none when it names nothing.
    pub fn by(&self) -> Option<By> {
        if self.box_normalised.is_some() {
            Some(By::Box)
        } else if self.id.is_some() {
            Some(By::Id)
        } else if self.cell.is_some() {
            Some(By::Cell)
        } else if self.near.is_some() {
            Some(By::Near)
        } else if self.text.is_some() {
            Some(By::Text)
        } else if self.name.is_some() {
            Some(By::RoleName)
        } else if self.within.is_some() || self.role.is_some() {
            Some(By::Within)
        } else {
            None
        }
    }

    /// The same locator with every text replaced by what `bind` makes of it.
    pub fn map_texts<E>(&self, bind: &mut dyn FnMut(&str) -> Result<String, E>) -> Result<Locator, E> {
        let mut bound = self.clone();
        for text in [&mut bound.id, &mut bound.near, &mut bound.frame].into_iter().flatten() {
            *text = bind(text)?;
        }
        for text in [&mut bound.name, &mut bound.text].into_iter().flatten() {
            *text = text.map_texts(bind)?;
        }
        if let Some(cell) = &mut bound.cell {
            cell.row = bind(&cell.row)?;
            cell.column = bind(&cell.column)?;
        }
        if let Some(within) = &bound.within {
            bound.within = Some(Box::new(within.map_texts(bind)?));
        }
        Ok(bound)
    }
}

impl Ladder {
    /// A ladder of one rung.
    pub fn one(rung: Locator) -> Ladder {
        Ladder(vec![rung])
    }

    /// The same ladder with every text replaced by what `bind` makes of it.
    pub fn map_texts<E>(&self, bind: &mut dyn FnMut(&str) -> Result<String, E>) -> Result<Ladder, E> {
        self.0.iter().map(|rung| rung.map_texts(bind)).collect::<Result<_, E>>().map(Ladder)
    }
}

/// Says the rung in words a person would use: `button "Search"`, `textbox near "Member ID"`.
impl fmt::Display for Locator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = self.role.as_deref();
        match self.by() {
            Some(By::Box) => {
                let [x, y, width, height] = self.box_normalised.unwrap_or_default();
                write!(f, "the place {x:.3}, {y:.3} ({width:.3} × {height:.3} of the viewport)")?;
            }
            Some(By::Id) => {
                write!(f, "{} with id \"{}\"", role.unwrap_or("element"), self.id.as_deref().unwrap_or(""))?
            }
            Some(By::Cell) => {
                if let Some(cell) = &self.cell {
                    write!(f, "{} in row \"{}\", column \"{}\"", role.unwrap_or("cell"), cell.row, cell.column)?;
                }
            }
            Some(By::Near) => {
                write!(f, "{}", role.unwrap_or("what stands"))?;
                if let Some(name) = &self.name {
                    write!(f, " {name}")?;
                }
                write!(f, " near \"{}\"", self.near.as_deref().unwrap_or(""))?;
            }
            Some(By::Text) => {
                write!(f, "{}", role.unwrap_or("text"))?;
                if let Some(text) = &self.text {
                    write!(f, " {text}")?;
                }
            }
            Some(By::RoleName) => {
                write!(f, "{}", role.unwrap_or("element"))?;
                if let Some(name) = &self.name {
                    write!(f, " {name}")?;
                }
            }
            Some(By::Within) => write!(f, "{}", role.unwrap_or("element"))?,
            None => write!(f, "nothing")?,
        }
        if let Some(within) = &self.within {
            write!(f, " within {within}")?;
        }
        if let Some(frame) = &self.frame {
            write!(f, " in frame {frame}")?;
        }
        Ok(())
    }
}

impl Serialize for Ladder {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl JsonSchema for Ladder {
    fn schema_name() -> Cow<'static, str> {
        "Ladder".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<Locator>();
        json_schema!({
            "description": "One locator, or several, strongest first: the first that matches exactly one element answers.",
            "oneOf": [one, {"type": "array", "items": one, "minItems": 1}],
        })
    }
}

/// A name to match: exactly (whitespace folded), or by a pattern written between slashes.
#[derive(Debug, Clone)]
pub enum NameMatch {
    /// The whole text, letter for letter.
    Exactly(String),
    /// Anywhere in the text, unless anchored.
    Pattern(Regex),
}

impl NameMatch {
    /// Reads `Save` or `/^Save/`. The error is the pattern's own.
    pub fn parse(text: &str) -> Result<NameMatch, regex::Error> {
        match text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
            Some(pattern) if !pattern.is_empty() => Ok(NameMatch::Pattern(Regex::new(&shield(pattern))?)),
            _ => Ok(NameMatch::Exactly(text.to_owned())),
        }
    }

    /// True when `text` is what was meant.
    pub fn matches(&self, text: &str) -> bool {
        match self {
            NameMatch::Exactly(exactly) => text::same(exactly, text),
            NameMatch::Pattern(pattern) => pattern.is_match(text),
        }
    }

    /// As it is written in a document.
    pub fn written(&self) -> Cow<'_, str> {
        match self {
            NameMatch::Exactly(exactly) => Cow::Borrowed(exactly),
            NameMatch::Pattern(pattern) => Cow::Owned(format!("/{}/", unshield(pattern.as_str()))),
        }
    }

    /// The same match with its text replaced by what `bind` makes of it. In a pattern only placeholders such as
    /// `${inputs.id}` are bound, each on its own, and what they stand for is taken letter for letter.
    pub fn map_texts<E>(&self, bind: &mut dyn FnMut(&str) -> Result<String, E>) -> Result<NameMatch, E> {
        match self {
            NameMatch::Exactly(exactly) => Ok(NameMatch::Exactly(bind(exactly)?)),
            NameMatch::Pattern(pattern) => {
                let bound = bind_placeholders(pattern.as_str(), bind)?;
                // Escaped words cannot break a pattern that was whole; should one still, the unbound pattern matches
                // nothing.
                Ok(NameMatch::Pattern(Regex::new(&bound).unwrap_or_else(|_| pattern.clone())))
            }
        }
    }
}

/// Between these a pattern's placeholders stand while they are not bound: `${x}` means something else in a regular
/// expression.
const SHIELD: (&str, &str) = (r"\$\{", r"\}");

fn shield(pattern: &str) -> String {
    replace_between(pattern, ("${", "}"), |inside| format!("{}{inside}{}", SHIELD.0, SHIELD.1))
}

fn unshield(pattern: &str) -> String {
    replace_between(pattern, SHIELD, |inside| format!("${{{inside}}}"))
}

fn replace_between(text: &str, (open, close): (&str, &str), mut replaced: impl FnMut(&str) -> String) -> String {
    let Ok(text) = try_replace_between::<std::convert::Infallible>(text, (open, close), &mut |x| Ok(replaced(x)));
    text
}

fn try_replace_between<E>(
    text: &str,
    (open, close): (&str, &str),
    replaced: &mut dyn FnMut(&str) -> Result<String, E>,
) -> Result<String, E> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, opened)) = rest.split_once(open) {
        let Some((inside, after)) = opened.split_once(close) else { break };
        out.push_str(before);
        out.push_str(&replaced(inside)?);
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

fn bind_placeholders<E>(pattern: &str, bind: &mut dyn FnMut(&str) -> Result<String, E>) -> Result<String, E> {
    try_replace_between(pattern, SHIELD, &mut |inside| Ok(regex::escape(&bind(&format!("${{{inside}}}"))?)))
}

impl PartialEq for NameMatch {
    fn eq(&self, other: &NameMatch) -> bool {
        self.written() == other.written()
    }
}

impl fmt::Display for NameMatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NameMatch::Exactly(exactly) => write!(f, "\"{exactly}\""),
            NameMatch::Pattern(_) => f.write_str(&self.written()),
        }
    }
}

impl Serialize for NameMatch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.written())
    }
}

impl JsonSchema for NameMatch {
    fn schema_name() -> Cow<'static, str> {
        "NameMatch".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "description": "The exact text, or a /pattern/ between slashes."})
    }
}
