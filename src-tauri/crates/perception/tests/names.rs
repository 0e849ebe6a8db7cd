//! Roles, names and descriptions: every case in `cases/` in a real Chromium, against what is expected and against Chromium's own tree.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is missing")]

mod browser;

use std::path::Path;

use browser::Browser;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    html: String,
    role: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    description: String,
    /// Why it is so, where that is not plain.
    #[serde(default)]
    why: String,
    /// Where Chromium says something else, what, and why Baton does not follow.
    chromium: Option<Deviation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deviation {
    role: Option<String>,
    name: Option<String>,
    description: Option<String>,
    because: String,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Said {
    role: Option<String>,
    name: String,
    description: String,
}

/// Chromium's own names for what ARIA calls otherwise or not at all.
const INTERNAL: [(&str, &str); 8] = [
    ("image", "img"),
    ("MathMLMath", "math"),
    ("DisclosureTriangle", "button"),
    ("ColorWell", "colorwell"),
    ("Date", "date"),
    ("DateTime", "datetime"),
    ("InputTime", "time-input"),
    ("Iframe", "iframe"),
];

/// What Chromium tells of elements that have no role.
const NO_ROLE: [&str; 12] = [
    "generic",
    "none",
    "StaticText",
    "LabelText",
    "Legend",
    "Section",
    "SvgRoot",
    "Abbr",
    "Pre",
    "Figcaption",
    "DescriptionList",
    "RubyAnnotation",
];

const FIND: &str = r#"(function find(root) {
  const found = root.querySelector("\#t");
  if (found) return found;
  for (const host of root.querySelectorAll("*")) {
    const inner = host.shadowRoot && find(host.shadowRoot);
    if (inner) return inner;
  }
})(document)"#;

#[test]
fn names_and_roles_are_as_specified_and_as_chromium_says() {
    let mut browser = Browser::open();
    browser.load("<!doctype html><title>cases</title><body>");
    let mut wrong = Vec::new();
    let mut count = 0;
    for (file, case) in cases() {
        count += 1;
        if let Some(deviation) = &case.chromium {
            assert!(!deviation.because.is_empty(), "{file}: a difference to Chromium without a reason: {}", case.html);
        }
        check(&mut browser, &case).unwrap_or_else(|seen| wrong.push(format!("{file}: {}\n  {seen}", case.html)));
    }
    assert!(count >= 300, "only {count} cases were found; the files are not all there");
    assert!(wrong.is_empty(), "{} of {count} cases fail:\n{}", wrong.len(), wrong.join("\n"));
}

fn cases() -> Vec<(String, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| -> Vec<(String, Case)> {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let cases: Vec<Case> = serde_json::from_str(&std::fs::read_to_string(path).unwrap())
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        cases.into_iter().map(|case| (name.clone(), case)).collect()
    };
    files.iter().flat_map(read).collect()
}

fn check(browser: &mut Browser, case: &Case) -> Result<(), String> {
    let html = serde_json::to_string(&case.html).unwrap();
    let node = browser.script_node(&format!("document.body.setHTMLUnsafe({html});{}", FIND.replace("\\#", "#")));
    let explained = browser.call(
        "Runtime.callFunctionOn",
        json!({ "objectId": node, "functionDeclaration": "function () { return __baton.explain(this); }", "returnByValue": true }),
    );
    let ours: Said = serde_json::from_str(explained["result"]["value"].as_str().ok_or(explained.to_string())?)
        .map_err(|error| error.to_string())?;
    let expected = said(&case.role, &case.name, &case.description);
    if ours != expected {
        return Err(format!("Baton says {ours:?}, expected {expected:?} {}", case.why));
    }
    let chromium = chromium_says(browser, &node);
    let expected = match &case.chromium {
        Some(other) => said(
            other.role.as_ref().unwrap_or(&case.role),
            other.name.as_ref().unwrap_or(&case.name),
            other.description.as_ref().unwrap_or(&case.description),
        ),
        None => expected,
    };
    if chromium != expected {
        return Err(format!("Chromium says {chromium:?}, expected {expected:?} {}", case.why));
    }
    Ok(())
}

fn said(role: &str, name: &str, description: &str) -> Said {
    Said {
        role: (!role.is_empty()).then(|| role.to_owned()),
        name: name.to_owned(),
        description: description.to_owned(),
    }
}

fn chromium_says(browser: &mut Browser, node: &str) -> Said {
    let tree = browser.call("Accessibility.getPartialAXTree", json!({ "objectId": node, "fetchRelatives": false }));
    let seen = &tree["nodes"][0];
    let text = |value: &Value| value["value"].as_str().unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
    let role = if seen["ignored"] == json!(true) { String::new() } else { text(&seen["role"]) };
    let role = if NO_ROLE.contains(&role.as_str()) { String::new() } else { role };
    let role = INTERNAL.iter().find(|(theirs, _)| *theirs == role).map_or(role.as_str(), |(_, ours)| ours).to_owned();
    said(&role, &text(&seen["name"]), &text(&seen["description"]))
}
