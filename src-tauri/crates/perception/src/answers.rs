//! What the script's other functions answer. Each is called with `returnByValue` and its JSON read into one of these.

use baton_screen::BoxInViewport;
use serde::Deserialize;

/// What `__baton.actionable(nid)` answers. Points and boxes are in the frame's own viewport.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum ActionableAnswer {
    /// It can be acted on.
    Ready {
        /// Where to press.
        x: f64,
        /// Where to press.
        y: f64,
        /// Its box: x, y, width, height.
        #[serde(rename = "box")]
        bounds: [f64; 4],
        /// Where activating it would lead.
        leads_to: Option<LeadsTo>,
        /// True when it had to be scrolled into view.
        scrolled: bool,
    },
    /// It left the page.
    Gone,
    /// It is not drawn.
    Hidden,
    /// It takes no input.
    Disabled,
    /// It moved or is being animated.
    Moving,
    /// Something else would receive the press.
    Covered {
        /// What covers it: role and name, else the tag.
        by: String,
    },
    /// It cannot be brought into view.
    OutOfView,
}

impl ActionableAnswer {
    /// The box of a ready answer.
    pub fn box_in_frame(&self) -> Option<BoxInViewport> {
        match self {
            ActionableAnswer::Ready { bounds: [x, y, width, height], .. } => {
                Some(BoxInViewport { x: *x, y: *y, width: *width, height: *height })
            }
            _ => None,
        }
    }
}

/// Where a link or a submitting control leads.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct LeadsTo {
    /// Absolute.
    pub url: String,
    /// GET, or a form's method.
    pub method: String,
}

/// What `__baton.prepareType(nid, clear)` answers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Prepared {
    /// The node (or what it delegates to) has the keyboard.
    pub focused: bool,
    /// It takes typed text.
    pub editable: bool,
    /// Its value is never told.
    pub secure: bool,
}

/// What `__baton.select(nid, labels)` answers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Selected {
    /// All labels were found, enabled, and are now chosen.
    pub done: bool,
    /// Labels there is no such option for.
    pub missing: Vec<String>,
    /// Labels whose option is disabled.
    pub disabled: Vec<String>,
    /// What is chosen now.
    pub chosen: Vec<String>,
}

/// What `__baton.valueOf(nid)` answers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ValueRead {
    /// The value; none of a secure field and of what has no value.
    pub value: Option<String>,
    /// It is never told.
    pub secure: bool,
}

/// What `__baton.lastPress()` answers: the last trusted event the page received, seen before any handler of its own.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Press {
    /// Counts up with each event.
    pub count: u64,
    /// The node that received it.
    pub nid: u32,
    /// The listed element it belongs to; 0 for none.
    pub listed: u32,
    /// The listed elements around it, nearest first, starting with `listed`.
    pub path: Vec<u32>,
    /// `pointerdown`, `click`, `keydown`, …
    #[serde(rename = "type")]
    pub kind: String,
    /// Where, in the frame's viewport.
    pub x: f64,
    /// Where, in the frame's viewport.
    pub y: f64,
    /// Made by input, not by a script.
    pub trusted: bool,
    /// The document's `performance.now()` at that time, in milliseconds.
    pub t: f64,
}

/// What `__baton.still(frames, limit)` answers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Stillness {
    /// Nothing changed for that many animation frames.
    pub still: bool,
    /// The page's count of changes.
    pub version: u64,
}
