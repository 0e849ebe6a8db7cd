//! A step that acts on the device: through the gate, and landed.

use baton_device::Delivery;
use baton_scenario::step::StepApproval;
use baton_scenario::{Action as Written, Risk};
use baton_screen::{DialogSeen, Facts, Ladder, holds, state};
use baton_session::{ActError, Asked, Holder, How, InFlight, Judge, Landed};

use crate::bind;
use crate::detect::Fired;
use crate::judge::{AskedBy, Expected, StepJudge, StepWatch};
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
        gathered.landed = Some(landed.0.how.as_str());
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

    /// Lands the action, and says how still the device was when its time was up.
    async fn arrive(
        &self,
        at: At<'_>,
        flight: InFlight,
        expected: &[Expected],
    ) -> Result<(Landed<Fired>, Option<Fired>, bool), Stop> {
        let mark = self.session.device().mark();
        let lost = flight.delivery() == Delivery::Unknown;
        let has_output = |name: &str| self.tally.outputs.contains_key(name);
        let mut judge = StepJudge {
            detectors: &self.detectors,
            step: &at.step.id,
            reached: &self.tally.reached,
            expected,
            has_output: &has_output,
            state_before: Some(state(&flight.before)),
            dialog_follows: at.next.is_some_and(|next| matches!(next.action, Written::Dialog(_))),
            recovering: false,
        };
        let _: &mut dyn Judge<Fired> = &mut judge;
        let landed =
            self.session.land(flight, Runner::limit(at.step), &mut judge).await.map_err(|error| match error {
                ActError::Device(error) => Stop::device(&error).after_delivery(),
                error if lost => Stop::refused(error).after_delivery(),
                error => Stop::refused(error).after_delivery(),
            })?;
        if landed.how != How::Timeout {
            return Ok((landed, None, true));
        }
        let late = self.detectors.look(&landed.after, judge.listening(true));
        let quiet =
            self.session.device().settle(mark, std::time::Duration::ZERO).await.is_ok_and(|quiet| quiet.is_quiet());
        Ok((landed, late, quiet))
    }

    async fn judge_landing(
        &mut self,
        at: At<'_>,
        (landed, late, quiet): (Landed<Fired>, Option<Fired>, bool),
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
        match landed.how {
            How::Timeout if !expected.is_empty() => Err(self.not_as_expected(at, &landed.after, expected, quiet)),
            _ if landed.no_effect => Err(no_effect(at)),
            _ => {
                self.held(expected, gathered);
                Ok(())
            }
        }
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
        let has_output = |name: &str| self.tally.outputs.contains_key(name);
        let facts = Facts { output: &has_output, timed_out: false };
        let unmet: Vec<_> = expected
            .iter()
            .map(|one| (one, holds(&one.condition, screen, &facts)))
            .filter(|(_, verdict)| !verdict.holds)
            .collect();
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
        let recorded = at
            .document
            .provenance
            .as_ref()
            .and_then(|from| from.rungs.get(&at.step.id))
            .map_or(1, |rung| *rung as usize);
        if pressed.rung > recorded
            && let Some(ladder) = ladder
        {
            let rung =
                |number: usize| ladder.0.get(number - 1).map_or_else(|| format!("rung {number}"), ToString::to_string);
            let drift = Drift { step: at.step.id.to_string(), recorded: rung(recorded), answered: rung(pressed.rung) };
            self.warn(format!("{}: found as {}, no longer as {}", drift.step, drift.answered, drift.recorded));
            self.tally.drift.push(drift);
        }
    }
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
