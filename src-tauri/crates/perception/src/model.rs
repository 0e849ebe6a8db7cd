//! One frame's tree, kept up to date from the script's reports.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use baton_screen::{BoxInViewport, Element, FrameRef, Handle, Role, States};

use crate::wire::{DocumentSeen, FORMAT, FrameSnapshot, SubFrame, SurfaceSeen, WireElement, WireError};

/// One listed element of a frame, in that frame's own viewport and without refs.
#[derive(Debug, Clone)]
pub(crate) struct Local {
    pub(crate) nid: u32,
    /// The nearest listed ancestor's number; 0 for none.
    pub(crate) parent: u32,
    /// `frame` and `parent` are not meant; `handle` carries the number alone.
    pub(crate) element: Arc<Element>,
}

/// What is known of one frame.
#[derive(Debug, Clone, Default)]
pub struct FrameModel {
    version: u64,
    document: DocumentSeen,
    known: HashMap<u32, Local>,
    order: Vec<u32>,
    frames: Vec<SubFrame>,
    unreadable: Vec<SurfaceSeen>,
    suspects: Vec<u32>,
    words: Words,
    took_ms: f64,
}

/// Role names and the empty text, each allocated once.
#[derive(Debug, Clone)]
struct Words {
    roles: HashMap<String, Role>,
    empty: Arc<str>,
}

impl Default for Words {
    fn default() -> Self {
        Words { roles: HashMap::new(), empty: Arc::from("") }
    }
}

impl Words {
    fn role(&mut self, name: String) -> Role {
        if let Some(role) = self.roles.get(&name) {
            return role.clone();
        }
        let role = Role::new(&name);
        self.roles.insert(name, role.clone());
        role
    }

    fn or_empty(&self, text: Option<Arc<str>>) -> Arc<str> {
        text.unwrap_or_else(|| self.empty.clone())
    }
}

impl FrameModel {
    /// A frame nothing is known of.
    pub fn new() -> FrameModel {
        FrameModel::default()
    }

    /// The version to give to `__baton.observe` the next time; 0 at the start.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Takes in a report. After an error nothing is known, so that the next observation starts from 0.
    pub fn apply(&mut self, json: &str) -> Result<(), WireError> {
        let applied = read(json).and_then(|snapshot| self.take(snapshot));
        if applied.is_err() {
            *self = FrameModel::default();
        }
        applied
    }

    /// The document.
    pub fn document(&self) -> &DocumentSeen {
        &self.document
    }

    /// The frames in it.
    pub fn frames(&self) -> &[SubFrame] {
        &self.frames
    }

    /// Surfaces whose inside cannot be read.
    pub fn unreadable(&self) -> &[SurfaceSeen] {
        &self.unreadable
    }

    /// Elements that look as if they had a closed shadow root: candidates for `__baton.adoptRoot`.
    pub fn suspects(&self) -> &[u32] {
        &self.suspects
    }

    /// How many elements are listed.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// True when nothing is listed.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// How long the script took for its last report, in milliseconds.
    pub fn took_ms(&self) -> f64 {
        self.took_ms
    }

    pub(crate) fn locals(&self) -> impl Iterator<Item = &Local> {
        self.order.iter().filter_map(|nid| self.known.get(nid))
    }

    pub(crate) fn local(&self, nid: u32) -> Option<&Local> {
        self.known.get(&nid)
    }

    fn take(&mut self, snapshot: FrameSnapshot) -> Result<(), WireError> {
        if snapshot.since == 0 {
            self.known.clear();
            self.order.clear();
        } else if snapshot.since != self.version {
            return Err(WireError::Gap { since: snapshot.since, have: self.version });
        }
        for nid in &snapshot.gone {
            self.known.remove(nid).ok_or(WireError::Unknown { nid: *nid, place: "gone" })?;
        }
        for element in snapshot.elements {
            let local = self.local_of(element);
            self.known.insert(local.nid, local);
        }
        self.reorder(snapshot.order)?;
        self.shift(&snapshot.shifts)?;
        self.place(&snapshot.boxes)?;
        self.version = snapshot.version;
        self.document = snapshot.document;
        self.frames = snapshot.frames;
        self.unreadable = snapshot.unreadable;
        self.suspects = snapshot.suspects;
        self.took_ms = snapshot.took_ms;
        self.check_whole()
    }

    fn local_of(&mut self, wire: WireElement) -> Local {
        let element = Element {
            handle: Handle(u64::from(wire.nid)),
            frame: FrameRef(0),
            parent: None,
            role: self.words.role(wire.role),
            name: self.words.or_empty(wire.name),
            text: self.words.or_empty(wire.text),
            value: wire.value,
            description: wire.description,
            id: wire.id,
            options: wire.options,
            level: wire.level,
            cell: wire.cell,
            states: wire.states,
            box_in_viewport: wire.box_in_frame,
        };
        Local { nid: wire.nid, parent: wire.parent, element: Arc::new(element) }
    }

    fn reorder(&mut self, splice: Option<Vec<u32>>) -> Result<(), WireError> {
        let Some(splice) = splice else { return Ok(()) };
        let [at, dropped, put @ ..] = splice.as_slice() else {
            return Err(WireError::Range { from: 0, to: splice.len(), len: 2, place: "order" });
        };
        let (from, to) = (*at as usize, *at as usize + *dropped as usize);
        if to > self.order.len() {
            return Err(WireError::Range { from, to, len: self.order.len(), place: "order" });
        }
        self.order.splice(from..to, put.iter().copied());
        Ok(())
    }

    fn shift(&mut self, shifts: &[f64]) -> Result<(), WireError> {
        for range in shifts.chunks(4) {
            let &[from, to, dx, dy] = range else {
                return Err(WireError::Range { from: 0, to: range.len(), len: 4, place: "shifts" });
            };
            let (from, to) = (from as usize, to as usize);
            let moved = self.order.get(from..to);
            let moved = moved.ok_or(WireError::Range { from, to, len: self.order.len(), place: "shifts" })?;
            for nid in moved {
                let local = self.known.get_mut(nid).ok_or(WireError::Unknown { nid: *nid, place: "shifts" })?;
                shift_one(&mut local.element, dx, dy);
            }
        }
        Ok(())
    }

    fn place(&mut self, boxes: &[f64]) -> Result<(), WireError> {
        for told in boxes.chunks(6) {
            let &[nid, x, y, width, height, measured] = told else {
                return Err(WireError::Range { from: 0, to: told.len(), len: 6, place: "boxes" });
            };
            let nid = nid as u32;
            let local = self.known.get_mut(&nid).ok_or(WireError::Unknown { nid, place: "boxes" })?;
            let element = Arc::make_mut(&mut local.element);
            element.box_in_viewport = BoxInViewport { x, y, width, height };
            element.states = match measured != 0.0 {
                true => element.states.with(States::MEASURED),
                false => element.states.without(States::MEASURED),
            };
        }
        Ok(())
    }

    /// The order and the known elements name the same things; else the two sides have drifted apart.
    fn check_whole(&self) -> Result<(), WireError> {
        if let Some(nid) = self.order.iter().find(|nid| !self.known.contains_key(nid)) {
            return Err(WireError::Unknown { nid: *nid, place: "order" });
        }
        if self.order.len() == self.known.len() {
            return Ok(());
        }
        let ordered: HashSet<u32> = self.order.iter().copied().collect();
        let extra = self.known.keys().find(|nid| !ordered.contains(nid)).copied().unwrap_or(0);
        Err(WireError::Unknown { nid: extra, place: "elements" })
    }
}

fn read(json: &str) -> Result<FrameSnapshot, WireError> {
    let snapshot: FrameSnapshot = serde_json::from_str(json)?;
    if snapshot.format != FORMAT {
        return Err(WireError::Format { found: snapshot.format });
    }
    Ok(snapshot)
}

fn shift_one(element: &mut Arc<Element>, dx: f64, dy: f64) {
    if dx == 0.0 && dy == 0.0 && !element.states.has(States::MEASURED) {
        return;
    }
    let element = Arc::make_mut(element);
    element.box_in_viewport.x += dx;
    element.box_in_viewport.y += dy;
    element.states = element.states.without(States::MEASURED);
}
