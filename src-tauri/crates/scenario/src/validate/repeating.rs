//! What is repeated: with a limit, and never around something that cannot be undone.

use crate::action::Action;
use crate::closure::Closure;
use crate::document::Document;
use crate::refusal::Code;
use crate::step::{Recoverer, Risk, Step};
use crate::validate::Page;

pub(super) fn check(page: &mut Page<'_>, document: &Document, closure: &Closure) {
    for step in document.all_steps() {
        let (word, inner, hint) = match &step.action {
            Action::Retry(retry) => {
                ("a retry", &retry.steps, "take the irreversible step out and let the retry come before it")
            }
            Action::ForEach(each) => (
                "a for_each",
                &each.steps,
                "give the scenario `data` instead: one run a row, each with its own approval",
            ),
            _ => continue,
        };
        if inner.is_empty() {
            page.refuse(
                Code::Empty,
                step.place,
                format!("{word} without steps does nothing"),
                "put its steps under `steps`",
            );
        }
        if let Some(culprit) = irreversible(inner, closure) {
            let message = format!("{word} may not repeat `{}`, which cannot be undone", culprit.id);
            page.refuse(Code::RetryAroundIrreversible, step.place, message, hint);
        }
    }
    for (name, recoverer) in &document.recoverers {
        let culprit = match recoverer {
            Recoverer::Steps(steps) => irreversible(steps, closure),
            Recoverer::RepeatSteps(ids) => ids
                .iter()
                .filter_map(|id| document.step(id.as_str()))
                .find_map(|step| irreversible(std::slice::from_ref(step), closure)),
        };
        if let Some(culprit) = culprit {
            let at = document.places.of(&format!("recoverers.{name}"));
            let message = format!("the recoverer `{name}` may not repeat `{}`, which cannot be undone", culprit.id);
            page.refuse(Code::RetryAroundIrreversible, at, message, "leave that step to a person: `on_fail: escalate`");
        }
    }
}

/// The first step that cannot be undone, at any depth and in anything used. Uses cannot be circular: that was refused.
fn irreversible<'a>(steps: &'a [Step], closure: &'a Closure) -> Option<&'a Step> {
    steps.iter().find_map(|step| {
        if step.risk == Risk::Irreversible {
            return Some(step);
        }
        if let Action::Use(used) = &step.action {
            let inner = closure.components.get(&used.file)?;
            let own = irreversible(&inner.steps, closure);
            return own.or_else(|| {
                inner.setup.iter().find_map(|used| irreversible(&closure.components.get(&used.file)?.steps, closure))
            });
        }
        step.action.nested().into_iter().find_map(|inner| irreversible(inner, closure))
    })
}
