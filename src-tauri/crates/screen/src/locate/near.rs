//! By the text beside it: in the same row to the right, else below. Made for forms whose labels belong to nothing.

use std::collections::HashSet;

use super::scope::Scope;
use crate::element::{Element, ElementRef, States};
use crate::geometry::BoxInViewport;
use crate::locator::Locator;
use crate::observation::Observation;
use crate::reading::is_text_like;
use crate::text;

/// A text that stands more often than this is no label of any one thing.
const MOST_LABELS: usize = 64;
/// Rows or columns count as the same when so much of the smaller extent is shared.
const SAME: f64 = 0.5;
/// Boxes of neighbours may overlap by rounding and negative margins.
const SLACK: f64 = 2.0;
/// An empty cell up to this wide only keeps others apart.
const SPACER: f64 = 24.0;

pub fn by_near(scope: &Scope<'_>, rung: &Locator) -> Vec<ElementRef> {
    let Some(near) = rung.near.as_deref() else { return Vec::new() };
    let labels = anchors_of(scope.screen, near, |at, element| scope.sees(at, element));
    if labels.is_empty() || labels.len() > MOST_LABELS {
        return labels;
    }
    let targets = targets(scope);
    let mut found: Vec<ElementRef> = labels.iter().flat_map(|label| beside(scope, *label, &targets)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The visible texts that read exactly so, colon and asterisk aside. Of a text and what is named after it, the
/// innermost; a link counts only where no plain text says the same.
fn anchors_of(screen: &Observation, near: &str, sees: impl Fn(ElementRef, &Element) -> bool) -> Vec<ElementRef> {
    let wanted = text::label(near);
    if wanted.is_empty() {
        return Vec::new();
    }
    // A name is a label only where nothing is inside: a cell is named after the field in it, too, and labels nothing
    // by that.
    let is_leaf = |at: ElementRef| screen.elements.get(at.index() + 1).is_none_or(|next| next.parent != Some(at));
    let says = |at: ElementRef, element: &Element| {
        let is_named_text = || is_text_like(element) && text::is_label(&element.name, &wanted) && is_leaf(at);
        text::is_label(&element.text, &wanted) || is_named_text()
    };
    let all: Vec<ElementRef> =
        screen.iter().filter(|(at, element)| says(*at, element) && sees(*at, element)).map(|(at, _)| at).collect();
    let plain: Vec<ElementRef> = all.iter().copied().filter(|at| !is_on_control(screen, *at)).collect();
    let is_link = |at: &ElementRef| screen.get(*at).role == "link";
    let anchors = if plain.is_empty() { all.into_iter().filter(is_link).collect() } else { plain };
    let around: HashSet<ElementRef> = anchors.iter().flat_map(|at| screen.ancestors(*at)).collect();
    anchors.into_iter().filter(|at| !around.contains(at)).collect()
}

fn is_on_control(screen: &Observation, at: ElementRef) -> bool {
    let mut path = std::iter::once(at).chain(screen.ancestors(at)).map(|up| screen.get(up));
    path.any(|element| element.is_control() && !is_container_control(element))
}

/// Rows, options and the like are operated and contain labelled things as well.
fn is_container_control(element: &Element) -> bool {
    ["row", "listitem", "treeitem", "cell", "gridcell", "group", "tabpanel"].contains(&element.role.as_str())
}

/// What could be the answer, by document order; containers of such things left out.
fn targets(scope: &Scope<'_>) -> Vec<ElementRef> {
    let screen = scope.screen;
    let reads_all = !scope.controls_only && !scope.has_role();
    let could_be = |element: &Element| scope.suits(element) && (!reads_all || can_be_read(element));
    let mut is_target: Vec<bool> = screen.iter().map(|(at, e)| scope.sees(at, e) && could_be(e)).collect();
    if !scope.has_role() {
        drop_parts(screen, &mut is_target);
    }
    drop_containers(screen, &mut is_target);
    screen.iter().map(|(at, _)| at).filter(|at| is_target[at.index()]).collect()
}

fn can_be_read(element: &Element) -> bool {
    element.is_control() || !element.text.is_empty() || element.value.is_some() || is_text_like(element)
}

/// What is inside a text or a list with a value of its own is a part of it, not another answer.
fn drop_parts(screen: &Observation, is_target: &mut [bool]) {
    const WHOLE: &[&str] = &["listbox", "combobox", "spinbutton", "slider", "textbox", "searchbox", "button", "link"];
    let mut in_whole = vec![false; is_target.len()];
    for (at, element) in screen.iter() {
        let Some(up) = element.parent else { continue };
        let above = screen.get(up);
        let is_whole = !above.text.is_empty() && !element.is_control() || WHOLE.contains(&above.role.as_str());
        in_whole[at.index()] = in_whole[up.index()] || (is_target[up.index()] && is_whole);
        is_target[at.index()] &= !in_whole[at.index()];
    }
}

fn drop_containers(screen: &Observation, is_target: &mut [bool]) {
    let mut holds_target = vec![false; is_target.len()];
    for (at, element) in screen.iter().rev() {
        let index = at.index();
        let has_text = !element.text.is_empty();
        if let Some(up) = element.parent {
            holds_target[up.index()] |= is_target[index] || holds_target[index];
        }
        is_target[index] &= !holds_target[index] || (has_text && !element.is_control());
    }
}

fn beside(scope: &Scope<'_>, label: ElementRef, targets: &[ElementRef]) -> Vec<ElementRef> {
    let screen = scope.screen;
    let label = Label { screen, at: label, mirrored: text::is_right_to_left(screen.get(label).reads()) };
    let own_path: HashSet<ElementRef> = screen.ancestors(label.at).chain([label.at]).collect();
    let frame = screen.get(label.at).frame;
    let others = targets.iter().copied().filter(|at| !own_path.contains(at) && screen.get(*at).frame == frame);
    let others: Vec<ElementRef> = others.collect();
    if !is_column_header(screen, label.at) {
        let found = nearest(scope, &others, |at| label.gap_beside(at));
        if !found.is_empty() {
            return allowed(scope, &label, found, true);
        }
    }
    allowed(scope, &label, nearest(scope, &others, |at| label.gap_below(at)), false)
}

/// A label and the direction it is read in. Right-to-left labels have their fields to the left: for them the screen
/// is mirrored.
struct Label<'a> {
    screen: &'a Observation,
    at: ElementRef,
    mirrored: bool,
}

impl Label<'_> {
    fn place_of(&self, at: ElementRef) -> BoxInViewport {
        let place = self.screen.get(at).box_in_viewport;
        if self.mirrored { BoxInViewport { x: -place.right(), ..place } } else { place }
    }

    fn gap_beside(&self, at: ElementRef) -> Option<f64> {
        let (own, other) = (self.place_of(self.at), self.place_of(at));
        if own.shared_rows(&other) < SAME {
            return None;
        }
        if other.x >= own.right() - SLACK {
            return Some((other.x - own.right()).max(0.0));
        }
        // A field inside its own label, as in <td>Amount <input></td>.
        let is_inside = other.x > own.x && self.screen.ancestors(at).any(|up| up == self.at);
        (is_inside && self.screen.get(at).is_control()).then_some(0.0)
    }

    fn gap_below(&self, at: ElementRef) -> Option<f64> {
        let (own, other) = (self.place_of(self.at), self.place_of(at));
        let is_below = other.y >= own.bottom() - SLACK && own.shared_columns(&other) >= SAME;
        is_below.then(|| (other.y - own.bottom()).max(0.0))
    }
}

fn is_column_header(screen: &Observation, label: ElementRef) -> bool {
    std::iter::once(label).chain(screen.ancestors(label)).take(3).any(|at| screen.get(at).role == "columnheader")
}

/// Those with the smallest gap; several when nothing tells them apart. Reading passes over narrow empty cells.
fn nearest(scope: &Scope<'_>, others: &[ElementRef], gap: impl Fn(ElementRef) -> Option<f64>) -> Vec<ElementRef> {
    let with_gap = others.iter().filter(|at| !is_spacer(scope.screen.get(**at)));
    let with_gap: Vec<(ElementRef, f64)> = with_gap.filter_map(|at| gap(*at).map(|gap| (*at, gap))).collect();
    let smallest = with_gap.iter().map(|(_, gap)| *gap).fold(f64::INFINITY, f64::min);
    with_gap.into_iter().filter(|(_, gap)| *gap <= smallest + 1.0).map(|(at, _)| at).collect()
}

fn is_spacer(element: &Element) -> bool {
    !element.is_control()
        && element.box_in_viewport.width <= SPACER
        && element.reads().trim().is_empty()
        && is_text_like(element)
}

/// Leaves out what belongs to another label: a field with other words between it and this one, or a text that is
/// itself a label. A rung with a name pins its element by that, so words between do not matter then.
fn allowed(scope: &Scope<'_>, label: &Label<'_>, found: Vec<ElementRef>, in_row: bool) -> Vec<ElementRef> {
    let screen = scope.screen;
    if scope.has_name() {
        return found;
    }
    let ends_as_label = |at: &ElementRef| {
        let element = screen.get(*at);
        !element.is_control() && element.reads().trim_end().ends_with([':', '：'])
    };
    let found = found.into_iter().filter(|at| !ends_as_label(at));
    found.filter(|at| !is_cut_off(label, *at, in_row)).collect()
}

fn is_cut_off(label: &Label<'_>, at: ElementRef, in_row: bool) -> bool {
    let screen = label.screen;
    let (from, to) = (label.place_of(label.at), label.place_of(at));
    let stands_between = |words: &BoxInViewport| {
        if in_row {
            from.shared_rows(words) >= SAME
                && to.shared_rows(words) >= SAME
                && words.x >= from.right() - SLACK
                && words.right() <= to.x + SLACK
        } else {
            let is_under = words.y >= from.bottom() - SLACK && words.shared_columns(&from) >= SAME;
            let is_over = words.bottom() <= to.y + SLACK && words.shared_columns(&to) >= SAME;
            let is_left = words.shared_rows(&to) >= SAME && words.right() <= to.x + SLACK;
            is_under && (is_over || is_left)
        }
    };
    screen.visible().any(|(words, element)| {
        element.frame == screen.get(label.at).frame
            && !element.states.has(States::CONTROL)
            && !element.text.is_empty()
            && stands_between(&label.place_of(words))
            && text::has_words(&element.text)
            && words != label.at
            && !screen.ancestors(words).any(|up| up == at || up == label.at || screen.get(up).is_control())
    })
}
