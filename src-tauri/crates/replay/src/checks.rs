//! Steps that look and do not act: waits, checks, reads. Driven by what the device tells, with a fallback poll.

use std::sync::Arc;
use std::time::Duration;

use baton_base::SessionTime;
use baton_device::event::NetworkRow;
use baton_device::{DeviceEvent, DeviceEvents};
use baton_scenario::action::{If, Reading, RequestSeen, Wait, WaitUntil};
use baton_scenario::inputs::Output;
use baton_scenario::{Name, values};
use baton_screen::{Condition, Facts, Observation, Purpose, holds, identity, locate};
use baton_session::PathGlob;
use indexmap::IndexMap;
use serde_json::Value;

use crate::judge::{AskedBy, Expected, unmet};
use crate::result::FailureCode;
use crate::runner::{At, Runner, StepTally};
use crate::stop::{Stop, interrupted};

/// What a look found: over, or not yet, with what was seen instead.
enum Look<T> {
    Done(T),
    NotYet(Vec<String>),
}

impl Runner<'_> {
    /// Waits until everything the step expects holds.
    pub(crate) async fn expectations(&mut self, at: At<'_>, gathered: &mut StepTally) -> Result<(), Stop> {
        let expected = self.expected_of(at)?;
        if expected.is_empty() {
            return Ok(());
        }
        match self.until_all_hold(&expected, Runner::limit(at.step)).await {
            Ok(()) => {
                self.held(&expected, gathered);
                Ok(())
            }
            Err(Late { stop: Some(stop), .. }) => Err(stop),
            Err(Late { screen, .. }) => Err(self.not_as_expected(at, &screen, &expected, true)),
        }
    }

    /// Checks conditions; all must hold within the step's limit.
    pub(crate) async fn assert(
        &mut self,
        at: At<'_>,
        conditions: &[Condition],
        gathered: &mut StepTally,
    ) -> Result<(), Stop> {
        let bound = self
            .scope
            .conditions(conditions)
            .map_err(|error| Stop::failure(FailureCode::InputInvalid, error.to_string()))?;
        let expected: Vec<Expected> =
            bound.into_iter().map(|condition| Expected { condition, asked_by: AskedBy::Step }).collect();
        match self.until_all_hold(&expected, Runner::limit(at.step)).await {
            Ok(_) => {
                gathered.asserted += expected.len() as u32;
                Ok(())
            }
            Err(Late { stop: Some(stop), .. }) => Err(stop),
            Err(Late { screen, .. }) => {
                let mut stop = self.not_as_expected(at, &screen, &expected, true);
                stop.code = FailureCode::AssertionFailed.as_str().to_owned();
                Err(stop)
            }
        }
    }

    /// Waits for something, at most as long as the step says.
    pub(crate) async fn wait(&mut self, at: At<'_>, wait: &Wait, gathered: &mut StepTally) -> Result<(), Stop> {
        let limit = Duration::from_millis(wait.timeout_ms);
        let bind_error =
            |error: baton_scenario::Unresolved| Stop::failure(FailureCode::InputInvalid, error.to_string());
        let condition = match &wait.until {
            WaitUntil::Element(ladder) => Condition::Visible(self.scope.ladder(ladder).map_err(bind_error)?),
            WaitUntil::Gone(ladder) => Condition::Gone(self.scope.ladder(ladder).map_err(bind_error)?),
            WaitUntil::Text(text) => Condition::Text(self.scope.text(text).map_err(bind_error)?),
            WaitUntil::Holds(condition) => self.scope.condition(condition).map_err(bind_error)?,
            WaitUntil::Settled(_) => return self.wait_settled(at, limit).await,
            WaitUntil::ScreenChanged(_) => return self.wait_changed(limit).await,
            WaitUntil::Request(seen) => return self.wait_request(at, seen, limit).await,
        };
        let expected = [Expected { condition, asked_by: AskedBy::Step }];
        match self.until_all_hold(&expected, limit).await {
            Ok(()) => {
                gathered.asserted += 1;
                Ok(())
            }
            Err(late) => Err(late.into_timeout(&expected[0].condition.to_string(), limit)),
        }
    }

    async fn wait_settled(&mut self, at: At<'_>, limit: Duration) -> Result<(), Stop> {
        let quiet = self.session.device().settle(0, limit).await.map_err(|error| Stop::device(&error))?;
        if quiet.is_quiet() {
            return Ok(());
        }
        let seen =
            format!("{} requests pending, {}", quiet.pending_requests, if quiet.still { "still" } else { "moving" });
        Err(Stop::failure(
            FailureCode::Timeout,
            format!("The screen did not come to rest within {} ms.", limit.as_millis()),
        )
        .expected("a screen at rest")
        .observed([seen])
        .at(at.step.id.as_str()))
    }

    async fn wait_changed(&mut self, limit: Duration) -> Result<(), Stop> {
        let before = identity(&*self.session.observe().await.map_err(|error| Stop::device(&error))?);
        let changed = self.until(limit, |_, screen| match identity(screen) == before {
            false => Look::Done(()),
            true => Look::NotYet(vec!["the same screen".to_owned()]),
        });
        changed.await.map_err(|late| late.into_timeout("another screen", limit))
    }

    async fn wait_request(&mut self, at: At<'_>, wanted: &RequestSeen, limit: Duration) -> Result<(), Stop> {
        let path = self
            .scope
            .text(&wanted.path)
            .map_err(|error| Stop::failure(FailureCode::InputInvalid, error.to_string()))?;
        let glob =
            PathGlob::parse(&path).map_err(|error| Stop::failure(FailureCode::InputInvalid, error.to_string()))?;
        let mut events = self.session.device().events();
        if self.evidence.network_since(self.tally.last_left).iter().any(|row| is_wanted(row, wanted, &glob)) {
            return Ok(());
        }
        let clock = Arc::clone(self.session.clock());
        let mut interrupt = self.session.interrupt();
        let seen = async {
            loop {
                match events.recv().await {
                    Ok(DeviceEvent::Network(row)) if is_wanted(&row, wanted, &glob) => return,
                    Ok(_) | Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {}
                    Err(tokio::sync::broadcast::error::RecvError::Closed) => std::future::pending().await,
                }
            }
        };
        tokio::select! {
            waited = baton_base::clock::within(&*clock, limit, seen) => waited.map_err(|_| {
                Stop::failure(FailureCode::Timeout, format!("No answered request to {path} within {} ms.", limit.as_millis()))
                    .expected(format!("a request to {path}"))
                    .at(at.step.id.as_str())
            }),
            () = interrupt.raised() => Err(interrupted()),
        }
    }

    /// Reads outputs from the screen, strictly: what is not of its type is an error, never a zero.
    pub(crate) async fn read(
        &mut self,
        at: At<'_>,
        readings: &IndexMap<Name, Reading>,
        gathered: &mut StepTally,
    ) -> Result<(), Stop> {
        for (name, reading) in readings {
            let declared = at.document.outputs.get(name).cloned();
            let optional = declared.as_ref().is_some_and(|output| output.optional);
            match self.read_one(at, name, reading, declared.as_ref(), gathered).await {
                Ok(()) => {}
                Err(stop) if optional && stop.code == FailureCode::ExtractionFailed.as_str() => {
                    self.warn(format!(
                        "{}: the optional output {name} could not be read: {}",
                        at.step.id, stop.message
                    ));
                }
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    async fn read_one(
        &mut self,
        at: At<'_>,
        name: &Name,
        reading: &Reading,
        declared: Option<&Output>,
        gathered: &mut StepTally,
    ) -> Result<(), Stop> {
        let ladder = self
            .scope
            .ladder(&reading.from)
            .map_err(|error| Stop::failure(FailureCode::InputInvalid, error.to_string()))?;
        let found = self
            .until(Runner::limit(at.step), |_, screen| {
                let located = locate(screen, &ladder, Purpose::Read);
                match located.found {
                    Some((element, rung)) => Look::Done((baton_screen::reading(screen, element), rung)),
                    None => Look::NotYet(vec![baton_session::error::explained(&ladder, &located, screen)]),
                }
            })
            .await;
        let (text, rung) = found.map_err(|late| match late.stop {
            Some(stop) => stop,
            None => Stop::failure(
                FailureCode::ExtractionFailed,
                format!("The output {name} could not be read. {}", late.seen.join(" ")),
            )
            .expected(format!("one value for {name}"))
            .observed(late.seen),
        })?;
        gathered.rung = Some(gathered.rung.unwrap_or(1).max(rung));
        self.note_drift(at, &reading.from, None, rung);
        let value =
            values::read_output(&text, reading.parse, declared.map(|output| output.value_type)).map_err(|why| {
                Stop::failure(
                    FailureCode::ExtractionFailed,
                    format!("The output {name} reads \"{text}\", which is {why}."),
                )
                .expected(why.to_string())
                .observed([text.clone()])
            })?;
        gathered.asserted += 1;
        self.scope.vars.insert(name.to_string(), value.clone());
        self.tally.outputs.insert(name.to_string(), Value::String(value));
        Ok(())
    }

    /// Looks once, and goes one way or the other.
    pub(crate) async fn branch(&mut self, at: At<'_>, branch: &If, _gathered: &mut StepTally) -> Result<(), Stop> {
        let when = self
            .scope
            .condition(&branch.when)
            .map_err(|error| Stop::failure(FailureCode::InputInvalid, error.to_string()))?;
        let screen = self.session.observe().await.map_err(|error| Stop::device(&error))?;
        let taken = if self.holds_now(&when, &screen) { &branch.then } else { &branch.otherwise };
        self.walk(at.document, taken).await
    }

    /// Whether a bound condition holds on that screen.
    pub(crate) fn holds_now(&self, condition: &Condition, screen: &Observation) -> bool {
        let has_output = |name: &str| self.tally.outputs.contains_key(name);
        holds(condition, screen, &Facts { output: &has_output, timed_out: false }).holds
    }

    /// Looks until all hold, at most `limit`.
    pub(crate) async fn until_all_hold(&mut self, expected: &[Expected], limit: Duration) -> Result<(), Late> {
        self.until(limit, |runner, screen| runner.all_hold(expected, screen)).await
    }

    fn all_hold(&self, expected: &[Expected], screen: &Observation) -> Look<()> {
        let unmet = unmet(expected, screen, &|name| self.tally.outputs.contains_key(name));
        if unmet.is_empty() {
            return Look::Done(());
        }
        Look::NotYet(unmet.into_iter().map(|(_, verdict)| verdict.seen).collect())
    }

    /// Looks until `look` is done, detectors first, at most `limit`; at the limit every business detector is tried once.
    async fn until<T>(
        &mut self,
        limit: Duration,
        look: impl Fn(&Self, &Observation) -> Look<T> + Send + Sync,
    ) -> Result<T, Late> {
        let deadline = self.session.now() + limit;
        let mut events = self.session.device().events();
        loop {
            let screen = self.session.observe().await.map_err(|error| Late::stopped(Stop::device(&error)))?;
            if let Some(fired) = self.detectors.look(&screen, self.listening()) {
                return Err(Late::stopped(self.fired(fired)));
            }
            let seen = match look(self, &screen) {
                Look::Done(done) => return Ok(done),
                Look::NotYet(seen) => seen,
            };
            if self.session.now() >= deadline {
                let listening = crate::detect::Listening { timed_out: true, recovering: true, ..self.listening() };
                let late = self.detectors.look(&screen, listening);
                let stop = late.map(|fired| self.fired(fired));
                return Err(Late { stop, seen, screen });
            }
            next_look(&mut events, self.session, deadline).await.map_err(Late::stopped)?;
        }
    }
}

/// Waits for the device to tell of a change, at most the poll interval.
async fn next_look(
    events: &mut DeviceEvents,
    session: &baton_session::Session,
    deadline: SessionTime,
) -> Result<(), Stop> {
    session.next_change(events, deadline).await.map_err(|_interrupted| interrupted())
}

/// A wait that came to nothing.
pub(crate) struct Late {
    stop: Option<Stop>,
    seen: Vec<String>,
    screen: Arc<Observation>,
}

impl Late {
    fn stopped(stop: Stop) -> Late {
        Late { stop: Some(stop), seen: Vec::new(), screen: Arc::default() }
    }

    /// The target did not become ready.
    pub(crate) fn into_not_ready(self, target: &str, expected: &Expected, limit: Duration) -> Stop {
        let words = expected.condition.to_string();
        self.stop.unwrap_or_else(|| {
            Stop::failure(
                FailureCode::NotReady,
                format!("{target} did not become ready within {} s: {words}.", limit.as_secs()),
            )
            .expected(words)
            .observed(self.seen)
        })
    }

    /// A checkpoint at the end did not hold.
    pub(crate) fn into_checkpoint_failed(self, id: &baton_scenario::CheckpointId, expected: &[Expected]) -> Stop {
        let words: Vec<String> = expected.iter().map(|one| one.condition.to_string()).collect();
        self.stop.unwrap_or_else(|| {
            Stop::failure(
                FailureCode::CheckpointFailed,
                format!("Every step was done, and {id} does not hold: {}.", words.join("; ")),
            )
            .expected(words.join("; "))
            .observed(self.seen)
        })
    }

    fn into_timeout(self, wanted: &str, limit: Duration) -> Stop {
        self.stop.unwrap_or_else(|| {
            Stop::failure(
                FailureCode::Timeout,
                format!("Baton waited {} ms for {wanted}, which did not come.", limit.as_millis()),
            )
            .expected(wanted)
            .observed(self.seen)
        })
    }
}

fn is_wanted(row: &NetworkRow, wanted: &RequestSeen, glob: &PathGlob) -> bool {
    let (_, path) = baton_session::rules::split_address(&row.url);
    let status = match (wanted.status, row.status) {
        (Some(wanted), got) => got == Some(wanted),
        (None, Some(got)) => got < 400,
        (None, None) => false,
    };
    status
        && glob.matches(&path)
        && wanted.method.as_deref().is_none_or(|method| method.eq_ignore_ascii_case(&row.method))
}
