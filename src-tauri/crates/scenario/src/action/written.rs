//! Actions with a short way to be written: a text where nothing more is said, a map where there is.

use std::borrow::Cow;

use baton_screen::Ladder;
use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::action::{Press, Texts, Use};
use crate::names::Name;
use crate::template::Template;

#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PressInFull<'a> {
    key: &'a str,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<&'a Ladder>,
}

impl Serialize for Press {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.at {
            None => serializer.serialize_str(&self.key),
            at => PressInFull { key: &self.key, at: at.as_ref() }.serialize(serializer),
        }
    }
}

impl JsonSchema for Press {
    fn schema_name() -> Cow<'static, str> {
        "Press".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let full = generator.subschema_for::<PressInFull<'_>>();
        json_schema!({"anyOf": [{"type": "string"}, full]})
    }
}

impl Serialize for Texts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_slice() {
            [one] => one.serialize(serializer),
            several => several.serialize(serializer),
        }
    }
}

impl JsonSchema for Texts {
    fn schema_name() -> Cow<'static, str> {
        "Texts".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let one = generator.subschema_for::<Template>();
        json_schema!({"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]})
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct UseInFull<'a> {
    file: &'a str,
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    inputs: Cow<'a, IndexMap<Name, Template>>,
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    save: Cow<'a, IndexMap<Name, Name>>,
}

impl Serialize for Use {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.inputs.is_empty() && self.save.is_empty() {
            return serializer.serialize_str(&self.file);
        }
        let (inputs, save) = (Cow::Borrowed(&self.inputs), Cow::Borrowed(&self.save));
        UseInFull { file: &self.file, inputs, save }.serialize(serializer)
    }
}

impl JsonSchema for Use {
    fn schema_name() -> Cow<'static, str> {
        "Use".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let full = generator.subschema_for::<UseInFull<'_>>();
        json_schema!({"anyOf": [{"type": "string"}, full]})
    }
}
