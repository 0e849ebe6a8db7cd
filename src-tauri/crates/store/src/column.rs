//! What may stand in a column: own ids, times and words, and text that went through a scrubber. A plain `String` may not.

use baton_base::{RunId, Scrubbed, SessionId, SessionTime, is_id};
use rusqlite::Connection;
use rusqlite::types::Value as Sql;
use serde_json::Value;

use crate::blobs::BlobHash;
use crate::error::StoreError;

/// A row's number in its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowId(pub i64);

/// Something that may be stored. Not implemented for `String` and `&str`, and that is its point.
pub(crate) trait Column {
    fn sql(&self) -> Result<Sql, StoreError>;

    /// Writes what must be there before the row.
    fn first(&self, _connection: &Connection) -> Result<(), StoreError> {
        Ok(())
    }
}

impl Column for Scrubbed<String> {
    fn sql(&self) -> Result<Sql, StoreError> {
        Ok(Sql::Text(self.get().clone()))
    }
}

impl Column for Scrubbed<Value> {
    fn sql(&self) -> Result<Sql, StoreError> {
        Ok(Sql::Text(self.get().to_string()))
    }
}

impl Column for RunId {
    fn sql(&self) -> Result<Sql, StoreError> {
        own_id(self.as_str(), "run")
    }
}

impl Column for SessionId {
    fn sql(&self) -> Result<Sql, StoreError> {
        own_id(self.as_str(), "session")
    }
}

fn own_id(id: &str, what: &'static str) -> Result<Sql, StoreError> {
    if is_id(id) { Ok(Sql::Text(id.to_owned())) } else { Err(StoreError::NotAnId { what }) }
}

impl Column for SessionTime {
    fn sql(&self) -> Result<Sql, StoreError> {
        self.as_us().sql()
    }
}

impl Column for u64 {
    fn sql(&self) -> Result<Sql, StoreError> {
        Ok(Sql::Integer(i64::try_from(*self).unwrap_or(i64::MAX)))
    }
}

impl Column for u32 {
    fn sql(&self) -> Result<Sql, StoreError> {
        Ok(Sql::Integer(i64::from(*self)))
    }
}

impl Column for bool {
    fn sql(&self) -> Result<Sql, StoreError> {
        Ok(Sql::Integer(i64::from(*self)))
    }
}

impl Column for RowId {
    fn sql(&self) -> Result<Sql, StoreError> {
        Ok(Sql::Integer(self.0))
    }
}

impl Column for BlobHash {
    fn sql(&self) -> Result<Sql, StoreError> {
        Ok(Sql::Text(self.hex()))
    }
}

impl<C: Column> Column for Option<C> {
    fn sql(&self) -> Result<Sql, StoreError> {
        self.as_ref().map_or(Ok(Sql::Null), Column::sql)
    }
}

/// Words of Baton's own, such as `automation` or `delivered`. Text from a screen does not live for `'static`.
impl Column for &'static str {
    fn sql(&self) -> Result<Sql, StoreError> {
        Ok(Sql::Text((*self).to_owned()))
    }
}
