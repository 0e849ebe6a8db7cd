//! Whether a message left for the browser. Kept apart for its own sake: a command that may be tried again must never have left.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::error::Delivery;

const WAITING: u8 = 0;
const LEFT: u8 = 1;
const WITHDRAWN: u8 = 2;

/// One message's way out, shared by who sends it and who waits for the answer.
#[derive(Debug, Clone, Default)]
pub(super) struct Ticket(Arc<AtomicU8>);

impl Ticket {
    /// The writer takes the message; false when it was withdrawn and must not be sent.
    pub fn leave(&self) -> bool {
        self.0.compare_exchange(WAITING, LEFT, Ordering::AcqRel, Ordering::Acquire).is_ok()
    }

    /// Gives up on the answer. What had not left never will, and is undelivered; of the rest nothing is known.
    pub fn withdraw(&self) -> Delivery {
        match self.0.compare_exchange(WAITING, WITHDRAWN, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) | Err(WITHDRAWN) => Delivery::Undelivered,
            Err(_) => Delivery::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_withdrawn_never_leaves_and_what_left_is_never_called_undelivered() {
        let waiting = Ticket::default();
        assert_eq!(waiting.withdraw(), Delivery::Undelivered, "nothing had left");
        assert!(!waiting.leave(), "a withdrawn message must not be sent later: its caller may try again");
        let sent = Ticket::default();
        assert!(sent.leave(), "it was waiting");
        assert_eq!(sent.withdraw(), Delivery::Unknown, "it left, so it may have arrived");
    }
}
