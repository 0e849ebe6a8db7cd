//! Each edit is checked by the whole text it leaves: what it did not have to change must be there to the byte.

use proptest::prelude::*;
use serde_json::json;

use super::*;

const TEXT: &str = "\
# kept: the head
baton: 1
name:   look_up        # odd spacing stays
tags: [ smoke,balance ]
steps: # the steps

  # signs on
  # with the operator's name
  - id: login.user
    intent: Who signs on
    type: { into: [{ near: Operator }], text: \"${secrets.operator.user}\" }   # typed
    # a deeper comment belongs to the step above

  - id: search.submit
    click:                         # a ladder
      - { role: button, name: Search }
      - { near: 'Member ID', role: button }   # second
      - { box: [0.3, 0.2, 0.1, 0.1], recorded: [1280, 800] }
    checkpoint: cp.member

  # loops
  - id: each.row
    for_each:
      rows: [{ a: '1' }]
      steps:
        # inside
        - id: row.open
          click: { role: link }
        - id: row.close
          click: { role: button }
checkpoints:
  cp.member:
    all: [{ region: Member Detail }]
  cp.late: { after: search.submit, all: [{ text: x }] }
detectors:
  - code: NOT_FOUND
    scope: { after_step: search.submit }
provenance:
  rungs: { search.submit: 1 }
# kept: the tail
";

fn from_json(edit: serde_json::Value) -> Edit {
    serde_json::from_value(edit).unwrap()
}

/// Applies an edit and tells what it changed, as removed and added lines.
fn check(edit: serde_json::Value) -> String {
    let changed = super::edit(TEXT, &from_json(edit.clone())).unwrap_or_else(|why| panic!("{edit} was refused: {why}"));
    changes(TEXT, &changed)
}

/// The lines that differ, in order, by a longest common run of lines.
fn changes(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split('\n').collect(), new.split('\n').collect());
    let mut common = vec![vec![0usize; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] =
                if old[i] == new[j] { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, String::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || (i < old.len() && common[i + 1][j] >= common[i][j + 1]) {
            out += &format!("-{}\n", old[i]);
            i += 1;
        } else {
            out += &format!("+{}\n", new[j]);
            j += 1;
        }
    }
    out
}

#[test]
fn a_value_is_replaced_in_place() {
    insta::assert_snapshot!(check(json!({"do": "set", "at": "/name", "to": "yes"})), @r#"
    -name:   look_up        # odd spacing stays
    +name: "yes"        # odd spacing stays
    "#);
    insta::assert_snapshot!(check(json!({"do": "set", "at": "/steps/1/click/1/near", "to": "Id"})), @"
    -      - { near: 'Member ID', role: button }   # second
    +      - { near: Id, role: button }   # second
    ");
    insta::assert_snapshot!(check(json!({"do": "set", "at": "/steps/0/expect", "to": [{"text": "a: b"}]})), @r#"+    expect: [{ text: "a: b" }]"#);
    insta::assert_snapshot!(check(json!({"do": "set", "at": "/checkpoints/cp.late/title", "to": "on"})), @r#"
    -  cp.late: { after: search.submit, all: [{ text: x }] }
    +  cp.late: { after: search.submit, all: [{ text: x }], title: "on" }
    "#);
}

#[test]
fn a_map_is_changed_key_by_key() {
    let to = json!({"id": "login.user", "intent": "Who", "press": "Enter"});
    insta::assert_snapshot!(check(json!({"do": "set", "at": "/steps/0", "to": to})), @r#"
    -    intent: Who signs on
    -    type: { into: [{ near: Operator }], text: "${secrets.operator.user}" }   # typed
    +    intent: Who
    +    press: Enter   # typed
    "#);
}

#[test]
fn comments_above_a_step_move_with_it() {
    insta::assert_snapshot!(check(json!({"do": "move_step", "id": "login.user", "list": "/steps", "index": 2})), @r#"
    -  # signs on
    -  # with the operator's name
    -  - id: login.user
    -    intent: Who signs on
    -    type: { into: [{ near: Operator }], text: "${secrets.operator.user}" }   # typed
    -    # a deeper comment belongs to the step above
    -
    +
    +  # signs on
    +  # with the operator's name
    +  - id: login.user
    +    intent: Who signs on
    +    type: { into: [{ near: Operator }], text: "${secrets.operator.user}" }   # typed
    +    # a deeper comment belongs to the step above
    "#);
    insta::assert_snapshot!(check(json!({"do": "move_step", "id": "row.open", "list": "/steps", "index": 0})), @"
    +  # inside
    +  - id: row.open
    +    click: { role: link }
    +
    -        # inside
    -        - id: row.open
    -          click: { role: link }
    ");
}

#[test]
fn a_comment_between_two_steps_is_the_lower_ones_when_it_stands_in_its_column() {
    let text = "steps:\n  - id: a.a\n    # of a\n  # of b\n  - id: b.b\n";
    let moved = edit(text, &from_json(json!({"do": "move_item", "list": "/steps", "from": 1, "to": 0}))).unwrap();
    assert_eq!(moved, "steps:\n  # of b\n  - id: b.b\n  - id: a.a\n    # of a\n", "each step kept its own comment");
}

#[test]
fn a_step_is_put_in_taken_out_and_copied() {
    let step = json!({"id": "a.b", "click": {"role": "link"}});
    insta::assert_snapshot!(check(json!({"do": "insert_item", "list": "/steps", "index": 1, "item": step})), @"
    +  - id: a.b
    +    click: { role: link }
    +
    ");
    insta::assert_snapshot!(check(json!({"do": "insert_item", "list": "/steps", "index": 3, "item": step})), @"
    +
    +  - id: a.b
    +    click: { role: link }
    ");
    insta::assert_snapshot!(check(json!({"do": "remove_step", "id": "row.open"})), @"
    -        # inside
    -        - id: row.open
    -          click: { role: link }
    ");
    insta::assert_snapshot!(check(json!({"do": "duplicate_step", "id": "each.row", "new_id": "each.other"})), @"
    +
    +  # loops
    +  - id: each.other
    +    for_each:
    +      rows: [{ a: '1' }]
    +      steps:
    +        # inside
    +        - id: row.open_2
    +          click: { role: link }
    +        - id: row.close_2
    +          click: { role: button }
    ");
}

#[test]
fn a_renamed_step_is_renamed_wherever_it_is_named() {
    insta::assert_snapshot!(check(json!({"do": "rename_step", "id": "search.submit", "new_id": "search.go"})), @"
    -  - id: search.submit
    +  - id: search.go
    -  cp.late: { after: search.submit, all: [{ text: x }] }
    +  cp.late: { after: search.go, all: [{ text: x }] }
    -    scope: { after_step: search.submit }
    +    scope: { after_step: search.go }
    -  rungs: { search.submit: 1 }
    +  rungs: { search.go: 1 }
    ");
}

#[test]
fn a_step_is_disabled_and_enabled_again_to_the_byte() {
    let mut editor = Editor::open(TEXT).unwrap();
    editor.apply(&from_json(json!({"do": "disable_step", "id": "login.user", "why": "no sign-on here"}))).unwrap();
    assert!(editor.text().contains("    disabled: no sign-on here\n"), "the reason is written: {}", editor.text());
    editor.apply(&from_json(json!({"do": "enable_step", "id": "login.user"}))).unwrap();
    assert_eq!(editor.text(), TEXT, "enabling undoes disabling to the byte");
}

#[test]
fn rungs_change_places_with_their_comments() {
    insta::assert_snapshot!(check(json!({"do": "move_item", "list": "/steps/1/click", "from": 0, "to": 2})), @"
    -      - { role: button, name: Search }
    +      - { role: button, name: Search }
    ");
}

#[test]
fn what_cannot_be_done_is_refused_and_changes_nothing() {
    let cases = [
        (json!({"do": "remove_step", "id": "no.such"}), EditError::NoSuchStep("no.such".into())),
        (json!({"do": "set", "at": "/steps/9/id", "to": 1}), EditError::NoSuchPlace("/steps/9".into())),
        (
            json!({"do": "move_step", "id": "each.row", "list": "/steps/2/for_each/steps", "index": 0}),
            EditError::IntoItself,
        ),
        (json!({"do": "rename_step", "id": "row.open", "new_id": "row.close"}), EditError::IdTaken("row.close".into())),
        (
            json!({"do": "duplicate_step", "id": "row.open", "new_id": "row.close"}),
            EditError::IdTaken("row.close".into()),
        ),
        (json!({"do": "move_item", "list": "/steps", "from": 0, "to": 3}), EditError::NoSuchPlace("/steps/3".into())),
    ];
    for (edit, why) in cases {
        let mut editor = Editor::open(TEXT).unwrap();
        assert_eq!(editor.apply(&from_json(edit.clone())), Err(why), "{edit}");
        assert_eq!(editor.text(), TEXT, "a refused edit leaves the text: {edit}");
    }
}

#[test]
fn windows_line_breaks_and_a_missing_last_one_stay() {
    let text = "steps:\r\n  - id: a.a\r\n    x: [1]\r\n  - id: b.b\r\n    x: [2]";
    let moved = edit(text, &from_json(json!({"do": "move_item", "list": "/steps", "from": 1, "to": 0}))).unwrap();
    assert_eq!(
        moved, "steps:\r\n  - id: b.b\r\n    x: [2]\r\n  - id: a.a\r\n    x: [1]",
        "only the bodies change places"
    );
    let item = json!({"id": "c.c", "x": {"z": {}}});
    let grown =
        edit(text, &from_json(json!({"do": "insert_item", "list": "/steps", "index": 2, "item": item}))).unwrap();
    assert_eq!(grown, format!("{text}\r\n  - id: c.c\r\n    x: {{ z: {{}} }}"), "added lines break as the others do");
}

#[test]
fn an_edit_that_would_say_something_else_is_refused() {
    // The blank lines after `|+` belong to the text; moving the step without them would shorten it.
    let text = "steps:\n  - id: a.a\n    x: |+\n      words\n\n  - id: b.b\n";
    let mut editor = Editor::open(text).unwrap();
    let moved = editor.apply(&from_json(json!({"do": "move_item", "list": "/steps", "from": 0, "to": 1})));
    assert_eq!(moved, Err(EditError::WouldChangeMore), "it was re-read and compared");
    assert_eq!(editor.text(), text, "and nothing was changed");
}

#[test]
fn what_has_anchors_or_is_no_document_is_refused_with_its_place() {
    for (text, line) in [("a: &x 1\nb: *x\n", 1), ("a: 1\na: 2\n", 2), ("a: [\n", 1), ("", 1), ("a: 1\n---\nb: 2\n", 2)]
    {
        let Err(EditError::Unreadable { line: at, .. }) = Editor::open(text) else { panic!("{text:?} was opened") };
        assert_eq!(at, line, "the line of what is wrong with {text:?}");
    }
}

#[test]
fn ten_thousand_steps_are_moved_in_a_moment() {
    let mut text = "steps:\n".to_owned();
    for index in 0..10_000 {
        text +=
            &format!("  # step {index}\n  - id: s.n{index}\n    click: [{{ role: button, name: \"N {index}\" }}]\n\n");
    }
    let mut editor = Editor::open(&text).unwrap();
    let started = std::time::Instant::now();
    editor.apply(&from_json(json!({"do": "move_step", "id": "s.n9999", "list": "/steps", "index": 0}))).unwrap();
    let took = started.elapsed();
    eprintln!("moving a step over 10,000 others took {took:?}");
    assert!(
        editor.text().starts_with("steps:\n  # step 9999\n  - id: s.n9999\n"),
        "the last step is first, with its comment"
    );
    assert!(took.as_secs() < 10, "a debug build moves a step over 10,000 others in {took:?}");
}

/// A document of random layout, and a random edit of it.
fn any_case() -> impl Strategy<Value = (String, serde_json::Value)> {
    let step = (0..4usize, any::<bool>(), any::<bool>(), 0..3usize);
    let words = prop_oneof!["[a-z :#'\"]{0,8}", Just("on".to_owned()), Just("a\nb".to_owned()), "\\PC{0,6}"];
    (prop::collection::vec(step, 1..6), 0..12usize, 0..6usize, 0..6usize, words).prop_map(|(steps, kind, a, b, words)| {
        let mut text = "baton: 1 # c\nsteps:\n".to_owned();
        let count = steps.len();
        for (index, (shape, above, below, blank)) in steps.into_iter().enumerate() {
            text += if above { "  # above\n" } else { "" };
            text += &match shape {
                0 => format!("  - {{ id: s.n{index}, click: {{ role: link }} }}\n"),
                1 => format!("  - id: s.n{index} # id\n    type:\n      text: |\n        # no comment\n        words\n"),
                2 => format!("  - intent: >-\n      folded\n      words\n    id: s.n{index}\n    click:\n    - a\n    - b\n"),
                _ => format!("  -\n    id: s.n{index}\n    if:\n      then:\n        - id: t.n{index}\n          back: null\n"),
            };
            text += if below { "    # below\n" } else { "" };
            text += &"\n".repeat(blank);
        }
        text += "after: end\n";
        let (a, b) = (a % count, b % count);
        let step = json!({"id": "x.y", "type": {"text": words}});
        let edit = match kind {
            0 | 1 => json!({"do": "move_item", "list": "/steps", "from": a, "to": b}),
            2 => json!({"do": "insert_item", "list": "/steps", "index": a, "item": step}),
            3 => json!({"do": "remove_step", "id": format!("s.n{a}")}),
            4 => json!({"do": "duplicate_step", "id": format!("s.n{a}"), "new_id": "x.y"}),
            5 => json!({"do": "rename_step", "id": format!("s.n{a}"), "new_id": "x.y"}),
            6 => json!({"do": "set", "at": format!("/steps/{a}"), "to": step}),
            7 => json!({"do": "set", "at": format!("/steps/{a}/note"), "to": words}),
            8 => json!({"do": "disable_step", "id": format!("s.n{a}"), "why": words}),
            9 => json!({"do": "remove", "at": format!("/steps/{a}/id")}),
            10 => json!({"do": "set", "at": format!("/steps/{a}/id"), "to": [words, {"k": words}]}),
            _ => json!({"do": "set", "at": "/after", "to": {"k": [step]}}),
        };
        (text, edit)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn edits_of_any_layout_are_made((text, edit) in any_case()) {
        let changed = super::edit(&text, &from_json(edit.clone()));
        prop_assert!(changed.is_ok(), "{edit} was refused ({changed:?}) in\n{text}");
    }
}
