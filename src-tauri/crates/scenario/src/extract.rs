//! How the payload of a business outcome is written: what is read, flat beside `optional`.

use std::borrow::Cow;

use baton_screen::condition::ExtractFrom;
use baton_screen::{Extract, Ladder, Locator};
use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::names::Name;

/// Writes payload fields as the document has them: `{ near: Name, optional: true }`, `{ text_near: … }`.
pub(crate) struct Payload;

impl Payload {
    pub(crate) fn serialize<S: Serializer>(fields: &IndexMap<Name, Extract>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(fields.iter().map(|(name, extract)| (name, Written(extract))))
    }
}

struct Written<'a>(&'a Extract);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match &self.0.from {
            ExtractFrom::TextNear(words) => map.serialize_entry("text_near", words)?,
            ExtractFrom::ValidationLabel => map.serialize_entry("validation_label", &serde_json::Map::new())?,
            ExtractFrom::ValidationText => map.serialize_entry("validation_text", &serde_json::Map::new())?,
            ExtractFrom::Element(ladder) => element(&mut map, ladder)?,
        }
        if self.0.optional {
            map.serialize_entry("optional", &true)?;
        }
        map.end()
    }
}

fn element<M: SerializeMap>(map: &mut M, ladder: &Ladder) -> Result<(), M::Error> {
    match ladder.0.as_slice() {
        [one] => match serde_json::to_value(one) {
            Ok(serde_json::Value::Object(fields)) => {
                fields.iter().try_for_each(|(key, value)| map.serialize_entry(key, value))
            }
            _ => map.serialize_entry("from", one),
        },
        _ => map.serialize_entry("from", ladder),
    }
}

impl JsonSchema for Payload {
    fn schema_name() -> Cow<'static, str> {
        "Payload".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let ladder = generator.subschema_for::<Ladder>();
        let one_of = |key: &str, value: serde_json::Value| {
            json_schema!({
                "type": "object", "required": [key], "additionalProperties": false,
                "properties": {key: value, "optional": {"type": "boolean"}},
            })
        };
        let nothing = serde_json::json!({"type": "object", "maxProperties": 0});
        let mut flat = <Locator as JsonSchema>::json_schema(generator);
        if let Some(properties) = flat.get_mut("properties").and_then(serde_json::Value::as_object_mut) {
            properties.insert("optional".to_owned(), serde_json::json!({"type": "boolean"}));
        }
        json_schema!({"type": "object", "additionalProperties": {"anyOf": [
            one_of("text_near", serde_json::json!({"type": "string"})),
            one_of("validation_label", nothing.clone()),
            one_of("validation_text", nothing),
            one_of("from", ladder.to_value()),
            flat,
        ]}})
    }
}
