//! The real window on a virtual display: it finds or starts an engine, shows the engine's page, and says when it is gone.
//! It needs Xvfb and WebKitWebDriver, so `make test` asks for it by name.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot go on has failed")]

mod desk;

use desk::{Desk, running_engines, serve};
use serde_json::Value;

const VERSION: &str = concat!("Baton ", env!("CARGO_PKG_VERSION"));
const SHOWN: &str = "return document.querySelector('[data-testid=version]')?.textContent ?? ''";
const TEXT: &str = "return document.body.innerText";

#[tokio::test]
#[ignore = "needs a virtual display; `make test` runs it"]
async fn the_window_starts_an_engine_and_shows_its_version() {
    let workspace = tempfile::tempdir().unwrap();
    let mut desk = Desk::open(workspace.path()).await;
    desk.until("the engine's version is on the screen", SHOWN, |shown| shown == VERSION).await;
    desk.until("the window carries Baton's name", "return document.title", |title| title == "Baton").await;
    desk.until("the token left the address", "return location.search", |search| search == "").await;
    let engines = running_engines(workspace.path());
    assert_eq!(engines.len(), 1, "the window started one engine: {engines:?}");

    let first = engines[0].pid;
    desk::kill(first);
    desk.until("the window says that its engine is gone", TEXT, |text| contains(text, "The engine stopped.")).await;
    desk.run("document.querySelector('button').click()").await;
    desk.until("a new engine's version is on the screen", SHOWN, |shown| shown == VERSION).await;
    let engines = running_engines(workspace.path());
    assert!(engines.iter().all(|engine| engine.pid != first), "the dead engine is still listed: {engines:?}");
    assert_eq!(engines.len(), 1, "exactly one engine took its place: {engines:?}");
    desk.close().await;

    let after = running_engines(workspace.path());
    assert_eq!(after, engines, "closing the window must not end the engine");
    for engine in after {
        desk::kill(engine.pid);
    }
}

#[tokio::test]
#[ignore = "needs a virtual display; `make test` runs it"]
async fn the_window_finds_the_engine_that_already_runs() {
    let workspace = tempfile::tempdir().unwrap();
    let running = serve(workspace.path());
    let mut desk = Desk::open(workspace.path()).await;
    desk.until("the engine's version is on the screen", SHOWN, |shown| shown == VERSION).await;
    desk.until("the page is the running engine's", "return location.host", |host| host == &*running.address).await;
    assert_eq!(running_engines(workspace.path()).len(), 1, "the window started a second engine");
    desk.close().await;
}

fn contains(shown: &Value, words: &str) -> bool {
    shown.as_str().is_some_and(|shown| shown.contains(words))
}
