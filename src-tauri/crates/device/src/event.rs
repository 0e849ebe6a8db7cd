//! What a device tells of its own accord.

use std::sync::Arc;

use baton_base::{Frame, SessionTime};
use serde::{Deserialize, Serialize};

/// A receiver of everything a device tells.
pub type DeviceEvents = tokio::sync::broadcast::Receiver<DeviceEvent>;

/// Something a device told.
#[derive(Debug, Clone)]
#[allow(missing_docs, reason = "each field is named for what it is; the variant says the rest")]
pub enum DeviceEvent {
    /// Something on the screen changed; another observation would differ. Coalesced to one an animation frame.
    Changed { at: SessionTime },
    /// A document of some frame was replaced.
    Navigated { at: SessionTime, url: String, top: bool },
    /// A navigation or download was stopped because the policy did not allow its destination.
    Blocked(super::driver::Blocked),
    /// A native dialog opened.
    DialogOpened { at: SessionTime, kind: String, message: String },
    /// It was answered or went away.
    DialogClosed { at: SessionTime },
    /// A tab or window opened by the page.
    PopupOpened { at: SessionTime, url: String },
    /// A download ended.
    Downloaded { at: SessionTime, name: String, path: Option<std::path::PathBuf> },
    /// A console message or an uncaught error.
    Console(Arc<ConsoleRow>),
    /// A request ended or failed.
    Network(Arc<NetworkRow>),
    /// A picture of the screen; only while frames are wanted.
    Frame(Frame),
    /// The page crashed.
    Crashed { at: SessionTime },
    /// The device is gone. The last event.
    Lost { at: SessionTime, why: String },
}

/// A console message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ConsoleRow {
    /// When, on the session's clock.
    pub at: SessionTime,
    /// log, info, warning, error, exception.
    pub level: String,
    /// What it says.
    pub text: String,
    /// Where it came from.
    pub source: String,
}

/// A request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NetworkRow {
    /// When it was sent, on the session's clock.
    pub at: SessionTime,
    /// GET, POST, …
    pub method: String,
    /// Where to.
    pub url: String,
    /// document, script, xhr, …
    pub kind: String,
    /// The answer's status; none when there was no answer.
    pub status: Option<u16>,
    /// How long it took.
    pub took_ms: u32,
    /// Bytes received.
    pub bytes: u64,
    /// Why it failed.
    pub error: Option<String>,
}
