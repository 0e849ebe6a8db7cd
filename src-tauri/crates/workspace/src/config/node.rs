//! A YAML file as a tree that knows where everything stands, and the questions a strict reader asks of it.

use baton_scenario::names::Place;
use baton_scenario::{Code, Refusal};
use granit_parser::{Event, Parser, ScalarStyle, Span};

/// Deeper files are refused.
const DEEPEST: usize = 64;

#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) place: Place,
    what: What,
}

#[derive(Debug, Clone)]
enum What {
    Scalar { text: String, plain: bool },
    List(Vec<Node>),
    Map(Vec<(String, Place, Node)>),
}

enum Open {
    List(Place, Vec<Node>),
    Map(Place, Vec<(String, Place, Node)>, Option<(String, Place)>),
}

/// Collects what is wrong, so that one reading tells all of it.
pub(super) struct Wrong<'f> {
    pub(super) file: &'f str,
    pub(super) refusals: Vec<Refusal>,
}

impl Wrong<'_> {
    pub(super) fn say(&mut self, code: Code, at: Place, message: impl Into<String>, hint: impl Into<String>) {
        self.refusals.push(Refusal::new(code, self.file, at, message, hint));
    }
}

/// Reads a text; none, and a refusal, when it is no YAML that Baton takes.
pub(super) fn read(text: &str, wrong: &mut Wrong<'_>) -> Option<Node> {
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    for event in Parser::new_from_str(text.trim_start_matches('\u{feff}')) {
        let (event, span) = match event {
            Ok(event) => event,
            Err(error) => {
                let at = error.marker();
                let place = Place { line: number(at.line()), column: number(at.col() + 1) };
                wrong.say(
                    Code::Syntax,
                    place,
                    format!("this is not YAML: {}", error.kind()),
                    "look at the line, its indentation and quotes",
                );
                return None;
            }
        };
        let at = place(span);
        if root.is_some() && matches!(event, Event::DocumentStart(..)) {
            wrong.say(Code::YamlFeature, at, "there is more than one document", "keep one");
            return None;
        }
        let odd = has_oddity(&event);
        if odd {
            wrong.say(
                Code::YamlFeature,
                at,
                "anchors, aliases and tags are not taken",
                "write the value where it is meant",
            );
            return None;
        }
        let done = match event {
            Event::Scalar(text, style, ..) => Some(Node {
                place: at,
                what: What::Scalar { text: text.into_owned(), plain: style == ScalarStyle::Plain },
            }),
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() >= DEEPEST => {
                wrong.say(Code::TooDeep, at, "this is nested too deeply", "no part of the file needs that");
                return None;
            }
            Event::SequenceStart(..) => {
                open.push(Open::List(at, Vec::new()));
                None
            }
            Event::MappingStart(..) => {
                open.push(Open::Map(at, Vec::new(), None));
                None
            }
            Event::SequenceEnd | Event::MappingEnd => open.pop().map(|done| match done {
                Open::List(place, items) => Node { place, what: What::List(items) },
                Open::Map(place, entries, _) => Node { place, what: What::Map(entries) },
            }),
            _ => None,
        };
        let Some(node) = done else { continue };
        match open.last_mut() {
            None => root = Some(node),
            Some(Open::List(_, items)) => items.push(node),
            Some(Open::Map(_, entries, key)) => adopt(entries, key, node, wrong),
        }
    }
    root
}

fn adopt(
    entries: &mut Vec<(String, Place, Node)>,
    key: &mut Option<(String, Place)>,
    node: Node,
    wrong: &mut Wrong<'_>,
) {
    if let Some((name, at)) = key.take() {
        entries.push((name, at, node));
        return;
    }
    match node.what {
        What::Scalar { text, .. } => {
            if entries.iter().any(|(name, ..)| *name == text) {
                wrong.say(Code::DuplicateKey, node.place, format!("`{text}` stands here twice"), "keep one of them");
            }
            *key = Some((text, node.place));
        }
        _ => {
            wrong.say(Code::WrongType, node.place, "a key must be a text", "write a word");
            *key = Some((String::new(), node.place));
        }
    }
}

fn has_oddity(event: &Event<'_>) -> bool {
    match event {
        Event::Alias(..) => true,
        Event::Scalar(_, _, anchor, tag)
        | Event::SequenceStart(_, anchor, tag)
        | Event::MappingStart(_, anchor, tag) => *anchor != 0 || tag.is_some(),
        _ => false,
    }
}

fn place(span: Span) -> Place {
    Place { line: number(span.start.line()), column: number(span.start.col() + 1) }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl Node {
    fn kind(&self) -> &'static str {
        match &self.what {
            What::Scalar { .. } => "a single value",
            What::List(_) => "a list",
            What::Map(_) => "a map",
        }
    }

    fn wrong_type<T>(&self, wanted: &str, wrong: &mut Wrong<'_>) -> Option<T> {
        let is = match &self.what {
            What::Scalar { text, plain: true } => format!("`{text}`"),
            What::Scalar { text, .. } => format!("the text \"{text}\""),
            _ => self.kind().to_owned(),
        };
        wrong.say(Code::WrongType, self.place, format!("{wanted} is wanted here, not {is}"), format!("write {wanted}"));
        None
    }

    /// A text. Plain words that some YAML reads as another type are no text.
    pub(super) fn text(&self, wrong: &mut Wrong<'_>) -> Option<String> {
        match &self.what {
            What::Scalar { text, plain: false } => Some(text.clone()),
            What::Scalar { text, plain: true } if !is_ambiguous(text) => Some(text.clone()),
            What::Scalar { text, .. } => {
                let message = format!("`{text}` without quotes is no text in every YAML reader");
                wrong.say(Code::AmbiguousScalar, self.place, message, format!("write \"{text}\""));
                None
            }
            _ => self.wrong_type("a text", wrong),
        }
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, wrong: &mut Wrong<'_>) -> Option<bool> {
        match &self.what {
            What::Scalar { text, plain: true } if text == "true" => Some(true),
            What::Scalar { text, plain: true } if text == "false" => Some(false),
            _ => self.wrong_type("true or false", wrong),
        }
    }

    /// A number that is not negative.
    pub(super) fn amount(&self, wrong: &mut Wrong<'_>) -> Option<f64> {
        match &self.what {
            What::Scalar { text, plain: true } if text.starts_with(|c: char| c.is_ascii_digit()) => {
                let read = text.parse::<f64>().ok().filter(|amount| amount.is_finite());
                read.or_else(|| self.wrong_type("a number", wrong))
            }
            _ => self.wrong_type("a number that is not negative", wrong),
        }
    }

    /// A whole number from 0.
    pub(super) fn number(&self, wrong: &mut Wrong<'_>) -> Option<u32> {
        match &self.what {
            What::Scalar { text, plain: true } if text == "0" => Some(0),
            _ => self.count(wrong),
        }
    }

    /// True for a list.
    pub(super) fn is_list(&self) -> bool {
        matches!(self.what, What::List(_))
    }

    /// A whole number from 1.
    pub(super) fn count(&self, wrong: &mut Wrong<'_>) -> Option<u32> {
        match &self.what {
            What::Scalar { text, plain: true } if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                let read = text.parse::<u32>().ok().filter(|count| *count > 0 && !text.starts_with('0'));
                read.or_else(|| self.wrong_type("a whole number from 1", wrong))
            }
            _ => self.wrong_type("a whole number from 1", wrong),
        }
    }

    pub(super) fn list(&self, wrong: &mut Wrong<'_>) -> Option<&[Node]> {
        match &self.what {
            What::List(items) => Some(items),
            _ => self.wrong_type("a list", wrong),
        }
    }

    pub(super) fn entries(&self, wrong: &mut Wrong<'_>) -> Option<&[(String, Place, Node)]> {
        match &self.what {
            What::Map(entries) => Some(entries),
            _ => self.wrong_type("a map", wrong),
        }
    }

    /// The value under a key.
    pub(super) fn get(&self, key: &str) -> Option<&Node> {
        match &self.what {
            What::Map(entries) => entries.iter().find(|(name, ..)| name == key).map(|(_, _, node)| node),
            _ => None,
        }
    }

    /// Refuses keys that mean nothing here, with the nearest that does.
    pub(super) fn only(&self, known: &[&str], wrong: &mut Wrong<'_>) {
        for (key, at, _) in self.entries(wrong).unwrap_or_default() {
            if !known.contains(&key.as_str()) {
                wrong.say(Code::UnknownKey, *at, format!("`{key}` means nothing here"), did_you_mean(key, known));
            }
        }
    }

    /// One of several words.
    pub(super) fn one_of(&self, words: &[&str], wrong: &mut Wrong<'_>) -> Option<String> {
        let text = self.text(wrong)?;
        if words.contains(&text.as_str()) {
            return Some(text);
        }
        wrong.say(
            Code::BadValue,
            self.place,
            format!("`{text}` is none of {}", words.join(", ")),
            did_you_mean(&text, words),
        );
        None
    }

    /// The value under a key that must be there.
    pub(super) fn must(&self, key: &str, hint: &str, wrong: &mut Wrong<'_>) -> Option<&Node> {
        let found = self.get(key);
        if found.is_none() {
            wrong.say(Code::MissingKey, self.place, format!("`{key}` is missing"), hint);
        }
        found
    }
}

pub(super) fn did_you_mean(word: &str, known: &[&str]) -> String {
    let scored = known.iter().map(|candidate| (strsim::jaro_winkler(word, candidate), candidate));
    match scored.filter(|(score, _)| *score > 0.75).max_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, nearest)) => format!("did you mean `{nearest}`?"),
        None => format!("what may stand here: {}", known.join(", ")),
    }
}

/// Words that YAML 1.1 or 1.2 reads as a boolean, a number, a date or nothing.
fn is_ambiguous(text: &str) -> bool {
    const WORDS: [&str; 10] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "~"];
    let lower = text.to_ascii_lowercase();
    let like_number = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.'))
        && text.chars().all(|c| c.is_ascii_hexdigit() || "+-._:xobeETZ ".contains(c));
    text.is_empty() || WORDS.contains(&lower.as_str()) || like_number || matches!(text, "=" | "<<")
}
