//! Questions about a screen that are true or false, and what can be read from it. Pure: the same observation, the
//! same answer.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::locator::{Ladder, NameMatch};

mod judge;
pub(crate) use place::path_of;
mod place;
mod wording;

pub use judge::{Facts, extract, holds};
pub use wording::{says, text_near};

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
    /// The address of the top document or of a frame; exactly, or by `/pattern/`. A leading `/` without a closing one
    /// is a path.
    Address(NameMatch),
    /// The title of the top document or window.
    Title(NameMatch),
    /// An output has been read.
    Output(String),
    /// The application says that it failed: an HTTP status of 500 or above in some frame, or a heading or alert that
    /// says so.
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

impl Condition {
    /// The single questions it asks, without the `all`, `any` and `not` around them, in reading order.
    pub fn parts(&self) -> Vec<&Condition> {
        match self {
            Condition::All(inner) | Condition::Any(inner) => inner.iter().flat_map(Condition::parts).collect(),
            Condition::Not(inner) => inner.parts(),
            one => vec![one],
        }
    }

    /// How many things it asserts.
    pub fn assertions(&self) -> usize {
        self.parts().len()
    }

    /// Every ladder it names an element by, in reading order.
    pub fn ladders(&self) -> Vec<&Ladder> {
        self.parts().into_iter().filter_map(Condition::own_ladder).collect()
    }

    /// The ladder of a single question about an element.
    pub fn own_ladder(&self) -> Option<&Ladder> {
        match self {
            Condition::Visible(of) | Condition::Gone(of) | Condition::Enabled(of) | Condition::Disabled(of) => Some(of),
            Condition::Checked(of) | Condition::Unchecked(of) | Condition::Focused(of) => Some(of),
            Condition::Value(value) => Some(&value.of),
            Condition::Count(count) => Some(&count.of),
            _ => None,
        }
    }

    /// The same condition with every text replaced by what `bind` makes of it.
    pub fn map_texts<E>(&self, bind: &mut dyn FnMut(&str) -> Result<String, E>) -> Result<Condition, E> {
        let mut bound = self.clone();
        bound.bind_texts(bind)?;
        Ok(bound)
    }

    fn bind_texts<E>(&mut self, bind: &mut dyn FnMut(&str) -> Result<String, E>) -> Result<(), E> {
        use Condition as C;
        match self {
            C::Visible(of) | C::Gone(of) | C::Enabled(of) | C::Disabled(of) => *of = of.map_texts(bind)?,
            C::Checked(of) | C::Unchecked(of) | C::Focused(of) => *of = of.map_texts(bind)?,
            C::Value(value) => {
                value.of = value.of.map_texts(bind)?;
                value.is = value.is.map_texts(bind)?;
            }
            C::Count(count) => count.of = count.of.map_texts(bind)?,
            C::Text(words) | C::NoText(words) | C::Region(words) | C::Dialog(words) => *words = bind(words)?,
            C::Address(name) | C::Title(name) => *name = name.map_texts(bind)?,
            // The name of an output is a name of the document's own.
            C::Output(_) | C::ErrorBanner(_) | C::ValidationMessage(_) | C::Timeout(_) => {}
            C::All(inner) | C::Any(inner) => inner.iter_mut().try_for_each(|one| one.bind_texts(bind))?,
            C::Not(inner) => inner.bind_texts(bind)?,
        }
        Ok(())
    }
}

impl Extract {
    /// The same extract with every text replaced by what `bind` makes of it.
    pub fn map_texts<E>(&self, bind: &mut dyn FnMut(&str) -> Result<String, E>) -> Result<Extract, E> {
        let from = match &self.from {
            ExtractFrom::TextNear(words) => ExtractFrom::TextNear(bind(words)?),
            ExtractFrom::Element(of) => ExtractFrom::Element(of.map_texts(bind)?),
            other => other.clone(),
        };
        Ok(Extract { from, optional: self.optional })
    }
}

/// Says the condition in plain words: `the heading or region "Member Detail" is shown`.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::Visible(of) => write!(f, "{} is shown", the(of)),
            Condition::Gone(of) => write!(f, "{} is not shown", the(of)),
            Condition::Enabled(of) => write!(f, "{} takes input", the(of)),
            Condition::Disabled(of) => write!(f, "{} takes no input", the(of)),
            Condition::Checked(of) => write!(f, "{} is ticked", the(of)),
            Condition::Unchecked(of) => write!(f, "{} is not ticked", the(of)),
            Condition::Focused(of) => write!(f, "{} has the keyboard", the(of)),
            Condition::Value(value) => write!(f, "{} reads {}", the(&value.of), value.is),
            Condition::Count(count) => write!(f, "{count}"),
            Condition::Text(words) => write!(f, "the words \"{words}\" are on the screen"),
            Condition::NoText(words) => write!(f, "the words \"{words}\" are nowhere on the screen"),
            Condition::Region(title) => write!(f, "the heading or region \"{title}\" is shown"),
            Condition::Address(name) => write!(f, "the address is {name}"),
            Condition::Title(name) => write!(f, "the title is {name}"),
            Condition::Output(name) => write!(f, "the output {name} has been read"),
            Condition::ErrorBanner(true) => write!(f, "the application says that it failed"),
            Condition::ErrorBanner(false) => write!(f, "the application does not say that it failed"),
            Condition::ValidationMessage(_) => write!(f, "the application calls a field's value wrong"),
            Condition::Timeout(true) => write!(f, "the step ran into its time limit"),
            Condition::Timeout(false) => write!(f, "the step did not run into its time limit"),
            Condition::Dialog(words) if words.is_empty() => write!(f, "a native dialog is up"),
            Condition::Dialog(words) => write!(f, "a native dialog that says \"{words}\" is up"),
            Condition::All(inner) => joined(f, inner, "and"),
            Condition::Any(inner) => joined(f, inner, "or"),
            Condition::Not(inner) => write!(f, "it is not so that {inner}"),
        }
    }
}

/// The strongest rung speaks for the ladder.
fn the(of: &Ladder) -> String {
    of.0.first()
        .map_or_else(|| "nothing".to_owned(), |rung| format!("the {}", rung.to_string().trim_start_matches("the ")))
}

fn joined(f: &mut fmt::Formatter<'_>, inner: &[Condition], word: &str) -> fmt::Result {
    let said: Vec<String> = inner.iter().map(in_brackets).collect();
    f.write_str(&said.join(&format!(" {word} ")))
}

fn in_brackets(one: &Condition) -> String {
    match one {
        Condition::All(inner) | Condition::Any(inner) if inner.len() > 1 => format!("({one})"),
        _ => one.to_string(),
    }
}

impl fmt::Display for CountIs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bounds = [("exactly", self.is), ("at least", self.at_least), ("at most", self.at_most)];
        let bounds = bounds.iter().filter_map(|(word, number)| number.map(|number| format!("{word} {number}")));
        let what = self.of.0.first().map(ToString::to_string).unwrap_or_default();
        write!(f, "there are {} of {what}", bounds.collect::<Vec<String>>().join(" and "))
    }
}

#[cfg(test)]
mod tests;
