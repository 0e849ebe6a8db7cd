//! The gate: the five doors every action of every holder passes, in order: lease, locate, policy, act, land.
//! This file has the first four; [`crate::land`] has the last. Each door writes to the journal, refusals included.

use std::sync::Arc;
use std::time::Duration;

use baton_base::SessionTime;
use baton_device::{
    Actionable, Actuation, Button, Delivery, DeviceError, DeviceEvent, DeviceEvents, Modifiers, Unactionable,
};
use baton_screen::{
    DialogSeen, Element, ElementRef, Handle, Ladder, Observation, PointInViewport, Purpose, RungReport, locate,
};
use serde::Serialize;

use baton_scenario::Risk;

use crate::action::Action;
use crate::error::ActError;
use crate::journal::Intent;
use crate::lease::Turn;
use crate::rules::{Question, Ruling};
use crate::session::{POLL, Session};

/// How often a target that moved between locate and act is located again.
const LOCATE_AGAIN: u32 = 3;

/// A yes to one irreversible action: which, and by whom. Made by whoever checked a token or asked a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Consent {
    /// The step it is for.
    pub step: String,
    /// Who said yes.
    pub by: String,
    /// How: `token`, `person`.
    pub how: &'static str,
}

/// What a holder asks of the gate.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// The step it belongs to.
    pub step: &'a str,
    /// Which try of that step, from 1.
    pub attempt: u32,
    /// What to do.
    pub action: &'a Action,
    /// The risk as the scenario states it.
    pub risk: Risk,
    /// A yes, where one is needed.
    pub consent: Option<&'a Consent>,
    /// Until when the element may take to be there and ready.
    pub within: Duration,
}

/// Looks at every observation the gate makes, and may stop the action.
pub trait Watch<S>: Send {
    /// Called with each new observation, before anything else is made of it.
    fn seen(&mut self, screen: &Arc<Observation>) -> Option<S>;

    /// A native dialog that nobody expected was dismissed.
    fn dismissed(&mut self, dialog: &DialogSeen);
}

/// The element an action went to, as it was when it was pressed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pressed {
    /// The element.
    pub element: Arc<Element>,
    /// The rung (from 1) that answered.
    pub rung: usize,
    /// What each rung tried found.
    pub rungs: Vec<RungReport>,
    /// Where it was pressed.
    pub at: Option<PointInViewport>,
}

/// An action that has left and has not landed yet. It must be landed: only that writes its verdict.
#[derive(Debug)]
#[must_use = "an action without a verdict stays unacknowledged in the journal"]
pub struct InFlight {
    pub(crate) act: baton_store::RowId,
    /// The screen it was decided on.
    pub before: Arc<Observation>,
    /// The element it went to.
    pub pressed: Option<Pressed>,
    /// When it left.
    pub left_at: SessionTime,
    /// The risk it was allowed with.
    pub risk: Risk,
    pub(crate) mark: u64,
    pub(crate) after_this: Option<Postcondition>,
    pub(crate) must_change: bool,
    /// Set when the device could not say that it arrived; the action is landed all the same, to learn what became of it.
    pub trouble: Option<DeviceError>,
}

impl InFlight {
    /// The moment it left, in the device's stream of requests and changes.
    pub fn mark(&self) -> u64 {
        self.mark
    }

    /// Whether the action reached the device.
    pub fn delivery(&self) -> Delivery {
        self.trouble.as_ref().map_or(Delivery::Delivered, DeviceError::delivery)
    }
}

/// What an action by its nature leaves behind, so that it need not wait for the screen to grow quiet.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Postcondition {
    Reads(Handle, String),
    Checked(Handle, bool),
    Focused(Handle),
}

impl Postcondition {
    pub(crate) fn holds(&self, screen: &Observation) -> bool {
        use baton_screen::States;
        let find = |handle: &Handle| screen.by_handle(*handle).map(|at| screen.get(at));
        match self {
            Postcondition::Reads(handle, text) => {
                find(handle).is_some_and(|element| element.value.as_deref() == Some(text))
            }
            Postcondition::Checked(handle, on) => {
                find(handle).is_some_and(|element| element.states.has(States::CHECKED) == *on)
            }
            Postcondition::Focused(handle) => find(handle).is_some_and(|element| element.states.has(States::FOCUSED)),
        }
    }
}

/// An element that was found and is ready.
struct Ready {
    screen: Arc<Observation>,
    element: ElementRef,
    rung: usize,
    rungs: Vec<RungReport>,
    actionable: Actionable,
}

impl Session {
    /// Doors one to four. Returns once the input has left the machine, or says at which door it was stopped.
    pub async fn act<S: Send>(
        &self,
        turn: &Turn<'_>,
        asked: &Asked<'_>,
        watch: &mut dyn Watch<S>,
    ) -> Result<InFlight, ActError<S>> {
        let outcome = self.through_the_doors(turn, asked, watch).await;
        if let Err(refused) = &outcome {
            let told = (refused.door(), refused.told(&self.scrubber));
            self.journal.refused(&self.scrubber, self.now(), turn.holder(), asked, told).await?;
        }
        outcome
    }

    async fn through_the_doors<S: Send>(
        &self,
        turn: &Turn<'_>,
        asked: &Asked<'_>,
        watch: &mut dyn Watch<S>,
    ) -> Result<InFlight, ActError<S>> {
        let deadline = self.now() + asked.within;
        let mut events = self.driver.events();
        let ready = match asked.action.ladder() {
            Some(ladder) => Some(self.find_ready(ladder, asked, deadline, &mut events, watch).await?),
            None => None,
        };
        let second = match asked.action {
            Action::Drag { to, .. } => Some(self.find_ready(to, asked, deadline, &mut events, watch).await?),
            _ => None,
        };
        let screen = match &ready {
            Some(ready) => Arc::clone(&ready.screen),
            None => self.look(asked.action, watch).await?,
        };
        let risk = self.rule(asked, &screen, ready.as_ref())?;
        self.press(turn, asked, risk, screen, ready, second).await
    }

    /// Door two: exactly one element, and it is ready. Waits for it, driven by what the page tells.
    async fn find_ready<S: Send>(
        &self,
        ladder: &Ladder,
        asked: &Asked<'_>,
        deadline: SessionTime,
        events: &mut DeviceEvents,
        watch: &mut dyn Watch<S>,
    ) -> Result<Ready, ActError<S>> {
        let mut moved = 0;
        loop {
            drain(events);
            let screen = self.look(asked.action, watch).await?;
            let located = locate(&screen, ladder, purpose_of(asked.action));
            let Some((element, rung)) = located.found else {
                if self.now() >= deadline {
                    return Err(ActError::not_located(ladder, located, screen));
                }
                self.next_change(events, deadline).await?;
                continue;
            };
            if matches!(asked.action, Action::Upload { .. } | Action::ScrollTo { .. }) {
                // File fields are often hidden behind a button of their own, and a scroll brings its element into view itself.
                let actionable = Actionable {
                    at: screen.get(element).box_in_viewport.centre(),
                    box_in_viewport: screen.get(element).box_in_viewport,
                    leads_to: None,
                };
                return Ok(Ready { screen, element, rung, rungs: located.rungs, actionable });
            }
            match self.driver.actionable(screen.get(element).handle).await? {
                Ok(_) if moved < LOCATE_AGAIN && changed_meanwhile(events) => moved += 1,
                Ok(actionable) => return Ok(Ready { screen, element, rung, rungs: located.rungs, actionable }),
                Err(why) if self.now() >= deadline => {
                    return Err(ActError::Unactionable {
                        element: Arc::clone(&screen.elements[element.index()]),
                        why,
                        screen,
                    });
                }
                Err(Unactionable::Gone) => {}
                Err(_) => self.next_change(events, deadline).await?,
            }
        }
    }

    /// Door three.
    fn rule<S>(&self, asked: &Asked<'_>, screen: &Observation, ready: Option<&Ready>) -> Result<Risk, ActError<S>> {
        let question = Question {
            action: asked.action,
            risk: asked.risk,
            screen,
            element: ready.map(|ready| ready.screen.get(ready.element)),
            leads_to: ready.and_then(|ready| ready.actionable.leads_to.as_deref()),
        };
        match self.rules.ask(&question) {
            Ruling::Allowed(risk) => Ok(risk),
            Ruling::Ask(risk) if asked.consent.is_some_and(|consent| consent.step == asked.step) => Ok(risk),
            Ruling::Ask(risk) => Err(ActError::NeedsConsent { risk, element: question.element.cloned().map(Arc::new) }),
            Ruling::Forbidden(forbidden) => Err(ActError::Forbidden(forbidden)),
        }
    }

    /// Door four: the intent is committed before the first input event leaves.
    async fn press<S>(
        &self,
        turn: &Turn<'_>,
        asked: &Asked<'_>,
        risk: Risk,
        screen: Arc<Observation>,
        ready: Option<Ready>,
        second: Option<Ready>,
    ) -> Result<InFlight, ActError<S>> {
        let pressed = ready.as_ref().map(|ready| Pressed {
            element: Arc::clone(&ready.screen.elements[ready.element.index()]),
            rung: ready.rung,
            rungs: ready.rungs.clone(),
            at: Some(ready.actionable.at),
        });
        let intent =
            Intent { at: self.now(), holder: turn.holder(), asked, risk, screen: &screen, pressed: pressed.as_ref() };
        let act = self.journal.intend(&self.scrubber, intent).await?;
        self.remember_secret_field(asked.action, pressed.as_ref());
        let mark = self.driver.mark();
        let left_at = self.now();
        let mut trouble = None;
        for actuation in actuations(asked.action, ready.as_ref(), second.as_ref(), &screen) {
            if let Err(error) = self.driver.perform(&actuation).await {
                trouble = Some(error);
                break;
            }
        }
        let after_this = pressed.as_ref().and_then(|pressed| postcondition(asked.action, pressed));
        let must_change = asked.action.changes_state();
        let flight = InFlight { act, before: screen, pressed, left_at, risk, mark, after_this, must_change, trouble };
        match &flight.trouble {
            Some(error) if error.delivery() == Delivery::Undelivered => self.not_delivered(flight).await,
            _ => Ok(flight),
        }
    }

    async fn not_delivered<S>(&self, mut flight: InFlight) -> Result<InFlight, ActError<S>> {
        self.journal.undelivered(flight.act, self.now()).await?;
        match flight.trouble.take() {
            Some(error) => Err(ActError::Device(error)),
            None => Ok(flight),
        }
    }

    /// Looks at the screen, and lets the watcher stop the action. A dialog stands in the way of everything but its answer.
    async fn look<S: Send>(&self, action: &Action, watch: &mut dyn Watch<S>) -> Result<Arc<Observation>, ActError<S>> {
        loop {
            let screen = self.observe().await?;
            if let Some(stop) = watch.seen(&screen) {
                return Err(ActError::Stopped { stop, screen });
            }
            match &screen.dialog {
                Some(dialog) if !matches!(action, Action::AnswerDialog { .. }) => {
                    self.dismiss(dialog).await?;
                    watch.dismissed(dialog);
                }
                _ => return Ok(screen),
            }
        }
    }

    /// Waits until the device tells of a change, at most the poll interval, never past `deadline`, and not once interrupted.
    pub async fn next_change(&self, events: &mut DeviceEvents, deadline: SessionTime) -> Result<(), Interrupted> {
        let rest = deadline.since(self.now()).min(POLL);
        let mut interrupted = self.interrupt.clone();
        tokio::select! {
            () = next_change(events) => Ok(()),
            () = self.clock.sleep(rest) => Ok(()),
            () = interrupted.raised() => Err(Interrupted),
        }
    }
}

/// Stopped from outside while it waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

fn purpose_of(action: &Action) -> Purpose {
    match action {
        Action::ScrollTo { .. } | Action::Hover { .. } | Action::Drag { .. } => Purpose::Read,
        _ => Purpose::Act,
    }
}

fn is_change(event: &DeviceEvent) -> bool {
    matches!(
        event,
        DeviceEvent::Changed { .. }
            | DeviceEvent::Navigated { .. }
            | DeviceEvent::DialogOpened { .. }
            | DeviceEvent::DialogClosed { .. }
            | DeviceEvent::PopupOpened { .. }
            | DeviceEvent::Blocked(_)
            | DeviceEvent::Crashed { .. }
            | DeviceEvent::Lost { .. }
    )
}

async fn next_change(events: &mut DeviceEvents) {
    loop {
        match events.recv().await {
            Ok(event) if is_change(&event) => return,
            Ok(_) => {}
            // Having missed some means that something happened.
            Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => return,
            Err(tokio::sync::broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// Forgets what happened before the observation that is about to be made.
pub(crate) fn drain(events: &mut DeviceEvents) {
    while let Ok(_) | Err(tokio::sync::broadcast::error::TryRecvError::Lagged(_)) = events.try_recv() {}
}

fn changed_meanwhile(events: &mut DeviceEvents) -> bool {
    loop {
        match events.try_recv() {
            Ok(event) if is_change(&event) => return true,
            Ok(_) => {}
            Err(tokio::sync::broadcast::error::TryRecvError::Lagged(_)) => return true,
            Err(_) => return false,
        }
    }
}

fn postcondition(action: &Action, pressed: &Pressed) -> Option<Postcondition> {
    use baton_screen::States;
    let handle = pressed.element.handle;
    match action {
        Action::Type { submit: true, .. } => None,
        Action::Type { .. } if pressed.element.states.has(States::SECURE) => Some(Postcondition::Focused(handle)),
        Action::Type { text, .. } => Some(Postcondition::Reads(handle, text.text.clone())),
        Action::Clear { .. } => Some(Postcondition::Reads(handle, String::new())),
        Action::Select { labels, .. } if labels.len() == 1 => Some(Postcondition::Reads(handle, labels[0].clone())),
        Action::SetChecked { on, .. } => Some(Postcondition::Checked(handle, *on)),
        _ => None,
    }
}

/// What the device is told for an action whose elements are ready.
fn actuations(action: &Action, ready: Option<&Ready>, second: Option<&Ready>, screen: &Observation) -> Vec<Actuation> {
    use baton_screen::States;
    let at = ready.map_or_else(
        || PointInViewport { x: screen.viewport.width / 2.0, y: screen.viewport.height / 2.0 },
        |ready| ready.actionable.at,
    );
    let node = ready.map_or(Handle(0), |ready| ready.screen.get(ready.element).handle);
    let click = || Actuation::Click { at, button: Button::Left, count: 1, modifiers: Modifiers::default() };
    match action {
        Action::Click { button, count, modifiers, .. } => {
            vec![Actuation::Click { at, button: *button, count: *count, modifiers: *modifiers }]
        }
        Action::Hover { .. } => vec![Actuation::Hover { at }],
        Action::Drag { .. } => {
            let to = second.map_or(at, |second| second.actionable.at);
            vec![Actuation::Drag { from: at, to }]
        }
        Action::LongPress { hold_ms, .. } => vec![Actuation::LongPress { at, hold_ms: *hold_ms }],
        Action::Type { text, by, submit, .. } => {
            let typing = Actuation::Type { node, at, text: text.text.clone(), by: *by, clear: true };
            let enter = submit.then(|| Actuation::Press { chord: crate::keys::enter() });
            std::iter::once(typing).chain(enter).collect()
        }
        Action::Clear { .. } => vec![Actuation::Clear { node, at }],
        Action::Press { chord, on } => {
            let focus = on.as_ref().map(|_| click());
            focus.into_iter().chain([Actuation::Press { chord: chord.clone() }]).collect()
        }
        Action::Select { labels, .. } => vec![Actuation::Select { node, at, labels: labels.clone() }],
        Action::SetChecked { on, .. } => {
            let is = ready.is_some_and(|ready| ready.screen.get(ready.element).states.has(States::CHECKED));
            if is == *on { Vec::new() } else { vec![click()] }
        }
        Action::Upload { files, .. } => vec![Actuation::Upload { node, files: files.clone() }],
        Action::ScrollTo { .. } => vec![Actuation::ScrollTo { node }],
        Action::ScrollBy { delta_x, delta_y, .. } => {
            vec![Actuation::Wheel { at, delta_x: *delta_x, delta_y: *delta_y }]
        }
        Action::Swipe { from, to, over_ms } => vec![Actuation::Swipe { from: *from, to: *to, over_ms: *over_ms }],
        Action::Pinch { scale, .. } => vec![Actuation::Pinch { at, scale: *scale }],
        Action::Navigate { url } => vec![Actuation::Navigate { url: url.clone() }],
        Action::Back => vec![Actuation::Back],
        Action::AnswerDialog { accept, text } => {
            vec![Actuation::AnswerDialog { accept: *accept, text: text.as_ref().map(|typed| typed.text.clone()) }]
        }
        Action::Switch { to } => vec![Actuation::Switch { to: to.clone() }],
        Action::Relaunch => vec![Actuation::Relaunch],
        Action::Set { what } => vec![Actuation::Set { what: what.clone() }],
    }
}
