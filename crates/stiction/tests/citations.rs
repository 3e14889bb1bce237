//! Every citation resolves in `docs/REFERENCES.md`, and every row of `docs/EQUATIONS.md` points at something.

use crate::sources::{files, read, root};
use std::collections::BTreeSet;

/// How the place in a cited work may begin, besides a digit.
const PLACES: [&str; 12] = [
    "§",
    "(",
    "Theorem",
    "Lemma",
    "Fig",
    "Table",
    "Example",
    "Exercise",
    "Section",
    "Definition",
    "chapter",
    "Chapter",
];

/// The keys of the references: their third-level headings.
fn keys() -> BTreeSet<String> {
    read("docs/REFERENCES.md")
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .map(str::to_owned)
        .collect()
}

/// The key of a citation such as `MR 12.1.7`; none of anything else in brackets. A bare key counts only
/// where the brackets are escaped, as they must be in a document of the code.
fn key_of(text: &str, escaped: bool) -> Option<&str> {
    let (key, place) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    let name = key.len() >= 2
        && key.starts_with(|letter: char| letter.is_ascii_uppercase())
        && key.chars().all(|letter| letter.is_ascii_alphabetic());
    let place = place.trim_start();
    let cited = match place.is_empty() {
        true => escaped,
        false => {
            place.starts_with(|letter: char| letter.is_ascii_digit())
                || PLACES.iter().any(|start| place.starts_with(start))
        }
    };
    (name && cited).then_some(key)
}

/// The keys cited in a text: `[MR 12.1.7]`, `\[Stiemke\]`, `[MR 12.2; BT 5.3]`, but not the text of a link.
fn citations(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices('[') {
        let inside = &text[at + 1..];
        let Some(end) = inside.find(']') else { continue };
        let link = inside[end + 1..].starts_with('(');
        if link || inside[..end].contains(['[', '\n']) {
            continue;
        }
        let escaped = text[..at].ends_with('\\') && inside[..end].ends_with('\\');
        let inside = inside[..end].trim_end_matches('\\');
        found.extend(inside.split(';').filter_map(|part| key_of(part, escaped)));
    }
    found
}

/// Of a source file its comments, of a document all of it.
fn prose(path: &str) -> String {
    let text = read(path);
    if !path.ends_with(".rs") {
        return text;
    }
    let comment = |line: &str| line.find("//").map(|at| line[at..].to_owned());
    text.lines().filter_map(comment).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_citation_resolves() {
    let keys = keys();
    assert!(keys.len() >= 5, "the references have only {} keys", keys.len());
    let mut unknown = Vec::new();
    for path in files("", &[".rs", ".md", ".py"]) {
        let prose = prose(&path);
        let cited = citations(&prose).into_iter().filter(|key| !keys.contains(*key));
        unknown.extend(
            cited.map(|key| format!("{path} cites [{key} …], which docs/REFERENCES.md does not have")),
        );
    }
    assert_eq!(unknown, Vec::<String>::new());
}

#[test]
fn a_citation_is_a_key_and_a_place() {
    assert_eq!(
        citations(r"see [MR 12.1.7], \[Stiemke\] and [BT 5.3; Nobody (12)]"),
        ["MR", "Stiemke", "BT", "Nobody"]
    );
    assert_eq!(citations(r"\[MR 12.1.7\] and [DY Theorem 1]"), ["MR", "DY"]);
    assert_eq!(
        citations("[`Scene`], [Vec], [S1 S2], [0, 1], [Modern Robotics], [MR 12](a.md), [TMA] q"),
        [""; 0]
    );
}

/// The text between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// What is wrong with a row, if anything. `exists` says whether a file is there, `has` whether it holds a
/// function.
fn fault_of_row(
    row: &str,
    topics: &[String],
    exists: &dyn Fn(&str) -> bool,
    has: &dyn Fn(&str, &str) -> bool,
) -> Option<String> {
    let cells: Vec<&str> = row.trim().trim_matches('|').split('|').map(str::trim).collect();
    let [equation, meaning, place, test] = cells[..] else { return Some(format!("{} cells", cells.len())) };
    if equation.is_empty() || meaning.is_empty() {
        return Some("no equation or no meaning".into());
    }
    let later = place.split_once("not yet: ").map(|(_, later)| later);
    let known = |topic: &str| topics.iter().any(|one| one == topic.trim());
    if let Some(topic) = later.and_then(|later| later.split(',').find(|topic| !known(topic))) {
        return Some(format!("`{}` is no topic", topic.trim()));
    }
    let (places, tests) = (quoted(place), quoted(test));
    if let Some(missing) = places.iter().find(|path| !exists(path)) {
        return Some(format!("{missing} does not exist"));
    }
    let missing = |test: &&&str| !test.split_once("::").is_some_and(|(path, name)| has(path, name));
    if let Some(missing) = tests.iter().find(missing) {
        return Some(format!("there is no test {missing}"));
    }
    match (places.is_empty(), tests.is_empty(), later) {
        (true, true, Some(_)) | (false, false, _) => None,
        (true, _, None) => Some("neither implemented nor `not yet: topic`".into()),
        (true, false, _) => Some("tested but not implemented".into()),
        (false, true, _) => Some("implemented but not tested".into()),
    }
}

/// The rows of the tables of equations: those of tables whose first column is `equation`.
fn rows(text: &str) -> Vec<&str> {
    let mut inside = false;
    let mut rows = Vec::new();
    for line in text.lines() {
        match line.starts_with('|') {
            false => inside = false,
            true if line.starts_with("| equation |") => inside = true,
            true if inside && !line.starts_with("|--") => rows.push(line),
            true => {}
        }
    }
    rows
}

/// The topics, as the page itself introduces them: the words before commas and brackets.
fn topics(text: &str) -> Vec<String> {
    let start = text.find("\nTopics: ").map_or(0, |at| at + "\nTopics: ".len());
    let paragraph = text[start..].split("\n\n").next().unwrap_or("").replace('\n', " ");
    let mut depth = 0;
    let outside = paragraph.chars().filter(|letter| {
        depth += i32::from(*letter == '(');
        let keep = depth == 0;
        depth -= i32::from(*letter == ')');
        keep
    });
    let outside: String = outside.collect();
    outside
        .trim_end_matches('.')
        .split(',')
        .map(|topic| topic.trim().trim_end_matches('.').trim().to_owned())
        .collect()
}

#[test]
fn every_equation_is_implemented_and_tested_or_named_for_later() {
    let page = read("docs/EQUATIONS.md");
    let topics = topics(&page);
    let rows = rows(&page);
    assert!(rows.len() > 200, "only {} equations", rows.len());
    let exists = |path: &str| root().join(path).is_file();
    let has = |path: &str, name: &str| exists(path) && read(path).contains(&format!("fn {name}("));
    let faults: Vec<String> = rows
        .iter()
        .filter_map(|row| fault_of_row(row, &topics, &exists, &has).map(|fault| format!("{fault}: {row}")))
        .collect();
    assert_eq!(faults, Vec::<String>::new());
}

#[test]
fn a_row_that_points_nowhere_is_refused() {
    let fault = |row: &str| {
        fault_of_row(row, &["jam".into(), "closure".into()], &|path| path == "a.rs", &|path, name| {
            path == "t.rs" && name == "f"
        })
    };
    assert_eq!(fault("| (1) | law | not yet: jam, closure | – |"), None);
    assert_eq!(fault("| (1) | law | `a.rs` | `t.rs::f` |"), None);
    assert_eq!(fault("| (1) | law | `a.rs`; not yet: jam | `t.rs::f` |"), None);
    for wrong in [
        "| (1) | law | not yet: soon | – |",
        "| (1) | law | – | – |",
        "| (1) | law | `b.rs` | `t.rs::f` |",
        "| (1) | law | `a.rs` | `t.rs::g` |",
        "| (1) | law | `a.rs` | `f` |",
        "| (1) | law | `a.rs` | – |",
        "| (1) | law | not yet: jam | `t.rs::f` |",
        "| (1) | law | `a.rs` |",
        "| (1) |  | not yet: jam | – |",
    ] {
        assert!(fault(wrong).is_some(), "{wrong}");
    }
}

/// The numbers by which a row names its equations: `(28)`, the ends of `(22)–(24)`, `Theorem 12.6`, `§12.1.7`.
fn numbers(equation: &str) -> Vec<&str> {
    let words =
        ["§", "Theorem ", "Lemma ", "Fig. ", "Figure ", "Table ", "Section ", "Example ", "Exercise "];
    let after = |start: &'static str| equation.match_indices(start).map(|(at, _)| at + start.len());
    let number = |at: usize| {
        let rest = &equation[at..];
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(rest.len());
        rest[..end].trim_end_matches('.')
    };
    let bracketed = after("(").filter(|&at| equation[at + number(at).len()..].starts_with(')'));
    let places = words.into_iter().chain(["Definition "]).flat_map(after);
    bracketed.chain(places).map(number).filter(|number| !number.is_empty()).collect()
}

/// Whether a number stands in a text by itself, not as a part of a longer one.
fn stands_in(text: &str, number: &str) -> bool {
    text.match_indices(number).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + number.len()..]);
        let longer = after.strip_prefix('.').unwrap_or(after).starts_with(|next: char| next.is_ascii_digit());
        !before.ends_with(|last: char| last.is_ascii_digit() || last == '.') && !longer
    })
}

#[test]
fn the_number_of_each_equation_stands_in_a_file_that_is_named_for_it() {
    let page = read("docs/EQUATIONS.md");
    let mut missing = Vec::new();
    for row in rows(&page) {
        let cells: Vec<&str> = row.trim().trim_matches('|').split('|').map(str::trim).collect();
        let texts: Vec<String> = quoted(cells[2]).into_iter().map(prose).collect();
        let unsaid = |number: &&str| !texts.iter().any(|text| stands_in(text, number));
        if !texts.is_empty() {
            let unsaid = numbers(cells[0]).into_iter().filter(unsaid);
            missing.extend(unsaid.map(|number| format!("{number} of {}: {}", cells[0], cells[2])));
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn numbers_of_equations_are_read_and_found() {
    assert_eq!(numbers("Theorem 2, (30)"), ["30", "2"]);
    assert_eq!(numbers("(22)–(24)"), ["22", "24"]);
    assert_eq!(numbers("§12.1.7.1, Theorem 12.6"), ["12.1.7.1", "12.6"]);
    assert_eq!(numbers("method (a), S ⟂ T"), [""; 0]);
    assert!(stands_in("see \\[MR 12.6\\].", "12.6") && stands_in("ends with 12.6.", "12.6"));
    assert!(!stands_in("12.61, 12.6.1, 112.6 and 3.12.6", "12.6"));
}

#[test]
fn topics_are_read_from_the_page() {
    let page = "x\n\nTopics: a (b, c),\nd, e (only f).\n\n| equation |";
    assert_eq!(topics(page), ["a", "d", "e"]);
}
