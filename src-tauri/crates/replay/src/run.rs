//! One run, from its plan to its result. The order is fixed: what can be refused without a browser is refused before one starts.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use baton_base::{RunId, Scrubber, SessionId, SharedClock};
use baton_device::{DeviceError, Driver, Opening};
use baton_scenario::step::After;
use baton_session::{Control, Interrupt, Journal, Parts, Rules, Session, TargetFacts};
use baton_store::RunFolder;
use indexmap::IndexMap;

use crate::bind::{Place, absolute};
use crate::detect::Detectors;
use crate::evidence::Evidence;
use crate::judge::{AskedBy, Expected};
use crate::plan::Plan;
use crate::progress::Progress;
use crate::result::{EvidencePaths, FailureCode, Kind, RunResult, SideEffect, TargetIdentity};
use crate::runner::{Runner, Tally};
use crate::stop::Stop;
use crate::values::Scope;

/// How long a target may take to become ready.
const READY_LIMIT: Duration = Duration::from_secs(15);

/// Opens the device a run takes place on.
#[async_trait]
pub trait Devices: Send + Sync {
    /// Opens it at the first address.
    async fn open(&self, plan: &Plan, opening: Opening, clock: SharedClock) -> Result<Arc<dyn Driver>, DeviceError>;
}

/// What a run takes from around it.
pub struct Around<'a> {
    /// Opens devices.
    pub devices: &'a dyn Devices,
    /// The clock; zero is the run's start.
    pub clock: SharedClock,
    /// Where everything is written.
    pub journal: Journal,
    /// Removes secrets.
    pub scrubber: Scrubber,
    /// Told as it goes on.
    pub progress: &'a dyn Progress,
    /// Stops it from outside.
    pub interrupt: Interrupt,
    /// The run's folder.
    pub folder: RunFolder,
    /// Whether pictures are kept.
    pub pictures: bool,
}

/// Runs a plan whose inputs have been checked. Always ends in a result, whatever happens.
pub async fn run(
    run: &RunId,
    session_id: SessionId,
    plan: &Plan,
    inputs: IndexMap<String, String>,
    around: Around<'_>,
) -> RunResult {
    let mut result = blank(run, plan);
    result.evidence.run = around.folder.relative().display().to_string();
    let clock = Arc::clone(&around.clock);
    let ended = match open(session_id, plan, &around).await {
        Ok(session) => {
            let ended = in_session(&session, plan, inputs, &around, &mut result).await;
            session.close().await;
            result.ms =
                clock.now().since(Default::default()).saturating_sub(session.lease().held_up()).as_millis() as u64;
            ended
        }
        Err(stop) => {
            result.ms = clock.now().as_us() / 1000;
            Err(stop)
        }
    };
    conclude(&mut result, plan, ended);
    result
}

/// A result in which nothing has happened yet.
pub fn blank(run: &RunId, plan: &Plan) -> RunResult {
    RunResult {
        kind: Kind::Failure,
        code: None,
        reason: None,
        step: None,
        message: None,
        expected: None,
        observed: Vec::new(),
        candidates: Vec::new(),
        payload: None,
        run: run.to_string(),
        scenario: plan.document.name.to_string(),
        version: plan.version,
        seal: plan.seal.clone(),
        target: TargetIdentity { name: plan.target.name.clone(), ..TargetIdentity::default() },
        outputs: IndexMap::new(),
        side_effect: SideEffect::None,
        steps: Vec::new(),
        planned: 0,
        executed: 0,
        asserted: 0,
        skipped: Vec::new(),
        recoveries: Vec::new(),
        drift: Vec::new(),
        warnings: Vec::new(),
        handoffs: Vec::new(),
        ms: 0,
        evidence: EvidencePaths::default(),
        cached: false,
    }
}

/// A result of a run that was refused before it began.
pub fn refused(run: &RunId, plan: &Plan, stop: Stop) -> RunResult {
    let mut result = blank(run, plan);
    conclude(&mut result, plan, Err(stop));
    result
}

async fn open(session_id: SessionId, plan: &Plan, around: &Around<'_>) -> Result<Session, Stop> {
    let facts = TargetFacts { base_url: plan.target.base_url.clone(), production: plan.target.production };
    let rules =
        Rules::new(&plan.policies, &facts).map_err(|bad| Stop::failure(FailureCode::PolicyBlocked, bad.to_string()))?;
    let url = first_address(plan)?;
    if let Some(forbidden) = rules.address_forbidden(&url, "the first page") {
        return Err(Stop::refused(baton_session::ActError::Forbidden(forbidden)));
    }
    let opening = Opening { url, allowed_origins: rules.origins(), block_downloads: rules.blocks_downloads() };
    let mut interrupt = around.interrupt.clone();
    let driver = tokio::select! {
        opened = around.devices.open(plan, opening, Arc::clone(&around.clock)) => opened.map_err(|error| Stop::device(&error))?,
        () = interrupt.raised() => return Err(crate::stop::interrupted()),
    };
    Ok(Session::new(Parts {
        id: session_id,
        clock: Arc::clone(&around.clock),
        driver,
        rules,
        scrubber: around.scrubber.clone(),
        journal: around.journal.clone(),
        interrupt: around.interrupt.clone(),
    }))
}

fn first_address(plan: &Plan) -> Result<String, Stop> {
    let scope = Scope { secrets: plan.target.secrets.clone(), row: plan.row.clone(), ..Scope::default() };
    let path = plan.documents().find_map(|document| document.start.as_ref()?.path.as_ref());
    let path = path.map(|path| scope.text(path)).transpose();
    let path = path
        .map_err(|error| Stop::failure(FailureCode::InputInvalid, error.to_string()))?
        .unwrap_or_else(|| "/".to_owned());
    let url = absolute(&plan.target.base_url, &path);
    Ok(match &plan.inject {
        Some(mode) => format!("{url}{}inject={mode}", if url.contains('?') { '&' } else { '?' }),
        None => url,
    })
}

async fn in_session(
    session: &Session,
    plan: &Plan,
    inputs: IndexMap<String, String>,
    around: &Around<'_>,
    result: &mut RunResult,
) -> Result<(), Stop> {
    session
        .shift(Control::Automation, "replay", "a run begins")
        .await
        .map_err(|error| Stop::failure(FailureCode::Storage, error.to_string()))?;
    let scope = Scope { inputs, secrets: plan.target.secrets.clone(), row: plan.row.clone(), ..Scope::default() };
    let detectors = Detectors::new(plan.detectors(), |condition| scope.condition(condition))
        .map_err(|error| Stop::failure(FailureCode::InputInvalid, error.to_string()))?;
    let mut runner = Runner {
        session,
        plan,
        place: Place {
            base_url: plan.target.base_url.clone(),
            folder: plan.folder.clone(),
            viewport: plan.target.viewport,
        },
        scope,
        detectors,
        tally: Tally::default(),
        evidence: Evidence::begin(session, around.folder.clone(), around.pictures),
        progress: around.progress,
        turns: String::new(),
    };
    let ended = runner.whole(result).await;
    if let Err(stop) = &ended {
        let name = stop.step.clone().unwrap_or_else(|| "end".to_owned());
        result.evidence.picture = runner.evidence.keep_picture(session, &name, "failure").await;
    }
    let ended = runner.always(ended).await;
    runner.evidence.end().await;
    runner.fill(result);
    ended
}

impl Runner<'_> {
    async fn whole(&mut self, result: &mut RunResult) -> Result<(), Stop> {
        self.ready().await?;
        self.identify(result).await?;
        let plan = self.plan;
        for component in &plan.document.setup {
            self.component(component).await.map_err(of_setup)?;
        }
        self.walk(&plan.document, &plan.document.steps).await?;
        self.final_checkpoints().await?;
        self.missing_outputs()?;
        self.same_build(result).await
    }

    /// The target shows what says that it is ready.
    async fn ready(&mut self) -> Result<(), Stop> {
        let Some(condition) = self.plan.target.ready_when.clone() else { return Ok(()) };
        let expected = [Expected { condition, asked_by: AskedBy::Step }];
        self.until_all_hold(&expected, READY_LIMIT)
            .await
            .map_err(|late| late.into_not_ready(&self.plan.target.name, &expected[0], READY_LIMIT))
    }

    /// Reads what is being driven, and refuses another build than the one asked for.
    async fn identify(&mut self, result: &mut RunResult) -> Result<(), Stop> {
        let identity = self.session.device().identity().await.map_err(|error| Stop::device(&error))?;
        result.target.build = identity.build.clone();
        result.target.browser = identity.browser;
        result.target.device = identity.device;
        match &self.plan.target.expect_build {
            Some(wanted) if *wanted != identity.build => Err(Stop::failure(
                FailureCode::TargetMismatch,
                format!(
                    "The target calls its build \"{}\", and the run was asked for \"{wanted}\". No step was run.",
                    identity.build
                ),
            )
            .expected(wanted.clone())
            .observed([identity.build])),
            _ => Ok(()),
        }
    }

    /// The build must still be the one that was read at the start.
    async fn same_build(&mut self, result: &RunResult) -> Result<(), Stop> {
        let identity = self.session.device().identity().await.map_err(|error| Stop::device(&error))?;
        if identity.build.is_empty() || identity.build == result.target.build {
            return Ok(());
        }
        Err(Stop::failure(
            FailureCode::TargetMismatch,
            "The application's build changed while the run went on, so its result is of neither.",
        )
        .expected(result.target.build.clone())
        .observed([identity.build]))
    }

    async fn final_checkpoints(&mut self) -> Result<(), Stop> {
        let document = Arc::clone(&self.plan.document);
        for (id, checkpoint) in
            document.checkpoints.iter().filter(|(_, checkpoint)| checkpoint.after == Some(After::Done))
        {
            let conditions = self
                .scope
                .conditions(&checkpoint.all)
                .map_err(|error| Stop::failure(FailureCode::InputInvalid, error.to_string()))?;
            let expected: Vec<Expected> = conditions
                .into_iter()
                .map(|condition| Expected { condition, asked_by: AskedBy::Checkpoint(id.clone()) })
                .collect();
            let held = self.until_all_hold(&expected, crate::runner::STEP_LIMIT).await;
            held.map_err(|late| late.into_checkpoint_failed(id, &expected))?;
            self.tally.final_asserted += expected.len() as u32;
            self.tally.reached.push(id.clone());
        }
        Ok(())
    }

    fn missing_outputs(&self) -> Result<(), Stop> {
        let missing = self
            .plan
            .document
            .outputs
            .iter()
            .find(|(name, output)| !output.optional && !self.tally.outputs.contains_key(name.as_str()));
        missing.map_or(Ok(()), |(name, _)| {
            Err(Stop::failure(
                FailureCode::ExtractionFailed,
                format!("Every step was done, and the output {name} was not read."),
            )
            .expected(format!("a value for {name}")))
        })
    }

    /// Steps after any ending, except when it is unknown whether a commit happened.
    async fn always(&mut self, ended: Result<(), Stop>) -> Result<(), Stop> {
        let plan = self.plan;
        if plan.document.always.is_empty() {
            return ended;
        }
        if self.tally.side_effect == SideEffect::Unknown {
            self.warn("the closing steps were left out: it is not known whether something irreversible happened");
            return ended;
        }
        let closed = self.walk(&plan.document, &plan.document.always).await;
        match (ended, closed) {
            (Ok(()), closed) => closed,
            (Err(stop), Ok(())) => Err(stop),
            (Err(stop), Err(second)) => {
                self.warn(format!("the closing steps failed too: {}", second.message));
                Err(stop)
            }
        }
    }

    fn fill(&mut self, result: &mut RunResult) {
        let tally = std::mem::take(&mut self.tally);
        result.asserted = tally.rows.iter().map(|row| row.asserted).sum::<u32>() + tally.final_asserted;
        result.steps = tally.rows;
        result.drift = tally.drift;
        result.recoveries = tally.recoveries;
        result.warnings = tally.warnings;
        result.warnings.extend(self.evidence.trouble.take());
        result.side_effect = tally.side_effect;
        result.outputs = tally.outputs;
    }
}

/// A failure of a setup scenario is one of the setup; an answer of the application stays one.
fn of_setup(stop: Stop) -> Stop {
    let keeps_its_code =
        [FailureCode::DeviceLost, FailureCode::Storage, FailureCode::Interrupted, FailureCode::PolicyBlocked];
    if stop.kind != Kind::Failure || keeps_its_code.iter().any(|code| code.as_str() == stop.code) {
        return stop;
    }
    let message = format!("The setup did not succeed ({}). {}", stop.code, stop.message);
    Stop { code: FailureCode::SetupFailed.as_str().to_owned(), message, ..stop }
}

/// Completes the step table and says how the run ended.
fn conclude(result: &mut RunResult, plan: &Plan, ended: Result<(), Stop>) {
    complete_steps(result, plan, ended.as_ref().err());
    match ended {
        Ok(()) if result.asserted == 0 => conclude_unasserted(result, plan),
        Ok(()) => result.kind = Kind::Success,
        Err(stop) => {
            result.kind = stop.kind;
            result.code = Some(stop.code);
            result.step = stop.step;
            result.message = Some(stop.message);
            result.expected = stop.expected;
            result.observed = stop.observed;
            result.candidates = stop.candidates;
            result.payload = stop.payload;
        }
    }
}

/// A run in which nothing was checked is never green.
fn conclude_unasserted(result: &mut RunResult, plan: &Plan) {
    let reason = plan.document.asserts_nothing.as_deref();
    result.kind = Kind::Failure;
    result.code = Some(FailureCode::AssertionFailed.as_str().to_owned());
    result.message = Some(match reason {
        Some(reason) => {
            format!("Every step was done and nothing was checked, on purpose: {reason}. That is not a success.")
        }
        None => "Every step was done and nothing was checked. That is not a success.".to_owned(),
    });
}

fn complete_steps(result: &mut RunResult, plan: &Plan, stop: Option<&Stop>) {
    let of_setup = plan.document.setup.iter().filter_map(|setup| plan.component(&setup.file));
    let setup_ids: Vec<String> = of_setup
        .flat_map(|document| document.steps.iter().map(|step| step.id.to_string()).collect::<Vec<_>>())
        .collect();
    let own = plan.document.steps.iter().map(|step| step.id.to_string());
    let why = stop.map_or_else(
        || "not reached".to_owned(),
        |stop| match &stop.step {
            Some(step) => format!("not reached: {} at {step}", stop.code),
            None => format!("not reached: {}", stop.code),
        },
    );
    for id in setup_ids.into_iter().chain(own) {
        if !result.steps.iter().any(|row| row.id == id) {
            result.steps.push(crate::runner::unreached_row(&id, &why));
        }
    }
    result.planned = result.steps.len() as u32;
    result.executed = result.steps.iter().filter(|row| row.executed).count() as u32;
    let skipped = result.steps.iter().filter_map(|row| Some(format!("{}: {}", row.id, row.skipped.as_ref()?)));
    result.skipped = skipped.collect();
}
