//! Opening a sub-account: form, review, and the Confirm that cannot be undone.

use std::collections::HashMap;
use std::time::Duration;

use axum::extract::{Extension, Form, Query, State as Use};
use axum::http::StatusCode;
use axum::response::Response;

use super::member::restricted_page;
use super::page::{field_row, layout, red, screen, submit as button, value_row};
use crate::html::{escape, respond};
use crate::members::{self, Member, money, parse_cents};
use crate::mode::Mode;
use crate::state::Shared;
use crate::visit::Visit;

const SLOW_CONFIRM: Duration = Duration::from_secs(6);
const MINIMUM_CENTS: i64 = 500;
const ASK: &str = " onclick=\"return confirm('Open this sub-account? This cannot be undone.')\"";

/// The empty form for the member in `K`.
pub async fn form(Use(state): Use<Shared>, Query(query): Query<HashMap<String, String>>) -> Response {
    match member(&state, &query) {
        Ok(member) => respond(StatusCode::OK, form_page(&state.build, &member, "", None)),
        Err(refused) => *refused,
    }
}

/// Reviews what was typed, or says beside the field what is wrong with it.
pub async fn submit(
    Use(state): Use<Shared>,
    Extension(visit): Extension<Visit>,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    let member = match member(&state, &form) {
        Ok(member) => member,
        Err(refused) => return *refused,
    };
    let typed = form.get("AMT_7Q").map(|value| value.trim()).unwrap_or_default();
    let wrong = match check_deposit(typed) {
        Some(wrong) => Some(wrong),
        None if state.shows(&visit.session, Mode::ValidationError) => Some("Deposit refused: teller limit reached"),
        None => None,
    };
    let page = match wrong {
        Some(wrong) => form_page(&state.build, &member, typed, Some(wrong)),
        None => review_page(&state, &visit, &member, typed),
    };
    respond(StatusCode::OK, page)
}

/// Books the sub-account. Every post counts, a repeated one too: that is what makes it irreversible.
pub async fn confirm(
    Use(state): Use<Shared>,
    Extension(visit): Extension<Visit>,
    Form(form): Form<HashMap<String, String>>,
) -> Response {
    state.count(|c| c.confirm_posts += 1);
    let member = match member(&state, &form) {
        Ok(member) => member,
        Err(refused) => return *refused,
    };
    state.count(|c| *c.confirm_posts_by_member.entry(member.id.to_string()).or_default() += 1);
    let typed = form.get("AMT_7Q").map(String::as_str).unwrap_or_default();
    let Some(cents) = parse_cents(typed).filter(|cents| *cents >= MINIMUM_CENTS) else {
        return respond(StatusCode::OK, form_page(&state.build, &member, typed, check_deposit(typed)));
    };
    let reference = state.book(member.id, cents);
    if state.shows(&visit.session, Mode::SlowConfirm) {
        tokio::time::sleep(SLOW_CONFIRM).await;
    }
    respond(StatusCode::OK, done_page(&state.build, &member, cents, &reference))
}

fn member(state: &Shared, fields: &HashMap<String, String>) -> Result<Member, Box<Response>> {
    let id = fields.get("K").map(String::as_str).unwrap_or_default();
    match members::find(id) {
        Some(member) if member.restricted => {
            Err(Box::new(respond(StatusCode::OK, restricted_page(&state.build, &member))))
        }
        Some(member) => Ok(member),
        None => {
            Err(Box::new(respond(StatusCode::NOT_FOUND, screen(&state.build, "Sub-Account", &red("No member found")))))
        }
    }
}

fn check_deposit(typed: &str) -> Option<&'static str> {
    match parse_cents(typed) {
        _ if typed.is_empty() => Some("Initial deposit is required"),
        None => Some("Not a number: enter an amount such as 25.00"),
        Some(cents) if cents < MINIMUM_CENTS => Some("The minimum deposit is 5.00"),
        Some(_) => None,
    }
}

fn form_page(build: &str, member: &Member, typed: &str, wrong: Option<&str>) -> String {
    let field = format!(
        "<INPUT type=\"text\" name=\"AMT_7Q\" size=\"12\" value=\"{}\" autocomplete=\"off\"> {}",
        escape(typed),
        wrong.map(red).unwrap_or_default()
    );
    let rows = [
        value_row("Member ID", &member.id.to_string()),
        value_row("Product", "Share S-20"),
        field_row("Initial Deposit", &field),
        field_row("&nbsp;", &button("B3", "Submit")),
    ];
    let body = format!(
        "<FORM method=\"post\" action=\"/subaccount/submit\"><INPUT type=\"hidden\" name=\"K\" value=\"{}\">{}</FORM>",
        member.id,
        layout(&rows.concat())
    );
    screen(build, "Open Sub-Account", &body)
}

fn review_page(state: &Shared, visit: &Visit, member: &Member, typed: &str) -> String {
    let spoofed = state.shows(&visit.session, Mode::ConfirmationSpoof);
    let ask = if state.shows(&visit.session, Mode::NativeConfirm) { ASK } else { "" };
    let action = if spoofed { format!("{}/confirm", state.other_origin) } else { "/subaccount/confirm".to_owned() };
    let mut rows = value_row("Member ID", &member.id.to_string()) + &value_row("Initial Deposit", typed);
    if spoofed {
        rows += "<TR><TD colspan=\"2\"><B>Your request has been accepted.</B></TD></TR>";
        rows += &value_row("Reference number", &format!("SA-{}-9999", member.id));
    }
    rows += &field_row("&nbsp;", &format!("<INPUT type=\"submit\" name=\"B4\" value=\"Confirm\"{ask}>"));
    let body = format!(
        "<FORM method=\"post\" action=\"{}\"><INPUT type=\"hidden\" name=\"K\" value=\"{}\">\
         <INPUT type=\"hidden\" name=\"AMT_7Q\" value=\"{}\">{}</FORM>",
        escape(&action),
        member.id,
        escape(typed),
        layout(&rows)
    );
    screen(&state.build, "Review", &body)
}

fn done_page(build: &str, member: &Member, cents: i64, reference: &str) -> String {
    let rows = [
        value_row("Reference number", reference),
        value_row("Member ID", &member.id.to_string()),
        value_row("Initial Deposit", &money(cents)),
    ];
    let body = format!("{}<P><A href=\"/member/{}\">Back to Member</A></P>", layout(&rows.concat()), member.id);
    screen(build, "Sub-Account Opened", &body)
}
