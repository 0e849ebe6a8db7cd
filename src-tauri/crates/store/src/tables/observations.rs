//! Table `observations`.

use baton_base::{RunId, Scrubbed, SessionId, SessionTime};

use crate::tables::table;
use crate::tree::Tree;

table! {
    /// A screen was looked at. Its tree is kept once, by its hash, in `trees`.
    Observed in "observations", plain {
        /// The session.
        session: SessionId,
        /// The run, when the session is one.
        run: Option<RunId>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// The SHA-256 of the tree's JSON.
        tree: Tree,
        /// The hash of the screen's identity.
        identity: Scrubbed<String>,
        /// The hash of the screen's state.
        state: Scrubbed<String>,
        /// The top document's address.
        address: Scrubbed<String>,
        /// How many elements it lists.
        elements: u32,
        /// The number of the frame that shows it.
        frame: Option<u64>,
    }
}
