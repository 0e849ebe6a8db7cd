//! Signing on and off.

use std::collections::HashMap;

use axum::extract::{Extension, Form, Query, State as Use};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

use super::page::{field_row, layout, red, screen, submit as button};
use crate::html::respond;
use crate::state::Shared;
use crate::visit::Visit;

/// A page that finds itself in a frame takes the whole window, as sign-on pages of the time did.
const LEAVE_FRAMES: &str =
    "<SCRIPT type=\"text/javascript\">if (top != self) top.location.href = self.location.href;</SCRIPT>";

/// The sign-on page, with what brought one here.
pub async fn form(Use(state): Use<Shared>, Query(query): Query<HashMap<String, String>>) -> Response {
    let message = match (query.contains_key("expired"), query.contains_key("off")) {
        (true, _) => red("Your session has expired"),
        (_, true) => "You have signed off.".to_owned(),
        _ => "Authorized operators only.".to_owned(),
    };
    respond(StatusCode::OK, sign_on_page(&state, &message))
}

/// Lets the operator in, or says why not.
pub async fn submit(
    Use(state): Use<Shared>,
    Extension(visit): Extension<Visit>,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    let typed = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    if (typed("F01A"), typed("F01B")) != (state.sign_on.0.as_str(), state.sign_on.1.as_str()) {
        state.count(|c| c.sign_on_failures += 1);
        return respond(StatusCode::OK, sign_on_page(&state, &red("Invalid operator or password")));
    }
    state.with_session(&visit.session, |s| (s.signed_on, s.expired) = (true, false));
    state.count(|c| c.sign_ons += 1);
    Redirect::to("/").into_response()
}

/// Ends the session's sign-on; its fault stays armed.
pub async fn sign_off(Use(state): Use<Shared>, Extension(visit): Extension<Visit>) -> Response {
    state.with_session(&visit.session, |s| (s.signed_on, s.expired) = (false, false));
    Redirect::to("/login?off=1").into_response()
}

fn sign_on_page(state: &Shared, message: &str) -> String {
    let rows = [
        format!("<TR><TD colspan=\"2\">{message}</TD></TR>"),
        field_row("Operator", "<INPUT type=\"text\" name=\"F01A\" size=\"20\" autocomplete=\"off\">"),
        field_row("Password", "<INPUT type=\"password\" name=\"F01B\" size=\"20\" autocomplete=\"off\">"),
        field_row("&nbsp;", &button("B1", "Sign On")),
    ];
    let body = format!(
        "{LEAVE_FRAMES}<FORM method=\"post\" action=\"/login\" target=\"_top\">{}</FORM>",
        layout(&rows.concat())
    );
    screen(&state.build, "Sign On", &body)
}
