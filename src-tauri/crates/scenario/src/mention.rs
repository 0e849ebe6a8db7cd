//! Where a document names values, and what it defines: noted while it is read, so that a name that means nothing is
//! told at its very place.

use crate::names::Place;
use crate::template::Reference;

/// A placeholder somewhere in a document.
#[derive(Debug, Clone)]
pub struct Mention {
    /// What it names.
    pub named: Named,
    /// Where.
    pub place: Place,
    /// How many variables had been defined before it, in reading order.
    pub after_vars: usize,
    /// Which rows it may name, innermost last, as indices into [`Mentions::row_sources`].
    pub rows: Option<usize>,
}

/// What a placeholder names.
#[derive(Debug, Clone, PartialEq)]
pub enum Named {
    /// A value.
    Value(Reference),
    /// Something still to be done, in words.
    Todo(String),
}

/// Where the columns of `${row.…}` come from.
#[derive(Debug, Clone)]
pub enum RowSource {
    /// Rows in the document: these columns.
    Columns(Vec<String>),
    /// A file that is looked at when the document is resolved.
    Csv(String),
}

/// Everything a document names and defines. All are equal: they follow from the document they belong to.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    /// The placeholders, in reading order.
    pub all: Vec<Mention>,
    /// The variables, in reading order.
    pub vars: Vec<String>,
    /// The rows of `for_each` steps.
    pub row_sources: Vec<RowSource>,
}

impl PartialEq for Mentions {
    fn eq(&self, _: &Mentions) -> bool {
        true
    }
}
