//! What a web page shows, read from inside the page: the script that is injected into every document ([`SCRIPT`]), and the Rust side that
//! keeps each frame's tree from the script's reports and composes all frames into one observation.
//! It never talks to a browser, never decides what to do, and knows neither locators nor scenarios: the driver injects, calls and routes.

pub mod answers;
pub mod compose;
pub mod model;
pub mod wire;

pub use answers::{ActionableAnswer, LeadsTo, Prepared, Press, Selected, Stillness, ValueRead};
pub use compose::{Composer, FrameKey, Part, compose, handle, handle_parts};
pub use model::FrameModel;
pub use wire::{FrameSnapshot, SubFrame, SurfaceSeen, WireError};

/// The script, for `Page.addScriptToEvaluateOnNewDocument` with `worldName` [`WORLD`] and `runImmediately`. Idempotent.
pub const SCRIPT: &str = include_str!("../perception.js");

/// The name of the isolated world the script lives in.
pub const WORLD: &str = "baton";

/// The binding the script calls, where the driver added it to that world, when the page changed. Its argument is the page's version.
pub const CHANGED_BINDING: &str = "__batonChanged";
