use baton_base::{Scrubber, SessionTime};
use serde_json::json;

use super::{ended, object, session, started, step, text, workspace};
use crate::tables::{Observed, PictureTaken, Verdict};
use crate::{BlobHash, Durability, RunFilter, StoreError, Tree, check_up};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and more";

#[test]
fn runs_are_listed_newest_first_and_by_filter() {
    let (_folder, journal) = workspace();
    let runs = [("a", "success"), ("b", "failure"), ("a", "failure"), ("a", "success")];
    for (at, (scenario, kind)) in runs.iter().enumerate() {
        let run = started(&journal, scenario, 1000 + at as u64, None);
        ended(&journal, &run, kind);
    }
    let reader = journal.reader().unwrap();
    let check = |filter: RunFilter, expected: &[u64], why: &str| {
        let found: Vec<u64> = reader.runs(&filter).unwrap().iter().map(|run| run.wall_ms - 1000).collect();
        assert_eq!(found, expected, "{why}");
    };
    let all = RunFilter::default;
    check(all(), &[3, 2, 1, 0], "newest first");
    check(RunFilter { scenario: Some("a".into()), ..all() }, &[3, 2, 0], "of one scenario");
    check(RunFilter { kind: Some("failure".into()), ..all() }, &[2, 1], "of one kind");
    check(RunFilter { scenario: Some("a".into()), kind: Some("failure".into()), ..all() }, &[2], "of both");
    check(RunFilter { since_wall_ms: Some(1002), ..all() }, &[3, 2], "since a time, that time included");
    check(RunFilter { limit: Some(2), offset: 1, ..all() }, &[2, 1], "a page of them");
    check(RunFilter { scenario: Some("' OR 1=1 --".into()), ..all() }, &[], "a name is a value, never SQL");
    assert_eq!(reader.runs(&all()).unwrap()[0].duration_ms, Some(812), "from start to end on the session's clock");
}

#[test]
fn every_list_is_read_from_an_index_in_its_order() {
    let (_folder, journal) = workspace();
    let reader = journal.reader().unwrap();
    for wheres in [
        "",
        "WHERE scenario = 'a'",
        "WHERE kind = 'a'",
        "WHERE scenario = 'a' AND kind = 'a'",
        "WHERE wall_ms >= 5",
        "WHERE scenario = 'a' AND kind = 'a' AND wall_ms >= 5",
    ] {
        let sql = format!("EXPLAIN QUERY PLAN SELECT * FROM runs {wheres} ORDER BY wall_ms DESC LIMIT 50");
        let plan: String = reader.connection.query_row(&sql, (), |row| row.get(3)).unwrap();
        let finds = plan.starts_with("SEARCH") || wheres.is_empty();
        assert!(
            finds && plan.contains("INDEX") && !plan.contains("TEMP"),
            "`{wheres}` walks or sorts all runs: {plan}"
        );
    }
}

#[test]
fn a_run_is_shown_and_exported_whole() {
    let (folder, journal) = workspace();
    let session = session(&journal);
    let run = started(&journal, "balance", 1, Some(&session));
    let tree = Tree::of(&object(json!({"elements": [{"role": "button", "name": "Find"}]}))).unwrap();
    let observed = || Observed {
        session: session.clone(),
        run: Some(run.clone()),
        at_us: SessionTime(3),
        tree: tree.clone(),
        identity: text("i1"),
        state: text("s1"),
        address: text("http://127.0.0.1:8000/search"),
        elements: 1,
        frame: Some(12),
    };
    let before = journal.put(observed(), Durability::Normal).wait().unwrap();
    journal.put(observed(), Durability::Normal).wait().unwrap();
    let act = journal.put(super::act(&session, Some(&run), 4), Durability::Full).wait().unwrap();
    let reader = journal.reader().unwrap();
    assert_eq!(reader.open_acts(&run).unwrap(), [act], "an act without a verdict is open");
    let verdict = Verdict {
        act,
        at_us: SessionTime(9),
        delivery: "delivered",
        landed: Some("expected"),
        code: None,
        changed: Some(true),
        side_effect: "none",
        observation: Some(before),
        told: None,
    };
    journal.put(verdict.clone(), Durability::Full).wait().unwrap();
    let twice = journal.put(verdict, Durability::Full).wait();
    assert!(matches!(twice, Err(StoreError::AlreadyThere { .. })), "an act has one verdict: {twice:?}");
    let picture = Scrubber::default().picture(PNG.to_vec()).unwrap();
    let blob = journal.blobs().put_picture(&picture).unwrap();
    let taken = PictureTaken {
        session: session.clone(),
        run: Some(run.clone()),
        step: None,
        at_us: SessionTime(5),
        blob,
        moment: "failure",
        width_px: 1280,
        height_px: 800,
    };
    journal.put(taken, Durability::Normal).wait().unwrap();
    journal.put(step(&run, 0), Durability::Normal).wait().unwrap();
    let place = journal.run_folder(&run).unwrap().write_picture(&text("../search submit"), &picture).unwrap();
    let name = place.file_name().unwrap().to_str().unwrap();
    assert_eq!(name, "_search_submit.png", "a step's name leads nowhere else");
    assert!(place.starts_with(".baton/runs"), "evidence is named by its place in the workspace: {place:?}");
    ended(&journal, &run, "success");

    let whole = reader.run(&run).unwrap();
    let counts: Vec<_> =
        ["acts", "verdicts", "observations", "pictures", "steps"].map(|table| whole.rows[table].len()).into();
    assert_eq!(counts, [1, 1, 2, 1, 1], "acts, verdicts, observations, pictures, steps");
    assert_eq!(whole.rows["acts"][0]["action"]["do"], "click", "JSON columns are told as what they hold");
    assert_eq!(reader.count("trees").unwrap(), 1, "the same tree twice is stored once");

    let to = folder.path().join("bundle");
    let bundle = reader.export(&run, &to).unwrap();
    assert_eq!(bundle.missing, Vec::<String>::new(), "nothing is missing");
    let read =
        |place: &str| serde_json::from_slice::<serde_json::Value>(&std::fs::read(to.join(place)).unwrap()).unwrap();
    assert_eq!(read("result.json")["kind"], "success", "its result");
    assert_eq!(
        read(&format!("trees/{}.json", tree.hash().hex()))["elements"][0]["name"],
        "Find",
        "its trees, unpacked"
    );
    assert_eq!(std::fs::read(to.join(format!("pictures/{}.png", blob.hex()))).unwrap(), PNG, "its pictures");
    assert!(to.join("run/_search_submit.png").exists(), "and its folder");
    let again = reader.export(&run, &to);
    assert!(
        matches!(again, Err(StoreError::Io { .. })),
        "a folder with something in it is not written over: {again:?}"
    );
    assert_eq!(check_up(folder.path()).unwrap().wrong, Vec::<String>::new(), "doctor finds all whole");
}

#[test]
fn a_blob_is_stored_once_and_a_changed_one_is_noticed() {
    let (folder, journal) = workspace();
    let picture = Scrubber::default().picture(PNG.to_vec()).unwrap();
    let blobs = journal.blobs();
    let hash = blobs.put_picture(&picture).unwrap();
    assert_eq!(blobs.put_picture(&picture).unwrap(), hash, "the same content has the same name");
    assert_eq!(blobs.all().len(), 1, "and is there once, with no temporary file beside it");
    assert!(blobs.path(hash).ends_with(format!("blobs/{}/{}", &hash.hex()[..2], &hash.hex()[2..])), "by its hash");
    std::fs::write(blobs.path(hash), b"something else").unwrap();
    let changed = blobs.get(hash);
    assert!(matches!(changed, Err(StoreError::Spoilt { .. })), "a changed file is not passed off as it: {changed:?}");
    assert_eq!(check_up(folder.path()).unwrap().wrong.len(), 1, "doctor tells of it");
    assert_eq!(blobs.put_picture(&picture).unwrap(), hash, "putting it again");
    assert_eq!(blobs.get(hash).unwrap(), PNG, "mends it");
    assert_eq!(BlobHash::from_hex("../../etc/passwd"), None, "a hash is a hash");
}

#[test]
fn what_is_not_there_is_said() {
    let (folder, journal) = workspace();
    let reader = journal.reader().unwrap();
    let unknown = baton_base::RunId::fresh();
    assert!(matches!(reader.run(&unknown), Err(StoreError::Missing { what: "run", .. })), "no such run");
    assert_eq!(reader.result(&unknown), Ok(None), "no result either");
    let ended = crate::tables::RunEnded {
        run: unknown.clone(),
        at_us: SessionTime(1),
        kind: "success",
        code: None,
        side_effect: "none",
        result: object(json!({})),
    };
    let refused = journal.put(ended, Durability::Full).wait();
    assert!(matches!(refused, Err(StoreError::Missing { .. })), "a run that never began cannot end: {refused:?}");
    assert_eq!(reader.result(&unknown), Ok(None), "and its result was taken back with it");
    let elsewhere = crate::Reader::open(&folder.path().join("nowhere"));
    assert!(matches!(elsewhere, Err(StoreError::Missing { what: "journal", .. })), "reading makes no journal");
}
