//! Whether a node can be acted on now, and where: asked of its own frame and of every frame around it.

use baton_perception::{ActionableAnswer, FrameKey, handle_parts};
use baton_screen::{BoxInViewport, Handle, PointInViewport};
use serde::Deserialize;

use crate::driver::{Actionable, Unactionable};
use crate::error::DeviceError;

use super::core::Core;
use super::state::FrameState;

/// The frame of a node; gone when its document is.
pub(super) fn frame_of(core: &Core, node: Handle) -> Result<(FrameState, u32), DeviceError> {
    let (key, nid) = handle_parts(node);
    Ok((frame(core, key)?, nid))
}

fn frame(core: &Core, key: FrameKey) -> Result<FrameState, DeviceError> {
    core.state().frame_by_key(key).cloned().ok_or(DeviceError::Gone)
}

/// What the frame around says of the element that holds a frame.
#[derive(Deserialize)]
struct Around {
    /// Its content box, in the viewport of the frame around it; none when it left the page.
    #[serde(rename = "box")]
    content: Option<[f64; 4]>,
    /// What covers the point, when something does.
    by: Option<String>,
}

/// Measures a node. `owners` are the elements that hold the frames around it, the nearest first.
pub(super) async fn actionable(
    core: &Core,
    node: Handle,
    owners: &[(FrameKey, u32)],
) -> Result<Result<Actionable, Unactionable>, DeviceError> {
    let Ok((inner, nid)) = frame_of(core, node) else { return Ok(Err(Unactionable::Gone)) };
    let answer = match core.ask_page(&inner, &format!("__baton.actionable({nid})")).await {
        Err(DeviceError::Gone) => return Ok(Err(Unactionable::Gone)),
        other => other?,
    };
    let (mut at, mut bounds, leads_to) = match answer {
        ActionableAnswer::Ready { x, y, bounds: [left, top, width, height], leads_to, .. } => {
            (PointInViewport { x, y }, BoxInViewport::new(left, top, width, height), leads_to)
        }
        ActionableAnswer::Gone => return Ok(Err(Unactionable::Gone)),
        ActionableAnswer::Hidden => return Ok(Err(Unactionable::Hidden)),
        ActionableAnswer::Disabled => return Ok(Err(Unactionable::Disabled)),
        ActionableAnswer::Moving => return Ok(Err(Unactionable::Moving)),
        ActionableAnswer::Covered { by } => return Ok(Err(Unactionable::Covered { by })),
        ActionableAnswer::OutOfView => return Ok(Err(Unactionable::OutOfView)),
    };
    for (key, owner) in owners {
        let around = frame(core, *key)?;
        let Around { content, by } = core.ask_page(&around, &around_script(*owner, at)).await?;
        let Some([x, y, ..]) = content else { return Ok(Err(Unactionable::Gone)) };
        if let Some(by) = by {
            return Ok(Err(Unactionable::Covered { by }));
        }
        at = PointInViewport { x: at.x + x, y: at.y + y };
        bounds = BoxInViewport { x: bounds.x + x, y: bounds.y + y, ..bounds };
    }
    let (width, height) = core.setting().viewport;
    let seen = BoxInViewport::new(0.0, 0.0, f64::from(width), f64::from(height));
    if !seen.contains(at) {
        return Ok(Err(Unactionable::OutOfView));
    }
    core.state().measured = Some((node, at));
    Ok(Ok(Actionable { at, box_in_viewport: bounds, leads_to: leads_to.map(|leads| leads.url) }))
}

/// Reads the content box of an element that holds a frame and asks whether a point of that frame is really its own.
/// The hit can be the element itself or a host around it when it stands in a shadow root.
fn around_script(nid: u32, at: PointInViewport) -> String {
    format!(
        "(() => {{
            const holder = __baton.node({nid});
            if (!holder || !holder.isConnected) return {{ box: null, by: null }};
            const measure = () => {{
                const r = holder.getBoundingClientRect(), s = getComputedStyle(holder);
                const px = name => parseFloat(s[name]) || 0;
                const x = r.left + holder.clientLeft + px('paddingLeft'), y = r.top + holder.clientTop + px('paddingTop');
                return [x, y, holder.clientWidth, holder.clientHeight];
            }};
            let box = measure();
            const inside = () => {{
                const x = box[0] + {x}, y = box[1] + {y};
                return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
            }};
            if (!inside()) {{ holder.scrollIntoView({{ block: 'center', behavior: 'instant' }}); box = measure(); }}
            const x = box[0] + {x}, y = box[1] + {y};
            let hit = document.elementFromPoint(x, y);
            while (hit && hit !== holder && hit.shadowRoot) {{
                const deeper = hit.shadowRoot.elementFromPoint(x, y);
                if (!deeper || deeper === hit) break;
                hit = deeper;
            }}
            const own = !hit || hit === holder || hit.contains(holder) && !!hit.shadowRoot;
            const name = hit && (hit.getAttribute('aria-label') || (hit.textContent || '').trim().slice(0, 40));
            return {{ box, by: own ? null : hit.localName + (name ? ' \"' + name + '\"' : '') }};
        }})()",
        x = at.x,
        y = at.y,
    )
}
