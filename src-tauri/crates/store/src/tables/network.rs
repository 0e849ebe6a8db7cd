//! Table `network`.

use baton_base::{RunId, Scrubbed, SessionId, SessionTime};

use crate::tables::table;

table! {
    /// A request went out and came back.
    NetworkSeen in "network", plain {
        /// The session.
        session: SessionId,
        /// The run, when the session is one.
        run: Option<RunId>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// The HTTP method.
        method: Scrubbed<String>,
        /// The address.
        url: Scrubbed<String>,
        /// Document, script, fetch, …
        kind: Scrubbed<String>,
        /// The HTTP status, none when it failed.
        status: Option<u32>,
        /// How long it took.
        duration_us: u64,
        /// The encoded size of the answer.
        size_bytes: Option<u64>,
        /// Why it failed.
        error: Option<Scrubbed<String>>,
    }
}
