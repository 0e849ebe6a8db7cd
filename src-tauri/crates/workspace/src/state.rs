//! `.baton/`: what Baton keeps for itself beside a workspace. Private to its user, and never needed to run what is approved.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::disk::{DiskError, write_whole};

/// The places in `.baton/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateDir {
    root: PathBuf,
}

impl StateDir {
    /// The state of the workspace in `folder`. Nothing is made yet.
    pub fn of(folder: &Path) -> StateDir {
        StateDir { root: folder.join(".baton") }
    }

    /// `.baton` itself.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The journal.
    pub fn journal(&self) -> PathBuf {
        self.root.join("journal.db")
    }

    /// Pictures and other large things, by their hash.
    pub fn blobs(&self) -> PathBuf {
        self.root.join("blobs")
    }

    /// One folder a run.
    pub fn runs(&self) -> PathBuf {
        self.root.join("runs")
    }

    /// One file an engine that is running.
    pub fn engines(&self) -> PathBuf {
        self.root.join("engines")
    }

    /// Makes the folders, open to nobody but their user, and keeps them out of version control.
    pub fn make(&self) -> Result<(), DiskError> {
        for folder in [self.root.clone(), self.blobs(), self.runs(), self.engines()] {
            make_private(&folder).map_err(|error| DiskError::of(&folder, error))?;
        }
        let ignore = self.root.join(".gitignore");
        if !ignore.exists() {
            write_whole(&ignore, b"*\n")?;
        }
        Ok(())
    }

    /// Keeps which seal was described last for a scenario: only that one may be approved.
    pub fn remember_described(&self, scenario: &str, seal: &str) -> Result<(), DiskError> {
        self.make()?;
        let mut described = self.all_described();
        described.insert(scenario.to_owned(), Value::from(seal));
        write_whole(&self.described_file(), Value::Object(described).to_string().as_bytes())
    }

    /// The seal that was described last for a scenario.
    pub fn described(&self, scenario: &str) -> Option<String> {
        self.all_described().get(scenario).and_then(Value::as_str).map(str::to_owned)
    }

    fn described_file(&self) -> PathBuf {
        self.root.join("described.json")
    }

    /// Unreadable is as good as nothing described: it only means describing again.
    fn all_described(&self) -> Map<String, Value> {
        let text = fs::read_to_string(self.described_file()).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }
}

#[cfg(unix)]
fn make_private(folder: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
    match fs::DirBuilder::new().mode(0o700).create(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && folder.is_dir() => {
            let mode = fs::metadata(folder)?.permissions().mode();
            if mode & 0o077 == 0 { Ok(()) } else { fs::set_permissions(folder, fs::Permissions::from_mode(0o700)) }
        }
        made => made,
    }
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_is_private_and_keeps_what_was_described() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let state = StateDir::of(folder.path());
        assert_eq!(state.described("s"), None, "nothing was described yet");
        state.make().unwrap();
        for made in [state.root().to_owned(), state.blobs(), state.runs(), state.engines()] {
            let mode = fs::metadata(&made).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o700, "{} is open to its user only", made.display());
        }
        state.remember_described("s", "sha256:1").unwrap();
        state.remember_described("t", "sha256:2").unwrap();
        assert_eq!(state.described("s").as_deref(), Some("sha256:1"), "each scenario keeps its own");
        fs::write(state.root().join("described.json"), "{ broken").unwrap();
        assert_eq!(state.described("s"), None, "a damaged note only means describing again");
    }
}
