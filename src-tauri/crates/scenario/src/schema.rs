//! JSON Schemas of the files (draft 2020-12), made from the types, for editors that complete and check while one
//! writes.

use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::document::Document;
use crate::family::Family;
use crate::policy::Policy;

/// Of scenarios and components.
pub fn scenario() -> Value {
    of::<Document>("A Baton scenario or component")
}

/// Of family files.
pub fn family() -> Value {
    of::<Family>("A Baton family: detectors and recoverers that scenarios share")
}

/// Of policy files.
pub fn policy() -> Value {
    of::<Policy>("A Baton policy: what may be done, and what never leaves the machine")
}

fn of<T: schemars::JsonSchema>(title: &str) -> Value {
    let settings = SchemaSettings::draft2020_12();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    schema.to_value()
}
