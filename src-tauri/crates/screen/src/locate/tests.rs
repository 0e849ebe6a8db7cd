use proptest::prelude::*;

use super::*;
use crate::locator::{CellQuery, NameMatch};
use crate::naming::{ladder_for, reading_ladder_for};
use crate::reading::reading;
use crate::sketch::{sketch, the};

/// A rung written as a document writes it: `near=Member ID role=textbox`, parts between semicolons.
fn rung(written: &str) -> Locator {
    let mut rung = Locator::default();
    let (own, container) = written.split_once(" within ").map_or((written, None), |(own, inner)| (own, Some(inner)));
    rung.within = container.map(|inner| Box::new(self::rung(inner)));
    for part in own.split(';').filter(|part| !part.trim().is_empty()) {
        let (key, given) = part.trim().split_once('=').unwrap();
        let text = Some(given.to_owned());
        match key {
            "id" => rung.id = text,
            "role" => rung.role = text,
            "name" => rung.name = Some(NameMatch::parse(given).unwrap()),
            "text" => rung.text = Some(NameMatch::parse(given).unwrap()),
            "near" => rung.near = text,
            "frame" => rung.frame = text,
            "cell" => {
                let (row, column) = given.split_once('/').unwrap();
                rung.cell = Some(CellQuery { row: row.to_owned(), column: column.to_owned() });
            }
            other => panic!("{other} is no part of a rung"),
        }
    }
    rung
}

/// What each rung finds, by id, or how many when it is not exactly one.
#[track_caller]
fn check(screen: &Observation, purpose: Purpose, written: &str, expected: &str, why: &str) {
    let located = locate(screen, &Ladder::one(rung(written)), purpose);
    let found = match located.element() {
        Some(at) => screen.get(at).id.as_deref().unwrap_or("an element without id").to_owned(),
        None => located.rungs[0].matched.to_string(),
    };
    assert_eq!(found, expected, "{written}: {why}");
}

const ACT: Purpose = Purpose::Act;
const READ: Purpose = Purpose::Read;

/// Nested tables, no ids in truth (those here are for the checks), no label-for, a red note, two rows that could be
/// mistaken.
const LEGACY: &str = r#"
frame top http://core.test/ title="Core"
frame nav http://core.test/nav
  table @0,0,200,800
    row @0,0,200,30
      cell "" cell=0,0 @0,0,200,30
        link "Member Search" id=nav_search @10,5,120,20
frame main http://core.test/search?x=1 title="Member Search"
  table @200,0,1000,600
    row @200,0,1000,600
      cell "" text="" cell=0,0 @200,0,1000,600
        heading "Member Search" id=title @210,10,300,30
        table id=inner @210,50,600,200
          row @210,50,600,30
            cell "Member ID:" cell=0,0 @210,50,150,30
              strong text="Member ID:" id=label @214,54,90,20
            cell "" text="" cell=0,1 @360,50,300,30
              textbox "" id=member @364,54,200,22
            cell "Search" text="" cell=0,2 @660,50,100,30
              button "Search" id=search @664,54,80,22
          row @210,90,600,30
            cell "Last Name:" cell=1,0 @210,90,150,30
            cell "" text="" cell=1,1 @360,90,300,30
              textbox "" id=last @364,94,200,22
          row @210,130,600,30
            cell "Branch" cell=2,0 @210,130,150,30
            cell "" cell=2,1 @360,130,10,30
            cell "North" id=branch cell=2,2 @370,130,200,30
          row @210,170,600,30
            cell "Note" cell=3,0 @210,170,150,30
            cell "" id=empty_note cell=3,1 @360,170,200,30
            cell "Status" cell=3,2 @560,170,100,30
            cell "Active" id=status cell=3,3 @660,170,100,30
        button "Search" hidden id=ghost @0,0,80,22
"#;

#[test]
fn a_legacy_form_is_read_by_its_labels() {
    let screen = sketch(LEGACY);
    check(&screen, ACT, "near=Member ID; role=textbox", "member", "the field in the next cell");
    check(&screen, ACT, "near=Member ID", "member", "to act means controls; the nearest one");
    check(&screen, ACT, "near=Member ID:*", "member", "marks behind a label are ignored on both sides");
    check(&screen, ACT, "near=Member ID; role=button; name=Search", "search", "a name reaches past the field");
    check(&screen, ACT, "near=Last Name", "last", "each label has its own field");
    check(&screen, ACT, "near=member id", "0", "case counts");
    check(&screen, ACT, "role=button; name=Search", "search", "what is hidden is not there");
    check(&screen, ACT, "near=Branch; role=textbox", "0", "no field of another row is taken");
    check(&screen, READ, "near=Branch", "branch", "an empty spacer cell is passed over");
    check(&screen, READ, "near=Note", "empty_note", "an empty value is the value, not the next label");
    check(&screen, READ, "near=Status", "status", "the cell to the right");
    check(&screen, ACT, "role=link; name=Member Search; frame=nav", "nav_search", "by the frame's name");
    check(&screen, ACT, "role=link; name=Member Search; frame=main", "0", "not in that frame");
    check(&screen, ACT, "name=Member Search", "nav_search", "a heading is no control");
    check(&screen, READ, "name=Member Search", "2", "to read, the heading counts as well");
    check(&screen, ACT, "text=Member Search", "nav_search", "the control the text stands on");
    check(&screen, READ, "role=textbox", "2", "two fields are not one");
}

#[test]
fn a_field_that_moved_away_is_not_replaced_by_its_neighbour() {
    let one_line = r#"
text "Member ID" @10,10,80,20
text "Last Name" @300,10,80,20
textbox "" id=last @400,10,100,20
button "Go" id=go @520,10,40,20
"#;
    let screen = sketch(one_line);
    check(&screen, ACT, "near=Member ID; role=textbox", "0", "the field belongs to the words between");
    check(&screen, ACT, "near=Member ID", "0", "nor is anything else of that row taken");
    check(&screen, ACT, "near=Member ID; name=Go", "go", "a name says which one is meant");
    check(&screen, ACT, "near=Last Name", "last", "the neighbour keeps its own");
    let stacked = r#"
text "Member ID" @10,10,300,20
text "Last Name" @10,40,300,20
textbox "" id=last @10,60,300,20
"#;
    check(&sketch(stacked), ACT, "near=Member ID", "0", "below, the field under another label is not taken");
    check(&sketch(stacked), ACT, "near=Last Name", "last", "the label directly above");
    let beside_label_below = r#"
heading "Member ID" @10,10,600,30
text "Last Name" @10,50,80,20
textbox "" id=last @100,50,300,20
"#;
    check(
        &sketch(beside_label_below),
        ACT,
        "near=Member ID",
        "0",
        "a heading is no label of a field with a label of its own",
    );
}

#[test]
fn labels_work_above_inside_and_twice() {
    let screen = sketch(
        r#"
text "Amount" @10,10,80,20
textbox "" id=amount @10,32,200,20
text "City" @300,10,80,20
textbox "" id=city @300,32,200,20
cell "Deposit" @10,100,400,30
  textbox "" id=inside @100,104,200,22
text "Terms" @10,200,80,20
checkbox "" id=terms1 @100,200,20,20
text "Terms" @10,240,80,20
checkbox "" id=terms2 @100,240,20,20
text "Tall" @10,300,80,100
textbox "" id=upper @100,300,80,40
textbox "" id=lower @100,350,80,40
columnheader "Balance" @10,500,80,20
columnheader "Type" @100,500,80,20
cell "1411.21" id=balance @10,530,80,20
"#,
    );
    check(&screen, ACT, "near=Amount", "amount", "below when nothing is to the right");
    check(&screen, ACT, "near=City", "city", "each column its own");
    check(&screen, ACT, "near=Deposit", "inside", "a field inside its own label's cell");
    check(&screen, ACT, "near=Terms", "2", "two equal labels are ambiguous");
    check(&screen, ACT, "near=Tall", "2", "one label beside two fields is ambiguous");
    check(&screen, READ, "near=Balance", "balance", "a column header labels what is below, not the next header");
}

#[test]
fn a_label_finds_what_is_operated_not_what_holds_it() {
    let screen = sketch(
        r#"
text "Plan" @0,0,80,30
row "" control @90,0,400,30
  button "Change" id=change @100,4,80,22
text "Owner" @0,40,80,20
text "Since:" @90,40,80,20
text "2020" id=since @180,40,80,20
text "Country" @0,80,80,20
combobox "" value="Peru" id=country @90,80,200,20
  option "Peru" @94,80,100,20
link "" id=deep @0,120,200,20
  text "Read more" @0,120,100,20
table "" @0,160,800,60
  row "" @0,160,800,30
    cell "Place" cell=0,0 @0,160,100,30
    cell "" text="" id=outer cell=0,1 @100,160,600,30
      table "" @104,160,500,30
        row "" @104,160,500,30
          cell "Lima" id=lima cell=0,0 @108,160,200,30
"#,
    );
    check(&screen, ACT, "near=Plan", "change", "the button, not the row around it");
    check(&screen, ACT, "near=Country", "country", "the list, not an option of it");
    check(&screen, READ, "near=Country", "country", "to read as well");
    check(&screen, READ, "near=Owner", "0", "what ends with a colon is the next label, not a value");
    check(&screen, READ, "near=Since", "since", "whose value is behind it");
    let framed = sketch(
        "frame top http://a.test/\nbutton \"\" id=button @0,0,80,20\n  text \"Press\" @0,0,80,20\ntext \"Zip\" @0,40,80,20\n\
         textbox \"\" id=beside @100,0,80,20\nframe main http://a.test/main\ntextbox \"\" id=other @100,40,80,20",
    );
    check(&framed, ACT, "near=Press", "0", "what is written on a button labels nothing else");
    check(&framed, ACT, "near=Zip", "0", "a label and its field are in one document");
    check(&screen, ACT, "text=Read more", "deep", "the link around its words");
    check(&screen, READ, "near=Place", "lima", "the cell with the words, not the one that lays it out");
    check(&screen, READ, "near=Place; role=cell", "lima", "with a role too");
}

const TABLES: &str = r#"
table id=accounts @0,0,600,200
  row @0,0,600,30
    columnheader "Account" cell=0,0 @0,0,200,30
    columnheader "Balance" cell=0,1 @200,0,200,30
    columnheader "Dates" cell=0,2,2 @400,0,200,30
  row @0,30,600,30
    cell "Savings" cell=1,0 @0,30,200,30
    cell "1411.21" id=savings cell=1,1 @200,30,200,30
    cell "" text="" cell=1,2 @400,30,100,30
      button "Open" id=open_savings @404,34,60,20
    cell "2020" cell=1,3 @500,30,100,30
  row @0,60,600,30
    cell "Checking" cell=2,0 @0,60,200,60
    cell "" text="" id=checking cell=2,1 @200,60,200,30
      strong "7.50" text="7.50" @204,64,40,20
    cell "2021" id=d21 cell=2,2,2 @400,60,200,30
  row @0,90,600,30
    cell "8.00" id=second cell=3,1 @200,90,200,30
table id=layout @0,300,600,200
  row @0,300,600,200
    cell "" text="" cell=0,0 @0,300,600,200
      table @0,300,600,100
        row @0,300,600,30
          cell "Name" cell=0,0 @0,300,200,30
          cell "Phone" cell=0,1 @200,300,200,30
        row @0,330,600,30
          cell "Ada" cell=1,0 @0,330,200,30
          cell "555" id=phone cell=1,1 @200,330,200,30
"#;

#[test]
fn cells_are_named_by_row_and_header() {
    let screen = sketch(TABLES);
    check(&screen, READ, "cell=Savings/Balance", "savings", "row by its words, column by its header");
    check(&screen, READ, "cell=Ada/Phone", "phone", "cells of the first row are headers; a nested table is a table");
    check(&screen, READ, "cell=Saving/Balance", "0", "part of a row's words is another row");
    check(&screen, READ, "cell=Checking/Balance", "2", "a row span covers two rows, so two cells");
    check(&screen, READ, "cell=2021/Balance", "checking", "any cell of the row names it");
    check(&screen, READ, "cell=Checking/Dates", "d21", "a header over two columns, a cell over both");
    check(&screen, READ, "cell=Savings/Dates", "2", "a header over two cells is ambiguous");
    check(&screen, READ, "cell=2020/Dates; role=button", "open_savings", "with a role, the control in the cell");
    check(&screen, ACT, "cell=2020/Balance", "savings", "a cell without controls is itself meant");
    let at = locate(&screen, &Ladder::one(rung("cell=2021/Balance")), READ).element().unwrap();
    assert_eq!(reading(&screen, at), "7.50", "a cell reads what stands in it");
}

#[test]
fn within_needs_exactly_one_container() {
    let screen = sketch(
        r#"
dialog "Edit" @0,0,400,200
  button "Save" id=save_edit @10,10,80,20
dialog "Add" @500,0,400,200
  group "" @500,0,400,200
    button "Save" id=save_add @510,10,80,20
region "Twice" @0,300,100,100
  button "Delete" id=d1 @10,310,20,20
region "Twice" @200,300,100,100
"#,
    );
    check(&screen, ACT, "role=button; name=Save", "2", "two of that name");
    check(&screen, ACT, "role=button; name=Save within role=dialog; name=Add", "save_add", "inside one of them");
    check(&screen, ACT, "role=button within role=dialog; name=Edit", "save_edit", "role alone inside a container");
    check(&screen, ACT, "role=button within role=region; name=Twice", "0", "an ambiguous container answers nothing");
    let ladder = Ladder::one(rung("role=button within role=region; name=Twice"));
    let refused = locate(&screen, &ladder, ACT).rungs[0].refused.clone().unwrap();
    assert!(refused.contains("matched 2"), "the refusal says why: {refused}");
}

#[test]
fn a_ladder_falls_through_and_reports_each_count() {
    let screen = sketch(LEGACY);
    let ladder =
        Ladder(vec![rung("role=button; name=Find"), rung("role=textbox"), rung("near=Member ID"), rung("id=last")]);
    let located = locate(&screen, &ladder, ACT);
    let counts: Vec<usize> = located.rungs.iter().map(|rung| rung.matched).collect();
    assert_eq!(counts, [0, 2, 1], "every rung up to the answering one is counted, later ones are not tried");
    assert_eq!(located.found.map(|(_, rung)| rung), Some(3), "the third rung answers");
    assert_eq!(
        located.explain(&ladder),
        "Baton looked for exactly one button \"Find\" and found none; then for textbox and found 2; \
         then for what stands near \"Member ID\" and found it.",
        "the sentence names each rung and count"
    );
    let drift = drift(&ladder, Some(1), 3).unwrap().to_string();
    assert!(drift.contains("button \"Find\"") && drift.contains("Member ID"), "drift has both names: {drift}");
    assert_eq!(super::drift(&ladder, Some(3), 3), None, "the recorded rung is no drift");
    assert_eq!(super::drift(&ladder, Some(3), 1), None, "a stronger one is none either");
    let none = Ladder::one(rung("role=button; name=Serch"));
    assert_eq!(likest(&screen, &none, 3), ["button \"Search\" in frame main"], "the nearest of the role is offered");
    assert!(locate(&screen, &Ladder::one(rung("role=textbox")), ACT).is_ambiguous(), "several and no answer");
}

#[test]
fn a_box_asks_for_leave() {
    let screen =
        sketch("group @0,0,640,400\n  button \"Go\" id=go @100,100,80,40\nbutton \"Over\" id=over @160,100,80,40");
    let place = |x: f64| Locator {
        box_normalised: Some([x / 1280.0, 100.0 / 800.0, 40.0 / 1280.0, 40.0 / 800.0]),
        recorded: Some([1280, 800]),
        reviewed: true,
        picture: Some("sha256:00".to_owned()),
        ..Locator::default()
    };
    let check = |rung: Locator, matches: Option<bool>, expected: Result<usize, &str>, why: &str| {
        let ladder = Ladder::one(rung);
        let located = locate_with(&screen, &ladder, ACT, Boxes::Unattended(&|_| matches));
        let report = &located.rungs[0];
        match expected {
            Ok(count) => assert_eq!((report.matched, &report.refused), (count, &None), "{why}"),
            Err(words) => assert!(report.refused.as_ref().unwrap().contains(words), "{why}: {report:?}"),
        }
        assert_eq!(
            located.needs_picture,
            if matches.is_none() && expected == Err("not been compared") { vec![1] } else { vec![] }
        );
    };
    check(place(100.0), Some(true), Ok(1), "reviewed, same viewport, same picture");
    check(place(150.0), Some(true), Ok(2), "two overlap there: nothing says which is on top");
    check(place(700.0), Some(true), Ok(0), "nothing there");
    check(place(100.0), Some(false), Err("no longer matches"), "the place looks different");
    check(place(100.0), None, Err("not been compared"), "somebody must compare first");
    check(Locator { reviewed: false, ..place(100.0) }, Some(true), Err("not reviewed"), "nobody allowed it");
    check(Locator { recorded: Some([800, 600]), ..place(100.0) }, Some(true), Err("800 × 600"), "another viewport");
    check(Locator { recorded: None, ..place(100.0) }, Some(true), Err("viewport is not known"), "no viewport recorded");
    check(Locator { picture: None, ..place(100.0) }, Some(true), Err("no picture"), "no picture recorded");
    let attended = Locator { reviewed: false, picture: None, ..place(100.0) };
    let located = locate_with(&screen, &Ladder::one(attended), ACT, Boxes::Attended);
    assert_eq!(located.element(), Some(the(&screen, "go")), "a person at the place needs no leave");
}

#[test]
fn twins_are_one_and_likenesses_are_two() {
    let twin = "group @0,0,99,99\n  button \"Go\" @1,1,20,20\ngroup @0,0,99,99\n  button \"Go\" @1,1,20,20";
    check_count(twin, 1, "listed twice at one place with equal paths");
    let other_path = twin.replacen("group", "region", 1);
    check_count(&other_path, 2, "another path is another thing");
    let other_place = twin.replacen("@1,1,20,20", "@1,2,20,20", 1);
    check_count(&other_place, 2, "another place is another thing");
    let other_state = twin.replacen("button \"Go\" ", "button \"Go\" disabled ", 1);
    check_count(&other_state, 2, "another state is another thing");
}

#[track_caller]
fn check_count(lines: &str, expected: usize, why: &str) {
    let located = locate(&sketch(lines), &Ladder::one(rung("role=button; name=Go")), ACT);
    assert_eq!(located.rungs[0].matched, expected, "{why}");
}

#[test]
fn words_of_every_script_and_phones_work() {
    let screen = sketch(
        "text \"رقم العضو\" @900,10,100,20\ntextbox \"\" id=rtl @900,32,100,20\nbutton \"検索\u{3000}する\" id=ja @10,100,80,20\n\
         button \"  Save\u{A0}all \" id=save @10,150,80,20",
    );
    check(&screen, ACT, "near=رقم العضو\u{200F}", "rtl", "direction marks do not count");
    let row = sketch(
        "text \"المبلغ\" @900,10,100,20\ntextbox \"\" id=left @700,10,180,20\ntextbox \"\" id=right @1010,10,180,20\n\
         text \"اسم\" @500,10,100,20",
    );
    check(&row, ACT, "near=المبلغ", "left", "what is read from right to left labels what is to its left");
    check(&row, ACT, "near=اسم", "0", "and nothing to its right");
    let named = ladder_for(&row, the(&row, "left"));
    assert!(named.0.iter().any(|rung| rung.near.as_deref() == Some("المبلغ")), "and names it: {named:?}");
    check(&screen, ACT, "role=button; name=検索 する", "ja", "the ideographic space folds");
    check(&screen, ACT, "role=button; name=Save all", "save", "no-break spaces fold");
    check(&screen, ACT, "name=/^ *Save/", "save", "a pattern is applied to the name");
    let mut phone = sketch("text \"Wi-Fi\" @16,100,200,44\nswitch \"\" id=wifi @330,106,51,31");
    phone.viewport = crate::Viewport { width: 393.0, height: 852.0, scale: 3.0 };
    check(&phone, ACT, "near=Wi-Fi", "wifi", "points are as good as pixels");
    let ladder = ladder_for(&phone, the(&phone, "wifi"));
    assert_eq!(
        ladder.0.last().unwrap().recorded,
        Some([393, 852]),
        "a box is recorded with the phone's size in points"
    );
}

#[test]
fn a_ladder_made_for_an_element_finds_it_by_every_rung() {
    for screen in [sketch(LEGACY), sketch(TABLES)] {
        for (at, element) in screen.visible().filter(|(_, e)| e.is_control() || !e.text.is_empty()) {
            let purpose = if element.is_control() { ACT } else { READ };
            for rung in ladder_for(&screen, at).0 {
                let located = locate_with(&screen, &Ladder::one(rung.clone()), purpose, Boxes::Attended);
                assert_eq!(located.element(), Some(at), "{rung} was made for {}", line_of(&screen, at));
            }
        }
    }
    let written = |ladder: Ladder| -> Vec<String> {
        ladder.0.iter().filter(|rung| rung.by() != Some(By::Box)).map(ToString::to_string).collect()
    };
    let screen = sketch(&LEGACY.replace(" id=search ", " ").replace(" id=nav_search", ""));
    let search = screen.iter().find(|(_, e)| e.role == "button" && e.is_visible()).unwrap().0;
    assert_eq!(
        written(ladder_for(&screen, search)),
        ["button \"Search\"", "button \"Search\" near \"Member ID\"", "text \"Search\""],
        "strongest first, and a renamed button is found by none of them"
    );
    let tables = sketch(&TABLES.replace(" id=savings", " "));
    let balance = the(&tables, "1411.21");
    let names = written(reading_ladder_for(&tables, balance));
    assert_eq!(
        names[1], "cell in row \"Savings\", column \"Balance\"",
        "an output is not named by its own value: {names:?}"
    );
    assert!(names.iter().all(|name| !name.contains("1411")), "no rung holds the value: {names:?}");
}

fn a_form() -> impl Strategy<Value = Vec<(String, f64)>> {
    proptest::collection::vec(("[A-E]{1,2}", 0.0..40.0_f64), 1..12)
}

fn draw(fields: &[(String, f64)]) -> String {
    let rows = fields.iter().enumerate().map(|(index, (label, shift))| {
        let y = index * 30;
        let x = 100.0 + shift;
        format!(
            "text \"{label}\" @10,{y},80,20\ntextbox \"\" id=f{index} @{x},{y},100,20\n\
             button \"{label}\" id=b{index} @300,{y},60,20\n"
        )
    });
    rows.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn an_answer_is_never_a_guess(fields in a_form(), wanted in "[A-E]{1,2}") {
        let screen = sketch(&draw(&fields));
        let labelled: Vec<usize> = (0..fields.len()).filter(|index| fields[*index].0 == wanted).collect();
        for written in [format!("near={wanted}; role=textbox"), format!("role=button; name={wanted}")] {
            let ladder = Ladder::one(rung(&written));
            let located = locate(&screen, &ladder, ACT);
            prop_assert_eq!(located.rungs[0].matched, labelled.len(), "{} counts the labels so called", written);
            prop_assert_eq!(located.found.is_some(), labelled.len() == 1, "it answers with exactly one, never with none or several");
            if let Some((at, _)) = located.found {
                let id = screen.get(at).id.clone().unwrap();
                prop_assert_eq!(&id[1..], labelled[0].to_string(), "and with the right one");
            }
            prop_assert_eq!(locate(&screen, &ladder, ACT), located, "the same question has the same answer");
        }
    }

    #[test]
    fn unrelated_elements_and_order_change_nothing(fields in a_form(), by in 0usize..12) {
        let lines = draw(&fields);
        let mut rows: Vec<&str> = lines.lines().collect();
        let count = rows.len();
        rows.rotate_left((by * 3) % count);
        rows.insert(0, "text \"zebra\" @900,700,80,20");
        rows.push("button \"zebra\" @900,740,80,20");
        let (screen, turned) = (sketch(&lines), sketch(&rows.join("\n")));
        let ids = |screen: &Observation, written: &str| {
            let located = locate(screen, &Ladder::one(rung(written)), ACT);
            (located.rungs[0].matched, located.element().and_then(|at| screen.get(at).id.clone()))
        };
        for (label, _) in &fields {
            for written in [format!("near={label}; role=textbox"), format!("role=button; name={label}")] {
                prop_assert_eq!(ids(&screen, &written), ids(&turned, &written), "{}", written);
            }
        }
    }

    #[test]
    fn a_second_one_elsewhere_makes_it_ambiguous(fields in a_form()) {
        let (label, _) = &fields[0];
        let more = format!("text \"{label}\" @610,500,80,20\ntextbox \"\" @700,500,90,20\n");
        let lines = format!("{}{more}button \"{label}\" @800,500,60,20", draw(&fields));
        let screen = sketch(&lines);
        for written in [format!("near={label}; role=textbox"), format!("role=button; name={label}")] {
            let located = locate(&screen, &Ladder::one(rung(&written)), ACT);
            prop_assert!(located.is_ambiguous() && located.found.is_none(), "{}: {:?}", written, located);
        }
    }
}
