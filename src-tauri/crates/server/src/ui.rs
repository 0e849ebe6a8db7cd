//! The UI's files: embedded when `baton` was built, or read from a folder while the UI is being written.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};

static EMBEDDED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/ui_files.rs"));

const NOT_BUILT: &[u8] = b"<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Baton</title>\
<p>This engine was built without its UI. Run <code>make app</code>, or build <code>ui/</code> and build again.</p>";

/// Where the UI's files come from.
#[derive(Debug, Clone, Default)]
pub enum Ui {
    /// From inside this program.
    #[default]
    Embedded,
    /// From a folder, read anew at each request.
    Folder(PathBuf),
}

/// One file, ready to send.
#[derive(Debug)]
pub(crate) struct UiFile {
    pub(crate) mime: &'static str,
    pub(crate) bytes: Cow<'static, [u8]>,
}

impl Ui {
    /// The file at a URL path; `/` is the page itself.
    pub(crate) async fn file(&self, url_path: &str) -> Option<UiFile> {
        let name = match url_path.trim_start_matches('/') {
            "" => "index.html",
            name => name,
        };
        let bytes = match self {
            Ui::Embedded => embedded(name)?,
            Ui::Folder(folder) => Cow::Owned(tokio::fs::read(folder.join(inside(name)?)).await.ok()?),
        };
        Some(UiFile { mime: mime(name), bytes })
    }
}

fn embedded(name: &str) -> Option<Cow<'static, [u8]>> {
    let found = EMBEDDED.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes);
    found.or((name == "index.html").then_some(NOT_BUILT)).map(Cow::Borrowed)
}

/// The name as a path that cannot leave its folder.
fn inside(name: &str) -> Option<&Path> {
    let path = Path::new(name);
    path.components().all(|part| matches!(part, Component::Normal(_))).then_some(path)
}

fn mime(name: &str) -> &'static str {
    match Path::new(name).extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_folder_serves_only_what_is_inside_it() {
        let outer = tempfile::tempdir().unwrap();
        std::fs::write(outer.path().join("secret.txt"), "s").unwrap();
        let dist = outer.path().join("dist");
        std::fs::create_dir(&dist).unwrap();
        std::fs::write(dist.join("index.html"), "page").unwrap();
        let ui = Ui::Folder(dist);
        assert_eq!(ui.file("/").await.expect("the page").bytes.as_ref(), b"page", "/ is the page");
        for path in ["/../secret.txt", "/./../secret.txt", "//etc/passwd", "/absent.js"] {
            assert!(ui.file(path).await.is_none(), "{path} was served");
        }
    }

    #[tokio::test]
    async fn there_is_always_a_page() {
        let page = Ui::Embedded.file("/").await.expect("a built-in page");
        assert!(page.mime.starts_with("text/html"), "the page is {}", page.mime);
    }
}
