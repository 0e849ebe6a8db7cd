//! The tree of a screen, compressed and named by its hash, so that a screen that did not change is stored once.

use std::sync::Arc;

use baton_base::Scrubbed;
use rusqlite::Connection;
use serde::Serialize;
use serde_json::Value;

use crate::blobs::BlobHash;
use crate::column::Column;
use crate::error::StoreError;

/// Level 1 takes 0.3 ms for a 100 KB tree; level 3 is a tenth smaller and takes twice as long.
const LEVEL: i32 = 1;

/// A scrubbed tree, ready for the writer. Made on the caller's thread, so that the writer only writes.
#[derive(Debug, Clone)]
pub struct Tree {
    pub(crate) hash: BlobHash,
    pub(crate) zstd: Arc<[u8]>,
}

impl Tree {
    /// From anything scrubbed that can be written as JSON.
    pub fn of<T: Serialize>(tree: &Scrubbed<T>) -> Result<Tree, StoreError> {
        let json = serde_json::to_vec(tree).map_err(|error| spoilt("a tree", &error))?;
        let zstd = zstd::bulk::compress(&json, LEVEL).map_err(|error| spoilt("a tree", &error))?;
        Ok(Tree { hash: BlobHash::of(&json), zstd: zstd.into() })
    }

    /// Its name.
    pub fn hash(&self) -> BlobHash {
        self.hash
    }
}

impl Column for Tree {
    fn sql(&self) -> Result<rusqlite::types::Value, StoreError> {
        self.hash.sql()
    }

    fn first(&self, connection: &Connection) -> Result<(), StoreError> {
        let mut insert = connection.prepare_cached("INSERT OR IGNORE INTO trees (hash, zstd) VALUES (?, ?)")?;
        insert.execute((self.hash.hex(), &*self.zstd))?;
        Ok(())
    }
}

pub(crate) fn unpack(hash: &str, packed: &[u8]) -> Result<Value, StoreError> {
    let json = zstd::stream::decode_all(packed).map_err(|error| spoilt(hash, &error))?;
    if BlobHash::of(&json).hex() != hash {
        return Err(StoreError::Spoilt { what: format!("tree {hash}"), cause: "its content has another hash".into() });
    }
    serde_json::from_slice(&json).map_err(|error| spoilt(hash, &error))
}

fn spoilt(what: &str, error: &dyn std::error::Error) -> StoreError {
    StoreError::Spoilt { what: what.to_owned(), cause: error.to_string() }
}
