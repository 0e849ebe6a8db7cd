//! Table `refusals`.

use baton_base::{RunId, Scrubbed, SessionId, SessionTime};
use serde_json::Value;

use crate::tables::table;

table! {
    /// A door did not let an action through.
    Refusal in "refusals", plain {
        /// The session.
        session: SessionId,
        /// The run, when the session is one.
        run: Option<RunId>,
        /// The step's id, when there is one.
        step: Option<Scrubbed<String>>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// Who asked.
        holder: &'static str,
        /// What was asked for.
        action: Scrubbed<Value>,
        /// `lease`, `locate`, `policy` or `act`.
        door: &'static str,
        /// The reason, with counts.
        why: Scrubbed<String>,
    }
}
