//! Whether a node can be acted on and where to press, getting fields ready, choosing, and hearing of a press.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is missing")]

mod browser;

use baton_perception::{ActionableAnswer, FrameModel, Prepared, Press, Selected, Stillness};
use browser::Browser;

/// Loads a page and answers the number of its `#t`.
fn target(browser: &mut Browser, html: &str) -> i64 {
    browser.load(&format!("<!doctype html><meta charset=utf-8><body style='margin:0'>{html}"));
    browser.observe(&mut FrameModel::new());
    browser.script("__baton.nidOf(document.getElementById('t'))").as_i64().expect("a number")
}

fn actionable(browser: &mut Browser, nid: i64) -> ActionableAnswer {
    browser.ask(&format!("__baton.actionable({nid})"))
}

fn word(answer: &ActionableAnswer) -> String {
    match answer {
        ActionableAnswer::Ready { .. } => "ready".to_owned(),
        ActionableAnswer::Gone => "gone".to_owned(),
        ActionableAnswer::Hidden => "hidden".to_owned(),
        ActionableAnswer::Disabled => "disabled".to_owned(),
        ActionableAnswer::Moving => "moving".to_owned(),
        ActionableAnswer::Covered { by } => format!("covered by {by}"),
        ActionableAnswer::OutOfView => "out of view".to_owned(),
    }
}

#[test]
fn says_whether_it_can_be_acted_on() {
    const OVER: &str = "position:fixed;inset:0;background:#fff";
    let over = |inner: &str| format!("<button id=t>x</button><div style='{OVER}' {inner}</div>");
    let cases = [
        ("<button id=t>x</button>".to_owned(), "ready", "a plain button"),
        ("<button id=t hidden>x</button>".to_owned(), "hidden", "not drawn"),
        ("<button id=t style='visibility:hidden'>x</button>".to_owned(), "hidden", "not drawn either"),
        ("<button id=t disabled>x</button>".to_owned(), "disabled", "takes no input"),
        ("<div inert><button id=t>x</button></div>".to_owned(), "disabled", "inert takes no input"),
        (over("role=dialog aria-label=Sure>"), "covered by dialog \"Sure\"", "an overlay is named"),
        (over(">Wait"), "covered by text \"Wait\"", "by its text when it has no role"),
        (over("class=veil>"), "covered by div", "by its tag when it has nothing"),
        ("<button id=t style='pointer-events:none'>x</button>".to_owned(), "covered by body", "presses fall through"),
        ("<div style='height:3000px'></div><button id=t>x</button>".to_owned(), "ready", "is scrolled into view"),
        ("<button id=t style='position:absolute;left:-500px'>x</button>".to_owned(), "out of view", "cannot be reached"),
        ("<label>Tick <input id=t type=checkbox></label>".to_owned(), "ready", "a box in its label"),
        ("<label for=t style='position:absolute;inset:0'>L</label><input id=t type=checkbox>".to_owned(), "ready", "its label takes the hit for it"),
        ("<a id=t href=x><b>bold</b></a>".to_owned(), "ready", "a descendant takes the hit"),
        ("<style>@keyframes k { to { transform: translateX(300px) } } #t { animation: k 2s linear infinite }</style><button id=t>x</button>".to_owned(), "moving", "animated"),
    ];
    let mut browser = Browser::open();
    for (html, expected, why) in cases {
        let nid = target(&mut browser, &html);
        let answer = actionable(&mut browser, nid);
        assert_eq!(word(&answer), expected, "{why}: {html}");
    }
    let nid = target(&mut browser, "<button id=t>x</button>");
    browser.page("document.getElementById('t').remove()");
    assert_eq!(word(&actionable(&mut browser, nid)), "gone", "it left the page");
}

#[test]
fn the_point_presses_it_and_the_press_is_heard() {
    let mut browser = Browser::open();
    let half = "<button id=t style='width:200px;height:40px'>x</button>\
                <div style='position:absolute;left:60px;top:0;width:80px;height:40px;background:red'></div>\
                <script>document.addEventListener('pointerdown', e => e.stopImmediatePropagation(), true)</script>";
    let nid = target(&mut browser, half);
    let answer = actionable(&mut browser, nid);
    let ActionableAnswer::Ready { x, y, .. } = answer else { panic!("half covered is not covered: {answer:?}") };
    browser.click(x, y);
    let press: Press = browser.ask("__baton.lastPress()");
    assert_eq!(
        (press.kind.as_str(), press.trusted),
        ("click", true),
        "the page's own stop does not hide it: {press:?}"
    );
    assert_eq!(i64::from(press.listed), nid, "the press reached the node meant");
}

#[test]
fn says_where_activating_it_would_lead() {
    let cases = [
        ("<a id=t href='https://there.example/x?y'>x</a>", Some(("https://there.example/x?y", "GET")), "a link"),
        (
            "<a href='https://there.example/'><b id=t>x</b></a>",
            Some(("https://there.example/", "GET")),
            "inside a link",
        ),
        (
            "<form action='https://there.example/f' method=post><button id=t>x</button></form>",
            Some(("https://there.example/f", "POST")),
            "a submit",
        ),
        (
            "<form action='https://a.example/' method=post><input name=action><input id=t type=submit formaction='https://b.example/'></form>",
            Some(("https://b.example/", "POST")),
            "its own action wins, a field named action does not",
        ),
        (
            "<form action='https://a.example/'><button id=t type=button>x</button></form>",
            None,
            "a button that submits nothing",
        ),
    ];
    let mut browser = Browser::open();
    for (html, expected, why) in cases {
        let nid = target(&mut browser, html);
        let ActionableAnswer::Ready { leads_to, .. } = actionable(&mut browser, nid) else { panic!("{html}") };
        let leads_to = leads_to.map(|to| (to.url, to.method));
        assert_eq!(leads_to, expected.map(|(url, method)| (url.to_owned(), method.to_owned())), "{why}: {html}");
    }
}

#[test]
fn fields_are_made_ready_and_lists_chosen_from() {
    let mut browser = Browser::open();
    let nid = target(&mut browser, "<input id=t value=old>");
    let ready: Prepared = browser.ask(&format!("__baton.prepareType({nid}, true)"));
    assert_eq!(ready, Prepared { focused: true, editable: true, secure: false }, "it has the keyboard");
    browser.call("Input.insertText", serde_json::json!({ "text": "new" }));
    assert_eq!(browser.page("document.getElementById('t').value"), "new", "what was there was selected and replaced");

    let list = "<select id=t><option>One<option>Two<option disabled>Three</select><script>n = 0; t.onchange = () => n++</script>";
    let nid = target(&mut browser, list);
    let chosen: Selected = browser.ask(&format!("__baton.select({nid}, ['Two'])"));
    assert!(chosen.done && chosen.chosen == ["Two"], "it is chosen: {chosen:?}");
    assert_eq!(browser.page("n"), 1, "the page was told once");
    let refused: Selected = browser.ask(&format!("__baton.select({nid}, ['Three'])"));
    assert_eq!((refused.done, refused.disabled), (false, vec!["Three".to_owned()]), "what is disabled is not chosen");
    let missing: Selected = browser.ask(&format!("__baton.select({nid}, ['Four'])"));
    assert_eq!((missing.done, missing.missing), (false, vec!["Four".to_owned()]), "what is not there is said");
    assert_eq!(browser.page("t.value"), "Two", "and nothing was changed by either");
}

#[test]
fn says_when_the_page_is_still() {
    let mut browser = Browser::open();
    target(&mut browser, "<p id=t>x</p>");
    browser.script("new Promise((done) => setTimeout(done, 200))");
    let still: Stillness = browser.ask("__baton.still(2, 500)");
    assert!(still.still, "a quiet page is still");
    browser.page("setInterval(() => t.textContent = Math.random(), 1)");
    let busy: Stillness = browser.ask("__baton.still(2, 300)");
    assert!(!busy.still, "one that writes all the time is not, and the answer comes all the same");
}
