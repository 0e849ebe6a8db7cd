//! What is answered, once the guard has let a request through.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use baton_api::{ApiError, Code, Host, dispatch};
use serde_json::Value;
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;

use crate::guard;
use crate::idle::Presence;
use crate::token::Token;
use crate::ui::Ui;

/// What every request may need.
#[derive(Clone)]
pub(crate) struct App {
    pub(crate) host: Arc<dyn Host>,
    pub(crate) token: Token,
    pub(crate) port: u16,
    pub(crate) ui: Ui,
    pub(crate) presence: Presence,
    pub(crate) stopping: watch::Receiver<bool>,
}

pub(crate) fn router(app: App) -> Router {
    Router::new()
        .route("/api/{command}", post(command))
        .route("/alive", get(alive))
        .fallback(get(ui_file))
        .layer(middleware::from_fn_with_state(app.clone(), guard::check))
        .with_state(app)
}

async fn command(State(app): State<App>, Path(name): Path<String>, body: Bytes) -> Response {
    app.presence.touch();
    let arguments = match read_arguments(&body) {
        Ok(arguments) => arguments,
        Err(refusal) => return refuse(&refusal),
    };
    match dispatch(app.host.as_ref(), &name, arguments).await {
        Ok(answer) => Json(answer).into_response(),
        Err(refusal) => refuse(&refusal),
    }
}

fn read_arguments(body: &[u8]) -> Result<Value, ApiError> {
    if body.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(body).map_err(|cause| {
        let message = format!("The request's body is not JSON: {cause}.");
        ApiError::new(Code::BadArguments, message, "Send a JSON object, or nothing for a command without arguments.")
    })
}

/// A response that ends when the engine does. A client that reads it learns of the engine's end at once, without
/// asking again and again, and an engine knows by it that somebody is there.
async fn alive(State(app): State<App>) -> Response {
    let (tell, told) = mpsc::channel::<Result<Bytes, Infallible>>(1);
    tokio::spawn(async move {
        let _present = app.presence.enter();
        let mut stopping = app.stopping;
        if tell.send(Ok(Bytes::from_static(b"alive\n"))).await.is_err() {
            return;
        }
        tokio::select! {
            _ = stopping.wait_for(|stop| *stop) => {}
            () = tell.closed() => {}
        }
    });
    let plain = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    (plain, Body::from_stream(ReceiverStream::new(told))).into_response()
}

async fn ui_file(State(app): State<App>, uri: Uri) -> Response {
    app.presence.touch();
    match app.ui.file(uri.path()).await {
        Some(file) => ([(header::CONTENT_TYPE, file.mime)], Body::from(file.bytes.into_owned())).into_response(),
        None => refuse(&ApiError::new(
            Code::NotFound,
            format!("There is nothing at {}.", uri.path()),
            "Open the engine's first page.",
        )),
    }
}

/// A refusal as a response: the status for HTTP, the body for whoever asked.
pub(crate) fn refuse(refusal: &ApiError) -> Response {
    (status(refusal.code), Json(refusal)).into_response()
}

fn status(code: Code) -> StatusCode {
    match code {
        Code::Unauthorized => StatusCode::UNAUTHORIZED,
        Code::Forbidden => StatusCode::FORBIDDEN,
        Code::UnknownCommand | Code::NotFound => StatusCode::NOT_FOUND,
        Code::BadArguments => StatusCode::BAD_REQUEST,
        Code::WorkspaceInvalid => StatusCode::UNPROCESSABLE_ENTITY,
        Code::Storage | Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
