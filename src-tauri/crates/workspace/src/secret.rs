//! Secrets: named `secret://system/account`, looked for in the environment, then `.env`, then the OS keychain.
//! Only names are ever stored or shown; a value is held in a type that does not print.

use std::collections::HashMap;
use std::fmt;

use crate::dotenv::DotenvError;
use crate::keychain::{Keychain, KeychainState};

/// A secret's text. It prints as dots; [`SecretText::expose`] is the one way to it.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretText(String);

impl SecretText {
    /// Holds a text.
    pub fn new(text: impl Into<String>) -> SecretText {
        SecretText(text.into())
    }

    /// The text itself: to be typed, sent or scrubbed, never to be logged.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText(…)")
    }
}

/// `secret://system/account`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SecretRef {
    system: String,
    account: String,
}

impl SecretRef {
    /// Reads a reference whose `{target}` is replaced by the target's name; none when it has another form.
    pub fn parse(text: &str, target: &str) -> Option<SecretRef> {
        let text = text.replace("{target}", target);
        let (system, account) = text.strip_prefix("secret://")?.split_once('/')?;
        let fits = |part: &str| {
            let start = part.starts_with(|c: char| c.is_ascii_alphanumeric());
            start && part.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
        };
        (fits(system) && fits(account)).then(|| SecretRef { system: system.to_owned(), account: account.to_owned() })
    }

    /// The variable it is looked for under, in the environment and in `.env`.
    pub fn variable(&self) -> String {
        let upper = |text: &str| text.to_ascii_uppercase().replace(['-', '.'], "_");
        format!("BATON_SECRET_{}_{}", upper(&self.system), upper(&self.account))
    }

    /// The user name it has in the keychain, under the service `baton`.
    pub fn keychain_user(&self) -> String {
        format!("{}/{}", self.system, self.account)
    }
}

impl fmt::Display for SecretRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "secret://{}/{}", self.system, self.account)
    }
}

/// What a reference led to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecretValue {
    whole: SecretText,
    from: Source,
}

/// Where a value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the three places")]
pub enum Source {
    Environment,
    Dotenv,
    Keychain,
}

impl SecretValue {
    /// Where it was found.
    pub fn source(&self) -> Source {
        self.from
    }

    /// The whole of it.
    pub fn whole(&self) -> &SecretText {
        &self.whole
    }

    /// `user` or `password` of `user:password`; the part after the first colon is the password, colons and all.
    pub fn field(&self, field: &str) -> Option<SecretText> {
        let (user, password) = self.whole.0.split_once(':')?;
        match field {
            "user" => Some(SecretText::new(user)),
            "password" => Some(SecretText::new(password)),
            _ => None,
        }
    }
}

/// Why a secret has no value.
#[derive(Debug, thiserror::Error)]
pub enum SecretError {
    /// It is in none of the three places.
    #[error("{reference} has no value: {variable} is neither in the environment nor in .env, and {}", keychain.in_words())]
    Missing {
        /// Its name.
        reference: SecretRef,
        /// The variable to set.
        variable: String,
        /// What the keychain said.
        keychain: KeychainState,
    },
    /// It has no such part.
    #[error("{reference} has no `{field}`: its value is not `user:password`")]
    NoField {
        /// Its name.
        reference: SecretRef,
        /// The part asked for.
        field: String,
    },
    /// The target names no such account.
    #[error("the target names no secret `{account}`; it names {}", if known.is_empty() { "none".to_owned() } else { known.join(", ") })]
    UnknownAccount {
        /// What was asked for.
        account: String,
        /// What there is.
        known: Vec<String>,
    },
    /// `.env` cannot be read.
    #[error(transparent)]
    Dotenv(#[from] DotenvError),
}

impl SecretError {
    /// The failure code a run ends with.
    pub fn code(&self) -> &'static str {
        "SECRET_MISSING"
    }

    /// What to do about it.
    pub fn hint(&self) -> String {
        match self {
            SecretError::Missing { reference, variable, .. } => format!(
                "set {variable}=user:password (or one value) in the environment or in .env, or store it in the keychain \
                 as service `baton`, user `{}`",
                reference.keychain_user()
            ),
            SecretError::NoField { .. } => "give it as `user:password`, or use it whole, without a field".to_owned(),
            SecretError::UnknownAccount { account, .. } => {
                format!("add `{account}: \"secret://{{target}}/{account}\"` to the target's `secrets` in baton.yaml")
            }
            SecretError::Dotenv(_) => "mend that line of .env".to_owned(),
        }
    }
}

/// How an environment variable is asked for.
pub type Environment<'a> = &'a (dyn Fn(&str) -> Option<String> + Send + Sync);

/// The three places secrets are looked for, in their order.
pub struct Secrets<'a> {
    /// The environment.
    pub environment: Environment<'a>,
    /// The `.env` file's values.
    pub dotenv: &'a HashMap<String, SecretText>,
    /// The keychain. It is opened only when neither of the others has the value.
    pub keychain: &'a dyn Keychain,
}

impl Secrets<'_> {
    /// Looks a secret up.
    pub fn resolve(&self, reference: &SecretRef) -> Result<SecretValue, SecretError> {
        let variable = reference.variable();
        if let Some(value) = (self.environment)(&variable).filter(|value| !value.is_empty()) {
            return Ok(SecretValue { whole: SecretText::new(value), from: Source::Environment });
        }
        if let Some(value) = self.dotenv.get(&variable).filter(|value| !value.0.is_empty()) {
            return Ok(SecretValue { whole: value.clone(), from: Source::Dotenv });
        }
        match self.keychain.get(&reference.keychain_user()) {
            Ok(Some(whole)) => Ok(SecretValue { whole, from: Source::Keychain }),
            Ok(None) => Err(self.missing(reference, KeychainState::Available)),
            Err(state) => Err(self.missing(reference, state)),
        }
    }

    /// Looks up one part of a secret, or the whole when no part is named.
    pub fn text(&self, reference: &SecretRef, field: Option<&str>) -> Result<SecretText, SecretError> {
        let value = self.resolve(reference)?;
        match field {
            None => Ok(value.whole),
            Some(field) => value
                .field(field)
                .ok_or_else(|| SecretError::NoField { reference: reference.clone(), field: field.to_owned() }),
        }
    }

    fn missing(&self, reference: &SecretRef, keychain: KeychainState) -> SecretError {
        SecretError::Missing { reference: reference.clone(), variable: reference.variable(), keychain }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keychain::FakeKeychain;

    fn reference() -> SecretRef {
        SecretRef::parse("secret://mock-core/operator", "t").unwrap()
    }

    /// Looks up with the value given at some of the places.
    fn look(
        environment: Option<&'static str>,
        dotenv: Option<&str>,
        keychain: Option<&str>,
    ) -> Result<SecretValue, SecretError> {
        let dotenv = dotenv.map(|value| ("BATON_SECRET_MOCK_CORE_OPERATOR".to_owned(), SecretText::new(value)));
        let chain = FakeKeychain::default();
        if let Some(value) = keychain {
            chain.set("mock-core/operator", &SecretText::new(value)).unwrap();
        }
        let environment =
            move |name: &str| environment.filter(|_| name == "BATON_SECRET_MOCK_CORE_OPERATOR").map(str::to_owned);
        let dotenv = dotenv.into_iter().collect();
        Secrets { environment: &environment, dotenv: &dotenv, keychain: &chain }.resolve(&reference())
    }

    #[test]
    fn the_environment_comes_before_dotenv_and_that_before_the_keychain() {
        let cases = [
            ((Some("e:1"), Some("d:1"), Some("k:1")), ("e:1", Source::Environment)),
            ((None, Some("d:1"), Some("k:1")), ("d:1", Source::Dotenv)),
            ((Some(""), Some("d:1"), None), ("d:1", Source::Dotenv)),
            ((None, None, Some("k:1")), ("k:1", Source::Keychain)),
        ];
        for ((environment, dotenv, keychain), (value, source)) in cases {
            let found = look(environment, dotenv, keychain).unwrap();
            assert_eq!(
                (found.whole().expose(), found.source()),
                (value, source),
                "{environment:?} {dotenv:?} {keychain:?}"
            );
        }
    }

    #[test]
    fn a_missing_secret_says_what_to_set() {
        let error = look(None, None, None).unwrap_err();
        insta::assert_snapshot!(format!("{}: {error}; {}", error.code(), error.hint()), @"SECRET_MISSING: secret://mock-core/operator has no value: BATON_SECRET_MOCK_CORE_OPERATOR is neither in the environment nor in .env, and the keychain has no such entry; set BATON_SECRET_MOCK_CORE_OPERATOR=user:password (or one value) in the environment or in .env, or store it in the keychain as service `baton`, user `mock-core/operator`");
    }

    #[test]
    fn no_keychain_is_a_state_with_a_hint() {
        let chain = FakeKeychain::absent("no session bus");
        let dotenv = HashMap::new();
        let secrets = Secrets { environment: &|_| None, dotenv: &dotenv, keychain: &chain };
        let error = secrets.resolve(&reference()).unwrap_err();
        assert!(error.to_string().contains("there is no keychain here (no session bus)"), "{error}");
        assert!(error.hint().contains("BATON_SECRET_MOCK_CORE_OPERATOR"), "{}", error.hint());
    }

    #[test]
    fn a_value_is_split_at_its_first_colon_and_never_printed() {
        let found = look(Some("op:pa:ss"), None, None).unwrap();
        assert_eq!(found.field("user").unwrap().expose(), "op", "before the first colon");
        assert_eq!(found.field("password").unwrap().expose(), "pa:ss", "after it, colons and all");
        assert!(found.field("pin").is_none(), "there is no third part");
        assert!(!format!("{found:?} {:?}", found.whole()).contains("pa:ss"), "Debug keeps it: {found:?}");
        let single = look(Some("token"), None, None).unwrap();
        assert!(single.field("password").is_none(), "one value has no parts");
    }

    #[test]
    fn references_have_one_form() {
        for (text, wanted) in [
            ("secret://a/b", Some("secret://a/b")),
            ("secret://{target}/b", Some("secret://north/b")),
            ("secret://a", None),
            ("a/b", None),
            ("secret:///b", None),
            ("secret://a/b/c", None),
            ("secret://a b/c", None),
        ] {
            let read = SecretRef::parse(text, "north").map(|reference| reference.to_string());
            assert_eq!(read.as_deref(), wanted, "{text}");
        }
    }
}
