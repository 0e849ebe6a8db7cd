//! The end of a run: fills in its row in `runs` and writes its result.

use baton_base::{RunId, Scrubbed, SessionTime};
use serde_json::Value;

use crate::column::Column;
use crate::error::StoreError;
use crate::tables::{Into, Row, StoredResult, Write};

/// A run has ended. Written with its result in one transaction; a second end of the same run is not written.
#[derive(Debug, Clone)]
pub struct RunEnded {
    /// The run.
    pub run: RunId,
    /// When, on the session's clock.
    pub at_us: SessionTime,
    /// `success`, `business_outcome`, `failure` or `escalated`.
    pub kind: &'static str,
    /// The outcome's or failure's code.
    pub code: Option<Scrubbed<String>>,
    /// `none`, `committed` or `unknown`.
    pub side_effect: &'static str,
    /// The result object of behaviour §5.
    pub result: Scrubbed<Value>,
}

impl Row for RunEnded {}

impl Write for RunEnded {
    fn write(&self, into: Into<'_>) -> Result<Option<i64>, StoreError> {
        let result = StoredResult { run: self.run.clone(), at_us: self.at_us, json: self.result.clone() };
        let Some(row) = result.write(Into(into.0))? else { return Ok(None) };
        let end = "UPDATE runs SET ended_us = ?, kind = ?, code = ?, side_effect = ? WHERE id = ?";
        let values = [self.at_us.sql()?, self.kind.sql()?, self.code.sql()?, self.side_effect.sql()?, self.run.sql()?];
        if into.0.prepare_cached(end)?.execute(rusqlite::params_from_iter(values))? == 0 {
            return Err(StoreError::Missing { what: "run", id: self.run.to_string() });
        }
        Ok(Some(row))
    }
}
