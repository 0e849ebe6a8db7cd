//! `baton`: the command line. Each verb is one file; this one only reads the arguments and hands over.
//! It must never hold a rule of its own: what Baton does lives in the crates below, and what can be asked is baton-api's.

mod engine_host;
mod serve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "baton", version, about = "Scenarios, judged on a real browser", arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Answer windows, browsers and scripts on this machine until stopped
    Serve(serve::Serve),
}

fn main() -> ExitCode {
    match Arguments::parse().verb {
        Verb::Serve(verb) => verb.run(),
    }
}
