//! Names within one document: each once, and each that is named is there.

use std::collections::HashMap;

use baton_screen::Condition;

use crate::action::{Action, WaitUntil};
use crate::document::{Document, RunsOn};
use crate::names::Place;
use crate::refusal::Code;
use crate::step::{After, Recoverer, Step};
use crate::validate::{Page, did_you_mean};

pub(super) fn check(page: &mut Page<'_>, document: &Document) {
    if document.steps.is_empty() {
        page.refuse(
            Code::Empty,
            document.places.of("steps"),
            "there are no steps",
            "a scenario does at least one thing",
        );
    }
    let steps = with_recoverers(document);
    twice(page, &steps);
    let ids: HashMap<&str, &Step> = steps.iter().map(|step| (step.id.as_str(), *step)).collect();
    for step in &steps {
        step_names(page, document, step);
    }
    for (id, checkpoint) in &document.checkpoints {
        if let Some(After::Step(after)) = &checkpoint.after {
            if !ids.contains_key(after.as_str()) {
                let hint = did_you_mean(after.as_str(), ids.keys().copied(), "name a step of this file, or `done`");
                let message = format!("the checkpoint `{id}` stands after `{after}`, which is no step");
                page.refuse(Code::CheckpointAfterUnknownStep, checkpoint.place, message, hint);
            }
        } else if checkpoint.after.is_none() && !steps.iter().any(|step| step.checkpoint.as_ref() == Some(id)) {
            let hint = "name it in a step's `checkpoint`, or say `after`";
            page.warn(Code::CheckpointUnused, checkpoint.place, format!("nothing reaches the checkpoint `{id}`"), hint);
        }
        conditions(page, document, &checkpoint.all, checkpoint.place);
    }
    for (name, recoverer) in &document.recoverers {
        if let Recoverer::RepeatSteps(repeated) = recoverer {
            for id in repeated.iter().filter(|id| !ids.contains_key(id.as_str())) {
                let hint = did_you_mean(id.as_str(), ids.keys().copied(), "name steps of this file");
                let at = document.places.of(&format!("recoverers.{name}"));
                page.refuse(
                    Code::UnknownStep,
                    at,
                    format!("the recoverer `{name}` repeats `{id}`, which is no step"),
                    hint,
                );
            }
        }
    }
}

/// Every step that has an id in this file.
fn with_recoverers(document: &Document) -> Vec<&Step> {
    let mut steps = document.all_steps();
    for recoverer in document.recoverers.values() {
        if let Recoverer::Steps(own) = recoverer {
            crate::document::collect(own, &mut steps);
        }
    }
    steps
}

fn twice(page: &mut Page<'_>, steps: &[&Step]) {
    let mut seen: HashMap<&str, Place> = HashMap::with_capacity(steps.len());
    for step in steps {
        if let Some(first) = seen.insert(step.id.as_str(), step.place) {
            let message = format!("two steps are called `{}`; the other stands in line {}", step.id, first.line);
            page.refuse(Code::DuplicateId, step.place, message, "give one of them another name");
        }
    }
}

fn step_names(page: &mut Page<'_>, document: &Document, step: &Step) {
    if let Some(id) = &step.checkpoint
        && !document.checkpoints.contains_key(id)
    {
        let known = document.checkpoints.keys().map(|id| id.as_str());
        let hint = did_you_mean(id.as_str(), known, "write it under `checkpoints`");
        page.refuse(Code::UnknownCheckpoint, step.place, format!("there is no checkpoint `{id}`"), hint);
    }
    if let Some(device) = &step.device {
        let devices = match &document.runs {
            Some(RunsOn::Devices(devices)) => devices.keys().map(|name| name.as_str()).collect(),
            _ => Vec::new(),
        };
        if !devices.contains(&device.as_str()) {
            let hint = did_you_mean(device.as_str(), devices.into_iter(), "declare it under `devices`");
            page.refuse(Code::UnknownDevice, step.place, format!("there is no device `{device}`"), hint);
        }
    }
    conditions(page, document, &step.expect, step.place);
    match &step.action {
        Action::Read(readings) => {
            for name in readings.keys().filter(|name| !document.outputs.contains_key(*name)) {
                let known = document.outputs.keys().map(|name| name.as_str());
                let hint = did_you_mean(name.as_str(), known, "declare it under `outputs`");
                page.refuse(Code::UnknownOutput, step.place, format!("there is no output `{name}`"), hint);
            }
        }
        Action::Assert(asserted) => conditions(page, document, asserted, step.place),
        Action::If(branch) => condition(page, document, &branch.when, step.place),
        Action::Retry(retry) => condition(page, document, &retry.until, step.place),
        Action::Wait(wait) => {
            if let WaitUntil::Holds(holds) = &wait.until {
                condition(page, document, holds, step.place);
            }
        }
        Action::Manual(manual) => {
            conditions(page, document, &manual.before, step.place);
            conditions(page, document, &manual.after, step.place);
        }
        _ => {}
    }
    if let Some(marker) = &step.commit_marker {
        condition(page, document, marker, step.place);
    }
}

fn conditions(page: &mut Page<'_>, document: &Document, conditions: &[Condition], at: Place) {
    conditions.iter().for_each(|one| condition(page, document, one, at));
}

fn condition(page: &mut Page<'_>, document: &Document, condition: &Condition, at: Place) {
    for part in condition.parts() {
        match part {
            Condition::Output(name) if !document.outputs.contains_key(name.as_str()) => {
                let known = document.outputs.keys().map(|name| name.as_str());
                let hint = did_you_mean(name, known, "declare it under `outputs`");
                page.refuse(Code::UnknownOutput, at, format!("there is no output `{name}`"), hint);
            }
            Condition::Timeout(_) => {
                let hint = "give the step a `timeout_ms`; `timeout` is for the `match` of a detector";
                page.refuse(Code::BadValue, at, "only a detector can ask whether a step timed out", hint);
            }
            _ => {}
        }
    }
}
