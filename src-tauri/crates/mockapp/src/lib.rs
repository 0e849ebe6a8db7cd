//! The hostile demo target: a legacy credit-union core with faults on demand, and a modern face that exercises what
//! the legacy one cannot. It is started in-process by tests, or by `baton mockapp`, and counts what was done to it.
//!
//! It must never know Baton: no other crate of the workspace is used here, so that the app under test cannot lean on
//! the tool that tests it.

mod app;
mod debug;
mod html;
mod legacy;
mod members;
mod mode;
mod modern;
mod other;
mod state;
mod visit;

pub use app::{DEFAULT_BUILD, DEFAULT_PORT, MockApp, Options, SignOnError, StartError, parse_sign_on, start};
pub use mode::{Mode, UnknownMode, parse_inject};
pub use modern::{Topic, topics};
pub use state::Counters;
