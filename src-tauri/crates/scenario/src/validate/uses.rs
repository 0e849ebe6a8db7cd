//! What is handed to the scenarios and components a document uses, and what is taken back.

use crate::action::{Action, Use};
use crate::closure::Closure;
use crate::document::Document;
use crate::names::Place;
use crate::refusal::Code;
use crate::validate::{Page, did_you_mean};

pub(super) fn check(page: &mut Page<'_>, document: &Document, closure: &Closure) {
    for (index, used) in document.setup.iter().enumerate() {
        one(page, document, used, document.places.of(&format!("setup.{index}")), closure);
    }
    for step in document.all_steps() {
        if let Action::Use(used) = &step.action {
            one(page, document, used, step.place, closure);
        }
    }
}

fn one(page: &mut Page<'_>, caller: &Document, used: &Use, at: Place, closure: &Closure) {
    let Some(inner) = closure.components.get(&used.file) else { return };
    let (inputs, outputs) =
        (inner.inputs.keys().map(|name| name.as_str()), inner.outputs.keys().map(|name| name.as_str()));
    for name in used.inputs.keys().filter(|name| !inner.inputs.contains_key(*name)) {
        let hint = did_you_mean(name.as_str(), inputs.clone(), "take it out");
        page.refuse(Code::UnknownInput, at, format!("`{}` has no input `{name}`", used.file), hint);
    }
    for (name, input) in &inner.inputs {
        let given = used.inputs.contains_key(name) || caller.inputs.contains_key(name);
        if input.required && !given {
            let message = format!("`{}` needs the input `{name}`, and nobody gives it", used.file);
            let hint =
                format!("write {{ file: {}, inputs: {{ {name}: … }} }}, or declare an input `{name}` here", used.file);
            page.refuse(Code::InputNotGiven, at, message, hint);
        }
    }
    for name in used.save.keys().filter(|name| !inner.outputs.contains_key(*name)) {
        let hint = did_you_mean(name.as_str(), outputs.clone(), "take it out");
        page.refuse(Code::UnknownOutput, at, format!("`{}` has no output `{name}`", used.file), hint);
    }
}
