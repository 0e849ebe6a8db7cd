use std::fs;
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::Path;

use rusqlite::Connection;

use super::{act, ended, session, started, step, workspace};
use crate::{Durability, Health, Journal, StoreError, check_up};

#[test]
fn a_journal_locked_by_another_process_is_a_clear_error_and_works_again_after() {
    let (folder, journal) = workspace();
    let session = session(&journal);
    let other = Connection::open(folder.path().join(".baton/journal.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let refused = journal.put(act(&session, None, 1), Durability::Normal).wait().unwrap_err();
    assert!(matches!(refused, StoreError::Locked { .. }), "it says who is in the way: {refused}");
    assert_eq!(refused.code(), "STORAGE", "with the code callers switch on");
    assert!(refused.hint().contains("other baton"), "and what to do: {}", refused.hint());
    other.execute_batch("COMMIT").unwrap();
    journal.put(act(&session, None, 2), Durability::Normal).wait().expect("the journal goes on once the other is done");
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let opened = Journal::open(folder.path());
    assert!(opened.is_ok(), "opening an up-to-date journal needs no lock: {opened:?}");
}

#[test]
fn a_damaged_journal_opens_for_reading_and_says_what_to_do() {
    let (folder, journal) = workspace();
    let session = session(&journal);
    let run = started(&journal, "balance", 1, Some(&session));
    (0..2000).for_each(|n| journal.put(step(&run, n), Durability::Normal).forget());
    ended(&journal, &run, "success");
    drop(journal);
    let file = fs::OpenOptions::new().write(true).open(folder.path().join(".baton/journal.db")).unwrap();
    let pages = file.metadata().unwrap().len() / 4096;
    file.write_all_at(&[0xa5; 3 * 4096], (pages - 8) * 4096).unwrap();
    let journal = Journal::open(folder.path()).expect("it opens all the same");
    let Health::ReadOnly(why) = journal.health() else { panic!("damage was not noticed") };
    assert!(matches!(why, StoreError::Damaged { .. }), "it is damaged: {why}");
    assert!(why.hint().contains("runs export") && why.hint().contains("move"), "how to save and go on: {}", why.hint());
    let refused = journal.put(step(&run, 1), Durability::Normal).wait().unwrap_err();
    assert_eq!(refused, why, "a write is refused with the same words");
    let result = journal.reader().unwrap().result(&run).unwrap();
    assert_eq!(result.unwrap()["kind"], "success", "whole pages can still be read");
    assert!(!check_up(folder.path()).unwrap().wrong.is_empty(), "doctor tells what is wrong");
}

#[test]
fn a_file_that_is_no_journal_is_refused_and_left_alone() {
    let folder = tempfile::TempDir::new().unwrap();
    fs::create_dir(folder.path().join(".baton")).unwrap();
    let path = folder.path().join(".baton/journal.db");
    fs::write(&path, "this is no database, it is a letter to my aunt\n".repeat(20)).unwrap();
    let refused = Journal::open(folder.path()).unwrap_err();
    assert!(matches!(refused, StoreError::Damaged { .. }), "nothing can be read: {refused}");
    assert!(fs::read_to_string(&path).unwrap().starts_with("this is no database"), "it is not overwritten");
}

#[test]
fn a_full_disk_fails_what_waits_and_nothing_else() {
    let (_folder, journal) = workspace();
    let session = session(&journal);
    let pages = |most: &'static str| {
        let limit = move |connection: &Connection| {
            connection.query_row(&format!("PRAGMA max_page_count = {most}"), (), |_| Ok(())).map_err(StoreError::from)
        };
        journal.send(Durability::Normal, limit).wait().unwrap();
    };
    let before = journal.reader().unwrap().count("acts").unwrap();
    pages("1");
    let small = || act(&session, None, 2);
    let mut long = act(&session, None, 1);
    long.step = Some(super::text(&"word ".repeat(100_000)));
    let (queued, all_queued) = std::sync::mpsc::channel::<()>();
    let busy = journal.send(Durability::Normal, move |_| {
        // Until the sender goes: what is queued meanwhile becomes one group.
        let _ = all_queued.recv();
        Ok(())
    });
    std::thread::sleep(std::time::Duration::from_millis(50));
    let put = |row| journal.put(row, Durability::Full);
    let (first, long_one, last) = (put(small()), put(long.clone()), put(small()));
    drop(queued);
    busy.wait().unwrap();
    let refused = long_one.wait().unwrap_err();
    let shared = [first.wait(), last.wait()];
    assert!(
        shared.iter().all(|result| matches!(result, Err(StoreError::DiskFull { .. }))),
        "SQLite took the whole group back, so nobody in it is told that theirs is safe: {shared:?}"
    );
    assert!(matches!(refused, StoreError::DiskFull { .. }), "it says so: {refused}");
    assert!(refused.hint().contains("runs gc"), "and how to make room: {}", refused.hint());
    assert_eq!(
        journal.reader().unwrap().count("acts").unwrap(),
        before,
        "what was acknowledged is there, no half of the rest"
    );
    pages("1000000");
    put(long).wait().expect("with room again it goes on");
}

/// As root every folder can be written, so root becomes nobody for this, in a process of its own.
#[test]
fn a_read_only_folder_opens_for_reading() {
    const AS_NOBODY: &str = "BATON_STORE_READ_ONLY_WORKSPACE";
    if let Ok(workspace) = std::env::var(AS_NOBODY) {
        return check_read_only(workspace.as_ref());
    }
    let (folder, journal) = workspace();
    let run = started(&journal, "balance", 1, None);
    ended(&journal, &run, "success");
    drop(journal);
    let modes = |folder_mode, file_mode| {
        let set = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        set(&folder.path().join(".baton/journal.db"), file_mode);
        set(&folder.path().join(".baton"), folder_mode);
        set(folder.path(), folder_mode);
    };
    modes(0o555, 0o444);
    let is_root = fs::write(folder.path().join("probe"), "").is_ok();
    if is_root {
        let exe = folder.path().join("test");
        fs::copy(std::env::current_exe().unwrap(), &exe).unwrap();
        fs::set_permissions(&exe, fs::Permissions::from_mode(0o555)).unwrap();
        let mut nobody = std::process::Command::new("setpriv");
        nobody.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&exe);
        nobody.args(["--exact", "tests::faults::a_read_only_folder_opens_for_reading"]);
        let output = nobody.env(AS_NOBODY, folder.path()).current_dir("/").output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && told.contains("1 passed"), "as nobody: {told}");
    } else {
        check_read_only(folder.path());
    }
    modes(0o755, 0o644);
}

fn check_read_only(workspace: &Path) {
    let journal = Journal::open(workspace).expect("reading needs no permission to write");
    let Health::ReadOnly(why) = journal.health() else { panic!("it claims that it can write") };
    assert!(matches!(why, StoreError::ReadOnly { .. }), "the place is read-only: {why}");
    assert!(why.hint().contains("writable"), "what to do: {}", why.hint());
    let runs = journal.reader().unwrap().runs(&Default::default()).unwrap();
    assert_eq!(runs.len(), 1, "what is there can be read");
}
