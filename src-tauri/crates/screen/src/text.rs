//! Comparing words the way a person reads them: whitespace folded, marks nobody sees left out, whole words only.

/// The text with every run of whitespace (no-break and ideographic spaces too) as one space, none at the ends, and
/// without the marks that have no width (zero-width joiners, direction marks, soft hyphens).
pub fn fold(text: &str) -> String {
    folded(text).collect()
}

/// True when both texts fold to the same. Case counts. Allocates nothing.
pub fn same(left: &str, right: &str) -> bool {
    left == right || folded(left).eq(folded(right))
}

/// A label's words: folded, without the colon, asterisk or "(required)"-like mark that forms put behind them.
pub fn label(text: &str) -> String {
    let mut words = fold(text);
    while let Some(shorter) = words.strip_suffix([':', '*', '：', '＊']) {
        words = shorter.trim_end().to_owned();
    }
    words
}

/// True when `text`, read as a label, says `wanted`, which went through [`label`] before.
pub fn is_label(text: &str, wanted: &str) -> bool {
    let folds_alike = |text: &str| folded(text).take(wanted.len().max(1)).zip(wanted.chars()).all(|(a, b)| a == b);
    folds_alike(text) && label(text) == wanted
}

/// True when `words` stand in `text` as whole words: "10003" does not stand in "100031", nor "500" in "1,500.00".
/// Whitespace is folded, case counts. No words stand nowhere.
pub fn contains_words(text: &str, words: &str) -> bool {
    let words = fold(words);
    // Most texts of a screen are plain and lack even the first word: said without folding them.
    let first = words.split(' ').next().unwrap_or("");
    (!text.is_ascii() || text.contains(first)) && contains_folded(&fold(text), &words)
}

/// [`contains_words`] of two texts that are folded already.
pub fn contains_folded(text: &str, words: &str) -> bool {
    !words.is_empty()
        && text.match_indices(words).any(|(start, found)| {
            let (before, after) = (&text[..start], &text[start + found.len()..]);
            starts_cleanly(before, words) && ends_cleanly(words, after)
        })
}

/// How alike two names are, 0 to 1: one minus the edit distance by the longer one's length, case ignored.
pub fn similarity(left: &str, right: &str) -> f64 {
    let lower = |text: &str| fold(text).to_lowercase().chars().take(200).collect::<Vec<char>>();
    let (left, right) = (lower(left), lower(right));
    let longer = left.len().max(right.len());
    if longer == 0 { 1.0 } else { 1.0 - edit_distance(&left, &right) as f64 / longer as f64 }
}

/// True when the text is read from right to left: its first letter is Hebrew, Arabic or of their kin.
pub fn is_right_to_left(text: &str) -> bool {
    let first = text.chars().find(|letter| letter.is_alphabetic());
    first.is_some_and(
        |letter| matches!(letter, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'),
    )
}

/// True when the text has words in it, not only signs and digits.
pub fn has_words(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_alphabetic()).nth(1).is_some()
        || text.chars().any(|letter| letter.is_alphabetic() && !has_word_gaps(letter))
}

/// The text, cut to `most` characters with an ellipsis.
pub fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
    }
}

fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    let mut letters = text.trim_matches(is_blank).chars().filter(|letter| !has_no_width(*letter));
    let mut held = None;
    std::iter::from_fn(move || {
        if let Some(letter) = held.take() {
            return Some(letter);
        }
        let letter = letters.next()?;
        if !letter.is_whitespace() {
            return Some(letter);
        }
        // A run of spaces is one space; the letter behind it waits its turn. The ends were trimmed before.
        held = letters.find(|next| !next.is_whitespace());
        held.map(|_| ' ')
    })
}

fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || has_no_width(letter)
}

fn has_no_width(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

fn starts_cleanly(before: &str, words: &str) -> bool {
    let Some(first) = words.chars().next() else { return false };
    let mut back = before.chars().rev();
    match back.next() {
        None => true,
        // The end of a longer number: the 500 of 1,500 or of 0.500.
        Some('.' | ',') if first.is_numeric() => !back.next().is_some_and(char::is_numeric),
        Some(last) => !(is_wordy(last) && is_wordy(first)),
    }
}

fn ends_cleanly(words: &str, after: &str) -> bool {
    let Some(last) = words.chars().next_back() else { return false };
    let mut ahead = after.chars();
    match ahead.next() {
        None => true,
        Some(mark @ ('.' | ',')) if last.is_numeric() => {
            let digits = ahead.take_while(|digit| digit.is_numeric()).collect::<String>();
            // 500.00 is 500; 500.25 and 500,250 are not.
            digits.is_empty() || (mark == '.' && !words.contains('.') && digits.chars().all(|digit| digit == '0'))
        }
        Some(next) => !(is_combining(next) || (is_wordy(next) && is_wordy(last))),
    }
}

fn is_wordy(letter: char) -> bool {
    letter == '_' || (letter.is_alphanumeric() && has_word_gaps(letter))
}

fn is_combining(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}')
}

/// Chinese, Japanese, Thai, Lao, Burmese and Khmer put no space between words, so a word's edge cannot be asked for
/// there.
fn has_word_gaps(letter: char) -> bool {
    !matches!(letter, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{2E80}'..='\u{2FFF}'
        | '\u{3005}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FF66}'..='\u{FF9D}' | '\u{20000}'..='\u{3FFFF}')
}

fn edit_distance(left: &[char], right: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, letter) in left.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], line + 1);
        for (column, other) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_what_nobody_sees() {
        let check = |text: &str, expected: &str, why: &str| {
            assert_eq!(fold(text), expected, "{why}");
            assert!(same(text, expected), "same and fold agree: {why}");
            assert_eq!(fold(&fold(text)), fold(text), "folding twice changes nothing: {why}");
        };
        check("  Member\u{A0}\n ID ", "Member ID", "no-break spaces and line ends are spaces");
        check("Mem\u{AD}ber\u{200B}", "Member", "soft hyphens and zero-width spaces are no letters");
        check("\u{200F}حساب\u{200E}", "حساب", "direction marks do not make another word");
        check("氏名\u{3000}入力", "氏名 入力", "the ideographic space is a space");
        check(" \u{200B} ", "", "a blank text is empty");
        check("a \u{200B} b", "a b", "a zero-width mark between spaces leaves one space");
        assert!(!same("Search", "search"), "case counts");
    }

    #[test]
    fn finds_whole_words_only() {
        let check = |text: &str, words: &str, expected: bool, why: &str| {
            assert_eq!(contains_words(text, words), expected, "{words:?} in {text:?}: {why}");
        };
        check("Member 100031", "10003", false, "a longer number is another number");
        check("Member 210003", "10003", false, "neither does a number end with a whole one");
        check("Member 10003.", "10003", true, "a full stop ends a sentence");
        check("100031 and 10003", "10003", true, "a later whole word counts");
        check("$1,500.00", "500", false, "the end of a longer number is another number");
        check("$500.00", "500", true, "five hundred point zero zero is five hundred");
        check("$500.25", "500", false, "five hundred and a quarter is not");
        check("Cafe\u{301} du Nord", "Cafe", false, "an accent belongs to its letter");
        check("会員が見つかりません", "見つかり", true, "Japanese has no gaps between words");
        check("No  member\u{A0}found", "No member found", true, "whitespace folds");
        check("No member found", "", false, "no words stand nowhere");
        check("snake_case", "snake", false, "an underscore belongs to the word");
        check("Balance: (1,411.21)", "1,411.21", true, "brackets are edges");
    }

    #[test]
    fn labels_lose_their_marks() {
        assert_eq!(label(" Member ID : * "), "Member ID", "colon and asterisk are marks");
        assert!(is_label("Member ID:", "Member ID"), "a colon is ignored");
        assert!(!is_label("Member IDs", "Member ID"), "another word is another label");
        assert!(!is_label("Member", "Member ID"), "part of a label is another label");
    }

    #[test]
    fn likeness_is_by_edit_distance() {
        assert_eq!(similarity("Search", "search"), 1.0, "case does not make a name unlike");
        assert!(similarity("Search", "Serach") > 0.6, "two swapped letters are close");
        assert!(similarity("Search", "Find") < 0.4, "another word is far");
    }
}
