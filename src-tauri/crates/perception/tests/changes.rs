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
            assert!(fresh.len() > 20, "the page still has something on it; {place}");
        }
    }
}

/// What can make one element differ because of another: each is changed once, must show, and must show the same as in a fresh reading.
const DEPENDENCES: [(&str, &str); 30] = [
    ("<p id=a>Old</p><div role=group aria-labelledby=a>x</div>", "a.firstChild.data = 'New'"),
    ("<p id=a><b>Old</b></p><button aria-describedby=a>x</button>", "a.firstChild.textContent = 'New'"),
    ("<p id=a hidden>Old</p><button aria-labelledby=a>x</button>", "a.textContent = 'New'"),
    ("<button aria-labelledby=b>x</button><p id=a>Words</p>", "a.id = 'b'"),
    ("<button aria-labelledby=a>x</button><p id=a>Words</p>", "a.remove()"),
    ("<button aria-labelledby=z>x</button>", "document.body.insertAdjacentHTML('beforeend', '<p id=z>Words</p>')"),
    ("<label id=l for=a>Old</label><input id=a>", "l.firstChild.data = 'New'"),
    ("<label id=l for=a>Lab</label><input id=a><input id=b>", "l.htmlFor = 'b'"),
    ("<label id=l>Lab <input></label>", "l.firstChild.remove()"),
    ("<label for=a>Lab</label><input id=x>", "x.id = 'a'"),
    ("<input id=a>", "document.body.insertAdjacentHTML('beforeend', '<label for=a>Late</label>')"),
    ("<label for=a id=l>Lab</label><input id=a>", "l.remove()"),
    (
        "<label for=a>Lab</label><input id=a title=second>",
        "a.insertAdjacentHTML('beforebegin', '<input id=a title=first>')",
    ),
    ("<label for=t>Flash <input id=v value=3> times</label><input type=checkbox id=t>", "v.value = '4'"),
    ("<button>See <span id=a>that</span></button>", "a.style.display = 'none'"),
    (
        "<style id=s>.k{}</style><button>See <span class=k>that</span></button>",
        "s.sheet.insertRule('.k { display: none }')",
    ),
    ("<style id=s>.k{}</style><button class=k>x</button>", "s.sheet.insertRule('.k::before { content: \"pre \" }')"),
    ("<style>.on ~ p { display: none }</style><i id=a></i><p>Later</p>", "a.className = 'on'"),
    ("<style>body:has(.on) p { visibility: hidden }</style><i id=a></i><p>Later</p>", "a.className = 'on'"),
    ("<style>:checked + p { color: red }</style><input id=a type=checkbox><p>Later</p>", "a.checked = true"),
    ("<ul id=a><li>x</ul>", "a.setAttribute('role', 'none')"),
    ("<div id=a><header>x</header></div>", "a.setAttribute('role', 'article')"),
    ("<table id=a><tr><td>x</table>", "a.setAttribute('role', 'grid')"),
    ("<fieldset id=a><button>x</button></fieldset>", "a.disabled = true"),
    ("<dialog id=a><button>in</button></dialog><button>out</button>", "a.showModal()"),
    ("<table><tr id=a><td>x<tr><td>y</table>", "a.firstChild.rowSpan = 2"),
    ("<div id=a><b>light</b></div>", "a.attachShadow({ mode: 'open' }).innerHTML = '<i>shade</i>'"),
    ("<div id=a><template shadowrootmode=open><slot name=s></slot></template><b id=b>light</b></div>", "b.slot = 's'"),
    ("<details id=a><summary>s</summary><button>in</button></details>", "a.open = true"),
    ("<select id=a><option>one<option>two</select>", "a.selectedIndex = 1"),
];

#[test]
fn each_dependence_is_minded() {
    let mut browser = Browser::open();
    for (number, (html, change)) in DEPENDENCES.into_iter().enumerate() {
        browser.load(&format!("<!doctype html><body>{html}"));
        let mut kept = FrameModel::new();
        browser.observe(&mut kept);
        let before = seen(&kept);
        browser.page(&format!("{change}; 0"));
        browser.observe(&mut kept);
        let fresh = read_afresh(&mut browser, 900_000 + number as u32);
        let place = format!("{html}, after: {change}");
        compare(&seen(&kept), &seen(&fresh), &place);
        assert_ne!(before.elements, seen(&kept).elements, "the change shows at all; {place}");
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
