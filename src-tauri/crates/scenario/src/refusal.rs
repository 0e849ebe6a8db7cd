//! Why a file is not accepted: a code, the place, what is wrong and what to do.

use std::fmt;

use serde::Serialize;

use crate::names::Place;

/// A file, or a part of one, that is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct Refusal {
    /// What is wrong, for programs.
    pub code: Code,
    /// The file, as it was asked for.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// What is wrong, for people.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $written:literal),+ $(,)?) => {
        /// Everything a file can be refused for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub enum Code {
            $($(#[$doc])* #[serde(rename = $written)] $code,)+
        }

        impl Code {
            /// Every code.
            pub const ALL: &'static [Code] = &[$(Code::$code),+];

            /// As it is written.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Code::$code => $written,)+
                }
            }
        }
    };
}

codes! {
    /// There is no such file.
    FileMissing = "FILE_MISSING",
    /// More than 4 MB.
    TooLarge = "TOO_LARGE",
    /// Not UTF-8, or a character no YAML file may hold.
    NotText = "NOT_TEXT",
    /// Not YAML.
    Syntax = "SYNTAX",
    /// A part of YAML that Baton does not take: anchors, aliases, merge keys, tags, several documents.
    YamlFeature = "YAML_FEATURE",
    /// Nested too deeply.
    TooDeep = "TOO_DEEP",
    /// A key twice in one map.
    DuplicateKey = "DUPLICATE_KEY",
    /// An unquoted word that YAML 1.1 and 1.2 read differently.
    AmbiguousScalar = "AMBIGUOUS_SCALAR",
    /// Written for a newer Baton.
    NewerVersion = "NEWER_VERSION",
    /// A key that means nothing here.
    UnknownKey = "UNKNOWN_KEY",
    /// A key that must be there and is not.
    MissingKey = "MISSING_KEY",
    /// A list where a map is wanted, a number where a text is wanted, and so on.
    WrongType = "WRONG_TYPE",
    /// The right type, but not one of the values there are.
    BadValue = "BAD_VALUE",
    /// A name that does not have the form of names.
    BadName = "BAD_NAME",
    /// A regular expression that is none.
    BadPattern = "BAD_PATTERN",
    /// A step without an action.
    NoAction = "NO_ACTION",
    /// A step with more than one action.
    TwoActions = "TWO_ACTIONS",
    /// CSS or XPath.
    CssOrXpath = "CSS_OR_XPATH",
    /// An id twice.
    DuplicateId = "DUPLICATE_ID",
    /// A wait without a time limit.
    WaitWithoutTimeout = "WAIT_WITHOUT_TIMEOUT",
    /// Something is repeated without a limit.
    Unbounded = "UNBOUNDED",
    /// An irreversible step inside a retry.
    RetryAroundIrreversible = "RETRY_AROUND_IRREVERSIBLE",
    /// A checkpoint after a step that is not there.
    CheckpointAfterUnknownStep = "CHECKPOINT_AFTER_UNKNOWN_STEP",
    /// A step names a checkpoint that is not there.
    UnknownCheckpoint = "UNKNOWN_CHECKPOINT",
    /// A detector listens where nothing is.
    UnknownScope = "UNKNOWN_SCOPE",
    /// A detector runs a recoverer that is not there.
    UnknownRecoverer = "UNKNOWN_RECOVERER",
    /// A business detector's code is not among the contract's outcomes.
    UndeclaredOutcome = "UNDECLARED_OUTCOME",
    /// A name of a step that is not there.
    UnknownStep = "UNKNOWN_STEP",
    /// A device that is not declared.
    UnknownDevice = "UNKNOWN_DEVICE",
    /// An output that no step reads.
    OutputNotRead = "OUTPUT_NOT_READ",
    /// An output that is not declared.
    UnknownOutput = "UNKNOWN_OUTPUT",
    /// A secret where none may stand.
    SecretMisplaced = "SECRET_MISPLACED",
    /// A secret the target does not name.
    UnknownSecret = "UNKNOWN_SECRET",
    /// An input that the scenario used does not have.
    UnknownInput = "UNKNOWN_INPUT",
    /// An input that the scenario used needs and nobody gives.
    InputNotGiven = "INPUT_NOT_GIVEN",
    /// A placeholder that names nothing.
    UnresolvedPlaceholder = "UNRESOLVED_PLACEHOLDER",
    /// A box without the viewport it was recorded in.
    BoxWithoutViewport = "BOX_WITHOUT_VIEWPORT",
    /// Nothing reaches a checkpoint.
    CheckpointUnused = "CHECKPOINT_UNUSED",
    /// Something is changed and never looked at again.
    NotReadBack = "NOT_READ_BACK",
    /// Nothing is checked.
    AssertsNothing = "ASSERTS_NOTHING",
    /// Somebody still has to do something.
    TodoLeft = "TODO_LEFT",
    /// A list with nothing in it, where that can only be a mistake.
    Empty = "EMPTY",
    /// A file that uses itself, by way of others or not.
    UseCycle = "USE_CYCLE",
    /// A timeout detector on a step that may not be done again.
    TimeoutDetectorWithoutRetry = "TIMEOUT_DETECTOR_WITHOUT_RETRY",
    /// A target that is not in the workspace.
    UnknownTarget = "UNKNOWN_TARGET",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Refusal {
    /// A refusal of something at a place of a file.
    pub fn new(code: Code, file: &str, at: Place, message: impl Into<String>, hint: impl Into<String>) -> Refusal {
        let (message, hint) = (message.into(), hint.into());
        Refusal { code, file: file.to_owned(), line: at.line.max(1), column: at.column.max(1), message, hint }
    }
}

/// Several refusals of one load, never none. The first is what a caller shows when it shows one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}", .0.first().map(ToString::to_string).unwrap_or_default())]
pub struct Refusals(Vec<Refusal>);

impl Refusals {
    /// The refusals in the order of the file; nothing when there are none.
    pub fn of(mut refusals: Vec<Refusal>) -> Result<(), Refusals> {
        if refusals.is_empty() {
            return Ok(());
        }
        refusals.sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        Err(Refusals(refusals))
    }

    /// A file that could not be read although nothing was found wrong with it.
    pub(crate) fn unread(file: &str) -> Refusals {
        Refusal::new(Code::Syntax, file, Place::default(), "the file cannot be read", "look at its first lines").into()
    }

    /// All of them.
    pub fn all(&self) -> &[Refusal] {
        &self.0
    }

    /// The first.
    pub fn first(&self) -> Option<&Refusal> {
        self.0.first()
    }
}

impl From<Refusal> for Refusals {
    fn from(refusal: Refusal) -> Refusals {
        Refusals(vec![refusal])
    }
}
