use indexmap::IndexMap;

use super::*;
use crate::closure::Draft;
use crate::files::{FileProblem, Files, TargetFacts, Targets};

/// The demo workspace of this repository.
struct Demo;

impl Files for Demo {
    fn text(&self, path: &str) -> Result<String, FileProblem> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../scenarios/");
        std::fs::read_to_string(format!("{folder}{path}")).map_err(|why| FileProblem::Unreadable(why.to_string()))
    }
}

impl Targets for Demo {
    fn facts(&self, _: &str) -> Option<TargetFacts> {
        Some(TargetFacts { families: vec!["families/legacy-core.yaml".to_owned()], secrets: None })
    }

    fn names(&self) -> Vec<String> {
        vec!["mockcore".to_owned()]
    }

    fn overlays(&self) -> IndexMap<String, IndexMap<String, Ladder>> {
        IndexMap::new()
    }
}

fn check(file: &str, version: Option<u32>) -> String {
    let draft = Draft::load(&Demo, &Demo, file, None).unwrap_or_else(|why| panic!("{why}: {:?}", why.first()));
    let policy = Policy::parse("policies/default.yaml", &Demo.text("policies/default.yaml").unwrap()).unwrap();
    let said = describe_closure(draft.closure(), &[&policy], version, 100);
    assert_eq!(said, describe_closure(draft.closure(), &[&policy], version, 100), "the same scenario, the same text");
    let wide = said.lines().find(|line| line.chars().count() > 100 && line.trim().contains(' '));
    assert_eq!(wide, None, "no line of words is wider than asked for");
    // The seal has tests of its own.
    said.replace(draft.closure().seal().as_str(), "sha256:…")
}

#[test]
fn the_savings_balance_in_plain_words() {
    insta::assert_snapshot!(check("member_savings_balance.yaml", Some(1)));
}

#[test]
fn the_subaccount_in_plain_words() {
    insta::assert_snapshot!(check("open_subaccount.yaml", None));
}

#[test]
fn what_the_driver_lacks_is_said() {
    let document = Document::parse("a.yaml", "baton: 1\nname: a\nsteps: [{ id: a.b, back: {} }]\n").unwrap();
    let degraded = vec!["closed shadow roots cannot be read by this driver".to_owned()];
    let said = describe(&document, &Subject { degraded, ..Subject::default() }, 100);
    assert!(said.contains("\n  closed shadow roots cannot be read by this driver.\n"), "{said}");
}

#[test]
fn what_repeats_answers_its_four_questions() {
    let text = r#"
baton: 1
name: repeats
target: t
outputs: { total: { type: decimal } }
data: { rows: [{ member: "1" }, { member: "2" }] }
start: { path: /a, fresh: true }
steps:
  - id: a.wait
    wait: { element: { role: button, name: Go }, timeout_ms: 2500 }
  - id: a.again
    retry:
      max: 3
      until: { text: Ready }
      asks: at_limit
      steps:
        - id: a.reload
          click: { role: button, name: Reload }
  - id: a.rows
    for_each:
      csv: rows.csv
      max: 100
      steps:
        - id: a.open
          click: { role: link, name: "${row.name}" }
  - id: a.branch
    if:
      when: { any: [{ text: A }, { not: { visible: { role: alert } } }] }
      then:
        - id: a.yes
          press: Enter
      else:
        - id: a.no
          type: { into: { near: Total }, text: "sum ${vars.sum} of ${row.member}", submit: true }
          disabled: not here
  - id: a.person
    manual: { why: a CAPTCHA, before: [{ region: Robot }] }
  - id: a.read
    read: { total: { from: { near: Total }, parse: currency } }
"#;
    let document = Document::parse("repeats.yaml", text).unwrap_or_else(|why| panic!("{why}: {:?}", why.first()));
    insta::assert_snapshot!(describe(&document, &Subject { seal: "sha256:1", ..Subject::default() }, 100));
}

#[test]
fn narrow_pages_are_wrapped_and_a_long_word_is_kept_whole() {
    let mut page = Page { text: String::new(), width: 20 };
    page.line(2, 2, "one two three four averyveryverylongword five");
    assert_eq!(page.text, "  one two three four\n    averyveryverylongword\n    five\n", "words wrap, none is cut");
}
