//! Makes a plan of what is in the workspace: the scenario with what it uses, its approval, its target and its secrets.

use std::sync::Arc;

use baton_base::Scrubber;
use baton_base::scrub::Patterns;
use baton_replay::{FailureCode, Plan, Secret, Stop, TargetPlan};
use baton_scenario::policy::{Policy, Scrub};
use baton_scenario::{Closure, Draft, RunsOn};
use baton_screen::Viewport;
use baton_workspace::{Approvals, OsKeychain, Status, Target, TargetKind, Workspace, apply_overlay};

use crate::out::Refused;

/// What was asked of one run.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    /// The target, when not the scenario's own.
    pub target: Option<String>,
    /// A fault the demo target is asked to show.
    pub inject: Option<String>,
    /// An unapproved scenario may run.
    pub allow_draft: bool,
}

/// A plan, and why it may not be run after all.
pub struct Planned {
    /// The plan.
    pub plan: Plan,
    /// Why it is refused before anything starts.
    pub refused: Option<Stop>,
    /// Removes secrets and what the policy names.
    pub scrubber: Scrubber,
    /// Whether pictures are kept.
    pub pictures: bool,
}

/// Loads a scenario by name or path.
pub fn load(workspace: &Workspace, named: &str, asked: &Asked) -> Result<Planned, Refused> {
    let path = workspace
        .scenario_path(named)
        .map_err(|error| Refused::usage("UNKNOWN_SCENARIO", error.to_string(), "`baton lint` lists what there is"))?;
    let draft = Draft::load(workspace.files(), workspace.config(), &path, asked.target.as_deref())
        .map_err(|refusals| Refused::files(&refusals))?;
    let target = target_of(workspace, draft.closure(), asked)?;
    let closure = draft.closure().clone();
    let seal = closure.seal().to_string();
    let policies: Vec<Policy> = workspace
        .policies()
        .map_err(|error| Refused::usage("POLICY_UNREADABLE", error.to_string(), &error.hint()))?
        .into_iter()
        .map(|(_, policy)| policy)
        .collect();
    let (version, unapproved) = approval(workspace, &path, &closure, &seal, target, &policies, asked)?;
    let unfinished = draft.todos().first().map(|todo| {
        Stop::failure(FailureCode::PolicyBlocked, format!("Something is still to be done: {}.", todo.message))
    });
    let (secrets, missing) = secrets(workspace, target, &closure);
    let told = secrets.values().flat_map(Secret::texts).collect::<Vec<_>>();
    let scrubber = Scrubber::new(told, patterns(&policies));
    let plan = plan(workspace, target, closure, asked, (version, seal, policies, secrets))?;
    let refused = unapproved.or(unfinished).or(missing);
    Ok(Planned { plan, refused, scrubber, pictures: workspace.config().evidence.pictures })
}

fn target_of<'w>(workspace: &'w Workspace, closure: &Closure, asked: &Asked) -> Result<&'w Target, Refused> {
    let own = match &closure.document.runs {
        Some(RunsOn::Target(name)) => Some(name.to_string()),
        Some(RunsOn::Devices(devices)) => devices.values().next().map(ToString::to_string),
        None => None,
    };
    let name = asked.target.clone().or(own).ok_or_else(|| {
        Refused::usage(
            "NO_TARGET",
            "the scenario names no target",
            "name one with --target, or as `target:` in the scenario",
        )
    })?;
    workspace
        .target(&name)
        .map_err(|error| Refused::usage("UNKNOWN_TARGET", error.to_string(), "targets are named in baton.yaml"))
}

fn approval(
    workspace: &Workspace,
    path: &str,
    closure: &Closure,
    seal: &str,
    target: &Target,
    policies: &[Policy],
    asked: &Asked,
) -> Result<(Option<u32>, Option<Stop>), Refused> {
    let approvals = Approvals::beside(&workspace.folder().join(path)).map_err(|error| {
        Refused::usage("APPROVALS_UNREADABLE", error.to_string(), "look at the .approvals.jsonl beside the scenario")
    })?;
    let rule = policies
        .iter()
        .map(|policy| policy.approval)
        .max_by_key(|rule| (rule.people, rule.not_the_recorder))
        .unwrap_or_default();
    let name = &closure.document.name;
    let blocked = |why: String| {
        let hint = format!("Read it with `baton describe {name}`, then `baton approve {name} --by YOUR_NAME`.");
        Ok((
            None,
            Some(Stop::failure(FailureCode::PolicyBlocked, format!("{why} {hint}")).expected("an approved scenario")),
        ))
    };
    match approvals.status(seal, target.environment, rule, None) {
        Status::Approved { version, .. } => Ok((Some(version), None)),
        _ if asked.allow_draft => Ok((None, None)),
        Status::Draft => blocked(format!("{name} is a draft: nobody approved it for {}.", target.environment.as_str())),
        Status::ChangedSince { version } => {
            blocked(format!("{name} was changed since version {version} was approved."))
        }
        Status::PartlyApproved { by, needed, .. } => {
            blocked(format!("{name} needs {needed} people to approve it; so far {}.", by.join(", ")))
        }
        Status::Retired { version } => blocked(format!("{name} was retired at version {version}.")),
    }
}

type Known = std::collections::BTreeMap<String, Secret>;

/// Resolves the secrets that the scenario mentions; the first that is missing refuses the run before a browser starts.
fn secrets(workspace: &Workspace, target: &Target, closure: &Closure) -> (Known, Option<Stop>) {
    let environment = |name: &str| std::env::var(name).ok();
    let keychain = OsKeychain;
    let places = workspace.secrets(&environment, &keychain);
    let mentioned = serde_json::to_string(&closure.documents().map(|(_, document)| document).collect::<Vec<_>>())
        .unwrap_or_default();
    let mut known = Known::new();
    let mut missing = None;
    for (account, reference) in &target.secrets {
        match places.resolve(reference) {
            Ok(value) => {
                let name = reference.to_string().trim_start_matches("secret://").to_owned();
                known.insert(account.clone(), Secret { name, value: value.whole().expose().to_owned() });
            }
            Err(error) if mentioned.contains(&format!("${{secrets.{account}")) => {
                missing.get_or_insert(Stop::failure(FailureCode::SecretMissing, format!("{error}. {}.", error.hint())));
            }
            Err(_) => {}
        }
    }
    (known, missing)
}

pub(crate) fn patterns(policies: &[Policy]) -> Patterns {
    let names: Vec<&str> = policies
        .iter()
        .flat_map(|policy| &policy.scrub)
        .map(|shape| match shape {
            Scrub::Ssn => "ssn",
            Scrub::LongNumbers => "long_numbers",
            Scrub::Cards => "cards",
        })
        .collect();
    Patterns::named(names).unwrap_or(Patterns::ALL)
}

fn plan(
    workspace: &Workspace,
    target: &Target,
    closure: Closure,
    asked: &Asked,
    (version, seal, policies, secrets): (Option<u32>, String, Vec<Policy>, Known),
) -> Result<Plan, Refused> {
    let TargetKind::Web { base_url } = &target.kind else {
        return Err(Refused::usage("DEVICE_UNSUPPORTED", "phones cannot be driven yet", "choose a web target"));
    };
    let overlaid = |document: &baton_scenario::Document| {
        apply_overlay(document, target)
            .map(Arc::new)
            .map_err(|error| Refused::usage("OVERLAY", error.to_string(), "see `overlay` in baton.yaml"))
    };
    let families = workspace
        .families(target)
        .map_err(|error| Refused::usage("FAMILY_UNREADABLE", error.to_string(), &error.hint()))?;
    let of_target: Vec<String> = families.iter().map(|(path, _)| path.clone()).collect();
    let of_scenario =
        closure.families.iter().filter(|(path, _)| !of_target.contains(path)).map(|(_, family)| family.clone());
    let families = families.into_iter().map(|(_, family)| family).chain(of_scenario).map(Arc::new).collect();
    let [width, height] = target.viewport.unwrap_or([1280, 800]);
    Ok(Plan {
        document: overlaid(&closure.document)?,
        components: closure
            .components
            .iter()
            .map(|(file, document)| Ok((file.clone(), overlaid(document)?)))
            .collect::<Result<_, Refused>>()?,
        families,
        policies,
        target: TargetPlan {
            name: target.name.clone(),
            base_url: base_url.clone(),
            production: target.environment == baton_workspace::Environment::Production,
            viewport: Viewport { width: f64::from(width), height: f64::from(height), scale: 1.0 },
            locale: target.locale.clone(),
            ready_when: target.ready_when.clone(),
            expect_build: target.expect.as_ref().and_then(|expect| expect.build.clone()),
            secrets,
        },
        version,
        seal,
        consents: Vec::new(),
        tables: closure.tables.iter().map(|(file, table)| (file.clone(), table.maps().collect())).collect(),
        folder: workspace.folder().to_owned(),
        inject: asked.inject.clone(),
    })
}
