//! Files that are made from types. They are committed, so that reading needs no build, and checked for freshness.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether to write the files or only to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    Check,
}

/// One file and what must be in it.
struct Made {
    path: PathBuf,
    text: String,
}

fn made() -> Vec<Made> {
    use baton_scenario::schema;
    vec![
        Made { path: "ui/src/shared/api.ts".into(), text: baton_api::typescript::module() },
        Made { path: "docs/schema/scenario.json".into(), text: pretty(&schema::scenario()) },
        Made { path: "docs/schema/family.json".into(), text: pretty(&schema::family()) },
        Made { path: "docs/schema/policy.json".into(), text: pretty(&schema::policy()) },
    ]
}

/// As a person reads it, and as Git compares it: indented, with a last newline.
fn pretty(schema: &serde_json::Value) -> String {
    format!("{schema:#}\n")
}

/// Writes every made file that differs, or names those that do.
pub(crate) fn run(root: &Path, mode: Mode) -> Result<(), String> {
    let mut stale = settle(root, made(), mode)?;
    if !page_script(root, mode)? {
        stale.push("src-tauri/crates/perception/perception.js".into());
    }
    if stale.is_empty() {
        println!("generated files are fresh");
        return Ok(());
    }
    Err(format!("stale: {}\nRun `cargo xtask codegen` and commit what it writes.", stale.join(", ")))
}

/// Writes what differs, or returns it.
fn settle(root: &Path, files: Vec<Made>, mode: Mode) -> Result<Vec<String>, String> {
    let mut stale = Vec::new();
    for Made { path, text } in files {
        let place = root.join(&path);
        if fs::read_to_string(&place).is_ok_and(|there| there == text) {
            continue;
        }
        match mode {
            Mode::Check => stale.push(path.display().to_string()),
            Mode::Write => {
                let folder = place.parent().unwrap_or(root);
                fs::create_dir_all(folder).map_err(|cause| format!("{}: {cause}", folder.display()))?;
                fs::write(&place, text).map_err(|cause| format!("{}: {cause}", place.display()))?;
                println!("wrote {}", path.display());
            }
        }
    }
    Ok(stale)
}

/// The page script has its own build, in TypeScript; this only starts it. True when it is fresh.
fn page_script(root: &Path, mode: Mode) -> Result<bool, String> {
    let folder = root.join("src-tauri/crates/perception/script");
    if !folder.join("node_modules").exists() {
        return Err(format!("{} has no node_modules: run `make setup`.", folder.display()));
    }
    let script = if mode == Mode::Check { "build:check" } else { "build" };
    let ended = Command::new("npm").args(["run", "--silent", script]).current_dir(&folder).status();
    let ended = ended.map_err(|cause| format!("npm did not start: {cause}. Run `make setup`."))?;
    match mode {
        Mode::Check => Ok(ended.success()),
        Mode::Write if ended.success() => Ok(true),
        Mode::Write => Err("the page script does not build; its errors are above".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_names_what_is_stale_and_writes_nothing() {
        let root = tempfile::tempdir().unwrap();
        let file = |text: &str| vec![Made { path: "a.ts".into(), text: text.into() }];
        assert_eq!(settle(root.path(), file("one"), Mode::Check).unwrap(), ["a.ts"], "a missing file is stale");
        assert!(!root.path().join("a.ts").exists(), "a check wrote");
        assert!(settle(root.path(), file("one"), Mode::Write).unwrap().is_empty(), "written is fresh");
        assert!(settle(root.path(), file("one"), Mode::Check).unwrap().is_empty(), "the same text is fresh");
        assert_eq!(settle(root.path(), file("two"), Mode::Check).unwrap(), ["a.ts"], "another text is stale");
    }

    #[test]
    fn a_file_in_a_folder_that_is_not_there_is_written() {
        let root = tempfile::tempdir().unwrap();
        let file = vec![Made { path: "deep/er/a.json".into(), text: "{}".into() }];
        settle(root.path(), file, Mode::Write).expect("the folder is made");
        assert!(root.path().join("deep/er/a.json").exists(), "nothing was written");
    }
}
