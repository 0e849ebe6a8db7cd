//! Table `handoffs`.

use baton_base::{RunId, Scrubbed, SessionId, SessionTime};
use serde_json::Value;

use crate::tables::table;

table! {
    /// A person was asked, or answered.
    Handoff in "handoffs", plain {
        /// The session.
        session: SessionId,
        /// The run, when the session is one.
        run: Option<RunId>,
        /// The step's id, when there is one.
        step: Option<Scrubbed<String>>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// `STUCK`, `NEEDS_APPROVAL`, …
        reason: &'static str,
        /// `asked`, `answered`, `expired` or `refused`.
        event: &'static str,
        /// Until when an answer is waited for, on the session's clock.
        until_us: Option<SessionTime>,
        /// What was shown, or the answer.
        told: Scrubbed<Value>,
    }
}
