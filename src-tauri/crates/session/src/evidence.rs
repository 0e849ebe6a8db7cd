//! Pictures of moments, with everything painted over that must not be seen.

use std::sync::Arc;

use baton_device::{DeviceError, Picture};
use baton_screen::{BoxInViewport, Observation, States};

use crate::session::Session;

/// A picture that may be kept: what must not be seen is painted over.
#[derive(Debug, Clone)]
pub struct MaskedPicture {
    /// PNG.
    pub png: Vec<u8>,
    /// When it was taken.
    pub at: baton_base::SessionTime,
    /// Its size in pixels.
    pub size_px: (u32, u32),
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The device gave none.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// It could not be painted over, so it is not kept.
    #[error("the picture could not be masked: {0}")]
    Unmasked(String),
}

impl Session {
    /// A picture of the screen now. The boxes to paint are read just before and just after it, and both are painted:
    /// a field that moves while the picture is taken is covered at either place.
    pub async fn picture(&self) -> Result<MaskedPicture, PictureError> {
        let before = self.boxes_to_mask(&*self.observe().await?);
        let picture = self.driver.picture().await?;
        let after = self.boxes_to_mask(&*self.observe().await?);
        let boxes: Vec<BoxInViewport> = before.into_iter().chain(after).collect();
        paint(picture, boxes).await
    }

    /// What must not be seen on that screen: fields that received a secret, secure fields, the policy's masks,
    /// and any text the scrubber would not let through.
    pub fn boxes_to_mask(&self, screen: &Observation) -> Vec<BoxInViewport> {
        let secret_fields = self.secret_fields();
        let by_policy = self.rules.masked(screen).map(|at| screen.get(at).box_in_viewport);
        let by_content = screen.visible().map(|(_, element)| element).filter(|element| {
            element.states.has(States::SECURE)
                || secret_fields.contains(&element.handle)
                || [&element.text, &element.name]
                    .into_iter()
                    .chain(&element.value)
                    .any(|text| !self.scrubber.is_clean(text))
        });
        let by_content: Vec<_> = by_content.map(|element| element.box_in_viewport).collect();
        by_policy.chain(by_content).collect()
    }
}

async fn paint(picture: Picture, boxes: Vec<BoxInViewport>) -> Result<MaskedPicture, PictureError> {
    let (at, size_px) = (picture.at, picture.size_px);
    if boxes.is_empty() {
        return Ok(MaskedPicture { png: picture.png.to_vec(), at, size_px });
    }
    let png: Arc<[u8]> = picture.png;
    let viewport = picture.viewport;
    let painted = tokio::task::spawn_blocking(move || baton_media::paint_over(&png, viewport, &boxes)).await;
    let png = painted
        .map_err(|panicked| PictureError::Unmasked(panicked.to_string()))?
        .map_err(|error| PictureError::Unmasked(error.to_string()))?;
    Ok(MaskedPicture { png, at, size_px })
}
