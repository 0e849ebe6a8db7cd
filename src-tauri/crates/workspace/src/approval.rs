//! Approvals beside a scenario: `NAME.approvals.jsonl`, one line an approval, only ever added to.
//!
//! A version is the ordinal of its seal in that file. Names are as trustworthy as the folder's version control and
//! the user of the operating system.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use baton_base::Clock;
use baton_scenario::policy::ApprovalRule;
use serde::{Deserialize, Serialize};

use crate::config::Environment;
use crate::disk::{DiskError, append_line};
use crate::state::StateDir;

/// One line of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approval {
    /// The scenario's name.
    pub name: String,
    /// The ordinal of the seal, from 1.
    pub version: u32,
    /// What was approved, or retired.
    pub seal: String,
    /// Who.
    pub by: String,
    /// When, RFC 3339 in UTC.
    pub at: String,
    /// Why, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Where it holds. Without it, everywhere but in production.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment: Option<Environment>,
    /// Taken out of use from here on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub retired: bool,
}

/// Where a scenario stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// Nobody approved any version of it for this environment.
    Draft,
    /// Some of the people needed approved it.
    PartlyApproved {
        /// Which version.
        version: u32,
        /// Who so far.
        by: Vec<String>,
        /// How many are needed.
        needed: u32,
    },
    /// It is what was approved.
    Approved {
        /// Which version.
        version: u32,
        /// Who.
        by: Vec<String>,
        /// When the last of them did.
        at: String,
    },
    /// An earlier version was approved; this one says something else.
    ChangedSince {
        /// The version approved last.
        version: u32,
    },
    /// It was taken out of use.
    Retired {
        /// Which version.
        version: u32,
    },
}

/// A line that cannot be read. It stays in the file, and those around it count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedLine {
    /// Which, from 1.
    pub line: usize,
    /// What it holds, shortened.
    pub text: String,
}

/// Why an approval was not made.
#[derive(Debug, thiserror::Error)]
pub enum ApprovalError {
    /// What would be approved is not what was described last.
    #[error("`{name}` is not what `baton describe` last showed")]
    NotDescribed {
        /// Which scenario.
        name: String,
    },
    /// The recorder may not approve.
    #[error("{by} recorded `{name}`; the policy wants somebody else to approve it")]
    Recorder {
        /// Which scenario.
        name: String,
        /// Who.
        by: String,
    },
    /// The same person again.
    #[error("{by} approved this version of `{name}` already")]
    Twice {
        /// Which scenario.
        name: String,
        /// Who.
        by: String,
    },
    /// A name with nothing in it.
    #[error("an approval needs a name")]
    Nobody,
    /// The file cannot be read or written.
    #[error(transparent)]
    Disk(#[from] DiskError),
}

impl ApprovalError {
    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            ApprovalError::NotDescribed { name } => format!("run `baton describe {name}`, read it, then approve"),
            ApprovalError::Recorder { .. } => "ask a colleague to read and approve it".to_owned(),
            ApprovalError::Twice { .. } => "ask a second person".to_owned(),
            ApprovalError::Nobody => "give `--by NAME`".to_owned(),
            ApprovalError::Disk(error) => error.hint().to_owned(),
        }
    }
}

/// What is to be approved.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// The seal of what would be approved.
    pub seal: &'a str,
    /// Who approves.
    pub by: &'a str,
    /// Why, in words.
    pub comment: &'a str,
    /// Where it will run.
    pub environment: Environment,
    /// What the policy demands.
    pub rule: ApprovalRule,
    /// Who recorded it, when that is known.
    pub recorder: Option<&'a str>,
}

/// The approvals of one scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approvals {
    name: String,
    path: PathBuf,
    entries: Vec<Approval>,
    damaged: Vec<DamagedLine>,
}

impl Approvals {
    /// Reads the approvals beside a scenario's file. None yet is no error.
    pub fn beside(scenario: &Path) -> Result<Approvals, DiskError> {
        let name = scenario.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let path = scenario.with_file_name(format!("{name}.approvals.jsonl"));
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(DiskError::of(&path, error)),
        };
        let (entries, damaged) = read_lines(&String::from_utf8_lossy(&bytes));
        Ok(Approvals { name, path, entries, damaged })
    }

    /// Every approval, oldest first.
    pub fn entries(&self) -> &[Approval] {
        &self.entries
    }

    /// Lines that cannot be read.
    pub fn damaged(&self) -> &[DamagedLine] {
        &self.damaged
    }

    /// The version a seal has, or would get.
    pub fn version_of(&self, seal: &str) -> u32 {
        let mut seals: Vec<&str> = Vec::new();
        for entry in &self.entries {
            if !seals.contains(&entry.seal.as_str()) {
                seals.push(&entry.seal);
            }
        }
        let ordinal = seals.iter().position(|known| *known == seal).unwrap_or(seals.len());
        u32::try_from(ordinal + 1).unwrap_or(u32::MAX)
    }

    /// Where the scenario of that seal stands in an environment.
    pub fn status(&self, seal: &str, environment: Environment, rule: ApprovalRule, recorder: Option<&str>) -> Status {
        let version = self.version_of(seal);
        let own: Vec<&Approval> = self.entries.iter().filter(|entry| entry.seal == seal).collect();
        if own.last().is_some_and(|entry| entry.retired) {
            return Status::Retired { version };
        }
        let counts = |entry: &&Approval| {
            let holds_here = entry.environment.map_or(environment != Environment::Production, |at| at == environment);
            !entry.retired && holds_here && !(rule.not_the_recorder && recorder == Some(entry.by.as_str()))
        };
        let after_retirement = own.iter().rposition(|entry| entry.retired).map_or(0, |last| last + 1);
        let valid: Vec<&Approval> = own.into_iter().skip(after_retirement).filter(counts).collect();
        let by: BTreeSet<&str> = valid.iter().map(|entry| entry.by.as_str()).collect();
        let names = by.iter().map(|name| (*name).to_owned()).collect();
        match valid.last() {
            Some(last) if by.len() >= rule.people.max(1) as usize => {
                Status::Approved { version, by: names, at: last.at.clone() }
            }
            Some(_) => Status::PartlyApproved { version, by: names, needed: rule.people },
            None => match self.entries.iter().rfind(|entry| entry.seal != seal && counts(entry)) {
                Some(earlier) => Status::ChangedSince { version: earlier.version },
                None => Status::Draft,
            },
        }
    }

    /// Approves what was described last, and nothing else.
    pub fn approve(
        &mut self,
        request: &Request<'_>,
        state: &StateDir,
        clock: &dyn Clock,
    ) -> Result<Approval, ApprovalError> {
        let (name, by) = (self.name.clone(), request.by.trim().to_owned());
        if by.is_empty() {
            return Err(ApprovalError::Nobody);
        }
        if state.described(&name).as_deref() != Some(request.seal) {
            return Err(ApprovalError::NotDescribed { name });
        }
        if request.rule.not_the_recorder && request.recorder == Some(by.as_str()) {
            return Err(ApprovalError::Recorder { name, by });
        }
        let so_far = self.status(request.seal, request.environment, request.rule, request.recorder);
        let approved_by = match so_far {
            Status::PartlyApproved { by, .. } | Status::Approved { by, .. } => by,
            _ => Vec::new(),
        };
        if approved_by.contains(&by) {
            return Err(ApprovalError::Twice { name, by });
        }
        self.add(request.seal, by, request.comment, Some(request.environment), false, clock)
    }

    /// Takes a version out of use.
    pub fn retire(
        &mut self,
        seal: &str,
        by: &str,
        comment: &str,
        clock: &dyn Clock,
    ) -> Result<Approval, ApprovalError> {
        if by.trim().is_empty() {
            return Err(ApprovalError::Nobody);
        }
        self.add(seal, by.trim().to_owned(), comment, None, true, clock)
    }

    fn add(
        &mut self,
        seal: &str,
        by: String,
        comment: &str,
        environment: Option<Environment>,
        retired: bool,
        clock: &dyn Clock,
    ) -> Result<Approval, ApprovalError> {
        let approval = Approval {
            name: self.name.clone(),
            version: self.version_of(seal),
            seal: seal.to_owned(),
            by,
            at: rfc3339(clock.wall_ms()),
            comment: comment.to_owned(),
            environment,
            retired,
        };
        let line = serde_json::to_string(&approval).map_err(|error| DiskError::of(&self.path, error.into()))?;
        append_line(&self.path, &line)?;
        self.entries.push(approval.clone());
        Ok(approval)
    }
}

fn read_lines(text: &str) -> (Vec<Approval>, Vec<DamagedLine>) {
    let (mut entries, mut damaged) = (Vec::new(), Vec::new());
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        match serde_json::from_str(line) {
            Ok(entry) => entries.push(entry),
            Err(_) => damaged.push(DamagedLine { line: index + 1, text: line.chars().take(80).collect() }),
        }
    }
    (entries, damaged)
}

/// Milliseconds since the Unix epoch as RFC 3339 in UTC, to the second. The calendar's arithmetic is Howard Hinnant's
/// `civil_from_days`.
fn rfc3339(wall_ms: u64) -> String {
    let seconds = wall_ms / 1000;
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests;
