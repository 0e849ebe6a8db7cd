//! `baton lint`: everything that is wrong with scenarios, without running them.

use std::process::ExitCode;

use baton_scenario::{Severity, lint};
use baton_workspace::Workspace;
use clap::Args;

use crate::desk;
use crate::out::{Refused, USAGE};

/// Validate scenarios; all of the workspace when none is named
#[derive(Args)]
pub struct Lint {
    /// Scenarios, by name or file
    scenarios: Vec<String>,
}

impl Lint {
    /// Says every finding; exit 64 when a scenario is refused.
    pub fn run(&self, workspace: &Workspace) -> Result<ExitCode, Refused> {
        let named = self.scenarios.iter().map(|named| desk::path_of(workspace, named));
        let mut paths: Vec<String> = named.collect::<Result<_, _>>()?;
        if self.scenarios.is_empty() {
            paths = workspace.scenarios();
        }
        if paths.is_empty() {
            return Err(Refused::usage(
                "NOTHING_SELECTED",
                "there is no scenario here, so nothing was checked",
                "name one",
            ));
        }
        let mut refused = 0;
        for path in &paths {
            for finding in lint(workspace.files(), workspace.config(), path) {
                if finding.severity == Severity::Refused {
                    refused += 1;
                    let _ = Refused::file(&finding.refusal).tell();
                } else {
                    eprintln!("{} [{}]\n  {}", finding.refusal, finding.refusal.code, finding.refusal.hint);
                }
            }
        }
        eprintln!("{} checked, {refused} findings that refuse a scenario", paths.len());
        Ok(if refused == 0 { ExitCode::SUCCESS } else { ExitCode::from(USAGE) })
    }
}
