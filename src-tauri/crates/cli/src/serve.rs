//! `baton serve`: an engine of its own, for the desktop window, a browser or a script.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use baton_base::RealClock;
use baton_server::{Options, ServeError, Server, Ui, serve};
use clap::Args;
use serde_json::json;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::engine_host::EngineHost;

/// What `baton serve` takes.
#[derive(Args)]
pub(crate) struct Serve {
    /// The port on 127.0.0.1; 0 takes a free one
    #[arg(long, default_value_t = 8100)]
    port: u16,
    /// Serve the UI from this folder instead of the one built in
    #[arg(long, value_name = "FOLDER")]
    ui: Option<PathBuf>,
    /// End once nobody was connected and nothing ran for so many seconds
    #[arg(long, value_name = "SECONDS")]
    idle_exit_s: Option<u64>,
}

/// The shell's convention for a command that was used wrongly.
const EXIT_USAGE: u8 = 64;

impl Serve {
    /// Prints one line of JSON with address and token, then answers until a signal or idleness ends it.
    pub(crate) fn run(self, workspace: Option<PathBuf>) -> ExitCode {
        let named = workspace.unwrap_or_else(|| PathBuf::from("."));
        let Ok(workspace) = named.canonicalize() else {
            let message = format!("There is no folder {}.", named.display());
            return refused("workspace_not_found", &message, "Name an existing folder with --workspace.", EXIT_USAGE);
        };
        match tokio::runtime::Runtime::new() {
            Ok(runtime) => runtime.block_on(self.answer(workspace)),
            Err(cause) => refused("internal", &format!("Cannot start: {cause}."), "Try again.", 1),
        }
    }

    async fn answer(self, workspace: PathBuf) -> ExitCode {
        let options = Options {
            workspace: workspace.clone(),
            port: self.port,
            ui: self.ui.map_or(Ui::Embedded, Ui::Folder),
            idle_exit: self.idle_exit_s.map(Duration::from_secs),
            clock: RealClock::shared(),
        };
        // Signals are caught before anybody is told of this engine, so that being told to stop always ends it cleanly.
        let (Ok(interrupt), Ok(terminate)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate())) else {
            return refused("internal", "Signals cannot be caught.", "Try again.", 1);
        };
        match serve(options, Arc::new(EngineHost::new(workspace))).await {
            Ok(server) => until_ended(server, interrupt, terminate).await,
            Err(refusal) => refuse_serve(&refusal),
        }
    }
}

async fn until_ended(mut server: Server, mut interrupt: Signal, mut terminate: Signal) -> ExitCode {
    say(&json!({ "address": server.address, "token": server.token.reveal(), "page": server.page() }));
    tokio::select! {
        () = server.ended() => return ExitCode::SUCCESS,
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    server.stop().await;
    ExitCode::SUCCESS
}

fn refuse_serve(refusal: &ServeError) -> ExitCode {
    let code = match refusal {
        ServeError::PortTaken { .. } => "port_taken",
        ServeError::Listen { .. } => "listen_refused",
        ServeError::Announce { .. } => "storage",
        ServeError::Entropy(_) => "internal",
    };
    refused(code, &format!("The engine did not start: {refusal}."), &refusal.hint(), 1)
}

fn refused(code: &str, message: &str, hint: &str, exit: u8) -> ExitCode {
    say(&json!({ "kind": "refused", "code": code, "message": message, "hint": hint }));
    ExitCode::from(exit)
}

/// One line of JSON on stdout. Whoever started this may have stopped reading, which is no reason to fall over.
fn say(line: &serde_json::Value) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
