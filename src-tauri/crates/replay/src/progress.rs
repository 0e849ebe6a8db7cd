//! What a run tells while it goes on, for a live bar, plain lines, or a window.

use baton_scenario::Step;

use crate::result::StepRow;

/// Told as a run goes on. Never blocks the run.
pub trait Progress: Send + Sync {
    /// A step begins.
    fn began(&self, id: &str, step: &Step);
    /// A step is over.
    fn ended(&self, row: &StepRow);
    /// Something a reader should know.
    fn noticed(&self, words: &str);
}

/// Tells nobody.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn began(&self, _: &str, _: &Step) {}
    fn ended(&self, _: &StepRow) {}
    fn noticed(&self, _: &str) {}
}
