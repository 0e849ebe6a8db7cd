//! `baton`: the command line. Each verb is one file; this one only reads the arguments and hands over.
//! It must never hold a rule of its own: what Baton does lives in the crates below, and what can be asked is baton-api's.

#![allow(clippy::result_large_err, reason = "a refusal ends the command")]

mod approve;
mod browser;
mod describe;
mod desk;
mod devices;
mod doctor;
mod engine_host;
mod lint;
mod look;
mod mockapp;
mod out;
mod plan;
mod run;
mod runs;
mod serve;

use std::path::PathBuf;
use std::process::ExitCode;

use baton_workspace::Workspace;
use clap::{Parser, Subcommand, ValueEnum};

use out::Refused;

#[derive(Parser)]
#[command(name = "baton", version, about = "Scenarios, judged on a real browser", arg_required_else_help = true)]
struct Arguments {
    /// The workspace's folder, when not the nearest around this one
    #[arg(long, value_name = "FOLDER", global = true)]
    workspace: Option<PathBuf>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Approve(approve::Approve),
    Describe(describe::Describe),
    Devices(devices::Devices),
    Doctor(doctor::Doctor),
    Lint(lint::Lint),
    Look(look::Look),
    Mockapp(mockapp::Mockapp),
    Report(runs::Report),
    Run(run::Run),
    Runs(runs::Runs),
    /// Print the JSON Schema of a kind of file
    Schema {
        /// Of which kind
        #[arg(value_enum, default_value_t = Kind::Scenario)]
        of: Kind,
    },
    /// Answer windows, browsers and scripts on this machine until stopped
    Serve(serve::Serve),
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Scenario,
    Family,
    Policy,
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return wrong_usage(&error),
    };
    let named = arguments.workspace.clone();
    let inside = |verb: &dyn Fn(&Workspace) -> Result<ExitCode, Refused>| {
        desk::open(named.as_deref()).and_then(|workspace| verb(&workspace)).unwrap_or_else(|refused| refused.tell())
    };
    match arguments.verb {
        Verb::Approve(verb) => inside(&|workspace| verb.run(workspace)),
        Verb::Describe(verb) => inside(&|workspace| verb.run(workspace)),
        Verb::Devices(verb) => verb.run(),
        Verb::Doctor(verb) => verb.run(desk::open(named.as_deref())),
        Verb::Lint(verb) => inside(&|workspace| verb.run(workspace)),
        Verb::Look(verb) => inside(&|workspace| verb.run(workspace)),
        Verb::Mockapp(verb) => verb.run(),
        Verb::Report(verb) => inside(&|workspace| verb.run(workspace)),
        Verb::Run(verb) => inside(&|workspace| Ok(verb.run(workspace))),
        Verb::Runs(verb) => inside(&|workspace| verb.run(workspace)),
        Verb::Schema { of } => schema(of),
        Verb::Serve(verb) => verb.run(arguments.workspace),
    }
}

fn schema(of: Kind) -> ExitCode {
    let schema = match of {
        Kind::Scenario => baton_scenario::schema::scenario(),
        Kind::Family => baton_scenario::schema::family(),
        Kind::Policy => baton_scenario::schema::policy(),
    };
    out::text(&format!("{schema:#}\n"));
    ExitCode::SUCCESS
}

/// Wrong words on the command line are exit 64, asking for help is not.
fn wrong_usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if !error.use_stderr() {
        return ExitCode::SUCCESS;
    }
    let refused = Refused::usage("USAGE", error.kind().to_string(), "`baton --help` says what there is");
    out::line(refused.value());
    ExitCode::from(out::USAGE)
}

/// Runs what needs to wait for several things at once; the other verbs never pay for it.
pub(crate) fn block_on(work: impl Future<Output = ExitCode>) -> ExitCode {
    match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime.block_on(work),
        Err(error) => Refused::usage("INTERNAL", format!("cannot start: {error}"), "try again").tell(),
    }
}

/// Resolves when the command is told to stop: Ctrl-C, or the signal that ends services.
pub(crate) async fn stopped() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return std::future::pending().await };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}
