//! The desktop shell: one window that finds an engine or starts one, and shows the engine's own UI.
//! It speaks to the engine as any client does, over HTTP with a token.
//!
//! It must never depend on an engine crate: whatever the window needs, the command list offers to every client.

mod engine;
mod found;
mod shell;
mod window;
mod workspace;

use std::process::ExitCode;

/// Runs the window until it is closed.
pub fn run() -> ExitCode {
    let built = tauri::Builder::default()
        .plugin(tauri_plugin_shell::init())
        .plugin(tauri_plugin_window_state::Builder::default().build())
        .invoke_handler(tauri::generate_handler![shell::engine_state, shell::restart_engine])
        .setup(|app| {
            window::open(app.handle())?;
            shell::begin(app.handle());
            Ok(())
        })
        .run(tauri::generate_context!());
    match built {
        Ok(()) => ExitCode::SUCCESS,
        Err(cause) => {
            eprintln!("Baton's window could not open: {cause}");
            ExitCode::FAILURE
        }
    }
}
