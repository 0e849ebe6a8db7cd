//! Knows whether anybody is still there, so that an engine a window started can end itself once it is left alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use baton_api::Host;
use baton_base::{SessionTime, SharedClock};

/// Who is connected, and when somebody last was.
#[derive(Debug, Clone)]
pub(crate) struct Presence {
    clock: SharedClock,
    connected: Arc<AtomicUsize>,
    last_seen_us: Arc<AtomicU64>,
}

/// One connected client; it leaves when this is dropped.
#[derive(Debug)]
pub(crate) struct Present(Presence);

impl Drop for Present {
    fn drop(&mut self) {
        self.0.connected.fetch_sub(1, Ordering::SeqCst);
        self.0.touch();
    }
}

impl Presence {
    pub(crate) fn new(clock: SharedClock) -> Presence {
        let presence = Presence { clock, connected: Arc::default(), last_seen_us: Arc::default() };
        presence.touch();
        presence
    }

    /// Somebody asked something.
    pub(crate) fn touch(&self) {
        self.last_seen_us.store(self.clock.now().as_us(), Ordering::SeqCst);
    }

    /// Somebody stays connected.
    pub(crate) fn enter(&self) -> Present {
        self.connected.fetch_add(1, Ordering::SeqCst);
        Present(self.clone())
    }

    fn idle_for(&self) -> Duration {
        if self.connected.load(Ordering::SeqCst) > 0 {
            return Duration::ZERO;
        }
        self.clock.now().since(SessionTime(self.last_seen_us.load(Ordering::SeqCst)))
    }

    /// Resolves once nobody was there and nothing was being done for `limit`.
    pub(crate) async fn left_alone(&self, limit: Duration, host: &dyn Host) {
        loop {
            let idle = if host.busy() { Duration::ZERO } else { self.idle_for() };
            if idle >= limit {
                return;
            }
            self.clock.sleep(limit - idle).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baton_api::contract::SampleHost;
    use baton_base::{Clock as _, FakeClock};

    #[tokio::test]
    async fn a_connected_client_keeps_the_engine_and_its_leaving_starts_the_wait() {
        let clock = FakeClock::new();
        let presence = Presence::new(Arc::new(clock.clone()));
        let client = presence.enter();
        let limit = Duration::from_secs(10);
        let waiting = presence.clone();
        let task = tokio::spawn(async move { waiting.left_alone(limit, &SampleHost).await });
        for _ in 0..3 {
            tokio::task::yield_now().await;
            clock.advance(limit);
        }
        tokio::task::yield_now().await;
        assert!(!task.is_finished(), "it ended although a client was connected");
        drop(client);
        for _ in 0..3 {
            tokio::task::yield_now().await;
            clock.advance(limit);
        }
        tokio::time::timeout(Duration::from_secs(5), task).await.expect("nobody is left, yet it stays").unwrap();
        assert!(clock.now().as_us() > 30_000_000, "it left before the wait after the last client was over");
    }
}
