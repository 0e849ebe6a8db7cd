//! The files below a workspace, and nothing outside it.

use std::fs;
use std::path::{Component, Path, PathBuf};

use baton_scenario::files::{FileProblem, Files};

/// A scenario, family, policy or table larger than that is a mistake.
const LARGEST_BYTES: u64 = 16 * 1024 * 1024;

/// Why a file cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The path leads out of the workspace, by itself or by a link.
    #[error("`{0}` leads out of the workspace")]
    Outside(String),
    /// There is none.
    #[error("there is no file `{0}` in the workspace")]
    Missing(String),
    /// It is no text.
    #[error("`{0}` is not UTF-8 text")]
    NotText(String),
    /// It is too large.
    #[error("`{path}` has {bytes} bytes; at most {LARGEST_BYTES} are read")]
    TooLarge {
        /// Which.
        path: String,
        /// Its size.
        bytes: u64,
    },
    /// The system refuses.
    #[error("`{path}` cannot be read: {source}")]
    Unreadable {
        /// Which.
        path: String,
        /// What the system said.
        source: std::io::Error,
    },
}

/// The files below a folder.
#[derive(Debug, Clone)]
pub struct WorkspaceFiles {
    root: PathBuf,
}

impl WorkspaceFiles {
    /// The files below `root`, which must exist.
    pub fn below(root: &Path) -> std::io::Result<WorkspaceFiles> {
        Ok(WorkspaceFiles { root: fs::canonicalize(root)? })
    }

    /// The folder, without links in it.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The real place of a path below the workspace.
    pub fn locate(&self, path: &str) -> Result<PathBuf, FileError> {
        let outside = || FileError::Outside(path.to_owned());
        let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if path.is_empty() || path.contains(['\0', '\\']) || !Path::new(path).components().all(plain) {
            return Err(outside());
        }
        let real = fs::canonicalize(self.root.join(path)).map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => FileError::Missing(path.to_owned()),
            _ => FileError::Unreadable { path: path.to_owned(), source },
        })?;
        if real.starts_with(&self.root) { Ok(real) } else { Err(outside()) }
    }

    /// A file's text.
    pub fn text(&self, path: &str) -> Result<String, FileError> {
        let bytes = self.bytes(path)?;
        String::from_utf8(bytes).map_err(|_| FileError::NotText(path.to_owned()))
    }

    /// A file's bytes.
    pub fn bytes(&self, path: &str) -> Result<Vec<u8>, FileError> {
        let real = self.locate(path)?;
        let unreadable = |source| FileError::Unreadable { path: path.to_owned(), source };
        let about = fs::metadata(&real).map_err(unreadable)?;
        if !about.is_file() {
            return Err(FileError::Missing(path.to_owned()));
        }
        if about.len() > LARGEST_BYTES {
            return Err(FileError::TooLarge { path: path.to_owned(), bytes: about.len() });
        }
        fs::read(&real).map_err(unreadable)
    }
}

impl Files for WorkspaceFiles {
    fn text(&self, path: &str) -> Result<String, FileProblem> {
        WorkspaceFiles::text(self, path).map_err(|error| match error {
            FileError::Outside(_) => FileProblem::Outside,
            FileError::Missing(_) => FileProblem::Missing,
            FileError::NotText(_) => FileProblem::NotText,
            FileError::TooLarge { .. } => FileProblem::TooLarge,
            FileError::Unreadable { source, .. } => FileProblem::Unreadable(source.to_string()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_below_the_workspace_are_read() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().join("w");
        fs::create_dir_all(root.join("families")).unwrap();
        fs::write(outer.path().join("secret"), "x").unwrap();
        fs::write(root.join("families/a.yaml"), "a").unwrap();
        fs::write(root.join("binary"), [0xff, 0xfe]).unwrap();
        std::os::unix::fs::symlink(outer.path().join("secret"), root.join("link")).unwrap();
        std::os::unix::fs::symlink(outer.path(), root.join("up")).unwrap();
        std::os::unix::fs::symlink("families/a.yaml", root.join("inside")).unwrap();
        let files = WorkspaceFiles::below(&root).unwrap();
        let absolute = outer.path().join("secret").display().to_string();
        let cases: [(&str, &str); 12] = [
            ("families/a.yaml", "ok"),
            ("./families/a.yaml", "ok"),
            ("inside", "ok"),
            ("../secret", "outside"),
            ("families/../../secret", "outside"),
            ("families/../families/a.yaml", "outside"),
            (&absolute, "outside"),
            ("link", "outside"),
            ("up/secret", "outside"),
            ("..\\secret", "outside"),
            ("no", "missing"),
            ("binary", "not text"),
        ];
        for (path, wanted) in cases {
            let got = match files.text(path) {
                Ok(_) => "ok",
                Err(FileError::Outside(_)) => "outside",
                Err(FileError::Missing(_)) => "missing",
                Err(FileError::NotText(_)) => "not text",
                Err(other) => panic!("{path}: {other}"),
            };
            assert_eq!(got, wanted, "reading {path}");
        }
        assert!(matches!(files.text("families"), Err(FileError::Missing(_))), "a folder is no file");
    }
}
