use super::*;
use crate::family::Family;

const OLD: &str = r#"
baton: 1
name: s
target: t
inputs: { a: { type: string } }
outputs: { total: { type: decimal } }
steps:
  - id: x.one
    click: { role: button, name: One }
  - id: x.two
    click: [{ role: button, name: Two }, { near: Two }]
    expect: [{ text: done }]
  - id: x.three
    type: { into: { near: A }, text: "${inputs.a}" }
  - id: x.four
    read: { total: { from: { near: Total } } }
checkpoints:
  cp.end: { after: done, all: [{ output: total }] }
provenance: { made_by: agent }
"#;

fn parse(text: &str) -> Document {
    Document::parse("s.yaml", text).unwrap_or_else(|why| panic!("{why}: {:?}", why.first()))
}

/// Replaces some lines and says what changed.
fn check(changes: &[(&str, &str)]) -> String {
    let mut text = OLD.to_owned();
    for (old, new) in changes {
        assert_eq!(text.matches(old).count(), 1, "{old} stands once");
        text = text.replace(old, new);
    }
    let (old, new) = (parse(OLD), parse(&text));
    let uses = Subject::default();
    in_words(&compare(Version { document: &old, uses: &uses }, Version { document: &new, uses: &uses }))
}

#[test]
fn layout_comments_and_provenance_are_no_changes() {
    let said = check(&[
        ("name: s\ntarget: t\n", "target: t   # a comment\n\nname: \"s\"\n"),
        ("click: { role: button, name: One }", "click:\n      - name: One\n        role: button"),
        ("made_by: agent", "made_by: person"),
    ]);
    assert_eq!(said, "Nothing changed in meaning.\n", "only the writing changed");
}

#[test]
fn each_kind_of_change_is_said() {
    let one = "  - id: x.one\n    click: { role: button, name: One }\n";
    insta::assert_snapshot!(check(&[(one, "")]), @r#"removed step x.one: Clicks the button "One""#);
    insta::assert_snapshot!(check(&[(one, ""), ("checkpoints:\n", &format!("{one}checkpoints:\n"))]), @"moved step x.one behind x.four");
    insta::assert_snapshot!(check(&[("name: One", "name: First")]), @r#"changed step x.one: was "Clicks the button "One"", is "Clicks the button "First"""#);
    insta::assert_snapshot!(check(&[(", { near: Two }]", "]")]), @r#"changed step x.two: Clicks the button "Two", its control is found in another way: was [{ role: button, name: Two }, { near: Two }], is [{ role: button, name: Two }]"#);
    insta::assert_snapshot!(check(&[("text: done", "text: ready"), ("type: string", "type: integer")]), @"
    changed input a: was { type: string }, is { type: integer }
    changed expect of step x.two: was [{ text: done }], is [{ text: ready }]
    ");
    insta::assert_snapshot!(check(&[("    expect: [{ text: done }]\n", "    risk: risky\n")]), @"
    added risk of step x.two: risky
    removed expect of step x.two: [{ text: done }]
    ");
    insta::assert_snapshot!(check(&[("{ output: total }]", "{ output: total }, { text: x }]"), ("target: t", "target: u")]), @"
    changed target: was t, is u
    changed checkpoint cp.end: was { all: [{ output: total }], after: done }, is { all: [{ output: total }, { text: x }], after: done }
    ");
}

#[test]
fn changes_in_a_family_name_its_file() {
    let family = |text: &str| Family::parse("f.yaml", text).unwrap();
    let old = family(
        "baton_family: 1\nname: f\ndetectors:\n  - { code: A, class: hard, match: { text: a } }\n  - { code: B, class: hard, match: { text: b } }\n",
    );
    let new = family(
        "baton_family: 1\nname: f\ndetectors:\n  - { code: B, class: hard, match: { text: c } }\n  - { code: A, class: hard, match: { text: a } }\n",
    );
    let document = parse(OLD);
    let (was, is) = (
        Subject { families: vec![("f.yaml", &old), ("gone.yaml", &old)], ..Subject::default() },
        Subject { families: vec![("f.yaml", &new)], ..Subject::default() },
    );
    let changes = compare(Version { document: &document, uses: &was }, Version { document: &document, uses: &is });
    let said: Vec<(Kind, &str, Option<&str>)> =
        changes.iter().map(|change| (change.kind, change.id.as_str(), change.file.as_deref())).collect();
    let wanted =
        [(Kind::Removed, "gone.yaml", None), (Kind::Changed, "B", Some("f.yaml")), (Kind::Moved, "B", Some("f.yaml"))];
    assert_eq!(said, wanted, "{}", in_words(&changes));
}

#[test]
fn the_fewest_moves_are_told() {
    let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    for (old, new, wanted) in [
        ("a b c d", "b c d a", "a"),
        ("a b c d", "d a b c", "d"),
        ("a b c d", "a b c d", ""),
        ("a b c d", "b a d c", "b d"),
    ] {
        let mut changes = Vec::new();
        moved(None, "step", &names(old), &names(new), &mut changes);
        let mut ids: Vec<&str> = changes.iter().map(|change| change.id.as_str()).collect();
        ids.sort_unstable();
        assert_eq!(ids.len(), wanted.split_whitespace().count(), "from {old} to {new}: {ids:?}");
    }
}

#[test]
fn an_overlay_and_a_tables_columns_are_compared_too() {
    use crate::files::{Files, TargetFacts, Targets};
    use baton_screen::{Ladder, Locator};
    use indexmap::IndexMap;

    struct North(&'static str);
    impl Targets for North {
        fn facts(&self, _: &str) -> Option<TargetFacts> {
            Some(TargetFacts::default())
        }
        fn names(&self) -> Vec<String> {
            vec!["t".to_owned()]
        }
        fn overlays(&self) -> IndexMap<String, IndexMap<String, Ladder>> {
            let ladder = Ladder::one(Locator { near: Some(self.0.to_owned()), ..Locator::default() });
            IndexMap::from([("north".to_owned(), IndexMap::from([("x.one".to_owned(), ladder)]))])
        }
    }
    let load = |near, csv: &str| {
        let text = OLD.replace("steps:\n", "data: { csv: rows.csv }\nsteps:\n");
        let files: IndexMap<String, String> =
            [("s.yaml".to_owned(), text), ("rows.csv".to_owned(), csv.to_owned())].into_iter().collect();
        let files: &dyn Files = &files;
        let draft = crate::closure::Draft::load(files, &North(near), "s.yaml", None);
        draft.unwrap_or_else(|why| panic!("{why}: {:?}", why.first())).closure().clone()
    };
    let old = load("A", "m\n1\n");
    insta::assert_snapshot!(in_words(&diff(&old, &load("A", "m\n2\n"))), @"Nothing changed in meaning.");
    insta::assert_snapshot!(in_words(&diff(&old, &load("B", "m,k\n1,2\n"))), @"
    changed table rows.csv: was [m], is [m, k]
    changed overlay north: was { x.one: [{ near: A }] }, is { x.one: [{ near: B }] }
    ");
    let said = crate::describe::describe_closure(&old, &[], None, 80);
    let wanted = "On the target north, found otherwise\n  x.one: what stands near \"A\".\n";
    assert!(said.contains(wanted), "a description shows the overlay: {said}");
}
