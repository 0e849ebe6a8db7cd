//! The ground every crate stands on: time, ids, frames, and text that is safe to store.
//! It knows nothing of screens, scenarios, devices or files, and must never learn of them.

pub mod clock;
pub mod frame;
pub mod ids;
pub mod scrub;

pub use clock::{Clock, FakeClock, RealClock, SessionTime, SharedClock, TimedOut};
pub use frame::{Frame, FrameEncoding};
pub use ids::{RunId, SessionId, is_id, new_id};
pub use scrub::{NotAPicture, Patterns, Picture, Scrub, Scrubbed, Scrubber, ScrubbingWriter};
