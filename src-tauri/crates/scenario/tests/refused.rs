//! One file for each refusal. The first line of each says what is expected: `# CODE line:column part of the hint`.
#![allow(clippy::unwrap_used, reason = "a test that cannot read its files should stop")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use baton_scenario::{Code, FileProblem, Files, Refusal, Scenario, TargetFacts, Targets};
use baton_screen::Ladder;
use indexmap::IndexMap;

struct Folder(PathBuf);

impl Files for Folder {
    fn text(&self, path: &str) -> Result<String, FileProblem> {
        std::fs::read_to_string(self.0.join(path)).map_err(|_| FileProblem::Missing)
    }
}

struct OneTarget;

impl Targets for OneTarget {
    fn facts(&self, target: &str) -> Option<TargetFacts> {
        let facts = TargetFacts { families: Vec::new(), secrets: Some(vec!["operator".to_owned()]) };
        (target == "mockcore").then_some(facts)
    }

    fn names(&self) -> Vec<String> {
        vec!["mockcore".to_owned()]
    }

    fn overlays(&self) -> IndexMap<String, IndexMap<String, Ladder>> {
        IndexMap::new()
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused")
}

fn cases() -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut cases: Vec<(String, String)> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    cases.sort();
    cases
}

fn refusals(file: &str) -> Vec<Refusal> {
    match Scenario::load(&Folder(folder()), &OneTarget, file, None) {
        Ok(_) => Vec::new(),
        Err(refusals) => refusals.all().to_vec(),
    }
}

#[test]
fn every_file_is_refused_for_its_reason_at_its_place() {
    let mut wrong = Vec::new();
    for (file, text) in cases() {
        let expected = text.lines().next().unwrap().trim_start_matches("# ");
        let (head, hint) = expected.split_at(expected.match_indices(' ').nth(1).unwrap().0);
        let all = refusals(&file);
        let Some(first) = all.first() else {
            wrong.push(format!("{file}: accepted, but {expected} was expected"));
            continue;
        };
        let got = format!("{} {}:{}", first.code, first.line, first.column);
        if got != head || !first.hint.contains(hint.trim()) {
            wrong.push(format!("{file}: expected {expected}\n     got {got} {} ({})", first.hint, first.message));
        } else if all.len() != 1 {
            let codes: Vec<String> =
                all.iter().map(|one| format!("{} {}:{}", one.code, one.line, one.column)).collect();
            wrong.push(format!("{file}: one mistake is told {} times: {}", all.len(), codes.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_has_a_file() {
    // Too large a file is made in the reader's own tests; the last two only warn.
    let elsewhere = [Code::TooLarge, Code::CheckpointUnused, Code::NotReadBack].map(Code::as_str);
    let seen: BTreeSet<String> =
        cases().iter().map(|(_, text)| text.split_whitespace().nth(1).unwrap().to_owned()).collect();
    let missing: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).filter(|code| !seen.contains(*code)).collect();
    assert_eq!(missing, elsewhere, "each refusal needs a file that shows it");
}

#[test]
fn all_mistakes_of_a_file_are_told_at_once() {
    let text = "baton: 1\nname: Bad Name\ntarget: mockcore\ntitel: x\nsteps:\n  - id: a.go\n    clik: { role: button, name: Go }\n  - id: a.wait\n    wait: { text: Ready }\n";
    let files = IndexMap::from([("f.yaml".to_owned(), text.to_owned())]);
    let refusals = Scenario::load(&files, &OneTarget, "f.yaml", None).unwrap_err();
    let told: Vec<(Code, u32)> = refusals.all().iter().map(|one| (one.code, one.line)).collect();
    let expected = [(Code::BadName, 2), (Code::UnknownKey, 4), (Code::UnknownKey, 7), (Code::WaitWithoutTimeout, 9)];
    assert_eq!(told, expected, "one pass tells all, in the order of the file");
}
