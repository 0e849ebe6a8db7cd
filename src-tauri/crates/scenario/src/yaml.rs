//! YAML as a tree in which everything knows its line and column.
//!
//! The events come from `granit-parser`: it is fuzzed, gives every scalar's style and exact place, limits nesting by
//! itself, says what is wrong in words that can be shown, and read 1.8 MB in some 65 ms on a small machine.
//! `saphyr-parser`, which it grew from, has no such limits; a reader that resolves plain words itself (`noyalib`) cannot
//! say how they were written, and "was it quoted" is what the strict reading of types needs.
//!
//! The tree is small on purpose: a scalar with its text and whether it was quoted, a list, a map. Anchors, aliases,
//! tags, merge keys and further documents are refused while reading, so nothing can grow beyond its file.

mod plain;

use std::borrow::Cow;
use std::collections::HashSet;

use granit_parser::{Event, Parser, ScalarStyle, Span};

use crate::names::Place;
use crate::refusal::{Code, Refusal};

pub use plain::{Plain, plain};

/// Bigger files are refused.
pub const LARGEST_BYTES: usize = 4 * 1024 * 1024;
/// Deeper nesting is refused.
pub const DEEPEST: usize = 64;
/// From so many keys on, a map's keys are looked up in a set while reading.
const MANY_KEYS: usize = 16;

/// One node of a file.
#[derive(Debug, Clone)]
pub struct Node<'i> {
    /// Where it starts.
    pub place: Place,
    /// What it is.
    pub what: What<'i>,
}

/// What a node is.
#[derive(Debug, Clone)]
pub enum What<'i> {
    /// Written without quotes.
    Plain(Cow<'i, str>),
    /// Written in quotes or as a block: a text, whatever it looks like.
    Quoted(Cow<'i, str>),
    /// A list.
    List(Vec<Node<'i>>),
    /// A map, in the order it is written.
    Map(Vec<Entry<'i>>),
}

/// One key of a map, with its value.
#[derive(Debug, Clone)]
pub struct Entry<'i> {
    /// The key.
    pub key: Cow<'i, str>,
    /// Where the key stands.
    pub place: Place,
    /// The value.
    pub value: Node<'i>,
}

/// Reads one document. What can be read is read: a duplicate key is told and the tree goes on; a syntax error ends it.
pub fn read<'i>(file: &str, text: &'i str, refusals: &mut Vec<Refusal>) -> Option<Node<'i>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Err(refusal) = is_readable(file, text) {
        refusals.push(refusal);
        return None;
    }
    let mut building = Building { file, refusals, open: Vec::new(), root: None };
    let mut options = granit_parser::options! { disallow_directives: true };
    options.set_emit_comments(false);
    for event in Parser::new_from_str_with_options(text, options) {
        let step = match event {
            Ok((event, span)) => building.take(event, span),
            Err(error) => Err(syntax(file, text, &error)),
        };
        if let Err(refusal) = step {
            building.refusals.push(refusal);
            return None;
        }
    }
    if building.root.is_none() {
        let message = "the file has nothing in it";
        building.refusals.push(Refusal::new(Code::Empty, file, TOP, message, "start it with `baton: 1`"));
    }
    building.root
}

const TOP: Place = Place { line: 1, column: 1 };

fn is_readable(file: &str, text: &str) -> Result<(), Refusal> {
    if text.len() > LARGEST_BYTES {
        let message = format!("the file has {} bytes; {LARGEST_BYTES} are the most Baton reads", text.len());
        return Err(Refusal::new(
            Code::TooLarge,
            file,
            TOP,
            message,
            "split it: `use` runs one scenario inside another",
        ));
    }
    match text.char_indices().find(|(_, char)| is_unwritable(*char)) {
        None => Ok(()),
        Some((at, char)) => {
            let message = format!("the character U+{:04X} may not stand in a YAML file", char as u32);
            let hint = format!("take it out, or write it as \"\\u{:04X}\" in double quotes", char as u32);
            Err(Refusal::new(Code::NotText, file, place_of_byte(text, at), message, hint))
        }
    }
}

/// What YAML 1.2 §5.1 does not let a file hold raw.
fn is_unwritable(char: char) -> bool {
    let code = char as u32;
    (code < 0x20 && !matches!(char, '\t' | '\n' | '\r'))
        || (0x7F..0xA0).contains(&code) && code != 0x85
        || matches!(code, 0xFFFE | 0xFFFF)
}

fn place_of_byte(text: &str, at: usize) -> Place {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Place { line: count(line), column: count(column) }
}

fn syntax(file: &str, text: &str, error: &granit_parser::ScanError) -> Refusal {
    let at = error.marker();
    let place = Place { line: count(at.line()), column: count(at.col() + 1) };
    if let Some(place) = tab_near(text, at.line()) {
        return Refusal::new(Code::Syntax, file, place, "a tab may not indent", "indent with spaces");
    }
    let words = error.kind().to_string();
    let (code, hint) = match () {
        () if words.contains("nest") => (Code::TooDeep, "nothing in a scenario needs that many levels".to_owned()),
        () if words.contains("directive") => (Code::YamlFeature, "take the line that starts with % out".to_owned()),
        () if words.contains("anchor") => (Code::YamlFeature, "write the value where it is meant".to_owned()),
        () => (
            Code::Syntax,
            "look at the indentation, the quotes and the colons of this line and the one above".to_owned(),
        ),
    };
    Refusal::new(code, file, place, format!("this is not YAML: {words}"), hint)
}

/// The tab that indents a line where reading stopped, or the next: the parser stops before it, in words of its own.
fn tab_near(text: &str, line: usize) -> Option<Place> {
    let near = text.lines().enumerate().skip(line.saturating_sub(1)).take(2);
    near.filter_map(|(index, words)| {
        let indent = words.len() - words.trim_start_matches([' ', '\t']).len();
        let column = words[..indent].find('\t')?;
        Some(Place { line: count(index + 1), column: count(column + 1) })
    })
    .next()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A tree while its events come in.
struct Building<'r, 'f, 'i> {
    file: &'f str,
    refusals: &'r mut Vec<Refusal>,
    open: Vec<Open<'i>>,
    root: Option<Node<'i>>,
}

enum Open<'i> {
    List(Place, Vec<Node<'i>>),
    Map(Place, OpenMap<'i>),
}

#[derive(Default)]
struct OpenMap<'i> {
    entries: Vec<Entry<'i>>,
    key: Option<(Cow<'i, str>, Place)>,
    seen: HashSet<String>,
}

impl<'i> Building<'_, '_, 'i> {
    fn take(&mut self, event: Event<'i>, span: Span) -> Result<(), Refusal> {
        let at = Place { line: count(span.start.line()), column: count(span.start.col() + 1) };
        self.refuse_features(&event, at)?;
        match event {
            Event::Scalar(text, ScalarStyle::Plain, ..) => self.put(Node { place: at, what: What::Plain(text) }),
            Event::Scalar(text, ..) => self.put(Node { place: at, what: What::Quoted(text) }),
            Event::SequenceStart(..) => self.opened(Open::List(at, Vec::new())),
            Event::MappingStart(..) => self.opened(Open::Map(at, OpenMap::default())),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::List(place, items)) => self.put(Node { place, what: What::List(items) }),
                Some(Open::Map(place, map)) => self.put(Node { place, what: What::Map(map.entries) }),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn refuse_features(&self, event: &Event<'i>, at: Place) -> Result<(), Refusal> {
        let refuse = |message: &str, hint: &str| Err(Refusal::new(Code::YamlFeature, self.file, at, message, hint));
        match event {
            Event::DocumentStart(..) if self.root.is_some() => refuse(
                "there is more than one document in the file",
                "keep one, and put the other into a file of its own",
            ),
            Event::Alias(..) | Event::UnresolvedAlias(..) => {
                refuse("aliases (`*name`) are not taken", "write the value where it is meant, or quote the text")
            }
            Event::Scalar(_, _, anchor, tag)
            | Event::SequenceStart(_, anchor, tag)
            | Event::MappingStart(_, anchor, tag) => match (anchor, tag) {
                (0, None) => Ok(()),
                (0, Some(_)) => refuse("tags (`!name`) are not taken", "take the tag out, or quote the text"),
                _ => refuse("anchors (`&name`) are not taken", "write the value where it is meant, or quote the text"),
            },
            _ => Ok(()),
        }
    }

    fn opened(&mut self, open: Open<'i>) -> Result<(), Refusal> {
        if self.open.len() >= DEEPEST {
            let (Open::List(at, _) | Open::Map(at, _)) = open;
            let message = format!("this is nested more than {DEEPEST} levels deep");
            return Err(Refusal::new(
                Code::TooDeep,
                self.file,
                at,
                message,
                "nothing in a scenario needs that many levels",
            ));
        }
        self.open.push(open);
        Ok(())
    }

    fn put(&mut self, node: Node<'i>) -> Result<(), Refusal> {
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Open::List(_, items)) => items.push(node),
            Some(Open::Map(_, map)) => match map.key.take() {
                Some((key, place)) => map.entries.push(Entry { key, place, value: node }),
                None => map.key = Some(key(self.file, node, self.refusals)?),
            },
        }
        if let Some(Open::Map(_, map)) = self.open.last_mut() {
            map.refuse_twice(self.file, self.refusals);
        }
        Ok(())
    }
}

/// A key must be a word that every YAML reader takes for that word.
fn key<'i>(file: &str, node: Node<'i>, refusals: &mut Vec<Refusal>) -> Result<(Cow<'i, str>, Place), Refusal> {
    let at = node.place;
    match node.what {
        What::Quoted(text) => Ok((text, at)),
        What::Plain(text) if text == "<<" => {
            let hint = "write the keys where they are meant";
            Err(Refusal::new(Code::YamlFeature, file, at, "merge keys (`<<`) are not taken", hint))
        }
        What::Plain(text) => {
            if plain(&text) != Plain::Text {
                let message = format!("the key `{text}` without quotes is no text in every YAML reader");
                refusals.push(Refusal::new(Code::AmbiguousScalar, file, at, message, format!("write \"{text}\"")));
            }
            Ok((text, at))
        }
        What::List(_) | What::Map(_) => Err(Refusal::new(
            Code::WrongType,
            file,
            at,
            "a key must be a text",
            "quote it if it holds brackets or braces",
        )),
    }
}

impl OpenMap<'_> {
    /// Looks at the key that came in last, before its value does.
    fn refuse_twice(&mut self, file: &str, refusals: &mut Vec<Refusal>) {
        let Some((key, place)) = &self.key else { return };
        if self.entries.len() == MANY_KEYS {
            self.seen.extend(self.entries.iter().map(|entry| entry.key.to_string()));
        }
        let twice = if self.entries.len() < MANY_KEYS {
            self.entries.iter().any(|entry| entry.key == *key)
        } else {
            !self.seen.insert(key.to_string())
        };
        if twice {
            let message = format!("`{key}` stands twice in one map");
            refusals.push(Refusal::new(Code::DuplicateKey, file, *place, message, "keep one of them"));
        }
    }
}

impl Node<'_> {
    /// What it is, for people.
    pub fn kind(&self) -> String {
        match &self.what {
            What::List(_) => "a list".to_owned(),
            What::Map(_) => "a map".to_owned(),
            What::Quoted(text) => format!("the text \"{}\"", short(text)),
            What::Plain(text) => match plain(text) {
                Plain::Null => "nothing".to_owned(),
                Plain::Boolean(_) => format!("`{text}`"),
                Plain::Integer | Plain::Float => format!("the number {}", short(text)),
                Plain::Ambiguous | Plain::Text => format!("`{}`", short(text)),
            },
        }
    }
}

/// The beginning of a text, for a message.
pub(crate) fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
