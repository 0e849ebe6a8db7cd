//! Pictures: single ones as PNG, and the stream of frames as JPEG.

use std::sync::Arc;

use base64::Engine;
use baton_base::{Frame, FrameEncoding};
use chromiumoxide_cdp::cdp::browser_protocol::page::{
    CaptureScreenshotFormat, CaptureScreenshotParams, ScreencastFrameAckParams, StartScreencastFormat,
    StartScreencastParams, StopScreencastParams,
};
use serde::Deserialize;

use crate::driver::Picture;
use crate::error::DeviceError;
use crate::event::DeviceEvent;

use super::connection::Session;
use super::core::{Core, Heed};

const JPEG_QUALITY: i64 = 80;

#[derive(Deserialize)]
pub(super) struct ScreencastFrame {
    data: String,
    #[serde(rename = "sessionId")]
    number: i64,
    metadata: Metadata,
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(rename = "deviceWidth", default)]
    width: f64,
    #[serde(rename = "deviceHeight", default)]
    height: f64,
    #[serde(rename = "monotonicTimestamp")]
    monotonic_s: Option<f64>,
}

/// A frame came: it is acknowledged at once, so that the next can be made while this one travels on.
pub(super) fn frame(core: &Arc<Core>, session: &Session, told: ScreencastFrame) {
    core.tell(Some(session), &ScreencastFrameAckParams::new(told.number));
    let number = {
        let mut state = core.state();
        if !state.frames_wanted || state.current_tab().is_none_or(|tab| tab.session != *session) {
            return;
        }
        state.frame_number += 1;
        state.frame_number
    };
    let Ok(bytes) = base64::engine::general_purpose::STANDARD.decode(&told.data) else { return };
    let Some(size_px) = jpeg_size(&bytes) else { return };
    let Metadata { width, height, monotonic_s } = told.metadata;
    core.emit(DeviceEvent::Frame(Frame {
        number,
        at: monotonic_s.map_or_else(|| core.clock.now(), |seconds| core.clock.from_monotonic_s(seconds)),
        encoding: FrameEncoding::Jpeg,
        size_px,
        viewport: (width, height),
        bytes: Arc::from(bytes),
    }));
}

/// Turns the stream of a page on or off.
pub(super) fn stream(core: &Core, session: &Session, wanted: bool) {
    if !wanted {
        return core.tell(Some(session), &StopScreencastParams::default());
    }
    let mut start = StartScreencastParams::default();
    start.format = Some(StartScreencastFormat::Jpeg);
    start.quality = Some(JPEG_QUALITY);
    core.tell(Some(session), &start);
}

#[derive(Deserialize)]
struct Shot {
    data: String,
}

/// A picture of the viewport.
pub(super) async fn picture(core: &Core) -> Result<Picture, DeviceError> {
    let session = core.page()?;
    let mut capture = CaptureScreenshotParams::default();
    capture.format = Some(CaptureScreenshotFormat::Png);
    capture.optimize_for_speed = Some(true);
    let raw = core.call_raw(Some(&session), &capture, core.limit, Heed::All).await?;
    let shot: Shot = super::core::read("Page.captureScreenshot", &raw)?;
    let odd = || DeviceError::Refused("the browser's picture is no PNG".to_owned());
    let png = base64::engine::general_purpose::STANDARD.decode(&shot.data).map_err(|_| odd())?;
    let size_px = png_size(&png).ok_or_else(odd)?;
    let (width, height) = core.setting().viewport;
    let viewport = (f64::from(width), f64::from(height));
    Ok(Picture { at: core.clock.now(), png: Arc::from(png), size_px, viewport })
}

/// Width and height of a PNG, from its first chunk.
fn png_size(png: &[u8]) -> Option<(u32, u32)> {
    let number = |at: usize| Some(u32::from_be_bytes(png.get(at..at + 4)?.try_into().ok()?));
    (png.get(12..16)? == b"IHDR").then_some(())?;
    Some((number(16)?, number(20)?))
}

/// Width and height of a JPEG, from its start-of-frame segment.
fn jpeg_size(jpeg: &[u8]) -> Option<(u32, u32)> {
    let two = |at: usize| Some(u32::from(u16::from_be_bytes(jpeg.get(at..at + 2)?.try_into().ok()?)));
    let mut at = 2;
    loop {
        let marker = *jpeg.get(at + 1)?;
        if jpeg.get(at) != Some(&0xFF) {
            return None;
        }
        // C0 to CF start a frame, but for the three that carry tables.
        if (0xC0..=0xCF).contains(&marker) && !matches!(marker, 0xC4 | 0xC8 | 0xCC) {
            return Some((two(at + 7)?, two(at + 5)?));
        }
        at += 2 + two(at + 2)? as usize;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_the_headers() {
        let mut png = Vec::new();
        let mut jpeg = Vec::new();
        let picture = image::RgbImage::new(37, 19);
        picture.write_to(&mut std::io::Cursor::new(&mut png), image::ImageFormat::Png).expect("a PNG");
        picture.write_to(&mut std::io::Cursor::new(&mut jpeg), image::ImageFormat::Jpeg).expect("a JPEG");
        assert_eq!(png_size(&png), Some((37, 19)), "as the image crate wrote it");
        assert_eq!(jpeg_size(&jpeg), Some((37, 19)), "as the image crate wrote it");
        assert_eq!(png_size(&png[..20]), None, "a cut picture has no size");
        assert_eq!(jpeg_size(&jpeg[..8]), None, "a cut picture has no size");
    }
}
