//! What is kept of a run besides its acts: a row a step, pictures of moments, network, console, and where pages were not let go.

use std::sync::{Arc, Mutex, PoisonError};

use baton_base::SessionTime;
use baton_device::event::NetworkRow;
use baton_device::{Blocked, DeviceEvent, DeviceEvents};
use baton_session::{MaskedPicture, Session};
use baton_store::tables::{PictureTaken, Step as StepOver};
use baton_store::{Durability, RunFolder, StoreError};
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;

use crate::result::StepRow;

/// What a run's evidence is written to.
pub(crate) struct Evidence {
    folder: RunFolder,
    /// Whether each step's picture is kept. A failure's always is.
    pub pictures: bool,
    heard: Arc<Mutex<Heard>>,
    listener: Option<tokio::task::JoinHandle<()>>,
    /// What could not be kept, said once in the result.
    pub trouble: Option<String>,
}

/// What the device has told so far.
#[derive(Default)]
struct Heard {
    network: Vec<Arc<NetworkRow>>,
    blocked: Vec<Blocked>,
}

impl Evidence {
    /// Evidence in a run's folder; listens to the device from now on.
    pub fn begin(session: &Session, folder: RunFolder, pictures: bool) -> Evidence {
        let heard = Arc::new(Mutex::new(Heard::default()));
        let listener = tokio::spawn(listen(session.device().events(), session.recorder(), Arc::clone(&heard)));
        Evidence { folder, pictures, heard, listener: Some(listener), trouble: None }
    }

    /// The row of a step that is over.
    pub async fn write_step(
        &self,
        session: &Session,
        ordinal: u32,
        action: &'static str,
        began: SessionTime,
        row: &StepRow,
    ) -> Result<(), StoreError> {
        let Some(run) = session.journal().run() else { return Ok(()) };
        let scrubber = session.scrubber();
        let over = StepOver {
            run: run.clone(),
            ordinal,
            step: scrubber.exempt_text(&row.id),
            at_us: began,
            ended_us: session.now(),
            action: scrubber.exempt_text(action),
            outcome: match (row.executed, row.outcome.as_str()) {
                (false, _) => "skipped",
                (true, "ok") => "ok",
                (true, _) => "failed",
            },
            attempts: row.attempts,
            rung: row.rung.map(|rung| rung as u32),
            asserted: row.asserted,
            landed: None,
            code: None,
            told: Some(scrubber.json(&json!({"outcome": row.outcome, "landed": row.landed, "skipped": row.skipped}))),
        };
        session.journal().store().put(over, Durability::Normal).await.map(drop)
    }

    /// A picture of this moment, masked, under a step's name. The path is relative to the workspace.
    pub async fn keep_picture(&mut self, session: &Session, name: &str, moment: &'static str) -> Option<String> {
        let kept = match session.picture().await {
            Ok(picture) => self.write_picture(session, name, moment, picture).await.map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        kept.map_err(|why| self.trouble.get_or_insert(format!("some pictures are missing: {why}")).clone()).ok()
    }

    async fn write_picture(
        &self,
        session: &Session,
        name: &str,
        moment: &'static str,
        picture: MaskedPicture,
    ) -> Result<String, StoreError> {
        let (journal, scrubber) = (session.journal(), session.scrubber());
        let (width_px, height_px) = picture.size_px;
        let spoilt =
            |cause: &dyn std::fmt::Display| StoreError::Spoilt { what: name.to_owned(), cause: cause.to_string() };
        let png = scrubber.picture(picture.png).map_err(|error| spoilt(&error))?;
        let step = scrubber.exempt_text(name);
        let (folder, blobs, file) = (self.folder.clone(), journal.store().blobs(), step.clone());
        // Two files and an fsync each: not on a thread that others wait for.
        let written = tokio::task::spawn_blocking(move || {
            Ok::<_, StoreError>((blobs.put_picture(&png)?, folder.write_picture(&file, &png)?))
        });
        let (blob, path) = written.await.map_err(|error| spoilt(&error))??;
        let row = PictureTaken {
            session: session.id().clone(),
            run: journal.run().cloned(),
            step: Some(step),
            at_us: picture.at,
            blob,
            moment,
            width_px,
            height_px,
        };
        journal.store().put(row, Durability::Normal).await?;
        Ok(path.display().to_string())
    }

    /// The requests that ended since a moment.
    pub fn network_since(&self, since: SessionTime) -> Vec<Arc<NetworkRow>> {
        self.heard().network.iter().filter(|row| row.at >= since).cloned().collect()
    }

    /// The first place since a moment that a page was not let go to.
    pub fn blocked_since(&self, since: SessionTime) -> Option<Blocked> {
        self.heard().blocked.iter().find(|blocked| blocked.at >= since).cloned()
    }

    /// Stops listening. What was heard is on its way into the journal.
    pub async fn end(&mut self) {
        if let Some(listener) = self.listener.take() {
            listener.abort();
            let _ = listener.await;
        }
    }

    fn heard(&self) -> std::sync::MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn listen(mut events: DeviceEvents, recorder: baton_session::Recorder, heard: Arc<Mutex<Heard>>) {
    let heard = || heard.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        match events.recv().await {
            Ok(DeviceEvent::Network(row)) => {
                recorder.network(&row);
                heard().network.push(row);
            }
            Ok(DeviceEvent::Console(row)) => recorder.console(&row),
            Ok(DeviceEvent::Blocked(blocked)) => heard().blocked.push(blocked),
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}
