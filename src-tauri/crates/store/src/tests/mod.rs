//! Checks of the journal as a whole. What every one of them needs stands here.

mod durable;
mod faults;
mod keeping;
mod reading;
mod schema;

use baton_base::{Patterns, RunId, Scrubbed, Scrubber, SessionId, SessionTime};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::tables::{Act, RunEnded, RunStarted, Session, Step};
use crate::{Durability, Journal};

pub(crate) const DAY_MS: u64 = 24 * 3600 * 1000;
pub(crate) const NOW_MS: u64 = 1_800_000_000_000;

pub(crate) fn workspace() -> (TempDir, Journal) {
    let folder = TempDir::new().unwrap();
    let journal = Journal::open(folder.path()).unwrap();
    (folder, journal)
}

pub(crate) fn text(words: &str) -> Scrubbed<String> {
    Scrubber::default().text(words)
}

pub(crate) fn object(value: Value) -> Scrubbed<Value> {
    Scrubber::new([("", ""); 0], Patterns::NONE).json(&value)
}

pub(crate) fn session(journal: &Journal) -> SessionId {
    let id = SessionId::fresh();
    let row = Session {
        id: id.clone(),
        at_us: SessionTime(0),
        wall_ms: NOW_MS,
        purpose: "run",
        target: text("mockcore"),
        device: object(json!({"browser": "Chromium 156"})),
    };
    journal.put(row, Durability::Normal).wait().unwrap();
    id
}

pub(crate) fn started(journal: &Journal, scenario: &str, wall_ms: u64, session: Option<&SessionId>) -> RunId {
    let id = RunId::fresh();
    let row = RunStarted {
        id: id.clone(),
        session: session.cloned(),
        at_us: SessionTime(1_000),
        wall_ms,
        scenario: text(scenario),
        version: Some(1),
        seal: Some(text("sha256:00")),
        target: text("mockcore"),
    };
    journal.put(row, Durability::Normal).wait().unwrap();
    id
}

pub(crate) fn ended(journal: &Journal, run: &RunId, kind: &'static str) {
    let row = RunEnded {
        run: run.clone(),
        at_us: SessionTime(813_000),
        kind,
        code: None,
        side_effect: "none",
        result: object(json!({"kind": kind, "run": run.as_str()})),
    };
    journal.put(row, Durability::Full).wait().unwrap();
}

pub(crate) fn act(session: &SessionId, run: Option<&RunId>, number: u64) -> Act {
    Act {
        session: session.clone(),
        run: run.cloned(),
        step: Some(text("search.submit")),
        at_us: SessionTime(number),
        holder: "replay",
        action: object(json!({"do": "click", "number": number})),
        element: None,
        risk: "safe",
        observation: None,
    }
}

pub(crate) fn step(run: &RunId, ordinal: u32) -> Step {
    Step {
        run: run.clone(),
        ordinal,
        step: text("search.submit"),
        at_us: SessionTime(5),
        ended_us: SessionTime(46_000),
        action: text("click"),
        outcome: "passed",
        attempts: 1,
        rung: Some(1),
        asserted: 2,
        landed: Some("expected"),
        code: None,
        told: None,
    }
}
