//! What is listed of a page, and what is said of it: frames, shadow roots, cells, hidden things, secure fields, long lists.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is missing")]

mod browser;

use baton_base::SessionTime;
use baton_perception::{FrameKey, FrameModel, Part, compose};
use baton_screen::{Element, Observation, States, Unreadable};
use browser::Browser;
use serde_json::json;

fn seen(model: &FrameModel) -> Observation {
    let top = Part { key: FrameKey(1), owner: None, model: Ok(model), http_status: None };
    compose(SessionTime::default(), &[top])
}

fn look(browser: &mut Browser, html: &str) -> Observation {
    browser.load(html);
    let mut model = FrameModel::new();
    browser.observe(&mut model);
    seen(&model)
}

/// Role, name or text, and value, of everything listed; `-` marks what is not visible.
fn outline(screen: &Observation) -> Vec<String> {
    screen.iter().map(|(_, element)| line(element)).collect()
}

fn line(element: &Element) -> String {
    let words = if element.name.is_empty() { &element.text } else { &element.name };
    let hidden = if element.is_visible() { "" } else { "-" };
    let value = element.value.as_ref().map(|value| format!(" = {value}")).unwrap_or_default();
    format!("{hidden}{} {words}{value}", element.role).trim_end().to_owned()
}

fn named<'a>(screen: &'a Observation, name: &str) -> &'a Element {
    screen
        .iter()
        .map(|(_, element)| element)
        .find(|element| &*element.name == name || &*element.text == name)
        .unwrap_or_else(|| panic!("nothing is called {name}: {:#?}", outline(screen)))
}

#[test]
fn lists_what_a_person_can_name() {
    let cases: [(&str, &[&str], &str); 16] = [
        ("<div><div><div>word</div></div></div>", &["text word"], "only the element whose own text it is"),
        ("<p>One <b>bold</b> word</p>", &["paragraph One bold word"], "a marked phrase belongs to its sentence"),
        ("<div><span>Balance</span> <span>12</span></div>", &["text Balance", "text 12"], "separate texts stay so"),
        ("<button><span>Go</span></button>", &["button Go"], "a button's text is not listed a second time"),
        ("<font color=red><b>Not found</b></font>", &["text Not found"], "formatting around a text is not listed"),
        ("<div style='display:none'><button>x</button></div>", &[], "display:none is not there"),
        ("<div style='visibility:hidden'><button>x</button></div>", &[], "visibility:hidden is not there"),
        (
            "<div style='visibility:hidden'><button style='visibility:visible'>x</button></div>",
            &["button x"],
            "unless it is visible again",
        ),
        ("<div style='content-visibility:hidden'><button>x</button></div>", &[], "skipped content is not there"),
        ("<details><summary>S</summary><button>x</button></details>", &["group", "button S"], "closed details"),
        ("<div hidden><input type=file></div>", &["-button  ="], "hidden file fields are listed, to be given files"),
        ("<p style='opacity:0'>x</p>", &["-paragraph x"], "a transparent text is not seen"),
        ("<button style='opacity:0'>x</button>", &["button x"], "a transparent control takes the press"),
        (
            "<p style='position:absolute;clip:rect(0,0,0,0);width:1px;height:1px;overflow:hidden'>x</p>",
            &["-paragraph x"],
            "text for screen readers is not seen",
        ),
        ("<div style='height:0;overflow:hidden'><button>x</button></div>", &["-button x"], "clipped to nothing"),
        ("<div aria-hidden=true><button>x</button>y</div>", &["text y", "button x"], "aria-hidden things are drawn"),
    ];
    let mut browser = Browser::open();
    for (html, expected, why) in cases {
        let screen = look(&mut browser, &format!("<!doctype html><title>t</title><body>{html}"));
        assert_eq!(outline(&screen), expected, "{why}: {html}");
    }
}

#[test]
fn states_are_as_on_the_page() {
    let cases = [
        ("<button>n</button>", "visible enabled control text", "a plain button"),
        ("<button disabled>n</button>", "visible control text", "a disabled one"),
        ("<fieldset disabled><button>n</button></fieldset>", "visible control text", "by its fieldset"),
        ("<div inert><button>n</button></div>", "visible control text", "inert is not enabled"),
        ("<div aria-disabled=true><button>n</button></div>", "visible control text", "by ARIA around it"),
        ("<input aria-label=n>", "visible enabled control editable", "a field"),
        ("<input aria-label=n readonly required>", "visible enabled required readonly control editable", "its limits"),
        ("<input aria-label=n type=password>", "visible enabled secure control editable", "a password"),
        ("<input aria-label=n style='-webkit-text-security:disc'>", "visible enabled secure control editable", "discs"),
        ("<input aria-label=n aria-invalid=true>", "visible enabled invalid control editable", "invalid"),
        ("<input aria-label=n type=checkbox checked>", "visible enabled checked control", "ticked"),
        (
            "<div role=checkbox aria-label=n aria-checked=mixed tabindex=0>x</div>",
            "visible enabled mixed control text",
            "half",
        ),
        ("<textarea aria-label=n></textarea>", "visible enabled control editable multiline", "several lines"),
        ("<button aria-expanded=true>n</button>", "visible enabled expanded control text", "open"),
        ("<button aria-pressed=true>n</button>", "visible enabled control text pressed", "pressed"),
        ("<p style='color:#c00'>n</p>", "visible enabled alarming text", "red"),
        ("<p style='color:oklch(.58 .22 27)'>n</p>", "visible enabled alarming text", "red in another notation"),
        ("<p style='color:orange'>n</p>", "visible enabled text", "orange is no alarm"),
        ("<div role=alert>n</div>", "visible enabled alarming text", "an alert"),
        ("<div onclick='x()'>n</div>", "visible enabled control text", "a clickable text"),
        ("<select multiple aria-label=n><option>a</select>", "visible enabled control multiselectable", "many"),
    ];
    let mut browser = Browser::open();
    for (html, expected, why) in cases {
        let screen = look(&mut browser, &format!("<!doctype html><body>{html}"));
        let names: Vec<_> = named(&screen, "n").states.without(States::MEASURED).names().collect();
        assert_eq!(names.join(" "), expected, "{why}: {html}");
    }
}

#[test]
fn a_secret_is_never_told() {
    let mut browser = Browser::open();
    browser.load("<!doctype html><label>Pin <input id=p type=password value=hush-hush></label><button aria-labelledby=p>x</button>");
    for change in ["", "p.type = 'text'", "p.value = 'hush-hush-2'"] {
        browser.page(&format!("var p = document.getElementById('p'); {change}"));
        let report = browser.script("__baton.observe(0)");
        assert!(!report.as_str().unwrap().contains("hush"), "the report tells the password after `{change}`: {report}");
        let nid = browser.script("__baton.nidOf(document.getElementById('p'))");
        let value = browser.script(&format!("__baton.valueOf({nid})"));
        assert_eq!(value, r#"{"value":null,"secure":true}"#, "valueOf tells nothing after `{change}`");
    }
}

#[test]
fn cells_know_their_place_with_spans_counted() {
    let mut browser = Browser::open();
    let screen = look(
        &mut browser,
        "<!doctype html><table><tr><th rowspan=2>a<th colspan=2>b<th>c<tr><td>d<td>e<td>f<tr><td colspan=3>g<td>h\
         <table><tr><td>inner</table></table>",
    );
    let place = |name: &str| {
        let cells = screen.iter().filter_map(|(_, element)| Some((&*element.name, element.cell?)));
        let cell = cells.filter(|(called, _)| *called == name).map(|(_, cell)| cell).next();
        let cell = cell.unwrap_or_else(|| panic!("{name} has no place"));
        (cell.row, cell.column, cell.columns)
    };
    let places: Vec<_> = ["a", "b", "c", "d", "e", "f", "g", "inner"].map(|name| (name, place(name))).to_vec();
    let expected = [
        ("a", (0, 0, 1)),
        ("b", (0, 1, 2)),
        ("c", (0, 3, 1)),
        ("d", (1, 1, 1)),
        ("e", (1, 2, 1)),
        ("f", (1, 3, 1)),
        ("g", (2, 0, 3)),
        ("inner", (0, 0, 1)),
    ];
    assert_eq!(places, expected, "row and column spans push later cells on; an inner table counts anew");
}

#[test]
fn framesets_and_frames_are_listed_where_they_are() {
    let mut browser = Browser::open();
    browser.beside("nav.html", "<a href=x>Nav</a>");
    browser.load(
        "<html><frameset cols='200,*'><frame name=nav src=nav.html><frame name=main src=nav.html></frameset></html>",
    );
    let mut model = FrameModel::new();
    browser.observe(&mut model);
    let names: Vec<_> = model.frames().iter().map(|frame| (&*frame.name, frame.content_box.x)).collect();
    assert_eq!(names.len(), 2, "both frames of the frameset: {names:?}");
    assert_eq!(names[0], ("nav", 0.0), "the first at the left edge");
    assert!(names[1].1 > 190.0, "the second beside it: {names:?}");

    let screen = look(
        &mut browser,
        "<!doctype html><body style='margin:0'><iframe name=f style='border:5px solid;padding:3px' srcdoc='x'></iframe><canvas></canvas>",
    );
    assert!(
        matches!(screen.unreadable.as_slice(), [Unreadable::Canvas { .. }]),
        "a canvas is said: {:?}",
        screen.unreadable
    );
    let mut model = FrameModel::new();
    browser.observe(&mut model);
    let inside = model.frames()[0].content_box;
    assert_eq!((inside.x, inside.y), (8.0, 8.0), "border and padding are not the frame's inside");
}

#[test]
fn shadow_roots_are_walked_and_closed_ones_can_be_handed_over() {
    let mut browser = Browser::open();
    browser.load(
        "<!doctype html><div id=o><template shadowrootmode=open><button><slot></slot></button><slot name=s>none</slot></template>Press<b slot=s>me</b><i>lost</i></div>\
         <x-shut></x-shut><script>class X extends HTMLElement { constructor() { super(); \
         window.shut = this.attachShadow({ mode: 'closed' }); shut.innerHTML = '<button>Inside</button>'; } } \
         customElements.define('x-shut', X)</script>",
    );
    let mut model = FrameModel::new();
    browser.observe(&mut model);
    let before = outline(&seen(&model));
    assert!(before.contains(&"button Presslost".to_owned()), "slotted into the open root's button: {before:?}");
    assert!(before.contains(&"text me".to_owned()), "and into the named slot: {before:?}");
    assert!(!before.iter().any(|line| line.contains("Inside")), "the closed root cannot be seen: {before:?}");
    let &[host] = model.suspects() else { panic!("one host is suspected: {:?}", model.suspects()) };

    let node = browser.script_node(&format!("__baton.node({host})"));
    let described = browser.call("DOM.describeNode", json!({ "objectId": node, "depth": 1, "pierce": true }));
    let backend = &described["node"]["shadowRoots"][0]["backendNodeId"];
    let root = browser.resolve(backend);
    let handed = browser.call(
        "Runtime.callFunctionOn",
        json!({ "objectId": node, "functionDeclaration": "function (root) { return __baton.adoptRoot(this, root); }",
            "arguments": [{ "objectId": root }], "returnByValue": true }),
    );
    assert_eq!(handed["result"]["value"], true, "the script takes the root");
    browser.observe(&mut model);
    assert!(outline(&seen(&model)).contains(&"button Inside".to_owned()), "and walks it: {:?}", outline(&seen(&model)));
    assert!(model.suspects().is_empty(), "no host is suspected any more");
    browser.page("shut.querySelector('button').textContent = 'Changed'");
    browser.observe(&mut model);
    assert!(outline(&seen(&model)).contains(&"button Changed".to_owned()), "and hears of changes in it");
}

#[test]
fn the_page_cannot_tell_and_cannot_break_it() {
    let mut browser = Browser::open();
    browser.load(
        "<!doctype html><body><form><input name=parentNode><input name=getAttribute><input name=children aria-label=c></form>\
         <script>Element.prototype.getAttribute = () => { throw 1 }; JSON.stringify = () => 'no'; \
         window.before = document.documentElement.outerHTML.length; window.saw = 0; \
         new MutationObserver(() => saw++).observe(document, { subtree: true, childList: true, attributes: true })</script>",
    );
    let mut model = FrameModel::new();
    browser.observe(&mut model);
    assert!(
        outline(&seen(&model)).contains(&"textbox c =".to_owned()),
        "a clobbered form is read: {:?}",
        outline(&seen(&model))
    );
    assert_eq!(browser.page("typeof __baton + saw"), "undefined0", "nothing is visible to the page, nothing was added");
}

#[test]
fn it_tells_the_driver_when_something_changed() {
    let mut browser = Browser::open();
    browser.load("<!doctype html><p id=p>a</p>");
    browser.script("new Promise((done) => setTimeout(done, 300))");
    browser.pushed.clear();
    browser.page("for (let i = 0; i < 50; i++) p.textContent = i");
    browser.script("new Promise((done) => setTimeout(done, 300))");
    let pushed = browser.pushed.len();
    assert!((1..=3).contains(&pushed), "fifty changes are told at most once a frame, and told: {pushed}");
}
