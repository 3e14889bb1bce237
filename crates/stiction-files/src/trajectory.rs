//! Where another program says that bodies are over time, in a JSON file: a list of records, or a report of `simulate`.

use crate::fault::Faults;
use crate::findings::Findings;
use crate::log::{of_file, records};
use crate::node::{At, Kind};
use crate::number::{note_length, number, numbers, wrong_type};
use crate::read::{Limits, UnreadFile};
use std::collections::BTreeMap;
use std::path::Path;
use stiction::ask::simulate::Recorded;

/// The records of a JSON text: a list of them, or a report with `frames`.
///
/// ```
/// use stiction_files::read_trajectory;
/// let log = read_trajectory(r#"[{ "t": 0.5, "bodies": { "rod": { "com": [1, "1/4"], "angle": 0.1 } } }]"#).unwrap();
/// assert_eq!((log[0].0, log[0].1["rod"]), (0.5, [1.0, 0.25, 0.1]));
/// assert_eq!(read_trajectory(r#"{ "frames": [{ "t": 0, "bodies": {} }] }"#).unwrap().len(), 1);
/// assert_eq!(read_trajectory(r#"[{ "bodies": { "rod": {} } }, { "t": 0 }]"#).unwrap_err().faults.len(), 3);
/// ```
pub fn read_trajectory(text: &str) -> Result<Vec<Recorded>, Faults> {
    records(text, parse)
}

/// The records of a file.
pub fn read_trajectory_file(path: &Path, limits: &Limits) -> Result<Vec<Recorded>, UnreadFile> {
    of_file(path, limits, read_trajectory)
}

const HELP: &str = "write [{ \"t\": 0, \"bodies\": { \"rod\": { \"com\": [0, 1], \"angle\": 0 } } }]";

fn parse(root: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Recorded>> {
    let list = if root.elements().is_some() { Some(root.clone()) } else { root.get("frames") };
    let Some(list) = list else {
        found.fault("missing", root, "there are no records", HELP);
        return None;
    };
    let Some(records) = list.elements() else {
        wrong_type(&list, "a list of records", found);
        return None;
    };
    if records.len() == 0 {
        found.fault("length", &list, "there are no records", HELP);
    }
    let all: Vec<Option<Recorded>> = records.map(|element| record(&element, found)).collect();
    all.into_iter().collect()
}

fn record(at: &At<'_>, found: &mut Findings<'_>) -> Option<Recorded> {
    let need = |at: &At<'_>, key: &str, found: &mut Findings<'_>| {
        if at.get(key).is_none() {
            found.fault("missing", at, format!("`{key}` is missing"), HELP);
        }
    };
    need(at, "t", found);
    need(at, "bodies", found);
    let time = at.get("t").and_then(|time| number(&time, found));
    let table = at.get("bodies")?;
    let Kind::Table(entries) = &table.node.kind else {
        wrong_type(&table, "a table with an entry for each body", found);
        return None;
    };
    let mut bodies = BTreeMap::new();
    for entry in entries {
        let body = table.entry(entry);
        need(&body, "com", found);
        let place = body.get("com").and_then(|com| two(&com, found));
        let angle =
            body.get("angle").map_or(Some(0.0), |angle| number(&angle, found).map(|one| one.to_f64()));
        if let (Some([x, y]), Some(angle)) = (place, angle) {
            bodies.insert(entry.key.clone(), [x, y, angle]);
        }
    }
    Some((time?.to_f64(), bodies))
}

fn two(at: &At<'_>, found: &mut Findings<'_>) -> Option<[f64; 2]> {
    let values = numbers(at, found)?;
    let [x, y] = &values[..] else {
        note_length(at, values.len(), 2, "[x, y]", found);
        return None;
    };
    Some([x.as_ref()?.to_f64(), y.as_ref()?.to_f64()])
}
