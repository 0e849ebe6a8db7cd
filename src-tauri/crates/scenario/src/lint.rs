//! Looks at a file without running it: what is wrong with it, what is still to do, what is worth a look.

use serde::Serialize;

use crate::closure::Draft;
use crate::family::Family;
use crate::files::{FileProblem, Files, Targets};
use crate::names::Place;
use crate::policy::Policy;
use crate::refusal::{Code, Refusal, Refusals};

/// One thing found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is, where, and what to do.
    #[serde(flatten)]
    pub refusal: Refusal,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// It can be run as it is.
    Warned,
    /// It may stay in a draft; it cannot be approved or run.
    Todo,
    /// It cannot be loaded.
    Refused,
}

/// What is found in a scenario, component, family or policy file, in the order of the file.
pub fn lint(files: &dyn Files, targets: &dyn Targets, path: &str) -> Vec<Finding> {
    match files.text(path) {
        Ok(text) => match kind(&text) {
            Kind::Family => refused(Family::parse(path, &text)),
            Kind::Policy => refused(Policy::parse(path, &text)),
            Kind::Scenario => scenario(files, targets, path),
        },
        Err(problem) => vec![Finding { severity: Severity::Refused, refusal: unreadable(path, &problem) }],
    }
}

enum Kind {
    Scenario,
    Family,
    Policy,
}

/// By the key that a file of each kind must have, at the start of a line.
fn kind(text: &str) -> Kind {
    let has = |key: &str| text.lines().any(|line| line.trim_start_matches('\u{feff}').starts_with(key));
    if has("baton_family:") {
        Kind::Family
    } else if has("baton_policy:") {
        Kind::Policy
    } else {
        Kind::Scenario
    }
}

fn scenario(files: &dyn Files, targets: &dyn Targets, path: &str) -> Vec<Finding> {
    let draft = match Draft::load(files, targets, path, None) {
        Ok(draft) => draft,
        Err(refusals) => return refused::<Draft>(Err(refusals)),
    };
    let with = |severity| move |refusal: &Refusal| Finding { severity, refusal: refusal.clone() };
    let todos = draft.todos().iter().map(with(Severity::Todo));
    let mut found: Vec<Finding> = todos.chain(draft.warnings().iter().map(with(Severity::Warned))).collect();
    found.sort_by(|a, b| place(a).cmp(&place(b)));
    found
}

fn place(finding: &Finding) -> (&str, u32, u32) {
    (&finding.refusal.file, finding.refusal.line, finding.refusal.column)
}

fn refused<T>(read: Result<T, Refusals>) -> Vec<Finding> {
    let refusals = read.err().map(|refusals| refusals.all().to_vec()).unwrap_or_default();
    refusals.into_iter().map(|refusal| Finding { severity: Severity::Refused, refusal }).collect()
}

fn unreadable(path: &str, problem: &FileProblem) -> Refusal {
    let code = match problem {
        FileProblem::NotText => Code::NotText,
        FileProblem::TooLarge => Code::TooLarge,
        _ => Code::FileMissing,
    };
    Refusal::new(code, path, Place::default(), problem.to_string(), "look at its name and who may read it")
}
