//! One table of cases that every driver passes. A driver that skips a case it says it can run fails the suite, and so does a
//! case that ran nowhere.

#![allow(clippy::expect_used, reason = "a test says by it what it takes for granted")]

mod support;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use baton_base::{FakeClock, RealClock};
use baton_device::action::DeviceSetting;
use baton_device::chromium::Launch;
use baton_device::fake::Fake;
use baton_device::{
    Actionable, Actuation, Button, Capabilities, Chord, Delivery, DeviceError, DeviceEvent, DeviceEvents, Driver,
    Modifiers, Opening, Switch, TextBy, Unactionable,
};
use baton_screen::{Element, Handle, Observation, States};
use support::Pages;

/// A driver under test: how it is opened on a scene.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    Chromium,
    FakeWeb,
    FakePhone,
}

struct Device {
    driver: Arc<dyn Driver>,
    kind: Kind,
    home: String,
}

impl Device {
    async fn open(kind: Kind, pages: &Pages, scene: &str) -> Device {
        let locked = scene.ends_with('!');
        let scene = scene.trim_end_matches('!');
        let home = match kind {
            Kind::Chromium => pages.url(&format!("/{scene}")),
            _ => format!("fake://app/{scene}"),
        };
        let allowed = match kind {
            Kind::Chromium => pages.url(""),
            _ => "fake://app".to_owned(),
        };
        let allowed_origins = if locked { vec![allowed] } else { Vec::new() };
        let opening = Opening { url: home.clone(), allowed_origins, block_downloads: locked };
        let driver: Arc<dyn Driver> = match kind {
            Kind::Chromium => Arc::new(Launch::new(RealClock::shared()).start(opening).await.expect("a browser")),
            Kind::FakeWeb => Arc::new(Fake::web(Arc::new(FakeClock::auto()), &opening)),
            Kind::FakePhone => Arc::new(Fake::phone(Arc::new(FakeClock::auto()), &opening)),
        };
        Device { driver, kind, home }
    }

    async fn see(&self) -> Arc<Observation> {
        self.driver.observe().await.expect("an observation")
    }

    async fn handle(&self, name: &str) -> Handle {
        named(&*self.see().await, name).handle
    }

    async fn ready(&self, name: &str) -> Actionable {
        let handle = self.handle(name).await;
        // What moved a moment ago may still be moving; a session asks again, and so does the suite.
        for _ in 0..50 {
            match self.driver.actionable(handle).await.expect("an answer") {
                Ok(ready) => return ready,
                Err(Unactionable::Moving) => {}
                Err(why) => panic!("{name} cannot be acted on: {why}"),
            }
        }
        panic!("{name} never stood still");
    }

    async fn refused(&self, name: &str) -> Unactionable {
        let handle = self.handle(name).await;
        self.driver.actionable(handle).await.expect("an answer").expect_err("it must not be actionable")
    }

    async fn act(&self, actuation: Actuation) -> Result<(), DeviceError> {
        self.driver.perform(&actuation).await.map(drop)
    }

    async fn click_with(&self, name: &str, button: Button, count: u8) -> Result<(), DeviceError> {
        let at = self.ready(name).await.at;
        self.act(Actuation::Click { at, button, count, modifiers: Modifiers::default() }).await
    }

    async fn click(&self, name: &str) -> Result<(), DeviceError> {
        self.click_with(name, Button::Left, 1).await
    }

    async fn type_into(&self, name: &str, text: &str, by: TextBy, clear: bool) {
        let at = self.ready(name).await.at;
        let node = self.handle(name).await;
        let text = text.to_owned();
        self.act(Actuation::Type { node, at, text, by, clear }).await.expect("typing");
    }

    async fn value(&self, name: &str) -> Option<String> {
        named(&*self.see().await, name).value.as_deref().map(str::to_owned)
    }

    async fn log(&self) -> String {
        let seen = self.see().await;
        let log = seen.elements.iter().find(|element| element.text.starts_with("ready"));
        log.map(|element| element.text.to_string()).unwrap_or_default()
    }

    /// Waits until the log has the word, at most two seconds of the device's own time.
    async fn logged(&self, word: &str) {
        for _ in 0..100 {
            if self.log().await.contains(word) {
                return;
            }
            self.settle(20).await;
        }
        panic!("the page never logged {word:?}; it has {:?}", self.log().await);
    }

    async fn settle(&self, limit_ms: u64) -> baton_device::Quiet {
        let mark = self.driver.mark();
        self.driver.settle(mark, Duration::from_millis(limit_ms)).await.expect("an answer")
    }
}

fn named<'a>(seen: &'a Observation, name: &str) -> &'a Element {
    let found: Vec<&Element> =
        seen.elements.iter().map(|element| &**element).filter(|element| &*element.name == name).collect();
    match found.as_slice() {
        [one] => one,
        [] => panic!("nothing is called {name:?}: {:?}", seen.elements.iter().map(|e| &*e.name).collect::<Vec<_>>()),
        several => several.iter().find(|element| element.is_control()).unwrap_or(&several[0]),
    }
}

async fn told<T>(events: &mut DeviceEvents, mut wanted: impl FnMut(DeviceEvent) -> Option<T>) -> T {
    let wait = async {
        loop {
            match events.recv().await {
                Ok(event) => {
                    if let Some(found) = wanted(event) {
                        return found;
                    }
                }
                Err(cause) => panic!("the events ended: {cause}"),
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(5), wait).await.expect("the event was never told")
}

type Run = fn(&Device) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;

struct Case {
    name: &'static str,
    /// Its page or screen; with a `!` it is opened under a policy that allows its own origin alone and no downloads.
    scene: &'static str,
    needs: fn(&Capabilities) -> bool,
    run: Run,
}

macro_rules! cases {
    ($($name:ident on $scene:literal if $needs:expr;)*) => {
        const CASES: &[Case] = &[$(Case {
            name: stringify!($name),
            scene: $scene,
            needs: $needs,
            run: |device| Box::pin($name(device)),
        }),*];
    };
}

fn always(_: &Capabilities) -> bool {
    true
}

cases! {
    tells_what_it_is on "form" if always;
    sees_names_roles_values_and_states on "form" if always;
    keeps_handles_while_nodes_live on "form" if always;
    never_tells_a_secret on "form" if always;
    a_click_acts on "form" if always;
    tells_changes on "form" if |can| can.push_events;
    says_why_not on "form" if always;
    brings_the_far_into_view on "form" if always;
    a_node_that_left_is_gone on "form" if always;
    types_over_and_at_the_caret on "form" if always;
    clears on "form" if always;
    composes on "form" if |can| can.composition;
    presses_chords on "form" if always;
    selects_one_and_refuses_what_is_not_there on "form" if always;
    selects_several on "form" if always;
    uploads on "form" if |can| can.upload;
    waits_for_what_the_action_began on "form" if always;
    navigates_and_goes_back on "form" if always;
    relaunches on "form" if always;
    pictures_have_the_screens_size on "form" if always;
    streams_frames_while_wanted on "form" if |can| can.screencast;
    turns on "form" if |can| can.rotation;
    takes_places_and_permissions on "form" if |can| can.location && can.permissions;
    fills_the_clipboard on "form" if |can| can.clipboard;
    follows_tabs on "form" if |can| can.tabs;
    stops_what_leaves_the_origin on "form!" if |can| can.request_interception;
    stops_downloads on "form!" if |can| can.request_interception;
    saves_downloads on "form" if |can| can.downloads;
    tells_requests on "form" if |can| can.network_rows;
    tells_the_console on "form" if |can| can.console_rows;
    names_what_it_cannot_do on "form" if always;
    passes_raw_input_on on "form" if always;
    sees_and_presses_inside_frames on "frames" if always;
    opens_closed_shadow_roots on "shadow" if |can| can.closed_shadow_roots;
    uses_the_mouse on "pointer" if |can| can.hover;
    holds_and_drags on "pointer" if always;
    uses_fingers on "pointer" if |can| can.touch;
    answers_dialogs on "dialogs" if |can| can.dialogs;
    is_gone_after_close on "form" if always;
}

async fn tells_what_it_is(device: &Device) {
    let identity = device.driver.identity().await.expect("an identity");
    assert_eq!(identity.build, "form 12", "the build is what the application calls it");
    assert!(identity.browser.chars().any(|letter| letter.is_ascii_digit()), "a version: {identity:?}");
    assert!(!identity.device.is_empty(), "a device: {identity:?}");
}

async fn sees_names_roles_values_and_states(device: &Device) {
    let seen = device.see().await;
    let save = named(&seen, "Save");
    assert_eq!(save.role, "button", "Save is a button");
    assert!(save.states.has(States::VISIBLE | States::ENABLED | States::CONTROL), "its states: {:?}", save.states);
    assert!(!save.box_in_viewport.is_empty(), "it has a box");
    assert!(!named(&seen, "Locked").states.has(States::ENABLED), "Locked takes no input");
    assert_eq!(named(&seen, "Name").value.as_deref(), Some("before"), "a field tells its value");
    let options: Vec<&str> = named(&seen, "Colour").options.iter().map(|option| &**option).collect();
    assert_eq!(options, ["Red", "Green", "Blue"], "a list tells its options by label");
    assert!(seen.viewport.width > 0.0 && seen.frames.len() == 1, "one document in a screen of some size");
    assert_eq!(&*seen.frames[0].title, "Form", "the document's title");
    assert!(seen.dialog.is_none(), "no dialog is up");
}

async fn keeps_handles_while_nodes_live(device: &Device) {
    let before = device.handle("Name").await;
    device.click("Save").await.expect("a click");
    assert_eq!(device.handle("Name").await, before, "the same node has the same handle");
}

async fn never_tells_a_secret(device: &Device) {
    device.type_into("Secret", "hunter2", TextBy::Keys, true).await;
    let seen = device.see().await;
    let secret = named(&seen, "Secret");
    assert!(secret.states.has(States::SECURE), "it is known to be secret");
    assert_eq!(secret.value.as_deref().unwrap_or_default(), "", "its value is never told");
    assert!(!format!("{seen:?}").contains("hunter2"), "nor anywhere else in the observation");
}

async fn a_click_acts(device: &Device) {
    device.click("Save").await.expect("a click");
    device.logged("save").await;
    assert_eq!(named(&*device.see().await, "Saved").role, "button", "what the click did is seen next");
}

async fn tells_changes(device: &Device) {
    let mut events = device.driver.events();
    device.click("Save").await.expect("a click");
    told(&mut events, |event| matches!(event, DeviceEvent::Changed { .. }).then_some(())).await;
}

async fn says_why_not(device: &Device) {
    assert_eq!(device.refused("Locked").await, Unactionable::Disabled, "a disabled button");
    let Unactionable::Covered { by } = device.refused("Under").await else { panic!("it is covered") };
    assert!(by.contains("Overlay"), "what covers it is named: {by}");
    let before = device.log().await;
    assert_eq!(before.trim(), "ready", "asking whether something can be acted on acts on nothing");
}

async fn brings_the_far_into_view(device: &Device) {
    let ready = device.ready("Far").await;
    let seen = device.see().await.viewport;
    assert!(ready.at.y >= 0.0 && ready.at.y < seen.height, "it was brought into view: {ready:?} of {seen:?}");
    device.click("Far").await.expect("a click");
    device.logged("far").await;
}

async fn a_node_that_left_is_gone(device: &Device) {
    let handle = device.handle("Save").await;
    device.click("Elsewhere").await.expect("a click");
    heading(device, "Elsewhere").await;
    let answer = device.driver.actionable(handle).await.expect("an answer");
    assert_eq!(answer.expect_err("it is gone"), Unactionable::Gone, "its document is gone");
    let used = device.act(Actuation::ScrollTo { node: handle }).await.expect_err("it is gone");
    assert!(matches!(used, DeviceError::Gone), "acting on it is refused so: {used:?}");
}

async fn heading(device: &Device, name: &str) {
    for _ in 0..100 {
        if device.see().await.elements.iter().any(|element| element.role == "heading" && &*element.name == name) {
            return;
        }
        device.settle(20).await;
    }
    panic!("the heading {name:?} never came");
}

async fn types_over_and_at_the_caret(device: &Device) {
    device.type_into("Name", "Ann & Bob (7)", TextBy::Keys, true).await;
    assert_eq!(device.value("Name").await.as_deref(), Some("Ann & Bob (7)"), "typed over what was there");
    assert!(device.log().await.contains("name:input:true"), "the page got trusted input events");
    device.type_into("Notes", "é日本", TextBy::Keys, false).await;
    assert_eq!(device.value("Notes").await.as_deref(), Some("é日本"), "letters no US key has arrive too");
}

async fn clears(device: &Device) {
    let at = device.ready("Name").await.at;
    let node = device.handle("Name").await;
    device.act(Actuation::Clear { node, at }).await.expect("clearing");
    assert_eq!(device.value("Name").await.unwrap_or_default(), "", "nothing is left");
}

async fn composes(device: &Device) {
    device.type_into("Name", "日本é", TextBy::Composition, true).await;
    assert_eq!(device.value("Name").await.as_deref(), Some("日本é"), "the composition was committed");
    device.logged("composed=日本é").await;
}

async fn presses_chords(device: &Device) {
    device.click("Name").await.expect("a click");
    let control = Modifiers { control: true, ..Modifiers::default() };
    device.act(Actuation::Press { chord: Chord { modifiers: control, key: "k".to_owned() } }).await.expect("a chord");
    device.logged("key=Control+k:KeyK").await;
    let plain = Modifiers::default();
    device.act(Actuation::Press { chord: Chord { modifiers: plain, key: "Enter".to_owned() } }).await.expect("a key");
    device.logged("key=Enter:Enter").await;
    let wrong = Chord { modifiers: plain, key: "No-key".to_owned() };
    let refused = device.act(Actuation::Press { chord: wrong }).await.expect_err("there is no such key");
    assert_eq!(refused.delivery(), Delivery::Undelivered, "nothing was pressed: {refused}");
}

async fn choose(device: &Device, name: &str, labels: &[&str]) -> Result<(), DeviceError> {
    let at = device.ready(name).await.at;
    let node = device.handle(name).await;
    device.act(Actuation::Select { node, at, labels: labels.iter().map(|&label| label.to_owned()).collect() }).await
}

async fn selects_one_and_refuses_what_is_not_there(device: &Device) {
    choose(device, "Colour", &["Green"]).await.expect("a choice");
    assert_eq!(device.value("Colour").await.as_deref(), Some("Green"), "it is chosen");
    device.logged("colour:change:").await;
    let missing = choose(device, "Colour", &["Mauve"]).await.expect_err("there is no such option");
    assert!(missing.to_string().contains("Mauve"), "what is missing is named: {missing}");
    let disabled = choose(device, "Colour", &["Blue"]).await.expect_err("it cannot be chosen");
    assert!(disabled.to_string().contains("Blue"), "what cannot be chosen is named: {disabled}");
    assert_eq!(device.value("Colour").await.as_deref(), Some("Green"), "a refused choice changes nothing");
}

async fn selects_several(device: &Device) {
    choose(device, "Sizes", &["S", "L"]).await.expect("a choice");
    device.logged("sizes=S,L").await;
}

async fn uploads(device: &Device) {
    let folder = tempfile::tempdir().expect("a folder");
    let (a, b) = (folder.path().join("a.txt"), folder.path().join("b.txt"));
    std::fs::write(&a, "a").expect("a file");
    std::fs::write(&b, "b").expect("a file");
    let node = device.handle("Papers").await;
    device.act(Actuation::Upload { node, files: vec![a, b] }).await.expect("an upload");
    device.logged("files=a.txt,b.txt").await;
    let files = vec![folder.path().join("none.txt")];
    let refused = device.act(Actuation::Upload { node, files }).await.expect_err("there is no such file");
    assert!(refused.to_string().contains("none.txt"), "the missing file is named: {refused}");
}

async fn waits_for_what_the_action_began(device: &Device) {
    let mark = device.driver.mark();
    device.click("Fetch").await.expect("a click");
    let short = device.driver.settle(mark, Duration::from_millis(30)).await.expect("an answer");
    assert!(!short.is_quiet(), "a request it began is pending: {short:?}");
    let quiet = device.driver.settle(mark, Duration::from_secs(5)).await.expect("an answer");
    assert!(quiet.is_quiet(), "quiet once it ended: {quiet:?}");
    assert!(device.log().await.contains("fetched"), "and what the answer did is seen by then");
    let mark = device.driver.mark();
    device.click("Go slow").await.expect("a click");
    let quiet = device.driver.settle(mark, Duration::from_secs(5)).await.expect("an answer");
    assert!(quiet.is_quiet(), "quiet once the navigation ended: {quiet:?}");
    assert_eq!(&*device.see().await.frames[0].title, "Slow", "the new document is there by then");
}

async fn navigates_and_goes_back(device: &Device) {
    let nowhere = device.act(Actuation::Back).await;
    if device.kind != Kind::Chromium {
        assert!(matches!(nowhere, Err(DeviceError::Refused(_))), "there is nothing to go back to: {nowhere:?}");
        assert_eq!(&*device.see().await.frames[0].title, "Form", "and the screen stays");
    }
    let url = device.home.replace("/form", "/elsewhere");
    device.act(Actuation::Navigate { url }).await.expect("a navigation");
    heading(device, "Elsewhere").await;
    device.act(Actuation::Navigate { url: device.home.clone() }).await.expect("a navigation");
    heading(device, "Form").await;
    device.act(Actuation::Back).await.expect("back");
    heading(device, "Elsewhere").await;
    device.act(Actuation::Reload).await.expect("a reload");
    heading(device, "Elsewhere").await;
}

async fn relaunches(device: &Device) {
    device.click("Elsewhere").await.expect("a click");
    heading(device, "Elsewhere").await;
    device.act(Actuation::Relaunch).await.expect("a relaunch");
    heading(device, "Form").await;
    assert_eq!(device.value("Name").await.as_deref(), Some("before"), "it is as at the start");
}

async fn pictures_have_the_screens_size(device: &Device) {
    let viewport = device.see().await.viewport;
    let picture = device.driver.picture().await.expect("a picture");
    let decoded = image::load_from_memory(&picture.png).expect("a PNG");
    assert_eq!((decoded.width(), decoded.height()), picture.size_px, "the size it says is the size it has");
    let expected = ((viewport.width * viewport.scale) as u32, (viewport.height * viewport.scale) as u32);
    assert_eq!(picture.size_px, expected, "the whole viewport, at the device's scale");
}

async fn streams_frames_while_wanted(device: &Device) {
    let mut events = device.driver.events();
    device.driver.want_frames(true).await.expect("frames");
    device.click("Save").await.expect("a click");
    let frame = told(&mut events, |event| if let DeviceEvent::Frame(frame) = event { Some(frame) } else { None }).await;
    let decoded = image::load_from_memory(&frame.bytes).expect("a picture");
    assert_eq!((decoded.width(), decoded.height()), frame.size_px, "the size it says is the size it has");
    assert!(frame.number >= 1 && frame.viewport.0 > 0.0, "numbered, with its viewport");
    device.driver.want_frames(false).await.expect("no frames");
}

async fn turns(device: &Device) {
    device.act(Actuation::Set { what: DeviceSetting::Rotation { landscape: false } }).await.expect("a turn");
    let seen = device.see().await.viewport;
    assert!(seen.height > seen.width, "upright: {seen:?}");
    device.act(Actuation::Set { what: DeviceSetting::Rotation { landscape: true } }).await.expect("a turn");
    let seen = device.see().await.viewport;
    assert!(seen.width > seen.height, "on its side: {seen:?}");
}

async fn takes_places_and_permissions(device: &Device) {
    let place = DeviceSetting::Location { latitude: 52.5, longitude: 13.4 };
    device.act(Actuation::Set { what: place }).await.expect("a place");
    let permission = DeviceSetting::Permission { name: "notifications".to_owned(), granted: false };
    device.act(Actuation::Set { what: permission }).await.expect("a permission");
}

async fn fills_the_clipboard(device: &Device) {
    device.act(Actuation::Set { what: DeviceSetting::Clipboard { text: "päste".to_owned() } }).await.expect("a copy");
    if device.kind == Kind::Chromium {
        let at = device.ready("Name").await.at;
        let node = device.handle("Name").await;
        device.act(Actuation::Clear { node, at }).await.expect("clearing");
        let control = Modifiers { control: true, ..Modifiers::default() };
        device.act(Actuation::Press { chord: Chord { modifiers: control, key: "v".to_owned() } }).await.expect("paste");
        assert_eq!(device.value("Name").await.as_deref(), Some("päste"), "a paste by keys gives what was set");
    }
}

async fn follows_tabs(device: &Device) {
    let mut events = device.driver.events();
    device.click("New tab").await.expect("a click");
    told(&mut events, |event| matches!(event, DeviceEvent::PopupOpened { .. }).then_some(())).await;
    assert_eq!(&*device.see().await.frames[0].title, "Form", "a new tab does not take the controls by itself");
    device.act(Actuation::Switch { to: Switch::Newest }).await.expect("a switch");
    heading(device, "Elsewhere").await;
    device.act(Actuation::Switch { to: Switch::Opener }).await.expect("a switch");
    heading(device, "Form").await;
    device.act(Actuation::Switch { to: Switch::To("Elsewhere".to_owned()) }).await.expect("a switch");
    heading(device, "Elsewhere").await;
    device.act(Actuation::Switch { to: Switch::Close }).await.expect("closing");
    heading(device, "Form").await;
    let refused = device.act(Actuation::Switch { to: Switch::Close }).await.expect_err("the last tab stays");
    assert!(matches!(refused, DeviceError::Refused(_)), "the only tab is not closed: {refused:?}");
}

async fn stops_what_leaves_the_origin(device: &Device) {
    for link in ["Other site", "Redirected away"] {
        let mut events = device.driver.events();
        device.click(link).await.expect("a click");
        let rule =
            told(&mut events, |event| if let DeviceEvent::Blocked(b) = event { Some(b.rule) } else { None }).await;
        assert_eq!(rule, "external_navigation", "{link} was stopped by that rule");
        device.settle(200).await;
        assert_eq!(&*device.see().await.frames[0].title, "Form", "{link}: the page stays where it was");
    }
}

async fn stops_downloads(device: &Device) {
    let mut events = device.driver.events();
    device.click("Download").await.expect("a click");
    let rule = told(&mut events, |event| if let DeviceEvent::Blocked(b) = event { Some(b.rule) } else { None }).await;
    assert_eq!(rule, "download", "it was stopped by that rule");
}

async fn saves_downloads(device: &Device) {
    let mut events = device.driver.events();
    device.click("Download").await.expect("a click");
    let (name, path) = told(&mut events, |event| match event {
        DeviceEvent::Downloaded { name, path, .. } => Some((name, path)),
        _ => None,
    })
    .await;
    assert_eq!(name, "report.csv", "the name the application gave it");
    if let Some(path) = path {
        assert_eq!(std::fs::read_to_string(path).expect("the file"), "a,b\n1,2\n", "its whole content");
    }
}

async fn tells_requests(device: &Device) {
    let mut events = device.driver.events();
    let mark = device.driver.mark();
    device.click("Fetch").await.expect("a click");
    device.driver.settle(mark, Duration::from_secs(5)).await.expect("an answer");
    let row = told(&mut events, |event| match event {
        DeviceEvent::Network(row) if row.url.contains("slow") => Some(row),
        _ => None,
    })
    .await;
    assert_eq!((row.method.as_str(), row.status, row.kind.as_str()), ("GET", Some(200), "fetch"), "what was asked");
    assert!(row.took_ms >= 150 && row.bytes > 0, "how long and how much: {row:?}");
}

async fn tells_the_console(device: &Device) {
    let mut events = device.driver.events();
    device.click("Save").await.expect("a click");
    let row = told(&mut events, |event| match event {
        DeviceEvent::Console(row) if row.text == "saved" => Some(row),
        _ => None,
    })
    .await;
    assert_eq!(row.level, "log", "how the page said it");
}

async fn names_what_it_cannot_do(device: &Device) {
    let status_bar = DeviceSetting::StatusBar { time: None };
    let refused = device.act(Actuation::Set { what: status_bar }).await.expect_err("it has none");
    assert!(matches!(&refused, DeviceError::Unsupported { what } if what == "status_bar"), "named: {refused:?}");
    assert_eq!(refused.delivery(), Delivery::Undelivered, "and nothing was done");
    if !device.driver.capabilities().hover {
        let at = device.ready("Save").await.at;
        let refused = device.act(Actuation::Hover { at }).await.expect_err("it has no pointer");
        assert!(matches!(&refused, DeviceError::Unsupported { what } if what == "hover"), "named: {refused:?}");
    }
}

async fn passes_raw_input_on(device: &Device) {
    use baton_device::action::RawInput;
    let at = device.ready("Save").await.at;
    let (button, count, modifiers) = (Button::Left, 1, Modifiers::default());
    for event in [
        RawInput::PointerMove { at, modifiers },
        RawInput::PointerDown { at, button, count, modifiers },
        RawInput::PointerUp { at, button, count, modifiers },
    ] {
        device.act(Actuation::Raw { event }).await.expect("raw input");
    }
    device.logged("save").await;
    device.click("Notes").await.expect("a click");
    device.act(Actuation::Raw { event: RawInput::InsertText { text: "pasted".to_owned() } }).await.expect("raw text");
    assert_eq!(device.value("Notes").await.as_deref(), Some("pasted"), "text came where the keyboard was");
}

async fn sees_and_presses_inside_frames(device: &Device) {
    for frame in ["near", "far"] {
        let seen = device.see().await;
        let at = seen.frames.iter().position(|known| &*known.name == frame).expect("the frame is listed");
        let inside = seen.elements.iter().find(|e| e.frame.index() == at && &*e.name == "Inside").expect("its button");
        let box_of_frame = seen.frames[at].box_in_viewport;
        assert!(box_of_frame.contains(inside.box_in_viewport.centre()), "{frame}: in the page's own coordinates");
        let ready = device.driver.actionable(inside.handle).await.expect("an answer").expect("it can be pressed");
        assert!(inside.box_in_viewport.contains(ready.at), "{frame}: the point is inside the box");
        let modifiers = Modifiers::default();
        device
            .act(Actuation::Click { at: ready.at, button: Button::Left, count: 1, modifiers })
            .await
            .expect("a click");
        device.settle(200).await;
        let after = device.see().await;
        let pressed = after.elements.iter().any(|e| e.frame.index() == at && &*e.name == "Pressed inside");
        assert!(pressed, "{frame}: the press reached the button inside");
    }
}

async fn opens_closed_shadow_roots(device: &Device) {
    let seen = device.see().await;
    named(&seen, "Open inside");
    device.click("Closed inside").await.expect("a click");
    device.settle(200).await;
    named(&*device.see().await, "Closed pressed");
    let canvas = seen.unreadable.iter().any(|one| matches!(one, baton_screen::Unreadable::Canvas { .. }));
    assert!(canvas, "a canvas is said to be unreadable: {:?}", seen.unreadable);
}

async fn uses_the_mouse(device: &Device) {
    let at = device.ready("Target").await.at;
    device.act(Actuation::Hover { at }).await.expect("a hover");
    device.logged("mouseenter:true").await;
    device.click_with("Target", Button::Left, 2).await.expect("a double click");
    device.logged("dblclick:true").await;
    device.click_with("Target", Button::Right, 1).await.expect("a right click");
    device.logged("contextmenu:true").await;
    device.act(Actuation::Wheel { at, delta_x: 0.0, delta_y: 60.0 }).await.expect("the wheel");
    device.logged("wheel:true").await;
}

async fn holds_and_drags(device: &Device) {
    let at = device.ready("Target").await.at;
    device.act(Actuation::LongPress { at, hold_ms: 300 }).await.expect("a long press");
    device.logged("held").await;
    let from = device.ready("Slider").await.at;
    let to = baton_screen::PointInViewport { x: from.x + 80.0, ..from };
    device.act(Actuation::Drag { from, to }).await.expect("a drag");
    device.logged("slid=80").await;
    let from = device.ready("Card").await.at;
    let to = named(&*device.see().await, "Tray").box_in_viewport.centre();
    device.act(Actuation::Drag { from, to }).await.expect("a drag");
    device.logged("dropped=queen").await;
}

async fn uses_fingers(device: &Device) {
    let from = device.ready("Pad").await.at;
    let to = baton_screen::PointInViewport { x: from.x - 30.0, ..from };
    device.act(Actuation::Swipe { from, to, over_ms: 60 }).await.expect("a swipe");
    device.logged("touched=1:-30").await;
    device.act(Actuation::Pinch { at: from, scale: 2.0 }).await.expect("a pinch");
    device.logged("touched=2:").await;
}

async fn answers_dialogs(device: &Device) {
    let mut events = device.driver.events();
    for (button, kind, accept, text, word) in [
        ("Alert", "alert", true, None, "alerted"),
        ("Confirm", "confirm", true, None, "confirmed=true"),
        ("Confirm", "confirm", false, None, "confirmed=false"),
        ("Prompt", "prompt", true, Some("Ada"), "prompted=Ada"),
        ("Prompt", "prompt", false, None, "prompted=null"),
    ] {
        let error = device.click(button).await.expect_err("a dialog stands in the way");
        let DeviceError::DialogOpen { kind: seen, delivery, .. } = &error else { panic!("{button}: {error:?}") };
        assert_eq!((seen.as_str(), *delivery), (kind, Delivery::Delivered), "{button}: the press was delivered");
        told(&mut events, |event| matches!(event, DeviceEvent::DialogOpened { .. }).then_some(())).await;
        let dialog = device.see().await.dialog.clone().expect("the observation tells the dialog");
        assert_eq!(dialog.kind, kind, "{button}: its kind");
        let blocked =
            device.act(Actuation::Press { chord: Chord { modifiers: Modifiers::default(), key: "a".to_owned() } });
        let blocked = blocked.await.expect_err("nothing else gets through");
        assert_eq!(blocked.delivery(), Delivery::Undelivered, "{button}: and none of it leaves: {blocked:?}");
        let text = text.map(str::to_owned);
        device.act(Actuation::AnswerDialog { accept, text }).await.expect("an answer");
        device.logged(word).await;
        assert!(device.see().await.dialog.is_none(), "{button}: it is gone");
    }
    let none = device.act(Actuation::AnswerDialog { accept: true, text: None }).await.expect_err("none is open");
    assert!(matches!(none, DeviceError::Refused(_)), "said so: {none:?}");
}

async fn is_gone_after_close(device: &Device) {
    let mut events = device.driver.events();
    device.driver.close().await;
    told(&mut events, |event| matches!(event, DeviceEvent::Lost { .. }).then_some(())).await;
    let error = device.driver.observe().await.expect_err("it is closed");
    assert!(matches!(error, DeviceError::Lost { .. }), "every call says so: {error:?}");
    device.driver.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_driver_passes_every_case_it_can_run() {
    let pages = Pages::serve();
    let only = std::env::var("CONFORMANCE_ONLY").unwrap_or_default();
    let mut ran: BTreeMap<&str, Vec<Kind>> = BTreeMap::new();
    let mut failures = Vec::new();
    for kind in [Kind::FakeWeb, Kind::FakePhone, Kind::Chromium] {
        for case in CASES.iter().filter(|case| case.name.contains(&only)) {
            let device = Device::open(kind, &pages, case.scene).await;
            if (case.needs)(device.driver.capabilities()) {
                ran.entry(case.name).or_default().push(kind);
                let driver = device.driver.clone();
                let run = case.run;
                let task = tokio::spawn(async move { run(&device).await });
                match tokio::time::timeout(Duration::from_secs(30), task).await {
                    Ok(Ok(())) => {}
                    Ok(Err(panic)) => {
                        let panic = panic.into_panic();
                        let text = panic.downcast_ref::<String>().cloned();
                        let text = text.or(panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                        failures.push(format!("{kind:?} {}: {}", case.name, text.unwrap_or_default()));
                    }
                    Err(_) => failures.push(format!("{kind:?} {}: it hung", case.name)),
                }
                driver.close().await;
            } else {
                device.driver.close().await;
            }
        }
    }
    assert!(failures.is_empty(), "{} cases failed:\n{}", failures.len(), failures.join("\n"));
    for case in CASES.iter().filter(|case| case.name.contains(&only)) {
        assert!(ran.contains_key(case.name), "{} ran on no driver, so it guards nothing", case.name);
        let chromium = ran[case.name].contains(&Kind::Chromium);
        assert!(chromium, "{} did not run on the real browser, which declares every capability", case.name);
    }
}
