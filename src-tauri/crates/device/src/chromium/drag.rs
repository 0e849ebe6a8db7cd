//! Dragging. A page that moves things by pointer events gets moves; one that uses HTML drag and drop would start a drag of
//! the system's, which no protocol can steer, so the browser hands it over instead and gets drag events for it.

use baton_screen::PointInViewport;
use chromiumoxide_cdp::cdp::browser_protocol::input::{
    DispatchDragEventParams, DispatchDragEventType, DragData, SetInterceptDragsParams,
};

use crate::action::{Button, Modifiers};
use crate::error::DeviceError;

use super::act::Line;
use super::pointer::{self, MOVES};

/// Presses at `from`, moves to `to`, releases.
pub(super) async fn drag(line: &mut Line<'_>, from: PointInViewport, to: PointInViewport) -> Result<(), DeviceError> {
    line.core.state().drag = None;
    line.prepare(&SetInterceptDragsParams::new(true)).await?;
    let dragged = across(line, from, to).await;
    line.core.tell(Some(&line.session), &SetInterceptDragsParams::new(false));
    dragged
}

async fn across(line: &mut Line<'_>, from: PointInViewport, to: PointInViewport) -> Result<(), DeviceError> {
    let held = Modifiers::default();
    line.send(&pointer::moved(from, None, held));
    line.send(&pointer::pressed(from, Button::Left, 1, held));
    line.arrive().await?;
    let mut taken: Option<DragData> = None;
    for step in 1..=MOVES {
        let at = pointer::between(from, to, f64::from(step) / f64::from(MOVES));
        match &taken {
            Some(data) => line.send(&dragged(DispatchDragEventType::DragOver, at, data)),
            None => line.send(&pointer::moved(at, Some(Button::Left), held)),
        }
        line.arrive().await?;
        if taken.is_none() {
            // The page's own round trip stands between the move and the look: by then a drag it started was told.
            line.barrier().await?;
            taken = line.core.state().drag.take().and_then(|told| serde_json::from_value(told).ok());
            if let Some(data) = &taken {
                line.send(&dragged(DispatchDragEventType::DragEnter, at, data));
            }
        }
    }
    if let Some(data) = &taken {
        line.send(&dragged(DispatchDragEventType::DragOver, to, data));
        line.send(&dragged(DispatchDragEventType::Drop, to, data));
    }
    line.send(&pointer::released(to, Button::Left, 1, held));
    line.arrive().await
}

fn dragged(kind: DispatchDragEventType, at: PointInViewport, data: &DragData) -> DispatchDragEventParams {
    DispatchDragEventParams::new(kind, at.x, at.y, data.clone())
}
