use super::*;
use crate::keychain::FakeKeychain;

const CONFIG: &str = "baton: 1\ntargets:\n  core:\n    kind: web\n    base_url: \"http://127.0.0.1:1\"\n    environment: demo\n    secrets: { operator: \"secret://{target}/operator\" }\n";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

#[test]
fn the_nearest_workspace_above_is_found() {
    let outer = folder(&[("baton.yaml", CONFIG), ("deep/er/x.yaml", "a: 1"), ("own/baton.yaml", CONFIG)]);
    let real = fs::canonicalize(outer.path()).unwrap();
    for (from, wanted) in [("deep/er", ""), ("", ""), ("own", "own")] {
        let found = Workspace::find(&outer.path().join(from)).unwrap();
        assert_eq!(found.folder(), real.join(wanted), "from {from:?}");
    }
    let none = tempfile::tempdir().unwrap();
    let error = Workspace::find(none.path()).unwrap_err();
    assert!(matches!(error, WorkspaceError::NotFound { .. }) && error.hint().contains("--workspace"), "{error}");
    let not_there = Workspace::open(&outer.path().join("deep"));
    assert!(matches!(not_there, Err(WorkspaceError::NotThere { .. })), "an explicit folder is not searched above");
}

#[test]
fn scenarios_are_named_by_name_or_path() {
    let folder = folder(&[
        ("baton.yaml", CONFIG),
        ("a_scenario.yaml", "baton: 1\nname: a_scenario\n"),
        ("sub/other.yaml", "# words\nbaton: 1\nname: other\n"),
        ("families/f.yaml", "baton_family: 1\n"),
        (".baton/x.yaml", "baton: 1\n"),
    ]);
    let workspace = Workspace::open(folder.path()).unwrap();
    assert_eq!(workspace.scenarios(), ["a_scenario.yaml", "sub/other.yaml"], "families and Baton's own are none");
    for (named, wanted) in
        [("a_scenario", "a_scenario.yaml"), ("other", "sub/other.yaml"), ("sub/other.yaml", "sub/other.yaml")]
    {
        assert_eq!(workspace.scenario_path(named).as_deref(), Ok(wanted), "{named}");
    }
    let error = workspace.scenario_path("a_scenaro").unwrap_err();
    assert_eq!(error.nearest.as_deref(), Some("a_scenario"), "{error}");
    let error = workspace.target("cor").unwrap_err();
    assert_eq!(error.nearest.as_deref(), Some("core"), "{error}");
}

#[test]
fn secrets_of_a_target_come_from_its_dotenv() {
    let folder = folder(&[("baton.yaml", CONFIG), (".env", "BATON_SECRET_CORE_OPERATOR=op:pw\n")]);
    let workspace = Workspace::open(folder.path()).unwrap();
    let (target, chain) = (workspace.target("core").unwrap().clone(), FakeKeychain::absent("none"));
    let secrets = workspace.secrets(&|_| None, &chain);
    let password = workspace.secret(&target, "operator", Some("password"), &secrets).unwrap();
    assert_eq!(password.expose(), "pw", "the part after the colon");
    let error = workspace.secret(&target, "operater", None, &secrets).unwrap_err();
    assert_eq!(error.to_string(), "the target names no secret `operater`; it names operator");
    assert!(!format!("{workspace:?}").contains("pw"), "a workspace does not print its secrets");
}

#[test]
fn a_broken_dotenv_or_config_is_refused_with_a_hint() {
    let broken = folder(&[("baton.yaml", CONFIG), (".env", "hunter2\n")]);
    let error = Workspace::open(broken.path()).unwrap_err();
    assert!(matches!(error, WorkspaceError::Dotenv(_)) && !error.to_string().contains("hunter2"), "{error}");
    let broken = folder(&[("baton.yaml", "baton: 1\n")]);
    let error = Workspace::open(broken.path()).unwrap_err();
    assert!(
        matches!(error, WorkspaceError::Refused(_)) && error.hint().contains("target"),
        "{error}: {}",
        error.hint()
    );
}

#[test]
fn policies_and_families_are_read_and_a_missing_one_is_said() {
    let config = CONFIG.to_owned() + "    uses: [families/f.yaml]\npolicies: [policies/p.yaml, policies/gone.yaml]\n";
    let folder = folder(&[
        ("baton.yaml", &config),
        ("families/f.yaml", "baton_family: 1\nname: f\n"),
        ("policies/p.yaml", "baton_policy: 1\nblock: [download]\n"),
    ]);
    let workspace = Workspace::open(folder.path()).unwrap();
    let families = workspace.families(workspace.target("core").unwrap()).unwrap();
    assert_eq!(families[0].1.name, "f", "the target's family");
    let error = workspace.policies().unwrap_err();
    assert_eq!(error.to_string(), "there is no file `policies/gone.yaml` in the workspace", "the missing one is named");
}
