//! What a driver is told to do: nodes, points and keys. Locators have been resolved before, in the session.

use std::path::PathBuf;

use baton_screen::{Handle, PointInViewport};
use serde::{Deserialize, Serialize};

/// A mouse button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Button {
    /// The main one.
    #[default]
    Left,
    /// The wheel.
    Middle,
    /// The one for context menus.
    Right,
}

/// Keys held while something else happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Modifiers {
    /// Alt or Option.
    pub alt: bool,
    /// Control.
    pub control: bool,
    /// Command or Windows.
    pub meta: bool,
    /// Shift.
    pub shift: bool,
}

/// A key with the modifiers held for it, as `Control+Shift+K`, `Enter`, `a`. `ControlOrMeta` is Command on macOS and Control elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chord {
    /// Held keys.
    pub modifiers: Modifiers,
    /// The key's UI Events name (`Enter`, `ArrowDown`, `a`, `F5`).
    pub key: String,
}

/// How text reaches a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextBy {
    /// Key by key where the layout has the key, inserted as an input method would where it has not.
    #[default]
    Keys,
    /// One composition, as an input method commits it.
    Composition,
}

/// Which tab, window or popup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// The tab with that title or address part.
    To(String),
    /// The one opened last.
    Newest,
    /// The one it was opened from.
    Opener,
    /// Closes the current one and goes back to its opener.
    Close,
}

/// One thing done to a device. Points are in the top-level viewport.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "do")]
#[allow(missing_docs, reason = "each field is named for what it is; the variant says the rest")]
pub enum Actuation {
    /// Moves there, presses and releases `count` times.
    Click { at: PointInViewport, button: Button, count: u8, modifiers: Modifiers },
    /// Moves the pointer there.
    Hover { at: PointInViewport },
    /// Presses at `from`, moves to `to` in steps, releases.
    Drag { from: PointInViewport, to: PointInViewport },
    /// Presses, holds for `hold_ms`, releases.
    LongPress { at: PointInViewport, hold_ms: u32 },
    /// Focuses the node with a click at `at`, selects what it holds and types over it. With `clear: false` types at the caret.
    Type { node: Handle, at: PointInViewport, text: String, by: TextBy, clear: bool },
    /// Focuses the node and empties it as a person would (select all, delete).
    Clear { node: Handle, at: PointInViewport },
    /// Presses a key or chord where the keyboard is.
    Press { chord: Chord },
    /// Chooses options of a list by label; fires the events a person's choice would.
    Select { node: Handle, at: PointInViewport, labels: Vec<String> },
    /// Gives files to a file field.
    Upload { node: Handle, files: Vec<PathBuf> },
    /// Brings the node into view.
    ScrollTo { node: Handle },
    /// Turns the wheel.
    Wheel { at: PointInViewport, delta_x: f64, delta_y: f64 },
    /// One finger from one point to another.
    Swipe { from: PointInViewport, to: PointInViewport, over_ms: u32 },
    /// Two fingers apart (above 1) or together (below 1).
    Pinch { at: PointInViewport, scale: f64 },
    /// Loads an address.
    Navigate { url: String },
    /// Back in history.
    Back,
    /// Loads the page again.
    Reload,
    /// Answers the native dialog that is up.
    AnswerDialog { accept: bool, text: Option<String> },
    /// Another tab or window.
    Switch { to: Switch },
    /// Ends the app or the browser's pages and opens it again at its start.
    Relaunch,
    /// A control of the device itself.
    Set { what: DeviceSetting },
    /// A raw pointer or key event from a person at the mirror, dispatched at once.
    Raw { event: RawInput },
}

/// A control of the device itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each field is named for what it is")]
pub enum DeviceSetting {
    Location { latitude: f64, longitude: f64 },
    Permission { name: String, granted: bool },
    Clipboard { text: String },
    Locale { tag: String },
    Rotation { landscape: bool },
    StatusBar { time: Option<String> },
    Push { payload: serde_json::Value },
}

/// A raw event of a person at the mirror.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[allow(missing_docs, reason = "the fields are those of the UI Events of the same names")]
pub enum RawInput {
    PointerMove { at: PointInViewport, modifiers: Modifiers },
    PointerDown { at: PointInViewport, button: Button, count: u8, modifiers: Modifiers },
    PointerUp { at: PointInViewport, button: Button, count: u8, modifiers: Modifiers },
    Wheel { at: PointInViewport, delta_x: f64, delta_y: f64, modifiers: Modifiers },
    KeyDown { key: String, code: String, text: String, modifiers: Modifiers },
    KeyUp { key: String, code: String, modifiers: Modifiers },
    Composition { text: String },
    InsertText { text: String },
}

/// What a driver says of an actuation it carried out.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Dispatched {
    /// Whether the page's own trusted event was seen at the node meant, where the driver can tell.
    pub seen_by_page: Option<bool>,
}
