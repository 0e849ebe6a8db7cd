//! A member's page, and what can go wrong on the way to it.

use std::time::Duration;

use axum::extract::{Extension, Path, State as Use};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

use super::page::{layout, red, screen, value_row};
use crate::html::{escape, query_value, respond};
use crate::members::{self, Member, money};
use crate::mode::Mode;
use crate::state::Shared;
use crate::visit::Visit;

const SLOW_LOAD: Duration = Duration::from_secs(4);
const OVERLAY: &str = include_str!("../../assets/overlay.html");
const INJECTION: &str = include_str!("../../assets/injection.html");

/// The member, or the fault that stands in the way.
pub async fn detail(Use(state): Use<Shared>, Extension(visit): Extension<Visit>, Path(id): Path<String>) -> Response {
    let Some(member) = members::find(&id) else {
        return respond(StatusCode::NOT_FOUND, screen(&state.build, "Member Search", &red("No member found")));
    };
    if let Some(fault) = stopped(&state, &visit, &member) {
        return fault;
    }
    if state.shows(&visit.session, Mode::SlowLoad) {
        tokio::time::sleep(SLOW_LOAD).await;
    }
    respond(StatusCode::OK, detail_page(&state, &visit, &member))
}

/// What is answered instead of the member.
fn stopped(state: &Shared, visit: &Visit, member: &Member) -> Option<Response> {
    let shows = |mode| state.shows(&visit.session, mode);
    if shows(Mode::SessionExpired) {
        state.with_session(&visit.session, |s| (s.signed_on, s.expired) = (false, true));
        return Some(Redirect::to("/login?expired=1").into_response());
    }
    if shows(Mode::ServerError) {
        return Some(respond(StatusCode::INTERNAL_SERVER_ERROR, error_page(&state.build)));
    }
    if shows(Mode::MaliciousRedirect) {
        let to = format!("{}/leak?member={}", state.other_origin, query_value(&member.name));
        return Some((StatusCode::FOUND, [("location", to)]).into_response());
    }
    if member.restricted || shows(Mode::PermissionDenied) {
        return Some(respond(StatusCode::OK, restricted_page(&state.build, member)));
    }
    None
}

fn error_page(build: &str) -> String {
    let rows = format!(
        "<TR><TD>{}</TD></TR><TR><TD><TT>MCR-5001 HOST LINK ABEND 0C7 AT MBRDTL01</TT></TD></TR>\
         <TR><TD>Contact the help desk with this code.</TD></TR>",
        red("The request could not be completed.")
    );
    screen(build, "Application Error", &layout(&rows))
}

/// What an operator may still read of a member who is off limits.
pub fn restricted_page(build: &str, member: &Member) -> String {
    let rows = value_row("Name", &member.name)
        + &value_row("Status", "Restricted")
        + &format!("<TR><TD colspan=\"2\">{}</TD></TR>", red("You are not authorized to view this member"));
    screen(build, "Member Detail", &layout(&rows))
}

fn detail_page(state: &Shared, visit: &Visit, member: &Member) -> String {
    let shows = |mode| state.shows(&visit.session, mode);
    let facts = layout(
        &[
            value_row("Name", &member.name),
            value_row("Member ID", &member.id.to_string()),
            value_row("Status", "Active"),
            value_row("SSN", &member.ssn),
        ]
        .concat(),
    );
    let link = format!("<P><A href=\"/subaccount/open?K={}\">Open Sub-Account</A></P>", member.id);
    let mut body = if shows(Mode::MovedOutput) {
        format!("<H3>Accounts</H3>{}{facts}{link}", moved_accounts(state, member))
    } else {
        format!("{facts}<H3>Accounts</H3>{}{link}", accounts(state, member))
    };
    if shows(Mode::PromptInjection) {
        let id = member.id.to_string();
        body += &INJECTION.replace("{other}", &escape(&state.other_origin)).replace("{member}", &id);
    }
    if shows(Mode::ModalDialog) {
        body += OVERLAY;
    }
    screen(&state.build, "Member Detail", &body)
}

/// Account, Type, Balance.
fn accounts(state: &Shared, member: &Member) -> String {
    let rows: String = ledger(state, member)
        .iter()
        .map(|(account, kind, cents)| {
            format!("<TR><TD>{account}</TD><TD>{kind}</TD><TD class=\"amt\">{}</TD></TR>", money(*cents))
        })
        .collect();
    format!("<TABLE class=\"dat\"><TR><TH>Account</TH><TH>Type</TH><TH>Balance</TH></TR>{rows}</TABLE>")
}

/// The same in another order, beside a column whose name and values are easily taken for it.
fn moved_accounts(state: &Shared, member: &Member) -> String {
    let rows: String = ledger(state, member)
        .iter()
        .rev()
        .map(|(account, kind, cents)| {
            let (available, balance) = (money(cents - cents / 10), money(*cents));
            format!(
                "<TR><TD class=\"amt\">{available}</TD><TD class=\"amt\">{balance}</TD>\
                 <TD>{kind}</TD><TD>{account}</TD></TR>"
            )
        })
        .collect();
    format!(
        "<TABLE class=\"dat\"><TR><TH>Available Balance</TH><TH>Balance</TH><TH>Type</TH><TH>Account</TH></TR>\
         {rows}</TABLE>"
    )
}

fn ledger(state: &Shared, member: &Member) -> Vec<(String, &'static str, i64)> {
    let mut rows = vec![
        ("Savings".to_owned(), "Share S-00", member.savings_cents),
        ("Checking".to_owned(), "Draft D-10", member.checking_cents),
    ];
    rows.extend(state.sub_accounts(member.id).into_iter().map(|sub| (sub.reference, "Share S-20", sub.deposit_cents)));
    rows
}
