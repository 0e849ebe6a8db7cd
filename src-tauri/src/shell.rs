//! What the window does about its engine: bring one up, show its page, and say so when it is gone.

use std::sync::Mutex;
use std::sync::PoisonError;

use serde::Serialize;
use tauri::{AppHandle, Emitter as _, Manager as _, State};

use crate::engine::{Live, find_or_start};
use crate::{window, workspace};

/// How the engine fares, as the shell's own page shows it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum EngineState {
    /// One is being found or started.
    #[default]
    Starting,
    /// It answers; its page is being shown.
    Up,
    /// It answered once and is gone.
    Stopped,
    /// None could be started.
    Failed {
        /// Why, in its own words.
        reason: String,
    },
}

/// The state, for whoever asks in between two events.
#[derive(Default)]
pub(crate) struct Now(Mutex<EngineState>);

/// How the engine fares now.
#[tauri::command]
pub(crate) fn engine_state(now: State<'_, Now>) -> EngineState {
    now.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Tries again after the engine stopped or failed.
#[tauri::command]
pub(crate) fn restart_engine(app: AppHandle) {
    bring_up(app);
}

/// Starts looking after an engine.
pub(crate) fn begin(app: &AppHandle) {
    app.manage(Now::default());
    bring_up(app.clone());
}

fn bring_up(app: AppHandle) {
    set(&app, EngineState::Starting);
    tauri::async_runtime::spawn(async move {
        match reach(&app).await {
            Ok(live) => stay_with(&app, live).await,
            Err(reason) => set(&app, EngineState::Failed { reason }),
        }
    });
}

async fn reach(app: &AppHandle) -> Result<Live, String> {
    let workspace = workspace::choose(app)?;
    find_or_start(app, &workspace).await
}

/// Shows the engine's page until the engine ends. Its end closes the response, so there is nothing to poll.
async fn stay_with(app: &AppHandle, mut live: Live) {
    set(app, EngineState::Up);
    window::show_engine(app, &live.engine);
    while let Ok(Some(_)) = live.watch.chunk().await {}
    set(app, EngineState::Stopped);
    window::show_shell(app);
}

fn set(app: &AppHandle, state: EngineState) {
    let now = app.state::<Now>();
    *now.0.lock().unwrap_or_else(PoisonError::into_inner) = state.clone();
    let _ = app.emit("engine", state);
}
