//! The command list over HTTP on loopback, with the UI's files beside it, for the desktop, browsers and tests alike.
//! Every request must carry this launch's token and come from a page this engine served.
//!
//! It must never know a device, a scenario or a journal: the [`Host`](baton_api::Host) does. It binds loopback only.

mod engines;
mod guard;
mod idle;
mod routes;
mod serve;
mod token;
mod ui;

pub use engines::{EngineFile, list_engines};
pub use serve::{Options, ServeError, Server, serve};
pub use token::Token;
pub use ui::Ui;
