//! The one command list: what can be asked of an engine, the values that answer, and the errors that refuse.
//! Handlers work over a [`Host`], so that one list serves the desktop, a browser, a terminal and the tests.
//!
//! It must never know a transport (HTTP, sockets, Tauri), a command line, or how a device is driven.

pub mod command;
pub mod contract;
pub mod dto;
pub mod error;
pub mod host;
pub mod typescript;

pub use command::{COMMANDS, CommandInfo, dispatch};
pub use dto::{ApprovalState, Engine, RunKind, RunRow, RunsQuery, ScenarioRow, TargetRow, Version, WorkspaceView};
pub use error::{ApiError, Code};
pub use host::Host;

/// The version of the command list. It goes up when a client written for the last one would misread this one.
pub const API_VERSION: u32 = 1;
