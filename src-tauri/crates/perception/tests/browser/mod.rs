//! A real Chromium on a pipe, spoken to with just enough CDP to try the page script in it. The driver proper lives in another crate.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use baton_perception::{CHANGED_BINDING, FrameModel, SCRIPT, WORLD};
use serde_json::{Value, json};

const BROWSERS: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/microsoft-edge"];

/// The browser with one page whose main frame carries the script.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    next: u64,
    session: Option<String>,
    main_frame: String,
    world: String,
    world_number: i64,
    /// What the script pushed through its binding.
    pub pushed: Vec<String>,
    folder: tempfile::TempDir,
}

impl Browser {
    pub fn open() -> Browser {
        let path = std::env::var("BATON_CHROMIUM").ok().or_else(|| {
            BROWSERS.iter().find(|path| std::path::Path::new(path).exists()).map(|path| (*path).to_owned())
        });
        let path = path.expect("no Chromium found: apt install chromium, or set BATON_CHROMIUM to its path");
        let folder = tempfile::tempdir().expect("a profile folder");
        // The shell puts the pipe on descriptors 3 and 4, where Chromium wants it, without unsafe code here.
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null", &path])
            .args(["--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-background-networking"])
            .args(["--disable-component-update", "--disable-sync", "--no-first-run", "--lang=en"])
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Chromium starts");
        let to = child.stdin.take().expect("its stdin");
        let from = BufReader::new(child.stdout.take().expect("its stdout"));
        let mut browser = Browser {
            child,
            to,
            from,
            next: 0,
            session: None,
            main_frame: String::new(),
            world: String::new(),
            world_number: 0,
            pushed: Vec::new(),
            folder,
        };
        browser.attach();
        browser
    }

    fn attach(&mut self) {
        let target = self.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached = self.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        self.session = attached["sessionId"].as_str().map(str::to_owned);
        let tree = self.call("Page.getFrameTree", json!({}));
        self.main_frame = tree["frameTree"]["frame"]["id"].as_str().expect("a main frame").to_owned();
        for domain in ["Page.enable", "DOM.enable", "Runtime.enable", "Accessibility.enable"] {
            self.call(domain, json!({}));
        }
        self.call("Runtime.addBinding", json!({ "name": CHANGED_BINDING, "executionContextName": WORLD }));
        let metrics = json!({ "width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
        let script = json!({ "source": SCRIPT, "worldName": WORLD, "runImmediately": true });
        self.call("Page.addScriptToEvaluateOnNewDocument", script);
    }

    /// Loads a document and waits until it is loaded.
    pub fn load(&mut self, html: &str) {
        let path = self.folder.path().join("page.html");
        std::fs::write(&path, html).expect("the page is written");
        let url = format!("file://{}", path.display());
        let before = self.world.clone();
        self.call("Page.navigate", json!({ "url": url }));
        for _ in 0..500 {
            let ready = self.page("document.readyState");
            if ready == "complete" && self.world != before {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("the page did not load");
    }

    /// Writes a file beside the page.
    pub fn beside(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(name), text).expect("the file is written");
    }

    /// Evaluates in the page's own world.
    pub fn page(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", asked);
        assert!(answer.get("exceptionDetails").is_none(), "the page threw: {expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Evaluates in the script's world.
    pub fn script(&mut self, expression: &str) -> Value {
        let answer = self.script_object(expression, true);
        answer["result"]["value"].clone()
    }

    /// The same, answering a remote object's id.
    pub fn script_node(&mut self, expression: &str) -> String {
        let answer = self.script_object(expression, false);
        answer["result"]["objectId"].as_str().unwrap_or_else(|| panic!("no object: {expression}: {answer}")).to_owned()
    }

    fn script_object(&mut self, expression: &str, by_value: bool) -> Value {
        let asked = json!({ "expression": expression, "uniqueContextId": self.world,
            "returnByValue": by_value, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", asked);
        assert!(answer.get("exceptionDetails").is_none(), "the script threw: {expression}: {answer}");
        answer
    }

    /// The script's answer, which is JSON, read.
    pub fn ask<T: serde::de::DeserializeOwned>(&mut self, expression: &str) -> T {
        let answer = self.script(expression);
        let text = answer.as_str().unwrap_or_else(|| panic!("not a string: {expression}: {answer}"));
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{expression} answered {text}: {error}"))
    }

    /// Brings a model up to date.
    pub fn observe(&mut self, model: &mut FrameModel) {
        let report = self.script(&format!("__baton.observe({})", model.version()));
        model.apply(report.as_str().expect("a report")).expect("a report as agreed");
    }

    /// A command's result; panics on a refusal.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("Chromium reads");
        loop {
            let message = self.read();
            if message["id"] == json!(id) {
                assert!(message.get("error").is_none(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.hear(&message);
        }
    }

    fn read(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).expect("Chromium answers");
        assert!(bytes.pop().is_some(), "Chromium ended");
        serde_json::from_slice(&bytes).expect("Chromium speaks JSON")
    }

    fn hear(&mut self, message: &Value) {
        let params = &message["params"];
        match message["method"].as_str() {
            Some("Runtime.executionContextCreated") => {
                let context = &params["context"];
                if context["name"] == WORLD && context["auxData"]["frameId"] == json!(self.main_frame) {
                    self.world_number = context["id"].as_i64().unwrap_or_default();
                    self.world = context["uniqueId"].as_str().unwrap_or_default().to_owned();
                }
            }
            Some("Runtime.bindingCalled") => {
                self.pushed.push(params["payload"].as_str().unwrap_or_default().to_owned())
            }
            _ => {}
        }
    }

    /// Presses the left button at a point.
    pub fn click(&mut self, x: f64, y: f64) {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Browser {
    /// The node of a backend number, as an object of the script's world.
    pub fn resolve(&mut self, backend: &Value) -> String {
        let context = self.world_number;
        let answer = self.call("DOM.resolveNode", json!({ "backendNodeId": backend, "executionContextId": context }));
        answer["object"]["objectId"].as_str().expect("the node resolves").to_owned()
    }
}
