//! Cutting a part out of a picture.

use baton_screen::BoxInViewport;
use image::RgbaImage;

use crate::picture::{PictureError, box_in_picture, decode, encode};

/// The part of a picture that shows `place`, as PNG, cut at the picture's edges.
pub fn crop(picture: &[u8], viewport: (f64, f64), place: &BoxInViewport) -> Result<Vec<u8>, PictureError> {
    encode(&cut(&decode(picture)?, viewport, place)?)
}

pub(crate) fn cut(picture: &RgbaImage, viewport: (f64, f64), place: &BoxInViewport) -> Result<RgbaImage, PictureError> {
    let found = box_in_picture(place, viewport, picture, 0.0)?.ok_or(PictureError::OutsidePicture)?;
    let (width, height) = (found.right - found.left, found.bottom - found.top);
    Ok(image::imageops::crop_imm(picture, found.left, found.top, width, height).to_image())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    #[test]
    fn a_crop_has_the_pixels_of_its_place() {
        let picture = RgbaImage::from_fn(40, 20, |x, y| Rgba([x as u8, y as u8, 0, 255]));
        let png = encode(&picture).unwrap();
        let part = decode(&crop(&png, (20.0, 10.0), &BoxInViewport::new(5.0, 2.0, 4.0, 3.0)).unwrap()).unwrap();
        assert_eq!(part.dimensions(), (8, 6), "two pixels a unit");
        assert_eq!(part.get_pixel(0, 0), &Rgba([10, 4, 0, 255]), "from its top left corner");
        let outside = crop(&png, (20.0, 10.0), &BoxInViewport::new(50.0, 2.0, 4.0, 3.0));
        assert!(matches!(outside, Err(PictureError::OutsidePicture)), "there is nothing to cut: {outside:?}");
    }
}
