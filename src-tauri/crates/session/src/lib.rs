//! The gate: everything that touches a device goes through one [`Session`], and every action passes the same five doors
//! (lease, locate, policy, act, land), each of which writes to the journal.
//! It must never know what a scenario, a checkpoint, a model or a window is: those are holders, and hold the controls from outside.

pub mod action;
pub mod error;
pub mod evidence;
pub mod gate;
pub mod interrupt;
pub mod journal;
pub mod keys;
pub mod land;
pub mod lease;
pub mod rules;
pub mod session;

pub use action::{Action, Typed};
pub use baton_scenario::Risk;
pub use error::ActError;
pub use evidence::{MaskedPicture, PictureError};
pub use gate::{Asked, Consent, InFlight, Interrupted, Pressed, Watch};
pub use interrupt::{Interrupt, Interrupter, interrupt};
pub use journal::{Journal, Recorder};
pub use land::{How, Judge, Judgement, Landed};
pub use lease::{Control, Holder, Lease, LeaseChange, LeaseError, Turn};
pub use rules::{BadRule, Forbidden, PathGlob, RiskyRule, Rules, Ruling, TargetFacts};
pub use session::{Parts, Session, ShiftError};
