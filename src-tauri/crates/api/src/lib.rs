//! The one command list.
