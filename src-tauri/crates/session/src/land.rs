//! The fifth door: did what was expected happen? Its verdict row is what acknowledges an action.

use std::sync::Arc;
use std::time::Duration;

use baton_base::SessionTime;
use baton_device::DeviceError;
use baton_screen::{DialogSeen, Observation, had_effect};
use serde::Serialize;

use crate::Risk;
use crate::error::ActError;
use crate::gate::{InFlight, drain};
use crate::journal::VerdictRow;
use crate::session::Session;

/// How long a step without an expectation may take to grow quiet.
const QUIET_LIMIT: Duration = Duration::from_millis(500);

/// How an action was seen to have landed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// Nothing was going on any more.
    Quiet,
    /// What was expected is there.
    Expected,
    /// Neither happened in time.
    Timeout,
    /// The watcher stopped it.
    Stopped,
}

impl How {
    /// The name used in rows and results.
    pub fn as_str(self) -> &'static str {
        match self {
            How::Quiet => "quiet",
            How::Expected => "expected",
            How::Timeout => "timeout",
            How::Stopped => "stopped",
        }
    }
}

/// What a judge says of a screen.
#[derive(Debug, Clone, PartialEq)]
pub enum Judgement<S> {
    /// The action is over, for this reason (a detector fired).
    Stop(S),
    /// Everything expected holds.
    Met,
    /// Something expected does not hold yet.
    Unmet,
    /// Nothing is expected.
    NoneAsked,
}

/// Judges the screens that follow an action.
pub trait Judge<S>: Send {
    /// Called with each new observation.
    fn judge(&mut self, screen: &Arc<Observation>) -> Judgement<S>;

    /// Whether a native dialog was to be expected; one that was not is dismissed and reported.
    fn expects_dialog(&mut self, _dialog: &DialogSeen) -> bool {
        false
    }

    /// Whether what is expected could hold on a page that is only half there (something gone, words missing):
    /// then the page must also have come to rest.
    fn needs_rest(&self) -> bool {
        false
    }

    /// Whether that screen shows that an irreversible action took effect. Never guessed: without a marker, it does not.
    fn sees_commit(&mut self, _screen: &Observation) -> bool {
        false
    }
}

/// An action that has landed.
#[derive(Debug)]
pub struct Landed<S> {
    /// How.
    pub how: How,
    /// The screen after it.
    pub after: Arc<Observation>,
    /// When.
    pub at: SessionTime,
    /// Why it was stopped.
    pub stop: Option<S>,
    /// A state-changing action after which nothing observable changed.
    pub no_effect: bool,
    /// The screen shows that an irreversible action took effect.
    pub committed: bool,
    /// Native dialogs that nobody expected: dismissed.
    pub dismissed: Vec<DialogSeen>,
}

/// What is known while an action lands.
struct Landing<'a> {
    flight: &'a InFlight,
    deadline: SessionTime,
    held_before: bool,
    dismissed: Vec<DialogSeen>,
}

impl Session {
    /// Door five. Waits, driven by what the device tells, until the judge is satisfied or stops, or until `limit`.
    pub async fn land<S: Send>(
        &self,
        flight: InFlight,
        limit: Duration,
        judge: &mut dyn Judge<S>,
    ) -> Result<Landed<S>, ActError<S>> {
        let held_before = judge.needs_rest() || matches!(judge.judge(&flight.before), Judgement::Met);
        // A marker that was there before the action proves nothing of it: a spoofed page shows one early.
        let marked_before = judge.sees_commit(&flight.before);
        let deadline = self.now() + limit;
        let mut landing = Landing { flight: &flight, deadline, held_before, dismissed: Vec::new() };
        let landed = match self.until_landed(&mut landing, judge).await {
            Ok(landed) => Landed { committed: !marked_before && judge.sees_commit(&landed.after), ..landed },
            Err(error) => {
                let why = error.told(&self.scrubber);
                self.journal.verdict_unknown(flight.act, self.now(), flight.risk, why).await?;
                return Err(error);
            }
        };
        let row = VerdictRow {
            at: landed.at,
            how: landed.how,
            no_effect: landed.no_effect,
            screen: &landed.after,
            delivery: flight.delivery(),
            side_effect: side_effect(flight.risk, landed.committed),
        };
        self.journal.verdict(&self.scrubber, flight.act, row).await?;
        Ok(landed)
    }

    async fn until_landed<S: Send>(
        &self,
        landing: &mut Landing<'_>,
        judge: &mut dyn Judge<S>,
    ) -> Result<Landed<S>, ActError<S>> {
        let mut events = self.driver.events();
        let mut settled = false;
        loop {
            drain(&mut events);
            let screen = self.observe().await?;
            if self.dismiss_unexpected(&screen, landing, judge).await? {
                continue;
            }
            let late = self.now() >= landing.deadline;
            match judge.judge(&screen) {
                Judgement::Stop(stop) => return Ok(self.landed(How::Stopped, screen, landing, Some(stop))),
                // What held before the action, or would on half a page, says nothing of it: the screen must also be at rest.
                Judgement::Met if settled || !landing.held_before => {
                    return Ok(self.landed(How::Expected, screen, landing, None));
                }
                Judgement::NoneAsked if landing.flight.after_this.as_ref().is_some_and(|then| then.holds(&screen)) => {
                    return Ok(self.landed(How::Expected, screen, landing, None));
                }
                Judgement::NoneAsked
                    if settled && (late || !landing.flight.must_change || changed(landing, &screen)) =>
                {
                    return Ok(self.landed(How::Quiet, screen, landing, None));
                }
                Judgement::Unmet | Judgement::Met | Judgement::NoneAsked if late => {
                    return Ok(self.landed(How::Timeout, screen, landing, None));
                }
                Judgement::Met | Judgement::NoneAsked if !settled => settled = self.settle(landing).await?,
                _ => self.next_change(&mut events, landing.deadline).await?,
            }
        }
    }

    /// Waits for rest, at most as long as a step without expectation may. Afterwards it counts as settled either way: the verdict says how.
    async fn settle<S>(&self, landing: &Landing<'_>) -> Result<bool, ActError<S>> {
        let limit = landing.deadline.since(self.now()).min(QUIET_LIMIT);
        match self.driver.settle(landing.flight.mark, limit).await {
            Ok(_) | Err(DeviceError::DialogOpen { .. }) => Ok(true),
            Err(error) => Err(ActError::Device(error)),
        }
    }

    async fn dismiss_unexpected<S: Send>(
        &self,
        screen: &Observation,
        landing: &mut Landing<'_>,
        judge: &mut dyn Judge<S>,
    ) -> Result<bool, ActError<S>> {
        let Some(dialog) = screen.dialog.as_ref().filter(|dialog| !judge.expects_dialog(dialog)) else {
            return Ok(false);
        };
        self.dismiss(dialog).await?;
        landing.dismissed.push(dialog.clone());
        Ok(true)
    }

    fn landed<S>(&self, how: How, after: Arc<Observation>, landing: &mut Landing<'_>, stop: Option<S>) -> Landed<S> {
        let satisfied = how == How::Expected && landing.flight.after_this.is_some();
        let dismissed = std::mem::take(&mut landing.dismissed);
        let nothing_else = dismissed.is_empty() && stop.is_none() && !satisfied;
        let no_effect = nothing_else && landing.flight.must_change && !changed(landing, &after);
        Landed { how, after, at: self.now(), stop, no_effect, committed: false, dismissed }
    }
}

fn side_effect(risk: Risk, committed: bool) -> &'static str {
    match (risk, committed) {
        (Risk::Irreversible, true) => "committed",
        (Risk::Irreversible, false) => "unknown",
        _ => "none",
    }
}

/// Whether a person would have seen anything change.
fn changed(landing: &Landing<'_>, after: &Arc<Observation>) -> bool {
    let before = &landing.flight.before;
    !Arc::ptr_eq(before, after) && (had_effect(before, after) || !landing.dismissed.is_empty())
}
