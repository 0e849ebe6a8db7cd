//! Whether the journal and its files are whole.

use std::path::Path;

use crate::blobs::{BlobHash, Blobs};
use crate::error::StoreError;
use crate::read::Reader;

/// What a check of the whole journal found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checkup {
    /// What is wrong, one sentence each; empty when all is whole.
    pub wrong: Vec<String>,
    /// The file's version.
    pub version: u32,
    /// How many runs there are.
    pub runs: u64,
    /// How many blobs were read and matched their names.
    pub blobs: u64,
}

/// Reads every page, tree and blob of the workspace in `workspace`. Takes as long as the disk takes.
pub fn check_up(workspace: &Path) -> Result<Checkup, StoreError> {
    let reader = Reader::open(workspace)?;
    let mut checkup = Checkup { version: crate::migrate::version(&reader.connection)?, ..Checkup::default() };
    check_pages(&reader, &mut checkup)?;
    if checkup.wrong.is_empty() {
        checkup.runs = reader.count("runs")?;
        check_trees(&reader, &mut checkup)?;
        check_pictures(&reader, &mut checkup)?;
    }
    check_blobs(workspace, &mut checkup);
    Ok(checkup)
}

fn check_pages(reader: &Reader, checkup: &mut Checkup) -> Result<(), StoreError> {
    let found = match reader.connection.prepare("PRAGMA integrity_check(20)") {
        Ok(mut statement) => statement.query_map((), |row| row.get::<_, String>(0))?.collect::<Result<Vec<_>, _>>(),
        Err(error) => Err(error),
    };
    match found {
        Ok(lines) => checkup.wrong.extend(lines.into_iter().filter(|line| line != "ok")),
        Err(error) => checkup.wrong.push(StoreError::from(error).to_string()),
    }
    Ok(())
}

fn check_trees(reader: &Reader, checkup: &mut Checkup) -> Result<(), StoreError> {
    let mut statement = reader.connection.prepare("SELECT DISTINCT tree FROM observations")?;
    let hashes: Vec<String> = statement.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?;
    for hash in hashes {
        if let Err(error) = reader.tree(&hash) {
            checkup.wrong.push(error.to_string());
        }
    }
    Ok(())
}

fn check_pictures(reader: &Reader, checkup: &mut Checkup) -> Result<(), StoreError> {
    let blobs = Blobs::of(&reader.workspace);
    let mut statement = reader.connection.prepare("SELECT DISTINCT blob FROM pictures")?;
    let hashes: Vec<String> = statement.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?;
    for hash in hashes {
        if !BlobHash::from_hex(&hash).is_some_and(|hash| blobs.path(hash).exists()) {
            checkup.wrong.push(format!("the journal names picture {hash}, and its file is gone"));
        }
    }
    Ok(())
}

fn check_blobs(workspace: &Path, checkup: &mut Checkup) {
    let blobs = Blobs::of(workspace);
    for (hash, _, _) in blobs.all() {
        match blobs.get(hash) {
            Ok(_) => checkup.blobs += 1,
            Err(error) => checkup.wrong.push(error.to_string()),
        }
    }
}
