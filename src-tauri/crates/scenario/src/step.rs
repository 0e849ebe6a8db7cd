//! One step of a scenario, the checkpoints it reaches, and the detectors and recoverers that watch it.

use std::borrow::Cow;

use baton_screen::{Condition, Extract};
use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::action::Action;
use crate::extract::Payload;
use crate::names::{CheckpointId, Name, OutcomeCode, Place, StepId};

/// One thing done, with what must be true afterwards.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// `screen.control`, unique in the scenario.
    pub id: StepId,
    /// Why it is done, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent: Option<String>,
    /// What is done.
    #[serde(flatten)]
    pub action: Action,
    /// What must hold before the next step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<Condition>,
    /// The checkpoint reached by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<CheckpointId>,
    /// What going wrong would cost. Policy may find it riskier, never safer.
    #[serde(default, skip_serializing_if = "is_default")]
    pub risk: Risk,
    /// Whether a token or a person must approve it first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub approval: StepApproval,
    /// What shows that an irreversible step took effect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit_marker: Option<Condition>,
    /// What becomes of the run when it fails.
    #[serde(default, skip_serializing_if = "is_default")]
    pub on_fail: OnFail,
    /// What is kept of it beyond what is always kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub capture: Vec<Capture>,
    /// How long it may take to land, when not the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// Which of the scenario's devices it happens on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<Name>,
    /// Left out of runs, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled: Option<String>,
    /// What somebody still has to do about it. Only in a draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub todo: Option<String>,
    /// Where it stands.
    #[serde(skip)]
    pub place: Place,
}

/// What a step's going wrong would cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// Nothing.
    #[default]
    Safe,
    /// Some work.
    Risky,
    /// Cannot be undone; done at most once a run.
    Irreversible,
}

/// Whether a step needs approval of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepApproval {
    /// Only if policy says so.
    #[default]
    NotRequired,
    /// A token or a person, each run.
    Required,
}

/// What becomes of the run when a step fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnFail {
    /// It ends as a failure.
    #[default]
    Fail,
    /// A person is asked.
    Escalate,
}

/// Something kept of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Capture {
    /// The screen, masked.
    Picture,
    /// What was on it.
    Elements,
    /// The whole run as a video.
    Video,
}

/// A place in a scenario that can be recognised, so that a run can go on from it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    /// What must all be true. Inputs may be bound in.
    pub all: Vec<Condition>,
    /// Reached after that step, or at the end; a step may also name the checkpoint itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<After>,
    /// Where it stands.
    #[serde(skip)]
    pub place: Place,
}

/// When a checkpoint is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum After {
    /// When every step is done, written `done`.
    Done,
    /// After one step.
    Step(StepId),
}

impl Serialize for After {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            After::Done => "done",
            After::Step(step) => step.as_str(),
        })
    }
}

impl JsonSchema for After {
    fn schema_name() -> Cow<'static, str> {
        "After".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let step = generator.subschema_for::<StepId>();
        json_schema!({"anyOf": [{"const": "done"}, step]})
    }
}

/// Something to recognise while steps run that is not what they expect.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Detector {
    /// What it is called in results.
    pub code: OutcomeCode,
    /// What it means for the run.
    #[serde(flatten)]
    pub class: Class,
    /// Where it listens.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scope: Scope,
    /// What it recognises.
    #[serde(rename = "match")]
    pub matches: Condition,
    /// Where it stands.
    #[serde(skip)]
    pub place: Place,
}

/// What a detector means for the run, in the order they are looked at.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "class", rename_all = "snake_case")]
pub enum Class {
    /// A failure with the detector's code.
    Hard,
    /// An answer the application gave.
    Business {
        /// What is read into the outcome.
        #[serde(default, skip_serializing_if = "IndexMap::is_empty", with = "Payload")]
        #[schemars(with = "Payload")]
        payload: IndexMap<Name, Extract>,
    },
    /// Something that can be put right.
    Recoverable {
        /// How.
        recover: Recover,
    },
}

/// Where a detector listens.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Always.
    #[default]
    Everywhere,
    /// From the end of that step's action until the next step's.
    AfterStep(StepId),
    /// From that checkpoint on.
    AfterCheckpoint(CheckpointId),
}

/// How a recoverable condition is put right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recover {
    /// Which recoverer runs.
    pub run: Name,
    /// What happens then.
    pub then: Then,
    /// How often in a step.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub max: u32,
    /// How long to wait before it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub backoff_ms: u64,
}

/// What happens after a recovery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// The step goes on waiting for what it expects.
    Continue,
    /// The step is done again, unless it is irreversible.
    RetryStep,
    /// The newest checkpoint that holds, and on from there.
    RestartFromLastCheckpoint,
}

/// What puts a recoverable condition right.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Recoverer {
    /// These steps, which may be none: looking again is enough.
    Steps(Vec<Step>),
    /// Steps of the scenario itself, again.
    RepeatSteps(Vec<StepId>),
}

fn one() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(count: &u32) -> bool {
    *count == 1
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
