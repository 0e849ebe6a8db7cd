//! Table `sessions`.

use baton_base::{Scrubbed, SessionId, SessionTime};
use serde_json::Value;

use crate::tables::table;

table! {
    /// A live connection to a device was opened.
    Session in "sessions", once {
        /// Its id.
        id: SessionId,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// Wall time at its start, in ms since 1970; shown, never subtracted.
        wall_ms: u64,
        /// `run`, `record`, `look`, …
        purpose: &'static str,
        /// The target's name.
        target: Scrubbed<String>,
        /// Driver, browser and version, build, scale, viewport.
        device: Scrubbed<Value>,
    }
}
