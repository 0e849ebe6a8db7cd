//! One thing on the screen that a person could name.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::geometry::BoxInViewport;
use crate::observation::FrameRef;

/// An element's place in its observation's `elements`. It dies with that observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ElementRef(pub u32);

impl ElementRef {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The driver's own name of a node, kept while the node lives. Only the driver that gave it can read it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Handle(pub u64);

/// A role of WAI-ARIA 1.2, or of the platform where ARIA has none, in lower case. `text` is a text nobody gave a role.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Role(pub Arc<str>);

impl Role {
    /// A role from its name.
    pub fn new(name: &str) -> Role {
        Role(Arc::from(name))
    }

    /// The role's name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for Role {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for Role {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What an element is at the moment, as a set of flags. Stored and sent as their names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct States(u32);

macro_rules! states {
    ($($(#[$doc:meta])* $flag:ident = $bit:expr, $name:literal;)*) => {
        impl States {
            $($(#[$doc])* pub const $flag: States = States(1 << $bit);)*
            const NAMED: &'static [(States, &'static str)] = &[$((States::$flag, $name)),*];
        }
    };
}

states! {
    /// Rendered, not hidden, and its box is not empty. May still be scrolled out of view or covered.
    VISIBLE = 0, "visible";
    /// Takes input: not disabled, not inert.
    ENABLED = 1, "enabled";
    /// Has the keyboard.
    FOCUSED = 2, "focused";
    /// Ticked.
    CHECKED = 3, "checked";
    /// Half ticked.
    MIXED = 4, "mixed";
    /// Chosen, in a list, tab row or grid.
    SELECTED = 5, "selected";
    /// Open, of things that open.
    EXPANDED = 6, "expanded";
    /// Closed, of things that open.
    COLLAPSED = 7, "collapsed";
    /// Its value is never told.
    SECURE = 8, "secure";
    /// Must be filled in.
    REQUIRED = 9, "required";
    /// Cannot be changed.
    READONLY = 10, "readonly";
    /// The application calls its value wrong (aria-invalid, :user-invalid, role alert beside it).
    INVALID = 11, "invalid";
    /// Text drawn as an alarm: role alert, or in a clearly red colour.
    ALARMING = 12, "alarming";
    /// A control: something a person operates.
    CONTROL = 13, "control";
    /// Has visible text of its own.
    TEXT = 14, "text";
    /// Takes typed text.
    EDITABLE = 15, "editable";
    /// The box was measured for this observation; without it, the box is an older one and is measured again before use.
    MEASURED = 16, "measured";
    /// Pressed, of toggle buttons.
    PRESSED = 17, "pressed";
    /// Takes several lines.
    MULTILINE = 18, "multiline";
    /// The element is busy (aria-busy).
    BUSY = 19, "busy";
    /// A modal dialog is up and this element is in it.
    MODAL = 20, "modal";
    /// A list that can have several options selected.
    MULTISELECTABLE = 21, "multiselectable";
}

impl States {
    /// No flag set.
    pub const NONE: States = States(0);

    /// From the bits as the perception script sends them: bit n is the flag numbered n above.
    pub fn from_bits(bits: u32) -> States {
        States(bits)
    }

    /// The bits.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// True when all of `flags` are set.
    pub fn has(self, flags: States) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// With `flags` set too.
    pub fn with(self, flags: States) -> States {
        States(self.0 | flags.0)
    }

    /// Without `flags`.
    pub fn without(self, flags: States) -> States {
        States(self.0 & !flags.0)
    }

    /// The names of the set flags, in bit order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        States::NAMED.iter().filter(move |(flag, _)| self.has(*flag)).map(|(_, name)| *name)
    }

    /// The flag of that name.
    pub fn named(name: &str) -> Option<States> {
        States::NAMED.iter().find(|(_, known)| *known == name).map(|(flag, _)| *flag)
    }
}

impl std::ops::BitOr for States {
    type Output = States;

    fn bitor(self, rhs: States) -> States {
        self.with(rhs)
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

impl Serialize for States {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.names())
    }
}

impl<'de> Deserialize<'de> for States {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<States, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        names.iter().try_fold(States::NONE, |set, name| {
            let flag = States::named(name).ok_or_else(|| serde::de::Error::custom(format!("unknown state {name}")))?;
            Ok(set.with(flag))
        })
    }
}

/// Where a cell stands in its table, spans counted (a cell after one of `colspan=2` is in column 2). From 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellAt {
    /// The row, from the top.
    pub row: u32,
    /// The first column it covers.
    pub column: u32,
    /// How many columns it covers, at least 1.
    pub columns: u32,
}

/// Something on the screen with a role, or with visible text of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Element {
    /// How the driver calls it.
    pub handle: Handle,
    /// The frame (web), window (Android) or package it belongs to.
    pub frame: FrameRef,
    /// The nearest listed ancestor, also across shadow roots and frames.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub parent: Option<ElementRef>,
    /// What it is.
    pub role: Role,
    /// Its accessible name (accname 1.2), whitespace folded; empty when it has none.
    #[serde(skip_serializing_if = "str::is_empty", default = "empty")]
    pub name: Arc<str>,
    /// Visible text of its own (not of listed descendants), whitespace folded; empty when it has none.
    #[serde(skip_serializing_if = "str::is_empty", default = "empty")]
    pub text: Arc<str>,
    /// The value of a control; never of a secure one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub value: Option<Arc<str>>,
    /// Its accessible description.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub description: Option<Arc<str>>,
    /// Test id or accessibility identifier; on the web `data-testid`, `data-test`, `data-test-id`, `data-qa`, else
    /// the `id` attribute.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<Arc<str>>,
    /// The options of a list (select, listbox), by label, in order.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub options: Vec<Arc<str>>,
    /// Heading level, from 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub level: Option<u8>,
    /// Its place in the nearest table, for cells and headers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cell: Option<CellAt>,
    /// What it is at the moment.
    pub states: States,
    /// Where it is.
    #[serde(rename = "box")]
    pub box_in_viewport: BoxInViewport,
}

fn empty() -> Arc<str> {
    Arc::from("")
}

impl Element {
    /// True when it is drawn.
    pub fn is_visible(&self) -> bool {
        self.states.has(States::VISIBLE)
    }

    /// True for something a person operates.
    pub fn is_control(&self) -> bool {
        self.states.has(States::CONTROL)
    }

    /// The words a person reads on it: its value for a filled control, else its text, else its name.
    pub fn reads(&self) -> &str {
        match &self.value {
            Some(value) if !value.is_empty() => value,
            _ if !self.text.is_empty() => &self.text,
            _ => &self.name,
        }
    }
}
