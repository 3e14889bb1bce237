//! Contact modes: ours, witnesses included, beside a search that asks HiGHS about every label.
//!
//! `found` is from the scene in memory to all modes, each with an integer point of its cell as the witness; groups
//! that are independent stay factors of a product. `written` walks them besides: every mode as its text with the
//! twists of all bodies in fractions.
//!
//! The peer goes contact by contact, and keeps a beginning of a mode only if a linear program finds a motion for it;
//! it is asked where that ends within seconds. The cases are those of the corpus, the stack of two boxes with all its
//! slips, and eight contacts drawn at random that have 1912 modes.

use crate::grasps::SplitMix;
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
    writeln!(out, "{:24} {:>12} {:>12} {:>14} {:>8}", "case", "found µs", "written µs", "highs µs", "modes")
        .map_err(written)?;
    let mut lines = Vec::new();
    for case in &cases {
        let (mut found, mut whole, mut theirs, mut count) = (Vec::new(), Vec::new(), Vec::new(), 0);
        for _ in 0..ROUNDS {
            let (seconds, modes) = per_pass(|| counted(black_box(&case.scene)));
            found.push(seconds);
            count = modes;
            whole.push(per_pass(|| walked(black_box(&case.scene))).0);
            if case.has_peer {
                let answer = script.ask("highs", &case.name)?;
                theirs.extend(answer["seconds"].as_f64());
                if answer["modes"].as_u64() != Some(count) {
                    return Err(format!("{}: {count} modes, and {} by HiGHS", case.name, answer["modes"]));
                }
            }
        }
        let [found, whole, theirs] = [found, whole, theirs].map(|times| median(times) * 1e6);
        let peer = if case.has_peer { format!("{theirs:.1}") } else { "-".to_owned() };
        writeln!(out, "{:24} {found:12.1} {whole:12.1} {peer:>14} {count:8}", case.name).map_err(written)?;
        lines.push(format!("figure modes {} {found:.1} us", case.name));
        lines.push(format!("figure modes {}-written {whole:.1} us", case.name));
        if case.has_peer {
            lines.push(format!("ratio modes {} {:.0}", case.name, theirs / whole));
        }
    }
    lines.iter().try_for_each(|line| writeln!(out, "{line}")).map_err(written)
}

/// The modes, each with a witness in integers.
fn counted(scene: &AnyScene) -> u64 {
    let count = match scene {
        AnyScene::Planar(scene) => modes(scene, false, MOST).map(|modes| modes.count()),
        AnyScene::Spatial(scene) => modes(scene, false, MOST).map(|modes| modes.count()),
    };
    count.ok().and_then(|count| u64::try_from(count).ok()).unwrap_or(0)
}

/// The same, and each of them written with its twists.
fn walked(scene: &AnyScene) -> usize {
    let each = |listed: Result<stiction::ask::modes::Modes, _>| {
        listed.map_or(0, |modes| {
            modes.iter().fold(0, |count, mode| count + usize::from(black_box(mode.text.len()) < usize::MAX))
        })
    };
    match scene {
        AnyScene::Planar(scene) => each(modes(scene, false, MOST)),
        AnyScene::Spatial(scene) => each(modes(scene, false, MOST)),
    }
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
    let mut cases = CASES.iter().map(read).collect::<Result<Vec<Case>, String>>()?;
    cases.push(Case { name: "s_rand_n8".to_owned(), scene: drawn(SEED)?, has_peer: false });
    Ok(cases)
}

/// Seed of the eight contacts: the first whose scene has 1912 modes.
const SEED: u64 = 895;

/// Eight contacts at random whole points, pushing upwards at random.
fn drawn(seed: u64) -> Result<AnyScene, String> {
    let mut random = SplitMix(seed);
    let mut whole = |around: f64| random.around(around).round() as i64;
    let contacts: Vec<Value> = (0..8)
        .map(|_| {
            let point = [whole(10.0), whole(10.0), whole(10.0)];
            json!({ "on": "part", "point": point, "normal": [whole(5.0), whole(5.0), 1 + whole(5.0).abs()] })
        })
        .collect();
    let scene = json!({ "stiction": 1, "dimension": 3, "bodies": { "part": {} }, "contacts": contacts });
    let read = read_scene(&scene.to_string(), Format::Json, "drawn").map_err(|faults| faults.to_string())?;
    Ok(read.scene)
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
        let cases = cases().unwrap();
        let counts: Vec<u64> = cases.iter().map(|case| counted(&case.scene)).collect();
        assert_eq!(counts, [10, 16, 196, 202, 840, 2180, 2318, 2900, 38_416, 1912]);
        assert!(cases.iter().zip(&counts).all(|(case, count)| walked(&case.scene) as u64 == *count));
    }
}
