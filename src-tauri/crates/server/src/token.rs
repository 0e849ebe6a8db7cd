//! What a client must know to be answered: 256 random bits, made anew at each launch.

use std::fmt;

/// One launch's token. Its value is shown only where it is handed over, never by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one, or an error when the machine has no entropy to give.
    pub fn fresh() -> Result<Token, getrandom::Error> {
        let mut bytes = [0u8; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// The value, for handing over.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether `offered` is this token, in a time that does not depend on where they differ.
    pub fn is(&self, offered: &str) -> bool {
        let (ours, theirs) = (self.0.as_bytes(), offered.as_bytes());
        let differ = ours.iter().zip(theirs).fold(0, |differ, (a, b)| differ | (a ^ b));
        ours.len() == theirs.len() && differ == 0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_is_the_token() {
        let token = Token("abcd".into());
        for (offered, same) in [("abcd", true), ("abce", false), ("abc", false), ("abcde", false), ("", false)] {
            assert_eq!(token.is(offered), same, "offered {offered:?}");
        }
    }

    #[test]
    fn a_log_line_cannot_leak_it() {
        let token = Token("abcd".into());
        assert!(!format!("{token:?}").contains("abcd"), "Debug shows the value");
    }
}
