//! The things a step can do. Every variant is one key of a step, as it is written in the document.

mod written;

use baton_screen::condition::Nothing;
use baton_screen::{Condition, Ladder};
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use crate::data::Data;
use crate::inputs::is_false;
use crate::names::Name;
use crate::service::{Email, Generator, Http, Totp};
use crate::step::{Step, is_default};
use crate::template::Template;

/// What a step does.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Presses the main button once.
    Click(Ladder),
    /// Presses the main button twice.
    DoubleClick(Ladder),
    /// Presses the button for context menus.
    RightClick(Ladder),
    /// Moves the pointer there.
    Hover(Ladder),
    /// Presses, moves, releases.
    Drag(Drag),
    /// Presses and holds.
    LongPress(LongPress),
    /// Replaces what a field holds.
    Type(Type),
    /// Empties a field.
    Clear(Ladder),
    /// Presses a key or chord.
    Press(Press),
    /// Chooses from a list.
    Select(Select),
    /// Ticks; ticked already, it stays.
    Check(Ladder),
    /// Unticks; not ticked, it stays.
    Uncheck(Ladder),
    /// Gives files to a file field.
    Upload(Upload),
    /// Scrolls to an element, or by an amount.
    Scroll(Scroll),
    /// One finger across the screen.
    Swipe(Swipe),
    /// Two fingers apart or together.
    Pinch(Pinch),
    /// Turns the device.
    RotateDevice(Orientation),
    /// Back, as the browser's or the phone's own button does.
    Back(Nothing),
    /// Goes to an address of the target.
    Navigate(Template),
    /// Opens a deep link.
    Open(Template),
    /// Waits, with a limit.
    Wait(Wait),
    /// Reads outputs.
    Read(IndexMap<Name, Reading>),
    /// Checks.
    Assert(Vec<Condition>),
    /// Answers a native dialog.
    Dialog(Dialog),
    /// Goes to another tab or window.
    Switch(Switch),
    /// Ends the app or page and starts it again.
    Relaunch(Relaunch),
    /// Sets something of the device itself.
    Set(DeviceControl),
    /// Calls an HTTP service.
    Http(Http),
    /// Makes a one-time code.
    Totp(Totp),
    /// Waits for an e-mail and reads from it.
    Email(Email),
    /// Makes up values.
    Generate(IndexMap<Name, Generator>),
    /// Runs another scenario or component here.
    Use(Use),
    /// One way or the other.
    If(If),
    /// The same steps for each row.
    ForEach(ForEach),
    /// The same steps until something holds, so often at most.
    Retry(Retry),
    /// Something only a person can do.
    Manual(Manual),
}

/// From one element to another.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Drag {
    /// What is dragged.
    pub from: Ladder,
    /// Where it is dropped.
    pub to: Ladder,
}

/// A press that is held.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LongPress {
    /// What is pressed.
    pub at: Ladder,
    /// How long.
    #[serde(default = "hold_ms", skip_serializing_if = "is_usual_hold")]
    pub hold_ms: u32,
}

/// Text for a field.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Type {
    /// Which field.
    pub into: Ladder,
    /// What it will hold.
    pub text: Template,
    /// Presses Enter afterwards.
    #[serde(default, skip_serializing_if = "is_false")]
    pub submit: bool,
    /// Who knows the value, when it is no input and no stored secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<ValueFrom>,
}

/// Who knows a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ValueFrom {
    /// A person, asked during the run.
    Person,
}

/// A key or chord. Written `Enter`, or `{ key: Control+A, at: … }` when it goes to one element.
#[derive(Debug, Clone, PartialEq)]
pub struct Press {
    /// UI Events names joined by `+`: `Enter`, `Control+Shift+K`; `ControlOrMeta` is Command on macOS.
    pub key: String,
    /// What has the keyboard then; otherwise what has it already.
    pub at: Option<Ladder>,
}

/// Options of a list.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Select {
    /// Which list.
    pub from: Ladder,
    /// The label of the option, or of several.
    pub option: Texts,
}

/// One text or several.
#[derive(Debug, Clone, PartialEq)]
pub struct Texts(pub Vec<Template>);

/// Files for a file field.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Upload {
    /// Which field.
    pub into: Ladder,
    /// Paths below the workspace.
    pub files: Vec<Template>,
}

/// Where to scroll.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum Scroll {
    /// Until an element is in view.
    To {
        /// Which element.
        to: Ladder,
    },
    /// By an amount.
    By {
        /// Right and down, in the driver's unit; negative is left and up.
        by: [i32; 2],
        /// Where the pointer is; the middle of the screen when not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Ladder>,
    },
}

/// How one finger moves.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum Swipe {
    /// Across an element or the screen.
    Across {
        /// Which way the finger goes.
        direction: Direction,
        /// Across what; the screen when not said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<Ladder>,
    },
    /// Between two places, as fractions of the screen's width and height.
    Between {
        /// Where the finger comes down.
        from: [f64; 2],
        /// Where it is lifted.
        to: [f64; 2],
    },
}

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the four directions")]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// Two fingers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pinch {
    /// Around what.
    pub at: Ladder,
    /// Above 1 apart, below 1 together.
    pub scale: f64,
}

/// How the device is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the two ways")]
pub enum Orientation {
    Portrait,
    Landscape,
}

/// What is waited for, and how long at most.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wait {
    /// What ends the wait.
    #[serde(flatten)]
    pub until: WaitUntil,
    /// What ends it otherwise, as a TIMEOUT.
    pub timeout_ms: u64,
}

/// What ends a wait.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WaitUntil {
    /// Exactly one such element is visible.
    Element(Ladder),
    /// No such element is visible.
    Gone(Ladder),
    /// The screen is quiet.
    Settled(Nothing),
    /// It is another screen than before the wait.
    ScreenChanged(Nothing),
    /// The page has asked a server for something and been answered.
    Request(RequestSeen),
    /// The words stand on the screen.
    Text(Template),
    /// Anything else that can be true of a screen.
    Holds(Condition),
}

/// Which request.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RequestSeen {
    /// `GET`, `POST` …; any when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Its path, where `*` stands for anything but `/` and `**` for anything.
    pub path: Template,
    /// The answer's status; any below 400 when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
}

/// Where an output is read, and how its text is understood.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// Which element.
    pub from: Ladder,
    /// How; by the output's type when not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parse: Option<Parse>,
}

/// How a text on the screen is understood. Strictly: what does not fit is an error, never a zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Parse {
    /// As it stands.
    Text,
    /// `$1,411.21` is 1411.21, `(12.00)` is -12.00.
    Currency,
    /// Digits with an optional sign and point, thousands separated or not.
    Decimal,
    /// Digits with an optional sign, thousands separated or not.
    Integer,
    /// `2026-11-30`.
    Date,
    /// `true` or `false`, `yes` or `no`.
    Boolean,
}

/// The answer to a native dialog.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Dialog {
    /// Yes or no.
    pub answer: Answer,
    /// Words that must stand in it, or it is not answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Template>,
    /// What is typed into a prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<Template>,
    /// What is typed into a basic-auth dialog.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign_on: Option<Basic>,
}

/// Yes or no.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the two answers")]
pub enum Answer {
    Accept,
    Dismiss,
}

/// A user and a password.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the two parts")]
pub struct Basic {
    pub user: Template,
    pub password: Template,
}

/// Which tab, window or popup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Switch {
    /// The one opened last.
    Newest,
    /// The one the current was opened from.
    Opener,
    /// Closes the current one and goes back to its opener.
    Close,
    /// The one with that in its title or address.
    To(Template),
}

/// How the app is started again.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Relaunch {
    /// With its data thrown away.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fresh: bool,
}

/// Something of the device itself.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeviceControl {
    /// Where it says it is.
    Location(Location),
    /// What an app may do.
    Permission(Permission),
    /// What is on its clipboard.
    Clipboard(Template),
    /// A push message, as its payload.
    Push(serde_json::Map<String, serde_json::Value>),
    /// What its status bar shows.
    StatusBar(StatusBar),
    /// Its language and region, `de-CH`.
    Locale(String),
}

/// A place on earth, in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the two coordinates")]
pub struct Location {
    pub latitude: f64,
    pub longitude: f64,
}

/// Something an app may do, or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Permission {
    /// `camera`, `geolocation`, `notifications` …
    pub name: String,
    /// Whether it may.
    pub granted: bool,
}

/// What the status bar shows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StatusBar {
    /// The time, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
}

/// Another scenario or component, run here. Written as its file, or in full when it is given inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct Use {
    /// Its file, below the workspace.
    pub file: String,
    /// What it gets. An input not named here is the caller's input of the same name.
    pub inputs: IndexMap<Name, Template>,
    /// Which of its outputs become which variables here.
    pub save: IndexMap<Name, Name>,
}

/// One way or the other.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct If {
    /// Looked at once, when the step is reached.
    pub when: Condition,
    /// When it holds.
    pub then: Vec<Step>,
    /// When it does not.
    #[serde(rename = "else", default, skip_serializing_if = "Vec::is_empty")]
    pub otherwise: Vec<Step>,
}

/// The same steps for each row.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForEach {
    /// The rows. None at all is a failure.
    #[serde(flatten)]
    pub data: Data,
    /// More rows than that is a failure. Rows written in the document count themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u32>,
    /// What is done, with `${row.column}`.
    pub steps: Vec<Step>,
}

/// The same steps until something holds.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Retry {
    /// How often at most.
    pub max: u32,
    /// What ends it.
    pub until: Condition,
    /// What is done.
    pub steps: Vec<Step>,
    /// When a person is asked.
    #[serde(default, skip_serializing_if = "is_default")]
    pub asks: Asks,
}

/// When a person is asked about something that is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Asks {
    /// Never: red is the answer.
    #[default]
    Never,
    /// When the limit is reached.
    AtLimit,
}

/// Something only a person can do.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Manual {
    /// Why it cannot be replayed.
    pub why: String,
    /// The screen it starts from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Condition>,
    /// The screen it must end on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Condition>,
    /// The test-build flag or device primitive that would make it replayable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bypass: Option<String>,
}

fn hold_ms() -> u32 {
    600
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_usual_hold(hold: &u32) -> bool {
    *hold == hold_ms()
}

/// The key of an action, as it is written.
impl Action {
    /// Every key, in the order of the documentation.
    pub const KEYS: &'static [&'static str] = &[
        "click",
        "double_click",
        "right_click",
        "hover",
        "drag",
        "long_press",
        "type",
        "clear",
        "press",
        "select",
        "check",
        "uncheck",
        "upload",
        "scroll",
        "swipe",
        "pinch",
        "rotate_device",
        "back",
        "navigate",
        "open",
        "wait",
        "read",
        "assert",
        "dialog",
        "switch",
        "relaunch",
        "set",
        "http",
        "totp",
        "email",
        "generate",
        "use",
        "if",
        "for_each",
        "retry",
        "manual",
    ];

    /// The key it is written under, which is also its name in a policy.
    pub fn key(&self) -> &'static str {
        match self {
            Action::Click(_) => "click",
            Action::DoubleClick(_) => "double_click",
            Action::RightClick(_) => "right_click",
            Action::Hover(_) => "hover",
            Action::Drag(_) => "drag",
            Action::LongPress(_) => "long_press",
            Action::Type(_) => "type",
            Action::Clear(_) => "clear",
            Action::Press(_) => "press",
            Action::Select(_) => "select",
            Action::Check(_) => "check",
            Action::Uncheck(_) => "uncheck",
            Action::Upload(_) => "upload",
            Action::Scroll(_) => "scroll",
            Action::Swipe(_) => "swipe",
            Action::Pinch(_) => "pinch",
            Action::RotateDevice(_) => "rotate_device",
            Action::Back(_) => "back",
            Action::Navigate(_) => "navigate",
            Action::Open(_) => "open",
            Action::Wait(_) => "wait",
            Action::Read(_) => "read",
            Action::Assert(_) => "assert",
            Action::Dialog(_) => "dialog",
            Action::Switch(_) => "switch",
            Action::Relaunch(_) => "relaunch",
            Action::Set(_) => "set",
            Action::Http(_) => "http",
            Action::Totp(_) => "totp",
            Action::Email(_) => "email",
            Action::Generate(_) => "generate",
            Action::Use(_) => "use",
            Action::If(_) => "if",
            Action::ForEach(_) => "for_each",
            Action::Retry(_) => "retry",
            Action::Manual(_) => "manual",
        }
    }

    /// The lists of steps inside it.
    pub fn nested(&self) -> Vec<&[Step]> {
        match self {
            Action::If(branch) => vec![&branch.then, &branch.otherwise],
            Action::ForEach(each) => vec![&each.steps],
            Action::Retry(retry) => vec![&retry.steps],
            _ => Vec::new(),
        }
    }

    /// True when it can change what the application holds or shows; a wait, a read or a check cannot.
    pub fn changes_state(&self) -> bool {
        !matches!(
            self,
            Action::Wait(_)
                | Action::Read(_)
                | Action::Assert(_)
                | Action::Hover(_)
                | Action::Scroll(_)
                | Action::Totp(_)
                | Action::Email(_)
                | Action::Generate(_)
        )
    }
}
