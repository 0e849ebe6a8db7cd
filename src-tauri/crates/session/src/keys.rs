//! Keys and chords as scenarios write them: `Enter`, `Control+Shift+K`, `ControlOrMeta+A`.

use baton_device::{Chord, Modifiers};

/// A chord that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a key: write it as Enter, ArrowDown, a, or Control+Shift+K")]
pub struct NotAKey(pub String);

/// The Enter key.
pub fn enter() -> Chord {
    Chord { modifiers: Modifiers::default(), key: "Enter".to_owned() }
}

/// Reads a key or chord.
pub fn chord(written: &str) -> Result<Chord, NotAKey> {
    let refuse = || NotAKey(written.to_owned());
    let (held, key) = match written.strip_suffix("++") {
        Some(held) => (held, "+"),
        None if written == "+" => ("", "+"),
        None => written.rsplit_once('+').unwrap_or(("", written)),
    };
    if key.is_empty() || (key.chars().count() > 1 && !key.chars().all(|c| c.is_ascii_alphanumeric())) {
        return Err(refuse());
    }
    let mut modifiers = Modifiers::default();
    for name in held.split('+').filter(|name| !name.is_empty()) {
        match name {
            "Alt" | "Option" => modifiers.alt = true,
            "Control" | "Ctrl" => modifiers.control = true,
            "Meta" | "Command" | "Cmd" => modifiers.meta = true,
            "Shift" => modifiers.shift = true,
            "ControlOrMeta" if cfg!(target_os = "macos") => modifiers.meta = true,
            "ControlOrMeta" => modifiers.control = true,
            _ => return Err(refuse()),
        }
    }
    Ok(Chord { modifiers, key: key.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(written: &str, held: &str, key: &str) {
        let read = chord(written).unwrap();
        let got: String = [
            (read.modifiers.alt, 'a'),
            (read.modifiers.control, 'c'),
            (read.modifiers.meta, 'm'),
            (read.modifiers.shift, 's'),
        ]
        .iter()
        .filter(|(on, _)| *on)
        .map(|(_, letter)| letter)
        .collect();
        assert_eq!((got.as_str(), read.key.as_str()), (held, key), "{written}");
    }

    #[test]
    fn chords_are_read_as_written() {
        check("Enter", "", "Enter");
        check("a", "", "a");
        check("Control+Shift+K", "cs", "K");
        check("Control++", "c", "+");
        check("+", "", "+");
        check("日", "", "日");
        for bad in ["", "Hyper+a", "Control+", "Not A Key"] {
            assert!(chord(bad).is_err(), "{bad:?} was read as a key");
        }
    }
}
