//! `.env` files: `NAME=value` a line, `#` comments, quotes as a shell has them.

use std::collections::HashMap;

use crate::secret::SecretText;

/// A line that is none. The line's words are left out: they may be a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(".env:{line}: {why}")]
pub struct DotenvError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub why: &'static str,
}

/// Reads a whole file. A name given twice keeps its last value.
pub fn parse(text: &str) -> Result<HashMap<String, SecretText>, DotenvError> {
    let mut values = HashMap::new();
    for (index, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong = |why| DotenvError { line: index + 1, why };
        let line = line.strip_prefix("export ").unwrap_or(line);
        let (name, value) = line.split_once('=').ok_or(wrong("a line must be NAME=value"))?;
        let name = name.trim();
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return Err(wrong("a name has only letters, digits and underscores"));
        }
        values.insert(name.to_owned(), SecretText::new(unquoted(value.trim()).map_err(wrong)?));
    }
    Ok(values)
}

fn unquoted(value: &str) -> Result<String, &'static str> {
    match value.chars().next() {
        Some('\'') => {
            let (inside, rest) = value[1..].split_once('\'').ok_or("a quote is not closed")?;
            nothing_more(rest).map(|()| inside.to_owned())
        }
        Some('"') => double_quoted(&value[1..]),
        _ => Ok(value.split(" #").next().unwrap_or_default().trim_end().to_owned()),
    }
}

fn double_quoted(value: &str) -> Result<String, &'static str> {
    let mut out = String::new();
    let mut chars = value.chars();
    while let Some(char) = chars.next() {
        match char {
            '"' => return nothing_more(chars.as_str()).map(|()| out),
            '\\' => match chars.next().ok_or("a quote is not closed")? {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                other => out.push(other),
            },
            _ => out.push(char),
        }
    }
    Err("a quote is not closed")
}

fn nothing_more(rest: &str) -> Result<(), &'static str> {
    let rest = rest.trim();
    if rest.is_empty() || rest.starts_with('#') { Ok(()) } else { Err("something follows the closing quote") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wanted: Result<&[(&str, &str)], (usize, &str)>) {
        let read = parse(text).map(|values| {
            let mut pairs: Vec<_> = values.into_iter().map(|(name, value)| (name, value.expose().to_owned())).collect();
            pairs.sort();
            pairs
        });
        let wanted = wanted
            .map(|pairs| {
                pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect::<Vec<_>>()
            })
            .map_err(|(line, _)| line);
        assert_eq!(read.map_err(|error| error.line), wanted, "from {text:?}");
    }

    #[test]
    fn lines_are_read_as_a_shell_would() {
        check("# c\n\nA=b\nexport C = d e # f\n", Ok(&[("A", "b"), ("C", "d e")]));
        check(
            "A=us:er:pa#ss\nB='a \"b\" $c' # d\nC=\"a\\n\\\"b\\\\\"\nD=\n",
            Ok(&[("A", "us:er:pa#ss"), ("B", "a \"b\" $c"), ("C", "a\n\"b\\"), ("D", "")]),
        );
        check("A=1\r\nA=2\r\n", Ok(&[("A", "2")]));
    }

    #[test]
    fn what_is_no_line_is_refused_with_its_place_and_without_its_words() {
        for (text, line) in
            [("A=1\nhunter2\n", 2), ("A B=hunter2", 1), ("A='hunter2", 1), ("A=\"hunter2", 1), ("A='x'hunter2", 1)]
        {
            check(text, Err((line, "")));
            let message = parse(text).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(!message.contains("hunter2"), "the message keeps what may be a secret: {message}");
        }
    }
}
