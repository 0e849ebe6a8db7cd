//! `baton runs` and `baton report`: what the journal knows.

use std::process::ExitCode;

use baton_base::RunId;
use baton_store::{Reader, RunFilter, StoreError};
use baton_workspace::Workspace;
use clap::{Args, Subcommand, ValueEnum};

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

fn refused(error: &StoreError) -> Refused {
    Refused::usage(error.code(), error.to_string(), error.hint())
}

fn told(error: &dyn std::fmt::Display) -> Refused {
    Refused::usage("STORAGE", error.to_string(), "`baton runs list` names the runs there are")
}
