//! Steps that hold steps: components, repetitions, retries. Each is bounded, and says what ended it.

use baton_scenario::action::{ForEach, Retry, Use};
use indexmap::IndexMap;

use crate::result::FailureCode;
use crate::runner::{At, Runner, StepTally};
use crate::stop::Stop;

impl Runner<'_> {
    /// Runs another document here, in the same session, with its own inputs.
    pub(crate) async fn component(&mut self, component: &Use) -> Result<(), Stop> {
        let document = self.plan.component(&component.file).ok_or_else(|| {
            Stop::failure(FailureCode::SetupFailed, format!("{} was not loaded with the scenario.", component.file))
        })?;
        let unresolved =
            |error: baton_scenario::Unresolved| Stop::failure(FailureCode::InputInvalid, error.to_string());
        let mut inner = self.scope.clone();
        inner.vars.clear();
        for (name, value) in &component.inputs {
            inner.inputs.insert(name.to_string(), self.scope.text(value).map_err(unresolved)?);
        }
        let outer = std::mem::replace(&mut self.scope, inner);
        let ended = self.walk(&document, &document.steps).await;
        let inner = std::mem::replace(&mut self.scope, outer);
        ended?;
        for (from, into) in &component.save {
            if let Some(value) = inner.vars.get(from.as_str()) {
                self.scope.vars.insert(into.to_string(), value.clone());
            }
        }
        Ok(())
    }

    /// The same steps for each row; no row at all is a failure.
    pub(crate) async fn for_each(&mut self, at: At<'_>, each: &ForEach) -> Result<(), Stop> {
        let rows = self.plan.rows(&each.data).map_err(|why| Stop::failure(FailureCode::InputInvalid, why))?;
        if rows.is_empty() {
            return Err(Stop::failure(
                FailureCode::InputInvalid,
                "There are no rows to repeat these steps for, so nothing was done.",
            ));
        }
        if let Some(max) = each.max.filter(|max| rows.len() > *max as usize) {
            let why = format!("There are {} rows, and at most {max} were meant. Nothing was done.", rows.len());
            return Err(Stop::failure(FailureCode::InputInvalid, why));
        }
        let outer_row = self.scope.row.clone();
        for (index, row) in rows.into_iter().enumerate() {
            self.scope.row.extend(row);
            self.turn(at, &each.steps, index + 1).await?;
        }
        self.scope.row = outer_row;
        Ok(())
    }

    /// The same steps until something holds, so often at most.
    pub(crate) async fn retry(&mut self, at: At<'_>, retry: &Retry, gathered: &mut StepTally) -> Result<(), Stop> {
        let until = self
            .scope
            .condition(&retry.until)
            .map_err(|error| Stop::failure(FailureCode::InputInvalid, error.to_string()))?;
        let mut last: Option<Stop> = None;
        for attempt in 1..=retry.max {
            gathered.attempts = attempt;
            last = match self.turn(at, &retry.steps, attempt as usize).await {
                Ok(()) => None,
                Err(stop) if stop.kind == crate::result::Kind::BusinessOutcome || is_final(&stop) => return Err(stop),
                Err(stop) => Some(stop),
            };
            let screen = self.session.observe().await.map_err(|error| Stop::device(&error))?;
            if self.holds_now(&until, &screen) {
                gathered.asserted += 1;
                if attempt > 1 {
                    self.warn(format!("{}: held only at try {attempt} of {}", at.step.id, retry.max));
                }
                return Ok(());
            }
        }
        let why = last.map_or_else(String::new, |stop| format!(" The last try ended so: {}", stop.message));
        Err(Stop::failure(FailureCode::Timeout, format!("Tried {} times, and {until} never held.{why}", retry.max))
            .expected(until.to_string()))
    }

    async fn turn(&mut self, at: At<'_>, steps: &[baton_scenario::Step], number: usize) -> Result<(), Stop> {
        let outer = self.turns.clone();
        self.turns = format!("{outer}[{number}]");
        let ended = self.walk(at.document, steps).await;
        self.turns = outer;
        ended
    }
}

/// Stops that no second try may follow: the device, the disk or a person said so.
fn is_final(stop: &Stop) -> bool {
    [
        FailureCode::DeviceLost,
        FailureCode::Storage,
        FailureCode::Interrupted,
        FailureCode::PolicyBlocked,
        FailureCode::EscalationAborted,
    ]
    .iter()
    .any(|code| stop.code == code.as_str())
}

/// Rows of a data table, as text by column.
pub type Rows = Vec<IndexMap<String, String>>;
