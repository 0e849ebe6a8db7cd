//! The modern face over HTTP: every page is served with its marks, and what the pages fetch answers.

use crate::visitor::{Visitor, app};
use baton_mockapp::topics;
use reqwest::{Method, StatusCode};

/// What each topic's script must still name, so that scenarios written against it stand.
const MARKS: &[(&str, &[&str])] = &[
    ("form", &["First name", "Agree to terms", "Finish application", "Summary"]),
    ("states", &["Enabled later", "Under the cover", "password", "indeterminate"]),
    ("shadow", &["mock-open", "mock-closed", "Innermost closed", "attachShadow"]),
    ("frames", &["/modern/frame/outer", "srcdoc", "otherOrigin"]),
    ("virtual-list", &["10_000", "Go to row", "aria-rowindex"]),
    ("drag", &["dragstart", "pointerdown", "Card A"]),
    ("upload", &["bytes", "Send to server", "dataTransfer"]),
    ("canvas", &["Green tile", "Stroke"]),
    ("dialogs", &["alert(", "confirm(", "prompt(", "beforeunload"]),
    ("popups", &["window.open", "Open three popups"]),
    ("pickers", &["multiple", "combobox", "listbox", "datalist"]),
    ("dates", &["datetime-local", "color", "Next month"]),
    ("scripts", &["検索", "rtl", "שמירה"]),
    ("ime", &["compositionstart", "compositionend"]),
    ("motion", &["Catch me", "requestAnimationFrame"]),
    ("lazy", &["delay_ms", "IntersectionObserver"]),
    ("links", &["external.invalid", "statement.csv"]),
    ("editable", &["contentEditable"]),
    ("pointer", &["contextmenu", "dblclick", "Long press", "wheel", "mouseenter"]),
    ("keys", &["Control+K", "keydown"]),
    ("clipboard", &["paste", "writeText"]),
];

#[tokio::test]
async fn every_topic_is_served_and_linked() {
    let app = app(None).await;
    let visitor = Visitor::new(&app);
    let index = visitor.get("/modern").await.text;
    for topic in topics() {
        let path = format!("/modern/{}", topic.slug);
        assert!(index.contains(&format!("href=\"{path}\"")), "the index links {path}");
        let page = visitor.get(&path).await;
        assert_eq!(page.status, StatusCode::OK, "{path} is served");
        assert!(page.text.contains(&format!("<h1 id=\"title\">{}</h1>", topic.title)), "{path} has its heading");
        assert!(page.text.contains("id=\"said\""), "{path} has a line that says what happened");
        assert!(!page.text.contains("{build}") && !page.text.contains("{content}"), "{path} has no hole left");
        let Some(_) = topic.script else { continue };
        let script = visitor.get(&format!("/modern/assets/topics/{}.js", topic.slug)).await;
        let marks = MARKS.iter().find(|(slug, _)| *slug == topic.slug).map(|(_, marks)| *marks);
        for mark in marks.expect("every scripted topic has marks here") {
            assert!(script.text.contains(mark), "{path} still has {mark:?}");
        }
    }
}

#[tokio::test]
async fn shared_files_have_their_types() {
    let app = app(None).await;
    let visitor = Visitor::new(&app);
    for (file, kind) in [("app.css", "text/css"), ("app.js", "text/javascript"), ("dom.js", "text/javascript")] {
        let answer = visitor.request(Method::GET, &format!("/modern/assets/{file}")).send().await.expect("answers");
        let given = answer.headers()["content-type"].to_str().expect("text").to_owned();
        assert!(given.starts_with(kind), "{file} is {kind}, else a browser refuses it: {given}");
    }
    for missing in ["/modern/nowhere", "/modern/assets/nothing.js", "/modern/frame/third"] {
        assert_eq!(visitor.get(missing).await.status, StatusCode::NOT_FOUND, "{missing} is not there");
    }
}

#[tokio::test]
async fn big_pages_have_the_size_asked_for() {
    let app = app(None).await;
    let visitor = Visitor::new(&app);
    let controls = |text: &str| text.matches("<input").count() + text.matches("<button").count();
    let usual = visitor.get("/modern/big").await.text;
    assert_eq!(controls(&usual), 6_001, "2,000 rows of three controls, and Change one row");
    assert!(usual.contains("<button>Change one row</button>"), "one row can be changed");
    assert_eq!(controls(&visitor.get("/modern/big?rows=7").await.text), 22, "seven rows when seven are asked for");
    let tags = |text: &str| text.matches("<div><").count() * 2;
    assert_eq!(tags(&visitor.get("/modern/huge").await.text), 100_000, "100,000 elements unless told otherwise");
    assert_eq!(tags(&visitor.get("/modern/huge?elements=50").await.text), 50, "or as many as asked for");
    assert_eq!(visitor.get("/modern/big?rows=x").await.status, StatusCode::BAD_REQUEST, "a size is a number");
}

#[tokio::test]
async fn what_pages_fetch_answers() {
    let app = app(None).await;
    let visitor = Visitor::new(&app);
    let items: serde_json::Value =
        serde_json::from_str(&visitor.get("/modern/api/items?page=2&delay_ms=1").await.text).expect("JSON");
    assert_eq!(items["items"][0], "Item 13", "pages follow on one another");
    assert_eq!(visitor.get("/modern/api/fail").await.status.as_u16(), 500, "the failing address fails");
    let part = reqwest::multipart::Part::bytes(vec![7u8; 3_000_000]).file_name("あ.bin");
    let form = reqwest::multipart::Form::new().part("file", part);
    let sent = visitor.request(Method::POST, "/modern/api/upload").multipart(form).send().await.expect("answers");
    let received: serde_json::Value = sent.json().await.expect("JSON");
    assert_eq!(received, serde_json::json!([{ "name": "あ.bin", "bytes": 3_000_000 }]), "name and size arrive");
    for path in ["/modern/download/statement.csv", "/modern/popup-window", "/modern/frame/outer", "/modern/frame/inner"]
    {
        assert_eq!(visitor.get(path).await.status, StatusCode::OK, "{path} is served");
    }
    let file = visitor.request(Method::GET, "/modern/download/statement.csv").send().await.expect("answers");
    assert!(file.headers()["content-disposition"].to_str().expect("text").contains("statement.csv"), "a download");
}

#[tokio::test]
async fn the_other_origin_serves_its_frame() {
    let app = app(None).await;
    let other = app.other_origin();
    assert!(!other.contains(&format!(":{}", app.port())), "another port is another origin");
    assert!(other.starts_with("http://localhost:"), "another host is another site, so a process of its own");
    let answer = reqwest::get(format!("{other}/frame")).await.expect("answers");
    assert_eq!(answer.headers()["server"], "mockapp/0.1.0", "named like the app itself");
    let text = answer.text().await.expect("text");
    assert!(text.contains("Press across origins") && text.contains("name=\"build\""), "the frame: {text}");
    assert_eq!(app.counters().leaks, 0, "a frame is no leak");
    let page = reqwest::get(format!("{}/modern/frames", app.base_url())).await.expect("answers");
    assert!(page.text().await.expect("text").contains(&format!("data-other-origin=\"{other}\"")), "the page knows it");
}
