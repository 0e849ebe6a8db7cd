//! `baton.yaml`, as values.

mod node;
mod read;
mod screen;

use std::fmt;

use baton_scenario::files::{TargetFacts, Targets};
use baton_screen::{Condition, Ladder};
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

pub use read::parse;

use crate::secret::SecretRef;

/// The whole file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Config {
    /// What is automated, by name, in the order of the file.
    pub targets: IndexMap<String, Target>,
    /// Policy files, below the workspace.
    pub policies: Vec<String>,
    /// What is kept of a run.
    pub evidence: Evidence,
    /// What is struck out of text, beyond what policies say.
    pub redact: Vec<String>,
    /// How long runs are kept.
    pub retention: Retention,
    /// Which model records.
    pub ai: Option<Ai>,
}

impl Targets for Config {
    fn facts(&self, target: &str) -> Option<TargetFacts> {
        let target = self.targets.get(target)?;
        Some(TargetFacts { families: target.uses.clone(), secrets: Some(target.secrets.keys().cloned().collect()) })
    }

    fn names(&self) -> Vec<String> {
        self.targets.keys().cloned().collect()
    }

    fn overlays(&self) -> IndexMap<String, IndexMap<String, Ladder>> {
        let overlaid = self.targets.iter().filter(|(_, target)| !target.overlay.is_empty());
        overlaid.map(|(name, target)| (name.clone(), target.overlay.clone())).collect()
    }
}

/// What is automated.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// What kind of thing it is.
    pub kind: TargetKind,
    /// Where it stands in people's work.
    pub environment: Environment,
    /// Which device, by name; the usual one when not said.
    pub device: Option<String>,
    /// Width and height of the viewport, in CSS px.
    pub viewport: Option<[u32; 2]>,
    /// Language and region.
    pub locale: Option<String>,
    /// The secrets scenarios may name, by the names they use.
    pub secrets: IndexMap<String, SecretRef>,
    /// Family files, below the workspace.
    pub uses: Vec<String>,
    /// What shows that it can be used.
    pub ready_when: Option<Condition>,
    /// Which build it must be.
    pub expect: Option<Expect>,
    /// Other ways to find what steps act on, by step id.
    pub overlay: IndexMap<String, Ladder>,
}

/// What kind of thing a target is, with where it is found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TargetKind {
    /// A web application.
    Web {
        /// Where it starts, without a slash at its end.
        base_url: String,
    },
    /// An application of an iOS simulator.
    Ios {
        /// Its bundle id or a path below the workspace.
        app: String,
    },
    /// An Android application.
    Android {
        /// Its package or a path below the workspace.
        app: String,
    },
}

/// Where a target stands in people's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Environment {
    /// Nothing in it matters.
    Demo,
    /// For tests.
    Test,
    /// As production will be.
    Staging,
    /// Real: read-only unless policy says otherwise.
    Production,
}

impl Environment {
    /// Every one, as written.
    pub const WRITTEN: [&'static str; 4] = ["demo", "test", "staging", "production"];

    /// Reads it as it is written.
    pub fn parse(text: &str) -> Option<Environment> {
        match text {
            "demo" => Some(Environment::Demo),
            "test" => Some(Environment::Test),
            "staging" => Some(Environment::Staging),
            "production" => Some(Environment::Production),
            _ => None,
        }
    }

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Environment::Demo => "demo",
            Environment::Test => "test",
            Environment::Staging => "staging",
            Environment::Production => "production",
        }
    }
}

impl fmt::Display for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Which build a target must be, looked at before the first step.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Expect {
    /// The build it names itself.
    pub build: Option<String>,
    /// The hash of what it serves.
    pub hash: Option<String>,
}

/// What is kept of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Evidence {
    /// When a video is kept.
    pub video: Video,
    /// Whether pictures are.
    pub pictures: bool,
}

impl Default for Evidence {
    fn default() -> Evidence {
        Evidence { video: Video::Always, pictures: true }
    }
}

/// When a video is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the three answers")]
pub enum Video {
    Always,
    OnFailure,
    Never,
}

/// How long runs are kept. What is not said does not limit.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Retention {
    /// Days.
    pub days: Option<u32>,
    /// How many runs.
    pub max_runs: Option<u32>,
    /// Size on the disk, in GiB.
    pub max_gib: Option<f64>,
}

/// Which model records.
#[derive(Debug, Clone, PartialEq)]
pub struct Ai {
    /// One of [`Ai::PROVIDERS`].
    pub provider: String,
    /// The model, by provider; the provider's usual one when not said.
    pub models: IndexMap<String, String>,
    /// The variable that holds the key.
    pub key_env: Option<String>,
    /// Where an OpenAI-compatible endpoint is.
    pub endpoint: Option<String>,
    /// How hard it thinks.
    pub effort: Option<String>,
    /// Prices in USD a million tokens, by model: input and output.
    pub prices: IndexMap<String, [f64; 2]>,
    /// What a recording may cost at most.
    pub max_cost_usd: Option<f64>,
}

impl Ai {
    /// Every provider.
    pub const PROVIDERS: [&'static str; 6] = ["anthropic", "bedrock", "ant", "gemini", "openai_compatible", "scripted"];
}
