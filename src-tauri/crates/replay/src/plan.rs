//! Everything a run needs to know before it starts, loaded and checked: the scenario with what it uses, its policy, its target.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use baton_scenario::data::Data;
use baton_scenario::policy::Policy;
use baton_scenario::{Detector, Document, Family, StepId};
use baton_screen::{Condition, Viewport};
use baton_session::Consent;
use indexmap::IndexMap;

use crate::control::Rows;
use crate::values::Secret;

/// Where a run takes place.
#[derive(Debug, Clone, Default)]
pub struct TargetPlan {
    /// Its name in `baton.yaml`.
    pub name: String,
    /// Its address.
    pub base_url: String,
    /// It is production.
    pub production: bool,
    /// The screen's size.
    pub viewport: Viewport,
    /// Language and region.
    pub locale: Option<String>,
    /// What shows that it is ready.
    pub ready_when: Option<Condition>,
    /// The build it must be.
    pub expect_build: Option<String>,
    /// Its secrets, resolved, by the target's own names.
    pub secrets: BTreeMap<String, Secret>,
}

/// A run, before it starts.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The scenario, overlay applied.
    pub document: Arc<Document>,
    /// The documents it uses, by file.
    pub components: IndexMap<String, Arc<Document>>,
    /// The families it uses, those of its target first.
    pub families: Vec<Arc<Family>>,
    /// The policies of the workspace.
    pub policies: Vec<Policy>,
    /// Where it takes place.
    pub target: TargetPlan,
    /// The approved version; none for a draft.
    pub version: Option<u32>,
    /// Its seal.
    pub seal: String,
    /// Yeses given beforehand.
    pub consents: Vec<Consent>,
    /// The tables it reads, by file.
    pub tables: IndexMap<String, Rows>,
    /// The workspace's folder.
    pub folder: PathBuf,
    /// A fault the demo target is asked to show.
    pub inject: Option<String>,
    /// The data row of this run, when the scenario has data.
    pub row: IndexMap<String, String>,
}

impl Plan {
    /// The yes given to that step.
    pub fn consent(&self, step: &StepId) -> Option<&Consent> {
        self.consents.iter().find(|consent| *step == *consent.step.as_str())
    }

    /// A document the scenario uses.
    pub fn component(&self, file: &str) -> Option<Arc<Document>> {
        self.components.get(file).cloned()
    }

    /// All documents of the run: the scenario, then what it uses.
    pub fn documents(&self) -> impl Iterator<Item = &Arc<Document>> {
        std::iter::once(&self.document).chain(self.components.values())
    }

    /// All detectors of the run, each once.
    pub fn detectors(&self) -> Vec<Arc<Detector>> {
        let written = self.documents().flat_map(|document| &document.detectors);
        let of_families = self.families.iter().flat_map(|family| &family.detectors);
        written.chain(of_families).cloned().map(Arc::new).collect()
    }

    /// The rows of a table.
    pub fn rows(&self, data: &Data) -> Result<Rows, String> {
        match data {
            Data::Rows(rows) => Ok(rows
                .iter()
                .map(|row| row.iter().map(|(column, value)| (column.to_string(), value.clone())).collect())
                .collect()),
            Data::Csv(file) => {
                self.tables.get(file).cloned().ok_or_else(|| format!("The table {file} could not be read."))
            }
        }
    }

    /// Whether every policy lets `http` steps reach a host (`api.example.com`, or with its port).
    pub fn may_reach(&self, host: &str) -> bool {
        !self.policies.is_empty()
            && self.policies.iter().all(|policy| policy.outbound.iter().any(|allowed| host_matches(allowed, host)))
    }
}

fn host_matches(allowed: &str, host: &str) -> bool {
    let without_port = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let host = if allowed.contains(':') { host } else { without_port };
    match allowed.strip_prefix("*.") {
        Some(domain) => host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.') && rest.len() > 1),
        None => allowed.eq_ignore_ascii_case(host),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outbound_hosts_are_meant_exactly() {
        for (allowed, host, matches) in [
            ("api.test", "api.test", true),
            ("api.test", "api.test:8443", true),
            ("api.test:443", "api.test:8443", false),
            ("*.test", "api.test", true),
            ("*.test", "test", false),
            ("*.test", "eviltest", false),
            ("api.test", "api.test.evil.example", false),
        ] {
            assert_eq!(host_matches(allowed, host), matches, "{host} against {allowed}");
        }
    }
}
