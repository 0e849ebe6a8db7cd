use super::*;

fn refused(text: &str) -> Vec<(Code, u32, u32)> {
    let mut refusals = Vec::new();
    read("f.yaml", text, &mut refusals);
    refusals.iter().map(|refusal| (refusal.code, refusal.line, refusal.column)).collect()
}

#[test]
fn what_is_not_taken_is_refused_at_its_place() {
    let deep_flow = format!("a: {}{}\n", "[".repeat(100), "]".repeat(100));
    let deep_block: String = (0..100).map(|level| format!("{}a:\n", " ".repeat(level))).collect();
    let bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n";
    for (text, code, line, column, reason) in [
        ("", Code::Empty, 1, 1, "an empty file"),
        ("# only words\n", Code::Empty, 1, 1, "a file of comments"),
        ("a: 1\nb:\n  c: 1\n  c: 2\n", Code::DuplicateKey, 4, 3, "a key twice"),
        ("a: &x 1\n", Code::YamlFeature, 1, 7, "an anchor"),
        (bomb, Code::YamlFeature, 1, 7, "an alias bomb falls over its first anchor"),
        ("a: *x\n", Code::YamlFeature, 1, 4, "an alias of nothing"),
        ("a: !!str 1\n", Code::YamlFeature, 1, 10, "a tag"),
        ("a:\n  <<: 1\n", Code::YamlFeature, 2, 3, "a merge key"),
        ("a: 1\n---\nb: 2\n", Code::YamlFeature, 2, 1, "two documents"),
        ("%YAML 1.1\n---\na: 1\n", Code::YamlFeature, 1, 1, "a directive"),
        ("a: 1\n\tb: 2\n", Code::Syntax, 2, 1, "a tab as indentation"),
        ("a: \u{0}\n", Code::NotText, 1, 4, "a NUL"),
        ("a: 1\nb: é\u{7}\n", Code::NotText, 2, 5, "a bell, its column in characters"),
        ("on: 1\n", Code::AmbiguousScalar, 1, 1, "a key that is a boolean to YAML 1.1"),
        ("1: 1\n", Code::AmbiguousScalar, 1, 1, "a key that is a number"),
        ("? [a]\n: 1\n", Code::WrongType, 1, 3, "a key that is a list"),
        ("a: \"x\n", Code::Syntax, 1, 4, "a quote left open"),
        (&deep_flow, Code::TooDeep, 1, 67, "a hundred brackets"),
        (&deep_block, Code::TooDeep, 65, 65, "a hundred levels"),
    ] {
        let got = refused(text);
        assert_eq!(got.first(), Some(&(code, line, column)), "{reason}: {text:?}");
    }
}

#[test]
fn what_editors_write_is_read() {
    for (text, reason) in [
        ("\u{feff}a: 1\n", "a byte-order mark"),
        ("a: 1\r\nb: 2\r\n", "CRLF"),
        ("---\na: 1\n...\n", "document marks around one document"),
        ("a: \"tab\\there\"\n", "an escaped tab"),
        ("a: |\n  many\n  lines\n", "a block text"),
        ("a: 日本語\n", "any alphabet"),
    ] {
        assert_eq!(refused(text), [], "{reason}: {text:?}");
    }
}

#[test]
fn a_file_too_large_is_refused_before_it_is_parsed() {
    let text = format!("a: \"{}\"\n", "x".repeat(LARGEST_BYTES));
    assert_eq!(refused(&text), [(Code::TooLarge, 1, 1)], "four megabytes are the most");
}

#[test]
fn a_key_twice_among_many_is_found() {
    let mut text: String = (0..100).map(|number| format!("k{number}: 1\n")).collect();
    text.push_str("k50: 1\n");
    assert_eq!(refused(&text), [(Code::DuplicateKey, 101, 1)], "the set for big maps holds every key");
}

mod properties {
    use proptest::prelude::*;

    use crate::document::Document;
    use crate::write;
    use crate::yaml::{Plain, plain};

    const TEXT: &str = "baton: 1\nname: a\ninputs:\n  x: { type: string, pattern: \"^[0-9]$\" }\nsteps:\n  - id: a.go\n    click:\n      - { role: button, name: \"/Go|${inputs.x}/\" }\n    expect: [{ text: \"${inputs.x}\" }]\n";

    proptest! {
        #[test]
        fn what_baton_writes_plain_is_a_text_to_it(text in "[a-zA-Z_/(][ -~é日]{0,12}") {
            if write::plain_is_safe(&text) {
                prop_assert_eq!(plain(&text), Plain::Text, "{:?} is written without quotes", text);
            }
        }

        #[test]
        fn a_spoilt_document_is_refused_or_read_and_never_panics(
            at in 0..TEXT.len(), length in 0usize..20, put in "[\\-\\[\\]{}:,#&*!|>'\"%@`$ \t\r\n\u{0}-\u{1f}a1é\u{2028}\u{feff}]{0,8}",
        ) {
            let end = (at + length).min(TEXT.len());
            let spoilt = format!("{}{put}{}", &TEXT[..at], &TEXT[end..]);
            if let Err(refusals) = Document::parse("f.yaml", &spoilt) {
                let lines = u32::try_from(spoilt.split(['\n', '\r']).count()).unwrap_or(u32::MAX);
                for refusal in refusals.all() {
                    prop_assert!(refusal.line <= lines + 1, "line {} of {lines} in {spoilt:?}", refusal.line);
                    prop_assert!(!refusal.message.is_empty() && !refusal.hint.is_empty(), "{refusal:?} says nothing");
                }
            }
        }
    }
}
