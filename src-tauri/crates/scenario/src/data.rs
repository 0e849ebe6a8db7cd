//! Rows a scenario is run with, one run or one turn a row.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::names::Name;

/// Rows, here or in a file.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Data {
    /// Written in the document, every value as text.
    Rows(Vec<IndexMap<Name, String>>),
    /// A CSV file below the workspace, with a header row. Its columns belong to the seal, its rows do not.
    Csv(String),
}
