//! All frames of a page as one observation: offsets added, parents across frames, a frame's content right after the element that holds it.

use std::collections::HashMap;
use std::sync::Arc;

use baton_base::SessionTime;
use baton_screen::{
    BoxInViewport, Element, ElementRef, FrameRef, FrameSeen, Handle, Observation, Unreadable, Viewport,
};

use crate::model::{FrameModel, Local};
use crate::wire::{SurfaceKind, SurfaceSeen};

/// The driver's number of a frame, at least 1, kept while its document lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FrameKey(pub u32);

/// One frame to be composed.
#[derive(Debug)]
pub struct Part<'a> {
    /// Which frame.
    pub key: FrameKey,
    /// Where it hangs: the frame around it and the number of its iframe or frame element there. None for the top one, which comes first.
    pub owner: Option<(FrameKey, u32)>,
    /// What is known of it, or why nothing is.
    pub model: Result<&'a FrameModel, String>,
    /// The HTTP status its document came with.
    pub http_status: Option<u16>,
}

/// The handle of a node of a frame.
pub fn handle(frame: FrameKey, nid: u32) -> Handle {
    Handle(u64::from(frame.0) << 32 | u64::from(nid))
}

/// The frame and the node's number in it.
pub fn handle_parts(handle: Handle) -> (FrameKey, u32) {
    (FrameKey((handle.0 >> 32) as u32), handle.0 as u32)
}

/// Composes once, sharing nothing with an earlier observation.
pub fn compose(at: SessionTime, parts: &[Part<'_>]) -> Observation {
    Composer::default().compose(at, parts)
}

/// Composes again and again; an element that did not change is the same allocation as before.
#[derive(Debug, Default)]
pub struct Composer {
    before: HashMap<FrameKey, Vec<Kept>>,
}

/// An element as it was composed the last time, and from what.
#[derive(Debug)]
struct Kept {
    local: Arc<Element>,
    hidden: bool,
    offset: (f64, f64),
    composed: Arc<Element>,
}

/// How a frame sits in the page.
#[derive(Clone, Copy)]
struct Seat {
    parent_frame: Option<FrameRef>,
    owner: Option<ElementRef>,
    box_in_viewport: BoxInViewport,
    hidden: bool,
}

struct Page<'a, 'b> {
    parts: &'a [Part<'b>],
    children: HashMap<(FrameKey, u32), usize>,
    before: HashMap<FrameKey, Vec<Kept>>,
    after: HashMap<FrameKey, Vec<Kept>>,
    seen: Observation,
}

impl Composer {
    /// Composes the parts; the first is the top frame. A frame whose owner is not listed comes last, at the top left corner.
    pub fn compose(&mut self, at: SessionTime, parts: &[Part<'_>]) -> Observation {
        let children =
            parts.iter().enumerate().skip(1).filter_map(|(index, part)| Some((part.owner?, index))).collect();
        let before = std::mem::take(&mut self.before);
        let seen = Observation { at, ..Observation::default() };
        let mut page = Page { parts, children, before, after: HashMap::new(), seen };
        if let Some(Part { model: Ok(model), .. }) = parts.first() {
            let document = model.document();
            page.seen.viewport = Viewport { width: document.width, height: document.height, scale: document.scale };
        }
        page.place_all();
        self.before = page.after;
        page.seen
    }
}

impl Page<'_, '_> {
    fn place_all(&mut self) {
        let Viewport { width, height, .. } = self.seen.viewport;
        let whole = BoxInViewport::new(0.0, 0.0, width, height);
        let mut seat = Seat { parent_frame: None, owner: None, box_in_viewport: whole, hidden: false };
        for index in 0..self.parts.len() {
            if !self.after.contains_key(&self.parts[index].key) {
                self.place(index, seat);
                seat = Seat { parent_frame: Some(FrameRef(0)), hidden: true, ..seat };
            }
        }
    }

    fn place(&mut self, index: usize, seat: Seat) {
        let part = &self.parts[index];
        let frame = FrameRef(self.seen.frames.len() as u16);
        self.after.insert(part.key, Vec::new());
        let named = self.frame_name(part);
        match &part.model {
            Ok(model) => {
                self.seen.frames.push(frame_seen(model, named, seat, part.http_status));
                self.place_elements(part.key, model, frame, seat);
            }
            Err(why) => {
                let name = named.as_deref().unwrap_or("").to_owned();
                self.seen.frames.push(unread_frame(&name, seat, part.http_status));
                self.seen.unreadable.push(Unreadable::Frame { name, why: why.clone() });
            }
        }
    }

    fn place_elements(&mut self, key: FrameKey, model: &FrameModel, frame: FrameRef, seat: Seat) {
        let mut before = Reused::new(self.before.remove(&key).unwrap_or_default());
        let mut refs: HashMap<u32, ElementRef> = HashMap::with_capacity(model.len());
        let mut kept = Vec::with_capacity(model.len());
        for local in model.locals() {
            let at = ElementRef(self.seen.elements.len() as u32);
            let parent = refs.get(&local.parent).copied().or(seat.owner);
            let entry = before.compose(local, Placed { key, frame, parent, seat });
            self.seen.elements.push(entry.composed.clone());
            refs.insert(local.nid, at);
            kept.push(entry);
            if let Some(&child) = self.children.get(&(key, local.nid)) {
                self.place_child(child, model, local, frame, at, seat);
            }
        }
        self.after.insert(key, kept);
        self.tell_unreadable(model, seat);
    }

    fn place_child(
        &mut self,
        child: usize,
        model: &FrameModel,
        owner: &Local,
        frame: FrameRef,
        at: ElementRef,
        seat: Seat,
    ) {
        if self.after.contains_key(&self.parts[child].key) {
            return;
        }
        let inside = model.frames().iter().find(|sub| sub.nid == owner.nid);
        let local_box = inside.map_or(owner.element.box_in_viewport, |sub| sub.content_box);
        let hidden = seat.hidden || !owner.element.is_visible();
        let box_in_viewport = moved(local_box, (seat.box_in_viewport.x, seat.box_in_viewport.y));
        self.place(child, Seat { parent_frame: Some(frame), owner: Some(at), box_in_viewport, hidden });
    }

    fn frame_name(&self, part: &Part<'_>) -> Option<Arc<str>> {
        let (around, nid) = part.owner?;
        let around = self.parts.iter().find(|other| other.key == around)?;
        let sub = around.model.as_ref().ok()?.frames().iter().find(|sub| sub.nid == nid)?;
        Some(if sub.name.is_empty() { sub.src.clone() } else { sub.name.clone() }).filter(|name| !name.is_empty())
    }

    fn tell_unreadable(&mut self, model: &FrameModel, seat: Seat) {
        let offset = (seat.box_in_viewport.x, seat.box_in_viewport.y);
        for SurfaceSeen { kind, nid, name } in model.unreadable() {
            let box_in_frame =
                model.local(*nid).map_or(BoxInViewport::default(), |local| local.element.box_in_viewport);
            self.seen.unreadable.push(match kind {
                SurfaceKind::Canvas => Unreadable::Canvas { box_in_viewport: moved(box_in_frame, offset) },
                SurfaceKind::Opaque => Unreadable::Opaque { name: name.clone() },
            });
        }
    }
}

#[derive(Clone, Copy)]
struct Placed {
    key: FrameKey,
    frame: FrameRef,
    parent: Option<ElementRef>,
    seat: Seat,
}

/// The last composition of a frame, walked along with the new one; a jump in the order falls back to a map.
struct Reused {
    kept: Vec<Option<Kept>>,
    next: usize,
    by_nid: Option<HashMap<u64, usize>>,
}

impl Reused {
    fn new(kept: Vec<Kept>) -> Reused {
        Reused { kept: kept.into_iter().map(Some).collect(), next: 0, by_nid: None }
    }

    fn take(&mut self, nid: u64) -> Option<Kept> {
        let expected = self.kept.get(self.next).and_then(Option::as_ref);
        if expected.is_some_and(|kept| kept.local.handle.0 == nid) {
            self.next += 1;
            return self.kept[self.next - 1].take();
        }
        let kept = &self.kept;
        let by_nid = self.by_nid.get_or_insert_with(|| {
            kept.iter().enumerate().filter_map(|(at, kept)| Some((kept.as_ref()?.local.handle.0, at))).collect()
        });
        let at = *by_nid.get(&nid)?;
        self.next = at + 1;
        self.kept[at].take()
    }

    fn compose(&mut self, local: &Local, placed: Placed) -> Kept {
        let offset = (placed.seat.box_in_viewport.x, placed.seat.box_in_viewport.y);
        let hidden = placed.seat.hidden;
        if let Some(kept) = self.take(u64::from(local.nid))
            && Arc::ptr_eq(&kept.local, &local.element)
            && (kept.hidden, kept.offset) == (hidden, offset)
            && (kept.composed.frame, kept.composed.parent) == (placed.frame, placed.parent)
        {
            return kept;
        }
        let mut element = Element::clone(&local.element);
        element.handle = handle(placed.key, local.nid);
        element.frame = placed.frame;
        element.parent = placed.parent;
        element.box_in_viewport = moved(element.box_in_viewport, offset);
        if hidden {
            element.states = element.states.without(baton_screen::States::VISIBLE);
        }
        Kept { local: local.element.clone(), hidden, offset, composed: Arc::new(element) }
    }
}

fn frame_seen(model: &FrameModel, named: Option<Arc<str>>, seat: Seat, http_status: Option<u16>) -> FrameSeen {
    let document = model.document();
    let own = (!document.name.is_empty()).then(|| document.name.clone());
    FrameSeen {
        name: named.or(own).unwrap_or_else(|| Arc::from(if seat.parent_frame.is_none() { "top" } else { "" })),
        address: document.url.clone(),
        title: document.title.clone(),
        parent: seat.parent_frame,
        box_in_viewport: seat.box_in_viewport,
        http_status,
    }
}

fn unread_frame(name: &str, seat: Seat, http_status: Option<u16>) -> FrameSeen {
    FrameSeen {
        name: Arc::from(name),
        address: Arc::from(""),
        title: Arc::from(""),
        parent: seat.parent_frame,
        box_in_viewport: seat.box_in_viewport,
        http_status,
    }
}

fn moved(local: BoxInViewport, (dx, dy): (f64, f64)) -> BoxInViewport {
    BoxInViewport { x: local.x + dx, y: local.y + dy, ..local }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(since: u64, version: u64, rest: &str) -> String {
        let document = r#"{"url":"u","title":"","name":"","width":800,"height":600,"scale":1,"focus":0,"build":""}"#;
        format!(r#"{{"format":1,"version":{version},"since":{since},"document":{document},{rest}}}"#)
    }

    fn model(rest: &str) -> FrameModel {
        let mut model = FrameModel::new();
        model.apply(&report(0, 1, rest)).unwrap();
        model
    }

    const TOP: &str = r#""elements":[[1,0,"main","","",1,0,0,800,600],[2,1,"iframe","","",1,100,50,200,100],
        [3,1,"button","Go","",1,0,300,50,20]],"order":[0,0,1,2,3],
        "frames":[{"nid":2,"box":[102,52,196,96],"name":"inner","src":"x"}]"#;
    const INNER: &str = r#""elements":[[1,0,"button","In","",1,5,5,50,20]],"order":[0,0,1]"#;

    fn parts<'a>(top: &'a FrameModel, inner: &'a FrameModel) -> [Part<'a>; 2] {
        let owner = Some((FrameKey(1), 2));
        [
            Part { key: FrameKey(1), owner: None, model: Ok(top), http_status: Some(200) },
            Part { key: FrameKey(7), owner, model: Ok(inner), http_status: None },
        ]
    }

    #[test]
    fn a_frames_content_follows_its_owner_at_its_place() {
        let (top, inner) = (model(TOP), model(INNER));
        let seen = compose(SessionTime::default(), &parts(&top, &inner));
        let names: Vec<_> = seen.iter().map(|(_, element)| element.role.as_str()).collect();
        assert_eq!(names, ["main", "iframe", "button", "button"], "the inner button comes right after the iframe");
        let inside = seen.get(ElementRef(2));
        assert_eq!(inside.parent, Some(ElementRef(1)), "its parent is the iframe, across the frame");
        assert_eq!((inside.box_in_viewport.x, inside.box_in_viewport.y), (107.0, 57.0), "offset by the content box");
        assert_eq!(handle_parts(inside.handle), (FrameKey(7), 1), "its handle names frame and node");
        let names: Vec<_> = seen.frames.iter().map(|frame| (&*frame.name, frame.parent)).collect();
        assert_eq!(names, [("top", None), ("inner", Some(FrameRef(0)))], "frames are named by their owners");
    }

    #[test]
    fn what_did_not_change_is_the_same_allocation() {
        let (mut top, inner) = (model(TOP), model(INNER));
        let mut composer = Composer::default();
        let before = composer.compose(SessionTime::default(), &parts(&top, &inner));
        let changed = r#""elements":[[3,1,"button","Stop","",1,0,300,50,20]],
            "frames":[{"nid":2,"box":[102,52,196,96],"name":"inner","src":"x"}]"#;
        top.apply(&report(1, 2, changed)).unwrap();
        let after = composer.compose(SessionTime::default(), &parts(&top, &inner));
        let shared: Vec<_> = (0..4).map(|at| Arc::ptr_eq(&before.elements[at], &after.elements[at])).collect();
        assert_eq!(shared, [true, true, true, false], "only the changed button is new");
        assert_eq!(&*after.elements[3].name, "Stop", "and it is the new one");
    }

    #[test]
    fn a_hidden_or_unread_frame_is_said() {
        let (top, inner) = (model(&TOP.replace(r#""iframe","","",1"#, r#""iframe","","",0"#)), model(INNER));
        let seen = compose(SessionTime::default(), &parts(&top, &inner));
        assert!(!seen.get(ElementRef(2)).is_visible(), "what is in a hidden frame is not visible");
        let mut parts = parts(&top, &inner);
        parts[1].model = Err("it did not answer".to_owned());
        let seen = compose(SessionTime::default(), &parts);
        let expected = Unreadable::Frame { name: "inner".to_owned(), why: "it did not answer".to_owned() };
        assert_eq!(seen.unreadable, [expected], "a frame that was not read is named with the reason");
        assert_eq!(seen.frames.len(), 2, "and is still among the frames");
    }

    #[test]
    fn reports_that_are_not_as_agreed_are_refused_and_forgotten() {
        let cases = [
            ("{", "not as agreed (line 1, column 1)"),
            (&report(0, 1, r#""elements":[[1,0,"x"]]"#), "lacks its name"),
            (&report(0, 1, r#""elements":[],"order":[0,0,9]"#), "names element 9, which was never told (order)"),
            (
                &report(0, 1, r#""elements":[[1,0,"a","","",1,0,0,1,1]]"#),
                "names element 1, which was never told (elements)",
            ),
            (&report(5, 6, r#""elements":[]"#), "changes since version 5, but version 1 is known"),
            (&report(1, 2, r#""elements":[],"gone":[8]"#), "names element 8, which was never told (gone)"),
            (&report(1, 2, r#""elements":[],"shifts":[0,99,1,1]"#), "past the end: 0..99 of 3 (shifts)"),
            (&report(0, 1, r#""elements":[]"#).replace("\"format\":1", "\"format\":9"), "speaks format 9"),
        ];
        for (json, expected) in cases {
            let mut model = model(TOP);
            let error = model.apply(json).expect_err(json).to_string();
            assert!(error.contains(expected), "the error says what is wrong: {error}, expected {expected}");
            assert_eq!((model.version(), model.len()), (0, 0), "nothing half-read is kept: {json}");
        }
    }

    #[test]
    fn fourteen_thousand_elements_are_composed_in_order() {
        let cells: Vec<_> = (1..=14_000).map(|nid| format!(r#"[{nid},0,"cell","c","",1,0,0,1,1]"#)).collect();
        let order: Vec<_> = (1..=14_000).map(|nid: u32| nid.to_string()).collect();
        let top = model(&format!(r#""elements":[{}],"order":[0,0,{}]"#, cells.join(","), order.join(",")));
        let seen = compose(
            SessionTime::default(),
            &[Part { key: FrameKey(1), owner: None, model: Ok(&top), http_status: None }],
        );
        assert_eq!(seen.elements.len(), 14_000, "all are there");
        assert_eq!(handle_parts(seen.elements[13_999].handle).1, 14_000, "in the order told");
    }
}
