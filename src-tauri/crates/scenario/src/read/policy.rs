//! Policy files.

use crate::action::Action;
use crate::policy::{Allow, ApprovalRule, Authority, Block, Decides, Grant, Policy, RiskyRule, Scrub};
use crate::read::document::{is_foreign, version};
use crate::read::locator::{locator, name_match};
use crate::read::step::RISKS;
use crate::read::{Fields, Reader, Words, did_you_mean};
use crate::refusal::{Code, Refusals};
use crate::yaml::{self, Node, What};

const BLOCKS: Words<'_, Block> = &[("external_navigation", Block::ExternalNavigation), ("download", Block::Download)];
const SCRUBS: Words<'_, Scrub> = &[("ssn", Scrub::Ssn), ("long_numbers", Scrub::LongNumbers), ("cards", Scrub::Cards)];
const DECIDES: Words<'_, Decides> = &[("alone", Decides::Alone), ("ask", Decides::Ask), ("never", Decides::Never)];

impl Policy {
    /// Reads the text of a policy file.
    pub fn parse(file: &str, text: &str) -> Result<Policy, Refusals> {
        let mut refusals = Vec::new();
        let root = yaml::read(file, text, &mut refusals);
        let mut reader = Reader::new(file);
        let policy = root.and_then(|root| match is_foreign(&mut reader, &root, "baton_policy") {
            true => None,
            false => policy(&mut reader, &root),
        });
        refusals.extend(reader.into_refusals());
        Refusals::of(refusals)?;
        policy.ok_or_else(|| Refusals::unread(file))
    }
}

fn policy(reader: &mut Reader<'_>, root: &Node<'_>) -> Option<Policy> {
    let mut fields = Fields::of(reader, root)?;
    let baton_policy = version(reader, &mut fields, "baton_policy");
    let policy = Policy {
        baton_policy: baton_policy.unwrap_or_default(),
        allow: fields.read(reader, "allow", allow).unwrap_or_default(),
        block: fields
            .read(reader, "block", |reader, node| reader.each(node, |reader, node| reader.word(node, BLOCKS)))
            .unwrap_or_default(),
        outbound: fields.read(reader, "outbound", |reader, node| reader.each(node, host)).unwrap_or_default(),
        risky: fields.read(reader, "risky", |reader, node| reader.each(node, risky)).unwrap_or_default(),
        authority: fields.read(reader, "authority", authority).unwrap_or_default(),
        secrets_may_be_typed_at: fields
            .read(reader, "secrets_may_be_typed_at", |reader, node| reader.each(node, path))
            .unwrap_or_default(),
        masks: fields.read(reader, "masks", |reader, node| reader.each(node, locator)).unwrap_or_default(),
        scrub: fields
            .read(reader, "scrub", |reader, node| reader.each(node, |reader, node| reader.word(node, SCRUBS)))
            .unwrap_or_default(),
        approval: fields.read(reader, "approval", approval).unwrap_or_default(),
    };
    fields.finish(reader);
    baton_policy.map(|_| policy)
}

fn allow(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Allow> {
    let mut fields = Fields::of(reader, node)?;
    let allow = Allow {
        origins: fields.read(reader, "origins", |reader, node| reader.each(node, origin)).unwrap_or_default(),
        paths: fields.read(reader, "paths", |reader, node| reader.each(node, path)).unwrap_or_default(),
        apps: fields.read(reader, "apps", Reader::texts).unwrap_or_default(),
        actions: fields.read(reader, "actions", |reader, node| reader.each(node, action_key)).unwrap_or_default(),
    };
    fields.finish(reader);
    Some(allow)
}

fn action_key(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<String> {
    let key = reader.text(node)?;
    if Action::KEYS.contains(&key.as_str()) {
        return Some(key);
    }
    reader.refuse(Code::BadValue, node.place, format!("`{key}` is no action"), did_you_mean(&key, Action::KEYS));
    None
}

/// Scheme, host and port, or what stands for the target's. A path here would never match anything.
fn origin(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<String> {
    let text = reader.text(node)?;
    let rest = text.split_once("://").map(|(_, rest)| rest.trim_end_matches('/'));
    if text == "{target.base_url}" || rest.is_some_and(|rest| !rest.is_empty() && !rest.contains('/')) {
        return Some(text);
    }
    let message = format!("`{text}` is no origin");
    reader.refuse(
        Code::BadValue,
        node.place,
        message,
        "write scheme, host and port: https://bank.example:8443, or \"{target.base_url}\"",
    );
    None
}

fn path(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<String> {
    let text = reader.text(node)?;
    if text.starts_with('/') {
        return Some(text);
    }
    let message = format!("`{text}` is no path");
    reader.refuse(Code::BadValue, node.place, message, format!("write \"/{text}\""));
    None
}

fn host(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<String> {
    let text = reader.text(node)?;
    let name = text.strip_prefix("*.").unwrap_or(&text);
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | ':' | '[' | ']');
    if !name.is_empty() && name.chars().all(inside) {
        return Some(text);
    }
    let message = format!("`{text}` is no host");
    reader.refuse(Code::BadValue, node.place, message, "write api.example.com, *.example.com or host:port");
    None
}

fn risky(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<RiskyRule> {
    let mut fields = Fields::of(reader, node)?;
    let role = fields.read(reader, "role", Reader::text);
    let name = fields.read(reader, "name", name_match);
    let at = fields.read(reader, "path", path);
    let named = fields.has("role") || fields.has("name") || fields.has("path");
    let risk =
        fields.must(reader, "risk", "say `risk: risky` or irreversible").and_then(|node| reader.word(node, RISKS));
    fields.finish(reader);
    if !named {
        reader.refuse(
            Code::MissingKey,
            node.place,
            "this rule is about everything",
            "give it a role, a name or a path",
        );
        return None;
    }
    Some(RiskyRule { role, name, path: at, risk: risk? })
}

fn authority(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Authority> {
    let mut fields = Fields::of(reader, node)?;
    let authority = Authority {
        risky: fields.read(reader, "risky", grant),
        irreversible: fields.read(reader, "irreversible", grant),
        production: fields.read(reader, "production", grant),
    };
    fields.finish(reader);
    Some(authority)
}

fn grant(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<Grant> {
    if !matches!(node.what, What::Map(_)) {
        return reader.word(node, DECIDES).map(Grant::new);
    }
    let mut fields = Fields::of(reader, node)?;
    let decides = fields.must(reader, "decides", "say alone, ask or never").and_then(|node| reader.word(node, DECIDES));
    let undo_hours = fields.read(reader, "undo_hours", |reader, node| reader.whole(node, 0..=1_000_000));
    fields.finish(reader);
    Some(Grant { decides: decides?, undo_hours })
}

fn approval(reader: &mut Reader<'_>, node: &Node<'_>) -> Option<ApprovalRule> {
    let mut fields = Fields::of(reader, node)?;
    let people = fields.read(reader, "people", |reader, node| reader.whole(node, 1..=10)).unwrap_or(1);
    let not_the_recorder = fields.read(reader, "not_the_recorder", Reader::flag).unwrap_or_default();
    fields.finish(reader);
    Some(ApprovalRule { people, not_the_recorder })
}
