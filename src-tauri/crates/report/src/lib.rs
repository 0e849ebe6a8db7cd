//! A run, or a suite of runs, told to somebody who was not there: as JSON, as JUnit XML, as a table on a terminal.
//! It reads the stored result objects of behaviour §5 and tells each of them whole, the ones that went wrong first of all.
//! It must never judge a run again, look at a device, or tell anything that was not scrubbed when it was stored.

mod json;
mod junit;
mod stored;
mod table;

pub use json::json;
pub use junit::junit;
pub use stored::{ReportError, stored_result};
pub use table::table;
