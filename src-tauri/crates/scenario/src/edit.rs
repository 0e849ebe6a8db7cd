//! Changes a document's text as a careful person would: only the bytes that must change do. Comments above a step move
//! with it, and the order of keys stays.
//!
//! After each edit the new text is read again and compared with what was meant. If they differ, the edit is refused
//! and the text is left as it was.

mod layout;
mod plan;
mod pointer;
mod replace;
mod steps;
mod tree;

use serde::Deserialize;
use serde_json::Value;

use plan::Plan;
use tree::Node;

/// One change. `at` and `list` are JSON pointers (RFC 6901), as in `/steps/3/click`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// Makes the value at a place this one; the place is made when only its last key is missing.
    Set {
        /// Where.
        at: String,
        /// What.
        to: Value,
    },
    /// Takes a key or an item away.
    Remove {
        /// Where.
        at: String,
    },
    /// Puts an item into a list, before the one that has its index now.
    InsertItem {
        /// Which list.
        list: String,
        /// From 0; the list's length is its end.
        index: usize,
        /// What.
        item: Value,
    },
    /// Moves an item within its list, such as a rung within its ladder.
    MoveItem {
        /// Which list.
        list: String,
        /// Where it is.
        from: usize,
        /// Where it is then.
        to: usize,
    },
    /// Takes a step away, comments above it included.
    RemoveStep {
        /// Which.
        id: String,
    },
    /// Moves a step within its list or into another one.
    MoveStep {
        /// Which.
        id: String,
        /// The list it goes to.
        list: String,
        /// Where it is then.
        index: usize,
    },
    /// Puts a copy of a step right behind it. Steps inside it get ids of their own.
    DuplicateStep {
        /// Which.
        id: String,
        /// The copy's id.
        new_id: String,
    },
    /// Gives a step another id, in every place of the document that names it.
    RenameStep {
        /// Which.
        id: String,
        /// Its id from now on.
        new_id: String,
    },
    /// Leaves a step out of runs.
    DisableStep {
        /// Which.
        id: String,
        /// Why.
        why: String,
    },
    /// Takes a step back into runs.
    EnableStep {
        /// Which.
        id: String,
    },
}

/// Why an edit was not made. The text is then as it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The text is not a document that can be edited.
    #[error("{line}:{column}: {why}")]
    Unreadable {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        why: String,
    },
    /// There is nothing at that place.
    #[error("there is nothing at {0}")]
    NoSuchPlace(String),
    /// There is no step of that id.
    #[error("there is no step `{0}`")]
    NoSuchStep(String),
    /// There is a step of that id already.
    #[error("there is a step `{0}` already")]
    IdTaken(String),
    /// A step cannot be moved into itself.
    #[error("a step cannot be moved into itself")]
    IntoItself,
    /// The lines there are laid out in a way that Baton does not change.
    #[error("the lines at {0} are laid out in a way that only a text editor can change")]
    Layout(String),
    /// The changed text would say something else than what was meant.
    #[error("the edit would change more than it should; change the text by hand")]
    WouldChangeMore,
}

/// A document's text that is being edited.
#[derive(Debug, Clone)]
pub struct Editor {
    text: String,
    tree: Node,
}

impl Editor {
    /// Opens a text.
    pub fn open(text: &str) -> Result<Editor, EditError> {
        Ok(Editor { tree: Node::read(text)?, text: text.to_owned() })
    }

    /// The text as it is now.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the text says now.
    pub fn value(&self) -> Value {
        self.tree.value()
    }

    /// Makes one change, or none.
    pub fn apply(&mut self, edit: &Edit) -> Result<(), EditError> {
        let mut plan = Plan::new(&self.text, &self.tree);
        steps::plan(&mut plan, edit)?;
        let (text, meant) = plan.carry_out()?;
        let tree = Node::read(&text).map_err(|_| EditError::WouldChangeMore)?;
        if tree.value() != meant {
            return Err(EditError::WouldChangeMore);
        }
        (self.text, self.tree) = (text, tree);
        Ok(())
    }
}

/// Makes one change of a text.
pub fn edit(text: &str, edit: &Edit) -> Result<String, EditError> {
    let mut editor = Editor::open(text)?;
    editor.apply(edit)?;
    Ok(editor.text)
}

#[cfg(test)]
mod tests;
