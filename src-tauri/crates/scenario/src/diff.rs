//! What changed in meaning between two versions of a scenario and what it uses. Layout, comments and the order of
//! keys say nothing, and neither does provenance.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::closure::Closure;
use crate::describe::{Subject, step_in_words};
use crate::document::Document;
use crate::step::Step;

/// What happened to a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the four things that can happen")]
pub enum Kind {
    Added,
    Removed,
    Changed,
    Moved,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// What happened.
    pub kind: Kind,
    /// To what kind of part: `step`, `input`, `checkpoint` … as the document calls it.
    pub part: String,
    /// Which one: its id, name or code; empty where there is only one.
    pub id: String,
    /// The file it is in, when not the scenario's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Below it, which key changed: `click`, `expect` …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<Value>,
    /// What it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<Value>,
    /// All of that in a sentence.
    pub words: String,
}

/// One version: a document with what it uses.
#[derive(Clone, Copy)]
struct Version<'a> {
    document: &'a Document,
    uses: &'a Subject<'a>,
}

/// What changed, in the order of the document, then of the files it uses and of what targets say otherwise.
pub fn diff(old: &Closure, new: &Closure) -> Vec<Change> {
    let (was, is) = (Subject::of(old, ""), Subject::of(new, ""));
    let mut changes =
        compare(Version { document: &old.document, uses: &was }, Version { document: &new.document, uses: &is });
    named(None, "tables", Some(&columns(old)), Some(&columns(new)), &mut changes);
    named(None, "overlays", Some(&json(&old.overlays)), Some(&json(&new.overlays)), &mut changes);
    changes
}

/// Of a table only the columns say something about the scenario.
fn columns(closure: &Closure) -> Value {
    closure.tables.iter().map(|(file, table)| (file.clone(), json(&table.columns))).collect::<Map<_, _>>().into()
}

fn compare(old: Version<'_>, new: Version<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    documents(None, old.document, new.document, &mut changes);
    let files = |version: &Version<'_>| -> Vec<(String, Value)> {
        let used = version.uses.used.iter().map(|(file, document)| ((*file).to_owned(), json(document)));
        let families = version.uses.families.iter().map(|(file, family)| ((*file).to_owned(), json(family)));
        used.chain(families).collect()
    };
    let (old_files, new_files) = (files(&old), files(&new));
    for (file, value) in &old_files {
        if !new_files.iter().any(|(name, _)| name == file) {
            changes.push(whole(Kind::Removed, "file", file, None, value));
        }
    }
    for (file, value) in &new_files {
        let Some((_, before)) = old_files.iter().find(|(name, _)| name == file) else {
            changes.push(whole(Kind::Added, "file", file, None, value));
            continue;
        };
        let document = |version: &Version<'_>| {
            version.uses.used.iter().find(|(name, _)| name == file).map(|(_, it)| (*it).clone())
        };
        match (document(&old), document(&new)) {
            (Some(was), Some(is)) => documents(Some(file), &was, &is, &mut changes),
            _ => parts(Some(file), before, value, &mut changes),
        }
    }
    changes
}

/// The changes as lines of text; one line that says so when there are none.
pub fn in_words(changes: &[Change]) -> String {
    if changes.is_empty() {
        return "Nothing changed in meaning.\n".to_owned();
    }
    changes.iter().map(|change| format!("{}\n", change.words)).collect()
}

fn json(part: &impl Serialize) -> Value {
    serde_json::to_value(part).unwrap_or_default()
}

fn documents(file: Option<&str>, old: &Document, new: &Document, changes: &mut Vec<Change>) {
    let before = changes.len();
    steps(file, old, new, changes);
    let of_steps = changes.split_off(before);
    let strip = |document: &Document| {
        let mut value = json(document);
        if let Some(map) = value.as_object_mut() {
            for key in ["steps", "always", "provenance"] {
                map.shift_remove(key);
            }
        }
        value
    };
    parts(file, &strip(old), &strip(new), changes);
    changes.extend(of_steps);
}

/// The parts of a file that are no steps: lists and maps of named things are compared one by one.
fn parts(file: Option<&str>, old: &Value, new: &Value, changes: &mut Vec<Change>) {
    let nothing = Map::new();
    let (old, new) = (old.as_object().unwrap_or(&nothing), new.as_object().unwrap_or(&nothing));
    let keys: Vec<&String> = new.keys().chain(old.keys().filter(|key| !new.contains_key(*key))).collect();
    for key in keys {
        let (was, is) = (old.get(key), new.get(key));
        if was == is {
            continue;
        }
        match key.as_str() {
            "inputs" | "outputs" | "checkpoints" | "recoverers" | "detectors" => {
                named(file, key, was, is, changes);
            }
            _ => changes.push(change(file, key, "", None, was, is)),
        }
    }
}

fn named(file: Option<&str>, key: &str, old: Option<&Value>, new: Option<&Value>, changes: &mut Vec<Change>) {
    let (old, new) = (by_name(old), by_name(new));
    let part = key.trim_end_matches('s');
    for (name, was) in &old {
        if !new.iter().any(|(other, _)| other == name) {
            changes.push(change(file, part, name, None, Some(was), None));
        }
    }
    for (name, is) in &new {
        let was = old.iter().find(|(other, _)| other == name).map(|(_, was)| was);
        if was != Some(is) {
            changes.push(change(file, part, name, None, was, Some(is)));
        }
    }
    let order = |list: &[(String, Value)], other: &[(String, Value)]| -> Vec<String> {
        list.iter()
            .filter(|(name, _)| other.iter().any(|(known, _)| known == name))
            .map(|(name, _)| name.clone())
            .collect()
    };
    // Detectors are looked at in their order; for the others it says nothing.
    if key == "detectors" {
        moved(file, "detector", &order(&old, &new), &order(&new, &old), changes);
    }
}

/// A map's entries, or a list's by code; what stands twice under one code is told apart by its place.
fn by_name(value: Option<&Value>) -> Vec<(String, Value)> {
    match value {
        Some(Value::Object(map)) => map.iter().map(|(name, value)| (name.clone(), value.clone())).collect(),
        Some(Value::Array(items)) => {
            let mut seen: HashMap<String, usize> = HashMap::new();
            let entries = items.iter().map(|item| {
                let code = item.get("code").and_then(Value::as_str).unwrap_or_default().to_owned();
                let count = seen.entry(code.clone()).or_default();
                *count += 1;
                (if *count == 1 { code } else { format!("{code} ({count})") }, item.clone())
            });
            entries.collect()
        }
        _ => Vec::new(),
    }
}

/// A step with the list it is in and its own keys, without the steps inside it.
struct Flat<'a> {
    step: &'a Step,
    list: String,
    own: Map<String, Value>,
}

fn flat<'a>(list: &str, steps: &'a [Step], into: &mut Vec<Flat<'a>>) {
    for step in steps {
        let mut own = json(step);
        strip_nested(&mut own);
        into.push(Flat { step, list: list.to_owned(), own: own.as_object().cloned().unwrap_or_default() });
        for (index, nested) in step.action.nested().into_iter().enumerate() {
            flat(&format!("{} ({index})", step.id), nested, into);
        }
    }
}

fn strip_nested(step: &mut Value) {
    for action in ["if", "for_each", "retry"] {
        if let Some(map) = step.get_mut(action).and_then(Value::as_object_mut) {
            for key in ["steps", "then", "else"] {
                map.shift_remove(key);
            }
        }
    }
}

fn steps(file: Option<&str>, old: &Document, new: &Document, changes: &mut Vec<Change>) {
    let collect = |document| {
        let document: &Document = document;
        let mut all = Vec::new();
        flat("steps", &document.steps, &mut all);
        flat("always", &document.always, &mut all);
        all
    };
    let (was, is): (Vec<Flat<'_>>, Vec<Flat<'_>>) = (collect(old), collect(new));
    let old_by_id: HashMap<&str, &Flat<'_>> = was.iter().map(|flat| (flat.step.id.as_str(), flat)).collect();
    let new_by_id: HashMap<&str, &Flat<'_>> = is.iter().map(|flat| (flat.step.id.as_str(), flat)).collect();
    for flat in was.iter().filter(|flat| !new_by_id.contains_key(flat.step.id.as_str())) {
        changes.push(step_change(Kind::Removed, file, Some(flat), None));
    }
    for flat in &is {
        match old_by_id.get(flat.step.id.as_str()) {
            None => changes.push(step_change(Kind::Added, file, None, Some(flat))),
            Some(before) => {
                keys_of_step(file, before, flat, changes);
                if before.list != flat.list {
                    changes.push(step_change(Kind::Moved, file, Some(before), Some(flat)));
                }
            }
        }
    }
    let lists: BTreeSet<&str> = is.iter().map(|flat| flat.list.as_str()).collect();
    for list in lists {
        let ids = |flats: &[Flat<'_>], other: &HashMap<&str, &Flat<'_>>| -> Vec<String> {
            let stays = |flat: &&Flat<'_>| {
                flat.list == list && other.get(flat.step.id.as_str()).is_some_and(|it| it.list == list)
            };
            flats.iter().filter(stays).map(|flat| flat.step.id.to_string()).collect()
        };
        moved(file, "step", &ids(&was, &new_by_id), &ids(&is, &old_by_id), changes);
    }
}

fn keys_of_step(file: Option<&str>, old: &Flat<'_>, new: &Flat<'_>, changes: &mut Vec<Change>) {
    let id = new.step.id.as_str();
    let (was_action, is_action) = (old.step.action.key(), new.step.action.key());
    if was_action != is_action || old.own.get(was_action) != new.own.get(is_action) {
        let mut changed = change(file, "step", id, Some(is_action), old.own.get(was_action), new.own.get(is_action));
        let (was, is) = (step_in_words(old.step), step_in_words(new.step));
        changed.words = if was == is {
            format!("{}changed step {id}: {is}, its control is found in another way{}", prefix(file), rungs(&changed))
        } else {
            format!("{}changed step {id}: was \"{was}\", is \"{is}\"", prefix(file))
        };
        changes.push(changed);
    }
    let keys: Vec<&String> = new.own.keys().chain(old.own.keys().filter(|key| !new.own.contains_key(*key))).collect();
    for key in keys.into_iter().filter(|key| *key != was_action && *key != is_action) {
        if old.own.get(key) != new.own.get(key) {
            changes.push(change(file, "step", id, Some(key), old.own.get(key), new.own.get(key)));
        }
    }
}

fn rungs(change: &Change) -> String {
    format!(": was {}, is {}", short(change.old.as_ref()), short(change.new.as_ref()))
}

fn step_change(kind: Kind, file: Option<&str>, old: Option<&Flat<'_>>, new: Option<&Flat<'_>>) -> Change {
    let flat = new.or(old);
    let id = flat.map(|flat| flat.step.id.to_string()).unwrap_or_default();
    let sentence = flat.map(|flat| step_in_words(flat.step)).unwrap_or_default();
    let words = match kind {
        Kind::Moved => {
            let lists = old.zip(new).map(|(old, new)| format!("from {} to {}", old.list, new.list)).unwrap_or_default();
            format!("{}moved step {id} {lists}", prefix(file))
        }
        Kind::Added => format!("{}added step {id}: {sentence}", prefix(file)),
        _ => format!("{}removed step {id}: {sentence}", prefix(file)),
    };
    let value = |flat: Option<&Flat<'_>>| flat.filter(|_| kind != Kind::Moved).map(|flat| json(flat.step));
    let (old, new) = (value(old), value(new));
    Change { kind, part: "step".to_owned(), id, file: file.map(str::to_owned), key: None, old, new, words }
}

/// Tells the fewest names whose moving makes the old order the new one.
fn moved(file: Option<&str>, part: &str, old: &[String], new: &[String], changes: &mut Vec<Change>) {
    let place: HashMap<&str, usize> = old.iter().enumerate().map(|(index, name)| (name.as_str(), index)).collect();
    let places: Vec<usize> = new.iter().filter_map(|name| place.get(name.as_str()).copied()).collect();
    let staying = longest_rising(&places);
    for (index, name) in new.iter().enumerate().filter(|(index, _)| !staying.contains(index)) {
        let after = index.checked_sub(1).and_then(|before| new.get(before));
        let to = after.map_or_else(|| "to the beginning".to_owned(), |after| format!("behind {after}"));
        changes.push(Change {
            kind: Kind::Moved,
            part: part.to_owned(),
            id: name.clone(),
            file: file.map(str::to_owned),
            key: None,
            old: None,
            new: None,
            words: format!("{}moved {part} {name} {to}", prefix(file)),
        });
    }
}

/// The indices of a longest rising run, by patience sorting.
fn longest_rising(places: &[usize]) -> BTreeSet<usize> {
    let mut tops: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; places.len()];
    for (index, place) in places.iter().enumerate() {
        let pile = tops.partition_point(|top| places[*top] < *place);
        before[index] = pile.checked_sub(1).map(|under| tops[under]);
        if pile == tops.len() { tops.push(index) } else { tops[pile] = index }
    }
    let mut run = BTreeSet::new();
    let mut next = tops.last().copied();
    while let Some(index) = next {
        run.insert(index);
        next = before[index];
    }
    run
}

fn whole(kind: Kind, part: &str, id: &str, file: Option<&str>, value: &Value) -> Change {
    match kind {
        Kind::Added => change(file, part, id, None, None, Some(value)),
        _ => change(file, part, id, None, Some(value), None),
    }
}

fn change(
    file: Option<&str>,
    part: &str,
    id: &str,
    key: Option<&str>,
    old: Option<&Value>,
    new: Option<&Value>,
) -> Change {
    let name = if id.is_empty() { part.to_owned() } else { format!("{part} {id}") };
    let what = key.map_or_else(|| name.clone(), |key| format!("{key} of {name}"));
    let (kind, words) = match (old, new) {
        (None, _) => (Kind::Added, format!("added {what}: {}", short(new))),
        (_, None) => (Kind::Removed, format!("removed {what}: {}", short(old))),
        _ => (Kind::Changed, format!("changed {what}: was {}, is {}", short(old), short(new))),
    };
    // A key that comes or goes changes the part it belongs to.
    let kind = if key.is_some() { Kind::Changed } else { kind };
    Change {
        kind,
        part: part.to_owned(),
        id: id.to_owned(),
        file: file.map(str::to_owned),
        key: key.map(str::to_owned),
        old: old.cloned(),
        new: new.cloned(),
        words: format!("{}{words}", prefix(file)),
    }
}

fn prefix(file: Option<&str>) -> String {
    file.map_or_else(String::new, |file| format!("{file}: "))
}

/// A value as the document would have it, shortened.
fn short(value: Option<&Value>) -> String {
    let text = value.map(crate::write::in_flow).unwrap_or_default();
    if text.chars().count() <= 160 { text } else { text.chars().take(159).chain(['…']).collect() }
}

#[cfg(test)]
mod tests;
