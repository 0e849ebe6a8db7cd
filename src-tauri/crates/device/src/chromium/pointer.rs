//! Mouse, wheel and fingers, always in points of the top-level viewport: the page's session passes them on to the frame they hit.

use std::time::Duration;

use baton_screen::PointInViewport;
use chromiumoxide_cdp::cdp::browser_protocol::input::{
    DispatchMouseEventParams, DispatchMouseEventPointerType, DispatchMouseEventType, DispatchTouchEventParams,
    DispatchTouchEventType, MouseButton, TouchPoint,
};
use serde::Serialize;

use crate::action::{Button, Modifiers};
use crate::error::DeviceError;

use super::act::Line;
use super::keyboard::bits;

/// How many moves a drag or swipe is made of.
pub(super) const MOVES: u32 = 10;
/// Roughly how far apart two fingers are when a pinch starts, in CSS px.
const PINCH_APART: f64 = 100.0;

/// The pointer comes there, with buttons held or not.
pub(super) fn moved(at: PointInViewport, held: Option<Button>, modifiers: Modifiers) -> DispatchMouseEventParams {
    mouse(DispatchMouseEventType::MouseMoved, at, held, 0, modifiers)
}

/// A button goes down.
pub(super) fn pressed(at: PointInViewport, button: Button, count: u8, held: Modifiers) -> DispatchMouseEventParams {
    let mut params = mouse(DispatchMouseEventType::MousePressed, at, Some(button), count, held);
    params.buttons = Some(button_bit(button));
    params
}

/// A button comes up.
pub(super) fn released(at: PointInViewport, button: Button, count: u8, held: Modifiers) -> DispatchMouseEventParams {
    let mut params = mouse(DispatchMouseEventType::MouseReleased, at, Some(button), count, held);
    params.buttons = Some(0);
    params
}

/// The wheel turns.
pub(super) fn wheel(at: PointInViewport, delta: (f64, f64), modifiers: Modifiers) -> DispatchMouseEventParams {
    let mut params = mouse(DispatchMouseEventType::MouseWheel, at, None, 0, modifiers);
    params.delta_x = Some(delta.0);
    params.delta_y = Some(delta.1);
    params
}

fn mouse(
    kind: DispatchMouseEventType,
    at: PointInViewport,
    button: Option<Button>,
    count: u8,
    modifiers: Modifiers,
) -> DispatchMouseEventParams {
    let mut params = DispatchMouseEventParams::new(kind, at.x, at.y);
    params.modifiers = Some(bits(modifiers));
    params.button = Some(match button {
        None => MouseButton::None,
        Some(Button::Left) => MouseButton::Left,
        Some(Button::Middle) => MouseButton::Middle,
        Some(Button::Right) => MouseButton::Right,
    });
    params.buttons = button.map(button_bit);
    params.click_count = Some(i64::from(count));
    params.pointer_type = Some(DispatchMouseEventPointerType::Mouse);
    params
}

fn button_bit(button: Button) -> i64 {
    match button {
        Button::Left => 1,
        Button::Right => 2,
        Button::Middle => 4,
    }
}

/// Clicks `count` times at a place. Presses and releases go out without waiting for each other.
pub(super) fn click(line: &mut Line<'_>, at: PointInViewport, button: Button, count: u8, held: Modifiers) {
    line.send(&moved(at, None, held));
    for nth in 1..=count.max(1) {
        line.send(&pressed(at, button, nth, held));
        line.send(&released(at, button, nth, held));
    }
}

/// Presses, holds, releases.
pub(super) async fn long_press(line: &mut Line<'_>, at: PointInViewport, hold: Duration) -> Result<(), DeviceError> {
    let held = Modifiers::default();
    line.send(&moved(at, None, held));
    line.send(&pressed(at, Button::Left, 1, held));
    line.arrive().await?;
    line.core.clock.sleep(hold).await;
    line.send(&released(at, Button::Left, 1, held));
    line.arrive().await
}

/// One finger from one place to another.
pub(super) async fn swipe(
    line: &mut Line<'_>,
    from: PointInViewport,
    to: PointInViewport,
    over: Duration,
) -> Result<(), DeviceError> {
    let path = |part: f64| vec![finger(1.0, between(from, to, part))];
    fingers(line, over, path).await
}

/// Two fingers apart or together around a place.
pub(super) async fn pinch(line: &mut Line<'_>, at: PointInViewport, scale: f64) -> Result<(), DeviceError> {
    let (start, end) =
        if scale >= 1.0 { (PINCH_APART / scale, PINCH_APART) } else { (PINCH_APART, PINCH_APART * scale) };
    let path = |part: f64| {
        let half = (start + (end - start) * part) / 2.0;
        let (left, right) = (PointInViewport { x: at.x - half, ..at }, PointInViewport { x: at.x + half, ..at });
        vec![finger(1.0, left), finger(2.0, right)]
    };
    fingers(line, Duration::from_millis(300), path).await
}

async fn fingers(
    line: &mut Line<'_>,
    over: Duration,
    path: impl Fn(f64) -> Vec<TouchPoint>,
) -> Result<(), DeviceError> {
    line.send(&DispatchTouchEventParams::new(DispatchTouchEventType::TouchStart, path(0.0)));
    line.arrive().await?;
    for step in 1..=MOVES {
        line.core.clock.sleep(over / MOVES).await;
        let part = f64::from(step) / f64::from(MOVES);
        line.send(&DispatchTouchEventParams::new(DispatchTouchEventType::TouchMove, path(part)));
        line.arrive().await?;
    }
    line.send(&Lift { kind: "touchEnd", touch_points: [] });
    line.arrive().await
}

/// All fingers up. The generated type leaves an empty list out, which the browser refuses.
#[derive(Debug, Serialize)]
struct Lift {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(rename = "touchPoints")]
    touch_points: [TouchPoint; 0],
}

impl chromiumoxide_types::Method for Lift {
    fn identifier(&self) -> chromiumoxide_types::MethodId {
        "Input.dispatchTouchEvent".into()
    }
}

impl chromiumoxide_types::Command for Lift {
    type Response = serde::de::IgnoredAny;
}

fn finger(id: f64, at: PointInViewport) -> TouchPoint {
    let mut point = TouchPoint::new(at.x, at.y);
    point.id = Some(id);
    point
}

/// The point at a part of the way, 0 to 1.
pub(super) fn between(from: PointInViewport, to: PointInViewport, part: f64) -> PointInViewport {
    PointInViewport { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}
