//! Whether a scenario and all it depends on hang together. What has no form at all was refused while it was read.

mod asserting;
mod ids;
mod repeating;
mod uses;
mod watching;

use std::collections::{HashMap, HashSet};

use crate::closure::Closure;
use crate::document::Document;
use crate::files::TargetFacts;
use crate::mention::{Mention, Named, RowSource};
use crate::names::Place;
use crate::read::nearest;
use crate::refusal::{Code, Refusal};
use crate::template::Reference;

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// What is wrong.
    pub(crate) refusals: Vec<Refusal>,
    /// What is worth a look.
    pub(crate) warnings: Vec<Refusal>,
    /// What is still to do.
    pub(crate) todos: Vec<Refusal>,
}

/// One file, and what is found in it.
pub(crate) struct Page<'a> {
    pub(crate) file: &'a str,
    pub(crate) found: &'a mut Found,
}

impl Page<'_> {
    fn refuse(&mut self, code: Code, at: Place, message: impl Into<String>, hint: impl Into<String>) {
        self.found.refusals.push(Refusal::new(code, self.file, at, message, hint));
    }

    fn warn(&mut self, code: Code, at: Place, message: impl Into<String>, hint: impl Into<String>) {
        self.found.warnings.push(Refusal::new(code, self.file, at, message, hint));
    }
}

/// Looks at everything.
pub(crate) fn closure(closure: &Closure, facts: &[TargetFacts]) -> Found {
    let mut found = Found::default();
    for (file, document) in closure.documents() {
        let mut page = Page { file, found: &mut found };
        ids::check(&mut page, document);
        watching::check(&mut page, document, closure);
        repeating::check(&mut page, document, closure);
        uses::check(&mut page, document, closure);
        mentions(&mut page, document, closure, facts);
    }
    for (file, family) in &closure.families {
        let mut page = Page { file, found: &mut found };
        watching::check_family(&mut page, family, closure);
        of_family(&mut page, family);
    }
    let mut page = Page { file: &closure.file, found: &mut found };
    asserting::check(&mut page, closure);
    found
}

/// The nearest name there is, as a hint.
fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone, otherwise: &str) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.clone().next().is_none() => otherwise.to_owned(),
        None => format!("{otherwise}; there are {}", known.take(20).collect::<Vec<_>>().join(", ")),
    }
}

/// Every placeholder must name something that has a value by the time it is needed.
fn mentions(page: &mut Page<'_>, document: &Document, closure: &Closure, facts: &[TargetFacts]) {
    let mut defined: HashMap<&str, usize> = HashMap::new();
    for (index, name) in document.mentions.vars.iter().enumerate() {
        defined.entry(name).or_insert(index);
    }
    let secrets = known_secrets(facts);
    for mention in &document.mentions.all {
        match &mention.named {
            Named::Todo(words) => page.found.todos.push(todo(page.file, mention.place, words)),
            Named::Value(Reference::Input(name)) if !document.inputs.contains_key(name.as_str()) => {
                let names = document.inputs.keys().map(|name| name.as_str());
                let hint = did_you_mean(name, names, "declare it under `inputs`");
                page.refuse(Code::UnresolvedPlaceholder, mention.place, format!("there is no input `{name}`"), hint);
            }
            Named::Value(Reference::Var(name)) => var(page, mention, name, &defined),
            Named::Value(Reference::Row(name)) => row(page, mention, name, document, closure),
            Named::Value(Reference::Secret { account, .. }) => {
                if let Some(known) = secrets.as_ref().filter(|known| !known.contains(account.as_str())) {
                    let hint = did_you_mean(
                        account,
                        known.iter().copied(),
                        "name it under the target's `secrets` in baton.yaml",
                    );
                    page.refuse(
                        Code::UnknownSecret,
                        mention.place,
                        format!("the target names no secret `{account}`"),
                        hint,
                    );
                }
            }
            Named::Value(Reference::Input(_)) => {}
        }
    }
}

/// The names that every target of the scenario has for secrets; none when one of them does not say.
fn known_secrets(facts: &[TargetFacts]) -> Option<HashSet<&str>> {
    let mut known: Option<HashSet<&str>> = None;
    for facts in facts {
        let own: HashSet<&str> = facts.secrets.as_ref()?.iter().map(String::as_str).collect();
        known = Some(match known {
            None => own,
            Some(known) => known.intersection(&own).copied().collect(),
        });
    }
    known
}

fn todo(file: &str, at: Place, words: &str) -> Refusal {
    let words = if words.is_empty() { "something is still to be filled in here" } else { words };
    Refusal::new(
        Code::TodoLeft,
        file,
        at,
        format!("TODO: {words}"),
        "do it and take the mark out; a draft may keep it, a run may not",
    )
}

fn var(page: &mut Page<'_>, mention: &Mention, name: &str, defined: &HashMap<&str, usize>) {
    match defined.get(name) {
        Some(index) if *index < mention.after_vars => {}
        Some(_) => {
            let message = format!("the variable `{name}` is only made further down");
            page.refuse(Code::UnresolvedPlaceholder, mention.place, message, "move the step that makes it up");
        }
        None => {
            let hint =
                did_you_mean(name, defined.keys().copied(), "make it by generate, totp, email, http, read or use");
            page.refuse(
                Code::UnresolvedPlaceholder,
                mention.place,
                format!("nothing makes the variable `{name}`"),
                hint,
            );
        }
    }
}

/// A column may be one of the rows around it or of the whole scenario's data, which is always the first source.
fn row(page: &mut Page<'_>, mention: &Mention, name: &str, document: &Document, closure: &Closure) {
    let Some(innermost) = mention.rows else {
        let hint = "give the scenario `data`, or put the step into a `for_each`";
        page.refuse(
            Code::UnresolvedPlaceholder,
            mention.place,
            format!("there are no rows here to take `{name}` from"),
            hint,
        );
        return;
    };
    let whole = document.data.is_some().then_some(0);
    let mut known: Vec<&str> = Vec::new();
    for source in [Some(innermost), whole].into_iter().flatten() {
        match document.mentions.row_sources.get(source) {
            Some(RowSource::Columns(columns)) => known.extend(columns.iter().map(String::as_str)),
            Some(RowSource::Csv(file)) => {
                let columns = closure.tables.get(file).map(|table| table.columns.as_slice()).unwrap_or_default();
                known.extend(columns.iter().map(String::as_str));
            }
            None => {}
        }
    }
    if !known.contains(&name) {
        let hint = did_you_mean(name, known.iter().copied(), "add the column");
        page.refuse(Code::UnresolvedPlaceholder, mention.place, format!("the rows have no column `{name}`"), hint);
    }
}

/// A family serves many scenarios, so it cannot lean on the inputs or variables of one.
fn of_family(page: &mut Page<'_>, family: &crate::family::Family) {
    for mention in &family.mentions.all {
        match &mention.named {
            Named::Todo(words) => page.found.todos.push(todo(page.file, mention.place, words)),
            Named::Value(Reference::Secret { .. }) => {}
            Named::Value(reference) => {
                let message =
                    format!("{reference} means nothing in a family, which serves scenarios with other inputs");
                page.refuse(Code::UnresolvedPlaceholder, mention.place, message, "write the words themselves");
            }
        }
    }
}
