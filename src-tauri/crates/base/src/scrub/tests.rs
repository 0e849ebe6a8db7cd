use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE, URL_SAFE_NO_PAD};
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::{RunId, SessionTime};

const VALUE: &str = "s3cr\"t & pâss/wörd";

fn mockcore() -> Scrubber {
    Scrubber::new([("mockcore/operator", VALUE)], Patterns::ALL)
}

/// A way to write text.
type Encode = fn(&str) -> String;

/// Ways others write text, each written here without the code under test.
fn encodings() -> Vec<(&'static str, Encode)> {
    fn percent(text: &str, plain: &str, upper: bool) -> String {
        let hex = |byte: u8| if upper { format!("%{byte:02X}") } else { format!("%{byte:02x}") };
        let keeps = |byte: u8| byte.is_ascii_alphanumeric() || plain.as_bytes().contains(&byte);
        text.bytes().map(|byte| if keeps(byte) { char::from(byte).to_string() } else { hex(byte) }).collect()
    }
    fn html(text: &str, wanted: impl Fn(char) -> Option<String>) -> String {
        text.chars().map(|letter| wanted(letter).unwrap_or_else(|| letter.to_string())).collect()
    }
    fn named(letter: char) -> Option<String> {
        let name = match letter {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' => "&quot;",
            '\'' => "&apos;",
            'é' => "&eacute;",
            _ => return None,
        };
        Some(name.to_owned())
    }
    fn ascii_json(text: &str) -> String {
        let quoted = Value::from(text).to_string();
        let mut units = [0; 2];
        let escape = |letter: char, units: &mut [u16; 2]| -> String {
            letter.encode_utf16(units).iter().map(|unit| format!("\\u{unit:04x}")).collect()
        };
        let body = &quoted[1..quoted.len() - 1];
        body.chars().map(|l| if l.is_ascii() { l.to_string() } else { escape(l, &mut units) }).collect()
    }
    vec![
        ("raw", str::to_owned),
        ("encodeURIComponent", |text| percent(text, "-_.!~*'()", true)),
        ("encodeURI", |text| percent(text, "-_.!~*'();/?:@&=+$,#", true)),
        ("every byte by percent, lower case", |text| text.bytes().map(|byte| format!("%{byte:02x}")).collect()),
        ("a form", |text| percent(&text.replace(' ', "\u{1}"), "-_.*", true).replace("%01", "+")),
        ("an address in an address", |text| percent(&percent(text, "", true), "", true)),
        ("JSON", |text| {
            let quoted = Value::from(text).to_string();
            quoted[1..quoted.len() - 1].to_owned()
        }),
        ("JSON in ASCII", ascii_json),
        ("JSON in JSON", |text| {
            let quoted = Value::from(Value::from(text).to_string()).to_string();
            quoted[3..quoted.len() - 3].to_owned()
        }),
        ("JSON with escaped slashes", |text| ascii_json(text).replace('/', "\\/")),
        ("HTML by name", |text| html(text, named)),
        ("HTML by number", |text| html(text, |letter| Some(format!("&#{};", u32::from(letter))))),
        ("HTML by hexadecimal number", |text| html(text, |letter| Some(format!("&#x{:X};", u32::from(letter))))),
        ("HTML of an address", |text| html(&percent(text, "-_.", false), named)),
        ("HTML in HTML", |text| html(&html(text, named), named)),
    ]
}

fn secrets() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Za-z0-9]{6,40}",
        "[ -~]{6,24}",
        "[A-Za-z é&<>\"'/\\\\%+日😀\n]{6,16}",
        proptest::collection::vec(any::<char>(), 6..14).prop_map(|letters| letters.into_iter().collect()),
    ]
}

/// A secret that is part of the placeholder's own words cannot be told from them.
fn is_placeholder_text(secret: &str) -> bool {
    "[secret core/admin]".contains(secret) || "[number][ssn][card]".contains(secret)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_encoding_of_a_secret_gets_through(secret in secrets(), before in ".{0,40}", after in ".{0,40}") {
        prop_assume!(!is_placeholder_text(&secret));
        let scrubber = Scrubber::new([("core/admin", secret.as_str())], Patterns::NONE);
        for (name, encode) in encodings() {
            let hidden = encode(&secret);
            let clean = scrubber.text(&format!("{before}{hidden}{after}")).into_inner();
            prop_assert!(!clean.contains(&secret), "{}: the value itself is in {:?}", name, clean);
            prop_assert!(clean.contains("[secret core/admin]"), "{}: {:?} was not found in {:?}", name, hidden, clean);
            if !before.contains(&hidden) && !after.contains(&hidden) {
                prop_assert!(!clean.contains(&hidden), "{}: {:?} is still in {:?}", name, hidden, clean);
            }
        }
    }

    #[test]
    fn no_base64_of_a_secret_gets_through(secret in secrets(), before in ".{0,8}", after in ".{0,8}") {
        prop_assume!(!is_placeholder_text(&secret));
        let scrubber = Scrubber::new([("core/admin", secret.as_str())], Patterns::NONE);
        let whole = format!("{before}{secret}{after}");
        for engine in [&STANDARD, &STANDARD_NO_PAD, &URL_SAFE, &URL_SAFE_NO_PAD] {
            let clean = scrubber.text(&format!("token={}", engine.encode(&whole))).into_inner();
            prop_assert!(clean.contains("[secret core/admin]"), "it was not found at byte {} in {:?}", before.len(), clean);
            let rest = clean.replace("[secret core/admin]", "");
            let letters = rest.trim_start_matches("token=").trim_end_matches('=').len();
            let around = (before.len() + after.len()) * 4 / 3 + 5;
            prop_assert!(letters <= around, "{letters} letters are left of {around} that are not the secret's: {rest:?}");
        }
    }

    #[test]
    fn a_secret_cut_in_two_by_a_buffer_does_not_get_through(
        secret in secrets(),
        texts in proptest::collection::vec("[a-z 0-9\n-]{0,60}", 1..5),
        which in 0usize..15,
        cuts in proptest::collection::vec(1usize..40, 1..40),
    ) {
        prop_assume!(!is_placeholder_text(&secret));
        let scrubber = Scrubber::new([("core/admin", secret.as_str())], Patterns::ALL);
        let hidden = encodings()[which].1(&secret);
        let whole = texts.join(&hidden) + &hidden;
        let mut writer = ScrubbingWriter::new(Vec::new(), scrubber.clone());
        let (mut rest, mut cuts) = (whole.as_bytes(), cuts.iter().cycle());
        while !rest.is_empty() {
            let cut = (*cuts.next().unwrap()).min(rest.len());
            writer.write_all(&rest[..cut]).unwrap();
            writer.flush().unwrap();
            rest = &rest[cut..];
        }
        let streamed = String::from_utf8_lossy(&writer.finish().unwrap()).into_owned();
        prop_assert!(!streamed.contains(&secret), "the value is in {:?}", streamed);
        prop_assert_eq!(streamed, scrubber.text(&whole).into_inner(), "in pieces it comes out as it does whole");
    }

    #[test]
    fn text_without_anything_secret_stays_as_it_is(text in "[a-zA-Z .,é日\n0-8%&\\\\+]{0,80}") {
        let scrubber = Scrubber::new([("core/admin", "999-never-here")], Patterns::NONE);
        prop_assert_eq!(scrubber.text(&text).into_inner(), text, "only secrets are taken out");
    }
}

#[test]
fn a_secret_is_told_by_its_name() {
    let clean = mockcore().text("typed s3cr\"t & pâss/wörd here");
    assert_eq!(clean.as_str(), "typed [secret mockcore/operator] here", "the value stands in the text no more");
    let again = mockcore().text(clean.as_str());
    assert_eq!(again, clean, "scrubbing twice changes nothing more");
    let named = Scrubber::new([("mockcore/operator", "operator")], Patterns::ALL);
    assert_eq!(named.text("operator").as_str(), "[secret mockcore/operator]", "a value that its name contains");
    assert_eq!(named.text("[secret mockcore/operator]").as_str(), "[secret mockcore/operator]", "nor does it nest");
}

#[test]
fn overlapping_secrets_leave_no_rest() {
    let scrubber = Scrubber::new(
        [("a/long", "opensesame:now"), ("a/short", "opensesame"), ("b/tail", "me:nowhere")],
        Patterns::ALL,
    );
    assert_eq!(
        scrubber.text("opensesame:nowhere").as_str(),
        "[secret a/long]",
        "one place, told by the longest, no tail"
    );
    assert_eq!(scrubber.text("opensesame,").as_str(), "[secret a/short],", "the shorter alone");
}

#[test]
fn short_secrets_are_left_to_where_they_are_typed() {
    let scrubber = Scrubber::new([("a/pin", "12345"), ("a/six", "123456")], Patterns::NONE);
    assert_eq!(
        scrubber.text("12345 and 123456").as_str(),
        "12345 and [secret a/six]",
        "six characters is the shortest"
    );
}

#[test]
fn number_shapes_are_taken_out_and_only_those() {
    let check = |patterns: Patterns, text: &str, expected: &str, why: &str| {
        let scrubber = Scrubber::new([("", ""); 0], patterns);
        assert_eq!(scrubber.text(text).as_str(), expected, "{why}");
    };
    let all = Patterns::ALL;
    check(all, "SSN 123-45-6789.", "SSN [ssn].", "the shape of an SSN");
    check(all, "x123-45-6789x", "x[ssn]x", "letters beside it do not hide it");
    check(all, "1123-45-6789", "1123-45-6789", "another digit makes it another number");
    check(all, "123-45-67890", "123-45-67890", "at its end too");
    check(all, "123\u{2011}45\u{2011}6789", "[ssn]", "hyphens of a typesetter");
    check(
        all,
        "12345678 123456789 1234567890123456 12345678901234567",
        "12345678 [number] [number] 12345678901234567",
        "9 to 16 digits, neither fewer nor more",
    );
    check(all, "4111 1111 1111 1111", "[card]", "four by four");
    check(all, "3782-822463-10005", "[card]", "four, six, five");
    check(all, "4111111111111111", "[card]", "in one run, by its check digit");
    check(all, "4111111111111112", "[number]", "without the check digit a long number");
    check(all, "10003 123-45-6789 5", "10003 [ssn] 5", "numbers around it stay");
    check(all, "2026-11-30 12:30:00 +49 1411.21", "2026-11-30 12:30:00 +49 1411.21", "dates, times and amounts stay");
    check(all, "١٢٣٤٥٦٧٨٩", "[number]", "digits of other scripts");
    check(Patterns { ssn: false, ..all }, "123-45-6789", "123-45-6789", "switched off");
    check(Patterns { long_numbers: false, ..all }, "123456789", "123456789", "switched off");
    check(Patterns { cards: false, ..all }, "4111 1111 1111 1111", "4111 1111 1111 1111", "switched off");
    check(Patterns { cards: false, ..all }, "4111111111111111", "[number]", "still a long number");
}

#[test]
fn patterns_are_switched_by_name() {
    let named = Patterns::named(["ssn", "cards"]);
    assert_eq!(named, Ok(Patterns { ssn: true, long_numbers: false, cards: true }), "those that are named");
    let unknown = Patterns::named(["ssn", "phone"]).unwrap_err().to_string();
    assert!(
        unknown.contains("`phone`") && unknown.contains("long_numbers"),
        "it names the wrong one and the known: {unknown}"
    );
}

#[test]
fn json_is_scrubbed_in_keys_values_and_numbers() {
    let value = json!({VALUE: [VALUE, 123456789, 12, true, null], "ssn 123-45-6789": {"at_us": 9876543210u64}});
    let clean = mockcore().json_keeping(&value, &["at_us"]).into_inner();
    let expected = json!({
        "[secret mockcore/operator]": ["[secret mockcore/operator]", "[number]", 12, true, null],
        "ssn [ssn]": {"at_us": 9876543210u64},
    });
    assert_eq!(clean, expected, "keys, texts and numbers, own times left as they are");
    let own = Scrubber::new([("a/pin", "987654")], Patterns::ALL).json_keeping(&json!({"at_us": 19876543}), &["at_us"]);
    assert_eq!(own.get(), &json!({"at_us": "1[secret a/pin]3"}), "a secret goes even from there");
    let two = mockcore().json(&json!({"123456789": 1, "987654321": 2}));
    assert_eq!(two.get(), &json!({"[number]": 1, "[number] 2": 2}), "keys that become one are both kept");
}

#[test]
fn a_declared_output_keeps_its_digits_and_no_secret() {
    let clean = mockcore().exempt_text(&format!("account 1234567890, {VALUE}"));
    assert_eq!(
        clean.as_str(),
        "account 1234567890, [secret mockcore/operator]",
        "exempt from shapes, not from secrets"
    );
}

#[test]
fn debug_shows_names_and_no_value() {
    let shown = format!("{:?} {:#?}", mockcore(), mockcore());
    assert!(shown.contains("mockcore/operator"), "the names help: {shown}");
    for (name, encode) in encodings() {
        assert!(!shown.contains(&encode(VALUE)), "the value as {name} is in {shown}");
    }
}

#[test]
fn only_real_ids_and_pictures_pass_as_own() {
    let id = RunId::fresh();
    assert_eq!(Scrubbed::own(id.clone()).as_str(), id.as_str(), "an id stays");
    let smuggled = Scrubbed::own(RunId("text from a screen".to_owned()));
    assert_eq!(smuggled.as_str(), "[not an id]", "an id's field is public and no way in");
    assert_eq!(Scrubbed::own(SessionTime(9_876_543_210)).get(), &9_876_543_210, "a time keeps its digits");
    let text = mockcore().picture(b"text".to_vec());
    assert_eq!(text, Err(NotAPicture::OtherBytes), "text is no picture");
    let comment = [b"\x89PNG\r\n\x1a\n tEXt ", VALUE.as_bytes()].concat();
    assert_eq!(mockcore().picture(comment), Err(NotAPicture::CarriesSecret), "nor may it carry a secret as text");
}

#[test]
fn lines_leave_the_writer_at_once() {
    let mut log = Vec::new();
    let mut writer = ScrubbingWriter::new(&mut log, mockcore());
    writer.write_all(b"first line\nsecond").unwrap();
    drop(writer);
    assert_eq!(log, b"first line\nsecond", "what was held leaves when the writer goes");
    let mut writer = ScrubbingWriter::new(Vec::new(), mockcore());
    writer.write_all(b"first line\nsecond").unwrap();
    assert_eq!(writer.inner.as_deref(), Some(&b"first line\n"[..]), "a whole line does not wait for more");
    for _ in 0..20_000 {
        writer.write_all(b"1234 ").unwrap();
    }
    assert!(writer.pending.len() < 140_000, "digits without end are not held without end: {}", writer.pending.len());
}
