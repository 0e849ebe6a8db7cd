//! The one thread that writes. What waits is written in one transaction, and acknowledged after its commit.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::ack::Ack;
use crate::error::StoreError;
use crate::journal::Durability;
use crate::migrate;

/// How long another process may hold the file before that is an error.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_millis(if cfg!(test) { 200 } else { 5_000 });

/// More rows than this in one transaction would make the first of them wait too long for its acknowledgement.
const MOST_IN_A_GROUP: usize = 256;

/// Rows waiting beyond this make the caller wait instead.
const MOST_WAITING: usize = 4096;

/// A write-ahead log of this size is copied into the file, by another thread.
const CHECKPOINT_AT_BYTES: u64 = 4 << 20;

/// While rows keep coming the other thread never gets to the log's end; past this size the writer copies the rest itself,
/// which is little by then, so that the log starts over.
const CHECKPOINT_HERE_BYTES: u64 = 16 << 20;

/// Files up to this size are checked page by page when opened, in about 10 ms.
const CHECKED_WHOLE_BYTES: u64 = 4 << 20;

type Tell = Box<dyn FnOnce(Option<StoreError>) + Send>;
type Work = Box<dyn FnOnce(&Connection) -> Result<Tell, StoreError> + Send>;

/// Something to write, and whom to tell.
pub(crate) struct Job {
    durability: Durability,
    work: Work,
    failed: Box<dyn FnOnce(StoreError) + Send>,
}

impl Job {
    pub(crate) fn new<T: Send + 'static>(
        durability: Durability,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> (Job, Ack<T>) {
        let (tell, ack) = Ack::pair();
        let tell = Arc::new(Mutex::new(Some(tell)));
        let failing = Arc::clone(&tell);
        let settle = |tell: &Mutex<Option<tokio::sync::oneshot::Sender<_>>>, result| {
            // Nobody listens when the caller forgot the acknowledgement; the row is written all the same.
            if let Some(tell) = tell.lock().unwrap_or_else(PoisonError::into_inner).take() {
                let _ = tell.send(result);
            }
        };
        let work = move |connection: &Connection| -> Result<Tell, StoreError> {
            let done = work(connection)?;
            Ok(Box::new(move |failed: Option<StoreError>| settle(&tell, failed.map_or(Ok(done), Err))))
        };
        let failed = Box::new(move |error| settle(&failing, Err(error)));
        (Job { durability, work: Box::new(work), failed }, ack)
    }
}

/// The thread's owner: dropping it waits until all is written.
#[derive(Debug)]
pub(crate) struct Writer {
    jobs: Option<SyncSender<Job>>,
    threads: Vec<JoinHandle<()>>,
    damage: Arc<Mutex<Option<StoreError>>>,
}

impl Writer {
    pub(crate) fn send(&self, job: Job) {
        let Some(jobs) = &self.jobs else { return };
        // Failing to send drops the job, and with it the acknowledgement's other half: the caller is told `Closed`.
        match jobs.try_send(job) {
            Ok(()) | Err(TrySendError::Disconnected(_)) => {}
            Err(TrySendError::Full(job)) => drop(jobs.send(job)),
        }
    }

    /// What the writer found to be wrong with the file since it was opened.
    pub(crate) fn damage(&self) -> Option<StoreError> {
        self.damage.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.jobs.take());
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a thread of the journal panicked");
            }
        }
    }
}

/// Opens the file for writing, brings it up to date and starts the threads.
pub(crate) fn start(path: &Path) -> Result<Writer, StoreError> {
    let mut connection = open(path)?;
    migrate::up(&mut connection)?;
    probe(&connection, path)?;
    let damage = Arc::new(Mutex::new(None));
    let (jobs, waiting) = sync_channel(MOST_WAITING);
    let (full, log_is_full) = sync_channel(1);
    let log = log_of(path);
    let seen = Arc::clone(&damage);
    let turn = Arc::new(Mutex::new(()));
    let writers_turn = Arc::clone(&turn);
    let threads = vec![
        spawn("journal-writer", move || {
            let log = Log { path: log, is_full: full, turn: writers_turn };
            write_all(&connection, &waiting, &log, &seen);
        })?,
        spawn("journal-checkpoint", {
            let path = path.to_owned();
            move || checkpoint_all(&path, &log_is_full, &turn)
        })?,
    ];
    Ok(Writer { jobs: Some(jobs), threads, damage })
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, StoreError> {
    let started = std::thread::Builder::new().name(name.to_owned()).spawn(work);
    started.map_err(|error| StoreError::Io { place: format!("thread {name}"), cause: error.to_string() })
}

fn log_of(path: &Path) -> PathBuf {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    PathBuf::from(log)
}

fn open(path: &Path) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, OpenFlags::default())?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(64);
    // A newer file is refused before anything in it is touched.
    migrate::version(&connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)?;
    // A log that starts over gives its room back, else its size would ask for a checkpoint at each commit.
    connection.pragma_update(None, "journal_size_limit", 1 << 20)?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    Ok(connection)
}

/// Damage is better found now than at the first write of a run.
fn probe(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let size = std::fs::metadata(path).map_or(0, |meta| meta.len());
    if size > CHECKED_WHOLE_BYTES {
        return Ok(());
    }
    let found: String = connection.query_row("PRAGMA quick_check(1)", (), |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(StoreError::Damaged { cause: found }) }
}

/// The write-ahead log, as the writer sees it.
struct Log {
    path: PathBuf,
    is_full: SyncSender<()>,
    /// SQLite lets one connection checkpoint at a time and turns a second one away; here it waits.
    turn: Arc<Mutex<()>>,
}

impl Log {
    fn keep_small(&self, connection: &Connection) {
        let bytes = std::fs::metadata(&self.path).map_or(0, |meta| meta.len());
        if bytes > CHECKPOINT_HERE_BYTES {
            let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
            checkpoint(connection, "PRAGMA wal_checkpoint(PASSIVE)");
        } else if bytes > CHECKPOINT_AT_BYTES {
            // When a checkpoint is asked for already, once is enough.
            let _ = self.is_full.try_send(());
        }
    }
}

fn write_all(connection: &Connection, waiting: &Receiver<Job>, log: &Log, damage: &Mutex<Option<StoreError>>) {
    let mut synchronous = Durability::Normal;
    while let Ok(first) = waiting.recv() {
        let mut group = vec![first];
        group.extend(waiting.try_iter().take(MOST_IN_A_GROUP - 1));
        if let Err(error @ StoreError::Damaged { .. }) = write_group(connection, group, &mut synchronous) {
            *damage.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        }
        log.keep_small(connection);
    }
}

/// One transaction. A job that fails takes only its own rows back; when the transaction fails, all are told.
fn write_group(connection: &Connection, group: Vec<Job>, synchronous: &mut Durability) -> Result<(), StoreError> {
    let needed = group.iter().map(|job| job.durability).max().unwrap_or(Durability::Normal);
    let mut lost = begin(connection, needed, synchronous).err();
    let mut worst = Ok(());
    let mut done: Vec<Tell> = Vec::with_capacity(group.len());
    for job in group {
        if let Some(error) = &lost {
            (job.failed)(error.clone());
            continue;
        }
        match in_savepoint(connection, job.work) {
            Ok(tell) => done.push(tell),
            Err(error) => {
                // A full disk makes SQLite take the whole transaction back, not this job's rows alone.
                lost = connection.is_autocommit().then(|| error.clone());
                worst = Err(error.clone());
                (job.failed)(error);
            }
        }
    }
    let ended = lost.map_or_else(|| commit(connection), Err);
    let failed = ended.as_ref().err().cloned();
    done.into_iter().for_each(|tell| tell(failed.clone()));
    ended.and(worst)
}

fn commit(connection: &Connection) -> Result<(), StoreError> {
    let committed = connection.execute_batch("COMMIT").map_err(StoreError::from);
    if committed.is_err() && !connection.is_autocommit() {
        // What cannot be rolled back either is rolled back by SQLite when the file is opened next.
        let _ = connection.execute_batch("ROLLBACK");
    }
    committed
}

fn begin(connection: &Connection, needed: Durability, synchronous: &mut Durability) -> Result<(), StoreError> {
    if needed != *synchronous {
        let level = if needed == Durability::Full { "FULL" } else { "NORMAL" };
        connection.pragma_update(None, "synchronous", level)?;
        *synchronous = needed;
    }
    Ok(connection.execute_batch("BEGIN IMMEDIATE")?)
}

fn in_savepoint(connection: &Connection, work: Work) -> Result<Tell, StoreError> {
    connection.prepare_cached("SAVEPOINT job")?.execute(())?;
    let result = work(connection);
    if connection.is_autocommit() {
        return result;
    }
    if result.is_err() {
        connection.prepare_cached("ROLLBACK TO job")?.execute(())?;
    }
    connection.prepare_cached("RELEASE job")?.execute(())?;
    result
}

/// Copies the log into the file while the writer goes on, and once more at the end so that one file is left.
fn checkpoint_all(path: &Path, log_is_full: &Receiver<()>, turn: &Mutex<()>) {
    let Ok(connection) = Connection::open(path) else { return };
    let _ = connection.busy_timeout(BUSY_TIMEOUT);
    while log_is_full.recv().is_ok() {
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        checkpoint(&connection, "PRAGMA wal_checkpoint(PASSIVE)");
    }
    let _ = connection.busy_timeout(Duration::ZERO);
    checkpoint(&connection, "PRAGMA wal_checkpoint(TRUNCATE)");
}

fn checkpoint(connection: &Connection, how: &str) {
    if let Err(error) = connection.query_row(how, (), |_| Ok(())) {
        tracing::warn!(%error, "the journal's log could not be copied into its file; it is tried again later");
    }
}
