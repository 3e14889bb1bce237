//! Comments are as wide as the text that they stand in, and say more than one word.

use crate::sources::{files, read};

/// The widest line of a comment.
const WIDTH: usize = 120;

/// The comment of a line, where it is nothing else.
fn comment(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix("//").map(|text| text.trim_start_matches(['/', '!']).trim())
}

#[test]
fn no_comment_is_wider_than_the_page_and_none_is_a_bare_question_word() {
    let folders = ["crates", "corpus", "xtask", "fuzz"];
    let (mut read_lines, mut faults) = (0, Vec::new());
    for path in folders.iter().flat_map(|folder| files(folder, &[".rs"])) {
        for (number, line) in read(&path).lines().enumerate() {
            let Some(text) = comment(line) else { continue };
            read_lines += 1;
            if line.chars().count() > WIDTH {
                faults.push(format!("{path}:{}: wider than {WIDTH}", number + 1));
            }
            if ["What.", "When.", "Where.", "Who.", "Whose.", "Why.", "How.", "Of what."].contains(&text) {
                faults.push(format!("{path}:{}: `{text}` says nothing", number + 1));
            }
        }
    }
    assert!(read_lines > 10_000, "the sources were not found: {read_lines} lines");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
