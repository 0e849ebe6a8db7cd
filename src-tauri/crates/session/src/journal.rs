//! stub
use std::sync::Arc;
use baton_base::{Scrubbed, Scrubber, SessionTime};
use baton_device::Delivery;
use baton_device::event::{ConsoleRow, NetworkRow};
use baton_screen::Observation;
use crate::Risk;
use crate::gate::{Asked, Pressed};
use crate::land::How;
use crate::lease::{Holder, LeaseChange};

/// x
#[derive(Debug, thiserror::Error)]
#[error("x")]
pub struct StoreError;

/// j
#[derive(Clone)]
pub struct Journal;
/// r
#[derive(Clone)]
pub struct Recorder;

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
}

impl Journal {
    pub(crate) async fn refused(&self, _: SessionTime, _: Holder, _: &Asked<'_>, _: &'static str, _: &Scrubbed<String>) -> Result<(), StoreError> { Ok(()) }
    pub(crate) async fn intend(&self, _: &Scrubber, _: Intent<'_>) -> Result<i64, StoreError> { Ok(0) }
    pub(crate) async fn undelivered(&self, _: i64, _: SessionTime) -> Result<(), StoreError> { Ok(()) }
    pub(crate) async fn verdict(&self, _: &Scrubber, _: i64, _: VerdictRow<'_>) -> Result<(), StoreError> { Ok(()) }
    pub(crate) async fn verdict_unknown(&self, _: &Scrubber, _: i64, _: SessionTime, _: &Scrubbed<String>) -> Result<(), StoreError> { Ok(()) }
    pub(crate) async fn lease(&self, _: &Scrubber, _: &LeaseChange) -> Result<(), StoreError> { Ok(()) }
}
impl Recorder {
    /// n
    pub async fn network(&self, _: &NetworkRow) {}
    /// c
    pub async fn console(&self, _: &ConsoleRow) {}
}
