//! Words that may be meant for others.

/// Letters of a word that are looked at.
const MOST: usize = 60;

/// Whether a word may be another one with a slip in it: of up to five letters one was changed, left out, added or
/// exchanged with the next, of more at most a third, and never all of them.  Capitals are letters like others.
///
/// ```
/// use stiction_scene::near::resembles;
/// assert!(resembles("bse", "base") && resembles("gravty", "gravity") && resembles("centre", "center"));
/// assert!(!resembles("q", "c") && !resembles("frobnicate", "robot"));
/// ```
pub fn resembles(word: &str, other: &str) -> bool {
    let letters = |text: &str| text.chars().take(MOST).flat_map(char::to_lowercase).collect::<Vec<char>>();
    let (word, other) = (letters(word), letters(other));
    let most = (word.len().max(other.len()) / 3).max(1);
    let slips = slips(&word, &other);
    slips <= most && slips < word.len().min(other.len())
}

/// How many letters are changed, left out, added, or exchanged with the next, between two words: the rows of the table
/// of Damerau and Levenshtein, of which each needs the two before it.
pub fn slips(left: &[char], right: &[char]) -> usize {
    let (mut before, mut last) = (Vec::new(), (0..=right.len()).collect::<Vec<usize>>());
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let mut least = (last[j] + usize::from(a != b)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{resembles, slips};

    #[test]
    fn slips_are_changes_omissions_additions_and_exchanges() {
        let count = |a: &str, b: &str| slips(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        for (a, b, slips) in [
            ("", "", 0),
            ("", "ab", 2),
            ("ab", "ba", 1),
            ("kitten", "sitting", 3),
            ("centre", "center", 1),
            ("abc", "abc", 0),
        ] {
            assert_eq!((count(a, b), count(b, a)), (slips, slips), "{a} {b}");
        }
    }

    #[test]
    fn far_words_do_not_resemble_each_other() {
        for (word, other) in [
            ("xyzzy", "hybrid"),
            ("foo", "freedoms"),
            ("q", "c"),
            ("frobnicate", "robot"),
            ("", "a"),
            ("ab", "cd"),
            ("table", "base"),
        ] {
            assert!(!resembles(word, other) && !resembles(other, word), "{word} {other}");
        }
        for (word, other) in
            [("TOOL", "tool"), ("q", "Q"), ("uper_amr", "upper_arm"), ("quaternion", "quaternion_wxyz")]
        {
            assert!(resembles(word, other) && resembles(other, word), "{word} {other}");
        }
    }
}
