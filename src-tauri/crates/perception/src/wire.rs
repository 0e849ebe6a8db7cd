//! The report of one frame as the script writes it: JSON, with elements as arrays because there are thousands of them.

use std::fmt;
use std::sync::Arc;

use baton_screen::{BoxInViewport, CellAt, States};
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// The format's number; script and Rust are built together, so another number means a stale script in the page.
pub const FORMAT: u32 = 1;

/// Why a report cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WireError {
    /// It is not the JSON that was agreed on.
    #[error("the page script's report is not as agreed (line {line}, column {column}): {cause}", line = cause.line(), column = cause.column())]
    Malformed {
        /// What the parser says.
        #[from]
        cause: serde_json::Error,
    },
    /// It was written by a script of another version.
    #[error(
        "the page script speaks format {found}, this build speaks {FORMAT}; reload the page so that the right script is injected"
    )]
    Format {
        /// The number it carries.
        found: u32,
    },
    /// It tells changes since a version that the model does not have.
    #[error(
        "the page script tells changes since version {since}, but version {have} is known here; observe again from 0"
    )]
    Gap {
        /// The version the report builds on.
        since: u64,
        /// The version of the model.
        have: u64,
    },
    /// It speaks of an element nobody told of.
    #[error("the page script's report names element {nid}, which was never told ({place})")]
    Unknown {
        /// The number.
        nid: u32,
        /// The part of the report.
        place: &'static str,
    },
    /// A range reaches past the end.
    #[error("the page script's report has a range of elements past the end: {from}..{to} of {len} ({place})")]
    Range {
        /// First index.
        from: usize,
        /// Index after the last.
        to: usize,
        /// How many there are.
        len: usize,
        /// The part of the report.
        place: &'static str,
    },
}

/// What `__baton.observe(since)` says.
#[derive(Debug, Clone, Deserialize)]
pub struct FrameSnapshot {
    /// [`FORMAT`].
    pub format: u32,
    /// The page's version after this report; to be given as `since` the next time.
    pub version: u64,
    /// The version this report builds on; 0 for a whole one.
    pub since: u64,
    /// The document.
    pub document: DocumentSeen,
    /// Elements that are new or differ, with everything about them.
    pub elements: Vec<WireElement>,
    /// Elements that are no longer listed.
    #[serde(default)]
    pub gone: Vec<u32>,
    /// Where the order of elements changed: index, how many were there, then the numbers that stand there now.
    #[serde(default)]
    pub order: Option<Vec<u32>>,
    /// Elements of which only the box differs: number, x, y, width, height, 1 when measured, and so on.
    #[serde(default)]
    pub boxes: Vec<f64>,
    /// Ranges of the order whose boxes were shifted, not measured: first, past the last, dx, dy, and so on.
    #[serde(default)]
    pub shifts: Vec<f64>,
    /// Frames in this document.
    #[serde(default)]
    pub frames: Vec<SubFrame>,
    /// Surfaces whose inside cannot be read.
    #[serde(default)]
    pub unreadable: Vec<SurfaceSeen>,
    /// Elements that look as if they had a closed shadow root nobody handed over yet.
    #[serde(default)]
    pub suspects: Vec<u32>,
    /// How long the script took, in milliseconds.
    #[serde(default)]
    pub took_ms: f64,
}

/// The document of a frame.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub struct DocumentSeen {
    /// Its address, without credentials.
    pub url: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// `window.name`.
    pub name: Arc<str>,
    /// Inner width in CSS px.
    pub width: f64,
    /// Inner height in CSS px.
    pub height: f64,
    /// Device pixels a CSS px.
    pub scale: f64,
    /// The number of the element with the keyboard; 0 for none.
    pub focus: u32,
    /// What the page calls its build (`<meta name="build">`); empty when it says nothing.
    pub build: Arc<str>,
}

/// A frame in a document.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct SubFrame {
    /// The number of the iframe or frame element.
    pub nid: u32,
    /// Its content box in this document's viewport.
    #[serde(rename = "box", deserialize_with = "four")]
    pub content_box: BoxInViewport,
    /// Its name attribute, else its id.
    pub name: Arc<str>,
    /// The address it was told to load.
    pub src: Arc<str>,
}

/// A surface whose inside cannot be read.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct SurfaceSeen {
    /// `canvas` or `opaque`.
    pub kind: SurfaceKind,
    /// The number of the element.
    pub nid: u32,
    /// What it calls itself.
    pub name: String,
}

/// What kind of surface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SurfaceKind {
    /// A `canvas` without fallback content.
    Canvas,
    /// A plug-in's rectangle.
    Opaque,
}

/// One element as the script writes it.
#[derive(Debug, Clone)]
pub struct WireElement {
    /// Its number, kept while the node lives.
    pub nid: u32,
    /// The nearest listed ancestor; 0 for none.
    pub parent: u32,
    /// Its role.
    pub role: String,
    /// Its accessible name.
    pub name: Option<Arc<str>>,
    /// Its own visible text.
    pub text: Option<Arc<str>>,
    /// States.
    pub states: States,
    /// Its box in the frame's viewport.
    pub box_in_frame: BoxInViewport,
    /// Its value.
    pub value: Option<Arc<str>>,
    /// Its description.
    pub description: Option<Arc<str>>,
    /// Test id or id.
    pub id: Option<Arc<str>>,
    /// Options of a list.
    pub options: Vec<Arc<str>>,
    /// Heading level.
    pub level: Option<u8>,
    /// Its place in a table.
    pub cell: Option<CellAt>,
}

impl<'de> Deserialize<'de> for WireElement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ElementVisitor)
    }
}

struct ElementVisitor;

impl<'de> Visitor<'de> for ElementVisitor {
    type Value = WireElement;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an element as an array of at least 10 fields")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<WireElement, A::Error> {
        let nid = required(&mut seq, "nid")?;
        let parent = required(&mut seq, "parent")?;
        let role = required(&mut seq, "role")?;
        let name = text(required(&mut seq, "name")?);
        let own = text(required(&mut seq, "text")?);
        let states = States::from_bits(required(&mut seq, "states")?);
        let box_in_frame = BoxInViewport::new(
            required(&mut seq, "x")?,
            required(&mut seq, "y")?,
            required(&mut seq, "width")?,
            required(&mut seq, "height")?,
        );
        // The rest is left off at the end when it is null.
        let element = WireElement {
            nid,
            parent,
            role,
            name,
            text: own,
            states,
            box_in_frame,
            value: optional(&mut seq)?,
            description: optional(&mut seq)?,
            id: optional(&mut seq)?,
            options: optional(&mut seq)?.unwrap_or_default(),
            level: optional(&mut seq)?,
            cell: optional::<[u32; 3], _>(&mut seq)?.map(|[row, column, columns]| CellAt { row, column, columns }),
        };
        match seq.next_element::<serde::de::IgnoredAny>()? {
            Some(_) => Err(A::Error::custom("an element has more fields than were agreed on")),
            None => Ok(element),
        }
    }
}

fn required<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(seq: &mut A, field: &'static str) -> Result<T, A::Error> {
    seq.next_element()?.ok_or_else(|| A::Error::custom(format_args!("an element lacks its {field}")))
}

fn optional<'de, T: Deserialize<'de>, A: SeqAccess<'de>>(seq: &mut A) -> Result<Option<T>, A::Error> {
    Ok(seq.next_element::<Option<T>>()?.flatten())
}

/// Empty texts are most common; they are told as none here and share one allocation in the model.
fn text(read: String) -> Option<Arc<str>> {
    (!read.is_empty()).then(|| Arc::from(read))
}

fn four<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BoxInViewport, D::Error> {
    let [x, y, width, height] = <[f64; 4]>::deserialize(deserializer)?;
    Ok(BoxInViewport { x, y, width, height })
}
