//! `docs/FORMAT.md` tells the truth: its codes are those of the reader, its tests exist.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All Rust sources under a folder, joined.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            text += &sources(&path);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            text += &std::fs::read_to_string(&path).unwrap();
        }
    }
    text
}

/// The words in backticks of one cell of every table row between two headings.
fn cells(section: &str, column: usize) -> BTreeSet<String> {
    let document = std::fs::read_to_string(root().join("docs/FORMAT.md")).unwrap();
    let start = document.find(&format!("## {section}")).unwrap_or_else(|| panic!("no section {section}"));
    let body = &document[start + 3..];
    let body = &body[..body.find("\n## ").unwrap_or(body.len())];
    let rows = body.lines().filter(|line| line.starts_with('|') && line.contains('`'));
    let cell = |line: &str| line.split('|').nth(column + 1).unwrap_or_default().to_string();
    rows.map(cell)
        .flat_map(|cell| cell.split('`').skip(1).step_by(2).map(String::from).collect::<Vec<_>>())
        .collect()
}

/// The first string in each call of one of these functions: the code of a fault.
fn codes_in(source: &str) -> BTreeSet<String> {
    let calls = [
        "found.fault(",
        "found.warn(",
        "warn_in(",
        "SolidFault::new(",
        "edge_tally(",
        "is_symmetric(",
        "is_positive_definite(",
        "whole(",
        "faults.add(",
        "self.lose(",
        "Finding::CornerOnCorner => ",
        "Finding::EdgeLine => ",
        "Finding::Overlap { .. } => ",
        "Finding::Conforming { .. } => ",
        "Finding::Gap { .. } => ",
        " warn(",
        "Finding::NotCompared { .. } => ",
        "fault_in(",
        "of_file(",
        "ShapeFault::new(",
        "unread(",
        "positive(&",
        "not_negative(at",
        "not_negative(&",
        "word(&",
        "word(role",
        " fault(",
    ];
    let after =
        calls.iter().flat_map(|call| source.match_indices(call).map(|(at, _)| &source[at + call.len()..]));
    let code = |rest: &str| {
        let (before, quoted) = rest.split_once('"')?;
        let word = quoted.split('"').next()?;
        let plain = word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        (plain && !before.contains([';', '{', '|']) && !before.contains("code")).then(|| word.to_string())
    };
    after.filter_map(code).collect()
}

#[test]
fn the_document_lists_every_code_and_no_other() {
    let crates = root().join("crates");
    let of = |path: &str| {
        let text = sources(&crates.join(path));
        // Tests at the bottom of a file name codes too, so they may stay.
        codes_in(&text)
    };
    let used: BTreeSet<String> =
        of("stiction-files/src").union(&of("stiction-geometry/src/shape")).cloned().collect();
    let listed = cells("Faults and warnings", 0);
    assert!(used.len() > 40, "{used:?}");
    assert_eq!(
        used.difference(&listed).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "codes missing in the document"
    );
    assert_eq!(listed.difference(&used).collect::<Vec<_>>(), Vec::<&String>::new(), "codes nobody uses");
}

/// All sources of tests that the document may name.
fn tests() -> String {
    sources(&root().join("crates"))
}

#[test]
fn the_tests_that_the_document_names_exist() {
    let all = tests();
    for (section, least) in [("Rules chosen here", 30), ("Where each rule is tested", 60)] {
        let named = cells(section, 1);
        assert!(named.len() > least, "{section}: {}", named.len());
        for test in named {
            assert!(
                all.contains(&format!("#[test]\nfn {test}()"))
                    // In a module, and with arguments where proptest makes them.
                    || all.contains(&format!("#[test]\n    fn {test}(")),
                "no test {test}"
            );
        }
    }
}

#[test]
fn every_key_of_the_reader_has_a_row_with_its_tests() {
    let source = std::fs::read_to_string(root().join("crates/stiction-files/src/keys.rs")).unwrap();
    let keys: BTreeSet<String> = source.split('"').skip(1).step_by(2).map(String::from).collect();
    assert!(keys.len() > 50, "{keys:?}");
    let listed = cells("Where each rule is tested", 0);
    assert_eq!(keys.difference(&listed).collect::<Vec<_>>(), Vec::<&String>::new(), "keys without a test");
}
