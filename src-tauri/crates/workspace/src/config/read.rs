//! Reads `baton.yaml` strictly: every unknown key, wrong type and dangling name is told with its place.

use baton_scenario::{Code, Refusals};
use indexmap::IndexMap;

use super::node::{Node, Wrong, read};
use super::{Ai, Config, Environment, Evidence, Expect, Retention, Target, TargetKind, Video, screen};
use crate::secret::SecretRef;

const TOP: [&str; 7] = ["baton", "targets", "policies", "evidence", "redact", "retention", "ai"];
const TARGET: [&str; 12] = [
    "kind",
    "base_url",
    "app",
    "environment",
    "device",
    "viewport",
    "locale",
    "secrets",
    "uses",
    "ready_when",
    "expect",
    "overlay",
];

/// Reads the text of a `baton.yaml`, and tells everything that is wrong with it.
pub fn parse(file: &str, text: &str) -> Result<Config, Refusals> {
    let mut wrong = Wrong { file, refusals: Vec::new() };
    let config = read(text, &mut wrong).map(|root| config(&root, &mut wrong));
    Refusals::of(wrong.refusals)?;
    Ok(config.unwrap_or_default())
}

fn config(root: &Node, wrong: &mut Wrong<'_>) -> Config {
    root.only(&TOP, wrong);
    version(root, wrong);
    let mut config = Config::default();
    if let Some(targets) = root.must("targets", "name at least one target", wrong) {
        let entries = targets.entries(wrong).unwrap_or_default();
        if entries.is_empty() {
            wrong.say(Code::Empty, targets.place, "there is no target", "name at least one target");
        }
        for (name, at, node) in entries {
            if baton_scenario::Name::new(name).is_none() {
                wrong.say(
                    Code::BadName,
                    *at,
                    format!("`{name}` is no target's name"),
                    "use small letters, digits and _",
                );
            }
            if let Some(target) = target(name, node, wrong) {
                config.targets.insert(name.clone(), target);
            }
        }
        same_variable(targets, &config.targets, wrong);
    }
    config.policies = root.get("policies").map(|node| files(node, wrong)).unwrap_or_default();
    config.redact = root.get("redact").map(|node| redact(node, wrong)).unwrap_or_default();
    config.evidence = root.get("evidence").map(|node| evidence(node, wrong)).unwrap_or_default();
    config.retention = root.get("retention").map(|node| retention(node, wrong)).unwrap_or_default();
    config.ai = root.get("ai").and_then(|node| ai(node, wrong));
    config
}

fn version(root: &Node, wrong: &mut Wrong<'_>) {
    let Some(node) = root.must("baton", "begin the file with `baton: 1`", wrong) else { return };
    match node.count(wrong) {
        Some(1) | None => {}
        Some(newer) => {
            wrong.say(
                Code::NewerVersion,
                node.place,
                format!("this is for a Baton that reads version {newer}"),
                "upgrade Baton",
            );
        }
    }
}

fn target(name: &str, node: &Node, wrong: &mut Wrong<'_>) -> Option<Target> {
    node.only(&TARGET, wrong);
    let kind = kind(node, wrong);
    let environment = node.must("environment", "say demo, test, staging or production", wrong);
    let environment = environment.and_then(|node| node.one_of(&Environment::WRITTEN, wrong));
    let target = Target {
        name: name.to_owned(),
        kind: kind?,
        environment: Environment::parse(&environment?)?,
        device: node.get("device").and_then(|node| node.text(wrong)),
        viewport: node.get("viewport").and_then(|node| viewport(node, wrong)),
        locale: node.get("locale").and_then(|node| node.text(wrong)),
        secrets: node.get("secrets").map(|node| secrets(name, node, wrong)).unwrap_or_default(),
        uses: node.get("uses").map(|node| files(node, wrong)).unwrap_or_default(),
        ready_when: node.get("ready_when").and_then(|node| screen::condition(node, wrong)),
        expect: node.get("expect").map(|node| expect(node, wrong)),
        overlay: node.get("overlay").map(|node| overlay(node, wrong)).unwrap_or_default(),
    };
    Some(target)
}

fn kind(node: &Node, wrong: &mut Wrong<'_>) -> Option<TargetKind> {
    let said = node.must("kind", "say web, ios or android", wrong)?.one_of(&["web", "ios", "android"], wrong)?;
    let (wanted, other) = if said == "web" { ("base_url", "app") } else { ("app", "base_url") };
    if let Some(misplaced) = node.get(other) {
        wrong.say(
            Code::UnknownKey,
            misplaced.place,
            format!("a target of kind {said} has no `{other}`"),
            format!("use `{wanted}`"),
        );
        return None;
    }
    let place = node.must(wanted, &format!("a target of kind {said} needs `{wanted}`"), wrong)?;
    let value = place.text(wrong)?;
    match said.as_str() {
        "web" => web(&value, place, wrong),
        "ios" => Some(TargetKind::Ios { app: value }),
        _ => Some(TargetKind::Android { app: value }),
    }
}

fn web(url: &str, at: &Node, wrong: &mut Wrong<'_>) -> Option<TargetKind> {
    let rest = url.strip_prefix("http://").or_else(|| url.strip_prefix("https://"));
    let host = rest.map(|rest| rest.split(['/', '?', '#']).next().unwrap_or_default());
    match host {
        Some(host) if host.contains('@') => {
            let message = "a user or password stands in the address";
            wrong.say(Code::SecretMisplaced, at.place, message, "name it under `secrets` as secret://system/account");
            None
        }
        Some(host) if !host.is_empty() && !url.contains(char::is_whitespace) => {
            Some(TargetKind::Web { base_url: url.trim_end_matches('/').to_owned() })
        }
        _ => {
            wrong.say(
                Code::BadValue,
                at.place,
                format!("`{url}` is no web address"),
                "write http:// or https:// and a host",
            );
            None
        }
    }
}

pub(super) fn viewport(node: &Node, wrong: &mut Wrong<'_>) -> Option<[u32; 2]> {
    match node.list(wrong)? {
        [width, height] => Some([width.count(wrong)?, height.count(wrong)?]),
        _ => {
            wrong.say(Code::BadValue, node.place, "a viewport is a width and a height", "write [1280, 800]");
            None
        }
    }
}

fn secrets(target: &str, node: &Node, wrong: &mut Wrong<'_>) -> IndexMap<String, SecretRef> {
    let mut secrets = IndexMap::new();
    for (name, _, value) in node.entries(wrong).unwrap_or_default() {
        let Some(text) = value.text(wrong) else { continue };
        match SecretRef::parse(&text, target) {
            Some(reference) => drop(secrets.insert(name.clone(), reference)),
            // The text is not repeated: it may be the secret itself.
            None => wrong.say(
                Code::SecretMisplaced,
                value.place,
                format!("`{name}` must be the name of a secret, never its value"),
                "write \"secret://system/account\" and put the value into the environment, .env or the keychain",
            ),
        }
    }
    secrets
}

/// Two secrets that are looked for under one variable could not be told apart.
fn same_variable(node: &Node, targets: &IndexMap<String, Target>, wrong: &mut Wrong<'_>) {
    let mut known: IndexMap<String, &SecretRef> = IndexMap::new();
    for (name, target) in targets {
        for reference in target.secrets.values() {
            let other = known.entry(reference.variable()).or_insert(reference);
            if *other != reference {
                let at =
                    node.get(name).and_then(|target| target.get("secrets")).map(|node| node.place).unwrap_or_default();
                let message = format!("{other} and {reference} are both looked for as {}", reference.variable());
                wrong.say(Code::DuplicateId, at, message, "rename the system or the account of one");
            }
        }
    }
}

fn files(node: &Node, wrong: &mut Wrong<'_>) -> Vec<String> {
    let mut files = Vec::new();
    for item in node.list(wrong).unwrap_or_default() {
        let Some(file) = item.text(wrong) else { continue };
        let outside = file.starts_with('/') || file.contains('\\') || file.split('/').any(|part| part == "..");
        if outside {
            wrong.say(
                Code::BadValue,
                item.place,
                format!("`{file}` leads out of the workspace"),
                "name a file below the workspace",
            );
        } else {
            files.push(file);
        }
    }
    files
}

fn redact(node: &Node, wrong: &mut Wrong<'_>) -> Vec<String> {
    let mut patterns = Vec::new();
    for item in node.list(wrong).unwrap_or_default() {
        let Some(pattern) = item.text(wrong) else { continue };
        match baton_scenario::inputs::Pattern::new(&pattern) {
            Ok(_) => patterns.push(pattern),
            Err(why) => wrong.say(
                Code::BadPattern,
                item.place,
                format!("`{pattern}` is no regular expression: {why}"),
                "mend it",
            ),
        }
    }
    patterns
}

fn expect(node: &Node, wrong: &mut Wrong<'_>) -> Expect {
    node.only(&["build", "hash"], wrong);
    let expect = Expect {
        build: node.get("build").and_then(|node| node.text(wrong)),
        hash: node.get("hash").and_then(|node| node.text(wrong)),
    };
    if node.get("build").is_none() && node.get("hash").is_none() {
        wrong.say(Code::Empty, node.place, "nothing is expected", "say `build` or `hash`, or leave `expect` out");
    }
    expect
}

fn overlay(node: &Node, wrong: &mut Wrong<'_>) -> IndexMap<String, baton_screen::Ladder> {
    let mut overlay = IndexMap::new();
    for (step, at, value) in node.entries(wrong).unwrap_or_default() {
        if baton_scenario::StepId::new(step).is_none() {
            wrong.say(
                Code::BadName,
                *at,
                format!("`{step}` is no step's id"),
                "write it as in the scenario: `screen.control`",
            );
        }
        if let Some(ladder) = screen::ladder(value, wrong) {
            overlay.insert(step.clone(), ladder);
        }
    }
    overlay
}

fn evidence(node: &Node, wrong: &mut Wrong<'_>) -> Evidence {
    node.only(&["video", "pictures"], wrong);
    let video = node.get("video").and_then(|node| node.one_of(&["always", "on_failure", "never"], wrong));
    let usual = Evidence::default();
    Evidence {
        video: match video.as_deref() {
            Some("on_failure") => Video::OnFailure,
            Some("never") => Video::Never,
            _ => usual.video,
        },
        pictures: node.get("pictures").and_then(|node| node.flag(wrong)).unwrap_or(usual.pictures),
    }
}

fn retention(node: &Node, wrong: &mut Wrong<'_>) -> Retention {
    node.only(&["days", "max_runs", "max_gib"], wrong);
    Retention {
        days: node.get("days").and_then(|node| node.count(wrong)),
        max_runs: node.get("max_runs").and_then(|node| node.count(wrong)),
        max_gib: node.get("max_gib").and_then(|node| node.amount(wrong)),
    }
}

fn ai(node: &Node, wrong: &mut Wrong<'_>) -> Option<Ai> {
    node.only(&["provider", "models", "key_env", "endpoint", "effort", "prices", "max_cost_usd"], wrong);
    let provider = node.must("provider", "say which", wrong)?.one_of(&Ai::PROVIDERS, wrong)?;
    let mut models = IndexMap::new();
    for (name, at, value) in node.get("models").and_then(|node| node.entries(wrong)).unwrap_or_default() {
        if !Ai::PROVIDERS.contains(&name.as_str()) {
            wrong.say(
                Code::UnknownKey,
                *at,
                format!("there is no provider `{name}`"),
                super::node::did_you_mean(name, &Ai::PROVIDERS),
            );
        }
        models.extend(value.text(wrong).map(|model| (name.clone(), model)));
    }
    let mut prices = IndexMap::new();
    for (model, _, value) in node.get("prices").and_then(|node| node.entries(wrong)).unwrap_or_default() {
        match value.list(wrong) {
            Some([input, output]) => {
                let price = input.amount(wrong).zip(output.amount(wrong));
                prices.extend(price.map(|(input, output)| (model.clone(), [input, output])));
            }
            Some(_) => wrong.say(
                Code::BadValue,
                value.place,
                "a price is two numbers",
                "write [input, output] in USD a million tokens",
            ),
            None => {}
        }
    }
    let key_env = node.get("key_env").and_then(|node| key_env(node, wrong));
    Some(Ai {
        provider,
        models,
        key_env,
        endpoint: node.get("endpoint").and_then(|node| node.text(wrong)),
        effort: node.get("effort").and_then(|node| node.one_of(&["low", "medium", "high"], wrong)),
        prices,
        max_cost_usd: node.get("max_cost_usd").and_then(|node| node.amount(wrong)),
    })
}

fn key_env(node: &Node, wrong: &mut Wrong<'_>) -> Option<String> {
    let name = node.text(wrong)?;
    if name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_') {
        return Some(name);
    }
    // Not repeated: somebody may have written the key itself.
    wrong.say(
        Code::SecretMisplaced,
        node.place,
        "this is no variable's name",
        "name the variable that holds the key, never the key",
    );
    None
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
