//! A crate that is published has in its package whatever its sources include.

use crate::sources::{files, read};

/// How many folders a path leads above the one it starts in.
fn climbs(path: &str) -> usize {
    path.split('/').take_while(|part| *part == "..").count()
}

/// The paths that a line includes, as they are written; those of tests and of examples in documents are not built.
fn included(line: &str) -> Option<&str> {
    let at = ["include_str!(", "include_bytes!("].iter().find_map(|word| line.split_once(word))?.1;
    at.split('"').nth(1)
}

#[test]
fn no_source_includes_a_file_that_lies_outside_of_its_crate() {
    let mut seen = 0;
    for path in files("crates", &[".rs"]) {
        // crates/NAME/src/…/FILE.rs
        let parts: Vec<&str> = path.split('/').collect();
        if parts.get(2) != Some(&"src") {
            continue;
        }
        let inside = parts.len() - 3;
        let text = read(&path);
        let mut lines = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
        let mut documents = false;
        for line in &mut lines {
            documents = line.contains("cfg(doctest)") || documents && line.starts_with("#[");
            let Some(file) = included(line).filter(|_| !documents) else { continue };
            seen += 1;
            assert!(climbs(file) <= inside, "{path} includes {file}, which its package has not");
        }
    }
    assert!(seen > 20, "{seen} includes were found");
}

#[test]
fn climbing_is_counted() {
    assert_eq!(["a.txt", "../scenes/a.toml", "../../../examples/a.toml"].map(climbs), [0, 1, 3]);
    assert_eq!(included("    (\"x\", include_bytes!(\"../scenes/x\")),"), Some("../scenes/x"));
}
