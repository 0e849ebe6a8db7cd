//! Table `detectors`.

use baton_base::{RunId, Scrubbed, SessionTime};
use serde_json::Value;

use crate::tables::table;

table! {
    /// A detector matched.
    DetectorFired in "detectors", plain {
        /// The run.
        run: RunId,
        /// The step's id, when there is one.
        step: Option<Scrubbed<String>>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// Its name.
        detector: Scrubbed<String>,
        /// `hard`, `business` or `recoverable`.
        class: &'static str,
        /// The outcome's or failure's code.
        code: Option<Scrubbed<String>>,
        /// What was read from the screen.
        payload: Option<Scrubbed<Value>>,
    }
}
