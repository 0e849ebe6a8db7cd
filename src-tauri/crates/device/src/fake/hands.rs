//! What actuations do to the application in a fake device.

use baton_screen::{PointInViewport, States};

use crate::action::{Actuation, Button, Chord, DeviceSetting, Dispatched, RawInput, Switch, TextBy};
use crate::driver::Capabilities;
use crate::error::{Delivery, DeviceError};
use crate::event::DeviceEvent;

use super::app::{Effect, Gesture};
use super::fault::{At, Fault};
use super::world::World;

/// Does one actuation.
pub(super) fn perform(world: &mut World, can: &Capabilities, actuation: &Actuation) -> Result<Dispatched, DeviceError> {
    world.crashed &= !matches!(actuation, Actuation::Navigate { .. } | Actuation::Reload | Actuation::Relaunch);
    world.stand(At::Perform, Delivery::Undelivered)?;
    if let Actuation::AnswerDialog { accept, text } = actuation {
        return answer(world, *accept, text.as_deref());
    }
    world.free()?;
    supported(can, actuation)?;
    let lands = |fault: &Fault| matches!(fault, Fault::Swallowed | Fault::Delayed(_));
    world.delayed_ms = match world.fault(At::Perform, lands) {
        Some(Fault::Delayed(ms)) => ms,
        Some(_) => return Ok(Dispatched { seen_by_page: Some(false) }),
        None => 0,
    };
    world.received.push(actuation.clone());
    act(world, actuation)?;
    match &world.asked {
        // As on a real device, the press that opened the dialog was delivered.
        Some(asked) => {
            let (kind, message) = (asked.seen.kind.clone(), asked.seen.message.clone());
            Err(DeviceError::DialogOpen { kind, message, delivery: Delivery::Delivered })
        }
        None => Ok(Dispatched { seen_by_page: Some(true) }),
    }
}

fn supported(can: &Capabilities, actuation: &Actuation) -> Result<(), DeviceError> {
    let (able, what) = match actuation {
        Actuation::Hover { .. } => (can.hover, "hover"),
        Actuation::Click { button: Button::Right, .. } => (can.hover, "right_click"),
        Actuation::Wheel { .. } => (can.hover, "wheel"),
        Actuation::Swipe { .. } | Actuation::Pinch { .. } => (can.touch, "touch"),
        Actuation::Type { by: TextBy::Composition, .. } => (can.composition, "composition"),
        Actuation::Upload { .. } => (can.upload, "upload"),
        Actuation::Switch { .. } => (can.tabs, "tabs"),
        Actuation::Set { what } => match what {
            DeviceSetting::Location { .. } => (can.location, "location"),
            DeviceSetting::Permission { .. } => (can.permissions, "permissions"),
            DeviceSetting::Clipboard { .. } => (can.clipboard, "clipboard"),
            DeviceSetting::Rotation { .. } => (can.rotation, "rotation"),
            DeviceSetting::StatusBar { .. } => (false, "status_bar"),
            DeviceSetting::Push { .. } => (false, "push"),
            DeviceSetting::Locale { .. } => (true, "locale"),
        },
        _ => (true, ""),
    };
    if able { Ok(()) } else { Err(DeviceError::Unsupported { what: what.to_owned() }) }
}

fn act(world: &mut World, actuation: &Actuation) -> Result<(), DeviceError> {
    match actuation {
        Actuation::Click { at, button, count, .. } => click(world, *at, *button, *count),
        Actuation::Hover { at } => gesture(world, *at, Gesture::Hover, 0.0),
        Actuation::Wheel { at, delta_y, .. } => {
            gesture(world, *at, Gesture::Wheel, 0.0);
            let tab = world.tab();
            tab.scrolled = (tab.scrolled + delta_y).max(0.0);
            world.changed();
        }
        Actuation::Drag { from, to } => gesture(world, *from, Gesture::Drag, to.x - from.x),
        Actuation::LongPress { at, .. } => gesture(world, *at, Gesture::Hold, 0.0),
        Actuation::Swipe { from, to, .. } => gesture(world, *from, Gesture::Swipe, to.x - from.x),
        Actuation::Pinch { at, .. } => gesture(world, *at, Gesture::Pinch, 0.0),
        Actuation::Type { node, at, text, by, clear } => {
            let index = world.find(*node).ok_or(DeviceError::Gone)?;
            click(world, *at, Button::Left, 1);
            write(world, index, *clear, text)?;
            if *by == TextBy::Composition {
                world.tab().screen.log(&format!("composed={text}"));
            }
        }
        Actuation::Clear { node, at } => {
            let index = world.find(*node).ok_or(DeviceError::Gone)?;
            click(world, *at, Button::Left, 1);
            write(world, index, true, "")?;
        }
        Actuation::Press { chord } => press(world, chord)?,
        Actuation::Select { node, labels, .. } => {
            let index = world.find(*node).ok_or(DeviceError::Gone)?;
            select(world, index, labels)?;
        }
        Actuation::Upload { node, files } => {
            world.find(*node).ok_or(DeviceError::Gone)?;
            if let Some(missing) = files.iter().find(|file| !file.is_file()) {
                return Err(DeviceError::Refused(format!("there is no file {}", missing.display())));
            }
            let named = |file: &std::path::PathBuf| file.file_name().map(|name| name.to_string_lossy().into_owned());
            let names: Vec<String> = files.iter().filter_map(named).collect();
            world.happen(0, Effect::Log(format!("files={}", names.join(","))));
        }
        Actuation::ScrollTo { node } => {
            let index = world.find(*node).ok_or(DeviceError::Gone)?;
            let half = world.size.1 / 2.0;
            let tab = world.tab();
            tab.scrolled = (tab.screen.widgets[index].place.centre().y - half).max(0.0);
            world.changed();
        }
        Actuation::Navigate { url } => navigate(world, url)?,
        Actuation::Back => back(world)?,
        Actuation::Reload => {
            let name = world.tab().screen.name.clone();
            world.show(&name);
        }
        Actuation::Switch { to } => switch(world, to)?,
        Actuation::Relaunch => {
            world.restart();
            world.changed();
        }
        Actuation::Set { what: DeviceSetting::Rotation { landscape } } => {
            let (a, b, scale) = world.size;
            world.size = if *landscape { (a.max(b), a.min(b), scale) } else { (a.min(b), a.max(b), scale) };
            world.changed();
        }
        Actuation::Raw { event } => raw(world, event)?,
        Actuation::Set { .. } | Actuation::AnswerDialog { .. } => {}
    }
    Ok(())
}

fn click(world: &mut World, at: PointInViewport, button: Button, count: u8) {
    match button {
        Button::Right => gesture(world, at, Gesture::Right, 0.0),
        _ => {
            for _ in 0..count.max(1) {
                gesture(world, at, Gesture::Click, 0.0);
            }
            if count == 2 {
                gesture(world, at, Gesture::Double, 0.0);
            }
        }
    }
}

fn gesture(world: &mut World, at: PointInViewport, meant: Gesture, dx: f64) {
    let tab = world.tab();
    let Some(index) = tab.screen.hit(at, tab.scrolled) else { return };
    let widget = tab.screen.widgets[index].clone();
    if !widget.states.has(States::ENABLED) {
        return;
    }
    if meant == Gesture::Click {
        tab.focus = Some(widget.nid);
    }
    for (_, effect) in widget.on.iter().filter(|(on, _)| *on == meant) {
        let effect = match effect {
            Effect::Log(word) => Effect::Log(word.replace("{dx}", &dx.round().to_string())),
            other => other.clone(),
        };
        world.happen(widget.nid, effect);
    }
}

fn write(world: &mut World, index: usize, clear: bool, text: &str) -> Result<(), DeviceError> {
    let tab = world.tab();
    let widget = &mut tab.screen.widgets[index];
    if !widget.states.has(States::EDITABLE) {
        return Err(DeviceError::Refused("the element takes no typed text".to_owned()));
    }
    tab.focus = Some(widget.nid);
    let value = widget.value.get_or_insert_default();
    if clear {
        value.clear();
    }
    value.push_str(text);
    let word = format!("{}:input:true", widget.name.to_lowercase());
    tab.screen.log(&word);
    world.changed();
    Ok(())
}

fn press(world: &mut World, chord: &Chord) -> Result<(), DeviceError> {
    let name = chord.key.as_str();
    if name.chars().count() > 1 && !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(DeviceError::Refused(format!("there is no key {name:?}")));
    }
    if name == "Enter" || chord.modifiers.control {
        let held = if chord.modifiers.control { "Control+" } else { "" };
        let code = if name.len() == 1 { format!("Key{}", name.to_uppercase()) } else { name.to_owned() };
        world.happen(0, Effect::Log(format!("key={held}{name}:{code}")));
    }
    Ok(())
}

fn select(world: &mut World, index: usize, labels: &[String]) -> Result<(), DeviceError> {
    let widget = &mut world.tab().screen.widgets[index];
    for label in labels {
        if widget.options.contains(&format!("-{label}")) {
            return Err(DeviceError::Refused(format!("these options cannot be chosen now: {label:?}")));
        }
        if !widget.options.contains(label) {
            return Err(DeviceError::Refused(format!("the list has no such option: {label:?}")));
        }
    }
    widget.value = Some(labels.join(", "));
    let id = widget.name.to_lowercase();
    let words = format!("{id}:change:true {id}={}", labels.join(","));
    world.happen(0, Effect::Log(words));
    Ok(())
}

fn navigate(world: &mut World, url: &str) -> Result<(), DeviceError> {
    let name = url.rsplit('/').next().unwrap_or_default();
    if !world.screens.iter().any(|screen| screen.name == name) {
        return Err(DeviceError::Refused(format!("{url} cannot be opened: there is no such screen")));
    }
    if world.go(url) { Ok(()) } else { Err(DeviceError::Refused(format!("{url} is not in an allowed origin"))) }
}

fn back(world: &mut World) -> Result<(), DeviceError> {
    let tab = world.tab();
    if tab.history.len() < 2 {
        return Err(DeviceError::Refused("there is no page to go back to".to_owned()));
    }
    tab.history.pop();
    let name = tab.history.last().cloned().unwrap_or_default();
    world.show(&name);
    Ok(())
}

fn switch(world: &mut World, to: &Switch) -> Result<(), DeviceError> {
    let (current, last) = (world.current, world.tabs.len() - 1);
    let opener = world.tabs[current].opener;
    let titled = |text: &str| world.tabs.iter().position(|tab| tab.screen.title.contains(text));
    let found = match to {
        Switch::To(text) => titled(text),
        Switch::Newest => (last != current).then_some(last),
        Switch::Opener => opener,
        Switch::Close if world.tabs.len() > 1 => Some(opener.unwrap_or(0)),
        Switch::Close => None,
    };
    let found = found.ok_or_else(|| DeviceError::Refused("there is no such tab".to_owned()))?;
    if *to == Switch::Close {
        world.tabs.remove(current);
    }
    world.current = found.min(world.tabs.len() - 1);
    world.changed();
    Ok(())
}

fn raw(world: &mut World, event: &RawInput) -> Result<(), DeviceError> {
    match event {
        RawInput::PointerUp { at, button, count, .. } => click(world, *at, *button, *count),
        RawInput::InsertText { text } => {
            let focus = world.tab().focus;
            let index = world.tab().screen.widgets.iter().position(|widget| Some(widget.nid) == focus);
            write(world, index.ok_or(DeviceError::Gone)?, false, text)?;
        }
        _ => {}
    }
    Ok(())
}

fn answer(world: &mut World, accept: bool, text: Option<&str>) -> Result<Dispatched, DeviceError> {
    let none = || DeviceError::Refused("no native dialog is open".to_owned());
    let asked = world.asked.take().ok_or_else(none)?;
    let answer = match asked.seen.kind.as_str() {
        "alert" => asked.word,
        "prompt" if accept => format!("{}={}", asked.word, text.unwrap_or_default()),
        "prompt" => format!("{}=null", asked.word),
        _ => format!("{}={accept}", asked.word),
    };
    let at = world.clock.now();
    world.emit(DeviceEvent::DialogClosed { at });
    world.tab().screen.log(&answer);
    world.changed();
    Ok(Dispatched::default())
}
