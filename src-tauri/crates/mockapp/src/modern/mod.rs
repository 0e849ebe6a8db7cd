//! The modern face: a single-page application whose topics exercise what the legacy face cannot.

mod api;
mod bulk;
mod topics;

use axum::Router;
use axum::extract::{Path, State as Use};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::html::{build_meta, escape, respond};
use crate::state::Shared;
pub use topics::{Topic, topics};

const SHELL: &str = include_str!("../../assets/modern/shell.html");

/// Files that belong to no topic.
const FILES: &[(&str, &str)] = &[
    ("app.css", include_str!("../../assets/modern/app.css")),
    ("app.js", include_str!("../../assets/modern/app.js")),
    ("dom.js", include_str!("../../assets/modern/dom.js")),
    ("big.js", include_str!("../../assets/modern/big.js")),
    ("restless.js", include_str!("../../assets/modern/restless.js")),
];

/// Every modern path.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/modern", get(index))
        .route("/modern/{topic}", get(topic))
        .route("/modern/big", get(bulk::big))
        .route("/modern/huge", get(bulk::huge))
        .route("/modern/restless", get(bulk::restless))
        .route("/modern/popup-window", get(popup))
        .route("/modern/frame/{which}", get(frame))
        .route("/modern/assets/{file}", get(file))
        .route("/modern/assets/topics/{file}", get(script))
        .merge(api::routes())
}

/// The shell around `content`, which is markup.
fn shell(state: &Shared, topic: &str, title: &str, about: &str, content: &str) -> String {
    SHELL
        .replace("{build}", &build_meta(&state.build))
        .replace("{topic}", topic)
        .replace("{title}", &escape(title))
        .replace("{about}", &escape(about))
        .replace("{other_origin}", &escape(&state.other_origin))
        .replace("{content}", content)
}

async fn index(Use(state): Use<Shared>) -> Response {
    let cards: String = topics()
        .iter()
        .map(|topic| {
            // A served page carries its own script and needs a document of its own.
            let link = if topic.script.is_some() { " data-topic-link" } else { "" };
            format!(
                "<li><a href=\"/modern/{}\"{link}>{}</a><p>{}</p></li>",
                topic.slug,
                escape(topic.title),
                escape(topic.about)
            )
        })
        .collect();
    let about = "Each page exercises one thing a browser can do, and says in the line below what happened.";
    respond(StatusCode::OK, shell(&state, "", "Topics", about, &format!("<ul class=\"cards\">{cards}</ul>")))
}

async fn topic(Use(state): Use<Shared>, Path(slug): Path<String>) -> Response {
    match topics().iter().find(|topic| topic.slug == slug) {
        Some(topic) => respond(StatusCode::OK, shell(&state, topic.slug, topic.title, topic.about, "")),
        None => not_found(&state),
    }
}

fn not_found(state: &Shared) -> Response {
    let content = "<p><a href=\"/modern\" data-topic-link>All topics</a></p>";
    respond(StatusCode::NOT_FOUND, shell(state, "", "No such page", "There is nothing under this address.", content))
}

async fn popup(Use(state): Use<Shared>) -> Response {
    let page = include_str!("../../assets/modern/popup.html");
    respond(StatusCode::OK, page.replace("{build}", &build_meta(&state.build)))
}

async fn frame(Use(state): Use<Shared>, Path(which): Path<String>) -> Response {
    let page = match which.as_str() {
        "outer" => include_str!("../../assets/modern/frame_outer.html"),
        "inner" => include_str!("../../assets/modern/frame_inner.html"),
        _ => return not_found(&state),
    };
    respond(StatusCode::OK, page.replace("{build}", &build_meta(&state.build)))
}

async fn file(Path(name): Path<String>) -> Response {
    served(FILES.iter().find(|file| file.0 == name).map(|file| (name.as_str(), file.1)))
}

async fn script(Path(name): Path<String>) -> Response {
    let slug = name.strip_suffix(".js").unwrap_or_default();
    served(topics().iter().find(|topic| topic.slug == slug).and_then(|topic| Some((name.as_str(), topic.script?))))
}

fn served(found: Option<(&str, &'static str)>) -> Response {
    let Some((name, text)) = found else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = if name.ends_with(".css") { "text/css; charset=utf-8" } else { "text/javascript; charset=utf-8" };
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}
