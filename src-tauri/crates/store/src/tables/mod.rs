//! The tables, one file each. A row type has one field a column, and a field's type says that it may be stored.

mod acts;
mod actuations;
mod approvals;
mod console;
mod detectors;
mod handoffs;
mod idempotency;
mod leases;
mod network;
mod observations;
mod pictures;
mod recoveries;
mod refusals;
mod results;
mod run_ended;
mod runs;
mod segments;
mod sessions;
mod steps;
mod tokens;
mod verdicts;

pub use acts::Act;
pub use actuations::Actuation;
pub use approvals::Approval;
pub use console::ConsoleSeen;
pub use detectors::DetectorFired;
pub use handoffs::Handoff;
pub use idempotency::Idempotency;
pub use leases::LeaseChange;
pub use network::NetworkSeen;
pub use observations::Observed;
pub use pictures::PictureTaken;
pub use recoveries::Recovery;
pub use refusals::Refusal;
pub use results::StoredResult;
pub use run_ended::RunEnded;
pub use runs::RunStarted;
pub use segments::Segment;
pub use sessions::Session;
pub use steps::Step;
pub use tokens::TokenSpent;
pub use verdicts::Verdict;

use rusqlite::Connection;
use rusqlite::types::Value as Sql;

use crate::error::StoreError;

/// A row of one table. Sealed: what is stored is listed here and nowhere else.
///
/// ```
/// use baton_base::{Scrubber, SessionId, SessionTime};
/// use baton_store::tables::LeaseChange;
/// let (who, why) = (Scrubber::default().text("Ana"), Scrubber::default().text("to look"));
/// LeaseChange { session: SessionId::fresh(), at_us: SessionTime(1), was: "IDLE", becomes: "PERSON", who, why };
/// ```
///
/// Text that nobody scrubbed does not fit:
///
/// ```compile_fail,E0308
/// use baton_base::{Scrubber, SessionId, SessionTime};
/// use baton_store::tables::LeaseChange;
/// let (who, why) = (Scrubber::default().text("Ana"), String::from("to look"));
/// LeaseChange { session: SessionId::fresh(), at_us: SessionTime(1), was: "IDLE", becomes: "PERSON", who, why };
/// ```
///
/// Nor may another crate store a type of its own:
///
/// ```compile_fail,E0277
/// struct Note(String);
/// impl baton_store::Row for Note {}
/// ```
pub trait Row: Write {}

/// Public in name only: outside this crate nothing here can be named, so no other crate can add a kind of row.
mod sealed {
    use rusqlite::Connection;

    use crate::error::StoreError;

    /// How a row is written.
    pub trait Write: Send + 'static {
        /// Writes it and tells its number, or none when an entry that may exist once was there already.
        fn write(&self, into: Into<'_>) -> Result<Option<i64>, StoreError>;
    }

    /// The connection a row is written to.
    #[derive(Debug)]
    pub struct Into<'c>(pub(crate) &'c Connection);
}

pub(crate) use sealed::{Into, Write};

/// Inserts a row; `once` leaves an earlier one with the same key as it is and tells none.
pub(crate) fn insert(
    connection: &Connection,
    table: &str,
    columns: &[&str],
    values: Vec<Sql>,
    once: bool,
) -> Result<Option<i64>, StoreError> {
    let names = columns.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let marks = vec!["?"; columns.len()].join(", ");
    let verb = if once { "INSERT OR IGNORE" } else { "INSERT" };
    let sql = format!("{verb} INTO \"{table}\" ({names}) VALUES ({marks})");
    let written = connection.prepare_cached(&sql)?.execute(rusqlite::params_from_iter(values))?;
    Ok((written > 0).then(|| connection.last_insert_rowid()))
}

/// Declares a row type and how it is inserted.
macro_rules! table {
    ($(#[$doc:meta])* $row:ident in $table:literal, $kind:ident {
        $($(#[$field_doc:meta])* $field:ident: $kept:ty,)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone)]
        pub struct $row {
            $($(#[$field_doc])* pub $field: $kept,)*
        }

        impl crate::tables::Row for $row {}

        impl $row {
            #[cfg(test)]
            pub(crate) const COLUMNS: &'static [&'static str] = &[$(stringify!($field)),*];
        }

        impl crate::tables::Write for $row {
            fn write(&self, into: crate::tables::Into<'_>) -> Result<Option<i64>, crate::error::StoreError> {
                $(crate::column::Column::first(&self.$field, into.0)?;)*
                let values = vec![$(crate::column::Column::sql(&self.$field)?),*];
                let columns = [$(stringify!($field)),*];
                crate::tables::insert(into.0, $table, &columns, values, stringify!($kind) == "once")
            }
        }
    };
}
pub(crate) use table;

/// Every table with its columns, for the check against the schema.
#[cfg(test)]
pub(crate) const ALL: &[(&str, &[&str])] = &[
    ("sessions", Session::COLUMNS),
    ("segments", Segment::COLUMNS),
    ("runs", RunStarted::COLUMNS),
    ("steps", Step::COLUMNS),
    ("acts", Act::COLUMNS),
    ("verdicts", Verdict::COLUMNS),
    ("observations", Observed::COLUMNS),
    ("actuations", Actuation::COLUMNS),
    ("pictures", PictureTaken::COLUMNS),
    ("refusals", Refusal::COLUMNS),
    ("leases", LeaseChange::COLUMNS),
    ("detectors", DetectorFired::COLUMNS),
    ("recoveries", Recovery::COLUMNS),
    ("approvals", Approval::COLUMNS),
    ("tokens", TokenSpent::COLUMNS),
    ("idempotency", Idempotency::COLUMNS),
    ("network", NetworkSeen::COLUMNS),
    ("console", ConsoleSeen::COLUMNS),
    ("results", StoredResult::COLUMNS),
    ("handoffs", Handoff::COLUMNS),
];
