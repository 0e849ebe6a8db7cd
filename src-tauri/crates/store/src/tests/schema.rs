use std::collections::BTreeSet;

use baton_base::RunId;
use rusqlite::Connection;

use super::{act, text, workspace};
use crate::tables::{self, TokenSpent};
use crate::{Durability, Journal, NEWEST, Reader, RunFilter, StoreError};

const V1: &str = include_str!("../../tests/fixtures/journal_v1.sql");
const PAGE: &str = include_str!("../../../../../docs/journal.md");

fn columns(connection: &Connection, table: &str) -> Vec<String> {
    let mut statement = connection.prepare(&format!("SELECT name FROM pragma_table_info('{table}')")).unwrap();
    statement.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

#[test]
fn every_row_type_fits_its_table_and_every_column_is_explained() {
    let (_folder, journal) = workspace();
    let reader = journal.reader().unwrap();
    for (table, fields) in tables::ALL {
        let columns = columns(&reader.connection, table);
        for field in *fields {
            assert!(columns.iter().any(|column| column == field), "`{table}` has no column for the field `{field}`");
        }
        let heading = format!("## `{table}`\n");
        let section =
            PAGE.split(&heading).nth(1).unwrap_or_else(|| panic!("docs/journal.md has no section on `{table}`"));
        let section = section.split("\n## ").next().unwrap();
        for column in columns.iter().filter(|column| *column != "row") {
            assert!(
                section.contains(&format!("| `{column}` |")),
                "docs/journal.md does not explain `{table}.{column}`"
            );
        }
    }
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let mut statement = reader.connection.prepare(sql).unwrap();
    let made: BTreeSet<String> = statement.query_map((), |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let known: BTreeSet<String> =
        tables::ALL.iter().map(|(table, _)| (*table).to_owned()).chain(["trees".into()]).collect();
    assert_eq!(made, known, "each table has a row type, and trees come with their observations");
}

fn v1_workspace() -> tempfile::TempDir {
    let folder = tempfile::TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join(".baton")).unwrap();
    Connection::open(folder.path().join(".baton/journal.db")).unwrap().execute_batch(V1).unwrap();
    folder
}

#[test]
fn a_journal_of_version_1_is_brought_up_and_loses_nothing() {
    let folder = v1_workspace();
    let unread = Reader::open(folder.path()).unwrap_err();
    assert!(unread.to_string().contains("version 1"), "a reader alone does not change the file, and says so: {unread}");
    let journal = Journal::open(folder.path()).unwrap();
    let reader = journal.reader().unwrap();
    let version: u32 = reader.connection.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, NEWEST, "it has the newest version now");
    let runs = reader.runs(&RunFilter::default()).unwrap();
    let told: Vec<_> = runs.iter().map(|run| (run.scenario.as_str(), run.kind.as_deref(), run.pinned)).collect();
    assert_eq!(
        told,
        [("open_subaccount", None, false), ("member_savings_balance", Some("success"), false)],
        "both runs are there, newest first, and neither is pinned"
    );
    let run = RunId("01J0000000000000000000000R".into());
    let whole = reader.run(&run).unwrap();
    assert_eq!(whole.rows["verdicts"].len(), 1, "its verdict is there");
    assert!(reader.is_spent("n0nce").unwrap(), "a spent token stays spent");
    let key = reader.taken_key("member_savings_balance", "k1").unwrap();
    assert_eq!(key, Some((run, "sha256:11".into())), "an idempotency key stays taken");
}

#[test]
fn a_newer_journal_is_refused_and_not_touched() {
    let (folder, journal) = workspace();
    drop(journal);
    let path = folder.path().join(".baton/journal.db");
    Connection::open(&path).unwrap().pragma_update(None, "user_version", NEWEST + 1).unwrap();
    let before = std::fs::read(&path).unwrap();
    let refused = Journal::open(folder.path()).unwrap_err();
    assert_eq!(refused, StoreError::Newer { found: NEWEST + 1, known: NEWEST }, "it says both versions");
    assert!(refused.hint().contains("upgrade Baton"), "and what to do: {}", refused.hint());
    assert_eq!(std::fs::read(&path).unwrap(), before, "not a byte of it is changed");
}

#[test]
fn what_may_be_written_once_is_written_once() {
    let (_folder, journal) = workspace();
    let spent = |run: &RunId| TokenSpent { nonce: text("n1"), run: run.clone(), at_us: Default::default(), wall_ms: 1 };
    let (first, second) = (RunId::fresh(), RunId::fresh());
    assert_eq!(journal.put_once(spent(&first)).wait(), Ok(true), "the first one spends it");
    assert_eq!(journal.put_once(spent(&second)).wait(), Ok(false), "the second one is told");
    let again = journal.put(spent(&second), Durability::Full).wait();
    assert!(matches!(again, Err(StoreError::AlreadyThere { .. })), "by either way in: {again:?}");
    let smuggled = act(&baton_base::SessionId("text from a screen".into()), None, 1);
    let refused = journal.put(smuggled, Durability::Normal).wait();
    assert_eq!(refused.unwrap_err(), StoreError::NotAnId { what: "session" }, "an id is no way in for text");
}

#[test]
fn two_processes_spend_a_token_once() {
    let (folder, journal) = workspace();
    let other = Journal::open(folder.path()).unwrap();
    let spent = |n: u32| TokenSpent {
        nonce: text(&format!("n{n}")),
        run: RunId::fresh(),
        at_us: Default::default(),
        wall_ms: 1,
    };
    for n in 0..50 {
        let (a, b) = (journal.put_once(spent(n)), other.put_once(spent(n)));
        let won = [a.wait().unwrap(), b.wait().unwrap()];
        assert_eq!(won.iter().filter(|won| **won).count(), 1, "exactly one of two at once wins, for token {n}");
    }
}
