//! What a document needs of the world: the text of other files, and what the workspace says of its targets.

use baton_screen::Ladder;
use indexmap::IndexMap;

/// Gives the text of files below the workspace, by paths with `/` between their parts.
pub trait Files {
    /// The text of one.
    fn text(&self, path: &str) -> Result<String, FileProblem>;
}

/// Why there is no text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FileProblem {
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// It lies outside the workspace.
    #[error("it lies outside the workspace")]
    Outside,
    /// It is not UTF-8.
    #[error("it is not text in UTF-8")]
    NotText,
    /// It is larger than Baton reads.
    #[error("it is larger than Baton reads")]
    TooLarge,
    /// The system will not let it be read, and says why.
    #[error("it cannot be read: {0}")]
    Unreadable(String),
}

/// Files in memory, by path: for tests, and for a text that is being edited and not yet saved.
impl Files for IndexMap<String, String> {
    fn text(&self, path: &str) -> Result<String, FileProblem> {
        self.get(path).cloned().ok_or(FileProblem::Missing)
    }
}

/// One text in place of a file's, over files that stay as they are.
pub struct Instead<'a> {
    /// Whose text.
    pub path: &'a str,
    /// The text.
    pub text: &'a str,
    /// All other files.
    pub files: &'a dyn Files,
}

impl Files for Instead<'_> {
    fn text(&self, path: &str) -> Result<String, FileProblem> {
        if path == self.path { Ok(self.text.to_owned()) } else { self.files.text(path) }
    }
}

/// What the workspace says of its targets.
pub trait Targets {
    /// What a target brings with it; none when there is no such target.
    fn facts(&self, target: &str) -> Option<TargetFacts>;

    /// The names of all targets, for a hint.
    fn names(&self) -> Vec<String>;

    /// Every target's other ladders, by target and step.
    fn overlays(&self) -> IndexMap<String, IndexMap<String, Ladder>>;
}

/// What a target brings with it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TargetFacts {
    /// Its family files.
    pub families: Vec<String>,
    /// Its names for secrets; none when that is not known, and then no name is refused.
    pub secrets: Option<Vec<String>>,
}

/// Any target will do: for a file that is looked at without its workspace.
#[derive(Debug, Clone, Copy, Default)]
pub struct AnyTarget;

impl Targets for AnyTarget {
    fn facts(&self, _: &str) -> Option<TargetFacts> {
        Some(TargetFacts::default())
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }

    fn overlays(&self) -> IndexMap<String, IndexMap<String, Ladder>> {
        IndexMap::new()
    }
}
