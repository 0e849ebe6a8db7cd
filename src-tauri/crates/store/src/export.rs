//! A run as a folder to hand on: its result, its rows, its trees, its pictures.

use std::fs;
use std::path::{Path, PathBuf};

use baton_base::RunId;
use serde_json::Value;

use crate::blobs::{BlobHash, Blobs};
use crate::error::StoreError;
use crate::files;
use crate::read::{Reader, RunWhole};
use crate::run_folder::RunFolder;

/// What an export wrote. All of it was scrubbed when it was stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The folder.
    pub folder: PathBuf,
    /// The files in it, by their places in the folder.
    pub files: Vec<PathBuf>,
    /// What the journal names and the disk no longer has.
    pub missing: Vec<String>,
}

impl Reader {
    /// Writes a run to `folder`, which must be empty or not there: `result.json`, `journal.json`, `trees/`, `pictures/`, and
    /// the run's own folder as `run/`.
    pub fn export(&self, run: &RunId, folder: &Path) -> Result<Bundle, StoreError> {
        let whole = self.run(run)?;
        if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
            let cause = "the folder is not empty; name one that is not there yet".to_owned();
            return Err(StoreError::Io { place: folder.display().to_string(), cause });
        }
        let mut bundle = Bundle { folder: folder.to_owned(), files: Vec::new(), missing: Vec::new() };
        match &whole.result {
            Some(result) => bundle.add_json("result.json", result)?,
            None => bundle.missing.push("result: the run has not ended, or was killed".to_owned()),
        }
        bundle.add_json("journal.json", &serde_json::to_value(&whole).unwrap_or_default())?;
        self.add_trees(&whole, &mut bundle)?;
        self.add_pictures(&whole, &mut bundle)?;
        bundle.add_folder(&RunFolder::of(&self.workspace, run)?.path(), Path::new("run"))?;
        Ok(bundle)
    }

    fn add_trees(&self, whole: &RunWhole, bundle: &mut Bundle) -> Result<(), StoreError> {
        for hash in distinct(whole, "observations", "tree") {
            match self.tree(hash) {
                Ok(tree) => bundle.add_json(&format!("trees/{hash}.json"), &tree)?,
                Err(error) => bundle.missing.push(error.to_string()),
            }
        }
        Ok(())
    }

    fn add_pictures(&self, whole: &RunWhole, bundle: &mut Bundle) -> Result<(), StoreError> {
        let blobs = Blobs::of(&self.workspace);
        for hash in distinct(whole, "pictures", "blob") {
            match BlobHash::from_hex(hash).map(|hash| blobs.get(hash)) {
                Some(Ok(bytes)) => {
                    let extension = if bytes.starts_with(b"\x89PNG") { "png" } else { "jpg" };
                    bundle.add(Path::new(&format!("pictures/{hash}.{extension}")), &bytes)?;
                }
                Some(Err(error)) => bundle.missing.push(error.to_string()),
                None => bundle.missing.push(format!("picture {hash}: not a hash")),
            }
        }
        Ok(())
    }
}

fn distinct<'a>(whole: &'a RunWhole, table: &str, column: &str) -> Vec<&'a str> {
    let rows = whole.rows.get(table).into_iter().flatten();
    let mut found: Vec<&str> = rows.filter_map(|row| row.get(column)?.as_str()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

impl Bundle {
    fn add_json(&mut self, place: &str, value: &Value) -> Result<(), StoreError> {
        self.add(Path::new(place), format!("{value:#}\n").as_bytes())
    }

    fn add(&mut self, place: &Path, bytes: &[u8]) -> Result<(), StoreError> {
        files::write_whole(&self.folder.join(place), bytes)?;
        self.files.push(place.to_owned());
        Ok(())
    }

    fn add_folder(&mut self, from: &Path, place: &Path) -> Result<(), StoreError> {
        let Ok(entries) = fs::read_dir(from) else { return Ok(()) };
        for entry in entries.flatten() {
            let (path, place) = (entry.path(), place.join(entry.file_name()));
            if path.is_dir() {
                self.add_folder(&path, &place)?;
                continue;
            }
            let bytes = fs::read(&path).map_err(|error| StoreError::io(&path, &error))?;
            self.add(&place, &bytes)?;
        }
        Ok(())
    }
}
