//! Detectors: what they listen after, what puts things right, what they may report.

use std::collections::HashSet;

use baton_screen::Condition;

use crate::closure::Closure;
use crate::document::Document;
use crate::family::Family;
use crate::refusal::Code;
use crate::step::{Class, Detector, Risk, Scope, Then};
use crate::validate::{Page, did_you_mean};

/// The detectors of one document. They are about this document, so what they name must be in it or in what it uses.
pub(super) fn check(page: &mut Page<'_>, document: &Document, closure: &Closure) {
    if document.detectors.is_empty() {
        return;
    }
    let steps = steps(closure);
    let checkpoints = checkpoints(closure);
    for detector in &document.detectors {
        recoverer(page, detector, document, closure);
        timeout(page, detector, closure);
        match &detector.scope {
            Scope::AfterStep(step) if !steps.contains(step.as_str()) => {
                let hint = did_you_mean(step.as_str(), steps.iter().copied(), "name a step of this scenario");
                let message = format!("the detector {} listens after `{step}`, which is no step", detector.code);
                page.refuse(Code::UnknownScope, detector.place, message, hint);
            }
            Scope::AfterCheckpoint(id) if !checkpoints.contains(id.as_str()) => {
                let hint = did_you_mean(id.as_str(), checkpoints.iter().copied(), "name a checkpoint of this scenario");
                let message = format!("the detector {} listens after `{id}`, which is no checkpoint", detector.code);
                page.refuse(Code::UnknownScope, detector.place, message, hint);
            }
            _ => {}
        }
        outcome(page, detector, document);
    }
}

/// The detectors of a family. It serves many scenarios: a step that this one does not have leaves a detector deaf, and
/// an outcome that this one does not declare is not its business, so neither is refused.
pub(super) fn check_family(page: &mut Page<'_>, family: &Family, closure: &Closure) {
    for detector in &family.detectors {
        if let Class::Recoverable { recover } = &detector.class
            && !family.recoverers.contains_key(&recover.run)
        {
            let known = family.recoverers.keys().map(|name| name.as_str());
            let hint = did_you_mean(recover.run.as_str(), known, "write it under `recoverers`");
            let message = format!("there is no recoverer `{}` in this family", recover.run);
            page.refuse(Code::UnknownRecoverer, detector.place, message, hint);
        }
        timeout(page, detector, closure);
    }
}

fn steps(closure: &Closure) -> HashSet<&str> {
    closure.documents().flat_map(|(_, document)| document.all_steps()).map(|step| step.id.as_str()).collect()
}

fn checkpoints(closure: &Closure) -> HashSet<&str> {
    closure.documents().flat_map(|(_, document)| document.checkpoints.keys()).map(|id| id.as_str()).collect()
}

fn recoverer(page: &mut Page<'_>, detector: &Detector, document: &Document, closure: &Closure) {
    let Class::Recoverable { recover } = &detector.class else { return };
    let families = closure.families.values().flat_map(|family| family.recoverers.keys());
    let known: Vec<&str> = document.recoverers.keys().chain(families).map(|name| name.as_str()).collect();
    if !known.contains(&recover.run.as_str()) {
        let hint = did_you_mean(recover.run.as_str(), known.into_iter(), "write it under `recoverers`");
        page.refuse(Code::UnknownRecoverer, detector.place, format!("there is no recoverer `{}`", recover.run), hint);
    }
}

/// What a caller may be told must be in the contract, with every field of its payload.
fn outcome(page: &mut Page<'_>, detector: &Detector, document: &Document) {
    let Class::Business { payload } = &detector.class else { return };
    let outcomes = document.contract.as_ref().map(|contract| &contract.outcomes);
    let Some(declared) = outcomes.and_then(|outcomes| outcomes.get(&detector.code)) else {
        let known: Vec<&str> =
            outcomes.into_iter().flat_map(|outcomes| outcomes.keys()).map(|code| code.as_str()).collect();
        let hint = did_you_mean(detector.code.as_str(), known.into_iter(), "declare it under `contract.outcomes`");
        let message = format!("{} is not among the outcomes of the contract", detector.code);
        page.refuse(Code::UndeclaredOutcome, detector.place, message, hint);
        return;
    };
    for field in payload.keys().filter(|field| !declared.contains_key(*field)) {
        let hint =
            did_you_mean(field.as_str(), declared.keys().map(|name| name.as_str()), "declare it in the contract");
        let message = format!("the contract's {} has no field `{field}`", detector.code);
        page.refuse(Code::UndeclaredOutcome, detector.place, message, hint);
    }
}

/// "It took too long" may only be answered by doing it again where doing it again is harmless.
fn timeout(page: &mut Page<'_>, detector: &Detector, closure: &Closure) {
    let asks_timeout = detector.matches.parts().iter().any(|part| matches!(part, Condition::Timeout(_)));
    let (Class::Recoverable { recover }, Scope::AfterStep(id)) = (&detector.class, &detector.scope) else { return };
    let step = closure.documents().find_map(|(_, document)| document.step(id.as_str()));
    let irreversible = step.is_some_and(|step| step.risk == Risk::Irreversible);
    if asks_timeout && irreversible && recover.then == Then::RetryStep {
        let message = format!("the detector {} would do the irreversible step `{id}` again", detector.code);
        let hint = "say `then: continue`, or let a person look: `on_fail: escalate`";
        page.refuse(Code::TimeoutDetectorWithoutRetry, detector.place, message, hint);
    }
}
