//! How a command says no.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// Why a command was refused. Closed: a client may switch over it and know it has every case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// No token came with the request, or not this engine's.
    Unauthorized,
    /// The request came from a page or a host name this engine does not serve.
    Forbidden,
    /// There is no command of that name.
    UnknownCommand,
    /// The arguments are not what the command takes.
    BadArguments,
    /// What was asked for does not exist.
    NotFound,
    /// The workspace's files cannot be read, or say something wrong.
    WorkspaceInvalid,
    /// The journal or a file beside it could not be read or written.
    Storage,
    /// Baton broke a promise of its own; the message is for a bug report.
    Internal,
}

/// A refusal: the code for programs, the message and hint for people, the details for whoever wants to look closer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS, thiserror::Error)]
#[error("{message}")]
pub struct ApiError {
    /// What kind of refusal this is.
    pub code: Code,
    /// What happened, in a sentence.
    pub message: String,
    /// What to do next, in a sentence.
    pub hint: String,
    /// Facts that fit no sentence; `null` when there are none.
    #[ts(type = "unknown")]
    #[serde(default)]
    pub details: Box<Value>,
}

impl ApiError {
    /// A refusal without details.
    pub fn new(code: Code, message: impl Into<String>, hint: impl Into<String>) -> ApiError {
        ApiError { code, message: message.into(), hint: hint.into(), details: Box::default() }
    }

    /// The same refusal with facts beside it.
    pub fn with_details(mut self, details: Value) -> ApiError {
        self.details = Box::new(details);
        self
    }
}
