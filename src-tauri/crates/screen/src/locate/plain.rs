//! The rungs that look at one element at a time: by id, by role and name, by role inside something, by own text.

use super::scope::Scope;
use crate::element::{Element, ElementRef};
use crate::locator::Locator;
use crate::reading::is_text_like;

/// By test id. An id is as exact as naming gets, so any element may answer, also one that nobody flagged as a control.
pub fn by_id(scope: &Scope<'_>, rung: &Locator) -> Vec<ElementRef> {
    let Some(id) = rung.id.as_deref() else { return Vec::new() };
    pick(scope, |element| element.id.as_deref() == Some(id) && scope.is_of_role(element) && scope.is_of_name(element))
}

pub fn by_role_and_name(scope: &Scope<'_>, _: &Locator) -> Vec<ElementRef> {
    pick(scope, |element| scope.suits(element))
}

pub fn by_role(scope: &Scope<'_>, _: &Locator) -> Vec<ElementRef> {
    pick(scope, |element| scope.suits(element))
}

/// By the text on it. To act without a role means the control that the text stands on: itself, or the nearest one
/// around it.
pub fn by_text(scope: &Scope<'_>, rung: &Locator) -> Vec<ElementRef> {
    let Some(wanted) = &rung.text else { return Vec::new() };
    let says = |element: &Element| {
        (!element.text.is_empty() && wanted.matches(&element.text))
            || (is_text_like(element) || element.is_control())
                && !element.name.is_empty()
                && wanted.matches(&element.name)
    };
    let texts = pick(scope, says);
    let mut found: Vec<ElementRef> = if scope.controls_only || scope.has_role() {
        texts.iter().filter_map(|at| carrier(scope, *at)).collect()
    } else {
        innermost(scope, texts)
    };
    found.sort_unstable();
    found.dedup();
    found
}

/// The element that suits the rung among the text itself and what is around it.
fn carrier(scope: &Scope<'_>, text: ElementRef) -> Option<ElementRef> {
    let mut around = std::iter::once(text).chain(scope.screen.ancestors(text));
    around.find(|at| scope.suits(scope.screen.get(*at)) && scope.sees(*at, scope.screen.get(*at)))
}

/// Without those that contain another: a cell named after the text in it is the same text.
fn innermost(scope: &Scope<'_>, texts: Vec<ElementRef>) -> Vec<ElementRef> {
    let around: std::collections::HashSet<ElementRef> =
        texts.iter().flat_map(|at| scope.screen.ancestors(*at)).collect();
    texts.into_iter().filter(|at| !around.contains(at) && scope.suits(scope.screen.get(*at))).collect()
}

fn pick(scope: &Scope<'_>, suits: impl Fn(&Element) -> bool) -> Vec<ElementRef> {
    scope.elements().filter(|(_, element)| suits(element)).map(|(at, _)| at).collect()
}
