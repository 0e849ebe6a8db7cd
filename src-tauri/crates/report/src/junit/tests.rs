use serde_json::{Value, json};

use super::junit;

fn check(result: Value, expected: &str, unexpected: &str, why: &str) {
    let xml = junit("suite", &[result]).unwrap();
    assert!(xml.contains(expected), "{why}: no {expected} in\n{xml}");
    assert!(unexpected.is_empty() || !xml.contains(unexpected), "{why}: there is {unexpected} in\n{xml}");
}

fn steps(executed: [bool; 2]) -> Value {
    json!([
        {"id": "search.member", "planned": true, "executed": executed[0], "asserted": 1, "attempts": 1, "rung": 1, "ms": 30},
        {"id": "search.submit", "planned": true, "executed": executed[1], "asserted": 2, "attempts": 1, "ms": 41},
    ])
}

fn success() -> Value {
    json!({"kind": "success", "run": "R1", "scenario": "balance", "steps": steps([true, true]), "asserted": 3, "ms": 812,
        "outputs": {"savings_balance": "1411.21"}, "evidence": {"run": ".baton/runs/R1", "video": ".baton/runs/R1/run.mp4"}})
}

fn failure() -> Value {
    json!({"kind": "failure", "code": "LOCATOR_UNRESOLVED", "step": "search.submit", "scenario": "balance", "run": "R1",
        "expected": "exactly one element", "observed": ["button \"Find\" <b>"], "side_effect": "none",
        "candidates": [{"rung": 1, "matched": 0}], "steps": steps([true, false]), "asserted": 1,
        "evidence": {"picture": ".baton/runs/R1/search.submit.png"}})
}

#[test]
fn a_success_is_a_case_a_step_with_its_evidence() {
    check(
        success(),
        r#"tests="2" skipped="0" errors="0" failures="0""#,
        "verdict",
        "two steps, two cases, nothing red",
    );
    check(
        success(),
        r#"name="evidence.video" value=".baton/runs/R1/run.mp4""#,
        "",
        "the film is found from the report",
    );
    check(success(), r#"name="outputs.savings_balance" value="1411.21""#, "", "what was read is told");
    check(success(), r#"assertions="2""#, "", "how much a step checked is told");
}

#[test]
fn a_failure_is_told_once_and_at_its_step() {
    check(failure(), r#"failures="1""#, r#"name="verdict""#, "one failure, at the step");
    check(failure(), r#"type="LOCATOR_UNRESOLVED">"#, "", "its code is the type");
    check(failure(), "expected: exactly one element", "", "what was expected");
    check(failure(), "button &quot;Find&quot; &lt;b&gt;", "<b>", "what was observed, escaped");
    check(failure(), "&quot;rung&quot;:1,&quot;matched&quot;:0", "", "what each rung found");
    check(failure(), r#"value=".baton/runs/R1/search.submit.png""#, "", "where the picture is");
}

#[test]
fn a_step_that_was_left_out_is_skipped_with_its_reason() {
    let mut stopped = failure();
    stopped["step"] = json!("search.member");
    check(stopped.clone(), r#"<skipped message="not reached"/>"#, "", "the step after the failed one");
    stopped["steps"][1]["skipped"] = json!("the condition of `if` was false");
    check(stopped, "the condition of `if` was false", "not reached", "its own reason goes first");
}

#[test]
fn what_no_step_is_to_blame_for_has_a_case_of_its_own() {
    let early =
        json!({"kind": "failure", "code": "INPUT_INVALID", "scenario": "balance", "message": "member_id is missing"});
    check(
        early,
        r#"<failure message="member_id is missing" type="INPUT_INVALID""#,
        "",
        "it failed before its first step",
    );
    let asked = json!({"kind": "escalated", "reason": "NEEDS_APPROVAL", "step": "review.submit", "scenario": "open"});
    check(asked, r#"errors="1""#, r#"failures="1""#, "nothing was judged, which is no failure of the application");
    let refused = json!({"kind": "refused", "code": "UNKNOWN_KEY", "file": "a.yaml", "line": 31, "hint": "did you mean `click`?"});
    check(refused, "line: 31", "", "the place of what could not be loaded");
}

#[test]
fn a_business_outcome_is_an_answer_and_no_failure() {
    let outcome = json!({"kind": "business_outcome", "code": "NOT_FOUND", "step": "search.submit", "scenario": "balance",
        "payload": {"message": "No member found"}, "steps": steps([true, true]), "asserted": 1});
    check(outcome.clone(), r#"errors="0" failures="0""#, "<failure", "declared outcomes are not red");
    check(outcome.clone(), "business_outcome NOT_FOUND at search.submit", "", "the outcome is told");
    check(outcome, r#"name="payload.message" value="No member found""#, "", "and its fields");
}

#[test]
fn a_green_run_that_checked_nothing_is_red() {
    let mut nothing = success();
    nothing["asserted"] = json!(0);
    check(nothing.clone(), r#"type="NOTHING_ASSERTED""#, "", "zero checks cannot fail, so they cannot pass");
    nothing["asserts_nothing"] = json!("only warms the cache");
    check(nothing, "asserts nothing: only warms the cache", "NOTHING_ASSERTED", "said so, it is counted apart");
    let mut silent = success();
    silent.as_object_mut().unwrap().remove("asserted");
    check(silent, r#"type="NOTHING_ASSERTED""#, "", "a result that does not say counts as none");
    let empty = junit("suite", &[]).unwrap();
    assert!(empty.contains(r#"type="NOTHING_SELECTED""#), "a suite of no runs is red:\n{empty}");
}

#[test]
fn a_muted_failure_is_counted_apart() {
    let mut muted = failure();
    muted["muted"] = json!({"reason": "CORE-77", "until": "2026-12-24"});
    check(muted, "muted until 2026-12-24: CORE-77", "<failure", "not red while muted, and not green");
}
