//! What is refused, as early as it can be: most of it before any browser starts.

use baton_tests::Desk;
use serde_json::Value;

const S: &str = "member_savings_balance";

#[test]
fn row_20_an_argument_of_the_wrong_form_starts_no_browser() {
    let desk = Desk::without_mock();
    let ran = desk.run(S, "member_id=ten", &[]).exits(1, "loaded, and refused for its input");
    assert_eq!(ran.text("/code"), "INPUT_INVALID", "{}", ran.stdout);
    assert!(!desk.path(".baton/runs").exists(), "no run was begun, so no browser was started");
}

#[test]
fn row_37_a_scenario_edited_after_its_approval_does_not_run_until_it_is_approved_again() {
    let desk = Desk::with_mock(&[]);
    desk.edit("member_savings_balance.yaml", |text| text.replace("intent: Who signs on", "intent: Someone signs on"));
    let blocked = desk.run(S, "member_id=10003", &[]).exits(1, "its meaning changed");
    assert_eq!(blocked.text("/code"), "POLICY_BLOCKED", "{}", blocked.stdout);
    desk.baton(&["approve", S, "--by", "reviewer"]).exits(64, "what was not described cannot be approved");
    desk.approve(S);
    desk.run(S, "member_id=10003", &[]).exits(0, "described and approved again");
}

#[test]
fn row_40_a_family_edited_after_the_approval_blocks_too_and_a_second_target_runs_the_same_scenario() {
    let desk = Desk::with_mock(&["--inject", "renamed_button"]);
    desk.point_at("http://127.0.0.1:8001", &desk.mock().address);
    let north =
        desk.run(S, "member_id=10003", &["--target", "mockcore_north"]).exits(0, "its overlay names the button Find");
    assert_eq!(north.text("/outputs/savings_balance"), "1411.21", "the same scenario, another target");
    desk.edit("families/legacy-core.yaml", |text| text.replace("not authorized", "not permitted"));
    let blocked = desk.run(S, "member_id=10003", &[]).exits(1, "the family is part of the seal");
    assert_eq!(blocked.text("/code"), "POLICY_BLOCKED", "{}", blocked.stdout);
}

#[test]
fn row_39_another_build_than_the_one_asked_for_runs_no_step() {
    let desk = Desk::with_mock(&["--build", "mockapp 9.9.9"]);
    desk.edit("baton.yaml", |text| {
        text.replacen("    uses: [", "    expect: { build: \"mockapp 0.1.0\" }\n    uses: [", 1)
    });
    let ran = desk.run(S, "member_id=10003", &[]).exits(1, "the build is checked before step 1");
    assert_eq!(ran.text("/code"), "TARGET_MISMATCH", "{}", ran.stdout);
    assert_eq!(ran.result()["executed"], 0, "no step was run");
}

#[test]
fn row_25_what_cannot_be_loaded_is_one_json_with_its_place() {
    let desk = Desk::without_mock();
    desk.edit("member_savings_balance.yaml", |text| {
        text.replace("    click: [{ role: link", "    clck: [{ role: link")
    });
    let ran = desk.run(S, "member_id=10003", &[]).exits(64, "an unknown key");
    assert_eq!((ran.text("/kind"), ran.text("/code")), ("refused", "UNKNOWN_KEY"), "{}", ran.stdout);
    assert!(ran.result()["line"].as_u64().is_some_and(|line| line > 30), "at its line: {}", ran.stdout);
    assert!(ran.text("/hint").contains("click"), "with the word that was meant: {}", ran.stdout);
    desk.baton(&["run", S, "--no-such-flag"]).exits(64, "wrong flags");
    desk.baton(&["run", S, "--repeat", "0"]).exits(64, "row 38: nothing selected is red");
}

#[test]
fn row_36_repeats_give_equal_step_tables() {
    let desk = Desk::with_mock(&[]);
    let ran = desk.run(S, "member_id=10003", &["--repeat", "5"]).exits(0, "all succeed");
    let table = |result: &Value| {
        let rows = result["steps"].as_array().cloned().unwrap_or_default();
        rows.iter()
            .map(|row| format!("{} {} {} {}", row["id"], row["outcome"], row["rung"], row["attempts"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(ran.lines.len(), 5, "one result a run");
    assert!(ran.lines.windows(2).all(|pair| table(&pair[0]) == table(&pair[1])), "{}", ran.stdout);
}

#[test]
fn row_27_a_secret_is_in_no_file_and_shapes_are_masked() {
    let secret = "operatorX7-geheim";
    let desk = Desk::with_mock(&["--sign-on", &format!("operator:{secret}")]);
    desk.edit(".env", |text| text.replace("operator:operator", &format!("operator:{secret}")));
    let ran = desk.run(S, "member_id=10003", &[]).exits(0, "signed on with the other password");
    assert!(!ran.stdout.contains(secret) && !ran.stderr.contains(secret), "the command told the password");
    let files = desk.written();
    assert!(files.len() > 5, "a run leaves files to look through");
    for (path, bytes) in &files {
        let holds = |text: &[u8]| bytes.windows(text.len()).any(|window| window == text);
        assert!(!holds(secret.as_bytes()), "{} holds the password", path.display());
        assert!(!holds(b"000-00-0003"), "{} holds a social security number", path.display());
    }
}
