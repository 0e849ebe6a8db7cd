//! The one trait everything that can be driven stands behind.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use baton_base::SessionTime;
use baton_screen::{BoxInViewport, Handle, Observation, PointInViewport};
use serde::{Deserialize, Serialize};

use crate::action::{Actuation, Dispatched};
use crate::error::DeviceError;
use crate::event::DeviceEvents;

/// What a device can do. What it lacks is degraded by name, or refused before a run when a step needs it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each flag is named for the capability")]
pub struct Capabilities {
    pub isolated_world: bool,
    pub push_events: bool,
    pub request_interception: bool,
    pub screencast: bool,
    pub closed_shadow_roots: bool,
    pub cross_origin_frames: bool,
    pub dialogs: bool,
    pub downloads: bool,
    pub tabs: bool,
    pub upload: bool,
    pub composition: bool,
    pub touch: bool,
    pub network_rows: bool,
    pub console_rows: bool,
    pub location: bool,
    pub permissions: bool,
    pub clipboard: bool,
    pub rotation: bool,
    pub hover: bool,
}

/// What exactly is being driven.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Identity {
    /// `Chromium 156.0.8078.114`.
    pub browser: String,
    /// `headless`, `window`, a phone's model.
    pub device: String,
    /// What the application calls its build: `<meta name="build">`, else the `Server` header of the top document; empty when it says nothing.
    pub build: String,
}

/// How a session opens its device.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Opening {
    /// The first address.
    pub url: String,
    /// Origins (scheme, host, port) that documents may come from; empty allows all.
    pub allowed_origins: Vec<String>,
    /// Whether downloads are stopped.
    pub block_downloads: bool,
}

/// A navigation or download that was stopped before its request left.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Blocked {
    /// When.
    pub at: SessionTime,
    /// Where it would have gone.
    pub url: String,
    /// `external_navigation` or `download`.
    pub rule: String,
}

/// A node that can be acted on now, measured in one round trip.
#[derive(Debug, Clone, PartialEq)]
pub struct Actionable {
    /// Where to press: inside the node, and the node (or a descendant of it, or its label) receives the hit.
    pub at: PointInViewport,
    /// Its box, measured just now.
    pub box_in_viewport: BoxInViewport,
    /// For links and submitting controls, where activating it would lead, absolute.
    pub leads_to: Option<String>,
}

/// Why a node cannot be acted on at the moment. Waiting may help.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case", tag = "why")]
pub enum Unactionable {
    /// It left the page.
    #[error("it left the page")]
    Gone,
    /// It is not drawn.
    #[error("it is not visible")]
    Hidden,
    /// It takes no input.
    #[error("it is disabled")]
    Disabled,
    /// It moved or is being animated.
    #[error("it is moving")]
    Moving,
    /// Something else would receive the press.
    #[error("it is covered by {by}")]
    Covered {
        /// What covers it: role and name, else the tag.
        by: String,
    },
    /// It cannot be brought into view.
    #[error("it is outside the viewport")]
    OutOfView,
}

/// A picture of the whole viewport.
#[derive(Debug, Clone)]
pub struct Picture {
    /// When it was taken, on the session's clock.
    pub at: SessionTime,
    /// PNG.
    pub png: Arc<[u8]>,
    /// Its size in pixels.
    pub size_px: (u32, u32),
    /// The viewport it shows, in the driver's unit.
    pub viewport: (f64, f64),
}

/// What is still going on in the application.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Quiet {
    /// No navigation is in flight.
    pub no_navigation: bool,
    /// Requests started since the mark that have not ended.
    pub pending_requests: u32,
    /// Nothing changed for two animation frames.
    pub still: bool,
}

impl Quiet {
    /// True when nothing is going on.
    pub fn is_quiet(&self) -> bool {
        self.no_navigation && self.pending_requests == 0 && self.still
    }
}

/// A device that is being driven. Its methods never wait for ever: each races the device's own signals (dialog, crash, end) and a limit.
#[async_trait]
pub trait Driver: Send + Sync {
    /// What it can do.
    fn capabilities(&self) -> &Capabilities;

    /// What it is. The build is read afresh from the current top document.
    async fn identity(&self) -> Result<Identity, DeviceError>;

    /// The screen now. Incremental inside: what did not change is not read again.
    async fn observe(&self) -> Result<Arc<Observation>, DeviceError>;

    /// Whether the node can be acted on now, and where. Brings it into view first.
    async fn actionable(&self, node: Handle) -> Result<Result<Actionable, Unactionable>, DeviceError>;

    /// Does it. An error says whether it reached the device.
    async fn perform(&self, actuation: &Actuation) -> Result<Dispatched, DeviceError>;

    /// A mark in the stream of requests and changes, to ask [`Driver::settle`] about.
    fn mark(&self) -> u64;

    /// Waits until nothing is going on that started at or after `mark`, at most `limit`, and says how it stands.
    async fn settle(&self, mark: u64, limit: Duration) -> Result<Quiet, DeviceError>;

    /// A picture of the viewport.
    async fn picture(&self) -> Result<Picture, DeviceError>;

    /// Turns frames (as events) on or off.
    async fn want_frames(&self, wanted: bool) -> Result<(), DeviceError>;

    /// Everything it tells from now on.
    fn events(&self) -> DeviceEvents;

    /// Ends it and what it started. Never hangs: what does not end is killed.
    async fn close(&self);
}
