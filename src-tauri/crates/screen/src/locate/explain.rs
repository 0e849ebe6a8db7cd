//! Says in words what a ladder found, what else was on the screen, and when a weaker rung had to answer.

use std::fmt;

use serde::Serialize;

use super::{Located, RungReport};
use crate::element::{Element, ElementRef, States};
use crate::locator::{Ladder, Locator, NameMatch};
use crate::observation::Observation;
use crate::text;

/// As many lines as a result's `observed` holds.
pub(crate) const MOST_LINES: usize = 40;

impl Located {
    /// The one element, if there is one.
    pub fn element(&self) -> Option<ElementRef> {
        self.found.map(|(at, _)| at)
    }

    /// True when nothing answered and some rung matched several.
    pub fn is_ambiguous(&self) -> bool {
        self.found.is_none() && self.rungs.iter().any(|rung| rung.matched > 1)
    }

    /// What was looked for and what each rung found, as sentences for a person.
    pub fn explain(&self, ladder: &Ladder) -> String {
        if ladder.0.is_empty() {
            return "Baton was given nothing to look for.".to_owned();
        }
        let mut tried = self.rungs.iter().filter_map(|report| ladder.0.get(report.rung - 1).map(|rung| (report, rung)));
        let first =
            tried.next().map(|(report, rung)| format!("Baton looked for exactly one {}", outcome(report, rung)));
        let others = tried.map(|(report, rung)| format!("then for {}", outcome(report, rung)));
        let mut sentence = first.into_iter().chain(others).collect::<Vec<String>>().join("; ");
        sentence.push('.');
        sentence
    }
}

fn outcome(report: &RungReport, rung: &Locator) -> String {
    match (&report.refused, report.matched) {
        (Some(why), _) => format!("{rung}, which was not tried: {why}"),
        (None, 0) => format!("{rung} and found none"),
        (None, 1) => format!("{rung} and found it"),
        (None, several) => format!("{rung} and found {several}"),
    }
}

/// The visible elements most like what the ladder names, best first, each as a line such as `button "Find"`.
pub fn likest(screen: &Observation, ladder: &Ladder, most: usize) -> Vec<String> {
    let mut ranked: Vec<(f64, ElementRef)> = Vec::new();
    for (at, element) in screen.visible() {
        let likeness = ladder.0.iter().map(|rung| likeness(rung, element)).fold(0.0, f64::max);
        if likeness > 0.0 {
            ranked.push((likeness, at));
        }
    }
    ranked.sort_by(|(left, a), (right, b)| right.total_cmp(left).then(a.cmp(b)));
    let mut lines: Vec<String> = Vec::new();
    for (_, at) in ranked {
        let line = line_of(screen, at);
        if !lines.contains(&line) {
            lines.push(line);
        }
        if lines.len() == most.min(MOST_LINES) {
            break;
        }
    }
    lines
}

/// Same role counts most, then the name; 0 for what has nothing in common. Roles alone decide between nameless rungs.
fn likeness(rung: &Locator, element: &Element) -> f64 {
    let is_of_role = rung.role.as_deref().is_some_and(|role| element.role == *role);
    let wanted = match (&rung.name, &rung.text, &rung.near, &rung.cell) {
        (Some(NameMatch::Exactly(name)), ..) | (_, Some(NameMatch::Exactly(name)), ..) => Some(name.as_str()),
        (None, None, Some(near), _) => Some(near.as_str()),
        (None, None, None, Some(cell)) => Some(cell.row.as_str()),
        _ => None,
    };
    let shown = if element.name.is_empty() { &element.text } else { &element.name };
    let alike = wanted.filter(|_| !shown.is_empty()).map_or(0.0, |wanted| text::similarity(wanted, shown));
    // Of another role, only what shows the words itself, not what is named after its contents.
    let shows = element.is_control() || !element.text.is_empty();
    let alike = if is_of_role || (alike >= 0.6 && shows) { alike } else { 0.0 };
    f64::from(u8::from(is_of_role)) + alike
}

/// One element in one line: role, name, and the frame when it is not the top one, as in `button "Find" in frame main`.
pub fn line_of(screen: &Observation, at: ElementRef) -> String {
    let element = screen.get(at);
    let shown = if element.name.is_empty() { &element.text } else { &element.name };
    let mut line = element.role.to_string();
    if !shown.is_empty() {
        line.push_str(&format!(" \"{}\"", text::shortened(&text::fold(shown), 80)));
    }
    if !element.states.has(States::ENABLED) && element.is_control() {
        line.push_str(" (disabled)");
    }
    if let Some(frame) = screen.frames.get(element.frame.index()).filter(|frame| frame.parent.is_some()) {
        line.push_str(&format!(" in frame {}", frame.name));
    }
    line
}

/// A weaker rung answered than the one that did when the scenario was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Drift {
    /// The rung that was recorded, from 1.
    pub recorded: usize,
    /// The rung that answered, from 1.
    pub answered: usize,
    /// What the recorded one is called.
    pub recorded_name: String,
    /// What the one that answered is called.
    pub answered_name: String,
}

/// Whether the answer came from a weaker rung than the recorded one (from 1; a ladder with no record was made on its
/// first).
pub fn drift(ladder: &Ladder, recorded: Option<usize>, answered: usize) -> Option<Drift> {
    let recorded = recorded.unwrap_or(1);
    let name = |number: usize| ladder.0.get(number.checked_sub(1)?).map(Locator::to_string);
    (answered > recorded).then(|| Drift {
        recorded,
        answered,
        recorded_name: name(recorded).unwrap_or_default(),
        answered_name: name(answered).unwrap_or_default(),
    })
}

impl fmt::Display for Drift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Drift { recorded, answered, recorded_name, answered_name } = self;
        write!(f, "{recorded_name} (rung {recorded}) no longer answers; {answered_name} (rung {answered}) did")
    }
}
