//! What is on a screen: observations, elements, points and boxes in named spaces, and the pure questions asked of them (locators, conditions, identity).
//! It never touches a device, a file or a clock: the same observation and the same question always give the same answer.

pub mod condition;
pub mod element;
pub mod geometry;
pub mod identity;
pub mod locate;
pub mod locator;
pub mod observation;
pub mod reading;
pub mod text;

pub use condition::{Condition, Extract, Verdict};
pub use element::{CellAt, Element, ElementRef, Handle, Role, States};
pub use geometry::{BoxInViewport, PointInViewport, Viewport};
pub use locate::{Boxes, Drift, Located, Purpose, RungReport, drift, locate, locate_with};
pub use locator::{By, Ladder, Locator, NameMatch};
pub use observation::{DialogSeen, FrameRef, FrameSeen, Observation, Unreadable};
