//! What the built `baton` is linked to. Debian's FFmpeg drags in 215 libraries and 100 ms of start-up, so only the
//! encoder may link it.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::Broken;

/// Looks at every built `baton` there is. None built, or no `ldd` on this system, breaks nothing.
pub(super) fn check(root: &Path) -> Vec<Broken> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let built = ["debug", "release"].map(|profile| target.join(profile).join("baton"));
    built.iter().filter(|path| path.is_file()).flat_map(|path| look(path)).collect()
}

fn look(path: &Path) -> Vec<Broken> {
    let Ok(output) = Command::new("ldd").arg(path).output() else { return Vec::new() };
    let listing = String::from_utf8_lossy(&output.stdout);
    let libraries = video_libraries(&listing);
    if libraries.is_empty() {
        return Vec::new();
    }
    let what = format!("it is linked to {}; only baton-encode may be", libraries.join(", "));
    vec![Broken { rule: "no-ffmpeg-in-baton", place: path.display().to_string(), what }]
}

/// FFmpeg's libraries in a listing of `ldd`.
pub(super) fn video_libraries(listing: &str) -> Vec<&str> {
    let names = listing.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|name| ["libav", "libsw", "libpostproc"].iter().any(|start| name.starts_with(start))).collect()
}
