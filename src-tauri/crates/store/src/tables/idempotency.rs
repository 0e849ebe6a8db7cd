//! Table `idempotency`.

use baton_base::{RunId, Scrubbed, SessionTime};

use crate::tables::table;

table! {
    /// An idempotency key was taken. Written at most once a scenario and key.
    Idempotency in "idempotency", once {
        /// The scenario's name.
        scenario: Scrubbed<String>,
        /// The caller's key.
        key: Scrubbed<String>,
        /// The hash of the inputs.
        inputs: Scrubbed<String>,
        /// The run.
        run: RunId,
        /// When, on the session's clock.
        at_us: SessionTime,
    }
}
