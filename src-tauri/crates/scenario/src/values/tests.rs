use super::*;
use proptest::prelude::*;
use serde_json::json;

use crate::inputs::Pattern;
use crate::names::Name;

#[test]
fn texts_on_a_screen_are_understood_strictly() {
    use Parse::{Boolean, Currency, Date, Decimal, Integer, Text};
    for (text, parse, read) in [
        ("1,411.21", Currency, Some("1411.21")),
        ("$1,411.21", Currency, Some("1411.21")),
        ("$ 1,411.21 ", Currency, Some("1411.21")),
        ("USD 1,411.21", Currency, Some("1411.21")),
        ("1411.21 €", Currency, Some("1411.21")),
        ("1,411.21 CHF", Currency, Some("1411.21")),
        ("(12.00)", Currency, Some("-12.00")),
        ("($12.00)", Currency, Some("-12.00")),
        ("-$12.00", Currency, Some("-12.00")),
        ("$-12.00", Currency, Some("-12.00")),
        ("−12.00", Currency, Some("-12.00")),
        ("0.00", Currency, Some("0.00")),
        ("-0.00", Currency, Some("0.00")),
        ("(0.00)", Currency, Some("0.00")),
        ("n/a", Currency, None),
        ("", Currency, None),
        ("$", Currency, None),
        ("$$5", Currency, None),
        ("$5 USD", Currency, None),
        ("-$-5", Currency, None),
        ("((5))", Currency, None),
        ("(-5)", Currency, None),
        ("1,41.21", Currency, None),
        ("1.411,21", Currency, None),
        ("12 apples", Currency, None),
        ("1,234,567", Decimal, Some("1234567")),
        ("0012", Decimal, Some("12")),
        ("+5", Decimal, Some("5")),
        (".5", Decimal, None),
        ("5.", Decimal, None),
        ("1e3", Decimal, None),
        ("1 000", Decimal, None),
        ("１２", Decimal, None),
        ("1,000", Integer, Some("1000")),
        ("1000.0", Integer, None),
        ("2026-11-30", Date, Some("2026-11-30")),
        ("2024-02-29", Date, Some("2024-02-29")),
        ("2026-02-29", Date, None),
        ("30.11.2026", Date, None),
        ("Yes", Boolean, Some("true")),
        ("false", Boolean, Some("false")),
        ("1", Boolean, None),
        (" as it stands ", Text, Some(" as it stands ")),
    ] {
        let got = read_output(text, Some(parse), None).ok();
        assert_eq!(got.as_deref(), read, "{text:?} as {parse:?}");
    }
}

#[test]
fn the_declared_type_decides_when_nothing_else_does() {
    let read =
        |text: &str, parse, declared| read_output(text, parse, Some(declared)).map_err(|error| error.to_string());
    assert_eq!(read("1,000.50", None, ValueType::Decimal), Ok("1000.50".to_owned()), "a decimal parses itself");
    assert_eq!(read("n/a", None, ValueType::Decimal), Err("no decimal number".to_owned()), "never a zero");
    assert_eq!(
        read("n/a", Some(Parse::Text), ValueType::Decimal),
        Err("no decimal number".to_owned()),
        "a text is no decimal"
    );
    assert_eq!(read("$5", Some(Parse::Currency), ValueType::String), Ok("5".to_owned()), "a parse may serve a string");
}

fn declared() -> Inputs {
    let input = |value_type| Input { value_type, required: true, pattern: None, example: None, sensitive: false };
    let name = |text| Name::new(text).unwrap();
    let member = Input {
        pattern: Some(Pattern::new("^[0-9]{5}$").unwrap()),
        example: Some("10003".to_owned()),
        ..input(ValueType::String)
    };
    Inputs::from_iter([
        (name("member_id"), member),
        (name("amount"), Input { required: false, ..input(ValueType::Decimal) }),
        (name("count"), Input { required: false, ..input(ValueType::Integer) }),
        (name("day"), Input { required: false, ..input(ValueType::Date) }),
        (name("urgent"), Input { required: false, ..input(ValueType::Boolean) }),
        (
            name("pin"),
            Input {
                required: false,
                sensitive: true,
                pattern: Some(Pattern::new("^[0-9]{4}$").unwrap()),
                ..input(ValueType::String)
            },
        ),
    ])
}

#[test]
fn arguments_are_typed_by_their_declarations() {
    for (given, wrong, reason) in [
        (json!({"member_id": "10003"}), None, "a text that matches"),
        (json!({"member_id": 10003}), Some("a text is wanted, not the number 10003"), "a leading zero would be lost"),
        (json!({"member_id": "ten"}), Some("\"ten\" does not match ^[0-9]{5}$"), "the pattern"),
        (json!({}), Some("it must be given"), "required"),
        (json!({"member_id": null}), Some("it must be given"), "null gives nothing"),
        (json!({"member_id": "10003", "membr_id": "1"}), Some("there is no such input"), "a name nobody declared"),
        (json!({"member_id": "10003", "amount": 12.5}), None, "a decimal may be a number"),
        (json!({"member_id": "10003", "amount": "12.50"}), None, "or a text"),
        (json!({"member_id": "10003", "amount": ""}), Some("\"\" is not a decimal number"), "empty is no decimal"),
        (
            json!({"member_id": "10003", "amount": "1,000"}),
            Some("\"1,000\" is not a decimal number"),
            "an argument is not grouped",
        ),
        (
            json!({"member_id": "10003", "amount": 1e300}),
            Some("\"1e+300\" is not a decimal number"),
            "nor written with an exponent",
        ),
        (json!({"member_id": "10003", "count": 3}), None, "a whole number"),
        (json!({"member_id": "10003", "count": 3.5}), Some("\"3.5\" is not a whole number"), "no fraction"),
        (
            json!({"member_id": "10003", "count": "3"}),
            Some("a whole number is wanted, not a text"),
            "a text is no integer in JSON",
        ),
        (
            json!({"member_id": "10003", "day": "2026-02-30"}),
            Some("\"2026-02-30\" is not a date as 2026-11-30"),
            "no such day",
        ),
        (json!({"member_id": "10003", "urgent": true}), None, "a boolean"),
        (
            json!({"member_id": "10003", "urgent": "yes"}),
            Some("true or false is wanted, not a text"),
            "only true and false",
        ),
        (
            json!({"member_id": "10003", "pin": "12x4"}),
            Some("the value does not match ^[0-9]{4}$"),
            "a sensitive value is not repeated",
        ),
        (json!({"member_id": ["10003"]}), Some("a text is wanted, not a list"), "a list is no text"),
    ] {
        let Value::Object(map) = &given else { unreachable!() };
        let got = check_inputs(&declared(), map).err().map(|wrong| wrong[0].reason.clone());
        assert_eq!(got.as_deref(), wrong, "{reason}: {given}");
    }
}

#[test]
fn arguments_of_the_command_line_are_texts_first() {
    let check = |given: &[(&str, &str)]| {
        check_texts(&declared(), given.iter().copied()).map(Bound::into_texts).map_err(|wrong| wrong[0].to_string())
    };
    let all = check(&[("member_id", "00003"), ("count", "3"), ("urgent", "true"), ("amount", "12.50")]).unwrap();
    assert_eq!(all["member_id"], "00003", "zeros stay");
    assert_eq!((all["count"].as_str(), all["urgent"].as_str()), ("3", "true"), "typed by declaration");
    assert_eq!(
        check(&[("member_id", "1"), ("member_id", "2")]).unwrap_err(),
        "member_id: it is given twice",
        "no last one wins"
    );
    let nearest = check_texts(&declared(), [("memberid", "10003")]).unwrap_err();
    assert_eq!(nearest[0].hint, "did you mean `member_id`?", "a slip is told");
}

proptest! {
    #[test]
    fn what_is_read_as_a_number_is_a_decimal(text in "[-+$(]{0,2}[0-9,.]{1,12}[)€]{0,1}") {
        if let Ok(read) = read_output(&text, Some(Parse::Currency), None) {
            prop_assert!(number::is_decimal(&read), "{text:?} became {read:?}");
            prop_assert_eq!(read_output(&read, Some(Parse::Currency), None), Ok(read.clone()), "reading again changes nothing");
        }
    }

    #[test]
    fn grouping_does_not_change_a_number(whole in 0u64..1_000_000_000_000, cents in 0u32..100) {
        let plain = whole.to_string();
        let mut grouped = String::new();
        for (index, digit) in plain.chars().enumerate() {
            if index > 0 && (plain.len() - index) % 3 == 0 {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        let read = read_output(&format!("${grouped}.{cents:02}"), Some(Parse::Currency), None);
        prop_assert_eq!(read, Ok(format!("{plain}.{cents:02}")), "commas only group");
    }
}
