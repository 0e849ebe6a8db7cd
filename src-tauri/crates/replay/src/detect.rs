//! Recognises what a step did not expect: failures, the application's own answers, and what can be put right.

use std::sync::Arc;

use baton_scenario::step::{Class, Recover, Scope as ListensAt};
use baton_scenario::{CheckpointId, Detector, StepId};
use baton_screen::{Condition, Extract, Facts, Observation, extract, holds};
use indexmap::IndexMap;
use serde_json::Value;

/// A detector with its placeholders replaced.
#[derive(Debug, Clone)]
pub struct Bound {
    detector: Arc<Detector>,
    matches: Condition,
}

/// All detectors of a run, in the order they are looked at: hard, business, recoverable.
#[derive(Debug, Clone, Default)]
pub struct Detectors(Vec<Bound>);

/// A detector that recognised its condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Fired {
    /// Its code.
    pub code: String,
    /// It is an answer of the application, not a failure.
    pub business: bool,
    /// An outcome's fields.
    pub payload: IndexMap<String, Value>,
    /// Declared fields that could not be read.
    pub missing: Vec<String>,
    /// How it is put right.
    pub recover: Option<Recover>,
    /// What was seen.
    pub seen: Vec<String>,
    /// What it recognises, in words.
    pub recognises: String,
}

impl Fired {
    /// What a person is told.
    pub fn says(&self) -> String {
        format!("Recognised {} at this step: {}.", self.code, self.recognises)
    }
}

/// Which detectors listen.
#[derive(Debug, Clone, Copy)]
pub struct Listening<'a> {
    /// The step whose action was the last to leave.
    pub after_step: Option<&'a StepId>,
    /// The checkpoints reached so far.
    pub reached: &'a [CheckpointId],
    /// The step has run into its limit: every business detector is tried, whatever its scope.
    pub timed_out: bool,
    /// Only hard and business detectors listen while a recovery runs.
    pub recovering: bool,
}

impl Detectors {
    /// Detectors in the order they are looked at; those of one class in the order they are written.
    pub fn new<E>(
        all: impl IntoIterator<Item = Arc<Detector>>,
        mut bind: impl FnMut(&Condition) -> Result<Condition, E>,
    ) -> Result<Detectors, E> {
        let mut bound = Vec::new();
        for detector in all {
            bound.push(Bound { matches: bind(&detector.matches)?, detector });
        }
        bound.sort_by_key(|bound| order(&bound.detector.class));
        Ok(Detectors(bound))
    }

    /// The first that listens and recognises its condition on that screen.
    pub fn look(&self, screen: &Observation, listening: Listening<'_>) -> Option<Fired> {
        self.0
            .iter()
            .filter(|bound| bound.listens(listening))
            .find_map(|bound| bound.recognises(screen, listening.timed_out))
    }
}

fn order(class: &Class) -> u8 {
    match class {
        Class::Hard => 0,
        Class::Business { .. } => 1,
        Class::Recoverable { .. } => 2,
    }
}

impl Bound {
    fn listens(&self, listening: Listening<'_>) -> bool {
        let class = &self.detector.class;
        if listening.recovering && matches!(class, Class::Recoverable { .. }) {
            return false;
        }
        let everywhere = listening.timed_out && matches!(class, Class::Business { .. });
        everywhere
            || match &self.detector.scope {
                ListensAt::Everywhere => true,
                ListensAt::AfterStep(step) => listening.after_step == Some(step),
                ListensAt::AfterCheckpoint(checkpoint) => listening.reached.contains(checkpoint),
            }
    }

    fn recognises(&self, screen: &Observation, timed_out: bool) -> Option<Fired> {
        let facts = Facts { output: &|_| false, timed_out };
        let verdict = holds(&self.matches, screen, &facts);
        if !verdict.holds {
            return None;
        }
        let fields = match &self.detector.class {
            Class::Business { payload } => payload.iter().map(|(name, from)| (name.to_string(), from)).collect(),
            _ => Vec::new(),
        };
        let (payload, missing) = read_payload(fields, screen);
        Some(Fired {
            code: self.detector.code.to_string(),
            business: matches!(self.detector.class, Class::Business { .. }),
            payload,
            missing,
            recover: match &self.detector.class {
                Class::Recoverable { recover } => Some(recover.clone()),
                _ => None,
            },
            seen: Vec::new(),
            recognises: self.matches.to_string(),
        })
    }
}

fn read_payload(fields: Vec<(String, &Extract)>, screen: &Observation) -> (IndexMap<String, Value>, Vec<String>) {
    let mut payload = IndexMap::new();
    let mut missing = Vec::new();
    for (name, from) in fields {
        match extract(from, screen) {
            Some(text) => drop(payload.insert(name, Value::String(text))),
            None if from.optional => drop(payload.insert(name, Value::Null)),
            None => missing.push(name),
        }
    }
    (payload, missing)
}
