//! The rules of docs/architecture.md, checked: who may use whom, and what only one place may do.

mod edges;
mod linked;
mod source;
mod words;

use std::fmt;
use std::path::Path;

/// One broken rule, at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Broken {
    /// The rule's name, as docs/architecture.md lists it.
    pub(crate) rule: &'static str,
    /// The file, and the line where there is one.
    pub(crate) place: String,
    /// What is wrong there, in a sentence.
    pub(crate) what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} [{}]", self.place, self.what, self.rule)
    }
}

/// Checks the workspace and prints every broken rule. Long files are named, and break nothing.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let files = source::rust_files(root)?;
    for file in files.iter().filter(|file| file.lines > source::LONG_LINES) {
        println!(
            "long: {} has {} lines; more than {} asks for a second look",
            file.path,
            file.lines,
            source::LONG_LINES
        );
    }
    let broken = check(root, &files)?;
    for one in &broken {
        println!("{one}");
    }
    if !broken.is_empty() {
        return Err(format!("{} layer rules are broken", broken.len()));
    }
    println!("layers hold in {} files", files.len());
    Ok(())
}

fn check(root: &Path, files: &[source::RustFile]) -> Result<Vec<Broken>, String> {
    let mut broken = edges::check(root)?;
    broken.extend(files.iter().flat_map(words::check));
    broken.extend(linked::check(root));
    Ok(broken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A small workspace that keeps every rule, for tests to break in one place.
    fn sound() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "Cargo.toml", "[package]\nname = \"baton-desktop\"\n[dependencies]\ntauri = \"2\"\n");
        write(root.path(), "src-tauri/src/lib.rs", "fn main() {}\n");
        crate_at(root.path(), "base", "");
        crate_at(root.path(), "screen", "baton-base = {}\n");
        crate_at(root.path(), "server", "baton-base = {}\naxum = \"1\"\n");
        crate_at(root.path(), "device", "baton-screen = {}\n");
        root
    }

    fn crate_at(root: &Path, name: &str, dependencies: &str) {
        let manifest = format!("[package]\nname = \"baton-{name}\"\n[dependencies]\n{dependencies}");
        write(root, &format!("src-tauri/crates/{name}/Cargo.toml"), &manifest);
        write(root, &format!("src-tauri/crates/{name}/src/lib.rs"), "//! Nothing.\n");
    }

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn rules(root: &Path) -> Vec<&'static str> {
        let files = source::rust_files(root).unwrap();
        check(root, &files).unwrap().iter().map(|broken| broken.rule).collect()
    }

    /// Breaks the sound workspace in one file and expects exactly these rules to say so.
    fn broken_by(path: &str, text: &str, expect: &[&str]) {
        let root = sound();
        write(root.path(), path, text);
        assert_eq!(rules(root.path()), expect, "with {path}:\n{text}");
    }

    #[test]
    fn a_sound_workspace_breaks_nothing() {
        assert_eq!(rules(sound().path()), [] as [&str; 0], "a rule fires at nothing");
    }

    #[test]
    fn a_crate_uses_only_what_is_below_it() {
        let manifest =
            |dependency: &str| format!("[package]\nname = \"baton-base\"\n[dependencies]\n{dependency} = {{}}\n");
        broken_by("src-tauri/crates/base/Cargo.toml", &manifest("baton-screen"), &["crate-order"]);
        broken_by("src-tauri/crates/base/Cargo.toml", &manifest("axum"), &["axum-only-in-server"]);
        broken_by("src-tauri/crates/base/Cargo.toml", &manifest("clap"), &["clap-only-in-cli"]);
        broken_by("src-tauri/crates/base/Cargo.toml", &manifest("rusqlite"), &["rusqlite-only-in-store"]);
        broken_by("src-tauri/crates/base/Cargo.toml", &manifest("tauri-plugin-x"), &["tauri-only-in-the-shell"]);
        broken_by("src-tauri/crates/base/Cargo.toml", &manifest("ffmpeg-next"), &["ffmpeg-only-in-encode"]);
    }

    #[test]
    fn a_crate_nobody_placed_is_named() {
        let manifest = "[package]\nname = \"baton-novelty\"\n";
        broken_by("src-tauri/crates/novelty/Cargo.toml", manifest, &["crate-order"]);
    }

    #[test]
    fn the_shell_uses_no_engine_crate() {
        let manifest = "[package]\nname = \"baton-desktop\"\n[dependencies]\nbaton-api = {}\n";
        broken_by("Cargo.toml", manifest, &["shell-is-a-client"]);
    }

    #[test]
    fn a_test_may_use_more() {
        let manifest = "[package]\nname = \"baton-device\"\n[dev-dependencies]\nbaton-mockapp = {}\naxum = \"1\"\n";
        broken_by("src-tauri/crates/device/Cargo.toml", manifest, &[]);
    }

    #[test]
    fn time_comes_from_the_clock() {
        let file = "src-tauri/crates/screen/src/lib.rs";
        broken_by(file, "fn f() { let _ = std::time::Instant::now(); }", &["time-only-in-base"]);
        broken_by(file, "fn f() { let _ = SystemTime::now(); }", &["time-only-in-base"]);
        broken_by(file, "async fn f() { tokio::time::sleep(d).await }", &["time-only-in-base"]);
        broken_by(file, "use tokio::time::{Duration, timeout};", &["time-only-in-base"]);
        broken_by("src-tauri/crates/base/src/lib.rs", "fn f() { let _ = Instant::now(); }", &[]);
    }

    #[test]
    fn tests_comments_and_texts_are_not_code() {
        let file = "src-tauri/crates/screen/src/lib.rs";
        broken_by(file, "// Instant::now\n/* SystemTime::now */ const A: &str = \"Instant::now\";", &[]);
        broken_by(file, "const A: &str = r#\"a \" Instant::now\"#; const B: char = '\"';", &[]);
        broken_by(file, "#[cfg(test)]\nmod tests {\n fn f() { Instant::now(); }\n}\n", &[]);
        let after = "#[cfg(test)]\nmod tests { fn g() {} }\nfn f() { Instant::now(); }\n";
        broken_by(file, after, &["time-only-in-base"]);
        broken_by(file, "fn f<'a>(x: &'a str) { Instant::now(); }", &["time-only-in-base"]);
    }

    #[test]
    fn processes_start_in_one_place() {
        let code = "fn f() { std::process::Command::new(\"x\"); }";
        broken_by("src-tauri/crates/device/src/lib.rs", code, &["processes-only-in-spawn"]);
        broken_by("src-tauri/crates/screen/src/spawn.rs", code, &["processes-only-in-spawn"]);
        broken_by("src-tauri/crates/device/src/spawn.rs", code, &[]);
        broken_by("src-tauri/crates/device/src/chromium/spawn.rs", code, &[]);
        let code = "use std::process::{Command, Stdio};";
        broken_by("src-tauri/crates/server/src/lib.rs", code, &["processes-only-in-spawn"]);
        broken_by("src-tauri/crates/server/src/lib.rs", "fn f() { std::process::id(); }", &[]);
    }

    #[test]
    fn nothing_is_named_by_css_or_xpath() {
        let file = "src-tauri/crates/device/src/lib.rs";
        broken_by(file, "fn f() { Locator::Css(x); }", &["no-css-or-xpath"]);
        broken_by(file, "fn f() { by.xpath(x); }", &["no-css-or-xpath"]);
        broken_by(file, "fn f() { SetCssProperty::run(); }", &[]);
    }

    #[test]
    fn a_linked_library_is_recognised() {
        let listing = "\tlibc.so.6 => /lib/libc.so.6\n\tlibavcodec.so.59 => /lib/libavcodec.so.59 (0x1)\n";
        assert_eq!(linked::video_libraries(listing), ["libavcodec.so.59"], "FFmpeg in a listing is not seen");
        assert!(linked::video_libraries("\tlibm.so.6 => /lib/libm.so.6\n").is_empty(), "libm is no video library");
    }
}
