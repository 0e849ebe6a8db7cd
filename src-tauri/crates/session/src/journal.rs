//! What the gate writes: an intent before input leaves, a verdict that acknowledges it, and everything seen between.

use std::sync::{Arc, Mutex, PoisonError};

use baton_base::{RunId, Scrubbed, Scrubber, SessionId, SessionTime};
use baton_device::Delivery;
use baton_device::event::{ConsoleRow, NetworkRow};
use baton_screen::{Observation, identity, state};
use baton_store::tables::{Act, ConsoleSeen, LeaseChange as LeaseRow, NetworkSeen, Observed, Refusal, Verdict};
use baton_store::{Durability, RowId, StoreError, Tree};
use serde_json::{Value, json};

use crate::Risk;
use crate::gate::{Asked, Pressed};
use crate::land::How;
use crate::lease::{Holder, LeaseChange};

/// Trees of more elements than this are packed on another thread.
const PACKED_HERE: usize = 1_000;

/// Keys of a tree that hold Baton's own numbers and words, which the shapes of secrets must not be looked for in.
const OWN_KEYS: &[&str] =
    &["at", "handle", "frame", "parent", "box", "cell", "level", "states", "viewport", "http_status"];

/// A screen that is in the journal, and its row there.
type Kept = (Arc<Observation>, RowId);

/// The rows of one session.
#[derive(Debug, Clone)]
pub struct Journal {
    store: baton_store::Journal,
    session: SessionId,
    run: Option<RunId>,
    trees: bool,
    last_tree: Arc<Mutex<Option<Kept>>>,
}

/// Writes what a device tells of its own accord.
#[derive(Debug, Clone)]
pub struct Recorder {
    journal: Journal,
    scrubber: Scrubber,
}

/// An action about to leave.
pub(crate) struct Intent<'a> {
    pub at: SessionTime,
    pub holder: Holder,
    pub asked: &'a Asked<'a>,
    pub risk: Risk,
    pub screen: &'a Arc<Observation>,
    pub pressed: Option<&'a Pressed>,
}

/// What became of it.
pub(crate) struct VerdictRow<'a> {
    pub at: SessionTime,
    pub how: How,
    pub no_effect: bool,
    pub screen: &'a Arc<Observation>,
    pub delivery: Delivery,
    pub side_effect: &'static str,
}

impl Journal {
    /// The rows of a session whose own row, and whose run's, are there already. `trees` keeps each screen whole.
    pub fn new(store: baton_store::Journal, session: SessionId, run: Option<RunId>, trees: bool) -> Journal {
        Journal { store, session, run, trees, last_tree: Arc::default() }
    }

    /// The journal it writes to.
    pub fn store(&self) -> &baton_store::Journal {
        &self.store
    }

    /// The session it belongs to.
    pub fn session(&self) -> &SessionId {
        &self.session
    }

    /// The run it belongs to.
    pub fn run(&self) -> Option<&RunId> {
        self.run.as_ref()
    }

    /// Writes what a device tells of its own accord.
    pub fn recorder(&self, scrubber: &Scrubber) -> Recorder {
        Recorder { journal: self.clone(), scrubber: scrubber.clone() }
    }

    pub(crate) async fn refused(
        &self,
        scrubber: &Scrubber,
        at: SessionTime,
        holder: Holder,
        asked: &Asked<'_>,
        (door, why): (&'static str, Scrubbed<String>),
    ) -> Result<(), StoreError> {
        let row = Refusal {
            session: self.session.clone(),
            run: self.run.clone(),
            step: Some(scrubber.exempt_text(asked.step)),
            at_us: at,
            holder: holder.as_str(),
            action: told_action(scrubber, asked),
            door,
            why,
        };
        self.store.put(row, Durability::Normal).await.map(drop)
    }

    /// Commits the intent; to the disk itself when the action cannot be undone.
    pub(crate) async fn intend(&self, scrubber: &Scrubber, intent: Intent<'_>) -> Result<RowId, StoreError> {
        let observation = self.observed(scrubber, intent.screen).await?;
        let row = Act {
            session: self.session.clone(),
            run: self.run.clone(),
            step: Some(scrubber.exempt_text(intent.asked.step)),
            at_us: intent.at,
            holder: intent.holder.as_str(),
            action: told_action(scrubber, intent.asked),
            element: intent.pressed.map(|pressed| scrubber.json_keeping(&value_of(pressed), OWN_KEYS)),
            risk: risk_name(intent.risk),
            observation,
        };
        let durability = if intent.risk == Risk::Irreversible { Durability::Full } else { Durability::Normal };
        self.store.put(row, durability).await
    }

    pub(crate) async fn undelivered(&self, act: RowId, at: SessionTime) -> Result<(), StoreError> {
        self.settle(blank_verdict(act, at, "undelivered", "none"), Durability::Normal).await
    }

    pub(crate) async fn verdict(&self, scrubber: &Scrubber, act: RowId, row: VerdictRow<'_>) -> Result<(), StoreError> {
        let observation = self.observed(scrubber, row.screen).await?;
        let verdict = Verdict {
            landed: Some(row.how.as_str()),
            changed: Some(!row.no_effect),
            observation,
            ..blank_verdict(act, row.at, delivery_name(row.delivery), row.side_effect)
        };
        let durability = if row.side_effect == "none" { Durability::Normal } else { Durability::Full };
        self.settle(verdict, durability).await
    }

    pub(crate) async fn verdict_unknown(
        &self,
        act: RowId,
        at: SessionTime,
        risk: Risk,
        why: Scrubbed<String>,
    ) -> Result<(), StoreError> {
        let side_effect = if risk == Risk::Irreversible { "unknown" } else { "none" };
        let verdict = Verdict { told: Some(why), ..blank_verdict(act, at, "unknown", side_effect) };
        self.settle(verdict, Durability::Full).await
    }

    pub(crate) async fn lease(&self, scrubber: &Scrubber, change: &LeaseChange) -> Result<(), StoreError> {
        let row = LeaseRow {
            session: self.session.clone(),
            at_us: change.at,
            was: change.from.as_str(),
            becomes: change.to.as_str(),
            who: scrubber.text(&change.who),
            why: scrubber.text(&change.why),
        };
        self.store.put(row, Durability::Normal).await.map(drop)
    }

    async fn settle(&self, verdict: Verdict, durability: Durability) -> Result<(), StoreError> {
        self.store.put(verdict, durability).await.map(drop)
    }

    /// Keeps a screen once, however often it is looked at in a row.
    async fn observed(&self, scrubber: &Scrubber, screen: &Arc<Observation>) -> Result<Option<RowId>, StoreError> {
        if !self.trees {
            return Ok(None);
        }
        let known = self.last_tree.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, row)) = known.filter(|(last, _)| Arc::ptr_eq(last, screen)) {
            return Ok(Some(row));
        }
        let row = Observed {
            session: self.session.clone(),
            run: self.run.clone(),
            at_us: screen.at,
            tree: pack(scrubber, screen).await?,
            identity: scrubber.exempt_text(&identity(screen).to_string()),
            state: scrubber.exempt_text(&state(screen).to_string()),
            address: scrubber.text(screen.address()),
            elements: screen.elements.len() as u32,
            frame: None,
        };
        let row = self.store.put(row, Durability::Normal).await?;
        *self.last_tree.lock().unwrap_or_else(PoisonError::into_inner) = Some((Arc::clone(screen), row));
        Ok(Some(row))
    }
}

impl Recorder {
    /// A request ended. Not waited for: its loss in a crash is no harm.
    pub fn network(&self, row: &NetworkRow) {
        let scrubber = &self.scrubber;
        let seen = NetworkSeen {
            session: self.journal.session.clone(),
            run: self.journal.run.clone(),
            at_us: row.at,
            method: scrubber.text(&row.method),
            url: scrubber.text(&row.url),
            kind: scrubber.text(&row.kind),
            status: row.status.map(u32::from),
            duration_us: u64::from(row.took_ms) * 1000,
            size_bytes: Some(row.bytes),
            error: row.error.as_deref().map(|error| scrubber.text(error)),
        };
        self.journal.store.put(seen, Durability::Normal).forget();
    }

    /// The page wrote to its console.
    pub fn console(&self, row: &ConsoleRow) {
        let seen = ConsoleSeen {
            session: self.journal.session.clone(),
            run: self.journal.run.clone(),
            at_us: row.at,
            level: level_name(&row.level),
            text: self.scrubber.text(&row.text),
            place: Some(self.scrubber.text(&row.source)),
        };
        self.journal.store.put(seen, Durability::Normal).forget();
    }
}

async fn pack(scrubber: &Scrubber, screen: &Arc<Observation>) -> Result<Tree, StoreError> {
    let pack = {
        let (scrubber, screen) = (scrubber.clone(), Arc::clone(screen));
        move || Tree::of(&scrubber.json_keeping(&value_of(&*screen), OWN_KEYS))
    };
    if screen.elements.len() <= PACKED_HERE {
        return pack();
    }
    tokio::task::spawn_blocking(pack).await.unwrap_or(Err(StoreError::Closed))
}

fn told_action(scrubber: &Scrubber, asked: &Asked<'_>) -> Scrubbed<Value> {
    let action = json!({"verb": asked.action.verb(), "asked": value_of(asked.action), "attempt": asked.attempt, "consent": asked.consent});
    scrubber.json_keeping(&action, &["verb", "attempt"])
}

fn blank_verdict(act: RowId, at: SessionTime, delivery: &'static str, side_effect: &'static str) -> Verdict {
    Verdict {
        act,
        at_us: at,
        delivery,
        landed: None,
        code: None,
        changed: None,
        side_effect,
        observation: None,
        told: None,
    }
}

fn value_of(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}

fn risk_name(risk: Risk) -> &'static str {
    match risk {
        Risk::Safe => "safe",
        Risk::Risky => "risky",
        Risk::Irreversible => "irreversible",
    }
}

fn delivery_name(delivery: Delivery) -> &'static str {
    match delivery {
        Delivery::Undelivered => "undelivered",
        Delivery::Delivered => "delivered",
        Delivery::Unknown => "unknown",
    }
}

fn level_name(level: &str) -> &'static str {
    match level {
        "error" | "exception" => "error",
        "warning" | "warn" => "warning",
        "debug" | "verbose" => "debug",
        _ => "info",
    }
}
