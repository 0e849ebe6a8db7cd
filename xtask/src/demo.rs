//! What a newcomer sees first: a scenario told in plain words, approved, and judged against a hostile app.
//! It works in a copy of `scenarios/`, so that trying Baton changes nothing that is committed.

use std::fs;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SCENARIO: &str = "member_savings_balance";

/// One thing shown.
struct Scene {
    /// Said before it, in a sentence.
    says: &'static str,
    /// The words after `baton`.
    words: &'static [&'static str],
    /// How it must end; anything else fails the demo.
    exit: i32,
}

const SCENES: &[Scene] = &[
    Scene { says: "What the scenario does, in plain words", words: &["describe", SCENARIO], exit: 0 },
    Scene {
        says: "Somebody read that, and approves exactly it",
        words: &["approve", SCENARIO, "--by", "Demo Reader", "--comment", "read in the demo"],
        exit: 0,
    },
    Scene {
        says: "A member who exists: success, with the balance",
        words: &["run", SCENARIO, "--input", "member_id=10003"],
        exit: 0,
    },
    Scene {
        says: "A member who does not: a business outcome, not a failure",
        words: &["run", SCENARIO, "--input", "member_id=99999"],
        exit: 2,
    },
    Scene {
        says: "Search is now called Find: Baton stops, presses nothing else, and says what it looked for",
        words: &["run", SCENARIO, "--input", "member_id=10003", "--inject", "renamed_button"],
        exit: 1,
    },
    Scene { says: "What the journal remembers", words: &["runs", "list"], exit: 0 },
];

/// Plays every scene, and fails at the first that does not end as it must.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let baton = built(root)?;
    let port = free_port().map_err(|cause| format!("no free port: {cause}"))?;
    let workspace = copy_of_scenarios(root, port)?;
    let _app = start_mock_app(&baton, port)?;
    for (place, scene) in SCENES.iter().enumerate() {
        play(&baton, &workspace, place + 1, scene)?;
    }
    println!("\nThe journal, the pictures and the results are in {}", workspace.join(".baton").display());
    Ok(())
}

fn play(baton: &Path, workspace: &Path, place: usize, scene: &Scene) -> Result<(), String> {
    println!("\n── {place}. {}\n   $ baton {}\n", scene.says, scene.words.join(" "));
    let status = Command::new(baton).args(scene.words).current_dir(workspace).stdin(Stdio::null()).status();
    let status = status.map_err(|cause| format!("baton did not start: {cause}"))?;
    println!("   exit {}", status.code().map_or_else(|| "by a signal".into(), |code| code.to_string()));
    if status.code() == Some(scene.exit) {
        return Ok(());
    }
    Err(format!(
        "the demo stopped: `baton {}` ended with {status}, expected exit {}",
        scene.words.join(" "),
        scene.exit
    ))
}

/// The `baton` that was built last.
fn built(root: &Path) -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let path = target.join("debug").join("baton");
    if path.is_file() { Ok(path) } else { Err(format!("{} is missing; run `make demo`", path.display())) }
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// The demo workspace anew, pointed at the port on which its app will listen.
fn copy_of_scenarios(root: &Path, port: u16) -> Result<PathBuf, String> {
    let from = root.join("scenarios");
    let to = root.join("target").join("demo");
    let told = |cause: io::Error| format!("the demo workspace cannot be copied: {cause}");
    if to.exists() {
        fs::remove_dir_all(&to).map_err(told)?;
    }
    copy(&from, &to).map_err(told)?;
    let config = to.join("baton.yaml");
    let text = fs::read_to_string(&config).map_err(told)?;
    fs::write(&config, text.replace("127.0.0.1:8000", &format!("127.0.0.1:{port}"))).map_err(told)?;
    Ok(to)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        if entry.file_type()?.is_dir() {
            // What earlier runs left in the original is not part of the demo.
            if name != ".baton" {
                copy(&entry.path(), &to.join(&name))?;
            }
        } else {
            fs::copy(entry.path(), to.join(&name))?;
        }
    }
    Ok(())
}

/// The mock app; it ends with the demo.
struct MockApp(Child);

impl Drop for MockApp {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start_mock_app(baton: &Path, port: u16) -> Result<MockApp, String> {
    let mut command = Command::new(baton);
    command.args(["mockapp", "--port", &port.to_string()]).stdin(Stdio::null()).stdout(Stdio::null());
    let child = command.spawn().map_err(|cause| format!("the mock app did not start: {cause}"))?;
    let mut app = MockApp(child);
    let deadline = Instant::now() + Duration::from_secs(10);
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if let Ok(Some(status)) = app.0.try_wait() {
            return Err(format!("the mock app ended at once, with {status}"));
        }
        if Instant::now() > deadline {
            return Err(format!("the mock app does not answer on port {port}"));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(app)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_copy_is_pointed_at_its_own_app_and_leaves_the_original_alone() {
        let root = tempfile::tempdir().unwrap();
        let scenarios = root.path().join("scenarios");
        fs::create_dir_all(scenarios.join(".baton")).unwrap();
        fs::create_dir_all(scenarios.join("families")).unwrap();
        let config = "base_url: \"http://127.0.0.1:8000\"\n";
        fs::write(scenarios.join("baton.yaml"), config).unwrap();
        fs::write(scenarios.join("families/a.yaml"), "a").unwrap();
        fs::write(scenarios.join(".baton/journal.db"), "old").unwrap();
        let copy = copy_of_scenarios(root.path(), 4321).unwrap();
        let pointed = fs::read_to_string(copy.join("baton.yaml")).unwrap();
        assert!(pointed.contains("127.0.0.1:4321"), "the copy points elsewhere: {pointed}");
        assert!(copy.join("families/a.yaml").is_file(), "what the scenarios use was left behind");
        assert!(!copy.join(".baton").exists(), "an old journal came along");
        assert_eq!(fs::read_to_string(scenarios.join("baton.yaml")).unwrap(), config, "the original was changed");
    }

    #[test]
    fn a_scene_that_ends_otherwise_stops_the_demo() {
        let scene = Scene { says: "", words: &[], exit: 2 };
        let here = Path::new(".");
        assert!(play(Path::new("true"), here, 1, &scene).is_err(), "exit 0 passed where 2 was due");
        assert_eq!(play(Path::new("true"), here, 1, &Scene { exit: 0, ..scene }), Ok(()), "exit 0 where 0 was due");
    }
}
