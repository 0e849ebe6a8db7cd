use baton_base::{RunId, Scrubber, SessionTime};

use super::{DAY_MS, NOW_MS, act, ended, session, started, text, workspace};
use crate::tables::{Idempotency, PictureTaken};
use crate::{Durability, Journal, Keep, RunFilter};

/// Runs of 0, 1, 2, 3 and 4 days ago, each in a session of its own and with a folder of 1,000 bytes.
fn five_days(journal: &Journal) -> Vec<RunId> {
    let day = |age: u64| {
        let session = session(journal);
        let run = started(journal, "balance", NOW_MS - age * DAY_MS, Some(&session));
        journal.put(act(&session, Some(&run), age), Durability::Normal).wait().unwrap();
        journal.run_folder(&run).unwrap().write_text("log.txt", &text(&"x".repeat(1000))).unwrap();
        ended(journal, &run, "success");
        run
    };
    (0..5).map(day).collect()
}

fn check(keep: Keep, expected: &[usize], why: &str) {
    let (_folder, journal) = workspace();
    let runs = five_days(&journal);
    journal.pin(&runs[4], true).wait().unwrap();
    let report = journal.gc(&keep, NOW_MS).unwrap();
    let left = journal.reader().unwrap().runs(&RunFilter::default()).unwrap();
    let left: Vec<usize> =
        left.iter().map(|kept| runs.iter().position(|run| run.as_str() == kept.run).unwrap()).collect();
    assert_eq!(left, expected, "{why}");
    assert_eq!(report.runs.len(), 5 - expected.len(), "the report counts them: {why}");
    assert_eq!(report.freed_bytes, 1000 * report.runs.len() as u64, "and what they took: {why}");
    for (age, run) in runs.iter().enumerate() {
        let there = journal.run_folder(run).unwrap().path().exists();
        assert_eq!(there, expected.contains(&age), "the folder goes with its run {age}: {why}");
    }
    let reader = journal.reader().unwrap();
    assert_eq!(reader.count("acts").unwrap(), expected.len() as u64, "rows go with their run: {why}");
    assert_eq!(reader.count("sessions").unwrap(), expected.len() as u64, "sessions go with their last run: {why}");
}

#[test]
fn gc_lets_go_by_age_count_and_size_and_keeps_what_is_pinned() {
    check(Keep::default(), &[0, 1, 2, 3, 4], "no limit, nothing goes");
    check(Keep { days: Some(2), ..Keep::default() }, &[0, 1, 2, 4], "older than two days");
    check(Keep { count: Some(1), ..Keep::default() }, &[0, 4], "all but the newest one");
    check(Keep { size_bytes: Some(2500), ..Keep::default() }, &[0, 1, 4], "what fits into 2,500 bytes");
    check(Keep { days: Some(3), count: Some(3), ..Keep::default() }, &[0, 1, 2, 4], "the stricter of two limits");
}

#[test]
fn gc_keeps_runs_that_go_on_and_what_stands_for_a_key() {
    let (_folder, journal) = workspace();
    let running = started(&journal, "balance", NOW_MS - 1000, None);
    let killed = started(&journal, "balance", NOW_MS - 3 * DAY_MS, None);
    let keyed = started(&journal, "balance", NOW_MS - 3 * DAY_MS, None);
    let key = Idempotency {
        scenario: text("balance"),
        key: text("k1"),
        inputs: text("sha256:11"),
        run: keyed.clone(),
        at_us: SessionTime(1),
    };
    assert_eq!(journal.put_once(key).wait(), Ok(true), "the key is new");
    ended(&journal, &keyed, "success");
    let report = journal.gc(&Keep { count: Some(0), ..Keep::default() }, NOW_MS).unwrap();
    assert_eq!(report.runs.len(), 2, "the killed one and the one with a key go, the running one stays: {report:?}");
    assert!(!report.runs.contains(&running) && report.runs.contains(&killed), "a run that goes on is not let go");
    let reader = journal.reader().unwrap();
    assert!(reader.taken_key("balance", "k1").unwrap().is_some(), "else the same request could be carried out again");
    assert!(reader.result(&keyed).unwrap().is_some(), "the key still has its answer");
}

#[test]
fn gc_sweeps_pictures_that_nobody_names_once_they_are_old() {
    let (_folder, journal) = workspace();
    let session = session(&journal);
    let picture = |tail: u8| {
        let bytes = [b"\x89PNG\r\n\x1a\n".as_slice(), &[tail]].concat();
        journal.blobs().put_picture(&Scrubber::default().picture(bytes).unwrap()).unwrap()
    };
    let (named, orphan) = (picture(1), picture(2));
    let taken = PictureTaken {
        session,
        run: None,
        step: None,
        at_us: SessionTime(5),
        blob: named,
        moment: "press",
        width_px: 1,
        height_px: 1,
    };
    journal.put(taken, Durability::Normal).wait().unwrap();
    let modified = journal.blobs().path(orphan).metadata().unwrap().modified().unwrap();
    let written_ms = modified.duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64;
    let young = journal.gc(&Keep::default(), written_ms + 60_000).unwrap();
    assert_eq!(young.blobs, 0, "a young picture may still wait for its row");
    let old = journal.gc(&Keep::default(), written_ms + 2 * 3_600_000).unwrap();
    assert_eq!(old.blobs, 1, "an old one waits for nothing");
    assert!(journal.blobs().get(named).is_ok() && journal.blobs().get(orphan).is_err(), "the named one stays");
}
