//! Time is passed in, so that a test can hold it. This is the one module that may ask the machine what time it is.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Microseconds since a session's clock started. Monotonic; never wall time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionTime(pub u64);

impl SessionTime {
    /// The time in microseconds.
    pub fn as_us(self) -> u64 {
        self.0
    }

    /// How long after `earlier` this is; zero when it is not after.
    pub fn since(self, earlier: SessionTime) -> Duration {
        Duration::from_micros(self.0.saturating_sub(earlier.0))
    }
}

impl std::ops::Add<Duration> for SessionTime {
    type Output = SessionTime;

    fn add(self, rhs: Duration) -> SessionTime {
        SessionTime(self.0.saturating_add(rhs.as_micros() as u64))
    }
}

/// A future that a [`Clock`] hands out.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Where time comes from.
pub trait Clock: Send + Sync + std::fmt::Debug {
    /// Now, on this clock.
    fn now(&self) -> SessionTime;
    /// Milliseconds since the Unix epoch; may jump, so it is shown and never subtracted.
    fn wall_ms(&self) -> u64;
    /// Resolves once `wait` has passed on this clock.
    fn sleep(&self, wait: Duration) -> Sleep;
    /// The session time of a CLOCK_MONOTONIC reading, in seconds, as Chromium stamps its frames.
    #[allow(clippy::wrong_self_convention, reason = "it is read from a reading, by this clock")]
    fn from_monotonic_s(&self, seconds: f64) -> SessionTime;
}

/// A clock shared by everything in one session.
pub type SharedClock = Arc<dyn Clock>;

/// What was awaited took longer than it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not done in time")]
pub struct TimedOut;

/// Awaits `work` for at most `limit` on `clock`.
pub async fn within<T>(clock: &dyn Clock, limit: Duration, work: impl Future<Output = T>) -> Result<T, TimedOut> {
    tokio::select! {
        biased;
        done = work => Ok(done),
        () = clock.sleep(limit) => Err(TimedOut),
    }
}

/// The machine's clock, counted from the moment it was made.
#[derive(Debug)]
pub struct RealClock {
    started: Instant,
    started_monotonic_s: f64,
}

impl RealClock {
    /// Starts counting now.
    pub fn start() -> RealClock {
        RealClock { started: Instant::now(), started_monotonic_s: monotonic_s() }
    }

    /// The same, ready to share.
    pub fn shared() -> SharedClock {
        Arc::new(RealClock::start())
    }
}

/// CLOCK_MONOTONIC in seconds, the clock Chromium stamps its frames with.
fn monotonic_s() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::Monotonic);
    now.tv_sec as f64 + now.tv_nsec as f64 / 1e9
}

impl Clock for RealClock {
    fn now(&self) -> SessionTime {
        SessionTime(self.started.elapsed().as_micros() as u64)
    }

    fn wall_ms(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
    }

    fn sleep(&self, wait: Duration) -> Sleep {
        Box::pin(tokio::time::sleep(wait))
    }

    fn from_monotonic_s(&self, seconds: f64) -> SessionTime {
        SessionTime(((seconds - self.started_monotonic_s).max(0.0) * 1e6) as u64)
    }
}

/// A clock that moves only when told to. Sleepers wake in the order of their deadlines.
#[derive(Debug, Clone, Default)]
pub struct FakeClock {
    state: Arc<Mutex<FakeState>>,
}

#[derive(Debug, Default)]
struct FakeState {
    now_us: u64,
    auto_advance: bool,
    sleepers: Vec<(u64, tokio::sync::oneshot::Sender<()>)>,
}

impl FakeClock {
    /// A clock at zero that waits for [`FakeClock::advance`].
    pub fn new() -> FakeClock {
        FakeClock::default()
    }

    /// A clock that jumps to each sleeper's deadline at once, so that waits cost no real time.
    pub fn auto() -> FakeClock {
        let clock = FakeClock::default();
        clock.lock().auto_advance = true;
        clock
    }

    /// Moves time on and wakes who was waiting for it.
    pub fn advance(&self, by: Duration) {
        let mut state = self.lock();
        state.now_us += by.as_micros() as u64;
        let now_us = state.now_us;
        let mut due: Vec<_> = Vec::new();
        let mut later: Vec<_> = Vec::new();
        for sleeper in state.sleepers.drain(..) {
            if sleeper.0 <= now_us { due.push(sleeper) } else { later.push(sleeper) }
        }
        state.sleepers = later;
        drop(state);
        due.sort_by_key(|(at, _)| *at);
        for (_, wake) in due {
            let _ = wake.send(());
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, FakeState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clock for FakeClock {
    fn now(&self) -> SessionTime {
        SessionTime(self.lock().now_us)
    }

    fn wall_ms(&self) -> u64 {
        1_700_000_000_000 + self.lock().now_us / 1000
    }

    fn sleep(&self, wait: Duration) -> Sleep {
        let mut state = self.lock();
        let deadline_us = state.now_us + wait.as_micros() as u64;
        if state.auto_advance {
            let clock = self.clone();
            return Box::pin(async move {
                tokio::task::yield_now().await;
                let mut state = clock.lock();
                state.now_us = state.now_us.max(deadline_us);
            });
        }
        let (wake, woken) = tokio::sync::oneshot::channel();
        state.sleepers.push((deadline_us, wake));
        Box::pin(async move {
            let _ = woken.await;
        })
    }

    fn from_monotonic_s(&self, seconds: f64) -> SessionTime {
        SessionTime((seconds * 1e6) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_fake_sleeper_wakes_only_when_time_is_moved() {
        let clock = FakeClock::new();
        let sleep = clock.sleep(Duration::from_millis(5));
        clock.advance(Duration::from_millis(4));
        let early = tokio::time::timeout(Duration::from_millis(1), sleep).await;
        assert!(early.is_err(), "it woke before its deadline");
        let sleep = clock.sleep(Duration::from_millis(5));
        clock.advance(Duration::from_millis(5));
        sleep.await;
        assert_eq!(clock.now(), SessionTime(9_000), "time moved only by what it was told");
    }

    #[tokio::test]
    async fn within_gives_up_on_the_clock_it_was_given() {
        let clock = FakeClock::auto();
        let never = std::future::pending::<()>();
        assert_eq!(within(&clock, Duration::from_secs(3600), never).await, Err(TimedOut));
        assert_eq!(clock.now(), SessionTime(3_600_000_000), "an hour passed on the fake clock alone");
    }
}
