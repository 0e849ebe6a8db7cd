//! `baton run`: replays scenarios, one result a line.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use baton_base::{RealClock, RunId, Scrubbed, SessionId, SessionTime};
use baton_replay::{Around, FailureCode, Kind, Progress, RunResult, StepRow, Stop, worst_exit_code};
use baton_scenario::{Step, values};
use baton_session::{Interrupt, interrupt};
use baton_store::tables::{RunEnded, RunStarted, Session};
use baton_store::{Durability, Journal, RunFolder, StoreError};
use baton_workspace::Workspace;
use clap::Args;
use indexmap::IndexMap;
use serde_json::{Value, json};

use crate::browser::LocalBrowsers;
use crate::out::{self, Refused};
use crate::plan::{self, Asked, Planned};

/// Replay scenarios. One JSON result a line on stdout, progress on stderr
#[derive(Args)]
pub struct Run {
    /// Scenarios, by name or file
    #[arg(required = true)]
    scenarios: Vec<String>,
    /// Another target than the scenario's own
    #[arg(long)]
    target: Option<String>,
    /// One argument, as name=value; may be given several times
    #[arg(long = "input", value_name = "NAME=VALUE")]
    inputs: Vec<String>,
    /// A fault the demo target is asked to show
    #[arg(long, value_name = "MODE")]
    inject: Option<String>,
    /// Run a scenario that nobody approved
    #[arg(long)]
    allow_draft: bool,
    /// With a browser window
    #[arg(long)]
    headed: bool,
    /// So many times
    #[arg(long, default_value_t = 1)]
    repeat: u32,
    /// Without pictures of each step
    #[arg(long)]
    no_pictures: bool,
}

/// One run of a suite: a scenario with its arguments, and with a row when it has data.
struct Planning {
    planned: Planned,
    inputs: Result<IndexMap<String, String>, Stop>,
}

impl Run {
    /// Runs them one after another.
    pub fn run(&self, workspace: &Workspace) -> ExitCode {
        match self.suite(workspace) {
            Ok(suite) => crate::block_on(self.play(workspace, suite)),
            Err(refused) => refused.tell(),
        }
    }

    fn suite(&self, workspace: &Workspace) -> Result<Vec<Planning>, Refused> {
        let given = self.given()?;
        let asked = Asked { target: self.target.clone(), inject: self.inject.clone(), allow_draft: self.allow_draft };
        let mut suite = Vec::new();
        for _ in 0..self.repeat {
            for scenario in &self.scenarios {
                let planned = plan::load(workspace, scenario, &asked)?;
                for planned in by_row(planned)? {
                    suite.push(Planning { inputs: check(&planned, &given), planned });
                }
            }
        }
        if suite.is_empty() {
            return Err(Refused::usage(
                "NOTHING_SELECTED",
                "nothing was selected, so nothing was run",
                "name a scenario, and repeat it at least once",
            ));
        }
        Ok(suite)
    }

    fn given(&self) -> Result<Vec<(String, String)>, Refused> {
        let split = |input: &String| {
            let (name, value) = input.split_once('=')?;
            Some((name.to_owned(), value.to_owned()))
        };
        let wrong = |input: &String| {
            Refused::usage(
                "USAGE",
                format!("`--input {input}` is not name=value"),
                "write it as --input member_id=10003",
            )
        };
        self.inputs.iter().map(|input| split(input).ok_or_else(|| wrong(input))).collect()
    }

    async fn play(&self, workspace: &Workspace, suite: Vec<Planning>) -> ExitCode {
        let (interrupter, interrupted) = interrupt();
        let listener = tokio::spawn(async move {
            crate::stopped().await;
            interrupter.raise();
            std::future::pending::<()>().await;
        });
        let mut kinds = Vec::new();
        let mut stopped = false;
        for planning in suite {
            let result = self.one(workspace, planning, interrupted.clone()).await;
            stopped |= result.code.as_deref() == Some(FailureCode::Interrupted.as_str());
            kinds.push(result.kind);
            if stopped {
                break;
            }
        }
        listener.abort();
        const INTERRUPTED: u8 = 130;
        ExitCode::from(if stopped { INTERRUPTED } else { worst_exit_code(kinds) })
    }

    async fn one(&self, workspace: &Workspace, planning: Planning, interrupt: Interrupt) -> RunResult {
        let run = RunId::fresh();
        let Planning { planned, inputs } = planning;
        let refused = planned.refused.clone();
        let inputs = match (refused, inputs) {
            (Some(stop), _) | (None, Err(stop)) => {
                return told(&planned, baton_replay::refused(&run, &planned.plan, stop));
            }
            (None, Ok(inputs)) => inputs,
        };
        match self.journalled(workspace, &planned, &run, inputs, interrupt).await {
            Ok(result) => told(&planned, result),
            Err(error) => told(&planned, baton_replay::refused(&run, &planned.plan, unwritable(&error))),
        }
    }

    async fn journalled(
        &self,
        workspace: &Workspace,
        planned: &Planned,
        run: &RunId,
        inputs: IndexMap<String, String>,
        interrupt: Interrupt,
    ) -> Result<RunResult, StoreError> {
        let store = Journal::open(workspace.folder())?;
        let clock = RealClock::shared();
        let session = SessionId::fresh();
        let plan = &planned.plan;
        let scrubber = &planned.scrubber;
        let row = Session {
            id: session.clone(),
            at_us: clock.now(),
            wall_ms: clock.wall_ms(),
            purpose: "run",
            target: scrubber.exempt_text(&plan.target.name),
            device: scrubber.json_keeping(&json!({"viewport": plan.target.viewport}), &["viewport"]),
        };
        store.put(row, Durability::Normal).await?;
        let row = RunStarted {
            id: run.clone(),
            session: Some(session.clone()),
            at_us: clock.now(),
            wall_ms: clock.wall_ms(),
            scenario: scrubber.exempt_text(plan.document.name.as_str()),
            version: plan.version,
            seal: Some(scrubber.exempt_text(&plan.seal)),
            target: scrubber.exempt_text(&plan.target.name),
        };
        store.put(row, Durability::Normal).await?;
        let folder = store.run_folder(run)?;
        let around = Around {
            devices: &LocalBrowsers { headed: self.headed, downloads: None },
            clock: Arc::clone(&clock),
            journal: baton_session::Journal::new(store.clone(), session, Some(run.clone()), planned.pictures),
            scrubber: scrubber.clone(),
            progress: &Lines,
            interrupt,
            folder: folder.clone(),
            pictures: planned.pictures && !self.no_pictures,
        };
        let mut result = baton_replay::run(run, around.journal.session().clone(), plan, inputs, around).await;
        // What happened has happened: a journal that fails now takes nothing of it back.
        if let Err(error) = keep(&store, &folder, planned, run, &result, clock.now()).await {
            let stop = unwritable(&error);
            result.kind = Kind::Failure;
            result.code = Some(stop.code);
            result.message = Some(format!("{} The run itself: {}", stop.message, result.message.unwrap_or_default()));
        }
        // The last clone waits for the writer, which must not hold up an async thread.
        let _ = tokio::task::spawn_blocking(move || drop(store)).await;
        Ok(result)
    }
}

/// One run a row, for a scenario with data; one run for any other. Data without a row is red.
fn by_row(planned: Planned) -> Result<Vec<Planned>, Refused> {
    let Some(data) = &planned.plan.document.data else { return Ok(vec![planned]) };
    let name = &planned.plan.document.name;
    let none = || {
        Refused::usage("NOTHING_SELECTED", format!("the data of {name} has no row, so nothing was run"), "give it one")
    };
    let rows =
        planned.plan.rows(data).map_err(|why| Refused::usage("DATA_UNREADABLE", why, "see `data` in the scenario"))?;
    if rows.is_empty() {
        return Err(none());
    }
    let with = |row| {
        let mut planned = planned.clone();
        planned.plan.row = row;
        planned
    };
    Ok(rows.into_iter().map(with).collect())
}

/// The result, in the run's folder and in the journal.
async fn keep(
    store: &Journal,
    folder: &RunFolder,
    planned: &Planned,
    run: &RunId,
    result: &RunResult,
    at_us: SessionTime,
) -> Result<(), StoreError> {
    let stored = scrubbed(planned, result);
    folder.write_result(&stored)?;
    let ended = RunEnded {
        run: run.clone(),
        at_us,
        kind: result.kind.as_str(),
        code: result.code.as_deref().map(|code| planned.scrubber.exempt_text(code)),
        side_effect: side_effect(result),
        result: stored,
    };
    store.put(ended, Durability::Full).await.map(drop)
}

fn unwritable(error: &StoreError) -> Stop {
    Stop::failure(FailureCode::Storage, format!("Not written: {error}. To go on, {}.", error.hint()))
}

fn check(planned: &Planned, given: &[(String, String)]) -> Result<IndexMap<String, String>, Stop> {
    let pairs = given.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    values::check_texts(&planned.plan.document.inputs, pairs).map(values::Bound::into_texts).map_err(|invalid| {
        let words: Vec<String> = invalid.iter().map(|one| format!("{one}. {}", one.hint)).collect();
        Stop::failure(FailureCode::InputInvalid, format!("No browser was started. {}", words.join(" ")))
            .expected("arguments of the declared types")
            .observed(invalid.iter().map(ToString::to_string))
    })
}

/// Says the result, with everything taken out that may not be told.
fn told(planned: &Planned, result: RunResult) -> RunResult {
    out::line(scrubbed(planned, &result).get());
    let words = result.message.as_deref().unwrap_or(match result.kind {
        Kind::Success => "Every step was done and every check held.",
        _ => "",
    });
    let code = result.code.as_deref().unwrap_or(result.kind.as_str());
    eprintln!("{} {code}: {} ({} ms)", result.scenario, planned.scrubber.text(words).get(), result.ms);
    result
}

fn scrubbed(planned: &Planned, result: &RunResult) -> Scrubbed<Value> {
    let mut own =
        vec!["run", "seal", "version", "ms", "evidence", "planned", "executed", "asserted", "attempts", "rung"];
    let outputs = &planned.plan.document.outputs;
    own.extend(outputs.iter().filter(|(_, output)| !output.sensitive).map(|(name, _)| name.as_str()));
    planned.scrubber.json_keeping(&result.to_json(), &own)
}

fn side_effect(result: &RunResult) -> &'static str {
    match result.side_effect {
        baton_replay::SideEffect::None => "none",
        baton_replay::SideEffect::Committed => "committed",
        baton_replay::SideEffect::Unknown => "unknown",
    }
}

/// Plain lines on stderr as a run goes on.
struct Lines;

impl Progress for Lines {
    fn began(&self, _: &str, _: &Step) {}

    fn ended(&self, row: &StepRow) {
        eprintln!("  {:8} {} ({} ms)", row.outcome, row.id, Duration::from_millis(row.ms).as_millis());
    }

    fn noticed(&self, words: &str) {
        eprintln!("  note: {words}");
    }
}
