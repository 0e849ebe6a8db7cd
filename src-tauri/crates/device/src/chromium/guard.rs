//! Stops navigations and downloads that may not be, before their request leaves, and answers sign-on challenges.

use std::sync::Arc;

use baton_screen::DialogSeen;
use chromiumoxide_cdp::cdp::browser_protocol::browser::{SetDownloadBehaviorBehavior, SetDownloadBehaviorParams};
use chromiumoxide_cdp::cdp::browser_protocol::fetch::{
    AuthChallengeResponse, AuthChallengeResponseResponse, ContinueRequestParams, ContinueWithAuthParams,
    FailRequestParams, RequestId,
};
use chromiumoxide_cdp::cdp::browser_protocol::network::ErrorReason;
use serde::Deserialize;

use crate::driver::{Blocked, Opening};
use crate::event::DeviceEvent;

use super::connection::Session;
use super::core::{Core, Setting};
use super::intake;
use super::state::Dialog;

#[derive(Deserialize)]
pub(super) struct Paused {
    #[serde(rename = "requestId")]
    id: String,
    request: PausedRequest,
    #[serde(rename = "frameId", default)]
    frame: String,
}

#[derive(Deserialize)]
struct PausedRequest {
    url: String,
}

/// A document is about to be asked for.
pub(super) fn paused(core: &Arc<Core>, session: &Session, told: Paused) {
    if allows(&core.setting().opening, &told.request.url) {
        return core.tell(Some(session), &ContinueRequestParams::new(RequestId::from(told.id)));
    }
    // Aborted, unlike other reasons, leaves the document that is there in its place.
    core.tell(Some(session), &FailRequestParams::new(RequestId::from(told.id), ErrorReason::Aborted));
    if let Some(frame) = core.state().frames.get_mut(told.frame.as_str()) {
        frame.loading = false;
    }
    let rule = "external_navigation".to_owned();
    core.emit(DeviceEvent::Blocked(Blocked { at: core.clock.now(), url: told.request.url, rule }));
}

/// Whether a document may come from there.
pub(super) fn allows(opening: &Opening, url: &str) -> bool {
    if opening.allowed_origins.is_empty() {
        return true;
    }
    let inside = ["about:", "data:", "blob:"].iter().any(|scheme| url.starts_with(scheme));
    inside || opening.allowed_origins.iter().any(|allowed| origin(allowed) == origin(url))
}

/// Scheme, host and port, as `https://bank.example:8443`; the usual port of the scheme is left out.
fn origin(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or((url, ""));
    let scheme = scheme.to_ascii_lowercase();
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let usual = match scheme.as_str() {
        "http" => ":80",
        "https" => ":443",
        _ => "",
    };
    let host = host.strip_suffix(usual).filter(|_| !usual.is_empty()).unwrap_or(&host);
    format!("{scheme}://{host}")
}

#[derive(Deserialize)]
pub(super) struct AuthRequired {
    #[serde(rename = "requestId")]
    id: String,
    #[serde(rename = "authChallenge")]
    challenge: Challenge,
}

#[derive(Deserialize)]
struct Challenge {
    origin: String,
    #[serde(default)]
    realm: String,
}

/// The server wants a name and a password; the request waits for the answer.
pub(super) fn auth_required(core: &Arc<Core>, session: &Session, told: AuthRequired) {
    let message = format!("{} asks for a user name and a password: {}", told.challenge.origin, told.challenge.realm);
    let seen = DialogSeen { kind: "basic_auth".to_owned(), message };
    let auth_request = Some(told.id);
    intake::open_dialog(core, Dialog { seen, session: session.clone(), auth_request, number: 0 });
}

/// The answer to a challenge; the text is `user:password`.
pub(super) fn auth_answer(request: String, accept: bool, text: Option<&str>) -> ContinueWithAuthParams {
    let mut response = AuthChallengeResponse::new(AuthChallengeResponseResponse::CancelAuth);
    if accept {
        let (user, password) = text.unwrap_or_default().split_once(':').unwrap_or((text.unwrap_or_default(), ""));
        response = AuthChallengeResponse::new(AuthChallengeResponseResponse::ProvideCredentials);
        response.username = Some(user.to_owned());
        response.password = Some(password.to_owned());
    }
    ContinueWithAuthParams::new(RequestId::from(request), response)
}

/// Downloads go to the session's folder under names of their own, or nowhere.
pub(super) fn downloads(setting: &Setting) -> SetDownloadBehaviorParams {
    let behaviour = match setting.opening.block_downloads {
        true => SetDownloadBehaviorBehavior::Deny,
        false => SetDownloadBehaviorBehavior::AllowAndName,
    };
    let mut params = SetDownloadBehaviorParams::new(behaviour);
    params.download_path = Some(setting.downloads.display().to_string());
    params.events_enabled = Some(true);
    params
}

#[derive(Deserialize)]
pub(super) struct DownloadBegins {
    guid: String,
    url: String,
    #[serde(rename = "suggestedFilename", default)]
    name: String,
}

/// A response turned out to be a file.
pub(super) fn download_begins(core: &Core, told: DownloadBegins) {
    core.state().downloads.insert(told.guid, told.name);
    let setting = core.setting();
    if setting.opening.block_downloads {
        let rule = "download".to_owned();
        core.emit(DeviceEvent::Blocked(Blocked { at: core.clock.now(), url: told.url, rule }));
    }
}

#[derive(Deserialize)]
pub(super) struct DownloadGoes {
    guid: String,
    state: String,
}

/// A download went on; its end is told.
pub(super) fn download_goes(core: &Core, told: DownloadGoes) {
    if told.state == "inProgress" {
        return;
    }
    let Some(name) = core.state().downloads.remove(&told.guid) else { return };
    let setting = core.setting();
    if setting.opening.block_downloads {
        return;
    }
    // The browser names the file by the download's id, so that no page can choose a path.
    let path = (told.state == "completed").then(|| setting.downloads.join(&told.guid));
    core.emit(DeviceEvent::Downloaded { at: core.clock.now(), name, path });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(allowed: &[&str], url: &str, expected: bool, why: &str) {
        let allowed_origins = allowed.iter().map(|&origin| origin.to_owned()).collect();
        let opening = Opening { allowed_origins, ..Opening::default() };
        assert_eq!(allows(&opening, url), expected, "{why}: {url} with {allowed:?}");
    }

    #[test]
    fn documents_come_only_from_allowed_origins() {
        let bank = &["http://bank.example", "https://bank.example:8443/"];
        check(&[], "https://anywhere.example/", true, "an empty list allows all");
        check(bank, "http://bank.example/a?b", true, "the origin itself");
        check(bank, "http://BANK.example:80/a", true, "the usual port and the letters' case do not count");
        check(bank, "https://bank.example/", false, "another scheme is another origin");
        check(bank, "http://bank.example:8000/", false, "another port is another origin");
        check(bank, "http://bank.example.evil.example/", false, "a longer host is another host");
        check(bank, "http://bank.example@evil.example/", false, "credentials are no host");
        check(bank, "https://bank.example:8443/x", true, "a trailing slash in the list does not count");
        check(bank, "file:///etc/passwd", false, "files are no part of an allowed origin");
        check(bank, "about:blank", true, "an empty document asks nobody");
    }
}
