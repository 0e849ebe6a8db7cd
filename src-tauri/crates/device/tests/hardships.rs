//! What goes wrong with real browsers: killed, stopped, crashed, missing, flooded. Nothing hangs, nothing is left behind, and
//! what is said about an action's delivery is true.

#![allow(clippy::expect_used, reason = "a test says by it what it takes for granted")]

mod support;

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use baton_base::RealClock;
use baton_device::chromium::{Attach, Chromium, Launch};
use baton_device::{
    Actuation, Button, Chord, Delivery, DeviceError, DeviceEvent, Driver, Modifiers, Opening, Unactionable,
};
use baton_screen::Handle;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use support::Pages;

fn launch(root: &Path) -> Launch {
    let mut launch = Launch::new(RealClock::shared());
    launch.profile_root = root.to_path_buf();
    launch.answer_limit = Duration::from_secs(2);
    launch
}

fn opening(url: String) -> Opening {
    Opening { url, ..Opening::default() }
}

fn signal(browser: &Chromium, signal: Signal) {
    let pid = Pid::from_raw(browser.pid().expect("a pid") as i32).expect("a pid");
    kill_process(pid, signal).expect("a signal to our own browser");
}

async fn handle(browser: &Chromium, name: &str) -> Handle {
    let seen = browser.observe().await.expect("an observation");
    let found = seen.elements.iter().find(|element| &*element.name == name && element.is_control());
    found.unwrap_or_else(|| panic!("nothing is called {name}")).handle
}

async fn click(browser: &Chromium, name: &str) -> Result<(), DeviceError> {
    let node = handle(browser, name).await;
    let at = browser.actionable(node).await.expect("an answer").expect("it can be pressed").at;
    let (button, count, modifiers) = (Button::Left, 1, Modifiers::default());
    browser.perform(&Actuation::Click { at, button, count, modifiers }).await.map(drop)
}

/// Processes that were started with a profile below `root`.
fn alive(root: &Path) -> Vec<String> {
    let marker = root.display().to_string();
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .map(|line| String::from_utf8_lossy(&line).replace('\0', " "))
        .filter(|line| line.contains(&marker) && !line.contains("hardships"))
        .collect()
}

async fn nothing_is_left(root: &Path) {
    for _ in 0..60 {
        if alive(root).is_empty() && std::fs::read_dir(root).is_ok_and(|mut left| left.next().is_none()) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let files: Vec<_> = std::fs::read_dir(root).into_iter().flatten().flatten().map(|file| file.path()).collect();
    panic!("left behind: {:?} {files:?}", alive(root));
}

#[tokio::test]
async fn a_killed_browser_is_lost_at_once_and_leaves_nothing() {
    let (pages, root) = (Pages::serve(), tempfile::tempdir().expect("a folder"));
    let browser = launch(root.path()).start(opening(pages.url("/form"))).await.expect("a browser");
    let mut events = browser.events();
    let url = pages.url("/never");
    let (began, navigation) = (Instant::now(), Actuation::Navigate { url });
    let going = browser.perform(&navigation);
    let killing = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        signal(&browser, Signal::KILL);
    };
    let (done, ()) = tokio::join!(going, killing);
    let error = done.expect_err("the browser was killed");
    assert!(
        matches!(error, DeviceError::Lost { delivery: Delivery::Unknown, .. }),
        "lost, of unknown effect: {error:?}"
    );
    assert!(began.elapsed() < Duration::from_secs(2), "told at once, not by a limit: {:?}", began.elapsed());
    let told = async { while !matches!(events.recv().await, Ok(DeviceEvent::Lost { .. }) | Err(_)) {} };
    tokio::time::timeout(Duration::from_secs(2), told).await.expect("the event tells of it too");
    let error = browser.observe().await.expect_err("it is gone");
    assert_eq!(error.delivery(), Delivery::Undelivered, "what comes later never leaves: {error:?}");
    browser.close().await;
    nothing_is_left(root.path()).await;
}

#[tokio::test]
async fn a_stopped_browser_is_silent_within_the_limit_and_can_be_closed() {
    let (pages, root) = (Pages::serve(), tempfile::tempdir().expect("a folder"));
    let browser = launch(root.path()).start(opening(pages.url("/form"))).await.expect("a browser");
    let node = handle(&browser, "Save").await;
    let at = browser.actionable(node).await.expect("an answer").expect("it can be pressed").at;
    signal(&browser, Signal::STOP);
    let began = Instant::now();
    let (button, count, modifiers) = (Button::Left, 1, Modifiers::default());
    let error = browser.perform(&Actuation::Click { at, button, count, modifiers }).await.expect_err("it is stopped");
    let DeviceError::Silent { limit_ms: 2000, delivery: Delivery::Unknown } = error else { panic!("{error:?}") };
    assert!(began.elapsed() < Duration::from_secs(4), "within the limit: {:?}", began.elapsed());
    let began = Instant::now();
    browser.close().await;
    assert!(began.elapsed() < Duration::from_secs(5), "closing does not wait for it: {:?}", began.elapsed());
    nothing_is_left(root.path()).await;
}

#[tokio::test]
async fn a_crashed_page_is_said_so_and_loading_brings_it_back() {
    let (pages, root) = (Pages::serve(), tempfile::tempdir().expect("a folder"));
    let browser = launch(root.path()).start(opening(pages.url("/form"))).await.expect("a browser");
    let mut events = browser.events();
    let crash = browser.perform(&Actuation::Navigate { url: "chrome://crash".to_owned() }).await;
    let error = crash.expect_err("the page crashes");
    assert!(matches!(error, DeviceError::Crashed { .. } | DeviceError::Refused(_)), "said so: {error:?}");
    let told = async { while !matches!(events.recv().await, Ok(DeviceEvent::Crashed { .. }) | Err(_)) {} };
    tokio::time::timeout(Duration::from_secs(5), told).await.expect("the event tells of it");
    let error = browser.observe().await.expect_err("there is no page to see");
    assert!(matches!(error, DeviceError::Crashed { delivery: Delivery::Undelivered }), "{error:?}");
    browser.perform(&Actuation::Navigate { url: pages.url("/form") }).await.expect("loading brings it back");
    click(&browser, "Save").await.expect("and it works again");
    browser.close().await;
    nothing_is_left(root.path()).await;
}

#[tokio::test]
async fn a_hundred_dialogs_are_answered_one_by_one() {
    let (pages, root) = (Pages::serve(), tempfile::tempdir().expect("a folder"));
    let browser = launch(root.path()).start(opening(pages.url("/dialogs"))).await.expect("a browser");
    let error = click(&browser, "Hundred").await.expect_err("a dialog opens");
    assert_eq!(error.delivery(), Delivery::Delivered, "the press was delivered");
    let mut answered = 0;
    let mut waited = 0;
    while answered < 100 && waited < 200 {
        if browser.observe().await.expect("an observation").dialog.is_none() {
            waited += 1;
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        }
        browser.perform(&Actuation::AnswerDialog { accept: true, text: None }).await.expect("an answer");
        answered += 1;
    }
    assert_eq!(answered, 100, "each was seen and answered");
    let seen = browser.observe().await.expect("the page goes on");
    assert!(seen.elements.iter().any(|element| element.text.contains("all")), "the page went on after the last");
    // A page that asks before it is left.
    click(&browser, "Guard").await.expect("a click");
    let error = click(&browser, "Leave").await;
    let mut asked = matches!(error, Err(DeviceError::DialogOpen { .. }));
    for _ in 0..50 {
        asked = asked || browser.observe().await.expect("an observation").dialog.is_some();
        if asked {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(asked, "leaving is asked about");
    let dialog = browser.observe().await.expect("an observation").dialog.clone().expect("it is up");
    assert_eq!(dialog.kind, "beforeunload", "by its name");
    browser.perform(&Actuation::AnswerDialog { accept: false, text: None }).await.expect("stay");
    handle(&browser, "Alert").await;
    browser.close().await;
    nothing_is_left(root.path()).await;
}

#[tokio::test]
async fn a_sign_on_challenge_is_a_dialog_that_can_be_answered() {
    let (pages, root) = (Pages::serve(), tempfile::tempdir().expect("a folder"));
    let browser = launch(root.path()).start(opening(pages.url("/form"))).await.expect("a browser");
    let navigate = Actuation::Navigate { url: pages.url("/auth") };
    let error = browser.perform(&navigate).await.expect_err("it is asked for a name");
    assert!(matches!(&error, DeviceError::DialogOpen { kind, .. } if kind == "basic_auth"), "{error:?}");
    let dialog = browser.observe().await.expect("an observation").dialog.clone().expect("it is up");
    assert!(dialog.message.contains("vault"), "the realm is told: {}", dialog.message);
    let text = Some("user:secret".to_owned());
    browser.perform(&Actuation::AnswerDialog { accept: true, text }).await.expect("an answer");
    let mark = browser.mark();
    browser.settle(mark, Duration::from_secs(2)).await.expect("an answer");
    let seen = browser.observe().await.expect("an observation");
    assert!(seen.address().ends_with("/auth"), "the page came: {}", seen.address());
    assert_eq!(seen.frames[0].http_status, Some(404), "signed on, the server answers for itself (it has no such page)");
    browser.close().await;
    nothing_is_left(root.path()).await;
}

#[tokio::test]
async fn a_page_that_never_stops_moving_is_seen_and_used() {
    let (pages, root) = (Pages::serve(), tempfile::tempdir().expect("a folder"));
    let browser = launch(root.path()).start(opening(pages.url("/moving"))).await.expect("a browser");
    let runner = handle(&browser, "Runner").await;
    let answer = browser.actionable(runner).await.expect("an answer");
    assert_eq!(answer.expect_err("it runs"), Unactionable::Moving, "what moves is said to move");
    let began = Instant::now();
    let quiet = browser.settle(browser.mark(), Duration::from_millis(300)).await.expect("an answer");
    assert!(!quiet.still, "it is never still: {quiet:?}");
    assert!(began.elapsed() < Duration::from_millis(900), "and waiting ends at its limit: {:?}", began.elapsed());
    click(&browser, "Sitter").await.expect("what sits still can be pressed");
    browser.close().await;
    nothing_is_left(root.path()).await;
}

#[tokio::test]
async fn a_hundred_thousand_elements_are_seen() {
    let (pages, root) = (Pages::serve(), tempfile::tempdir().expect("a folder"));
    let browser = launch(root.path()).start(opening(pages.url("/big"))).await.expect("a browser");
    let began = Instant::now();
    let seen = browser.observe().await.expect("an observation");
    println!("{} elements in {:?}", seen.elements.len(), began.elapsed());
    assert!(seen.elements.len() >= 100_000, "all are listed: {}", seen.elements.len());
    let last = seen.elements.iter().rev().find(|element| &*element.name == "Do 49999").expect("the last button").handle;
    let began = Instant::now();
    browser.actionable(last).await.expect("an answer").expect("it can be pressed");
    println!("the last one actionable in {:?}", began.elapsed());
    browser.close().await;
    nothing_is_left(root.path()).await;
}

#[tokio::test]
async fn popups_are_followed_and_those_that_leave_never_ask_their_server() {
    let (pages, root) = (Pages::serve(), tempfile::tempdir().expect("a folder"));
    let allowed_origins = vec![pages.url("")];
    let opening = Opening { url: pages.url("/popups"), allowed_origins, block_downloads: false };
    let browser = launch(root.path()).start(opening).await.expect("a browser");
    let mut events = browser.events();
    click(&browser, "Out").await.expect("a click");
    let told = async { while !matches!(events.recv().await, Ok(DeviceEvent::Blocked(_)) | Err(_)) {} };
    tokio::time::timeout(Duration::from_secs(5), told).await.expect("it was stopped");
    assert_eq!(pages.asked("/elsewhere"), 0, "its server was never asked");
    let mut opened = 0;
    click(&browser, "Ten").await.expect("a click");
    let told = async {
        while opened < 10 {
            opened += u32::from(matches!(events.recv().await, Ok(DeviceEvent::PopupOpened { .. })));
        }
    };
    tokio::time::timeout(Duration::from_secs(10), told).await.expect("ten popups are told");
    browser.close().await;
    nothing_is_left(root.path()).await;
}

#[tokio::test]
async fn a_server_that_never_answers_is_silent_at_the_load_limit() {
    let (pages, root) = (Pages::serve(), tempfile::tempdir().expect("a folder"));
    let mut launch = launch(root.path());
    launch.load_limit = Duration::from_secs(1);
    let browser = launch.start(opening(pages.url("/form"))).await.expect("a browser");
    let error = browser.perform(&Actuation::Navigate { url: pages.url("/never") }).await.expect_err("no answer");
    assert!(matches!(error, DeviceError::Silent { limit_ms: 1000, .. }), "{error:?}");
    let chord = Chord { modifiers: Modifiers::default(), key: "Escape".to_owned() };
    browser.perform(&Actuation::Press { chord }).await.expect("the old page still answers");
    let refused = Actuation::Navigate { url: "http://127.0.0.1:1/".to_owned() };
    let error = browser.perform(&refused).await.expect_err("nobody listens there");
    assert!(matches!(&error, DeviceError::Refused(why) if why.contains("ERR_")), "the browser's reason: {error:?}");
    browser.close().await;
    nothing_is_left(root.path()).await;
}

#[tokio::test]
async fn a_browser_that_is_dropped_ends_all_the_same() {
    let root = tempfile::tempdir().expect("a folder");
    // A profile of a process that is long gone is swept at the next start.
    let stale = root.path().join("baton-profile-999999999-left");
    std::fs::create_dir(&stale).expect("a folder");
    let browser = launch(root.path()).start(opening(String::new())).await.expect("a browser");
    assert!(!stale.exists(), "the profile of a dead process is removed");
    let mode = std::fs::read_dir(root.path()).expect("profiles").flatten().next().expect("one profile");
    assert_eq!(mode.metadata().expect("its mode").permissions().mode() & 0o777, 0o700, "only we may read it");
    drop(browser);
    for _ in 0..60 {
        if alive(root.path()).is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(alive(root.path()).is_empty(), "left running: {:?}", alive(root.path()));
}

async fn refused(executable: PathBuf, root: &Path) -> String {
    let mut launch = launch(root);
    launch.executable = Some(executable);
    launch.start_limit = Duration::from_secs(2);
    match launch.start(opening(String::new())).await {
        Err(DeviceError::NotStarted { why, .. }) => why,
        Err(other) => panic!("another refusal: {other:?}"),
        Ok(_) => panic!("it started"),
    }
}

fn script(root: &Path, name: &str, text: &str) -> PathBuf {
    let path = root.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("executable");
    path
}

#[tokio::test]
async fn what_is_no_browser_is_told_why() {
    let (tools, root) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let ends = script(tools.path(), "ends", "echo cannot open display >&2; exit 3");
    let why = refused(ends, root.path()).await;
    assert!(why.contains("exit status: 3") && why.contains("cannot open display"), "how it ended, its words: {why}");
    let mute = script(tools.path(), "mute", "exec sleep 60");
    let why = refused(mute, root.path()).await;
    assert!(why.contains("did not answer") && why.contains("2000 ms"), "the limit: {why}");
    let babbles = script(tools.path(), "babbles", "printf 'hello\\000' >&4; exec sleep 60");
    let why = refused(babbles, root.path()).await;
    assert!(why.contains("no message of the protocol"), "what it sent: {why}");
    let text = tools.path().join("text");
    std::fs::write(&text, "not a program").expect("a file");
    let why = refused(text, root.path()).await;
    assert!(why.to_lowercase().contains("permission denied"), "the system's reason: {why}");
    nothing_is_left(root.path()).await;
}

#[tokio::test]
async fn a_profile_that_cannot_be_written_is_said_before_anything_starts() {
    let tools = tempfile::tempdir().expect("a folder");
    let why = refused(script(tools.path(), "any", "exec sleep 60"), &tools.path().join("missing")).await;
    assert!(why.contains("no profile folder") && why.contains("missing"), "which folder: {why}");
    let full = tempfile::tempdir().expect("a folder");
    let mount =
        |arguments: &[&str]| std::process::Command::new(arguments[0]).args(&arguments[1..]).arg(full.path()).status();
    let mounted = mount(&["mount", "-t", "tmpfs", "-o", "size=4k", "tmpfs"]);
    if !mounted.is_ok_and(|status| status.success()) {
        println!("not run: a full disk needs the right to mount");
        return;
    }
    std::fs::write(full.path().join("fill"), [0u8; 4096]).expect("one page fits");
    let why = refused(script(tools.path(), "any", "exec sleep 60"), full.path()).await;
    let unmounted = mount(&["umount"]);
    assert!(why.contains("No space left"), "the system's reason: {why}");
    assert!(unmounted.is_ok_and(|status| status.success()), "the full disk is gone again");
}

async fn attach(port: u16) -> Result<Chromium, DeviceError> {
    let mut attach = Attach::new(port, RealClock::shared());
    attach.answer_limit = Duration::from_secs(3);
    attach.start(opening(String::new())).await
}

#[tokio::test]
async fn attaching_says_what_is_wrong_and_drives_a_tab_of_its_own() {
    let pages = Pages::serve();
    let Err(error) = attach(pages.port).await else { panic!("it is no browser") };
    let told = error.to_string();
    assert!(told.contains("no browser's debugging port") && told.contains("--user-data-dir"), "{told}");
    let Err(error) = attach(1).await else { panic!("nobody listens") };
    assert!(error.to_string().contains("nothing listens there"), "{error}");
    let root = tempfile::tempdir().expect("a folder");
    let executable = baton_device::chromium::find().first().expect("a browser").path.clone();
    let mut own = std::process::Command::new(executable)
        .args(["--headless=new", "--no-sandbox", "--remote-debugging-port=0", "--no-first-run", "about:blank"])
        .arg(format!("--user-data-dir={}", root.path().join("own").display()))
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("a browser on a port");
    let mut port = None;
    for _ in 0..200 {
        let written = std::fs::read_to_string(root.path().join("own/DevToolsActivePort")).unwrap_or_default();
        port = written.lines().next().and_then(|line| line.parse().ok());
        if port.is_some() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let browser = attach(port.expect("a port")).await.expect("attached");
    browser.perform(&Actuation::Navigate { url: pages.url("/form") }).await.expect("a navigation");
    click(&browser, "Save").await.expect("a click");
    handle(&browser, "Saved").await;
    browser.close().await;
    assert!(own.try_wait().expect("its state").is_none(), "a person's own browser stays up");
    own.kill().expect("end our browser");
    own.wait().expect("its end");
    let pid = Pid::from_raw(own.id() as i32).expect("a pid");
    assert!(test_kill_process(pid).is_err(), "it is gone");
}
