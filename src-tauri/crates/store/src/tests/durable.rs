use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::{act, session, started, workspace};
use crate::{Durability, Journal, check_up};

const CHILD: &str = "BATON_STORE_CHILD_WORKSPACE";

/// Not a check of its own: it is the process that is killed. Each number it prints was acknowledged.
#[test]
fn child_that_writes_until_it_is_killed() {
    let Ok(workspace) = std::env::var(CHILD) else { return };
    let journal = Journal::open(workspace.as_ref()).unwrap();
    let (session, mut out) = (session(&journal), std::io::stdout());
    let run = started(&journal, "killed", 1, Some(&session));
    for number in 0.. {
        let durability = if number % 3 == 0 { Durability::Full } else { Durability::Normal };
        let ahead = journal.put(act(&session, Some(&run), number * 2 + 1), Durability::Normal);
        let row = journal.put(act(&session, Some(&run), number * 2), durability).wait().unwrap();
        writeln!(out, "\nacknowledged {} {}", row.0, number * 2).unwrap();
        ahead.wait().unwrap();
    }
}

fn child(workspace: &std::path::Path) -> Child {
    let name = "tests::durable::child_that_writes_until_it_is_killed";
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", name, "--nocapture", "--test-threads=1"]).env(CHILD, workspace);
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

/// The rows it acknowledged until it was killed `after` its first one.
fn acknowledged(workspace: &std::path::Path, after: Duration) -> Vec<(i64, u64)> {
    let mut child = child(workspace);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let first = lines.find(|line| line.starts_with("acknowledged")).expect("the child wrote nothing");
    let rest = std::thread::spawn(move || lines.collect::<Vec<_>>());
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
    let all = std::iter::once(first).chain(rest.join().unwrap());
    let parse = |line: String| {
        let mut words = line.strip_prefix("acknowledged ")?.split(' ');
        Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?))
    };
    all.filter_map(parse).collect()
}

#[test]
fn what_was_acknowledged_is_there_after_kill_9() {
    let kills = std::env::var("BATON_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(12u64);
    for kill in 0..kills {
        let folder = tempfile::TempDir::new().unwrap();
        let rows = acknowledged(folder.path(), Duration::from_micros(500 + kill * 7919 % 60_000));
        let journal = Journal::open(folder.path()).unwrap();
        let reader = journal.reader().unwrap();
        for (row, number) in &rows {
            let kept = reader.connection.query_row("SELECT at_us FROM acts WHERE row = ?", [row], |row| row.get(0));
            assert_eq!(kept, Ok(*number), "kill {kill}: row {row} was acknowledged and is not in the journal");
        }
        let found = check_up(folder.path()).unwrap();
        assert_eq!(found.wrong, Vec::<String>::new(), "kill {kill}: the journal does not open clean");
        assert_eq!(reader.runs(&Default::default()).unwrap()[0].kind, None, "a killed run has no end");
    }
}

#[test]
fn many_writers_share_commits_and_all_are_answered() {
    let (_folder, journal) = workspace();
    let session = session(&journal);
    std::thread::scope(|scope| {
        for writer in 0..8u64 {
            let (journal, session) = (journal.clone(), session.clone());
            scope.spawn(move || {
                let waiting: Vec<_> =
                    (0..200).map(|n| journal.put(act(&session, None, writer * 1000 + n), Durability::Normal)).collect();
                let rows: Vec<_> = waiting.into_iter().map(|ack| ack.wait().unwrap()).collect();
                assert!(rows.is_sorted(), "one writer's rows keep their order");
            });
        }
    });
    assert_eq!(journal.reader().unwrap().count("acts").unwrap(), 1600, "every row is there");
}

#[test]
fn the_last_clone_to_go_waits_until_all_is_written() {
    let (folder, journal) = workspace();
    let session = session(&journal);
    for number in 0..500 {
        journal.put(act(&session, None, number), Durability::Normal).forget();
    }
    drop(journal);
    assert_eq!(crate::Reader::open(folder.path()).unwrap().count("acts").unwrap(), 500, "forgotten is not lost");
    let log = folder.path().join(".baton/journal.db-wal");
    assert!(!log.exists() || log.metadata().unwrap().len() == 0, "one file is left to copy");
}

#[test]
fn the_log_does_not_grow_without_end() {
    let (folder, journal) = workspace();
    let session = session(&journal);
    let long = super::text(&"x ".repeat(20_000));
    for number in 0..3000 {
        let mut row = act(&session, None, number);
        row.step = Some(long.clone());
        let ack = journal.put(row, Durability::Normal);
        if number % 10 == 0 {
            ack.wait().unwrap()
        } else {
            ack.forget();
            continue;
        };
    }
    let log = folder.path().join(".baton/journal.db-wal").metadata().unwrap().len();
    assert!(log < 80 << 20, "120 MB were written, and the log has {log} bytes");
}

#[tokio::test]
async fn an_acknowledgement_can_be_awaited() {
    let (_folder, journal) = workspace();
    let session = tokio::task::spawn_blocking({
        let journal = journal.clone();
        move || session(&journal)
    });
    let row = journal.put(act(&session.await.unwrap(), None, 7), Durability::Full).await;
    assert_eq!(row.unwrap().0, 1, "the first act of this journal");
}
