//! Whether a scenario can fail at all, whether it reads what it promises, and whether it looks at what it changed.

use std::collections::HashSet;

use crate::action::Action;
use crate::closure::Closure;
use crate::document::Document;
use crate::inputs::SideEffect;
use crate::refusal::Code;
use crate::step::{After, Step};
use crate::validate::Page;

/// About the scenario itself; what it uses is judged where it is run by itself.
pub(super) fn check(page: &mut Page<'_>, closure: &Closure) {
    let document = &closure.document;
    let read = outputs_read(document, closure);
    for name in document.outputs.keys().filter(|name| !read.contains(name.as_str())) {
        let at = document.places.of(&format!("outputs.{name}"));
        let hint = format!("add a step: read: {{ {name}: {{ from: [ … ] }} }}");
        page.refuse(Code::OutputNotRead, at, format!("no step reads the output `{name}`"), hint);
    }
    let asserted = assertions(document, closure);
    match (&document.asserts_nothing, asserted) {
        (None, 0) if !document.steps.is_empty() => {
            let hint = "add an `assert`, an `expect` or a checkpoint, or say why not: asserts_nothing: …";
            page.refuse(
                Code::AssertsNothing,
                document.places.of("steps"),
                "nothing is checked: this cannot fail",
                hint,
            );
        }
        (Some(_), 1..) => {
            let at = document.places.of("asserts_nothing");
            page.warn(
                Code::AssertsNothing,
                at,
                format!("{asserted} things are checked after all"),
                "take `asserts_nothing` out",
            );
        }
        _ => {}
    }
    reads_back(page, document);
}

/// The names of outputs that some step reads, here or in what is used.
fn outputs_read<'a>(document: &'a Document, closure: &'a Closure) -> HashSet<&'a str> {
    let mut read = HashSet::new();
    for step in document.all_steps().into_iter().filter(|step| step.disabled.is_none()) {
        match &step.action {
            Action::Read(readings) => read.extend(readings.keys().map(|name| name.as_str())),
            Action::Use(used) => {
                if let Some(inner) = closure.components.get(&used.file) {
                    read.extend(outputs_read(inner, closure));
                }
            }
            _ => {}
        }
    }
    for inner in document.setup.iter().filter_map(|used| closure.components.get(&used.file)) {
        read.extend(outputs_read(inner, closure));
    }
    read
}

/// How many things would turn a run red: conditions, checkpoints that are reached, required outputs.
fn assertions(document: &Document, closure: &Closure) -> usize {
    let mut count = document.outputs.values().filter(|output| !output.optional).count();
    for step in document.all_steps().into_iter().filter(|step| step.disabled.is_none()) {
        count += of_step(step, document, closure);
    }
    count += document
        .checkpoints
        .values()
        .filter(|checkpoint| checkpoint.after.is_some())
        .map(|one| one.all.len())
        .sum::<usize>();
    let setup = document.setup.iter().filter_map(|used| closure.components.get(&used.file));
    count + setup.map(|inner| assertions(inner, closure)).sum::<usize>()
}

fn of_step(step: &Step, document: &Document, closure: &Closure) -> usize {
    let reached = step.checkpoint.as_ref().and_then(|id| document.checkpoints.get(id));
    let inner = match &step.action {
        Action::Assert(conditions) => conditions.len(),
        Action::Manual(manual) => manual.after.len(),
        Action::Use(used) => closure.components.get(&used.file).map_or(0, |inner| assertions(inner, closure)),
        _ => 0,
    };
    step.expect.len() + reached.map_or(0, |checkpoint| checkpoint.all.len()) + inner
}

/// A scenario that changes something should look at what came of it.
fn reads_back(page: &mut Page<'_>, document: &Document) {
    let changes = document.contract.as_ref().is_some_and(|contract| contract.side_effect != SideEffect::None);
    if !changes || document.checkpoints.values().any(|checkpoint| checkpoint.after == Some(After::Done)) {
        return;
    }
    let steps: Vec<&Step> = document.steps.iter().filter(|step| step.disabled.is_none()).collect();
    let Some(last) = steps.iter().rposition(|step| step.action.changes_state()) else { return };
    let looks = |step: &&Step| {
        let read = matches!(step.action, Action::Read(_) | Action::Assert(_) | Action::Use(_));
        read || !step.expect.is_empty() || step.checkpoint.is_some()
    };
    if !steps[last..].iter().any(looks) {
        let message = "this changes something and never reads back what it wrote";
        let hint = "read or assert it after this step";
        page.warn(Code::NotReadBack, steps[last].place, message, hint);
    }
}
