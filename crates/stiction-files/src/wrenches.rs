//! Lists of wrenches in a JSON file: numbers exactly as written, fractions in strings.

use crate::depth::too_deep;
use crate::fault::Faults;
use crate::findings::Findings;
use crate::json_nodes;
use crate::node::At;
use crate::number::{list, numbers};
use crate::read::{Format, Limits, UnreadFile, note_depth, read_text};
use std::path::Path;
use stiction_proof::Rational;

/// The wrenches of a JSON text: a list of lists of numbers, angular first.
///
/// ```
/// use stiction_files::read_wrenches;
/// use stiction_proof::Rational;
/// let wrenches = read_wrenches(r#"[[0, 0, -9.81], [0, "1/3", 0]]"#).unwrap();
/// assert_eq!(wrenches[0][2], Rational::new(-981, 100));
/// let faults = read_wrenches("[[0, 0, true], 5]").unwrap_err();
/// assert_eq!(faults.faults.len(), 2);
/// ```
pub fn read_wrenches(text: &str) -> Result<Vec<Vec<Rational>>, Faults> {
    let mut found = Findings::new(text);
    let wrenches = parse(text, &mut found).unwrap_or_default();
    found.finish()?;
    Ok(wrenches)
}

/// The wrenches of a file.
pub fn read_wrenches_file(path: &Path, limits: &Limits) -> Result<Vec<Vec<Rational>>, UnreadFile> {
    let text = read_text(path, limits)?;
    read_wrenches(&text).map_err(|faults| UnreadFile { faults, text })
}

fn parse(text: &str, found: &mut Findings<'_>) -> Option<Vec<Vec<Rational>>> {
    if let Some(span) = too_deep(text, Format::Json) {
        note_depth(span, found);
        return None;
    }
    let root = json_nodes::parse(text, found)?;
    let root = At::root(&root);
    let lists = list(&root, "a list of wrenches, [[m, fx, fy], …]", found)?;
    let wrenches: Vec<Option<Vec<Rational>>> =
        lists.map(|wrench| numbers(&wrench, found)?.into_iter().collect()).collect();
    if wrenches.is_empty() {
        found.fault("length", &root, "there are no wrenches", "write at least one: [[0, 0, -9.81]]");
    }
    wrenches.into_iter().collect()
}
