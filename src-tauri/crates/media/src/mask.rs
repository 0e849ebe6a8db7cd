//! Painting over what must not be seen.

use baton_screen::BoxInViewport;
use image::{Rgba, RgbaImage};

use crate::picture::{BoxInPicture, PictureError, box_in_picture, decode, encode};

/// A mask covers so many pixels more on each side: boxes lag the picture, and glyphs and focus rings reach over them.
pub const GROWN_BY_PX: f64 = 8.0;

/// A colour that nobody takes for content.
const PAINT: Rgba<u8> = Rgba([64, 64, 64, 255]);

/// The picture with every box painted over, as PNG. `viewport` is what the picture shows, in the unit of the boxes.
/// A box partly or wholly outside the picture is cut at its edges.
pub fn paint_over(picture: &[u8], viewport: (f64, f64), boxes: &[BoxInViewport]) -> Result<Vec<u8>, PictureError> {
    let mut painted = decode(picture)?;
    for place in boxes {
        if let Some(place) = box_in_picture(place, viewport, &painted, GROWN_BY_PX)? {
            fill(&mut painted, place);
        }
    }
    encode(&painted)
}

fn fill(picture: &mut RgbaImage, place: BoxInPicture) {
    let row_bytes = picture.width() as usize * 4;
    let (left, right) = (place.left as usize * 4, place.right as usize * 4);
    let rows = picture.as_mut().chunks_exact_mut(row_bytes);
    for row in rows.skip(place.top as usize).take((place.bottom - place.top) as usize) {
        row[left..right].as_chunks_mut::<4>().0.fill(PAINT.0);
    }
}

/// What to paint for something that was at `before` and is at `now`: the picture may show either, or a place between.
pub fn union_of_last_two(before: Option<BoxInViewport>, now: BoxInViewport) -> BoxInViewport {
    let Some(before) = before.filter(|before| !before.is_empty()) else { return now };
    if now.is_empty() {
        return before;
    }
    let (x, y) = (before.x.min(now.x), before.y.min(now.y));
    BoxInViewport::new(x, y, before.right().max(now.right()) - x, before.bottom().max(now.bottom()) - y)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Rgba<u8> = Rgba([255, 255, 255, 255]);

    fn check(viewport: (f64, f64), place: BoxInViewport, painted: Option<(u32, u32, u32, u32)>, why: &str) {
        let white = encode(&RgbaImage::from_pixel(200, 100, WHITE)).unwrap();
        let masked = decode(&paint_over(&white, viewport, &[place]).unwrap()).unwrap();
        let dark: Vec<(u32, u32)> =
            masked.enumerate_pixels().filter(|(_, _, pixel)| **pixel != WHITE).map(|(x, y, _)| (x, y)).collect();
        let bounds = (!dark.is_empty()).then(|| {
            let (xs, ys) = (dark.iter().map(|at| at.0), dark.iter().map(|at| at.1));
            (xs.clone().min().unwrap(), ys.clone().min().unwrap(), xs.max().unwrap() + 1, ys.max().unwrap() + 1)
        });
        assert_eq!(bounds, painted, "{why}");
        let area = bounds.map_or(0, |(left, top, right, bottom)| (right - left) * (bottom - top));
        assert_eq!(dark.len() as u32, area, "no pixel inside is left out: {why}");
    }

    #[test]
    fn every_pixel_of_a_box_and_eight_around_it_are_painted() {
        let place = |x, y, w, h| BoxInViewport::new(x, y, w, h);
        check((200.0, 100.0), place(50.0, 40.0, 20.0, 10.0), Some((42, 32, 78, 58)), "one pixel a unit");
        check((100.0, 50.0), place(50.0, 20.0, 10.0, 5.0), Some((92, 32, 128, 58)), "two pixels a unit");
        check(
            (200.0, 100.0),
            place(50.4, 40.6, 20.0, 10.0),
            Some((42, 32, 79, 59)),
            "a pixel touched in part is covered",
        );
        check((200.0, 100.0), place(-20.0, -20.0, 25.0, 25.0), Some((0, 0, 13, 13)), "cut at the edges");
        check((200.0, 100.0), place(195.0, 95.0, 900.0, 900.0), Some((187, 87, 200, 100)), "cut at the far edges");
        check((200.0, 100.0), place(300.0, 10.0, 10.0, 10.0), None, "wholly outside");
        check((200.0, 100.0), place(10.0, 10.0, 0.0, 10.0), None, "without area");
    }

    #[test]
    fn what_moved_is_covered_at_both_places() {
        let (before, now) = (BoxInViewport::new(10.0, 10.0, 5.0, 5.0), BoxInViewport::new(30.0, 5.0, 5.0, 5.0));
        let both = union_of_last_two(Some(before), now);
        assert_eq!(both, BoxInViewport::new(10.0, 5.0, 25.0, 10.0), "from the one to the other");
        assert_eq!(union_of_last_two(None, now), now, "nothing was there before");
        assert_eq!(
            union_of_last_two(Some(before), BoxInViewport::default()),
            before,
            "it is hidden now, not yet in the picture"
        );
    }

    #[test]
    fn what_cannot_be_masked_is_an_error_and_never_the_picture_itself() {
        let white = encode(&RgbaImage::from_pixel(4, 4, WHITE)).unwrap();
        let boxes = [BoxInViewport::new(0.0, 0.0, 1.0, 1.0)];
        let flat = paint_over(&white, (0.0, 4.0), &boxes);
        assert!(matches!(flat, Err(PictureError::NoViewport { .. })), "no scale, no place: {flat:?}");
        let nan = paint_over(&white, (f64::NAN, 4.0), &boxes);
        assert!(matches!(nan, Err(PictureError::NoViewport { .. })), "nor with a size that is no number: {nan:?}");
        let cut = paint_over(&white[..20], (4.0, 4.0), &boxes);
        assert!(matches!(cut, Err(PictureError::Unreadable(_))), "cut short: {cut:?}");
    }
}
