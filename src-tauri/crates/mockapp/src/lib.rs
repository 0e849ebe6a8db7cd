//! The hostile demo target.
