//! From the journal to a result object, and safe ways to look into one: a result that never got far lacks most fields.

use baton_base::RunId;
use baton_store::{Reader, StoreError};
use serde_json::Value;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The journal could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The run is in the journal and has no result.
    #[error(
        "run {run} has no result: it is still running, or it was killed; `baton runs show {run}` tells how far it came"
    )]
    NotEnded {
        /// The run.
        run: RunId,
    },
    /// The XML could not be written.
    #[error("the report could not be written as XML: {cause}")]
    Xml {
        /// The writer's words.
        cause: String,
    },
}

/// The result of a run, as it was told to its caller.
pub fn stored_result(journal: &Reader, run: &RunId) -> Result<Value, ReportError> {
    match journal.result(run)? {
        Some(result) => Ok(result),
        None => {
            // Tells an unknown run from one without a result.
            journal.run(run)?;
            Err(ReportError::NotEnded { run: run.clone() })
        }
    }
}

pub(crate) fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key).and_then(Value::as_str).filter(|text| !text.is_empty())
}

pub(crate) fn number(value: &Value, key: &str) -> Option<u64> {
    value.get(key).and_then(Value::as_u64)
}

pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A value as a person reads it: text without quotes, the rest as JSON.
pub(crate) fn words(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The whole of a result in a line: `failure LOCATOR_UNRESOLVED at search.submit`.
pub(crate) fn verdict(result: &Value) -> String {
    let kind = text(result, "kind").unwrap_or("unknown");
    let code = text(result, "code").or_else(|| text(result, "reason"));
    let step = text(result, "step").map(|step| format!("at {step}"));
    [Some(kind.to_owned()), code.map(str::to_owned), step].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// True for a success that checked nothing. A result that does not say how much it checked has checked nothing.
pub(crate) fn checked_nothing(result: &Value) -> bool {
    text(result, "kind") == Some("success") && number(result, "asserted").unwrap_or(0) == 0
}
