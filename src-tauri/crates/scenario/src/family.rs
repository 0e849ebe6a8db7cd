//! A family file: what all applications of one kind have in common, their detectors and recoverers.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::document::FormatVersion;
use crate::names::{Name, Place};
use crate::step::{Detector, Recoverer};

/// A family file.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Family {
    /// The format's version.
    pub baton_family: FormatVersion,
    /// What it is called.
    pub name: String,
    /// What may come up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub detectors: Vec<Detector>,
    /// How that is put right.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub recoverers: IndexMap<Name, Recoverer>,
    /// Where it stands.
    #[serde(skip)]
    pub place: Place,
    /// The placeholders in it.
    #[serde(skip)]
    pub mentions: crate::mention::Mentions,
}
