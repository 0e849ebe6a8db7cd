//! What every way into the command list must answer, as data. The same cases run against `dispatch` and over each
//! transport, so that no transport can drift.

use async_trait::async_trait;
use serde_json::{Value, json};

use crate::dto::{ApprovalState, Engine, RunKind, RunRow, RunsQuery, ScenarioRow, TargetRow, Version, WorkspaceView};
use crate::error::{ApiError, Code};
use crate::host::Host;

/// One exchange.
#[derive(Debug, Clone)]
pub struct Case {
    /// What this case is there to hold.
    pub why: &'static str,
    /// The command asked for.
    pub command: &'static str,
    /// Its arguments.
    pub arguments: Value,
    /// The answer of [`SampleHost`], or the code of its refusal.
    pub expect: Result<Value, Code>,
}

/// The cases, good and bad.
pub fn cases() -> Vec<Case> {
    let mut cases = answers();
    cases.extend(refusals());
    cases
}

fn answers() -> Vec<Case> {
    let run = json!({
        "id": "01RUN", "scenario": "lookup", "target": "shop", "kind": "failure", "code": "TIMEOUT",
        "started_ms": 1_700_000_000_000_u64, "duration_ms": 3000
    });
    let engine = json!({
        "pid": 7, "address": "127.0.0.1:4000", "started_ms": 1_700_000_000_000_u64, "workspace": "/sample"
    });
    let workspace = json!({
        "name": "sample", "root": "/sample", "has_config": true,
        "targets": [{ "name": "shop", "kind": "web", "place": "http://shop.test", "environment": "test" }],
        "scenarios": [{ "id": "lookup", "title": "Look up", "file": "lookup.yaml", "approval": "changed_since",
                        "problem": null }]
    });
    let version = json!({ "name": "Baton", "version": "9.9.9", "api": crate::API_VERSION });
    vec![
        case("a client learns who answers", "version", Value::Null, Ok(version.clone())),
        case("an empty object is no arguments", "version", json!({}), Ok(version)),
        case("engines come as a list", "engines", Value::Null, Ok(json!([engine]))),
        case("the workspace comes whole", "workspace", Value::Null, Ok(workspace)),
        case("all runs", "runs", Value::Null, Ok(json!([run.clone()]))),
        case("a filter reaches the host", "runs", json!({ "scenario": "lookup" }), Ok(json!([run]))),
        case("a filter can leave nothing", "runs", json!({ "scenario": "other" }), Ok(json!([]))),
    ]
}

fn refusals() -> Vec<Case> {
    vec![
        case("an unknown name is said to be one", "explode", Value::Null, Err(Code::UnknownCommand)),
        case("a misspelt argument is never ignored", "runs", json!({ "scenaro": "x" }), Err(Code::BadArguments)),
        case("arguments for a command that takes none", "version", json!({ "a": 1 }), Err(Code::BadArguments)),
        case("a wrong type", "runs", json!({ "limit": "ten" }), Err(Code::BadArguments)),
        case("the host's own refusal passes through", "runs", json!({ "limit": 0 }), Err(Code::Storage)),
    ]
}

fn case(why: &'static str, command: &'static str, arguments: Value, expect: Result<Value, Code>) -> Case {
    Case { why, command, arguments, expect }
}

/// A host whose answers never change.
#[derive(Debug, Clone, Copy, Default)]
pub struct SampleHost;

#[async_trait]
impl Host for SampleHost {
    fn version(&self) -> Version {
        Version { name: "Baton".into(), version: "9.9.9".into(), api: crate::API_VERSION }
    }

    async fn engines(&self) -> Result<Vec<Engine>, ApiError> {
        Ok(vec![Engine {
            pid: 7,
            address: "127.0.0.1:4000".into(),
            started_ms: 1_700_000_000_000,
            workspace: "/sample".into(),
        }])
    }

    async fn workspace(&self) -> Result<WorkspaceView, ApiError> {
        Ok(WorkspaceView {
            name: "sample".into(),
            root: "/sample".into(),
            has_config: true,
            targets: Some(vec![TargetRow {
                name: "shop".into(),
                kind: "web".into(),
                place: "http://shop.test".into(),
                environment: "test".into(),
            }]),
            scenarios: Some(vec![ScenarioRow {
                id: "lookup".into(),
                title: "Look up".into(),
                file: "lookup.yaml".into(),
                approval: ApprovalState::ChangedSince,
                problem: None,
            }]),
        })
    }

    async fn runs(&self, query: RunsQuery) -> Result<Option<Vec<RunRow>>, ApiError> {
        if query.limit == Some(0) {
            return Err(ApiError::new(Code::Storage, "The journal is damaged.", "Run `baton doctor`."));
        }
        let row = RunRow {
            id: "01RUN".into(),
            scenario: "lookup".into(),
            target: "shop".into(),
            kind: Some(RunKind::Failure),
            code: Some("TIMEOUT".into()),
            started_ms: 1_700_000_000_000,
            duration_ms: Some(3000),
        };
        let wanted = query.scenario.as_deref().is_none_or(|wanted| wanted == row.scenario);
        Ok(Some(if wanted { vec![row] } else { Vec::new() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{COMMANDS, dispatch};

    #[tokio::test]
    async fn dispatch_answers_every_case() {
        for case in cases() {
            let got = dispatch(&SampleHost, case.command, case.arguments).await.map_err(|refusal| refusal.code);
            assert_eq!(got, case.expect, "{}: {}", case.command, case.why);
        }
    }

    #[test]
    fn every_command_has_a_case_that_succeeds() {
        for command in COMMANDS {
            let covered = cases().iter().any(|case| case.command == command.name && case.expect.is_ok());
            assert!(covered, "{} is in the list but no case asks for it", command.name);
        }
    }

    #[tokio::test]
    async fn a_refusal_says_what_to_do_next() {
        for case in cases().into_iter().filter(|case| case.expect.is_err()) {
            let Err(refusal) = dispatch(&SampleHost, case.command, case.arguments).await else {
                panic!("{} was answered", case.command)
            };
            assert!(!refusal.message.is_empty() && !refusal.hint.is_empty(), "{}: {refusal:?}", case.why);
        }
    }
}
