//! Prints how long one rung takes on a screen of 14,000 elements: `cargo run --release -p baton-screen --example
//! locate_speed`.
#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Instant;

use baton_screen::{
    BoxInViewport, Element, FrameRef, FrameSeen, Handle, Ladder, Locator, NameMatch, Observation, Purpose, Role,
    States, Viewport, changed, identity, ladder_for, locate, outline, state,
};

fn main() {
    let screen = big_screen(14_000);
    let exactly = |name: &str| Some(NameMatch::Exactly(name.to_owned()));
    let role = |role: &str| Some(role.to_owned());
    let rungs = [
        ("role+name", Locator { role: role("button"), name: exactly("Save 3000"), ..Locator::default() }),
        ("near", Locator { near: role("Label 3000"), role: role("textbox"), ..Locator::default() }),
        ("near, any", Locator { near: role("Label 3000"), ..Locator::default() }),
        ("text", Locator { text: exactly("Label 3000"), ..Locator::default() }),
    ];
    for (name, rung) in rungs {
        let ladder = Ladder::one(rung);
        time(name, || usize::from(locate(&screen, &ladder, Purpose::Read).found.is_some()));
    }
    let again = screen.clone();
    time("ladder_for", || ladder_for(&screen, baton_screen::ElementRef(9_000)).0.len());
    time("identity", || identity(&screen).0 as usize & 1);
    time("state", || state(&screen).0 as usize & 1);
    time("changed", || changed(&screen, &again).len());
    time("outline", || outline(&screen).len());
}

fn time(name: &str, mut work: impl FnMut() -> usize) {
    let mut took: Vec<f64> = (0..30)
        .map(|_| {
            let start = Instant::now();
            std::hint::black_box(work());
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    took.sort_by(f64::total_cmp);
    println!("{name:12} p50 {:.3} ms, most {:.3} ms (answer {})", took[15], took[29], work());
}

fn big_screen(size: u32) -> Observation {
    let frame = FrameSeen {
        name: "top".into(),
        address: "http://app.test/".into(),
        title: "".into(),
        parent: None,
        box_in_viewport: BoxInViewport::new(0.0, 0.0, 1280.0, 800.0),
        http_status: Some(200),
    };
    let elements = (0..size).map(|index| Arc::new(element(index))).collect();
    let viewport = Viewport { width: 1280.0, height: 800.0, scale: 1.0 };
    Observation { viewport, frames: vec![frame], elements, ..Observation::default() }
}

fn element(index: u32) -> Element {
    let row = index / 4;
    let usual = States::VISIBLE | States::ENABLED | States::MEASURED;
    let (role, name, text, states) = match index % 4 {
        0 => ("row", String::new(), String::new(), usual),
        1 => ("text", String::new(), format!("Label {row}"), usual | States::TEXT),
        2 => ("textbox", String::new(), String::new(), usual | States::CONTROL | States::EDITABLE),
        _ => ("button", format!("Save {row}"), String::new(), usual | States::CONTROL),
    };
    let x = f64::from(index % 4) * 200.0;
    Element {
        handle: Handle(u64::from(index)),
        frame: FrameRef(0),
        parent: (!index.is_multiple_of(4)).then_some(baton_screen::ElementRef(row * 4)),
        role: Role::new(role),
        name: name.as_str().into(),
        text: text.as_str().into(),
        value: None,
        description: None,
        id: None,
        options: Vec::new(),
        level: None,
        cell: None,
        states,
        box_in_viewport: BoxInViewport::new(x, f64::from(row) * 30.0, 150.0, 20.0),
    }
}
