//! What is known of the browser from its events: tabs, frames and their worlds, dialogs, requests.

use std::collections::HashMap;
use std::sync::Arc;

use baton_base::SessionTime;
use baton_perception::FrameKey;
use baton_screen::{DialogSeen, Handle, PointInViewport};

use super::connection::Session;

/// A target's or frame's id. A cross-origin frame's target has the frame's id.
pub(super) type Id = Arc<str>;

/// A tab, window or popup.
#[derive(Debug, Clone)]
pub(super) struct Tab {
    pub target: Id,
    pub session: Session,
    pub opener: Option<Id>,
    pub title: String,
    pub crashed: bool,
}

/// The isolated world of a frame's document.
#[derive(Debug, Clone)]
pub(super) struct World {
    pub key: FrameKey,
    /// The context's number within its session.
    pub context: i64,
    /// The context's name within the whole browser.
    pub unique: Arc<str>,
}

/// A frame of some tab.
#[derive(Debug, Clone)]
pub(super) struct FrameState {
    pub id: Id,
    pub session: Session,
    pub tab: Id,
    pub parent: Option<Id>,
    pub order: u64,
    pub url: String,
    pub world: Option<World>,
    pub loading: bool,
    /// The document has been parsed.
    pub parsed: bool,
    pub http_status: Option<u16>,
    pub server: String,
    /// The document's loader, which its main request is named by.
    pub loader: String,
}

/// A native dialog that is up.
#[derive(Debug, Clone)]
pub(super) struct Dialog {
    pub seen: DialogSeen,
    pub session: Session,
    /// For basic_auth, the paused request.
    pub auth_request: Option<String>,
    /// Counts up with each dialog of the session.
    pub number: u64,
}

/// A request under way.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub sequence: u64,
    pub tab: Id,
    pub at: SessionTime,
    pub started_s: f64,
    pub method: String,
    pub url: String,
    pub kind: String,
    pub status: Option<u16>,
    /// Answered, and nothing more of it came for a while.
    pub stalled: bool,
    /// Counts up with each piece of its answer.
    pub pieces: u32,
}

impl Request {
    /// Requests that stay open for as long as the page lives say nothing about whether something is going on.
    /// Nor does an answer whose body the page never reads: the browser never tells that it ended.
    pub fn counts(&self) -> bool {
        let kind = self.kind.as_str();
        let open_ended = ["eventsource", "websocket", "media", "ping", "prefetch", "other", "preflight"];
        !self.stalled && !open_ended.contains(&kind)
    }
}

/// What a session is of.
#[derive(Debug, Clone)]
pub(super) struct SessionOf {
    pub tab: Id,
    /// The frame whose target this is.
    pub target: Id,
}

/// Everything known from events.
#[derive(Debug, Default)]
pub(super) struct State {
    pub tabs: Vec<Tab>,
    pub current: Option<Id>,
    pub sessions: HashMap<Session, SessionOf>,
    pub frames: HashMap<Id, FrameState>,
    pub dialogs: Vec<Dialog>,
    pub requests: HashMap<String, Request>,
    /// Counts requests and navigations.
    pub sequence: u64,
    pub next_key: u32,
    /// The node measured last and the point it was to be pressed at, so that a press there can be told from a stray one.
    pub measured: Option<(Handle, PointInViewport)>,
    /// A drag the browser handed over instead of starting one of the system's.
    pub drag: Option<serde_json::Value>,
    pub frames_wanted: bool,
    pub frame_number: u64,
    pub downloads: HashMap<String, String>,
    /// Status and Server header of documents that were answered and are not in place yet, by loader.
    pub answered: HashMap<String, (u16, String)>,
}

impl State {
    /// The tab that is driven.
    pub fn current_tab(&self) -> Option<&Tab> {
        let current = self.current.as_ref()?;
        self.tabs.iter().find(|tab| tab.target == *current)
    }

    /// The frames of the current tab, the top one first, parents before children.
    pub fn current_frames(&self) -> Vec<FrameState> {
        let Some(tab) = self.current_tab() else { return Vec::new() };
        let mut frames: Vec<&FrameState> = self.frames.values().filter(|frame| frame.tab == tab.target).collect();
        frames.sort_by_key(|frame| (frame.parent.is_some(), frame.order));
        frames.into_iter().cloned().collect()
    }

    /// The frame whose document has that key.
    pub fn frame_by_key(&self, key: FrameKey) -> Option<&FrameState> {
        self.frames.values().find(|frame| frame.world.as_ref().is_some_and(|world| world.key == key))
    }

    /// The frame a session's event names, made when it is new.
    pub fn frame_mut(&mut self, session: &Session, id: &str, parent: Option<&str>) -> Option<&mut FrameState> {
        let of = self.sessions.get(session)?.clone();
        self.sequence += 1;
        let order = self.sequence;
        let id: Id = Arc::from(id);
        let frame = self.frames.entry(id.clone()).or_insert_with(|| FrameState {
            id,
            session: session.clone(),
            tab: of.tab.clone(),
            parent: None,
            order,
            url: String::new(),
            world: None,
            loading: false,
            parsed: false,
            http_status: None,
            server: String::new(),
            loader: String::new(),
        });
        if parent.is_some() {
            frame.parent = parent.map(Arc::from);
        }
        if frame.session != *session {
            frame.session = session.clone();
            frame.world = None;
        }
        Some(frame)
    }

    /// Removes a frame and all frames in it.
    pub fn remove_frame(&mut self, id: &str) {
        self.remove_children(id);
        self.frames.remove(id);
    }

    /// Removes all frames in a frame, as a new document does.
    pub fn remove_children(&mut self, id: &str) {
        let children: Vec<Id> = self
            .frames
            .values()
            .filter(|frame| frame.parent.as_deref() == Some(id))
            .map(|frame| frame.id.clone())
            .collect();
        for child in children {
            self.remove_frame(&child);
        }
    }

    /// The dialog that is up, the newest first.
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialogs.last()
    }

    /// Requests of the current tab since a mark that have not ended.
    pub fn pending_since(&self, mark: u64) -> u32 {
        let current = self.current.as_deref();
        let counted =
            |request: &&Request| request.sequence >= mark && request.counts() && Some(&*request.tab) == current;
        self.requests.values().filter(counted).count() as u32
    }

    /// True when no frame of the current tab is being replaced.
    pub fn no_navigation(&self) -> bool {
        let current = self.current.as_deref();
        !self.frames.values().any(|frame| Some(&*frame.tab) == current && frame.loading)
    }
}
