//! The journal: everything that happened in a workspace, as rows of one SQLite file and as files named by their content.
//! Only scrubbed text goes in, and a row is acknowledged when it is safe on the disk.
//! It must never know what a screen, a scenario or a device is, and it judges nothing it keeps.

mod ack;
mod blobs;
mod column;
mod doctor;
mod error;
mod export;
mod files;
mod gc;
mod journal;
mod migrate;
mod read;
mod run_folder;
pub mod tables;
mod tree;
mod writer;

pub use ack::Ack;
pub use blobs::{BlobHash, Blobs};
pub use column::RowId;
pub use doctor::{Checkup, check_up};
pub use error::StoreError;
pub use export::Bundle;
pub use gc::{GcReport, Keep};
pub use journal::{Durability, Health, Journal};
pub use migrate::NEWEST;
pub use read::{Reader, RunFilter, RunSummary, RunWhole};
pub use run_folder::RunFolder;
pub use tables::Row;
pub use tree::Tree;

#[cfg(test)]
mod tests;
