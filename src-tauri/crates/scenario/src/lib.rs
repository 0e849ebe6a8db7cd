//! The scenario document and the family and policy files beside it: YAML text in, checked values out, and back.
//! Pure: it opens no file, asks no clock and reaches no device. What it needs of the world comes through small traits.

pub mod action;
pub mod closure;
pub mod data;
pub mod describe;
pub mod diff;
pub mod document;
pub mod edit;
mod extract;
pub mod family;
pub mod files;
pub mod inputs;
pub mod lint;
pub mod mention;
pub mod names;
mod pattern;
pub mod policy;
pub mod read;
pub mod refusal;
pub mod schema;
pub mod seal;
pub mod service;
pub mod step;
pub mod template;
mod validate;
pub mod values;
pub mod write;
pub mod yaml;

pub use action::Action;
pub use closure::{Approved, Closure, Draft, Scenario, version_of};
pub use document::{Document, RunsOn};
pub use family::Family;
pub use files::{AnyTarget, FileProblem, Files, TargetFacts, Targets};
pub use inputs::{Contract, Inputs, Outputs, SideEffect, ValueType};
pub use lint::{Finding, Severity, lint};
pub use names::{CheckpointId, Name, OutcomeCode, Place, StepId};
pub use policy::Policy;
pub use refusal::{Code, Refusal, Refusals};
pub use seal::Seal;
pub use step::{Checkpoint, Detector, Risk, Step};
pub use template::{Reference, Template, Unresolved, Values};
