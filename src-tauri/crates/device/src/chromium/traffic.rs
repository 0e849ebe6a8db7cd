//! Requests and console messages as rows, and the status each document came with.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::event::{ConsoleRow, DeviceEvent, NetworkRow};

use super::connection::Session;
use super::core::Core;
use super::state::{Request, State};

/// An answer of which nothing came for so long is not being read.
const UNREAD_AFTER: Duration = Duration::from_millis(150);

/// Takes an event of the network, console or log.
pub(super) fn event(core: &Arc<Core>, session: &Session, method: &str, params: &RawValue) {
    let read = match method {
        "Network.requestWillBeSent" => serde_json::from_str(params.get()).map(|told| sent(core, session, told)),
        "Network.responseReceived" => serde_json::from_str(params.get()).map(|told| answered(core, told)),
        "Network.dataReceived" => serde_json::from_str(params.get()).map(|Piece { id }| piece(core, id)),
        "Network.loadingFinished" | "Network.loadingFailed" => {
            serde_json::from_str(params.get()).map(|told| ended(core, told))
        }
        "Runtime.consoleAPICalled" => serde_json::from_str(params.get()).map(|told| console(core, told)),
        "Runtime.exceptionThrown" => serde_json::from_str(params.get()).map(|told| exception(core, told)),
        "Log.entryAdded" => serde_json::from_str(params.get()).map(|told| log_entry(core, told)),
        _ => Ok(()),
    };
    if let Err(cause) = read {
        tracing::debug!(%cause, method, "an event of the browser could not be read");
    }
}

#[derive(Deserialize)]
struct Sent {
    #[serde(rename = "requestId")]
    id: String,
    request: SentRequest,
    timestamp: f64,
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(rename = "redirectResponse")]
    redirected: Option<Response>,
}

#[derive(Deserialize)]
struct SentRequest {
    url: String,
    method: String,
}

#[derive(Deserialize)]
struct Response {
    status: u16,
    #[serde(default)]
    headers: HashMap<String, String>,
}

fn sent(core: &Core, session: &Session, told: Sent) {
    let before = {
        let mut state = core.state();
        let Some(of) = state.sessions.get(session).cloned() else { return };
        state.sequence += 1;
        let request = Request {
            sequence: state.sequence,
            tab: of.tab,
            at: core.clock.from_monotonic_s(told.timestamp),
            started_s: told.timestamp,
            method: told.request.method,
            url: told.request.url,
            kind: told.kind.to_lowercase(),
            status: None,
            stalled: false,
            pieces: 0,
        };
        let mut before = state.requests.insert(told.id.clone(), request);
        // A redirect goes on under the same id; whoever waits for the first still waits for the last.
        if let (Some(before), Some(now)) = (&before, state.requests.get_mut(&told.id)) {
            now.sequence = before.sequence;
        }
        if let (Some(before), Some(redirected)) = (&mut before, &told.redirected) {
            before.status = Some(redirected.status);
        }
        before.filter(|_| told.redirected.is_some())
    };
    if let Some(before) = before {
        tell(core, before, told.timestamp, 0, None);
    }
}

#[derive(Deserialize)]
struct Answered {
    #[serde(rename = "requestId")]
    id: String,
    response: Response,
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(rename = "loaderId", default)]
    loader: String,
    #[serde(rename = "frameId")]
    frame: Option<String>,
}

fn answered(core: &Arc<Core>, told: Answered) {
    if told.kind == "Fetch" {
        piece(core, told.id.clone());
    }
    let mut state = core.state();
    if let Some(request) = state.requests.get_mut(&told.id) {
        request.status = Some(told.response.status);
    }
    if told.kind == "Document"
        && let Some(frame) = told.frame
    {
        let server = told.response.headers.iter().find(|(name, _)| name.eq_ignore_ascii_case("server"));
        let server = server.map(|(_, value)| value.clone()).unwrap_or_default();
        state.answered.insert(told.loader, (told.response.status, server));
        adopt_status(&mut state, &frame);
    }
}

#[derive(Deserialize)]
struct Piece {
    #[serde(rename = "requestId")]
    id: String,
}

/// A piece of an answer came. When no other follows for a while, the page is not reading the rest.
fn piece(core: &Arc<Core>, id: String) {
    let pieces = {
        let mut state = core.state();
        let Some(request) = state.requests.get_mut(&id).filter(|request| request.kind == "fetch") else { return };
        request.pieces += 1;
        request.stalled = false;
        request.pieces
    };
    let core = core.clone();
    tokio::spawn(async move {
        core.clock.sleep(UNREAD_AFTER).await;
        if let Some(request) = core.state().requests.get_mut(&id).filter(|request| request.pieces == pieces) {
            request.stalled = true;
        }
        core.moved.notify_waiters();
    });
}

/// The answer can come before or after the document is put in place, so both look for the other.
pub(super) fn adopt_status(state: &mut State, frame: &str) {
    let Some(loader) = state.frames.get(frame).map(|frame| frame.loader.clone()) else { return };
    if let Some((status, server)) = state.answered.remove(&loader)
        && let Some(frame) = state.frames.get_mut(frame)
    {
        frame.http_status = Some(status);
        frame.server = server;
    }
    // Answers to navigations that came to nothing must not pile up.
    if state.answered.len() > 64 {
        state.answered.clear();
    }
}

#[derive(Deserialize)]
struct Ended {
    #[serde(rename = "requestId")]
    id: String,
    timestamp: f64,
    #[serde(rename = "encodedDataLength", default)]
    bytes: f64,
    #[serde(rename = "errorText")]
    error: Option<String>,
}

fn ended(core: &Core, told: Ended) {
    let Some(request) = core.state().requests.remove(&told.id) else { return };
    tell(core, request, told.timestamp, told.bytes as u64, told.error);
}

fn tell(core: &Core, request: Request, ended_s: f64, bytes: u64, error: Option<String>) {
    let Request { at, started_s, method, url, kind, status, .. } = request;
    let took_ms = ((ended_s - started_s).max(0.0) * 1000.0) as u32;
    core.emit(DeviceEvent::Network(Arc::new(NetworkRow { at, method, url, kind, status, took_ms, bytes, error })));
}

#[derive(Deserialize)]
struct ConsoleCalled {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    args: Vec<ConsoleValue>,
    #[serde(rename = "stackTrace")]
    stack: Option<Stack>,
}

#[derive(Deserialize)]
struct ConsoleValue {
    value: Option<serde_json::Value>,
    description: Option<String>,
}

#[derive(Deserialize)]
struct Stack {
    #[serde(rename = "callFrames", default)]
    frames: Vec<CallFrame>,
}

#[derive(Deserialize)]
struct CallFrame {
    url: String,
    #[serde(rename = "lineNumber")]
    line: i64,
}

fn console(core: &Core, told: ConsoleCalled) {
    let words: Vec<String> = told.args.into_iter().map(word).collect();
    let source = told.stack.and_then(|stack| stack.frames.into_iter().next());
    let source = source.map(|frame| format!("{}:{}", frame.url, frame.line + 1)).unwrap_or_default();
    row(core, &told.kind, words.join(" "), source);
}

fn word(value: ConsoleValue) -> String {
    match value {
        ConsoleValue { value: Some(serde_json::Value::String(text)), .. } => text,
        ConsoleValue { description: Some(text), .. } => text,
        ConsoleValue { value: Some(other), .. } => other.to_string(),
        _ => "undefined".to_owned(),
    }
}

#[derive(Deserialize)]
struct Thrown {
    #[serde(rename = "exceptionDetails")]
    details: ThrownDetails,
}

#[derive(Deserialize)]
struct ThrownDetails {
    text: String,
    #[serde(default)]
    url: String,
    #[serde(rename = "lineNumber", default)]
    line: i64,
    exception: Option<ConsoleValue>,
}

fn exception(core: &Core, Thrown { details }: Thrown) {
    let text = details.exception.map(word).unwrap_or(details.text);
    row(core, "exception", text, format!("{}:{}", details.url, details.line + 1));
}

#[derive(Deserialize)]
struct Logged {
    entry: Entry,
}

#[derive(Deserialize)]
struct Entry {
    level: String,
    text: String,
    #[serde(default)]
    url: String,
}

fn log_entry(core: &Core, Logged { entry }: Logged) {
    row(core, &entry.level, entry.text, entry.url);
}

fn row(core: &Core, level: &str, text: String, source: String) {
    let level = level.to_owned();
    core.emit(DeviceEvent::Console(Arc::new(ConsoleRow { at: core.clock.now(), level, text, source })));
}
