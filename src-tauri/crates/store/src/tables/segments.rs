//! Table `segments`.

use baton_base::{SessionId, SessionTime};

use crate::tables::table;

table! {
    /// A stretch of a session with a clock and a video of its own; a resume opens the next.
    Segment in "segments", plain {
        /// The session.
        session: SessionId,
        /// From 0.
        ordinal: u32,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// Wall time at its start, in ms since 1970.
        wall_ms: u64,
        /// `opened`, `resumed`, `ended`.
        why: &'static str,
    }
}
