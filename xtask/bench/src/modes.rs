//! Contact modes: ours, witnesses included, beside a search that asks HiGHS about every label.
//!
//! The peer goes contact by contact, and keeps a beginning of a mode only if a linear program finds a motion for it; it is asked where
//! that ends within seconds. The cases are those of the corpus, and the stack of two boxes with all its slips.

use crate::measure::{median, per_pass};
use crate::peers::Script;
use serde_json::{Value, json};
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use stiction::ask::modes::{MOST, modes};
use stiction::mode::{Kinematics, Row};
use stiction::scene::{AnyScene, Scene};
use stiction::shape::Geometry;
use stiction_files::{Format, read_scene};

const ROUNDS: usize = 5;

/// Case of the corpus, and whether the peer is asked.
const CASES: [(&str, &str, bool); 9] = [
    ("modes_planar", "p_rand_n32", true),
    ("modes_planar", "p_rand_n8_s1", true),
    ("modes_spatial", "s_plane_n4", true),
    ("modes_spatial", "s_rand_n3_s1", true),
    ("modes_spatial", "s_rand_n8_s1", false),
    ("modes_spatial", "s_rand_n10", false),
    ("modes_spatial", "s_rand_n16", false),
    ("modes_spatial", "s_plane_n24", false),
    ("modes_spatial", "s_boxbox_2bodies_contacts", false),
];

struct Case {
    name: String,
    scene: AnyScene,
    has_peer: bool,
}

pub(crate) fn run(python: &Path, out: &mut dyn Write) -> Result<(), String> {
    let cases = cases()?;
    let asked: Value = cases.iter().filter(|case| case.has_peer).map(rows).collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("modes_peers.py");
    let mut script = Script::start(python, &script, &asked)?;
    let written = |fault: std::io::Error| fault.to_string();
    writeln!(out, "{ROUNDS} rounds in turns, medians of one list, from the scene in memory")
        .map_err(written)?;
    writeln!(out, "{:28} {:10} {:>12} {:>8}", "case", "who", "µs", "modes").map_err(written)?;
    let mut lines = Vec::new();
    for case in &cases {
        let (mut ours, mut theirs, mut count) = (Vec::new(), Vec::new(), 0);
        for _ in 0..ROUNDS {
            let (seconds, found) = per_pass(|| listed(black_box(&case.scene)));
            ours.push(seconds);
            count = found;
            if case.has_peer {
                let answer = script.ask("highs", &case.name)?;
                theirs.extend(answer["seconds"].as_f64());
                if answer["modes"].as_u64() != Some(count) {
                    return Err(format!("{}: {count} modes, and {} by HiGHS", case.name, answer["modes"]));
                }
            }
        }
        let ours = median(ours);
        writeln!(out, "{:28} {:10} {:12.1} {count:8}", case.name, "stiction", ours * 1e6).map_err(written)?;
        lines.push(format!("figure modes {} {:.1} us", case.name, ours * 1e6));
        if case.has_peer {
            let theirs = median(theirs);
            writeln!(out, "{:28} {:10} {:12.1} {count:8}", case.name, "highs", theirs * 1e6)
                .map_err(written)?;
            lines.push(format!("ratio modes {} {:.0}", case.name, theirs / ours));
        }
    }
    lines.iter().try_for_each(|line| writeln!(out, "{line}")).map_err(written)
}

fn listed(scene: &AnyScene) -> u64 {
    let count = match scene {
        AnyScene::Planar(scene) => modes(scene, false, MOST).map(|modes| modes.count()),
        AnyScene::Spatial(scene) => modes(scene, false, MOST).map(|modes| modes.count()),
    };
    count.ok().and_then(|count| u64::try_from(count).ok()).unwrap_or(0)
}

fn cases() -> Result<Vec<Case>, String> {
    let read = |(topic, id, has_peer): &(&str, &str, bool)| -> Result<Case, String> {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../corpus/cases/{topic}.json"));
        let text = std::fs::read_to_string(&file).map_err(|fault| format!("{}: {fault}", file.display()))?;
        let cases: Value = serde_json::from_str(&text).map_err(|fault| fault.to_string())?;
        let found = cases.as_array().into_iter().flatten().find(|case| case["id"] == *id);
        let scene = found.map(|case| case["scene"].to_string()).ok_or_else(|| format!("no case {id}"))?;
        let scene = read_scene(&scene, Format::Json, id).map_err(|faults| faults.to_string())?.scene;
        Ok(Case { name: id.trim_end_matches("_contacts").to_owned(), scene, has_peer: *has_peer })
    };
    CASES.iter().map(read).collect()
}

/// The rows of a case in doubles: of each contact the normal's, then the tangents'.
fn rows(case: &Case) -> Value {
    fn of<S: Geometry>(scene: &Scene<S>) -> Value {
        let kinematics = Kinematics::new(scene);
        let row = |row: &Row<S>| -> Vec<f64> { kinematics.dense(row).iter().map(|x| x.to_f64()).collect() };
        let contacts = kinematics.contacts.iter();
        contacts
            .map(|contact| {
                let tangents: Vec<Vec<f64>> = contact.tangents.iter().map(row).collect();
                json!({ "normal": row(&contact.normal), "tangents": tangents })
            })
            .collect()
    }
    let contacts = match &case.scene {
        AnyScene::Planar(scene) => of(scene),
        AnyScene::Spatial(scene) => of(scene),
    };
    json!({ "name": case.name, "contacts": contacts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cases_have_the_modes_that_they_are_known_for() {
        let counts: Vec<u64> = cases().unwrap().iter().map(|case| listed(&case.scene)).collect();
        assert_eq!(counts, [10, 16, 196, 202, 840, 2180, 2318, 2900, 38_416]);
    }
}
