//! The modern face.

use axum::Router;

use crate::state::Shared;

/// A page of the modern face.
pub struct Topic;

/// Every topic.
pub fn topics() -> &'static [Topic] {
    &[]
}

/// Every modern path.
pub fn routes() -> Router<Shared> {
    Router::new()
}
