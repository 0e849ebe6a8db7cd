//! Tabs, windows and popups.

use chromiumoxide_cdp::cdp::browser_protocol::page::BringToFrontParams;
use chromiumoxide_cdp::cdp::browser_protocol::target::CreateTargetParams;
use serde::Deserialize;

use crate::action::Switch;
use crate::error::{Delivery, DeviceError};
use crate::event::DeviceEvent;

use super::core::{Core, Heed};
use super::state::{FrameState, Id, State};
use super::{cast, intake, navigate};

/// Goes to another tab, or closes this one.
pub(super) async fn switch(core: &Core, to: &Switch) -> Result<(), DeviceError> {
    core.clear(Heed::All)?;
    if matches!(to, Switch::To(_)) {
        read_titles(core).await;
    }
    let (found, closing) = {
        let state = core.state();
        (find(&state, to), matches!(to, Switch::Close).then(|| state.current.clone()).flatten())
    };
    let found = found.ok_or_else(|| refusal(&core.state(), to))?;
    if let Some(closing) = closing {
        intake::close_tab(core, &closing);
        core.until(core.limit, Heed::All, Delivery::Delivered, |state| {
            !state.tabs.iter().any(|tab| tab.target == closing)
        })
        .await?;
    }
    turn_to(core, found).await
}

#[derive(Deserialize)]
struct Title {
    title: String,
}

/// The browser tells titles late, so each page is asked for its own; one that does not answer keeps what was told.
async fn read_titles(core: &Core) {
    let tops: Vec<FrameState> = {
        let state = core.state();
        state.tabs.iter().filter_map(|tab| state.frames.get(&tab.target).cloned()).collect()
    };
    for top in tops {
        if let Ok(Title { title }) = core.ask_page(&top, "({ title: document.title })").await
            && let Some(tab) = core.state().tabs.iter_mut().find(|tab| tab.target == top.id)
        {
            tab.title = title;
        }
    }
}

fn find(state: &State, to: &Switch) -> Option<Id> {
    let current = state.current_tab()?;
    let others = || state.tabs.iter().filter(|tab| tab.target != current.target);
    match to {
        Switch::To(text) => {
            let url = |target: &Id| state.frames.get(target).map(|frame| frame.url.as_str()).unwrap_or_default();
            let named = |tab: &&super::state::Tab| tab.title.contains(text) || url(&tab.target).contains(text);
            // Two that match are two: nothing is guessed.
            let mut matching = state.tabs.iter().filter(named);
            let first = matching.next()?;
            matching.next().is_none().then(|| first.target.clone())
        }
        Switch::Newest => others().next_back().map(|tab| tab.target.clone()),
        Switch::Opener => current.opener.clone().filter(|opener| state.tabs.iter().any(|tab| tab.target == *opener)),
        Switch::Close => {
            let opener = current.opener.clone().filter(|opener| others().any(|tab| tab.target == *opener));
            opener.or_else(|| others().next_back().map(|tab| tab.target.clone()))
        }
    }
}

fn refusal(state: &State, to: &Switch) -> DeviceError {
    let open: Vec<String> = state.tabs.iter().map(|tab| format!("{:?}", tab.title)).collect();
    let wanted = match to {
        Switch::To(text) => format!("not exactly one tab is called {text:?}"),
        Switch::Newest => "no other tab is open".to_owned(),
        Switch::Opener => "no other tab opened this one".to_owned(),
        Switch::Close => "this is the only tab".to_owned(),
    };
    DeviceError::Refused(format!("{wanted}; open are {}", open.join(", ")))
}

async fn turn_to(core: &Core, target: Id) -> Result<(), DeviceError> {
    let (left, session, frames_wanted) = {
        let mut state = core.state();
        let left = state.current_tab().map(|tab| tab.session.clone());
        state.current = Some(target);
        (left, state.current_tab().map(|tab| tab.session.clone()), state.frames_wanted)
    };
    intake::signal(core);
    let Some(session) = session else { return Err(DeviceError::Gone) };
    core.call_raw(Some(&session), &BringToFrontParams::default(), core.limit, Heed::All).await?;
    if frames_wanted {
        if let Some(left) = left.filter(|left| *left != session) {
            cast::stream(core, &left, false);
        }
        cast::stream(core, &session, true);
    }
    core.emit(DeviceEvent::Changed { at: core.clock.now() });
    Ok(())
}

/// Closes every page and begins again at the start.
pub(super) async fn relaunch(core: &Core, start_url: &str) -> Result<(), DeviceError> {
    let old: Vec<Id> = core.state().tabs.iter().map(|tab| tab.target.clone()).collect();
    core.call_raw(None, &CreateTargetParams::new("about:blank"), core.limit, Heed::End).await?;
    let is_new = |state: &State| {
        let fresh = state.tabs.iter().find(|tab| !old.contains(&tab.target))?;
        state.frames.get(&fresh.target)?.world.as_ref()?;
        Some(fresh.target.clone())
    };
    core.until(core.limit, Heed::End, Delivery::Unknown, |state| is_new(state).is_some()).await?;
    let fresh = is_new(&core.state()).ok_or(DeviceError::Gone)?;
    core.state().current = Some(fresh.clone());
    // Dialogs of pages that are closed go with them, also the one that asks whether to leave.
    core.state().dialogs.clear();
    intake::signal(core);
    for target in &old {
        intake::close_tab(core, target);
    }
    turn_to(core, fresh).await?;
    if start_url.is_empty() { Ok(()) } else { navigate::to(core, start_url).await }
}

/// Closes the tabs we opened in a person's own browser.
pub(super) async fn close_own(core: &Core) {
    let own: Vec<Id> = core.state().tabs.iter().map(|tab| tab.target.clone()).collect();
    for target in &own {
        intake::close_tab(core, target);
    }
    let _ = core
        .until(std::time::Duration::from_secs(1), Heed::End, Delivery::Unknown, |state| state.tabs.is_empty())
        .await;
}
