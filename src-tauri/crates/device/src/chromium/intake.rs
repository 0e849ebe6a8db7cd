//! Events in: what the browser tells changes what is known, and is told on.
//! Events are read leniently, only the fields that are needed, so that a newer browser's unknown values lose nothing.

use std::sync::Arc;

use baton_base::SessionTime;
use baton_perception::FrameKey;
use baton_screen::DialogSeen;
use chromiumoxide_cdp::cdp::browser_protocol::page::{CreateIsolatedWorldParams, FrameId};
use chromiumoxide_cdp::cdp::browser_protocol::target::{CloseTargetParams, DetachFromTargetParams, TargetId};
use chromiumoxide_cdp::cdp::js_protocol::runtime::RunIfWaitingForDebuggerParams;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::event::DeviceEvent;

use super::connection::{Event, Intake, Session, session_id};
use super::core::{Core, Signals};
use super::state::{Dialog, Id, SessionOf, Tab, World};
use super::{cast, guard, prepare, traffic};

/// The intake of a driver. It holds the core so that the reader's task alone keeps it alive until the browser is gone.
pub(super) struct Inlet(pub Arc<Core>);

impl Intake for Inlet {
    fn event(&self, event: Event<'_>) {
        let core = &self.0;
        let session: Option<Session> = event.session.map(Arc::from);
        match (event.method, &session) {
            ("Target.attachedToTarget", parent) => with(event.params, |told| attached(core, parent.as_ref(), told)),
            ("Target.detachedFromTarget", _) => with(event.params, |told| detached(core, told)),
            ("Target.targetInfoChanged", _) => with(event.params, |told| info_changed(core, told)),
            ("Browser.downloadWillBegin", _) => with(event.params, |told| guard::download_begins(core, told)),
            ("Browser.downloadProgress", _) => with(event.params, |told| guard::download_goes(core, told)),
            (method, Some(session)) => of_session(core, session, method, event.params),
            _ => return,
        }
        core.moved.notify_waiters();
    }

    fn lost(&self, why: &str) {
        let core = &self.0;
        // A first reason says more than the ones that follow from it.
        core.signals.send_if_modified(|signals| signals.lost.is_none() && signals.lost.replace(why.into()).is_none());
        core.emit(DeviceEvent::Lost { at: core.clock.now(), why: why.to_owned() });
        core.moved.notify_waiters();
    }
}

/// An event that cannot be read is left out and said so in the log; the session goes on.
fn with<'a, T: Deserialize<'a>>(params: &'a RawValue, then: impl FnOnce(T)) {
    match serde_json::from_str(params.get()) {
        Ok(told) => then(told),
        Err(cause) => tracing::debug!(%cause, "an event of the browser could not be read"),
    }
}

fn of_session(core: &Arc<Core>, session: &Session, method: &str, params: &RawValue) {
    match method {
        "Runtime.executionContextCreated" => with(params, |told| context_created(core, session, told)),
        "Runtime.executionContextDestroyed" => with(params, |told| context_destroyed(core, session, &told)),
        "Runtime.executionContextsCleared" => contexts_cleared(core, session),
        "Runtime.bindingCalled" => with(params, |told: BindingCalled| {
            if told.name == baton_perception::CHANGED_BINDING {
                core.emit(DeviceEvent::Changed { at: core.clock.now() });
            }
        }),
        "Page.frameAttached" => with(params, |told: FrameAttached| {
            core.state().frame_mut(session, &told.frame_id, Some(&told.parent));
        }),
        "Page.frameNavigated" => with(params, |told| navigated(core, session, told)),
        "Page.navigatedWithinDocument" => with(params, |told| moved_within(core, session, &told)),
        "Page.frameDetached" => with(params, |told| frame_detached(core, session, &told)),
        "Page.frameStartedLoading" | "Page.frameStartedNavigating" | "Page.frameRequestedNavigation" => {
            with(params, |told| loading(core, session, method, &told));
        }
        "Page.frameStoppedLoading" => with(params, |told: FrameTold| {
            if let Some(frame) = core.state().frames.get_mut(&*told.frame_id) {
                frame.loading = false;
            }
        }),
        "Page.lifecycleEvent" => with(params, |told| lifecycle(core, told)),
        "Page.javascriptDialogOpening" => with(params, |told| dialog_opens(core, session, told)),
        "Page.javascriptDialogClosed" => dialog_closed(core, session),
        "Page.screencastFrame" => with(params, |told| cast::frame(core, session, told)),
        "Inspector.targetCrashed" => crash(core, session, true),
        "Inspector.targetReloadedAfterCrash" => crash(core, session, false),
        "Fetch.requestPaused" => with(params, |told| guard::paused(core, session, told)),
        "Fetch.authRequired" => with(params, |told| guard::auth_required(core, session, told)),
        "Input.dragIntercepted" => with(params, |told: DragIntercepted| core.state().drag = Some(told.data)),
        _ => traffic::event(core, session, method, params),
    }
}

#[derive(Deserialize)]
struct BindingCalled {
    name: String,
}

#[derive(Deserialize)]
struct DragIntercepted {
    data: serde_json::Value,
}

#[derive(Deserialize)]
struct TargetInfo {
    #[serde(rename = "targetId")]
    target: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    title: String,
    #[serde(default)]
    url: String,
    #[serde(rename = "openerId")]
    opener: Option<String>,
    #[serde(rename = "parentFrameId")]
    parent_frame: Option<String>,
}

#[derive(Deserialize)]
struct Attached {
    #[serde(rename = "sessionId")]
    session: String,
    #[serde(rename = "targetInfo")]
    info: TargetInfo,
    #[serde(rename = "waitingForDebugger", default)]
    waiting: bool,
}

fn attached(core: &Arc<Core>, parent: Option<&Session>, told: Attached) {
    let session: Session = Arc::from(told.session);
    match told.info.kind.as_str() {
        "page" if wanted(core, &told.info, told.waiting) => page_attached(core, session, told.info),
        "iframe" if parent.is_some() => frame_target_attached(core, parent, session, told.info),
        _ => {
            // Workers, and in a person's own browser their other pages, are let go as they were.
            core.tell(Some(&session), &RunIfWaitingForDebuggerParams::default());
            let mut detach = DetachFromTargetParams::default();
            detach.session_id = Some(session_id(&session));
            core.tell(parent, &detach);
        }
    }
}

fn wanted(core: &Core, info: &TargetInfo, waiting: bool) -> bool {
    if !core.setting().only_own {
        return true;
    }
    let state = core.state();
    let opened_by_ours =
        info.opener.as_deref().is_some_and(|opener| state.tabs.iter().any(|tab| &*tab.target == opener));
    waiting && (opened_by_ours || state.tabs.is_empty() && info.opener.is_none())
}

fn page_attached(core: &Arc<Core>, session: Session, info: TargetInfo) {
    let target: Id = Arc::from(info.target);
    let opener: Option<Id> = info.opener.map(Arc::from);
    {
        let mut state = core.state();
        if state.tabs.iter().any(|tab| tab.target == target) {
            return;
        }
        state.sessions.insert(session.clone(), SessionOf { tab: target.clone(), target: target.clone() });
        state.tabs.push(Tab {
            target: target.clone(),
            session: session.clone(),
            opener: opener.clone(),
            title: info.title,
            crashed: false,
        });
        state.current.get_or_insert_with(|| target.clone());
        if let Some(frame) = state.frame_mut(&session, &target, None) {
            frame.url = info.url.clone();
        }
    }
    read_tree(core, &session, prepare::prepare(core, &session, true));
    if opener.is_some() {
        core.emit(DeviceEvent::PopupOpened { at: core.clock.now(), url: info.url });
    }
}

fn frame_target_attached(core: &Arc<Core>, parent: Option<&Session>, session: Session, info: TargetInfo) {
    let target: Id = Arc::from(info.target);
    {
        let mut state = core.state();
        let Some(of) = parent.and_then(|parent| state.sessions.get(parent)).cloned() else { return };
        state.sessions.insert(session.clone(), SessionOf { tab: of.tab, target: target.clone() });
        state.remove_children(&target);
        if let Some(frame) = state.frame_mut(&session, &target, info.parent_frame.as_deref()) {
            frame.url = info.url;
        }
    }
    read_tree(core, &session, prepare::prepare(core, &session, false));
}

#[derive(Deserialize)]
struct Tree {
    #[serde(rename = "frameTree")]
    tree: Branch,
}

#[derive(Deserialize)]
struct Branch {
    frame: FrameInfo,
    #[serde(rename = "childFrames", default)]
    children: Vec<Branch>,
}

/// Frames that were there before we were told of any.
fn read_tree(core: &Arc<Core>, session: &Session, pending: super::connection::Pending) {
    let (core, session) = (core.clone(), session.clone());
    tokio::spawn(async move {
        let answer = core.wait(pending, core.load_limit, super::core::Heed::End).await;
        if let Ok(super::connection::Answer::Done(raw)) = answer {
            with(&raw, |Tree { tree }| grow(&core, &session, tree));
            core.moved.notify_waiters();
        }
    });
}

fn grow(core: &Core, session: &Session, branch: Branch) {
    let parent = branch.frame.parent.clone();
    if let Some(frame) = core.state().frame_mut(session, &branch.frame.id, parent.as_deref())
        && frame.loader.is_empty()
    {
        frame.url = branch.frame.url.clone();
        frame.loader = branch.frame.loader.clone();
    }
    for child in branch.children {
        grow(core, session, child);
    }
}

#[derive(Deserialize)]
struct Detached {
    #[serde(rename = "sessionId")]
    session: String,
}

fn detached(core: &Arc<Core>, told: Detached) {
    core.connection.end_session(&told.session);
    let mut state = core.state();
    let Some(of) = state.sessions.remove(told.session.as_str()) else { return };
    let ended = state.frames.get(&of.target).is_some_and(|frame| *frame.session == *told.session);
    if ended {
        state.remove_frame(&of.target);
    }
    state.dialogs.retain(|dialog| *dialog.session != *told.session);
    if of.tab == of.target {
        state.tabs.retain(|tab| tab.target != of.target);
        state.requests.retain(|_, request| request.tab != of.target);
        if state.current.as_ref() == Some(&of.target) {
            state.current = state.tabs.last().map(|tab| tab.target.clone());
        }
    }
    drop(state);
    signal(core);
    core.emit(DeviceEvent::Changed { at: core.clock.now() });
}

#[derive(Deserialize)]
struct InfoChanged {
    #[serde(rename = "targetInfo")]
    info: TargetInfo,
}

fn info_changed(core: &Core, told: InfoChanged) {
    let mut state = core.state();
    if let Some(tab) = state.tabs.iter_mut().find(|tab| *tab.target == *told.info.target) {
        tab.title = told.info.title;
    }
}

#[derive(Deserialize)]
struct ContextCreated {
    context: Context,
}

#[derive(Deserialize)]
struct Context {
    id: i64,
    name: String,
    #[serde(rename = "uniqueId")]
    unique: String,
    #[serde(rename = "auxData")]
    aux: Option<Aux>,
}

#[derive(Deserialize)]
struct Aux {
    #[serde(rename = "frameId")]
    frame: String,
}

fn context_created(core: &Core, session: &Session, ContextCreated { context }: ContextCreated) {
    let Some(aux) = context.aux.filter(|_| context.name == baton_perception::WORLD) else { return };
    let mut state = core.state();
    state.next_key += 1;
    let key = FrameKey(state.next_key);
    if let Some(frame) = state.frame_mut(session, &aux.frame, None) {
        frame.world = Some(World { key, context: context.id, unique: Arc::from(context.unique) });
    }
}

#[derive(Deserialize)]
struct ContextDestroyed {
    #[serde(rename = "executionContextId")]
    id: i64,
}

fn context_destroyed(core: &Core, session: &Session, told: &ContextDestroyed) {
    for frame in core.state().frames.values_mut() {
        if frame.session == *session && frame.world.as_ref().is_some_and(|world| world.context == told.id) {
            frame.world = None;
        }
    }
}

fn contexts_cleared(core: &Core, session: &Session) {
    for frame in core.state().frames.values_mut().filter(|frame| frame.session == *session) {
        frame.world = None;
    }
}

#[derive(Deserialize)]
struct FrameAttached {
    #[serde(rename = "frameId")]
    frame_id: String,
    #[serde(rename = "parentFrameId")]
    parent: String,
}

#[derive(Deserialize)]
struct FrameTold {
    #[serde(rename = "frameId")]
    frame_id: String,
}

#[derive(Deserialize)]
struct FrameInfo {
    id: String,
    #[serde(rename = "parentId")]
    parent: Option<String>,
    #[serde(rename = "loaderId", default)]
    loader: String,
    url: String,
}

#[derive(Deserialize)]
struct Navigated {
    frame: FrameInfo,
}

fn navigated(core: &Core, session: &Session, Navigated { frame: info }: Navigated) {
    let top = {
        let mut state = core.state();
        state.remove_children(&info.id);
        state.sequence += 1;
        let Some(frame) = state.frame_mut(session, &info.id, info.parent.as_deref()) else { return };
        frame.url = info.url.clone();
        if frame.loader != info.loader {
            frame.loader = info.loader;
            frame.parsed = false;
            frame.http_status = None;
            frame.server = String::new();
        }
        traffic::adopt_status(&mut state, &info.id);
        state.frames.get(&*info.id).is_some_and(|frame| frame.parent.is_none())
    };
    core.emit(DeviceEvent::Navigated { at: core.clock.now(), url: info.url, top });
    core.emit(DeviceEvent::Changed { at: core.clock.now() });
}

#[derive(Deserialize)]
struct MovedWithin {
    #[serde(rename = "frameId")]
    frame_id: String,
    url: String,
}

fn moved_within(core: &Core, session: &Session, told: &MovedWithin) {
    if let Some(frame) = core.state().frame_mut(session, &told.frame_id, None) {
        frame.url = told.url.clone();
    }
    core.emit(DeviceEvent::Changed { at: core.clock.now() });
}

#[derive(Deserialize)]
struct FrameDetached {
    #[serde(rename = "frameId")]
    frame_id: String,
    #[serde(default)]
    reason: String,
}

/// A swap hands the frame to another process, whose session tells of it from then on.
fn frame_detached(core: &Core, session: &Session, told: &FrameDetached) {
    let mut state = core.state();
    let here = state.frames.get(&*told.frame_id).is_some_and(|frame| frame.session == *session);
    if told.reason == "swap" {
        state.remove_children(&told.frame_id);
        if let Some(frame) = state.frames.get_mut(&*told.frame_id).filter(|_| here) {
            frame.world = None;
        }
    } else {
        state.remove_frame(&told.frame_id);
    }
    drop(state);
    core.emit(DeviceEvent::Changed { at: core.clock.now() });
}

#[derive(Deserialize)]
struct Loading {
    #[serde(rename = "frameId")]
    frame_id: String,
    #[serde(rename = "navigationType", default)]
    kind: String,
}

fn loading(core: &Core, session: &Session, method: &str, told: &Loading) {
    if method == "Page.frameStartedNavigating" && told.kind.to_lowercase().contains("samedocument") {
        return;
    }
    let mut state = core.state();
    state.sequence += 1;
    // A navigation that was only asked for may become a download or nothing at all; only a load is sure to end.
    if method != "Page.frameRequestedNavigation"
        && let Some(frame) = state.frame_mut(session, &told.frame_id, None)
    {
        frame.loading = true;
    }
}

#[derive(Deserialize)]
struct Lifecycle {
    #[serde(rename = "frameId")]
    frame_id: String,
    #[serde(rename = "loaderId")]
    loader: String,
    name: String,
}

fn lifecycle(core: &Core, told: Lifecycle) {
    let mut state = core.state();
    let Some(frame) = state.frames.get_mut(&*told.frame_id) else { return };
    match told.name.as_str() {
        "init" => {
            frame.loader = told.loader;
            frame.parsed = false;
        }
        "DOMContentLoaded" => {
            frame.parsed = true;
            frame.loading = false;
        }
        _ => {}
    }
}

#[derive(Deserialize)]
struct DialogOpening {
    message: String,
    #[serde(rename = "type")]
    kind: String,
}

fn dialog_opens(core: &Core, session: &Session, told: DialogOpening) {
    let seen = DialogSeen { kind: told.kind, message: told.message };
    open_dialog(core, Dialog { seen, session: session.clone(), auth_request: None, number: 0 });
}

/// Puts a dialog up: from here on nothing but its answer gets through.
pub(super) fn open_dialog(core: &Core, mut dialog: Dialog) {
    let DialogSeen { kind, message } = dialog.seen.clone();
    {
        let mut state = core.state();
        state.sequence += 1;
        dialog.number = state.sequence;
        state.dialogs.push(dialog);
    }
    signal(core);
    core.emit(DeviceEvent::DialogOpened { at: core.clock.now(), kind, message });
}

fn dialog_closed(core: &Core, session: &Session) {
    let was_up = {
        let mut state = core.state();
        let before = state.dialogs.len();
        let open = |dialog: &Dialog| dialog.session == *session && dialog.auth_request.is_none();
        if let Some(at) = state.dialogs.iter().rposition(open) {
            state.dialogs.remove(at);
        }
        state.dialogs.len() < before
    };
    if was_up {
        signal(core);
        core.emit(DeviceEvent::DialogClosed { at: core.clock.now() });
        core.emit(DeviceEvent::Changed { at: core.clock.now() });
    }
}

fn crash(core: &Core, session: &Session, crashed: bool) {
    let known = {
        let mut state = core.state();
        let Some(of) = state.sessions.get(session).cloned() else { return };
        if of.tab == of.target {
            if let Some(tab) = state.tabs.iter_mut().find(|tab| tab.target == of.tab) {
                tab.crashed = crashed;
            }
        } else if crashed {
            // A cross-origin frame that crashed leaves the page alive; its part of the screen is unreadable.
            if let Some(frame) = state.frames.get_mut(&of.target) {
                frame.world = None;
            }
        }
        of.tab == of.target
    };
    signal(core);
    let at: SessionTime = core.clock.now();
    core.emit(if known && crashed { DeviceEvent::Crashed { at } } else { DeviceEvent::Changed { at } });
}

/// Brings the signals in line with what is known.
pub(super) fn signal(core: &Core) {
    let (dialog, crashed) = {
        let state = core.state();
        (state.dialog().map(|dialog| dialog.seen.clone()), state.current_tab().is_some_and(|tab| tab.crashed))
    };
    core.signals.send_if_modified(|signals| {
        let next = Signals { lost: signals.lost.clone(), dialog, crashed };
        let differs = *signals != next;
        *signals = next;
        differs
    });
    core.moved.notify_waiters();
}

/// Asks for a world in a frame that has none yet, as an initial empty document may.
pub(super) fn ask_world(core: &Core, session: &Session, frame: &str) {
    let mut create = CreateIsolatedWorldParams::new(FrameId::from(frame.to_owned()));
    create.world_name = Some(baton_perception::WORLD.to_owned());
    core.tell(Some(session), &create);
}

/// Closes a tab.
pub(super) fn close_tab(core: &Core, target: &Id) {
    core.tell(None, &CloseTargetParams::new(TargetId::from(target.to_string())));
}
