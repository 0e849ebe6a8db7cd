//! Follows a document to every file it depends on.

use indexmap::{IndexMap, IndexSet};

use crate::action::{Action, Use};
use crate::closure::Closure;
use crate::data::{Data, Table};
use crate::document::{Document, RunsOn};
use crate::family::Family;
use crate::files::{FileProblem, Files, TargetFacts, Targets};
use crate::mention::RowSource;
use crate::names::Place;
use crate::read::nearest;
use crate::refusal::{Code, Refusal, Refusals};
use crate::step::{Recoverer, Step};

/// Chains of uses longer than that are refused.
const DEEPEST_USE: usize = 16;

pub(super) struct Gathered {
    pub(super) closure: Closure,
    pub(super) facts: Vec<TargetFacts>,
}

struct Gathering<'a> {
    files: &'a dyn Files,
    refusals: Vec<Refusal>,
    components: IndexMap<String, Document>,
    families: IndexMap<String, Family>,
    tables: IndexMap<String, Table>,
    /// Files that were asked for and could not be had; each is told once.
    failed: IndexSet<String>,
    /// The chain of files being followed, for cycles.
    chain: Vec<String>,
}

/// Where a file is named: which file says so, and where in it.
#[derive(Clone, Copy)]
struct Named<'a> {
    by: &'a str,
    at: Place,
}

pub(super) fn gather(
    files: &dyn Files,
    targets: &dyn Targets,
    file: &str,
    on: Option<&str>,
) -> Result<Gathered, Refusals> {
    let text = files.text(file).map_err(|problem| problem_of(file, Place::default(), file, &problem))?;
    let document = Document::parse(file, &text)?;
    let mut gathering = Gathering {
        files,
        refusals: Vec::new(),
        components: IndexMap::new(),
        families: IndexMap::new(),
        tables: IndexMap::new(),
        failed: IndexSet::new(),
        chain: vec![file.to_owned()],
    };
    let facts = gathering.targets(targets, file, &document, on);
    for family in facts.iter().flat_map(|facts| &facts.families) {
        gathering.family(family, Named { by: file, at: document.places.of("target") });
    }
    gathering.follow(file, &document);
    Refusals::of(gathering.refusals)?;
    let mut closure = Closure {
        file: file.to_owned(),
        document,
        components: gathering.components,
        families: gathering.families,
        tables: gathering.tables,
        overlays: IndexMap::new(),
    };
    closure.overlays = overlays(&closure, targets);
    Ok(Gathered { closure, facts })
}

/// Every target's overlay, as far as it is about steps of this closure: a new overlay elsewhere changes nothing here.
fn overlays(closure: &Closure, targets: &dyn Targets) -> IndexMap<String, IndexMap<String, baton_screen::Ladder>> {
    let mut all = targets.overlays();
    if all.values().all(IndexMap::is_empty) {
        return IndexMap::new();
    }
    let steps: std::collections::HashSet<&str> =
        closure.documents().flat_map(|(_, document)| document.all_steps()).map(|step| step.id.as_str()).collect();
    for overlay in all.values_mut() {
        overlay.retain(|step, _| steps.contains(step.as_str()));
    }
    all.retain(|_, overlay| !overlay.is_empty());
    all
}

fn problem_of(by: &str, at: Place, path: &str, problem: &FileProblem) -> Refusal {
    let (code, hint) = match problem {
        FileProblem::Missing => (Code::FileMissing, "look at its spelling; paths start at the folder of baton.yaml"),
        FileProblem::Outside => (Code::FileMissing, "keep every file a scenario uses below the folder of baton.yaml"),
        FileProblem::NotText => (Code::NotText, "save it as UTF-8"),
        FileProblem::TooLarge => (Code::TooLarge, "split it"),
        FileProblem::Unreadable(_) => (Code::FileMissing, "look at who may read it"),
    };
    Refusal::new(code, by, at, format!("`{path}`: {problem}"), hint)
}

impl Gathering<'_> {
    fn targets(
        &mut self,
        targets: &dyn Targets,
        file: &str,
        document: &Document,
        on: Option<&str>,
    ) -> Vec<TargetFacts> {
        let named: Vec<(String, Place)> = match (&document.runs, on) {
            (Some(RunsOn::Devices(devices)), _) => devices
                .iter()
                .map(|(device, target)| (target.to_string(), document.places.of(&format!("devices.{device}"))))
                .collect(),
            (_, Some(on)) => vec![(on.to_owned(), document.places.of("target"))],
            (Some(RunsOn::Target(target)), None) => vec![(target.to_string(), document.places.of("target"))],
            (None, None) => Vec::new(),
        };
        let mut all = Vec::new();
        for (target, at) in named {
            match targets.facts(&target) {
                Some(facts) => all.push(facts),
                None => {
                    let names = targets.names();
                    let hint = match nearest(&target, names.iter().map(String::as_str)) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => format!("baton.yaml names {}", names.join(", ")),
                    };
                    let message = format!("there is no target `{target}` in baton.yaml");
                    self.refusals.push(Refusal::new(Code::UnknownTarget, file, at, message, hint));
                }
            }
        }
        all
    }

    /// Everything one document names.
    fn follow(&mut self, file: &str, document: &Document) {
        for (index, path) in document.uses.iter().enumerate() {
            self.family(path, Named { by: file, at: document.places.of(&format!("uses.{index}")) });
        }
        for (index, used) in document.setup.iter().enumerate() {
            self.component(used, Named { by: file, at: document.places.of(&format!("setup.{index}")) });
        }
        self.steps(file, &document.steps);
        self.steps(file, &document.always);
        self.recoverers(file, document.recoverers.values());
        if let Some(Data::Csv(path)) = &document.data {
            self.table(path, Named { by: file, at: document.places.of("data.csv") });
        }
        for source in &document.mentions.row_sources {
            if let RowSource::Csv(path) = source {
                self.table(path, Named { by: file, at: document.places.of("steps") });
            }
        }
    }

    fn recoverers<'r>(&mut self, file: &str, recoverers: impl Iterator<Item = &'r Recoverer>) {
        for recoverer in recoverers {
            if let Recoverer::Steps(steps) = recoverer {
                self.steps(file, steps);
            }
        }
    }

    fn steps(&mut self, file: &str, steps: &[Step]) {
        for step in steps {
            match &step.action {
                Action::Use(used) => self.component(used, Named { by: file, at: step.place }),
                Action::ForEach(each) => {
                    if let Data::Csv(path) = &each.data {
                        self.table(path, Named { by: file, at: step.place });
                    }
                }
                _ => {}
            }
            for nested in step.action.nested() {
                self.steps(file, nested);
            }
        }
    }

    fn text(&mut self, path: &str, named: Named<'_>) -> Option<String> {
        if self.failed.contains(path) {
            return None;
        }
        match self.files.text(path) {
            Ok(text) => Some(text),
            Err(problem) => {
                self.failed.insert(path.to_owned());
                self.refusals.push(problem_of(named.by, named.at, path, &problem));
                None
            }
        }
    }

    fn read<T>(
        &mut self,
        path: &str,
        named: Named<'_>,
        parse: impl Fn(&str, &str) -> Result<T, Refusals>,
    ) -> Option<T> {
        let text = self.text(path, named)?;
        match parse(path, &text) {
            Ok(read) => Some(read),
            Err(refusals) => {
                self.failed.insert(path.to_owned());
                self.refusals.extend_from_slice(refusals.all());
                None
            }
        }
    }

    fn component(&mut self, used: &Use, named: Named<'_>) {
        let path = used.file.as_str();
        let refused = if self.chain.iter().any(|file| file == path) {
            let chain = self.chain.iter().map(String::as_str).chain([path]).collect::<Vec<_>>().join(" → ");
            Some((Code::UseCycle, format!("a scenario cannot use itself: {chain}")))
        } else if self.chain.len() >= DEEPEST_USE {
            Some((Code::TooDeep, format!("this is the {DEEPEST_USE}th file in a chain of uses")))
        } else {
            None
        };
        if let Some((code, message)) = refused {
            let hint = "take the shared steps into a file of their own";
            self.refusals.push(Refusal::new(code, named.by, named.at, message, hint));
            return;
        }
        if self.components.contains_key(path) {
            return;
        }
        let Some(document) = self.read(path, named, Document::parse) else { return };
        self.chain.push(path.to_owned());
        self.follow(path, &document);
        self.chain.pop();
        self.components.insert(path.to_owned(), document);
    }

    fn family(&mut self, path: &str, named: Named<'_>) {
        if self.families.contains_key(path) {
            return;
        }
        let Some(family) = self.read(path, named, Family::parse) else { return };
        self.recoverers(path, family.recoverers.values());
        self.families.insert(path.to_owned(), family);
    }

    fn table(&mut self, path: &str, named: Named<'_>) {
        if self.tables.contains_key(path) {
            return;
        }
        let parse = |file: &str, text: &str| {
            Table::parse(text).map_err(|error| {
                let hint = "the first line names the columns, every other line has as many values";
                Refusals::from(Refusal::new(Code::BadValue, file, error.place, error.message, hint))
            })
        };
        if let Some(table) = self.read(path, named, parse) {
            self.tables.insert(path.to_owned(), table);
        }
    }
}
