//! Keys as a US keyboard sends them, and text that no key of it has.

use chromiumoxide_cdp::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, ImeSetCompositionParams, InsertTextParams,
};

use crate::action::{Chord, Modifiers};

/// A key: its UI Events name and code, Windows key code, and the text it types.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    key: String,
    code: String,
    virtual_code: i64,
    text: Option<String>,
    location: i64,
}

/// Keys that type nothing, or not their own name: name, code, Windows key code, text.
const NAMED: &[(&str, &str, i64, Option<&str>)] = &[
    ("Enter", "Enter", 13, Some("\r")),
    ("Tab", "Tab", 9, None),
    ("Backspace", "Backspace", 8, None),
    ("Delete", "Delete", 46, None),
    ("Insert", "Insert", 45, None),
    ("Escape", "Escape", 27, None),
    ("Space", "Space", 32, Some(" ")),
    ("ArrowLeft", "ArrowLeft", 37, None),
    ("ArrowUp", "ArrowUp", 38, None),
    ("ArrowRight", "ArrowRight", 39, None),
    ("ArrowDown", "ArrowDown", 40, None),
    ("Home", "Home", 36, None),
    ("End", "End", 35, None),
    ("PageUp", "PageUp", 33, None),
    ("PageDown", "PageDown", 34, None),
    ("CapsLock", "CapsLock", 20, None),
    ("ContextMenu", "ContextMenu", 93, None),
    ("Pause", "Pause", 19, None),
    ("PrintScreen", "PrintScreen", 44, None),
    ("Alt", "AltLeft", 18, None),
    ("Control", "ControlLeft", 17, None),
    ("Meta", "MetaLeft", 91, None),
    ("Shift", "ShiftLeft", 16, None),
];

/// Keys of punctuation: without Shift, with Shift, code, Windows key code.
const MARKS: &[(char, char, &str, i64)] = &[
    ('`', '~', "Backquote", 192),
    ('-', '_', "Minus", 189),
    ('=', '+', "Equal", 187),
    ('[', '{', "BracketLeft", 219),
    (']', '}', "BracketRight", 221),
    ('\\', '|', "Backslash", 220),
    (';', ':', "Semicolon", 186),
    ('\'', '"', "Quote", 222),
    (',', '<', "Comma", 188),
    ('.', '>', "Period", 190),
    ('/', '?', "Slash", 191),
    (' ', ' ', "Space", 32),
];

const DIGITS_SHIFTED: &str = ")!@#$%^&*(";

/// A command of the keyboard, to be sent in order.
#[derive(Debug, Clone)]
pub(super) enum Stroke {
    Key(Box<DispatchKeyEventParams>),
    Insert(InsertTextParams),
    Compose(ImeSetCompositionParams),
}

/// The bits of the protocol: Alt 1, Control 2, Meta 4, Shift 8.
pub(super) fn bits(modifiers: Modifiers) -> i64 {
    i64::from(modifiers.alt)
        | i64::from(modifiers.control) << 1
        | i64::from(modifiers.meta) << 2
        | i64::from(modifiers.shift) << 3
}

/// The strokes that type a text, key by key; what no key types is inserted as an input method would.
pub(super) fn typing(text: &str) -> Vec<Stroke> {
    let mut strokes = Vec::new();
    let mut unkeyed = String::new();
    for letter in text.replace("\r\n", "\n").chars() {
        match of_letter(letter) {
            Some((key, shift)) => {
                flush(&mut strokes, &mut unkeyed);
                let modifiers = Modifiers { shift, ..Modifiers::default() };
                strokes.extend(down_up(&key, modifiers));
            }
            None => unkeyed.push(letter),
        }
    }
    flush(&mut strokes, &mut unkeyed);
    strokes
}

fn flush(strokes: &mut Vec<Stroke>, unkeyed: &mut String) {
    if !unkeyed.is_empty() {
        strokes.push(Stroke::Insert(InsertTextParams::new(std::mem::take(unkeyed))));
    }
}

/// The strokes of one composition, committed.
pub(super) fn composing(text: &str) -> Vec<Stroke> {
    let end = text.encode_utf16().count() as i64;
    let compose = ImeSetCompositionParams::new(text, end, end);
    vec![Stroke::Compose(compose), Stroke::Insert(InsertTextParams::new(text))]
}

/// The stroke that inserts a text as it is.
pub(super) fn inserting(text: &str) -> Vec<Stroke> {
    vec![Stroke::Insert(InsertTextParams::new(text))]
}

/// The strokes that delete what is selected.
pub(super) fn erasing() -> Vec<Stroke> {
    of_name("Delete").map(|key| down_up(&key, Modifiers::default()).to_vec()).unwrap_or_default()
}

/// The strokes of a chord: held keys down, the key, held keys up again. None when there is no such key.
pub(super) fn chord(chord: &Chord) -> Option<Vec<Stroke>> {
    let key = of_name(&chord.key)?;
    let held: Vec<(Key, Modifiers)> = held(chord.modifiers);
    let mut strokes = Vec::new();
    let mut now = Modifiers::default();
    for (modifier, with) in &held {
        now = *with;
        strokes.push(stroke(modifier, DispatchKeyEventType::RawKeyDown, now));
    }
    strokes.extend(down_up(&key, now));
    for (at, (modifier, _)) in held.iter().enumerate().rev() {
        let left = if at == 0 { Modifiers::default() } else { held[at - 1].1 };
        strokes.push(stroke(modifier, DispatchKeyEventType::KeyUp, left));
    }
    Some(strokes)
}

fn held(modifiers: Modifiers) -> Vec<(Key, Modifiers)> {
    let mut now = Modifiers::default();
    let mut held = Vec::new();
    let mut hold = |name: &str, now: Modifiers| held.extend(of_name(name).map(|key| (key, now)));
    if modifiers.control {
        now.control = true;
        hold("Control", now);
    }
    if modifiers.alt {
        now.alt = true;
        hold("Alt", now);
    }
    if modifiers.meta {
        now.meta = true;
        hold("Meta", now);
    }
    if modifiers.shift {
        now.shift = true;
        hold("Shift", now);
    }
    held
}

fn down_up(key: &Key, modifiers: Modifiers) -> [Stroke; 2] {
    // With Control, Alt or Command held a key is a command and types nothing.
    let types = key.text.is_some() && !modifiers.control && !modifiers.alt && !modifiers.meta;
    let kind = if types { DispatchKeyEventType::KeyDown } else { DispatchKeyEventType::RawKeyDown };
    [stroke(key, kind, modifiers), stroke(key, DispatchKeyEventType::KeyUp, modifiers)]
}

fn stroke(key: &Key, kind: DispatchKeyEventType, modifiers: Modifiers) -> Stroke {
    let types = kind == DispatchKeyEventType::KeyDown;
    let commands = if kind == DispatchKeyEventType::KeyUp { Vec::new() } else { editing_commands(&key.key, modifiers) };
    let mut params = DispatchKeyEventParams::new(kind);
    params.modifiers = Some(bits(modifiers));
    params.key = Some(key.key.clone());
    params.code = Some(key.code.clone());
    params.windows_virtual_key_code = Some(key.virtual_code);
    params.native_virtual_key_code = Some(key.virtual_code);
    params.location = Some(key.location);
    if types {
        params.text = key.text.clone();
        params.unmodified_text = key.text.clone();
    }
    if !commands.is_empty() {
        params.commands = Some(commands);
    }
    Stroke::Key(Box::new(params))
}

/// A key of a person at the mirror, as their own keyboard named it.
pub(super) fn raw(key: &str, code: &str, text: &str, modifiers: Modifiers, down: bool) -> Stroke {
    let known = of_name(key);
    let virtual_code = known.as_ref().map_or(0, |key| key.virtual_code);
    let location = known.map_or(0, |key| key.location);
    let text = (down && !text.is_empty()).then(|| text.to_owned());
    let made = Key { key: key.to_owned(), code: code.to_owned(), virtual_code, text, location };
    let kind = match (down, made.text.is_some()) {
        (false, _) => DispatchKeyEventType::KeyUp,
        (true, true) => DispatchKeyEventType::KeyDown,
        (true, false) => DispatchKeyEventType::RawKeyDown,
    };
    stroke(&made, kind, modifiers)
}

/// The key of that UI Events name, or that types that one letter.
fn of_name(name: &str) -> Option<Key> {
    if let Some((key, code, virtual_code, text)) = NAMED.iter().find(|(key, ..)| *key == name).copied() {
        let key = if key == "Space" { " " } else { key };
        let location = i64::from(matches!(key, "Alt" | "Control" | "Meta" | "Shift"));
        let text = text.map(str::to_owned);
        return Some(Key { key: key.to_owned(), code: code.to_owned(), virtual_code, text, location });
    }
    let number = name.strip_prefix('F').and_then(|digits| digits.parse::<i64>().ok());
    if let Some(number @ 1..=24) = number {
        let (key, code) = (name.to_owned(), name.to_owned());
        return Some(Key { key, code, virtual_code: 111 + number, text: None, location: 0 });
    }
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Some(of_letter(letter).map_or_else(|| unknown(letter), |(key, _)| key)),
        _ => None,
    }
}

fn unknown(letter: char) -> Key {
    let text = letter.to_string();
    Key { key: text.clone(), code: String::new(), virtual_code: 0, text: Some(text), location: 0 }
}

/// The key that types a letter, and whether Shift is held for it.
fn of_letter(letter: char) -> Option<(Key, bool)> {
    let (code, virtual_code, shift, text) = match letter {
        'a'..='z' | 'A'..='Z' => {
            let upper = letter.to_ascii_uppercase();
            (format!("Key{upper}"), i64::from(upper as u32), letter.is_ascii_uppercase(), letter.to_string())
        }
        '0'..='9' => (format!("Digit{letter}"), i64::from(letter as u32), false, letter.to_string()),
        '\n' => return of_name("Enter").map(|key| (key, false)),
        '\t' => return of_name("Tab").map(|key| (key, false)),
        _ => {
            if let Some(digit) = DIGITS_SHIFTED.chars().position(|shifted| shifted == letter) {
                (format!("Digit{digit}"), 48 + digit as i64, true, letter.to_string())
            } else {
                let (plain, _, code, virtual_code) =
                    *MARKS.iter().find(|(plain, shifted, ..)| *plain == letter || *shifted == letter)?;
                (code.to_owned(), virtual_code, plain != letter, letter.to_string())
            }
        }
    };
    Some((Key { key: text.clone(), code, virtual_code, text: Some(text), location: 0 }, shift))
}

/// On macOS editing is done by commands that the system makes of chords; a browser that gets keys by protocol is told them.
#[cfg(target_os = "macos")]
fn editing_commands(key: &str, modifiers: Modifiers) -> Vec<String> {
    let found: &str = match (key.to_lowercase().as_str(), modifiers.meta, modifiers.alt, modifiers.shift) {
        ("a", true, false, false) => "selectAll",
        ("c", true, false, false) => "copy",
        ("v", true, false, false) => "paste",
        ("x", true, false, false) => "cut",
        ("z", true, false, false) => "undo",
        ("z", true, false, true) => "redo",
        ("arrowleft", true, false, false) => "moveToBeginningOfLine",
        ("arrowright", true, false, false) => "moveToEndOfLine",
        ("arrowleft", true, false, true) => "moveToBeginningOfLineAndModifySelection",
        ("arrowright", true, false, true) => "moveToEndOfLineAndModifySelection",
        ("arrowup", true, false, false) => "moveToBeginningOfDocument",
        ("arrowdown", true, false, false) => "moveToEndOfDocument",
        ("arrowleft", false, true, false) => "moveWordLeft",
        ("arrowright", false, true, false) => "moveWordRight",
        ("backspace", true, false, false) => "deleteToBeginningOfLine",
        ("backspace", false, true, false) => "deleteWordBackward",
        ("backspace", false, false, false) => "deleteBackward",
        ("delete", false, false, false) => "deleteForward",
        _ => return Vec::new(),
    };
    vec![found.to_owned()]
}

#[cfg(not(target_os = "macos"))]
fn editing_commands(_: &str, _: Modifiers) -> Vec<String> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(letter: char, code: &str, virtual_code: i64, shift: bool) {
        let (key, shifted) = of_letter(letter).expect("a US keyboard has it");
        let seen = (key.code.as_str(), key.virtual_code, shifted);
        assert_eq!(seen, (code, virtual_code, shift), "the key of {letter:?} on a US keyboard");
    }

    #[test]
    fn letters_are_on_the_keys_of_a_us_keyboard() {
        check('a', "KeyA", 65, false);
        check('Z', "KeyZ", 90, true);
        check('7', "Digit7", 55, false);
        check('&', "Digit7", 55, true);
        check(')', "Digit0", 48, true);
        check('?', "Slash", 191, true);
        check('"', "Quote", 222, true);
        check(' ', "Space", 32, false);
        check('\n', "Enter", 13, false);
        assert_eq!(of_letter('é'), None, "no key of a US keyboard types it");
        assert_eq!(of_letter('日'), None, "no key of a US keyboard types it");
    }

    #[test]
    fn text_without_keys_is_inserted_in_one_piece_and_in_its_place() {
        let strokes = typing("a日本b");
        let kinds: Vec<&str> = strokes
            .iter()
            .map(|stroke| match stroke {
                Stroke::Key(_) => "key",
                Stroke::Insert(_) => "insert",
                Stroke::Compose(_) => "compose",
            })
            .collect();
        assert_eq!(kinds, ["key", "key", "insert", "key", "key"], "a, then both signs at once, then b");
    }

    #[test]
    fn a_chord_types_nothing_and_lets_go_of_what_it_held() {
        let modifiers = Modifiers { control: true, shift: true, ..Modifiers::default() };
        let strokes = chord(&Chord { modifiers, key: "k".to_owned() }).expect("a known key");
        assert_eq!(strokes.len(), 6, "Control, Shift, k down; k, Shift, Control up");
        let Some(Stroke::Key(last)) = strokes.last() else { panic!("a key goes up last") };
        assert_eq!(last.modifiers, Some(0), "nothing is held at the end");
        let typed = strokes.iter().any(|stroke| matches!(stroke, Stroke::Key(key) if key.text.is_some()));
        assert!(!typed, "a chord with Control types no letter");
        assert!(chord(&Chord { modifiers, key: "Enterr".to_owned() }).is_none(), "there is no such key");
    }
}
