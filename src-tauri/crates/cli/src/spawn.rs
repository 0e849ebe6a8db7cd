//! The one process the command line starts of its own: git, asked for what a file was.

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Why git did not tell.
#[derive(Debug, thiserror::Error)]
pub enum GitError {
    /// It could not be started.
    #[error("git could not be started: {0}")]
    NotStarted(std::io::Error),
    /// The folder is in no repository, or the repository has no such revision.
    #[error("git knows no revision `{revision}` here: {said}")]
    NoRevision {
        /// What was asked for.
        revision: String,
        /// Git's words.
        said: String,
    },
}

/// The full id of a commit. Whatever `revision` is, git never takes it for an option.
pub fn commit(folder: &Path, revision: &str) -> Result<String, GitError> {
    let named = format!("{revision}^{{commit}}");
    let output = git(folder, &["rev-parse", "--verify", "--end-of-options", &named])?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(GitError::NoRevision { revision: revision.to_owned(), said })
}

/// What a file was at `commit`, as bytes; none when it was not there. `path` is below `folder`.
pub fn file_at(folder: &Path, commit: &str, path: &str) -> Result<Option<Vec<u8>>, GitError> {
    let output = git(folder, &["show", &format!("{commit}:./{path}")])?;
    Ok(output.status.success().then_some(output.stdout))
}

fn git(folder: &Path, arguments: &[&str]) -> Result<Output, GitError> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(arguments).stdin(Stdio::null());
    command.output().map_err(GitError::NotStarted)
}
