//! Table `runs`.

use baton_base::{RunId, Scrubbed, SessionId, SessionTime};

use crate::tables::table;

table! {
    /// A replay began. [`RunEnded`] fills in how it ended.
    RunStarted in "runs", once {
        /// Its id; sorts by time.
        id: RunId,
        /// The session, when one is open.
        session: Option<SessionId>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// Wall time at its start, in ms since 1970.
        wall_ms: u64,
        /// The scenario's name.
        scenario: Scrubbed<String>,
        /// The ordinal of its seal, none for a draft.
        version: Option<u32>,
        /// The seal, as `sha256:…`.
        seal: Option<Scrubbed<String>>,
        /// The target's name.
        target: Scrubbed<String>,
    }
}
