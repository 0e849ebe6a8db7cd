//! What the process remembers: sessions with their fault, opened sub-accounts, and counters.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use crate::app::Options;
use crate::mode::Mode;

/// Sessions kept at most; the oldest goes first, so that a long soak does not grow without end.
const MAX_SESSIONS: usize = 10_000;

/// Shared by every handler of both listeners.
pub type Shared = Arc<State>;

/// What was done to the app since it started or was reset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// Sign-ons that were let in.
    pub sign_ons: u64,
    /// Sign-ons that were refused.
    pub sign_on_failures: u64,
    /// Searches submitted.
    pub searches: u64,
    /// How often Confirm was posted, in all.
    pub confirm_posts: u64,
    /// How often Confirm was posted, by member id.
    pub confirm_posts_by_member: BTreeMap<String, u64>,
    /// Searches sent through the invisible twin of the Search button.
    pub hidden_twin_presses: u64,
    /// Requests that left for the other origin through a prompt injection or a malicious redirect.
    pub leaks: u64,
    /// Spoofed confirmations that reached the other origin.
    pub spoofed_confirms: u64,
    /// How often each fault showed.
    pub faults_shown: BTreeMap<&'static str, u64>,
    /// How often the counters were reset.
    pub resets: u64,
}

/// A sub-account opened by a Confirm.
#[derive(Clone, Debug)]
pub struct SubAccount {
    /// The reference number shown on the done page.
    pub reference: String,
    /// The initial deposit in cents.
    pub deposit_cents: i64,
}

/// One browser's session, known by its cookie.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// Whether an operator is signed on.
    pub signed_on: bool,
    /// Whether the session was signed on and has run out.
    pub expired: bool,
    /// The fault armed in it.
    pub fault: Option<Mode>,
    /// The `X-Inject` value seen last: a driver sends it with every request, and it must arm once only.
    pub header_seen: Option<String>,
}

#[derive(Default)]
struct Inner {
    sessions: HashMap<String, Session>,
    oldest_first: VecDeque<String>,
    sub_accounts: BTreeMap<u32, Vec<SubAccount>>,
    counters: Counters,
    references: u64,
}

/// Everything the handlers need.
pub struct State {
    /// Operator and password that are let in.
    pub sign_on: (String, String),
    /// The fault a new session starts with.
    pub inject: Option<Mode>,
    /// What the page says it was built as.
    pub build: String,
    /// The session cookie's name; it carries the port, because browsers share cookies between ports.
    pub cookie: String,
    /// Origin of the second listener, without a trailing slash.
    pub other_origin: String,
    inner: Mutex<Inner>,
}

impl State {
    /// A fresh process, as started on `port`.
    pub fn new(options: Options, port: u16, other_origin: String) -> Self {
        let Options { sign_on, inject, build, .. } = options;
        State { sign_on, inject, build, cookie: format!("MCSESS{port}"), other_origin, inner: Mutex::default() }
    }

    /// A handler that panicked leaves counters that are still right, so a poisoned lock is taken over.
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the cookie names a session that lives.
    pub fn knows(&self, id: &str) -> bool {
        self.lock().sessions.contains_key(id)
    }

    /// Opens a session under a new id, with the process-wide fault armed.
    pub fn open_session(&self, id: &str) {
        let mut inner = self.lock();
        inner.sessions.insert(id.to_owned(), Session { fault: self.inject, ..Session::default() });
        inner.oldest_first.push_back(id.to_owned());
        if inner.oldest_first.len() > MAX_SESSIONS
            && let Some(oldest) = inner.oldest_first.pop_front()
        {
            inner.sessions.remove(&oldest);
        }
    }

    /// Reads or changes one session.
    pub fn with_session<T>(&self, id: &str, change: impl FnOnce(&mut Session) -> T) -> T {
        change(self.lock().sessions.entry(id.to_owned()).or_default())
    }

    /// Whether this fault shows now; one that fires once is cleared by showing.
    pub fn shows(&self, id: &str, mode: Mode) -> bool {
        let mut inner = self.lock();
        let Some(session) = inner.sessions.get_mut(id).filter(|session| session.fault == Some(mode)) else {
            return false;
        };
        if mode.fires_once() {
            session.fault = None;
        }
        *inner.counters.faults_shown.entry(mode.name()).or_default() += 1;
        true
    }

    /// Changes the counters.
    pub fn count(&self, change: impl FnOnce(&mut Counters)) {
        change(&mut self.lock().counters);
    }

    /// The counters as they stand.
    pub fn counters(&self) -> Counters {
        self.lock().counters.clone()
    }

    /// Sets counters and opened sub-accounts back; sessions live on, so that a run can be measured from here.
    pub fn reset(&self) {
        let mut inner = self.lock();
        let resets = inner.counters.resets + 1;
        inner.counters = Counters { resets, ..Counters::default() };
        inner.sub_accounts.clear();
    }

    /// Books a sub-account and gives its reference number.
    pub fn book(&self, member_id: u32, deposit_cents: i64) -> String {
        let mut inner = self.lock();
        inner.references += 1;
        let reference = format!("SA-{member_id}-{:04}", inner.references);
        let booked = SubAccount { reference: reference.clone(), deposit_cents };
        inner.sub_accounts.entry(member_id).or_default().push(booked);
        reference
    }

    /// The sub-accounts opened for a member.
    pub fn sub_accounts(&self, member_id: u32) -> Vec<SubAccount> {
        self.lock().sub_accounts.get(&member_id).cloned().unwrap_or_default()
    }
}
