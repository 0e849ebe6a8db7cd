//! Steps, checkpoints, detectors and recoverers.

use indexmap::IndexMap;

use crate::action::Action;
use crate::names::{CheckpointId, Name, OutcomeCode, StepId};
use crate::read::action::{action, todo};
use crate::read::condition::{condition, conditions, extract};
use crate::read::inputs::by_name;
use crate::read::service::timeout_ms;
use crate::read::{
    CHECKPOINT, Fields, LOWER_SNAKE, Reader, SCREAMING_SNAKE, SCREEN_CONTROL, Words, did_you_mean, nearest,
};
use crate::refusal::Code;
use crate::step::{
    After, Capture, Checkpoint, Class, Detector, OnFail, Recover, Recoverer, Risk, Scope, Step, StepApproval, Then,
};
use crate::yaml::{Entry, Node, What};

/// The keys of a step beside its action.
const KEYS: [&str; 13] = [
    "id",
    "intent",
    "expect",
    "checkpoint",
    "risk",
    "approval",
    "commit_marker",
    "on_fail",
    "capture",
    "timeout_ms",
    "device",
    "disabled",
    "todo",
];

pub(crate) const RISKS: Words<'_, Risk> =
    &[("safe", Risk::Safe), ("risky", Risk::Risky), ("irreversible", Risk::Irreversible)];
const APPROVALS: Words<'_, StepApproval> =
    &[("required", StepApproval::Required), ("not_required", StepApproval::NotRequired)];
const ON_FAIL: Words<'_, OnFail> = &[("fail", OnFail::Fail), ("escalate", OnFail::Escalate)];
const CAPTURES: Words<'_, Capture> =
    &[("picture", Capture::Picture), ("elements", Capture::Elements), ("video", Capture::Video)];
const THENS: Words<'_, Then> = &[
    ("continue", Then::Continue),
    ("retry_step", Then::RetryStep),
    ("restart_from_last_checkpoint", Then::RestartFromLastCheckpoint),
];

pub(crate) fn steps(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Vec<Step>> {
    reader.each(node, step)
}

pub(crate) fn step_id(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<StepId> {
    reader.named(node, StepId::new, SCREEN_CONTROL)
}

pub(crate) fn checkpoint_id(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<CheckpointId> {
    reader.named(node, CheckpointId::new, CHECKPOINT)
}

fn step(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Step> {
    let mut fields = Fields::of(reader, node)?;
    let id = fields
        .must(reader, "id", "name it by screen and control: id: login.submit")
        .and_then(|node| step_id(reader, node));
    let action = the_action(reader, &fields);
    let intent = fields.read(reader, "intent", Reader::text);
    let expect = fields.read(reader, "expect", conditions).unwrap_or_default();
    let checkpoint = fields.read(reader, "checkpoint", checkpoint_id);
    let risk = fields.read(reader, "risk", |reader, node| reader.word(node, RISKS)).unwrap_or_default();
    let approval = fields.read(reader, "approval", |reader, node| reader.word(node, APPROVALS)).unwrap_or_default();
    let commit_marker = fields.read(reader, "commit_marker", condition);
    let on_fail = fields.read(reader, "on_fail", |reader, node| reader.word(node, ON_FAIL)).unwrap_or_default();
    let capture =
        fields.read(reader, "capture", |reader, node| reader.some(node, |reader, node| reader.word(node, CAPTURES)));
    let timeout_ms = fields.read(reader, "timeout_ms", timeout_ms);
    let device = fields.read(reader, "device", Reader::name);
    let disabled = fields.read(reader, "disabled", reason);
    let todo = fields.read(reader, "todo", todo);
    refuse_unknown(reader, &fields);
    Some(Step {
        id: id?,
        intent,
        action: action?,
        expect,
        checkpoint,
        risk,
        approval,
        commit_marker,
        on_fail,
        capture: capture.unwrap_or_default(),
        timeout_ms,
        device,
        disabled,
        todo,
        place: node.place,
    })
}

fn is_action(key: &str) -> bool {
    Action::KEYS.contains(&key)
}

/// Exactly one. A misspelt one is told as an unknown key, not as a missing action.
fn the_action(reader: &mut Reader<'_>, fields: &Fields<'_, '_>) -> Option<Action> {
    let actions: Vec<&Entry<'_>> = fields.entries().iter().filter(|entry| is_action(&entry.key)).collect();
    match actions.as_slice() {
        [one] => action(reader, one),
        [first, second, ..] => {
            let message = format!("a step does one thing: `{}` and `{}` are two", first.key, second.key);
            reader.refuse(Code::TwoActions, second.place, message, format!("make `{}` a step of its own", second.key));
            None
        }
        [] => {
            if fields.entries().iter().all(|entry| KEYS.contains(&entry.key.as_ref())) {
                let hint = "add one action, as `click: [{ role: button, name: Save }]`";
                reader.refuse(Code::NoAction, fields.place, "this step does nothing", hint);
            }
            None
        }
    }
}

fn refuse_unknown(reader: &mut Reader<'_>, fields: &Fields<'_, '_>) {
    for entry in fields.entries() {
        let key = entry.key.as_ref();
        if is_action(key) || KEYS.contains(&key) {
            continue;
        }
        let near = nearest(key, Action::KEYS.iter().chain(&KEYS).copied());
        let hint = near.map_or_else(
            || format!("actions are {}; beside one stand {}", Action::KEYS.join(", "), KEYS.join(", ")),
            |near| format!("did you mean `{near}`?"),
        );
        reader.refuse(Code::UnknownKey, entry.place, format!("`{key}` means nothing in a step"), hint);
    }
}

/// Words that may not be empty.
pub(crate) fn reason(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<String> {
    let words = reader.text(node)?;
    if words.trim().is_empty() {
        reader.refuse(Code::Empty, node.place, "the reason is empty", "say why, in words");
        return None;
    }
    Some(words)
}

pub(crate) fn checkpoints(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<IndexMap<CheckpointId, Checkpoint>> {
    let mut checkpoints = IndexMap::new();
    for entry in reader.entries(node)? {
        let id = reader.name_of(&entry.key, entry.place, CheckpointId::new, CHECKPOINT);
        let checkpoint = checkpoint(reader, entry);
        if let (Some(id), Some(checkpoint)) = (id, checkpoint) {
            checkpoints.insert(id, checkpoint);
        }
    }
    Some(checkpoints)
}

fn checkpoint(reader: &mut Reader<'_>, entry: &Entry<'_>) -> Option<Checkpoint> {
    let mut fields = Fields::of(reader, &entry.value)?;
    let all = fields
        .must(reader, "all", "say what is true there: all: [{ region: Review }]")
        .and_then(|node| conditions(reader, node));
    let after = fields.read(reader, "after", |reader, node| match &node.what {
        What::Plain(text) | What::Quoted(text) if text == "done" => Some(After::Done),
        _ => step_id(reader, node).map(After::Step),
    });
    fields.finish(reader);
    Some(Checkpoint { all: all?, after, place: entry.place })
}

pub(crate) fn detectors(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Vec<Detector>> {
    reader.each(node, detector)
}

#[derive(Clone, Copy)]
enum Kind {
    Hard,
    Business,
    Recoverable,
}

fn detector(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Detector> {
    const KINDS: Words<'_, Kind> =
        &[("hard", Kind::Hard), ("business", Kind::Business), ("recoverable", Kind::Recoverable)];
    let mut fields = Fields::of(reader, node)?;
    let code = fields.must(reader, "code", "say what results call it: code: NOT_FOUND");
    let code = code.and_then(|node| reader.named(node, OutcomeCode::new, SCREAMING_SNAKE));
    let kind = fields
        .must(reader, "class", "say `class: hard`, business or recoverable")
        .and_then(|node| reader.word(node, KINDS));
    let scope = fields.read(reader, "scope", scope);
    let matches = fields
        .must(reader, "match", "say what it recognises: match: { text: … }")
        .and_then(|node| condition(reader, node));
    let class = match kind {
        Some(Kind::Business) => {
            let payload = fields.read(reader, "payload", |reader, node| by_name(reader, node, extract));
            Some(Class::Business { payload: payload.unwrap_or_default() })
        }
        Some(Kind::Recoverable) => {
            let hint = "say how it is put right: recover: { run: look_again, then: retry_step }";
            let recover = fields.must(reader, "recover", hint).and_then(|node| recover(reader, node));
            recover.map(|recover| Class::Recoverable { recover })
        }
        Some(Kind::Hard) => Some(Class::Hard),
        None => {
            fields.also(&["payload", "recover"]);
            None
        }
    };
    let bad_scope = fields.has("scope") && scope.is_none();
    fields.finish(reader);
    if bad_scope {
        return None;
    }
    Some(Detector {
        code: code?,
        class: class?,
        scope: scope.unwrap_or_default(),
        matches: matches?,
        place: node.place,
    })
}

fn scope(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Scope> {
    const KEYS: [&str; 3] = ["everywhere", "after_step", "after_checkpoint"];
    if !matches!(node.what, What::Map(_)) {
        return reader.word(node, &[("everywhere", Scope::Everywhere)]);
    }
    match reader.entries(node)? {
        [one] if one.key == "after_step" => step_id(reader, &one.value).map(Scope::AfterStep),
        [one] if one.key == "after_checkpoint" => checkpoint_id(reader, &one.value).map(Scope::AfterCheckpoint),
        entries => {
            let (at, key) = entries.last().map_or((node.place, ""), |entry| (entry.place, entry.key.as_ref()));
            reader.refuse(Code::UnknownScope, at, format!("`{key}` is no scope"), did_you_mean(key, &KEYS));
            None
        }
    }
}

fn recover(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Recover> {
    let mut fields = Fields::of(reader, node)?;
    let run = fields.must(reader, "run", "name a recoverer").and_then(|node| reader.name(node));
    let hint = "say `then: continue`, retry_step or restart_from_last_checkpoint";
    let then = fields.must(reader, "then", hint).and_then(|node| reader.word(node, THENS));
    let max = fields.read(reader, "max", |reader, node| reader.whole(node, 1..=100)).unwrap_or(1);
    let backoff_ms =
        fields.read(reader, "backoff_ms", |reader, node| reader.whole(node, 0..=600_000)).unwrap_or_default();
    fields.finish(reader);
    Some(Recover { run: run?, then: then?, max, backoff_ms })
}

pub(crate) fn recoverers(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<IndexMap<Name, Recoverer>> {
    let mut recoverers = IndexMap::new();
    for entry in reader.entries(node)? {
        let name = reader.name_of(&entry.key, entry.place, Name::new, LOWER_SNAKE);
        let recoverer = recoverer(reader, &entry.value);
        if let (Some(name), Some(recoverer)) = (name, recoverer) {
            recoverers.insert(name, recoverer);
        }
    }
    Some(recoverers)
}

fn recoverer(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Recoverer> {
    let mut fields = Fields::of(reader, node)?;
    let recoverer = if fields.has("repeat_steps") {
        fields.read(reader, "repeat_steps", |reader, node| reader.some(node, step_id)).map(Recoverer::RepeatSteps)
    } else {
        let hint = "say what puts it right: steps: [ … ] or repeat_steps: [login.submit]";
        fields.also(&["repeat_steps"]);
        fields.must(reader, "steps", hint).and_then(|node| steps(reader, node)).map(Recoverer::Steps)
    };
    fields.finish(reader);
    recoverer
}
