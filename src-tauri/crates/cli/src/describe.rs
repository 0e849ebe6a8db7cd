//! `baton describe`: a scenario in plain words, for the person who approves it.

use std::process::ExitCode;

use baton_scenario::describe::describe_closure;
use baton_workspace::{Approvals, Workspace};
use clap::Args;

use crate::desk;
use crate::out::{self, Refused};

/// How wide the text is.
const WIDTH: usize = 100;

/// Say in plain words what a scenario does
#[derive(Args)]
pub struct Describe {
    /// The scenario, by name or file
    scenario: String,
}

impl Describe {
    /// Prints it, and remembers what was shown: that, and nothing else, may be approved.
    pub fn run(&self, workspace: &Workspace) -> Result<ExitCode, Refused> {
        let (path, draft) = desk::draft(workspace, &self.scenario)?;
        let policies = desk::policies(workspace)?;
        let closure = draft.closure();
        let seal = closure.seal().to_string();
        let storage = |error: &dyn std::fmt::Display| {
            Refused::usage("STORAGE", error.to_string(), "look at the workspace's folder and its rights")
        };
        let approvals = Approvals::beside(&workspace.folder().join(&path)).map_err(|error| storage(&error))?;
        let version = approvals.version_of(&seal);
        out::text(&describe_closure(closure, &policies.iter().collect::<Vec<_>>(), Some(version), WIDTH));
        for warning in draft.warnings() {
            eprintln!("warning: {warning}");
        }
        let state = workspace.state();
        state.remember_described(closure.document.name.as_str(), &seal).map_err(|error| storage(&error))?;
        Ok(ExitCode::SUCCESS)
    }
}
