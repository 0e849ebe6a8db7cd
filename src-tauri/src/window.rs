//! The one window, and the two things it can show: the engine's page, or the shell's own page about the engine.

use std::sync::{Mutex, PoisonError};

use tauri::{AppHandle, Manager as _, Url, WebviewUrl, WebviewWindow, WebviewWindowBuilder};

use crate::found::Engine;

const LABEL: &str = "main";

/// Where the window may go: its own page always, an engine's page once it is known.
#[derive(Default)]
struct Allowed {
    shell: Mutex<Option<Url>>,
    engine: Mutex<Option<String>>,
}

/// Opens the window on the shell's own page.
pub(crate) fn open(app: &AppHandle) -> tauri::Result<()> {
    app.manage(Allowed::default());
    let asking = app.clone();
    let window = WebviewWindowBuilder::new(app, LABEL, WebviewUrl::App("shell.html".into()))
        .title("Baton")
        .inner_size(1280.0, 840.0)
        .min_inner_size(900.0, 600.0)
        .on_navigation(move |url| may_show(&asking, url))
        .build()?;
    *lock(&app.state::<Allowed>().shell) = window.url().ok();
    Ok(())
}

/// Shows the engine's UI.
pub(crate) fn show_engine(app: &AppHandle, engine: &Engine) {
    let Ok(url) = Url::parse(&engine.page()) else { return };
    *lock(&app.state::<Allowed>().engine) = Some(engine.address.clone());
    go(app, url);
}

/// Shows how the engine fares.
pub(crate) fn show_shell(app: &AppHandle) {
    let shell = lock(&app.state::<Allowed>().shell).clone();
    if let Some(url) = shell {
        go(app, url);
    }
}

fn go(app: &AppHandle, url: Url) {
    let Some(window) = app.get_webview_window(LABEL) else { return };
    if let Err(cause) = WebviewWindow::navigate(&window, url) {
        eprintln!("The window did not move on: {cause}");
    }
}

/// A window that followed a link out of Baton would hand its frame to a stranger, so it never does.
fn may_show(app: &AppHandle, url: &Url) -> bool {
    if url.scheme() == "tauri" || url.host_str() == Some("tauri.localhost") {
        return true;
    }
    let engine = lock(&app.state::<Allowed>().engine).clone();
    let place = url.host_str().zip(url.port()).map(|(host, port)| format!("{host}:{port}"));
    url.scheme() == "http" && engine.is_some() && place == engine
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
