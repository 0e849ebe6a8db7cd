//! Files that are there whole or not at all, and the places they have in a workspace.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use baton_base::new_id;

use crate::error::StoreError;

/// `.baton` of a workspace.
pub(crate) fn baton_folder(workspace: &Path) -> PathBuf {
    workspace.join(".baton")
}

/// The journal's file.
pub(crate) fn journal_file(workspace: &Path) -> PathBuf {
    baton_folder(workspace).join("journal.db")
}

/// Makes `.baton` for its owner alone, and keeps it out of version control.
pub(crate) fn make_baton_folder(workspace: &Path) -> Result<(), StoreError> {
    let folder = baton_folder(workspace);
    make_folder(&folder)?;
    let ignore = folder.join(".gitignore");
    if !ignore.exists() {
        write_whole(&ignore, b"*\n")?;
    }
    Ok(())
}

pub(crate) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|error| StoreError::io(folder, &error))
}

/// Writes beside the place, syncs, then renames: a reader sees the old file or the new one, a crash leaves no half of it.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let Some(folder) = path.parent() else {
        return Err(StoreError::io(path, &io::ErrorKind::InvalidInput.into()));
    };
    make_folder(folder)?;
    let beside = folder.join(format!(".{}.part", new_id()));
    let written =
        write_synced(&beside, bytes).and_then(|()| fs::rename(&beside, path)).and_then(|()| sync_folder(folder));
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        StoreError::io(path, &error)
    })
}

fn write_synced(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A rename is only safe once the folder that holds the name is on the disk too.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The size of everything below `folder`, in bytes; zero when it is not there.
pub(crate) fn size_of_folder(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let size = |entry: fs::DirEntry| match entry.metadata() {
        Ok(meta) if meta.is_dir() => size_of_folder(&entry.path()),
        Ok(meta) => meta.len(),
        Err(_) => 0,
    };
    entries.flatten().map(size).sum()
}
