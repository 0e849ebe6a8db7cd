//! A scenario in plain words, for a reviewer who does not program: what it is for, what goes in and comes out, what it
//! leaves behind, which secrets it types, every step and how its control is found, and what may come of it.
//!
//! The same scenario gives the same text. What was described is what may be approved.

mod sections;
mod step;
mod words;

use baton_screen::Ladder;
use indexmap::IndexMap;

use crate::closure::Closure;
use crate::document::Document;
use crate::family::Family;
use crate::policy::Policy;

/// What is described: a document with everything it uses.
#[derive(Debug, Clone, Default)]
pub struct Subject<'a> {
    /// The scenarios and components it runs, by file: those of `setup` and of `use` steps.
    pub used: Vec<(&'a str, &'a Document)>,
    /// The families its target and itself use, by file.
    pub families: Vec<(&'a str, &'a Family)>,
    /// The policies that hold for it.
    pub policies: Vec<&'a Policy>,
    /// The version, once a seal of it was approved.
    pub version: Option<u32>,
    /// The seal of its meaning.
    pub seal: &'a str,
    /// Other ladders for its steps, by target and step.
    pub overlays: Option<&'a IndexMap<String, IndexMap<String, Ladder>>>,
    /// What the driver or the target lacks and is done without, each in words.
    pub degraded: Vec<String>,
}

impl<'a> Subject<'a> {
    /// What a closure holds. Its seal is passed in, since making it costs a moment.
    pub fn of(closure: &'a Closure, seal: &'a str) -> Subject<'a> {
        Subject {
            used: closure.components.iter().map(|(file, document)| (file.as_str(), document)).collect(),
            families: closure.families.iter().map(|(file, family)| (file.as_str(), family)).collect(),
            overlays: Some(&closure.overlays),
            seal,
            ..Subject::default()
        }
    }
}

/// Says a loaded scenario in plain words: as [`describe`], with the policies that hold for it.
pub fn describe_closure(closure: &Closure, policies: &[&Policy], version: Option<u32>, width: usize) -> String {
    let seal = closure.seal();
    let subject = Subject { policies: policies.to_vec(), version, ..Subject::of(closure, seal.as_str()) };
    describe(&closure.document, &subject, width)
}

/// Says the document in plain words, in lines of at most `width` characters where a word allows it.
pub fn describe(document: &Document, subject: &Subject<'_>, width: usize) -> String {
    let mut page = Page { text: String::new(), width: width.max(40) };
    sections::write(&mut page, document, subject);
    page.text
}

/// One step in a sentence, as a description has it.
pub fn step_in_words(step: &crate::step::Step) -> String {
    step::sentence(step)
}

/// Text in the making.
struct Page {
    text: String,
    width: usize,
}

impl Page {
    /// A heading, with an empty line above.
    fn heading(&mut self, title: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(title);
        self.text.push('\n');
    }

    /// A paragraph, indented; its later lines by `hang` columns more.
    fn line(&mut self, indent: usize, hang: usize, words: &str) {
        let mut column = 0;
        for (index, word) in words.split_whitespace().enumerate() {
            let length = word.chars().count();
            let start = if index == 0 { indent } else { indent + hang };
            if index > 0 && column + 1 + length <= self.width {
                self.text.push(' ');
                column += 1;
            } else {
                if index > 0 {
                    self.text.push('\n');
                }
                self.text.extend(std::iter::repeat_n(' ', start));
                column = start;
            }
            self.text.push_str(word);
            column += length;
        }
        self.text.push('\n');
    }
}

#[cfg(test)]
mod tests;
