//! Table `actuations`.

use baton_base::{Scrubbed, SessionTime};
use serde_json::Value;

use crate::column::RowId;
use crate::tables::table;

table! {
    /// One input event as the driver sent it.
    Actuation in "actuations", plain {
        /// The act's row.
        act: RowId,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// What was sent: kind, point in the viewport, key; text as a count.
        event: Scrubbed<Value>,
        /// The number of the last frame before it.
        frame: Option<u64>,
        /// `undelivered`, `delivered` or `unknown`.
        delivery: &'static str,
    }
}
