//! Who may ask. A browser on this machine runs pages from everywhere, so loopback alone proves nothing: the Host must
//! be ours (or a name was rebound to us), the Origin must be ours (or another page is asking), the token must match.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use baton_api::{ApiError, Code};

use crate::routes::{App, refuse};
use crate::token::Token;

/// Lets a request through, or answers it with the reason why not.
pub(crate) async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let verdict = judge(app.port, &app.token, request.headers(), request.uri());
    let mut response = match verdict {
        Ok(Entry::Known) => next.run(request).await,
        Ok(Entry::First) => with_cookie(next.run(request).await, app.port, &app.token),
        Err(refusal) => refuse(&refusal),
    };
    protect(response.headers_mut(), app.port);
    response
}

/// How a request proved itself.
#[derive(Debug, PartialEq, Eq)]
enum Entry {
    /// By header or cookie.
    Known,
    /// By the address a person or the shell opened; a cookie takes over from here.
    First,
}

fn judge(port: u16, token: &Token, headers: &HeaderMap, uri: &Uri) -> Result<Entry, ApiError> {
    if !text(headers, header::HOST).is_some_and(|host| is_ours(host, port)) {
        return Err(forbidden("The request names another host than this engine's."));
    }
    if let Some(origin) = text(headers, header::ORIGIN)
        && !origin.strip_prefix("http://").is_some_and(|host| is_ours(host, port))
    {
        return Err(forbidden("The request comes from a page this engine did not serve."));
    }
    if offered(port, headers).is_some_and(|offered| token.is(offered)) {
        return Ok(Entry::Known);
    }
    if token_in_query(uri).is_some_and(|offered| token.is(offered)) {
        return Ok(Entry::First);
    }
    Err(ApiError::new(
        Code::Unauthorized,
        "The request does not carry this engine's token.",
        "Open the address that `baton serve` printed; each start makes a new token.",
    ))
}

fn is_ours(host: &str, port: u16) -> bool {
    host == format!("127.0.0.1:{port}") || host == format!("localhost:{port}")
}

fn forbidden(message: &str) -> ApiError {
    ApiError::new(Code::Forbidden, message, "Open the address that `baton serve` printed, from this machine.")
}

fn text(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok()
}

fn offered(port: u16, headers: &HeaderMap) -> Option<&str> {
    if let Some(value) = text(headers, header::AUTHORIZATION) {
        return value.strip_prefix("Bearer ");
    }
    let name = cookie_name(port);
    text(headers, header::COOKIE)?
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name).then_some(value))
}

/// Only the page's own address takes the token from the query; commands never do, so that no link can act.
fn token_in_query(uri: &Uri) -> Option<&str> {
    if uri.path() != "/" {
        return None;
    }
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// Cookies do not tell ports apart, so the name does: two engines' pages may be open in one browser.
fn cookie_name(port: u16) -> String {
    format!("baton_{port}")
}

fn with_cookie(mut response: Response, port: u16, token: &Token) -> Response {
    let cookie = format!("{}={}; HttpOnly; SameSite=Strict; Path=/", cookie_name(port), token.reveal());
    if let Ok(value) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, value);
    }
    response
}

fn protect(headers: &mut HeaderMap, port: u16) {
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         media-src 'self' blob:; connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    if let Ok(value) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, value);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}
