//! What a run says of itself: one JSON object, keys lower_snake, the same from the CLI, the journal and the API.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Everything planned was done and checked.
    Success,
    /// The application gave one of the answers the scenario declares.
    BusinessOutcome,
    /// Baton stopped, safely, and says why.
    Failure,
    /// A person is asked; the run can be resumed.
    Escalated,
}

impl Kind {
    /// The name used in rows and results.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Success => "success",
            Kind::BusinessOutcome => "business_outcome",
            Kind::Failure => "failure",
            Kind::Escalated => "escalated",
        }
    }

    /// The exit code of a command with this one result.
    pub fn exit_code(self) -> u8 {
        match self {
            Kind::Success => 0,
            Kind::Failure => 1,
            Kind::BusinessOutcome => 2,
            Kind::Escalated => 3,
        }
    }
}

/// The exit code of several results: the worst, in the order failure, escalated, business outcome, success.
pub fn worst_exit_code(kinds: impl IntoIterator<Item = Kind>) -> u8 {
    let badness = |kind: Kind| match kind {
        Kind::Failure => 3,
        Kind::Escalated => 2,
        Kind::BusinessOutcome => 1,
        Kind::Success => 0,
    };
    kinds.into_iter().max_by_key(|kind| badness(*kind)).map_or(1, Kind::exit_code)
}

/// Why a run failed. Closed: callers switch on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FailureCode {
    /// An argument is missing, unknown or not of its type.
    InputInvalid,
    /// A secret has no value here.
    SecretMissing,
    /// The policy does not allow it, or the scenario is not approved as it stands.
    PolicyBlocked,
    /// The build under test is not the one that was asked for.
    TargetMismatch,
    /// Somebody else has the device.
    DeviceBusy,
    /// The target did not become ready.
    NotReady,
    /// A setup scenario did not succeed.
    SetupFailed,
    /// No rung matched.
    LocatorUnresolved,
    /// Some rung matched several, none matched one.
    LocatorAmbiguous,
    /// The element was found and could not be acted on.
    ActionFailed,
    /// The action was delivered and nothing observable changed.
    NoEffect,
    /// A checkpoint did not hold in time.
    CheckpointFailed,
    /// An expectation or assertion did not hold.
    AssertionFailed,
    /// An output could not be read or is not of its type.
    ExtractionFailed,
    /// The application said that it failed.
    AppError,
    /// The application did not accept the sign-on.
    AuthFailed,
    /// Something took longer than it may.
    Timeout,
    /// Recovery was tried as often as it may be.
    RecoveryExhausted,
    /// A person was needed and did not, or could not, help.
    EscalationAborted,
    /// A manual step without a person.
    ManualStep,
    /// The browser or phone went away.
    DeviceLost,
    /// The journal or the disk failed.
    Storage,
    /// Stopped from outside.
    Interrupted,
}

impl FailureCode {
    /// The code as written in results.
    pub fn as_str(self) -> &'static str {
        match self {
            FailureCode::InputInvalid => "INPUT_INVALID",
            FailureCode::SecretMissing => "SECRET_MISSING",
            FailureCode::PolicyBlocked => "POLICY_BLOCKED",
            FailureCode::TargetMismatch => "TARGET_MISMATCH",
            FailureCode::DeviceBusy => "DEVICE_BUSY",
            FailureCode::NotReady => "NOT_READY",
            FailureCode::SetupFailed => "SETUP_FAILED",
            FailureCode::LocatorUnresolved => "LOCATOR_UNRESOLVED",
            FailureCode::LocatorAmbiguous => "LOCATOR_AMBIGUOUS",
            FailureCode::ActionFailed => "ACTION_FAILED",
            FailureCode::NoEffect => "NO_EFFECT",
            FailureCode::CheckpointFailed => "CHECKPOINT_FAILED",
            FailureCode::AssertionFailed => "ASSERTION_FAILED",
            FailureCode::ExtractionFailed => "EXTRACTION_FAILED",
            FailureCode::AppError => "APP_ERROR",
            FailureCode::AuthFailed => "AUTH_FAILED",
            FailureCode::Timeout => "TIMEOUT",
            FailureCode::RecoveryExhausted => "RECOVERY_EXHAUSTED",
            FailureCode::EscalationAborted => "ESCALATION_ABORTED",
            FailureCode::ManualStep => "MANUAL_STEP",
            FailureCode::DeviceLost => "DEVICE_LOST",
            FailureCode::Storage => "STORAGE",
            FailureCode::Interrupted => "INTERRUPTED",
        }
    }
}

/// What a run may have left behind in the application.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SideEffect {
    /// Nothing irreversible was delivered.
    #[default]
    None,
    /// The commit marker was seen.
    Committed,
    /// An irreversible step was delivered, or may have been, and its marker was not seen.
    Unknown,
}

/// What was driven.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TargetIdentity {
    /// The target's name in `baton.yaml`.
    pub name: String,
    /// What the application calls its build.
    pub build: String,
    /// Browser and version.
    pub browser: String,
    /// The device.
    pub device: String,
}

/// One row of the step table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepRow {
    /// The step's id; inside repetitions with its turn, as `rows.open[2]`.
    pub id: String,
    /// It was to be run.
    pub planned: bool,
    /// It was run.
    pub executed: bool,
    /// `ok`, `failed`, `skipped` or the outcome's code.
    pub outcome: String,
    /// How many conditions were judged and held.
    pub asserted: u32,
    /// How often it was tried.
    pub attempts: u32,
    /// The rung (from 1) that answered; none for steps without a locator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rung: Option<usize>,
    /// How it was seen to have landed: quiet, expected, timeout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landed: Option<String>,
    /// How long it took. Not part of what makes two step tables equal.
    pub ms: u64,
    /// Why it was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
}

/// A locator answered on a weaker rung than recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drift {
    /// The step.
    pub step: String,
    /// The rung recorded, from 1, in words.
    pub recorded: String,
    /// The rung that answered, in words.
    pub answered: String,
}

/// A recoverer that ran.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Recovery {
    /// The detector.
    pub code: String,
    /// At which step.
    pub step: String,
    /// Whether the run could go on.
    pub helped: bool,
}

/// Where the evidence is, relative to the workspace.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct EvidencePaths {
    /// The run's folder.
    pub run: String,
    /// The film.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub video: Option<String>,
    /// The picture of the moment it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
}

/// The result of one run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunResult {
    /// How it ended.
    pub kind: Kind,
    /// A failure's or outcome's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Why a person is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The step it ended at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// What happened, what Baton did, and what to do next, in sentences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What should have been.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// What was seen instead, at most 40 lines.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub observed: Vec<String>,
    /// What each rung found.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub candidates: Vec<Value>,
    /// A business outcome's fields.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<IndexMap<String, Value>>,
    /// The run's id; empty when none was begun.
    pub run: String,
    /// The scenario's name.
    pub scenario: String,
    /// The approved version; none for a draft.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The seal of what was run.
    pub seal: String,
    /// What was driven.
    pub target: TargetIdentity,
    /// What was read; decimals as strings.
    pub outputs: IndexMap<String, Value>,
    /// What may have been left behind.
    pub side_effect: SideEffect,
    /// The step table.
    pub steps: Vec<StepRow>,
    /// How many steps were to be run.
    pub planned: u32,
    /// How many were run.
    pub executed: u32,
    /// How many conditions held.
    pub asserted: u32,
    /// Steps that were not run, with the reason.
    pub skipped: Vec<String>,
    /// Recoverers that ran.
    pub recoveries: Vec<Recovery>,
    /// Weaker rungs than recorded.
    pub drift: Vec<Drift>,
    /// What a reader should know.
    pub warnings: Vec<String>,
    /// People asked.
    pub handoffs: Vec<Value>,
    /// How long it took, paused time not counted.
    pub ms: u64,
    /// Where the evidence is.
    pub evidence: EvidencePaths,
    /// The stored result of an earlier run with the same idempotency key.
    pub cached: bool,
}

impl RunResult {
    /// The result as one line of JSON.
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).unwrap_or(Value::Null)
    }

    /// What two runs must share to have equal step tables: ids, outcomes, rungs and attempts.
    pub fn step_table(&self) -> Vec<(String, String, Option<usize>, u32)> {
        self.steps.iter().map(|row| (row.id.clone(), row.outcome.clone(), row.rung, row.attempts)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_result_decides_the_exit_code() {
        use Kind::*;
        assert_eq!(worst_exit_code([Success, BusinessOutcome]), 2, "an outcome is worse than success");
        assert_eq!(worst_exit_code([Escalated, BusinessOutcome]), 3, "a question is worse than an outcome");
        assert_eq!(worst_exit_code([Escalated, Failure, Success]), 1, "a failure is the worst");
        assert_eq!(worst_exit_code([]), 1, "nothing ran is red");
    }
}
