//! Table `steps`.

use baton_base::{RunId, Scrubbed, SessionTime};
use serde_json::Value;

use crate::tables::table;

table! {
    /// A step was gone through, or left out.
    Step in "steps", plain {
        /// The run.
        run: RunId,
        /// Its place in the step table, from 0.
        ordinal: u32,
        /// The step's id.
        step: Scrubbed<String>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// When its verdict was known, on the session's clock.
        ended_us: SessionTime,
        /// What it does, as `click`.
        action: Scrubbed<String>,
        /// `ok`, `failed`, `skipped` or the outcome's code.
        outcome: &'static str,
        /// How often it was tried.
        attempts: u32,
        /// The rung of the ladder that answered, from 1.
        rung: Option<u32>,
        /// How many checks held.
        asserted: u32,
        /// `quiet`, `expected`, `timeout`.
        landed: Option<&'static str>,
        /// The failure's code.
        code: Option<&'static str>,
        /// Expected, observed, candidates, why it was skipped.
        told: Option<Scrubbed<Value>>,
    }
}
