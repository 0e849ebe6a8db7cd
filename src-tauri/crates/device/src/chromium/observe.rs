//! The screen now: one script a frame, all at once, each telling only what changed since it was asked last.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use baton_perception::{Composer, FrameKey, FrameModel, Part, handle_parts};
use baton_screen::{Handle, Observation};
use chromiumoxide_cdp::cdp::browser_protocol::dom::DescribeNodeParams;
use chromiumoxide_cdp::cdp::js_protocol::runtime::RemoteObjectId;
use serde::Deserialize;

use crate::error::{Delivery, DeviceError};

use super::core::{Core, Evaluated, Heed, said};
use super::state::{FrameState, Id, State};
use super::{intake, roots};

/// A page that replaces its documents without end is read as it stands after so many tries.
const TRIES: usize = 5;
/// How long a frame in the page may take to get its first document before it is called unreadable.
const DOCUMENT_LIMIT: Duration = Duration::from_millis(1000);

/// Keeps each frame's tree from one observation to the next.
#[derive(Default)]
pub(super) struct Observer {
    models: HashMap<FrameKey, FrameModel>,
    /// Which frame hangs at which element, found once for each element.
    hanging: HashMap<(FrameKey, u32), Id>,
    /// Hosts whose closed shadow root was looked for.
    looked: HashSet<(FrameKey, u32)>,
    /// Frames whose document was waited for.
    awaited: HashSet<Id>,
    composer: Composer,
    last: Option<Arc<Observation>>,
    /// For each frame of the last observation, where it hangs.
    owners: HashMap<FrameKey, (FrameKey, u32)>,
}

/// A frame that was read, or why it was not.
struct Reading {
    frame: FrameState,
    read: Result<(), String>,
}

impl Observer {
    /// Reads the screen.
    pub async fn observe(&mut self, core: &Arc<Core>) -> Result<Arc<Observation>, DeviceError> {
        match self.read(core).await {
            Err(DeviceError::DialogOpen { .. }) => Ok(self.behind_dialog(core)),
            other => other,
        }
    }

    /// With a dialog up pages do not answer; what was there last is still what is behind it.
    fn behind_dialog(&mut self, core: &Core) -> Arc<Observation> {
        let mut seen = self.last.as_deref().cloned().unwrap_or_default();
        seen.at = core.clock.now();
        seen.dialog = core.state().dialog().map(|dialog| dialog.seen.clone());
        Arc::new(seen)
    }

    async fn read(&mut self, core: &Arc<Core>) -> Result<Arc<Observation>, DeviceError> {
        let mut readings = Vec::new();
        for _ in 0..TRIES {
            top(core).await?;
            let frames = core.state().current_frames();
            readings = self.read_frames(core, frames).await?;
            let suspects = self.suspects(&readings);
            let again = roots::adopt(core, &mut self.looked, suspects).await?;
            let placed = self.place_new(core, &readings).await?;
            let stable = readings.first().is_some_and(|top| top.read.is_ok()) && !again && !placed;
            let awaited = self.await_documents(core, &readings).await?;
            if stable && !awaited && !missing_world(core, &readings) {
                break;
            }
        }
        Ok(self.compose(core, &readings))
    }

    async fn read_frames(&mut self, core: &Core, frames: Vec<FrameState>) -> Result<Vec<Reading>, DeviceError> {
        core.clear(Heed::All)?;
        let begun: Vec<_> = frames
            .into_iter()
            .map(|frame| {
                let since = self.version(&frame);
                let pending = core.begin_script(&frame, &format!("__baton.observe({since})"), true);
                (frame, pending)
            })
            .collect();
        let mut readings = Vec::with_capacity(begun.len());
        for (frame, pending) in begun {
            let limit = if readings.is_empty() { core.load_limit } else { core.limit };
            let read = match core.end_script(pending, limit).await {
                Ok(evaluated) => self.take(core, &frame, evaluated).await?,
                // A child frame whose process hangs or is being replaced must not hide the rest of the screen.
                Err(DeviceError::Silent { limit_ms, .. }) if !readings.is_empty() => {
                    Err(format!("it did not answer within {limit_ms} ms"))
                }
                Err(error) => return Err(error),
            };
            readings.push(Reading { frame, read });
        }
        Ok(readings)
    }

    fn version(&self, frame: &FrameState) -> u64 {
        let model = frame.world.as_ref().and_then(|world| self.models.get(&world.key));
        model.map_or(0, FrameModel::version)
    }

    async fn take(
        &mut self,
        core: &Core,
        frame: &FrameState,
        evaluated: Evaluated,
    ) -> Result<Result<(), String>, DeviceError> {
        let Some(world) = &frame.world else {
            intake::ask_world(core, &frame.session, &frame.id);
            return Ok(Err("its document is not there yet".to_owned()));
        };
        let raw = match evaluated {
            Evaluated::Value(raw) => raw,
            Evaluated::DocumentGone => return Ok(Err("its document was replaced".to_owned())),
            Evaluated::Threw(why) => return Ok(Err(format!("its script failed: {why}"))),
        };
        let model = self.models.entry(world.key).or_default();
        if model.apply(&said(&raw)).is_ok() {
            return Ok(Ok(()));
        }
        // The two sides drifted apart; a whole report brings them together again.
        *model = FrameModel::new();
        let pending = core.begin_script(frame, "__baton.observe(0)", true);
        Ok(match core.end_script(pending, core.limit).await? {
            Evaluated::Value(raw) => model.apply(&said(&raw)).map_err(|cause| cause.to_string()),
            Evaluated::DocumentGone => Err("its document was replaced".to_owned()),
            Evaluated::Threw(why) => Err(format!("its script failed: {why}")),
        })
    }

    fn suspects(&self, readings: &[Reading]) -> Vec<(FrameState, FrameKey, u32)> {
        let mut suspects = Vec::new();
        for Reading { frame, .. } in readings.iter().filter(|reading| reading.read.is_ok()) {
            let Some(world) = &frame.world else { continue };
            let Some(model) = self.models.get(&world.key) else { continue };
            suspects.extend(model.suspects().iter().map(|nid| (frame.clone(), world.key, *nid)));
        }
        suspects
    }

    /// Finds which frame hangs at each element that holds one. True when a frame was found that has not been read.
    async fn place_new(&mut self, core: &Core, readings: &[Reading]) -> Result<bool, DeviceError> {
        let mut unread = false;
        for Reading { frame, read } in readings {
            let (Some(world), Ok(())) = (&frame.world, read) else { continue };
            let Some(model) = self.models.get(&world.key) else { continue };
            let new: Vec<u32> = model
                .frames()
                .iter()
                .map(|sub| sub.nid)
                .filter(|nid| !self.hanging.get(&(world.key, *nid)).is_some_and(|id| known(core, id)))
                .collect();
            for nid in new {
                if let Some(id) = content_frame(core, frame, nid).await? {
                    unread |= known(core, &id) && !readings.iter().any(|reading| reading.frame.id == id);
                    self.hanging.insert((world.key, nid), id);
                }
            }
        }
        Ok(unread)
    }

    /// Waits, once for each frame, until frames that are on their way have their document. True when it waited.
    async fn await_documents(&mut self, core: &Core, readings: &[Reading]) -> Result<bool, DeviceError> {
        let missing = readings.iter().filter(|reading| reading.frame.world.is_none()).map(|reading| &reading.frame.id);
        let awaited: Vec<Id> = missing.filter(|id| !self.awaited.contains(*id)).cloned().collect();
        if awaited.is_empty() {
            return Ok(false);
        }
        self.awaited.extend(awaited.iter().cloned());
        let there =
            |state: &State| awaited.iter().all(|id| state.frames.get(id).is_none_or(|frame| frame.world.is_some()));
        match core.until(DOCUMENT_LIMIT, Heed::All, Delivery::Undelivered, there).await {
            Ok(()) => Ok(true),
            Err(DeviceError::Silent { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn compose(&mut self, core: &Core, readings: &[Reading]) -> Arc<Observation> {
        let keys: HashMap<&Id, FrameKey> = readings
            .iter()
            .enumerate()
            .map(|(at, reading)| {
                // A frame without a document has no key of its own; it gets one from the other end of the range.
                let key = reading.frame.world.as_ref().map_or(FrameKey(u32::MAX - at as u32), |world| world.key);
                (&reading.frame.id, key)
            })
            .collect();
        let owners: HashMap<FrameKey, (FrameKey, u32)> = self
            .hanging
            .iter()
            .filter_map(|((key, nid), id)| Some((*keys.get(id)?, (*key, *nid))))
            .filter(|(_, (around, _))| keys.values().any(|key| key == around))
            .collect();
        let parts: Vec<Part<'_>> = readings
            .iter()
            .filter(|Reading { frame, read }| {
                frame.parent.is_none() || read.is_ok() || owners.contains_key(&keys[&frame.id])
            })
            .map(|Reading { frame, read }| {
                let key = keys[&frame.id];
                let model = match (read, self.models.get(&key)) {
                    (Ok(()), Some(model)) => Ok(model),
                    (Err(why), _) => Err(why.clone()),
                    (Ok(()), None) => Err("it has not been read".to_owned()),
                };
                Part { key, owner: owners.get(&key).copied(), model, http_status: frame.http_status }
            })
            .collect();
        let mut seen = self.composer.compose(core.clock.now(), &parts);
        seen.dialog = core.state().dialog().map(|dialog| dialog.seen.clone());
        drop(parts);
        self.owners = owners;
        self.forget(core);
        let seen = Arc::new(seen);
        self.last = Some(seen.clone());
        seen
    }

    /// Documents that are gone are not kept.
    fn forget(&mut self, core: &Core) {
        let state = core.state();
        let live: HashSet<FrameKey> =
            state.frames.values().filter_map(|frame| Some(frame.world.as_ref()?.key)).collect();
        self.models.retain(|key, _| live.contains(key));
        self.hanging.retain(|(key, _), _| live.contains(key));
        self.looked.retain(|(key, _)| live.contains(key));
        self.awaited.retain(|id| state.frames.get(id).is_some_and(|frame| frame.world.is_none()));
    }

    /// The elements that hold the frames around a node, the nearest first.
    pub fn owners_of(&self, node: Handle) -> Vec<(FrameKey, u32)> {
        let (key, _) = handle_parts(node);
        std::iter::successors(self.owners.get(&key).copied(), |(around, _)| self.owners.get(around).copied()).collect()
    }
}

/// A frame that got its document while we read is worth another look.
fn missing_world(core: &Core, readings: &[Reading]) -> bool {
    let state = core.state();
    readings.iter().any(|reading| {
        let now = state.frames.get(&reading.frame.id);
        reading.read.is_err() && now.is_some_and(|now| now.world.is_some())
    })
}

fn known(core: &Core, id: &Id) -> bool {
    core.state().frames.contains_key(id)
}

#[derive(Deserialize)]
struct Described {
    node: DescribedNode,
}

#[derive(Deserialize)]
struct DescribedNode {
    #[serde(rename = "frameId")]
    frame: Option<String>,
}

/// The frame that an element holds.
async fn content_frame(core: &Core, frame: &FrameState, nid: u32) -> Result<Option<Id>, DeviceError> {
    let object = match core.object(frame, &format!("__baton.node({nid})")).await {
        Ok(Some(object)) => object,
        Ok(None) | Err(DeviceError::Gone | DeviceError::Refused(_)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut describe = DescribeNodeParams::default();
    describe.object_id = Some(RemoteObjectId::from(object));
    match core.call::<_, Described>(&frame.session, &describe).await {
        Ok(described) => Ok(described.node.frame.map(Arc::from)),
        Err(DeviceError::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The top frame of the tab that is driven, with its world; waits for a document that is on its way.
pub(super) async fn top(core: &Core) -> Result<FrameState, DeviceError> {
    let ready = |frames: &[FrameState]| frames.first().is_some_and(|top| top.world.is_some());
    let frames = core.state().current_frames();
    if !ready(&frames) {
        core.clear(Heed::All)?;
        core.page()?;
        if let Some(top) = frames.first() {
            intake::ask_world(core, &top.session, &top.id);
        }
        let limit: Duration = core.load_limit;
        core.until(limit, Heed::All, Delivery::Undelivered, |state| ready(&state.current_frames())).await?;
    }
    core.state().current_frames().into_iter().next().ok_or(DeviceError::Gone)
}
