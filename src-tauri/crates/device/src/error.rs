//! What can go wrong between Baton and a device.

use serde::{Deserialize, Serialize};

/// Whether an action reached the device. Only `undelivered` may be tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// No input event left.
    Undelivered,
    /// The device acknowledged the input.
    Delivered,
    /// Input left, and nothing says whether it arrived.
    Unknown,
}

/// Why a device did not do what it was told.
#[derive(Debug, thiserror::Error)]
pub enum DeviceError {
    /// No such browser or tool on this machine.
    #[error("{what} was not found on this machine")]
    NotFound {
        /// What was looked for.
        what: String,
        /// The command that installs it.
        hint: String,
    },
    /// It did not come up.
    #[error("{what} did not start: {why}")]
    NotStarted {
        /// What was started.
        what: String,
        /// What it said.
        why: String,
    },
    /// The browser, app or connection is gone.
    #[error("the device is gone: {why}")]
    Lost {
        /// What was seen of its end.
        why: String,
        /// Whether the action under way reached it.
        delivery: Delivery,
    },
    /// The page or app crashed; the device itself answers.
    #[error("the page crashed")]
    Crashed {
        /// Whether the action under way reached it.
        delivery: Delivery,
    },
    /// It did not answer in time.
    #[error("the device did not answer within {limit_ms} ms")]
    Silent {
        /// The limit.
        limit_ms: u64,
        /// Whether the action under way reached it.
        delivery: Delivery,
    },
    /// A native dialog stands in the way; nothing else is answered until it is.
    #[error("a native dialog is open: {message}")]
    DialogOpen {
        /// alert, confirm, prompt, beforeunload.
        kind: String,
        /// What it says.
        message: String,
        /// Whether the action under way reached the device. A click that opens a dialog was delivered.
        delivery: Delivery,
    },
    /// The node is not there any more.
    #[error("the element is no longer on the page")]
    Gone,
    /// This device cannot do that.
    #[error("this device cannot {what}")]
    Unsupported {
        /// What was asked, as a capability's name.
        what: String,
    },
    /// The device refused.
    #[error("{0}")]
    Refused(String),
}

impl DeviceError {
    /// Whether the action under way reached the device.
    pub fn delivery(&self) -> Delivery {
        match self {
            DeviceError::Lost { delivery, .. }
            | DeviceError::Crashed { delivery }
            | DeviceError::Silent { delivery, .. }
            | DeviceError::DialogOpen { delivery, .. } => *delivery,
            _ => Delivery::Undelivered,
        }
    }
}
