//! What an engine must be able to do.

use async_trait::async_trait;

use crate::dto::{Engine, RunRow, RunsQuery, Version, WorkspaceView};
use crate::error::ApiError;

/// The engine behind the command list. Each method answers one command of the same name.
#[async_trait]
pub trait Host: Send + Sync {
    /// Who answers.
    fn version(&self) -> Version;

    /// The engines running in this workspace, this one among them, oldest first.
    async fn engines(&self) -> Result<Vec<Engine>, ApiError>;

    /// The workspace at a glance.
    async fn workspace(&self) -> Result<WorkspaceView, ApiError>;

    /// Past and present runs, newest first; `None` when this engine keeps no journal.
    async fn runs(&self, query: RunsQuery) -> Result<Option<Vec<RunRow>>, ApiError>;

    /// True while something is being done that must not be cut off, such as a run.
    fn busy(&self) -> bool {
        false
    }
}
