//! The screens that every driver is tried on, as the fakes hold them. The browser's are the pages of the same names.

use baton_screen::{BoxInViewport, States};

use super::app::{Effect, Gesture, Screen, Widget};

fn log(word: &str) -> Effect {
    Effect::Log(word.to_owned())
}

fn ask(kind: &str, message: &str, word: &str) -> Effect {
    Effect::Ask { kind: kind.to_owned(), message: message.to_owned(), word: word.to_owned() }
}

/// All screens of the small application.
pub fn all() -> Vec<Screen> {
    vec![form(), elsewhere(), slow(), frames(), pointer(), dialogs()]
}

fn form() -> Screen {
    let button = |name: &str, x: f64| Widget::new("button", name, [x, 80.0, 60.0, 30.0]);
    let link = |name: &str, x: f64, to: &str| Widget {
        leads_to: Some(to.to_owned()),
        ..Widget::new("link", name, [x, 200.0, 80.0, 20.0]).on(Gesture::Click, Effect::Go(to.to_owned()))
    };
    let mut screen = Screen::new(
        "form",
        "Form",
        vec![
            Widget::new("heading", "Form", [10.0, 20.0, 300.0, 40.0]),
            button("Save", 10.0)
                .on(Gesture::Click, Effect::Rename("Saved".to_owned()))
                .on(Gesture::Click, log("save"))
                .on(Gesture::Click, Effect::Say("saved".to_owned())),
            button("Locked", 80.0).without(States::ENABLED),
            Widget::new("textbox", "Name", [10.0, 120.0, 100.0, 24.0]).holding("before"),
            Widget::new("textbox", "Secret", [120.0, 120.0, 100.0, 24.0]).holding("").with(States::SECURE),
            Widget::new("textbox", "Notes", [230.0, 120.0, 100.0, 24.0]).holding("").with(States::MULTILINE),
            Widget::new("combobox", "Colour", [10.0, 160.0, 100.0, 24.0]).choosing(&["Red", "Green", "-Blue"]),
            Widget::new("listbox", "Sizes", [120.0, 160.0, 100.0, 24.0])
                .choosing(&["S", "M", "L"])
                .with(States::MULTISELECTABLE),
            Widget::new("button", "Papers", [230.0, 160.0, 100.0, 24.0]).holding("").without(States::EDITABLE),
            link("Elsewhere", 10.0, "elsewhere"),
            link("Other site", 100.0, "other://elsewhere"),
            link("Redirected away", 190.0, "other://elsewhere"),
            Widget::new("link", "Download", [280.0, 200.0, 60.0, 20.0])
                .on(Gesture::Click, Effect::Download("report.csv".to_owned())),
            Widget::new("link", "New tab", [10.0, 230.0, 60.0, 20.0])
                .on(Gesture::Click, Effect::Open("elsewhere".to_owned())),
            Widget::new("button", "Under", [10.0, 260.0, 60.0, 30.0]),
            Widget::new("dialog", "Overlay", [0.0, 255.0, 350.0, 40.0]),
            Widget::new("paragraph", "log", [10.0, 310.0, 300.0, 20.0]).reading("ready"),
            Widget::new("button", "Later", [10.0, 340.0, 60.0, 30.0])
                .on(Gesture::Click, Effect::Later(20, Box::new(log("late")))),
            Widget::new("button", "Fetch", [80.0, 340.0, 60.0, 30.0])
                .on(Gesture::Click, Effect::Fetch(200, Box::new(log("fetched")))),
            Widget::new("button", "Go slow", [150.0, 340.0, 60.0, 30.0])
                .on(Gesture::Click, Effect::Fetch(200, Box::new(Effect::Go("slow".to_owned())))),
            Widget::new("button", "Far", [10.0, 2400.0, 60.0, 30.0]).on(Gesture::Click, log("far")),
        ],
    );
    screen.build = "form 12".to_owned();
    screen
}

fn elsewhere() -> Screen {
    Screen::new("elsewhere", "Elsewhere", vec![Widget::new("heading", "Elsewhere", [10.0, 20.0, 300.0, 40.0])])
}

fn slow() -> Screen {
    Screen::new("slow", "Slow", vec![Widget::new("heading", "Slow", [10.0, 20.0, 300.0, 40.0])])
}

fn frames() -> Screen {
    let inside = |frame: u16, x: f64| {
        Widget::new("button", "Inside", [x, 110.0, 60.0, 30.0])
            .inside(frame)
            .on(Gesture::Click, Effect::Rename("Pressed inside".to_owned()))
    };
    let widgets = vec![Widget::new("heading", "Frames", [10.0, 20.0, 300.0, 40.0]), inside(1, 60.0), inside(2, 210.0)];
    let mut screen = Screen::new("frames", "Frames", widgets);
    screen.frames = vec![
        ("near".to_owned(), BoxInViewport::new(50.0, 100.0, 140.0, 150.0)),
        ("far".to_owned(), BoxInViewport::new(200.0, 100.0, 140.0, 150.0)),
    ];
    screen
}

fn pointer() -> Screen {
    Screen::new(
        "pointer",
        "Pointer",
        vec![
            Widget::new("button", "Target", [20.0, 20.0, 100.0, 60.0])
                .on(Gesture::Click, log("click:true"))
                .on(Gesture::Double, log("dblclick:true"))
                .on(Gesture::Right, log("contextmenu:true"))
                .on(Gesture::Hover, log("mouseenter:true"))
                .on(Gesture::Wheel, log("wheel:true"))
                .on(Gesture::Hold, log("held")),
            Widget::new("button", "Slider", [20.0, 120.0, 100.0, 60.0]).on(Gesture::Drag, log("slid={dx}")),
            Widget::new("button", "Card", [20.0, 220.0, 100.0, 60.0]).on(Gesture::Drag, log("dropped=queen")),
            Widget::new("group", "Tray", [220.0, 220.0, 100.0, 60.0]),
            Widget::new("button", "Pad", [220.0, 20.0, 100.0, 60.0])
                .on(Gesture::Swipe, log("touched=1:{dx}"))
                .on(Gesture::Pinch, log("touched=2:0")),
            Widget::new("paragraph", "", [20.0, 320.0, 300.0, 100.0]).reading("ready"),
        ],
    )
}

fn dialogs() -> Screen {
    let button = |name: &str, x: f64, effect: Effect| {
        Widget::new("button", name, [x, 20.0, 60.0, 30.0]).on(Gesture::Click, effect)
    };
    Screen::new(
        "dialogs",
        "Dialogs",
        vec![
            button("Alert", 10.0, ask("alert", "Take care", "alerted")),
            button("Confirm", 80.0, ask("confirm", "Really?", "confirmed")),
            button("Prompt", 150.0, ask("prompt", "Your name?", "prompted")),
            Widget::new("paragraph", "", [10.0, 100.0, 300.0, 100.0]).reading("ready"),
        ],
    )
}
