//! The keychain of the operating system, opened only when something is asked of it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::secret::SecretText;

/// The service Baton's entries are kept under.
pub const SERVICE: &str = "baton";

/// What became of asking the keychain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeychainState {
    /// It answers.
    Available,
    /// There is none, as on a server without a desktop. The other places still work.
    Absent(String),
    /// It is there and does not answer: locked, or refused.
    Refused(String),
}

impl KeychainState {
    /// The state in words, to stand behind "and".
    pub fn in_words(&self) -> String {
        match self {
            KeychainState::Available => "the keychain has no such entry".to_owned(),
            KeychainState::Absent(why) => format!("there is no keychain here ({why})"),
            KeychainState::Refused(why) => format!("the keychain did not answer ({why})"),
        }
    }
}

/// Keeps secrets for the user.
pub trait Keychain: Send + Sync {
    /// The secret of `system/account`; none when there is none.
    fn get(&self, user: &str) -> Result<Option<SecretText>, KeychainState>;
    /// Keeps one.
    fn set(&self, user: &str, secret: &SecretText) -> Result<(), KeychainState>;
    /// Whether there is one to ask.
    fn state(&self) -> KeychainState;
}

/// The operating system's own.
#[derive(Debug, Clone, Copy, Default)]
pub struct OsKeychain;

impl Keychain for OsKeychain {
    fn get(&self, user: &str) -> Result<Option<SecretText>, KeychainState> {
        match entry(user)?.get_password() {
            Ok(secret) => Ok(Some(SecretText::new(secret))),
            Err(keyring::Error::NoEntry) => Ok(None),
            Err(error) => Err(refused(&error)),
        }
    }

    fn set(&self, user: &str, secret: &SecretText) -> Result<(), KeychainState> {
        entry(user)?.set_password(secret.expose()).map_err(|error| refused(&error))
    }

    fn state(&self) -> KeychainState {
        match keyring::Entry::store_status() {
            Ok(()) => KeychainState::Available,
            Err(error) => KeychainState::Absent(error.to_string()),
        }
    }
}

fn entry(user: &str) -> Result<keyring::Entry, KeychainState> {
    keyring::Entry::new(SERVICE, user).map_err(|error| match (error, keyring::Entry::store_status()) {
        (keyring::Error::NoDefaultStore, Err(why)) => KeychainState::Absent(why.to_string()),
        (error, _) => refused(&error),
    })
}

fn refused(error: &keyring::Error) -> KeychainState {
    KeychainState::Refused(error.to_string())
}

/// A keychain in memory, for tests and for doctor's self-check.
#[derive(Debug, Default)]
pub struct FakeKeychain {
    kept: Mutex<HashMap<String, SecretText>>,
    absent: Option<String>,
}

impl FakeKeychain {
    /// One that is not there.
    pub fn absent(why: &str) -> FakeKeychain {
        FakeKeychain { absent: Some(why.to_owned()), ..FakeKeychain::default() }
    }

    fn there(&self) -> Result<(), KeychainState> {
        self.absent.as_ref().map_or(Ok(()), |why| Err(KeychainState::Absent(why.clone())))
    }
}

impl Keychain for FakeKeychain {
    fn get(&self, user: &str) -> Result<Option<SecretText>, KeychainState> {
        self.there()?;
        Ok(self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(user).cloned())
    }

    fn set(&self, user: &str, secret: &SecretText) -> Result<(), KeychainState> {
        self.there()?;
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(user.to_owned(), secret.clone());
        Ok(())
    }

    fn state(&self) -> KeychainState {
        self.there().err().unwrap_or(KeychainState::Available)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn asking_the_real_keychain_never_crashes() {
        let answer = OsKeychain.get("no-such-system/no-such-account");
        let expected = match OsKeychain.state() {
            KeychainState::Available => matches!(answer, Ok(None) | Err(KeychainState::Refused(_))),
            _ => matches!(answer, Err(KeychainState::Absent(_))),
        };
        assert!(expected, "with the keychain {:?} it answered {answer:?}", OsKeychain.state());
    }
}
