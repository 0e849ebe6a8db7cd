//! What the command says: JSON lines on stdout, words on stderr, and the exit codes.

use std::io::Write;
use std::process::ExitCode;

use baton_scenario::{Refusal, Refusals};
use serde_json::{Value, json};

/// Wrong usage or configuration.
pub const USAGE: u8 = 64;

/// One JSON object on a line of stdout. A closed pipe is no error: nobody reads on.
pub fn line(value: &Value) {
    let mut stdout = std::io::stdout().lock();
    let _ = writeln!(stdout, "{value}").and_then(|()| stdout.flush());
}

/// Text on stdout, as it is.
pub fn text(text: &str) {
    let mut stdout = std::io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

/// Something that cannot be loaded, parsed or started: exit 64 with one JSON object.
#[derive(Debug, Clone)]
pub struct Refused(Value);

impl Refused {
    /// Wrong words on the command line, or a thing they name that cannot be had.
    pub fn usage(code: &str, message: impl Into<String>, hint: &str) -> Refused {
        Refused(json!({"kind": "refused", "code": code, "message": message.into(), "hint": hint}))
    }

    /// A file that cannot be read as what it should be.
    pub fn file(refusal: &Refusal) -> Refused {
        Refused(json!({
            "kind": "refused",
            "code": refusal.code.as_str(),
            "file": refusal.file,
            "line": refusal.line,
            "column": refusal.column,
            "message": refusal.message,
            "hint": refusal.hint,
        }))
    }

    /// The first of the refusals of one load; a caller is told one, `lint` tells all.
    pub fn files(refusals: &Refusals) -> Refused {
        refusals.first().map_or_else(|| Refused::usage("SYNTAX", "the file cannot be read", ""), Refused::file)
    }

    /// The object as it is told.
    pub fn value(&self) -> &Value {
        &self.0
    }

    /// Says it, to machines and to people.
    pub fn tell(&self) -> ExitCode {
        line(&self.0);
        let field = |name: &str| self.0.get(name).and_then(Value::as_str).unwrap_or("");
        let place = match (self.0.get("file").and_then(Value::as_str), self.0.get("line"), self.0.get("column")) {
            (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column}: "),
            _ => String::new(),
        };
        eprintln!("{place}{} [{}]", field("message"), field("code"));
        if !field("hint").is_empty() {
            eprintln!("  {}", field("hint"));
        }
        ExitCode::from(USAGE)
    }
}
