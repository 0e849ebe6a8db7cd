//! Ids that sort by the time they were made: 48 bits of milliseconds, 80 random bits, in Crockford base32 (the ULID text form).

use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A fresh 26-character id.
pub fn new_id() -> String {
    let millis = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let mut random = [0u8; 16];
    // Without entropy two ids of one millisecond could meet; the time part still orders them, so going on is right.
    let _ = getrandom::fill(&mut random[6..]);
    let random = u128::from_be_bytes(random) & ((1 << 80) - 1);
    encode((millis << 80) | random)
}

/// True for text that [`new_id`] could have made.
pub fn is_id(text: &str) -> bool {
    text.len() == 26 && text.bytes().all(|byte| CROCKFORD.contains(&byte))
}

fn encode(value: u128) -> String {
    (0..26).rev().map(|place| CROCKFORD[((value >> (place * 5)) & 31) as usize] as char).collect()
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// A fresh one.
            pub fn fresh() -> $name {
                $name(new_id())
            }

            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// A live connection to a device.
    SessionId
}
id! {
    /// One replay of a scenario.
    RunId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_ulid_text_and_differ() {
        let (a, b) = (new_id(), new_id());
        assert_eq!(a.len(), 26, "a ULID has 26 characters");
        assert!(a.bytes().all(|byte| CROCKFORD.contains(&byte)), "only Crockford's letters: {a}");
        assert_ne!(a, b, "80 random bits tell two ids of one millisecond apart");
        assert!(a[..9] <= b[..9], "a later id does not sort before an earlier one");
    }
}
