//! Who may use whom. Only what ships is looked at: tests may use anything.

use std::fs;
use std::path::Path;

use super::Broken;

/// Each crate, and the crates of ours it may use. A crate that is missing here has not been placed yet.
const ORDER: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("screen", &["base"]),
    ("scenario", &["base", "screen"]),
    ("workspace", &["base", "screen", "scenario"]),
    ("perception", &["base", "screen"]),
    ("device", &["base", "screen", "perception"]),
    ("media", &["base", "screen"]),
    ("store", &["base"]),
    ("session", &["base", "screen", "scenario", "workspace", "device", "perception", "media", "store"]),
    ("replay", &["base", "screen", "scenario", "workspace", "device", "media", "store", "session"]),
    ("author", &["base", "screen", "scenario", "workspace", "device", "media", "store", "session"]),
    ("report", &["base", "screen", "scenario", "workspace", "media", "store", "session"]),
    (
        "api",
        &[
            "base",
            "screen",
            "scenario",
            "workspace",
            "device",
            "media",
            "store",
            "session",
            "replay",
            "author",
            "report",
        ],
    ),
    ("server", &["base", "api"]),
    ("mockapp", &["base"]),
    (
        "cli",
        &[
            "base",
            "screen",
            "scenario",
            "workspace",
            "device",
            "perception",
            "media",
            "store",
            "session",
            "replay",
            "author",
            "report",
            "api",
            "server",
            "mockapp",
        ],
    ),
];

/// Each dependency that has one home: the rule, how its name starts, and the crates it may live in.
const HOMES: &[(&str, &str, &[&str])] = &[
    ("tauri-only-in-the-shell", "tauri", &["desktop"]),
    ("axum-only-in-server", "axum", &["server", "mockapp"]),
    ("clap-only-in-cli", "clap", &["cli"]),
    ("rusqlite-only-in-store", "rusqlite", &["store"]),
    ("ffmpeg-only-in-encode", "ffmpeg", &["encode"]),
];

/// Reads every manifest of the workspace's crates and the shell's.
pub(super) fn check(root: &Path) -> Result<Vec<Broken>, String> {
    let mut broken = shell(root)?;
    let crates = root.join("src-tauri/crates");
    let entries = fs::read_dir(&crates).map_err(|cause| format!("{}: {cause}", crates.display()))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    for name in names {
        let path = format!("src-tauri/crates/{name}/Cargo.toml");
        if root.join(&path).exists() {
            broken.extend(one(&name, &path, &dependencies(root, &path)?));
        }
    }
    Ok(broken)
}

fn shell(root: &Path) -> Result<Vec<Broken>, String> {
    let used = dependencies(root, "Cargo.toml")?;
    let mut broken = homes("desktop", "Cargo.toml", &used);
    for name in used.iter().filter(|name| name.starts_with("baton-")) {
        let what = format!("the shell uses {name}, but it must reach an engine only as a client");
        broken.push(Broken { rule: "shell-is-a-client", place: "Cargo.toml".into(), what });
    }
    Ok(broken)
}

fn one(name: &str, path: &str, used: &[String]) -> Vec<Broken> {
    let mut broken = homes(name, path, used);
    let Some((_, allowed)) = ORDER.iter().find(|(known, _)| *known == name) else {
        let what = format!("{name} has no place in the order of crates; give it one in xtask/src/layers/edges.rs");
        broken.push(Broken { rule: "crate-order", place: path.into(), what });
        return broken;
    };
    let ours = used.iter().filter_map(|used| used.strip_prefix("baton-"));
    for above in ours.filter(|ours| !allowed.contains(ours)) {
        let what = format!("{name} uses {above}, which is not below it");
        broken.push(Broken { rule: "crate-order", place: path.into(), what });
    }
    broken
}

fn homes(name: &str, path: &str, used: &[String]) -> Vec<Broken> {
    let mut broken = Vec::new();
    for (rule, prefix, homes) in HOMES {
        let strangers = used.iter().filter(|used| *used == prefix || used.starts_with(&format!("{prefix}-")));
        for stranger in strangers.filter(|_| !homes.contains(&name)) {
            let what = format!("{name} uses {stranger}, whose home is {}", homes.join(" or "));
            broken.push(Broken { rule, place: path.into(), what });
        }
    }
    broken
}

/// Names of everything a package ships or is built with, for any platform.
fn dependencies(root: &Path, path: &str) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(root.join(path)).map_err(|cause| format!("{path}: {cause}"))?;
    let manifest: toml::Table = text.parse().map_err(|cause| format!("{path}: {cause}"))?;
    let mut names = shipped(&manifest);
    if let Some(platforms) = manifest.get("target").and_then(toml::Value::as_table) {
        names.extend(platforms.values().filter_map(toml::Value::as_table).flat_map(shipped));
    }
    Ok(names)
}

fn shipped(table: &toml::Table) -> Vec<String> {
    let tables = ["dependencies", "build-dependencies"].into_iter().filter_map(|key| table.get(key)?.as_table());
    tables.flat_map(|table| table.keys().cloned()).collect()
}
