//! `.baton/engines/<pid>.json`: how a window, a console or a test finds the engines of a workspace.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use baton_api::Engine;
use serde::{Deserialize, Serialize};

/// One engine's announcement. Readable by its owner only, because of the token.
#[derive(Clone, Serialize, Deserialize)]
pub struct EngineFile {
    /// What may be shown of it.
    #[serde(flatten)]
    pub engine: Engine,
    /// What a client must present.
    pub token: String,
}

/// Removes the announcement when the engine ends.
#[derive(Debug)]
pub(crate) struct Announced {
    path: PathBuf,
}

impl Drop for Announced {
    fn drop(&mut self) {
        // A file that cannot be removed is ignored by readers anyway, once its process is gone.
        let _ = fs::remove_file(&self.path);
    }
}

/// Writes the announcement, whole or not at all.
pub(crate) fn announce(workspace: &Path, file: &EngineFile) -> io::Result<Announced> {
    let folder = folder(workspace);
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{}.json", file.engine.pid));
    let draft = folder.join(format!("{}.json.new", file.engine.pid));
    let _ = fs::remove_file(&draft);
    let mut out = owner_only().open(&draft)?;
    out.write_all(&serde_json::to_vec_pretty(file)?)?;
    out.write_all(b"\n")?;
    fs::rename(&draft, &path)?;
    Ok(Announced { path })
}

fn owner_only() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The live engines of a workspace, oldest first. Files of dead processes, and files that cannot be read, are passed
/// over: they say nothing about what runs now.
pub fn list_engines(workspace: &Path) -> io::Result<Vec<EngineFile>> {
    let entries = match fs::read_dir(folder(workspace)) {
        Ok(entries) => entries,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(cause),
    };
    let mut found: Vec<EngineFile> = entries
        .filter_map(|entry| fs::read(entry.ok()?.path()).ok())
        .filter_map(|bytes| serde_json::from_slice::<EngineFile>(&bytes).ok())
        .filter(|file| is_alive(file.engine.pid))
        .collect();
    found.sort_by_key(|file| (file.engine.started_ms, file.engine.pid));
    Ok(found)
}

fn folder(workspace: &Path) -> PathBuf {
    workspace.join(".baton").join("engines")
}

fn is_alive(pid: u32) -> bool {
    let Some(pid) = i32::try_from(pid).ok().and_then(rustix::process::Pid::from_raw) else { return false };
    // A process of another user refuses the question, which also says that it lives.
    !matches!(rustix::process::test_kill_process(pid), Err(rustix::io::Errno::SRCH))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(pid: u32, started_ms: u64) -> EngineFile {
        let engine = Engine { pid, address: "127.0.0.1:1".into(), started_ms, workspace: "/w".into() };
        EngineFile { engine, token: "t".into() }
    }

    #[test]
    fn a_file_is_for_its_owner_and_goes_with_its_engine() {
        let workspace = tempfile::tempdir().unwrap();
        let pid = std::process::id();
        let announced = announce(workspace.path(), &sample(pid, 1)).unwrap();
        let path = folder(workspace.path()).join(format!("{pid}.json"));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o600, "the token is in it, so only its owner may read it");
        }
        assert_eq!(list_engines(workspace.path()).unwrap().len(), 1, "a live engine is found");
        drop(announced);
        assert!(!path.exists(), "it outlived its engine");
    }

    #[test]
    fn the_dead_and_the_unreadable_are_passed_over() {
        let workspace = tempfile::tempdir().unwrap();
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let dead = child.id();
        child.wait().unwrap();
        let _dead = announce(workspace.path(), &sample(dead, 1)).unwrap();
        let _live = announce(workspace.path(), &sample(std::process::id(), 2)).unwrap();
        fs::write(folder(workspace.path()).join("9.json"), "{ half").unwrap();
        let pids: Vec<u32> = list_engines(workspace.path()).unwrap().iter().map(|file| file.engine.pid).collect();
        assert_eq!(pids, [std::process::id()], "only the live engine is listed");
    }

    #[test]
    fn a_workspace_without_engines_has_none() {
        let workspace = tempfile::tempdir().unwrap();
        assert!(list_engines(workspace.path()).unwrap().is_empty(), "nothing was announced there");
    }
}
