//! The workspace that a command works in, and the scenarios it names there.

use std::collections::BTreeMap;
use std::path::Path;

use baton_base::Scrubber;
use baton_base::scrub::Patterns;
use baton_device::DeviceError;
use baton_replay::Secret;
use baton_scenario::policy::{ApprovalRule, Policy, Scrub};
use baton_scenario::{Closure, Draft, Name, RunsOn};
use baton_workspace::{Environment, OsKeychain, SecretError, Target, TargetKind, Workspace, WorkspaceError};

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
    found.map_err(|error| refused(&error))
}

/// Why a workspace, or a file of it, is not accepted: with the place in the file, where there is one.
pub fn refused(error: &WorkspaceError) -> Refused {
    match error {
        WorkspaceError::Refused(refusals) => Refused::files(refusals),
        _ => Refused::usage("NO_WORKSPACE", error.to_string(), &error.hint()),
    }
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
    let policies = workspace.policies().map_err(|error| refused(&error))?;
    Ok(policies.into_iter().map(|(_, policy)| policy).collect())
}

/// What an approval needs: as much as the strictest policy asks, in each respect.
pub fn approval_rule(policies: &[Policy]) -> ApprovalRule {
    policies.iter().map(|policy| policy.approval).fold(ApprovalRule::default(), |a, b| ApprovalRule {
        people: a.people.max(b.people),
        not_the_recorder: a.not_the_recorder || b.not_the_recorder,
    })
}

/// The target that a scenario names; the first, when it names several.
pub fn own_target(closure: &Closure) -> Option<&str> {
    match closure.document.runs.as_ref()? {
        RunsOn::Target(name) => Some(name.as_str()),
        RunsOn::Devices(devices) => devices.values().next().map(Name::as_str),
    }
}

/// Where the scenario's own target stands in people's work; a component without one counts as a test.
pub fn environment(workspace: &Workspace, draft: &Draft) -> Environment {
    let target = own_target(draft.closure()).and_then(|name| workspace.target(name).ok());
    target.map_or(Environment::Test, |target| target.environment)
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

/// A target's secrets that can be had, by the target's own names.
pub type Secrets = BTreeMap<String, Secret>;

/// The secrets of a target, and those that cannot be had.
pub fn secrets(workspace: &Workspace, target: &Target) -> (Secrets, Vec<(String, SecretError)>) {
    let environment = |name: &str| std::env::var(name).ok();
    let places = workspace.secrets(&environment, &OsKeychain);
    let (mut known, mut missing) = (Secrets::new(), Vec::new());
    for (account, reference) in &target.secrets {
        match places.resolve(reference) {
            Ok(value) => {
                let name = reference.to_string().trim_start_matches("secret://").to_owned();
                known.insert(account.clone(), Secret { name, value: value.whole().expose().to_owned() });
            }
            Err(error) => missing.push((account.clone(), error)),
        }
    }
    (known, missing)
}

/// Takes out those secrets, and the shapes that the policies name.
pub fn scrubber(secrets: &Secrets, policies: &[Policy]) -> Scrubber {
    let shapes = policies.iter().flat_map(|policy| &policy.scrub).map(|shape| match shape {
        Scrub::Ssn => "ssn",
        Scrub::LongNumbers => "long_numbers",
        Scrub::Cards => "cards",
    });
    let told: Vec<_> = secrets.values().flat_map(Secret::texts).collect();
    Scrubber::new(told, Patterns::named(shapes).unwrap_or(Patterns::ALL))
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
