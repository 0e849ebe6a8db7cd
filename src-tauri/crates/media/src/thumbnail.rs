//! Small pictures for lists.

use image::imageops::{FilterType, resize};

use crate::picture::{PictureError, decode, encode};

/// The picture shrunk so that its longer edge has `longest_px` pixels, as PNG. A smaller one keeps its size.
pub fn thumbnail(picture: &[u8], longest_px: u32) -> Result<Vec<u8>, PictureError> {
    let full = decode(picture)?;
    let (width, height) = full.dimensions();
    let longest = width.max(height);
    if longest <= longest_px {
        return encode(&full);
    }
    let shrunk = |edge: u32| (u64::from(edge) * u64::from(longest_px) / u64::from(longest)).max(1) as u32;
    encode(&resize(&full, shrunk(width), shrunk(height), FilterType::Triangle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{Rgba, RgbaImage};

    fn check(size: (u32, u32), longest_px: u32, expected: (u32, u32), why: &str) {
        let png = encode(&RgbaImage::from_pixel(size.0, size.1, Rgba([9, 9, 9, 255]))).unwrap();
        let small = decode(&thumbnail(&png, longest_px).unwrap()).unwrap();
        assert_eq!(small.dimensions(), expected, "{why}");
    }

    #[test]
    fn the_longer_edge_is_what_was_asked_for() {
        check((1280, 800), 320, (320, 200), "wide");
        check((800, 1280), 320, (200, 320), "tall");
        check((100, 50), 320, (100, 50), "never enlarged");
        check((5000, 1), 100, (100, 1), "a line keeps a pixel of height");
    }
}
