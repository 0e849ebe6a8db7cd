//! Which bytes belong to an item of a list or an entry of a map: the comments right above it, itself, and what is
//! left on its last line. What lies between two of them stays where it is when they change places.

use std::ops::Range;

use super::tree::{Node, What};

/// Where the line that `at` is on starts.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |feed| feed + 1)
}

/// Where the line that `at` is on ends, before its line break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |feed| at + feed);
    if text[..end].ends_with('\r') && end > at { end - 1 } else { end }
}

/// The column of a byte, counted in characters.
pub(super) fn column(text: &str, at: usize) -> usize {
    text[line_start(text, at)..at].chars().count()
}

/// The line break the text uses.
pub(super) fn line_break(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The bodies of a block list's items, from the first comment or dash to the end of the last line. None when the
/// list is laid out in a way that cannot be cut into lines.
pub(super) fn bodies(text: &str, list: &Node) -> Option<Vec<Range<usize>>> {
    let What::List { flow: false, items } = &list.what else { return None };
    let dash_column = column(text, list.start);
    let mut bodies: Vec<Range<usize>> = Vec::with_capacity(items.len());
    let mut dash = list.start;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            dash = next_dash(text, bodies.last()?.end, dash_column)?;
        }
        let floor = bodies.last().map_or(0, |body| body.end);
        let end = body_end(text, item.end.max(dash + 1), dash_column);
        if !text[dash..].starts_with('-') || end < item.end {
            return None;
        }
        bodies.push(comments_above(text, dash, floor)..end);
    }
    Some(bodies)
}

/// The bodies of a block map's entries.
pub(super) fn entry_bodies(text: &str, map: &Node) -> Option<Vec<Range<usize>>> {
    let What::Map { flow: false, entries } = &map.what else { return None };
    let mut bodies: Vec<Range<usize>> = Vec::with_capacity(entries.len());
    for entry in entries {
        let at = entry.key_at.0;
        let floor = bodies.last().map_or(0, |body| body.end);
        let end = body_end(text, entry.value.end.max(colon_after(text, entry.key_at.1)?), column(text, at));
        if at < floor {
            return None;
        }
        bodies.push(comments_above(text, at, floor)..end);
    }
    Some(bodies)
}

/// Just behind the colon that follows a key.
pub(super) fn colon_after(text: &str, key_end: usize) -> Option<usize> {
    let rest = &text[key_end..];
    let spaces = rest.len() - rest.trim_start_matches(' ').len();
    rest[spaces..].starts_with(':').then_some(key_end + spaces + 1)
}

/// The dash of the next item: the first word of the next line that holds anything but a comment.
fn next_dash(text: &str, from: usize, dash_column: usize) -> Option<usize> {
    let mut at = from;
    while at < text.len() {
        let feed = text[at..].find('\n')?;
        let line = at + feed + 1;
        let word = first_word(text, line);
        match text[word..].chars().next() {
            Some('-') => return (column(text, word) == dash_column).then_some(word),
            Some('#' | '\n' | '\r') => at = word,
            _ => return None,
        }
    }
    None
}

/// The first byte of the line at `line` that is no space.
fn first_word(text: &str, line: usize) -> usize {
    text[line..].find(|c| c != ' ').map_or(text.len(), |spaces| line + spaces)
}

/// Walks up over the comment lines that stand right above `at` in the same column.
fn comments_above(text: &str, at: usize, floor: usize) -> usize {
    let own_column = column(text, at);
    let mut first = at;
    let mut line = line_start(text, at);
    if first_word(text, line) != at {
        return at;
    }
    while line > floor {
        let above = line_start(text, line - 1);
        let word = first_word(text, above);
        if above < floor || word >= line || !text[word..].starts_with('#') || column(text, word) != own_column {
            break;
        }
        (first, line) = (word, above);
    }
    first
}

/// The end of the line that `at` is on, and of the deeper comments right below it.
fn body_end(text: &str, at: usize, own_column: usize) -> usize {
    let mut end = line_end(text, at.min(text.len()));
    loop {
        let Some(feed) = text[end..].find('\n') else { return end };
        let below = end + feed + 1;
        let word = first_word(text, below);
        if !text[word..].starts_with('#') || column(text, word) <= own_column {
            return end;
        }
        end = line_end(text, word);
    }
}

/// The same lines, each but the first moved by `by` columns.
pub(super) fn shifted(body: &str, by: isize) -> String {
    let mut lines = body.split_inclusive('\n');
    let mut out = lines.next().unwrap_or_default().to_owned();
    for line in lines {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        if line.trim().is_empty() {
            out.push_str(line);
            continue;
        }
        out.extend(std::iter::repeat_n(' ', spaces.saturating_add_signed(by)));
        out.push_str(&line[spaces..]);
    }
    out
}
