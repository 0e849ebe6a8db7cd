//! The workspace that a command works in, and the scenarios it names there.

use std::path::Path;

use baton_base::Scrubber;
use baton_device::DeviceError;
use baton_replay::Secret;
use baton_scenario::policy::Policy;
use baton_scenario::{Draft, RunsOn};
use baton_workspace::{Environment, OsKeychain, Target, TargetKind, Workspace, WorkspaceError};

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

/// A target by name.
pub fn target<'w>(workspace: &'w Workspace, named: &str) -> Result<&'w Target, Refused> {
    workspace
        .target(named)
        .map_err(|error| Refused::usage("UNKNOWN_TARGET", error.to_string(), "targets are named in baton.yaml"))
}

/// Where a web target starts.
pub fn base_url(target: &Target) -> Result<&str, Refused> {
    match &target.kind {
        TargetKind::Web { base_url } => Ok(base_url),
        _ => Err(Refused::usage("DEVICE_UNSUPPORTED", "phones cannot be driven yet", "choose a web target")),
    }
}

/// Takes out every secret of the target that can be had, and the shapes that the policies name.
pub fn scrubber(workspace: &Workspace, target: &Target) -> Result<Scrubber, Refused> {
    let environment = |name: &str| std::env::var(name).ok();
    let places = workspace.secrets(&environment, &OsKeychain);
    let known = target.secrets.values().filter_map(|reference| {
        let value = places.resolve(reference).ok()?.whole().expose().to_owned();
        Some(Secret { name: reference.to_string().trim_start_matches("secret://").to_owned(), value })
    });
    let told: Vec<_> = known.flat_map(|secret| secret.texts().into_iter().collect::<Vec<_>>()).collect();
    Ok(Scrubber::new(told, crate::plan::patterns(&policies(workspace)?)))
}

/// Why a device could not be used, with what to do.
pub fn device_refused(error: &DeviceError) -> Refused {
    let (code, hint) = match error {
        DeviceError::NotFound { hint, .. } => ("DEVICE_MISSING", hint.as_str()),
        DeviceError::NotStarted { .. } => ("DEVICE_NOT_STARTED", "`baton doctor` says what is missing"),
        DeviceError::Refused(_) => ("NOT_READY", "start the target, or correct its base_url in baton.yaml"),
        _ => ("DEVICE_LOST", "try again; `baton doctor` says whether the browser works"),
    };
    Refused::usage(code, error.to_string(), hint)
}
