//! What can be driven, behind one trait: [`Driver`].
//! It never decides whether to act: no policy, no lease, no locators. It is told a node and a point, and does it, or says exactly why not.

pub mod action;
pub mod chromium;
pub mod driver;
pub mod error;
pub mod event;
pub mod fake;

pub use action::{Actuation, Button, Chord, Dispatched, Modifiers, Switch, TextBy};
pub use driver::{Actionable, Blocked, Capabilities, Driver, Identity, Opening, Picture, Quiet, Unactionable};
pub use error::{Delivery, DeviceError};
pub use event::{DeviceEvent, DeviceEvents};
