//! Lists the built UI's files as Rust source, so that `baton` is one file to copy. Without a built UI it lists none.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dist = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../../../ui/dist");
    // Watching a path that does not exist would run this script on every build, so the folder is made first.
    fs::create_dir_all(&dist)?;
    let dist = dist.canonicalize()?;
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    collect(&dist, &mut files)?;
    files.sort();
    let mut source = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&dist)?.to_string_lossy().replace('\\', "/");
        writeln!(source, "    ({name:?}, include_bytes!({:?}).as_slice()),", file.display().to_string())?;
    }
    source.push_str("]\n");
    fs::write(Path::new(&std::env::var("OUT_DIR")?).join("ui_files.rs"), source)?;
    Ok(())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
