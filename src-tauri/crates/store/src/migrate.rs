//! Versions of the journal's file. Each step brings a file from one version to the next; none is ever edited once released.

use rusqlite::{Connection, TransactionBehavior};

use crate::error::StoreError;

/// The version this Baton writes.
pub const NEWEST: u32 = STEPS.len() as u32;

/// Step n brings version n to n + 1.
const STEPS: &[&str] = &[include_str!("migrations/0001_first.sql"), include_str!("migrations/0002_keeping.sql")];

/// Brings the file up to [`NEWEST`], each step in a transaction of its own.
pub(crate) fn up(connection: &mut Connection) -> Result<(), StoreError> {
    loop {
        // The version is read under the write lock, so two processes that open a new file do not both migrate it.
        let found = version(connection)?;
        if found == NEWEST {
            return Ok(());
        }
        let step = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let found = version(&step)?;
        if let Some(sql) = STEPS.get(found as usize) {
            step.execute_batch(sql)?;
            step.pragma_update(None, "user_version", found + 1)?;
        }
        step.commit()?;
    }
}

/// The file's version; refuses a newer one.
pub(crate) fn version(connection: &Connection) -> Result<u32, StoreError> {
    let found: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > NEWEST { Err(StoreError::Newer { found, known: NEWEST }) } else { Ok(found) }
}
