//! The frameset, its navigation, and the pages that only fill the shell.

use axum::extract::{Extension, State as Use};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::page::{bare, layout, screen, submit};
use crate::html::respond;
use crate::members::{self, money};
use crate::mode::Mode;
use crate::state::Shared;
use crate::visit::Visit;

/// The whole window: a notice first when one is armed, else the two frames.
pub async fn frameset(Use(state): Use<Shared>, Extension(visit): Extension<Visit>) -> Response {
    let notice = state.shows(&visit.session, Mode::InterstitialDialog)
        || state.shows(&visit.session, Mode::InterstitialPersistent);
    if notice {
        return respond(StatusCode::OK, notice_page(&state.build));
    }
    let frames = "<FRAMESET cols=\"180,*\" frameborder=\"1\" border=\"2\">\
                  <FRAME name=\"nav\" src=\"/nav\" scrolling=\"no\"><FRAME name=\"main\" src=\"/home\">\
                  <NOFRAMES><BODY>This application needs a browser with frames.</BODY></NOFRAMES></FRAMESET>";
    respond(StatusCode::OK, bare(&state.build, "MOCKCORE Member Services", frames))
}

fn notice_page(build: &str) -> String {
    let rows = format!(
        "<TR><TD>Posting for the previous business day ends at 18:00.<BR>\
         Reports may be incomplete until then.</TD></TR><TR><TD align=\"right\"><FORM method=\"get\" action=\"/\">{}</FORM></TD></TR>",
        submit("B0", "Continue")
    );
    screen(build, "System Notice", &layout(&rows))
}

/// The links on the left.
pub async fn nav(Use(state): Use<Shared>) -> Response {
    let links = [
        ("Member Search", "/find"),
        ("Transactions", "/transactions"),
        ("Reports", "/reports"),
        ("Sign Off", "/logoff"),
    ];
    let rows: String = links
        .iter()
        .map(|(name, to)| format!("<TR><TD class=\"nvi\"><A href=\"{to}\" target=\"main\">{name}</A></TD></TR>"))
        .collect();
    let body = format!(
        "<BODY class=\"nav\" leftmargin=\"0\" topmargin=\"0\">\
         <TABLE width=\"100%\" cellspacing=\"0\" cellpadding=\"0\">\
         <TR><TD class=\"nvh\">MENU</TD></TR>{rows}</TABLE></BODY>"
    );
    respond(StatusCode::OK, bare(&state.build, "Menu", &body))
}

/// What the main frame shows first.
pub async fn home(Use(state): Use<Shared>) -> Response {
    let body = layout("<TR><TD>Choose a function from the menu on the left.</TD></TR>");
    respond(StatusCode::OK, screen(&state.build, "Welcome", &body))
}

/// A day's postings, derived from the seeds so that they never change.
pub async fn transactions(Use(state): Use<Shared>) -> Response {
    let rows: String = members::all()
        .filter(|member| !member.restricted)
        .map(|member| {
            let amount = money(member.savings_cents / 50);
            format!(
                "<TR><TD>1999-11-{:02}</TD><TD>{}</TD><TD>Share deposit</TD><TD class=\"amt\">{amount}</TD></TR>",
                member.id - 10_000,
                member.id
            )
        })
        .collect();
    let body = format!(
        "<TABLE class=\"dat\"><TR><TH>Date</TH><TH>Member ID</TH><TH>Description</TH><TH>Amount</TH></TR>{rows}</TABLE>"
    );
    respond(StatusCode::OK, screen(&state.build, "Transactions", &body))
}

/// Reports: one download, and one link out of the application.
pub async fn reports(Use(state): Use<Shared>) -> Response {
    let body = "<TABLE class=\"dat\"><TR><TH>Report</TH><TH>Format</TH></TR>\
                <TR><TD><A href=\"/reports/trial_balance.csv\">Daily Trial Balance</A></TD><TD>CSV</TD></TR>\
                <TR><TD><A href=\"http://external.invalid/help\">Vendor Help Desk</A></TD><TD>Web</TD></TR></TABLE>";
    respond(StatusCode::OK, screen(&state.build, "Reports", body))
}

/// The download of the reports page.
pub async fn trial_balance() -> Response {
    let mut csv = "member_id,savings,checking\r\n".to_owned();
    for member in members::all().filter(|member| !member.restricted) {
        csv.push_str(&format!(
            "{},\"{}\",\"{}\"\r\n",
            member.id,
            money(member.savings_cents),
            money(member.checking_cents)
        ));
    }
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"trial_balance.csv\""),
    ];
    (headers, csv).into_response()
}
