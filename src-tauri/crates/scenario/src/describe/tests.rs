use super::*;

const FAMILY: &str = include_str!("demo/legacy-core.yaml");
const POLICY: &str = include_str!("demo/default.yaml");

const SIGN_ON: &str = r#"
baton: 1
name: sign_on_and_find_member
inputs: { member_id: { type: string } }
steps:
  - id: login.user
    type: { into: { near: Operator, role: textbox }, text: "${secrets.operator.user}" }
  - id: search.submit
    click: { role: button, name: Search }
"#;

fn check(file: &str, text: &str, version: Option<u32>, degraded: Vec<String>) -> String {
    let document = Document::parse(file, text).unwrap_or_else(|why| panic!("{why}: {:?}", why.first()));
    let used = text.contains("setup:").then(|| Document::parse("sign_on_and_find_member.yaml", SIGN_ON).unwrap());
    let family = Family::parse("families/legacy-core.yaml", FAMILY).unwrap();
    let policy = Policy::parse("policies/default.yaml", POLICY).unwrap();
    let subject = Subject {
        used: used.as_ref().map(|used| ("sign_on_and_find_member.yaml", used)).into_iter().collect(),
        families: vec![("families/legacy-core.yaml", &family)],
        policies: vec![&policy],
        version,
        seal: "sha256:0000",
        degraded,
    };
    let said = describe(&document, &subject, 100);
    assert_eq!(said, describe(&document, &subject, 100), "the same scenario gives the same text");
    let wide = said.lines().find(|line| line.chars().count() > 100 && line.trim().contains(' '));
    assert_eq!(wide, None, "no line of words is wider than asked for");
    said
}

#[test]
fn the_savings_balance_in_plain_words() {
    let text = include_str!("demo/member_savings_balance.yaml");
    insta::assert_snapshot!(check("member_savings_balance.yaml", text, Some(1), Vec::new()));
}

#[test]
fn the_subaccount_in_plain_words() {
    let text = include_str!("demo/open_subaccount.yaml");
    let degraded = vec!["closed shadow roots cannot be read by this driver".to_owned()];
    insta::assert_snapshot!(check("open_subaccount.yaml", text, None, degraded));
}

#[test]
fn what_repeats_answers_its_four_questions() {
    let text = r#"
baton: 1
name: repeats
target: t
outputs: { total: { type: decimal } }
data: { rows: [{ member: "1" }, { member: "2" }] }
start: { path: /a, fresh: true }
steps:
  - id: a.wait
    wait: { element: { role: button, name: Go }, timeout_ms: 2500 }
  - id: a.again
    retry:
      max: 3
      until: { text: Ready }
      asks: at_limit
      steps:
        - id: a.reload
          click: { role: button, name: Reload }
  - id: a.rows
    for_each:
      csv: rows.csv
      max: 100
      steps:
        - id: a.open
          click: { role: link, name: "${row.name}" }
  - id: a.branch
    if:
      when: { any: [{ text: A }, { not: { visible: { role: alert } } }] }
      then:
        - id: a.yes
          press: Enter
      else:
        - id: a.no
          type: { into: { near: Total }, text: "sum ${vars.sum} of ${row.member}", submit: true }
          disabled: not here
  - id: a.person
    manual: { why: a CAPTCHA, before: [{ region: Robot }] }
  - id: a.read
    read: { total: { from: { near: Total }, parse: currency } }
"#;
    let document = Document::parse("repeats.yaml", text).unwrap_or_else(|why| panic!("{why}: {:?}", why.first()));
    insta::assert_snapshot!(describe(&document, &Subject { seal: "sha256:1", ..Subject::default() }, 100));
}

#[test]
fn narrow_pages_are_wrapped_and_a_long_word_is_kept_whole() {
    let mut page = Page { text: String::new(), width: 20 };
    page.line(2, 2, "one two three four averyveryverylongword five");
    assert_eq!(page.text, "  one two three four\n    averyveryverylongword\n    five\n", "words wrap, none is cut");
}
