//! What placeholders stand for while a run goes on.

use std::collections::BTreeMap;

use baton_scenario::{Reference, Template, Unresolved, Values};
use baton_screen::{Condition, Ladder};
use baton_session::Typed;
use indexmap::IndexMap;

/// One secret a target names, resolved. Its value never prints.
#[derive(Clone)]
pub struct Secret {
    /// `mockcore/operator`.
    pub name: String,
    /// The whole value.
    pub value: String,
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secret({})", self.name)
    }
}

impl Secret {
    /// A part of a `user:password` secret, or the whole.
    pub fn part(&self, field: Option<&str>) -> Option<String> {
        let (user, password) = self.value.split_once(':').unwrap_or((&self.value, ""));
        match field {
            None => Some(self.value.clone()),
            Some("user") => Some(user.to_owned()),
            Some("password") => Some(password.to_owned()),
            Some(_) => None,
        }
    }

    /// Every text that must never be told: the parts and the whole.
    pub fn texts(&self) -> Vec<(String, String)> {
        let parts = ["user", "password"].into_iter().filter_map(|field| self.part(Some(field)));
        parts
            .chain([self.value.clone()])
            .filter(|text| !text.is_empty())
            .map(|text| (self.name.clone(), text))
            .collect()
    }
}

/// The values of one run, or of one `use` within it.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    /// Arguments, as text.
    pub inputs: IndexMap<String, String>,
    /// By the target's own name for them.
    pub secrets: BTreeMap<String, Secret>,
    /// Made by steps.
    pub vars: IndexMap<String, String>,
    /// The data row being run.
    pub row: IndexMap<String, String>,
}

impl Values for Scope {
    fn value(&self, reference: &Reference) -> Option<String> {
        match reference {
            Reference::Input(name) => self.inputs.get(name).cloned(),
            Reference::Secret { account, field } => self.secrets.get(account)?.part(field.as_deref()),
            Reference::Var(name) => self.vars.get(name).cloned(),
            Reference::Row(name) => self.row.get(name).cloned(),
        }
    }
}

impl Scope {
    /// The text with every placeholder replaced.
    pub fn text(&self, template: &Template) -> Result<String, Unresolved> {
        template.resolve(self)
    }

    /// The same, remembering which secrets are in it.
    pub fn typed(&self, template: &Template) -> Result<Typed, Unresolved> {
        let secrets = template.references().filter_map(|reference| match reference {
            Reference::Secret { account, .. } => self.secrets.get(account).map(|secret| secret.name.clone()),
            _ => None,
        });
        Ok(Typed { text: self.text(template)?, secrets: secrets.collect() })
    }

    /// A locator ladder with its placeholders replaced.
    pub fn ladder(&self, ladder: &Ladder) -> Result<Ladder, Unresolved> {
        ladder.map_texts(&mut |text| self.bind(text))
    }

    /// A condition with its placeholders replaced.
    pub fn condition(&self, condition: &Condition) -> Result<Condition, Unresolved> {
        condition.map_texts(&mut |text| self.bind(text))
    }

    /// Several conditions with their placeholders replaced.
    pub fn conditions(&self, conditions: &[Condition]) -> Result<Vec<Condition>, Unresolved> {
        conditions.iter().map(|condition| self.condition(condition)).collect()
    }

    fn bind(&self, text: &str) -> Result<String, Unresolved> {
        if !text.contains("${") {
            return Ok(text.to_owned());
        }
        let template = Template::parse(text).map_err(|error| Unresolved(error.to_string()))?;
        self.text(&template)
    }
}
