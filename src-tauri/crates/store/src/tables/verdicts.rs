//! Table `verdicts`.

use baton_base::{Scrubbed, SessionTime};

use crate::column::RowId;
use crate::tables::table;

table! {
    /// What became of an act; acknowledges the step. At most one an act.
    Verdict in "verdicts", once {
        /// The act's row.
        act: RowId,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// `undelivered`, `delivered` or `unknown`.
        delivery: &'static str,
        /// `quiet`, `expected`, `timeout`.
        landed: Option<&'static str>,
        /// The failure's code.
        code: Option<&'static str>,
        /// Whether anything observable changed.
        changed: Option<bool>,
        /// `none`, `committed` or `unknown`.
        side_effect: &'static str,
        /// The observation after it.
        observation: Option<RowId>,
        /// What was seen, in words.
        told: Option<Scrubbed<String>>,
    }
}
