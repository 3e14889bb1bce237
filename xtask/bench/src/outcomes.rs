//! Everything that can happen, one solution of a complementarity problem, and a map, each with its check.
//!
//! The peer of one solution is quantecon's Lemke. The peer of all solutions is Siconos' enumeration, where it can be
//! had: it tries the 2¹⁶ complementary bases of the same four contacts at rest, in doubles, with no word on families
//! or on what is not there.

use crate::measure::{median, per_pass};
use crate::peers::Script;
use serde_json::{Value, json};
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use stiction::ask::lcp::{LemkeEnd, one_solution};
use stiction::ask::outcomes::{lower, map, one_outcome, outcomes};
use stiction::scene::{Axis, Body, Contact, Curvature, Party, Scene};
use stiction::screw::Planar;
use stiction_proof::{LcpProblem, Rational};

const ROUNDS: usize = 5;
const SIZE: usize = 32;

struct Random(u64);

impl Random {
    fn below(&mut self, count: u64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % count) as i64
    }

    fn tenths(&mut self) -> Rational {
        Rational::new(self.below(41) - 20, 10)
    }
}

/// A body at rest among walls, with loads, tenths everywhere.
fn at_rest(seed: u64, contacts: usize) -> Scene<Planar> {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut body = Body::new("part")
        .with_mass(Rational::new(10 + random.below(20), 10))
        .with_inertia(Rational::new(10 + random.below(20), 10));
    body.wrench = [random.tenths(), random.tenths(), random.tenths()];
    let mut scene = Scene::new().with_gravity([Rational::zero(), Rational::new(-981, 100)]).with_body(body);
    let normals = [[3, 4], [-3, 4], [0, 1], [5, 12], [-5, 12], [4, 3], [-8, 15], [1, 0]];
    for _ in 0..contacts {
        let normal = normals[random.below(8) as usize];
        let point = [random.tenths(), random.tenths()];
        let friction = Rational::new(random.below(10), 10);
        scene = scene.with_contact(Contact::planar(Party::Body(0), point, normal).with_friction(friction));
    }
    scene
}

/// `M = B·Bᵀ + 1` with short entries, and a vector of both signs.
fn positive(seed: u64) -> LcpProblem {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let b: Vec<Vec<i64>> = (0..SIZE).map(|_| (0..SIZE).map(|_| random.below(9) - 4).collect()).collect();
    let entry = |row: usize, column: usize| {
        let product: i64 = b[row].iter().zip(&b[column]).map(|(x, y)| x * y).sum();
        Rational::from(product + i64::from(row == column))
    };
    LcpProblem {
        matrix: (0..SIZE).map(|row| (0..SIZE).map(|column| entry(row, column)).collect()).collect(),
        q: (0..SIZE).map(|_| Rational::from(random.below(201) - 100)).collect(),
    }
}

/// Scenes of four contacts at rest.
const RESTING: u64 = 40;
/// Rounds with Siconos, which takes seconds for each.
const ENUMERATIONS: usize = 3;
/// Contacts of the scenes of which one outcome is found.
const MANY: usize = 32;

/// The contacts of a scene of [`at_rest`] as a complementarity problem: with the edges' shares `p`, `m` of the
/// tangential force and the slip `σ`, `fn ⊥ an`, `p ⊥ σ + at`, `m ⊥ σ − at`, `σ ⊥ μ·fn − p − m`.
fn complementary(scene: &Scene<Planar>) -> Value {
    let body = &scene.bodies[0];
    let [mass, inertia] =
        [&body.mass, &body.inertia].map(|entry| entry.as_ref().map_or(1.0, Rational::to_f64));
    let inverse = [1.0 / inertia, 1.0 / mass, 1.0 / mass];
    let mut load = body.wrench.each_ref().map(Rational::to_f64);
    load[2] -= 9.81 * mass;
    let rows: Vec<[[f64; 3]; 2]> = scene
        .contacts
        .iter()
        .map(|contact| {
            let [x, y] = contact.point.each_ref().map(Rational::to_f64);
            let [nx, ny] = contact.normal.each_ref().map(Rational::to_f64);
            let size = nx.hypot(ny);
            let wrench = |[fx, fy]: [f64; 2]| [x * fy - y * fx, fx, fy];
            [wrench([nx / size, ny / size]), wrench([-ny / size, nx / size])]
        })
        .collect();
    let inner = |a: &[f64; 3], b: &[f64; 3]| (0..3).map(|i| a[i] * inverse[i] * b[i]).sum::<f64>();
    let size = 4 * rows.len();
    let (mut matrix, mut vector) = (vec![vec![0.0; size]; size], vec![0.0; size]);
    for (i, [n, t]) in rows.iter().enumerate() {
        for (j, [other_n, other_t]) in rows.iter().enumerate() {
            for (place, (row, sign)) in [(n, 1.0), (t, 1.0), (t, -1.0)].into_iter().enumerate() {
                let at = 4 * i + place;
                matrix[at][4 * j] = sign * inner(row, other_n);
                matrix[at][4 * j + 1] = sign * inner(row, other_t);
                matrix[at][4 * j + 2] = -sign * inner(row, other_t);
            }
        }
        let slip = 4 * i + 3;
        (matrix[slip - 2][slip], matrix[slip - 1][slip]) = (1.0, 1.0);
        (matrix[slip][slip - 2], matrix[slip][slip - 1]) = (-1.0, -1.0);
        matrix[slip][slip - 3] = scene.contacts[i].friction.at_rest.to_f64();
        let [normal, across] = [inner(n, &load), inner(t, &load)];
        (vector[slip - 3], vector[slip - 2], vector[slip - 1]) = (normal, across, -across);
    }
    json!({ "M": matrix, "q": vector })
}

/// Seconds of one answer, the median over rounds of the mean over scenes.
fn happening(contacts: usize, scenes: u64) -> Result<f64, String> {
    let scenes: Vec<Scene<Planar>> = (0..scenes).map(|seed| at_rest(seed, contacts)).collect();
    for scene in &scenes {
        let problem = lower(scene).map_err(|misfits| misfits[0].message.clone())?.problem;
        outcomes(&problem).map_err(|fault| format!("{fault:?}"))?;
    }
    let pass = || {
        scenes
            .iter()
            .filter_map(|scene| outcomes(&lower(black_box(scene)).ok()?.problem).ok())
            .map(|all| all.happenings.len())
            .sum::<usize>()
    };
    let times = (0..ROUNDS).map(|_| per_pass(pass).0 / scenes.len() as f64).collect();
    Ok(median(times))
}

/// Seconds of one answer of ours and of Siconos, in turns on the same scenes; Siconos must see a solution wherever
/// one exists.
fn enumerated(peers: &mut Script, scenes: &[Scene<Planar>]) -> Result<Option<[f64; 2]>, String> {
    let pass = || {
        scenes
            .iter()
            .map(|scene| outcomes(&lower(black_box(scene)).ok()?.problem).ok())
            .map(|all| all.is_some_and(|all| !all.happenings.is_empty()))
            .collect::<Vec<bool>>()
    };
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ENUMERATIONS {
        let answer = peers.ask("siconos", "rest")?;
        let Some(seconds) = answer["seconds"].as_f64() else { return Ok(None) };
        theirs.push(seconds);
        let (seconds, possible) = per_pass(pass);
        ours.push(seconds);
        let counts = answer["counts"].as_array().ok_or("Siconos gave no counts")?;
        for (index, (ours, count)) in possible.iter().zip(counts).enumerate() {
            if *ours != (count.as_i64() > Some(0)) {
                return Err(format!("scene {index}: ours says {ours}, Siconos lists {count} solutions"));
            }
        }
    }
    Ok(Some([median(ours), median(theirs)].map(|seconds| seconds / scenes.len() as f64)))
}

/// Seconds of one outcome among many contacts, from the scene to the laws asked exactly.
fn one_of_many() -> Result<f64, String> {
    let scenes: Vec<Scene<Planar>> = (0..20).map(|seed| at_rest(seed, MANY)).collect();
    let pass = || {
        let one = |scene: &Scene<Planar>| one_outcome(&lower(black_box(scene)).ok()?.problem).ok()?;
        scenes.iter().map(one).collect::<Vec<_>>()
    };
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let (seconds, found) = per_pass(pass);
        let solved = found.iter().flatten().count();
        if solved != scenes.len() {
            return Err(format!("one outcome was found in {solved} of {} scenes", scenes.len()));
        }
        times.push(seconds / scenes.len() as f64);
    }
    Ok(median(times))
}

/// A rod that drags its foot, over friction and what pulls at it.
fn rod() -> Scene<Planar> {
    let mut rod = Body::<Planar>::new("rod").with_mass(1).with_inertia(Rational::new(1, 3));
    rod.twist = [0, -1, 0].map(Rational::from);
    let mut foot = Contact::planar(Party::Body(0), [Rational::new(-5, 13), Rational::new(-12, 13)], [0, 1]);
    foot.curvature = Some([Curvature::Vertex, Curvature::Finite(Rational::zero())]);
    Scene::new().with_body(rod).with_contact(foot)
}

fn mapped() -> Result<f64, String> {
    let axes = [Axis::parse("contacts.1.friction=0:3:100")?, Axis::parse("bodies.rod.wrench.2=-1:1:100")?];
    map(&rod(), &axes[0], &axes[1])?;
    Ok(median((0..ROUNDS).map(|_| per_pass(|| map(&rod(), &axes[0], &axes[1])).0).collect()))
}

pub(crate) fn run(python: &Path, siconos: Option<&Path>, out: &mut dyn Write) -> Result<(), String> {
    let problems: Vec<LcpProblem> = (0..20).map(positive).collect();
    let doubles = |problem: &LcpProblem| -> Value {
        let list = |row: &Vec<Rational>| row.iter().map(Rational::to_f64).collect::<Vec<f64>>();
        json!({ "M": problem.matrix.iter().map(list).collect::<Vec<_>>(), "q": list(&problem.q) })
    };
    let listed: Vec<Value> = problems.iter().map(doubles).collect();
    let resting: Vec<Scene<Planar>> = (0..RESTING).map(|seed| at_rest(seed, 4)).collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("outcomes_peers.py");
    let rest: Vec<Value> = resting.iter().map(complementary).collect();
    let mut peers =
        Script::start(python, &script, &json!({ "lcp": listed, "rest": rest, "siconos": siconos }))?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let pass = || problems.iter().map(|problem| one_solution(black_box(problem))).collect::<Vec<_>>();
        let (seconds, found) = per_pass(pass);
        let solved =
            found.iter().filter(|one| !matches!(one.end, LemkeEnd::Ray { .. } | LemkeEnd::Lost)).count();
        if solved != problems.len() {
            return Err(format!("{solved} of {} problems were solved", problems.len()));
        }
        ours.push(seconds / problems.len() as f64);
        let answer = peers.ask("quantecon", "lcp")?;
        theirs.push(answer["seconds"].as_f64().ok_or("quantecon gave no time")? / problems.len() as f64);
    }
    let (ours, theirs) = (median(ours), median(theirs));
    let all = enumerated(&mut peers, &resting)?;
    let [four, eight, map] = [happening(4, RESTING)?, happening(8, 8)?, mapped()?];
    let one = one_of_many()?;
    let write =
        |out: &mut dyn Write, line: String| writeln!(out, "{line}").map_err(|fault| fault.to_string());
    write(
        out,
        format!("one solution, n = {SIZE}: stiction {:.0} µs, quantecon {:.0} µs", ours * 1e6, theirs * 1e6),
    )?;
    write(
        out,
        format!(
            "all that happens at rest: 4 contacts {:.3} ms, 8 contacts {:.1} ms",
            four * 1e3,
            eight * 1e3
        ),
    )?;
    write(out, format!("one outcome among {MANY} contacts, exactly: {:.0} µs", one * 1e6))?;
    write(out, format!("map of 100 × 100: {map:.3} s"))?;
    match all {
        Some([ours, theirs]) => {
            write(
                out,
                format!(
                    "all solutions of 4 contacts, the same {RESTING} scenes: stiction {:.3} ms, Siconos' enumeration {:.1} ms",
                    ours * 1e3,
                    theirs * 1e3
                ),
            )?;
            write(out, format!("ratio outcomes siconos_rest_4 {:.0}", theirs / ours))?;
        }
        None => write(out, "Siconos is not here: its Debian packages could not be had".to_owned())?,
    }
    write(out, format!("ratio outcomes lcp_{SIZE} {:.2}", theirs / ours))?;
    write(out, format!("figure outcomes lcp_{SIZE} {:.1} µs", ours * 1e6))?;
    write(out, format!("figure outcomes one_of_{MANY}_contacts {:.1} µs", one * 1e6))?;
    write(out, format!("figure outcomes rest_4 {:.4} ms", four * 1e3))?;
    write(out, format!("figure outcomes rest_8 {:.4} s", eight))?;
    write(out, format!("figure outcomes map_100x100 {map:.4} s"))
}
