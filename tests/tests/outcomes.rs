//! What a run says when the application does its part: success, and the answers the scenario declares.

use baton_tests::{Desk, Ran};

const S: &str = "member_savings_balance";

/// Runs S for a member and checks how it ends.
fn check(member: &str, more: &[&str], code: i32, holds: impl FnOnce(&Ran)) {
    let desk = Desk::with_mock(&[]);
    let ran = desk.run(S, &format!("member_id={member}"), more).exits(code, "row of acceptance.md");
    holds(&ran);
}

#[test]
fn row_1_the_savings_balance_of_a_member() {
    check("10003", &[], 0, |ran| {
        assert_eq!(ran.text("/kind"), "success", "a clean run succeeds");
        assert_eq!(ran.text("/outputs/savings_balance"), "1411.21", "the seeded balance, as a decimal in text");
        assert_eq!(ran.text("/outputs/member_name"), "Test Member 03", "the optional output is read too");
        let steps = ran.result()["steps"].as_array().expect("a step table").clone();
        assert_eq!(steps.len(), 7, "every step has its row");
        let box_rung = steps.iter().any(|step| step["rung"] == 3);
        assert!(!box_rung, "no box rung answered: {steps:?}");
    });
}

#[test]
fn row_2_a_member_who_does_not_exist() {
    check("99999", &[], 2, |ran| {
        assert_eq!((ran.text("/kind"), ran.text("/code")), ("business_outcome", "NOT_FOUND"), "a declared answer");
        assert_eq!(ran.text("/step"), "search.submit", "seen at the step that asked");
        assert!(ran.text("/payload/message").contains("No member found"), "its payload is read: {}", ran.stdout);
    });
}

#[test]
fn row_4_a_member_who_may_not_be_shown() {
    check("10007", &[], 2, |ran| {
        assert_eq!(ran.text("/code"), "PERMISSION_DENIED", "a declared answer");
        assert_eq!(ran.text("/payload/member_name"), "Test Member 07", "with the name that could be read");
    });
}

#[test]
fn row_8_the_application_fails() {
    check("10003", &["--inject", "server_error"], 1, |ran| {
        assert_eq!(ran.text("/code"), "APP_ERROR", "a hard detector");
        assert!(!ran.text("/evidence/picture").is_empty(), "with a picture of the moment: {}", ran.stdout);
    });
}

#[test]
fn row_12_a_clean_run_fires_no_detector() {
    check("10003", &[], 0, |ran| {
        assert_eq!(ran.result()["recoveries"].as_array().map(Vec::len), Some(0), "nothing was put right");
        assert_eq!(ran.result()["warnings"].as_array().map(Vec::len), Some(0), "nothing to warn of: {}", ran.stdout);
        assert_eq!(ran.result()["drift"].as_array().map(Vec::len), Some(0), "every first rung answered");
    });
}
