//! A desk to test Baton on: the real command in a copy of the demo workspace, with a mock app of its own beside it.
//! Nothing in here knows Baton's insides: it sees what a user sees, the command's words, its exit code and the files it leaves.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test ends at the first thing that is not as it should be"
)]

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

pub mod browser;

/// A copy of the demo workspace, and a mock app that its targets point at.
pub struct Desk {
    folder: tempfile::TempDir,
    mock: Option<Mock>,
    home: tempfile::TempDir,
}

/// A mock app that ends with the test.
pub struct Mock {
    child: Child,
    /// `http://127.0.0.1:PORT`.
    pub address: String,
}

/// What a command said and how it ended.
#[derive(Debug)]
pub struct Ran {
    /// Its exit code; 128 plus the signal when it was killed.
    pub code: i32,
    /// The JSON lines on its stdout.
    pub lines: Vec<Value>,
    /// All of its stdout.
    pub stdout: String,
    /// All of its stderr.
    pub stderr: String,
}

impl Ran {
    /// Its one result.
    pub fn result(&self) -> &Value {
        assert_eq!(self.lines.len(), 1, "one result was expected:\n{}\n{}", self.stdout, self.stderr);
        &self.lines[0]
    }

    /// The text at a JSON pointer of its one result; empty when there is none.
    pub fn text(&self, pointer: &str) -> &str {
        self.result().pointer(pointer).and_then(Value::as_str).unwrap_or("")
    }

    /// Asserts the exit code, with everything it said.
    pub fn exits(self, code: i32, why: &str) -> Ran {
        assert_eq!(self.code, code, "{why}\nstdout: {}\nstderr: {}", self.stdout, self.stderr);
        self
    }
}

impl Mock {
    /// Starts a mock app on a free port.
    pub fn start(arguments: &[&str]) -> Mock {
        let mut child = Command::new(baton())
            .args(["mockapp", "--port", "0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("the mock app did not start: {error}"));
        let mut line = String::new();
        let stdout = child.stdout.take().expect("its stdout is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it is");
        let said: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{line:?} is no JSON: {error}"));
        let address = said["address"].as_str().expect("it says its address").to_owned();
        Mock { child, address }
    }

    /// What its debug page counts.
    pub fn counts(&self) -> Value {
        let text = http_get(&format!("{}/debug.json", self.address));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text:?} is no JSON: {error}"))
    }
}

impl Drop for Mock {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Desk {
    /// A workspace whose targets point at a mock app started with `arguments`.
    pub fn with_mock(arguments: &[&str]) -> Desk {
        let mock = Mock::start(arguments);
        let desk = Desk { mock: None, ..Desk::without_mock() };
        desk.point_at("http://127.0.0.1:8000", &mock.address);
        Desk { mock: Some(mock), ..desk }
    }

    /// A workspace alone.
    pub fn without_mock() -> Desk {
        let folder = tempfile::tempdir().expect("a folder");
        copy_folder(&project().join("scenarios"), folder.path());
        Desk { folder, mock: None, home: tempfile::tempdir().expect("a folder") }
    }

    /// The workspace's folder.
    pub fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    /// The mock app.
    pub fn mock(&self) -> &Mock {
        self.mock.as_ref().expect("this desk has a mock app")
    }

    /// Replaces an address in `baton.yaml`.
    pub fn point_at(&self, from: &str, to: &str) {
        self.edit("baton.yaml", |text| text.replace(from, to));
    }

    /// Rewrites a file.
    pub fn edit(&self, file: &str, edit: impl FnOnce(String) -> String) {
        let path = self.path(file);
        let before = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
        let after = edit(before.clone());
        assert_ne!(before, after, "the edit of {file} changed nothing, so the test would test nothing");
        std::fs::write(&path, after).expect("it can be written");
    }

    /// The command, in the workspace, with nothing of the machine's own environment that could change what it does.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(baton());
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command.env("HOME", self.home.path()).env_remove("BATON_SECRET_MOCKCORE_OPERATOR");
        command
    }

    /// Runs the command to its end.
    pub fn baton(&self, arguments: &[&str]) -> Ran {
        finish(self.command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("baton starts"))
    }

    /// Runs a scenario with one input.
    pub fn run(&self, scenario: &str, input: &str, more: &[&str]) -> Ran {
        let mut arguments = vec!["run", scenario, "--input", input];
        arguments.extend(more);
        self.baton(&arguments)
    }

    /// Describes and approves a scenario as it stands.
    pub fn approve(&self, scenario: &str) {
        self.baton(&["describe", scenario]).exits(0, "describe");
        self.baton(&["approve", scenario, "--by", "reviewer"]).exits(0, "approve");
    }

    /// Writes a file of its own into the workspace.
    pub fn write(&self, file: &str, text: &str) {
        std::fs::write(self.path(file), text).expect("it can be written");
    }

    /// Everything in the journal as one text, the packed trees unpacked: what a search of its file would not see.
    pub fn journal(&self) -> String {
        let journal = rusqlite::Connection::open(self.path(".baton/journal.db")).expect("a journal");
        let mut tables = journal.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").expect("tables");
        let names: Vec<String> = tables.query_map((), |row| row.get(0)).expect("names").flatten().collect();
        names.iter().flat_map(|name| values_of(&journal, name)).collect::<Vec<_>>().join("\n")
    }

    /// Every file below the workspace's `.baton`, with its bytes.
    pub fn written(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        collect_files(&self.path(".baton"), &mut files);
        files
    }
}

/// Waits for a command, reading both of its outputs so that neither fills up.
pub fn finish(mut child: Child) -> Ran {
    let mut stderr = child.stderr.take().expect("its stderr is piped");
    let words = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = stderr.read_to_string(&mut text);
        text
    });
    let mut stdout = String::new();
    let _ = child.stdout.take().expect("its stdout is piped").read_to_string(&mut stdout);
    let status = child.wait().expect("it ends");
    let stderr = words.join().unwrap_or_default();
    let lines = stdout.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    use std::os::unix::process::ExitStatusExt;
    let code = status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0));
    Ran { code, lines, stdout, stderr }
}

/// Waits until `ready` says so, at most `limit`; false when it never did.
pub fn until(limit: Duration, mut ready: impl FnMut() -> bool) -> bool {
    let started = std::time::Instant::now();
    while started.elapsed() < limit {
        if ready() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// The command under test, built beside this test.
pub fn baton() -> PathBuf {
    let here = std::env::current_exe().expect("a test knows where it is");
    let built = here.parent().and_then(Path::parent).expect("tests stand in deps/").join("baton");
    assert!(
        built.exists(),
        "{} is missing: run `cargo build -p baton-cli` first, as `make test` does",
        built.display()
    );
    built
}

/// The project's root.
pub fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests stand below the root").to_owned()
}

fn values_of(journal: &rusqlite::Connection, table: &str) -> Vec<String> {
    let mut all = journal.prepare(&format!("SELECT * FROM \"{table}\"")).expect("a table");
    let columns = all.column_count();
    let mut rows = all.query(()).expect("its rows");
    let mut values = Vec::new();
    while let Some(row) = rows.next().expect("a row") {
        for column in 0..columns {
            values.push(match row.get_ref(column).expect("a value") {
                rusqlite::types::ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                rusqlite::types::ValueRef::Blob(packed) => {
                    let tree = zstd::decode_all(packed).unwrap_or_else(|_| packed.to_vec());
                    String::from_utf8_lossy(&tree).into_owned()
                }
                other => format!("{other:?}"),
            });
        }
    }
    values
}

fn copy_folder(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("the demo workspace").flatten() {
        let target = to.join(entry.file_name());
        if entry.file_name() == ".baton" {
            continue;
        }
        if entry.path().is_dir() {
            std::fs::create_dir_all(&target).expect("a folder");
            copy_folder(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), &target).expect("a copy");
        }
    }
}

fn collect_files(folder: &Path, into: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            collect_files(&entry.path(), into);
        } else if let Ok(bytes) = std::fs::read(entry.path()) {
            into.push((entry.path(), bytes));
        }
    }
}

/// A plain GET of a loopback page.
pub fn http_get(url: &str) -> String {
    use std::io::Write;
    let rest = url.strip_prefix("http://").expect("a plain address");
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let mut stream = std::net::TcpStream::connect(host).unwrap_or_else(|error| panic!("{url}: {error}"));
    write!(stream, "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").expect("it can be asked");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned())
}
