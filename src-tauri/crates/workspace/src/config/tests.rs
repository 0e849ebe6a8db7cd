use baton_scenario::Code;

use super::*;

const WHOLE: &str = r#"baton: 1
targets:
  mockcore:
    kind: web
    base_url: "http://127.0.0.1:8000/"
    environment: demo              # demo | test | staging | production
    viewport: [1280, 800]
    locale: de-CH
    secrets:
      operator: "secret://{target}/operator"
    uses: [families/legacy-core.yaml]
    ready_when: { visible: { role: button, name: "Sign On" } }
    expect: { build: "mockapp 0.1.0" }
    overlay:
      search.submit: [{ role: button, name: "Find" }, { near: "Member ID", role: button }]
      nav.search: { role: link, name: "/^Members/", frame: nav }
  phone:
    kind: android
    app: com.example.core
    environment: staging
policies: [policies/default.yaml]
evidence: { video: on_failure, pictures: false }
redact: ["[A-Z]{2}[0-9]{6}"]
retention: { days: 30, max_runs: 500, max_gib: 5.5 }
ai:
  provider: anthropic
  models: { anthropic: some-model }
  key_env: ANTHROPIC_API_KEY
  effort: low
  prices: { some-model: [3, 15.5] }
  max_cost_usd: 2
"#;

#[test]
fn a_whole_file_is_read() {
    let config = parse("baton.yaml", WHOLE).unwrap();
    let target = &config.targets["mockcore"];
    assert_eq!(
        target.kind,
        TargetKind::Web { base_url: "http://127.0.0.1:8000".into() },
        "without the slash at its end"
    );
    assert_eq!(target.secrets["operator"].to_string(), "secret://mockcore/operator", "the target's name is put in");
    assert_eq!(target.overlay["search.submit"].0.len(), 2, "a ladder of two rungs");
    assert_eq!(target.overlay["nav.search"].0[0].to_string(), "link /^Members/ in frame nav", "a ladder of one");
    assert!(matches!(target.ready_when, Some(baton_screen::Condition::Visible(_))), "{:?}", target.ready_when);
    assert_eq!(
        (target.viewport, target.environment),
        (Some([1280, 800]), Environment::Demo),
        "viewport and environment"
    );
    assert_eq!(target.expect.as_ref().and_then(|expect| expect.build.as_deref()), Some("mockapp 0.1.0"), "the build");
    assert_eq!(config.targets["phone"].kind, TargetKind::Android { app: "com.example.core".into() }, "an app");
    assert_eq!(config.evidence, Evidence { video: Video::OnFailure, pictures: false }, "evidence");
    assert_eq!(config.retention, Retention { days: Some(30), max_runs: Some(500), max_gib: Some(5.5) }, "retention");
    let ai = config.ai.unwrap();
    assert_eq!((ai.prices["some-model"], ai.max_cost_usd), ([3.0, 15.5], Some(2.0)), "what the model may cost");
}

#[test]
fn what_is_not_said_has_its_usual_value() {
    let text = "baton: 1\ntargets:\n  a: { kind: web, base_url: \"http://a\", environment: test }\n";
    let config = parse("baton.yaml", text).unwrap();
    assert_eq!(config.evidence, Evidence { video: Video::Always, pictures: true }, "everything is kept");
    assert_eq!((config.retention, config.ai), (Retention::default(), None), "nothing is thrown away, no model");
}

/// Replaces one line of the whole file and looks at the first refusal.
/// It must stand where `at` begins in the changed file.
fn check(line: &str, with: &str, code: Code, at: &str, hint: &str) {
    assert_eq!(WHOLE.matches(line).count(), 1, "{line} stands once in the file");
    let text = WHOLE.replace(line, with);
    let before = &text[..text.find(at).unwrap_or_else(|| panic!("{at} stands in the file"))];
    let column = before.rsplit('\n').next().unwrap().chars().count() as u32 + 1;
    let at = (before.matches('\n').count() as u32 + 1, column);
    let refusals = parse("baton.yaml", &text).expect_err(&format!("{with} must be refused"));
    let first = refusals.first().unwrap();
    assert_eq!((first.code, (first.line, first.column)), (code, at), "the refusal of {with}: {first}");
    assert!(first.hint.contains(hint), "the hint for {with} says {:?}, not {hint:?}", first.hint);
}

#[test]
fn every_refusal_has_its_code_place_and_hint() {
    let web = "    base_url: \"http://127.0.0.1:8000/\"";
    check("baton: 1\n", "", Code::MissingKey, "targets:", "baton: 1");
    check("baton: 1", "baton: 2", Code::NewerVersion, "2\n", "upgrade Baton");
    check("policies: [", "polices: [", Code::UnknownKey, "polices", "did you mean `policies`?");
    check("policies: [", "targets: [", Code::DuplicateKey, "targets: [", "keep one");
    check("    viewport:", "    view_port:", Code::UnknownKey, "view_port", "did you mean `viewport`?");
    check("kind: web", "kind: webb", Code::BadValue, "webb", "did you mean `web`?");
    check("kind: web", "kind: on", Code::AmbiguousScalar, "on\n", "\"on\"");
    check("    kind: web\n", "", Code::MissingKey, "base_url", "web, ios or android");
    check("environment: staging", "environment: stageing", Code::BadValue, "stageing", "did you mean `staging`?");
    check("    environment: staging\n", "", Code::MissingKey, "kind: android", "demo, test, staging or production");
    check(web, "    app: x", Code::UnknownKey, "x\n", "base_url");
    check(web, "    base_url: ftp://x", Code::BadValue, "ftp", "http://");
    check(web, "    base_url: \"http://op:pw@x\"", Code::SecretMisplaced, "\"http://op", "secret://");
    check("[1280, 800]", "[1280]", Code::BadValue, "[1280]", "[1280, 800]");
    check("[1280, 800]", "[1280, \"800\"]", Code::WrongType, "\"800", "whole number");
    check(
        "secret://{target}/operator",
        "operator:hunter2",
        Code::SecretMisplaced,
        "\"operator:h",
        "secret://system/account",
    );
    check("families/legacy-core.yaml", "../legacy-core.yaml", Code::BadValue, "../leg", "below the workspace");
    check("{ visible:", "{ visble:", Code::UnknownKey, "visble", "did you mean `visible`?");
    check("{ build: \"mockapp 0.1.0\" }", "{}", Code::Empty, "{}", "leave `expect` out");
    check("search.submit: [", "search: [", Code::BadName, "search: [", "screen.control");
    check(
        "{ role: link, name: \"/^Members/\", frame: nav }",
        "{ css: a }",
        Code::CssOrXpath,
        "css",
        "what a person sees",
    );
    check("/^Members/", "/(/", Code::BadPattern, "\"/(/", "mend it");
    check(
        "{ role: link, name: \"/^Members/\", frame: nav }",
        "{ frame: nav }",
        Code::MissingKey,
        "{ frame: nav }",
        "role and name",
    );
    check(
        "{ role: link, name: \"/^Members/\", frame: nav }",
        "{ box: [0.1, 0.1, 0.1, 0.1] }",
        Code::BoxWithoutViewport,
        "{ box",
        "recorded",
    );
    let link = "{ role: link, name: \"/^Members/\", frame: nav }";
    check(link, "[]", Code::Empty, "[]", "at least one");
    check(link, "{ box: [2, 0, 0, 0], recorded: [1, 1] }", Code::BadValue, "[2, 0", "[0.3, 0.2");
    let ready = "{ visible: { role: button, name: \"Sign On\" } }";
    check(ready, "{ text: a, title: b }", Code::BadValue, "{ text", "join several");
    check(ready, "{ any: [] }", Code::Empty, "[] }", "at least one");
    check(ready, "{ count: { of: { role: row } } }", Code::MissingKey, "{ of", "at_least");
    check("models: { anthropic", "models: { antropic", Code::UnknownKey, "antropic:", "did you mean `anthropic`?");
    check("  phone:", "  Phone:", Code::BadName, "Phone", "small letters");
    check("on_failure", "sometimes", Code::BadValue, "sometimes", "on_failure");
    check("pictures: false", "pictures: \"false\"", Code::WrongType, "\"false", "true or false");
    check("\"[A-Z]{2}[0-9]{6}\"", "\"[A-Z\"", Code::BadPattern, "\"[A-Z\"", "mend it");
    check("days: 30", "days: 0", Code::WrongType, "0, max", "whole number from 1");
    check("provider: anthropic", "provider: antropic", Code::BadValue, "antropic", "did you mean `anthropic`?");
    check("ANTHROPIC_API_KEY", "sk-ant-hunter2", Code::SecretMisplaced, "sk-ant", "never the key");
    check("[3, 15.5]", "[3]", Code::BadValue, "[3]", "USD");
    check("max_cost_usd: 2", "max_cost_usd: -2", Code::WrongType, "-2", "number");
    check("baton: 1", "baton: &a 1", Code::YamlFeature, "1\n", "where it is meant");
    check("baton: 1", "baton: [1", Code::Syntax, ":\n", "indentation");
}

#[test]
fn what_may_be_a_secret_is_not_repeated() {
    let text =
        WHOLE.replace("secret://{target}/operator", "operator:hunter2").replace("ANTHROPIC_API_KEY", "sk-hunter2");
    let refusals = parse("baton.yaml", &text).unwrap_err();
    let said: String = refusals.all().iter().map(|refusal| format!("{refusal} {}\n", refusal.hint)).collect();
    assert!(!said.contains("hunter2"), "the refusals keep it: {said}");
    assert_eq!(refusals.all().len(), 2, "both are told at once: {said}");
}

#[test]
fn two_secrets_under_one_variable_are_refused() {
    let text = "baton: 1\ntargets:\n  a:\n    kind: web\n    base_url: \"http://a\"\n    environment: test\n    secrets: { x: \"secret://a_b/c\", y: \"secret://a/b_c\" }\n";
    let refusals = parse("baton.yaml", text).unwrap_err();
    assert_eq!(refusals.first().map(|first| first.code), Some(Code::DuplicateId), "{refusals}");
}

#[test]
fn an_empty_file_and_one_without_targets_are_refused() {
    for (text, code) in [("", Code::Empty), ("# only words\n", Code::Empty), ("baton: 1\ntargets: {}\n", Code::Empty)] {
        let refusals = parse("baton.yaml", text).unwrap_err();
        assert_eq!(refusals.first().map(|first| first.code), Some(code), "{text:?}: {refusals}");
    }
}
