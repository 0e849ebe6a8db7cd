//! Opens the browsers that runs take place on.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use baton_base::SharedClock;
use baton_device::chromium::Launch;
use baton_device::{DeviceError, Driver, Opening};
use baton_replay::{Devices, Plan};

/// A device that is silent for longer than this does not answer any more.
const ANSWER_LIMIT: Duration = Duration::from_secs(3);

/// Browsers on this machine, each with a profile of its own.
#[derive(Debug, Clone, Default)]
pub struct LocalBrowsers {
    /// With a window.
    pub headed: bool,
    /// Where downloads are kept; thrown away when none.
    pub downloads: Option<PathBuf>,
}

#[async_trait]
impl Devices for LocalBrowsers {
    async fn open(&self, plan: &Plan, opening: Opening, clock: SharedClock) -> Result<Arc<dyn Driver>, DeviceError> {
        let viewport = plan.target.viewport;
        let launch = Launch {
            headless: !self.headed,
            viewport: (viewport.width as u32, viewport.height as u32),
            scale: viewport.scale,
            locale: plan.target.locale.clone(),
            downloads: self.downloads.clone(),
            answer_limit: ANSWER_LIMIT,
            ..Launch::new(clock)
        };
        Ok(Arc::new(launch.start(opening).await?))
    }
}
