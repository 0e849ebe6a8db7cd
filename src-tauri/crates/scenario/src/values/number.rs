//! Numbers, money and days as text. No floating point comes near them.

/// Letters that stand for money where no three-letter code (ISO 4217) does.
const MONEY_SIGNS: [char; 8] = ['$', '€', '£', '¥', '₹', '₩', '₺', '₽'];

/// Digits with an optional minus and point: what a decimal argument is.
pub(super) fn is_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    match unsigned.split_once('.') {
        Some((whole, fraction)) => all_digits(whole) && all_digits(fraction),
        None => all_digits(unsigned),
    }
}

/// A whole number that no reader of JSON rounds, written without leading zeros.
pub(super) fn integer(text: &str) -> Option<i64> {
    const EXACT: i64 = 1 << 53;
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = all_digits(digits) && (digits == "0" || !digits.starts_with('0'));
    plain.then(|| text.parse::<i64>().ok()).flatten().filter(|number| (-EXACT..=EXACT).contains(number))
}

/// A number as people write it: signed, thousands separated by commas or not at all.
pub(super) fn decimal(text: &str) -> Option<String> {
    let (negative, unsigned) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = match unsigned.split_once('.') {
        Some((whole, fraction)) if all_digits(fraction) => (whole, Some(fraction)),
        Some(_) => return None,
        None => (unsigned, None),
    };
    let digits = ungrouped(whole)?;
    let digits = match digits.trim_start_matches('0') {
        "" => "0",
        significant => significant,
    };
    let number = fraction.map_or_else(|| digits.to_owned(), |fraction| format!("{digits}.{fraction}"));
    let zero = number.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    Some(if negative && !zero { format!("-{number}") } else { number })
}

/// An amount of money: a sign or code before or after it, a minus before either, parentheses for a debt.
pub(super) fn currency(text: &str) -> Option<String> {
    if let Some(inside) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let amount = currency(inside.trim()).filter(|amount| !amount.starts_with('-') && !inside.contains('('))?;
        return decimal(&format!("-{amount}"));
    }
    let (sign, unsigned) = match text.strip_prefix(['-', '−']) {
        Some(rest) => ("-", rest.trim_start()),
        None => ("", text),
    };
    let (money, bare) = without_money(unsigned);
    let bare = if sign.is_empty() { bare.to_owned() } else { format!("{sign}{bare}") };
    let doubly_signed = !sign.is_empty() && bare[1..].starts_with(['-', '−', '+']);
    let (_, again) = if money { without_money(&bare) } else { (false, bare.as_str()) };
    if doubly_signed || again != bare { None } else { decimal(&bare) }
}

/// The text without its sign or code of money, and whether there was one.
fn without_money(text: &str) -> (bool, &str) {
    if let Some(rest) = text.strip_prefix(MONEY_SIGNS) {
        return (true, rest.trim_start());
    }
    if let Some(rest) = text.strip_suffix(MONEY_SIGNS) {
        return (true, rest.trim_end());
    }
    let code = |code: &str| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    match text.split_once(char::is_whitespace) {
        Some((before, rest)) if code(before) => (true, rest.trim_start()),
        _ => match text.rsplit_once(char::is_whitespace) {
            Some((rest, after)) if code(after) => (true, rest.trim_end()),
            _ => (false, text),
        },
    }
}

/// Digits without the commas that group them; commas anywhere else make it no number.
fn ungrouped(text: &str) -> Option<String> {
    if !text.contains(',') {
        return all_digits(text).then(|| text.to_owned());
    }
    let mut groups = text.split(',');
    let first = groups.next().filter(|first| all_digits(first) && first.len() <= 3)?;
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 || !all_digits(group) {
            return None;
        }
        digits.push_str(group);
    }
    Some(digits)
}

/// A day that the calendar has (ISO 8601, proleptic Gregorian).
pub(super) fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else { return false };
    let sized = year.len() == 4 && month.len() == 2 && day.len() == 2;
    let read = |text: &str| all_digits(text).then(|| text.parse::<u32>().ok()).flatten();
    match (sized, read(year), read(month), read(day)) {
        (true, Some(year), Some(month), Some(day)) => day >= 1 && day <= days_in(year, month),
        _ => false,
    }
}

fn days_in(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    }
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
