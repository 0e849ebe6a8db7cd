//! The most important promise of the page script: the tree kept by incremental reports equals a fresh reading of the same page, whatever the
//! page did in between. Changes are random and seeded; the failure's message has the seed and what was done.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is missing")]

mod browser;

use baton_base::SessionTime;
use baton_perception::{FrameKey, FrameModel, Part, SCRIPT, compose};
use baton_screen::{BoxInViewport, Element, Observation, States};
use browser::Browser;
use serde_json::json;

const PAGE: &str = include_str!("mutate.html");
const MUTATE: &str = include_str!("mutate.js");

#[test]
fn incremental_equals_fresh_after_few_changes() {
    check(1..=12, 8, 3);
}

#[test]
fn incremental_equals_fresh_after_many_changes_at_once() {
    check(100..=106, 4, 25);
}

fn check(seeds: std::ops::RangeInclusive<u32>, steps: u32, changes: u32) {
    let mut browser = Browser::open();
    for seed in seeds {
        browser.load(PAGE);
        browser.page(MUTATE);
        let mut kept = FrameModel::new();
        browser.observe(&mut kept);
        for step in 1..=steps {
            let done = browser.page(&format!("mutate({}, {changes})", seed * 1000 + step));
            browser.observe(&mut kept);
            let fresh = read_afresh(&mut browser, seed * 1000 + step);
            let place = format!("seed {seed}, step {step}, after: {done}");
            compare(&seen(&kept), &seen(&fresh), &place);
        }
    }
}

/// Reads the page with a second copy of the script in a world of its own, which knows nothing of before.
fn read_afresh(browser: &mut Browser, number: u32) -> FrameModel {
    let tree = browser.call("Page.getFrameTree", json!({}));
    let frame = &tree["frameTree"]["frame"]["id"];
    let world =
        browser.call("Page.createIsolatedWorld", json!({ "frameId": frame, "worldName": format!("fresh{number}") }));
    let expression = format!("{SCRIPT}\n;__baton.observe(0)");
    let asked = json!({ "contextId": world["executionContextId"], "expression": expression, "returnByValue": true });
    let answer = browser.call("Runtime.evaluate", asked);
    let mut model = FrameModel::new();
    model.apply(answer["result"]["value"].as_str().expect("a report")).expect("a report as agreed");
    model
}

fn seen(model: &FrameModel) -> Observation {
    let top = Part { key: FrameKey(1), owner: None, model: Ok(model), http_status: None };
    compose(SessionTime::default(), &[top])
}

fn compare(kept: &Observation, fresh: &Observation, place: &str) {
    for ((at, ours), (_, theirs)) in kept.iter().zip(fresh.iter()) {
        let both = ours.states.has(States::MEASURED) && theirs.states.has(States::MEASURED);
        let (ours, theirs) = (comparable(ours, both), comparable(theirs, both));
        assert_eq!(ours, theirs, "element {at:?}: the kept tree (left) differs from a fresh one; {place}");
    }
    assert_eq!(kept.elements.len(), fresh.elements.len(), "as many elements as a fresh reading; {place}");
    assert!(fresh.elements.len() > 20, "the page still has something on it; {place}");
}

/// Numbers differ between two copies of the script, and what is far away need not be measured.
fn comparable(element: &Element, measured: bool) -> Element {
    let mut element = element.clone();
    element.handle = baton_screen::Handle(0);
    element.states = element.states.without(States::MEASURED);
    if !measured {
        element.box_in_viewport = BoxInViewport::default();
        element.states = element.states.without(States::VISIBLE);
    }
    element
}
