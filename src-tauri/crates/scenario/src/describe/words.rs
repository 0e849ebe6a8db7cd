//! Values, locators and conditions in words.

use baton_screen::condition::{CountIs, ExtractFrom};
use baton_screen::{By, Condition, Extract, Ladder, Locator, NameMatch};

use crate::inputs::ValueType;
use crate::template::{Part, Reference, Template};

/// A text with placeholders, as a reader would say it.
pub(super) fn template(template: &Template) -> String {
    match template.parts() {
        [] => "nothing".to_owned(),
        [Part::Value(reference)] => reference_words(reference),
        _ => format!("\"{}\"", parts(template)),
    }
}

fn parts(template: &Template) -> String {
    let words = template.parts().iter().map(|part| match part {
        Part::Text(text) => text.clone(),
        Part::Value(reference) => format!("‹{}›", reference_words(reference)),
        Part::Todo(words) => format!("‹TO DO: {words}›"),
    });
    words.collect()
}

/// A text that may hold placeholders but is kept as a plain one.
pub(super) fn text(source: &str) -> String {
    Template::parse(source).map_or_else(|_| format!("\"{source}\""), |parsed| template(&parsed))
}

pub(super) fn reference_words(reference: &Reference) -> String {
    match reference {
        Reference::Input(name) => format!("the input {name}"),
        Reference::Secret { account, field: Some(field) } => format!("the secret {account} ({field})"),
        Reference::Secret { account, field: None } => format!("the secret {account}"),
        Reference::Var(name) => format!("the value {name} made earlier"),
        Reference::Row(name) => format!("the row's {name}"),
    }
}

pub(super) fn value_type(value_type: ValueType) -> &'static str {
    match value_type {
        ValueType::String => "text",
        ValueType::Decimal => "decimal number",
        ValueType::Integer => "whole number",
        ValueType::Date => "date",
        ValueType::Boolean => "true or false",
    }
}

/// The first rung of a ladder, with how many more there are.
pub(super) fn first(ladder: &Ladder) -> String {
    ladder.0.first().map_or_else(|| "nothing".to_owned(), control)
}

/// The rungs after the first, each as a reader would say it.
pub(super) fn other_rungs(ladder: &Ladder) -> Vec<String> {
    ladder.0.iter().skip(1).map(rung).collect()
}

fn rung(rung: &Locator) -> String {
    let said = control(rung);
    if rung.by() != Some(By::Box) {
        return said;
    }
    let viewport = rung.recorded.map_or(String::new(), |[width, height]| format!(", recorded at {width} × {height}"));
    let reviewed =
        if rung.reviewed { "reviewed, may be used unattended" } else { "not reviewed, so never used unattended" };
    format!("{said}{viewport}; {reviewed}")
}

/// A control as a reader would say it, with placeholders in words.
fn control(rung: &Locator) -> String {
    let said = rung.to_string();
    let said = Template::parse(&said).map_or_else(|_| said.clone(), |parsed| parts(&parsed));
    if said.starts_with("the ") || said.starts_with("what ") { said } else { format!("the {said}") }
}

/// A name as it is matched.
pub(super) fn name_match(name: &NameMatch) -> String {
    match name {
        NameMatch::Exactly(exactly) => text(exactly),
        NameMatch::Pattern(pattern) => format!("what matches /{}/", pattern.as_str()),
    }
}

/// Several conditions that must all hold.
pub(super) fn all(conditions: &[Condition]) -> String {
    joined(conditions.iter().map(condition), "and")
}

pub(super) fn condition(condition: &Condition) -> String {
    use Condition as C;
    match condition {
        C::Visible(ladder) => format!("{} is visible", any_rung(ladder)),
        C::Gone(ladder) => format!("{} is gone", any_rung(ladder)),
        C::Enabled(ladder) => format!("{} can be used", any_rung(ladder)),
        C::Disabled(ladder) => format!("{} cannot be used", any_rung(ladder)),
        C::Checked(ladder) => format!("{} is ticked", any_rung(ladder)),
        C::Unchecked(ladder) => format!("{} is not ticked", any_rung(ladder)),
        C::Focused(ladder) => format!("{} has the keyboard", any_rung(ladder)),
        C::Value(value) => format!("{} reads {}", any_rung(&value.of), name_match(&value.is)),
        C::Count(count) => format!("there are {} of {}", how_many(count), any_rung(&count.of)),
        C::Text(words) => format!("{} stands on the screen", text(words)),
        C::NoText(words) => format!("{} stands nowhere on the screen", text(words)),
        C::Region(title) => format!("the part titled {} is shown", text(title)),
        C::Address(address) => format!("the address is {}", name_match(address)),
        C::Title(title) => format!("the window's title is {}", name_match(title)),
        C::Output(name) => format!("{name} has been read"),
        C::ErrorBanner(shown) => {
            (if *shown { "the application says that it failed" } else { "no error is shown" }).to_owned()
        }
        C::ValidationMessage(_) => "the application calls a field wrong".to_owned(),
        C::Timeout(_) => "the step runs out of time".to_owned(),
        C::Dialog(words) => format!("a dialog says {}", text(words)),
        C::All(inner) => all(inner),
        C::Any(inner) => joined(inner.iter().map(self::condition), "or"),
        C::Not(inner) => format!("it is not so that {}", self::condition(inner)),
        #[allow(unreachable_patterns, reason = "conditions may come to be that need no words of their own")]
        other => serde_json::to_string(other).unwrap_or_default(),
    }
}

/// All rungs of a ladder, in their order.
pub(super) fn any_rung(ladder: &Ladder) -> String {
    joined(ladder.0.iter().map(rung), "or else")
}

fn how_many(count: &CountIs) -> String {
    let parts = [
        count.is.map(|is| format!("exactly {is}")),
        count.at_least.map(|least| format!("at least {least}")),
        count.at_most.map(|most| format!("at most {most}")),
    ];
    joined(parts.into_iter().flatten(), "and")
}

/// Where a payload's field is read.
pub(super) fn extract(extract: &Extract) -> String {
    match &extract.from {
        ExtractFrom::TextNear(words) => format!("the text with {}", text(words)),
        ExtractFrom::ValidationLabel => "the label of the field called wrong".to_owned(),
        ExtractFrom::ValidationText => "the words of the message".to_owned(),
        ExtractFrom::Element(ladder) => any_rung(ladder),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn joined(parts: impl IntoIterator<Item = String>, last: &str) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    match parts.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., tail] => format!("{} {last} {tail}", head.join(", ")),
    }
}

/// A time in the unit a person would use.
pub(super) fn time(ms: u64) -> String {
    match ms {
        0 => "no time".to_owned(),
        ms if ms % 60_000 == 0 => counted(ms / 60_000, "minute"),
        ms if ms % 1_000 == 0 => counted(ms / 1_000, "second"),
        ms if ms >= 1_000 && ms % 100 == 0 => format!("{}.{} seconds", ms / 1_000, ms % 1_000 / 100),
        ms => counted(ms, "millisecond"),
    }
}

pub(super) fn counted(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
