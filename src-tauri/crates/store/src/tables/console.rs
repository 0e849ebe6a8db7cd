//! Table `console`.

use baton_base::{RunId, Scrubbed, SessionId, SessionTime};

use crate::tables::table;

table! {
    /// The page wrote to its console, or threw.
    ConsoleSeen in "console", plain {
        /// The session.
        session: SessionId,
        /// The run, when the session is one.
        run: Option<RunId>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// `debug`, `info`, `warning` or `error`.
        level: &'static str,
        /// What it wrote.
        text: Scrubbed<String>,
        /// Script and line.
        place: Option<Scrubbed<String>>,
    }
}
