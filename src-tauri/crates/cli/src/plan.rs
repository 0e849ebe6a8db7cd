//! Makes a plan of what is in the workspace: the scenario with what it uses, its approval, its target and its secrets.

use std::sync::Arc;

use baton_base::Scrubber;
use baton_replay::{FailureCode, Plan, Stop, TargetPlan};
use baton_scenario::policy::Policy;
use baton_scenario::{Closure, Draft};
use baton_screen::Viewport;
use baton_workspace::{Approvals, SecretError, Status, Target, Workspace, apply_overlay};

use crate::desk::{self, Secrets};
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
#[derive(Clone)]
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
    let path = desk::path_of(workspace, named)?;
    let draft = Draft::load(workspace.files(), workspace.config(), &path, asked.target.as_deref())
        .map_err(|refusals| Refused::files(&refusals))?;
    let target = target_of(workspace, draft.closure(), asked)?;
    let closure = draft.closure().clone();
    let seal = closure.seal().to_string();
    let policies = desk::policies(workspace)?;
    let (version, unapproved) = approval(workspace, &path, &closure, &seal, target, &policies, asked)?;
    let unfinished = draft.todos().first().map(|todo| {
        Stop::failure(FailureCode::PolicyBlocked, format!("Something is still to be done: {}.", todo.message))
    });
    let (secrets, unresolved) = desk::secrets(workspace, target);
    let missing = missing_secret(&closure, &unresolved);
    let scrubber = desk::scrubber(&secrets, &policies);
    let plan = plan(workspace, target, closure, asked, (version, seal, policies, secrets))?;
    let refused = unapproved.or(unfinished).or(missing);
    Ok(Planned { plan, refused, scrubber, pictures: workspace.config().evidence.pictures })
}

fn target_of<'w>(workspace: &'w Workspace, closure: &Closure, asked: &Asked) -> Result<&'w Target, Refused> {
    let name = asked.target.as_deref().or_else(|| desk::own_target(closure)).ok_or_else(|| {
        Refused::usage(
            "NO_TARGET",
            "the scenario names no target",
            "name one with --target, or as `target:` in the scenario",
        )
    })?;
    desk::target(workspace, name)
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
    let rule = desk::approval_rule(policies);
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

/// The first secret that the scenario mentions and nobody can give: it refuses the run before a browser starts.
fn missing_secret(closure: &Closure, unresolved: &[(String, SecretError)]) -> Option<Stop> {
    let mentioned = serde_json::to_string(&closure.documents().map(|(_, document)| document).collect::<Vec<_>>())
        .unwrap_or_default();
    let missing = unresolved.iter().find(|(account, _)| {
        mentioned.contains(&format!("${{secrets.{account}.")) || mentioned.contains(&format!("${{secrets.{account}}}"))
    });
    missing.map(|(_, error)| Stop::failure(FailureCode::SecretMissing, format!("{error}. {}.", error.hint())))
}

fn plan(
    workspace: &Workspace,
    target: &Target,
    closure: Closure,
    asked: &Asked,
    (version, seal, policies, secrets): (Option<u32>, String, Vec<Policy>, Secrets),
) -> Result<Plan, Refused> {
    let base_url = desk::base_url(target)?;
    let overlaid = |document: &baton_scenario::Document| {
        apply_overlay(document, target)
            .map(Arc::new)
            .map_err(|error| Refused::usage("OVERLAY", error.to_string(), "see `overlay` in baton.yaml"))
    };
    let families = workspace.families(target).map_err(|error| desk::refused(&error))?;
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
            base_url: base_url.to_owned(),
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
        row: Default::default(),
    })
}
