//! What a holder asks for. Elements are still named by ladders here; the gate finds them.

use std::path::PathBuf;

use baton_device::action::DeviceSetting;
use baton_device::{Button, Chord, Modifiers, Switch, TextBy};
use baton_screen::{Ladder, PointInViewport};
use serde::Serialize;

/// Text to type, with the part of it that must never be told.
#[derive(Clone, PartialEq, Eq)]
pub struct Typed {
    /// The text.
    pub text: String,
    /// The names of the secrets in it; empty when it may be told.
    pub secrets: Vec<String>,
}

impl Typed {
    /// Text that may be told.
    pub fn plain(text: impl Into<String>) -> Typed {
        Typed { text: text.into(), secrets: Vec::new() }
    }

    /// True when it holds a secret.
    pub fn is_secret(&self) -> bool {
        !self.secrets.is_empty()
    }

    /// The text, or the names of the secrets in its place.
    pub fn told(&self) -> String {
        if self.is_secret() { format!("[secret {}]", self.secrets.join(", ")) } else { self.text.clone() }
    }
}

impl std::fmt::Debug for Typed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Typed({:?})", self.told())
    }
}

impl Serialize for Typed {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.told())
    }
}

/// One action of a holder, bound: no `${…}` is left in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each field is named for what it is; the variant says the rest")]
pub enum Action {
    /// Presses and releases.
    Click { on: Ladder, button: Button, count: u8, modifiers: Modifiers },
    /// Moves the pointer there.
    Hover { on: Ladder },
    /// Drags one element onto another.
    Drag { from: Ladder, to: Ladder },
    /// Presses and holds.
    LongPress { on: Ladder, hold_ms: u32 },
    /// Types over what the field holds, then Enter when `submit`.
    Type { into: Ladder, text: Typed, by: TextBy, submit: bool },
    /// Empties a field.
    Clear { field: Ladder },
    /// Presses a key or chord where the keyboard is, or on an element.
    Press { chord: Chord, on: Option<Ladder> },
    /// Chooses options by label.
    Select { list: Ladder, labels: Vec<String> },
    /// Ticks or unticks; does nothing when it already is so.
    SetChecked { control: Ladder, on: bool },
    /// Gives files to a file field.
    Upload { field: Ladder, files: Vec<PathBuf> },
    /// Brings an element into view.
    ScrollTo { to: Ladder },
    /// Turns the wheel, over an element or the middle of the viewport.
    ScrollBy { over: Option<Ladder>, delta_x: f64, delta_y: f64 },
    /// One finger.
    Swipe { from: PointInViewport, to: PointInViewport, over_ms: u32 },
    /// Two fingers.
    Pinch { on: Ladder, scale: f64 },
    /// Loads an address.
    Navigate { url: String },
    /// Back in history.
    Back,
    /// Answers the native dialog that is up.
    AnswerDialog { accept: bool, text: Option<Typed> },
    /// Another tab or window.
    Switch { to: Switch },
    /// Opens the app again at its start.
    Relaunch,
    /// A control of the device itself.
    Set { what: DeviceSetting },
}

impl Action {
    /// The verb, as policies name it.
    pub fn verb(&self) -> &'static str {
        match self {
            Action::Click { button: Button::Right, .. } => "right_click",
            Action::Click { count: 2, .. } => "double_click",
            Action::Click { .. } => "click",
            Action::Hover { .. } => "hover",
            Action::Drag { .. } => "drag",
            Action::LongPress { .. } => "long_press",
            Action::Type { .. } => "type",
            Action::Clear { .. } => "clear",
            Action::Press { .. } => "press",
            Action::Select { .. } => "select",
            Action::SetChecked { on: true, .. } => "check",
            Action::SetChecked { on: false, .. } => "uncheck",
            Action::Upload { .. } => "upload",
            Action::ScrollTo { .. } | Action::ScrollBy { .. } => "scroll",
            Action::Swipe { .. } => "swipe",
            Action::Pinch { .. } => "pinch",
            Action::Navigate { .. } => "navigate",
            Action::Back => "back",
            Action::AnswerDialog { .. } => "dialog",
            Action::Switch { .. } => "switch",
            Action::Relaunch => "relaunch",
            Action::Set { .. } => "device",
        }
    }

    /// The ladder of the element it acts on first.
    pub fn ladder(&self) -> Option<&Ladder> {
        match self {
            Action::Click { on, .. }
            | Action::Hover { on }
            | Action::LongPress { on, .. }
            | Action::Pinch { on, .. } => Some(on),
            Action::Drag { from, .. } => Some(from),
            Action::Type { into, .. } => Some(into),
            Action::Clear { field } | Action::Upload { field, .. } => Some(field),
            Action::Press { on, .. } => on.as_ref(),
            Action::Select { list, .. } => Some(list),
            Action::SetChecked { control, .. } => Some(control),
            Action::ScrollTo { to } => Some(to),
            Action::ScrollBy { over, .. } => over.as_ref(),
            _ => None,
        }
    }

    /// Whether a person would expect something on the screen to change. Hovering, scrolling and device controls may well change nothing.
    pub fn changes_state(&self) -> bool {
        matches!(
            self,
            Action::Click { .. }
                | Action::Drag { .. }
                | Action::LongPress { .. }
                | Action::Type { .. }
                | Action::Clear { .. }
                | Action::Select { .. }
                | Action::SetChecked { .. }
                | Action::Upload { .. }
        )
    }
}
