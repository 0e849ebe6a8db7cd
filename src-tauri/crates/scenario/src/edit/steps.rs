//! The edits of steps: found by id at any depth, moved with their comments, renamed wherever they are named.

use std::collections::HashSet;

use serde_json::Value;

use super::layout::{bodies, column, shifted};
use super::plan::Plan;
use super::tree::{Node, What};
use super::{Edit, EditError, pointer, replace};

/// The keys under which a document keeps steps.
const STEP_LISTS: [&str; 4] = ["steps", "always", "then", "else"];

pub(super) fn plan(plan: &mut Plan<'_>, edit: &Edit) -> Result<(), EditError> {
    match edit {
        Edit::Set { at, to } => replace::set(plan, at, to),
        Edit::Remove { at } => replace::remove(plan, at),
        Edit::InsertItem { list, index, item } => replace::insert(plan, list, *index, item),
        Edit::MoveItem { list, from, to } => move_within(plan, list, *from, *to),
        Edit::RemoveStep { id } => {
            let (list, index) = find_step(plan.tree, id)?;
            replace::remove(plan, &format!("{list}/{index}"))
        }
        Edit::MoveStep { id, list, index } => move_step(plan, id, list, *index),
        Edit::DuplicateStep { id, new_id } => duplicate(plan, id, new_id),
        Edit::RenameStep { id, new_id } => rename(plan, id, new_id),
        Edit::DisableStep { id, why } => {
            let (list, index) = find_step(plan.tree, id)?;
            replace::set(plan, &format!("{list}/{index}/disabled"), &Value::from(why.as_str()))
        }
        Edit::EnableStep { id } => {
            let (list, index) = find_step(plan.tree, id)?;
            let at = format!("{list}/{index}/disabled");
            if plan.trail(&at).is_ok() { replace::remove(plan, &at) } else { Ok(()) }
        }
    }
}

/// The list a step is in, as a pointer, and its index.
fn find_step(tree: &Node, id: &str) -> Result<(String, usize), EditError> {
    let mut found = None;
    each_step(tree, &mut String::new(), false, &mut |list, index, step| {
        if found.is_none() && step_id(step) == Some(id) {
            found = Some((list.to_owned(), index));
        }
    });
    found.ok_or_else(|| EditError::NoSuchStep(id.to_owned()))
}

/// Calls `visit` with every step below `node`: its list, its index, itself.
fn each_step<'t>(node: &'t Node, at: &mut String, is_step_list: bool, visit: &mut impl FnMut(&str, usize, &'t Node)) {
    let length = at.len();
    match &node.what {
        What::Scalar(_) => {}
        What::Map { entries, .. } => {
            for entry in entries {
                *at = pointer::below(at, &entry.key);
                each_step(&entry.value, at, STEP_LISTS.contains(&entry.key.as_str()), visit);
                at.truncate(length);
            }
        }
        What::List { items, .. } => {
            for (index, item) in items.iter().enumerate() {
                if is_step_list {
                    visit(at, index, item);
                }
                *at = pointer::below(at, &index.to_string());
                each_step(item, at, false, visit);
                at.truncate(length);
            }
        }
    }
}

fn step_id(step: &Node) -> Option<&str> {
    match &step.entry("id")?.value.what {
        What::Scalar(Value::String(id)) => Some(id),
        _ => None,
    }
}

fn all_ids(tree: &Node) -> HashSet<&str> {
    let mut ids = HashSet::new();
    each_step(tree, &mut String::new(), false, &mut |_, _, step| ids.extend(step_id(step)));
    ids
}

fn move_step(plan: &mut Plan<'_>, id: &str, list: &str, index: usize) -> Result<(), EditError> {
    let (from_list, from) = find_step(plan.tree, id)?;
    if from_list == list {
        return move_within(plan, list, from, index);
    }
    let from_at = format!("{from_list}/{from}");
    if list == from_at || list.starts_with(&format!("{from_at}/")) {
        return Err(EditError::IntoItself);
    }
    let source = *plan.trail(&from_list)?.last().ok_or(EditError::NoSuchPlace(from_list.clone()))?;
    let target = *plan.trail(list)?.last().ok_or(EditError::NoSuchPlace(list.to_owned()))?;
    let value = plan.meant_at(&from_at)?.clone();
    let (What::List { items, .. }, Some(source_bodies)) = (&target.what, bodies(plan.text, source)) else {
        return Err(EditError::Layout(from_list));
    };
    if items.is_empty() || !target.is_block() {
        replace::insert(plan, list, index, &value)?;
    } else {
        let by = column(plan.text, target.start) as isize - column(plan.text, source.start) as isize;
        let body = shifted(&plan.text[source_bodies[from].clone()], by);
        replace::insert_lines(plan, target, list, index.min(items.len()), &body)?;
        plan.meant_list(list)?.insert(index.min(items.len()), value);
    }
    take_meant_away(plan, &from_list, from, list, index)
}

/// Takes the moved step from where it was. Its pointer may have shifted by one where the target list is above it.
fn take_meant_away(
    plan: &mut Plan<'_>,
    from_list: &str,
    from: usize,
    list: &str,
    index: usize,
) -> Result<(), EditError> {
    let mut meant = plan.meant.clone();
    replace::remove(plan, &format!("{from_list}/{from}")).or_else(|error| match error {
        EditError::NoSuchPlace(_) => Ok(()),
        other => Err(other),
    })?;
    let shifted_list = shift_pointer(from_list, list, index);
    let source = meant.pointer_mut(&shifted_list).and_then(Value::as_array_mut);
    source.ok_or_else(|| EditError::NoSuchPlace(from_list.to_owned()))?.remove(from);
    plan.meant = meant;
    Ok(())
}

/// A pointer after an item was put into `list` at `index`.
fn shift_pointer(at: &str, list: &str, index: usize) -> String {
    let Some(rest) = at.strip_prefix(list).and_then(|rest| rest.strip_prefix('/')) else { return at.to_owned() };
    let (head, tail) = rest.split_once('/').map_or((rest, None), |(head, tail)| (head, Some(tail)));
    match head.parse::<usize>() {
        Ok(here) if here >= index => {
            let tail = tail.map_or_else(String::new, |tail| format!("/{tail}"));
            format!("{list}/{}{tail}", here + 1)
        }
        _ => at.to_owned(),
    }
}

/// Lets an item change places with those between: bodies move, what lies between them stays.
fn move_within(plan: &mut Plan<'_>, at: &str, from: usize, to: usize) -> Result<(), EditError> {
    let list = *plan.trail(at)?.last().ok_or(EditError::NoSuchPlace(at.to_owned()))?;
    let What::List { flow, items } = &list.what else { return Err(EditError::NoSuchPlace(at.to_owned())) };
    if from >= items.len() || to >= items.len() {
        return Err(EditError::NoSuchPlace(format!("{at}/{}", from.max(to))));
    }
    let spans: Vec<_> = match flow {
        true => items.iter().map(|item| item.start..item.end).collect(),
        false => bodies(plan.text, list).ok_or_else(|| EditError::Layout(at.to_owned()))?,
    };
    let (low, high) = (from.min(to), from.max(to));
    let mut order: Vec<usize> = (low..=high).collect();
    if from < to {
        order.rotate_left(1)
    } else {
        order.rotate_right(1)
    }
    for (place, moved) in (low..=high).zip(order).filter(|(place, moved)| place != moved) {
        let body = plan.text[spans[moved].clone()].to_owned();
        plan.cut(spans[place].clone(), body);
    }
    let values = plan.meant_list(at)?;
    let value = values.remove(from);
    values.insert(to, value);
    Ok(())
}

fn duplicate(plan: &mut Plan<'_>, id: &str, new_id: &str) -> Result<(), EditError> {
    let (list, index) = find_step(plan.tree, id)?;
    let mut taken: HashSet<String> = all_ids(plan.tree).into_iter().map(str::to_owned).collect();
    if !taken.insert(new_id.to_owned()) {
        return Err(EditError::IdTaken(new_id.to_owned()));
    }
    let at = format!("{list}/{index}");
    let step = *plan.trail(&at)?.last().ok_or(EditError::NoSuchPlace(at.clone()))?;
    let source = *plan.trail(&list)?.last().ok_or(EditError::NoSuchPlace(list.clone()))?;
    let mut renames = vec![(id.to_owned(), new_id.to_owned())];
    each_step(step, &mut String::new(), false, &mut |_, _, inner| {
        if let Some(inner) = step_id(inner) {
            renames.push((inner.to_owned(), free_id(inner, &mut taken)));
        }
    });
    let mut copy = plan.meant_at(&at)?.clone();
    rename_ids(&mut copy, &renames);
    let Some(bodies) = bodies(plan.text, source) else {
        return replace::insert(plan, &list, index + 1, &copy);
    };
    let body = bodies[index].clone();
    let mut written = plan.text[body.clone()].to_owned();
    let mut ids: Vec<&Node> = step.entry("id").map(|entry| &entry.value).into_iter().collect();
    each_step(step, &mut String::new(), false, &mut |_, _, inner| {
        ids.extend(inner.entry("id").map(|entry| &entry.value))
    });
    ids.sort_by_key(|node| std::cmp::Reverse(node.start));
    for node in ids {
        let name = renames.iter().find(|(old, _)| node.value() == **old).map(|(_, new)| Value::from(new.as_str()));
        if let Some(name) = name {
            written.replace_range(node.start - body.start..node.end - body.start, &crate::write::in_flow(&name));
        }
    }
    replace::insert_lines(plan, source, &list, index + 1, &written)?;
    plan.meant_list(&list)?.insert(index + 1, copy);
    Ok(())
}

fn free_id(id: &str, taken: &mut HashSet<String>) -> String {
    let free = (2..).map(|count| format!("{id}_{count}")).find(|candidate| taken.insert(candidate.clone()));
    free.unwrap_or_default()
}

fn rename_ids(step: &mut Value, renames: &[(String, String)]) {
    match step {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match value {
                    Value::String(id) if key == "id" => {
                        if let Some((_, new)) = renames.iter().find(|(old, _)| old == id) {
                            id.clone_from(new);
                        }
                    }
                    Value::Array(steps) if STEP_LISTS.contains(&key.as_str()) => {
                        steps.iter_mut().for_each(|step| rename_ids(step, renames));
                    }
                    Value::Object(_) => rename_ids(value, renames),
                    _ => {}
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename_ids(item, renames)),
        _ => {}
    }
}

fn rename(plan: &mut Plan<'_>, id: &str, new_id: &str) -> Result<(), EditError> {
    let (list, index) = find_step(plan.tree, id)?;
    if id == new_id {
        return Ok(());
    }
    if all_ids(plan.tree).contains(new_id) {
        return Err(EditError::IdTaken(new_id.to_owned()));
    }
    let mut places = vec![format!("{list}/{index}/id")];
    naming_places(plan.tree, &mut String::new(), "", id, &mut places);
    for at in places {
        replace::set(plan, &at, &Value::from(new_id))?;
    }
    rename_rung(plan, id, new_id)
}

/// Where a step is named: a checkpoint's `after`, a detector's `after_step`, a recoverer's `repeat_steps`.
fn naming_places(node: &Node, at: &mut String, key: &str, id: &str, places: &mut Vec<String>) {
    let length = at.len();
    match &node.what {
        What::Scalar(value) => {
            if matches!(key, "after" | "after_step" | "repeat_steps") && value == id {
                places.push(at.clone());
            }
        }
        What::Map { entries, .. } => {
            for entry in entries {
                *at = pointer::below(at, &entry.key);
                naming_places(&entry.value, at, &entry.key, id, places);
                at.truncate(length);
            }
        }
        What::List { items, .. } => {
            for (index, item) in items.iter().enumerate() {
                *at = pointer::below(at, &index.to_string());
                naming_places(item, at, key, id, places);
                at.truncate(length);
            }
        }
    }
}

/// The rung that answered when the step was recorded is kept under its id.
fn rename_rung(plan: &mut Plan<'_>, id: &str, new_id: &str) -> Result<(), EditError> {
    let Ok(trail) = plan.trail("/provenance/rungs") else { return Ok(()) };
    let Some(entry) = trail.last().and_then(|rungs| rungs.entry(id)) else { return Ok(()) };
    let written = crate::write::in_flow(&Value::from(new_id));
    plan.cut(entry.key_at.0..entry.key_at.1, written);
    if let Some(map) = plan.meant_at("/provenance/rungs")?.as_object_mut() {
        let renamed =
            std::mem::take(map).into_iter().map(|(key, rung)| (if key == id { new_id.to_owned() } else { key }, rung));
        *map = renamed.collect();
    }
    Ok(())
}
