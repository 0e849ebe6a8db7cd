//! Where a rung looks: visible elements only, of one frame and inside one container when it says so.

use std::collections::HashMap;

use super::{Boxes, Purpose, Refused, answer_rung};
use crate::element::{Element, ElementRef};
use crate::locator::{Locator, NameMatch};
use crate::observation::Observation;
use crate::text;

/// What one rung may see.
pub(crate) struct Scope<'a> {
    pub screen: &'a Observation,
    /// Controls only: the rung is for an act and asks for no role.
    pub controls_only: bool,
    role: Option<&'a str>,
    name: Option<&'a NameMatch>,
    /// By frame, whether it is looked into.
    frames: Option<Vec<bool>>,
    /// By element, whether it is inside the container.
    inside: Option<Vec<bool>>,
}

impl<'a> Scope<'a> {
    pub fn of(screen: &'a Observation, rung: &'a Locator, purpose: Purpose) -> Result<Scope<'a>, Refused> {
        let frames = rung.frame.as_deref();
        let frames = frames.map(|name| screen.frames.iter().map(|frame| text::same(&frame.name, name)).collect());
        let inside = match rung.within.as_deref() {
            None => None,
            Some(container) => Some(below(screen, the_container(screen, container)?)),
        };
        let controls_only = purpose == Purpose::Act && rung.role.is_none();
        Ok(Scope { screen, controls_only, role: rung.role.as_deref(), name: rung.name.as_ref(), frames, inside })
    }

    /// Visible and where this rung looks.
    pub fn sees(&self, at: ElementRef, element: &Element) -> bool {
        element.is_visible()
            && self.frames.as_ref().is_none_or(|open| open.get(element.frame.index()).copied().unwrap_or(false))
            && self.inside.as_ref().is_none_or(|inside| inside[at.index()])
    }

    /// Of the role and name the rung asks for; a control when it is for an act and asks for no role.
    pub fn suits(&self, element: &Element) -> bool {
        (!self.controls_only || element.is_control()) && self.is_of_role(element) && self.is_of_name(element)
    }

    pub fn is_of_role(&self, element: &Element) -> bool {
        self.role.is_none_or(|role| element.role == *role)
    }

    pub fn is_of_name(&self, element: &Element) -> bool {
        self.name.is_none_or(|name| name.matches(&element.name))
    }

    pub fn has_role(&self) -> bool {
        self.role.is_some()
    }

    pub fn has_name(&self) -> bool {
        self.name.is_some()
    }

    /// Everything this rung sees, in document order.
    pub fn elements(&self) -> impl DoubleEndedIterator<Item = (ElementRef, &'a Element)> + '_ {
        self.screen.iter().filter(|(at, element)| self.sees(*at, element))
    }
}

fn the_container(screen: &Observation, container: &Locator) -> Result<ElementRef, Refused> {
    let unattended = Boxes::Unattended(&|_| None);
    match answer_rung(screen, container, Purpose::Read, unattended)?[..] {
        [one] => Ok(one),
        ref found => Err(Refused::Container { container: container.to_string(), matched: found.len() }),
    }
}

/// By element, whether it is somewhere below `top`. One pass, as parents stand before their children.
pub(crate) fn below(screen: &Observation, top: ElementRef) -> Vec<bool> {
    let mut inside = vec![false; screen.elements.len()];
    for (at, element) in screen.iter().skip(top.index() + 1) {
        inside[at.index()] = element.parent.is_some_and(|up| up == top || inside[up.index()]);
    }
    inside
}

/// Leaves out all but the first of elements nobody could tell apart: same frame, box, words and states, and the same
/// roles and names all the way up. Such twins come from trees that list a node twice; acting on either is acting on
/// both.
pub(crate) fn without_twins(screen: &Observation, found: Vec<ElementRef>) -> Vec<ElementRef> {
    if found.len() < 2 {
        return found;
    }
    let mut at_place: HashMap<[u64; 4], Vec<ElementRef>> = HashMap::new();
    found.into_iter().filter(|at| is_first_at_its_place(screen, *at, &mut at_place)).collect()
}

fn is_first_at_its_place(
    screen: &Observation,
    at: ElementRef,
    at_place: &mut HashMap<[u64; 4], Vec<ElementRef>>,
) -> bool {
    let place = screen.get(at).box_in_viewport;
    if place.is_empty() {
        return true;
    }
    let place = [place.x, place.y, place.width, place.height].map(f64::to_bits);
    let known = at_place.entry(place).or_default();
    let is_twin = known.iter().any(|other| are_twins(screen, *other, at));
    if !is_twin {
        known.push(at);
    }
    !is_twin
}

pub(crate) fn are_twins(screen: &Observation, left: ElementRef, right: ElementRef) -> bool {
    let (one, other) = (screen.get(left), screen.get(right));
    let alike = one.frame == other.frame
        && one.role == other.role
        && one.name == other.name
        && one.text == other.text
        && one.value == other.value
        && one.id == other.id
        && one.states == other.states;
    let path = |at| screen.ancestors(at).map(|up| screen.get(up)).map(|up| (&up.role, &up.name));
    alike && path(left).eq(path(right))
}
