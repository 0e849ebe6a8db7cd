//! Values made up for a run: unpredictable, and of the shape that was asked for.

/// A random UUID (RFC 9562, version 4).
pub fn uuid() -> String {
    let mut bytes = fresh::<16>();
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}

/// So many letters of an alphabet.
pub fn letters(count: u32, alphabet: &[u8]) -> String {
    (0..count).map(|_| alphabet[below(alphabet.len() as u64) as usize] as char).collect()
}

/// A whole number from `low` to `high`, both included, whichever is the smaller.
pub fn between(low: i64, high: i64) -> i64 {
    let (low, high) = (low.min(high), low.max(high));
    let span = (i128::from(high) - i128::from(low) + 1).min(i128::from(u64::MAX)) as u64;
    (i128::from(low) + i128::from(below(span))) as i64
}

/// The calendar day (UTC) so many days after a moment, `2026-11-30`.
pub fn date_in_days(wall_ms: u64, days: i32) -> String {
    let day = (wall_ms / 86_400_000) as i64 + i64::from(days);
    let (year, month, day) = civil(day);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The Gregorian date of a day counted from 1970-01-01, by eras of 400 years that begin on 1 March.
fn civil(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, month, day)
}

/// Uniform below `limit`, by rejection.
fn below(limit: u64) -> u64 {
    let limit = limit.max(1);
    let unfair = u64::MAX - u64::MAX % limit;
    loop {
        let value = u64::from_le_bytes(fresh::<8>());
        if value < unfair {
            return value % limit;
        }
    }
}

fn fresh<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // Made-up values need not be secret; without entropy they are merely not random.
    let _ = getrandom::fill(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_across_leap_years() {
        for (day, date) in [
            (0, "1970-01-01"),
            (19_782, "2024-02-29"),
            (19_783, "2024-03-01"),
            (20_787, "2026-11-30"),
            (-1, "1969-12-31"),
        ] {
            assert_eq!(date_in_days(0, day), date, "day {day}");
        }
    }

    #[test]
    fn values_have_the_shape_asked_for() {
        assert_eq!(letters(40, b"01").trim_matches(['0', '1']), "", "only letters of the alphabet");
        assert!((0..200).all(|_| (3..=5).contains(&between(5, 3))), "both bounds included, in either order");
        assert_eq!(between(i64::MAX, i64::MAX), i64::MAX, "a span of one");
        let id = uuid();
        assert_eq!((id.len(), &id[14..15]), (36, "4"), "{id} is a version 4 UUID");
    }
}
