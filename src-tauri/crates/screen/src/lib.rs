//! What is on a screen: observations, elements, points and boxes in named spaces, and the pure questions asked of
//! them (locators, conditions, identity). It never touches a device, a file or a clock: the same observation and the
//! same question always give the same answer.

pub mod change;
pub mod condition;
pub mod element;
pub mod geometry;
pub mod identity;
pub mod label;
pub mod locate;
pub mod locator;
pub mod naming;
pub mod observation;
pub mod outline;
pub mod reading;
pub mod text;
pub mod validation;

pub use change::{Change, ChangeKind, changed, changes, had_effect};
pub use condition::{Condition, Extract, Facts, Verdict, extract, holds};
pub use element::{CellAt, Element, ElementRef, Handle, Role, States};
pub use geometry::{BoxInViewport, PointInViewport, Viewport};
pub use identity::{ScreenIdentity, identity, state};
pub use label::{label_of, near_label, unlabelled};
pub use locate::{Boxes, Drift, Located, Purpose, RungReport, drift, likest, line_of, locate, locate_with, matches};
pub use locator::{By, Ladder, Locator, NameMatch};
pub use naming::{ladder_for, reading_ladder_for};
pub use observation::{DialogSeen, FrameRef, FrameSeen, Observation, Unreadable};
pub use outline::{outline, outline_of};
pub use reading::reading;
pub use validation::{Validation, validation};

#[cfg(test)]
mod sketch;
