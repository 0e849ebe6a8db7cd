//! The list, and the one way in.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::dto::RunsQuery;
use crate::error::{ApiError, Code};
use crate::host::Host;

/// One thing that can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandInfo {
    /// Its name on the wire.
    pub name: &'static str,
    /// What it answers, in a sentence.
    pub about: &'static str,
    /// The TypeScript type of its arguments; `null` when it takes none.
    pub takes: &'static str,
    /// The TypeScript type of its answer.
    pub gives: &'static str,
}

/// Every command, in the order a reader would meet them.
pub const COMMANDS: &[CommandInfo] = &[
    CommandInfo { name: "version", about: "Who answers.", takes: "null", gives: "Version" },
    CommandInfo { name: "engines", about: "The workspace's running engines.", takes: "null", gives: "Array<Engine>" },
    CommandInfo { name: "workspace", about: "Targets and scenarios.", takes: "null", gives: "WorkspaceView" },
    CommandInfo { name: "runs", about: "Runs, newest first.", takes: "RunsQuery", gives: "Array<RunRow> | null" },
];

/// Answers one command, whatever way it came.
pub async fn dispatch(host: &dyn Host, name: &str, arguments: Value) -> Result<Value, ApiError> {
    match name {
        "version" => {
            nothing(name, arguments)?;
            answer(host.version())
        }
        "engines" => {
            nothing(name, arguments)?;
            answer(host.engines().await?)
        }
        "workspace" => {
            nothing(name, arguments)?;
            answer(host.workspace().await?)
        }
        "runs" => answer(host.runs(read::<RunsQuery>(name, or_empty(arguments))?).await?),
        _ => Err(unknown(name)),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

fn nothing(name: &str, arguments: Value) -> Result<(), ApiError> {
    read::<Nothing>(name, or_empty(arguments)).map(|_| ())
}

/// No arguments and an empty object mean the same.
fn or_empty(arguments: Value) -> Value {
    if arguments.is_null() { json!({}) } else { arguments }
}

fn read<T: DeserializeOwned>(name: &str, arguments: Value) -> Result<T, ApiError> {
    serde_json::from_value(arguments).map_err(|cause| {
        ApiError::new(
            Code::BadArguments,
            format!("`{name}` was given arguments it does not take: {cause}."),
            "Compare the arguments with the command's type in docs/architecture.md.",
        )
    })
}

fn answer<T: Serialize>(value: T) -> Result<Value, ApiError> {
    serde_json::to_value(value).map_err(|cause| {
        ApiError::new(Code::Internal, format!("An answer could not be written: {cause}."), "Please report this.")
    })
}

fn unknown(name: &str) -> ApiError {
    let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    ApiError::new(
        Code::UnknownCommand,
        format!("There is no command `{name}`."),
        format!("The commands are: {}.", names.join(", ")),
    )
    .with_details(json!({ "commands": names }))
}
