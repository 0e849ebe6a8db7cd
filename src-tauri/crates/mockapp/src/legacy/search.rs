//! Finding a member, and the ways the search page can be twisted.

use std::collections::HashMap;

use axum::extract::{Extension, Form, State as Use};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

use super::page::{field_row, layout, red, screen, submit as button};
use crate::html::respond;
use crate::members;
use crate::mode::Mode;
use crate::state::Shared;
use crate::visit::Visit;

const MEMBER_FIELD: &str = "<INPUT type=\"text\" name=\"MBR_K1\" size=\"12\" maxlength=\"12\" autocomplete=\"off\">";
const NAME_FIELD: &str = "<INPUT type=\"text\" name=\"LNM_K2\" size=\"24\" autocomplete=\"off\">";
/// Comes before the real ones, and takes no room.
const HIDDEN_TWIN: &str = "<SPAN style=\"visibility:hidden;position:absolute\"><INPUT type=\"text\" name=\"MBR_K0\" \
                           size=\"12\"> <INPUT type=\"submit\" name=\"B0\" value=\"Search\"></SPAN>";

/// The empty search page.
pub async fn form(Use(state): Use<Shared>, Extension(visit): Extension<Visit>) -> Response {
    respond(StatusCode::OK, search_page(&state, &visit, ""))
}

/// Goes to the member, or says that there is none.
pub async fn submit(
    Use(state): Use<Shared>,
    Extension(visit): Extension<Visit>,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    state.count(|c| {
        c.searches += 1;
        c.hidden_twin_presses += u64::from(form.contains_key("B0"));
    });
    let typed = |name: &str| form.get(name).map(|value| value.trim()).unwrap_or_default();
    let by_name = || members::all().find(|member| member.name.eq_ignore_ascii_case(typed("LNM_K2")));
    let found = members::find(typed("MBR_K1")).or_else(by_name);
    match found.filter(|_| !state.shows(&visit.session, Mode::NotFound)) {
        Some(member) => Redirect::to(&format!("/member/{}", member.id)).into_response(),
        None => respond(StatusCode::OK, search_page(&state, &visit, &red("No member found"))),
    }
}

fn search_page(state: &Shared, visit: &Visit, message: &str) -> String {
    let shows = |mode| state.shows(&visit.session, mode);
    let search = button("B1", if shows(Mode::RenamedButton) { "Find" } else { "Search" });
    let label = if shows(Mode::ChangedLabel) { "Account Holder No." } else { "Member ID" };
    let twin = if shows(Mode::HiddenDuplicate) { HIDDEN_TWIN } else { "" };
    let rows = if shows(Mode::MovedField) {
        [
            field_row("Last Name", NAME_FIELD),
            format!("<TR><TD class=\"lbl\" colspan=\"2\">{label}</TD></TR>"),
            format!("<TR><TD class=\"fld\">{MEMBER_FIELD}</TD><TD>{search}</TD></TR>"),
        ]
        .concat()
    } else if shows(Mode::AmbiguousButton) {
        let member = field_row(label, &format!("{MEMBER_FIELD} {search}"));
        member + &field_row("Last Name", &format!("{NAME_FIELD} {}", button("B2", "Search")))
    } else {
        field_row(label, &format!("{twin}{MEMBER_FIELD} {search}"))
    };
    let message = if message.is_empty() { "Enter a member number and press the button." } else { message };
    let rows = format!("<TR><TD colspan=\"2\">{message}</TD></TR>{rows}");
    let body = format!("<FORM method=\"post\" action=\"/find\">{}</FORM>", layout(&rows));
    screen(&state.build, "Member Search", &body)
}
