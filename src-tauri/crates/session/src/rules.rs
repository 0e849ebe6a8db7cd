//! The policy as it is asked, before every action of every holder. Compiled once a session from the policy files and the target.

use baton_screen::{Element, ElementRef, Ladder, Locator, NameMatch, Observation, Purpose, locate};
use regex::Regex;
use serde::Serialize;

use baton_scenario::Risk;
use baton_scenario::policy::{Authority, Block, Decides, Policy};

use crate::action::Action;

/// A control the policy calls risky.
#[derive(Debug, Clone)]
pub struct RiskyRule {
    /// Its role, when only one role is meant.
    pub role: Option<String>,
    /// Its name.
    pub name: Option<NameMatch>,
    /// The path of the document it stands in.
    pub path: Option<PathGlob>,
    /// How risky.
    pub risk: Risk,
}

/// The rules of one session: every policy file must allow an action.
#[derive(Debug, Clone)]
pub struct Rules(Vec<PolicyRules>);

/// The rules of one policy file.
#[derive(Debug, Clone, Default)]
pub struct PolicyRules {
    /// Origins that documents may come from.
    pub origins: Vec<String>,
    /// Paths that documents may have.
    pub paths: Vec<PathGlob>,
    /// Verbs that may be used; empty allows all.
    pub actions: Vec<String>,
    /// Whether leaving the allowed origins is stopped.
    pub block_external: bool,
    /// Whether downloads are stopped.
    pub block_downloads: bool,
    /// Controls that need a token or a person.
    pub risky: Vec<RiskyRule>,
    /// Who decides what.
    pub authority: Authority,
    /// The target is production: read-only, unless the policy's authority says otherwise.
    pub production: bool,
    /// Where secrets may be typed; empty allows every allowed path.
    pub secrets_at: Vec<PathGlob>,
    /// What is painted over in pictures.
    pub masks: Vec<Locator>,
}

/// Why the policy does not allow an action.
#[derive(Debug, Clone, PartialEq, Serialize, thiserror::Error)]
#[error("{why}")]
pub struct Forbidden {
    /// Which rule.
    pub rule: &'static str,
    /// What it forbids here, in a sentence.
    pub why: String,
    /// What to do.
    pub hint: String,
}

/// What the policy says of an action.
#[derive(Debug, Clone, PartialEq)]
pub enum Ruling {
    /// Go on; the risk is the higher of the scenario's and the policy's.
    Allowed(Risk),
    /// A token or a person must say yes first.
    Ask(Risk),
    /// No.
    Forbidden(Forbidden),
}

/// What is to be judged.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The action.
    pub action: &'a Action,
    /// What the scenario says of its risk.
    pub risk: Risk,
    /// The screen it was located on.
    pub screen: &'a Observation,
    /// The element it acts on.
    pub element: Option<&'a Element>,
    /// Where activating the element would lead, absolute.
    pub leads_to: Option<&'a str>,
}

/// What rules need to know of the target.
#[derive(Debug, Clone, Default)]
pub struct TargetFacts {
    /// Its address.
    pub base_url: String,
    /// It is production.
    pub production: bool,
}

/// A rule that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the policy's `{rule}` cannot be read: {why}")]
pub struct BadRule {
    /// Which.
    pub rule: String,
    /// Why.
    pub why: String,
}

impl Rules {
    /// Compiles policy files. Without any, everything may be done but what cannot be undone.
    pub fn new(policies: &[Policy], target: &TargetFacts) -> Result<Rules, BadRule> {
        let unlimited = [Policy::default()];
        let policies = if policies.is_empty() { &unlimited } else { policies };
        policies.iter().map(|policy| PolicyRules::new(policy, target)).collect::<Result<_, _>>().map(Rules)
    }

    /// Judges one action: the strictest ruling of all policies.
    pub fn ask(&self, question: &Question<'_>) -> Ruling {
        self.0.iter().map(|rules| rules.ask(question)).fold(Ruling::Allowed(Risk::Safe), Ruling::stricter)
    }

    /// Why a document of that address may not be driven.
    pub fn address_forbidden(&self, address: &str, what: &str) -> Option<Forbidden> {
        self.0.iter().find_map(|rules| rules.address_forbidden(address, what))
    }

    /// The origins that every policy allows; none when nothing limits them.
    pub fn origins(&self) -> Vec<String> {
        let mut limited = self.0.iter().filter(|rules| rules.block_external && !rules.origins.is_empty());
        let Some(first) = limited.next() else { return Vec::new() };
        let rest: Vec<_> = limited.collect();
        first.origins.iter().filter(|origin| rest.iter().all(|rules| rules.origins.contains(origin))).cloned().collect()
    }

    /// Whether downloads are stopped.
    pub fn blocks_downloads(&self) -> bool {
        self.0.iter().any(|rules| rules.block_downloads)
    }

    /// The elements that the policies' masks cover on that screen.
    pub fn masked<'a>(&'a self, screen: &'a Observation) -> impl Iterator<Item = ElementRef> + 'a {
        self.0.iter().flat_map(move |rules| rules.masks.iter().flat_map(move |mask| masked_by(mask, screen)))
    }
}

impl Ruling {
    fn stricter(self, other: Ruling) -> Ruling {
        match (self, other) {
            (Ruling::Forbidden(forbidden), _) | (_, Ruling::Forbidden(forbidden)) => Ruling::Forbidden(forbidden),
            (Ruling::Ask(a), Ruling::Ask(b) | Ruling::Allowed(b)) | (Ruling::Allowed(a), Ruling::Ask(b)) => {
                Ruling::Ask(a.max(b))
            }
            (Ruling::Allowed(a), Ruling::Allowed(b)) => Ruling::Allowed(a.max(b)),
        }
    }
}

impl PolicyRules {
    fn new(policy: &Policy, target: &TargetFacts) -> Result<PolicyRules, BadRule> {
        let globs = |written: &[String], rule: &str| {
            let bad = |why: regex::Error| BadRule { rule: rule.to_owned(), why: why.to_string() };
            written.iter().map(|glob| PathGlob::parse(glob).map_err(bad)).collect::<Result<Vec<_>, _>>()
        };
        let origin = |written: &String| split_address(&written.replace("{target.base_url}", &target.base_url)).0;
        let risky = policy.risky.iter().map(|rule| {
            let path = globs(rule.path.as_slice(), "risky.path")?.pop();
            Ok(RiskyRule { role: rule.role.clone(), name: rule.name.clone(), path, risk: rule.risk })
        });
        Ok(PolicyRules {
            origins: policy.allow.origins.iter().map(origin).collect(),
            paths: globs(&policy.allow.paths, "allow.paths")?,
            actions: policy.allow.actions.clone(),
            block_external: policy.block.contains(&Block::ExternalNavigation),
            block_downloads: policy.block.contains(&Block::Download),
            risky: risky.collect::<Result<_, BadRule>>()?,
            authority: policy.authority.clone(),
            production: target.production,
            secrets_at: globs(&policy.secrets_may_be_typed_at, "secrets_may_be_typed_at")?,
            masks: policy.masks.clone(),
        })
    }

    /// Judges one action.
    pub fn ask(&self, question: &Question<'_>) -> Ruling {
        match self.forbidden(question) {
            Some(forbidden) => Ruling::Forbidden(forbidden),
            None => self.by_risk(question),
        }
    }

    fn forbidden(&self, question: &Question<'_>) -> Option<Forbidden> {
        self.verb_forbidden(question.action)
            .or_else(|| self.place_forbidden(question))
            .or_else(|| self.destination_forbidden(question))
            .or_else(|| self.secret_forbidden(question))
    }

    fn verb_forbidden(&self, action: &Action) -> Option<Forbidden> {
        let verb = action.verb();
        // A press is the tail of typing and a dialog answer the tail of a click; both are named like any other verb.
        let allowed = self.actions.is_empty() || self.actions.iter().any(|allowed| allowed == verb);
        (!allowed).then(|| Forbidden {
            rule: "allow.actions",
            why: format!("the policy does not allow `{verb}`"),
            hint: format!("add `{verb}` to allow.actions of the policy if this target may be driven so"),
        })
    }

    fn place_forbidden(&self, question: &Question<'_>) -> Option<Forbidden> {
        let frame = question.element.map_or_else(
            || question.screen.frames.first(),
            |element| question.screen.frames.get(element.frame.index()),
        )?;
        // Nothing is loaded yet: the first navigation is judged by its destination.
        if frame.address.is_empty() || frame.address.starts_with("about:") {
            return None;
        }
        self.address_forbidden(&frame.address, "the page")
    }

    fn destination_forbidden(&self, question: &Question<'_>) -> Option<Forbidden> {
        let destination = match question.action {
            Action::Navigate { url } => Some(url.as_str()),
            _ => question.leads_to,
        }?;
        if !destination.starts_with("http:") && !destination.starts_with("https:") {
            let harmless =
                ["javascript:", "about:", "data:", "blob:", "#"].iter().any(|scheme| destination.starts_with(scheme));
            return (self.block_external && !harmless && destination.contains(':')).then(|| Forbidden {
                rule: "block.external_navigation",
                why: format!("it leads out of the browser, to {destination}"),
                hint: "leave it, or open it by hand".to_owned(),
            });
        }
        self.block_external.then(|| self.address_forbidden(destination, "it leads to a page that")).flatten()
    }

    /// Why a document of that address may not be driven.
    pub fn address_forbidden(&self, address: &str, what: &str) -> Option<Forbidden> {
        let (origin, path) = split_address(address);
        if !self.origins.is_empty() && !self.origins.iter().any(|allowed| allowed == &origin) {
            return Some(Forbidden {
                rule: "allow.origins",
                why: format!("{what} is at {origin}, which is not an allowed origin"),
                hint: "allow.origins of the policy names the origins that may be driven".to_owned(),
            });
        }
        (!self.paths.is_empty() && !self.paths.iter().any(|glob| glob.matches(&path))).then(|| Forbidden {
            rule: "allow.paths",
            why: format!("{what} is at {path}, which is not an allowed path"),
            hint: "allow.paths of the policy names the paths that may be driven".to_owned(),
        })
    }

    fn secret_forbidden(&self, question: &Question<'_>) -> Option<Forbidden> {
        let Action::Type { text, .. } = question.action else { return None };
        if !text.is_secret() || self.secrets_at.is_empty() {
            return None;
        }
        let frame = question.screen.frames.get(question.element?.frame.index())?;
        let (_, path) = split_address(&frame.address);
        (!self.secrets_at.iter().any(|glob| glob.matches(&path))).then(|| Forbidden {
            rule: "secrets_may_be_typed_at",
            why: format!("secrets may not be typed at {path}"),
            hint: "secrets_may_be_typed_at of the policy names the pages where they may".to_owned(),
        })
    }

    fn by_risk(&self, question: &Question<'_>) -> Ruling {
        let risk = question.risk.max(self.policy_risk(question));
        if risk == Risk::Safe {
            return Ruling::Allowed(risk);
        }
        match self.authority.decides(risk, self.production) {
            Decides::Alone => Ruling::Allowed(risk),
            Decides::Ask => Ruling::Ask(risk),
            Decides::Never => Ruling::Forbidden(Forbidden {
                rule: "authority",
                why: match self.production {
                    true => "this is production, where the policy lets nobody do anything risky".to_owned(),
                    false => "the policy lets nobody do this".to_owned(),
                },
                hint: "authority in the policy says who decides what".to_owned(),
            }),
        }
    }

    fn policy_risk(&self, question: &Question<'_>) -> Risk {
        let presses = matches!(question.action, Action::Click { .. } | Action::LongPress { .. } | Action::Press { .. });
        let Some(element) = question.element.filter(|_| presses) else { return Risk::Safe };
        let address = question.screen.frames.get(element.frame.index()).map_or("", |frame| &frame.address);
        let (_, path) = split_address(address);
        self.risky.iter().filter(|rule| rule.names(element, &path)).map(|rule| rule.risk).max().unwrap_or_default()
    }
}

/// A mask covers what its locator names, and when that is several, all of them: hiding too much is the safe side.
fn masked_by(mask: &Locator, screen: &Observation) -> Vec<ElementRef> {
    let one = locate(screen, &Ladder::one(mask.clone()), Purpose::Read).found;
    let named = screen.iter().filter(|(_, element)| {
        mask.near.is_none()
            && mask.name.as_ref().is_some_and(|name| name.matches(&element.name))
            && mask.role.as_deref().is_none_or(|role| element.role == role)
    });
    one.map(|(at, _)| at).into_iter().chain(named.map(|(at, _)| at)).collect()
}

impl RiskyRule {
    fn names(&self, element: &Element, path: &str) -> bool {
        self.role.as_deref().is_none_or(|role| element.role == role)
            && self.name.as_ref().is_none_or(|name| name.matches(&element.name))
            && self.path.as_ref().is_none_or(|glob| glob.matches(path))
    }
}

/// A path pattern: `*` stands for anything but a slash, `**` for anything.
#[derive(Debug, Clone)]
pub struct PathGlob {
    written: String,
    pattern: Regex,
}

impl PathGlob {
    /// Reads a pattern. Everything but the stars is meant letter for letter.
    pub fn parse(written: &str) -> Result<PathGlob, regex::Error> {
        let literal = regex::escape(written);
        let pattern = literal.replace(r"/\*\*", "(?:/.*)?").replace(r"\*\*", ".*").replace(r"\*", "[^/]*");
        Ok(PathGlob { written: written.to_owned(), pattern: Regex::new(&format!("^{pattern}$"))? })
    }

    /// True when the path (without query) is meant.
    pub fn matches(&self, path: &str) -> bool {
        self.pattern.is_match(path)
    }

    /// As written.
    pub fn written(&self) -> &str {
        &self.written
    }
}

/// Origin and path of an address; query and fragment dropped. Host and scheme in lower case, default ports left out.
pub fn split_address(address: &str) -> (String, String) {
    let Some((scheme, rest)) = address.split_once("://") else { return (String::new(), address.to_owned()) };
    let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
    let (authority, tail) = rest.split_at(end);
    let scheme = scheme.to_ascii_lowercase();
    let host = authority.rsplit('@').next().unwrap_or(authority).to_ascii_lowercase();
    let host = match scheme.as_str() {
        "http" => host.strip_suffix(":80").unwrap_or(&host).to_owned(),
        "https" => host.strip_suffix(":443").unwrap_or(&host).to_owned(),
        _ => host,
    };
    let path = tail.split(['?', '#']).next().unwrap_or("");
    let path = if path.is_empty() { "/" } else { path };
    (format!("{scheme}://{host}"), path.to_owned())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use baton_device::{Button, Modifiers};
    use baton_screen::{FrameRef, FrameSeen, Handle, Role, States};

    use super::*;
    use crate::action::Typed;

    fn rules() -> PolicyRules {
        PolicyRules {
            origins: vec!["http://127.0.0.1:8000".to_owned()],
            paths: vec![PathGlob::parse("/**").unwrap()],
            block_external: true,
            risky: vec![RiskyRule {
                role: Some("button".to_owned()),
                name: Some(NameMatch::parse("/^Confirm/").unwrap()),
                path: None,
                risk: Risk::Irreversible,
            }],
            secrets_at: vec![PathGlob::parse("/login").unwrap()],
            ..PolicyRules::default()
        }
    }

    fn screen(address: &str, role: &str, name: &str) -> Observation {
        let element = Element {
            handle: Handle(1),
            frame: FrameRef(0),
            parent: None,
            role: Role::new(role),
            name: Arc::from(name),
            text: Arc::from(""),
            value: None,
            description: None,
            id: None,
            options: Vec::new(),
            level: None,
            cell: None,
            states: States::VISIBLE | States::CONTROL,
            box_in_viewport: baton_screen::BoxInViewport::new(0.0, 0.0, 10.0, 10.0),
        };
        let frame = FrameSeen {
            name: Arc::from("top"),
            address: Arc::from(address),
            title: Arc::from(""),
            parent: None,
            box_in_viewport: Default::default(),
            http_status: None,
        };
        Observation { frames: vec![frame], elements: vec![Arc::new(element)], ..Observation::default() }
    }

    fn click() -> Action {
        Action::Click { on: Ladder::default(), button: Button::Left, count: 1, modifiers: Modifiers::default() }
    }

    fn check(address: &str, name: &str, action: &Action, leads_to: Option<&str>, rule: Option<&str>, why: &str) {
        let screen = screen(address, "button", name);
        let question =
            Question { action, risk: Risk::Safe, screen: &screen, element: Some(&screen.elements[0]), leads_to };
        let ruling = rules().ask(&question);
        let got = match &ruling {
            Ruling::Forbidden(forbidden) => Some(forbidden.rule),
            Ruling::Ask(_) => Some("ask"),
            Ruling::Allowed(_) => None,
        };
        assert_eq!(got, rule, "{why}: {ruling:?}");
    }

    #[test]
    fn each_rule_stops_what_it_names_and_nothing_else() {
        let here = "http://127.0.0.1:8000/search";
        let secret = Action::Type {
            into: Ladder::default(),
            text: Typed { text: "operator".to_owned(), secrets: vec!["mockcore/operator".to_owned()] },
            by: Default::default(),
            submit: false,
        };
        check(here, "Search", &click(), None, None, "an ordinary click");
        check(here, "Confirm", &click(), None, Some("ask"), "an irreversible control without consent");
        check(here, "Search", &click(), Some("http://evil.test/"), Some("allow.origins"), "a link out of the origins");
        check(
            here,
            "Search",
            &click(),
            Some("http://127.0.0.1:8000.evil.test/"),
            Some("allow.origins"),
            "a look-alike host",
        );
        check(
            here,
            "Search",
            &click(),
            Some("http://127.0.0.1:8000@evil.test/"),
            Some("allow.origins"),
            "a host behind credentials",
        );
        check(
            here,
            "Search",
            &click(),
            Some("mailto:a@b.test"),
            Some("block.external_navigation"),
            "a link out of the browser",
        );
        check("http://evil.test/", "Search", &click(), None, Some("allow.origins"), "a page of another origin");
        check(here, "x", &secret, None, Some("secrets_may_be_typed_at"), "a secret outside the sign-on page");
        check("http://127.0.0.1:8000/login?next=/a", "x", &secret, None, None, "a secret at the sign-on page");
    }

    #[test]
    fn globs_and_addresses_are_read_exactly() {
        for (glob, path, matches) in [
            ("/**", "/", true),
            ("/**", "/a/b", true),
            ("/subaccount/**", "/subaccount/new", true),
            ("/subaccount/**", "/subaccountant", false),
            ("/a/*", "/a/b/c", false),
            ("/login", "/login/x", false),
        ] {
            assert_eq!(PathGlob::parse(glob).unwrap().matches(path), matches, "{glob} against {path}");
        }
        let split = |address: &str| split_address(address);
        assert_eq!(split("HTTP://Host:80/a?b#c"), ("http://host".to_owned(), "/a".to_owned()), "case, port, query");
        assert_eq!(split("http://u:p@h:1"), ("http://h:1".to_owned(), "/".to_owned()), "credentials are no origin");
        assert_eq!(
            split(r"http://a\@b/"),
            ("http://a".to_owned(), r"\@b/".to_owned()),
            "a backslash ends the host, as browsers read it"
        );
    }
}
