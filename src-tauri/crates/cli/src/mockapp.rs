//! `baton mockapp`: the hostile demo target.

use std::process::ExitCode;

use baton_mockapp::{DEFAULT_PORT, Mode, Options, StartError, parse_inject, parse_sign_on};
use clap::Args;
use serde_json::json;

use crate::out::{self, Refused};

/// Run the hostile demo target until stopped. Says where it is as one JSON line on stdout.
#[derive(Args)]
#[command(after_help = modes())]
pub struct Mockapp {
    /// The port on 127.0.0.1; 0 takes any free one
    #[arg(long, default_value_t = DEFAULT_PORT)]
    port: u16,
    /// Who is let in
    #[arg(long, value_name = "USER:PASSWORD", default_value = "operator:operator")]
    sign_on: String,
    /// A fault every new session starts with
    #[arg(long, value_name = "MODE")]
    inject: Option<String>,
    /// The build it says it is
    #[arg(long, value_name = "NAME", default_value = baton_mockapp::DEFAULT_BUILD)]
    build: String,
}

impl Mockapp {
    /// Serves until Ctrl-C.
    pub fn run(self) -> ExitCode {
        match self.options() {
            Ok(options) => crate::block_on(serve(options)),
            Err(refused) => refused.tell(),
        }
    }

    fn options(&self) -> Result<Options, Refused> {
        let usage = |message: String, hint: &str| Refused::usage("USAGE", message, hint);
        let sign_on =
            parse_sign_on(&self.sign_on).map_err(|error| usage(error.to_string(), "write it as user:password"))?;
        let inject = match &self.inject {
            Some(mode) => parse_inject(mode)
                .map_err(|error| usage(error.to_string(), "`baton mockapp --help` lists the modes"))?,
            None => None,
        };
        Ok(Options { port: self.port, sign_on, inject, build: self.build.clone() })
    }
}

async fn serve(options: Options) -> ExitCode {
    let app = match baton_mockapp::start(options).await {
        Ok(app) => app,
        Err(error) => return refuse(&error).tell(),
    };
    out::line(&json!({"address": app.base_url(), "other_origin": app.other_origin(), "pid": std::process::id()}));
    eprintln!("Mock app at {} (Ctrl-C ends it)", app.base_url());
    crate::stopped().await;
    app.stop().await;
    ExitCode::SUCCESS
}

fn refuse(error: &StartError) -> Refused {
    Refused::usage(error.code(), error.to_string(), &error.hint())
}

fn modes() -> String {
    let lines = Mode::all().map(|mode| format!("  {:24} {} ({})", mode.name(), mode.about(), mode.place()));
    format!(
        "Modes:\n{}\n\nA mode marked once clears after it fired; `none` disarms.",
        lines.collect::<Vec<_>>().join("\n")
    )
}
