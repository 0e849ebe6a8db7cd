//! Values put, replaced and taken away, in block and in flow, with as few bytes as possible.

use serde_json::Value;

use super::layout::{bodies, colon_after, column, entry_bodies, line_break};
use super::plan::Plan;
use super::tree::{Entry, Node, What};
use super::{EditError, pointer};
use crate::write;

/// Where a value stands: what is above it decides how it may be written.
#[derive(Clone, Copy)]
struct Place<'t> {
    /// The key it belongs to; none in a list.
    entry: Option<&'t Entry>,
    /// Between brackets or braces.
    in_flow: bool,
    /// The column of its key or dash.
    indent: usize,
    /// How many levels are above it.
    depth: usize,
}

/// Makes the value at `at` this one, key by key where both are maps.
pub(super) fn set(plan: &mut Plan<'_>, at: &str, to: &Value) -> Result<(), EditError> {
    if at.is_empty() {
        return set_root(plan, to);
    }
    let (parent_at, last) = pointer::split(at)?;
    let trail = plan.trail(parent_at)?;
    let parent = *trail.last().ok_or(EditError::NoSuchPlace(at.to_owned()))?;
    let depth = trail.len();
    let in_flow = trail.iter().any(|node| !node.is_block());
    match plan.trail(at) {
        Ok(found) => {
            let node = *found.last().ok_or(EditError::NoSuchPlace(at.to_owned()))?;
            let place = place(plan.text, parent, node, &last, in_flow, depth, at)?;
            become_value(plan, node, place, to, at)?;
            *plan.meant_at(at)? = to.clone();
        }
        Err(_) if matches!(parent.what, What::Map { .. }) => {
            add_entry(plan, parent, parent_at, &last, to, in_flow, depth)?;
            let map = plan.meant_at(parent_at)?.as_object_mut().ok_or(EditError::NoSuchPlace(at.to_owned()))?;
            map.insert(last, to.clone());
        }
        Err(missing) => return Err(missing),
    }
    Ok(())
}

fn set_root(plan: &mut Plan<'_>, to: &Value) -> Result<(), EditError> {
    let (Value::Object(_), What::Map { flow, .. }) = (to, &plan.tree.what) else {
        return Err(EditError::Layout("the top".to_owned()));
    };
    let indent = column(plan.text, plan.tree.start);
    become_value(plan, plan.tree, Place { entry: None, in_flow: *flow, indent, depth: 0 }, to, "")?;
    plan.meant = to.clone();
    Ok(())
}

fn place<'t>(
    text: &str,
    parent: &'t Node,
    node: &Node,
    last: &str,
    in_flow: bool,
    depth: usize,
    at: &str,
) -> Result<Place<'t>, EditError> {
    let entry = parent.entry(last);
    let own = entry.map_or(parent.start, |entry| entry.key_at.0);
    if node.end < own {
        return Err(EditError::Layout(at.to_owned()));
    }
    Ok(Place { entry, in_flow, indent: column(text, own), depth })
}

fn become_value(plan: &mut Plan<'_>, node: &Node, place: Place<'_>, to: &Value, at: &str) -> Result<(), EditError> {
    let is = node.value();
    if is == *to {
        return Ok(());
    }
    match (&node.what, to) {
        (What::Map { entries, flow }, Value::Object(map)) if !map.is_empty() && !entries.is_empty() => {
            change_entries(plan, node, entries, *flow || place.in_flow, place.depth, map, at)
        }
        (What::List { items, flow }, Value::Array(values)) if items.len() == values.len() => {
            let inner = Place {
                entry: None,
                in_flow: *flow || place.in_flow,
                indent: column(plan.text, node.start),
                depth: place.depth + 1,
            };
            for (index, (item, value)) in items.iter().zip(values).enumerate() {
                become_value(plan, item, inner, value, &pointer::below(at, &index.to_string()))?;
            }
            Ok(())
        }
        _ => replace(plan, node, place, to, at),
    }
}

/// Changes a map entry by entry. Where one key goes and one comes, the new one takes the old one's place.
fn change_entries(
    plan: &mut Plan<'_>,
    map: &Node,
    entries: &[Entry],
    in_flow: bool,
    depth: usize,
    to: &serde_json::Map<String, Value>,
    at: &str,
) -> Result<(), EditError> {
    let mut coming = to.iter().filter(|(key, _)| map.entry(key).is_none()).collect::<Vec<_>>();
    coming.reverse();
    let going = entries.iter().filter(|entry| !to.contains_key(&entry.key)).count();
    let replaced = going.min(coming.len());
    let mut gone = Vec::new();
    let mut seen = 0;
    for (index, entry) in entries.iter().enumerate() {
        let place = Place { entry: Some(entry), in_flow, indent: column(plan.text, entry.key_at.0), depth: depth + 1 };
        match to.get(&entry.key) {
            Some(value) => become_value(plan, &entry.value, place, value, &pointer::below(at, &entry.key))?,
            None if seen < replaced => {
                seen += 1;
                if let Some((key, value)) = coming.pop() {
                    let written = entry_text(key, value, in_flow, place.indent, depth, plan.text);
                    plan.cut(entry.key_at.0..entry.value.end.max(entry.key_at.1), written);
                }
            }
            None => gone.push(index),
        }
    }
    remove_entries(plan, map, &gone, at)?;
    coming.reverse();
    for (key, value) in coming {
        add_entry(plan, map, at, key, value, in_flow, depth + 1)?;
    }
    Ok(())
}

fn entry_text(key: &str, value: &Value, in_flow: bool, indent: usize, depth: usize, text: &str) -> String {
    if in_flow {
        return format!("{}: {}", write::in_flow(&Value::from(key)), write::in_flow(value));
    }
    lines(&write::entry(key, value, indent, depth), text)
}

/// Written lines without the first's indentation and the last's line break, in the text's own line breaks.
fn lines(written: &str, text: &str) -> String {
    let written = written.trim_start_matches(' ').trim_end_matches('\n');
    if line_break(text) == "\n" { written.to_owned() } else { written.replace('\n', "\r\n") }
}

fn replace(plan: &mut Plan<'_>, node: &Node, place: Place<'_>, to: &Value, at: &str) -> Result<(), EditError> {
    let text = plan.text;
    let colon =
        place.entry.map(|entry| colon_after(text, entry.key_at.1).ok_or_else(|| EditError::Layout(at.to_owned())));
    let colon = colon.transpose()?;
    let line =
        if place.in_flow { Some(write::in_flow(to)) } else { write::one_line(to, place.indent + 2, place.depth) };
    let Some(line) = line else {
        let block = write::block(to, place.indent + 2, place.depth);
        match colon {
            Some(colon) => {
                let gap = format!("{}{}", line_break(text), " ".repeat(place.indent + 2));
                plan.cut(colon..node.end.max(colon), gap + &lines(&block, text));
            }
            None => plan.cut(node.start..node.end, lines(&block, text)),
        }
        return Ok(());
    };
    match colon {
        Some(colon) if node.start < colon || text[colon..node.start].trim().is_empty() => {
            plan.cut(colon..node.end.max(colon), format!(" {line}"));
        }
        _ if node.start == node.end => plan.cut(node.start..node.end, format!(" {line}")),
        _ => plan.cut(node.start..node.end, line),
    }
    Ok(())
}

fn add_entry(
    plan: &mut Plan<'_>,
    map: &Node,
    map_at: &str,
    key: &str,
    value: &Value,
    in_flow: bool,
    depth: usize,
) -> Result<(), EditError> {
    let What::Map { flow, entries } = &map.what else { return Err(EditError::NoSuchPlace(map_at.to_owned())) };
    if *flow || in_flow {
        let written = entry_text(key, value, true, 0, depth, plan.text);
        match entries.last() {
            Some(last) => plan.cut(last.value.end..last.value.end, format!(", {written}")),
            None => plan.cut(map.start..map.end, format!("{{ {written} }}")),
        }
        return Ok(());
    }
    let bodies = entry_bodies(plan.text, map).ok_or_else(|| EditError::Layout(map_at.to_owned()))?;
    let end = bodies.last().ok_or_else(|| EditError::Layout(map_at.to_owned()))?.end;
    let indent = column(plan.text, map.start);
    let written = lines(&write::entry(key, value, indent, depth.saturating_sub(1)), plan.text);
    plan.cut(end..end, format!("{}{}{written}", line_break(plan.text), " ".repeat(indent)));
    Ok(())
}

/// Takes a key or an item away.
pub(super) fn remove(plan: &mut Plan<'_>, at: &str) -> Result<(), EditError> {
    let (parent_at, last) = pointer::split(at)?;
    plan.trail(at)?;
    let parent = *plan.trail(parent_at)?.last().ok_or(EditError::NoSuchPlace(at.to_owned()))?;
    let count = match &parent.what {
        What::Map { entries, .. } => entries.len(),
        What::List { items, .. } => items.len(),
        What::Scalar(_) => return Err(EditError::NoSuchPlace(at.to_owned())),
    };
    if count == 1 {
        let empty = if matches!(parent.what, What::Map { .. }) { serde_json::json!({}) } else { serde_json::json!([]) };
        return set(plan, parent_at, &empty);
    }
    match &parent.what {
        What::Map { entries, .. } => {
            let index = entries.iter().position(|entry| entry.key == last);
            remove_entries(plan, parent, &index.into_iter().collect::<Vec<_>>(), parent_at)?;
            let map = plan.meant_at(parent_at)?.as_object_mut().ok_or(EditError::NoSuchPlace(at.to_owned()))?;
            map.shift_remove(&last);
        }
        _ => {
            let index: usize = last.parse().map_err(|_| EditError::NoSuchPlace(at.to_owned()))?;
            remove_item(plan, parent, index, parent_at)?;
            plan.meant_list(parent_at)?.remove(index);
        }
    }
    Ok(())
}

/// Cuts entries of a map, never all of them.
fn remove_entries(plan: &mut Plan<'_>, map: &Node, gone: &[usize], at: &str) -> Result<(), EditError> {
    let What::Map { flow, entries } = &map.what else { return Ok(()) };
    let spans: Vec<_> = match *flow || gone.is_empty() {
        true => entries.iter().map(|entry| entry.key_at.0..entry.value.end.max(entry.key_at.1)).collect(),
        false => entry_bodies(plan.text, map).ok_or_else(|| EditError::Layout(at.to_owned()))?,
    };
    cut_some(plan, &spans, gone);
    Ok(())
}

fn remove_item(plan: &mut Plan<'_>, list: &Node, index: usize, at: &str) -> Result<(), EditError> {
    let What::List { flow, items } = &list.what else { return Ok(()) };
    let spans: Vec<_> = match flow {
        true => items.iter().map(|item| item.start..item.end).collect(),
        false => bodies(plan.text, list).ok_or_else(|| EditError::Layout(at.to_owned()))?,
    };
    cut_some(plan, &spans, &[index]);
    Ok(())
}

/// Cuts some of several neighbours, each with the gap to a neighbour that stays.
fn cut_some(plan: &mut Plan<'_>, spans: &[std::ops::Range<usize>], gone: &[usize]) {
    let last_kept = (0..spans.len()).rev().find(|index| !gone.contains(index));
    for &index in gone {
        let Some(span) = spans.get(index) else { continue };
        if last_kept.is_some_and(|kept| index < kept) {
            plan.cut(span.start..spans[index + 1].start, "");
        } else if index > 0 {
            plan.cut(spans[index - 1].end..span.end, "");
        }
    }
}

/// Puts an item into a list.
pub(super) fn insert(plan: &mut Plan<'_>, at: &str, index: usize, item: &Value) -> Result<(), EditError> {
    let trail = plan.trail(at)?;
    let list = *trail.last().ok_or(EditError::NoSuchPlace(at.to_owned()))?;
    let What::List { flow, items } = &list.what else { return Err(EditError::NoSuchPlace(at.to_owned())) };
    if index > items.len() {
        return Err(EditError::NoSuchPlace(format!("{at}/{index}")));
    }
    if items.is_empty() {
        return set(plan, at, &Value::Array(vec![item.clone()]));
    }
    if *flow {
        let written = write::in_flow(item);
        match items.get(index) {
            Some(before) => plan.cut(before.start..before.start, format!("{written}, ")),
            None => {
                let end = items[index - 1].end;
                plan.cut(end..end, format!(", {written}"));
            }
        }
    } else {
        let indent = column(plan.text, list.start);
        let written = lines(&write::item(item, indent, trail.len() - 1), plan.text);
        insert_lines(plan, list, at, index, &written)?;
    }
    plan.meant_list(at)?.insert(index, item.clone());
    Ok(())
}

/// Puts an item's lines among the others of a block list, with the blank lines the list has between its items.
pub(super) fn insert_lines(
    plan: &mut Plan<'_>,
    list: &Node,
    at: &str,
    index: usize,
    written: &str,
) -> Result<(), EditError> {
    let bodies = bodies(plan.text, list).ok_or_else(|| EditError::Layout(at.to_owned()))?;
    let indent = " ".repeat(column(plan.text, list.start));
    let feed = line_break(plan.text);
    let spaced =
        bodies.windows(2).next().is_some_and(|pair| plan.text[pair[0].end..pair[1].start].matches('\n').count() > 1);
    let gap = format!("{feed}{}{indent}", if spaced { feed } else { "" });
    match bodies.get(index) {
        Some(before) => plan.cut(before.start..before.start, format!("{written}{gap}")),
        None => {
            let end = bodies.last().map_or(list.end, |body| body.end);
            plan.cut(end..end, format!("{gap}{written}"));
        }
    }
    Ok(())
}
