//! Judges the screens that follow a step's action: detectors first, then what the step expects.

use std::sync::Arc;

use baton_scenario::{CheckpointId, StepId};
use baton_screen::{Condition, DialogSeen, Facts, Observation, ScreenIdentity, Verdict, holds, state};
use baton_session::{Judge, Judgement, Watch};

use crate::detect::{Detectors, Fired, Listening};

/// One thing a step expects, with where it was asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Expected {
    /// What must hold.
    pub condition: Condition,
    /// Who asks.
    pub asked_by: AskedBy,
}

/// Where an expectation is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AskedBy {
    /// `expect` of the step.
    Step,
    /// A checkpoint.
    Checkpoint(CheckpointId),
    /// `commit_marker` of the step.
    CommitMarker,
}

/// The judge of one step.
pub struct StepJudge<'a> {
    /// All detectors of the run.
    pub detectors: &'a Detectors,
    /// The step whose action is landing.
    pub step: &'a StepId,
    /// The checkpoints reached before it.
    pub reached: &'a [CheckpointId],
    /// What it expects.
    pub expected: &'a [Expected],
    /// Which outputs have been read.
    pub has_output: &'a (dyn Fn(&str) -> bool + Sync),
    /// The screen before the action.
    pub state_before: ScreenIdentity,
    /// The next step answers a native dialog.
    pub dialog_follows: bool,
}

/// What of the expected does not hold on that screen.
pub fn unmet<'e>(
    expected: &'e [Expected],
    screen: &Observation,
    has_output: &dyn Fn(&str) -> bool,
) -> Vec<(&'e Expected, Verdict)> {
    let facts = Facts { output: has_output, timed_out: false };
    let judged = expected.iter().map(|one| (one, holds(&one.condition, screen, &facts)));
    judged.filter(|(_, verdict)| !verdict.holds).collect()
}

impl StepJudge<'_> {
    /// What listens once the step's action has left.
    pub fn listening(&self, timed_out: bool) -> Listening<'_> {
        Listening {
            after_step: Some(self.step),
            reached: self.reached,
            timed_out,
            // A step out of time is judged once more, and nothing is put right any more.
            recovering: timed_out,
        }
    }
}

impl Judge<Fired> for StepJudge<'_> {
    fn judge(&mut self, screen: &Arc<Observation>) -> Judgement<Fired> {
        // The screen as it was before the action says nothing of what the action did.
        if state(screen) != self.state_before
            && let Some(fired) = self.detectors.look(screen, self.listening(false))
        {
            return Judgement::Stop(fired);
        }
        if self.dialog_follows && screen.dialog.is_some() {
            return Judgement::Met;
        }
        if self.expected.is_empty() {
            return if self.dialog_follows { Judgement::Unmet } else { Judgement::NoneAsked };
        }
        if unmet(self.expected, screen, self.has_output).is_empty() { Judgement::Met } else { Judgement::Unmet }
    }

    fn expects_dialog(&mut self, _dialog: &DialogSeen) -> bool {
        self.dialog_follows
    }

    fn needs_rest(&self) -> bool {
        self.expected.iter().any(|one| is_negative(&one.condition))
    }

    fn sees_commit(&mut self, screen: &Observation) -> bool {
        let facts = Facts { output: self.has_output, timed_out: false };
        let markers = self.expected.iter().filter(|one| one.asked_by == AskedBy::CommitMarker);
        let mut seen = markers.map(|one| holds(&one.condition, screen, &facts).holds).peekable();
        seen.peek().is_some() && seen.all(|holds| holds)
    }
}

fn is_negative(condition: &Condition) -> bool {
    match condition {
        Condition::Not(_) | Condition::Gone(_) | Condition::NoText(_) | Condition::Count(_) => true,
        Condition::All(inner) | Condition::Any(inner) => inner.iter().any(is_negative),
        _ => false,
    }
}

/// Watches the screens on which a step's element is looked for: what the step before left behind still counts.
pub struct StepWatch<'a> {
    /// All detectors of the run.
    pub detectors: &'a Detectors,
    /// What listens.
    pub listening: Listening<'a>,
    /// Native dialogs that were dismissed since nobody expected them.
    pub dismissed: Vec<DialogSeen>,
}

impl Watch<Fired> for StepWatch<'_> {
    fn seen(&mut self, screen: &Arc<Observation>) -> Option<Fired> {
        self.detectors.look(screen, self.listening)
    }

    fn dismissed(&mut self, dialog: &DialogSeen) {
        self.dismissed.push(dialog.clone());
    }
}
