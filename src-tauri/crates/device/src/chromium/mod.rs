//! Browsers of the Chromium family, over the DevTools protocol: <https://chromedevtools.github.io/devtools-protocol/>.
//! One connection, flat sessions, an isolated world in every frame; input goes to the page's session alone.

#![allow(
    clippy::field_reassign_with_default,
    reason = "the generated types have many fields, of which a command sets two or three"
)]

mod act;
mod attach;
mod cast;
mod connection;
mod core;
mod device_set;
mod drag;
mod find;
mod guard;
mod intake;
mod keyboard;
mod launch;
mod measure;
mod navigate;
mod observe;
mod pointer;
mod prepare;
mod quiet;
mod roots;
mod spawn;
mod state;
mod tabs;
mod ticket;
mod traffic;
mod wire;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use baton_screen::{Handle, Observation};
use serde::Deserialize;
use tokio::sync::Mutex;

use crate::action::{Actuation, Dispatched};
use crate::driver::{Actionable, Capabilities, Driver, Identity, Picture, Quiet, Unactionable};
use crate::error::DeviceError;
use crate::event::DeviceEvents;

pub use attach::Attach;
pub use find::{FoundBrowser, find};
pub use launch::Launch;

use self::core::Core;
use observe::Observer;
use spawn::Process;

/// A browser that is being driven.
pub struct Chromium {
    core: Arc<Core>,
    observer: Mutex<Observer>,
    process: Mutex<Option<Process>>,
    pid: Option<u32>,
    /// What the browser is called and where it shows, told once at the start.
    named: Named,
    capabilities: Capabilities,
    /// Where `Relaunch` begins again.
    start_url: String,
}

#[derive(Debug, Clone, Default)]
struct Named {
    browser: String,
    device: String,
}

impl Chromium {
    /// The browser's process, when we started it.
    pub fn pid(&self) -> Option<u32> {
        self.pid
    }

    /// Where downloads are saved.
    pub fn downloads(&self) -> PathBuf {
        self.core.setting().downloads
    }

    fn new(core: Arc<Core>, process: Option<Process>, named: Named, start_url: String) -> Chromium {
        let pid = process.as_ref().map(|process| process.pid);
        let (observer, process) = (Mutex::new(Observer::default()), Mutex::new(process));
        Chromium { core, observer, process, pid, named, capabilities: capabilities(), start_url }
    }
}

fn capabilities() -> Capabilities {
    Capabilities {
        isolated_world: true,
        push_events: true,
        request_interception: true,
        screencast: true,
        closed_shadow_roots: true,
        cross_origin_frames: true,
        dialogs: true,
        downloads: true,
        tabs: true,
        upload: true,
        composition: true,
        touch: true,
        network_rows: true,
        console_rows: true,
        location: true,
        permissions: true,
        clipboard: true,
        rotation: true,
        hover: true,
    }
}

#[derive(Deserialize)]
struct Build {
    build: String,
}

#[async_trait]
impl Driver for Chromium {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    async fn identity(&self) -> Result<Identity, DeviceError> {
        let Named { browser, device } = self.named.clone();
        let top = observe::top(&self.core).await?;
        let script = "({build: document.querySelector('meta[name=build]')?.content?.trim() ?? ''})";
        let Build { mut build } = self.core.ask_page(&top, script).await?;
        if build.is_empty() {
            build = top.server;
        }
        Ok(Identity { browser, device, build })
    }

    async fn observe(&self) -> Result<Arc<Observation>, DeviceError> {
        self.observer.lock().await.observe(&self.core).await
    }

    async fn actionable(&self, node: Handle) -> Result<Result<Actionable, Unactionable>, DeviceError> {
        let owners = self.observer.lock().await.owners_of(node);
        measure::actionable(&self.core, node, &owners).await
    }

    async fn perform(&self, actuation: &Actuation) -> Result<Dispatched, DeviceError> {
        act::perform(self, actuation).await
    }

    fn mark(&self) -> u64 {
        self.core.state().sequence + 1
    }

    async fn settle(&self, mark: u64, limit: Duration) -> Result<Quiet, DeviceError> {
        quiet::settle(&self.core, mark, limit).await
    }

    async fn picture(&self) -> Result<Picture, DeviceError> {
        cast::picture(&self.core).await
    }

    async fn want_frames(&self, wanted: bool) -> Result<(), DeviceError> {
        let session = self.core.page()?;
        let before = std::mem::replace(&mut self.core.state().frames_wanted, wanted);
        if before != wanted {
            cast::stream(&self.core, &session, wanted);
        }
        Ok(())
    }

    fn events(&self) -> DeviceEvents {
        self.core.events.subscribe()
    }

    async fn close(&self) {
        launch::close(self).await;
    }
}
