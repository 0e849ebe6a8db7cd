//! The ten members and their seeded balances.

/// A member as seeded; nothing changes it but opened sub-accounts, which the state keeps.
#[derive(Clone, Debug)]
pub struct Member {
    /// 10001 to 10010.
    pub id: u32,
    /// "Test Member NN".
    pub name: String,
    /// Shaped like a social security number, in a range never issued.
    pub ssn: String,
    /// Whether an operator may not see it.
    pub restricted: bool,
    /// Savings balance in cents.
    pub savings_cents: i64,
    /// Checking balance in cents.
    pub checking_cents: i64,
}

const FIRST_ID: u32 = 10_001;
const RESTRICTED_ID: u32 = 10_007;

/// Savings and checking of members 10001 to 10010, in cents.
const BALANCES_CENTS: [(i64, i64); 10] = [
    (250_075, 31_240),
    (98_310, 120_455),
    (141_121, 87_390),
    (1_204_500, 5_000),
    (7_725, 1_999),
    (330_018, 240_261),
    (5_000_000, 1_250_000),
    (61_247, 0),
    (888_888, 45_610),
    (10_500, 76_543),
];

/// Every member.
pub fn all() -> impl Iterator<Item = Member> {
    (FIRST_ID..).zip(BALANCES_CENTS).map(|(id, (savings_cents, checking_cents))| {
        let number = id - 10_000;
        Member {
            id,
            name: format!("Test Member {number:02}"),
            ssn: format!("000-00-{number:04}"),
            restricted: id == RESTRICTED_ID,
            savings_cents,
            checking_cents,
        }
    })
}

/// The member with this id, as typed.
pub fn find(id: &str) -> Option<Member> {
    let id: u32 = id.trim().parse().ok()?;
    all().find(|member| member.id == id)
}

/// Cents as a teller reads them: `1,411.21`.
pub fn money(cents: i64) -> String {
    let digits = (cents / 100).to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped}.{:02}", cents % 100)
}

/// An amount as typed, in cents: digits, and at most two after a point.
pub fn parse_cents(text: &str) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(part) || whole.len() > 9 || part.len() > 2 {
        return None;
    }
    let part_cents: i64 = format!("{part:0<2}").parse().ok()?;
    Some(whole.parse::<i64>().ok()? * 100 + part_cents)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_grouped_by_thousands() {
        for (cents, shown) in [(141_121, "1,411.21"), (0, "0.00"), (99_999, "999.99"), (123_456_789, "1,234,567.89")] {
            assert_eq!(money(cents), shown, "{cents} cents as a teller reads them");
        }
    }

    #[test]
    fn amounts_are_read_strictly() {
        let cases = [("25", Some(2_500)), ("25.5", Some(2_550)), ("4.99", Some(499)), ("", None), ("five", None)];
        for (typed, cents) in cases.into_iter().chain([("1.234", None), ("-5", None), ("1,000", None), ("5.", None)]) {
            assert_eq!(parse_cents(typed), cents, "{typed:?} as an amount");
        }
    }

    #[test]
    fn seeds_are_the_ones_scenarios_expect() {
        let third = find("10003").expect("10003 exists");
        assert_eq!((third.savings_cents, third.ssn.as_str()), (141_121, "000-00-0003"), "scenarios read these");
        assert!(find("10007").expect("10007 exists").restricted, "10007 is the restricted one");
        assert!(find("10011").is_none() && find("99999").is_none(), "there are ten members");
    }
}
