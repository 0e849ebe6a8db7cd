//! A scenario with everything its meaning depends on: what it uses, its families, the columns of its data, and what
//! targets say otherwise. Loading it finds everything that can be wrong before any device is opened.

mod gather;

use baton_screen::Ladder;
use indexmap::IndexMap;

use crate::data::Table;
use crate::document::Document;
use crate::family::Family;
use crate::files::{Files, Targets};
use crate::refusal::{Refusal, Refusals};
use crate::seal::Seal;
use crate::validate;

/// A scenario and all it depends on.
#[derive(Debug, Clone, PartialEq)]
pub struct Closure {
    /// The scenario's own file.
    pub file: String,
    /// The scenario.
    pub document: Document,
    /// What it uses, by file: setup scenarios and components, at any depth.
    pub components: IndexMap<String, Document>,
    /// The families that watch it, by file: those of its target first.
    pub families: IndexMap<String, Family>,
    /// The tables it reads, by file.
    pub tables: IndexMap<String, Table>,
    /// Other ladders for its steps, by target and step.
    pub overlays: IndexMap<String, IndexMap<String, Ladder>>,
}

impl Closure {
    /// The hash of its meaning.
    pub fn seal(&self) -> Seal {
        Seal::of(self)
    }

    /// The scenario, then what it uses, each with its file.
    pub fn documents(&self) -> impl Iterator<Item = (&str, &Document)> {
        let used = self.components.iter().map(|(file, document)| (file.as_str(), document));
        std::iter::once((self.file.as_str(), &self.document)).chain(used)
    }
}

/// A scenario that was loaded and hangs together, though something in it may still be to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    closure: Closure,
    warnings: Vec<Refusal>,
    todos: Vec<Refusal>,
}

impl Draft {
    /// Loads a scenario with all it depends on, for its own target or for `on`, and tells everything that is wrong.
    pub fn load(files: &dyn Files, targets: &dyn Targets, file: &str, on: Option<&str>) -> Result<Draft, Refusals> {
        let gathered = gather::gather(files, targets, file, on)?;
        let found = validate::closure(&gathered.closure, &gathered.facts);
        Refusals::of(found.refusals)?;
        Ok(Draft { closure: gathered.closure, warnings: found.warnings, todos: found.todos })
    }

    /// What was loaded.
    pub fn closure(&self) -> &Closure {
        &self.closure
    }

    /// What is not wrong but worth a look.
    pub fn warnings(&self) -> &[Refusal] {
        &self.warnings
    }

    /// What is still to do.
    pub fn todos(&self) -> &[Refusal] {
        &self.todos
    }

    /// The scenario, when nothing is left to do.
    pub fn whole(self) -> Result<Scenario, Refusals> {
        Refusals::of(self.todos)?;
        Ok(Scenario { seal: self.closure.seal(), closure: self.closure, warnings: self.warnings })
    }
}

/// A scenario that can be described, approved and run: loaded, whole, and with nothing left to do.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    closure: Closure,
    seal: Seal,
    warnings: Vec<Refusal>,
}

impl Scenario {
    /// Loads a scenario that must be whole.
    pub fn load(files: &dyn Files, targets: &dyn Targets, file: &str, on: Option<&str>) -> Result<Scenario, Refusals> {
        Draft::load(files, targets, file, on)?.whole()
    }

    /// What was loaded.
    pub fn closure(&self) -> &Closure {
        &self.closure
    }

    /// The hash of its meaning.
    pub fn seal(&self) -> &Seal {
        &self.seal
    }

    /// What is not wrong but worth a look.
    pub fn warnings(&self) -> &[Refusal] {
        &self.warnings
    }

    /// The approved scenario, when `seal` is what was approved, as the version that it is there.
    pub fn approved(self, seal: &str, version: u32) -> Result<Approved, Box<Changed>> {
        if self.seal.as_str() == seal {
            return Ok(Approved { scenario: self, version });
        }
        Err(Box::new(Changed {
            name: self.closure.document.name.to_string(),
            approved: seal.to_owned(),
            is: self.seal,
        }))
    }
}

/// A scenario whose meaning is what somebody approved.
#[derive(Debug, Clone, PartialEq)]
pub struct Approved {
    scenario: Scenario,
    version: u32,
}

impl Approved {
    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The ordinal of its seal among its approvals, from 1.
    pub fn version(&self) -> u32 {
        self.version
    }
}

/// The scenario means something else than what was approved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not what was approved: its seal is {is}, the approved one {approved}")]
pub struct Changed {
    /// Which scenario.
    pub name: String,
    /// What was approved.
    pub approved: String,
    /// What it is.
    pub is: Seal,
}

/// The ordinal that a seal has, or would have, among seals in the order they were approved. From 1.
pub fn version_of<'a>(seal: &str, approved: impl IntoIterator<Item = &'a str>) -> u32 {
    let mut distinct: Vec<&str> = Vec::new();
    for earlier in approved {
        if !distinct.contains(&earlier) {
            distinct.push(earlier);
        }
    }
    let place = distinct.iter().position(|earlier| *earlier == seal).unwrap_or(distinct.len());
    u32::try_from(place + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
