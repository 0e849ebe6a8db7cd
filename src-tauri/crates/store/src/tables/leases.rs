//! Table `leases`.

use baton_base::{Scrubbed, SessionId, SessionTime};

use crate::tables::table;

table! {
    /// The controls changed hands.
    LeaseChange in "leases", plain {
        /// The session.
        session: SessionId,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// The state before.
        was: &'static str,
        /// The state after.
        becomes: &'static str,
        /// Who did it.
        who: Scrubbed<String>,
        /// Why.
        why: Scrubbed<String>,
    }
}
