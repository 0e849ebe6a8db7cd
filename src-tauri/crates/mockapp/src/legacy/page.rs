//! The look of 1999: banner, title bar, bevelled panel, all of it tables.

use crate::html::{build_meta, escape};

const STYLE: &str = include_str!("../../assets/legacy.css");
const DOCTYPE: &str = "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">\n";

/// Everything up to the body.
fn head(build: &str, title: &str) -> String {
    format!(
        "{DOCTYPE}<HTML><HEAD>{}<META http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\
         <TITLE>{}</TITLE><STYLE type=\"text/css\">{STYLE}</STYLE></HEAD>",
        build_meta(build),
        escape(title)
    )
}

/// A screen with its title as a heading; `body` is markup, its values escaped already.
pub fn screen(build: &str, title: &str, body: &str) -> String {
    format!(
        "{head}<BODY class=\"scr\" leftmargin=\"0\" topmargin=\"0\">\
         <TABLE width=\"100%\" cellspacing=\"0\" cellpadding=\"0\" border=\"0\">\
         <TR><TD class=\"ban\"><TABLE width=\"100%\" cellpadding=\"0\" cellspacing=\"0\"><TR>\
         <TD class=\"bn\"><B>MOCKCORE</B>&nbsp;<FONT class=\"sm\">Member Services</FONT></TD>\
         <TD align=\"right\" class=\"sm\">Branch 0001 &middot; Terminal T-14&nbsp;</TD></TR></TABLE></TD></TR>\
         <TR><TD class=\"ttl\"><H2>{title}</H2></TD></TR>\
         <TR><TD class=\"pad\"><TABLE cellspacing=\"0\" cellpadding=\"0\" border=\"0\"><TR><TD class=\"pnl\">{body}\
         </TD></TR></TABLE></TD></TR></TABLE></BODY></HTML>\n",
        head = head(build, title),
        title = escape(title),
    )
}

/// A bare page, for the navigation and the frameset.
pub fn bare(build: &str, title: &str, body: &str) -> String {
    format!("{}{body}</HTML>\n", head(build, title))
}

/// A row of label and field; nothing ties them together but their places.
pub fn field_row(label: &str, field: &str) -> String {
    format!("<TR><TD class=\"lbl\" nowrap>{label}</TD><TD class=\"fld\">{field}</TD></TR>")
}

/// A row whose value is text.
pub fn value_row(label: &str, value: &str) -> String {
    format!("<TR><TD class=\"lbl\" nowrap>{label}</TD><TD class=\"val\">{}</TD></TR>", escape(value))
}

/// A table inside a table, as everything here is.
pub fn layout(rows: &str) -> String {
    format!(
        "<TABLE cellspacing=\"0\" cellpadding=\"0\" border=\"0\"><TR><TD>\
         <TABLE cellspacing=\"2\" cellpadding=\"3\" border=\"0\">{rows}</TABLE></TD></TR></TABLE>"
    )
}

/// A submit button, named by its value only.
pub fn submit(field: &str, value: &str) -> String {
    format!("<INPUT type=\"submit\" name=\"{field}\" value=\"{value}\">")
}

/// A message as such systems show it: red text, and nothing else that says it is one.
pub fn red(message: &str) -> String {
    format!("<FONT color=\"#cc0000\">{}</FONT>", escape(message))
}
