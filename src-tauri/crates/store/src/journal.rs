//! The way in: rows go to one writer and come back acknowledged.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use baton_base::RunId;

use crate::ack::Ack;
use crate::blobs::Blobs;
use crate::column::RowId;
use crate::error::StoreError;
use crate::files;
use crate::read::Reader;
use crate::run_folder::RunFolder;
use crate::tables::{Into, Row};
use crate::writer::{self, Job, Writer};

/// What an acknowledgement promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Durability {
    /// It outlives the death of the process.
    Normal,
    /// It outlives a power cut too: for intents of irreversible steps, commits, approvals, spent tokens.
    Full,
}

/// Whether the journal can be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    /// Reading and writing work.
    Whole,
    /// Only reading works; each write is refused with this error.
    ReadOnly(StoreError),
}

/// The journal of one workspace. Cheap to clone; the last clone to go waits until all is written.
#[derive(Debug, Clone)]
pub struct Journal {
    workspace: Arc<Path>,
    writer: Result<Arc<Writer>, StoreError>,
}

impl Journal {
    /// Opens, or makes, the journal of the workspace in `workspace`. A damaged one, and one in a place that cannot be
    /// written, is opened for reading alone ([`Journal::health`]); a locked or newer one is an error.
    pub fn open(workspace: &Path) -> Result<Journal, StoreError> {
        let opened = files::make_baton_folder(workspace).and_then(|()| writer::start(&files::journal_file(workspace)));
        let writer = match opened {
            Ok(writer) => Ok(Arc::new(writer)),
            Err(error @ (StoreError::Damaged { .. } | StoreError::ReadOnly { .. })) => {
                // When not even reading works, the first error is the one to tell.
                Reader::open(workspace).map_err(|_| error.clone())?;
                Err(error)
            }
            Err(error) => return Err(error),
        };
        Ok(Journal { workspace: workspace.into(), writer })
    }

    /// Whether it can be written, and if not, why.
    pub fn health(&self) -> Health {
        match &self.writer {
            Ok(writer) => writer.damage().map_or(Health::Whole, Health::ReadOnly),
            Err(error) => Health::ReadOnly(error.clone()),
        }
    }

    /// Writes a row and tells its number. A second entry where there may be one is [`StoreError::AlreadyThere`].
    pub fn put(&self, row: impl Row, durability: Durability) -> Ack<RowId> {
        self.send(durability, move |connection| {
            let written = row.write(Into(connection))?;
            written.map(RowId).ok_or_else(|| StoreError::AlreadyThere { cause: "this entry may be made once".into() })
        })
    }

    /// Writes an entry that may be made once, always to the disk. False when it was there already: the caller came second.
    pub fn put_once(&self, row: impl Row) -> Ack<bool> {
        self.send(Durability::Full, move |connection| Ok(row.write(Into(connection))?.is_some()))
    }

    /// Keeps a run from `gc`, or no longer.
    pub fn pin(&self, run: &RunId, pinned: bool) -> Ack<()> {
        let run = run.clone();
        self.send(Durability::Normal, move |connection| {
            match connection.execute("UPDATE runs SET pinned = ? WHERE id = ?", (pinned, run.as_str()))? {
                0 => Err(StoreError::Missing { what: "run", id: run.to_string() }),
                _ => Ok(()),
            }
        })
    }

    /// A connection of its own to read with.
    pub fn reader(&self) -> Result<Reader, StoreError> {
        Reader::open(&self.workspace)
    }

    /// Where pictures are kept.
    pub fn blobs(&self) -> Blobs {
        Blobs::of(&self.workspace)
    }

    /// The folder of a run.
    pub fn run_folder(&self, run: &RunId) -> Result<RunFolder, StoreError> {
        RunFolder::of(&self.workspace, run)
    }

    /// The workspace it belongs to.
    pub fn workspace(&self) -> PathBuf {
        self.workspace.to_path_buf()
    }

    pub(crate) fn send<T: Send + 'static>(
        &self,
        durability: Durability,
        work: impl FnOnce(&rusqlite::Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Ack<T> {
        match &self.writer {
            Ok(writer) => {
                let (job, ack) = Job::new(durability, work);
                writer.send(job);
                ack
            }
            Err(error) => Ack::settled(Err(error.clone())),
        }
    }
}
