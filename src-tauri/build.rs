//! Tauri's own build step, told where things are, and a first page so that the window builds before the UI does.

use std::path::Path;
use std::{fs, io};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    make_first_page()?;
    let attributes = tauri_build::Attributes::new().capabilities_path_pattern("./src-tauri/capabilities/**/*");
    tauri_build::try_build(attributes)?;
    Ok(())
}

/// `generate_context!` refuses to compile without `ui/dist`, and a fresh clone has none.
fn make_first_page() -> io::Result<()> {
    let dist = Path::new("ui/dist");
    fs::create_dir_all(dist)?;
    let page = dist.join("shell.html");
    if page.exists() {
        return Ok(());
    }
    let text = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Baton</title><p>Baton's UI was not built yet.</p>";
    fs::write(page, text)
}
