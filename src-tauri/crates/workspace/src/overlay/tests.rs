use super::*;
use crate::config;

const SCENARIO: &str = r#"
baton: 1
name: s
target: t
outputs: { total: { type: decimal } }
steps:
  - id: a.one
    click: { role: button, name: Search }
  - id: a.loop
    retry:
      max: 2
      until: { text: x }
      steps:
        - id: a.two
          type: { into: { near: A }, text: x }
  - id: a.read
    read: { total: { from: { near: Total } } }
  - id: a.check
    assert: [{ text: x }]
always:
  - id: a.out
    click: { role: link, name: Sign Off }
"#;

fn target(overlay: &str) -> Target {
    let text = format!(
        "baton: 1\ntargets:\n  t:\n    kind: web\n    base_url: \"http://a\"\n    environment: test\n    overlay: {overlay}\n"
    );
    config::parse("baton.yaml", &text).unwrap().targets["t"].clone()
}

/// Applies an overlay and says the control each step then finds.
fn check(overlay: &str) -> Result<String, OverlayError> {
    let document = Document::parse("s.yaml", SCENARIO).unwrap();
    let fitted = apply_overlay(&document, &target(overlay))?;
    let steps = fitted.all_steps();
    Ok(steps.iter().map(|step| format!("{}\n", baton_scenario::describe::step_in_words(step))).collect())
}

#[test]
fn named_steps_are_found_in_the_targets_way_and_others_as_before() {
    let said = check(
        "{ a.one: { role: button, name: Find }, a.two: [{ near: B }], a.read: { near: Sum }, a.out: { text: Bye }, z.z: { text: Q } }",
    );
    insta::assert_snapshot!(said.unwrap(), @r#"
    Clicks the button "Find"
    Repeats until "x" stands on the screen, at most 2 times
    Types "x" into what stands near "B"
    Reads total from what stands near "Sum"
    Checks that "x" stands on the screen
    Clicks the text "Bye"
    "#);
}

#[test]
fn a_step_without_one_control_takes_no_overlay() {
    let error = check("{ a.check: { text: x } }").unwrap_err();
    assert!(error.to_string().contains("`a.check`") && error.to_string().contains("assert"), "{error}");
}
