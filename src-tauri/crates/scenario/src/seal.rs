//! The seal: the SHA-256 of what a scenario means.
//!
//! It covers the document, what it uses, its families, the columns of its tables and the overlays of its steps, as
//! RFC 8785 JSON, so that layout, comments and the order of keys do not count. Left out are the provenance, which says
//! where a scenario comes from and not what it does, and the rows of CSV files, which change from day to day. A disabled
//! step counts: a reviewer sees it, and it is one word away from being run.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::closure::Closure;
use crate::document::Document;

/// `sha256:` and 64 hex digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Seal(String);

/// Should the way a meaning is written down ever change, old seals must not meet new ones by chance.
const FORM: u32 = 1;

impl Seal {
    /// The seal of a closure.
    pub fn of(closure: &Closure) -> Seal {
        let meaning = meaning(closure);
        // Canonical JSON of a JSON value cannot fail; if it ever did, this text is no seal that anybody approved.
        let text = serde_json_canonicalizer::to_vec(&meaning).unwrap_or_else(|error| error.to_string().into_bytes());
        let hash = Sha256::digest(&text);
        Seal(hash.iter().fold("sha256:".to_owned(), |hex, byte| hex + &format!("{byte:02x}")))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Seal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What the seal is taken of, as JSON.
pub fn meaning(closure: &Closure) -> Value {
    let components: Map<String, Value> =
        closure.components.iter().map(|(file, document)| (file.clone(), of_document(document))).collect();
    let columns: Map<String, Value> =
        closure.tables.iter().map(|(file, table)| (file.clone(), json!(table.columns))).collect();
    json!({
        "seal": FORM,
        "document": of_document(&closure.document),
        "components": components,
        "families": value(&closure.families),
        "columns": columns,
        "overlays": value(&closure.overlays),
    })
}

fn of_document(document: &Document) -> Value {
    let mut value = value(document);
    if let Some(map) = value.as_object_mut() {
        map.remove("provenance");
    }
    value
}

/// The types of this crate have string keys and no failing parts, so they always become JSON.
fn value<T: Serialize>(of: &T) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}
