//! Faults on cue: what goes wrong at which call.

use crate::error::Delivery;

/// The call at which a fault comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum At {
    /// The next `observe`.
    Observe,
    /// The next `actionable`.
    Actionable,
    /// The next `perform`.
    Perform,
    /// The next `settle`.
    Settle,
}

/// What goes wrong. Each happens once, but for those that end the device.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// The device is gone from then on. An action under way is tagged so.
    Lost(Delivery),
    /// It does not answer.
    Silent(Delivery),
    /// The page crashed; navigating brings it back.
    Crashed,
    /// A native dialog opens first.
    Dialog {
        /// alert, confirm, prompt.
        kind: String,
        /// What it says.
        message: String,
    },
    /// What was asked about is covered by that.
    Covered(String),
    /// What was asked about is still moving.
    Moving,
    /// The screen is made anew, so that every handle of before is gone.
    Changed,
    /// Nothing is delivered and nothing is said: the press is swallowed.
    Swallowed,
    /// What the action does comes so many milliseconds late.
    Delayed(u64),
    /// Only the first so many elements are told.
    Truncated(u32),
    /// One root and nothing in it.
    Collapsed,
    /// An opaque view stands where the elements were.
    Opaque(String),
}
