//! Table `approvals`.

use baton_base::{RunId, Scrubbed, SessionId, SessionTime};
use serde_json::Value;

use crate::tables::table;

table! {
    /// Somebody approved a scenario's seal, or one action. The scenario's own file has it too.
    Approval in "approvals", plain {
        /// The session, when one is open.
        session: Option<SessionId>,
        /// The run, when the session is one.
        run: Option<RunId>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// Wall time, in ms since 1970.
        wall_ms: u64,
        /// The scenario's name.
        scenario: Scrubbed<String>,
        /// What was approved.
        seal: Scrubbed<String>,
        /// Who approved it.
        who: Scrubbed<String>,
        /// Their words.
        comment: Option<Scrubbed<String>>,
        /// The one action, its element and inputs, when it is not a scenario.
        action: Option<Scrubbed<Value>>,
    }
}
