//! Files written whole or not at all, and failures of the disk said in words.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Why something could not be written. What was there before is still there.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// The folder or its disk cannot be written to.
    #[error("{} cannot be written: the folder is read-only", path.display())]
    ReadOnly {
        /// What was to be written.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The disk is full, or the user's share of it.
    #[error("{} cannot be written: the disk is full", path.display())]
    Full {
        /// What was to be written.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Anything else the system refuses.
    #[error("{}: {source}", path.display())]
    Other {
        /// What was to be read or written.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl DiskError {
    pub(crate) fn of(path: &Path, source: io::Error) -> DiskError {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::ReadOnlyFilesystem | io::ErrorKind::PermissionDenied => DiskError::ReadOnly { path, source },
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => DiskError::Full { path, source },
            _ => DiskError::Other { path, source },
        }
    }

    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            DiskError::ReadOnly { .. } => "make the folder writable, or copy the workspace to one that is",
            DiskError::Full { .. } => {
                "free some space (`baton runs gc` removes old runs) and do it again; nothing was lost"
            }
            DiskError::Other { .. } => "look at the file and its folder, then do it again",
        }
    }
}

/// Makes `path` hold exactly these bytes: written beside it, forced to the disk, then put in its place.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
    let beside = beside(path);
    let written = write_new(&beside, bytes, path).and_then(|()| fs::rename(&beside, path));
    if let Err(error) = written {
        let _ = fs::remove_file(&beside);
        return Err(DiskError::of(path, error));
    }
    sync_folder(path);
    Ok(())
}

/// Adds one line at the end, forced to the disk before this returns. A line that did not fit is taken back.
pub fn append_line(path: &Path, line: &str) -> Result<(), DiskError> {
    append(path, line).map_err(|error| DiskError::of(path, error))
}

fn append(path: &Path, line: &str) -> io::Result<()> {
    let is_new = !path.exists();
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    file.lock()?;
    let length = file.seek(SeekFrom::End(0))?;
    // A line cut off by a crash is closed first, so that it stays what it is and this one stays whole.
    let broken_off = length > 0 && last_byte(&mut file, length)? != b'\n';
    let text = format!("{}{line}\n", if broken_off { "\n" } else { "" });
    if let Err(error) = file.write_all(text.as_bytes()).and_then(|()| file.sync_all()) {
        let _ = file.set_len(length);
        if is_new {
            let _ = fs::remove_file(path);
        }
        return Err(error);
    }
    if is_new {
        sync_folder(path);
    }
    Ok(())
}

fn last_byte(file: &mut File, length: u64) -> io::Result<u8> {
    let mut byte = [0];
    file.seek(SeekFrom::Start(length - 1))?;
    file.read_exact(&mut byte)?;
    Ok(byte[0])
}

fn write_new(beside: &Path, bytes: &[u8], like: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(beside)?;
    if let Ok(was) = fs::metadata(like) {
        file.set_permissions(was.permissions())?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    path.with_file_name(format!(".{name}.{}-{count}.tmp", std::process::id()))
}

/// Without it a crash could forget the new name. Some file systems refuse; the bytes are safe all the same.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two", "the second writing replaced the first");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays");
        let missing = write_whole(&folder.path().join("no/such/a"), b"x");
        assert!(matches!(missing, Err(DiskError::Other { .. })), "a missing folder is said: {missing:?}");
    }

    #[test]
    fn a_line_after_a_broken_one_stands_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        fs::write(&path, "{\"whole\":1}\n{\"bro").unwrap();
        append_line(&path, "{\"new\":1}").unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            "{\"whole\":1}\n{\"bro\n{\"new\":1}\n",
            "the broken line is closed"
        );
    }

    #[test]
    fn a_full_disk_takes_the_half_line_back() {
        // Every write to /dev/full fails as on a full disk; a real one is mounted by the end-to-end tests.
        let error = append(Path::new("/dev/full"), "x").map_err(|error| DiskError::of(Path::new("a"), error));
        assert!(matches!(error, Err(DiskError::Full { .. })), "it says that the disk is full: {error:?}");
        let full = DiskError::of(Path::new("a.jsonl"), io::ErrorKind::StorageFull.into());
        assert!(full.to_string().contains("the disk is full") && full.hint().contains("nothing was lost"), "{full}");
        let read_only = DiskError::of(Path::new("a.jsonl"), io::ErrorKind::ReadOnlyFilesystem.into());
        assert!(read_only.to_string().contains("read-only") && read_only.hint().contains("writable"), "{read_only}");
    }
}
