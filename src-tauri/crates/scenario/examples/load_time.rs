//! How long it takes to read, check and seal a scenario of so many steps (10,000 when not said). In release:
//! `cargo run --release -p baton-scenario --example load_time -- 10000`.
#![allow(clippy::print_stdout, clippy::disallowed_methods, reason = "it is a measurement")]

use std::time::Instant;

use baton_scenario::{AnyTarget, Document, Scenario};
use indexmap::IndexMap;

fn main() {
    let count: usize = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let step = |index: usize| {
        format!(
            "  - id: s{index}.go\n    intent: Step number {index}\n    click:\n      - {{ role: button, name: \"Go {index}\" }}\n      - {{ near: \"Member {index}\", role: button }}\n    expect: [{{ text: \"Done {index}\" }}]\n"
        )
    };
    let text = format!("baton: 1\nname: main\ntarget: t\nsteps:\n{}", (0..count).map(step).collect::<String>());
    let files = IndexMap::from([("main.yaml".to_owned(), text.clone())]);
    for _ in 0..5 {
        let start = Instant::now();
        let tree = baton_scenario::yaml::read("main.yaml", &text, &mut Vec::new()).is_some();
        let tree_ms = start.elapsed().as_secs_f64() * 1e3;
        let start = Instant::now();
        let parsed = Document::parse("main.yaml", &text).is_ok();
        let parsed_ms = start.elapsed().as_secs_f64() * 1e3;
        let start = Instant::now();
        let loaded = Scenario::load(&files, &AnyTarget, "main.yaml", None).is_ok();
        let loaded_ms = start.elapsed().as_secs_f64() * 1e3;
        println!(
            "{count} steps, {} bytes: tree {tree_ms:.2} ms ({tree}), document {parsed_ms:.2} ms ({parsed}), loaded and sealed {loaded_ms:.2} ms ({loaded})",
            text.len()
        );
    }
}
