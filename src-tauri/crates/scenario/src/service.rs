//! What a step asks of something that is not the device: HTTP services, one-time codes, e-mail, made-up values.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::action::Basic;
use crate::inputs::Pattern;
use crate::names::Name;
use crate::template::Template;

/// One HTTP request. Its host must be among the policy's `outbound`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Http {
    /// The method.
    #[serde(default)]
    pub method: Method,
    /// The whole address.
    pub url: Template,
    /// Headers, without those of sign-on.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub headers: IndexMap<String, Template>,
    /// What is sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<Template>,
    /// How it signs on. The only place of a request where a secret may stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth: Option<HttpAuth>,
    /// The status that must come back; any from 200 to 299 when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Variables, each with the JSON pointer (RFC 6901) of its value in the answer.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub save: IndexMap<Name, String>,
    /// How long it may take.
    pub timeout_ms: u64,
}

/// An HTTP method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
#[allow(missing_docs, reason = "the methods of RFC 9110")]
pub enum Method {
    #[default]
    Get,
    Post,
    Put,
    Patch,
    Delete,
    Head,
}

/// How a request signs on.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HttpAuth {
    /// User and password (RFC 7617).
    Basic(Basic),
    /// A bearer token (RFC 6750).
    Bearer(Template),
}

/// A one-time code of RFC 6238, kept in a variable.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Totp {
    /// The seed in base32: a secret.
    pub seed: Template,
    /// The variable.
    pub save: Name,
    /// How many digits.
    #[serde(default = "six", skip_serializing_if = "is_six")]
    pub digits: u32,
    /// How long a code holds.
    #[serde(default = "thirty", skip_serializing_if = "is_thirty")]
    pub period_s: u32,
}

/// An e-mail that is waited for. Its server must be among the policy's `outbound`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Email {
    /// Whose mail is read: a secret, `user:password@server`.
    pub account: Template,
    /// Words of the subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<Template>,
    /// Who it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sender: Option<Template>,
    /// Variables, each with a pattern; the first group is the value.
    pub save: IndexMap<Name, Pattern>,
    /// How long it is waited for.
    pub timeout_ms: u64,
}

/// How a value is made up.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Generator {
    /// A random UUID.
    Uuid(baton_screen::condition::Nothing),
    /// So many random digits.
    Digits(u32),
    /// So many random letters.
    Letters(u32),
    /// A random whole number between two, both included.
    Number([i64; 2]),
    /// A day, so many after today (before, when negative).
    DateInDays(i32),
    /// What the placeholders make together.
    Text(Template),
}

fn six() -> u32 {
    6
}

fn thirty() -> u32 {
    30
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_six(count: &u32) -> bool {
    *count == six()
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_thirty(count: &u32) -> bool {
    *count == thirty()
}
