//! Any text, any edit: the edit is made as meant or refused, and never panics.
#![no_main]

use baton_scenario::edit::{Edit, Editor};
use libfuzzer_sys::fuzz_target;

// The first line is an edit as JSON, the rest the document.
fuzz_target!(|input: &str| {
    let Some((edit, text)) = input.split_once('\n') else { return };
    let Ok(edit) = serde_json::from_str::<Edit>(edit) else { return };
    let Ok(mut editor) = Editor::open(text) else { return };
    let applied = editor.apply(&edit);
    if applied.is_err() {
        assert_eq!(editor.text(), text, "a refused edit changed the text");
    }
    let reread = Editor::open(editor.text()).expect("an edited text can be opened");
    assert_eq!(reread.value(), editor.value(), "an edited text says what the editor says");
});
