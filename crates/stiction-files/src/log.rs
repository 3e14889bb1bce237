//! What another program reports of a scene, in a JSON file: forces and accelerations, to be judged.

use crate::depth::too_deep;
use crate::fault::Faults;
use crate::findings::Findings;
use crate::json_nodes;
use crate::node::{At, Kind};
use crate::number::{known_keys, note_length, number, numbers, wrong_type};
use crate::read::{Format, Limits, UnreadFile, note_depth, read_text};
use std::path::Path;
use stiction::ask::outcomes::Reported;
use stiction_proof::Rational;

/// The records of a JSON text: one, or a list of them.
///
/// ```
/// use stiction_files::read_log;
/// let log = read_log(r#"{ "acceleration": { "rod": [0, 0, -9.81] }, "forces": { "foot": [1, "-1/3"] } }"#).unwrap();
/// assert_eq!((log.len(), log[0].forces.len()), (1, 1));
/// let one = r#"{ "velocity": { "box": [0, 0, 0, 0, 0, 0.1] }, "forces": { "1": [1, 0, 0] }, "gap": { "1": -1e-4 } }"#;
/// let log = read_log(one).unwrap();
/// assert_eq!((log[0].velocities[0].1.len(), log[0].gaps.len()), (6, 1));
/// assert_eq!(read_log(r#"[{ "forces": { "foot": [1] } }, { "force": {} }]"#).unwrap_err().faults.len(), 2);
/// ```
pub fn read_log(text: &str) -> Result<Vec<Reported>, Faults> {
    records(text, parse)
}

/// The records of a file.
pub fn read_log_file(path: &Path, limits: &Limits) -> Result<Vec<Reported>, UnreadFile> {
    of_file(path, limits, read_log)
}

/// What a JSON text lists, read from its root, or every fault of it.
pub(crate) fn records<T>(
    text: &str,
    parse: fn(&At<'_>, &mut Findings<'_>) -> Option<Vec<T>>,
) -> Result<Vec<T>, Faults> {
    let mut found = Findings::new(text);
    let mut read = Vec::new();
    match too_deep(text, Format::Json) {
        Some(span) => note_depth(span, &mut found),
        None => {
            let root = json_nodes::parse(text, &mut found);
            read = root.and_then(|root| parse(&At::root(&root), &mut found)).unwrap_or_default();
        }
    }
    found.finish()?;
    Ok(read)
}

/// The same of a file.
pub(crate) fn of_file<T>(
    path: &Path,
    limits: &Limits,
    read: fn(&str) -> Result<T, Faults>,
) -> Result<T, UnreadFile> {
    let text = read_text(path, limits)?;
    read(&text).map_err(|faults| UnreadFile { faults, text })
}

fn parse(root: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Reported>> {
    let Some(records) = root.elements() else { return Some(vec![record(root, found)?]) };
    if records.len() == 0 {
        let help = "write at least one: [{ \"forces\": { \"foot\": [1, 0] } }]";
        found.fault("length", root, "there are no records", help);
    }
    Some(records.filter_map(|element| record(&element, found)).collect())
}

fn record(at: &At<'_>, found: &mut Findings<'_>) -> Option<Reported> {
    known_keys(at, &["time", "acceleration", "velocity", "forces", "gap"], found)?;
    let time = at.get("time").and_then(|time| number(&time, found));
    let motion = |word: &str| format!("[{word}], or in space angular, then linear, three numbers each");
    let turning = motion("alpha, ax, ay");
    let accelerations =
        named(at, "acceleration", found, |value, found| either(value, [3, 6], &turning, found));
    let moving = motion("w, vx, vy");
    let velocities = named(at, "velocity", found, |value, found| either(value, [3, 6], &moving, found));
    let pushing = "[fn, ft], or in space [fn, ft1, ft2]";
    let forces = named(at, "forces", found, |value, found| either(value, [2, 3], pushing, found));
    let gaps = named(at, "gap", found, number);
    Some(Reported { time, accelerations, velocities, forces, gaps })
}

/// As many numbers as the plane needs, or space; which of them it is, the scene knows.
fn either(
    at: &At<'_>,
    [plane, space]: [usize; 2],
    form: &str,
    found: &mut Findings<'_>,
) -> Option<Vec<Rational>> {
    let values = numbers(at, found)?;
    if values.len() != plane && values.len() != space {
        note_length(at, values.len(), plane, form, found);
        return None;
    }
    values.into_iter().collect()
}

/// The entries of a table, each under a name.
fn named<V>(
    at: &At<'_>,
    key: &str,
    found: &mut Findings<'_>,
    read: impl Fn(&At<'_>, &mut Findings<'_>) -> Option<V>,
) -> Vec<(String, V)> {
    let Some(table) = at.get(key) else { return Vec::new() };
    let Kind::Table(entries) = &table.node.kind else {
        wrong_type(&table, "a table with an entry for each name", found);
        return Vec::new();
    };
    let entry = |entry| {
        let value = table.entry(entry);
        Some((entry.key.clone(), read(&value, found)?))
    };
    entries.iter().filter_map(entry).collect()
}
