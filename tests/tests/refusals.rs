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
    let desk = Desk::without_mock();
    desk.edit("policies/default.yaml", |text| text.replace("outbound: []", "outbund: []"));
    let ran = desk.run(S, "member_id=10003", &[]).exits(64, "a policy that cannot be read");
    assert_eq!((ran.text("/file"), ran.text("/code")), ("policies/default.yaml", "UNKNOWN_KEY"), "{}", ran.stdout);
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
fn row_38_data_without_rows_and_a_scenario_that_checks_nothing_are_red() {
    let desk = Desk::without_mock();
    desk.edit("member_savings_balance.yaml", |text| text.replace("start: {", "data: { csv: members.csv }\nstart: {"));
    desk.write("members.csv", "member\n");
    let ran = desk.run(S, "member_id=10003", &["--allow-draft"]).exits(64, "a table of no rows runs nothing");
    assert_eq!(ran.text("/code"), "NOTHING_SELECTED", "{}", ran.stdout);
    desk.write("empty.yaml", "baton: 1\nname: empty\ntarget: mockcore\nsteps:\n  - { id: a.b, back: {} }\n");
    let ran = desk.baton(&["run", "empty", "--allow-draft"]).exits(64, "it checks nothing");
    assert_eq!(ran.text("/code"), "ASSERTS_NOTHING", "{}", ran.stdout);
}

#[test]
fn a_scenario_with_data_runs_once_a_row() {
    let desk = Desk::with_mock(&[]);
    desk.edit("member_savings_balance.yaml", |text| {
        text.replace("start: {", "data: { csv: members.csv }\nstart: {").replace("${inputs.member_id}", "${row.member}")
    });
    desk.write("members.csv", "member\n10003\n10001\n");
    let ran = desk.run(S, "member_id=10003", &["--allow-draft"]).exits(0, "both rows succeed");
    let names: Vec<_> = ran.lines.iter().map(|line| line["outputs"]["member_name"].as_str().unwrap_or("")).collect();
    assert_eq!(names, ["Test Member 03", "Test Member 01"], "each row its own member: {}", ran.stdout);
}

#[test]
fn row_39_a_press_after_which_nothing_changes_is_not_called_done() {
    let desk = Desk::with_mock(&[]);
    desk.edit("baton.yaml", |text| {
        text.replace("    ready_when: { visible: { role: button, name: \"Sign On\" } }\n", "")
    });
    let steps = "steps:\n  - { id: states.idle, click: [{ role: button, name: Does nothing }] }\n  - { id: states.seen, assert: [{ visible: { role: button, name: Does nothing } }] }\n";
    desk.write(
        "idle.yaml",
        &format!("baton: 1\nname: idle\ntarget: mockcore\nstart: {{ path: /modern/states }}\n{steps}"),
    );
    let ran = desk.baton(&["run", "idle", "--allow-draft"]).exits(1, "nothing happened");
    assert_eq!((ran.text("/code"), ran.text("/step")), ("NO_EFFECT", "states.idle"), "{}", ran.stdout);
}

#[test]
fn row_35_a_journal_that_cannot_be_written_is_said_so_and_no_scenario_is_half_written() {
    let desk = Desk::without_mock();
    desk.write(".baton", "not a folder");
    let ran = desk.run(S, "member_id=10003", &[]).exits(1, "nowhere to write");
    assert_eq!(ran.text("/code"), "STORAGE", "{}", ran.stdout);
    assert!(ran.text("/message").contains("To go on"), "it says what to do: {}", ran.stdout);
    desk.baton(&["describe", S]).exits(64, "what was shown cannot be remembered, so it cannot be approved either");
}

#[test]
fn row_35_a_journal_locked_by_another_process_is_waited_for_and_then_said() {
    let desk = Desk::with_mock(&[]);
    desk.run(S, "member_id=10003", &[]).exits(0, "a first run makes the journal");
    let other = rusqlite::Connection::open(desk.path(".baton/journal.db")).expect("the journal");
    other.execute_batch("BEGIN IMMEDIATE").expect("a lock");
    let ran = desk.run(S, "member_id=10003", &[]).exits(1, "locked for longer than Baton waits");
    assert_eq!(ran.text("/code"), "STORAGE", "{}", ran.stdout);
    other.execute_batch("ROLLBACK").expect("no lock");
    desk.run(S, "member_id=10003", &[]).exits(0, "and it works again");
}
