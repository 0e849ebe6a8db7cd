//! Table `acts`.

use baton_base::{RunId, Scrubbed, SessionId, SessionTime};
use serde_json::Value;

use crate::column::RowId;
use crate::tables::table;

table! {
    /// An action is about to leave for the device. Committed before its first input event does.
    Act in "acts", plain {
        /// The session.
        session: SessionId,
        /// The run, when the session is one.
        run: Option<RunId>,
        /// The step's id, when there is one.
        step: Option<Scrubbed<String>>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// `person`, `agent` or `replay`.
        holder: &'static str,
        /// What is to be done, secrets by name.
        action: Scrubbed<Value>,
        /// The located element, its rung and the ladder's counts.
        element: Option<Scrubbed<Value>>,
        /// `safe`, `risky` or `irreversible`.
        risk: &'static str,
        /// The observation it was located in.
        observation: Option<RowId>,
    }
}
