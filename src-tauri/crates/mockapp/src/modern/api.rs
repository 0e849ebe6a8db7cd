//! What the modern pages fetch: late items, a failure, an upload, a download.

use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Multipart, Query};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::state::Shared;

const MAX_UPLOAD_BYTES: usize = 64 << 20;
const MAX_DELAY_MS: u64 = 30_000;
const ITEMS_A_PAGE: u32 = 12;

/// Every path under `/modern/api`, and the download.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/modern/api/items", get(items))
        .route("/modern/api/fail", get(fail))
        .route("/modern/api/upload", post(upload).layer(DefaultBodyLimit::max(MAX_UPLOAD_BYTES)))
        .route("/modern/download/statement.csv", get(statement))
}

#[derive(Deserialize)]
struct Wanted {
    page: Option<u32>,
    delay_ms: Option<u64>,
}

async fn items(Query(wanted): Query<Wanted>) -> Json<Value> {
    tokio::time::sleep(Duration::from_millis(wanted.delay_ms.unwrap_or(0).min(MAX_DELAY_MS))).await;
    let page = wanted.page.unwrap_or(1).clamp(1, 1_000);
    let first = (page - 1) * ITEMS_A_PAGE;
    let items: Vec<String> = (first + 1..=first + ITEMS_A_PAGE).map(|n| format!("Item {n}")).collect();
    Json(json!({ "page": page, "items": items }))
}

async fn fail() -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, Json(json!({ "error": "this address always fails" }))).into_response()
}

/// Says what arrived, and keeps nothing.
async fn upload(mut parts: Multipart) -> Response {
    let mut received = Vec::new();
    loop {
        match parts.next_field().await {
            Ok(Some(field)) => {
                let name = field.file_name().unwrap_or("unnamed").to_owned();
                match field.bytes().await {
                    Ok(bytes) => received.push(json!({ "name": name, "bytes": bytes.len() })),
                    Err(error) => return (error.status(), error.body_text()).into_response(),
                }
            }
            Ok(None) => return Json(received).into_response(),
            Err(error) => return (error.status(), error.body_text()).into_response(),
        }
    }
}

async fn statement() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"statement.csv\""),
    ];
    (headers, "date,description,amount\r\n2026-01-05,Deposit,250.00\r\n2026-01-09,Fee,-1.50\r\n").into_response()
}
