//! The demo target through the driver: its frameset is signed on to and read, and every modern page is read whole.

#![allow(clippy::expect_used, reason = "a test says by it what it takes for granted")]

use std::time::Duration;

use baton_base::RealClock;
use baton_device::chromium::{Chromium, Launch};
use baton_device::{Actuation, Button, Driver, Modifiers, Opening, TextBy};
use baton_screen::{Handle, States, Unreadable};

async fn open(url: String) -> Chromium {
    Launch::new(RealClock::shared()).start(Opening { url, ..Opening::default() }).await.expect("a browser")
}

async fn type_into(browser: &Chromium, node: Handle, text: &str) {
    let at = browser.actionable(node).await.expect("an answer").expect("it can be pressed").at;
    let typed = Actuation::Type { node, at, text: text.to_owned(), by: TextBy::Keys, clear: true };
    browser.perform(&typed).await.expect("typing");
}

#[tokio::test]
async fn the_frameset_is_signed_on_to_and_each_frame_is_read() {
    let app = baton_mockapp::start(baton_mockapp::Options::default()).await.expect("the demo target");
    let browser = open(app.base_url()).await;
    let seen = browser.observe().await.expect("an observation");
    let fields: Vec<Handle> =
        seen.elements.iter().filter(|e| e.states.has(States::EDITABLE)).map(|e| e.handle).collect();
    assert_eq!(fields.len(), 2, "an operator and a password: {:?}", seen.elements);
    for field in fields {
        type_into(&browser, field, "operator").await;
    }
    let sign_on = seen.elements.iter().find(|e| &*e.name == "Sign On" && e.is_control()).expect("its button").handle;
    let at = browser.actionable(sign_on).await.expect("an answer").expect("it can be pressed").at;
    let mark = browser.mark();
    let (button, count, modifiers) = (Button::Left, 1, Modifiers::default());
    browser.perform(&Actuation::Click { at, button, count, modifiers }).await.expect("a click");
    let quiet = browser.settle(mark, Duration::from_secs(5)).await.expect("an answer");
    assert!(quiet.is_quiet(), "signed on: {quiet:?}");
    let seen = browser.observe().await.expect("an observation");
    let frames: Vec<&str> = seen.frames.iter().map(|frame| &*frame.name).collect();
    assert_eq!(frames, ["top", "nav", "main"], "a frameset's frames by name: {seen:?}");
    assert!(seen.unreadable.is_empty(), "all of it was read: {:?}", seen.unreadable);
    let in_frame = |at: usize| seen.elements.iter().filter(|element| element.frame.index() == at).count();
    assert!(in_frame(1) > 0 && in_frame(2) > 0, "both frames have elements");
    assert_eq!(browser.identity().await.expect("an identity").build, baton_mockapp::DEFAULT_BUILD, "the app's build");
    browser.close().await;
    app.stop().await;
}

#[tokio::test]
async fn every_modern_page_is_read_whole() {
    let app = baton_mockapp::start(baton_mockapp::Options::default()).await.expect("the demo target");
    let browser = open(app.base_url()).await;
    for topic in baton_mockapp::topics() {
        let url = format!("{}/modern/{}", app.base_url(), topic.slug);
        browser.perform(&Actuation::Navigate { url: url.clone() }).await.expect("a navigation");
        browser.settle(browser.mark(), Duration::from_secs(1)).await.expect("an answer");
        let seen = browser.observe().await.expect("an observation");
        assert!(seen.elements.len() > 2, "{url} has elements: {:?}", seen.elements);
        let lost: Vec<&Unreadable> = seen
            .unreadable
            .iter()
            .filter(|one| !matches!(one, Unreadable::Canvas { .. } | Unreadable::Opaque { .. }))
            .collect();
        assert!(lost.is_empty(), "{url} is read whole: {lost:?}");
    }
    browser.close().await;
    app.stop().await;
}
