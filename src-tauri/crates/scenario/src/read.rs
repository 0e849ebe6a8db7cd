//! Reads the tree of a file into its types, by hand: every key and every value is asked for, so what nobody asked for
//! is told with its place, and one pass finds all there is to find.

pub(crate) mod action;
pub(crate) mod condition;
pub(crate) mod document;
pub(crate) mod family;
mod fields;
pub(crate) mod inputs;
pub(crate) mod locator;
pub(crate) mod policy;
pub(crate) mod service;
pub(crate) mod step;

use crate::inputs::Pattern;
use crate::mention::{Mention, Mentions, Named, RowSource};
use crate::names::{Name, Place};
use crate::pattern;
use crate::refusal::{Code, Refusal};
use crate::template::{Part, Reference, Template, TemplateError};
use crate::yaml::{Entry, Node, Plain, What, plain};

pub use fields::Fields;

/// A file while it is read.
pub struct Reader<'f> {
    file: &'f str,
    refusals: Vec<Refusal>,
    mentions: Mentions,
    rows: Option<usize>,
}

/// Whether a text may hold a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Secrets {
    Allowed,
    Refused,
}

/// What a list of words may be: the word and what it stands for.
pub(crate) type Words<'w, T> = &'w [(&'static str, T)];

impl<'f> Reader<'f> {
    /// A reader of one file.
    pub fn new(file: &'f str) -> Reader<'f> {
        Reader { file, refusals: Vec::new(), mentions: Mentions::default(), rows: None }
    }

    /// What has been refused so far.
    pub fn into_refusals(self) -> Vec<Refusal> {
        self.refusals
    }

    pub(crate) fn into_parts(self) -> (Vec<Refusal>, Mentions) {
        (self.refusals, self.mentions)
    }

    /// Notes a refusal.
    pub fn refuse(&mut self, code: Code, at: Place, message: impl Into<String>, hint: impl Into<String>) {
        self.refusals.push(Refusal::new(code, self.file, at, message, hint));
    }

    fn wrong_type<T>(&mut self, node: &Node<'_>, wanted: &str) -> Option<T> {
        let hint = match &node.what {
            What::Plain(text) if wanted.ends_with("text") && !text.is_empty() => format!("write \"{text}\""),
            _ => format!("write {wanted}"),
        };
        let message = format!("{wanted} is wanted here, not {}", node.kind());
        self.refuse(Code::WrongType, node.place, message, hint);
        None
    }

    fn scalar<'n>(&mut self, node: &'n Node<'_>, wanted: &str) -> Option<&'n str> {
        match &node.what {
            What::Quoted(text) => Some(text),
            What::Plain(text) => match plain(text) {
                Plain::Text => Some(text),
                Plain::Ambiguous => {
                    let message =
                        format!("`{text}` without quotes is a text to some YAML readers and something else to others");
                    self.refuse(Code::AmbiguousScalar, node.place, message, format!("write \"{text}\""));
                    None
                }
                _ => self.wrong_type(node, wanted),
            },
            _ => self.wrong_type(node, wanted),
        }
    }

    /// A text that is shown as it stands. A secret may not stand in it.
    pub fn text(&mut self, node: &Node<'_>) -> Option<String> {
        let text = self.scalar(node, "a text")?;
        if text.contains("${secrets.") {
            self.misplaced_secret(node.place);
        }
        Some(text.to_owned())
    }

    /// A text that values are bound into when a step runs, kept as it is written.
    pub fn bound_text(&mut self, node: &Node<'_>) -> Option<String> {
        self.template_with(node, Secrets::Refused).map(|template| template.source().to_owned())
    }

    pub(crate) fn template(&mut self, node: &Node<'_>) -> Option<Template> {
        self.template_with(node, Secrets::Refused)
    }

    pub(crate) fn template_with(&mut self, node: &Node<'_>, secrets: Secrets) -> Option<Template> {
        let text = self.scalar(node, "a text")?;
        match Template::parse(text) {
            Ok(template) => {
                self.note(&template, node.place, secrets);
                Some(template)
            }
            Err(error) => {
                let hint = match &error {
                    TemplateError::Unclosed => "close it, or write `$${` for a literal `${`".to_owned(),
                    TemplateError::Unknown(_) => {
                        "write ${inputs.x}, ${secrets.account.field}, ${vars.x} or ${row.x}; `$${` is a literal `${`"
                            .to_owned()
                    }
                };
                self.refuse(Code::UnresolvedPlaceholder, node.place, error.to_string(), hint);
                None
            }
        }
    }

    fn note(&mut self, template: &Template, place: Place, secrets: Secrets) {
        for part in template.parts() {
            let named = match part {
                Part::Text(_) => continue,
                Part::Value(reference) => Named::Value(reference.clone()),
                Part::Todo(words) => Named::Todo(words.clone()),
            };
            if secrets == Secrets::Refused && matches!(part, Part::Value(Reference::Secret { .. })) {
                self.misplaced_secret(place);
            }
            self.mention(named, place);
        }
    }

    pub(crate) fn mention(&mut self, named: Named, place: Place) {
        let after_vars = self.mentions.vars.len();
        self.mentions.all.push(Mention { named, place, after_vars, rows: self.rows });
    }

    fn misplaced_secret(&mut self, place: Place) {
        let message = "a secret may not stand here";
        let hint =
            "secrets go into `type`, `http.auth`, `totp.seed`, `email.account`, `start.env` and `dialog.sign_on` only";
        self.refuse(Code::SecretMisplaced, place, message, hint);
    }

    /// Notes that a step makes a variable.
    pub(crate) fn defines(&mut self, name: &Name) {
        self.mentions.vars.push(name.to_string());
    }

    /// Reads what is inside a `for_each`: its placeholders may name the columns of `source`.
    pub(crate) fn inside_rows<T>(&mut self, source: RowSource, read: impl FnOnce(&mut Self) -> T) -> T {
        self.mentions.row_sources.push(source);
        let outer = self.rows.replace(self.mentions.row_sources.len() - 1);
        let done = read(self);
        self.rows = outer;
        done
    }

    pub(crate) fn flag(&mut self, node: &Node<'_>) -> Option<bool> {
        match &node.what {
            What::Plain(text) => match plain(text) {
                Plain::Boolean(flag) => Some(flag),
                Plain::Ambiguous if text.chars().all(|c| c.is_ascii_alphabetic()) => {
                    let message = format!("`{text}` is a boolean to some YAML readers only");
                    self.refuse(Code::AmbiguousScalar, node.place, message, "write true or false");
                    None
                }
                _ => self.wrong_type(node, "true or false"),
            },
            _ => self.wrong_type(node, "true or false"),
        }
    }

    pub(crate) fn whole<N: TryFrom<i64>>(
        &mut self,
        node: &Node<'_>,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<N> {
        let wanted = format!("a whole number from {} to {}", range.start(), range.end());
        match &node.what {
            What::Plain(text) if plain(text) == Plain::Integer => {
                let number = text.parse::<i64>().ok().filter(|number| range.contains(number));
                if number.is_none() {
                    self.refuse(
                        Code::BadValue,
                        node.place,
                        format!("{text} is not {wanted}"),
                        format!("write {wanted}"),
                    );
                }
                number.and_then(|number| N::try_from(number).ok())
            }
            _ => self.wrong_type(node, &wanted),
        }
    }

    pub(crate) fn number(&mut self, node: &Node<'_>, range: std::ops::RangeInclusive<f64>) -> Option<f64> {
        let wanted = format!("a number from {} to {}", range.start(), range.end());
        match &node.what {
            What::Plain(text) if matches!(plain(text), Plain::Integer | Plain::Float) => {
                let number = text.parse::<f64>().ok().filter(|number| range.contains(number));
                if number.is_none() {
                    self.refuse(
                        Code::BadValue,
                        node.place,
                        format!("{text} is not {wanted}"),
                        format!("write {wanted}"),
                    );
                }
                number
            }
            _ => self.wrong_type(node, &wanted),
        }
    }

    /// `N` numbers in a list.
    pub(crate) fn numbers<const N: usize>(
        &mut self,
        node: &Node<'_>,
        range: std::ops::RangeInclusive<f64>,
    ) -> Option<[f64; N]> {
        let items = self.list(node)?;
        if items.len() != N {
            let message = format!("{N} numbers are wanted here, not {}", items.len());
            self.refuse(Code::BadValue, node.place, message, format!("write {N} numbers in brackets"));
            return None;
        }
        let numbers: Vec<f64> = items.iter().filter_map(|item| self.number(item, range.clone())).collect();
        numbers.try_into().ok()
    }

    /// `N` whole numbers in a list.
    pub(crate) fn wholes<const N: usize, T: TryFrom<i64>>(
        &mut self,
        node: &Node<'_>,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<[T; N]> {
        let items = self.list(node)?;
        if items.len() != N {
            let message = format!("{N} whole numbers are wanted here, not {}", items.len());
            self.refuse(Code::BadValue, node.place, message, format!("write {N} whole numbers in brackets"));
            return None;
        }
        let numbers: Vec<T> = items.iter().filter_map(|item| self.whole(item, range.clone())).collect();
        numbers.try_into().ok()
    }

    pub(crate) fn list<'n, 'i>(&mut self, node: &'n Node<'i>) -> Option<&'n [Node<'i>]> {
        match &node.what {
            What::List(items) => Some(items),
            _ => self.wrong_type(node, "a list"),
        }
    }

    pub(crate) fn entries<'n, 'i>(&mut self, node: &'n Node<'i>) -> Option<&'n [Entry<'i>]> {
        match &node.what {
            What::Map(entries) => Some(entries),
            _ => self.wrong_type(node, "a map"),
        }
    }

    /// Every item of a list read alike; what cannot be read is told and left out.
    pub(crate) fn each<T>(
        &mut self,
        node: &Node<'_>,
        read: impl Fn(&mut Self, &Node<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let items = self.list(node)?;
        Some(items.iter().filter_map(|item| read(self, item)).collect())
    }

    /// As [`Reader::each`], for a list that may not be empty.
    pub(crate) fn some<T>(
        &mut self,
        node: &Node<'_>,
        read: impl Fn(&mut Self, &Node<'_>) -> Option<T>,
    ) -> Option<Vec<T>> {
        let items = self.each(node, read)?;
        if matches!(&node.what, What::List(items) if items.is_empty()) {
            self.refuse(Code::Empty, node.place, "this list is empty", "put something in, or take it out");
        }
        Some(items)
    }

    pub(crate) fn texts(&mut self, node: &Node<'_>) -> Option<Vec<String>> {
        self.each(node, Reader::text)
    }

    /// One word of several.
    pub(crate) fn word<T: Clone>(&mut self, node: &Node<'_>, words: Words<'_, T>) -> Option<T> {
        let text = self.scalar(node, "a text")?;
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == text) {
            return Some(meaning.clone());
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let message = format!("`{text}` is none of {}", known.join(", "));
        self.refuse(Code::BadValue, node.place, message, did_you_mean(text, &known));
        None
    }

    /// A name of some form.
    pub(crate) fn named<T>(&mut self, node: &Node<'_>, new: impl Fn(&str) -> Option<T>, form: &str) -> Option<T> {
        let text = self.scalar(node, "a text")?;
        self.name_of(text, node.place, new, form)
    }

    pub(crate) fn name_of<T>(
        &mut self,
        text: &str,
        at: Place,
        new: impl Fn(&str) -> Option<T>,
        form: &str,
    ) -> Option<T> {
        let name = new(text);
        if name.is_none() {
            self.refuse(Code::BadName, at, format!("`{text}` is not {form}"), format!("write {form}"));
        }
        name
    }

    pub(crate) fn name(&mut self, node: &Node<'_>) -> Option<Name> {
        self.named(node, Name::new, LOWER_SNAKE)
    }

    /// A regular expression.
    pub(crate) fn pattern(&mut self, node: &Node<'_>) -> Option<Pattern> {
        let text = self.scalar(node, "a text")?;
        match Pattern::new(text) {
            Ok(pattern) => Some(pattern),
            Err(why) => self.bad_pattern(node.place, text, &why),
        }
    }

    pub(crate) fn bad_pattern<T>(&mut self, at: Place, text: &str, why: &str) -> Option<T> {
        let hint =
            "the syntax is that of Rust's regex crate; a backslash takes ( ) [ ] { } . * + ? | ^ $ letter for letter";
        self.refuse(Code::BadPattern, at, format!("`{text}` is no regular expression: {why}"), hint);
        None
    }

    /// Checks a pattern that holds placeholders, which stand for plain words.
    pub(crate) fn check_pattern(&mut self, at: Place, pattern: &str) -> bool {
        let bare = match Template::parse(pattern) {
            Ok(template) => template.resolve(&|_: &Reference| Some("x".to_owned())).unwrap_or_else(|_| "x".to_owned()),
            Err(_) => pattern.to_owned(),
        };
        match pattern::check(&bare) {
            Ok(()) => true,
            Err(why) => {
                self.bad_pattern::<()>(at, pattern, &why);
                false
            }
        }
    }
}

pub(crate) const LOWER_SNAKE: &str = "lower_snake: small letters, digits and _, a letter first";
pub(crate) const SCREEN_CONTROL: &str = "`screen.control`, both of small letters, digits and _";
pub(crate) const CHECKPOINT: &str = "a checkpoint's name, as `cp.logged_in`";
pub(crate) const SCREAMING_SNAKE: &str = "SCREAMING_SNAKE: capitals, digits and _";

/// `{}`.
pub(crate) fn nothing(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<baton_screen::condition::Nothing> {
    match &node.what {
        What::Map(entries) if entries.is_empty() => Some(baton_screen::condition::Nothing {}),
        What::Map(entries) => {
            let (key, at) = (&entries[0].key, entries[0].place);
            reader.refuse(Code::UnknownKey, at, format!("`{key}` means nothing here"), "write {}");
            None
        }
        _ => reader.wrong_type(node, "{}"),
    }
}

/// The nearest of the words there are, or all of them.
pub(crate) fn did_you_mean(word: &str, known: &[&str]) -> String {
    match nearest(word, known.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if known.is_empty() => "take it out".to_owned(),
        None => format!("what may stand here: {}", known.join(", ")),
    }
}

/// The word most like the one given, when it is like it at all.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LIKE_ENOUGH: f64 = 0.7;
    let word = word.to_ascii_lowercase();
    let scored = known.map(|candidate| (strsim::jaro_winkler(&word, candidate), candidate));
    let near = scored.filter(|(score, _)| *score >= LIKE_ENOUGH);
    near.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, candidate)| candidate)
}
