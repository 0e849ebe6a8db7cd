//! The legacy face: a frameset shell over nested tables, hard to name anything in.

mod member;
mod page;
mod search;
mod shell;
mod sign_on;
mod subaccount;

use axum::extract::{Request, State as Use};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};

use crate::html::respond;
use crate::state::Shared;
use crate::visit::Visit;

/// Every legacy path; all but the sign-on need a signed-on session.
pub fn routes(state: &Shared) -> Router<Shared> {
    let inside = Router::new()
        .route("/", get(shell::frameset))
        .route("/nav", get(shell::nav))
        .route("/home", get(shell::home))
        .route("/transactions", get(shell::transactions))
        .route("/reports", get(shell::reports))
        .route("/reports/trial_balance.csv", get(shell::trial_balance))
        .route("/find", get(search::form).post(search::submit))
        .route("/member/{id}", get(member::detail))
        .route("/subaccount/open", get(subaccount::form))
        .route("/subaccount/submit", post(subaccount::submit))
        .route("/subaccount/confirm", post(subaccount::confirm))
        .route_layer(from_fn_with_state(state.clone(), require_sign_on));
    Router::new()
        .route("/login", get(sign_on::form).post(sign_on::submit))
        .route("/logoff", get(sign_on::sign_off))
        .merge(inside)
}

/// Any address nobody serves.
pub async fn not_found(Use(state): Use<Shared>) -> Response {
    let body = page::red("There is no such page.");
    respond(StatusCode::NOT_FOUND, page::screen(&state.build, "Page Not Found", &body))
}

async fn require_sign_on(
    Use(state): Use<Shared>,
    Extension(visit): Extension<Visit>,
    request: Request,
    next: Next,
) -> Response {
    let (signed_on, expired) = state.with_session(&visit.session, |s| (s.signed_on, s.expired));
    if signed_on {
        return next.run(request).await;
    }
    Redirect::to(if expired { "/login?expired=1" } else { "/login" }).into_response()
}
