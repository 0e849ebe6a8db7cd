//! `baton devices`: what can be driven on this machine.

use std::process::ExitCode;

use baton_device::chromium::find;
use clap::Args;
use serde_json::json;

use crate::out;

/// What can be driven on this machine
#[derive(Args)]
pub struct Devices {
    /// As one JSON array
    #[arg(long)]
    json: bool,
}

impl Devices {
    /// Lists them; exit 1 when there is none.
    pub fn run(self) -> ExitCode {
        let found = find();
        if self.json {
            let rows = found
                .iter()
                .map(|one| json!({"kind": "browser", "name": one.name, "version": one.version, "path": one.path}));
            out::line(&rows.collect());
        } else {
            for one in &found {
                out::text(&format!("{:12} {:24} {}\n", one.name, one.version, one.path.display()));
            }
        }
        if found.is_empty() {
            eprintln!("No browser was found. On Debian: apt install chromium. On macOS: brew install --cask chromium");
            return ExitCode::FAILURE;
        }
        ExitCode::SUCCESS
    }
}
