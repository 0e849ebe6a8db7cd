//! Answers a locator from an observation. (being written)

use serde::Serialize;

use crate::element::ElementRef;
use crate::locator::{By, Ladder};
use crate::observation::Observation;

/// What the element is wanted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To act on: controls, unless a rung asks for a role.
    Act,
    /// To read from or to look at: any element.
    Read,
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
#[derive(Debug, Clone, PartialEq)]
pub struct Located {
    /// The one element, with the rung (from 1) that answered.
    pub found: Option<(ElementRef, usize)>,
    /// What each rung tried found.
    pub rungs: Vec<RungReport>,
}

/// Answers `ladder` from `screen`.
pub fn locate(_screen: &Observation, _ladder: &Ladder, _purpose: Purpose) -> Located {
    Located { found: None, rungs: Vec::new() }
}
