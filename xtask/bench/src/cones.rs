//! Cones converted from one form to the other: ours against cddlib in doubles, and cddlib (where the system has its
//! library with GMP) and the Parma Polyhedra Library in exact numbers.

use crate::grasps::SplitMix;
use crate::measure::{median, per_pass};
use crate::peers::Script;
use serde_json::{Value, json};
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use stiction::cone::{Cone, Rows, Workspace};

const ROUNDS: usize = 5;
const PEERS: [&str; 3] = ["cddlib", "cddlib-gmp", "ppl"];

/// Rows to convert.
struct Case {
    name: String,
    width: usize,
    from_generators: bool,
    rows: Vec<Vec<i64>>,
}

/// Seconds of one conversion, and how many rays (or normals) and lines (or equalities) came out.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Standing {
    seconds: f64,
    found: Option<[u64; 2]>,
}

pub(crate) fn run(python: &Path, out: &mut dyn Write) -> Result<(), String> {
    let cases = cases();
    let problems: Value = cases.iter().map(to_json).collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("cones_peers.py");
    let mut script = Script::start(python, &script, &problems)?;
    let written = |fault: std::io::Error| fault.to_string();
    let mut lines = Vec::new();
    writeln!(
        out,
        "{ROUNDS} rounds in turns, medians of one conversion; matrices are built outside the clock"
    )
    .map_err(written)?;
    writeln!(out, "{:22} {:22} {:>12} {:>6} {:>6}", "case", "who", "µs", "rays", "lines").map_err(written)?;
    for case in &cases {
        let standings = compare(case, &mut script)?;
        for (who, standing) in &standings {
            let numbers =
                standing.found.map_or(["?".into(), "?".into()], |found| found.map(|n| n.to_string()));
            let micros = standing.seconds * 1e6;
            writeln!(out, "{:22} {who:22} {micros:12.2} {:>6} {:>6}", case.name, numbers[0], numbers[1])
                .map_err(written)?;
        }
        lines.extend(ratios(case, &standings));
    }
    lines.extend(growth("round", |count| round(count, 100_000_000)));
    lines.extend(growth("grid", grid));
    lines.iter().try_for_each(|line| writeln!(out, "{line}")).map_err(written)
}

/// Times in a workspace as the number of half-spaces grows, and the last over the first beside n log n: 1 is n log n
/// itself.
fn growth(family: &str, rows: impl Fn(usize) -> Vec<Vec<i64>>) -> Vec<String> {
    let counts = [64, 256, 1024, 4096];
    let times = counts.map(|count| {
        let normals: Vec<[i64; 3]> = rows(count).iter().map(|row| [row[0], row[1], row[2]]).collect();
        let mut workspace = Workspace::new();
        median((0..ROUNDS).map(|_| per_pass(|| wrapped(&mut workspace, black_box(&normals))).0).collect())
    });
    let name = |tail: &dyn std::fmt::Display| format!("figure cones r3-{family}-{tail}");
    let time = |(count, time): (usize, f64)| format!("{} {:.2} us", name(&count), time * 1e6);
    let mut lines: Vec<String> = counts.into_iter().zip(times).map(time).collect();
    let steps = |count: usize| count as f64 * (count as f64).log2();
    let ratio = times[3] / times[0] / (steps(counts[3]) / steps(counts[0]));
    lines.push(format!("{} {ratio:.2} of n log n, 64 to 4096", name(&"growth")));
    lines
}

/// All contenders in turns.
fn compare(case: &Case, script: &mut Script) -> Result<Vec<(&'static str, Standing)>, String> {
    let ours: &[&'static str] =
        if case.width == 3 { &["stiction", "stiction-workspace"] } else { &["stiction"] };
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); ours.len() + PEERS.len()];
    let mut found: Vec<Option<[u64; 2]>> = vec![None; times.len()];
    for _ in 0..ROUNDS {
        for (at, who) in ours.iter().enumerate() {
            let (seconds, numbers) = measured(who, case);
            times[at].push(seconds);
            found[at] = numbers;
        }
        for (at, peer) in PEERS.iter().enumerate().map(|(at, peer)| (at + ours.len(), peer)) {
            let answer = script.ask(peer, &case.name)?;
            times[at].extend(answer["seconds"].as_f64());
            found[at] =
                answer["rays"].as_u64().zip(answer["lines"].as_u64()).map(|(rays, lines)| [rays, lines]);
        }
    }
    let names = ours.iter().chain(&PEERS);
    let standings = names.zip(times).zip(&found).filter(|((_, times), _)| !times.is_empty());
    let standings: Vec<(&str, Standing)> = standings
        .map(|((who, times), found)| (*who, Standing { seconds: median(times), found: *found }))
        .collect();
    agree(&case.name, &standings)?;
    Ok(standings)
}

/// Those that are exact found the same, or the run fails.
fn agree(case: &str, standings: &[(&str, Standing)]) -> Result<(), String> {
    let exact = || standings.iter().filter(|(who, _)| *who != "cddlib");
    match exact().find(|(_, one)| Some(one.found) != exact().next().map(|(_, first)| first.found)) {
        Some((who, one)) => {
            Err(format!("{case}: {who} found {:?}, ours {:?}", one.found, standings[0].1.found))
        }
        None => Ok(()),
    }
}

/// The peers' times over ours; in R³ over those of the workspace, and `-cone` over those of cones of their own.
fn ratios(case: &Case, standings: &[(&str, Standing)]) -> Vec<String> {
    let of = |who: &str| standings.iter().find(|(name, _)| *name == who).map(|(_, one)| one.seconds);
    let line = |tail: &str, peer: &str, ours: &str| {
        let ratio = of(peer)? / of(ours)?;
        Some(format!("ratio cones {}{tail} {ratio:.1}", case.name))
    };
    let ours = if case.width == 3 { "stiction-workspace" } else { "stiction" };
    let lines = [
        line("", "cddlib", ours),
        line("-gmp", "cddlib-gmp", ours),
        line("-ppl", "ppl", ours),
        line("-cone", "cddlib", "stiction").filter(|_| case.width == 3),
    ];
    lines.into_iter().flatten().collect()
}

fn measured(who: &str, case: &Case) -> (f64, Option<[u64; 2]>) {
    let given = Rows::from_integers(case.width, &case.rows).ok();
    let none = Rows::none(case.width);
    if who == "stiction-workspace" {
        let rows: Vec<[i64; 3]> = case.rows.iter().map(|row| [row[0], row[1], row[2]]).collect();
        let mut workspace = Workspace::new();
        return per_pass(|| wrapped(&mut workspace, black_box(&rows)));
    }
    per_pass(|| {
        let given = black_box(given.as_ref()?);
        if case.from_generators {
            let cone = Cone::from_generators(given, &none).ok()?;
            Some([cone.normals().len() as u64, cone.equalities().len() as u64])
        } else {
            let cone = Cone::from_halfspaces(given, &none).ok()?;
            Some([cone.rays().len() as u64, cone.lines().len() as u64])
        }
    })
}

fn wrapped(workspace: &mut Workspace, normals: &[[i64; 3]]) -> Option<[u64; 2]> {
    let sides = workspace.from_halfspaces(normals)?;
    Some([sides.rays.len() as u64, sides.lines.len() as u64])
}

/// Normals around a round cone.
fn round(count: usize, radius: i64) -> Vec<Vec<i64>> {
    let row = |at: usize| {
        let (sine, cosine) = (std::f64::consts::TAU * at as f64 / count as f64).sin_cos();
        vec![(cosine * radius as f64).round() as i64, (sine * radius as f64).round() as i64, radius]
    };
    (0..count).map(row).collect()
}

/// Normals through the points of a square lattice: many in every plane.
fn grid(count: usize) -> Vec<Vec<i64>> {
    let side = count.isqrt();
    let at = |index: usize| (2 * index as i64) - side as i64 + 1;
    (0..side * side).map(|index| vec![at(index / side), at(index % side), side as i64]).collect()
}

fn cases() -> Vec<Case> {
    let mut random = SplitMix(7);
    let mut whole = move |size: i64| (random.around(size as f64 + 1.0)) as i64;
    let space = |name: &str, rows: Vec<Vec<i64>>| Case {
        name: format!("r3-{name}-64"),
        width: 3,
        from_generators: false,
        rows,
    };
    let many = |row: &mut dyn FnMut() -> Vec<i64>| (0..64).map(|_| row()).collect::<Vec<_>>();
    let mut cases = vec![space("round", round(64, 1_000_000))];
    cases.push(space("random", many(&mut || vec![whole(1000), whole(1000), 1 + whole(1000).abs()])));
    // Many facets through one edge, many rows twice: directions of a small grid above a plane.
    cases.push(space("grid", many(&mut || vec![whole(2), whole(2), 2])));
    cases.push(space(
        "near",
        many(&mut || vec![1_000_000 + whole(1), 1_000_000 + whole(1), 1_000_000 + whole(1)]),
    ));
    // All normals in one plane: a line is left.
    cases.push(space(
        "line",
        many(&mut || {
            let (a, b) = (1 + whole(50).abs(), whole(50));
            vec![a + b, a - b, 2 * a]
        }),
    ));
    // Opposite normals: a flat cone.
    cases.push(space("flat", many(&mut || vec![whole(30), whole(30), 40])));
    if let Some(flat) = cases.last_mut() {
        flat.rows[20] = vec![0, 1, 0];
        flat.rows[40] = vec![0, -1, 0];
        flat.rows.iter_mut().for_each(|row| row[2] += row[0].abs());
    }
    // Normals all around: the origin alone.
    cases.push(space("closed", many(&mut || vec![whole(100), whole(100), whole(100)])));
    let mut front = || (0..5).map(|_| whole(100)).chain([100]).collect::<Vec<i64>>();
    let rows = (0..32).map(|_| front()).collect();
    cases.push(Case { name: "r6-random-32".into(), width: 6, from_generators: true, rows });
    cases.push(Case { name: "r6-grasp-32".into(), width: 6, from_generators: true, rows: grasp() });
    cases
}

/// The wrenches of the friction edges of four contacts, eight each, on the faces of a cube.
fn grasp() -> Vec<Vec<i64>> {
    let edges = [[12, 0], [9, 8], [0, 12], [-9, 8], [-12, 0], [-9, -8], [0, -12], [9, -8]];
    let contacts: [([i64; 3], usize, i64); 4] =
        [([-10, 1, 2], 0, 1), ([10, -2, 1], 0, -1), ([1, -10, 3], 1, 1), ([2, 1, -10], 2, 1)];
    let wrench = |(point, axis, sign): ([i64; 3], usize, i64), edge: [i64; 2]| {
        let mut force = [0; 3];
        force[axis] = 20 * sign;
        force[(axis + 1) % 3] = edge[0];
        force[(axis + 2) % 3] = edge[1];
        let moment = |j: usize, k: usize| point[j] * force[k] - point[k] * force[j];
        vec![moment(1, 2), moment(2, 0), moment(0, 1), force[0], force[1], force[2]]
    };
    contacts.iter().flat_map(|contact| edges.map(|edge| wrench(*contact, edge))).collect()
}

fn to_json(case: &Case) -> Value {
    let from = if case.from_generators { "generators" } else { "halfspaces" };
    json!({ "name": case.name, "from": from, "rows": case.rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_ones_that_differ_fail_the_run_and_doubles_may() {
        let one = |rays: u64| Standing { seconds: 1.0, found: Some([rays, 0]) };
        assert!(agree("c", &[("stiction", one(3)), ("cddlib", one(4)), ("ppl", one(3))]).is_ok());
        assert!(agree("c", &[("stiction", one(3)), ("ppl", one(4))]).is_err());
    }

    #[test]
    fn cases_are_what_their_names_say() {
        let numbers = |name: &str| {
            let cases = cases();
            let case = cases.iter().find(|case| case.name == name).unwrap();
            measured("stiction", case).1.unwrap()
        };
        assert_eq!(numbers("r3-round-64"), [64, 0]);
        assert_eq!(numbers("r3-line-64")[1], 1);
        assert_eq!(numbers("r3-closed-64"), [0, 0]);
        assert_eq!(numbers("r3-flat-64"), [2, 0]);
        assert!(numbers("r6-random-32")[0] > 100);
        let square: Vec<[i64; 3]> = grid(64).iter().map(|row| [row[0], row[1], row[2]]).collect();
        assert_eq!((square.len(), wrapped(&mut Workspace::new(), &square)), (64, Some([4, 0])));
    }
}
