//! Redaction by type. Only a [`Scrubber`] makes a [`Scrubbed`] of text that came from outside, and only [`Scrubbed`] is stored.

mod encodings;
mod html_names;
mod own;
mod patterns;
mod writer;

use std::fmt;
use std::sync::Arc;

use aho_corasick::{AhoCorasick, MatchKind};
use serde::Serialize;
use serde_json::{Map, Number, Value};

pub use own::Own;
pub use patterns::{Patterns, UnknownPattern};
pub use writer::ScrubbingWriter;

use encodings::Encoded;

/// Secrets shorter than this are not looked for: they would hit ordinary words. They are masked where they are typed.
pub const SHORTEST_SECRET: usize = 6;

/// Something from which secrets have been removed. It cannot be made from outside text without a [`Scrubber`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Scrubbed<T>(T);

impl<T> Scrubbed<T> {
    /// What may be stored.
    pub fn get(&self) -> &T {
        &self.0
    }

    /// What may be stored, by value.
    pub fn into_inner(self) -> T {
        self.0
    }

    /// The same in another shape. A function pointer captures nothing, so nothing unscrubbed comes in this way.
    pub fn map<U>(self, shape: fn(T) -> U) -> Scrubbed<U> {
        Scrubbed(shape(self.0))
    }
}

/// A type that knows which of its parts came from outside, and has those scrubbed.
pub trait Scrub {
    /// A copy whose outside text went through `scrubber`; own ids, times and flags stay.
    fn scrub(&self, scrubber: &Scrubber) -> Self;
}

/// A PNG or JPEG in which everything secret is painted over already.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture(Arc<[u8]>);

impl Picture {
    /// The encoded picture.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Picture({} bytes)", self.0.len())
    }
}

/// Bytes that cannot be kept as a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotAPicture {
    /// Neither a PNG nor a JPEG by its first bytes.
    #[error("neither a PNG nor a JPEG")]
    OtherBytes,
    /// A secret stands in it as text, as in a PNG's comment.
    #[error("the picture carries a secret as text")]
    CarriesSecret,
}

/// Removes secrets and telling number shapes. Cheap to clone; shows no secret in `Debug`.
#[derive(Clone)]
pub struct Scrubber {
    inner: Arc<Inner>,
}

struct Inner {
    secrets: Vec<(String, String)>,
    placeholders: Vec<String>,
    /// Every fixed form of every secret, then every placeholder.
    fixed: Option<AhoCorasick>,
    /// The secret of each fixed form; none for a placeholder.
    owner: Vec<Option<usize>>,
    encoded: Vec<Encoded>,
    patterns: Patterns,
}

/// What is taken out of a text, and what stands there instead.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Span {
    start: usize,
    end: usize,
    label: Label,
}

/// Ordered by what wins where two overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Label {
    Secret(usize),
    Ssn,
    Card,
    Number,
}

impl Default for Scrubber {
    /// Knows no secret and looks for all shapes.
    fn default() -> Scrubber {
        Scrubber::new(std::iter::empty::<(String, String)>(), Patterns::ALL)
    }
}

impl fmt::Debug for Scrubber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.inner.secrets.iter().map(|(name, _)| name.as_str()).collect();
        f.debug_struct("Scrubber").field("secrets", &names).field("patterns", &self.inner.patterns).finish()
    }
}

impl Scrubber {
    /// From secrets as (name, value), such as `("mockcore/operator", …)`; one name may have several values.
    pub fn new<N, V>(secrets: impl IntoIterator<Item = (N, V)>, patterns: Patterns) -> Scrubber
    where
        N: Into<String>,
        V: Into<String>,
    {
        let mut secrets: Vec<(String, String)> =
            secrets.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        secrets.retain(|(_, value)| value.chars().count() >= SHORTEST_SECRET);
        // The longest first, so that its name is told where a shorter secret lies inside it.
        secrets.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then_with(|| a.cmp(b)));
        secrets.dedup();
        Scrubber { inner: Arc::new(Inner::new(secrets, patterns)) }
    }

    /// The same one that also knows `name` by `value`, as when a person gives a value in the middle of a session.
    pub fn with_secret(&self, name: impl Into<String>, value: impl Into<String>) -> Scrubber {
        let known = self.inner.secrets.iter().cloned();
        Scrubber::new(known.chain([(name.into(), value.into())]), self.inner.patterns)
    }

    /// The same secrets with other shapes looked for.
    pub fn with_patterns(&self, patterns: Patterns) -> Scrubber {
        Scrubber::new(self.inner.secrets.iter().cloned(), patterns)
    }

    /// Text from the screen, from typing or from the network.
    pub fn text(&self, text: &str) -> Scrubbed<String> {
        Scrubbed(self.redacted(text, self.inner.patterns))
    }

    /// A declared output that is not sensitive: its digits stay, secrets still go.
    pub fn exempt_text(&self, text: &str) -> Scrubbed<String> {
        Scrubbed(self.redacted(text, Patterns::NONE))
    }

    /// Keys, texts and numbers alike; a number that has to go becomes a string.
    pub fn json(&self, value: &Value) -> Scrubbed<Value> {
        self.json_keeping(value, &[])
    }

    /// The same, but what stands under the keys `own` (Baton's ids, hashes and times) or under a declared output's name keeps
    /// its digits. Secrets go everywhere.
    pub fn json_keeping(&self, value: &Value, own: &[&str]) -> Scrubbed<Value> {
        Scrubbed(self.redacted_json(value, own, self.inner.patterns))
    }

    /// Bytes of any kind, text in UTF-8 among them.
    pub fn bytes(&self, bytes: &[u8]) -> Scrubbed<Vec<u8>> {
        Scrubbed(self.inner.redact(bytes, self.inner.patterns))
    }

    /// A value of an own type.
    pub fn of<T: Scrub>(&self, value: &T) -> Scrubbed<T> {
        Scrubbed(value.scrub(self))
    }

    /// A picture whose secret places are painted over already. Refuses anything that is not a picture.
    pub fn picture(&self, bytes: impl Into<Arc<[u8]>>) -> Result<Scrubbed<Picture>, NotAPicture> {
        let bytes = bytes.into();
        if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") && !bytes.starts_with(b"\xff\xd8\xff") {
            return Err(NotAPicture::OtherBytes);
        }
        if !self.inner.fixed_spans(&bytes).is_empty() {
            return Err(NotAPicture::CarriesSecret);
        }
        Ok(Scrubbed(Picture(bytes)))
    }

    /// True when nothing in `text` would be taken out, so that it may name an element in a locator.
    pub fn is_clean(&self, text: &str) -> bool {
        self.inner.spans(text.as_bytes(), self.inner.patterns).is_empty()
    }

    fn redacted(&self, text: &str, patterns: Patterns) -> String {
        let bytes = self.inner.redact(text.as_bytes(), patterns);
        String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    fn redacted_json(&self, value: &Value, own: &[&str], patterns: Patterns) -> Value {
        match value {
            Value::String(text) => Value::String(self.redacted(text, patterns)),
            Value::Number(number) => self.redacted_number(number, patterns),
            Value::Array(items) => items.iter().map(|item| self.redacted_json(item, own, patterns)).collect(),
            Value::Object(map) => Value::Object(self.redacted_map(map, own, patterns)),
            Value::Bool(_) | Value::Null => value.clone(),
        }
    }

    fn redacted_map(&self, map: &Map<String, Value>, own: &[&str], patterns: Patterns) -> Map<String, Value> {
        let mut redacted = Map::new();
        for (key, value) in map {
            let keeps = own.contains(&key.as_str());
            let below = if keeps { Patterns::NONE } else { patterns };
            let value = self.redacted_json(value, own, below);
            redacted.insert(free_key(&redacted, self.redacted(key, below)), value);
        }
        redacted
    }

    fn redacted_number(&self, number: &Number, patterns: Patterns) -> Value {
        let text = number.to_string();
        if self.inner.spans(text.as_bytes(), patterns).is_empty() {
            return Value::Number(number.clone());
        }
        Value::String(self.redacted(&text, patterns))
    }
}

/// Two keys may become one placeholder; the second is numbered, so that nothing is lost.
fn free_key(taken: &Map<String, Value>, key: String) -> String {
    if !taken.contains_key(&key) {
        return key;
    }
    (2..).map(|n| format!("{key} {n}")).find(|next| !taken.contains_key(next)).unwrap_or(key)
}

impl Inner {
    fn new(secrets: Vec<(String, String)>, patterns: Patterns) -> Inner {
        let placeholders: Vec<String> = secrets.iter().map(|(name, _)| format!("[secret {name}]")).collect();
        let mut forms: Vec<String> = Vec::new();
        let mut owner = Vec::new();
        for (index, (_, value)) in secrets.iter().enumerate() {
            for form in encodings::fixed_forms(value) {
                forms.push(form);
                owner.push(Some(index));
            }
        }
        for placeholder in &placeholders {
            forms.push(placeholder.clone());
            owner.push(None);
        }
        // Only an automaton beyond 2^31 states cannot be built; the slower decoder below finds raw text without it.
        let fixed = (!forms.is_empty())
            .then(|| AhoCorasick::builder().match_kind(MatchKind::Standard).build(&forms).ok())
            .flatten();
        let encoded = secrets.iter().map(|(_, value)| Encoded::new(value)).collect();
        Inner { secrets, placeholders, fixed, owner, encoded, patterns }
    }

    fn redact(&self, bytes: &[u8], patterns: Patterns) -> Vec<u8> {
        self.replace(bytes, &self.spans(bytes, patterns))
    }

    fn replace(&self, bytes: &[u8], spans: &[Span]) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len());
        let mut done = 0;
        for span in spans {
            out.extend_from_slice(&bytes[done..span.start]);
            out.extend_from_slice(self.placeholder(span.label).as_bytes());
            done = span.end;
        }
        out.extend_from_slice(&bytes[done..]);
        out
    }

    fn placeholder(&self, label: Label) -> &str {
        match label {
            Label::Secret(index) => &self.placeholders[index],
            Label::Ssn => "[ssn]",
            Label::Card => "[card]",
            Label::Number => "[number]",
        }
    }

    /// Everything to take out, in order, overlaps made one.
    fn spans(&self, bytes: &[u8], patterns: Patterns) -> Vec<Span> {
        let mut spans = self.fixed_spans(bytes);
        if self.fixed.is_none() || bytes.iter().any(|byte| b"%&\\+".contains(byte)) {
            for (index, encoded) in self.encoded.iter().enumerate() {
                let found = encoded.find_all(bytes).into_iter();
                spans.extend(found.map(|(start, end)| Span { start, end, label: Label::Secret(index) }));
            }
        }
        spans.extend(patterns.find_all(bytes));
        merged(spans)
    }

    /// Raw and Base64 forms, except what is part of the name in a placeholder already there.
    fn fixed_spans(&self, bytes: &[u8]) -> Vec<Span> {
        let Some(fixed) = &self.fixed else { return Vec::new() };
        let mut spans = Vec::new();
        let mut kept: Vec<(usize, usize)> = Vec::new();
        for found in fixed.find_overlapping_iter(bytes) {
            match self.owner[found.pattern().as_usize()] {
                Some(index) => {
                    spans.push(Span { start: found.start(), end: found.end(), label: Label::Secret(index) });
                }
                None => kept.push((found.start(), found.end())),
            }
        }
        spans.retain(|span| !kept.iter().any(|(start, end)| *start <= span.start && span.end <= *end));
        spans
    }

    /// How many bytes the longest thing looked for can cover.
    fn longest(&self) -> usize {
        let secrets = self.encoded.iter().map(Encoded::longest).max().unwrap_or(0);
        let placeholders = self.placeholders.iter().map(String::len).max().unwrap_or(0);
        secrets.max(placeholders).max(patterns::LONGEST)
    }

    /// True when a secret may run over the end of a line.
    fn spans_lines(&self) -> bool {
        self.secrets.iter().any(|(name, value)| name.contains('\n') || value.contains('\n'))
    }
}

fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by(|a, b| a.start.cmp(&b.start).then(b.end.cmp(&a.end)).then(a.label.cmp(&b.label)));
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => {
                last.end = last.end.max(span.end);
                last.label = last.label.min(span.label);
            }
            _ => merged.push(span),
        }
    }
    merged
}

#[cfg(test)]
mod tests;
