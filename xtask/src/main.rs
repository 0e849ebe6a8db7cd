//! Chores of the workspace: layers, codegen, bench.
fn main() {}
