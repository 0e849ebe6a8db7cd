//! What the application says of a field's value: the message, and the field it speaks of.

use serde::Serialize;

use crate::element::{Element, ElementRef, States};
use crate::label::label_of;
use crate::observation::Observation;
use crate::reading::reading;
use crate::text;

/// How far below its field a message may stand, in the driver's unit.
const CLOSE_BELOW: f64 = 40.0;

/// A message that calls a field's value wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Validation {
    /// The field's label; empty when it has none.
    pub label: String,
    /// The message; empty when the field is only marked.
    pub text: String,
    /// The field.
    pub field: ElementRef,
}

/// The first validation message on the screen: a field marked invalid, or an alarming text in a field's row or
/// directly below it.
pub fn validation(screen: &Observation) -> Option<Validation> {
    let fields: Vec<ElementRef> = screen.visible().filter(|(_, e)| is_field(e)).map(|(at, _)| at).collect();
    let messages: Vec<ElementRef> =
        screen.visible().filter(|(at, e)| is_message(screen, *at, e)).map(|(at, _)| at).collect();
    let marked = fields.iter().copied().find(|at| screen.get(*at).states.has(States::INVALID));
    let told = messages.iter().find_map(|message| field_of(screen, *message, &fields).map(|field| (field, *message)));
    match (marked, told) {
        (Some(field), _) => Some(of_marked(screen, field, &fields, &messages)),
        (None, Some((field, message))) => Some(of(screen, field, reading(screen, message))),
        (None, None) => None,
    }
}

fn of(screen: &Observation, field: ElementRef, text: String) -> Validation {
    Validation { label: label_of(screen, field).unwrap_or_default(), text, field }
}

/// A marked field tells why in its own message, or in its description.
fn of_marked(screen: &Observation, field: ElementRef, fields: &[ElementRef], messages: &[ElementRef]) -> Validation {
    let own = messages.iter().find(|message| field_of(screen, **message, fields) == Some(field));
    let described = || screen.get(field).description.as_deref().map(text::fold);
    of(screen, field, own.map(|at| reading(screen, *at)).or_else(described).unwrap_or_default())
}

fn is_field(element: &Element) -> bool {
    const FIELDS: &[&str] = &[
        "textbox",
        "searchbox",
        "combobox",
        "listbox",
        "spinbutton",
        "checkbox",
        "radio",
        "radiogroup",
        "switch",
        "slider",
    ];
    element.is_control() && (element.states.has(States::EDITABLE) || FIELDS.contains(&element.role.as_str()))
}

/// An alarming text with words in it. A red asterisk, or a note on required fields, is no complaint.
fn is_message(screen: &Observation, at: ElementRef, element: &Element) -> bool {
    let alarms = element.states.has(States::ALARMING) || element.role == "alert";
    if !alarms || element.is_control() || screen.ancestors(at).any(|up| screen.get(up).is_control()) {
        return false;
    }
    let words = if element.text.is_empty() { text::fold(&element.name) } else { text::fold(&element.text) };
    text::has_words(&words) && !words.starts_with(['*', '(']) && !words.ends_with(['*', ':'])
}

/// The nearest field in the message's row, else the nearest one right above it.
fn field_of(screen: &Observation, message: ElementRef, fields: &[ElementRef]) -> Option<ElementRef> {
    let (frame, place) = (screen.get(message).frame, screen.get(message).box_in_viewport);
    let here = fields.iter().copied().filter(|at| screen.get(*at).frame == frame);
    let gaps = here.filter_map(|at| {
        let field = screen.get(at).box_in_viewport;
        let beside = (place.x - field.right()).max(field.x - place.right()).max(0.0);
        let below = place.y - field.bottom();
        if place.shared_rows(&field) >= 0.5 {
            Some((0, beside, at))
        } else {
            let is_close = (-2.0..=CLOSE_BELOW).contains(&below) && place.shared_columns(&field) > 0.0;
            is_close.then_some((1, below, at))
        }
    });
    gaps.min_by(|(way, gap, _), (other_way, other, _)| way.cmp(other_way).then(gap.total_cmp(other))).map(|(.., at)| at)
}
