//! Rows a scenario is run with, one run or one turn a row.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::names::{Name, Place};

/// Rows, here or in a file.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Data {
    /// Written in the document, every value as text.
    Rows(Vec<IndexMap<Name, String>>),
    /// A CSV file below the workspace, with a header row. Its columns belong to the seal, its rows do not.
    Csv(String),
}

/// A table from a CSV file (RFC 4180): every row has every column, every value is a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Table {
    /// The header.
    pub columns: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
}

/// What is wrong with a CSV file, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct CsvError {
    /// Where.
    pub place: Place,
    /// What.
    pub message: String,
}

impl Table {
    /// Reads a CSV text. A file of a header alone is a table without rows, which a run then finds red.
    pub fn parse(text: &str) -> Result<Table, CsvError> {
        let mut records = records(text.strip_prefix('\u{feff}').unwrap_or(text))?.into_iter();
        let wrong = |line: u32, message: String| CsvError { place: Place { line, column: 1 }, message };
        let (line, columns) = records.next().ok_or_else(|| wrong(1, "the file has no header".to_owned()))?;
        if let Some(odd) = columns.iter().find(|column| Name::new(column).is_none()) {
            return Err(wrong(line, format!("the column `{odd}` is not lower_snake")));
        }
        if let Some(twice) = columns.iter().enumerate().find(|(index, column)| columns[..*index].contains(column)) {
            return Err(wrong(line, format!("the column `{}` is there twice", twice.1)));
        }
        let mut rows = Vec::new();
        for (line, row) in records {
            if row.len() != columns.len() {
                return Err(wrong(line, format!("this row has {} values, the header {}", row.len(), columns.len())));
            }
            rows.push(row);
        }
        Ok(Table { columns, rows })
    }

    /// The rows as maps from column to value.
    pub fn maps(&self) -> impl Iterator<Item = IndexMap<String, String>> {
        self.rows.iter().map(|row| self.columns.iter().cloned().zip(row.iter().cloned()).collect())
    }
}

/// The records with the line each starts at. Empty lines are no records.
fn records(text: &str) -> Result<Vec<(u32, Vec<String>)>, CsvError> {
    let mut records = Vec::new();
    let (mut record, mut value) = (Vec::new(), String::new());
    let (mut line, mut start, mut quoted, mut was_quoted) = (1, 1, false, false);
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        if char == '\n' {
            line += 1;
        }
        match char {
            '"' if quoted && chars.peek() == Some(&'"') => value.extend(chars.next()),
            '"' if quoted => quoted = false,
            _ if quoted => value.push(char),
            '"' if value.is_empty() && !was_quoted => (quoted, was_quoted) = (true, true),
            ',' => {
                record.push(std::mem::take(&mut value));
                was_quoted = false;
            }
            '\r' if chars.peek() == Some(&'\n') => {}
            '\n' => {
                if !record.is_empty() || !value.is_empty() || was_quoted {
                    record.push(std::mem::take(&mut value));
                    records.push((start, std::mem::take(&mut record)));
                }
                (was_quoted, start) = (false, line);
            }
            '"' => {
                return Err(CsvError {
                    place: Place { line, column: 1 },
                    message: "a quote inside a value must be doubled".to_owned(),
                });
            }
            _ if was_quoted => {
                return Err(CsvError {
                    place: Place { line, column: 1 },
                    message: "after a closing quote comes a comma".to_owned(),
                });
            }
            _ => value.push(char),
        }
    }
    if quoted {
        return Err(CsvError { place: Place { line: start, column: 1 }, message: "a quote is not closed".to_owned() });
    }
    if !record.is_empty() || !value.is_empty() || was_quoted {
        record.push(value);
        records.push((start, record));
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_as_rfc_4180_writes_them() {
        let table = Table::parse("\u{feff}id,note\r\n00123,\"a, \"\"b\"\"\nsecond line\"\r\n\r\n7,\r\n").unwrap();
        assert_eq!(table.columns, ["id", "note"], "the header, its mark dropped");
        assert_eq!(table.rows, [["00123", "a, \"b\"\nsecond line"], ["7", ""]], "quotes, commas, lines and zeros kept");
        for (text, line, message) in [
            ("", 1, "the file has no header"),
            ("a,b\n1\n", 2, "this row has 1 values, the header 2"),
            ("a,A\n", 1, "the column `A` is not lower_snake"),
            ("a,a\n", 1, "the column `a` is there twice"),
            ("a\n\"x\n", 2, "a quote is not closed"),
            ("a\nx\"y\n", 2, "a quote inside a value must be doubled"),
            ("a\n\"x\"y\n", 2, "after a closing quote comes a comma"),
        ] {
            let error = Table::parse(text).unwrap_err();
            assert_eq!((error.place.line, error.message.as_str()), (line, message), "{text:?}");
        }
        assert_eq!(Table::parse("a\n").unwrap().rows.len(), 0, "a header alone is a table without rows");
    }
}
