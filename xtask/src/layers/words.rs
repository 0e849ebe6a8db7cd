//! What only one place may say: asking the time, starting a process, naming a control by CSS or XPath.

use std::sync::LazyLock;

use regex::Regex;

use super::Broken;
use super::source::RustFile;

/// A word with a home.
struct Word {
    rule: &'static str,
    pattern: Regex,
    what: &'static str,
    at_home: fn(&RustFile) -> bool,
}

#[allow(clippy::expect_used, reason = "the patterns are constants, and a test uses each")]
static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| {
    let pattern = |text: &str| Regex::new(text).expect("a constant pattern");
    vec![
        Word {
            rule: "time-only-in-base",
            pattern: pattern(r"\b(Instant|SystemTime)::now\b|\btokio::time\b"),
            what: "it asks the machine for the time; take a baton_base::Clock instead",
            at_home: |file| ["base", "mockapp"].contains(&file.home.as_str()),
        },
        Word {
            rule: "processes-only-in-spawn",
            pattern: pattern(r"\bprocess::Command\b|\bprocess::\{[^}]*\bCommand\b|\btokio::process\b"),
            what: "it starts a process; only the spawn modules of device, media and author do",
            at_home: is_spawn,
        },
        Word {
            rule: "no-css-or-xpath",
            pattern: pattern(r"(?i)\b(css|css_selector|x_?path)\s*\(|\b(Css|XPath)\s*\{"),
            what: "it names a control by CSS or XPath; a locator does, from an Observation",
            at_home: |file| file.home == "mockapp",
        },
    ]
});

fn is_spawn(file: &RustFile) -> bool {
    let crate_may = ["device", "media", "author"].contains(&file.home.as_str());
    crate_may && (file.path.ends_with("/spawn.rs") || file.path.contains("/spawn/"))
}

/// Every word of a file that is not at home there.
pub(super) fn check(file: &RustFile) -> Vec<Broken> {
    let mut broken = Vec::new();
    for word in WORDS.iter().filter(|word| !(word.at_home)(file)) {
        for found in word.pattern.find_iter(&file.code) {
            let line = file.code[..found.start()].matches('\n').count() + 1;
            broken.push(Broken { rule: word.rule, place: format!("{}:{line}", file.path), what: word.what.into() });
        }
    }
    broken
}
