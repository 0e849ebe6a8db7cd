//! What can go wrong with the disk under the journal, and what to do about it.

use std::io;
use std::path::Path;

use rusqlite::ErrorCode;

/// Why something was not stored or not read. All have the code `STORAGE`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process held the journal for longer than the busy timeout.
    #[error("the journal is locked by another process: {cause}")]
    Locked {
        /// SQLite's words.
        cause: String,
    },
    /// The file was written by a newer Baton.
    #[error("the journal has version {found}, this Baton knows versions up to {known}")]
    Newer {
        /// The file's version.
        found: u32,
        /// The newest known one.
        known: u32,
    },
    /// The file's pages do not fit together.
    #[error("the journal is damaged: {cause}")]
    Damaged {
        /// What SQLite found.
        cause: String,
    },
    /// The folder or the file system lets nobody write.
    #[error("the journal cannot be written, its place is read-only: {cause}")]
    ReadOnly {
        /// The system's words.
        cause: String,
    },
    /// No room is left.
    #[error("the disk is full: {cause}")]
    DiskFull {
        /// The system's words.
        cause: String,
    },
    /// A row or key that may exist once exists already.
    #[error("already in the journal: {cause}")]
    AlreadyThere {
        /// Which constraint.
        cause: String,
    },
    /// An id that Baton cannot have made; whatever it is, it was not scrubbed.
    #[error("not an id of a {what}")]
    NotAnId {
        /// What it should name.
        what: &'static str,
    },
    /// There is no such thing in the journal.
    #[error("no {what} {id} in the journal")]
    Missing {
        /// The kind of thing.
        what: &'static str,
        /// Which one.
        id: String,
    },
    /// A stored file or tree is not what its name says.
    #[error("{what} does not match its hash or cannot be read back: {cause}")]
    Spoilt {
        /// Which one.
        what: String,
        /// What was found.
        cause: String,
    },
    /// The journal was closed while something was still to be written.
    #[error("the journal is closed")]
    Closed,
    /// The operating system refused.
    #[error("{place}: {cause}")]
    Io {
        /// The file or folder.
        place: String,
        /// The system's words.
        cause: String,
    },
    /// SQLite refused for a reason that is none of the above.
    #[error("the journal refused: {cause}")]
    Refused {
        /// SQLite's words.
        cause: String,
    },
}

impl StoreError {
    /// The code of behaviour §5.
    pub fn code(&self) -> &'static str {
        "STORAGE"
    }

    /// What to do next.
    pub fn hint(&self) -> &'static str {
        match self {
            StoreError::Locked { .. } => {
                "wait for the other baton or sqlite3 process to end, or end it, then try again"
            }
            StoreError::Newer { .. } => "upgrade Baton: a newer version wrote this workspace's journal",
            StoreError::Damaged { .. } => {
                "reading still works where pages are whole: save results with `baton runs export`, then move .baton/journal.db* \
                 aside and run again; a new journal is made"
            }
            StoreError::ReadOnly { .. } => {
                "make .baton/ writable for this user, or choose another folder with --workspace"
            }
            StoreError::DiskFull { .. } => "free some space, for instance with `baton runs gc`, then try again",
            StoreError::AlreadyThere { .. } => "nothing was changed; the first entry stands",
            StoreError::NotAnId { .. } => "only ids that Baton made may be stored unscrubbed",
            StoreError::Missing { .. } => "`baton runs list` shows what there is",
            StoreError::Spoilt { .. } => {
                "restore the file from a backup, or delete it; `baton doctor` lists all of them"
            }
            StoreError::Closed => "the session has ended; start another",
            StoreError::Io { .. } => "check that the place exists and may be written",
            StoreError::Refused { .. } => "run `baton doctor`; if the journal is whole, please report this",
        }
    }

    /// From an operation on the file or folder at `place`.
    pub(crate) fn io(place: &Path, error: &io::Error) -> StoreError {
        let cause = format!("{}: {error}", place.display());
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::DiskFull { cause },
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => StoreError::ReadOnly { cause },
            _ => StoreError::Io { place: place.display().to_string(), cause: error.to_string() },
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        let cause = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreError::Locked { cause },
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreError::Damaged { cause },
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
                StoreError::ReadOnly { cause }
            }
            Some(ErrorCode::DiskFull) => StoreError::DiskFull { cause },
            Some(ErrorCode::ConstraintViolation) => StoreError::AlreadyThere { cause },
            _ => StoreError::Refused { cause },
        }
    }
}
