//! Any text: a document, family or policy is read or refused, never a panic; what was read is read again after writing.
#![no_main]

use baton_scenario::{Document, Family, Policy, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(document) = Document::parse("a.yaml", text) {
        let value = serde_json::to_value(&document).expect("a document is a value");
        let written = write::document(&value);
        let again = Document::parse("a.yaml", &written).unwrap_or_else(|why| panic!("{why} in\n{written}"));
        assert_eq!(document, again, "read back from\n{written}");
        let subject = baton_scenario::describe::Subject::default();
        baton_scenario::describe::describe(&document, &subject, 100);
    }
    let _ = Family::parse("a.yaml", text);
    let _ = Policy::parse("a.yaml", text);
});
