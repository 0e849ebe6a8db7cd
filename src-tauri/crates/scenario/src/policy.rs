//! A policy file: what any holder of the controls may do, and what never leaves the machine.

use baton_screen::{Locator, NameMatch};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

use crate::document::FormatVersion;
use crate::inputs::is_false;
use crate::step::{Risk, is_default};

/// A policy file.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// The format's version.
    pub baton_policy: FormatVersion,
    /// What may be reached and done. What is not said is not limited.
    #[serde(default, skip_serializing_if = "is_default")]
    pub allow: Allow,
    /// What is stopped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub block: Vec<Block>,
    /// Hosts that http and email steps may reach: `api.example.com`, `*.example.com`, with `:port` where it matters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outbound: Vec<String>,
    /// What costs more than it looks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub risky: Vec<RiskyRule>,
    /// Who decides what.
    #[serde(default, skip_serializing_if = "is_default")]
    pub authority: Authority,
    /// Paths where a secret may be typed, `*` and `**` as in `paths`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secrets_may_be_typed_at: Vec<String>,
    /// What is painted over in pictures and video.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub masks: Vec<Locator>,
    /// What is struck out of text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scrub: Vec<Scrub>,
    /// What an approval of a scenario needs.
    #[serde(default, skip_serializing_if = "is_default")]
    pub approval: ApprovalRule,
}

/// What may be reached and done. An empty list does not limit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allow {
    /// Scheme, host and port; `{target.base_url}` stands for the target's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub origins: Vec<String>,
    /// Paths, where `*` stands for anything but `/` and `**` for anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<String>,
    /// Bundle ids or packages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apps: Vec<String>,
    /// Actions, by their keys in a scenario.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(schema_with = "action_keys")]
    pub actions: Vec<String>,
}

/// Something that is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Block {
    /// Going to an origin that is not allowed.
    ExternalNavigation,
    /// Saving a file.
    Download,
}

/// Something that costs more than it looks, by what it is, is called and where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RiskyRule {
    /// Its role; any when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// Its name, exactly or by `/pattern/`; any when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<NameMatch>,
    /// The path of the page it is on; any when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// What it costs.
    pub risk: Risk,
}

/// Who decides what.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Authority {
    /// Risky actions; alone when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub risky: Option<Grant>,
    /// Irreversible actions; ask when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub irreversible: Option<Grant>,
    /// Anything that changes production; never when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub production: Option<Grant>,
}

/// Who decides, and what undoing it costs. Written `ask`, or `{ decides: alone, undo_hours: 2 }`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grant {
    /// Who decides.
    pub decides: Decides,
    /// The hours of work that undoing it costs.
    pub undo_hours: Option<u32>,
}

/// Who decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decides {
    /// Automation.
    Alone,
    /// A person, each time.
    Ask,
    /// Nobody: it is not done.
    Never,
}

/// Shapes struck out of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scrub {
    /// 123-45-6789.
    Ssn,
    /// 9 to 16 digits in a row.
    LongNumbers,
    /// Card numbers, with their separators.
    Cards,
}

/// What an approval of a scenario needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ApprovalRule {
    /// How many people.
    #[serde(default = "one_person", skip_serializing_if = "is_one_person")]
    pub people: u32,
    /// Whoever recorded it does not count.
    #[serde(default, skip_serializing_if = "is_false")]
    pub not_the_recorder: bool,
}

impl Default for ApprovalRule {
    fn default() -> ApprovalRule {
        ApprovalRule { people: 1, not_the_recorder: false }
    }
}

/// An hour's work may be risked alone; more than a day of rework asks first, whatever the file says.
const HOURS_IN_A_DAY: u32 = 24;

impl Grant {
    /// A grant without a cost.
    pub fn new(decides: Decides) -> Grant {
        Grant { decides, undo_hours: None }
    }

    /// Who decides once the cost of undoing is counted.
    pub fn in_effect(&self) -> Decides {
        match (self.decides, self.undo_hours) {
            (Decides::Alone, Some(hours)) if hours > HOURS_IN_A_DAY => Decides::Ask,
            (decides, _) => decides,
        }
    }
}

impl Authority {
    /// Who decides about an action of that risk, in production or elsewhere. The stricter answer counts.
    pub fn decides(&self, risk: Risk, production: bool) -> Decides {
        let of = |grant: Option<Grant>, unsaid: Decides| grant.map_or(unsaid, |grant| grant.in_effect());
        let by_risk = match risk {
            Risk::Safe => Decides::Alone,
            Risk::Risky => of(self.risky, Decides::Alone),
            Risk::Irreversible => of(self.irreversible, Decides::Ask),
        };
        let by_place = if production { of(self.production, Decides::Never) } else { Decides::Alone };
        stricter(by_risk, by_place)
    }
}

fn stricter(a: Decides, b: Decides) -> Decides {
    match (a, b) {
        (Decides::Never, _) | (_, Decides::Never) => Decides::Never,
        (Decides::Ask, _) | (_, Decides::Ask) => Decides::Ask,
        _ => Decides::Alone,
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GrantInFull {
    decides: Decides,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undo_hours: Option<u32>,
}

impl Serialize for Grant {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.undo_hours {
            None => self.decides.serialize(serializer),
            hours => GrantInFull { decides: self.decides, undo_hours: hours }.serialize(serializer),
        }
    }
}

impl JsonSchema for Grant {
    fn schema_name() -> Cow<'static, str> {
        "Grant".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (short, full) = (generator.subschema_for::<Decides>(), generator.subschema_for::<GrantInFull>());
        json_schema!({"anyOf": [short, full]})
    }
}

fn action_keys(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": {"enum": crate::action::Action::KEYS}})
}

fn one_person() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one_person(people: &u32) -> bool {
    *people == 1
}
