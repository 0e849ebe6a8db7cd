use super::*;
use crate::files::{AnyTarget, TargetFacts};
use crate::refusal::Code;

const MAIN: &str = "baton: 1
name: main
target: mockcore
inputs:
  member_id: { type: string }
setup: [used.yaml]
data: { csv: rows.csv }
steps:
  - id: a.go
    click: [{ role: button, name: Go }]
    expect: [{ text: \"${row.note}\" }]
uses: [family.yaml]
provenance: { made_by: agent }
";
const USED: &str = "baton: 1
name: used
inputs:
  member_id: { type: string }
steps:
  - id: b.go
    navigate: \"/${inputs.member_id}\"
";
const FAMILY: &str = "baton_family: 1
name: core
detectors:
  - { code: BUSY, class: hard, match: { text: busy } }
";

fn files() -> IndexMap<String, String> {
    let files = [("main.yaml", MAIN), ("used.yaml", USED), ("family.yaml", FAMILY), ("rows.csv", "note\nfirst\n")];
    files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect()
}

fn with(path: &str, change: impl Fn(&str) -> String) -> IndexMap<String, String> {
    let mut files = files();
    let changed = change(&files[path]);
    assert_ne!(changed, files[path], "the change of {path} changes nothing");
    files[path] = changed;
    files
}

fn seal(files: &IndexMap<String, String>) -> String {
    let loaded = Scenario::load(files, &AnyTarget, "main.yaml", None);
    loaded.unwrap_or_else(|refusals| panic!("{:#?}", refusals.all())).seal().to_string()
}

struct Overlaid(IndexMap<String, IndexMap<String, Ladder>>);

impl Targets for Overlaid {
    fn facts(&self, _: &str) -> Option<TargetFacts> {
        Some(TargetFacts::default())
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn overlays(&self) -> IndexMap<String, IndexMap<String, Ladder>> {
        self.0.clone()
    }
}

#[test]
fn the_seal_is_of_the_meaning_and_of_nothing_else() {
    let original = seal(&files());
    assert!(original.starts_with("sha256:") && original.len() == 71, "a SHA-256 in hex: {original}");
    for (same, reason) in [
        (with("main.yaml", |text| format!("# words\n{text}")), "a comment"),
        (
            with("main.yaml", |text| text.replace("[{ role: button, name: Go }]", "{ name: \"Go\", role: 'button' }")),
            "layout and order of keys",
        ),
        (with("main.yaml", |text| text.replace('\n', "\r\n")), "line ends"),
        (with("main.yaml", |text| text.replace("made_by: agent", "made_by: person")), "who made it"),
        (
            with("main.yaml", |text| text.replace("  - id: a.go\n", "  - id: a.go\n    risk: safe\n")),
            "a default written out",
        ),
        (with("rows.csv", |text| format!("{text}second\n")), "a row"),
        (with("family.yaml", |text| format!("{text}# words\n")), "a comment in the family"),
    ] {
        assert_eq!(seal(&same), original, "{reason} changed the seal");
    }
    for (other, reason) in [
        (with("main.yaml", |text| text.replace("name: Go", "name: Stop")), "what a step presses"),
        (
            with("main.yaml", |text| {
                text.replace("    expect", "    disabled: later\n    expect")
                    .replace("setup", "asserts_nothing: x\nsetup")
            }),
            "a step disabled",
        ),
        (with("main.yaml", |text| text.replace("name: main", "name: main\ntitle: Main")), "the title"),
        (with("used.yaml", |text| text.replace("\"/$", "\"/x/$")), "a component"),
        (with("family.yaml", |text| text.replace("busy", "Busy")), "a family"),
        (with("rows.csv", |_| "note,more\nfirst,x\n".to_owned()), "a column"),
    ] {
        assert_ne!(seal(&other), original, "{reason} did not change the seal");
    }
}

#[test]
fn overlays_count_as_far_as_they_are_about_these_steps() {
    let ladder = |name: &str| {
        let name = baton_screen::NameMatch::Exactly(name.to_owned());
        Ladder::one(baton_screen::Locator { role: Some("button".to_owned()), name: Some(name), ..Default::default() })
    };
    let overlaid = |step: &str, name: &str| {
        let overlay = IndexMap::from([(step.to_owned(), ladder(name))]);
        let targets = Overlaid(IndexMap::from([("north".to_owned(), overlay)]));
        Scenario::load(&files(), &targets, "main.yaml", None).unwrap().seal().to_string()
    };
    assert_eq!(overlaid("c.other", "Find"), seal(&files()), "an overlay of other scenarios changed the seal");
    assert_ne!(overlaid("a.go", "Find"), seal(&files()), "an overlay of this one did not");
    assert_ne!(overlaid("a.go", "Find"), overlaid("a.go", "Seek"), "nor did a change of it");
    assert_ne!(overlaid("b.go", "Find"), seal(&files()), "nor one of what it uses");
}

#[test]
fn the_form_of_the_seal_stays() {
    let bare = "baton: 1\nname: bare\ntarget: t\nsteps:\n  - id: a.go\n    click: { role: button, name: Go }\n    expect: [{ text: Done }]\n";
    let files = IndexMap::from([("main.yaml".to_owned(), bare.to_owned())]);
    let scenario = Scenario::load(&files, &AnyTarget, "main.yaml", None).unwrap();
    let text = serde_json_canonicalizer::to_string(&crate::seal::meaning(scenario.closure())).unwrap();
    insta::assert_snapshot!(text, @r#"{"columns":{},"components":{},"document":{"baton":1,"name":"bare","steps":[{"click":[{"name":"Go","role":"button"}],"expect":[{"text":"Done"}],"id":"a.go"}],"target":"t"},"families":{},"overlays":{},"seal":1}"#);
    insta::assert_snapshot!(scenario.seal(), @"sha256:4001f12943a8f61db8d0646361e1eaf1ea529c7a2d4403ba958f2d495618dadf");
}

#[test]
fn an_approved_scenario_is_what_was_approved() {
    let load = || Scenario::load(&files(), &AnyTarget, "main.yaml", None).unwrap();
    let seal = load().seal().to_string();
    assert_eq!(load().approved(&seal, 3).map(|approved| approved.version()), Ok(3), "the same seal");
    let changed = load().approved("sha256:0", 1).unwrap_err();
    assert_eq!((changed.name.as_str(), changed.is.as_str()), ("main", seal.as_str()), "another seal names both");
}

#[test]
fn a_version_is_the_ordinal_of_its_seal() {
    for (seal, approved, version, reason) in [
        ("a", &[][..], 1, "nothing was approved"),
        ("a", &["a"], 1, "the first"),
        ("b", &["a"], 2, "a new one"),
        ("b", &["a", "a", "b", "c"], 2, "two people approved the first"),
        ("a", &["a", "b", "a"], 1, "back to the first"),
    ] {
        assert_eq!(version_of(seal, approved.iter().copied()), version, "{reason}");
    }
}

#[test]
fn todos_are_for_drafts_only() {
    let draft = with("main.yaml", |text| text.replace("    expect", "    todo: find it\n    expect"));
    let loaded = Draft::load(&draft, &AnyTarget, "main.yaml", None).unwrap();
    assert_eq!(loaded.todos().len(), 1, "the draft says what is to do");
    let refusals = loaded.whole().unwrap_err();
    assert_eq!(
        refusals.first().map(|first| (first.code, first.line)),
        Some((Code::TodoLeft, 11)),
        "a run does not take it"
    );
}

#[test]
fn what_is_worth_a_look_is_warned_of() {
    let step = "steps:\n  - id: a.go\n    click: { role: button, name: Go }\n";
    let base = format!("baton: 1\nname: main\ntarget: t\n{step}    expect: [{{ text: Done }}]\n");
    for (text, warned, reason) in [
        (base.clone(), vec![], "nothing"),
        (
            format!("{base}checkpoints:\n  cp.x: {{ all: [{{ text: Done }}] }}\n"),
            vec![Code::CheckpointUnused],
            "a checkpoint nobody reaches",
        ),
        (format!("{base}asserts_nothing: only walks\n"), vec![Code::AssertsNothing], "it asserts something after all"),
        (
            format!(
                "{base}  - id: a.save\n    click: {{ role: button, name: Save }}\ncontract: {{ side_effect: creates }}\n"
            ),
            vec![Code::NotReadBack],
            "a change nobody looks at",
        ),
        (format!("{base}contract: {{ side_effect: creates }}\n"), vec![], "a change that is expected"),
        (
            format!(
                "{base}  - id: a.save\n    click: {{ role: button, name: Save }}\n  - id: a.see\n    assert: [{{ text: Saved }}]\ncontract: {{ side_effect: creates }}\n"
            ),
            vec![],
            "a change that is looked at",
        ),
    ] {
        let files = IndexMap::from([("main.yaml".to_owned(), text)]);
        let draft = Draft::load(&files, &AnyTarget, "main.yaml", None).unwrap();
        let codes: Vec<Code> = draft.warnings().iter().map(|warning| warning.code).collect();
        assert_eq!(codes, warned, "{reason}");
    }
}

#[test]
fn a_file_that_is_used_is_told_about_in_its_own_name() {
    let broken = with("used.yaml", |text| text.replace("navigate", "navigat"));
    let refusals = Scenario::load(&broken, &AnyTarget, "main.yaml", None).unwrap_err();
    let first = refusals.first().unwrap();
    assert_eq!((first.file.as_str(), first.line, first.column), ("used.yaml", 7, 5), "the place is in the component");
}

#[test]
fn ten_thousand_steps_and_a_megabyte_are_read() {
    let step = |index: usize| {
        format!(
            "  - id: s{index}.go\n    intent: Step number {index} of many, which a careful person would have split into several scenarios long ago\n    click: [{{ role: button, name: \"Go {index}\" }}]\n    expect: [{{ text: \"Done {index}\" }}]\n"
        )
    };
    let steps: String = (0..10_000).map(step).collect();
    let text = format!("baton: 1\nname: main\ntarget: t\nsteps:\n{steps}");
    assert!(text.len() > 1_000_000, "more than a megabyte: {}", text.len());
    let files = IndexMap::from([("main.yaml".to_owned(), text)]);
    let scenario = Scenario::load(&files, &AnyTarget, "main.yaml", None).unwrap();
    assert_eq!(scenario.closure().document.steps.len(), 10_000, "all of them");
    assert_eq!(scenario.closure().document.steps[9_999].place.line, 4 + 9_999 * 4 + 1, "with their places");
}
