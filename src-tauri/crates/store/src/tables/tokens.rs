//! Table `tokens`.

use baton_base::{RunId, Scrubbed, SessionTime};

use crate::tables::table;

table! {
    /// An approval token was used up. Written at most once a nonce.
    TokenSpent in "tokens", once {
        /// The token's nonce; never the token.
        nonce: Scrubbed<String>,
        /// The run.
        run: RunId,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// Wall time, in ms since 1970.
        wall_ms: u64,
    }
}
