//! Jamming and wedging, with their proofs: no peer decides them.

use crate::measure::{median, per_pass};
use std::io::Write;
use std::time::Instant;
use stiction::ask::jam::{Locker, Locking, Rod, locking_map, moving, turned};
use stiction::ask::lower::ConeModel;
use stiction::scene::{Body, Contact, Party, Scene};
use stiction::screw::Planar;
use stiction_proof::{Constraint, ForceSign, JamProblem, Rational};

const SCENES: usize = 200;
const SIDE: u64 = 200;
const ROUNDS: usize = 9;

/// Small numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, most: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as i64 % (2 * most + 1) - most
    }
}

/// A body that turns about a point on the lines of three normals, so that it slides on all three contacts.
fn three_contacts(numbers: &mut Numbers) -> Scene<Planar> {
    let mut body =
        Body::new("part").with_mass(2).with_inertia(1).with_com([numbers.next(3), numbers.next(3)]);
    body.twist = [Rational::one(), -&body.com[1], body.com[0].clone()];
    let mut scene = Scene::new().with_gravity([0, -10]).with_body(body);
    for _ in 0..3 {
        let (mut x, mut y) = (numbers.next(6), numbers.next(6));
        if (x, y) == (0, 0) {
            (x, y) = (1, 2);
        }
        let inwards = if numbers.next(1) < 0 { -1 } else { 1 };
        let friction = Rational::new(1 + (numbers.next(5) + 5), 5);
        let contact = Contact::planar(Party::Body(0), [x, y], [inwards * x, inwards * y]);
        scene = scene.with_contact(contact.with_friction(friction));
    }
    scene
}

/// Both verdicts with their proofs, from the scene.
fn decide(scene: &Scene<Planar>) -> Result<(), String> {
    let (system, _) = moving(scene, ConeModel::Round).map_err(|misfits| format!("{misfits:?}"))?;
    judge(&system.problem)
}

fn judge(problem: &JamProblem) -> Result<(), String> {
    for kind in [Locking::Jam, Locking::Wedge] {
        let locker = Locker::new(problem, kind).map_err(|unfit| unfit.to_string())?;
        locker.locks(&Rational::one()).map_err(|refused| refused.to_string())?;
    }
    Ok(())
}

/// Five coordinates under three independent constraints that push: no contact follows from the others.
fn three_constraints(numbers: &mut Numbers) -> JamProblem {
    let row = |numbers: &mut Numbers, lead: usize| -> Vec<Rational> {
        (0..5).map(|k| Rational::from(if k == lead { 7 } else { numbers.next(2) })).collect()
    };
    let constraints = (0..3)
        .map(|index| Constraint {
            id: index.to_string(),
            normal: row(numbers, index),
            friction: row(numbers, 4),
            mu: Rational::new(1, 2),
            at_rest: Rational::new(1, 2),
            sign: ForceSign::Positive,
            square: Rational::one(),
        })
        .collect();
    let entry = |i: usize, j: usize| Rational::from(if i == j { 2 + i as i64 } else { 0 });
    let mass = (0..5).map(|i| (0..5).map(|j| entry(i, j)).collect()).collect();
    JamProblem { mass, constraints, either_way: false }
}

/// Rods at 200 angles between upright and flat, over 200 coefficients up to 4.
fn map() -> Result<usize, String> {
    let one = Rational::one();
    let rod = |k: u64| Rod {
        mass: one.clone(),
        inertia: Rational::new(1, 3),
        half: one.clone(),
        turned: turned(&Rational::new(k as i64, SIDE + 1)),
    };
    let systems: Vec<JamProblem> = (1..=SIDE).map(|k| rod(k).on_wall(false, &one)).collect();
    let factors: Vec<Rational> = (1..=SIDE).map(|k| Rational::new(4 * k as i64, SIDE)).collect();
    let rows = locking_map(&systems, &factors).map_err(|error| error.to_string())?;
    Ok(rows
        .iter()
        .flat_map(|row| &row.cells)
        .filter(|cell| cell[0] == stiction::ask::jam::Locked::Yes)
        .count())
}

pub(crate) fn run(out: &mut dyn Write) -> Result<(), String> {
    let mut numbers = Numbers(1);
    let scenes: Vec<Scene<Planar>> = (0..SCENES).map(|_| three_contacts(&mut numbers)).collect();
    scenes.iter().try_for_each(decide)?;
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let (seconds, done) = per_pass(|| scenes.iter().try_for_each(decide));
        done?;
        times.push(seconds / SCENES as f64);
    }
    let verdict = median(times);
    let systems: Vec<JamProblem> = (0..SCENES).map(|_| three_constraints(&mut numbers)).collect();
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let (seconds, done) = per_pass(|| systems.iter().try_for_each(judge));
        done?;
        times.push(seconds / SCENES as f64);
    }
    let independent = median(times);
    let mut times = Vec::new();
    let mut locked = 0;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        locked = map()?;
        times.push(start.elapsed().as_secs_f64());
    }
    let drawn = median(times);
    let lines = [
        format!(
            "{SCENES} scenes of three sliding contacts, jamming and wedging with proofs: {:.1} µs each",
            1e6 * verdict
        ),
        format!("{SIDE} x {SIDE} map of the rod, {locked} cells locked: {:.3} s", drawn),
        format!("{SCENES} systems of three independent constraints: {:.1} µs each", 1e6 * independent),
        format!("figure jam verdict-3-constraints {:.1} µs", 1e6 * independent),
        format!("figure jam verdict-3-contacts {:.1} µs", 1e6 * verdict),
        format!("figure jam map-200x200 {:.4} s", drawn),
    ];
    lines.iter().try_for_each(|line| writeln!(out, "{line}")).map_err(|fault| fault.to_string())
}
