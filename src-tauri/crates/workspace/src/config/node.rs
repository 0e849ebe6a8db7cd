//! The questions that reading `baton.yaml` asks of a YAML tree. The tree is the one scenarios are read with.

use baton_scenario::names::Place;
use baton_scenario::yaml::{self, Plain};
use baton_scenario::{Code, Refusal};

/// A part of the file, with where it stands.
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
    yaml::read(wrong.file, text, &mut wrong.refusals).map(owned)
}

fn owned(node: yaml::Node<'_>) -> Node {
    let what = match node.what {
        yaml::What::Plain(text) => What::Scalar { text: text.into_owned(), plain: true },
        yaml::What::Quoted(text) => What::Scalar { text: text.into_owned(), plain: false },
        yaml::What::List(items) => What::List(items.into_iter().map(owned).collect()),
        yaml::What::Map(entries) => {
            let entries = entries.into_iter().map(|entry| (entry.key.into_owned(), entry.place, owned(entry.value)));
            What::Map(entries.collect())
        }
    };
    Node { place: node.place, what }
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
            What::Scalar { text, plain: true } if yaml::plain(text) == Plain::Text => Some(text.clone()),
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
