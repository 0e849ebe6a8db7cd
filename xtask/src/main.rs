//! Chores of the workspace: layers, generated files, bench. Each is a module; this file only picks one.
//! Nothing of Baton may use it.
#![allow(clippy::print_stdout, reason = "a chore speaks to the person who started it")]

mod bench;
mod codegen;
mod demo;
mod layers;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask layers | codegen [--check] | bench [NAME…] | demo";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let root = root();
    let done = match words.as_slice() {
        ["layers"] => layers::run(&root),
        ["codegen"] => codegen::run(&root, codegen::Mode::Write),
        ["codegen", "--check"] => codegen::run(&root, codegen::Mode::Check),
        ["bench", names @ ..] => bench::run(&root, names),
        ["demo"] => demo::run(&root),
        _ => Err(USAGE.into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The workspace's folder, wherever this was started.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_owned)
}
