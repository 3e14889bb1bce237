//! Tables of faults, a row each, with ` -> ` between its columns.

#![allow(dead_code)] // every binary asks for its part

fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let columns = |row: &'static str| row.split(" -> ").collect::<Vec<_>>().try_into();
    table.lines().map(move |row| columns(row).unwrap_or_else(|_| panic!("{row}")))
}

/// `\\n` begins a new line.
fn written(text: &str) -> String {
    text.replace("\\n", "\n")
}

/// What is written, the code of its fault, and where that is.
pub fn cases(table: &'static str) -> impl Iterator<Item = (String, &'static str, &'static str)> {
    rows(table).map(|[text, code, path]| (written(text), code, path))
}

/// Every case has its fault at its place in `bodies.part`, among those that are found.
pub fn found_in_bodies(table: &'static str, found: impl Fn(&str) -> Vec<(&'static str, String)>) {
    for (body, code, path) in cases(table) {
        let found = found(&body);
        assert!(found.contains(&(code, format!("bodies.part.{path}"))), "{body}: {found:?}");
    }
}

/// What is replaced, by what, the code of the fault, and where that is.
pub fn changes(table: &'static str) -> impl Iterator<Item = ([String; 2], &'static str, &'static str)> {
    rows(table).map(|[from, to, code, path]| ([from, to].map(written), code, path))
}
