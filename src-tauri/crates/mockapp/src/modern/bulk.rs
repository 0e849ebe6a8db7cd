//! Pages served whole because of their size or their restlessness.

use std::fmt::Write as _;

use axum::extract::{Query, State as Use};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;

use super::{shell, topics};
use crate::html::respond;
use crate::state::Shared;

/// 2,000 rows of eleven nodes and three controls are 22,000 nodes and 6,000 controls.
const DEFAULT_ROWS: usize = 2_000;
const DEFAULT_ELEMENTS: usize = 100_000;
/// What a browser on a small machine still survives.
const MAX_ELEMENTS: usize = 2_000_000;
/// Elements between two buttons of the huge page.
const BUTTON_EVERY: usize = 100;

/// The size asked for.
#[derive(Deserialize)]
pub struct Size {
    rows: Option<usize>,
    elements: Option<usize>,
}

/// A table of controls.
pub async fn big(Use(state): Use<Shared>, Query(size): Query<Size>) -> Response {
    let rows = size.rows.unwrap_or(DEFAULT_ROWS).min(MAX_ELEMENTS / 8);
    let mut content = "<p><button>Change one row</button></p><table aria-label=\"Big table\"><thead><tr><th>No.</th>\
                       <th>Name</th><th>Chosen</th><th>Note</th></tr></thead><tbody>"
        .to_owned();
    for n in 1..=rows {
        // Kept on one line: white space between tags would be nodes as well.
        let _ = write!(
            content,
            "<tr><td>{n}</td><td>Item {n}</td><td><input type=\"checkbox\" aria-label=\"Choose {n}\"></td>\
             <td><input aria-label=\"Note {n}\"><button>Open {n}</button></td></tr>"
        );
    }
    content.push_str("</tbody></table><script type=\"module\" src=\"/modern/assets/big.js\"></script>");
    page(&state, "big", &content)
}

/// Nothing but elements, with a button here and there.
pub async fn huge(Use(state): Use<Shared>, Query(size): Query<Size>) -> Response {
    let elements = size.elements.unwrap_or(DEFAULT_ELEMENTS).min(MAX_ELEMENTS);
    let mut content = String::with_capacity(elements * 24);
    for n in 1..=elements / 2 {
        let _ = match n % (BUTTON_EVERY / 2) {
            0 => write!(content, "<div><button>Button {n}</button></div>"),
            _ => write!(content, "<div><span>{n}</span></div>"),
        };
    }
    content.push_str("<script type=\"module\" src=\"/modern/assets/big.js\"></script>");
    page(&state, "huge", &content)
}

/// A page that never stops changing.
pub async fn restless(Use(state): Use<Shared>) -> Response {
    page(&state, "restless", include_str!("../../assets/modern/restless.html"))
}

fn page(state: &Shared, slug: &str, content: &str) -> Response {
    let (title, about) =
        topics().iter().find(|topic| topic.slug == slug).map(|topic| (topic.title, topic.about)).unwrap_or_default();
    let page = shell(state, slug, title, about, content);
    respond(StatusCode::OK, page.replace("id=\"stage\"", "id=\"stage\" data-served"))
}
