//! `baton look`: what Baton sees on a target's screen now.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use baton_base::{RealClock, Scrubber};
use baton_device::chromium::Launch;
use baton_device::{DeviceError, Driver, Opening};
use baton_screen::{Observation, outline, unlabelled};
use baton_workspace::{Target, Workspace};
use clap::Args;
use serde_json::{Value, json};

use crate::desk;
use crate::out::{self, Refused};

/// How long the page may go on changing before it is looked at as it is.
const SETTLE_LIMIT: Duration = Duration::from_secs(5);

/// Numbers under these keys are Baton's own measures, in which no secret can be.
const OWN: &[&str] = &["at", "box", "viewport", "handle", "frame", "parent", "cell", "level"];

/// Say what Baton sees on a target's screen now
#[derive(Args)]
pub struct Look {
    /// The target, as baton.yaml names it
    #[arg(long, value_name = "NAME")]
    target: String,
    /// Which page, below the target's base_url
    #[arg(long, value_name = "PATH", default_value = "")]
    path: String,
    /// As one JSON object
    #[arg(long)]
    json: bool,
    /// Only the controls that nobody can name
    #[arg(long)]
    unlabelled: bool,
}

impl Look {
    /// Opens a browser of its own, reads the screen once and ends the browser.
    pub fn run(&self, workspace: &Workspace) -> Result<ExitCode, Refused> {
        let target = desk::target(workspace, &self.target)?;
        let url = address(desk::base_url(target)?, &self.path);
        let scrubber = desk::scrubber(&desk::secrets(workspace, target).0, &desk::policies(workspace)?);
        Ok(crate::block_on(async {
            let seen = tokio::select! {
                seen = observe(target, url) => seen,
                () = crate::stopped() => return ExitCode::from(130),
            };
            match seen {
                Ok(screen) => self.tell(&screen, &scrubber),
                Err(error) => desk::device_refused(&error).tell(),
            }
        }))
    }

    fn tell(&self, screen: &Observation, scrubber: &Scrubber) -> ExitCode {
        match (self.unlabelled, self.json) {
            (false, false) => out::text(scrubber.text(&outline(screen)).get()),
            (false, true) => {
                let whole = serde_json::to_value(screen).unwrap_or_default();
                out::line(scrubber.json_keeping(&whole, OWN).get());
            }
            (true, false) => out::text(scrubber.text(&report(screen)).get()),
            (true, true) => out::line(scrubber.json_keeping(&nameless(screen), OWN).get()),
        }
        ExitCode::SUCCESS
    }
}

async fn observe(target: &Target, url: String) -> Result<Observation, DeviceError> {
    let launch = launch_for(target);
    let browser = launch.start(Opening { url, ..Opening::default() }).await?;
    let seen = settled(&browser).await;
    browser.close().await;
    seen
}

async fn settled(browser: &dyn Driver) -> Result<Observation, DeviceError> {
    // A native dialog is something to see, and while it is up nothing settles.
    match browser.settle(0, SETTLE_LIMIT).await {
        Ok(_) | Err(DeviceError::DialogOpen { .. }) => {}
        Err(error) => return Err(error),
    }
    browser.observe().await.map(|screen| Observation::clone(&screen))
}

/// A browser as runs on this target have it.
pub(crate) fn launch_for(target: &Target) -> Launch {
    let usual = Launch::new(RealClock::shared());
    let viewport = target.viewport.map_or(usual.viewport, |[width, height]| (width, height));
    Launch { viewport, locale: target.locale.clone(), ..usual }
}

/// Always an address of the target: a path cannot turn into another host.
fn address(base_url: &str, path: &str) -> String {
    let base_url = base_url.trim_end_matches('/');
    format!("{base_url}/{}", path.trim_start_matches('/'))
}

/// For the developers of the application: each control that has neither a name nor a text beside it.
fn report(screen: &Observation) -> String {
    let found = unlabelled(screen);
    if found.is_empty() {
        return "Every control can be named.\n".to_owned();
    }
    let mut text = format!("{} controls that nobody can name:\n", found.len());
    for at in found {
        let element = screen.get(at);
        let area = &element.box_in_viewport;
        let _ = write!(text, "  {} at {:.0},{:.0}", element.role, area.x, area.y);
        let _ = write!(text, ", {:.0} by {:.0} px", area.width, area.height);
        if let Some(id) = &element.id {
            let _ = write!(text, ", id {id}");
        }
        let frame = screen.frames.get(element.frame.index()).map_or("", |frame| &frame.name);
        let _ = writeln!(text, ", in frame {frame}");
    }
    text.push_str("Give each an accessible name: a <label>, its own text, or aria-label.\n");
    text
}

fn nameless(screen: &Observation) -> Value {
    let rows = unlabelled(screen).into_iter().map(|at| {
        let element = screen.get(at);
        let frame = screen.frames.get(element.frame.index()).map(|frame| &*frame.name);
        json!({"role": element.role.to_string(), "box": element.box_in_viewport, "id": element.id, "in_frame": frame})
    });
    json!({"unlabelled": rows.collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn a_path_never_leaves_the_target() {
        let cases = [
            ("", "http://127.0.0.1:1/", "no path is the start"),
            ("members?id=1", "http://127.0.0.1:1/members?id=1", "a slash may be left out"),
            ("//other.example/x", "http://127.0.0.1:1/other.example/x", "two slashes name no other host"),
            ("@other.example", "http://127.0.0.1:1/@other.example", "the target does not become a user name"),
        ];
        for (path, expected, why) in cases {
            assert_eq!(address("http://127.0.0.1:1", path), expected, "{why}");
        }
    }
}
