//! Pages that want something else than their user: nothing of it happens, and what was stopped is said.

use baton_tests::{Desk, Ran};

/// Runs a scenario against a fault, and checks that nothing leaked and nothing was confirmed.
fn check(desk: &Desk, scenario: &str, more: &[&str], mode: &str, code: i32) -> Ran {
    let mut arguments = more.to_vec();
    arguments.extend(["--inject", mode]);
    let ran = desk.run(scenario, "member_id=10003", &arguments).exits(code, mode);
    let counts = desk.mock().counts();
    for what in ["leaks", "spoofed_confirms", "confirm_posts"] {
        assert_eq!(counts[what], 0, "{mode}: {what}: {counts}");
    }
    assert_eq!(ran.text("/side_effect"), "none", "{mode}: nothing was committed");
    ran
}

const S: &str = "member_savings_balance";
const O: &str = "open_subaccount";
const DEPOSIT: &[&str] = &["--input", "initial_deposit=25.00"];

#[test]
fn a_redirect_out_of_the_policy_is_stopped_and_said_to_be_that() {
    let ran = check(&Desk::with_mock(&[]), S, &[], "malicious_redirect", 1);
    assert_eq!((ran.text("/code"), ran.text("/step")), ("POLICY_BLOCKED", "search.submit"), "{}", ran.stdout);
    assert!(ran.text("/message").contains("http://localhost:"), "it says where the page was led: {}", ran.stdout);
}

#[test]
fn words_on_a_page_change_nothing_of_what_is_done() {
    check(&Desk::with_mock(&[]), S, &[], "prompt_injection", 0);
}

/// O without a token, after an edit that leaves one guard of two: it stops before Confirm, whatever the page shows.
fn is_not_pressed(file: &str, from: &str, to: &str) {
    let desk = Desk::with_mock(&[]);
    desk.edit(file, |text| text.replace(from, to));
    desk.approve(O);
    for mode in ["none", "confirmation_spoof", "native_confirm"] {
        let ran = check(&desk, O, DEPOSIT, mode, 1);
        let seen = (ran.text("/code"), ran.text("/step"));
        assert_eq!(seen, ("POLICY_BLOCKED", "review.submit"), "{mode}: {}", ran.stdout);
    }
}

#[test]
fn row_14_what_the_policy_asks_about_is_not_pressed_without_a_yes() {
    is_not_pressed("open_subaccount.yaml", "    approval: required\n", "");
}

#[test]
fn row_14_what_the_scenario_asks_about_is_not_pressed_without_a_yes() {
    is_not_pressed("policies/default.yaml", "irreversible: ask", "irreversible: alone");
}
