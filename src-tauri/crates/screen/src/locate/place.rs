//! By a recorded place on the screen: the last resort, and the only rung that must ask for leave.

use std::collections::HashSet;

use super::scope::Scope;
use super::{Boxes, Refused};
use crate::element::ElementRef;
use crate::geometry::{PointInViewport, Viewport};
use crate::locator::Locator;
use crate::observation::Observation;

/// Whether the box may answer: its viewport is this one, and unattended it was reviewed and still looks as recorded.
pub fn may_answer(screen: &Observation, rung: &Locator, boxes: Boxes<'_>) -> Result<(), Refused> {
    if matches!(boxes, Boxes::Unattended(_)) && !rung.reviewed {
        return Err(Refused::NotReviewed);
    }
    let [width, height] = rung.recorded.ok_or(Refused::NoViewport)?;
    let (now_width, now_height) = (screen.viewport.width.round() as u32, screen.viewport.height.round() as u32);
    if (width, height) != (now_width, now_height) {
        return Err(Refused::OtherViewport(width, height, now_width, now_height));
    }
    let Boxes::Unattended(picture_matches) = boxes else { return Ok(()) };
    if rung.picture.is_none() {
        return Err(Refused::NoPicture);
    }
    match picture_matches(rung) {
        Some(true) => Ok(()),
        Some(false) => Err(Refused::PictureDiffers),
        None => Err(Refused::PictureNotCompared),
    }
}

/// The innermost elements at the middle of the box. Two that overlap without one being inside the other are both
/// told: which of them is on top is not known here.
pub fn by_box(scope: &Scope<'_>, rung: &Locator) -> Vec<ElementRef> {
    let Some(place) = rung.box_normalised else { return Vec::new() };
    let point = middle_in_viewport(place, scope.screen.viewport);
    let here = scope.elements().filter(|(_, element)| element.box_in_viewport.contains(point) && scope.suits(element));
    let here: Vec<ElementRef> = here.map(|(at, _)| at).collect();
    let around: HashSet<ElementRef> = here.iter().flat_map(|at| scope.screen.ancestors(*at)).collect();
    here.into_iter().filter(|at| !around.contains(at)).collect()
}

/// The middle of a normalised box, in a viewport of that size.
pub fn middle_in_viewport([x, y, width, height]: [f64; 4], viewport: Viewport) -> PointInViewport {
    PointInViewport { x: (x + width / 2.0) * viewport.width, y: (y + height / 2.0) * viewport.height }
}
