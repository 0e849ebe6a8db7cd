//! Finding an engine that already runs in the workspace, or starting one beside the window.

use std::path::Path;

use tauri::AppHandle;
use tauri_plugin_shell::ShellExt as _;
use tauri_plugin_shell::process::{CommandChild, CommandEvent};
use tokio::sync::mpsc::Receiver;

use crate::found::{Engine, announced};

/// An engine the window started goes by itself once it was left alone for so long; runs keep it.
const IDLE_EXIT_S: &str = "600";

/// An engine that answers, and the response that ends with it.
pub(crate) struct Live {
    pub(crate) engine: Engine,
    pub(crate) watch: reqwest::Response,
}

/// The first engine of the workspace that answers, else a new one.
pub(crate) async fn find_or_start(app: &AppHandle, workspace: &Path) -> Result<Live, String> {
    for engine in announced(workspace) {
        if let Some(watch) = engine.watch().await {
            return Ok(Live { engine, watch });
        }
    }
    let engine = start(app, workspace).await?;
    let watch = engine.watch().await.ok_or("The engine started but does not answer.")?;
    Ok(Live { engine, watch })
}

async fn start(app: &AppHandle, workspace: &Path) -> Result<Engine, String> {
    let sidecar =
        app.shell().sidecar("baton").map_err(|cause| format!("The engine is not where it belongs: {cause}"))?;
    let workspace = workspace.to_string_lossy();
    let command = sidecar.args(["serve", "--port", "0", "--workspace", &workspace, "--idle-exit-s", IDLE_EXIT_S]);
    let (events, child) = command.spawn().map_err(|cause| format!("The engine could not be started: {cause}"))?;
    first_line(events, child).await
}

/// The engine's first line says where it is. Whatever it says when it ends instead is the reason to show.
async fn first_line(mut events: Receiver<CommandEvent>, _child: CommandChild) -> Result<Engine, String> {
    let mut said = String::new();
    while let Some(event) = events.recv().await {
        match event {
            CommandEvent::Stdout(line) => match serde_json::from_slice::<Engine>(&line) {
                Ok(engine) => return Ok(engine),
                Err(_) => said.push_str(&String::from_utf8_lossy(&line)),
            },
            CommandEvent::Stderr(line) => said.push_str(&String::from_utf8_lossy(&line)),
            CommandEvent::Error(cause) => said.push_str(&cause),
            _ => break,
        }
    }
    let said = said.trim();
    Err(if said.is_empty() { "The engine ended without a word.".into() } else { format!("The engine ended: {said}") })
}
