//! What one run leaves for a person to open: its result and its pictures.

use std::path::{Path, PathBuf};

use baton_base::{Picture, RunId, Scrubbed, is_id};
use serde_json::Value;

use crate::error::StoreError;
use crate::files;

/// The folder `.baton/runs/<run>` of a workspace.
#[derive(Debug, Clone)]
pub struct RunFolder {
    workspace: PathBuf,
    relative: PathBuf,
}

impl RunFolder {
    /// Of that run. Nothing is made before the first write.
    pub fn of(workspace: &Path, run: &RunId) -> Result<RunFolder, StoreError> {
        if !is_id(run.as_str()) {
            return Err(StoreError::NotAnId { what: "run" });
        }
        let relative = Path::new(".baton").join("runs").join(run.as_str());
        Ok(RunFolder { workspace: workspace.to_owned(), relative })
    }

    /// Where it lies on this machine.
    pub fn path(&self) -> PathBuf {
        self.workspace.join(&self.relative)
    }

    /// Where it lies in its workspace, as results name it.
    pub fn relative(&self) -> &Path {
        &self.relative
    }

    /// Writes `result.json` whole or not at all.
    pub fn write_result(&self, result: &Scrubbed<Value>) -> Result<PathBuf, StoreError> {
        let mut pretty = format!("{:#}", result.get());
        pretty.push('\n');
        self.write("result.json", pretty.as_bytes())
    }

    /// Writes a picture named after its step and moment, and says where it lies in the workspace.
    pub fn write_picture(&self, name: &Scrubbed<String>, picture: &Scrubbed<Picture>) -> Result<PathBuf, StoreError> {
        let bytes = picture.get().bytes();
        let extension = if bytes.starts_with(b"\x89PNG") { "png" } else { "jpg" };
        self.write(&format!("{}.{extension}", file_name(name.get())), bytes)
    }

    /// Writes a text such as a log or a report.
    pub fn write_text(&self, name: &'static str, text: &Scrubbed<String>) -> Result<PathBuf, StoreError> {
        self.write(name, text.get().as_bytes())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<PathBuf, StoreError> {
        files::write_whole(&self.path().join(name), bytes)?;
        Ok(self.relative.join(name))
    }
}

/// A name that every file system takes and that leads nowhere else.
fn file_name(name: &str) -> String {
    let plain = |letter: char| if letter.is_alphanumeric() || "._-".contains(letter) { letter } else { '_' };
    let name: String = name.chars().map(plain).take(100).collect();
    let name = name.trim_start_matches('.');
    if name.is_empty() { "picture".to_owned() } else { name.to_owned() }
}
