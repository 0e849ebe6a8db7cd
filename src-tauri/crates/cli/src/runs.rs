//! `baton runs` and `baton report`: what the journal knows.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use baton_base::{Clock, RealClock, RunId};
use baton_store::{Journal, Keep, Reader, RunFilter, StoreError};
use baton_workspace::Workspace;
use baton_workspace::config::Retention;
use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;

use crate::out::{self, Refused};

/// Read the journal
#[derive(Args)]
pub struct Runs {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Subcommand)]
enum What {
    /// The newest runs
    List {
        /// At most so many
        #[arg(long, default_value_t = 20)]
        limit: u32,
    },
    /// One run's step table
    Show {
        /// The run's id
        id: String,
    },
    /// Write one run to a folder, to hand on
    Export {
        /// The run's id
        id: String,
        /// A folder that is empty or not there yet
        #[arg(long, value_name = "DIR")]
        to: PathBuf,
    },
    /// Let go of the runs that `retention` in baton.yaml no longer keeps
    Gc,
}

/// Tell a run to somebody who was not there
#[derive(Args)]
pub struct Report {
    /// The run's id
    id: String,
    /// As what
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Json,
    Junit,
}

impl Runs {
    /// Prints them.
    pub fn run(&self, workspace: &Workspace) -> Result<ExitCode, Refused> {
        let reader = Reader::open(workspace.folder()).map_err(|error| refused(&error))?;
        match self.what.as_ref().unwrap_or(&What::List { limit: 20 }) {
            What::List { limit } => {
                let filter = RunFilter { limit: Some(*limit), ..RunFilter::default() };
                for run in reader.runs(&filter).map_err(|error| refused(&error))? {
                    let kind = run.kind.as_deref().unwrap_or("not ended");
                    out::text(&format!(
                        "{}  {:30} {:18} {}\n",
                        run.run,
                        run.scenario,
                        kind,
                        run.code.as_deref().unwrap_or("")
                    ));
                }
            }
            What::Show { id } => {
                let result = baton_report::stored_result(&reader, &RunId(id.clone())).map_err(|error| told(&error))?;
                out::text(&baton_report::table(&result));
            }
            What::Export { id, to } => export(&reader, id, to)?,
            What::Gc => gc(workspace)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Report {
    /// Prints it.
    pub fn run(&self, workspace: &Workspace) -> Result<ExitCode, Refused> {
        let reader = Reader::open(workspace.folder()).map_err(|error| refused(&error))?;
        let result = baton_report::stored_result(&reader, &RunId(self.id.clone())).map_err(|error| told(&error))?;
        let text = match self.format {
            Format::Json => baton_report::json(&[result]),
            Format::Junit => baton_report::junit("baton", &[result]).map_err(|error| told(&error))?,
        };
        out::text(&text);
        Ok(ExitCode::SUCCESS)
    }
}

fn export(reader: &Reader, id: &str, to: &Path) -> Result<(), Refused> {
    let bundle = reader.export(&RunId(id.to_owned()), to).map_err(|error| refused(&error))?;
    for missing in &bundle.missing {
        eprintln!("not there any more: {missing}");
    }
    out::line(&json!({"folder": bundle.folder, "files": bundle.files.len(), "missing": bundle.missing}));
    Ok(())
}

fn gc(workspace: &Workspace) -> Result<(), Refused> {
    let keep = keep(workspace.config().retention);
    if keep.days.is_none() && keep.count.is_none() && keep.size_bytes.is_none() {
        eprintln!("baton.yaml sets no `retention`, so every run is kept");
    }
    let journal = Journal::open(workspace.folder()).map_err(|error| refused(&error))?;
    let report = journal.gc(&keep, RealClock::start().wall_ms()).map_err(|error| refused(&error))?;
    out::line(&json!({
        "runs": report.runs.iter().map(RunId::as_str).collect::<Vec<_>>(),
        "blobs": report.blobs, "freed_bytes": report.freed_bytes, "pinned": report.pinned,
    }));
    Ok(())
}

fn keep(retention: Retention) -> Keep {
    let bytes = |gib: f64| (gib * 1024.0 * 1024.0 * 1024.0) as u64;
    Keep { days: retention.days, count: retention.max_runs, size_bytes: retention.max_gib.map(bytes) }
}

fn refused(error: &StoreError) -> Refused {
    Refused::usage(error.code(), error.to_string(), error.hint())
}

fn told(error: &dyn std::fmt::Display) -> Refused {
    Refused::usage("STORAGE", error.to_string(), "`baton runs list` names the runs there are")
}
