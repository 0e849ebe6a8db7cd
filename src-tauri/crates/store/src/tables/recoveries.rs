//! Table `recoveries`.

use baton_base::{RunId, Scrubbed, SessionTime};

use crate::tables::table;

table! {
    /// A recoverer ran.
    Recovery in "recoveries", plain {
        /// The run.
        run: RunId,
        /// The step's id, when there is one.
        step: Option<Scrubbed<String>>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// When it was done, on the session's clock.
        ended_us: SessionTime,
        /// Its name.
        recoverer: Scrubbed<String>,
        /// `continue`, `retry_step`, `restart` or `failed`.
        outcome: &'static str,
        /// Which try, from 1.
        attempt: u32,
    }
}
