//! The folder a team keeps its scenarios in: `baton.yaml`, targets, secrets, the files scenarios use, approvals.
//! It reads and writes that folder and asks the keychain; it knows nothing of devices, sessions and runs, and must
//! never start a process.

pub mod approval;
pub mod config;
pub mod disk;
pub mod dotenv;
pub mod files;
pub mod keychain;
pub mod overlay;
pub mod secret;
pub mod state;
mod workspace;

pub use approval::{Approval, ApprovalError, Approvals, Status};
pub use config::{Config, Environment, Target, TargetKind};
pub use disk::{DiskError, write_whole};
pub use files::{FileError, WorkspaceFiles};
pub use keychain::{FakeKeychain, Keychain, KeychainState, OsKeychain};
pub use overlay::{OverlayError, apply_overlay};
pub use secret::{SecretError, SecretRef, SecretText, SecretValue, Secrets};
pub use state::StateDir;
pub use workspace::{Workspace, WorkspaceError};
