//! The counters, for people at `/debug` and for tests at `/debug.json`.

use std::fmt::Write as _;

use axum::extract::State as Use;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Redirect, Response};
use axum::routing::{get, post};
use axum::{Router, http::HeaderMap};
use serde_json::{Value, json};

use crate::html::{build_meta, escape, respond};
use crate::state::Shared;

/// `/debug`, `/debug.json`, `POST /debug/reset`.
pub fn routes() -> Router<Shared> {
    Router::new().route("/debug", get(page)).route("/debug.json", get(as_json)).route("/debug/reset", post(reset))
}

fn counters(state: &Shared) -> Value {
    let mut all = serde_json::to_value(state.counters()).unwrap_or_default();
    if let Value::Object(map) = &mut all {
        map.insert("build".to_owned(), json!(state.build));
        map.insert("other_origin".to_owned(), json!(state.other_origin));
    }
    all
}

async fn as_json(Use(state): Use<Shared>) -> Response {
    ([("cache-control", "no-store")], Json(counters(&state))).into_response()
}

/// A browser's form comes back to the page; a test gets the fresh counters.
async fn reset(Use(state): Use<Shared>, headers: HeaderMap) -> Response {
    state.reset();
    let from_browser = headers.get("accept").and_then(|v| v.to_str().ok()).is_some_and(|v| v.contains("text/html"));
    if from_browser { Redirect::to("/debug").into_response() } else { Json(counters(&state)).into_response() }
}

async fn page(Use(state): Use<Shared>) -> Response {
    let mut rows = String::new();
    if let Value::Object(map) = counters(&state) {
        for (name, value) in map {
            push_row(&mut rows, &name.replace('_', " "), &value);
        }
    }
    let page = format!(
        "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">{}<title>Mock app counters</title>\
         <style>{}</style></head><body><h1>Mock app counters</h1><table><tr><th>What</th><th>Count</th></tr>{rows}\
         </table><form method=\"post\" action=\"/debug/reset\"><input type=\"submit\" value=\"Reset\"></form>\
         <p><a href=\"/login\">Legacy face</a> · <a href=\"/modern\">Modern face</a> · \
         <a href=\"/debug.json\">As JSON</a></p></body></html>",
        build_meta(&state.build),
        include_str!("../assets/debug.css"),
    );
    respond(StatusCode::OK, page)
}

fn push_row(rows: &mut String, name: &str, value: &Value) {
    match value {
        Value::Object(inner) => {
            for (key, count) in inner {
                push_row(rows, &format!("{name}: {key}"), count);
            }
        }
        Value::String(text) => {
            let _ = write!(rows, "<tr><td>{}</td><td>{}</td></tr>", escape(name), escape(text));
        }
        other => {
            let _ = write!(rows, "<tr><td>{}</td><td>{other}</td></tr>", escape(name));
        }
    }
}
