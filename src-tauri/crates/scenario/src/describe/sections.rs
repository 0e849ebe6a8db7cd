//! The parts of a description, in the order a reviewer asks for them.

use std::collections::{BTreeMap, BTreeSet};

use super::step::{four_answers, ladders, names, or_else, sentence};
use super::words::{all, any_rung, condition, counted, extract, joined, reference_words, template, time, value_type};
use super::{Page, Subject};
use crate::action::Action;
use crate::document::{Document, RunsOn};
use crate::inputs::SideEffect;
use crate::policy::{Decides, Policy};
use crate::step::{After, Class, Detector, OnFail, Recoverer, Risk, Scope, Step, StepApproval, Then};
use crate::template::{Reference, Template};

pub(super) fn write(page: &mut Page, document: &Document, subject: &Subject<'_>) {
    head(page, document);
    goes_in_and_out(page, document);
    side_effects(page, document);
    secrets(page, document, subject);
    runs_on(page, document);
    page.heading("Steps");
    steps(page, &document.steps, 2, "");
    if !document.always.is_empty() {
        page.heading("Always, after any ending (not when it is unknown whether a commit happened)");
        steps(page, &document.always, 2, "");
    }
    checkpoints(page, document);
    for (file, used) in &subject.used {
        page.heading(&format!("Steps of {file}"));
        steps(page, &used.steps, 2, "");
    }
    overlays(page, subject);
    outcomes(page, document, subject);
    risk(page, document, subject);
    repeats(page, document, subject);
    degraded(page, document, subject);
    page.heading(&match subject.version {
        Some(version) => format!("Version {version}, seal {}", subject.seal),
        None => format!("Draft, seal {}", subject.seal),
    });
}

fn head(page: &mut Page, document: &Document) {
    let name = document.name.as_str();
    page.heading(&document.title.as_ref().map_or_else(|| name.to_owned(), |title| format!("{title} ({name})")));
    if let Some(description) = &document.description {
        page.line(2, 0, description);
    }
    if let Some(goal) = &document.from {
        page.line(2, 2, &format!("Made for: {goal}"));
    }
    for criterion in &document.criteria {
        page.line(2, 2, &format!("Right when: {criterion}"));
    }
    if let Some(reason) = &document.asserts_nothing {
        page.line(2, 2, &format!("CHECKS NOTHING, so it is never green: {reason}"));
    }
}

fn goes_in_and_out(page: &mut Page, document: &Document) {
    page.heading("Goes in");
    if document.inputs.is_empty() {
        page.line(2, 0, "Nothing.");
    }
    for (name, input) in &document.inputs {
        let mut words = format!("{name}: {}", value_type(input.value_type));
        words += if input.required { "" } else { ", may be left out" };
        if let Some(pattern) = &input.pattern {
            words += &format!(", matching {}", pattern.source());
        }
        if let Some(example) = &input.example {
            words += &format!(", such as {example}");
        }
        words += if input.sensitive { ", masked everywhere" } else { "" };
        page.line(2, 4, &words);
    }
    page.heading("Comes out");
    if document.outputs.is_empty() {
        page.line(2, 0, "Nothing.");
    }
    for (name, output) in &document.outputs {
        let optional = if output.optional { ", may be missing" } else { "" };
        let sensitive = if output.sensitive { ", masked everywhere" } else { "" };
        page.line(2, 4, &format!("{name}: {}{optional}{sensitive}", value_type(output.value_type)));
    }
}

fn side_effects(page: &mut Page, document: &Document) {
    page.heading("Leaves behind");
    let Some(contract) = &document.contract else {
        page.line(2, 0, "It does not say.");
        return;
    };
    let effect = match contract.side_effect {
        SideEffect::None => "Nothing.",
        SideEffect::Creates => "Something new.",
        SideEffect::Modifies => "Something changed.",
        SideEffect::MovesMoney => "Money that moved.",
    };
    let again = if contract.idempotent {
        "Running it twice is the same as running it once."
    } else {
        "Running it twice does it twice."
    };
    page.line(2, 0, &format!("{effect} {again}"));
}

fn secrets(page: &mut Page, document: &Document, subject: &Subject<'_>) {
    page.heading("Secrets, by name only");
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (place, step) in every_step(document, subject) {
        for reference in references(step) {
            if matches!(reference, Reference::Secret { .. }) {
                used.entry(reference_words(&reference)).or_default().insert(format!("{place}{}", step.id));
            }
        }
    }
    if let Some(start) = &document.start {
        for reference in references(start).into_iter().filter(|reference| matches!(reference, Reference::Secret { .. }))
        {
            used.entry(reference_words(&reference)).or_default().insert("the start".to_owned());
        }
    }
    if used.is_empty() {
        page.line(2, 0, "None.");
    }
    for (secret, places) in used {
        page.line(2, 4, &format!("{secret}, at {}", joined(places, "and")));
    }
}

/// Every step of the document and of what it uses, with what stands before the ids of the latter.
fn every_step<'a>(document: &'a Document, subject: &Subject<'a>) -> Vec<(String, &'a Step)> {
    let own = document.all_steps().into_iter().map(|step| (String::new(), step));
    let used = subject.used.iter().flat_map(|(file, used)| {
        used.all_steps().into_iter().map(move |step| (format!("{file}: "), step)).collect::<Vec<_>>()
    });
    own.chain(used).collect()
}

/// Whatever placeholders stand anywhere in it.
fn references(part: &impl serde::Serialize) -> Vec<Reference> {
    let mut found = Vec::new();
    collect(&serde_json::to_value(part).unwrap_or_default(), &mut found);
    found
}

fn collect(value: &serde_json::Value, found: &mut Vec<Reference>) {
    match value {
        serde_json::Value::String(text) => {
            if let Ok(template) = Template::parse(text) {
                found.extend(template.references().cloned());
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        serde_json::Value::Object(map) => map.values().for_each(|value| collect(value, found)),
        _ => {}
    }
}

fn runs_on(page: &mut Page, document: &Document) {
    page.heading("Runs on");
    match &document.runs {
        None => page.line(2, 0, "Whatever the scenario that uses it runs on."),
        Some(RunsOn::Target(target)) => page.line(2, 2, &format!("The target {target}.")),
        Some(RunsOn::Devices(devices)) => {
            let parts = devices.iter().map(|(device, target)| format!("{device} ({target})"));
            page.line(2, 2, &format!("Several at once: {}.", joined(parts, "and")));
        }
    }
    if let Some(start) = &document.start {
        if let Some(path) = &start.path {
            page.line(2, 2, &format!("Starts at {}.", template(path).trim_matches('"')));
        }
        if let Some(link) = &start.deeplink {
            page.line(2, 2, &format!("Starts by the link {}.", template(link)));
        }
        if start.fresh {
            page.line(2, 2, "The data of earlier runs is thrown away first.");
        }
    }
    for used in &document.setup {
        page.line(2, 2, &format!("Before the first step, {} is run.", used.file));
    }
    if let Some(data) = &document.data {
        let rows = match data {
            crate::data::Data::Rows(rows) => counted(rows.len() as u64, "row"),
            crate::data::Data::Csv(file) => format!("the rows of {file}"),
        };
        page.line(2, 2, &format!("Runs once for each of {rows}; no row at all is a failure."));
    }
}

fn steps(page: &mut Page, steps: &[Step], indent: usize, prefix: &str) {
    for (index, step) in steps.iter().enumerate() {
        let number = format!("{prefix}{}", index + 1);
        let hang = number.len() + 2;
        let off = step.disabled.as_ref().map_or_else(String::new, |why| format!(" (LEFT OUT: {why})"));
        page.line(indent, hang, &format!("{number}. {}: {}.{off}", step.id, sentence(step)));
        let inside = indent + hang;
        if let Some(intent) = &step.intent {
            page.line(inside, 2, &format!("Why: {intent}."));
        }
        for rung in or_else(&step.action) {
            page.line(inside, 2, &format!("Or else {rung}."));
        }
        afterwards(page, step, inside);
        nested(page, step, inside, &number);
    }
}

fn afterwards(page: &mut Page, step: &Step, inside: usize) {
    if !step.expect.is_empty() {
        page.line(inside, 2, &format!("Then {}.", all(&step.expect)));
    }
    if let Some(checkpoint) = &step.checkpoint {
        page.line(inside, 2, &format!("Then the checkpoint {checkpoint} must hold."));
    }
    if let Some(todo) = &step.todo {
        page.line(inside, 2, &format!("STILL TO DO: {todo}."));
    }
}

fn nested(page: &mut Page, step: &Step, inside: usize, number: &str) {
    let prefix = format!("{number}.");
    match &step.action {
        Action::If(branch) => {
            steps(page, &branch.then, inside, &prefix);
            if !branch.otherwise.is_empty() {
                page.line(inside, 0, "Else:");
                steps(page, &branch.otherwise, inside, &format!("{prefix}else."));
            }
        }
        Action::ForEach(each) => steps(page, &each.steps, inside, &prefix),
        Action::Retry(retry) => steps(page, &retry.steps, inside, &prefix),
        Action::Manual(manual) => {
            for (when, conditions) in [("Before", &manual.before), ("Afterwards", &manual.after)] {
                if !conditions.is_empty() {
                    page.line(inside, 2, &format!("{when} {}.", all(conditions)));
                }
            }
        }
        _ => {}
    }
}

fn checkpoints(page: &mut Page, document: &Document) {
    if document.checkpoints.is_empty() {
        return;
    }
    page.heading("Checkpoints");
    for (id, checkpoint) in &document.checkpoints {
        let named = document.all_steps().into_iter().find(|step| step.checkpoint.as_ref() == Some(id));
        let after = match (&checkpoint.after, named) {
            (Some(After::Done), _) => " (at the end)".to_owned(),
            (Some(After::Step(step)), _) => format!(" (after {step})"),
            (None, Some(step)) => format!(" (after {})", step.id),
            (None, None) => String::new(),
        };
        page.line(2, 4, &format!("{id}{after}: {}.", all(&checkpoint.all)));
    }
}

fn overlays(page: &mut Page, subject: &Subject<'_>) {
    let targets = subject.overlays.into_iter().flatten().filter(|(_, steps)| !steps.is_empty());
    for (target, steps) in targets {
        page.heading(&format!("On the target {target}, found otherwise"));
        for (step, ladder) in steps {
            page.line(2, 4, &format!("{step}: {}.", any_rung(ladder)));
        }
    }
}

fn detectors<'a>(document: &'a Document, subject: &Subject<'a>) -> Vec<&'a Detector> {
    let shared = subject.families.iter().flat_map(|(_, family)| &family.detectors);
    document.detectors.iter().chain(shared).collect()
}

fn outcomes(page: &mut Page, document: &Document, subject: &Subject<'_>) {
    page.heading("What may come out");
    let outputs = joined(document.outputs.keys().map(ToString::to_string), "and");
    page.line(2, 4, &if outputs.is_empty() { "success.".to_owned() } else { format!("success, with {outputs}.") });
    let declared = document.contract.as_ref().map(|contract| &contract.outcomes);
    let detectors = detectors(document, subject);
    for code in declared.into_iter().flat_map(|outcomes| outcomes.keys()) {
        let heard = detectors.iter().filter(|detector| detector.code == *code).map(|detector| business(detector));
        let heard: Vec<String> = heard.collect();
        let when = if heard.is_empty() { "nothing watches for it".to_owned() } else { heard.join("; or ") };
        page.line(2, 4, &format!("{code}, an answer of the application: {when}."));
    }
    for detector in &detectors {
        if matches!(detector.class, Class::Hard) {
            page.line(
                2,
                4,
                &format!("failure {}: when {}{}.", detector.code, condition(&detector.matches), scope(&detector.scope)),
            );
        }
    }
    page.line(
        2,
        4,
        "failure, at any step whose control is not found exactly once or that does not do what is expected.",
    );
    let escalates: Vec<String> = every_step(document, subject)
        .into_iter()
        .filter(|(_, step)| step.on_fail == OnFail::Escalate || matches!(step.action, Action::Manual(_)))
        .map(|(place, step)| format!("{place}{}", step.id))
        .collect();
    if !escalates.is_empty() {
        page.line(2, 4, &format!("escalated to a person, at {}.", joined(escalates, "and")));
    }
}

fn business(detector: &Detector) -> String {
    let mut words = format!("when {}{}", condition(&detector.matches), scope(&detector.scope));
    if let Class::Business { payload } = &detector.class {
        let fields = payload.iter().map(|(name, field)| {
            format!("{name} from {}{}", extract(field), if field.optional { " if it is there" } else { "" })
        });
        if !payload.is_empty() {
            words += &format!(", with {}", joined(fields, "and"));
        }
    }
    words
}

fn scope(scope: &Scope) -> String {
    match scope {
        Scope::Everywhere => String::new(),
        Scope::AfterStep(step) => format!(", after {step}"),
        Scope::AfterCheckpoint(checkpoint) => format!(", once {checkpoint} was reached"),
    }
}

fn risk(page: &mut Page, document: &Document, subject: &Subject<'_>) {
    page.heading("Risk");
    let mut any = false;
    for (place, step) in every_step(document, subject) {
        let by_policy = policy_risk(step, &subject.policies);
        let risk = step.risk.max(by_policy);
        if risk == Risk::Safe && step.approval == StepApproval::NotRequired {
            continue;
        }
        any = true;
        let mut words = match risk {
            Risk::Safe => format!("{place}{} costs nothing when it goes wrong", step.id),
            Risk::Risky => format!("{place}{} is risky", step.id),
            Risk::Irreversible => format!("{place}{} cannot be undone; it is done at most once a run", step.id),
        };
        words += if by_policy > step.risk { " (the policy says so)" } else { "" };
        words += match (step.approval, decides(risk, &subject.policies)) {
            (StepApproval::Required, _) => "; each run needs a token or a person's approval for it",
            (_, Decides::Ask) => "; the policy wants a person or a token for it",
            (_, Decides::Never) => "; the policy never allows it",
            (_, Decides::Alone) => "",
        };
        if let Some(marker) = &step.commit_marker {
            words += &format!("; done is known when {}", condition(marker));
        }
        page.line(2, 4, &format!("{words}."));
    }
    if !any {
        page.line(2, 0, "No step is risky.");
    }
}

/// The risk that a policy's rules give to a step by the role and name its first rungs say. Places are judged in the run.
fn policy_risk(step: &Step, policies: &[&Policy]) -> Risk {
    let rungs = ladders(&step.action).into_iter().flat_map(|ladder| &ladder.0);
    let fits = |rung: &baton_screen::Locator, rule: &crate::policy::RiskyRule| {
        let role = rule.role.is_none() || rule.role == rung.role;
        let name = rule
            .name
            .as_ref()
            .is_none_or(|wanted| rung.name.as_ref().is_some_and(|name| wanted.matches(&name.written())));
        role && name && rule.path.is_none() && (rule.role.is_some() || rule.name.is_some())
    };
    let rules: Vec<_> = policies.iter().flat_map(|policy| &policy.risky).collect();
    let found =
        rungs.flat_map(|rung| rules.iter().filter(|rule| fits(rung, rule)).map(|rule| rule.risk).collect::<Vec<_>>());
    if step.action.changes_state() { found.max().unwrap_or_default() } else { Risk::Safe }
}

fn decides(risk: Risk, policies: &[&Policy]) -> Decides {
    let answers = policies.iter().map(|policy| policy.authority.decides(risk, false));
    let strictness = |decides: &Decides| match decides {
        Decides::Alone => 0,
        Decides::Ask => 1,
        Decides::Never => 2,
    };
    answers.max_by_key(strictness).unwrap_or(Decides::Alone)
}

fn repeats(page: &mut Page, document: &Document, subject: &Subject<'_>) {
    let mut lines: Vec<String> =
        every_step(document, subject).iter().filter_map(|(_, step)| four_answers(step)).collect();
    let recoverers: Vec<_> =
        document.recoverers.iter().chain(subject.families.iter().flat_map(|(_, family)| &family.recoverers)).collect();
    for detector in detectors(document, subject) {
        let Class::Recoverable { recover } = &detector.class else { continue };
        let runs = match recoverers.iter().find(|(name, _)| **name == recover.run) {
            Some((_, Recoverer::Steps(steps))) if steps.is_empty() => "only looks again".to_owned(),
            Some((_, Recoverer::Steps(steps))) => format!("runs {}", names(steps)),
            Some((_, Recoverer::RepeatSteps(steps))) => {
                format!("runs {} again", joined(steps.iter().map(ToString::to_string), "and"))
            }
            None => "is not there".to_owned(),
        };
        let then = match recover.then {
            Then::Continue => "the step goes on",
            Then::RetryStep => "the step is done again",
            Then::RestartFromLastCheckpoint => "the run goes on from the last checkpoint that holds",
        };
        let pause =
            if recover.backoff_ms == 0 { String::new() } else { format!(" after {}", time(recover.backoff_ms)) };
        lines.push(format!(
            "{}: when {}{}, {} {}{pause}, then {then}. It reads the screen; at most {} a step, then the run fails. A person \
             is never asked: red is the answer.",
            detector.code,
            condition(&detector.matches),
            scope(&detector.scope),
            recover.run,
            runs,
            counted(u64::from(recover.max), "time"),
        ));
    }
    if lines.is_empty() {
        return;
    }
    page.heading("Repeats, waits and recoveries");
    lines.iter().for_each(|line| page.line(2, 4, line));
}

fn degraded(page: &mut Page, document: &Document, subject: &Subject<'_>) {
    let mut lines = subject.degraded.clone();
    for (place, step) in every_step(document, subject) {
        let key = step.action.key();
        let allowed =
            |policy: &&Policy| policy.allow.actions.is_empty() || policy.allow.actions.iter().any(|one| one == key);
        let structural = matches!(
            step.action,
            Action::If(_) | Action::ForEach(_) | Action::Retry(_) | Action::Use(_) | Action::Manual(_)
        );
        if !structural && !subject.policies.iter().all(allowed) {
            lines.push(format!("{place}{}: the policy does not allow `{key}`, so the run is stopped there", step.id));
        }
    }
    if !lines.is_empty() {
        page.heading("What is left out or stopped here");
        lines.iter().for_each(|line| page.line(2, 4, &format!("{line}.")));
    }
}
