use super::*;
use crate::locator::Locator;
use crate::observation::DialogSeen;
use crate::sketch::sketch;
use crate::{Observation, label_of, unlabelled, validation};

fn button(name: &str) -> Ladder {
    let name = Some(NameMatch::parse(name).unwrap());
    Ladder::one(Locator { role: Some("button".to_owned()), name, ..Locator::default() })
}

fn near(label: &str) -> Ladder {
    Ladder::one(Locator { near: Some(label.to_owned()), ..Locator::default() })
}

fn text(words: &str) -> Condition {
    Condition::Text(words.to_owned())
}

#[track_caller]
fn check(screen: &Observation, condition: Condition, expected: bool, why: &str) {
    let verdict = holds(&condition, screen, &Facts::NONE);
    assert_eq!(verdict.holds, expected, "{condition}: {why} (seen: {})", verdict.seen);
    assert_eq!(verdict.seen.is_empty(), verdict.holds, "what was seen instead is said exactly when {condition} fails");
    let not = Condition::Not(Box::new(condition));
    assert_eq!(holds(&not, screen, &Facts::NONE).holds, !expected, "{not} is the opposite");
}

const DETAIL: &str = r#"
frame top http://core.test/app title="Core Banking"
frame main http://core.test/member/10003?tab=1#x title="Results"
heading "Member Detail" @0,0,300,30
paragraph "" text="" @0,40,400,20
  text "No" @0,40,20,20
  strong "member" @25,40,60,20
  text "found" @90,40,50,20
  text "Next line" @0,70,50,20
text "Member 100031" @0,100,200,20
button "Save" disabled @0,130,80,20
button "Old" hidden @0,130,80,20
text "Amount" @0,160,80,20
textbox "Amount" value="250.00" focused @100,160,80,20
text "Agree" @0,190,80,20
checkbox "" checked @100,190,20,20
button "Row" @0,220,80,20
button "Row" @0,250,80,20
"#;

#[test]
fn conditions_are_judged_by_what_a_person_sees() {
    let screen = sketch(DETAIL);
    check(&screen, Condition::Visible(button("Save")), true, "one is there");
    check(&screen, Condition::Visible(button("Row")), false, "two are not exactly one");
    let heading = Locator { name: Some(NameMatch::parse("Member Detail").unwrap()), ..Locator::default() };
    check(&screen, Condition::Visible(Ladder::one(heading)), true, "to be seen it need not be a control");
    check(&screen, Condition::Visible(button("Old")), false, "hidden is not visible");
    check(&screen, Condition::Gone(button("Old")), true, "hidden is gone");
    check(&screen, Condition::Gone(button("Row")), false, "two are not gone");
    let renamed = Ladder(vec![button("Store").0[0].clone(), button("/Sav/").0[0].clone()]);
    check(&screen, Condition::Gone(renamed), false, "what a weaker rung finds is not gone");
    check(&screen, Condition::Disabled(button("Save")), true, "it takes no input");
    check(&screen, Condition::Enabled(button("Save")), false, "so it is not enabled");
    check(&screen, Condition::Enabled(button("Nothing")), false, "what is missing is not enabled");
    check(&screen, Condition::Checked(near("Agree")), true, "ticked");
    check(&screen, Condition::Unchecked(near("Agree")), false, "ticked is not unticked");
    check(&screen, Condition::Focused(near("Amount")), true, "it has the keyboard");
    let value = |is: &str| Condition::Value(ValueIs { of: near("Amount"), is: NameMatch::parse(is).unwrap() });
    check(&screen, value("250.00"), true, "the value, letter for letter");
    check(&screen, value("250"), false, "another spelling is another value");
    check(&screen, value("/^250/"), true, "or by pattern");
    let count = |is, at_least, at_most| Condition::Count(CountIs { of: button("Row"), is, at_least, at_most });
    check(&screen, count(Some(2), None, None), true, "two rows");
    check(&screen, count(None, Some(3), None), false, "fewer than three");
    check(&screen, count(None, Some(1), Some(2)), true, "between one and two");
    check(&screen, count(None, None, None), false, "a count without a number cannot hold");
}

#[test]
fn absence_is_held_only_where_it_can_be_seen() {
    let mut screen = sketch("region \"Twice\" @0,0,9,9\nregion \"Twice\" @0,20,9,9\nregion \"Once\" @0,40,9,9");
    let inside = |title: &str| {
        let container = Locator { name: Some(NameMatch::parse(title).unwrap()), ..Locator::default() };
        Ladder::one(Locator { within: Some(Box::new(container)), ..button("Go").0[0].clone() })
    };
    let none =
        |title: &str| Condition::Count(CountIs { of: inside(title), is: Some(0), at_least: None, at_most: None });
    check(&screen, Condition::Gone(inside("Once")), true, "not in the container");
    check(&screen, Condition::Gone(inside("Never")), true, "gone with its container");
    check(&screen, Condition::Gone(inside("Twice")), false, "which container is meant is not known");
    check(&screen, none("Once"), true, "none in the container");
    check(&screen, none("Never"), false, "no container, no count");
    check(&screen, Condition::NoText("Sorry".to_owned()), true, "nowhere");
    screen.unreadable.push(crate::Unreadable::Truncated { listed: 3, of: 9 });
    check(&screen, Condition::NoText("Sorry".to_owned()), false, "it may be in what was not read");
    check(&screen, Condition::Gone(button("Go")), false, "it may be in what was not read");
}

#[test]
fn words_are_whole_and_may_be_in_pieces() {
    let screen = sketch(DETAIL);
    check(&screen, text("100031"), true, "the whole number");
    check(&screen, text("10003"), false, "part of a number is another number");
    check(&screen, text("No member found"), true, "one line in three pieces");
    check(&screen, text("found Next line"), false, "two lines are two texts");
    check(&screen, text("250.00"), false, "what was typed is not on the screen");
    let named = sketch("textbox \"Unseen name\" @0,0,80,20\nbutton \"Seen name\" @0,30,80,20");
    check(&named, text("Unseen name"), false, "a field's name may be written nowhere");
    check(&named, text("Seen name"), true, "a button's name is written on it");
    check(&screen, text(""), false, "no words prove nothing");
    check(&screen, Condition::NoText("No member found".to_owned()), false, "they are there");
    check(&screen, Condition::NoText("Sorry".to_owned()), true, "nowhere");
    check(&screen, Condition::NoText(" ".to_owned()), false, "no words prove nothing");
    let near = Extract { from: ExtractFrom::TextNear("member found".to_owned()), optional: false };
    assert_eq!(extract(&near, &screen).as_deref(), Some("No member found"), "the whole line is read");
}

#[test]
fn places_are_told_by_titles_and_addresses() {
    let screen = sketch(DETAIL);
    let region = |title: &str| Condition::Region(title.to_owned());
    check(&screen, region("Member  Detail"), true, "a heading, whitespace folded");
    check(&screen, region("Results"), true, "a frame's title");
    check(&screen, region("Member"), false, "part of a title is another title");
    check(&screen, region("Save"), false, "a button is no region");
    let at = |address: &str| Condition::Address(NameMatch::parse(address).unwrap());
    check(&screen, at("/member/10003"), true, "a path, query ignored, of any frame");
    check(&screen, at("/member/1000"), false, "part of a path is another path");
    check(&screen, at("/member/10003?tab=1"), true, "with the query when one is given");
    check(&screen, at("/member/10003?tab=2"), false, "another query then counts");
    check(&screen, at("http://core.test/app"), true, "the whole address");
    check(&screen, at("/^http://core/"), true, "a pattern");
    check(&screen, Condition::Title(NameMatch::parse("Core Banking").unwrap()), true, "the top document's");
    check(&screen, Condition::Title(NameMatch::parse("Results").unwrap()), false, "not a frame's");
}

#[test]
fn errors_dialogs_and_facts() {
    let calm = sketch(DETAIL);
    check(&calm, Condition::ErrorBanner(true), false, "nothing failed");
    check(&calm, Condition::ErrorBanner(false), true, "so no banner");
    let status = sketch("frame top http://a.test/ status=503\ntext \"Hm\" @0,0,9,9");
    check(&status, Condition::ErrorBanner(true), true, "a status of 500 or above");
    let loud = sketch("heading \"Internal Server Error\" @0,0,99,20");
    check(&loud, Condition::ErrorBanner(true), true, "a heading that says so");
    let quiet = sketch("text \"An internal server error is unlikely\" @0,0,99,20\nalert \"Saved\" @0,30,99,20");
    check(&quiet, Condition::ErrorBanner(true), false, "a text is no banner, an alert that says otherwise neither");
    check(&calm, Condition::Dialog(String::new()), false, "no dialog");
    let mut asked = calm.clone();
    asked.dialog = Some(DialogSeen { kind: "confirm".to_owned(), message: "Really delete it?".to_owned() });
    check(&asked, Condition::Dialog("Really delete".to_owned()), true, "its words");
    check(&asked, Condition::Dialog("Real".to_owned()), false, "whole words");
    check(&asked, text("Really delete it?"), true, "a dialog's words are on the screen");
    let facts = Facts { output: &|name| name == "balance", timed_out: true };
    let judge = |condition: Condition| holds(&condition, &calm, &facts).holds;
    assert!(judge(Condition::Output("balance".to_owned())), "the output was read");
    assert!(!judge(Condition::Output("name".to_owned())), "this one was not");
    assert!(judge(Condition::Timeout(true)) && !judge(Condition::Timeout(false)), "the time limit was reached");
    assert!(!judge(Condition::All(vec![])), "nothing to hold proves nothing");
    let seen =
        holds(&Condition::All(vec![text("No member found"), Condition::Region("Review".to_owned())]), &calm, &facts)
            .seen;
    assert!(seen.contains("Review") && seen.contains("Member Detail"), "what failed and what was there: {seen}");
}

#[test]
fn validation_messages_belong_to_a_field() {
    let check = |message: &str, expected: Option<(&str, &str)>, why: &str| {
        let screen = sketch(&format!(
            "text \"Initial Deposit:\" @0,0,100,20\ntextbox \"\" id=f @110,0,100,20\n\
             text \"Nickname:\" @0,60,100,20\ntextbox \"\" id=g @110,60,100,20\n{message}"
        ));
        let found = validation(&screen);
        let found = found.as_ref().map(|message| (message.label.as_str(), message.text.as_str()));
        assert_eq!(found, expected, "{why}");
        assert_eq!(
            holds(&Condition::ValidationMessage(Nothing {}), &screen, &Facts::NONE).holds,
            expected.is_some(),
            "{why}"
        );
    };
    let wrong = Some(("Initial Deposit", "Must be positive"));
    check("", None, "a calm form");
    check("text \"Must be positive\" alarming @220,0,100,20", wrong, "in the field's row");
    check("text \"Must be positive\" alarming @110,22,100,16", wrong, "directly below it");
    check("alert \"Must be positive\" @110,22,100,16", wrong, "an alert by role");
    check("text \"Must be positive\" @110,22,100,16", None, "a calm hint");
    check("text \"*\" alarming @220,0,10,20", None, "a red asterisk");
    check("text \"(required)\" alarming @220,0,50,20", None, "a red note");
    check("text \"Invalid operator\" alarming @600,400,100,20", None, "a message far from any field");
    check("text \"Too long\" alarming @220,60,100,20", Some(("Nickname", "Too long")), "the nearest field's");
    let marked = sketch("text \"City\" @0,0,50,20\ntextbox \"\" invalid @60,0,50,20");
    assert_eq!(validation(&marked).unwrap().label, "City", "a marked field without a message");
    let read = |from| extract(&Extract { from, optional: true }, &marked);
    assert_eq!(read(ExtractFrom::ValidationLabel).as_deref(), Some("City"), "its label is read");
    assert_eq!(read(ExtractFrom::ValidationText), None, "there are no words to read");
}

#[test]
fn elements_are_read_whole() {
    let screen = sketch(
        "text \"Stock\" @0,80,80,20\ncell \"Total 5 items\" text=\"Total items\" @100,80,99,20\n  strong \"5\" @150,80,20,20\n\
         text \"Balance\" @0,0,80,20\ncell \"1,411.21 USD\" text=\"1,411.21\" @100,0,99,20\n  strong \"USD\" @170,0,20,20\n\
         text \"Note\" @0,40,80,20\ntextbox \"Note\" @100,40,99,20\nbutton \"\" @500,500,20,20\n\
         text \"Zip\" @0,120,80,20\ntextbox \"\" @100,120,99,20",
    );
    let read = |label: &str| extract(&Extract { from: ExtractFrom::Element(near(label)), optional: false }, &screen);
    assert_eq!(read("Balance").as_deref(), Some("1,411.21 USD"), "with the pieces inside, in order");
    assert_eq!(read("Stock").as_deref(), Some("Total 5 items"), "a piece in the middle is read in the middle");
    assert_eq!(read("Note").as_deref(), Some(""), "an empty field reads empty, not its label");
    assert_eq!(read("Nothing"), None, "what is not there is not read");
    let nameless: Vec<_> = unlabelled(&screen).into_iter().map(|at| screen.get(at).role.to_string()).collect();
    assert_eq!(nameless, ["button"], "the one control nobody can name");
    assert!(screen.iter().any(|(at, _)| label_of(&screen, at).as_deref() == Some("Note")), "the field has a label");
}

#[test]
fn texts_are_bound_and_patterns_escaped() {
    let bind = |written: &str| -> String {
        let name = NameMatch::parse(written).unwrap();
        assert_eq!(name.written(), written, "a placeholder is written as it was read");
        let mut bind = |text: &str| Ok::<String, std::convert::Infallible>(text.replace("${inputs.id}", "1.5+"));
        let Ok(bound) = Condition::Title(name).map_texts(&mut bind);
        match bound {
            Condition::Title(name) => name.written().into_owned(),
            other => panic!("{other} is another condition"),
        }
    };
    assert_eq!(bind("Member ${inputs.id}"), "Member 1.5+", "a text is bound");
    assert_eq!(bind("/^Member ${inputs.id}$/"), r"/^Member 1\.5\+$/", "a value in a pattern stands for itself");
    assert_eq!(bind("/^a$/"), "/^a$/", "a pattern without placeholders stays");
    let mut fails = |_: &str| Err::<String, &str>("unknown");
    assert_eq!(Condition::All(vec![text("x")]).map_texts(&mut fails), Err("unknown"), "what does not resolve is told");
    let several = Condition::All(vec![text("a"), Condition::Any(vec![text("b"), Condition::Not(Box::new(text("c")))])]);
    assert_eq!(several.assertions(), 3, "each single question counts");
    assert_eq!(
        several.to_string(),
        "the words \"a\" are on the screen and (the words \"b\" are on the screen or \
         it is not so that the words \"c\" are on the screen)",
        "said in plain words"
    );
}
