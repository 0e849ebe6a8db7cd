//! The step table for a terminal.

use serde_json::Value;

use crate::stored::{checked_nothing, list, number, text, verdict, words};

const HEADS: [&str; 6] = ["step", "outcome", "tries", "rung", "checks", "ms"];

/// A run in plain text: what came of it, its steps, and what a reader should know. Wide characters count as one column.
pub fn table(result: &Value) -> String {
    let mut lines = vec![headline(result)];
    let rows: Vec<[String; 6]> = list(result, "steps").iter().map(|step| row(result, step)).collect();
    if !rows.is_empty() {
        lines.extend(aligned(&rows));
    }
    lines.extend(notes(result));
    lines.join("\n") + "\n"
}

fn headline(result: &Value) -> String {
    let scenario = text(result, "scenario").or_else(|| text(result, "file")).unwrap_or("unnamed");
    let version = number(result, "version").map(|version| format!(" v{version}")).unwrap_or_default();
    let target = result.get("target").and_then(|target| text(target, "name"));
    let target = target.map(|name| format!(" on {name}")).unwrap_or_default();
    let mut told = format!("{scenario}{version}{target}: {}", verdict(result));
    if let (Some(executed), Some(planned)) = (number(result, "executed"), number(result, "planned")) {
        told += &format!(", {executed} of {planned} steps, {} checks", number(result, "asserted").unwrap_or(0));
    }
    if let Some(ms) = number(result, "ms") {
        told += &format!(", {ms} ms");
    }
    told
}

fn row(result: &Value, step: &Value) -> [String; 6] {
    let id = text(step, "id").unwrap_or("?");
    let executed = step.get("executed").and_then(Value::as_bool).unwrap_or(false);
    let outcome = match text(step, "outcome") {
        Some(outcome) => outcome,
        None if text(result, "kind") == Some("failure") && text(result, "step") == Some(id) => "failed",
        None if executed => "ok",
        None => "skipped",
    };
    let count = |key: &str| number(step, key).map_or_else(|| "-".to_owned(), |count| count.to_string());
    [id.to_owned(), outcome.to_owned(), count("attempts"), count("rung"), count("asserted"), count("ms")]
}

fn aligned(rows: &[[String; 6]]) -> Vec<String> {
    let heads = HEADS.map(str::to_owned);
    let all: Vec<&[String; 6]> = std::iter::once(&heads).chain(rows).collect();
    let width = |column: usize| all.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..HEADS.len()).map(width).collect();
    all.iter().map(|row| line(row, &widths)).collect()
}

/// Words stand left, numbers right.
fn line(row: &[String; 6], widths: &[usize]) -> String {
    let cells = row.iter().zip(widths).enumerate();
    let padded =
        cells.map(|(at, (cell, width))| if at < 2 { format!("{cell:<width$}") } else { format!("{cell:>width$}") });
    format!("  {}", padded.collect::<Vec<_>>().join("  ")).trim_end().to_owned()
}

fn notes(result: &Value) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |title: &str, value: String| notes.push(format!("  {title}: {value}"));
    for (key, value) in result.get("outputs").and_then(Value::as_object).into_iter().flatten() {
        note(key, words(value));
    }
    for key in ["message", "expected"] {
        if let Some(told) = text(result, key) {
            note(key, told.to_owned());
        }
    }
    for key in ["observed", "candidates", "drift", "recoveries", "warnings"] {
        list(result, key).iter().for_each(|told| note(key, words(told)));
    }
    for (key, value) in result.get("payload").and_then(Value::as_object).into_iter().flatten() {
        note(key, words(value));
    }
    if checked_nothing(result) {
        note("warning", "nothing was asserted, so this run proves nothing".to_owned());
    }
    for (key, value) in result.get("evidence").and_then(Value::as_object).into_iter().flatten() {
        note(key, words(value));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_run_is_told_in_aligned_columns() {
        let run = json!({
            "kind": "failure", "code": "LOCATOR_UNRESOLVED", "step": "search.submit", "scenario": "balance", "version": 2,
            "target": {"name": "mockcore"}, "planned": 3, "executed": 1, "asserted": 1, "ms": 812,
            "steps": [
                {"id": "search.member", "executed": true, "outcome": "ok", "attempts": 1, "rung": 1, "asserted": 1, "ms": 130},
                {"id": "search.submit", "executed": false, "attempts": 12, "asserted": 0, "ms": 41},
                {"id": "done", "executed": false, "attempts": 0, "asserted": 0, "ms": 0},
            ],
            "observed": ["button \"Find\""], "evidence": {"picture": ".baton/runs/R1/search.submit.png"},
        });
        insta::assert_snapshot!(table(&run), @r#"
        balance v2 on mockcore: failure LOCATOR_UNRESOLVED at search.submit, 1 of 3 steps, 1 checks, 812 ms
          step           outcome  tries  rung  checks   ms
          search.member  ok           1     1       1  130
          search.submit  failed      12     -       0   41
          done           skipped      0     -       0    0
          observed: button "Find"
          picture: .baton/runs/R1/search.submit.png
        "#);
    }

    #[test]
    fn a_result_that_never_got_far_is_told_too() {
        let refused = json!({"kind": "refused", "code": "UNKNOWN_KEY", "file": "a.yaml"});
        assert_eq!(table(&refused), "a.yaml: refused UNKNOWN_KEY\n", "what there is, and no empty table");
        let green = table(&json!({"kind": "success", "scenario": "s", "asserted": 0}));
        assert!(green.contains("proves nothing"), "a green run without checks says so: {green}");
    }
}
