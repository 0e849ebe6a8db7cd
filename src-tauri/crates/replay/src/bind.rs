//! Turns a step of the document into what the gate is asked for: placeholders replaced, addresses made absolute.

use std::path::PathBuf;

use baton_device::action::DeviceSetting;
use baton_device::{Button, Modifiers, Switch, TextBy};
use baton_scenario::action as written;
use baton_scenario::{Template, Unresolved};
use baton_screen::{Ladder, PointInViewport, Viewport};
use baton_session::{Action, keys};

use crate::values::Scope;

/// Why a step could not be bound.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BindError {
    /// A placeholder without a value.
    #[error(transparent)]
    Unresolved(#[from] Unresolved),
    /// A chord that is none.
    #[error(transparent)]
    Key(#[from] keys::NotAKey),
    /// A file outside the workspace.
    #[error("{0} is not a file of the workspace")]
    File(String),
}

/// What binding needs to know of where the run takes place.
#[derive(Debug, Clone)]
pub struct Place {
    /// The target's address, without a trailing slash.
    pub base_url: String,
    /// The workspace's folder.
    pub folder: PathBuf,
    /// The screen's size.
    pub viewport: Viewport,
}

/// The gate's action for a step that acts on the device; none for steps that do something else.
pub fn action(step: &written::Action, scope: &Scope, place: &Place) -> Result<Option<Action>, BindError> {
    use written::Action as Step;
    let ladder = |ladder: &Ladder| scope.ladder(ladder);
    let click =
        |on: Ladder, button: Button, count: u8| Action::Click { on, button, count, modifiers: Modifiers::default() };
    Ok(Some(match step {
        Step::Click(on) => click(ladder(on)?, Button::Left, 1),
        Step::DoubleClick(on) => click(ladder(on)?, Button::Left, 2),
        Step::RightClick(on) => click(ladder(on)?, Button::Right, 1),
        Step::Hover(on) => Action::Hover { on: ladder(on)? },
        Step::Drag(drag) => Action::Drag { from: ladder(&drag.from)?, to: ladder(&drag.to)? },
        Step::LongPress(press) => Action::LongPress { on: ladder(&press.at)?, hold_ms: press.hold_ms },
        Step::Type(typing) => Action::Type {
            into: ladder(&typing.into)?,
            text: scope.typed(&typing.text)?,
            by: TextBy::Keys,
            submit: typing.submit,
        },
        Step::Clear(field) => Action::Clear { field: ladder(field)? },
        Step::Press(press) => {
            Action::Press { chord: keys::chord(&press.key)?, on: press.at.as_ref().map(ladder).transpose()? }
        }
        Step::Select(select) => Action::Select { list: ladder(&select.from)?, labels: texts(&select.option.0, scope)? },
        Step::Check(control) => Action::SetChecked { control: ladder(control)?, on: true },
        Step::Uncheck(control) => Action::SetChecked { control: ladder(control)?, on: false },
        Step::Upload(upload) => {
            Action::Upload { field: ladder(&upload.into)?, files: files(&upload.files, scope, place)? }
        }
        Step::Scroll(written::Scroll::To { to }) => Action::ScrollTo { to: ladder(to)? },
        Step::Scroll(written::Scroll::By { by: [right, down], at }) => Action::ScrollBy {
            over: at.as_ref().map(ladder).transpose()?,
            delta_x: f64::from(*right),
            delta_y: f64::from(*down),
        },
        Step::Swipe(swipe) => swiped(swipe, place.viewport),
        Step::Pinch(pinch) => Action::Pinch { on: ladder(&pinch.at)?, scale: pinch.scale },
        Step::RotateDevice(way) => {
            Action::Set { what: DeviceSetting::Rotation { landscape: *way == written::Orientation::Landscape } }
        }
        Step::Back(_) => Action::Back,
        Step::Navigate(to) | Step::Open(to) => Action::Navigate { url: absolute(&place.base_url, &scope.text(to)?) },
        Step::Switch(to) => Action::Switch { to: switched(to, scope)? },
        Step::Relaunch(_) => Action::Relaunch,
        Step::Set(control) => Action::Set { what: setting(control, scope)? },
        _ => return Ok(None),
    }))
}

/// The address of a path of the target; an address with a scheme stays as it is.
pub fn absolute(base_url: &str, path: &str) -> String {
    if path.contains("://") || path.starts_with("data:") || path.starts_with("about:") {
        return path.to_owned();
    }
    let base = base_url.trim_end_matches('/');
    if path.starts_with('/') { format!("{base}{path}") } else { format!("{base}/{path}") }
}

fn texts(templates: &[Template], scope: &Scope) -> Result<Vec<String>, BindError> {
    templates.iter().map(|template| Ok(scope.text(template)?)).collect()
}

fn files(templates: &[Template], scope: &Scope, place: &Place) -> Result<Vec<PathBuf>, BindError> {
    let folder = place.folder.canonicalize().map_err(|_| BindError::File(place.folder.display().to_string()))?;
    templates
        .iter()
        .map(|template| {
            let written = scope.text(template)?;
            let file = folder.join(&written).canonicalize().map_err(|_| BindError::File(written.clone()))?;
            if file.starts_with(&folder) { Ok(file) } else { Err(BindError::File(written)) }
        })
        .collect()
}

/// A swipe covers the middle 60 % of the screen, which is what a thumb does and what keeps clear of edge gestures.
fn swiped(swipe: &written::Swipe, viewport: Viewport) -> Action {
    const OVER_MS: u32 = 300;
    let at = |x: f64, y: f64| PointInViewport { x: x * viewport.width, y: y * viewport.height };
    let (from, to) = match swipe {
        written::Swipe::Between { from, to } => (at(from[0], from[1]), at(to[0], to[1])),
        written::Swipe::Across { direction, .. } => match direction {
            written::Direction::Up => (at(0.5, 0.8), at(0.5, 0.2)),
            written::Direction::Down => (at(0.5, 0.2), at(0.5, 0.8)),
            written::Direction::Left => (at(0.8, 0.5), at(0.2, 0.5)),
            written::Direction::Right => (at(0.2, 0.5), at(0.8, 0.5)),
        },
    };
    Action::Swipe { from, to, over_ms: OVER_MS }
}

fn switched(to: &written::Switch, scope: &Scope) -> Result<Switch, BindError> {
    Ok(match to {
        written::Switch::Newest => Switch::Newest,
        written::Switch::Opener => Switch::Opener,
        written::Switch::Close => Switch::Close,
        written::Switch::To(name) => Switch::To(scope.text(name)?),
    })
}

fn setting(control: &written::DeviceControl, scope: &Scope) -> Result<DeviceSetting, BindError> {
    use written::DeviceControl as Set;
    Ok(match control {
        Set::Location(at) => DeviceSetting::Location { latitude: at.latitude, longitude: at.longitude },
        Set::Permission(what) => DeviceSetting::Permission { name: what.name.clone(), granted: what.granted },
        Set::Clipboard(text) => DeviceSetting::Clipboard { text: scope.text(text)? },
        Set::Push(payload) => DeviceSetting::Push { payload: serde_json::Value::Object(payload.clone()) },
        Set::StatusBar(bar) => DeviceSetting::StatusBar { time: bar.time.clone() },
        Set::Locale(tag) => DeviceSetting::Locale { tag: tag.clone() },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_of_the_target_and_addresses_stay() {
        for (base, path, whole) in [
            ("http://h:1", "/login", "http://h:1/login"),
            ("http://h:1/", "login", "http://h:1/login"),
            ("http://h:1/app", "/login", "http://h:1/app/login"),
            ("http://h:1", "https://other.test/x", "https://other.test/x"),
        ] {
            assert_eq!(absolute(base, path), whole, "{path} on {base}");
        }
    }
}
