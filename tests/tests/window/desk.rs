//! A virtual display with the real window on it, driven by WebKit's own WebDriver. The window is asked to allow
//! automation by the environment, which is all that tauri-driver would add.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::Client;
use serde_json::{Value, json};

/// How long anything may take before the test gives up; slow machines start WebKit in seconds.
const PATIENCE: Duration = Duration::from_secs(40);

/// A process that ends with its test.
pub struct Owned(Child);

impl Drop for Owned {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The display, the driver and the window's session.
pub struct Desk {
    client: Client,
    session: String,
    last: Value,
    _driver: Owned,
    _display: Owned,
}

impl Desk {
    /// Opens the window in a workspace.
    pub async fn open(workspace: &Path) -> Desk {
        let (display, name) = virtual_display();
        let port = free_port();
        let driver = Command::new("WebKitWebDriver")
            .arg(format!("--port={port}"))
            .envs([("DISPLAY", name.as_str()), ("WEBKIT_DISABLE_DMABUF_RENDERER", "1"), ("LANG", "C.UTF-8")])
            .envs([("TAURI_AUTOMATION", "true"), ("TAURI_WEBVIEW_AUTOMATION", "true"), ("GDK_BACKEND", "x11")])
            .env("BATON_WORKSPACE", workspace)
            .env("XDG_DATA_HOME", workspace.join("data"))
            .env_remove("WAYLAND_DISPLAY")
            .stdout(Stdio::null())
            .spawn()
            .expect("WebKitWebDriver starts; `make setup` installs it");
        let driver = Owned(driver);
        let client = Client::builder().no_proxy().build().unwrap();
        let base = format!("http://127.0.0.1:{port}");
        let session = new_session(&client, &base).await;
        Desk {
            client,
            session: format!("{base}/session/{session}"),
            last: Value::Null,
            _driver: driver,
            _display: display,
        }
    }

    /// Runs a script in the page and takes what it returns. A page that is just changing returns nothing.
    pub async fn run(&mut self, script: &str) -> Value {
        let body = json!({ "script": script, "args": [] });
        let response = self.client.post(format!("{}/execute/sync", self.session)).json(&body).send().await;
        let answer: Value = match response {
            Ok(response) => response.json().await.unwrap_or_default(),
            Err(cause) => json!({ "value": cause.to_string() }),
        };
        answer["value"].clone()
    }

    /// Waits until what a script returns holds, and fails with what it returned last.
    pub async fn until(&mut self, what: &str, script: &str, holds: impl Fn(&Value) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            self.last = self.run(script).await;
            if holds(&self.last) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("{what}: not after {PATIENCE:?}; last seen: {}", self.last);
    }

    /// Closes the window as its close button does.
    pub async fn close(self) {
        let _ = self.client.delete(&self.session).send().await;
    }
}

async fn new_session(client: &Client, base: &str) -> String {
    let options = json!({ "binary": built("baton-desktop"), "args": [] });
    let body = json!({ "capabilities": { "alwaysMatch": { "webkitgtk:browserOptions": options } } });
    let deadline = Instant::now() + PATIENCE;
    loop {
        let last = match client.post(format!("{base}/session")).json(&body).send().await {
            Ok(response) => response.json::<Value>().await.unwrap_or_default(),
            Err(cause) => json!(cause.to_string()),
        };
        if let Some(id) = last["value"]["sessionId"].as_str() {
            return id.to_owned();
        }
        assert!(Instant::now() < deadline, "the window did not open: {last}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// Starts a display and reads the number it chose.
fn virtual_display() -> (Owned, String) {
    let mut child = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", "1440x960x24", "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts; `make setup` installs it");
    let mut number = String::new();
    let mut said = BufReader::new(child.stdout.take().unwrap());
    said.read_line(&mut number).unwrap();
    assert!(!number.trim().is_empty(), "Xvfb found no free display");
    (Owned(child), format!(":{}", number.trim()))
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A program built beside this test.
fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test.parent().and_then(Path::parent).unwrap().join(name);
    assert!(path.is_file(), "{} is not built; `make test` builds it first", path.display());
    path
}

/// An engine that was announced in a workspace and whose process lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Engine {
    pub pid: u32,
    pub address: String,
}

pub fn running_engines(workspace: &Path) -> Vec<Engine> {
    let Ok(entries) = std::fs::read_dir(workspace.join(".baton/engines")) else { return Vec::new() };
    let files = entries.flatten().filter_map(|entry| std::fs::read(entry.path()).ok());
    files
        .filter_map(|bytes| serde_json::from_slice::<Value>(&bytes).ok())
        .map(|file| Engine {
            pid: file["pid"].as_u64().unwrap() as u32,
            address: file["address"].as_str().unwrap().to_owned(),
        })
        .filter(|engine| lives(engine.pid))
        .collect()
}

/// Dead but not yet waited for is dead.
fn lives(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with('Z'))
}

/// Ends an engine without letting it say goodbye.
pub fn kill(pid: u32) {
    let ended = Command::new("kill").args(["-9", &pid.to_string()]).status().unwrap();
    assert!(ended.success(), "engine {pid} could not be ended");
}

/// An engine that this test started itself.
pub struct Serving {
    pub address: String,
    _process: Owned,
}

pub fn serve(workspace: &Path) -> Serving {
    let mut child = Command::new(built("baton"))
        .args(["serve", "--port", "0"])
        .arg("--workspace")
        .arg(workspace)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap().take(4096)).read_line(&mut line).unwrap();
    let said: Value = serde_json::from_str(&line).expect("the engine's first line is JSON");
    Serving { address: said["address"].as_str().unwrap().to_owned(), _process: Owned(child) }
}
