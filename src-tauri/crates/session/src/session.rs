//! A live connection to a device, and everything that belongs to it: its lease, its rules, its journal, its clock.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use baton_base::{Scrubber, SessionId, SessionTime, SharedClock};
use baton_device::{DeviceError, Driver, Identity};
use baton_screen::{DialogSeen, Handle, Observation};
use baton_store::StoreError;

use crate::action::Action;
use crate::gate::Pressed;
use crate::interrupt::Interrupt;
use crate::journal::{Journal, Recorder};
use crate::lease::{Control, Lease, LeaseError};
use crate::rules::Rules;

/// The fallback when a device tells nothing: look again this often.
pub const POLL: Duration = Duration::from_millis(50);

/// What a session is made of.
pub struct Parts {
    /// Its id.
    pub id: SessionId,
    /// Its clock; zero is its start.
    pub clock: SharedClock,
    /// Its device.
    pub driver: Arc<dyn Driver>,
    /// The policy.
    pub rules: Rules,
    /// What may never be told.
    pub scrubber: Scrubber,
    /// Where everything is written.
    pub journal: Journal,
    /// Stops it from outside.
    pub interrupt: Interrupt,
}

/// A live connection to a device. The one thing that can act on it.
pub struct Session {
    pub(crate) clock: SharedClock,
    pub(crate) driver: Arc<dyn Driver>,
    pub(crate) rules: Rules,
    pub(crate) scrubber: Scrubber,
    pub(crate) journal: Journal,
    pub(crate) interrupt: Interrupt,
    id: SessionId,
    lease: Lease,
    secret_fields: Mutex<Vec<Handle>>,
}

impl Session {
    /// A session with idle controls.
    pub fn new(parts: Parts) -> Session {
        let lease = Lease::new(Arc::clone(&parts.clock));
        Session {
            lease,
            id: parts.id,
            clock: parts.clock,
            driver: parts.driver,
            rules: parts.rules,
            scrubber: parts.scrubber,
            journal: parts.journal,
            interrupt: parts.interrupt,
            secret_fields: Mutex::default(),
        }
    }

    /// Its id.
    pub fn id(&self) -> &SessionId {
        &self.id
    }

    /// Now, on its clock.
    pub fn now(&self) -> SessionTime {
        self.clock.now()
    }

    /// Its clock.
    pub fn clock(&self) -> &SharedClock {
        &self.clock
    }

    /// Whose turn it is.
    pub fn lease(&self) -> &Lease {
        &self.lease
    }

    /// What may never be told.
    pub fn scrubber(&self) -> &Scrubber {
        &self.scrubber
    }

    /// The policy.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Where everything is written.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Writes what the device tells of its own accord.
    pub fn recorder(&self) -> Recorder {
        self.journal.recorder(&self.scrubber)
    }

    /// The signal that stops it.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }

    /// What its device is and can do. For looking only: input goes through the gate.
    pub fn device(&self) -> Looking<'_> {
        Looking(&*self.driver)
    }

    /// The screen now. Needs no lease.
    pub async fn observe(&self) -> Result<Arc<Observation>, DeviceError> {
        self.driver.observe().await
    }

    /// Moves the controls, and journals the move before anything acts on it.
    pub async fn shift(&self, to: Control, who: &str, why: &str) -> Result<(), ShiftError> {
        let change = self.lease.shift(to, who, why)?;
        Ok(self.journal.lease(&self.scrubber, &change).await?)
    }

    /// Ends the device and what it started. Never hangs.
    pub async fn close(&self) {
        if !self.lease.control().is_final() {
            // The device ends whether or not the row can still be written.
            let _ = self.shift(Control::Ended, "baton", "the session is over").await;
        }
        self.driver.close().await;
    }

    /// Dismisses a native dialog that nobody expected.
    pub(crate) async fn dismiss(&self, dialog: &DialogSeen) -> Result<(), DeviceError> {
        let answer = baton_device::Actuation::AnswerDialog { accept: false, text: None };
        tracing::info!(kind = dialog.kind, "dismissed a native dialog nobody expected");
        self.driver.perform(&answer).await.map(drop)
    }

    /// A field that received a secret is painted over in pictures from then on.
    pub(crate) fn remember_secret_field(&self, action: &Action, pressed: Option<&Pressed>) {
        if let (Action::Type { text, .. }, Some(pressed)) = (action, pressed)
            && text.is_secret()
        {
            self.secret_fields.lock().unwrap_or_else(PoisonError::into_inner).push(pressed.element.handle);
        }
    }

    pub(crate) fn secret_fields(&self) -> Vec<Handle> {
        self.secret_fields.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The controls could not be moved.
#[derive(Debug, thiserror::Error)]
pub enum ShiftError {
    /// The control table has no such move.
    #[error(transparent)]
    Lease(#[from] LeaseError),
    /// It could not be journalled.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The side of a device that does not act.
#[derive(Clone, Copy)]
pub struct Looking<'a>(&'a dyn Driver);

impl Looking<'_> {
    /// What it is.
    pub async fn identity(&self) -> Result<Identity, DeviceError> {
        self.0.identity().await
    }

    /// What it can do.
    pub fn capabilities(&self) -> &baton_device::Capabilities {
        self.0.capabilities()
    }

    /// Everything it tells from now on.
    pub fn events(&self) -> baton_device::DeviceEvents {
        self.0.events()
    }

    /// A mark in the stream of requests and changes.
    pub fn mark(&self) -> u64 {
        self.0.mark()
    }

    /// Waits for rest.
    pub async fn settle(&self, mark: u64, limit: Duration) -> Result<baton_device::Quiet, DeviceError> {
        self.0.settle(mark, limit).await
    }
}
