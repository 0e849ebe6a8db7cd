//! The gate every action passes.
