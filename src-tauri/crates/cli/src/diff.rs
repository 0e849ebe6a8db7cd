//! `baton diff`: what a scenario means now that it did not mean at a revision.

use std::process::ExitCode;

use baton_scenario::diff::{diff, in_words};
use baton_scenario::{Draft, FileProblem, Files};
use baton_workspace::{Config, Workspace, config};
use clap::Args;

use crate::desk;
use crate::out::{self, Refused};
use crate::spawn::{self, GitError};

/// Say what changed in a scenario since a git revision
#[derive(Args)]
pub struct Diff {
    /// The scenario, by name or file
    scenario: String,
    /// The revision of git to compare with
    #[arg(default_value = "HEAD", value_name = "REV")]
    revision: String,
}

impl Diff {
    /// Prints the changes in words, of the scenario and of all it uses.
    pub fn run(&self, workspace: &Workspace) -> Result<ExitCode, Refused> {
        let (path, now) = desk::draft(workspace, &self.scenario)?;
        let commit = spawn::commit(workspace.folder(), &self.revision).map_err(|error| refused(&error))?;
        let then = AtCommit { workspace, commit };
        if then.text(&path) == Err(FileProblem::Missing) {
            let message = format!("there was no {path} at {}", self.revision);
            return Err(Refused::usage("NOT_AT_REVISION", message, "name a revision that has it: `git log -- FILE`"));
        }
        let old_config = then.config()?;
        let targets = old_config.as_ref().unwrap_or(workspace.config());
        let old = Draft::load(&then, targets, &path, None).map_err(|refusals| {
            eprintln!("The scenario as it was at {} cannot be read:", self.revision);
            Refused::files(&refusals)
        })?;
        out::text(&in_words(&diff(old.closure(), now.closure())));
        Ok(ExitCode::SUCCESS)
    }
}

/// The workspace's files as they were. What git has never known is missing, even when it is on the disk.
struct AtCommit<'a> {
    workspace: &'a Workspace,
    commit: String,
}

impl AtCommit<'_> {
    /// Targets have a say in what a scenario means, so those of the time count; none when there was no `baton.yaml`.
    fn config(&self) -> Result<Option<Config>, Refused> {
        const FILE: &str = "baton.yaml";
        match self.text(FILE) {
            Ok(text) => config::parse(FILE, &text).map(Some).map_err(|refusals| Refused::files(&refusals)),
            Err(_) => Ok(None),
        }
    }
}

impl Files for AtCommit<'_> {
    fn text(&self, path: &str) -> Result<String, FileProblem> {
        if path.split('/').any(|part| part == "..") || path.starts_with('/') {
            return Err(FileProblem::Outside);
        }
        let bytes = spawn::file_at(self.workspace.folder(), &self.commit, path)
            .map_err(|error| FileProblem::Unreadable(error.to_string()))?
            .ok_or(FileProblem::Missing)?;
        String::from_utf8(bytes).map_err(|_| FileProblem::NotText)
    }
}

fn refused(error: &GitError) -> Refused {
    match error {
        GitError::NotStarted(_) => Refused::usage("GIT_MISSING", error.to_string(), "install git: apt install git"),
        GitError::NoRevision { .. } => {
            Refused::usage("UNKNOWN_REVISION", error.to_string(), "`git log` lists revisions; the usual one is HEAD")
        }
    }
}
