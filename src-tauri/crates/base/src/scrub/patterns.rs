//! Shapes of numbers that identify people or accounts.

use std::sync::LazyLock;

use regex::bytes::Regex;

use super::{Label, Span};

/// Digits that any of the shapes looks at, with the separators between them and a digit either side.
pub(super) const LONGEST: usize = 128;

/// Which shapes are taken out of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patterns {
    /// `ddd-dd-dddd`.
    pub ssn: bool,
    /// Runs of 9 to 16 digits.
    pub long_numbers: bool,
    /// Card numbers: 4-4-4-4 (the last up to 7), 4-6-5, or 13 to 19 digits that pass Luhn's check.
    pub cards: bool,
}

/// A policy names a shape that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown pattern `{name}`; known are ssn, long_numbers and cards")]
pub struct UnknownPattern {
    /// As it was written.
    pub name: String,
}

impl Default for Patterns {
    fn default() -> Patterns {
        Patterns::ALL
    }
}

impl Patterns {
    /// All of them.
    pub const ALL: Patterns = Patterns { ssn: true, long_numbers: true, cards: true };
    /// None of them: secrets alone go.
    pub const NONE: Patterns = Patterns { ssn: false, long_numbers: false, cards: false };

    /// Those of these names, as a policy lists them.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Patterns, UnknownPattern> {
        let mut patterns = Patterns::NONE;
        for name in names {
            match name {
                "ssn" => patterns.ssn = true,
                "long_numbers" => patterns.long_numbers = true,
                "cards" => patterns.cards = true,
                other => return Err(UnknownPattern { name: other.to_owned() }),
            }
        }
        Ok(patterns)
    }

    pub(super) fn find_all(self, bytes: &[u8]) -> Vec<Span> {
        let mut spans = Vec::new();
        if self == Patterns::NONE {
            return spans;
        }
        for chain in CHAIN.find_iter(bytes) {
            let groups = groups_of(bytes, chain.start(), chain.end());
            self.in_chain(bytes, &groups, &mut spans);
        }
        spans
    }

    fn in_chain(self, bytes: &[u8], groups: &[Group], spans: &mut Vec<Span>) {
        let mut at = 0;
        while at < groups.len() {
            let (label, taken) = self.shape_at(bytes, &groups[at..]);
            if let Some(label) = label {
                spans.push(Span { start: groups[at].start, end: groups[at + taken - 1].end, label });
            }
            at += taken;
        }
    }

    /// What stands at the front of `groups`, and how many of them it takes.
    fn shape_at(self, bytes: &[u8], groups: &[Group]) -> (Option<Label>, usize) {
        let lengths: Vec<usize> = groups.iter().take(4).map(|group| group.digits).collect();
        let hyphened = |count: usize| groups[1..count].iter().all(|group| group.hyphen_before);
        if self.ssn && lengths.starts_with(&[3, 2, 4]) && hyphened(3) {
            return (Some(Label::Ssn), 3);
        }
        if self.cards && lengths.starts_with(&[4, 6, 5]) {
            return (Some(Label::Card), 3);
        }
        if self.cards && lengths.starts_with(&[4, 4, 4]) && lengths.get(3).is_some_and(|last| (1..=7).contains(last)) {
            return (Some(Label::Card), 4);
        }
        (self.one_group(bytes, groups[0]), 1)
    }

    fn one_group(self, bytes: &[u8], group: Group) -> Option<Label> {
        if self.cards && (13..=19).contains(&group.digits) && passes_luhn(&bytes[group.start..group.end]) {
            return Some(Label::Card);
        }
        (self.long_numbers && (9..=16).contains(&group.digits)).then_some(Label::Number)
    }
}

/// Groups of digits with one separator between them. Digits of every script count, and the hyphens a typesetter might use.
static CHAIN: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::expect_used, reason = "a constant, compiled by every test of this module")]
    Regex::new(r"\d+(?:[ \u{a0}\-\u{2010}-\u{2013}\u{2212}]\d+)*").expect("a valid expression")
});

static GROUP: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::expect_used, reason = "a constant, compiled by every test of this module")]
    Regex::new(r"\d+").expect("a valid expression")
});

#[derive(Debug, Clone, Copy)]
struct Group {
    start: usize,
    end: usize,
    digits: usize,
    hyphen_before: bool,
}

fn groups_of(bytes: &[u8], from: usize, to: usize) -> Vec<Group> {
    let mut last_end = from;
    let digits = GROUP.find_iter(&bytes[from..to]);
    digits
        .map(|found| {
            let (start, end) = (from + found.start(), from + found.end());
            let between = &bytes[last_end..start];
            last_end = end;
            let digits = std::str::from_utf8(&bytes[start..end]).map_or(end - start, |text| text.chars().count());
            let hyphen_before = !between.is_empty() && between != b" " && between != "\u{a0}".as_bytes();
            Group { start, end, digits, hyphen_before }
        })
        .collect()
}

/// Where the last chain of digits begins, when it reaches the end of `bytes` or the separator there.
pub(super) fn open_chain(bytes: &[u8]) -> Option<usize> {
    let tail = bytes.len().saturating_sub(4);
    let last = CHAIN.find_iter(bytes).last()?;
    (last.end() >= tail).then_some(last.start())
}

/// ISO/IEC 7812-1, annex B.
fn passes_luhn(digits: &[u8]) -> bool {
    if !digits.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| {
            let digit = u32::from(digit - b'0');
            if place % 2 == 0 {
                digit
            } else if digit > 4 {
                digit * 2 - 9
            } else {
                digit * 2
            }
        })
        .sum();
    sum.is_multiple_of(10)
}
