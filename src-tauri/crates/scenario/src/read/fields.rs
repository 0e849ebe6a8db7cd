//! A map whose keys are asked for one by one; what nobody asked for is refused in the end.

use crate::names::Place;
use crate::read::{Reader, did_you_mean};
use crate::refusal::Code;
use crate::yaml::{Entry, Node};

/// The keys of one map.
pub struct Fields<'n, 'i> {
    /// Where the map starts.
    pub place: Place,
    entries: &'n [Entry<'i>],
    asked: Vec<&'static str>,
}

/// Keys that only a selector could have, from tools that name controls by CSS or XPath.
const SELECTORS: [&str; 7] =
    ["css", "xpath", "selector", "css_selector", "query_selector", "locator", "test_id_selector"];

impl<'n, 'i> Fields<'n, 'i> {
    /// The keys of a map; none, and a refusal, when it is no map.
    pub fn of(reader: &mut Reader<'_>, node: &'n Node<'i>) -> Option<Fields<'n, 'i>> {
        let entries = reader.entries(node)?;
        Some(Fields { place: node.place, entries, asked: Vec::new() })
    }

    /// The value under a key, if it is there.
    pub fn get(&mut self, key: &'static str) -> Option<&'n Node<'i>> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The key with its place and value, if it is there.
    pub fn entry(&mut self, key: &'static str) -> Option<&'n Entry<'i>> {
        self.asked.push(key);
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The value under a key that must be there.
    pub fn must(&mut self, reader: &mut Reader<'_>, key: &'static str, hint: &str) -> Option<&'n Node<'i>> {
        self.must_or(reader, key, Code::MissingKey, hint)
    }

    /// As [`Fields::must`], with another code when it is missing.
    pub fn must_or(
        &mut self,
        reader: &mut Reader<'_>,
        key: &'static str,
        code: Code,
        hint: &str,
    ) -> Option<&'n Node<'i>> {
        let found = self.get(key);
        if found.is_none() {
            reader.refuse(code, self.place, format!("`{key}` is missing"), hint);
        }
        found
    }

    /// What is under a key that may be missing, read. What cannot be read is noted as a refusal and counts as missing.
    pub fn read<'f, T>(
        &mut self,
        reader: &mut Reader<'f>,
        key: &'static str,
        read: impl FnOnce(&mut Reader<'f>, &Node<'i>) -> Option<T>,
    ) -> Option<T> {
        let node = self.get(key)?;
        read(reader, node)
    }

    /// Whether a key is there. Does not count as asking.
    pub fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.key == key)
    }

    /// Notes keys that are asked for elsewhere.
    pub fn also(&mut self, keys: &[&'static str]) {
        self.asked.extend_from_slice(keys);
    }

    /// The entries, all of them.
    pub fn entries(&self) -> &'n [Entry<'i>] {
        self.entries
    }

    /// Refuses what nobody asked for. True when there was nothing of it.
    pub fn finish(self, reader: &mut Reader<'_>) -> bool {
        let mut clean = true;
        for entry in self.entries {
            if self.asked.iter().any(|asked| entry.key == *asked) {
                continue;
            }
            clean = false;
            unknown(reader, entry, &self.asked);
        }
        clean
    }
}

fn unknown(reader: &mut Reader<'_>, entry: &Entry<'_>, known: &[&'static str]) {
    let key = entry.key.as_ref();
    if SELECTORS.contains(&key) {
        let message = format!("`{key}` is not taken: controls are named as people see them, not by CSS or XPath");
        let hint = "name it by `role` and `name`, by `near`, by `cell`, or by its test `id`";
        reader.refuse(Code::CssOrXpath, entry.place, message, hint);
        return;
    }
    reader.refuse(Code::UnknownKey, entry.place, format!("`{key}` means nothing here"), did_you_mean(key, known));
}
