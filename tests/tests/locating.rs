//! What Baton does when a control is not where it was: it falls through and says so, or stops and says what is there. Never a guess.

use baton_tests::Desk;

const S: &str = "member_savings_balance";

#[test]
fn row_9_a_renamed_button_stops_the_run_and_names_every_rung() {
    let desk = Desk::with_mock(&[]);
    let ran =
        desk.run(S, "member_id=10003", &["--inject", "renamed_button"]).exits(1, "nothing is pressed in its place");
    assert_eq!((ran.text("/code"), ran.text("/step")), ("LOCATOR_UNRESOLVED", "search.submit"), "{}", ran.stdout);
    let rungs = ran.result()["candidates"].as_array().cloned().unwrap_or_default();
    let counts: Vec<_> = rungs.iter().map(|rung| rung["matched"].as_u64()).collect();
    assert_eq!(counts, [Some(0), Some(0), Some(0)], "each rung's count is told: {rungs:?}");
    assert_eq!(rungs[2]["refused"], "not reviewed for unattended use", "the box was not used");
    assert!(ran.stdout.contains("button \\\"Find\\\""), "what is there instead is told: {}", ran.stdout);
    assert_eq!(desk.mock().counts()["searches"], 0, "the server saw no search");
}

/// A changed page gives the right value or a safe stop, never another value.
fn check(mode: &str, drifts: Option<bool>) {
    let desk = Desk::with_mock(&[]);
    let ran = desk.run(S, "member_id=10003", &["--inject", mode]);
    match ran.text("/kind") {
        "success" => {
            assert_eq!(ran.text("/outputs/savings_balance"), "1411.21", "{mode}: a wrong value: {}", ran.stdout);
            let drift = ran.result()["drift"].as_array().is_some_and(|drift| !drift.is_empty());
            assert_eq!(Some(drift), drifts, "{mode}: whether it drifted: {}", ran.stdout);
        }
        _ => {
            assert_eq!(drifts, None, "{mode}: it was to succeed: {}", ran.stdout);
            assert!(
                !ran.text("/message").is_empty() && !ran.text("/step").is_empty(),
                "{mode}: a safe stop says what moved"
            );
        }
    }
    assert_eq!(desk.mock().counts()["hidden_twin_presses"], 0, "{mode}: something invisible was pressed");
}

#[test]
fn row_10_changed_pages_never_give_a_wrong_value() {
    check("ambiguous_button", Some(true));
    check("hidden_duplicate", Some(false));
    check("moved_field", Some(false));
    check("moved_output", Some(false));
    check("changed_label", None);
}
