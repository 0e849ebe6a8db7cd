//! Where one is: titled regions, addresses, and whether the application says that it failed.

use std::sync::LazyLock;

use regex::Regex;

use crate::element::{Element, States};
use crate::locator::NameMatch;
use crate::observation::Observation;
use crate::text;

const REGIONS: &[&str] = &[
    "heading",
    "banner",
    "main",
    "navigation",
    "complementary",
    "contentinfo",
    "form",
    "region",
    "search",
    "article",
    "dialog",
    "alertdialog",
    "group",
    "table",
    "grid",
    "treegrid",
    "caption",
    "legend",
    "figure",
    "figcaption",
    "tabpanel",
    "window",
    "document",
];

pub fn has_region(screen: &Observation, title: &str) -> bool {
    let title = text::fold(title);
    !title.is_empty() && titles(screen).any(|shown| text::same(shown, &title))
}

pub fn regions_shown(screen: &Observation) -> String {
    let mut shown: Vec<String> = titles(screen).map(|title| format!("\"{}\"", text::shortened(title, 60))).collect();
    shown.dedup();
    let more = shown.len().saturating_sub(6);
    shown.truncate(6);
    match (shown.is_empty(), more) {
        (true, _) => "nothing with a title".to_owned(),
        (false, 0) => shown.join(", "),
        (false, more) => format!("{} and {more} more", shown.join(", ")),
    }
}

fn titles(screen: &Observation) -> impl Iterator<Item = &str> {
    let regions = screen.visible().filter(|(_, element)| REGIONS.contains(&element.role.as_str()));
    let named = regions.flat_map(|(_, element)| [&*element.name, &*element.text]);
    let frames = screen.frames.iter().filter(|frame| frame.parent.is_none() || !frame.box_in_viewport.is_empty());
    named.chain(frames.map(|frame| &*frame.title)).filter(|title| !title.is_empty())
}

pub fn is_at(screen: &Observation, wanted: &NameMatch) -> bool {
    screen.frames.iter().any(|frame| match wanted {
        NameMatch::Pattern(pattern) => pattern.is_match(&frame.address),
        NameMatch::Exactly(address) => is_address(&frame.address, address),
    })
}

pub fn addresses_shown(screen: &Observation) -> String {
    let shown: Vec<&str> = screen.frames.iter().map(|frame| &*frame.address).take(6).collect();
    if shown.is_empty() { "no address".to_owned() } else { shown.join(", ") }
}

/// A path is compared without the host, and query and fragment only where the wanted address has one.
fn is_address(address: &str, wanted: &str) -> bool {
    let address = if wanted.starts_with('/') { path_of(address) } else { address };
    let address = if wanted.contains('#') { address } else { before(address, '#') };
    let address = if wanted.contains('?') { address } else { without_query(address) };
    let is_bare_host = !wanted.starts_with('/') && address.strip_suffix('/') == Some(wanted);
    address == wanted || is_bare_host
}

/// The address from its path on; a bare host has the path `/`.
pub(crate) fn path_of(address: &str) -> &str {
    let Some((_, rest)) = address.split_once("://") else { return address };
    rest.find('/').map_or("/", |start| &rest[start..])
}

/// The address without its query; a fragment stays.
fn without_query(address: &str) -> &str {
    let query = address.find('?').filter(|query| address.find('#').is_none_or(|fragment| *query < fragment));
    query.map_or(address, |query| &address[..query])
}

fn before(address: &str, mark: char) -> &str {
    address.split_once(mark).map_or(address, |(before, _)| before)
}

static FAILURE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let words = [
        "internal (server )?error|server error|application error|system error|unexpected error|fatal error",
        r"service (is )?(temporarily )?unavailable|bad gateway|gateway time-?out|error 5\d\d|http 5\d\d",
        r"5\d\d (error|internal|bad|service|gateway)|unhandled exception|something went wrong",
    ];
    let words = format!(r"(?i)\b({})\b", words.join("|"));
    Regex::new(&words).ok()
});

/// The application's own words that it failed: a frame served with a status of 500 or above, or a heading, alert or
/// title that says so.
pub fn error_banner(screen: &Observation) -> Option<String> {
    let status = screen.frames.iter().find_map(|frame| frame.http_status.filter(|status| *status >= 500));
    if let Some(status) = status {
        return Some(format!("a document came with status {status}"));
    }
    let loud = screen.visible().filter(|(_, element)| is_loud(element));
    let told = loud.flat_map(|(_, element)| [&*element.text, &*element.name]);
    let told = told.chain(screen.frames.iter().map(|frame| &*frame.title));
    let failure = FAILURE.as_ref();
    let mut told = told.filter(|words| failure.is_some_and(|failure| failure.is_match(words)));
    told.next().map(|words| format!("\"{}\"", text::shortened(words, 120)))
}

fn is_loud(element: &Element) -> bool {
    let is_banner = ["heading", "alert", "alertdialog", "dialog"].contains(&element.role.as_str());
    !element.is_control() && (is_banner || element.states.has(States::ALARMING))
}
