//! A step that acts on the device: through the gate, and landed.

use std::time::Duration;

use baton_device::{Blocked, Delivery};
use baton_scenario::step::StepApproval;
use baton_scenario::{Action as Written, Risk};
use baton_screen::{DialogSeen, Ladder, drift, state};
use baton_session::rules::split_address;
use baton_session::{ActError, Asked, Holder, How, InFlight, Landed};

use crate::bind;
use crate::detect::Fired;
use crate::judge::{AskedBy, Expected, StepJudge, StepWatch, unmet};
use crate::result::{Drift, FailureCode, SideEffect};
use crate::runner::{At, Runner, StepTally};
use crate::stop::Stop;

/// How often an action that never left is tried again.
const MOST_ATTEMPTS: u32 = 3;

impl Runner<'_> {
    pub(crate) async fn device_step(&mut self, at: At<'_>, gathered: &mut StepTally) -> Result<(), Stop> {
        let action = bind::action(&at.step.action, &self.scope, &self.place)
            .map_err(|error| Stop::failure(FailureCode::InputInvalid, error.to_string()))?
            .ok_or_else(|| Stop::failure(FailureCode::ActionFailed, "This step does nothing on a device."))?;
        self.land_action(at, &action, gathered).await
    }

    /// Sends one bound action through the gate and judges what came of it.
    pub(crate) async fn land_action(
        &mut self,
        at: At<'_>,
        action: &baton_session::Action,
        gathered: &mut StepTally,
    ) -> Result<(), Stop> {
        if at.step.approval == StepApproval::Required && self.plan.consent(&at.step.id).is_none() {
            return Err(Stop::refused(ActError::NeedsConsent { risk: at.step.risk, element: None }));
        }
        let expected = self.expected_of(at)?;
        let flight = self.leave(at, action, gathered).await?;
        self.note_rung(at, &flight, action.ladder(), gathered);
        self.tally.last_step = Some(at.step.id.clone());
        self.tally.last_left = flight.left_at;
        if flight.risk == Risk::Irreversible {
            self.tally.side_effect = SideEffect::Unknown;
        }
        let landed = self.arrive(at, flight, &expected).await?;
        gathered.landed = Some(landed.landed.how.as_str());
        self.judge_landing(at, landed, &expected, gathered).await
    }

    async fn leave(
        &mut self,
        at: At<'_>,
        action: &baton_session::Action,
        gathered: &mut StepTally,
    ) -> Result<InFlight, Stop> {
        loop {
            let turn = self
                .session
                .lease()
                .turn(Holder::Replay)
                .await
                .map_err(|error| Stop::refused(ActError::Lease(error)))?;
            let asked = Asked {
                step: at.step.id.as_str(),
                attempt: gathered.attempts,
                action,
                risk: at.step.risk,
                consent: self.plan.consent(&at.step.id),
                within: Runner::limit(at.step),
            };
            let mut watch =
                StepWatch { detectors: &self.detectors, listening: self.listening(), dismissed: Vec::new() };
            let acted = self.session.act::<Fired>(&turn, &asked, &mut watch).await;
            let dismissed = watch.dismissed;
            self.report_dismissed(at, &dismissed);
            match acted {
                Ok(flight) => return Ok(flight),
                Err(ActError::Device(error)) if may_try_again(&error, gathered.attempts) => gathered.attempts += 1,
                Err(error) => return Err(Stop::refused(error)),
            }
        }
    }

    /// Lands the action; what runs out of time is asked once more what it is.
    async fn arrive(&self, at: At<'_>, flight: InFlight, expected: &[Expected]) -> Result<Arrived, Stop> {
        let mark = flight.mark();
        let has_output = |name: &str| self.tally.outputs.contains_key(name);
        let mut judge = StepJudge {
            detectors: &self.detectors,
            step: &at.step.id,
            reached: &self.tally.reached,
            expected,
            has_output: &has_output,
            state_before: state(&flight.before),
            dialog_follows: at.next.is_some_and(|next| matches!(next.action, Written::Dialog(_))),
        };
        let landed = self.session.land(flight, Runner::limit(at.step), &mut judge).await;
        let landed = landed.map_err(|error| Stop::refused(error).after_delivery())?;
        if landed.how != How::Timeout {
            return Ok(Arrived { landed, late: None, quiet: true });
        }
        let late = self.detectors.look(&landed.after, judge.listening(true));
        let quiet = self.session.device().settle(mark, Duration::ZERO).await.is_ok_and(|quiet| quiet.is_quiet());
        Ok(Arrived { landed, late, quiet })
    }

    async fn judge_landing(
        &mut self,
        at: At<'_>,
        Arrived { landed, late, quiet }: Arrived,
        expected: &[Expected],
        gathered: &mut StepTally,
    ) -> Result<(), Stop> {
        self.report_dismissed(at, &landed.dismissed);
        if landed.committed {
            self.tally.side_effect = SideEffect::Committed;
        }
        if let Some(fired) = landed.stop.or(late) {
            return Err(self.fired(fired));
        }
        let failed = match landed.how {
            How::Timeout if !expected.is_empty() => self.not_as_expected(at, &landed.after, expected, quiet),
            _ if landed.no_effect => no_effect(at),
            _ => {
                self.held(expected, gathered);
                return Ok(());
            }
        };
        Err(self.evidence.blocked_since(self.tally.last_left).map_or(failed, |blocked| led_astray(at, &blocked)))
    }

    fn report_dismissed(&mut self, at: At<'_>, dialogs: &[DialogSeen]) {
        for DialogSeen { kind, message } in dialogs {
            self.warn(format!(
                "{}: the page opened a {kind} that no step answers (\"{message}\"); Baton dismissed it",
                at.step.id
            ));
        }
    }

    /// The result of a detector; one whose declared fields cannot be read is no outcome a caller could rely on.
    pub(crate) fn fired(&mut self, fired: Fired) -> Stop {
        if fired.recover.is_some() {
            return Stop::failure(
                FailureCode::RecoveryExhausted,
                format!("{} Putting this right is not built yet, so Baton stopped.", fired.says()),
            );
        }
        if fired.missing.is_empty() {
            return Stop::fired(fired);
        }
        let missing = fired.missing.join(", ");
        let says = format!(
            "{} Its {missing} could not be read, so the outcome is not reported as {}.",
            fired.says(),
            fired.code
        );
        Stop::failure(FailureCode::ExtractionFailed, says).expected(missing).after_delivery()
    }

    pub(crate) fn not_as_expected(
        &self,
        at: At<'_>,
        screen: &baton_screen::Observation,
        expected: &[Expected],
        quiet: bool,
    ) -> Stop {
        let unmet = unmet(expected, screen, &|name| self.tally.outputs.contains_key(name));
        let by_checkpoint = unmet.iter().any(|(one, _)| matches!(one.asked_by, AskedBy::Checkpoint(_)));
        let code = match (quiet, by_checkpoint) {
            (false, _) => FailureCode::Timeout,
            _ if at.step.risk == Risk::Irreversible => FailureCode::Timeout,
            (true, true) => FailureCode::CheckpointFailed,
            (true, false) => FailureCode::AssertionFailed,
        };
        let words: Vec<String> = unmet.iter().map(|(one, _)| one.condition.to_string()).collect();
        let seen = unmet.iter().map(|(_, verdict)| verdict.seen.clone());
        let limit_ms = Runner::limit(at.step).as_millis();
        let still = if quiet { "The screen had come to rest." } else { "The application was still busy." };
        Stop::failure(
            code,
            format!("After {} Baton waited {limit_ms} ms for: {}. {still}", at.step.id, words.join("; ")),
        )
        .expected(words.join("; "))
        .observed(seen)
        .after_delivery()
    }

    fn note_rung(&mut self, at: At<'_>, flight: &InFlight, ladder: Option<&Ladder>, gathered: &mut StepTally) {
        let Some(pressed) = &flight.pressed else { return };
        gathered.rung = Some(pressed.rung);
        let recorded =
            at.document.provenance.as_ref().and_then(|from| from.rungs.get(&at.step.id)).map(|rung| *rung as usize);
        if let Some(ladder) = ladder {
            self.note_drift(at, ladder, recorded, pressed.rung);
        }
    }

    /// Says it when a weaker rung answered than the recorded one.
    pub(crate) fn note_drift(&mut self, at: At<'_>, ladder: &Ladder, recorded: Option<usize>, answered: usize) {
        let Some(drift) = drift(ladder, recorded, answered) else { return };
        self.warn(format!("{}: {drift}", at.step.id));
        self.tally.drift.push(Drift {
            step: at.step.id.to_string(),
            recorded: drift.recorded_name,
            answered: drift.answered_name,
        });
    }
}

/// An action that has landed, and how it stood when its time was up.
struct Arrived {
    landed: Landed<Fired>,
    late: Option<Fired>,
    quiet: bool,
}

/// The page went, or was sent, where the policy does not let it go. Baton stopped that, and the step cannot succeed.
fn led_astray(at: At<'_>, blocked: &Blocked) -> Stop {
    let (origin, _) = split_address(&blocked.url);
    Stop::failure(
        FailureCode::PolicyBlocked,
        format!(
            "After {} the page was led to {origin}, which the policy does not allow. Baton stopped that.",
            at.step.id
        ),
    )
    .expected("a page that the policy allows")
    .observed([format!("{} to {origin}", blocked.rule)])
    .after_delivery()
}

fn may_try_again(error: &baton_device::DeviceError, attempts: u32) -> bool {
    matches!(error, baton_device::DeviceError::Gone)
        && error.delivery() == Delivery::Undelivered
        && attempts < MOST_ATTEMPTS
}

fn no_effect(at: At<'_>) -> Stop {
    Stop::failure(
        FailureCode::NoEffect,
        format!("Baton did \"{}\" and nothing on the screen changed, so it does not call the step done.", at.step.id),
    )
    .expected("something to change")
    .observed(["nothing changed".to_owned()])
    .after_delivery()
}
