//! A document's text as a tree of values that know which bytes they stand in.

use granit_parser::{Event, Parser, ScalarStyle, Span, StructureStyle};
use serde_json::{Map, Value};

use super::EditError;

/// Deeper documents are refused, so that no recursion over one can exhaust the stack.
const DEEPEST: usize = 100;

/// One value and the bytes it stands in, without what follows it on its line.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) what: What,
}

#[derive(Debug, Clone)]
pub(super) enum What {
    Scalar(Value),
    Map { flow: bool, entries: Vec<Entry> },
    List { flow: bool, items: Vec<Node> },
}

/// A key with its value.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) key_at: (usize, usize),
    pub(super) value: Node,
}

/// A container that is still being read.
enum Open {
    Map { start: usize, flow: bool, entries: Vec<Entry>, key: Option<(String, (usize, usize))> },
    List { start: usize, flow: bool, items: Vec<Node> },
}

impl Node {
    /// Reads a whole text.
    pub(super) fn read(text: &str) -> Result<Node, EditError> {
        let mut open: Vec<Open> = Vec::new();
        let mut root = None;
        for event in Parser::new_from_str(text) {
            let (event, span) = event.map_err(|error| unreadable(&error))?;
            if root.is_some() && matches!(event, Event::DocumentStart(..)) {
                return Err(odd(span, "more than one document"));
            }
            let Some(node) = step(text, event, span, &mut open)? else { continue };
            match open.last_mut() {
                Some(parent) => adopt(text, parent, node, span)?,
                None => root = Some(node),
            }
        }
        root.ok_or_else(|| EditError::Unreadable { line: 1, column: 1, why: "nothing in it".to_owned() })
    }

    /// What it says, without where.
    pub(super) fn value(&self) -> Value {
        match &self.what {
            What::Scalar(value) => value.clone(),
            What::List { items, .. } => Value::Array(items.iter().map(Node::value).collect()),
            What::Map { entries, .. } => Value::Object(
                entries.iter().map(|entry| (entry.key.clone(), entry.value.value())).collect::<Map<_, _>>(),
            ),
        }
    }

    /// The entry of that key.
    pub(super) fn entry(&self, key: &str) -> Option<&Entry> {
        match &self.what {
            What::Map { entries, .. } => entries.iter().find(|entry| entry.key == key),
            _ => None,
        }
    }

    /// True when it is written between brackets or braces, or is a scalar.
    pub(super) fn is_block(&self) -> bool {
        matches!(self.what, What::Map { flow: false, .. } | What::List { flow: false, .. })
    }
}

fn step(text: &str, event: Event<'_>, span: Span, open: &mut Vec<Open>) -> Result<Option<Node>, EditError> {
    let bytes = span.byte_range().unwrap_or(0..0);
    let has_more = |anchor: usize, tag: bool| anchor != 0 || tag;
    match event {
        Event::Alias(..) => Err(odd(span, "an alias")),
        Event::Scalar(_, _, anchor, ref tag) if has_more(anchor, tag.is_some()) => Err(odd(span, "an anchor or a tag")),
        Event::MappingStart(_, anchor, ref tag) | Event::SequenceStart(_, anchor, ref tag)
            if has_more(anchor, tag.is_some()) =>
        {
            Err(odd(span, "an anchor or a tag"))
        }
        Event::Scalar(words, style, ..) => {
            let value = if style == ScalarStyle::Plain { plain(&words) } else { Value::String(words.into_owned()) };
            let raw = text.get(bytes.clone()).unwrap_or_default();
            // A block scalar's span runs on to the next line's first word; what it says ends before that.
            let end = bytes.start + raw.trim_end().len();
            let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
            let start = if block { header_of(text, bytes.start) } else { bytes.start };
            Ok(Some(Node { start, end, what: What::Scalar(value) }))
        }
        Event::MappingStart(style, ..) => {
            let flow = style == StructureStyle::Flow;
            push(open, Open::Map { start: bytes.start, flow, entries: Vec::new(), key: None }, span)
        }
        Event::SequenceStart(style, ..) => {
            let flow = style == StructureStyle::Flow;
            push(open, Open::List { start: bytes.start, flow, items: Vec::new() }, span)
        }
        Event::MappingEnd | Event::SequenceEnd => Ok(open.pop().map(|done| close(done, bytes.end))),
        _ => Ok(None),
    }
}

/// Where a block scalar's `|` or `>` stands: the parser tells only where its words start.
fn header_of(text: &str, words: usize) -> usize {
    let before = text[..super::layout::line_start(text, words)].trim_end();
    let line = super::layout::line_start(text, before.len());
    before[line..].find(['|', '>']).map_or(words, |at| line + at)
}

fn push(open: &mut Vec<Open>, container: Open, span: Span) -> Result<Option<Node>, EditError> {
    if open.len() >= DEEPEST {
        return Err(odd(span, "more than 100 levels"));
    }
    open.push(container);
    Ok(None)
}

fn close(done: Open, end: usize) -> Node {
    match done {
        Open::Map { start, flow, entries, .. } => {
            let last = entries.last().map_or(start, |entry| entry.value.end.max(entry.key_at.1));
            Node { start, end: if flow { end } else { last }, what: What::Map { flow, entries } }
        }
        Open::List { start, flow, items } => {
            let last = items.last().map_or(start, |item| item.end);
            Node { start, end: if flow { end } else { last }, what: What::List { flow, items } }
        }
    }
}

fn adopt(text: &str, parent: &mut Open, mut node: Node, span: Span) -> Result<(), EditError> {
    match parent {
        Open::List { items, .. } => items.push(node),
        Open::Map { entries, key, .. } => match key.take() {
            Some((name, key_at)) => {
                let colon = super::layout::colon_after(text, key_at.1).unwrap_or(key_at.1);
                if node.start >= node.end {
                    // A value that is not there stands right behind its colon, wherever the parser noticed its absence.
                    (node.start, node.end) = (colon, colon);
                } else if node.start < colon {
                    // The key of a block scalar has a `|` or `>` of its own.
                    node.start = colon + text[colon..].find(['|', '>']).unwrap_or(0);
                }
                entries.push(Entry { key: name, key_at, value: node });
            }
            None => {
                let What::Scalar(Value::String(name)) = node.what else {
                    return Err(odd(span, "a key that is no text"));
                };
                if entries.iter().any(|entry| entry.key == name) {
                    return Err(odd(span, "a key twice"));
                }
                *key = Some((name, (node.start, node.end)));
            }
        },
    }
    Ok(())
}

/// What a plain scalar says: only `true` and `false` are booleans, only decimal digits are numbers.
fn plain(words: &str) -> Value {
    match words {
        "true" => return Value::Bool(true),
        "false" => return Value::Bool(false),
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        _ => {}
    }
    let starts_as_number = words.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
    let is_number = starts_as_number && words.chars().all(|c| c.is_ascii_digit() || "+-.eE".contains(c));
    let digits = words.trim_start_matches('+');
    match (is_number, digits.parse::<i64>(), digits.parse::<f64>()) {
        (true, Ok(whole), _) => Value::from(whole),
        (true, _, Ok(float)) if float.is_finite() => Value::from(float),
        _ => Value::String(words.to_owned()),
    }
}

fn unreadable(error: &granit_parser::ScanError) -> EditError {
    let at = error.marker();
    EditError::Unreadable { line: at.line(), column: at.col() + 1, why: error.kind().to_string() }
}

fn odd(span: Span, what: &str) -> EditError {
    EditError::Unreadable {
        line: span.start.line(),
        column: span.start.col() + 1,
        why: format!("{what} cannot be edited here"),
    }
}
