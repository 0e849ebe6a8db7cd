//! One picture of the device's screen, at the moment it was taken.

use std::sync::Arc;

use crate::clock::SessionTime;

/// How a frame's bytes are to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameEncoding {
    /// Baseline JPEG.
    Jpeg,
    /// PNG, without loss.
    Png,
}

/// One picture of the screen. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Counts up by one a frame within a session; gaps mean dropped frames.
    pub number: u64,
    /// When the picture was on the screen, on the session's clock.
    pub at: SessionTime,
    /// How `bytes` are encoded.
    pub encoding: FrameEncoding,
    /// The picture's own size in device pixels.
    pub size_px: (u32, u32),
    /// The viewport it shows, in the driver's unit (CSS px or points).
    pub viewport: (f64, f64),
    /// The encoded picture.
    pub bytes: Arc<[u8]>,
}
