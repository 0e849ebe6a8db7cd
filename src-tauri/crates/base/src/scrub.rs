//! Placeholder until the scrubber lands.

/// Text from which secrets have been removed.
#[derive(Debug, Clone)]
pub struct Scrubbed<T>(T);
/// Removes secrets.
#[derive(Debug, Clone, Default)]
pub struct Scrubber;
impl<T> Scrubbed<T> {
    /// What may be stored.
    pub fn get(&self) -> &T {
        &self.0
    }
}
