//! Answers a ladder from an observation: the first rung that matches exactly one visible element. Zero or several
//! fall through.
//!
//! Reading order: [`locate`], then one file a kind of rung in `locate/`.

mod cell;
mod explain;
mod near;
mod place;
mod plain;
mod scope;

use serde::Serialize;

use crate::element::ElementRef;
use crate::locator::{By, Ladder, Locator};
use crate::observation::Observation;

pub(crate) use cell::row_and_header;
pub(crate) use explain::MOST_LINES;
pub use explain::{Drift, drift, likest, line_of};
pub(crate) use scope::are_twins;

/// What the element is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To act on: controls, unless a rung asks for a role.
    Act,
    /// To read from or to look at: any element.
    Read,
}

/// Whether box rungs may answer.
#[derive(Clone, Copy)]
pub enum Boxes<'a> {
    /// Nobody watches: only a reviewed box, in its own viewport, whose recorded picture still matches. The function
    /// says whether it does; `None` when it was not compared.
    Unattended(&'a dyn Fn(&Locator) -> Option<bool>),
    /// A person chose this very place just now: any box in its own viewport.
    Attended,
}

/// What one rung of a ladder found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RungReport {
    /// From 1, as in the document.
    pub rung: usize,
    /// Its kind.
    pub by: By,
    /// How many elements it matched.
    pub matched: usize,
    /// Why it was not tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// What a ladder found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Located {
    /// The one element, with the rung (from 1) that answered.
    pub found: Option<(ElementRef, usize)>,
    /// What each rung tried found, up to the one that answered.
    pub rungs: Vec<RungReport>,
    /// Rungs (from 1) that lack nothing but the comparison of their picture; ask again with [`locate_with`] once it
    /// is made.
    pub needs_picture: Vec<usize>,
}

/// Answers `ladder` from `screen`. Box rungs are refused, as no picture was compared; [`locate_with`] can admit them.
pub fn locate(screen: &Observation, ladder: &Ladder, purpose: Purpose) -> Located {
    locate_with(screen, ladder, purpose, Boxes::Unattended(&|_| None))
}

/// Answers `ladder` from `screen`, box rungs under the rule of `boxes`.
pub fn locate_with(screen: &Observation, ladder: &Ladder, purpose: Purpose, boxes: Boxes<'_>) -> Located {
    let mut located = Located::default();
    for (index, rung) in ladder.0.iter().enumerate() {
        let number = index + 1;
        let answer = answer_rung(screen, rung, purpose, boxes);
        if answer == Err(Refused::PictureNotCompared) {
            located.needs_picture.push(number);
        }
        let matched = answer.as_ref().map_or(0, Vec::len);
        let by = rung.by().unwrap_or(By::Within);
        let refused = answer.as_ref().err().map(Refused::to_string);
        located.rungs.push(RungReport { rung: number, by, matched, refused });
        if let Ok([one]) = answer.as_deref() {
            located.found = Some((*one, number));
            break;
        }
    }
    located
}

/// Every element that one rung matches, in document order. A rung whose container is not exactly one element, or that
/// may not answer unattended, matches none.
pub fn matches(screen: &Observation, rung: &Locator, purpose: Purpose) -> Vec<ElementRef> {
    answer_rung(screen, rung, purpose, Boxes::Unattended(&|_| None)).unwrap_or_default()
}

/// Why a rung was not tried.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Refused {
    /// No person has allowed this box.
    #[error("not reviewed for unattended use")]
    NotReviewed,
    /// Where the box would be today is not known.
    #[error("its recorded viewport is not known")]
    NoViewport,
    /// The box was recorded in another viewport.
    #[error("recorded in a viewport of {0} × {1}, this one is {2} × {3}")]
    OtherViewport(u32, u32, u32, u32),
    /// There is no picture that could vouch for the place.
    #[error("no picture was recorded of the place")]
    NoPicture,
    /// The caller has not compared the picture.
    #[error("its recorded picture has not been compared")]
    PictureNotCompared,
    /// The place looks different today.
    #[error("its recorded picture no longer matches")]
    PictureDiffers,
    /// The element to look inside is missing or not the only one.
    #[error("what it looks inside, {container}, matched {matched} elements")]
    Container {
        /// How the container was named.
        container: String,
        /// How many it matched.
        matched: usize,
    },
    /// The rung names nothing.
    #[error("it names nothing")]
    NamesNothing,
}

pub(crate) fn answer_rung(
    screen: &Observation,
    rung: &Locator,
    purpose: Purpose,
    boxes: Boxes<'_>,
) -> Result<Vec<ElementRef>, Refused> {
    if rung.by() == Some(By::Box) {
        place::may_answer(screen, rung, boxes)?;
    }
    let scope = scope::Scope::of(screen, rung, purpose)?;
    let found = match rung.by().ok_or(Refused::NamesNothing)? {
        By::Id => plain::by_id(&scope, rung),
        By::RoleName => plain::by_role_and_name(&scope, rung),
        By::Near => near::by_near(&scope, rung),
        By::Cell => cell::by_cell(&scope, rung),
        By::Within => plain::by_role(&scope, rung),
        By::Text => plain::by_text(&scope, rung),
        By::Box => place::by_box(&scope, rung),
    };
    Ok(scope::without_twins(screen, found))
}

#[cfg(test)]
mod tests;
