//! The shapes a secret takes on its way through addresses, JSON, HTML and Base64.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};

use super::html_names::html_name;

/// More bytes than one character takes in any encoding read here.
const LONGEST_CHAR: usize = 48;

/// How often an encoding may stand in itself.
const DEEPEST: usize = 3;

/// The secret as it is, and what of its Base64 is the same whatever stands before and after it.
pub(super) fn fixed_forms(secret: &str) -> Vec<String> {
    let mut forms = vec![secret.to_owned()];
    for before in 0..3 {
        forms.push(base64_core(secret, before, &STANDARD));
        forms.push(base64_core(secret, before, &URL_SAFE));
    }
    forms.sort();
    forms.dedup();
    forms
}

/// The letters that depend on the secret alone, when `before` bytes of its first triple belong to something else.
fn base64_core(secret: &str, before: usize, engine: &impl Engine) -> String {
    let mut bytes = vec![0u8; before];
    bytes.extend_from_slice(secret.as_bytes());
    let first = (before * 8).div_ceil(6);
    let last = bytes.len() * 8 / 6;
    engine.encode(&bytes)[first..last].to_owned()
}

/// Finds a secret whose characters are each raw, percent-, JSON- or HTML-encoded, in any mixture.
#[derive(Clone)]
pub(super) struct Encoded {
    chars: Vec<char>,
}

impl Encoded {
    pub(super) fn new(secret: &str) -> Encoded {
        Encoded { chars: secret.chars().collect() }
    }

    pub(super) fn longest(&self) -> usize {
        self.chars.len() * LONGEST_CHAR
    }

    /// Where it stands, as (start, end).
    pub(super) fn find_all(&self, text: &[u8]) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        let Some(first) = self.chars.first() else { return found };
        let mut lead = [0; 4];
        let lead = first.encode_utf8(&mut lead).as_bytes()[0];
        for start in 0..text.len() {
            if (text[start] == lead || b"%&\\+".contains(&text[start]))
                && let Some(end) = self.match_at(text, start)
            {
                found.push((start, end));
            }
        }
        found
    }

    /// The furthest end of a match that begins at `start`. Follows all readings side by side, so it never backtracks.
    fn match_at(&self, text: &[u8], start: usize) -> Option<usize> {
        let mut places = vec![start];
        let mut next = Vec::new();
        for wanted in &self.chars {
            next.clear();
            for place in &places {
                ways(&text[*place..], *wanted, |taken| next.push(place + taken));
            }
            next.sort_unstable();
            next.dedup();
            std::mem::swap(&mut places, &mut next);
            if places.is_empty() {
                return None;
            }
        }
        places.last().copied()
    }
}

/// Tells `found` how many bytes at the front of `text` may be read as `wanted`, in every way they may.
fn ways(text: &[u8], wanted: char, mut found: impl FnMut(usize)) {
    let mut utf8 = [0; 4];
    let utf8 = wanted.encode_utf8(&mut utf8).as_bytes();
    if text.starts_with(utf8) {
        found(utf8.len());
    }
    match text.first() {
        Some(b'%') => percent(text, wanted, utf8, found),
        Some(b'+') if wanted == ' ' => found(1),
        Some(b'\\') => backslash(text, wanted, found),
        Some(b'&') => html(text, wanted, found),
        _ => {}
    }
}

/// `%C3%A9`, or `%E9` as Latin-1 writes it; `%25C3…` where an address stands in an address.
fn percent(text: &[u8], wanted: char, utf8: &[u8], mut found: impl FnMut(usize)) {
    let latin1 = u8::try_from(u32::from(wanted)).ok();
    for nested in 0..=DEEPEST {
        percent_bytes(text, utf8, nested).into_iter().for_each(&mut found);
        if let Some(byte) = latin1.filter(|byte| !byte.is_ascii()) {
            percent_bytes(text, &[byte], nested).into_iter().for_each(&mut found);
        }
    }
}

fn percent_bytes(text: &[u8], bytes: &[u8], nested: usize) -> Option<usize> {
    let each = 3 + 2 * nested;
    for (place, byte) in bytes.iter().enumerate() {
        let one = text.get(place * each..(place + 1) * each)?;
        let percents = one[1..].chunks_exact(2).take(nested).all(|digits| digits == b"25");
        if one[0] != b'%' || !percents || hex_at(one, each - 2, 2) != Some(u32::from(*byte)) {
            return None;
        }
    }
    Some(bytes.len() * each)
}

/// `\"`, `\n`, `\u00e9`, a surrogate pair, `\xe9`; with more backslashes where JSON stands in JSON.
fn backslash(text: &[u8], wanted: char, mut found: impl FnMut(usize)) {
    let slashes = text.iter().take_while(|byte| **byte == b'\\').count();
    if wanted == '\\' {
        [2, 4, 8].into_iter().filter(|count| *count <= slashes).for_each(&mut found);
    }
    if slashes > 7 {
        return;
    }
    let escaped = match wanted {
        '\u{8}' => b'b',
        '\u{c}' => b'f',
        '\n' => b'n',
        '\r' => b'r',
        '\t' => b't',
        '"' | '\'' | '/' => wanted as u8,
        _ => 0,
    };
    if escaped != 0 && text.get(slashes) == Some(&escaped) {
        found(slashes + 1);
    }
    if let Some(taken) = unicode_escape(text, slashes, wanted) {
        found(taken);
    }
    if text.get(slashes) == Some(&b'x') && hex_at(text, slashes + 1, 2) == Some(u32::from(wanted)) {
        found(slashes + 3);
    }
}

fn unicode_escape(text: &[u8], slashes: usize, wanted: char) -> Option<usize> {
    let mut units = [0; 2];
    let mut at = 0;
    for unit in wanted.encode_utf16(&mut units) {
        let run = text[at..].iter().take_while(|byte| **byte == b'\\').count();
        if run != slashes || text.get(at + run) != Some(&b'u') || hex_at(text, at + run + 1, 4)? != u32::from(*unit) {
            return None;
        }
        at += run + 5;
    }
    Some(at)
}

/// `&amp;`, `&#38;`, `&#x26;`, the semicolon left out too; `&amp;amp;` where HTML stands in HTML.
fn html(text: &[u8], wanted: char, mut found: impl FnMut(usize)) {
    let mut at = 1;
    for _ in 0..=DEEPEST {
        if let Some(taken) = html_reference(&text[at..], wanted) {
            found(at + taken);
        }
        if !text[at..].starts_with(b"amp;") {
            return;
        }
        at += 4;
    }
}

fn html_reference(text: &[u8], wanted: char) -> Option<usize> {
    let taken = match text {
        [b'#', b'x' | b'X', rest @ ..] => 2 + number(rest, 16, wanted)?,
        [b'#', rest @ ..] => 1 + number(rest, 10, wanted)?,
        _ => html_name(wanted).iter().find(|name| text.starts_with(name.as_bytes()))?.len(),
    };
    Some(taken + usize::from(text.get(taken) == Some(&b';')))
}

fn number(text: &[u8], radix: u32, wanted: char) -> Option<usize> {
    let digits = text.iter().take_while(|byte| char::from(**byte).is_digit(radix)).count().min(12);
    let value = u32::from_str_radix(std::str::from_utf8(&text[..digits]).ok()?, radix).ok()?;
    (value == u32::from(wanted)).then_some(digits)
}

fn hex_at(text: &[u8], at: usize, digits: usize) -> Option<u32> {
    let text = text.get(at..at + digits)?;
    text.iter().try_fold(0, |value, byte| Some(value * 16 + char::from(*byte).to_digit(16)?))
}
