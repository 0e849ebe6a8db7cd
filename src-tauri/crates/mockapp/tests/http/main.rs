//! The mock app over real HTTP, as a browser would meet it.
#![allow(clippy::expect_used)] // A test that cannot go on should stop with the reason it gives.

mod faults;
mod legacy;
mod modern;
mod visitor;
