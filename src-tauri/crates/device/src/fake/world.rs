//! What a fake device knows and shows.

use std::io::Cursor;
use std::sync::Arc;

use baton_base::{Frame, FrameEncoding, SessionTime, SharedClock};
use baton_screen::{BoxInViewport, DialogSeen, FrameRef, FrameSeen, Handle, Observation, States, Unreadable, Viewport};
use tokio::sync::broadcast;

use crate::action::Actuation;
use crate::driver::{Actionable, Blocked, Identity, Opening, Picture, Quiet, Unactionable};
use crate::error::{Delivery, DeviceError};
use crate::event::{ConsoleRow, DeviceEvent, NetworkRow};

use super::app::{Effect, Screen};
use super::fault::{At, Fault};

/// A tab of the web-like fake; a phone has one.
pub(super) struct Tab {
    pub screen: Screen,
    /// Counts screens, so that a handle of an older one is known to be gone.
    pub number: u32,
    pub history: Vec<String>,
    pub opener: Option<usize>,
    pub scrolled: f64,
    pub focus: Option<u32>,
}

/// A dialog that is up, and the word its answer is logged as.
pub(super) struct Asked {
    pub seen: DialogSeen,
    pub word: String,
}

pub(super) struct World {
    pub clock: SharedClock,
    pub opening: Opening,
    pub device: &'static str,
    pub screens: Vec<Screen>,
    pub tabs: Vec<Tab>,
    pub current: usize,
    pub asked: Option<Asked>,
    pub faults: Vec<(At, Fault)>,
    pub received: Vec<Actuation>,
    pub events: broadcast::Sender<DeviceEvent>,
    pub lost: Option<String>,
    pub crashed: bool,
    pub sequence: u64,
    pub frames_wanted: bool,
    pub size: (f64, f64, f64),
    pub delayed_ms: u64,
    frame_number: u64,
    numbers: u32,
    due: Vec<(SessionTime, Option<u64>, u32, Effect)>,
}

impl World {
    pub fn new(
        clock: SharedClock,
        opening: Opening,
        size: (f64, f64, f64),
        device: &'static str,
        screens: Vec<Screen>,
    ) -> World {
        let (events, _) = broadcast::channel(4096);
        let mut world = World {
            clock,
            opening,
            device,
            screens: Vec::new(),
            tabs: Vec::new(),
            current: 0,
            asked: None,
            faults: Vec::new(),
            received: Vec::new(),
            events,
            lost: None,
            crashed: false,
            sequence: 0,
            frames_wanted: false,
            size,
            delayed_ms: 0,
            frame_number: 0,
            numbers: 0,
            due: Vec::new(),
        };
        world.hold(screens);
        world
    }

    /// Takes another application and opens it where the opening says, else at its first screen.
    pub fn hold(&mut self, screens: Vec<Screen>) {
        self.screens = screens;
        self.restart();
    }

    /// Begins again at the start.
    pub fn restart(&mut self) {
        let wanted = self.opening.url.rsplit('/').next().unwrap_or_default();
        let first = self.screens.iter().find(|screen| screen.name == wanted).or(self.screens.first());
        let name = first.map(|screen| screen.name.clone()).unwrap_or_default();
        self.tabs.clear();
        self.due.clear();
        self.current = 0;
        self.open_tab(&name, None);
    }

    pub fn tab(&mut self) -> &mut Tab {
        let current = self.current.min(self.tabs.len() - 1);
        &mut self.tabs[current]
    }

    fn screen_named(&self, name: &str) -> Screen {
        self.screens.iter().find(|screen| screen.name == name).cloned().unwrap_or_default()
    }

    fn open_tab(&mut self, name: &str, opener: Option<usize>) {
        self.numbers += 1;
        let (screen, number) = (self.screen_named(name), self.numbers);
        self.tabs.push(Tab { screen, number, history: vec![name.to_owned()], opener, scrolled: 0.0, focus: None });
    }

    /// Shows another screen in the current tab.
    pub fn show(&mut self, name: &str) {
        self.numbers += 1;
        let (screen, number) = (self.screen_named(name), self.numbers);
        let tab = self.tab();
        (tab.screen, tab.number, tab.scrolled, tab.focus) = (screen, number, 0.0, None);
        let (at, url) = (self.clock.now(), self.address());
        self.emit(DeviceEvent::Navigated { at, url, top: true });
        self.changed();
    }

    /// Goes to a screen as a link does; another site only when it is allowed.
    pub fn go(&mut self, to: &str) -> bool {
        let at = self.clock.now();
        if to.starts_with("other://") && !self.opening.allowed_origins.is_empty() {
            let rule = "external_navigation".to_owned();
            self.emit(DeviceEvent::Blocked(Blocked { at, url: to.to_owned(), rule }));
            return false;
        }
        let name = to.rsplit('/').next().unwrap_or(to).to_owned();
        self.tab().history.push(name.clone());
        self.show(&name);
        true
    }

    fn address(&mut self) -> String {
        format!("fake://app/{}", self.tab().screen.name)
    }

    pub fn emit(&self, event: DeviceEvent) {
        let _ = self.events.send(event);
    }

    /// The screen differs from before.
    pub fn changed(&mut self) {
        let at = self.clock.now();
        self.emit(DeviceEvent::Changed { at });
        if self.frames_wanted
            && let Ok(Picture { png, size_px, viewport, .. }) = self.picture()
        {
            self.frame_number += 1;
            let (number, encoding) = (self.frame_number, FrameEncoding::Png);
            self.emit(DeviceEvent::Frame(Frame { number, at, encoding, size_px, viewport, bytes: png }));
        }
    }

    /// What stands in the way of a call, faults on cue included.
    pub fn stand(&mut self, call: At, delivery: Delivery) -> Result<(), DeviceError> {
        if let Some(why) = &self.lost {
            return Err(DeviceError::Lost { why: why.clone(), delivery });
        }
        let on_cue = |(at, fault): &(At, Fault)| {
            *at == call
                && matches!(
                    fault,
                    Fault::Lost(_) | Fault::Silent(_) | Fault::Crashed | Fault::Dialog { .. } | Fault::Changed
                )
        };
        if let Some(at) = self.faults.iter().position(on_cue) {
            let (_, fault) = self.faults.remove(at);
            self.fail(fault)?;
        }
        if self.crashed {
            return Err(DeviceError::Crashed { delivery });
        }
        Ok(())
    }

    fn fail(&mut self, fault: Fault) -> Result<(), DeviceError> {
        let at = self.clock.now();
        match fault {
            Fault::Lost(delivery) => {
                let why = "it was unplugged".to_owned();
                self.lost = Some(why.clone());
                self.emit(DeviceEvent::Lost { at, why: why.clone() });
                Err(DeviceError::Lost { why, delivery })
            }
            Fault::Silent(delivery) => Err(DeviceError::Silent { limit_ms: 5000, delivery }),
            Fault::Crashed => {
                self.crashed = true;
                self.emit(DeviceEvent::Crashed { at });
                Ok(())
            }
            Fault::Dialog { kind, message } => {
                self.ask(kind, message, "answered".to_owned());
                Ok(())
            }
            _ => {
                let name = self.tab().screen.name.clone();
                self.show(&name);
                Ok(())
            }
        }
    }

    /// Takes a fault of that call that is not one of [`World::stand`]'s.
    pub fn fault(&mut self, call: At, meant: impl Fn(&Fault) -> bool) -> Option<Fault> {
        let at = self.faults.iter().position(|(at, fault)| *at == call && meant(fault))?;
        Some(self.faults.remove(at).1)
    }

    pub fn ask(&mut self, kind: String, message: String, word: String) {
        let at = self.clock.now();
        self.asked = Some(Asked { seen: DialogSeen { kind: kind.clone(), message: message.clone() }, word });
        self.emit(DeviceEvent::DialogOpened { at, kind, message });
    }

    /// Makes something happen, now or when it is due.
    pub fn happen(&mut self, nid: u32, effect: Effect) {
        if self.delayed_ms > 0 {
            let late = self.clock.now() + std::time::Duration::from_millis(self.delayed_ms);
            return self.due.push((late, None, nid, effect));
        }
        self.happen_now(nid, effect);
    }

    fn happen_now(&mut self, nid: u32, effect: Effect) {
        let now = self.clock.now();
        match effect {
            Effect::Rename(name) => {
                if let Some(widget) = self.tab().screen.widgets.iter_mut().find(|widget| widget.nid == nid) {
                    widget.name = name;
                }
                self.changed();
            }
            Effect::Log(word) => {
                self.tab().screen.log(&word);
                self.changed();
            }
            Effect::Later(ms, effect) => {
                self.due.push((now + std::time::Duration::from_millis(ms), None, nid, *effect));
            }
            Effect::Fetch(ms, effect) => {
                self.sequence += 1;
                let began = Some(self.sequence);
                self.due.push((now + std::time::Duration::from_millis(ms), began, nid, *effect));
            }
            Effect::Go(to) => drop(self.go(&to)),
            Effect::Open(name) => {
                self.open_tab(&name, Some(self.current));
                self.emit(DeviceEvent::PopupOpened { at: now, url: format!("fake://app/{name}") });
            }
            Effect::Ask { kind, message, word } => self.ask(kind, message, word),
            Effect::Download(name) if self.opening.block_downloads => {
                let rule = "download".to_owned();
                self.emit(DeviceEvent::Blocked(Blocked { at: now, url: format!("fake://app/{name}"), rule }));
            }
            Effect::Download(name) => self.emit(DeviceEvent::Downloaded { at: now, name, path: None }),
            Effect::Say(text) => {
                let (level, source) = ("log".to_owned(), "fake".to_owned());
                self.emit(DeviceEvent::Console(Arc::new(ConsoleRow { at: now, level, text, source })));
            }
        }
    }

    pub fn next_due(&self) -> Option<SessionTime> {
        self.due.iter().map(|(at, ..)| *at).min()
    }

    /// Does what has become due.
    pub fn catch_up(&mut self) {
        let now = self.clock.now();
        let (mut due, later): (Vec<_>, Vec<_>) = self.due.drain(..).partition(|(at, ..)| *at <= now);
        self.due = later;
        due.sort_by_key(|(at, ..)| *at);
        for (at, began, nid, effect) in due {
            self.happen_now(nid, effect);
            if began.is_some() {
                self.emit(DeviceEvent::Network(Arc::new(NetworkRow {
                    at,
                    method: "GET".to_owned(),
                    url: "fake://app/slow".to_owned(),
                    kind: "fetch".to_owned(),
                    status: Some(200),
                    took_ms: 200,
                    bytes: 32,
                    error: None,
                })));
            }
        }
    }

    pub fn quiet(&self, mark: u64) -> Quiet {
        let pending = self.due.iter().filter(|(_, began, ..)| began.is_some_and(|began| began >= mark)).count();
        let soon = self.clock.now() + std::time::Duration::from_millis(32);
        let still = !self.due.iter().any(|(at, began, ..)| began.is_none() && *at <= soon);
        Quiet { no_navigation: true, pending_requests: pending as u32, still }
    }

    pub fn identity(&mut self) -> Result<Identity, DeviceError> {
        self.stand(At::Observe, Delivery::Undelivered)?;
        let (browser, device) = ("Fake 1.0".to_owned(), self.device.to_owned());
        Ok(Identity { browser, device, build: self.tab().screen.build.clone() })
    }

    pub fn observe(&mut self) -> Result<Arc<Observation>, DeviceError> {
        self.stand(At::Observe, Delivery::Undelivered)?;
        let (width, height, scale) = self.size;
        let (at, address) = (self.clock.now(), self.address());
        let dialog = self.asked.as_ref().map(|asked| asked.seen.clone());
        let Tab { screen, number, scrolled, focus, .. } = self.tab();
        let frame = |name: &str, parent, box_in_viewport| FrameSeen {
            name: Arc::from(name),
            address: Arc::from(address.as_str()),
            title: Arc::from(screen.title.as_str()),
            parent,
            box_in_viewport,
            http_status: None,
        };
        let mut frames = vec![frame("top", None, BoxInViewport::new(0.0, 0.0, width, height))];
        frames.extend(screen.frames.iter().map(|(name, place)| frame(name, Some(FrameRef(0)), *place)));
        let elements = screen.widgets.iter().map(|widget| {
            let mut element = widget.element(*number, *scrolled);
            if *focus == Some(widget.nid) {
                element.states = element.states | States::FOCUSED;
            }
            Arc::new(element)
        });
        let mut seen = Observation {
            at,
            viewport: Viewport { width, height, scale },
            frames,
            elements: elements.collect(),
            unreadable: screen.unreadable.clone(),
            dialog,
        };
        self.spoil(&mut seen);
        Ok(Arc::new(seen))
    }

    fn spoil(&mut self, seen: &mut Observation) {
        let spoils = |fault: &Fault| matches!(fault, Fault::Truncated(_) | Fault::Collapsed | Fault::Opaque(_));
        let of = seen.elements.len() as u32;
        match self.fault(At::Observe, spoils) {
            Some(Fault::Truncated(listed)) => {
                seen.elements.truncate(listed as usize);
                seen.unreadable.push(Unreadable::Truncated { listed, of });
            }
            Some(Fault::Collapsed) => {
                seen.elements.truncate(1);
                seen.unreadable.push(Unreadable::Collapsed);
            }
            Some(Fault::Opaque(name)) => {
                seen.elements.clear();
                seen.unreadable.push(Unreadable::Opaque { name });
            }
            _ => {}
        }
    }

    /// The place of a node in its screen; none when its screen is gone.
    pub fn find(&mut self, node: Handle) -> Option<usize> {
        let (number, nid) = ((node.0 >> 32) as u32, node.0 as u32);
        let tab = self.tab();
        (tab.number == number).then_some(())?;
        tab.screen.widgets.iter().position(|widget| widget.nid == nid)
    }

    pub fn actionable(&mut self, node: Handle) -> Result<Result<Actionable, Unactionable>, DeviceError> {
        self.stand(At::Actionable, Delivery::Undelivered)?;
        self.free()?;
        let hinders = |fault: &Fault| matches!(fault, Fault::Covered(_) | Fault::Moving);
        match self.fault(At::Actionable, hinders) {
            Some(Fault::Covered(by)) => return Ok(Err(Unactionable::Covered { by })),
            Some(_) => return Ok(Err(Unactionable::Moving)),
            None => {}
        }
        let Some(at) = self.find(node) else { return Ok(Err(Unactionable::Gone)) };
        let height = self.size.1;
        let tab = self.tab();
        let widget = &tab.screen.widgets[at];
        if !widget.states.has(States::VISIBLE) {
            return Ok(Err(Unactionable::Hidden));
        }
        if !widget.states.has(States::ENABLED) {
            return Ok(Err(Unactionable::Disabled));
        }
        let (top, bottom) = (widget.place.y - tab.scrolled, widget.place.bottom() - tab.scrolled);
        if top < 0.0 || bottom > height {
            tab.scrolled = (widget.place.centre().y - height / 2.0).max(0.0);
        }
        let box_in_viewport = widget.box_now(tab.scrolled);
        let point = box_in_viewport.centre();
        match tab.screen.hit(point, tab.scrolled) {
            Some(hit) if hit != at => {
                let cover = &tab.screen.widgets[hit];
                Ok(Err(Unactionable::Covered { by: format!("{} \"{}\"", cover.role, cover.name) }))
            }
            _ => Ok(Ok(Actionable { at: point, box_in_viewport, leads_to: widget.leads_to.clone() })),
        }
    }

    /// Refuses while a dialog is up.
    pub fn free(&self) -> Result<(), DeviceError> {
        let Some(Asked { seen: DialogSeen { kind, message }, .. }) = &self.asked else { return Ok(()) };
        let (kind, message) = (kind.clone(), message.clone());
        Err(DeviceError::DialogOpen { kind, message, delivery: Delivery::Undelivered })
    }

    /// A grey picture in which every widget is a darker box.
    pub fn picture(&mut self) -> Result<Picture, DeviceError> {
        let (width, height, scale) = self.size;
        let mut picture =
            image::GrayImage::from_pixel((width * scale) as u32, (height * scale) as u32, image::Luma([240]));
        let Tab { screen, scrolled, .. } = self.tab();
        for widget in screen.widgets.iter().filter(|widget| widget.states.has(States::VISIBLE)) {
            let place = widget.box_now(*scrolled);
            let shade = 60 + (widget.name.len() + widget.text.len()) as u8 % 128;
            for y in (place.y * scale) as i64..(place.bottom() * scale) as i64 {
                for x in (place.x * scale) as i64..(place.right() * scale) as i64 {
                    if let (Ok(x), Ok(y)) = (u32::try_from(x), u32::try_from(y))
                        && let Some(pixel) = picture.get_pixel_mut_checked(x, y)
                    {
                        *pixel = image::Luma([shade]);
                    }
                }
            }
        }
        let size_px = picture.dimensions();
        let mut png = Cursor::new(Vec::new());
        picture.write_to(&mut png, image::ImageFormat::Png).map_err(|cause| DeviceError::Refused(cause.to_string()))?;
        Ok(Picture { at: self.clock.now(), png: Arc::from(png.into_inner()), size_px, viewport: (width, height) })
    }
}
