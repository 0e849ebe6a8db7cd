use super::*;

fn mockcore() -> Scrubber {
    Scrubber::new([("mockcore/operator", "s3cr\"t & pâss/wörd")], Patterns::ALL)
}

#[test]
fn a_raw_secret_becomes_its_name() {
    let clean = mockcore().text("typed s3cr\"t & pâss/wörd here");
    assert_eq!(clean.as_str(), "typed [secret mockcore/operator] here", "the value stands in the text no more");
}
