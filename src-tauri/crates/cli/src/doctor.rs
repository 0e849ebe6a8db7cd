//! `baton doctor`: whether everything works here, seen by trying it, and what to do about what does not.

use std::process::ExitCode;
use std::time::Duration;

use baton_base::RealClock;
use baton_device::chromium::{Chromium, Launch, find};
use baton_device::{Actuation, Button, DeviceError, Driver, Modifiers, Opening};
use baton_store::{StoreError, check_up};
use baton_workspace::{Keychain, KeychainState, OsKeychain, Target, Workspace};
use clap::Args;

use crate::desk;
use crate::look::launch_for;
use crate::out::{self, Refused};

/// A page that looks different once it was clicked on.
const TRIAL: &str = "data:text/html,<title>Trial</title><button onclick=\"document.body.style.background='black';\
                     this.textContent='Pressed'\">Press</button>";

/// How long a page may go on changing.
const SETTLE_LIMIT: Duration = Duration::from_secs(5);

/// What installs a browser.
const INSTALL: &str = "On Debian: apt install chromium; on macOS: brew install --cask chromium";

/// Try whether everything works here, and say what is missing
#[derive(Args)]
pub struct Doctor {
    /// Look at this target too: whether it answers, with which build, and has its secrets
    #[arg(long, value_name = "NAME")]
    target: Option<String>,
}

/// One thing looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Check {
    what: &'static str,
    how: How,
    /// What was seen.
    seen: String,
    /// What to do.
    fix: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum How {
    Ok,
    /// It is not there, and everything works without it.
    Absent,
    Missing,
}

impl Check {
    fn ok(what: &'static str, seen: impl Into<String>) -> Check {
        Check { what, how: How::Ok, seen: seen.into(), fix: String::new() }
    }

    fn absent(what: &'static str, seen: impl Into<String>, fix: impl Into<String>) -> Check {
        Check { what, how: How::Absent, seen: seen.into(), fix: fix.into() }
    }

    fn missing(what: &'static str, seen: impl Into<String>, fix: impl Into<String>) -> Check {
        Check { what, how: How::Missing, seen: seen.into(), fix: fix.into() }
    }

    fn tell(&self) {
        let how = match self.how {
            How::Ok => "ok",
            How::Absent => "absent",
            How::Missing => "missing",
        };
        let fix = if self.fix.is_empty() { String::new() } else { format!("\n{:20}{}", "", self.fix) };
        out::text(&format!("{how:8}{:12}{}{fix}\n", self.what, self.seen));
    }
}

impl Doctor {
    /// Says each check as it is done; exit 1 when something is missing. Works where there is no workspace, too.
    pub fn run(&self, workspace: Result<Workspace, Refused>) -> ExitCode {
        let target = match (&self.target, &workspace) {
            (None, _) => None,
            (Some(_), Err(refused)) => return refused.tell(),
            (Some(name), Ok(workspace)) => match desk::target(workspace, name) {
                Ok(target) => Some((workspace, target)),
                Err(refused) => return refused.tell(),
            },
        };
        crate::block_on(async {
            let checks = async {
                let mut all = Tally(true);
                // A target that cannot be used is said before anything else.
                if let Some((workspace, target)) = target {
                    all.add(reached(target).await);
                    secrets(workspace, target).into_iter().for_each(|check| all.add(check));
                }
                all.add(found());
                all.add(works().await);
                all.add(keychain(&OsKeychain.state()));
                match &workspace {
                    Ok(workspace) => all.add(journal(workspace)),
                    Err(refused) => all.add(no_workspace(refused)),
                }
                all.code()
            };
            tokio::select! {
                code = checks => code,
                () = crate::stopped() => ExitCode::from(130),
            }
        })
    }
}

/// Whether nothing was missing so far.
struct Tally(bool);

impl Tally {
    fn add(&mut self, check: Check) {
        check.tell();
        self.0 &= check.how != How::Missing;
    }

    fn code(&self) -> ExitCode {
        if self.0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

fn found() -> Check {
    match find().first() {
        Some(one) => Check::ok("browser", format!("{} {} at {}", one.name, one.version, one.path.display())),
        None => Check::missing("browser", "no Chromium, Chrome or Edge was found", INSTALL),
    }
}

/// Starts the browser, clicks, and looks whether the picture is another one.
async fn works() -> Check {
    let opening = Opening { url: TRIAL.to_owned(), ..Opening::default() };
    let browser = match Launch::new(RealClock::shared()).start(opening).await {
        Ok(browser) => browser,
        Err(error) => return unusable("input", &error),
    };
    let seen = clicked(&browser).await;
    browser.close().await;
    match seen {
        Ok(true) => Check::ok("input", "a click was sent and the picture changed"),
        Ok(false) => Check::missing("input", "a click was sent and the picture did not change", INSTALL),
        Err(error) => unusable("input", &error),
    }
}

async fn clicked(browser: &Chromium) -> Result<bool, DeviceError> {
    browser.settle(0, SETTLE_LIMIT).await?;
    let screen = browser.observe().await?;
    let Some((_, button)) = screen.visible().find(|(_, element)| &*element.name == "Press") else { return Ok(false) };
    let Ok(ready) = browser.actionable(button.handle).await? else { return Ok(false) };
    let before = browser.picture().await?;
    let mark = browser.mark();
    let click = Actuation::Click { at: ready.at, button: Button::Left, count: 1, modifiers: Modifiers::default() };
    browser.perform(&click).await?;
    browser.settle(mark, SETTLE_LIMIT).await?;
    let pressed = browser.observe().await?.visible().any(|(_, element)| &*element.name == "Pressed");
    Ok(pressed && browser.picture().await?.png != before.png)
}

fn unusable(what: &'static str, error: &DeviceError) -> Check {
    let fix = match error {
        DeviceError::NotFound { hint, .. } => hint.clone(),
        _ => format!("Try another browser with BATON_BROWSER=/path/to/one. {INSTALL}"),
    };
    Check::missing(what, error.to_string(), fix)
}

fn keychain(state: &KeychainState) -> Check {
    match state {
        KeychainState::Available => Check::ok("keychain", "it answers"),
        other => Check::absent("keychain", other.in_words(), "Put secrets into the environment or into .env instead."),
    }
}

fn journal(workspace: &Workspace) -> Check {
    match check_up(workspace.folder()) {
        Ok(checkup) if checkup.wrong.is_empty() => {
            Check::ok("journal", format!("whole: {} runs, {} pictures", checkup.runs, checkup.blobs))
        }
        Ok(checkup) => Check::missing(
            "journal",
            checkup.wrong.join("; "),
            "Restore .baton from a backup; `baton runs export ID --to DIR` saves a run that can still be read.",
        ),
        Err(StoreError::Missing { .. }) => Check::ok("journal", "nothing ran here yet"),
        Err(error) => Check::missing("journal", error.to_string(), error.hint()),
    }
}

/// No workspace around is no fault of the machine; one that cannot be read is.
fn no_workspace(refused: &Refused) -> Check {
    let field = |name: &str| refused.value().get(name).and_then(|it| it.as_str()).unwrap_or_default().to_owned();
    if field("code") == "NO_WORKSPACE" {
        return Check::absent("workspace", field("message"), field("hint"));
    }
    Check::missing("workspace", field("message"), field("hint"))
}

async fn reached(target: &Target) -> Check {
    let url = match desk::base_url(target) {
        Ok(url) => url.to_owned(),
        Err(_) => return Check::missing("target", "phones cannot be driven yet", "Choose a web target."),
    };
    let opening = Opening { url: url.clone(), ..Opening::default() };
    let browser = match launch_for(target).start(opening).await {
        Ok(browser) => browser,
        Err(error @ (DeviceError::NotFound { .. } | DeviceError::NotStarted { .. })) => {
            return unusable("target", &error);
        }
        Err(error) => {
            let fix = format!("Start what answers at {url}, or correct base_url in baton.yaml.");
            return Check::missing("target", error.to_string(), fix);
        }
    };
    let seen = answered(&browser).await;
    browser.close().await;
    match seen {
        Ok((status, build)) => judged(target, &url, status, &build),
        Err(error) => Check::missing("target", error.to_string(), format!("Look at {url} in a browser.")),
    }
}

async fn answered(browser: &Chromium) -> Result<(Option<u16>, String), DeviceError> {
    let screen = browser.observe().await?;
    let status = screen.frames.first().and_then(|top| top.http_status);
    Ok((status, browser.identity().await?.build))
}

fn judged(target: &Target, url: &str, status: Option<u16>, build: &str) -> Check {
    if let Some(status) = status.filter(|status| *status >= 400) {
        let seen = format!("{url} answers with HTTP status {status}");
        return Check::missing("target", seen, "Start or repair the application, or correct base_url in baton.yaml.");
    }
    let wanted = target.expect.as_ref().and_then(|expect| expect.build.as_deref());
    match wanted.filter(|wanted| *wanted != build) {
        Some(wanted) => Check::missing(
            "target",
            format!("{url} is build \"{build}\", and baton.yaml expects \"{wanted}\""),
            "Deploy the build that is expected, or change expect.build in baton.yaml.",
        ),
        None if build.is_empty() => Check::ok("target", format!("{url} answers")),
        None => Check::ok("target", format!("{url} answers, build {build}")),
    }
}

fn secrets(workspace: &Workspace, target: &Target) -> Vec<Check> {
    let environment = |name: &str| std::env::var(name).ok();
    let places = workspace.secrets(&environment, &OsKeychain);
    let checks = target.secrets.iter().map(|(account, reference)| match places.resolve(reference) {
        Ok(_) => Check::ok("secret", format!("{account} has a value")),
        Err(error) => Check::missing("secret", error.to_string(), error.hint()),
    });
    checks.collect()
}
