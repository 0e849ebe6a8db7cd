//! Actuations: each is put in line for the page and awaited as one, and an error says whether anything of it arrived.

use std::path::PathBuf;
use std::time::Duration;

use baton_perception::{Prepared, Press, Selected};
use baton_screen::{Handle, PointInViewport};
use chromiumoxide_cdp::cdp::browser_protocol::dom::SetFileInputFilesParams;
use chromiumoxide_cdp::cdp::browser_protocol::page::HandleJavaScriptDialogParams;
use chromiumoxide_cdp::cdp::js_protocol::runtime::{EvaluateParams, RemoteObjectId};
use chromiumoxide_types::Command;

use crate::action::{Actuation, Button, Dispatched, Modifiers, RawInput, TextBy};
use crate::error::{Delivery, DeviceError};
use crate::event::DeviceEvent;

use super::connection::{Answer, Pending, Session};
use super::core::{Core, Evaluated, Heed};
use super::keyboard::{self, Stroke};
use super::{Chromium, device_set, drag, guard, intake, measure, navigate, pointer, tabs};

/// So many keys are under way at once; between two such pieces a long text can be interrupted.
const KEYS_IN_LINE: usize = 64;

/// Does one actuation.
pub(super) async fn perform(browser: &Chromium, actuation: &Actuation) -> Result<Dispatched, DeviceError> {
    let core = &*browser.core;
    let nothing = Modifiers::default();
    match actuation {
        Actuation::AnswerDialog { accept, text } => answer_dialog(core, *accept, text.as_deref()).await?,
        Actuation::Navigate { url } => navigate::to(core, url).await?,
        Actuation::Back => navigate::back(core).await?,
        Actuation::Reload => navigate::reload(core).await?,
        Actuation::Switch { to } => tabs::switch(core, to).await?,
        Actuation::Relaunch => tabs::relaunch(core, &browser.start_url).await?,
        Actuation::Set { what } => device_set::set(core, what).await?,
        Actuation::Select { node, labels, .. } => select(core, *node, labels).await?,
        Actuation::Upload { node, files } => upload(core, *node, files).await?,
        Actuation::ScrollTo { node } => scroll_to(core, *node).await?,
        Actuation::Type { node, at, text, by, clear } => type_text(core, *node, *at, text, *by, *clear).await?,
        Actuation::Clear { node, at } => type_text(core, *node, *at, "", TextBy::Keys, true).await?,
        Actuation::Click { at, button, count, modifiers } => {
            return click(core, *at, *button, *count, *modifiers).await;
        }
        Actuation::Hover { at } => one(core, &pointer::moved(*at, None, nothing)).await?,
        Actuation::Wheel { at, delta_x, delta_y } => {
            one(core, &pointer::wheel(*at, (*delta_x, *delta_y), nothing)).await?;
        }
        Actuation::Drag { from, to } => drag::drag(&mut Line::new(core)?, *from, *to).await?,
        Actuation::LongPress { at, hold_ms } => {
            let hold = Duration::from_millis(u64::from(*hold_ms));
            pointer::long_press(&mut Line::new(core)?, *at, hold).await?;
        }
        Actuation::Swipe { from, to, over_ms } => {
            let over = Duration::from_millis(u64::from(*over_ms));
            pointer::swipe(&mut Line::new(core)?, *from, *to, over).await?;
        }
        Actuation::Pinch { at, scale } => pointer::pinch(&mut Line::new(core)?, *at, *scale).await?,
        Actuation::Press { chord } => {
            let no_key = || DeviceError::Refused(format!("there is no key {:?}; see UI Events key values", chord.key));
            let strokes = keyboard::chord(chord).ok_or_else(no_key)?;
            strike(&mut Line::new(core)?, &strokes).await?;
        }
        Actuation::Raw { event } => raw(core, event).await?,
    }
    Ok(Dispatched::default())
}

/// Commands of input in line for one page, and how far they have come.
pub(super) struct Line<'a> {
    pub core: &'a Core,
    pub session: Session,
    waiting: Vec<Pending>,
    /// The page acknowledged some input of this actuation.
    reached: bool,
}

impl<'a> Line<'a> {
    /// A line to the tab that is driven. Refused when something stands in the way before anything is sent.
    pub fn new(core: &'a Core) -> Result<Line<'a>, DeviceError> {
        core.clear(Heed::All)?;
        Ok(Line { core, session: core.page()?, waiting: Vec::new(), reached: false })
    }

    /// Puts an input in line.
    pub fn send<C: Command>(&mut self, command: &C) {
        self.waiting.push(self.core.connection.begin(Some(&self.session), command));
    }

    /// Waits until all that was sent is acknowledged.
    pub async fn arrive(&mut self) -> Result<(), DeviceError> {
        let mut waiting = std::mem::take(&mut self.waiting).into_iter();
        while let Some(pending) = waiting.next() {
            match self.core.wait(pending, self.core.limit, Heed::All).await {
                Ok(Answer::Done(_)) => self.reached = true,
                // The page that was pressed went away by that press, or the tab did.
                Ok(Answer::SessionEnded) if self.reached => return Ok(()),
                Ok(Answer::SessionEnded) => return Err(self.tag(DeviceError::Gone, waiting)),
                Ok(Answer::Refused(why)) => return Err(self.tag(DeviceError::Refused(why), waiting)),
                Err(error) => return Err(self.tag(error, waiting)),
            }
        }
        Ok(())
    }

    /// Sends something that is no input, and waits for it.
    pub async fn prepare<C: Command>(&self, command: &C) -> Result<(), DeviceError> {
        let called = self.core.call_raw(Some(&self.session), command, self.core.limit, Heed::All).await;
        called.map(drop).map_err(|error| tagged(error, self.reached, false))
    }

    /// One round trip through the page.
    pub async fn barrier(&self) -> Result<(), DeviceError> {
        self.prepare(&EvaluateParams::new("0")).await
    }

    /// What was acknowledged was delivered; what is still in line is withdrawn, so that it is never done later.
    fn tag(&self, error: DeviceError, rest: impl Iterator<Item = Pending>) -> DeviceError {
        let left = rest.fold(false, |left, pending| left | (pending.ticket.withdraw() != Delivery::Undelivered));
        tagged(error, self.reached, left)
    }
}

/// Says of an error how much of the action reached the device.
fn tagged(error: DeviceError, reached: bool, left: bool) -> DeviceError {
    let known = |delivery: Delivery| match (reached, left, delivery) {
        (true, ..) => Delivery::Delivered,
        (false, true, Delivery::Undelivered) => Delivery::Unknown,
        (false, _, delivery) => delivery,
    };
    match error {
        DeviceError::Lost { why, delivery } => DeviceError::Lost { why, delivery: known(delivery) },
        DeviceError::Crashed { delivery } => DeviceError::Crashed { delivery: known(delivery) },
        DeviceError::Silent { limit_ms, delivery } => DeviceError::Silent { limit_ms, delivery: known(delivery) },
        DeviceError::DialogOpen { kind, message, delivery } => {
            DeviceError::DialogOpen { kind, message, delivery: known(delivery) }
        }
        other => other,
    }
}

async fn one<C: Command>(core: &Core, command: &C) -> Result<(), DeviceError> {
    let mut line = Line::new(core)?;
    line.send(command);
    line.arrive().await
}

async fn click(
    core: &Core,
    at: PointInViewport,
    button: Button,
    count: u8,
    modifiers: Modifiers,
) -> Result<Dispatched, DeviceError> {
    let mut line = Line::new(core)?;
    let meant = core.state().measured.take().filter(|(_, measured)| *measured == at).map(|(node, _)| node);
    pointer::click(&mut line, at, button, count, modifiers);
    line.arrive().await?;
    let seen_by_page = match meant {
        Some(node) => seen(core, node).await,
        None => None,
    };
    Ok(Dispatched { seen_by_page })
}

/// Whether the last trusted press the node's document saw was at the node. A document that is gone tells nothing.
async fn seen(core: &Core, node: Handle) -> Option<bool> {
    let (frame, nid) = measure::frame_of(core, node).ok()?;
    core.clear(Heed::All).ok()?;
    let pending = core.begin_script(&frame, "__baton.lastPress()", true);
    let Ok(Evaluated::Value(raw)) = core.end_script(pending, Duration::from_millis(100)).await else { return None };
    let press: Press = super::core::read_said::<Option<Press>>(&raw).ok()??;
    Some(press.trusted && (press.nid == nid || press.path.contains(&nid)))
}

async fn strike(line: &mut Line<'_>, strokes: &[Stroke]) -> Result<(), DeviceError> {
    for piece in strokes.chunks(KEYS_IN_LINE) {
        for stroke in piece {
            match stroke {
                Stroke::Key(key) => line.send(&**key),
                Stroke::Insert(insert) => line.send(insert),
                Stroke::Compose(compose) => line.send(compose),
            }
        }
        line.arrive().await?;
    }
    Ok(())
}

async fn type_text(
    core: &Core,
    node: Handle,
    at: PointInViewport,
    text: &str,
    by: TextBy,
    clear: bool,
) -> Result<(), DeviceError> {
    let (frame, nid) = measure::frame_of(core, node)?;
    let mut line = Line::new(core)?;
    pointer::click(&mut line, at, Button::Left, 1, Modifiers::default());
    line.arrive().await?;
    let prepared = core.ask_page(&frame, &format!("__baton.prepareType({nid}, {clear})")).await;
    let prepared: Prepared = prepared.map_err(|error| tagged(error, true, false))?;
    if !prepared.editable {
        return Err(DeviceError::Refused("the element takes no typed text".to_owned()));
    }
    if !prepared.focused {
        return Err(DeviceError::Refused("the element does not take the keyboard".to_owned()));
    }
    let strokes = match (text.is_empty(), by) {
        (true, _) if clear => keyboard::erasing(),
        (_, TextBy::Keys) => keyboard::typing(text),
        (_, TextBy::Composition) => keyboard::composing(text),
    };
    strike(&mut line, &strokes).await
}

async fn select(core: &Core, node: Handle, labels: &[String]) -> Result<(), DeviceError> {
    let (frame, nid) = measure::frame_of(core, node)?;
    let labels_json = serde_json::to_string(labels).map_err(|cause| DeviceError::Refused(cause.to_string()))?;
    let selected: Selected = core.ask_page(&frame, &format!("__baton.select({nid}, {labels_json})")).await?;
    if selected.done {
        return Ok(());
    }
    let named = |labels: &[String]| labels.iter().map(|label| format!("{label:?}")).collect::<Vec<_>>().join(", ");
    Err(DeviceError::Refused(match (selected.missing.as_slice(), selected.disabled.as_slice()) {
        ([], []) => "the list did not take the choice".to_owned(),
        ([], disabled) => format!("these options cannot be chosen now: {}", named(disabled)),
        (missing, _) => format!("the list has no such option: {}", named(missing)),
    }))
}

async fn upload(core: &Core, node: Handle, files: &[PathBuf]) -> Result<(), DeviceError> {
    if let Some(missing) = files.iter().find(|file| !file.is_file()) {
        return Err(DeviceError::Refused(format!("there is no file {}", missing.display())));
    }
    let (frame, nid) = measure::frame_of(core, node)?;
    let object = core.object(&frame, &format!("__baton.node({nid})")).await?.ok_or(DeviceError::Gone)?;
    let absolute = |file: &PathBuf| file.canonicalize().unwrap_or_else(|_| file.clone()).display().to_string();
    let mut give = SetFileInputFilesParams::new(files.iter().map(absolute).collect::<Vec<_>>());
    give.object_id = Some(RemoteObjectId::from(object));
    core.call_raw(Some(&frame.session), &give, core.limit, Heed::All).await.map(drop)
}

async fn scroll_to(core: &Core, node: Handle) -> Result<(), DeviceError> {
    let (frame, nid) = measure::frame_of(core, node)?;
    let script = format!(
        "(() => {{ const node = __baton.node({nid}); if (!node || !node.isConnected) return false; \
         node.scrollIntoView({{ block: 'center', inline: 'nearest', behavior: 'instant' }}); return true; }})()"
    );
    if core.ask_page::<bool>(&frame, &script).await? { Ok(()) } else { Err(DeviceError::Gone) }
}

async fn raw(core: &Core, event: &RawInput) -> Result<(), DeviceError> {
    match event {
        RawInput::PointerMove { at, modifiers } => one(core, &pointer::moved(*at, None, *modifiers)).await,
        RawInput::PointerDown { at, button, count, modifiers } => {
            one(core, &pointer::pressed(*at, *button, *count, *modifiers)).await
        }
        RawInput::PointerUp { at, button, count, modifiers } => {
            one(core, &pointer::released(*at, *button, *count, *modifiers)).await
        }
        RawInput::Wheel { at, delta_x, delta_y, modifiers } => {
            one(core, &pointer::wheel(*at, (*delta_x, *delta_y), *modifiers)).await
        }
        RawInput::KeyDown { key, code, text, modifiers } => {
            strike(&mut Line::new(core)?, &[keyboard::raw(key, code, text, *modifiers, true)]).await
        }
        RawInput::KeyUp { key, code, modifiers } => {
            strike(&mut Line::new(core)?, &[keyboard::raw(key, code, "", *modifiers, false)]).await
        }
        RawInput::Composition { text } => strike(&mut Line::new(core)?, &keyboard::composing(text)[..1]).await,
        RawInput::InsertText { text } => strike(&mut Line::new(core)?, &keyboard::inserting(text)).await,
    }
}

async fn answer_dialog(core: &Core, accept: bool, text: Option<&str>) -> Result<(), DeviceError> {
    let none = || DeviceError::Refused("no native dialog is open".to_owned());
    let dialog = core.state().dialog().cloned().ok_or_else(none)?;
    if let Some(request) = dialog.auth_request {
        let answer = guard::auth_answer(request.clone(), accept, text);
        core.state().dialogs.retain(|other| other.auth_request.as_ref() != Some(&request));
        intake::signal(core);
        core.emit(DeviceEvent::DialogClosed { at: core.clock.now() });
        return core.call_raw(Some(&dialog.session), &answer, core.limit, Heed::End).await.map(drop);
    }
    let mut answer = HandleJavaScriptDialogParams::new(accept);
    answer.prompt_text = text.map(str::to_owned);
    core.call_raw(Some(&dialog.session), &answer, core.limit, Heed::End).await?;
    // The answer is there before the page goes on; only its closing lets other commands through again.
    core.until(core.limit, Heed::End, Delivery::Delivered, |state| {
        !state.dialogs.iter().any(|open| open.number == dialog.number)
    })
    .await
}
