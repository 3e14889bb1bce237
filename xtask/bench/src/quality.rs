//! The largest ball of wrenches that a grasp in space resists: ours against the whole convex hull by Qhull.

use crate::grasps::SplitMix;
use crate::measure::{median, per_pass};
use crate::peers::Script;
use serde_json::{Value, json};
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use stiction::hull::{Effort, Origin, Points, Workspace};

const GRASPS: usize = 200;
const ROUNDS: usize = 5;
/// Edges of a friction pyramid.
const EDGES: usize = 8;
/// How far two radii may differ, as a part of the larger one.
const EQUAL: f64 = 1e-9;

type Vector = [f64; 3];

/// Point, unit normal into the part, and friction.
#[derive(Debug, Clone, Copy)]
struct Contact {
    point: Vector,
    normal: Vector,
    friction: f64,
}

struct Case {
    name: String,
    grasps: Vec<Vec<Contact>>,
}

/// A contender's seconds a grasp, and the radii.
struct Standing {
    seconds: f64,
    values: Vec<f64>,
}

pub(crate) fn run(python: &Path, out: &mut dyn Write) -> Result<(), String> {
    let cases: Vec<Case> = [3, 5].map(case).into();
    let problems: Value = cases.iter().map(to_json).collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("quality_peers.py");
    let mut script = Script::start(python, &script, &problems)?;
    let mut lines = Vec::new();
    let written = |fault: std::io::Error| fault.to_string();
    writeln!(out, "{GRASPS} closed grasps a case, {ROUNDS} rounds in turns, medians").map_err(written)?;
    writeln!(out, "{:14} {:10} {:>12} {:>12}", "case", "who", "µs", "grasps/s").map_err(written)?;
    for case in &cases {
        let [ours, peer] = interleaved(case, &mut script)?;
        equal(case, &ours.values, &peer.values)?;
        for (who, one) in [("stiction", &ours), ("scipy", &peer)] {
            let (micros, rate) = (one.seconds * 1e6, 1.0 / one.seconds);
            writeln!(out, "{:14} {who:10} {micros:12.2} {rate:12.0}", case.name).map_err(written)?;
        }
        lines.push(format!("ratio quality {} {:.1}", case.name, peer.seconds / ours.seconds));
        lines.push(format!("figure quality {} {:.0} grasps/s", case.name, 1.0 / ours.seconds));
    }
    lines.iter().try_for_each(|line| writeln!(out, "{line}")).map_err(written)
}

/// Both in turns.
fn interleaved(case: &Case, script: &mut Script) -> Result<[Standing; 2], String> {
    let (mut times, mut peers_times) = (Vec::new(), Vec::new());
    let (mut values, mut peers_values) = (Vec::new(), Vec::new());
    let count = case.grasps.len() as f64;
    let mut workspace = Workspace::new();
    for _ in 0..ROUNDS {
        let pass = || {
            let radius = |grasp: &Vec<Contact>| radius(black_box(grasp), &mut workspace).unwrap_or(f64::NAN);
            case.grasps.iter().map(radius).collect::<Vec<f64>>()
        };
        let (seconds, found) = per_pass(pass);
        times.push(seconds / count);
        values = found;
        let answer = script.ask("scipy", &case.name)?;
        peers_times.push(answer["seconds"].as_f64().ok_or("the peer has no seconds")? / count);
        let listed = answer["values"].as_array().ok_or("the peer has no values")?;
        peers_values = listed.iter().filter_map(Value::as_f64).collect();
    }
    Ok([
        Standing { seconds: median(times), values },
        Standing { seconds: median(peers_times), values: peers_values },
    ])
}

/// The radii are the same, or the run fails.
fn equal(case: &Case, ours: &[f64], peers: &[f64]) -> Result<(), String> {
    if ours.len() != peers.len() {
        return Err(format!("{}: {} radii against {}", case.name, ours.len(), peers.len()));
    }
    for (index, (ours, peer)) in ours.iter().zip(peers).enumerate() {
        let difference = (ours - peer).abs();
        if difference.is_nan() || difference > EQUAL * ours.abs().max(peer.abs()) {
            return Err(format!("{}: grasp {index} has radius {ours}, the peer's is {peer}", case.name));
        }
    }
    Ok(())
}

/// The radius of a closed grasp with its proof by facets; none of an open one.
fn radius(grasp: &[Contact], workspace: &mut Workspace<6>) -> Option<f64> {
    let mut wrenches = [[0.0; 6]; 5 * EDGES];
    let count = edges(grasp, &mut wrenches);
    let body = Points(&wrenches[..count]);
    let found = workspace.distance(&body, Origin::Inside, Effort::default()).ok()?;
    (found.lower > 0.0 && found.upper - found.lower <= EQUAL * found.value).then_some(found.value)
}

/// Fills `wrenches` (moment about the origin, force) with the edges of all friction pyramids.
fn edges(grasp: &[Contact], wrenches: &mut [[f64; 6]]) -> usize {
    let mut places = wrenches.iter_mut();
    let mut count = 0;
    for contact in grasp {
        let [first, second] = tangents(&contact.normal);
        for edge in 0..EDGES {
            let (sine, cosine) = (std::f64::consts::TAU * edge as f64 / EDGES as f64).sin_cos();
            let across = |k: usize| contact.friction * (cosine * first[k] + sine * second[k]);
            let force: Vector = std::array::from_fn(|k| contact.normal[k] + across(k));
            let moment = cross(&contact.point, &force);
            let Some(place) = places.next() else { return count };
            *place = [moment[0], moment[1], moment[2], force[0], force[1], force[2]];
            count += 1;
        }
    }
    count
}

fn tangents(normal: &Vector) -> [Vector; 2] {
    let axis = if normal[0].abs() < 0.6 { [1.0, 0.0, 0.0] } else { [0.0, 1.0, 0.0] };
    let first = unit(&cross(normal, &axis));
    [first, cross(normal, &first)]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: &Vector) -> Vector {
    let length = (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt();
    a.map(|entry| entry / length)
}

/// Closed grasps of `contacts` contacts on a roughly round part.
fn case(contacts: usize) -> Case {
    let mut random = SplitMix(contacts as u64);
    let mut workspace = Workspace::new();
    let mut grasps = Vec::new();
    while grasps.len() < GRASPS {
        let grasp: Vec<Contact> = (0..contacts).map(|_| contact(&mut random)).collect();
        if radius(&grasp, &mut workspace).is_some_and(|radius| radius > 1e-4) {
            grasps.push(grasp);
        }
    }
    Case { name: format!("epsilon-{contacts}x{EDGES}"), grasps }
}

/// A place anywhere on the part, its normal leaning off the centre.
fn contact(random: &mut SplitMix) -> Contact {
    let mut direction = |width: f64| -> Vector { std::array::from_fn(|_| random.around(width)) };
    let (outward, lean) = (unit(&direction(1.0)), direction(0.4));
    let radius = 1.0 + random.around(0.2);
    Contact {
        point: outward.map(|x| x * radius),
        normal: unit(&std::array::from_fn(|k| lean[k] - outward[k])),
        friction: 0.3 + 0.7 * random.unit(),
    }
}

fn to_json(case: &Case) -> Value {
    let wrenches = |grasp: &Vec<Contact>| {
        let mut wrenches = [[0.0; 6]; 5 * EDGES];
        let count = edges(grasp, &mut wrenches);
        wrenches[..count].to_vec()
    };
    json!({"name": case.name, "grasps": case.grasps.iter().map(wrenches).collect::<Vec<_>>()})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radii_that_differ_fail_the_run() {
        let case = Case { name: "epsilon-3x8".into(), grasps: Vec::new() };
        assert!(equal(&case, &[0.5, 1.0], &[0.5, 1.0 + 1e-10]).is_ok());
        assert!(equal(&case, &[0.5], &[0.5 + 1e-8]).is_err());
        assert!(equal(&case, &[0.5], &[f64::NAN]).is_err());
        assert!(equal(&case, &[0.5], &[]).is_err());
    }

    #[test]
    fn two_fingers_hold_nothing_about_their_line_with_points_alone() {
        let finger = |x: f64| Contact { point: [x, 0.0, 0.0], normal: [-x, 0.0, 0.0], friction: 0.5 };
        let mut workspace = Workspace::new();
        assert_eq!(radius(&[finger(1.0), finger(-1.0)], &mut workspace), None);
        let up = Contact { point: [0.0, 0.0, -1.0], normal: [0.0, 0.0, 1.0], friction: 0.5 };
        let held = radius(&[finger(1.0), finger(-1.0), up], &mut workspace).unwrap();
        assert!(held > 0.0 && held < 0.5, "{held}");
    }
}
