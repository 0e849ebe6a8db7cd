//! Text made safe for HTML, and the frame every page shares.

use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};

/// Escapes text for element content and for quoted attributes.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// Percent-encodes a value for a query string.
pub fn query_value(text: &str) -> String {
    text.bytes()
        .map(|b| match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(b).to_string(),
            other => format!("%{other:02X}"),
        })
        .collect()
}

/// The build line every page carries, by which a runner knows what it talks to.
pub fn build_meta(build: &str) -> String {
    format!("<meta name=\"build\" content=\"{}\">", escape(build))
}

/// A page that must not be kept by the browser: a stale one would hide what the server counts.
pub fn respond(status: StatusCode, page: String) -> Response {
    (status, [("cache-control", "no-store")], Html(page)).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_values_stays_text() {
        assert_eq!(escape("<b a=\"1\">&'"), "&lt;b a=&quot;1&quot;&gt;&amp;&#39;", "what was typed is never markup");
        assert_eq!(query_value("a b&c/é"), "a%20b%26c%2F%C3%A9", "a value never ends its own query");
    }
}
