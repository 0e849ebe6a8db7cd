//! The screen at one moment.

use std::sync::Arc;

use baton_base::SessionTime;
use serde::{Deserialize, Serialize};

use crate::element::{Element, ElementRef, Handle};
use crate::geometry::{BoxInViewport, Viewport};

/// A frame's place in its observation's `frames`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FrameRef(pub u16);

impl FrameRef {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One document: a frame on the web, a window or package on a phone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FrameSeen {
    /// Its name attribute or window title; the top one is `top` unless it is named.
    pub name: Arc<str>,
    /// Its address, without credentials.
    pub address: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// The frame around it; none for the top one.
    pub parent: Option<FrameRef>,
    /// Where it is.
    #[serde(rename = "box")]
    pub box_in_viewport: BoxInViewport,
    /// The HTTP status its document came with, where known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub http_status: Option<u16>,
}

/// Something on the screen that could not be read. Said, never left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Unreadable {
    /// A drawn surface whose inside has no elements.
    Canvas {
        /// Where it is.
        #[serde(rename = "box")]
        box_in_viewport: BoxInViewport,
    },
    /// A frame that did not answer.
    Frame {
        /// Its name or address.
        name: String,
        /// Why it was not read.
        why: String,
    },
    /// A closed shadow root that could not be opened.
    ShadowRoot {
        /// The host's tag.
        host: String,
    },
    /// More elements than are listed.
    Truncated {
        /// How many are listed.
        listed: u32,
        /// How many there are.
        of: u32,
    },
    /// One root and nothing addressable in it.
    Collapsed,
    /// An opaque native view.
    Opaque {
        /// What it calls itself.
        name: String,
    },
}

/// A native dialog that is up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DialogSeen {
    /// alert, confirm, prompt, beforeunload, or basic_auth.
    pub kind: String,
    /// What it says.
    pub message: String,
}

/// The screen's elements at one moment. Refs into it die with it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Observation {
    /// When it was read, on the session's clock.
    pub at: SessionTime,
    /// The size of the screen.
    pub viewport: Viewport,
    /// Its documents; the first is the top one.
    pub frames: Vec<FrameSeen>,
    /// Its elements in document order, parents before children.
    pub elements: Vec<Arc<Element>>,
    /// What could not be read.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub unreadable: Vec<Unreadable>,
    /// The native dialog that is up, which stops everything else.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub dialog: Option<DialogSeen>,
}

impl Observation {
    /// The element at `at`.
    pub fn get(&self, at: ElementRef) -> &Element {
        &self.elements[at.index()]
    }

    /// All elements with their refs, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (ElementRef, &Element)> {
        self.elements.iter().enumerate().map(|(index, element)| (ElementRef(index as u32), &**element))
    }

    /// The elements a person could see.
    pub fn visible(&self) -> impl DoubleEndedIterator<Item = (ElementRef, &Element)> {
        self.iter().filter(|(_, element)| element.is_visible())
    }

    /// The element a driver calls `handle`.
    pub fn by_handle(&self, handle: Handle) -> Option<ElementRef> {
        self.iter().find(|(_, element)| element.handle == handle).map(|(at, _)| at)
    }

    /// The frame an element is in.
    pub fn frame_of(&self, at: ElementRef) -> &FrameSeen {
        &self.frames[self.get(at).frame.index()]
    }

    /// Its ancestors, nearest first.
    pub fn ancestors(&self, at: ElementRef) -> impl Iterator<Item = ElementRef> + '_ {
        std::iter::successors(self.get(at).parent, move |up| self.get(*up).parent)
    }

    /// Everything listed below `at`, in order. Relies on parents standing before children.
    pub fn descendants(&self, at: ElementRef) -> impl Iterator<Item = ElementRef> + '_ {
        (at.0 + 1..self.elements.len() as u32)
            .map(ElementRef)
            .take_while(move |next| self.ancestors(*next).any(|up| up == at))
    }

    /// The top document's address.
    pub fn address(&self) -> &str {
        self.frames.first().map_or("", |frame| &frame.address)
    }
}
