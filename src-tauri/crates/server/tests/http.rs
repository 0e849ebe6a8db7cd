//! The server over real HTTP: who is let in, what is answered, and what is left behind.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use baton_api::Code;
use baton_api::contract::{SampleHost, cases};
use baton_base::RealClock;
use baton_server::{Options, ServeError, Server, Ui, list_engines, serve};
use reqwest::{Client, RequestBuilder, StatusCode};
use serde_json::{Value, json};

fn options(workspace: &Path) -> Options {
    Options { workspace: workspace.to_owned(), port: 0, ui: Ui::Embedded, idle_exit: None, clock: RealClock::shared() }
}

async fn start(workspace: &Path) -> Server {
    serve(options(workspace), Arc::new(SampleHost)).await.expect("the engine starts")
}

fn ask(server: &Server, command: &str) -> RequestBuilder {
    Client::new().post(format!("http://{}/api/{command}", server.address))
}

#[tokio::test]
async fn http_answers_every_case_of_the_contract() {
    let workspace = tempfile::tempdir().unwrap();
    let server = start(workspace.path()).await;
    for case in cases() {
        let request = ask(&server, case.command).bearer_auth(server.token.reveal()).json(&case.arguments);
        let response = request.send().await.unwrap();
        let status = response.status();
        let body: Value = response.json().await.unwrap();
        let got = if status.is_success() {
            Ok(body)
        } else {
            Err(serde_json::from_value::<Code>(body["code"].clone()).expect("a refusal has a known code"))
        };
        assert_eq!(got, case.expect, "{}: {} ({status})", case.command, case.why);
    }
    server.stop().await;
}

/// One request, altered, and the status it must get.
async fn check(why: &str, alter: impl Fn(RequestBuilder, &Server) -> RequestBuilder, expect: StatusCode) {
    let workspace = tempfile::tempdir().unwrap();
    let server = start(workspace.path()).await;
    let response = alter(ask(&server, "version"), &server).send().await.unwrap();
    assert_eq!(response.status(), expect, "{why}");
    assert!(response.headers().get("access-control-allow-origin").is_none(), "{why}: CORS was opened");
    let policy = response.headers().get("content-security-policy").expect("a policy").to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{why}: loose policy {policy}");
    server.stop().await;
}

#[tokio::test]
async fn only_our_own_pages_with_our_token_are_answered() {
    let port = |server: &Server| server.address.rsplit_once(':').unwrap().1.to_owned();
    check("the token as a header", |r, s| r.bearer_auth(s.token.reveal()), StatusCode::OK).await;
    check("no token", |r, _| r, StatusCode::UNAUTHORIZED).await;
    check("another launch's token", |r, _| r.bearer_auth("0".repeat(64)), StatusCode::UNAUTHORIZED).await;
    let query = |r: RequestBuilder, s: &Server| r.query(&[("token", s.token.reveal())]);
    check("a command takes no token from its address", query, StatusCode::UNAUTHORIZED).await;
    let rebound = |r: RequestBuilder, s: &Server| {
        r.bearer_auth(s.token.reveal()).header("host", format!("evil.test:{}", port(s)))
    };
    check("a name rebound to loopback", rebound, StatusCode::FORBIDDEN).await;
    let other_port = |r: RequestBuilder, s: &Server| r.bearer_auth(s.token.reveal()).header("host", "127.0.0.1:1");
    check("another port's host", other_port, StatusCode::FORBIDDEN).await;
    let foreign = |r: RequestBuilder, s: &Server| r.bearer_auth(s.token.reveal()).header("origin", "http://evil.test");
    check("another page asking", foreign, StatusCode::FORBIDDEN).await;
    let null = |r: RequestBuilder, s: &Server| r.bearer_auth(s.token.reveal()).header("origin", "null");
    check("a sandboxed page asking", null, StatusCode::FORBIDDEN).await;
    let own = |r: RequestBuilder, s: &Server| {
        r.bearer_auth(s.token.reveal()).header("origin", format!("http://{}", s.address))
    };
    check("our own page asking", own, StatusCode::OK).await;
    let cookie =
        |r: RequestBuilder, s: &Server| r.header("cookie", format!("other=1; baton_{}={}", port(s), s.token.reveal()));
    check("the page's cookie", cookie, StatusCode::OK).await;
    let wrong = |r: RequestBuilder, s: &Server| r.header("cookie", format!("baton_1={}", s.token.reveal()));
    check("another engine's cookie", wrong, StatusCode::UNAUTHORIZED).await;
}

#[tokio::test]
async fn the_first_page_turns_its_token_into_a_cookie() {
    let workspace = tempfile::tempdir().unwrap();
    let server = start(workspace.path()).await;
    let page = Client::new().get(server.page()).send().await.unwrap();
    assert_eq!(page.status(), StatusCode::OK, "the address that is handed over opens");
    let cookie = page.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "a loose cookie: {cookie}");
    let pair = cookie.split(';').next().unwrap().to_owned();
    let again = Client::new().get(format!("http://{}/", server.address)).header("cookie", pair);
    assert_eq!(again.send().await.unwrap().status(), StatusCode::OK, "a reload without the token works");
    let bare = Client::new().get(format!("http://{}/", server.address)).send().await.unwrap();
    assert_eq!(bare.status(), StatusCode::UNAUTHORIZED, "without either, even the page is refused");
    server.stop().await;
}

#[tokio::test]
async fn a_taken_port_is_said_with_a_way_out() {
    let workspace = tempfile::tempdir().unwrap();
    let first = start(workspace.path()).await;
    let port: u16 = first.address.rsplit_once(':').unwrap().1.parse().unwrap();
    let second = serve(Options { port, ..options(workspace.path()) }, Arc::new(SampleHost)).await;
    let Err(refusal) = second else { panic!("two engines share a port") };
    assert!(matches!(refusal, ServeError::PortTaken { port: said } if said == port), "said {refusal:?}");
    assert!(refusal.hint().contains("--port"), "the hint names no way out: {}", refusal.hint());
    first.stop().await;
}

#[tokio::test]
async fn stopping_ends_those_who_watch_and_takes_the_announcement_away() {
    let workspace = tempfile::tempdir().unwrap();
    let server = start(workspace.path()).await;
    let announced = list_engines(workspace.path()).unwrap();
    assert_eq!(announced.len(), 1, "a running engine is announced");
    assert_eq!(announced[0].engine.address, server.address, "the announcement leads to it");
    let url = format!("http://{}/alive", server.address);
    let mut alive = Client::new().get(url).bearer_auth(server.token.reveal()).send().await.unwrap();
    assert_eq!(alive.chunk().await.unwrap().as_deref(), Some(b"alive\n".as_slice()), "it says that it lives");
    server.stop().await;
    let last = tokio::time::timeout(Duration::from_secs(5), alive.chunk()).await.expect("the watcher was left hanging");
    assert!(matches!(last, Ok(None) | Err(_)), "the watcher learns of the end");
    assert!(list_engines(workspace.path()).unwrap().is_empty(), "the announcement outlived its engine");
}

#[tokio::test]
async fn an_engine_left_alone_ends_by_itself() {
    let workspace = tempfile::tempdir().unwrap();
    let left = Options { idle_exit: Some(Duration::from_millis(50)), ..options(workspace.path()) };
    let mut server = serve(left, Arc::new(SampleHost)).await.expect("the engine starts");
    tokio::time::timeout(Duration::from_secs(5), server.ended()).await.expect("it stays although nobody is there");
}

#[tokio::test]
async fn a_body_that_is_no_json_is_refused_in_words() {
    let workspace = tempfile::tempdir().unwrap();
    let server = start(workspace.path()).await;
    let response = ask(&server, "version").bearer_auth(server.token.reveal()).body("{ half").send().await.unwrap();
    assert_eq!(response.status(), StatusCode::BAD_REQUEST, "half a body is no command");
    let body: Value = response.json().await.unwrap();
    assert_eq!(body["code"], json!("bad_arguments"), "the code says what is wrong");
    server.stop().await;
}
