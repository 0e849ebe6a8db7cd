//! Rust files with what is not shipped code blanked out: comments, texts, and what only tests compile.

use std::fs;
use std::path::Path;

/// Past this a file asks for a second look.
pub(super) const LONG_LINES: usize = 600;

/// One file of shipped code.
pub(crate) struct RustFile {
    /// From the workspace's folder, with forward slashes.
    pub(super) path: String,
    /// Its crate: the folder's name below `crates`, or `desktop`.
    pub(super) home: String,
    /// How long it is.
    pub(super) lines: usize,
    /// Its code, line for line, everything else blank.
    pub(super) code: String,
}

/// Every file of shipped code in the workspace, in the order of their paths.
pub(super) fn rust_files(root: &Path) -> Result<Vec<RustFile>, String> {
    let mut files = Vec::new();
    gather(root, &root.join("src-tauri/src"), "desktop", &mut files)?;
    let crates = root.join("src-tauri/crates");
    for entry in fs::read_dir(&crates).map_err(|cause| format!("{}: {cause}", crates.display()))?.flatten() {
        let home = entry.file_name().to_string_lossy().into_owned();
        gather(root, &entry.path().join("src"), &home, &mut files)?;
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(files)
}

fn gather(root: &Path, folder: &Path, home: &str, files: &mut Vec<RustFile>) -> Result<(), String> {
    let Ok(entries) = fs::read_dir(folder) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() && name != "tests" {
            gather(root, &path, home, files)?;
        } else if name.ends_with(".rs") && name != "tests.rs" && !name.ends_with("_tests.rs") {
            let text = fs::read_to_string(&path).map_err(|cause| format!("{}: {cause}", path.display()))?;
            let path = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let code = without_tests(&without_texts(&text));
            files.push(RustFile { path, home: home.to_owned(), lines: text.lines().count(), code });
        }
    }
    Ok(())
}

/// Blanks comments, strings and characters, keeping every line where it was.
fn without_texts(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = text_length(rest, out.chars().next_back());
        if length > 0 {
            out.extend(rest[..length].chars().map(|letter| if letter == '\n' { '\n' } else { ' ' }));
            rest = &rest[length..];
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
        }
    }
    out
}

/// How many bytes at the start of `rest` are a comment or a text; zero when it is code.
fn text_length(rest: &str, before: Option<char>) -> usize {
    if rest.starts_with("//") {
        return rest.find('\n').unwrap_or(rest.len());
    }
    if rest.starts_with("/*") {
        return rest.find("*/").map_or(rest.len(), |end| end + 2);
    }
    if rest.starts_with('"') {
        return quoted_length(rest);
    }
    let in_word = before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    if !in_word && let Some(length) = raw_length(rest) {
        return length;
    }
    char_length(rest)
}

fn quoted_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn raw_length(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let hashes = body.len() - body.trim_start_matches('#').len();
    let inner = body[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let end = inner.find(&close)?;
    Some(rest.len() - inner.len() + end + close.len())
}

/// A character in quotes, told from a lifetime by its closing quote.
fn char_length(rest: &str) -> usize {
    let Some(inner) = rest.strip_prefix('\'') else { return 0 };
    if inner.starts_with('\\') {
        return inner.char_indices().skip(2).find(|(_, letter)| *letter == '\'').map_or(0, |(at, _)| at + 2);
    }
    let Some(letter) = inner.chars().next() else { return 0 };
    if inner[letter.len_utf8()..].starts_with('\'') { letter.len_utf8() + 2 } else { 0 }
}

const TEST_MARK: &str = "#[cfg(test)]";

/// Blanks each item that only tests compile, up to the brace or semicolon that ends it.
fn without_tests(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find(TEST_MARK) {
        let (before, from) = rest.split_at(at);
        let length = item_length(from);
        out.push_str(before);
        out.extend(from[..length].chars().map(|letter| if letter == '\n' { '\n' } else { ' ' }));
        rest = &from[length..];
    }
    out.push_str(rest);
    out
}

fn item_length(item: &str) -> usize {
    let mut depth = 0usize;
    for (at, letter) in item.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth <= 1 => return at + 1,
            '}' => depth -= 1,
            ';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    item.len()
}
