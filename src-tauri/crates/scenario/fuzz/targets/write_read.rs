//! Any value is read back as itself after it was written, also within a document.
#![no_main]

use baton_scenario::{edit::Editor, write};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

// The input is JSON; integers that no YAML reader holds are left out.
fuzz_target!(|input: &str| {
    let Ok(value) = serde_json::from_str::<Value>(input) else { return };
    if !fits(&value, 0) {
        return;
    }
    let wrapped = json!({ "value": value, "list": [{ "id": "a.b", "value": value }] });
    for text in [write::document(&wrapped), write::in_flow(&wrapped)] {
        let read = Editor::open(&text).unwrap_or_else(|why| panic!("{why} in\n{text}"));
        assert_eq!(read.value(), wrapped, "read back from\n{text}");
    }
});

fn fits(value: &Value, depth: usize) -> bool {
    match value {
        Value::Number(number) => !number.is_u64() || number.is_i64(),
        Value::Array(items) => depth < 80 && items.iter().all(|item| fits(item, depth + 1)),
        Value::Object(map) => depth < 80 && map.values().all(|item| fits(item, depth + 1)),
        _ => true,
    }
}
