//! Points and boxes. The space is in the type, so that a point of one space cannot be used in another.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A point in the top-level viewport, in the driver's unit (CSS px on the web, points or pixels on a phone), from its
/// top left corner.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct PointInViewport {
    /// Rightwards.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// A box in the top-level viewport, in the driver's unit. May lie outside the visible part.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct BoxInViewport {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width, never negative.
    pub width: f64,
    /// Height, never negative.
    pub height: f64,
}

impl BoxInViewport {
    /// A box from its left, top, width and height.
    pub fn new(x: f64, y: f64, width: f64, height: f64) -> BoxInViewport {
        BoxInViewport { x, y, width, height }
    }

    /// Its middle.
    pub fn centre(&self) -> PointInViewport {
        PointInViewport { x: self.x + self.width / 2.0, y: self.y + self.height / 2.0 }
    }

    /// Right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Bottom edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// True when it covers no area.
    pub fn is_empty(&self) -> bool {
        self.width <= 0.0 || self.height <= 0.0
    }

    /// How much of the vertical extent of the smaller box is shared with `other`, 0 to 1.
    pub fn shared_rows(&self, other: &BoxInViewport) -> f64 {
        shared(self.y, self.bottom(), other.y, other.bottom())
    }

    /// How much of the horizontal extent of the smaller box is shared with `other`, 0 to 1.
    pub fn shared_columns(&self, other: &BoxInViewport) -> f64 {
        shared(self.x, self.right(), other.x, other.right())
    }

    /// True when the point lies inside.
    pub fn contains(&self, point: PointInViewport) -> bool {
        point.x >= self.x && point.x < self.right() && point.y >= self.y && point.y < self.bottom()
    }
}

fn shared(a0: f64, a1: f64, b0: f64, b1: f64) -> f64 {
    let smaller = (a1 - a0).min(b1 - b0);
    if smaller <= 0.0 {
        return 0.0;
    }
    ((a1.min(b1) - a0.max(b0)) / smaller).clamp(0.0, 1.0)
}

/// The size of the top-level viewport, in the driver's unit.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Viewport {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Device pixels a unit.
    pub scale: f64,
}
