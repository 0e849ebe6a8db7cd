//! Walks the steps of a scenario. What one step does is in the modules beside it: `device_step`, `checks`, `service`, `control`.

use std::pin::Pin;
use std::time::Duration;

use baton_base::SessionTime;
use baton_scenario::step::After;
use baton_scenario::{Action, CheckpointId, Document, Step, StepId};
use baton_session::{Control, Session};
use indexmap::IndexMap;
use serde_json::Value;

use crate::bind::Place;
use crate::detect::{Detectors, Listening};
use crate::evidence::Evidence;
use crate::judge::{AskedBy, Expected};
use crate::plan::Plan;
use crate::progress::Progress;
use crate::result::{Drift, FailureCode, Recovery, SideEffect, StepRow};
use crate::stop::{Stop, interrupted};
use crate::values::Scope;

/// How long a step may take to find its element, and then to land, when it does not say.
pub const STEP_LIMIT: Duration = Duration::from_secs(3);

/// Steps, boxed, since steps may hold steps.
pub(crate) type Walk<'a> = Pin<Box<dyn Future<Output = Result<(), Stop>> + Send + 'a>>;

/// What a run has gathered so far.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub rows: Vec<StepRow>,
    pub outputs: IndexMap<String, Value>,
    pub reached: Vec<CheckpointId>,
    pub last_step: Option<StepId>,
    /// When the last action left.
    pub last_left: SessionTime,
    pub drift: Vec<Drift>,
    pub recoveries: Vec<Recovery>,
    pub warnings: Vec<String>,
    pub side_effect: SideEffect,
    /// Conditions of checkpoints at the end that held.
    pub final_asserted: u32,
}

/// What one step has gathered so far.
#[derive(Debug, Default)]
pub(crate) struct StepTally {
    pub asserted: u32,
    pub attempts: u32,
    pub rung: Option<usize>,
    pub landed: Option<&'static str>,
}

/// One run under way.
pub(crate) struct Runner<'r> {
    pub session: &'r Session,
    pub plan: &'r Plan,
    pub place: Place,
    pub scope: Scope,
    pub detectors: Detectors,
    pub tally: Tally,
    pub evidence: Evidence,
    pub progress: &'r dyn Progress,
    /// The turns of the repetitions around the current step, as `[2]`.
    pub turns: String,
}

/// A step where it stands: the document it belongs to and the step that follows it.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    pub document: &'a Document,
    pub step: &'a Step,
    pub next: Option<&'a Step>,
}

impl<'r> Runner<'r> {
    /// Runs steps in order, and stops at the first that does not go on.
    pub fn walk<'b>(&'b mut self, document: &'b Document, steps: &'b [Step]) -> Walk<'b> {
        Box::pin(async move {
            for (index, step) in steps.iter().enumerate() {
                self.step(At { document, step, next: steps.get(index + 1) }).await?;
            }
            Ok(())
        })
    }

    async fn step(&mut self, at: At<'_>) -> Result<(), Stop> {
        let id = format!("{}{}", at.step.id, self.turns);
        if let Some(why) = &at.step.disabled {
            let began = self.session.now();
            return self.over(at.step, began, unreached_row(&id, &format!("disabled: {why}"))).await;
        }
        let began = self.session.now();
        self.progress.began(&id, at.step);
        let mut gathered = StepTally { attempts: 1, ..StepTally::default() };
        let ended = match self.controls().await {
            Ok(()) => self.perform(at, &mut gathered).await.map_err(|stop| stop.at(&id)),
            Err(stop) => Err(stop.at(&id)),
        };
        let row = self.row(&id, began, &gathered, &ended);
        self.progress.ended(&row);
        if self.evidence.pictures && ended.is_ok() {
            self.evidence.keep_picture(self.session, &row.id, "after").await;
        }
        let written = self.over(at.step, began, row).await;
        ended.and(written)
    }

    /// Writes the row of a step that is over, at once: a run that dies later has done it all the same.
    async fn over(&mut self, step: &Step, began: SessionTime, row: StepRow) -> Result<(), Stop> {
        let ordinal = self.tally.rows.len() as u32;
        let written = self.evidence.write_step(self.session, ordinal, step.action.key(), began, &row).await;
        self.tally.rows.push(row);
        written.map_err(|error| Stop::failure(FailureCode::Storage, error.to_string()))
    }

    /// Waits while a person has the controls; the wait counts against nothing.
    async fn controls(&self) -> Result<(), Stop> {
        if self.session.interrupt().is_raised() {
            return Err(interrupted());
        }
        let mut control = self.session.lease().watch();
        let mut interrupt = self.session.interrupt();
        tokio::select! {
            settled = control.wait_for(|control| *control == Control::Automation || control.is_final()) => match settled {
                Ok(control) if *control == Control::Automation => Ok(()),
                _ => Err(Stop::failure(FailureCode::EscalationAborted, "The controls were given up while a person had them.")),
            },
            () = interrupt.raised() => Err(interrupted()),
        }
    }

    async fn perform(&mut self, at: At<'_>, gathered: &mut StepTally) -> Result<(), Stop> {
        match &at.step.action {
            Action::Wait(wait) => self.wait(at, wait, gathered).await,
            Action::Read(readings) => self.read(at, readings, gathered).await,
            Action::Assert(conditions) => self.assert(at, conditions, gathered).await,
            Action::Dialog(dialog) => self.answer_dialog(at, dialog, gathered).await,
            Action::Http(http) => self.http(at, http, gathered).await,
            Action::Totp(totp) => self.totp(totp),
            Action::Generate(values) => self.generate(values),
            Action::Email(_) => Err(Stop::failure(
                FailureCode::ActionFailed,
                "Reading e-mail is not built yet. Fetch the code by an http step, or make the step manual.",
            )),
            Action::Manual(manual) => Err(Stop::failure(
                FailureCode::ManualStep,
                format!("Only a person can do this step: {}. Nothing was done in its place.", manual.why),
            )),
            Action::Use(component) => self.component(component).await,
            Action::If(branch) => self.branch(at, branch, gathered).await,
            Action::ForEach(each) => self.for_each(at, each).await,
            Action::Retry(retry) => self.retry(at, retry, gathered).await,
            _ => self.device_step(at, gathered).await,
        }?;
        if judged_by_landing(&at.step.action) { Ok(()) } else { self.expectations(at, gathered).await }
    }

    fn row(&self, id: &str, began: SessionTime, gathered: &StepTally, ended: &Result<(), Stop>) -> StepRow {
        StepRow {
            id: id.to_owned(),
            planned: true,
            executed: true,
            outcome: ended.as_ref().map_or_else(|stop| stop.code.clone(), |()| "ok".to_owned()),
            asserted: gathered.asserted,
            attempts: gathered.attempts,
            rung: gathered.rung,
            landed: gathered.landed.map(str::to_owned),
            ms: self.session.now().since(began).as_millis() as u64,
            skipped: None,
        }
    }

    /// Everything a step expects: its own conditions, its checkpoints, and its commit marker.
    pub fn expected_of(&self, at: At<'_>) -> Result<Vec<Expected>, Stop> {
        let own = at.step.expect.iter().map(|condition| (condition, AskedBy::Step));
        let checkpoints = at.document.checkpoints.iter().filter(|(id, checkpoint)| {
            at.step.checkpoint.as_ref() == Some(*id)
                || checkpoint.after.as_ref() == Some(&After::Step(at.step.id.clone()))
        });
        let of_checkpoints = checkpoints.flat_map(|(id, checkpoint)| {
            checkpoint.all.iter().map(move |condition| (condition, AskedBy::Checkpoint(id.clone())))
        });
        let marker = at.step.commit_marker.iter().map(|condition| (condition, AskedBy::CommitMarker));
        own.chain(of_checkpoints)
            .chain(marker)
            .map(|(condition, asked_by)| Ok(Expected { condition: self.scope.condition(condition)?, asked_by }))
            .collect::<Result<_, baton_scenario::Unresolved>>()
            .map_err(|error| Stop::failure(FailureCode::InputInvalid, error.to_string()))
    }

    /// Counts what held, and remembers the checkpoints among it.
    pub fn held(&mut self, expected: &[Expected], gathered: &mut StepTally) {
        gathered.asserted += expected.len() as u32;
        for one in expected {
            match &one.asked_by {
                AskedBy::Checkpoint(id) if !self.tally.reached.contains(id) => self.tally.reached.push(id.clone()),
                _ => {}
            }
        }
    }

    /// What listens while the next step looks for its element.
    pub fn listening(&self) -> Listening<'_> {
        Listening {
            after_step: self.tally.last_step.as_ref(),
            reached: &self.tally.reached,
            timed_out: false,
            recovering: false,
        }
    }

    /// How long the step may take to find its element, and then to land.
    pub fn limit(step: &Step) -> Duration {
        step.timeout_ms.map_or(STEP_LIMIT, Duration::from_millis)
    }

    /// Says something a reader should know, once.
    pub fn warn(&mut self, words: impl Into<String>) {
        let words = words.into();
        if !self.tally.warnings.contains(&words) {
            self.progress.noticed(&words);
            self.tally.warnings.push(words);
        }
    }
}

/// The row of a step that was planned and not run.
pub(crate) fn unreached_row(id: &str, why: &str) -> StepRow {
    StepRow {
        id: id.to_owned(),
        planned: true,
        executed: false,
        outcome: "skipped".to_owned(),
        asserted: 0,
        attempts: 0,
        rung: None,
        landed: None,
        ms: 0,
        skipped: Some(why.to_owned()),
    }
}

/// Whether landing the action already judged what the step expects.
fn judged_by_landing(action: &Action) -> bool {
    !matches!(
        action,
        Action::Wait(_)
            | Action::Read(_)
            | Action::Assert(_)
            | Action::Http(_)
            | Action::Totp(_)
            | Action::Generate(_)
            | Action::Use(_)
            | Action::If(_)
            | Action::ForEach(_)
            | Action::Retry(_)
    )
}
