//! Screens drawn in text, for tests. One line is one element; deeper lines are inside.
//!
//! `role "name" text="own text" value="…" id=… cell=row,column,columns state… @x,y,width,height`
//!
//! A text-like role without `text=` shows its name. A line `frame name address title="…" status=…` opens a document.

use std::sync::Arc;

use crate::element::{CellAt, Element, ElementRef, Handle, Role, States};
use crate::geometry::{BoxInViewport, Viewport};
use crate::observation::{FrameRef, FrameSeen, Observation};

const CONTROLS: &[&str] =
    &["button", "link", "textbox", "checkbox", "combobox", "radio", "option", "menuitem", "switch"];
const CONTAINERS: &[&str] =
    &["table", "row", "grid", "form", "dialog", "region", "group", "navigation", "main", "list"];

/// The screen of 1280 × 800 that the lines draw.
pub fn sketch(lines: &str) -> Observation {
    let mut screen =
        Observation { viewport: Viewport { width: 1280.0, height: 800.0, scale: 1.0 }, ..Observation::default() };
    let mut open: Vec<(usize, ElementRef)> = Vec::new();
    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
        let indent = line.len() - line.trim_start().len();
        if let Some(frame) = line.trim().strip_prefix("frame ") {
            add_frame(&mut screen, frame);
            open.clear();
            continue;
        }
        if screen.frames.is_empty() {
            add_frame(&mut screen, "top http://app.test/");
        }
        open.retain(|(outer, _)| *outer < indent);
        let at = ElementRef(screen.elements.len() as u32);
        let element =
            element(line.trim(), at, open.last().map(|(_, up)| *up), FrameRef(screen.frames.len() as u16 - 1));
        screen.elements.push(Arc::new(element));
        open.push((indent, at));
    }
    screen
}

/// The one element of that name or text; the sketch must have exactly one.
pub fn the(screen: &Observation, words: &str) -> ElementRef {
    let found: Vec<ElementRef> = screen
        .iter()
        .filter(|(_, e)| e.id.as_deref() == Some(words) || (&*e.name == words || &*e.text == words))
        .map(|(at, _)| at)
        .collect();
    assert_eq!(found.len(), 1, "the sketch has exactly one {words:?}");
    found[0]
}

fn add_frame(screen: &mut Observation, line: &str) {
    let words = tokens(line);
    let given = |key: &str| words.iter().find_map(|word| word.strip_prefix(key)).unwrap_or("").to_owned();
    screen.frames.push(FrameSeen {
        name: words[0].as_str().into(),
        address: words.get(1).map_or("", String::as_str).into(),
        title: given("title=").as_str().into(),
        parent: (!screen.frames.is_empty()).then_some(FrameRef(0)),
        box_in_viewport: BoxInViewport::new(0.0, 0.0, 1280.0, 800.0),
        http_status: given("status=").parse().ok(),
    });
}

fn element(line: &str, at: ElementRef, parent: Option<ElementRef>, frame: FrameRef) -> Element {
    let words = tokens(line);
    let role = words[0].as_str();
    let mut states = States::VISIBLE | States::ENABLED | States::MEASURED;
    if CONTROLS.contains(&role) {
        states = states | States::CONTROL;
    }
    if role == "textbox" {
        states = states | States::EDITABLE;
    }
    let (mut name, mut text, mut value, mut id, mut cell, mut place) =
        (String::new(), None, None, None, None, [0.0; 4]);
    for word in &words[1..] {
        if let Some(quoted) = word.strip_prefix('"') {
            name = quoted.to_owned();
        } else if let Some(given) = word.strip_prefix("text=") {
            text = Some(given.to_owned());
        } else if let Some(given) = word.strip_prefix("value=") {
            value = Some(Arc::from(given));
        } else if let Some(given) = word.strip_prefix("id=") {
            id = Some(Arc::from(given));
        } else if let Some(given) = word.strip_prefix("cell=") {
            let n: Vec<u32> = given.split(',').map(|n| n.parse().unwrap()).collect();
            cell = Some(CellAt { row: n[0], column: n[1], columns: n.get(2).copied().unwrap_or(1) });
        } else if let Some(given) = word.strip_prefix('@') {
            let n: Vec<f64> = given.split(',').map(|n| n.parse().unwrap()).collect();
            place = [n[0], n[1], n[2], n[3]];
        } else if word == "hidden" {
            states = states.without(States::VISIBLE);
        } else if word == "disabled" {
            states = states.without(States::ENABLED);
        } else {
            states = states | States::named(word).unwrap_or_else(|| panic!("{word} is no state"));
        }
    }
    let shows_name = !states.has(States::CONTROL) && !CONTAINERS.contains(&role);
    let text = text.unwrap_or_else(|| if shows_name { name.clone() } else { String::new() });
    if role == "text" {
        name = String::new();
    }
    if !text.is_empty() {
        states = states | States::TEXT;
    }
    let [x, y, width, height] = place;
    Element {
        handle: Handle(u64::from(at.0) + 1),
        frame,
        parent,
        role: Role::new(role),
        name: name.as_str().into(),
        text: text.as_str().into(),
        value,
        description: None,
        id,
        options: Vec::new(),
        level: None,
        cell,
        states,
        box_in_viewport: BoxInViewport::new(x, y, width, height),
    }
}

/// Words at spaces; a quoted run is one word, its closing quote dropped, and a leading one kept as the mark of a name.
fn tokens(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut word, mut quoted) = (String::new(), false);
    for letter in line.chars() {
        match letter {
            '"' if !quoted && word.is_empty() => {
                quoted = true;
                word.push('"');
            }
            '"' => quoted = !quoted,
            ' ' if !quoted => words.extend((!word.is_empty()).then(|| std::mem::take(&mut word))),
            letter => word.push(letter),
        }
    }
    words.extend((!word.is_empty()).then_some(word));
    words
}
