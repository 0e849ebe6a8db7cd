//! What all parts of the driver share: the connection, what is known, and the signals every command races.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use baton_base::SharedClock;
use baton_screen::DialogSeen;
use chromiumoxide_cdp::cdp::js_protocol::runtime::EvaluateParams;
use chromiumoxide_types::Command;
use serde::Deserialize;
use serde_json::value::RawValue;
use tokio::sync::{Notify, broadcast, watch};

use crate::driver::Opening;
use crate::error::{Delivery, DeviceError};
use crate::event::DeviceEvent;

use super::connection::{Answer, Connection, Pending, Session};
use super::state::{FrameState, State};

/// What can cut any command short.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Signals {
    pub lost: Option<Arc<str>>,
    pub dialog: Option<DialogSeen>,
    pub crashed: bool,
}

/// Which signals a command heeds. The browser itself answers while a page cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Heed {
    /// All of them.
    All,
    /// Only the browser's end.
    End,
}

/// How the viewport and the locale are set on each page.
#[derive(Debug, Clone)]
pub(super) struct Setting {
    pub viewport: (u32, u32),
    pub locale: Option<String>,
    pub opening: Opening,
    pub downloads: std::path::PathBuf,
    /// In a person's own browser only what we opened is ours.
    pub only_own: bool,
}

/// Shared by all parts of one driver.
pub(super) struct Core {
    pub connection: Arc<Connection>,
    pub clock: SharedClock,
    pub setting: Mutex<Setting>,
    pub limit: Duration,
    pub load_limit: Duration,
    pub events: broadcast::Sender<DeviceEvent>,
    pub signals: watch::Sender<Signals>,
    /// Told whenever `state` changed in a way someone could wait for.
    pub moved: Notify,
    state: Mutex<State>,
}

/// What became of a script that was evaluated.
#[derive(Debug)]
pub(super) enum Evaluated {
    /// Its value, as JSON.
    Value(Box<RawValue>),
    /// The document it was to run in is gone.
    DocumentGone,
    /// It threw.
    Threw(String),
}

#[derive(Deserialize)]
struct EvaluateAnswer {
    result: Remote,
    #[serde(rename = "exceptionDetails")]
    exception: Option<ExceptionDetails>,
}

#[derive(Deserialize)]
struct Remote {
    value: Option<Box<RawValue>>,
    #[serde(rename = "objectId")]
    object: Option<String>,
}

#[derive(Deserialize)]
struct ExceptionDetails {
    text: String,
    exception: Option<ExceptionObject>,
}

#[derive(Deserialize)]
struct ExceptionObject {
    description: Option<String>,
}

impl Core {
    /// Ready to be told of events.
    pub fn new(
        connection: Arc<Connection>,
        clock: SharedClock,
        setting: Setting,
        limit: Duration,
        load_limit: Duration,
    ) -> Core {
        let (events, _) = broadcast::channel(4096);
        let (signals, _) = watch::channel(Signals::default());
        Core {
            connection,
            clock,
            setting: Mutex::new(setting),
            limit,
            load_limit,
            events,
            signals,
            moved: Notify::new(),
            state: Mutex::new(State::default()),
        }
    }

    /// What is known. Never held across an await.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the settings.
    pub fn setting(&self) -> Setting {
        self.setting.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Tells whoever listens.
    pub fn emit(&self, event: DeviceEvent) {
        let _ = self.events.send(event);
    }

    /// Puts a command in line whose answer nobody waits for.
    pub fn tell<C: Command>(&self, session: Option<&Session>, command: &C) {
        drop(self.connection.begin(session, command));
    }

    /// The session of the tab that is driven.
    pub fn page(&self) -> Result<Session, DeviceError> {
        let state = self.state();
        state.current_tab().map(|tab| tab.session.clone()).ok_or_else(|| match &self.signals.borrow().lost {
            Some(why) => DeviceError::Lost { why: why.to_string(), delivery: Delivery::Undelivered },
            None => DeviceError::Refused("no tab is open".to_owned()),
        })
    }

    /// Refuses before anything is sent when something stands in the way.
    pub fn clear(&self, heed: Heed) -> Result<(), DeviceError> {
        match self.interruption(heed, Delivery::Undelivered) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn interruption(&self, heed: Heed, delivery: Delivery) -> Option<DeviceError> {
        let signals = self.signals.borrow();
        if let Some(why) = &signals.lost {
            return Some(DeviceError::Lost { why: why.to_string(), delivery });
        }
        if heed == Heed::End {
            return None;
        }
        if let Some(DialogSeen { kind, message }) = &signals.dialog {
            return Some(DeviceError::DialogOpen { kind: kind.clone(), message: message.clone(), delivery });
        }
        signals.crashed.then_some(DeviceError::Crashed { delivery })
    }

    /// Waits for an answer, racing everything that could keep it from coming.
    pub async fn wait(&self, pending: Pending, limit: Duration, heed: Heed) -> Result<Answer, DeviceError> {
        let Pending { mut answer, ticket } = pending;
        let mut signals = self.signals.subscribe();
        let mut late = self.clock.sleep(limit);
        loop {
            tokio::select! {
                biased;
                came = &mut answer => {
                    // A dropped sender means that the connection ended, which the signal tells more of.
                    return came.map_err(|_| self.lost(ticket.withdraw()));
                }
                () = self.interrupted(&mut signals, heed) => {
                    let delivery = ticket.withdraw();
                    if let Some(error) = self.interruption(heed, delivery) {
                        return Err(error);
                    }
                }
                () = &mut late => {
                    let limit_ms = limit.as_millis() as u64;
                    return Err(DeviceError::Silent { limit_ms, delivery: ticket.withdraw() });
                }
            }
        }
    }

    async fn interrupted(&self, signals: &mut watch::Receiver<Signals>, heed: Heed) {
        while self.interruption(heed, Delivery::Unknown).is_none() {
            if signals.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// The browser is gone.
    pub fn lost(&self, delivery: Delivery) -> DeviceError {
        let why = self.signals.borrow().lost.clone().map_or("its connection ended".to_owned(), |why| why.to_string());
        DeviceError::Lost { why, delivery }
    }

    /// One command and its raw answer.
    pub async fn call_raw<C: Command>(
        &self,
        session: Option<&Session>,
        command: &C,
        limit: Duration,
        heed: Heed,
    ) -> Result<Box<RawValue>, DeviceError> {
        self.clear(heed)?;
        let pending = self.connection.begin(session, command);
        match self.wait(pending, limit, heed).await? {
            Answer::Done(result) => Ok(result),
            Answer::Refused(why) => Err(DeviceError::Refused(format!("{}: {why}", command.identifier()))),
            Answer::SessionEnded => Err(DeviceError::Refused("the page was closed".to_owned())),
        }
    }

    /// One command of a page, read as `T`: only the fields that are needed, so that a newer browser's others do no harm.
    pub async fn call<C: Command, T: serde::de::DeserializeOwned>(
        &self,
        session: &Session,
        command: &C,
    ) -> Result<T, DeviceError> {
        let raw = self.call_raw(Some(session), command, self.limit, Heed::All).await?;
        read(&command.identifier(), &raw)
    }

    /// One command to the browser itself, which answers whatever its pages do.
    pub async fn ask_browser<C: Command, T: serde::de::DeserializeOwned>(&self, command: &C) -> Result<T, DeviceError> {
        let raw = self.call_raw(None, command, self.limit, Heed::End).await?;
        read(&command.identifier(), &raw)
    }

    /// Puts a script in line for a frame's isolated world.
    pub fn begin_script(&self, frame: &FrameState, script: &str, by_value: bool) -> Option<Pending> {
        let world = frame.world.as_ref()?;
        let mut params = EvaluateParams::new(script);
        params.unique_context_id = Some(world.unique.to_string());
        params.return_by_value = Some(by_value);
        params.await_promise = Some(by_value);
        Some(self.connection.begin(Some(&frame.session), &params))
    }

    /// Waits for a script that was put in line.
    pub async fn end_script(&self, pending: Option<Pending>, limit: Duration) -> Result<Evaluated, DeviceError> {
        let Some(pending) = pending else { return Ok(Evaluated::DocumentGone) };
        let raw = match self.wait(pending, limit, Heed::All).await? {
            Answer::Done(raw) => raw,
            // With a context's own name the only refusals are that the document went away before or meanwhile.
            Answer::Refused(_) | Answer::SessionEnded => return Ok(Evaluated::DocumentGone),
        };
        let answer: EvaluateAnswer = read("Runtime.evaluate", &raw)?;
        if let Some(thrown) = answer.exception {
            let said = thrown.exception.and_then(|exception| exception.description).unwrap_or(thrown.text);
            return Ok(Evaluated::Threw(said));
        }
        let object = answer.result.object.and_then(|object| serde_json::value::to_raw_value(&object).ok());
        Ok(Evaluated::Value(object.or(answer.result.value).unwrap_or_else(|| RawValue::NULL.to_owned())))
    }

    /// Runs a script in a frame's isolated world.
    pub async fn script(&self, frame: &FrameState, script: &str) -> Result<Evaluated, DeviceError> {
        self.clear(Heed::All)?;
        self.end_script(self.begin_script(frame, script, true), self.limit).await
    }

    /// Runs a script that must find its document, and reads what it answers.
    pub async fn ask_page<T: serde::de::DeserializeOwned>(
        &self,
        frame: &FrameState,
        script: &str,
    ) -> Result<T, DeviceError> {
        match self.script(frame, script).await? {
            Evaluated::Value(raw) => read_said(&raw),
            Evaluated::DocumentGone => Err(DeviceError::Gone),
            Evaluated::Threw(why) => Err(DeviceError::Refused(format!("the page's script failed: {why}"))),
        }
    }

    /// The object id of what a script answers.
    pub async fn object(&self, frame: &FrameState, script: &str) -> Result<Option<String>, DeviceError> {
        self.clear(Heed::All)?;
        match self.end_script(self.begin_script(frame, script, false), self.limit).await? {
            Evaluated::Value(raw) => Ok(serde_json::from_str(raw.get()).ok().flatten()),
            Evaluated::DocumentGone => Err(DeviceError::Gone),
            Evaluated::Threw(why) => Err(DeviceError::Refused(format!("the page's script failed: {why}"))),
        }
    }

    /// Waits until `done` holds for what is known, racing every signal.
    pub async fn until(
        &self,
        limit: Duration,
        heed: Heed,
        delivery: Delivery,
        mut done: impl FnMut(&State) -> bool,
    ) -> Result<(), DeviceError> {
        let mut late = self.clock.sleep(limit);
        let mut signals = self.signals.subscribe();
        loop {
            let moved = self.moved.notified();
            tokio::pin!(moved);
            moved.as_mut().enable();
            if done(&self.state()) {
                return Ok(());
            }
            if let Some(error) = self.interruption(heed, delivery) {
                return Err(error);
            }
            tokio::select! {
                () = &mut moved => {}
                () = self.interrupted(&mut signals, heed) => {}
                () = &mut late => {
                    return Err(DeviceError::Silent { limit_ms: limit.as_millis() as u64, delivery });
                }
            }
        }
    }
}

/// Reads an answer of the browser.
pub(super) fn read<T: serde::de::DeserializeOwned>(what: &str, raw: &RawValue) -> Result<T, DeviceError> {
    serde_json::from_str(raw.get()).map_err(|cause| DeviceError::Refused(format!("{what} answered oddly: {cause}")))
}

/// Reads what the page's script said: JSON, or JSON in a string.
pub(super) fn read_said<T: serde::de::DeserializeOwned>(raw: &RawValue) -> Result<T, DeviceError> {
    let odd = |cause: serde_json::Error| DeviceError::Refused(format!("the page's script answered oddly: {cause}"));
    serde_json::from_str(&said(raw)).map_err(odd)
}

/// The text of what the page's script said.
pub(super) fn said(raw: &RawValue) -> std::borrow::Cow<'_, str> {
    match raw.get().starts_with('"').then(|| serde_json::from_str::<String>(raw.get())) {
        Some(Ok(text)) => text.into(),
        _ => raw.get().into(),
    }
}
