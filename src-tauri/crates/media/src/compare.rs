//! Whether two pictures show the same.

use baton_screen::BoxInViewport;
use image::RgbaImage;

use crate::crop::cut;
use crate::picture::{PictureError, decode};

/// How much may differ before two pictures are different.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    /// A pixel differs when one of its channels is further away than this, of 255.
    pub channel: u8,
    /// The share of pixels that may differ, 0 to 1.
    pub share: f64,
}

impl Default for Tolerance {
    /// A tenth of a channel's range, and one pixel in a hundred: a blinking caret stays below it, another label does not.
    fn default() -> Tolerance {
        Tolerance { channel: 24, share: 0.01 }
    }
}

/// How two pictures of one size differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// How many pixels differ.
    pub pixels: u64,
    /// The share of pixels that differ, 0 to 1.
    pub share: f64,
    /// The smallest box around all of them, in pixels: left, top, width, height.
    pub around_px: Option<(u32, u32, u32, u32)>,
}

/// Compares two pictures pixel by pixel.
pub fn difference(a: &[u8], b: &[u8], tolerance: Tolerance) -> Result<Difference, PictureError> {
    compare(&decode(a)?, &decode(b)?, tolerance)
}

/// Whether `picture` still shows, at `place`, what `recorded` (a crop of that place) shows. False when it shows something
/// else, and when the place has another size in pixels by now.
pub fn still_matches(
    recorded: &[u8],
    picture: &[u8],
    viewport: (f64, f64),
    place: &BoxInViewport,
    tolerance: Tolerance,
) -> Result<bool, PictureError> {
    let (recorded, now) = (decode(recorded)?, cut(&decode(picture)?, viewport, place)?);
    match compare(&recorded, &now, tolerance) {
        Ok(found) => Ok(found.share <= tolerance.share),
        Err(PictureError::OtherSize { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

fn compare(a: &RgbaImage, b: &RgbaImage, tolerance: Tolerance) -> Result<Difference, PictureError> {
    if a.dimensions() != b.dimensions() {
        return Err(PictureError::OtherSize { a: a.dimensions(), b: b.dimensions() });
    }
    let (mut pixels, mut around) = (0u64, None);
    for (index, (left, right)) in a.as_raw().chunks_exact(4).zip(b.as_raw().chunks_exact(4)).enumerate() {
        if left.iter().zip(right).any(|(left, right)| left.abs_diff(*right) > tolerance.channel) {
            pixels += 1;
            let (x, y) = (index as u32 % a.width(), index as u32 / a.width());
            around = Some(grown(around, x, y));
        }
    }
    let all = u64::from(a.width()) * u64::from(a.height());
    let around_px = around.map(|(x0, y0, x1, y1)| (x0, y0, x1 - x0 + 1, y1 - y0 + 1));
    Ok(Difference { pixels, share: pixels as f64 / all.max(1) as f64, around_px })
}

fn grown(around: Option<(u32, u32, u32, u32)>, x: u32, y: u32) -> (u32, u32, u32, u32) {
    let (x0, y0, x1, y1) = around.unwrap_or((x, y, x, y));
    (x0.min(x), y0.min(y), x1.max(x), y1.max(y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crop::crop;
    use crate::picture::encode;
    use image::Rgba;

    fn screen(button: u8, at: u32) -> Vec<u8> {
        let inside = |x: u32, y: u32| (at..at + 20).contains(&x) && (10..20).contains(&y);
        let shade = |x, y| if inside(x, y) { button } else { 250 };
        encode(&RgbaImage::from_fn(80, 40, |x, y| Rgba([shade(x, y), 128, 128, 255]))).unwrap()
    }

    const PLACE: BoxInViewport = BoxInViewport { x: 28.0, y: 8.0, width: 24.0, height: 14.0 };

    fn check(picture: &[u8], viewport: (f64, f64), matches: bool, why: &str) {
        let recorded = crop(&screen(40, 30), (80.0, 40.0), &PLACE).unwrap();
        let found = still_matches(&recorded, picture, viewport, &PLACE, Tolerance::default()).unwrap();
        assert_eq!(found, matches, "{why}");
    }

    #[test]
    fn a_place_matches_while_it_shows_what_was_recorded() {
        check(&screen(40, 30), (80.0, 40.0), true, "the same picture");
        check(&screen(60, 30), (80.0, 40.0), true, "a shade that smoothing could make");
        check(&screen(90, 30), (80.0, 40.0), false, "another colour");
        check(&screen(40, 33), (80.0, 40.0), false, "it moved");
        check(&screen(250, 30), (80.0, 40.0), false, "it is gone");
        check(&screen(40, 30), (160.0, 80.0), false, "half a pixel a unit by now");
    }

    #[test]
    fn a_difference_says_how_much_and_where() {
        let found = difference(&screen(40, 30), &screen(90, 30), Tolerance::default()).unwrap();
        assert_eq!(found.pixels, 200, "the button's 20 x 10 pixels");
        assert_eq!(found.around_px, Some((30, 10, 20, 10)), "and where they are");
        assert!((found.share - 0.0625).abs() < 1e-9, "200 of 3200: {}", found.share);
        let smaller = encode(&RgbaImage::new(2, 2)).unwrap();
        let other = difference(&screen(40, 30), &smaller, Tolerance::default());
        assert!(matches!(other, Err(PictureError::OtherSize { .. })), "sizes are told apart: {other:?}");
    }
}
