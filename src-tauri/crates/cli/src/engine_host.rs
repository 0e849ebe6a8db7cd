//! The engine's side of the command list: one workspace, read anew at each question, so that what is shown is what is
//! on the disk now.

use std::path::{Path, PathBuf};

use async_trait::async_trait;
use baton_api::{
    API_VERSION, ApiError, Code, Engine, Host, RunKind, RunRow, RunsQuery, TargetRow, Version, WorkspaceView,
};
use baton_server::list_engines;
use baton_store::{Reader, RunFilter, RunSummary, StoreError};
use baton_workspace::{Target, TargetKind, Workspace, WorkspaceError};

/// Answers for one workspace.
pub(crate) struct EngineHost {
    workspace: PathBuf,
}

impl EngineHost {
    /// Answers for the workspace in this folder, or for a folder that may become one.
    pub(crate) fn new(workspace: PathBuf) -> EngineHost {
        EngineHost { workspace }
    }
}

#[async_trait]
impl Host for EngineHost {
    fn version(&self) -> Version {
        Version { name: "Baton".into(), version: env!("CARGO_PKG_VERSION").into(), api: API_VERSION }
    }

    async fn engines(&self) -> Result<Vec<Engine>, ApiError> {
        let found = list_engines(&self.workspace).map_err(|cause| {
            let message = format!("The list of running engines cannot be read: {cause}.");
            ApiError::new(Code::Storage, message, "Check the rights of the workspace's .baton folder.")
        })?;
        Ok(found.into_iter().map(|file| file.engine).collect())
    }

    async fn workspace(&self) -> Result<WorkspaceView, ApiError> {
        let folder = self.workspace.clone();
        off_the_way(move || view(&folder)).await
    }

    async fn runs(&self, query: RunsQuery) -> Result<Option<Vec<RunRow>>, ApiError> {
        let folder = self.workspace.clone();
        off_the_way(move || runs(&folder, query)).await
    }
}

/// Files and SQLite block, so they are read where nobody waits behind them.
async fn off_the_way<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|cause| {
        Err(ApiError::new(Code::Internal, format!("An answer was lost: {cause}."), "Please report this."))
    })
}

fn view(folder: &Path) -> Result<WorkspaceView, ApiError> {
    let opened = match Workspace::open(folder) {
        Ok(workspace) => Some(workspace),
        Err(WorkspaceError::NotThere { .. }) => None,
        Err(refusal) => return Err(ApiError::new(Code::WorkspaceInvalid, refusal.to_string(), refusal.hint())),
    };
    Ok(WorkspaceView {
        name: folder_name(folder),
        root: folder.display().to_string(),
        has_config: opened.is_some(),
        targets: opened.map(|workspace| workspace.config().targets.values().map(target_row).collect()),
        scenarios: None,
    })
}

fn target_row(target: &Target) -> TargetRow {
    let (kind, place) = match &target.kind {
        TargetKind::Web { base_url } => ("web", base_url),
        TargetKind::Ios { app } => ("ios", app),
        TargetKind::Android { app } => ("android", app),
    };
    TargetRow {
        name: target.name.clone(),
        kind: kind.into(),
        place: place.clone(),
        environment: target.environment.to_string(),
    }
}

/// A workspace in which nothing ran yet has no journal, which is no error.
fn runs(folder: &Path, query: RunsQuery) -> Result<Option<Vec<RunRow>>, ApiError> {
    let filter = RunFilter { scenario: query.scenario, limit: query.limit, ..RunFilter::default() };
    match Reader::open(folder).and_then(|reader| reader.runs(&filter)) {
        Ok(rows) => Ok(Some(rows.into_iter().map(run_row).collect())),
        Err(StoreError::Missing { .. }) => Ok(Some(Vec::new())),
        Err(cause) => {
            let message = format!("The journal cannot be read: {cause}.");
            Err(ApiError::new(Code::Storage, message, "Run `baton doctor`; it says what can be saved."))
        }
    }
}

fn run_row(run: RunSummary) -> RunRow {
    let kind = match run.kind.as_deref() {
        Some("success") => Some(RunKind::Success),
        Some("business_outcome") => Some(RunKind::BusinessOutcome),
        Some("failure") => Some(RunKind::Failure),
        Some("escalated") => Some(RunKind::Escalated),
        _ => None,
    };
    RunRow {
        id: run.run,
        scenario: run.scenario,
        target: run.target,
        kind,
        code: run.code,
        started_ms: run.wall_ms,
        duration_ms: run.duration_ms,
    }
}

fn folder_name(folder: &Path) -> String {
    folder.file_name().map_or_else(|| folder.display().to_string(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = "baton: 1\ntargets:\n  shop:\n    kind: web\n    base_url: \"http://127.0.0.1:1\"\n    \
                          environment: test\n";

    #[test]
    fn targets_come_from_the_file_as_it_is_now() {
        let folder = tempfile::tempdir().unwrap();
        let empty = view(folder.path()).unwrap();
        assert!(!empty.has_config && empty.targets.is_none(), "a folder without baton.yaml claims nothing: {empty:?}");
        std::fs::write(folder.path().join("baton.yaml"), CONFIG).unwrap();
        let rows = view(folder.path()).unwrap().targets.expect("a workspace lists its targets");
        let shop = TargetRow {
            name: "shop".into(),
            kind: "web".into(),
            place: "http://127.0.0.1:1".into(),
            environment: "test".into(),
        };
        assert_eq!(rows, [shop], "the file names one target");
    }

    #[test]
    fn a_file_that_says_something_wrong_is_refused_with_a_hint() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("baton.yaml"), "baton: 1\ntargts: {}\n").unwrap();
        let Err(refusal) = view(folder.path()) else { panic!("a misspelt key was taken") };
        assert_eq!(refusal.code, Code::WorkspaceInvalid, "the code says where the fault lies");
        assert!(!refusal.hint.is_empty(), "nothing says what to do: {refusal:?}");
    }

    #[test]
    fn where_nothing_ran_there_are_no_runs() {
        let folder = tempfile::tempdir().unwrap();
        let none = runs(folder.path(), RunsQuery::default()).unwrap();
        assert_eq!(none, Some(Vec::new()), "a missing journal is an empty list");
        std::fs::create_dir(folder.path().join(".baton")).unwrap();
        std::fs::write(folder.path().join(".baton/journal.db"), "no database").unwrap();
        let damaged = runs(folder.path(), RunsQuery::default()).map_err(|refusal| refusal.code);
        assert_eq!(damaged, Err(Code::Storage), "a damaged journal must not look like an empty one");
    }
}
