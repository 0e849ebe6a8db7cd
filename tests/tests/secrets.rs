//! Secrets and the shapes of secrets: in nothing that Baton says or writes, also where a page shows them.

use baton_tests::{Desk, Ran};

const S: &str = "member_savings_balance";
const PASSWORD: &str = "geheim-X7-4711";

/// Looks for a text in what was said, in every file, and in the journal with its trees unpacked.
fn is_nowhere(text: &str, desk: &Desk, ran: &Ran) {
    assert!(!ran.stdout.contains(text) && !ran.stderr.contains(text), "the command told {text}");
    for (path, bytes) in desk.written() {
        let holds = bytes.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(!holds, "{} holds {text}", path.display());
    }
    assert!(!desk.journal().contains(text), "the journal holds {text}");
}

#[test]
fn row_27_a_secret_that_a_page_shows_is_nowhere_and_shapes_are_masked() {
    let desk = Desk::with_mock(&["--sign-on", &format!("{PASSWORD}:{PASSWORD}")]);
    desk.edit(".env", |text| {
        text.replace("MOCKCORE_OPERATOR=operator:operator", &format!("MOCKCORE_OPERATOR={PASSWORD}:{PASSWORD}"))
    });
    // The operator's name is the password too, typed into a field that shows what it holds.
    let ran = desk.run(S, "member_id=10003", &[]).exits(0, "signed on");
    let journal = desk.journal();
    assert!(journal.contains("Test Member 03"), "the trees were unpacked, or this test would see nothing");
    assert!(journal.contains("[secret mockcore/operator]"), "what the field showed was taken out");
    is_nowhere(PASSWORD, &desk, &ran);
    is_nowhere("000-00-0003", &desk, &ran);
}
