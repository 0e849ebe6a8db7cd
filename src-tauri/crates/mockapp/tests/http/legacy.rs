//! The legacy face without faults: sign-on, search, sub-accounts, counters, and starting.

use crate::visitor::{Visitor, app};
use baton_mockapp::{Options, StartError, start};
use reqwest::{Method, StatusCode};

#[tokio::test]
async fn pages_need_a_sign_on() {
    let app = app(None).await;
    let visitor = Visitor::new(&app);
    for path in ["/", "/nav", "/find", "/member/10003", "/subaccount/open?K=10003", "/reports"] {
        let page = visitor.get(path).await;
        assert!(page.address.ends_with("/login"), "{path} leads to the sign-on, not to {}", page.address);
    }
    let refused = visitor.post("/login", &[("F01A", "operator"), ("F01B", "wrong")]).await;
    assert!(refused.text.contains("Invalid operator or password"), "a wrong password is said");
    visitor.sign_on().await;
    let shell = visitor.get("/").await.text;
    assert!(
        shell.contains("<FRAMESET") && shell.contains("name=\"nav\"") && shell.contains("name=\"main\""),
        "{shell}"
    );
    let counters = app.counters();
    assert_eq!((counters.sign_ons, counters.sign_on_failures), (1, 1), "both attempts are counted");
    visitor.get("/logoff").await;
    assert!(visitor.get("/find").await.address.ends_with("/login"), "signing off ends the sign-on");
}

#[tokio::test]
async fn another_sign_on_and_build_can_be_asked_for() {
    let options =
        Options { sign_on: ("ann".into(), "p&w".into()), build: "mockapp 9.9.9".into(), ..Options::default() };
    let app = start(options).await.expect("starts");
    let visitor = Visitor::new(&app);
    let refused = visitor.post("/login", &[("F01A", "operator"), ("F01B", "operator")]).await;
    assert!(refused.text.contains("Invalid operator"), "the default sign-on is not let in any more");
    let inside = visitor.post("/login", &[("F01A", "ann"), ("F01B", "p&w")]).await;
    assert!(inside.text.contains("<FRAMESET"), "the one asked for is");
    for path in ["/login", "/", "/nav", "/find", "/member/10003", "/debug", "/modern", "/modern/form", "/modern/big"] {
        let answer = visitor.request(Method::GET, path).send().await.expect("answers");
        assert_eq!(answer.headers()["server"], "mockapp/9.9.9", "{path} names its server");
        let text = answer.text().await.expect("text");
        assert!(text.contains("<meta name=\"build\" content=\"mockapp 9.9.9\">"), "{path} names its build");
    }
}

#[tokio::test]
async fn members_are_found_and_shown() {
    let app = app(None).await;
    let visitor = Visitor::new(&app);
    visitor.sign_on().await;
    let cases: &[(&str, &[&str])] = &[
        (
            "10003",
            &["<H2>Member Detail</H2>", "Test Member 03", "000-00-0003", ">1,411.21<", ">Savings<", ">Checking<"],
        ),
        (" 10010 ", &["Test Member 10", "Active"]),
        ("10007", &["<H2>Member Detail</H2>", "Test Member 07", "not authorized"]),
        ("99999", &["No member found"]),
        ("", &["No member found"]),
        ("<b>", &["No member found"]),
    ];
    for (id, marks) in cases {
        let page = visitor.post("/find", &[("MBR_K1", id)]).await;
        for mark in *marks {
            assert!(page.text.contains(mark), "member {id:?} shows {mark:?}: {}", page.text);
        }
    }
    let restricted = visitor.get("/member/10007").await.text;
    assert!(!restricted.contains("Balance"), "a restricted member's balances stay hidden");
    assert_eq!(app.counters().searches, cases.len() as u64, "each search is counted");
    assert_eq!(visitor.get("/member/5").await.status, StatusCode::NOT_FOUND, "no such member, no page");
}

#[tokio::test]
async fn deposits_are_checked_beside_the_field() {
    let app = app(None).await;
    let visitor = Visitor::new(&app);
    visitor.sign_on().await;
    let cases = [
        ("", "Initial deposit is required"),
        ("five", "Not a number"),
        ("4.99", "The minimum deposit is 5.00"),
        ("<b>\"", "value=\"&lt;b&gt;&quot;\""),
    ];
    for (typed, message) in cases {
        let page = visitor.post("/subaccount/submit", &[("K", "10003"), ("AMT_7Q", typed)]).await;
        assert!(page.text.contains(message), "{typed:?} is answered by {message:?}: {}", page.text);
        assert!(page.text.contains("<H2>Open Sub-Account</H2>"), "{typed:?} stays on the form");
    }
    let review = visitor.post("/subaccount/submit", &[("K", "10003"), ("AMT_7Q", "1000.5")]).await.text;
    for mark in ["<H2>Review</H2>", ">10003<", ">1000.5<", "value=\"Confirm\""] {
        assert!(review.contains(mark), "the review shows {mark:?} exactly as typed: {review}");
    }
    assert!(!review.contains("Reference number"), "nothing is booked by a review");
    assert_eq!(app.counters().confirm_posts, 0, "a review is no Confirm");
}

#[tokio::test]
async fn each_confirm_books_and_counts_until_reset() {
    let app = app(None).await;
    let visitor = Visitor::new(&app);
    visitor.sign_on().await;
    let fields = [("K", "10003"), ("AMT_7Q", "25.50")];
    let first = visitor.post("/subaccount/confirm", &fields).await.text;
    assert!(first.contains("Reference number") && first.contains("SA-10003-0001"), "a reference is given: {first}");
    visitor.post("/subaccount/confirm", &fields).await;
    visitor.post("/subaccount/confirm", &[("K", "10004"), ("AMT_7Q", "9")]).await;
    let counters: serde_json::Value =
        serde_json::from_str(&visitor.get("/debug.json").await.text).expect("counters are JSON");
    assert_eq!(counters["confirm_posts"], 3, "every post counts, a repeated one too");
    assert_eq!(counters["confirm_posts_by_member"]["10003"], 2, "and is told apart by member");
    assert!(visitor.get("/member/10003").await.text.contains("SA-10003-0002"), "what was booked can be read back");
    let reset = visitor.request(Method::POST, "/debug/reset").send().await.expect("answers");
    let after: serde_json::Value = reset.json().await.expect("fresh counters");
    assert_eq!((&after["confirm_posts"], &after["resets"]), (&0.into(), &1.into()), "a reset clears and is counted");
    assert!(!visitor.get("/member/10003").await.text.contains("SA-"), "sub-accounts are gone as well");
    let page = visitor.request(Method::POST, "/debug/reset").header("accept", "text/html");
    assert!(visitor.follow(page).await.text.contains("<h1>Mock app counters</h1>"), "a person comes back to the page");
}

#[tokio::test]
async fn a_taken_port_is_said_with_a_way_out() {
    let first = app(None).await;
    let again = start(Options { port: first.port(), ..Options::default() }).await;
    let error = again.err().expect("the port is taken");
    assert!(matches!(error, StartError::PortTaken { port } if port == first.port()), "{error}");
    assert_eq!(error.code(), "PORT_TAKEN", "callers branch on the code");
    assert!(error.to_string().contains(&first.port().to_string()), "the port is named: {error}");
    assert!(error.hint().contains("--port"), "the way out is named: {}", error.hint());
    let port = first.port();
    first.stop().await;
    let later = start(Options { port, ..Options::default() }).await;
    assert!(later.is_ok(), "once stopped, the port is free at once");
}

#[tokio::test]
async fn two_deployments_share_a_browser() {
    let (south, north) = (app(None).await, app(None).await);
    let visitor = Visitor::new(&south);
    visitor.sign_on().await;
    let cookie = async |address: String| {
        let answer = reqwest::get(address).await.expect("answers");
        answer.headers()["set-cookie"].to_str().expect("text").split('=').next().map(str::to_owned)
    };
    let (one, two) = (cookie(south.base_url() + "/login").await, cookie(north.base_url() + "/login").await);
    assert_ne!(one, two, "browsers share cookies between ports, so the names must differ");
    let lost = visitor.get("/no/such/page").await;
    assert_eq!(lost.status, StatusCode::NOT_FOUND, "an unknown address is said to be one");
    assert!(lost.text.contains("name=\"build\""), "every page names its build: {}", lost.text);
}

#[tokio::test]
async fn sessions_do_not_share_a_fault() {
    let app = app(None).await;
    let (one, two) = (Visitor::new(&app), Visitor::new(&app));
    one.sign_on().await;
    two.sign_on().await;
    one.get("/debug?inject=renamed_button").await;
    assert!(one.get("/find").await.text.contains("value=\"Find\""), "armed in the one");
    assert!(two.get("/find").await.text.contains("value=\"Search\""), "and not in the other");
}
