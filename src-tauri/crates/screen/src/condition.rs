//! Questions about a screen that are true or false, and what can be read from it. Pure: the same observation, the same answer.

use schemars::JsonSchema;
use serde::Serialize;

use crate::locator::{Ladder, NameMatch};

/// Something that is true of a screen, or not. Written as a map of one key, as in `{ text: "No member found" }`.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// Exactly one such element is visible.
    Visible(Ladder),
    /// No such element is visible.
    Gone(Ladder),
    /// The one such element takes input.
    Enabled(Ladder),
    /// The one such element takes no input.
    Disabled(Ladder),
    /// The one such element is ticked.
    Checked(Ladder),
    /// The one such element is not ticked.
    Unchecked(Ladder),
    /// The one such element has the keyboard.
    Focused(Ladder),
    /// The one such element reads exactly that.
    Value(ValueIs),
    /// So many such elements are visible.
    Count(CountIs),
    /// The words stand somewhere on the screen, as whole words; values of form fields do not count.
    Text(String),
    /// The words stand nowhere on the screen.
    NoText(String),
    /// A part of the screen of that title is up: a heading, landmark, dialog, group, table or caption so named.
    Region(String),
    /// The address of the top document or of a frame; exactly, or by `/pattern/`. A leading `/` without a closing one is a path.
    Address(NameMatch),
    /// The title of the top document or window.
    Title(NameMatch),
    /// An output has been read.
    Output(String),
    /// The application says that it failed: an HTTP status of 500 or above in some frame, or a heading or alert that says so.
    ErrorBanner(bool),
    /// The application calls a field's value wrong.
    ValidationMessage(Nothing),
    /// The step ran into its time limit. Only in detectors.
    Timeout(bool),
    /// A native dialog with these words is up.
    Dialog(String),
    /// All of these.
    All(Vec<Condition>),
    /// At least one of these.
    Any(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}

/// The `{}` of a condition that needs no words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// What [`Condition::Value`] compares.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ValueIs {
    /// Which element.
    pub of: Ladder,
    /// What it must read, exactly or by `/pattern/`.
    pub is: NameMatch,
}

/// What [`Condition::Count`] compares. At least one of the numbers is given.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CountIs {
    /// Which elements.
    pub of: Ladder,
    /// Exactly so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<u32>,
    /// So many or more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u32>,
    /// So many or fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
}

/// Something to read from a screen into an outcome's payload.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Extract {
    /// Where it stands.
    pub from: ExtractFrom,
    /// May be missing.
    pub optional: bool,
}

/// Where an [`Extract`] stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtractFrom {
    /// The whole text that contains these words.
    TextNear(String),
    /// The label of the field that a validation message speaks of.
    ValidationLabel,
    /// The words of the validation message.
    ValidationText,
    /// What one element reads.
    Element(Ladder),
}

/// What became of a condition.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// True when it holds.
    pub holds: bool,
    /// What was seen instead, in a few words, when it does not.
    pub seen: String,
}
