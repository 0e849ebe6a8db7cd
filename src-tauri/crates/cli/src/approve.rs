//! `baton approve`: approve exactly what `baton describe` last showed.

use std::process::ExitCode;

use baton_base::RealClock;
use baton_workspace::approval::Request;
use baton_workspace::{Approvals, Workspace};
use clap::Args;
use serde_json::json;

use crate::desk;
use crate::out::{self, Refused};

/// Approve exactly what describe last showed
#[derive(Args)]
pub struct Approve {
    /// The scenario, by name or file
    scenario: String,
    /// Who approves
    #[arg(long, value_name = "NAME")]
    by: String,
    /// What they say to it
    #[arg(long, default_value = "")]
    comment: String,
}

impl Approve {
    /// Adds a line to the approvals beside the scenario.
    pub fn run(&self, workspace: &Workspace) -> Result<ExitCode, Refused> {
        let (path, draft) = desk::draft(workspace, &self.scenario)?;
        let policies = desk::policies(workspace)?;
        let environment = desk::environment(workspace, &draft);
        let scenario = draft.whole().map_err(|refusals| Refused::files(&refusals))?;
        let storage = |error: &dyn std::fmt::Display| {
            Refused::usage("STORAGE", error.to_string(), "look at the workspace's folder and its rights")
        };
        let mut approvals = Approvals::beside(&workspace.folder().join(&path)).map_err(|error| storage(&error))?;
        let request = Request {
            seal: scenario.seal().as_str(),
            by: &self.by,
            comment: &self.comment,
            environment,
            rule: desk::approval_rule(&policies),
            recorder: None,
        };
        let approved = approvals
            .approve(&request, &workspace.state(), &RealClock::start())
            .map_err(|error| Refused::usage("NOT_APPROVED", error.to_string(), &error.hint()))?;
        out::line(&json!({
            "name": approved.name, "version": approved.version, "seal": approved.seal, "by": approved.by, "at": approved.at,
        }));
        Ok(ExitCode::SUCCESS)
    }
}
