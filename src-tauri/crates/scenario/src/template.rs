//! Text with placeholders: `${inputs.x}`, `${secrets.account.field}`, `${vars.x}`, `${row.x}`, and
//! `${TODO what is missing}`.
//!
//! `$${` writes a literal `${`. Templates are parsed when a document is loaded and resolved when a step runs.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// Text with placeholders, as it is written and as it was understood.
#[derive(Debug, Clone)]
pub struct Template {
    source: String,
    parts: Vec<Part>,
}

/// One stretch of a [`Template`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Taken as it is.
    Text(String),
    /// Replaced by a value.
    Value(Reference),
    /// Something nobody has filled in yet. Only in a draft.
    Todo(String),
}

/// What a placeholder names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reference {
    /// `${inputs.name}`: an argument of the run.
    Input(String),
    /// `${secrets.account.field}`: one part of a secret, or the whole of a single-valued one when there is no field.
    Secret {
        /// The target's own name for the secret.
        account: String,
        /// `user` or `password` of a `user:password` secret; none for the whole value.
        field: Option<String>,
    },
    /// `${vars.name}`: made by an earlier step.
    Var(String),
    /// `${row.column}`: the data row being run.
    Row(String),
}

/// Why a text is not a template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TemplateError {
    /// `${` without its `}`.
    #[error("`${{` is not closed by `}}`")]
    Unclosed,
    /// Something else than a known family of values.
    #[error("`${{{0}}}` names nothing Baton knows")]
    Unknown(String),
}

/// A placeholder without a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} has no value")]
pub struct Unresolved(pub String);

/// What gives placeholders their values while a step runs.
pub trait Values {
    /// The value, or none when there is none.
    fn value(&self, reference: &Reference) -> Option<String>;
}

impl<F: Fn(&Reference) -> Option<String>> Values for F {
    fn value(&self, reference: &Reference) -> Option<String> {
        self(reference)
    }
}

impl Template {
    /// Reads a text with placeholders.
    pub fn parse(source: &str) -> Result<Template, TemplateError> {
        let mut parts = Vec::new();
        let mut text = String::new();
        let mut rest = source;
        while let Some(at) = rest.find("${") {
            if at > 0 && rest.as_bytes()[at - 1] == b'$' {
                text.push_str(&rest[..at - 1]);
                text.push_str("${");
                rest = &rest[at + 2..];
                continue;
            }
            text.push_str(&rest[..at]);
            let end = rest[at..].find('}').ok_or(TemplateError::Unclosed)? + at;
            if !text.is_empty() {
                parts.push(Part::Text(std::mem::take(&mut text)));
            }
            parts.push(placeholder(&rest[at + 2..end])?);
            rest = &rest[end + 1..];
        }
        text.push_str(rest);
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        Ok(Template { source: source.to_owned(), parts })
    }

    /// A template that stands for exactly that text, whatever is in it.
    pub fn literal(text: &str) -> Template {
        let source = text.replace("${", "$${");
        let parts = if text.is_empty() { Vec::new() } else { vec![Part::Text(text.to_owned())] };
        Template { source, parts }
    }

    /// As it is written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Its stretches, in order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The values it needs, in order, repeated ones repeated.
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        self.parts.iter().filter_map(|part| match part {
            Part::Value(reference) => Some(reference),
            _ => None,
        })
    }

    /// True when some part of it is a secret.
    pub fn mentions_secret(&self) -> bool {
        self.references().any(|reference| matches!(reference, Reference::Secret { .. }))
    }

    /// The text with every placeholder replaced.
    pub fn resolve(&self, values: &dyn Values) -> Result<String, Unresolved> {
        self.resolve_with(values, |value| Cow::Borrowed(value))
    }

    /// As [`Template::resolve`], with each value passed through `escape` first: a pattern escapes what is bound into
    /// it.
    pub fn resolve_with(
        &self,
        values: &dyn Values,
        escape: impl for<'a> Fn(&'a str) -> Cow<'a, str>,
    ) -> Result<String, Unresolved> {
        let mut resolved = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => resolved.push_str(text),
                Part::Value(reference) => {
                    let value = values.value(reference).ok_or_else(|| Unresolved(reference.to_string()))?;
                    resolved.push_str(&escape(&value));
                }
                Part::Todo(words) => return Err(Unresolved(format!("${{TODO {words}}}"))),
            }
        }
        Ok(resolved)
    }
}

fn placeholder(inside: &str) -> Result<Part, TemplateError> {
    let inside = inside.trim();
    if let Some(words) = inside.strip_prefix("TODO") {
        return Ok(Part::Todo(words.trim_start_matches(':').trim().to_owned()));
    }
    let unknown = || TemplateError::Unknown(inside.to_owned());
    let (family, name) = inside.split_once('.').ok_or_else(unknown)?;
    let plain = |name: &str| {
        let fits = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        if !name.is_empty() && name.chars().all(fits) { Ok(name.to_owned()) } else { Err(unknown()) }
    };
    let reference = match family {
        "inputs" => Reference::Input(plain(name)?),
        "vars" => Reference::Var(plain(name)?),
        "row" => Reference::Row(plain(name)?),
        "secrets" => match name.split_once('.') {
            Some((account, field)) => Reference::Secret { account: plain(account)?, field: Some(plain(field)?) },
            None => Reference::Secret { account: plain(name)?, field: None },
        },
        _ => return Err(unknown()),
    };
    Ok(Part::Value(reference))
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reference::Input(name) => write!(f, "${{inputs.{name}}}"),
            Reference::Secret { account, field: Some(field) } => write!(f, "${{secrets.{account}.{field}}}"),
            Reference::Secret { account, field: None } => write!(f, "${{secrets.{account}}}"),
            Reference::Var(name) => write!(f, "${{vars.{name}}}"),
            Reference::Row(name) => write!(f, "${{row.{name}}}"),
        }
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Template) -> bool {
        self.source == other.source
    }
}

impl Eq for Template {}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}

impl Serialize for Template {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.source)
    }
}

impl JsonSchema for Template {
    fn schema_name() -> Cow<'static, str> {
        "Template".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "description": "Text with ${inputs.x}, ${secrets.account.field}, ${vars.x}, ${row.x}; $${ is a literal ${.",
        })
    }
}
