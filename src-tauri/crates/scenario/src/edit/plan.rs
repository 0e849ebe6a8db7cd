//! What an edit will do: the bytes it replaces, and the value the text must then read as.

use std::ops::Range;

use serde_json::Value;

use super::tree::Node;
use super::{EditError, pointer};

pub(super) struct Plan<'t> {
    pub(super) text: &'t str,
    pub(super) tree: &'t Node,
    pub(super) meant: Value,
    cuts: Vec<(Range<usize>, String)>,
}

impl<'t> Plan<'t> {
    pub(super) fn new(text: &'t str, tree: &'t Node) -> Plan<'t> {
        Plan { text, tree, meant: tree.value(), cuts: Vec::new() }
    }

    /// Replaces some bytes.
    pub(super) fn cut(&mut self, bytes: Range<usize>, with: impl Into<String>) {
        self.cuts.push((bytes, with.into()));
    }

    /// The value at a pointer, to be made what is meant.
    pub(super) fn meant_at(&mut self, at: &str) -> Result<&mut Value, EditError> {
        self.meant.pointer_mut(at).ok_or_else(|| EditError::NoSuchPlace(at.to_owned()))
    }

    /// The list that is meant at a pointer.
    pub(super) fn meant_list(&mut self, at: &str) -> Result<&mut Vec<Value>, EditError> {
        self.meant_at(at)?.as_array_mut().ok_or_else(|| EditError::NoSuchPlace(at.to_owned()))
    }

    /// The nodes from the root to a pointer.
    pub(super) fn trail(&self, at: &str) -> Result<Vec<&'t Node>, EditError> {
        pointer::find(self.tree, at)
    }

    /// The changed text, and what it must read as.
    pub(super) fn carry_out(mut self) -> Result<(String, Value), EditError> {
        self.cuts.sort_by_key(|(bytes, _)| (bytes.start, bytes.end));
        let mut text = String::with_capacity(self.text.len() + 256);
        let mut done = 0;
        for (bytes, with) in &self.cuts {
            let kept = self.text.get(done..bytes.start).ok_or(EditError::WouldChangeMore)?;
            text.push_str(kept);
            text.push_str(with);
            done = bytes.end;
        }
        text.push_str(self.text.get(done..).ok_or(EditError::WouldChangeMore)?);
        Ok((text, self.meant))
    }
}
