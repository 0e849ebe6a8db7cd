//! The workspace that a command works in, and the scenarios it names there.

use std::path::Path;

use baton_scenario::policy::Policy;
use baton_scenario::{Draft, RunsOn};
use baton_workspace::{Environment, Workspace, WorkspaceError};

use crate::out::Refused;

/// The workspace named, else the nearest around the current folder.
pub fn open(named: Option<&Path>) -> Result<Workspace, Refused> {
    let found = match named {
        Some(folder) => Workspace::open(folder),
        None => {
            let here = std::env::current_dir()
                .map_err(|error| Refused::usage("NO_WORKSPACE", error.to_string(), "go to a folder that exists"))?;
            Workspace::find(&here)
        }
    };
    found.map_err(|error| match &error {
        WorkspaceError::Refused(refusals) => Refused::files(refusals),
        _ => Refused::usage("NO_WORKSPACE", error.to_string(), &error.hint()),
    })
}

/// The file of a scenario, by name or path.
pub fn path_of(workspace: &Workspace, named: &str) -> Result<String, Refused> {
    workspace.scenario_path(named).map_err(|error| {
        Refused::usage("UNKNOWN_SCENARIO", error.to_string(), "`baton lint` goes through all there are")
    })
}

/// A scenario with everything it uses.
pub fn draft(workspace: &Workspace, named: &str) -> Result<(String, Draft), Refused> {
    let path = path_of(workspace, named)?;
    let draft = Draft::load(workspace.files(), workspace.config(), &path, None)
        .map_err(|refusals| Refused::files(&refusals))?;
    Ok((path, draft))
}

/// The policies of the workspace.
pub fn policies(workspace: &Workspace) -> Result<Vec<Policy>, Refused> {
    let policies =
        workspace.policies().map_err(|error| Refused::usage("POLICY_UNREADABLE", error.to_string(), &error.hint()))?;
    Ok(policies.into_iter().map(|(_, policy)| policy).collect())
}

/// Where the scenario's own target stands in people's work; a component without one counts as a test.
pub fn environment(workspace: &Workspace, draft: &Draft) -> Environment {
    let target = match &draft.closure().document.runs {
        Some(RunsOn::Target(name)) => Some(name.as_str()),
        Some(RunsOn::Devices(devices)) => devices.values().next().map(baton_scenario::Name::as_str),
        None => None,
    };
    target.and_then(|name| workspace.target(name).ok()).map_or(Environment::Test, |target| target.environment)
}
