//! The browser goes away, hangs or crashes while a run goes on: the run ends within the step's limit and says so.

#![allow(clippy::expect_used, reason = "a test ends at the first thing that is not as it should be")]

use std::process::Stdio;
use std::time::Duration;

use baton_tests::browser::{browser_of, renderer_of, signal};
use baton_tests::{Desk, Ran, finish, until};

const STOP: i32 = 19;
const CONTINUE: i32 = 18;
const KILL: i32 = 9;

/// Starts a run whose search is answered late, does something to its browser, and waits for the result.
fn check(codes: &[&str], strike: impl FnOnce(u32)) -> Ran {
    let desk = Desk::with_mock(&["--inject", "slow_load"]);
    let mut command = desk.command(&["run", "member_savings_balance", "--input", "member_id=10003"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("baton starts");
    let pid = child.id();
    let searching = until(Duration::from_secs(20), || desk.mock().counts()["searches"].as_u64() > Some(0));
    assert!(searching, "the run reached its search");
    strike(pid);
    let ran = finish(child);
    assert!(codes.contains(&ran.text("/code")), "{codes:?} was expected: {}\n{}", ran.stdout, ran.stderr);
    assert_eq!(ran.code, 1, "a failure");
    assert!(browser_of(pid).is_none(), "no browser is left behind");
    ran
}

#[test]
fn row_34_the_browser_is_killed() {
    check(&["DEVICE_LOST"], |pid| signal(browser_of(pid).expect("a browser"), KILL));
}

#[test]
fn row_34_the_browser_hangs() {
    check(&["DEVICE_LOST", "TIMEOUT"], |pid| {
        let browser = browser_of(pid).expect("a browser");
        signal(browser, STOP);
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(20));
            if baton_tests::browser::command_line(browser).contains("remote-debugging-pipe") {
                signal(browser, CONTINUE);
            }
        });
    });
}

#[test]
fn row_34_the_page_crashes() {
    check(&["DEVICE_LOST", "TIMEOUT"], |pid| signal(renderer_of(pid).expect("a page"), KILL));
}
