//! Table `pictures`.

use baton_base::{RunId, Scrubbed, SessionId, SessionTime};

use crate::blobs::BlobHash;
use crate::tables::table;

table! {
    /// A masked picture of the screen, kept as a blob.
    PictureTaken in "pictures", plain {
        /// The session.
        session: SessionId,
        /// The run, when the session is one.
        run: Option<RunId>,
        /// The step's id, when there is one.
        step: Option<Scrubbed<String>>,
        /// When, on the session's clock.
        at_us: SessionTime,
        /// The SHA-256 of the picture, its name in `.baton/blobs`.
        blob: BlobHash,
        /// `press`, `after`, `failure`, `handoff`.
        moment: &'static str,
        /// Its width in its own pixels.
        width_px: u32,
        /// Its height in its own pixels.
        height_px: u32,
    }
}
