//! Commands out, answers and events in. One reader hands each message on in order, so that an answer is never
//! seen before the events that came before it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chromiumoxide_cdp::cdp::browser_protocol::target::SessionId;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};

use super::ticket::Ticket;
use super::wire::{Outgoing, Receive};

/// A flat session's id: one page, popup or cross-origin frame.
pub(super) type Session = Arc<str>;

/// What the browser told of its own accord.
pub(super) struct Event<'a> {
    pub method: &'a str,
    pub session: Option<&'a str>,
    pub params: &'a RawValue,
}

/// Who is told.
pub(super) trait Intake: Send + Sync + 'static {
    /// Must not block: the reader waits for it.
    fn event(&self, event: Event<'_>);
    /// The connection is gone; nothing follows.
    fn lost(&self, why: &str);
}

/// What became of a command.
#[derive(Debug)]
pub(super) enum Answer {
    /// Its result.
    Done(Box<RawValue>),
    /// The browser refused it.
    Refused(String),
    /// The session it was sent to ended first.
    SessionEnded,
}

/// A command under way.
pub(super) struct Pending {
    pub answer: oneshot::Receiver<Answer>,
    pub ticket: Ticket,
}

struct Waiting {
    session: Option<Session>,
    answer: oneshot::Sender<Answer>,
}

/// The one connection to a browser.
pub(super) struct Connection {
    outbox: mpsc::UnboundedSender<Outgoing>,
    next_id: AtomicU64,
    /// None once the connection is gone.
    waiting: Mutex<Option<HashMap<u64, Waiting>>>,
}

#[derive(Serialize)]
struct Call<'a, C> {
    id: u64,
    method: &'a str,
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    session: Option<&'a str>,
    params: &'a C,
}

#[derive(Deserialize)]
struct Incoming<'a> {
    id: Option<u64>,
    #[serde(borrow)]
    method: Option<&'a str>,
    #[serde(borrow, rename = "sessionId")]
    session: Option<&'a str>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Refusal {
    message: String,
    data: Option<serde_json::Value>,
}

impl Connection {
    /// A connection that sends into the returned outbox.
    pub fn new() -> (Arc<Connection>, mpsc::UnboundedReceiver<Outgoing>) {
        let (outbox, sent) = mpsc::unbounded_channel();
        let waiting = Mutex::new(Some(HashMap::new()));
        (Arc::new(Connection { outbox, next_id: AtomicU64::new(1), waiting }), sent)
    }

    /// Puts a command in line and returns at once, so that several can be under way in one round trip.
    pub fn begin<C: chromiumoxide_types::Command>(&self, session: Option<&Session>, command: &C) -> Pending {
        let (answer, receiver) = oneshot::channel();
        let ticket = Ticket::default();
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        let method = command.identifier();
        let call = Call { id, method: &method, session: session.map(|session| &**session), params: command };
        match (serde_json::to_string(&call), self.lock().as_mut()) {
            (Ok(text), Some(waiting)) => {
                waiting.insert(id, Waiting { session: session.cloned(), answer });
                let _ = self.outbox.send(Outgoing { text, ticket: ticket.clone() });
            }
            (Err(cause), _) => drop(answer.send(Answer::Refused(cause.to_string()))),
            (Ok(_), None) => {}
        }
        Pending { answer: receiver, ticket }
    }

    /// Answers everything that waits on a session that has ended.
    pub fn end_session(&self, ended: &str) {
        let mut guard = self.lock();
        let Some(waiting) = guard.as_mut() else { return };
        let gone: Vec<u64> =
            waiting.iter().filter(|(_, one)| one.session.as_deref() == Some(ended)).map(|(id, _)| *id).collect();
        for id in gone {
            if let Some(one) = waiting.remove(&id) {
                let _ = one.answer.send(Answer::SessionEnded);
            }
        }
    }

    /// Whoever still waits is told by the drop of their sender.
    fn end(&self) {
        self.lock().take();
    }

    fn lock(&self) -> MutexGuard<'_, Option<HashMap<u64, Waiting>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn settle(&self, id: u64, answer: Answer) {
        let waiting = self.lock().as_mut().and_then(|waiting| waiting.remove(&id));
        if let Some(waiting) = waiting {
            let _ = waiting.answer.send(answer);
        }
    }
}

/// Reads messages for a connection and tells an intake.
pub(super) struct Reader<I> {
    pub connection: Arc<Connection>,
    pub intake: Arc<I>,
}

impl<I: Intake> Receive for Reader<I> {
    fn message(&self, bytes: &[u8]) {
        let incoming: Incoming<'_> = match serde_json::from_slice(bytes) {
            Ok(incoming) => incoming,
            Err(cause) => return self.ended(&format!("it sent what is no message of the protocol: {cause}")),
        };
        match incoming {
            Incoming { id: Some(id), error: Some(refusal), .. } => {
                let more = refusal.data.map(|data| format!(" ({data})")).unwrap_or_default();
                self.connection.settle(id, Answer::Refused(refusal.message + &more));
            }
            Incoming { id: Some(id), result, .. } => {
                let result = result.unwrap_or(RawValue::NULL).to_owned();
                self.connection.settle(id, Answer::Done(result));
            }
            Incoming { method: Some(method), session, params, .. } => {
                self.intake.event(Event { method, session, params: params.unwrap_or(RawValue::NULL) });
            }
            _ => {}
        }
    }

    fn ended(&self, why: &str) {
        self.intake.lost(why);
        self.connection.end();
    }
}

/// The protocol's own type of a session's id.
pub(super) fn session_id(session: &Session) -> SessionId {
    SessionId::from(session.to_string())
}
