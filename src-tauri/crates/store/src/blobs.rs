//! Pictures and other files, named by the SHA-256 of their content: the same picture is stored once.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use baton_base::{Picture, Scrubbed};
use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};

use crate::error::StoreError;
use crate::files;

/// The SHA-256 of a content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlobHash([u8; 32]);

impl BlobHash {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> BlobHash {
        BlobHash(Sha256::digest(bytes).into())
    }

    /// From 64 hexadecimal digits.
    pub fn from_hex(hex: &str) -> Option<BlobHash> {
        if hex.len() != 64 || !hex.is_ascii() {
            return None;
        }
        let mut hash = [0; 32];
        for (place, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&hex[place * 2..place * 2 + 2], 16).ok()?;
        }
        Some(BlobHash(hash))
    }

    /// As 64 hexadecimal digits.
    pub fn hex(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Debug for BlobHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.hex())
    }
}

impl Serialize for BlobHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.hex())
    }
}

/// The folder `.baton/blobs` of a workspace.
#[derive(Debug, Clone)]
pub struct Blobs {
    folder: PathBuf,
}

impl Blobs {
    /// Of the workspace in `workspace`. Nothing is made before the first write.
    pub fn of(workspace: &Path) -> Blobs {
        Blobs { folder: files::baton_folder(workspace).join("blobs") }
    }

    /// Keeps a picture. When it returns, the picture is on the disk.
    pub fn put_picture(&self, picture: &Scrubbed<Picture>) -> Result<BlobHash, StoreError> {
        self.put(picture.get().bytes())
    }

    /// Keeps a text, such as a downloaded page.
    pub fn put_text(&self, text: &Scrubbed<String>) -> Result<BlobHash, StoreError> {
        self.put(text.get().as_bytes())
    }

    fn put(&self, bytes: &[u8]) -> Result<BlobHash, StoreError> {
        let hash = BlobHash::of(bytes);
        let path = self.path(hash);
        if fs::metadata(&path).is_ok_and(|meta| meta.len() == bytes.len() as u64) {
            return Ok(hash);
        }
        files::write_whole(&path, bytes)?;
        Ok(hash)
    }

    /// The content of that name; refuses one that was changed on the disk.
    pub fn get(&self, hash: BlobHash) -> Result<Vec<u8>, StoreError> {
        let path = self.path(hash);
        let bytes = fs::read(&path).map_err(|error| StoreError::io(&path, &error))?;
        if BlobHash::of(&bytes) == hash {
            return Ok(bytes);
        }
        Err(StoreError::Spoilt { what: path.display().to_string(), cause: "its content has another hash".into() })
    }

    /// Where it lies: `ab/cdef…`, so that no folder grows too large to list.
    pub fn path(&self, hash: BlobHash) -> PathBuf {
        let hex = hash.hex();
        self.folder.join(&hex[..2]).join(&hex[2..])
    }

    /// Every blob there is.
    pub(crate) fn all(&self) -> Vec<(BlobHash, PathBuf, u64)> {
        let folders = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files = folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten());
        files.filter_map(|file| named(&file)).collect()
    }
}

fn named(file: &fs::DirEntry) -> Option<(BlobHash, PathBuf, u64)> {
    let path = file.path();
    let front = path.parent()?.file_name()?.to_str()?.to_owned();
    let hash = BlobHash::from_hex(&format!("{front}{}", path.file_name()?.to_str()?))?;
    Some((hash, path, file.metadata().ok()?.len()))
}
