//! Starts a browser of our own and opens its first page; and ends it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use baton_base::SharedClock;
use chromiumoxide_cdp::cdp::browser_protocol::browser::{CloseParams, GetVersionParams};
use chromiumoxide_cdp::cdp::browser_protocol::target::SetDiscoverTargetsParams;
use serde::Deserialize;

use crate::driver::Opening;
use crate::error::{Delivery, DeviceError};

use super::connection::{Connection, Reader};
use super::core::{Core, Heed, Setting};
use super::intake::Inlet;
use super::spawn::{self, Process, Start};
use super::{Chromium, Named, find, guard, navigate, prepare, tabs, wire};

/// How a browser is started. `Launch::new(clock)` gives a headless one of 1280 × 800.
#[derive(Debug, Clone)]
pub struct Launch {
    /// Which executable; none takes `BATON_BROWSER`, else the first that is found.
    pub executable: Option<PathBuf>,
    /// Without a window.
    pub headless: bool,
    /// Size of the viewport in CSS px.
    pub viewport: (u32, u32),
    /// Device pixels a CSS px.
    pub scale: f64,
    /// The language of the browser and its pages, as `de-DE`; none keeps the machine's.
    pub locale: Option<String>,
    /// Where the session's own profile is made; removed at the end.
    pub profile_root: PathBuf,
    /// Where downloads are saved; none keeps them in the profile, which is removed at the end.
    pub downloads: Option<PathBuf>,
    /// Further flags.
    pub extra_flags: Vec<String>,
    /// How long the browser may take for its first answer.
    pub start_limit: Duration,
    /// How long one command may take.
    pub answer_limit: Duration,
    /// How long a document may take to be loaded.
    pub load_limit: Duration,
    /// The session's clock.
    pub clock: SharedClock,
}

impl Launch {
    /// A headless browser of 1280 × 800, with the usual limits.
    pub fn new(clock: SharedClock) -> Launch {
        Launch {
            executable: None,
            headless: true,
            viewport: (1280, 800),
            scale: 1.0,
            locale: None,
            profile_root: std::env::temp_dir(),
            downloads: None,
            extra_flags: Vec::new(),
            start_limit: Duration::from_secs(30),
            answer_limit: Duration::from_secs(10),
            load_limit: Duration::from_secs(30),
            clock,
        }
    }

    /// Starts it and opens the first address. What was started is gone again when this fails.
    pub async fn start(self, opening: Opening) -> Result<Chromium, DeviceError> {
        let executable = find::choose(self.executable.as_deref())?;
        let what = executable.display().to_string();
        let (mut process, ends) = spawn::start(&self.plan(executable))?;
        let (connection, outbox) = Connection::new();
        let setting = self.setting(&process, opening.clone());
        let core = Core::new(connection.clone(), self.clock.clone(), setting, self.answer_limit, self.load_limit);
        let core = Arc::new(core);
        wire::over_pipe(ends, outbox, Reader { connection, intake: Arc::new(Inlet(core.clone())) });
        let named = match self.come_up(&core, &what).await {
            Ok(named) => named,
            Err(error) => return Err(self.failed(error, &mut process, what).await),
        };
        let browser = Chromium::new(core, Some(process), named, opening.url.clone());
        match open_first(&browser, &opening.url).await {
            Ok(()) => Ok(browser),
            Err(error) => {
                close(&browser).await;
                Err(error)
            }
        }
    }

    fn plan(&self, executable: PathBuf) -> Start {
        Start {
            executable,
            headless: self.headless,
            viewport: self.viewport,
            scale: self.scale,
            locale: self.locale.clone(),
            profile_root: self.profile_root.clone(),
            extra_flags: self.extra_flags.clone(),
        }
    }

    fn setting(&self, process: &Process, opening: Opening) -> Setting {
        let own = process.profile().map(|profile| profile.join("downloads")).unwrap_or_default();
        Setting {
            viewport: self.viewport,
            locale: self.locale.clone(),
            opening,
            downloads: self.downloads.clone().unwrap_or(own),
            only_own: false,
        }
    }

    /// The first answer and the first page.
    async fn come_up(&self, core: &Arc<Core>, what: &str) -> Result<Named, DeviceError> {
        let version = ask_version(core, self.start_limit).await?;
        core.tell(None, &guard::downloads(&core.setting()));
        core.tell(None, &SetDiscoverTargetsParams::new(true));
        core.tell(None, &prepare::attach_within(true));
        core.until(self.start_limit, Heed::End, Delivery::Undelivered, |state| {
            state.current_frames().first().is_some_and(|top| top.world.is_some())
        })
        .await?;
        let device = if self.headless { "headless" } else { "window" };
        Ok(Named { browser: version.named(what), device: device.to_owned() })
    }

    /// Why it did not come up, in the browser's own last words.
    async fn failed(&self, error: DeviceError, process: &mut Process, what: String) -> DeviceError {
        let status = process.ended(&self.clock, Duration::from_millis(500)).await;
        let said = process.last_words();
        process.end(&self.clock, Duration::ZERO).await;
        let said = if said.is_empty() { "it said nothing".to_owned() } else { format!("it said: {said}") };
        let why = match (status, error) {
            (Some(status), _) => format!("it ended ({status}) before it answered; {said}"),
            (None, DeviceError::Lost { why, .. }) => format!("{why}; {said}"),
            (None, DeviceError::Silent { limit_ms, .. }) => {
                format!("it did not answer on its debugging pipe within {limit_ms} ms; is it a browser? {said}")
            }
            (None, other) => return other,
        };
        DeviceError::NotStarted { what, why }
    }
}

#[derive(Deserialize)]
pub(super) struct Version {
    product: String,
}

impl Version {
    /// `Chromium 156.0.8078.114`: the product says Chrome for all but Edge, so the executable's name decides.
    pub fn named(&self, what: &str) -> String {
        let (product, version) = self.product.split_once('/').unwrap_or((&self.product, ""));
        let lower = what.to_lowercase();
        let name = if product.starts_with("Edg") || lower.contains("edge") {
            "Edge"
        } else if lower.contains("chromium") {
            "Chromium"
        } else {
            "Chrome"
        };
        format!("{name} {version}")
    }
}

/// The browser's version, which is also the proof that something of the kind answers.
pub(super) async fn ask_version(core: &Core, limit: Duration) -> Result<Version, DeviceError> {
    let raw = core.call_raw(None, &GetVersionParams::default(), limit, Heed::End).await?;
    super::core::read("Browser.getVersion", &raw)
}

/// Opens the first address. A dialog that is up by then is part of what is seen, not a failure.
pub(super) async fn open_first(browser: &Chromium, url: &str) -> Result<(), DeviceError> {
    if url.is_empty() {
        return Ok(());
    }
    match navigate::to(&browser.core, url).await {
        Err(DeviceError::DialogOpen { .. }) | Ok(()) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Ends the browser, or in a person's own browser only what we opened there.
pub(super) async fn close(browser: &Chromium) {
    let core = &browser.core;
    let Some(mut process) = browser.process.lock().await.take() else {
        return tabs::close_own(core).await;
    };
    let alive = core.signals.borrow().lost.is_none();
    if alive {
        core.tell(None, &CloseParams::default());
    }
    // A browser that answers is gone in a moment; one that does not is not waited for.
    let grace = if alive { Duration::from_millis(1500) } else { Duration::from_millis(100) };
    process.end(&core.clock, grace).await;
}
