//! At which door an action was stopped, and why.

use std::sync::Arc;

use baton_base::{Scrubbed, Scrubber};
use baton_device::{DeviceError, Unactionable};
use baton_screen::locate::likest;
use baton_screen::{Element, Ladder, Located, Observation};
use baton_store::StoreError;

use crate::gate::Interrupted;
use crate::lease::LeaseError;
use crate::rules::Forbidden;
use baton_scenario::Risk;

/// Why an action was not done, or why its end is not known. `S` is what a watcher stops with.
#[derive(Debug, thiserror::Error)]
pub enum ActError<S> {
    /// Door one: somebody else has the controls.
    #[error(transparent)]
    Lease(#[from] LeaseError),
    /// The watcher stopped it.
    #[error("stopped by what was on the screen")]
    Stopped {
        /// With what.
        stop: S,
        /// The screen it was seen on.
        screen: Arc<Observation>,
    },
    /// Door two: no rung matched exactly one element in time.
    #[error("no rung matched exactly one element")]
    NotLocated {
        /// What was looked for.
        ladder: Ladder,
        /// What each rung found, last.
        located: Box<Located>,
        /// The screen then.
        screen: Arc<Observation>,
    },
    /// Door two: it was found and did not become ready in time.
    #[error("{} \"{}\" was found, but {why}", element.role, element.name)]
    Unactionable {
        /// The element.
        element: Arc<Element>,
        /// What was in the way.
        why: Unactionable,
        /// The screen then.
        screen: Arc<Observation>,
    },
    /// Door three: the policy does not allow it.
    #[error(transparent)]
    Forbidden(Forbidden),
    /// Door three: a token or a person must say yes first.
    #[error("it cannot be undone, and nobody has said yes to it")]
    NeedsConsent {
        /// How risky.
        risk: Risk,
        /// The element.
        element: Option<Arc<Element>>,
    },
    /// Door four, or any look at the screen: the device.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// The journal did not take the row; nothing may be done without it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Stopped from outside.
    #[error("interrupted")]
    Interrupted,
}

impl<S> From<Interrupted> for ActError<S> {
    fn from(_: Interrupted) -> ActError<S> {
        ActError::Interrupted
    }
}

impl<S> ActError<S> {
    pub(crate) fn not_located(ladder: &Ladder, located: Located, screen: Arc<Observation>) -> ActError<S> {
        ActError::NotLocated { ladder: ladder.clone(), located: Box::new(located), screen }
    }

    /// The door it was stopped at.
    pub fn door(&self) -> &'static str {
        match self {
            ActError::Lease(_) => "lease",
            ActError::Stopped { .. } => "watch",
            ActError::NotLocated { .. } | ActError::Unactionable { .. } => "locate",
            ActError::Forbidden(_) | ActError::NeedsConsent { .. } => "policy",
            ActError::Device(_) | ActError::Store(_) | ActError::Interrupted => "act",
        }
    }

    /// What may be written of it.
    pub fn told(&self, scrubber: &Scrubber) -> Scrubbed<String> {
        match self {
            ActError::NotLocated { ladder, located, screen } => scrubber.text(&explained(ladder, located, screen)),
            other => scrubber.text(&other.to_string()),
        }
    }
}

/// What was looked for and found, and what comes nearest to it.
pub fn explained(ladder: &Ladder, located: &Located, screen: &Observation) -> String {
    let near = likest(screen, ladder, 3);
    let said = located.explain(ladder);
    if near.is_empty() { said } else { format!("{said} Nearest to it: {}.", near.join(", ")) }
}
