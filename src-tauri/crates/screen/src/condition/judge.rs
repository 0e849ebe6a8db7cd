//! Judges a condition, and says in a few words what was seen instead when it does not hold.

use super::{Condition, CountIs, Extract, ExtractFrom, ValueIs, Verdict, place, wording};
use crate::element::{ElementRef, States};
use crate::locate::{Boxes, Located, Purpose, Refused, answer_rung, likest, locate};
use crate::locator::{By, Ladder};
use crate::observation::{Observation, Unreadable};
use crate::reading::reading;
use crate::text;
use crate::validation::validation;

/// What a condition may ask that does not stand on the screen.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// Whether an output of that name has been read.
    pub output: &'a dyn Fn(&str) -> bool,
    /// The step ran into its time limit.
    pub timed_out: bool,
}

impl Facts<'_> {
    /// No output was read and no time limit reached.
    pub const NONE: Facts<'static> = Facts { output: &|_| false, timed_out: false };
}

/// Judges `condition` on `screen`.
pub fn holds(condition: &Condition, screen: &Observation, facts: &Facts<'_>) -> Verdict {
    use Condition as C;
    match condition {
        C::Visible(of) => found(screen, of, Purpose::Read, |_| Ok(())),
        C::Gone(of) => gone(screen, of),
        C::Enabled(of) => in_state(screen, of, States::ENABLED, true),
        C::Disabled(of) => in_state(screen, of, States::ENABLED, false),
        C::Checked(of) => in_state(screen, of, States::CHECKED, true),
        C::Unchecked(of) => in_state(screen, of, States::CHECKED, false),
        C::Focused(of) => in_state(screen, of, States::FOCUSED, true),
        C::Value(value) => reads(screen, value),
        C::Count(count) => counted(screen, count),
        C::Text(words) => verdict(wording::says(screen, words), || wording::likest_text(screen, words)),
        C::NoText(words) => no_text(screen, words),
        C::Region(title) => verdict(place::has_region(screen, title), || place::regions_shown(screen)),
        C::Address(name) => verdict(place::is_at(screen, name), || place::addresses_shown(screen)),
        C::Title(name) => titled(screen, name),
        C::Output(name) => verdict((facts.output)(name), || format!("the output {name} has not been read")),
        C::ErrorBanner(expected) => error_banner(screen, *expected),
        C::ValidationMessage(_) => {
            verdict(validation(screen).is_some(), || "no field's value is called wrong".to_owned())
        }
        C::Timeout(expected) => verdict(facts.timed_out == *expected, || match facts.timed_out {
            true => "the step ran into its time limit".to_owned(),
            false => "the step is within its time limit".to_owned(),
        }),
        C::Dialog(words) => dialog(screen, words),
        C::All(inner) => all(inner, screen, facts),
        C::Any(inner) => any(inner, screen, facts),
        C::Not(inner) => verdict(!holds(inner, screen, facts).holds, || inner.to_string()),
    }
}

/// Reads `extract` from `screen`; none when it does not stand there, or not exactly once.
pub fn extract(extract: &Extract, screen: &Observation) -> Option<String> {
    match &extract.from {
        ExtractFrom::TextNear(words) => wording::text_near(screen, words),
        ExtractFrom::ValidationLabel => {
            validation(screen).map(|message| message.label).filter(|label| !label.is_empty())
        }
        ExtractFrom::ValidationText => validation(screen).map(|message| message.text).filter(|text| !text.is_empty()),
        ExtractFrom::Element(of) => locate(screen, of, Purpose::Read).element().map(|at| reading(screen, at)),
    }
}

fn verdict(holds: bool, seen: impl FnOnce() -> String) -> Verdict {
    Verdict { holds, seen: if holds { String::new() } else { seen() } }
}

/// Exactly one element, and what is asked of it; the error is what was seen instead.
fn found(
    screen: &Observation,
    of: &Ladder,
    purpose: Purpose,
    ask: impl FnOnce(ElementRef) -> Result<(), String>,
) -> Verdict {
    let located = locate(screen, of, purpose);
    match located.element().map(ask) {
        Some(Ok(())) => Verdict { holds: true, seen: String::new() },
        Some(Err(seen)) => Verdict { holds: false, seen },
        None => Verdict { holds: false, seen: not_one(screen, of, &located) },
    }
}

fn not_one(screen: &Observation, of: &Ladder, located: &Located) -> String {
    if let Some(several) = located.rungs.iter().find(|rung| rung.matched > 1) {
        return format!("{} of {}", several.matched, of.0[several.rung - 1]);
    }
    if let Some(refused) = located.rungs.iter().find_map(|rung| rung.refused.as_ref()) {
        return refused.clone();
    }
    match likest(screen, of, 3) {
        none if none.is_empty() => "nothing like it".to_owned(),
        like => format!("none; the nearest are {}", like.join(", ")),
    }
}

/// Gone means that no rung finds any: an element that only a weaker rung still finds has changed its name, not left.
/// Where it cannot be told, because the tree is cut or the container is not the only one, it is not gone.
fn gone(screen: &Observation, of: &Ladder) -> Verdict {
    if let Some(unread) = unread(screen) {
        return Verdict { holds: false, seen: unread };
    }
    for rung in of.0.iter().filter(|rung| rung.by() != Some(By::Box)) {
        match answer_rung(screen, rung, Purpose::Read, Boxes::Unattended(&|_| None)) {
            Ok(none) if none.is_empty() => {}
            Ok(some) => return Verdict { holds: false, seen: format!("{} of {rung}", some.len()) },
            Err(Refused::Container { matched: 0, .. }) => {}
            Err(refused) => return Verdict { holds: false, seen: refused.to_string() },
        }
    }
    verdict(!of.0.is_empty(), || "nothing was named".to_owned())
}

/// What is missing from the observation, where something may be on the screen that is not listed.
fn unread(screen: &Observation) -> Option<String> {
    screen.unreadable.iter().find_map(|unreadable| match unreadable {
        Unreadable::Truncated { listed, of } => Some(format!("only {listed} of {of} elements could be read")),
        Unreadable::Collapsed => Some("the screen could not be read".to_owned()),
        _ => None,
    })
}

fn in_state(screen: &Observation, of: &Ladder, state: States, expected: bool) -> Verdict {
    found(screen, of, Purpose::Act, |at| {
        let states = screen.get(at).states;
        if states.has(state) == expected {
            return Ok(());
        }
        let names: Vec<&str> = states.without(States::VISIBLE | States::MEASURED | States::CONTROL).names().collect();
        Err(if names.is_empty() { "it has no such state".to_owned() } else { format!("it is {}", names.join(", ")) })
    })
}

fn reads(screen: &Observation, value: &ValueIs) -> Verdict {
    found(screen, &value.of, Purpose::Read, |at| {
        if screen.get(at).states.has(States::SECURE) {
            return Err("its value is secret and never told".to_owned());
        }
        let read = reading(screen, at);
        if value.is.matches(&read) { Ok(()) } else { Err(format!("it reads \"{}\"", text::shortened(&read, 120))) }
    })
}

/// The first rung that finds any counts them. A rung that cannot look, its container missing, counts nothing, not zero.
fn counted(screen: &Observation, count: &CountIs) -> Verdict {
    let look = |rung| answer_rung(screen, rung, Purpose::Read, Boxes::Unattended(&|_| None));
    let counts: Vec<Result<usize, Refused>> =
        count.of.0.iter().map(|rung| look(rung).map(|found| found.len())).collect();
    let some = counts.iter().flatten().copied().find(|many| *many > 0);
    let refused = counts.iter().find_map(|counted| counted.as_ref().err());
    if let (None, Some(refused)) = (some, refused) {
        return Verdict { holds: false, seen: refused.to_string() };
    }
    let many = u32::try_from(some.unwrap_or(0)).unwrap_or(u32::MAX);
    let is_bounded = count.is.is_some() || count.at_least.is_some() || count.at_most.is_some();
    let fits = count.is.is_none_or(|is| many == is)
        && count.at_least.is_none_or(|least| many >= least)
        && count.at_most.is_none_or(|most| many <= most);
    verdict(is_bounded && fits, || format!("there are {many}"))
}

fn no_text(screen: &Observation, words: &str) -> Verdict {
    if let Some(unread) = unread(screen) {
        return Verdict { holds: false, seen: unread };
    }
    let stands = wording::says(screen, words);
    verdict(!stands && !text::fold(words).is_empty(), || {
        wording::text_near(screen, words).map_or_else(|| "they are there".to_owned(), |whole| format!("\"{whole}\""))
    })
}

fn titled(screen: &Observation, name: &crate::locator::NameMatch) -> Verdict {
    let title = screen.frames.first().map_or("", |frame| &frame.title);
    verdict(name.matches(title), || format!("the title is \"{title}\""))
}

fn error_banner(screen: &Observation, expected: bool) -> Verdict {
    let banner = place::error_banner(screen);
    verdict(banner.is_some() == expected, || banner.unwrap_or_else(|| "no error is told".to_owned()))
}

fn dialog(screen: &Observation, words: &str) -> Verdict {
    let Some(dialog) = &screen.dialog else {
        return Verdict { holds: false, seen: "no native dialog is up".to_owned() };
    };
    let says = text::fold(words).is_empty() || text::contains_words(&dialog.message, words);
    verdict(says, || format!("a {} dialog says \"{}\"", dialog.kind, text::shortened(&dialog.message, 120)))
}

/// No condition at all is not a condition that holds: a check that cannot fail proves nothing.
fn all(inner: &[Condition], screen: &Observation, facts: &Facts<'_>) -> Verdict {
    let failed = inner.iter().map(|one| (one, holds(one, screen, facts))).find(|(_, verdict)| !verdict.holds);
    match failed {
        Some((one, verdict)) => Verdict { holds: false, seen: format!("not so: {one} (seen: {})", verdict.seen) },
        None => verdict(!inner.is_empty(), || "there is nothing to hold".to_owned()),
    }
}

fn any(inner: &[Condition], screen: &Observation, facts: &Facts<'_>) -> Verdict {
    let verdicts: Vec<Verdict> = inner.iter().map(|one| holds(one, screen, facts)).collect();
    verdict(verdicts.iter().any(|one| one.holds), || {
        verdicts.iter().map(|one| one.seen.as_str()).collect::<Vec<&str>>().join("; ")
    })
}
