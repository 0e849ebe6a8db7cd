//! What is kept of a run besides its rows: pictures of moments, network and console.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use baton_base::SessionTime;
use baton_device::event::NetworkRow;
use baton_device::{DeviceEvent, DeviceEvents};
use baton_session::Session;
use tokio::sync::broadcast::error::RecvError;

use crate::result::StepRow;

/// What a run's evidence is written to.
pub(crate) struct Evidence {
    folder: PathBuf,
    pictures: bool,
    network: Arc<Mutex<Vec<Arc<NetworkRow>>>>,
    listener: Option<tokio::task::JoinHandle<()>>,
    /// What could not be kept, said once in the result.
    pub trouble: Option<String>,
}

impl Evidence {
    /// Evidence in a folder that exists; listens to the device from now on.
    pub fn begin(session: &Session, folder: PathBuf, pictures: bool) -> Evidence {
        let network = Arc::new(Mutex::new(Vec::new()));
        let listener = tokio::spawn(listen(session.device().events(), session.recorder(), Arc::clone(&network)));
        Evidence { folder, pictures, network, listener: Some(listener), trouble: None }
    }

    /// After each step: its picture, masked.
    pub async fn step_ended(&mut self, session: &Session, row: &StepRow) {
        if self.pictures {
            self.keep_picture(session, &row.id).await;
        }
    }

    /// A picture of this moment, masked, under a step's name. The path is relative to the run's folder.
    pub async fn keep_picture(&mut self, session: &Session, name: &str) -> Option<String> {
        let file = format!("{}.png", name.replace(['[', ']'], "_"));
        let kept = match session.picture().await {
            Ok(picture) => {
                tokio::fs::write(self.folder.join(&file), picture.png).await.map_err(|error| error.to_string())
            }
            Err(error) => Err(error.to_string()),
        };
        match kept {
            Ok(()) => Some(file),
            Err(why) => {
                self.trouble.get_or_insert(format!("some pictures are missing: {why}"));
                None
            }
        }
    }

    /// The requests that ended since a moment.
    pub fn network_since(&self, since: SessionTime) -> Vec<Arc<NetworkRow>> {
        let rows = self.network.lock().unwrap_or_else(PoisonError::into_inner);
        rows.iter().filter(|row| row.at >= since).cloned().collect()
    }

    /// Waits until everything heard so far is in the journal.
    pub async fn end(&mut self) {
        if let Some(listener) = self.listener.take() {
            listener.abort();
            let _ = listener.await;
        }
    }
}

async fn listen(
    mut events: DeviceEvents,
    recorder: baton_session::Recorder,
    network: Arc<Mutex<Vec<Arc<NetworkRow>>>>,
) {
    loop {
        match events.recv().await {
            Ok(DeviceEvent::Network(row)) => {
                recorder.network(&row);
                network.lock().unwrap_or_else(PoisonError::into_inner).push(row);
            }
            Ok(DeviceEvent::Console(row)) => recorder.console(&row),
            Ok(_) | Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}
