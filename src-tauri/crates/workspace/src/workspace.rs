//! The folder itself: found, opened, and asked for what is in it.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use baton_scenario::{Family, Policy, Refusals};

use crate::config::{self, Config, Target};
use crate::dotenv::{self, DotenvError};
use crate::files::{FileError, WorkspaceFiles};
use crate::keychain::Keychain;
use crate::secret::{Environment, SecretError, SecretRef, SecretText, Secrets};
use crate::state::StateDir;

/// The file that makes a folder a workspace.
pub const CONFIG_FILE: &str = "baton.yaml";

/// Why a workspace cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum WorkspaceError {
    /// There is none here or above.
    #[error("there is no {CONFIG_FILE} in {} or any folder above it", from.display())]
    NotFound {
        /// Where the search began.
        from: PathBuf,
    },
    /// The folder given has none.
    #[error("there is no {CONFIG_FILE} in {}", folder.display())]
    NotThere {
        /// The folder given.
        folder: PathBuf,
    },
    /// It is refused.
    #[error(transparent)]
    Refused(#[from] Refusals),
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// `.env` cannot be read.
    #[error(transparent)]
    Dotenv(#[from] DotenvError),
    /// The system refuses the folder.
    #[error("{}: {source}", folder.display())]
    Folder {
        /// Which.
        folder: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
}

impl WorkspaceError {
    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            WorkspaceError::NotFound { .. } => "go to a workspace, or name one with `--workspace DIR`".to_owned(),
            WorkspaceError::NotThere { .. } => "name the folder that holds baton.yaml".to_owned(),
            WorkspaceError::Refused(refusals) => refusals.first().map(|first| first.hint.clone()).unwrap_or_default(),
            WorkspaceError::File(_) => "keep every file a workspace uses below its folder".to_owned(),
            WorkspaceError::Dotenv(_) => "mend that line of .env".to_owned(),
            WorkspaceError::Folder { .. } => "look at the folder and who may read it".to_owned(),
        }
    }
}

/// A folder with a `baton.yaml`.
#[derive(Debug, Clone)]
pub struct Workspace {
    files: WorkspaceFiles,
    config: Config,
    dotenv: HashMap<String, SecretText>,
}

impl Workspace {
    /// Opens the nearest workspace at or above `start`.
    pub fn find(start: &Path) -> Result<Workspace, WorkspaceError> {
        let from =
            fs::canonicalize(start).map_err(|source| WorkspaceError::Folder { folder: start.to_owned(), source })?;
        let found = from.ancestors().find(|folder| folder.join(CONFIG_FILE).is_file());
        match found {
            Some(folder) => Workspace::open(folder),
            None => Err(WorkspaceError::NotFound { from }),
        }
    }

    /// Opens the workspace in `folder`.
    pub fn open(folder: &Path) -> Result<Workspace, WorkspaceError> {
        if !folder.join(CONFIG_FILE).is_file() {
            return Err(WorkspaceError::NotThere { folder: folder.to_owned() });
        }
        let opened = WorkspaceFiles::below(folder);
        let files = opened.map_err(|source| WorkspaceError::Folder { folder: folder.to_owned(), source })?;
        let config = config::parse(CONFIG_FILE, &files.text(CONFIG_FILE)?)?;
        let dotenv = match files.text(".env") {
            Ok(text) => dotenv::parse(&text)?,
            Err(FileError::Missing(_)) => HashMap::new(),
            Err(error) => return Err(error.into()),
        };
        Ok(Workspace { files, config, dotenv })
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        self.files.root()
    }

    /// What `baton.yaml` says.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The files below it.
    pub fn files(&self) -> &WorkspaceFiles {
        &self.files
    }

    /// What Baton keeps for itself in it.
    pub fn state(&self) -> StateDir {
        StateDir::of(self.files.root())
    }

    /// The target of that name; the error names the nearest.
    pub fn target(&self, name: &str) -> Result<&Target, UnknownTarget> {
        self.config.targets.get(name).ok_or_else(|| UnknownTarget {
            name: name.to_owned(),
            nearest: nearest(name, self.config.targets.keys().map(String::as_str)),
        })
    }

    /// The policies that hold in the workspace, by file.
    pub fn policies(&self) -> Result<Vec<(String, Policy)>, WorkspaceError> {
        self.parsed(&self.config.policies, Policy::parse)
    }

    /// The families a target uses, by file.
    pub fn families(&self, target: &Target) -> Result<Vec<(String, Family)>, WorkspaceError> {
        self.parsed(&target.uses, Family::parse)
    }

    fn parsed<T>(
        &self,
        paths: &[String],
        parse: impl Fn(&str, &str) -> Result<T, Refusals>,
    ) -> Result<Vec<(String, T)>, WorkspaceError> {
        paths.iter().map(|path| Ok((path.clone(), parse(path, &self.files.text(path)?)?))).collect()
    }

    /// The path, below the workspace, of a scenario named by name or path.
    pub fn scenario_path(&self, named: &str) -> Result<String, UnknownScenario> {
        let is_path = named.ends_with(".yaml") || named.ends_with(".yml");
        let candidates =
            if is_path { vec![named.to_owned()] } else { vec![format!("{named}.yaml"), format!("{named}.yml")] };
        if let Some(path) = candidates.into_iter().find(|path| self.files.locate(path).is_ok()) {
            return Ok(path);
        }
        let all = self.scenarios();
        let stem = |path: &str| Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        if let Some(path) = all.iter().find(|path| stem(path).as_deref() == Some(named)) {
            return Ok(path.clone());
        }
        let names: Vec<String> = all.iter().filter_map(|path| stem(path)).collect();
        let nearest = nearest(named, names.iter().map(String::as_str));
        Err(UnknownScenario { name: named.to_owned(), nearest })
    }

    /// The paths of all scenarios and components, sorted.
    pub fn scenarios(&self) -> Vec<String> {
        let mut found = Vec::new();
        collect(self.files.root(), self.files.root(), &mut found);
        found.sort();
        found
    }

    /// The three places secrets are looked for.
    pub fn secrets<'a>(&'a self, environment: Environment<'a>, keychain: &'a dyn Keychain) -> Secrets<'a> {
        Secrets { environment, dotenv: &self.dotenv, keychain }
    }

    /// One part of a secret that a scenario names on a target.
    pub fn secret(
        &self,
        target: &Target,
        account: &str,
        field: Option<&str>,
        secrets: &Secrets<'_>,
    ) -> Result<SecretText, SecretError> {
        let reference: Option<&SecretRef> = target.secrets.get(account);
        let reference = reference.ok_or_else(|| SecretError::UnknownAccount {
            account: account.to_owned(),
            known: target.secrets.keys().cloned().collect(),
        })?;
        secrets.text(reference, field)
    }
}

/// There is no target of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no target `{name}` in baton.yaml{}", did_you_mean(nearest.as_deref()))]
pub struct UnknownTarget {
    /// What was asked for.
    pub name: String,
    /// What may have been meant.
    pub nearest: Option<String>,
}

/// There is no scenario of that name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no scenario `{name}` in the workspace{}", did_you_mean(nearest.as_deref()))]
pub struct UnknownScenario {
    /// What was asked for.
    pub name: String,
    /// What may have been meant.
    pub nearest: Option<String>,
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean `{nearest}`?"))
}

/// The name most like the one given, when it is like it at all.
fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let scored = known.map(|candidate| (strsim::jaro_winkler(name, candidate), candidate));
    let best = scored.filter(|(score, _)| *score > 0.8).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, candidate)| candidate.to_owned())
}

/// Walks the folders that are not hidden. A scenario is told by its first key, so no file is parsed for this.
fn collect(root: &Path, folder: &Path, found: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        let Ok(kind) = entry.file_type() else { continue };
        if name.starts_with('.') || kind.is_symlink() {
            continue;
        }
        if kind.is_dir() {
            if name != "node_modules" {
                collect(root, &path, found);
            }
        } else if (name.ends_with(".yaml") || name.ends_with(".yml")) && name != CONFIG_FILE && is_scenario(&path) {
            let below = path.strip_prefix(root).unwrap_or(&path);
            found.push(below.to_string_lossy().replace('\\', "/"));
        }
    }
}

fn is_scenario(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| text.lines().any(|line| line.starts_with("baton:")))
}

#[cfg(test)]
mod tests;
