//! Devices in memory, for tests of everything above a driver: one like a web browser, one like a phone.
//! They pass the same conformance suite as the real ones, and can be made to fail on cue.

pub mod app;
pub mod fault;
mod hands;
pub mod scenes;
mod world;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use baton_base::SharedClock;
use baton_screen::{Handle, Observation};

use crate::action::{Actuation, Dispatched};
use crate::driver::{Actionable, Capabilities, Driver, Identity, Opening, Picture, Quiet, Unactionable};
use crate::error::{Delivery, DeviceError};
use crate::event::{DeviceEvent, DeviceEvents};

use app::Screen;
use fault::{At, Fault};
use world::World;

/// Two animation frames.
const STILL_AFTER: Duration = Duration::from_millis(32);

/// A device in memory.
pub struct Fake {
    capabilities: Capabilities,
    clock: SharedClock,
    world: Mutex<World>,
}

impl Fake {
    /// One like a browser: 1280 × 800, a mouse and a keyboard, tabs, dialogs, downloads.
    pub fn web(clock: SharedClock, opening: &Opening) -> Fake {
        let capabilities = Capabilities {
            push_events: true,
            request_interception: true,
            screencast: true,
            dialogs: true,
            downloads: true,
            tabs: true,
            upload: true,
            composition: true,
            network_rows: true,
            console_rows: true,
            location: true,
            permissions: true,
            clipboard: true,
            hover: true,
            ..Capabilities::default()
        };
        Fake::new(capabilities, clock, opening, (1280.0, 800.0, 1.0), "fake web")
    }

    /// One like a phone: points, packages instead of frames, touch only, and a tree that can be late, truncated or opaque.
    pub fn phone(clock: SharedClock, opening: &Opening) -> Fake {
        let capabilities = Capabilities {
            screencast: true,
            dialogs: true,
            touch: true,
            composition: true,
            location: true,
            permissions: true,
            rotation: true,
            ..Capabilities::default()
        };
        Fake::new(capabilities, clock, opening, (360.0, 780.0, 3.0), "fake phone")
    }

    fn new(
        capabilities: Capabilities,
        clock: SharedClock,
        opening: &Opening,
        size: (f64, f64, f64),
        device: &'static str,
    ) -> Fake {
        let world = World::new(clock.clone(), opening.clone(), size, device, scenes::all());
        Fake { capabilities, clock, world: Mutex::new(world) }
    }

    /// With another application, opened at its first screen.
    pub fn holding(self, screens: Vec<Screen>) -> Fake {
        self.world().hold(screens);
        self
    }

    /// Something goes wrong at the next such call.
    pub fn cue(&self, at: At, fault: Fault) {
        self.world().faults.push((at, fault));
    }

    /// Every actuation that reached the application, in order.
    pub fn received(&self) -> Vec<Actuation> {
        self.world().received.clone()
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits out what is due, one thing after the other, until `until`.
    async fn pass(&self, until: baton_base::SessionTime) {
        loop {
            let due = self.world().next_due().filter(|due| *due <= until);
            let Some(due) = due else { return };
            let wait = due.since(self.clock.now());
            if !wait.is_zero() {
                self.clock.sleep(wait).await;
            }
            self.world().catch_up();
        }
    }
}

#[async_trait]
impl Driver for Fake {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    async fn identity(&self) -> Result<Identity, DeviceError> {
        self.world().identity()
    }

    async fn observe(&self) -> Result<Arc<Observation>, DeviceError> {
        let mut world = self.world();
        world.catch_up();
        world.observe()
    }

    async fn actionable(&self, node: Handle) -> Result<Result<Actionable, Unactionable>, DeviceError> {
        let mut world = self.world();
        world.catch_up();
        world.actionable(node)
    }

    async fn perform(&self, actuation: &Actuation) -> Result<Dispatched, DeviceError> {
        if let Actuation::LongPress { hold_ms, .. } | Actuation::Swipe { over_ms: hold_ms, .. } = actuation {
            self.clock.sleep(Duration::from_millis(u64::from(*hold_ms))).await;
        }
        let mut world = self.world();
        world.catch_up();
        hands::perform(&mut world, &self.capabilities, actuation)
    }

    fn mark(&self) -> u64 {
        self.world().sequence + 1
    }

    async fn settle(&self, mark: u64, limit: Duration) -> Result<Quiet, DeviceError> {
        let until = self.clock.now() + limit;
        self.world().stand(At::Settle, Delivery::Undelivered)?;
        // Stillness takes two animation frames to tell, here as on a real device.
        self.clock.sleep(STILL_AFTER.min(limit)).await;
        loop {
            self.world().catch_up();
            let quiet = self.world().quiet(mark);
            let due = self.world().next_due();
            if quiet.is_quiet() || due.is_none_or(|due| due > until) {
                if !quiet.is_quiet() {
                    self.clock.sleep(until.since(self.clock.now())).await;
                }
                return Ok(quiet);
            }
            self.pass(due.unwrap_or(until)).await;
        }
    }

    async fn picture(&self) -> Result<Picture, DeviceError> {
        self.world().stand(At::Observe, Delivery::Undelivered)?;
        self.world().picture()
    }

    async fn want_frames(&self, wanted: bool) -> Result<(), DeviceError> {
        let mut world = self.world();
        world.frames_wanted = wanted;
        world.changed();
        Ok(())
    }

    fn events(&self) -> DeviceEvents {
        self.world().events.subscribe()
    }

    async fn close(&self) {
        let mut world = self.world();
        if world.lost.replace("it was closed".to_owned()).is_none() {
            let at = self.clock.now();
            world.emit(DeviceEvent::Lost { at, why: "it was closed".to_owned() });
        }
    }
}
