//! What goes over the wire. Names are lower_snake, times are Unix milliseconds, and numbers stay below 2^53.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Who answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Version {
    /// Always "Baton".
    pub name: String,
    /// The engine's own version, as `baton --version` says it.
    pub version: String,
    /// The version of the command list.
    pub api: u32,
}

/// One running engine of this workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Engine {
    /// Its process.
    pub pid: u32,
    /// Where it listens, as `127.0.0.1:port`.
    pub address: String,
    /// When it started, in Unix milliseconds.
    pub started_ms: u64,
    /// The workspace's folder.
    pub workspace: String,
}

/// A workspace at a glance: what can be automated, and what has been written for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WorkspaceView {
    /// The folder's name.
    pub name: String,
    /// The folder.
    pub root: String,
    /// False when the folder holds no `baton.yaml` yet.
    pub has_config: bool,
    /// What is automated here, by name; absent when this engine cannot tell.
    pub targets: Option<Vec<TargetRow>>,
    /// The scenarios here, by name; absent when this engine cannot tell.
    pub scenarios: Option<Vec<ScenarioRow>>,
}

/// One target of `baton.yaml`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct TargetRow {
    /// Its name in `baton.yaml`.
    pub name: String,
    /// What it is, such as `web`.
    pub kind: String,
    /// Where it is: a base URL or an app.
    pub place: String,
    /// `demo`, `test`, `staging` or `production`.
    pub environment: String,
}

/// Whether a scenario may run unattended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ApprovalState {
    /// Nobody has approved it yet.
    Draft,
    /// What is on disk is what was approved.
    Approved,
    /// It, or a file it uses, changed after its approval.
    ChangedSince,
    /// It cannot be read; `problem` says why.
    Invalid,
}

/// One scenario of the workspace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ScenarioRow {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Its file, from the workspace's folder.
    pub file: String,
    /// Whether it may run unattended.
    pub approval: ApprovalState,
    /// Why it cannot be read, in a sentence.
    pub problem: Option<String>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RunKind {
    /// Every step landed and every assertion held.
    Success,
    /// The application gave a declared answer other than success.
    BusinessOutcome,
    /// It did not work, and `code` says why.
    Failure,
    /// It waits for a person.
    Escalated,
}

/// Which runs to list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct RunsQuery {
    /// Only this scenario's.
    pub scenario: Option<String>,
    /// At most so many, newest first; 50 when not given.
    pub limit: Option<u32>,
}

/// One run, as a row of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RunRow {
    /// Its id.
    pub id: String,
    /// The scenario it replayed.
    pub scenario: String,
    /// The target it ran on.
    pub target: String,
    /// How it ended; absent while it runs, or when its engine died under it.
    pub kind: Option<RunKind>,
    /// The failure's or the outcome's code.
    pub code: Option<String>,
    /// When it started, in Unix milliseconds.
    pub started_ms: u64,
    /// How long it took.
    pub duration_ms: Option<u64>,
}
