//! JUnit XML, as CI servers read it: a test suite a run, a test case a step. What stopped a run is told at its step, or, when
//! no step is to blame, in a case of its own that is named `verdict`.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::Value;

use crate::stored::{ReportError, checked_nothing, list, number, text, verdict, words};

/// The results of one suite. A suite without a run is red.
pub fn junit(name: &str, results: &[Value]) -> Result<String, ReportError> {
    let mut report = Report::new(name);
    report.set_time(results.iter().map(duration).sum());
    for result in results {
        report.add_test_suite(suite(result));
    }
    if results.is_empty() {
        let mut empty = TestSuite::new(name);
        empty.add_test_case(case(
            name,
            VERDICT,
            failed(NonSuccessKind::Failure, "NOTHING_SELECTED", "no scenario was run", ""),
        ));
        report.add_test_suite(empty);
    }
    report.to_string().map_err(|error| ReportError::Xml { cause: error.to_string() })
}

const VERDICT: &str = "verdict";

fn suite(result: &Value) -> TestSuite {
    let scenario = text(result, "scenario").or_else(|| text(result, "file")).unwrap_or("unnamed");
    let mut suite = TestSuite::new(scenario);
    suite.set_time(duration(result));
    suite.add_properties(properties(result));
    let steps = list(result, "steps");
    suite.add_test_cases(steps.iter().map(|step| step_case(scenario, result, step)));
    if let Some(status) = own_verdict(result) {
        let mut verdict_case = case(scenario, VERDICT, status);
        verdict_case.set_system_out(verdict(result));
        suite.add_test_case(verdict_case);
    }
    suite
}

/// What the run as a whole is called, when no step in its table tells it.
fn own_verdict(result: &Value) -> Option<TestCaseStatus> {
    if checked_nothing(result) {
        let reason = text(result, "asserts_nothing");
        return Some(match reason {
            Some(reason) => skipped(&format!("asserts nothing: {reason}")),
            None => muted_or(result, failed(NonSuccessKind::Failure, "NOTHING_ASSERTED", NOTHING_ASSERTED, "")),
        });
    }
    match text(result, "kind") {
        Some("success") => list(result, "steps").is_empty().then(TestCaseStatus::success),
        Some("business_outcome") => Some(TestCaseStatus::success()),
        _ if blamed_step(result).is_some() => None,
        _ => Some(what_stopped_it(result)),
    }
}

const NOTHING_ASSERTED: &str = "the run passed without checking anything: a check that cannot fail is none";

fn step_case(scenario: &str, result: &Value, step: &Value) -> TestCase {
    let id = text(step, "id").unwrap_or("?");
    let executed = step.get("executed").and_then(Value::as_bool).unwrap_or(false);
    let status = if blamed_step(result) == Some(id) {
        what_stopped_it(result)
    } else if executed {
        TestCaseStatus::success()
    } else {
        skipped(text(step, "skipped").unwrap_or("not reached"))
    };
    let mut case = case(scenario, id, status);
    case.set_time(Duration::from_millis(number(step, "ms").unwrap_or(0)));
    case.set_assertions(usize::try_from(number(step, "asserted").unwrap_or(0)).unwrap_or(usize::MAX));
    for key in ["rung", "attempts", "landed"] {
        if let Some(value) = step.get(key).filter(|value| !value.is_null()) {
            case.add_property(Property::new(key, words(value)));
        }
    }
    case
}

/// The step that stopped the run, when the table has it.
fn blamed_step(result: &Value) -> Option<&str> {
    let stopped = !matches!(text(result, "kind"), Some("success" | "business_outcome"));
    let step = text(result, "step").filter(|_| stopped)?;
    list(result, "steps").iter().any(|row| text(row, "id") == Some(step)).then_some(step)
}

/// A failure is the application's or the scenario's; an escalation or a refusal is an error: nothing was judged.
fn what_stopped_it(result: &Value) -> TestCaseStatus {
    let kind = match text(result, "kind") {
        Some("failure") => NonSuccessKind::Failure,
        _ => NonSuccessKind::Error,
    };
    let code = text(result, "code").or_else(|| text(result, "reason")).unwrap_or("UNKNOWN");
    let message = text(result, "message").map_or_else(|| verdict(result), str::to_owned);
    muted_or(result, failed(kind, code, &message, &in_full(result)))
}

/// Everything a reader needs to understand it, in lines.
fn in_full(result: &Value) -> String {
    let mut lines = Vec::new();
    for key in ["step", "expected", "file", "line", "column", "hint", "until", "side_effect"] {
        if let Some(value) = result.get(key).filter(|value| !value.is_null()) {
            lines.push(format!("{key}: {}", words(value)));
        }
    }
    for (key, title) in [("observed", "observed:"), ("candidates", "candidates:"), ("warnings", "warnings:")] {
        let told = list(result, key);
        if !told.is_empty() {
            lines.push(title.to_owned());
            lines.extend(told.iter().map(|line| format!("  {}", words(line))));
        }
    }
    lines.join("\n")
}

fn properties(result: &Value) -> Vec<Property> {
    let mut properties = Vec::new();
    for key in ["run", "version", "seal", "kind", "code", "side_effect", "cached"] {
        properties
            .extend(result.get(key).filter(|value| !value.is_null()).map(|value| Property::new(key, words(value))));
    }
    for group in ["target", "outputs", "payload", "evidence"] {
        for (key, value) in result.get(group).and_then(Value::as_object).into_iter().flatten() {
            properties.push(Property::new(format!("{group}.{key}"), words(value)));
        }
    }
    properties
}

/// A muted failure is counted apart, never as green.
fn muted_or(result: &Value, status: TestCaseStatus) -> TestCaseStatus {
    let Some(muted) = result.get("muted").filter(|muted| !muted.is_null()) else { return status };
    let reason = text(muted, "reason").map_or_else(|| words(muted), str::to_owned);
    let until = text(muted, "until").map(|until| format!(" until {until}")).unwrap_or_default();
    skipped(&format!("muted{until}: {reason} ({})", verdict(result)))
}

fn failed(kind: NonSuccessKind, code: &str, message: &str, in_full: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(kind);
    status.set_type(code).set_message(message);
    if !in_full.is_empty() {
        status.set_description(in_full);
    }
    status
}

fn skipped(why: &str) -> TestCaseStatus {
    let mut status = TestCaseStatus::skipped();
    status.set_message(why);
    status
}

fn case(scenario: &str, name: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(scenario);
    case
}

fn duration(result: &Value) -> Duration {
    Duration::from_millis(number(result, "ms").unwrap_or(0))
}

#[cfg(test)]
mod tests;
