//! What happens to every request before its page: the session is found by its cookie, and a fault is armed.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::html::{build_meta, escape, respond};
use crate::mode::{Mode, UnknownMode, parse_inject};
use crate::state::Shared;

/// The session a request belongs to.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The session's id, as in the cookie.
    pub session: String,
}

/// Finds or opens the session, arms what the request asks for, and names the server in the answer.
pub async fn enter(State(state): State<Shared>, mut request: Request, next: Next) -> Response {
    let known = session_cookie(&state.cookie, request.headers()).filter(|id| state.knows(id));
    let is_new = known.is_none();
    let session = known.unwrap_or_else(new_session_id);
    if is_new {
        state.open_session(&session);
    }
    let mut response = match arm(&state, &session, request.uri(), request.headers()) {
        Ok(()) => {
            request.extensions_mut().insert(Visit { session: session.clone() });
            next.run(request).await
        }
        Err(unknown) => refuse(&state.build, &unknown),
    };
    if is_new
        && let Ok(value) = HeaderValue::from_str(&format!("{}={session}; Path=/; HttpOnly; SameSite=Lax", state.cookie))
    {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
    name_server(&state.build, response)
}

/// Adds the `Server` header, such as `mockapp/0.1.0`.
pub fn name_server(build: &str, mut response: Response) -> Response {
    if let Ok(value) = HeaderValue::from_str(&build.replace(' ', "/")) {
        response.headers_mut().insert(header::SERVER, value);
    }
    response
}

fn session_cookie(cookie: &str, headers: &HeaderMap) -> Option<String> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == cookie)
        .map(|(_, id)| id.to_owned())
}

fn new_session_id() -> String {
    let mut bytes = [0u8; 12];
    // Without randomness ids would only be guessable, which a demo target on loopback can live with.
    let _ = getrandom::fill(&mut bytes);
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn arm(state: &Shared, session: &str, uri: &Uri, headers: &HeaderMap) -> Result<(), UnknownMode> {
    if let Some(asked) = inject_query(uri) {
        let fault: Option<Mode> = parse_inject(&asked)?;
        state.with_session(session, |s| s.fault = fault);
    }
    if let Some(asked) = headers.get("x-inject").and_then(|value| value.to_str().ok()) {
        let fault = parse_inject(asked)?;
        state.with_session(session, |s| {
            if s.header_seen.as_deref() != Some(asked) {
                s.header_seen = Some(asked.to_owned());
                s.fault = fault;
            }
        });
    }
    Ok(())
}

fn inject_query(uri: &Uri) -> Option<String> {
    let pairs = uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find(|(name, _)| *name == "inject").map(|(_, value)| value.to_owned())
}

fn refuse(build: &str, unknown: &UnknownMode) -> Response {
    let rows: String = Mode::all()
        .map(|mode| {
            let once = if mode.fires_once() { " (once)" } else { "" };
            format!("<tr><td><tt>{mode}</tt>{once}</td><td>{}</td><td>{}</td></tr>", mode.place(), mode.about())
        })
        .collect();
    let page = format!(
        "<!DOCTYPE html><html lang=\"en\"><head>{}<title>Unknown inject mode</title></head><body>\
         <h1>Unknown inject mode</h1><p>{}</p><table border=\"1\" cellpadding=\"4\">\
         <tr><th>Mode</th><th>At</th><th>What it does</th></tr>{rows}\
         <tr><td><tt>none</tt></td><td>anywhere</td><td>disarms</td></tr></table></body></html>",
        build_meta(build),
        escape(&unknown.to_string()),
    );
    respond(StatusCode::BAD_REQUEST, page)
}
