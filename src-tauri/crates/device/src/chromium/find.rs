//! Which Chromium-family browsers are on this machine.

use std::path::{Path, PathBuf};

use crate::error::DeviceError;

use super::spawn;

/// A browser that can be driven.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundBrowser {
    /// `Chromium`, `Chrome`, `Edge`.
    pub name: String,
    /// Its executable.
    pub path: PathBuf,
    /// What it says of itself with `--version`, the name left out; empty when it said nothing.
    pub version: String,
}

/// Names to look for on the PATH, in order of preference.
const ON_PATH: &[(&str, &str)] = &[
    ("Chromium", "chromium"),
    ("Chromium", "chromium-browser"),
    ("Chrome", "google-chrome-stable"),
    ("Chrome", "google-chrome"),
    ("Edge", "microsoft-edge-stable"),
    ("Edge", "microsoft-edge"),
];

/// Usual places that are on no PATH.
const PLACES: &[(&str, &str)] = &[
    ("Chrome", "/opt/google/chrome/chrome"),
    ("Edge", "/opt/microsoft/msedge/msedge"),
    ("Chromium", "/snap/bin/chromium"),
    ("Chromium", "/Applications/Chromium.app/Contents/MacOS/Chromium"),
    ("Chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    ("Edge", "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge"),
];

/// Every browser found, best first. `BATON_BROWSER` names one that goes before all others.
pub fn find() -> Vec<FoundBrowser> {
    let chosen = std::env::var_os("BATON_BROWSER").map(PathBuf::from);
    find_in(chosen.as_deref(), &path_folders()).into_iter().map(with_version).collect()
}

/// The executable to start: the one asked for, else `BATON_BROWSER`, else the first that is found. Starts nothing.
pub fn choose(asked: Option<&Path>) -> Result<PathBuf, DeviceError> {
    let chosen = asked.map(Path::to_path_buf).or_else(|| std::env::var_os("BATON_BROWSER").map(PathBuf::from));
    if let Some(path) = chosen {
        return if path.is_file() { Ok(path) } else { Err(not_found(&format!("the browser {}", path.display()))) };
    }
    find_in(None, &path_folders())
        .into_iter()
        .next()
        .map(|found| found.path)
        .ok_or_else(|| not_found("Chromium, Chrome or Edge"))
}

fn path_folders() -> Vec<PathBuf> {
    std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default()
}

fn find_in(chosen: Option<&Path>, folders: &[PathBuf]) -> Vec<FoundBrowser> {
    let chosen = chosen.map(|path| ("Browser", path.to_path_buf()));
    let on_path = ON_PATH.iter().flat_map(|(name, file)| folders.iter().map(move |folder| (*name, folder.join(file))));
    let placed = PLACES.iter().map(|(name, place)| (*name, PathBuf::from(place)));
    let mut found: Vec<FoundBrowser> = Vec::new();
    for (name, path) in chosen.into_iter().chain(on_path).chain(placed) {
        let known = found.iter().any(|seen| same_file(&seen.path, &path));
        if path.is_file() && !known {
            found.push(FoundBrowser { name: name.to_owned(), path, version: String::new() });
        }
    }
    found
}

fn same_file(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn with_version(mut found: FoundBrowser) -> FoundBrowser {
    let said = spawn::version_of(&found.path);
    let digits = said.find(|letter: char| letter.is_ascii_digit());
    if let Some(at) = digits {
        found.version = said[at..].split_whitespace().next().unwrap_or_default().to_owned();
        if found.name == "Browser" {
            found.name = said[..at].trim().to_owned();
        }
    }
    found
}

/// The refusal that says what to install.
fn not_found(what: &str) -> DeviceError {
    let hint = if cfg!(target_os = "macos") {
        "brew install --cask chromium (or google-chrome); or set BATON_BROWSER to an executable"
    } else {
        "apt install chromium (Debian), apt install chromium-browser (Ubuntu), or install google-chrome-stable or \
         microsoft-edge-stable; or set BATON_BROWSER to an executable"
    };
    DeviceError::NotFound { what: what.to_owned(), hint: hint.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_a_browser_is_told_the_packages() {
        let refused = choose(Some(Path::new("/nowhere/at/all"))).expect_err("there is no such file");
        let DeviceError::NotFound { what, hint } = &refused else { panic!("another refusal: {refused:?}") };
        assert!(what.contains("/nowhere/at/all"), "the refusal names what was looked for: {what}");
        assert!(hint.contains("install") && hint.contains("BATON_BROWSER"), "the hint says what to do: {hint}");
    }

    #[test]
    fn the_chosen_one_comes_first_and_links_to_one_file_count_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let real = folder.path().join("chromium");
        std::fs::write(&real, "").expect("a file");
        std::os::unix::fs::symlink(&real, folder.path().join("google-chrome")).expect("a link");
        let other = folder.path().join("mine");
        std::fs::write(&other, "").expect("a file");
        let found = find_in(Some(&other), &[folder.path().to_path_buf()]);
        let here: Vec<_> = found.iter().filter(|seen| seen.path.starts_with(folder.path())).collect();
        assert_eq!(here[0].path, other, "what the person chose goes first");
        assert_eq!(here.len(), 2, "a link to the same browser is not a second browser: {here:?}");
    }
}
