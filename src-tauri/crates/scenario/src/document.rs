//! A scenario as it is written. What is in here was read and has its form; whether it hangs together is asked when it
//! is loaded with all it depends on, as a [`crate::closure::Draft`].

use std::borrow::Cow;

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::action::Use;
use crate::data::Data;
use crate::inputs::{Contract, Inputs, Outputs, is_false};
use crate::names::{CheckpointId, Name, Place, StepId};
use crate::step::{Checkpoint, Detector, Recoverer, Step};
use crate::template::Template;

/// A scenario or component file.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The format's version.
    pub baton: FormatVersion,
    /// What callers call it.
    pub name: Name,
    /// What people call it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What it does, in a sentence or two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What it is found by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Where it runs. A component leaves that to who uses it.
    #[serde(flatten)]
    pub runs: Option<RunsOn>,
    /// The goal it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// What must be true for the user, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub criteria: Vec<String>,
    /// What goes in.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub inputs: Inputs,
    /// What comes out.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub outputs: Outputs,
    /// What callers are promised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
    /// How the target is opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// Scenarios run before the first step, in the same session.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub setup: Vec<Use>,
    /// Rows, one run a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Data>,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// What is done after any ending, except when it is unknown whether a commit happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub always: Vec<Step>,
    /// Places that can be recognised.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub checkpoints: IndexMap<CheckpointId, Checkpoint>,
    /// What else may come up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub detectors: Vec<Detector>,
    /// How that is put right.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub recoverers: IndexMap<Name, Recoverer>,
    /// Family files that carry more detectors and recoverers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub uses: Vec<String>,
    /// Why it is right that nothing is checked. Such a run is never green.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asserts_nothing: Option<String>,
    /// Where it comes from. Outside the seal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    /// Where things stand that have no place of their own.
    #[serde(skip)]
    pub places: Places,
    /// The placeholders in it, and the variables it makes.
    #[serde(skip)]
    pub mentions: crate::mention::Mentions,
}

/// Where the parts of a document stand that do not carry their own place, by dotted path (`inputs.member_id`,
/// `uses.0`).
#[derive(Debug, Clone, Default)]
pub struct Places(pub(crate) std::collections::HashMap<String, Place>);

impl PartialEq for Places {
    fn eq(&self, _: &Places) -> bool {
        true
    }
}

impl Places {
    /// The place of a part, or of the nearest part around it; the top of the file when nothing is known.
    pub fn of(&self, path: &str) -> Place {
        let mut path = path;
        loop {
            if let Some(place) = self.0.get(path) {
                return *place;
            }
            match path.rfind('.') {
                Some(dot) => path = &path[..dot],
                None => return Place { line: 1, column: 1 },
            }
        }
    }
}

/// The one version of the format there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FormatVersion;

impl FormatVersion {
    /// As it is written.
    pub const WRITTEN: u32 = 1;
}

impl Serialize for FormatVersion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(FormatVersion::WRITTEN)
    }
}

impl JsonSchema for FormatVersion {
    fn schema_name() -> Cow<'static, str> {
        "FormatVersion".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"const": 1})
    }
}

/// Where a scenario runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunsOn {
    /// One target of the workspace.
    Target(Name),
    /// Several at once, each under a name that steps use in `device`.
    Devices(IndexMap<Name, Name>),
}

/// How the target is opened.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The first address, below the target's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<Template>,
    /// With the app's or browser's data thrown away.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fresh: bool,
    /// What the app is started with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<Template>,
    /// Its environment. Secrets may stand here.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub env: IndexMap<String, Template>,
    /// A deep link opened first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deeplink: Option<Template>,
    /// Language and region, `de-CH`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// What the app may do, by name.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub permissions: IndexMap<Name, bool>,
    /// A sign-in saved by another run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved_sign_in: Option<Name>,
}

/// Where a scenario comes from.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// Who made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_by: Option<MadeBy>,
    /// Which model provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Which model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The session it was recorded in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// When, `2026-11-30` or with a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The rung that answered when a step was recorded, from 1.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub rungs: IndexMap<StepId, u32>,
}

/// Who made a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MadeBy {
    /// At the mirror.
    Person,
    /// An agent.
    Agent,
    /// By hand, afterwards.
    Edited,
}

impl Document {
    /// Every step at any depth, in the order of the document, those of `always` last.
    pub fn all_steps(&self) -> Vec<&Step> {
        let mut all = Vec::new();
        collect(&self.steps, &mut all);
        collect(&self.always, &mut all);
        all
    }

    /// The step of that id, at any depth.
    pub fn step(&self, id: &str) -> Option<&Step> {
        self.all_steps().into_iter().find(|step| step.id == *id)
    }
}

pub(crate) fn collect<'a>(steps: &'a [Step], into: &mut Vec<&'a Step>) {
    for step in steps {
        into.push(step);
        for nested in step.action.nested() {
            collect(nested, into);
        }
    }
}
