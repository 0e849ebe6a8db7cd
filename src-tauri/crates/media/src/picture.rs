//! Encoded pictures in and out.

use std::io::Cursor;

use baton_screen::BoxInViewport;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageEncoder, ImageReader, Limits, RgbaImage};

/// Larger than any screen; a picture that claims more is not decoded.
const LONGEST_EDGE_PX: u32 = 32_768;

/// Why a picture could not be worked on.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// Not a PNG or JPEG, cut short, or larger than any screen.
    #[error("the picture cannot be read")]
    Unreadable(#[source] image::ImageError),
    /// It could not be encoded again.
    #[error("the picture cannot be written")]
    Unwritable(#[source] image::ImageError),
    /// The viewport it shows has no size, so no place in it can be found.
    #[error("a viewport of {width} x {height} holds no picture")]
    NoViewport {
        /// In the driver's unit.
        width: f64,
        /// In the driver's unit.
        height: f64,
    },
    /// The box has no size, or lies outside the picture.
    #[error("the box covers no pixel of the picture")]
    OutsidePicture,
    /// Two pictures of different sizes are not compared.
    #[error("one picture is {a:?} and the other {b:?} pixels large")]
    OtherSize {
        /// Width and height of the first.
        a: (u32, u32),
        /// Width and height of the second.
        b: (u32, u32),
    },
}

pub(crate) fn decode(bytes: &[u8]) -> Result<RgbaImage, PictureError> {
    let unreadable = |error: std::io::Error| PictureError::Unreadable(error.into());
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(unreadable)?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_EDGE_PX);
    limits.max_image_height = Some(LONGEST_EDGE_PX);
    reader.limits(limits);
    Ok(reader.decode().map_err(PictureError::Unreadable)?.into_rgba8())
}

pub(crate) fn encode(picture: &RgbaImage) -> Result<Vec<u8>, PictureError> {
    let mut png = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Adaptive);
    encoder
        .write_image(picture.as_raw(), picture.width(), picture.height(), image::ExtendedColorType::Rgba8)
        .map_err(PictureError::Unwritable)?;
    Ok(png)
}

/// A box of whole pixels inside a picture; `right` and `bottom` are the first ones outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BoxInPicture {
    pub(crate) left: u32,
    pub(crate) top: u32,
    pub(crate) right: u32,
    pub(crate) bottom: u32,
}

/// The pixels a box touches, also in part, grown by `grow_px` and cut at the picture's edges. None when there are none.
pub(crate) fn box_in_picture(
    place: &BoxInViewport,
    viewport: (f64, f64),
    picture: &RgbaImage,
    grow_px: f64,
) -> Result<Option<BoxInPicture>, PictureError> {
    let (width, height) = viewport;
    if !(width > 0.0 && height > 0.0) {
        return Err(PictureError::NoViewport { width, height });
    }
    if place.is_empty() {
        return Ok(None);
    }
    let scale_x = f64::from(picture.width()) / width;
    let scale_y = f64::from(picture.height()) / height;
    let inside = |at: f64, edge: u32| at.clamp(0.0, f64::from(edge)) as u32;
    let found = BoxInPicture {
        left: inside((place.x * scale_x - grow_px).floor(), picture.width()),
        top: inside((place.y * scale_y - grow_px).floor(), picture.height()),
        right: inside((place.right() * scale_x + grow_px).ceil(), picture.width()),
        bottom: inside((place.bottom() * scale_y + grow_px).ceil(), picture.height()),
    };
    Ok((found.left < found.right && found.top < found.bottom).then_some(found))
}
