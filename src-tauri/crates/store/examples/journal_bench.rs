//! How fast the journal takes rows: one writer, two readers, rows like those of a real click.
//! `journal_bench [--rows N] [--normal] [--runs N] [--peer-sql FILE]` prints one JSON object. `--peer-sql` also writes the same
//! rows for the `sqlite3` tool, in groups of the same size and with the same `synchronous`; `--runs` fills the list of runs
//! first and times a page of it.

#![allow(clippy::print_stdout, reason = "what it prints is its result")]

use std::error::Error;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use baton_base::{Clock, Patterns, RealClock, RunId, Scrubbed, Scrubber, SessionId, SessionTime};
use baton_store::tables::{Act, RunStarted};
use baton_store::{Durability, Journal, RunFilter};
use serde_json::{Value, json};

/// As many rows as a busy step writes before it waits for its verdict.
const GROUP: u64 = 64;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

struct Asked {
    rows: u64,
    runs: u64,
    durability: Durability,
    peer_sql: Option<String>,
}

fn main() -> Result<()> {
    let asked = asked()?;
    let folder = tempfile::TempDir::new()?;
    let journal = Journal::open(folder.path())?;
    let clock = RealClock::start();
    let (ended, reads) = (AtomicBool::new(false), AtomicU64::new(0));
    let told = std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| read_until(&journal, &ended, &reads));
        }
        let told = measure(&journal, &asked, &clock);
        ended.store(true, Ordering::Relaxed);
        told
    });
    let mut told = told?;
    told["reads"] = json!(reads.load(Ordering::Relaxed));
    if let Some(path) = &asked.peer_sql {
        std::fs::write(path, peer_sql(&asked)?)?;
    }
    println!("{told}");
    Ok(())
}

fn asked() -> Result<Asked> {
    let mut asked = Asked { rows: 20_000, runs: 0, durability: Durability::Full, peer_sql: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--rows" => asked.rows = value()?.parse()?,
            "--runs" => asked.runs = value()?.parse()?,
            "--peer-sql" => asked.peer_sql = Some(value()?),
            "--normal" => asked.durability = Durability::Normal,
            other => return Err(format!("unknown flag {other}; known are --rows, --runs, --peer-sql, --normal").into()),
        }
    }
    Ok(asked)
}

fn measure(journal: &Journal, asked: &Asked, clock: &RealClock) -> Result<Value> {
    let (session, run) = (SessionId::fresh(), RunId::fresh());
    let one_ms = one_by_one(journal, asked, clock, &session, &run)?;
    let (rows_per_s, batch_ms) = in_groups(journal, asked, clock, &session, &run)?;
    let mut told = json!({
        "rows": asked.rows,
        "synchronous": synchronous(asked),
        "rows_per_s": rows_per_s.round(),
        "p50_ms": at_share(&one_ms, 0.5),
        "p99_ms": at_share(&one_ms, 0.99),
        "batch_ms": at_share(&batch_ms, 0.99),
        "batch_rows": GROUP,
    });
    if asked.runs > 0 {
        told["list_ms"] = json!(list_of(journal, asked.runs, clock)?);
    }
    Ok(told)
}

/// Each row waits for its acknowledgement, as an intent does.
fn one_by_one(
    journal: &Journal,
    asked: &Asked,
    clock: &RealClock,
    session: &SessionId,
    run: &RunId,
) -> Result<Vec<f64>> {
    let mut took_ms = Vec::new();
    for number in 0..(asked.rows / 10).max(100) {
        let row = row(session, run, number);
        let before = clock.now();
        journal.put(row, asked.durability).wait()?;
        took_ms.push(ms_since(clock, before));
    }
    Ok(took_ms)
}

/// Groups of rows wait for their last one.
fn in_groups(
    journal: &Journal,
    asked: &Asked,
    clock: &RealClock,
    session: &SessionId,
    run: &RunId,
) -> Result<(f64, Vec<f64>)> {
    let (mut written, mut took_ms) = (0, Vec::new());
    while written < asked.rows {
        // Making a row is not the journal's work, nor the peer's.
        let rows: Vec<Act> = (written..written + GROUP).map(|number| row(session, run, number)).collect();
        let before = clock.now();
        let waiting: Vec<_> = rows.into_iter().map(|row| journal.put(row, asked.durability)).collect();
        for ack in waiting {
            ack.wait()?;
        }
        took_ms.push(ms_since(clock, before));
        written += GROUP;
    }
    Ok((written as f64 * 1000.0 / took_ms.iter().sum::<f64>(), took_ms))
}

/// The first page, and a late one of one scenario, with so many runs in the journal.
fn list_of(journal: &Journal, runs: u64, clock: &RealClock) -> Result<Value> {
    for number in 0..runs {
        let row = RunStarted {
            id: RunId::fresh(),
            session: None,
            at_us: SessionTime(0),
            wall_ms: 1_800_000_000_000 + number,
            scenario: text(&format!("scenario_{}", number % 50)),
            version: Some(1),
            seal: Some(text("sha256:00")),
            target: text("mockcore"),
        };
        let ack = journal.put(row, Durability::Normal);
        if number + 1 == runs {
            ack.wait()?;
        } else {
            ack.forget();
        }
    }
    let reader = journal.reader()?;
    let time = |filter: RunFilter| -> Result<f64> {
        let before = clock.now();
        reader.runs(&filter)?;
        Ok(ms_since(clock, before))
    };
    let one = RunFilter { scenario: Some("scenario_7".into()), ..RunFilter::default() };
    time(RunFilter::default())?;
    Ok(json!({ "first_page": time(RunFilter::default())?, "of_one_scenario": time(one)? }))
}

fn read_until(journal: &Journal, ended: &AtomicBool, reads: &AtomicU64) {
    let Ok(reader) = journal.reader() else { return };
    while !ended.load(Ordering::Relaxed) {
        if reader.runs(&RunFilter::default()).is_ok() && reader.count("verdicts").is_ok() {
            reads.fetch_add(1, Ordering::Relaxed);
        }
        std::thread::park_timeout(std::time::Duration::from_millis(5));
    }
}

fn action(number: u64) -> Value {
    json!({"do": "click", "step": "search.submit", "intent": "look the member up", "number": number, "modifiers": []})
}

fn element() -> Value {
    json!({
        "rung": 1, "by": "role+name", "counts": [1, 1, 3], "role": "button", "name": "Search", "frame": 2,
        "states": ["visible", "enabled", "control", "text", "measured"], "box": {"x": 212.5, "y": 318.0, "width": 64.0, "height": 22.0},
        "ladder": [{"role": "button", "name": "Search"}, {"near": "Member number"}, {"text": "Search"}],
    })
}

fn row(session: &SessionId, run: &RunId, number: u64) -> Act {
    let plain = Scrubber::new([("", ""); 0], Patterns::NONE);
    Act {
        session: session.clone(),
        run: Some(run.clone()),
        step: Some(text("search.submit")),
        at_us: SessionTime(number),
        holder: "replay",
        action: plain.json(&action(number)),
        element: Some(plain.json(&element())),
        risk: "safe",
        observation: None,
    }
}

fn text(words: &str) -> Scrubbed<String> {
    Scrubber::default().text(words)
}

/// The same rows and indexes for the `sqlite3` tool.
fn peer_sql(asked: &Asked) -> Result<String> {
    let mut sql = format!(".bail on\nPRAGMA journal_mode=WAL;\nPRAGMA synchronous={};\n", synchronous(asked));
    sql += include_str!("../src/migrations/0001_first.sql");
    let (session, run, element) = (SessionId::fresh(), RunId::fresh(), element());
    for group in 0..asked.rows.div_ceil(GROUP) {
        sql += "BEGIN IMMEDIATE;\n";
        for number in group * GROUP..(group + 1) * GROUP {
            let action = action(number);
            writeln!(
                sql,
                "INSERT INTO acts (session, run, step, at_us, holder, action, element, risk) VALUES \
                 ('{session}', '{run}', 'search.submit', {number}, 'replay', '{action}', '{element}', 'safe');"
            )?;
        }
        sql += "COMMIT;\n";
    }
    Ok(sql)
}

fn synchronous(asked: &Asked) -> &'static str {
    if asked.durability == Durability::Full { "FULL" } else { "NORMAL" }
}

fn ms_since(clock: &RealClock, before: SessionTime) -> f64 {
    clock.now().since(before).as_secs_f64() * 1000.0
}

fn at_share(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = ((sorted.len() as f64 - 1.0) * share).round() as usize;
    sorted.get(at).map_or(0.0, |value| (value * 1000.0).round() / 1000.0)
}
