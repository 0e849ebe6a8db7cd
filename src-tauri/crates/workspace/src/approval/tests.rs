use baton_base::FakeClock;

use super::*;

const ONE: ApprovalRule = ApprovalRule { people: 1, not_the_recorder: false };
const TWO: ApprovalRule = ApprovalRule { people: 2, not_the_recorder: true };

struct Folder {
    folder: tempfile::TempDir,
    state: StateDir,
    clock: FakeClock,
}

impl Folder {
    fn new() -> Folder {
        let folder = tempfile::tempdir().unwrap();
        Folder { state: StateDir::of(folder.path()), folder, clock: FakeClock::new() }
    }

    fn read(&self) -> Approvals {
        Approvals::beside(&self.folder.path().join("s.yaml")).unwrap()
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("s.approvals.jsonl")
    }

    fn approve(
        &self,
        seal: &str,
        by: &str,
        rule: ApprovalRule,
        environment: Environment,
    ) -> Result<Approval, ApprovalError> {
        let request = Request { seal, by, comment: "as described", environment, rule, recorder: Some("recorder") };
        self.read().approve(&request, &self.state, &self.clock)
    }

    fn status(&self, seal: &str, rule: ApprovalRule, environment: Environment) -> Status {
        self.read().status(seal, environment, rule, Some("recorder"))
    }
}

#[test]
fn only_what_was_described_last_is_approved() {
    let folder = Folder::new();
    let early = folder.approve("sha256:a", "ann", ONE, Environment::Demo);
    assert!(matches!(early, Err(ApprovalError::NotDescribed { .. })), "nothing was described: {early:?}");
    folder.state.remember_described("s", "sha256:a").unwrap();
    let other = folder.approve("sha256:b", "ann", ONE, Environment::Demo);
    assert!(matches!(other, Err(ApprovalError::NotDescribed { .. })), "something else was described: {other:?}");
    assert_eq!(folder.status("sha256:a", ONE, Environment::Demo), Status::Draft, "nothing is approved yet");
    folder.approve("sha256:a", "ann", ONE, Environment::Demo).unwrap();
    let approved = Status::Approved { version: 1, by: vec!["ann".into()], at: "2023-11-14T22:13:20Z".into() };
    assert_eq!(folder.status("sha256:a", ONE, Environment::Demo), approved, "now it is");
}

#[test]
fn a_version_is_the_ordinal_of_its_seal() {
    let folder = Folder::new();
    for (seal, version) in [("sha256:a", 1), ("sha256:b", 2), ("sha256:c", 3)] {
        folder.state.remember_described("s", seal).unwrap();
        let approval = folder.approve(seal, "ann", ONE, Environment::Demo).unwrap();
        assert_eq!(approval.version, version, "the version of {seal}");
    }
    let changed = folder.status("sha256:d", ONE, Environment::Demo);
    assert_eq!(changed, Status::ChangedSince { version: 3 }, "a new meaning is a draft again");
    let Status::Approved { version, .. } = folder.status("sha256:a", ONE, Environment::Demo) else {
        panic!("going back to an approved meaning is approved")
    };
    assert_eq!(version, 1, "with the version it had");
    folder.read().retire("sha256:a", "ann", "replaced", &folder.clock).unwrap();
    assert_eq!(
        folder.status("sha256:a", ONE, Environment::Demo),
        Status::Retired { version: 1 },
        "until it is retired"
    );
}

#[test]
fn two_people_and_not_the_recorder_when_policy_says_so() {
    let folder = Folder::new();
    folder.state.remember_described("s", "sha256:a").unwrap();
    let recorder = folder.approve("sha256:a", "recorder", TWO, Environment::Demo);
    assert!(matches!(recorder, Err(ApprovalError::Recorder { .. })), "the recorder may not: {recorder:?}");
    folder.approve("sha256:a", "ann", TWO, Environment::Demo).unwrap();
    let partly = Status::PartlyApproved { version: 1, by: vec!["ann".into()], needed: 2 };
    assert_eq!(folder.status("sha256:a", TWO, Environment::Demo), partly, "one of two");
    let again = folder.approve("sha256:a", "ann", TWO, Environment::Demo);
    assert!(matches!(again, Err(ApprovalError::Twice { .. })), "the same person does not count twice: {again:?}");
    folder.approve("sha256:a", "bea", TWO, Environment::Demo).unwrap();
    let Status::Approved { by, .. } = folder.status("sha256:a", TWO, Environment::Demo) else { panic!("two of two") };
    assert_eq!(by, ["ann", "bea"], "both are named");
}

#[test]
fn approvals_do_not_cross_environments() {
    let folder = Folder::new();
    folder.state.remember_described("s", "sha256:a").unwrap();
    folder.approve("sha256:a", "ann", ONE, Environment::Test).unwrap();
    assert!(matches!(folder.status("sha256:a", ONE, Environment::Test), Status::Approved { .. }), "where it was given");
    assert_eq!(folder.status("sha256:a", ONE, Environment::Production), Status::Draft, "and nowhere else");
    let old =
        r#"{"name":"s","version":1,"seal":"sha256:b","by":"ann","at":"2026-11-30T12:00:00Z","comment":"as described"}"#;
    fs::write(folder.file(), format!("{old}\n")).unwrap();
    assert!(matches!(folder.status("sha256:b", ONE, Environment::Demo), Status::Approved { .. }), "a line without one");
    assert_eq!(folder.status("sha256:b", ONE, Environment::Production), Status::Draft, "does not reach production");
}

#[test]
fn a_damaged_line_is_told_and_nothing_is_lost() {
    let folder = Folder::new();
    folder.state.remember_described("s", "sha256:a").unwrap();
    folder.approve("sha256:a", "ann", TWO, Environment::Demo).unwrap();
    let whole = fs::read_to_string(folder.file()).unwrap();
    fs::write(folder.file(), format!("{whole}{}", &whole[..40])).unwrap();
    assert_eq!(
        folder.read().damaged(),
        [DamagedLine { line: 2, text: whole[..40].to_owned() }],
        "the broken line is told"
    );
    assert_eq!(folder.read().entries().len(), 1, "the whole one counts");
    folder.approve("sha256:a", "bea", TWO, Environment::Demo).unwrap();
    assert!(
        matches!(folder.status("sha256:a", TWO, Environment::Demo), Status::Approved { .. }),
        "the new line is whole"
    );
    assert!(
        fs::read_to_string(folder.file()).unwrap().starts_with(&format!("{whole}{}\n", &whole[..40])),
        "the old bytes stay"
    );
}

#[test]
fn what_cannot_be_written_leaves_the_file_as_it_was() {
    let folder = Folder::new();
    folder.state.remember_described("s", "sha256:a").unwrap();
    fs::create_dir(folder.file()).unwrap();
    let read = Approvals::beside(&folder.folder.path().join("s.yaml"));
    assert!(matches!(read, Err(DiskError::Other { .. })), "a folder in the file's place is said: {read:?}");
}

#[test]
fn times_are_written_as_rfc_3339() {
    for (wall_ms, text) in [
        (0, "1970-01-01T00:00:00Z"),
        (951_782_400_000, "2000-02-29T00:00:00Z"),
        (1_796_083_199_999, "2026-11-30T23:59:59Z"),
        (4_102_444_800_000, "2100-01-01T00:00:00Z"),
    ] {
        assert_eq!(rfc3339(wall_ms), text, "{wall_ms} ms");
    }
}
