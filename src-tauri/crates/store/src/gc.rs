//! What grows old or too much is let go, whole runs at a time; pinned runs, and runs that have not ended, stay.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::UNIX_EPOCH;

use baton_base::RunId;
use rusqlite::Connection;

use crate::ack::Ack;
use crate::error::StoreError;
use crate::files;
use crate::journal::{Durability, Journal};
use crate::read::Reader;
use crate::run_folder::RunFolder;

/// Runs that have not ended are taken for killed ones after so long, and may be let go like others.
const KILLED_AFTER_MS: u64 = 24 * 3600 * 1000;

/// A blob is written before the row that names it; younger ones than this may still be waiting for theirs.
const YOUNG_BLOB_MS: u64 = 3600 * 1000;

/// How many runs one transaction lets go, so that a run in progress never waits long for the journal.
const RUNS_A_STEP: usize = 50;

/// What to keep. A limit of none does not limit.
#[derive(Debug, Clone, Default)]
pub struct Keep {
    /// Runs that are younger than so many days.
    pub days: Option<u32>,
    /// The newest so many runs.
    pub count: Option<u32>,
    /// The newest runs whose folders and pictures fit into so many bytes.
    pub size_bytes: Option<u64>,
}

/// What was let go.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GcReport {
    /// The runs, newest first.
    pub runs: Vec<RunId>,
    /// Pictures and other blobs.
    pub blobs: u64,
    /// Bytes of run folders and blobs.
    pub freed_bytes: u64,
    /// Runs that a limit would have let go and that are pinned.
    pub pinned: u64,
}

struct Candidate {
    run: RunId,
    wall_ms: u64,
    pinned: bool,
    running: bool,
    size_bytes: u64,
}

impl Journal {
    /// Lets go of all that `keep` does not keep, as of `now_wall_ms`. Takes a while; run it on a thread of its own.
    pub fn gc(&self, keep: &Keep, now_wall_ms: u64) -> Result<GcReport, StoreError> {
        let reader = self.reader()?;
        let mut report = GcReport::default();
        report.runs = chosen(&candidates(&reader, now_wall_ms)?, keep, now_wall_ms, &mut report.pinned);
        for runs in report.runs.chunks(RUNS_A_STEP) {
            let runs: Vec<RunId> = runs.to_vec();
            let gone: Ack<()> = self.send(Durability::Normal, move |connection| forget(connection, &runs));
            gone.wait()?;
        }
        for run in &report.runs {
            let folder = RunFolder::of(&self.workspace(), run)?.path();
            report.freed_bytes += files::size_of_folder(&folder);
            if folder.exists() {
                fs::remove_dir_all(&folder).map_err(|error| StoreError::io(&folder, &error))?;
            }
        }
        self.sweep_blobs(&reader, now_wall_ms, &mut report)?;
        Ok(report)
    }

    fn sweep_blobs(&self, reader: &Reader, now_wall_ms: u64, report: &mut GcReport) -> Result<(), StoreError> {
        let mut statement = reader.connection.prepare("SELECT DISTINCT blob FROM pictures")?;
        let named: BTreeSet<String> = statement.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?;
        for (hash, path, size_bytes) in self.blobs().all() {
            if named.contains(&hash.hex()) || is_young(&path, now_wall_ms) {
                continue;
            }
            fs::remove_file(&path).map_err(|error| StoreError::io(&path, &error))?;
            report.blobs += 1;
            report.freed_bytes += size_bytes;
        }
        Ok(())
    }
}

/// A file from the future counts as young: a clock that was moved back must not cost a picture.
fn is_young(path: &Path, now_wall_ms: u64) -> bool {
    let modified = fs::metadata(path).and_then(|meta| meta.modified()).ok();
    let modified_ms = modified.and_then(|at| at.duration_since(UNIX_EPOCH).ok()).map(|since| since.as_millis() as u64);
    modified_ms.is_none_or(|modified_ms| modified_ms + YOUNG_BLOB_MS > now_wall_ms)
}

fn candidates(reader: &Reader, now_wall_ms: u64) -> Result<Vec<Candidate>, StoreError> {
    let sql = "SELECT id, wall_ms, pinned, kind IS NULL FROM runs ORDER BY wall_ms DESC, id DESC";
    let mut statement = reader.connection.prepare(sql)?;
    let found = statement.query_map((), |row| {
        let run = RunId(row.get(0)?);
        let wall_ms: u64 = row.get(1)?;
        let running = row.get::<_, bool>(3)? && wall_ms + KILLED_AFTER_MS > now_wall_ms;
        let folder = RunFolder::of(&reader.workspace, &run).map(|folder| folder.path());
        let size_bytes = folder.map_or(0, |folder| files::size_of_folder(&folder));
        Ok(Candidate { run, wall_ms, pinned: row.get(2)?, running, size_bytes })
    })?;
    let mut found: Vec<Candidate> = found.collect::<Result<_, _>>()?;
    let blobs = crate::blobs::Blobs::of(&reader.workspace);
    let sql = "SELECT DISTINCT blob FROM pictures WHERE run = ?";
    let mut pictures = reader.connection.prepare(sql)?;
    for candidate in &mut found {
        let hashes = pictures.query_map([candidate.run.as_str()], |row| row.get::<_, String>(0))?;
        for hash in hashes {
            let path = crate::blobs::BlobHash::from_hex(&hash?).map(|hash| blobs.path(hash));
            candidate.size_bytes += path.and_then(|path| fs::metadata(path).ok()).map_or(0, |meta| meta.len());
        }
    }
    Ok(found)
}

fn chosen(candidates: &[Candidate], keep: &Keep, now_wall_ms: u64, pinned: &mut u64) -> Vec<RunId> {
    let oldest_ms = keep.days.map_or(0, |days| now_wall_ms.saturating_sub(u64::from(days) * 24 * 3600 * 1000));
    let (mut count, mut size_bytes, mut gone) = (0u32, 0u64, Vec::new());
    for candidate in candidates {
        count += 1;
        size_bytes += candidate.size_bytes;
        let too_old = candidate.wall_ms < oldest_ms;
        let too_many = keep.count.is_some_and(|most| count > most);
        let too_large = keep.size_bytes.is_some_and(|most| size_bytes > most);
        if !(too_old || too_many || too_large) || candidate.running {
            continue;
        }
        if candidate.pinned {
            *pinned += 1;
        } else {
            gone.push(candidate.run.clone());
        }
    }
    gone
}

/// The rows of these runs, then of sessions that have no run left, then trees that nobody names. Spent tokens and
/// idempotency keys stay, and so do the results the keys stand for: else an old request could be carried out again.
fn forget(connection: &Connection, runs: &[RunId]) -> Result<(), StoreError> {
    for run in runs {
        let session: Option<String> =
            connection.query_row("SELECT session FROM runs WHERE id = ?", [run.as_str()], |row| row.get(0))?;
        for sql in RUN_ROWS {
            connection.prepare_cached(sql)?.execute([run.as_str()])?;
        }
        let Some(session) = session else { continue };
        let in_use: bool =
            connection
                .query_row("SELECT EXISTS (SELECT 1 FROM runs WHERE session = ?)", [&session], |row| row.get(0))?;
        if !in_use {
            for sql in SESSION_ROWS {
                connection.prepare_cached(sql)?.execute([&session])?;
            }
        }
    }
    connection.execute("DELETE FROM trees WHERE hash NOT IN (SELECT tree FROM observations)", ())?;
    Ok(())
}

const RUN_ROWS: &[&str] = &[
    "DELETE FROM verdicts WHERE act IN (SELECT row FROM acts WHERE run = ?)",
    "DELETE FROM actuations WHERE act IN (SELECT row FROM acts WHERE run = ?)",
    "DELETE FROM acts WHERE run = ?",
    "DELETE FROM steps WHERE run = ?",
    "DELETE FROM observations WHERE run = ?",
    "DELETE FROM pictures WHERE run = ?",
    "DELETE FROM refusals WHERE run = ?",
    "DELETE FROM detectors WHERE run = ?",
    "DELETE FROM recoveries WHERE run = ?",
    "DELETE FROM network WHERE run = ?",
    "DELETE FROM console WHERE run = ?",
    "DELETE FROM handoffs WHERE run = ?",
    "DELETE FROM results WHERE run = ?1 AND run NOT IN (SELECT run FROM idempotency)",
    "DELETE FROM runs WHERE id = ?",
];

const SESSION_ROWS: &[&str] = &[
    "DELETE FROM verdicts WHERE act IN (SELECT row FROM acts WHERE session = ?)",
    "DELETE FROM actuations WHERE act IN (SELECT row FROM acts WHERE session = ?)",
    "DELETE FROM acts WHERE session = ?",
    "DELETE FROM observations WHERE session = ?",
    "DELETE FROM pictures WHERE session = ?",
    "DELETE FROM refusals WHERE session = ?",
    "DELETE FROM network WHERE session = ?",
    "DELETE FROM console WHERE session = ?",
    "DELETE FROM handoffs WHERE session = ?",
    "DELETE FROM leases WHERE session = ?",
    "DELETE FROM segments WHERE session = ?",
    "DELETE FROM sessions WHERE id = ?",
];
