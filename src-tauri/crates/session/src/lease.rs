//! Whose turn it is. One session has one lease; acting needs it, observing does not.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use baton_base::{SessionTime, SharedClock};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// Where the controls are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Control {
    /// Nobody has them.
    Idle,
    /// A replay or an agent has them.
    Automation,
    /// Automation has let go and a person may take them.
    Paused,
    /// A person has them.
    Person,
    /// A person gave them back; the screen is being judged before automation goes on.
    Resuming,
    /// Given up with a reason. Final.
    Aborted,
    /// Over. Final.
    Ended,
}

impl Control {
    /// True for a state that nothing leaves.
    pub fn is_final(self) -> bool {
        matches!(self, Control::Aborted | Control::Ended)
    }

    /// The moves of the control table; every other one is illegal.
    fn may_become(self, next: Control) -> bool {
        use Control::{Aborted, Automation, Ended, Idle, Paused, Person, Resuming};
        match (self, next) {
            (from, Aborted | Ended) => !from.is_final(),
            (Idle, Automation | Person) => true,
            (Automation, Paused) | (Paused, Person) | (Person, Resuming) => true,
            (Resuming, Automation | Paused) => true,
            _ => false,
        }
    }

    /// The name used in rows and results.
    pub fn as_str(self) -> &'static str {
        match self {
            Control::Idle => "IDLE",
            Control::Automation => "AUTOMATION",
            Control::Paused => "PAUSED",
            Control::Person => "PERSON",
            Control::Resuming => "RESUMING",
            Control::Aborted => "ABORTED",
            Control::Ended => "ENDED",
        }
    }
}

/// Who wants to act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Holder {
    /// A person at the mirror.
    Person,
    /// An AI agent.
    Agent,
    /// A replay.
    Replay,
}

impl Holder {
    /// The name used in rows and results.
    pub fn as_str(self) -> &'static str {
        match self {
            Holder::Person => "person",
            Holder::Agent => "agent",
            Holder::Replay => "replay",
        }
    }

    fn acts_in(self) -> Control {
        match self {
            Holder::Person => Control::Person,
            Holder::Agent | Holder::Replay => Control::Automation,
        }
    }
}

/// One move of the controls, as it is journalled.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LeaseChange {
    /// When.
    pub at: SessionTime,
    /// Before.
    pub from: Control,
    /// After.
    pub to: Control,
    /// Who moved them: a holder's name, or a person's.
    pub who: String,
    /// Why.
    pub why: String,
}

/// Why the lease was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LeaseError {
    /// The control table has no such move.
    #[error("the controls cannot go from {} to {}", from.as_str(), to.as_str())]
    IllegalMove {
        /// Where they are.
        from: Control,
        /// Where they were to go.
        to: Control,
    },
    /// Somebody else has the controls.
    #[error("{} may not act while the controls are {}", holder.as_str(), control.as_str())]
    NotYours {
        /// Who wanted to act.
        holder: Holder,
        /// Where the controls are.
        control: Control,
    },
}

/// The controls of one session.
#[derive(Debug)]
pub struct Lease {
    clock: SharedClock,
    state: Mutex<State>,
    seen: watch::Sender<Control>,
    /// Held while something acts, so that two holders' inputs never interleave.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Debug)]
struct State {
    control: Control,
    since: SessionTime,
    held_up: Duration,
}

/// The right to act, while it is held. No other holder's input can leave before it is dropped.
#[derive(Debug)]
pub struct Turn<'a> {
    holder: Holder,
    _one_at_a_time: tokio::sync::MutexGuard<'a, ()>,
}

impl Turn<'_> {
    /// Who acts.
    pub fn holder(&self) -> Holder {
        self.holder
    }
}

impl Lease {
    /// Idle controls.
    pub fn new(clock: SharedClock) -> Lease {
        let since = clock.now();
        Lease {
            clock,
            state: Mutex::new(State { control: Control::Idle, since, held_up: Duration::ZERO }),
            seen: watch::Sender::new(Control::Idle),
            turn: tokio::sync::Mutex::new(()),
        }
    }

    /// Where the controls are now.
    pub fn control(&self) -> Control {
        self.state().control
    }

    /// Follows the controls as they move.
    pub fn watch(&self) -> watch::Receiver<Control> {
        self.seen.subscribe()
    }

    /// Moves the controls. The change must be journalled by the caller before anything acts on it.
    pub fn shift(&self, to: Control, who: &str, why: &str) -> Result<LeaseChange, LeaseError> {
        let mut state = self.state();
        let from = state.control;
        if !from.may_become(to) {
            return Err(LeaseError::IllegalMove { from, to });
        }
        let at = self.clock.now();
        if matches!(from, Control::Paused | Control::Person | Control::Resuming) {
            let held_up = at.since(state.since);
            state.held_up += held_up;
        }
        state.control = to;
        state.since = at;
        drop(state);
        self.seen.send_replace(to);
        Ok(LeaseChange { at, from, to, who: who.to_owned(), why: why.to_owned() })
    }

    /// The right to act, once whoever acts now has finished; refused when the controls are elsewhere.
    pub async fn turn(&self, holder: Holder) -> Result<Turn<'_>, LeaseError> {
        let one_at_a_time = self.turn.lock().await;
        let control = self.control();
        if control != holder.acts_in() {
            return Err(LeaseError::NotYours { holder, control });
        }
        Ok(Turn { holder, _one_at_a_time: one_at_a_time })
    }

    /// How long automation has been held up by people so far. It counts against no timeout.
    pub fn held_up(&self) -> Duration {
        let state = self.state();
        match state.control {
            Control::Paused | Control::Person | Control::Resuming => {
                state.held_up + self.clock.now().since(state.since)
            }
            _ => state.held_up,
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use baton_base::FakeClock;

    use super::*;

    const ALL: [Control; 7] = [
        Control::Idle,
        Control::Automation,
        Control::Paused,
        Control::Person,
        Control::Resuming,
        Control::Aborted,
        Control::Ended,
    ];

    fn lease() -> (Lease, FakeClock) {
        let clock = FakeClock::new();
        (Lease::new(Arc::new(clock.clone())), clock)
    }

    fn walk(path: &[Control]) -> Result<Lease, LeaseError> {
        let (lease, _) = lease();
        path.iter().try_for_each(|to| lease.shift(*to, "test", "walk").map(drop))?;
        Ok(lease)
    }

    #[test]
    fn every_move_outside_the_table_is_refused() {
        let legal = |from: Control, to: Control| {
            use Control::*;
            matches!(
                (from, to),
                (Idle, Automation)
                    | (Idle, Person)
                    | (Automation, Paused)
                    | (Paused, Person)
                    | (Person, Resuming)
                    | (Resuming, Automation)
                    | (Resuming, Paused)
            ) || (!matches!(from, Aborted | Ended) && matches!(to, Aborted | Ended))
        };
        for from in ALL {
            for to in ALL {
                assert_eq!(from.may_become(to), legal(from, to), "{from:?} → {to:?} against the table of behaviour §6");
            }
        }
    }

    #[tokio::test]
    async fn automation_may_not_act_while_a_person_holds() {
        use Control::*;
        let lease = walk(&[Automation, Paused, Person]).unwrap();
        let refused = lease.turn(Holder::Replay).await.err();
        assert_eq!(
            refused,
            Some(LeaseError::NotYours { holder: Holder::Replay, control: Person }),
            "a replay acted while a person held the controls"
        );
        assert!(lease.turn(Holder::Person).await.is_ok(), "the person holds them");
    }

    #[tokio::test]
    async fn a_second_holder_waits_until_the_first_has_acted() {
        let lease = Arc::new(walk(&[Control::Automation]).unwrap());
        let turn = lease.turn(Holder::Replay).await.unwrap();
        lease.shift(Control::Paused, "person", "take over").unwrap();
        lease.shift(Control::Person, "person", "take over").unwrap();
        let other = Arc::clone(&lease);
        let person = tokio::spawn(async move { other.turn(Holder::Person).await.map(|turn| turn.holder()) });
        tokio::task::yield_now().await;
        assert!(!person.is_finished(), "the person's click went out while the replay's was in flight");
        drop(turn);
        assert_eq!(person.await.unwrap(), Ok(Holder::Person), "the person's turn comes next");
    }

    #[test]
    fn time_a_person_takes_is_counted_apart() {
        use Control::*;
        let (lease, clock) = lease();
        let shift = |to| lease.shift(to, "test", "walk").unwrap();
        shift(Automation);
        clock.advance(Duration::from_secs(1));
        shift(Paused);
        clock.advance(Duration::from_secs(2));
        shift(Person);
        clock.advance(Duration::from_secs(4));
        assert_eq!(lease.held_up(), Duration::from_secs(6), "what runs now counts too");
        shift(Resuming);
        clock.advance(Duration::from_secs(8));
        shift(Automation);
        clock.advance(Duration::from_secs(16));
        assert_eq!(lease.held_up(), Duration::from_secs(14), "only paused, person and resuming time counts");
    }
}
