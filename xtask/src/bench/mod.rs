//! Baton beside its peers, in one run on one machine: a time means little here, a ratio of interleaved pairs much.

use std::path::Path;

/// One thing to measure. `ours` and `peer` do the same work; the bench takes turns between them.
pub(crate) trait Bench {
    /// The name on the command line and in the table.
    fn name(&self) -> &'static str;
    /// The highest ratio of ours to peer that still holds.
    fn bar(&self) -> f64;
    /// Does the work once with Baton and says how long it took, in milliseconds.
    fn ours_ms(&mut self) -> Result<f64, String>;
    /// Does the same work once with the peer.
    fn peer_ms(&mut self) -> Result<f64, String>;
}

/// Every bench there is.
fn benches(_root: &Path) -> Vec<Box<dyn Bench>> {
    Vec::new()
}

/// Pairs after the warm-up.
const PAIRS: usize = 20;

/// Measures the named benches, or all.
pub(crate) fn run(root: &Path, names: &[&str]) -> Result<(), String> {
    let mut chosen = benches(root);
    chosen.retain(|bench| names.is_empty() || names.contains(&bench.name()));
    if chosen.is_empty() {
        return Err("There is nothing to measure by that name: a bench without work proves nothing.".into());
    }
    let mut missed = Vec::new();
    for bench in &mut chosen {
        let ratio = median_ratio(bench.as_mut())?;
        println!("{:<16} ratio {ratio:.2}  bar {:.2}", bench.name(), bench.bar());
        if ratio > bench.bar() {
            missed.push(bench.name());
        }
    }
    if missed.is_empty() { Ok(()) } else { Err(format!("over their bar: {}", missed.join(", "))) }
}

fn median_ratio(bench: &mut dyn Bench) -> Result<f64, String> {
    bench.ours_ms()?;
    bench.peer_ms()?;
    let mut ratios = Vec::with_capacity(PAIRS);
    for _ in 0..PAIRS {
        ratios.push(bench.ours_ms()? / bench.peer_ms()?);
    }
    ratios.sort_by(f64::total_cmp);
    Ok(ratios[PAIRS / 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Twice;

    impl Bench for Twice {
        fn name(&self) -> &'static str {
            "twice"
        }
        fn bar(&self) -> f64 {
            1.0
        }
        fn ours_ms(&mut self) -> Result<f64, String> {
            Ok(4.0)
        }
        fn peer_ms(&mut self) -> Result<f64, String> {
            Ok(2.0)
        }
    }

    #[test]
    fn the_ratio_is_ours_over_the_peers() {
        assert_eq!(median_ratio(&mut Twice), Ok(2.0), "ours takes twice as long");
    }

    #[test]
    fn measuring_nothing_is_an_error() {
        assert!(run(Path::new("."), &["no-such-bench"]).is_err(), "an empty bench passed");
    }
}
