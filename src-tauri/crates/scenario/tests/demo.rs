//! The demo workspace's files: each is accepted, has the canonical JSON its YAML shows, and fits the JSON Schema made from
//! the types.
#![allow(clippy::unwrap_used, reason = "a test that cannot read its files should stop")]

use std::path::{Path, PathBuf};

use baton_scenario::{Document, Family, FileProblem, Files, Policy, Scenario, TargetFacts, Targets, lint, schema};
use baton_screen::{Ladder, Locator, NameMatch};
use indexmap::IndexMap;
use serde_json::{Value, json};

struct Demo;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scenarios")
}

fn text(path: &str) -> String {
    std::fs::read_to_string(folder().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

impl Files for Demo {
    fn text(&self, path: &str) -> Result<String, FileProblem> {
        std::fs::read_to_string(folder().join(path)).map_err(|_| FileProblem::Missing)
    }
}

impl Targets for Demo {
    fn facts(&self, target: &str) -> Option<TargetFacts> {
        let families = vec!["families/legacy-core.yaml".to_owned()];
        target.starts_with("mockcore").then_some(TargetFacts { families, secrets: Some(vec!["operator".to_owned()]) })
    }

    fn names(&self) -> Vec<String> {
        vec!["mockcore".to_owned(), "mockcore_north".to_owned()]
    }

    fn overlays(&self) -> IndexMap<String, IndexMap<String, Ladder>> {
        let find = Locator {
            role: Some("button".to_owned()),
            name: Some(NameMatch::Exactly("Find".to_owned())),
            ..Locator::default()
        };
        let overlay = IndexMap::from([("search.submit".to_owned(), Ladder::one(find))]);
        IndexMap::from([("mockcore_north".to_owned(), overlay)])
    }
}

const SCENARIOS: [&str; 3] = ["member_savings_balance.yaml", "open_subaccount.yaml", "sign_on_and_find_member.yaml"];

fn fits(schema: &Value, value: &Value, what: &str) {
    let validator = jsonschema::validator_for(schema).unwrap_or_else(|error| panic!("the schema itself: {error}"));
    let errors: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{what} does not fit the schema: {}", errors.join("; "));
}

/// A file's YAML as JSON, by another reader than Baton's.
fn as_json(path: &str) -> Value {
    noyalib::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn files_fit_the_schemas_as_written_and_as_canonical() {
    for path in SCENARIOS {
        fits(&schema::scenario(), &as_json(path), path);
        let document = Document::parse(path, &text(path)).unwrap();
        fits(&schema::scenario(), &serde_json::to_value(&document).unwrap(), &format!("{path}, canonical,"));
    }
    let family = "families/legacy-core.yaml";
    fits(&schema::family(), &as_json(family), family);
    let read = Family::parse(family, &text(family)).unwrap();
    fits(&schema::family(), &serde_json::to_value(&read).unwrap(), "the canonical family");
    let policy = "policies/default.yaml";
    fits(&schema::policy(), &as_json(policy), policy);
    let read = Policy::parse(policy, &text(policy)).unwrap();
    fits(&schema::policy(), &serde_json::to_value(&read).unwrap(), "the canonical policy");
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let step = |step: Value| json!({"baton": 1, "name": "x", "target": "t", "steps": [step]});
    let go = json!({"id": "a.go", "click": [{"role": "button", "name": "Go"}]});
    let validator = jsonschema::validator_for(&schema::scenario()).unwrap();
    assert!(validator.is_valid(&step(go.clone())), "a plain step fits");
    let with = |key: &str, value: Value| {
        let mut step = go.clone();
        step[key] = value;
        step
    };
    for (bad, reason) in [
        (with("clear", json!([{"role": "textbox"}])), "two actions"),
        (with("clik", json!([])), "an unknown key"),
        (with("id", json!("Go")), "an id of the wrong form"),
        (with("click", json!([{"css": "#go"}])), "a selector"),
        (json!({"id": "a.go"}), "no action"),
        (with("risk", json!("dangerous")), "a word that is none"),
        (json!({"id": "a.w", "wait": {"text": "x"}}), "a wait without a limit"),
        (json!({"id": "a.r", "retry": {"until": {"text": "x"}, "steps": []}}), "a retry without a limit"),
    ] {
        assert!(!validator.is_valid(&step(bad.clone())), "{reason} fits the schema: {bad}");
    }
    assert!(!validator.is_valid(&json!({"baton": 2, "name": "x", "steps": []})), "another version fits the schema");
}

#[test]
fn the_demo_is_whole_and_nothing_about_it_is_worth_a_look() {
    for path in SCENARIOS.into_iter().chain(["families/legacy-core.yaml", "policies/default.yaml"]) {
        let found = lint(&Demo, &Demo, path);
        assert_eq!(found, [], "{path}");
    }
}

#[test]
fn what_a_scenario_depends_on_is_found() {
    let scenario = Scenario::load(&Demo, &Demo, "open_subaccount.yaml", None).unwrap();
    let closure = scenario.closure();
    let names: Vec<&String> = closure.components.keys().chain(closure.families.keys()).collect();
    assert_eq!(names, ["sign_on_and_find_member.yaml", "families/legacy-core.yaml"], "setup and the target's family");
    assert_eq!(
        closure.overlays["mockcore_north"].keys().collect::<Vec<_>>(),
        ["search.submit"],
        "the step is in the setup"
    );
    let other = Scenario::load(&Demo, &Demo, "open_subaccount.yaml", Some("mockcore_north")).unwrap();
    assert_eq!(other.seal(), scenario.seal(), "one approval covers both targets, as their families are the same");
}
