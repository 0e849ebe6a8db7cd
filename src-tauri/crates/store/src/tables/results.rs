//! Table `results`.

use baton_base::{RunId, Scrubbed, SessionTime};
use serde_json::Value;

use crate::tables::table;

table! {
    /// The result of a run, as it was told to the caller. [`RunEnded`] writes it.
    StoredResult in "results", once {
        /// The run.
        run: RunId,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// The result object of behaviour §5.
        json: Scrubbed<Value>,
    }
}
