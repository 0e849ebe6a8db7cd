//! What Baton made itself and may be stored as it is.

use serde_json::Value;

use super::Scrubbed;
use crate::clock::SessionTime;
use crate::ids::{RunId, SessionId, is_id};

mod sealed {
    pub trait Sealed {}
}

/// Baton's own words, ids, times and counts. Sealed: text from a screen is a `String` or a borrowed `&str` and is none of these.
pub trait Own: sealed::Sealed {
    /// What it is stored as.
    type Stored;
    /// The same, ready to store.
    fn stored(self) -> Self::Stored;
}

impl<T> Scrubbed<T> {
    /// Something Baton made itself.
    ///
    /// ```
    /// use baton_base::Scrubbed;
    /// let word: Scrubbed<String> = Scrubbed::own("success");
    /// ```
    ///
    /// Text that came from somewhere else does not pass:
    ///
    /// ```compile_fail
    /// use baton_base::Scrubbed;
    /// let seen = String::from("text from a screen");
    /// let word: Scrubbed<String> = Scrubbed::own(seen.as_str());
    /// ```
    ///
    /// ```compile_fail
    /// let word = baton_base::Scrubbed::own(String::from("text from a screen"));
    /// ```
    pub fn own<O: Own<Stored = T>>(own: O) -> Scrubbed<T> {
        Scrubbed(own.stored())
    }
}

impl Scrubbed<Value> {
    /// A JSON object of parts that are each scrubbed or own.
    pub fn object(parts: impl IntoIterator<Item = (&'static str, Scrubbed<Value>)>) -> Scrubbed<Value> {
        Scrubbed(parts.into_iter().map(|(key, part)| (key.to_owned(), part.0)).collect())
    }

    /// A JSON array of parts that are each scrubbed or own.
    pub fn array(parts: impl IntoIterator<Item = Scrubbed<Value>>) -> Scrubbed<Value> {
        Scrubbed(parts.into_iter().map(|part| part.0).collect())
    }

    /// An own word, id or number as JSON.
    pub fn own_json<O: Own>(own: O) -> Scrubbed<Value>
    where
        Value: From<O::Stored>,
    {
        Scrubbed(Value::from(own.stored()))
    }
}

impl From<Scrubbed<String>> for Scrubbed<Value> {
    fn from(text: Scrubbed<String>) -> Scrubbed<Value> {
        text.map(Value::String)
    }
}

impl Scrubbed<String> {
    /// The text.
    pub fn as_str(&self) -> &str {
        self.get()
    }
}

macro_rules! own {
    ($($own:ty => $stored:ty, $how:expr;)*) => {$(
        impl sealed::Sealed for $own {}
        impl Own for $own {
            type Stored = $stored;
            fn stored(self) -> $stored {
                $how(self)
            }
        }
    )*};
}

own! {
    &'static str => String, str::to_owned;
    bool => bool, std::convert::identity;
    u16 => u16, std::convert::identity;
    u32 => u32, std::convert::identity;
    u64 => u64, std::convert::identity;
    i64 => i64, std::convert::identity;
    SessionTime => u64, SessionTime::as_us;
    RunId => String, |id: RunId| checked(id.0);
    SessionId => String, |id: SessionId| checked(id.0);
}

/// An id's field is public, so whatever is not an id by its letters is not let through.
fn checked(id: String) -> String {
    if is_id(&id) { id } else { "[not an id]".to_owned() }
}
