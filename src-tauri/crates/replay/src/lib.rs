//! Plays an approved scenario through a session's gate, with no model in the loop, and says truthfully what happened.
//! It must never know a model, a window or a command line, and it never touches a device but through the gate.

#![allow(clippy::result_large_err, reason = "a stop is made once a run, and ends it")]

pub mod bind;
mod checks;
mod control;
pub mod detect;
mod device_step;
mod evidence;
pub mod judge;
pub mod plan;
pub mod progress;
pub mod random;
pub mod result;
pub mod run;
mod runner;
mod service;
pub mod stop;
pub mod values;

pub use control::Rows;
pub use plan::{Plan, TargetPlan};
pub use progress::{Progress, Silent};
pub use result::{FailureCode, Kind, RunResult, SideEffect, StepRow, worst_exit_code};
pub use run::{Around, Devices, blank, refused, run};
pub use stop::Stop;
pub use values::{Scope, Secret};
