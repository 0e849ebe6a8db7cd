//! Whether anything is still going on. Driven by the page's and the network's events: nothing here sleeps for a fixed time.

use std::sync::Arc;
use std::time::Duration;

use baton_base::clock::within;
use baton_perception::Stillness;

use crate::driver::Quiet;
use crate::error::{Delivery, DeviceError};

use super::core::{Core, Evaluated, Heed, read_said};
use super::state::State;

/// A page that did not change for so many animation frames is still.
const FRAMES: u32 = 2;

/// Waits until nothing is going on that began at or after `mark`, at most `limit`.
pub(super) async fn settle(core: &Arc<Core>, mark: u64, limit: Duration) -> Result<Quiet, DeviceError> {
    core.clear(Heed::All)?;
    let started = core.clock.now();
    match within(&*core.clock, limit, quiet(core, mark, started + limit)).await {
        Ok(done) => done,
        Err(_) => Ok(standing(&core.state(), mark, false)),
    }
}

async fn quiet(core: &Core, mark: u64, until: baton_base::SessionTime) -> Result<Quiet, DeviceError> {
    loop {
        let left = until.since(core.clock.now());
        let calm = |state: &State| state.no_navigation() && state.pending_since(mark) == 0;
        match core.until(left, Heed::All, Delivery::Undelivered, calm).await {
            Ok(()) => {}
            Err(DeviceError::Silent { .. }) => return Ok(standing(&core.state(), mark, false)),
            Err(error) => return Err(error),
        }
        let still = still(core, until).await?;
        let now = standing(&core.state(), mark, still);
        // A request or navigation that the wait itself brought to light is waited for in turn.
        if now.is_quiet() || core.clock.now() >= until {
            return Ok(now);
        }
    }
}

/// Two animation frames without a change, in every frame of the page at once.
async fn still(core: &Core, until: baton_base::SessionTime) -> Result<bool, DeviceError> {
    let left = until.since(core.clock.now());
    let script = format!("__baton.still({FRAMES}, {})", left.as_millis());
    let frames = core.state().current_frames();
    let begun: Vec<_> = frames.iter().map(|frame| core.begin_script(frame, &script, true)).collect();
    let mut still = true;
    for (at, pending) in begun.into_iter().enumerate() {
        if pending.is_none() {
            // A child frame without a document cannot change; a top one without is being replaced.
            still &= at > 0;
            continue;
        }
        match core.end_script(pending, left).await {
            Ok(Evaluated::Value(raw)) => still &= read_said::<Stillness>(&raw)?.still,
            Ok(Evaluated::DocumentGone) => still = false,
            Ok(Evaluated::Threw(why)) => return Err(DeviceError::Refused(format!("the page's script failed: {why}"))),
            Err(DeviceError::Silent { .. }) => return Ok(false),
            Err(error) => return Err(error),
        }
    }
    Ok(still)
}

fn standing(state: &State, mark: u64, still: bool) -> Quiet {
    Quiet { no_navigation: state.no_navigation(), pending_requests: state.pending_since(mark), still }
}
