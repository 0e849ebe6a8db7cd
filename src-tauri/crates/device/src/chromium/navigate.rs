//! Loading addresses. A navigation is done when its document has been parsed, or when it came to nothing and says why.

use chromiumoxide_cdp::cdp::browser_protocol::page::{
    GetNavigationHistoryParams, NavigateParams, NavigateToHistoryEntryParams, ReloadParams,
};
use serde::Deserialize;

use crate::error::{Delivery, DeviceError};

use super::connection::{Answer, Session};
use super::core::{Core, Heed};
use super::guard;
use super::state::State;

#[derive(Deserialize)]
struct Navigated {
    #[serde(rename = "loaderId")]
    loader: Option<String>,
    #[serde(rename = "errorText")]
    error: Option<String>,
}

/// Loads an address in the tab that is driven.
pub(super) async fn to(core: &Core, url: &str) -> Result<(), DeviceError> {
    if !guard::allows(&core.setting().opening, url) {
        return Err(DeviceError::Refused(format!("{url} is not in an allowed origin")));
    }
    let session = page_even_crashed(core)?;
    let pending = core.connection.begin(Some(&session), &NavigateParams::new(url));
    let raw = match core.wait(pending, core.load_limit, heed(core)).await? {
        Answer::Done(raw) => raw,
        Answer::Refused(why) => return Err(DeviceError::Refused(format!("{url} cannot be opened: {why}"))),
        Answer::SessionEnded => return Err(DeviceError::Gone),
    };
    let answer: Navigated = super::core::read("Page.navigate", &raw)?;
    if let Some(why) = answer.error {
        return Err(DeviceError::Refused(format!("{url} cannot be opened: {why}")));
    }
    // Without a loader the document stayed and only the part after # changed.
    match answer.loader {
        Some(loader) => parsed(core, move |top| top.loader == loader).await,
        None => Ok(()),
    }
}

/// Loads the page again.
pub(super) async fn reload(core: &Core) -> Result<(), DeviceError> {
    let session = page_even_crashed(core)?;
    let before = top_loader(&core.state());
    answered(core, &session, &ReloadParams::default()).await?;
    parsed(core, move |top| Some(&top.loader) != before.as_ref()).await
}

#[derive(Deserialize)]
struct History {
    #[serde(rename = "currentIndex")]
    current: usize,
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: i64,
    url: String,
}

/// Back in history.
pub(super) async fn back(core: &Core) -> Result<(), DeviceError> {
    let session = core.page()?;
    let history: History = core.call(&session, &GetNavigationHistoryParams::default()).await?;
    let before = history.current.checked_sub(1).and_then(|at| history.entries.get(at));
    let Some(entry) = before else {
        return Err(DeviceError::Refused("there is no page to go back to".to_owned()));
    };
    let (loader, url) = (top_loader(&core.state()), entry.url.clone());
    answered(core, &session, &NavigateToHistoryEntryParams::new(entry.id)).await?;
    // Within one document going back loads nothing and only the address changes.
    parsed(core, move |top| Some(&top.loader) != loader.as_ref() || top.url == url).await
}

async fn answered<C: chromiumoxide_types::Command>(
    core: &Core,
    session: &Session,
    command: &C,
) -> Result<(), DeviceError> {
    let pending = core.connection.begin(Some(session), command);
    match core.wait(pending, core.load_limit, heed(core)).await? {
        Answer::Done(_) => Ok(()),
        Answer::Refused(why) => Err(DeviceError::Refused(why)),
        Answer::SessionEnded => Err(DeviceError::Gone),
    }
}

/// A page that crashed is brought back by loading it; only a dialog and the browser's end stand in the way of that.
fn page_even_crashed(core: &Core) -> Result<Session, DeviceError> {
    core.clear(heed(core))?;
    core.page()
}

fn heed(core: &Core) -> Heed {
    if core.signals.borrow().crashed { Heed::End } else { Heed::All }
}

fn top_loader(state: &State) -> Option<String> {
    state.current_frames().into_iter().next().map(|top| top.loader)
}

/// Waits until the top document is the one that is meant and has been parsed.
async fn parsed(core: &Core, meant: impl Fn(&super::state::FrameState) -> bool) -> Result<(), DeviceError> {
    core.until(core.load_limit, heed(core), Delivery::Delivered, |state| {
        state.current_frames().first().is_some_and(|top| top.parsed && top.world.is_some() && meant(top))
    })
    .await
}
