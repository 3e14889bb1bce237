//! Walls of thousands of blocks and an arch with its margins, every answer checked.
//!
//! The peers solve the same equations in doubles and prove nothing: scipy's HiGHS in the plane, stock Clarabel in the
//! plane and with round cones in space. Their matrices are made outside of their clock.

use crate::measure::median;
use crate::peers::Script;
use serde_json::{Value, json};
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use stiction::ask::stand::assembly::{
    Columned, GroupMargins, Searched, StandProof, least_friction, most_along, stands,
};
use stiction::ask::{Extent, Threshold, Verdict};
use stiction::screw::{Planar, Spatial};
use stiction_proof::{
    AssemblyBody, AssemblyContact, AssemblyProblem, FrictionUse, PlanarContact, Rational, SpatialContact,
};

/// A brick, what it touches, the two ends of the joint, and whether it lies or stands.
type Joint = (usize, Option<usize>, [[i64; 2]; 2], bool);

/// A running bond: half-bricks at the ends of every other course.
struct Bond {
    /// Left end, right end and course of each brick, in half-bricks.
    bricks: Vec<[i64; 3]>,
    courses: Vec<Vec<usize>>,
}

impl Bond {
    /// At least so many bricks, about twice as wide as high.
    fn new(least: usize) -> Self {
        let wide = (1..).find(|wide| wide * (wide / 2 + 1) >= least).unwrap_or(1);
        let (mut bricks, mut courses) = (Vec::new(), Vec::new());
        for course in 0..(wide / 2 + 1) as i64 {
            let (mut row, mut left, end) = (Vec::new(), 0, 2 * wide as i64);
            while left < end {
                let right = (left + if left == 0 && course % 2 == 1 { 1 } else { 2 }).min(end);
                row.push(bricks.len());
                bricks.push([left, right, course]);
                left = right;
            }
            courses.push(row);
        }
        Self { bricks, courses }
    }

    /// Joints: the brick, what it touches, and the two ends, in half-bricks and courses; whether it lies or stands.
    fn joints(&self) -> Vec<Joint> {
        let mut joints = Vec::new();
        for (course, row) in self.courses.iter().enumerate() {
            let level = course as i64;
            for (place, &brick) in row.iter().enumerate() {
                let [left, right, _] = self.bricks[brick];
                if course == 0 {
                    joints.push((brick, None, [[left, 0], [right, 0]], true));
                } else {
                    for &below in &self.courses[course - 1] {
                        let (from, to) = (left.max(self.bricks[below][0]), right.min(self.bricks[below][1]));
                        if from < to {
                            joints.push((brick, Some(below), [[from, level], [to, level]], true));
                        }
                    }
                }
                if place > 0 {
                    joints.push((brick, Some(row[place - 1]), [[left, level], [left, level + 1]], false));
                }
            }
        }
        joints
    }
}

fn number(numerator: i64, denominator: u64) -> Rational {
    Rational::new(numerator, denominator)
}

type Wall<S> = (
    AssemblyProblem<<S as stiction::ask::lower::Standing>::Touch>,
    Vec<<S as stiction::screw::Space>::Screw>,
);

fn planar_wall(bricks: usize) -> Wall<Planar> {
    let bond = Bond::new(bricks);
    let at = |[x, y]: [i64; 2]| [number(12 * x, 100), number(7 * y, 100)];
    let bodies = bond.bricks.iter().enumerate().map(|(index, &[left, right, course])| {
        let com = [number(6 * (left + right), 100), number(7 * (2 * course + 1), 200)];
        AssemblyBody::new(&index.to_string(), com)
    });
    let weight =
        |&[left, right, _]: &[i64; 3]| [Rational::zero(), Rational::zero(), number(-15 * (right - left), 1)];
    let mut contacts = Vec::new();
    for (on, against, ends, lies) in bond.joints() {
        let normal = if lies { [0, 1] } else { [1, 0] }.map(Rational::from);
        for end in ends {
            let id = contacts.len().to_string();
            let touch = PlanarContact::new(&id, at(end), normal.clone(), number(6, 10));
            contacts.push(AssemblyContact { on: Some(on), against, touch });
        }
    }
    (AssemblyProblem { bodies: bodies.collect(), contacts }, bond.bricks.iter().map(weight).collect())
}

fn spatial_wall(bricks: usize) -> Wall<Spatial> {
    let bond = Bond::new(bricks);
    let thick = [number(0, 1), number(12, 100)];
    let bodies = bond.bricks.iter().enumerate().map(|(index, &[left, right, course])| {
        let com = [number(6 * (left + right), 100), number(6, 100), number(7 * (2 * course + 1), 200)];
        AssemblyBody::new(&index.to_string(), com)
    });
    let weight = |&[left, right, _]: &[i64; 3]| {
        let mut load: [Rational; 6] = Default::default();
        load[5] = number(-15 * (right - left), 1);
        load
    };
    let mut contacts = Vec::new();
    for (on, against, ends, lies) in bond.joints() {
        let normal = if lies { [0, 0, 1] } else { [1, 0, 0] }.map(Rational::from);
        for ([x, z], y) in ends.iter().flat_map(|end| thick.iter().map(move |y| (*end, y))) {
            let point = [number(12 * x, 100), y.clone(), number(7 * z, 100)];
            let touch =
                SpatialContact::new(&contacts.len().to_string(), point, normal.clone(), number(6, 10));
            contacts.push(AssemblyContact { on: Some(on), against, touch });
        }
    }
    (AssemblyProblem { bodies: bodies.collect(), contacts }, bond.bricks.iter().map(weight).collect())
}

/// The same wall with pyramids for cones, inscribed in the round ones, of four edges or of eight.
fn in_pyramids((problem, load): &Wall<Spatial>, edges: usize) -> Wall<Spatial> {
    let mut problem = problem.clone();
    for contact in &mut problem.contacts {
        // The normal is an axis: the two others are its tangents.
        let upright = contact.touch.normal[2].is_zero();
        let axes = if upright { [[0, 1, 0], [0, 0, 1]] } else { [[1, 0, 0], [0, 1, 0]] };
        // A little less than half of the root of two.
        let along = |[x, y]: [i64; 2]| -> [Rational; 3] {
            let part = if x * y == 0 { number(1, 1) } else { number(70, 99) };
            std::array::from_fn(|at| Rational::from(x * axes[0][at] + y * axes[1][at]) * &part)
        };
        let around = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];
        contact.touch.across = Some(around.into_iter().step_by(8 / edges).map(along).collect());
    }
    (problem, load.clone())
}

/// A half circle of stones between two abutments.
fn arch(stones: usize) -> Wall<Planar> {
    let (inner, outer) = (1.0, 1.25);
    let exact =
        |value: f64| Rational::from_f64((value * 1e6).round()).unwrap_or_default() * number(1, 1_000_000);
    let joint = |k: usize| {
        let angle = std::f64::consts::PI * k as f64 / stones as f64;
        [angle.cos(), angle.sin()]
    };
    let (mut bodies, mut load, mut contacts) = (Vec::new(), Vec::new(), Vec::new());
    for k in 0..stones {
        let middle = std::f64::consts::PI * (k as f64 + 0.5) / stones as f64;
        let radius = 0.5 * (inner + outer);
        let com = [exact(radius * middle.cos()), exact(radius * middle.sin())];
        bodies.push(AssemblyBody::new(&k.to_string(), com));
        load.push([Rational::zero(), Rational::zero(), number(-100, 1)]);
    }
    for k in 0..=stones {
        let [c, s] = joint(k);
        // The stone before the joint, whose side it is, pushes on the one after it.
        let (on, against) = if k == stones { (Some(k - 1), None) } else { (Some(k), k.checked_sub(1)) };
        let sign = if k == stones { -1.0 } else { 1.0 };
        let normal = [exact(-sign * s), exact(sign * c)];
        for radius in [inner, outer] {
            let point = [exact(radius * c), exact(radius * s)];
            let id = contacts.len().to_string();
            let touch = PlanarContact::new(&id, point, normal.clone(), number(7, 10));
            contacts.push(AssemblyContact { on, against, touch });
        }
    }
    (AssemblyProblem { bodies, contacts }, load)
}

/// The equations as a peer wants them: entries, right-hand side, and how many variables each cone has.
fn matrix<S: Columned>(problem: &AssemblyProblem<S::Touch>, load: &[S::Screw], round: bool) -> Value {
    let coefficients = problem.coefficients(&FrictionUse::Given);
    let (mut rows, mut columns, mut values, mut count) = (Vec::new(), Vec::new(), Vec::new(), 0_usize);
    for (contact, coefficients) in problem.contacts.iter().zip(&coefficients) {
        let point = S::place(&contact.touch);
        for [force, moment] in S::generators(&contact.touch, coefficients) {
            for (body, positive) in contact.sides() {
                let com = problem.bodies[body].reference.as_ref();
                let lever: [f64; 3] =
                    std::array::from_fn(|k| point[k] - com.get(k).map_or(0.0, Rational::to_f64));
                let turn: [f64; 3] = std::array::from_fn(|k| {
                    lever[(k + 1) % 3] * force[(k + 2) % 3] - lever[(k + 2) % 3] * force[(k + 1) % 3]
                        + moment[k]
                });
                let wrench: Vec<f64> = match S::DIMENSION {
                    2 => vec![turn[2], force[0], force[1]],
                    _ => turn.iter().chain(&force).copied().collect(),
                };
                for (component, entry) in wrench.iter().enumerate().filter(|(_, entry)| **entry != 0.0) {
                    rows.push(body * S::FREEDOMS + component);
                    columns.push(count);
                    values.push(if positive { *entry } else { -entry });
                }
            }
            count += 1;
        }
    }
    let right: Vec<f64> =
        load.iter().flat_map(|load| load.as_ref().iter().map(|entry| -entry.to_f64())).collect();
    json!({ "rows": rows, "columns": columns, "values": values, "count": count, "right": right, "cone": if round { 3 } else { 1 } })
}

/// Seconds of one decision, its check included, and that it stands.
fn decided<S: Searched>((problem, load): &Wall<S>) -> Result<f64, String> {
    let start = Instant::now();
    let verdict = stands::<S>(problem, load, &FrictionUse::Given).map_err(|refused| refused.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    match verdict {
        Verdict::Yes(proof) if matches!(proof.proof(), StandProof::<S>::Rests { .. }) => Ok(seconds),
        other => Err(format!("a wall should stand exactly; the answer is {}", other.answer())),
    }
}

/// Seconds of an arch's verdict, both loads across gravity and least friction.
fn measured((problem, load): &Wall<Planar>) -> Result<f64, String> {
    let start = Instant::now();
    let refused = |refused: stiction::ask::Refused| refused.to_string();
    let stood = stands::<Planar>(problem, load, &FrictionUse::Given).map_err(refused)?;
    if !matches!(stood, Verdict::Yes(_)) {
        return Err(format!("the arch should stand; the answer is {}", stood.answer()));
    }
    let opening = GroupMargins::<Planar>::new(problem, load);
    for sign in [1, -1] {
        let across: Vec<[Rational; 3]> = load
            .iter()
            .map(|[_, _, weight]| [Rational::zero(), weight * &Rational::from(sign), Rational::zero()])
            .collect();
        let most = most_along::<Planar>(problem, load, &[&across], &[Rational::one()], &opening);
        let most = most.map_err(refused)?;
        if !matches!(most, Extent::Between(_)) {
            return Err("the arch has a largest load across gravity".to_owned());
        }
    }
    match least_friction::<Planar>(problem, load).map_err(refused)? {
        Threshold::Between(..) => Ok(start.elapsed().as_secs_f64()),
        Threshold::None(_) => Err("the arch needs friction".to_owned()),
        Threshold::Never(_) => Err("the arch stands with friction enough".to_owned()),
        Threshold::Undecided => Err("the arch's least friction was not found".to_owned()),
    }
}

fn rounds(count: usize, mut one: impl FnMut() -> Result<f64, String>) -> Result<f64, String> {
    Ok(median((0..count).map(|_| one()).collect::<Result<Vec<_>, _>>()?))
}

pub(crate) fn run(python: &Path, out: &mut dyn Write) -> Result<(), String> {
    let write =
        |out: &mut dyn Write, line: String| writeln!(out, "{line}").map_err(|fault| fault.to_string());
    let planar: Vec<(usize, Wall<Planar>)> =
        [200, 1000, 5000].map(|bricks| (bricks, planar_wall(bricks))).into();
    let spatial: Vec<(usize, Wall<Spatial>)> =
        [200, 1000, 5000].map(|bricks| (bricks, spatial_wall(bricks))).into();
    let mut problems = serde_json::Map::new();
    for (bricks, (problem, load)) in &planar {
        problems.insert(format!("plane_{bricks}"), matrix::<Planar>(problem, load, false));
    }
    for (bricks, (problem, load)) in spatial.iter().filter(|(bricks, _)| *bricks <= 1000) {
        problems.insert(format!("space_{bricks}"), matrix::<Spatial>(problem, load, true));
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("stand_peers.py");
    let mut peers = Script::start(python, &script, &Value::Object(problems))?;
    let mut ask = |peer: &str, case: &str| -> Result<f64, String> {
        let answer = peers.ask(peer, case)?;
        match (answer["seconds"].as_f64(), answer["stands"].as_bool()) {
            (Some(seconds), Some(true)) => Ok(seconds),
            _ => Err(format!("{peer} on {case} answered `{answer}`")),
        }
    };
    let mut lines = Vec::new();
    for (bricks, wall) in &planar {
        let case = format!("plane_{bricks}");
        let ours = rounds(if *bricks > 1000 { 3 } else { 5 }, || decided::<Planar>(wall))?;
        lines.push(format!("figure stand {case} {ours:.4} s"));
        let mut told = format!("wall of {} bricks in the plane: stiction {ours:.3} s", wall.0.bodies.len());
        // HiGHS takes minutes beyond this.
        let mut best = f64::INFINITY;
        for peer in if *bricks <= 1000 { &["highs", "clarabel"][..] } else { &["clarabel"][..] } {
            let theirs = ask(peer, &case)?;
            told += &format!(", {peer} {theirs:.3} s");
            best = best.min(theirs);
        }
        lines.push(format!("ratio stand {case} {:.2}", best / ours));
        write(out, told)?;
    }
    for (bricks, wall) in &spatial {
        let case = format!("space_{bricks}");
        let ours = rounds(if *bricks > 1000 { 1 } else { 3 }, || decided::<Spatial>(wall))?;
        lines.push(format!("figure stand {case} {ours:.4} s"));
        let mut told =
            format!("wall of {} bricks in space, round cones: stiction {ours:.3} s", wall.0.bodies.len());
        // Clarabel takes minutes beyond this.
        if *bricks <= 1000 {
            let theirs = ask("clarabel", &case)?;
            told += &format!(", clarabel {theirs:.3} s");
            lines.push(format!("ratio stand {case} {:.2}", theirs / ours));
        }
        write(out, told)?;
    }
    for bricks in [2, 5, 20, 100, 200] {
        let wall = spatial_wall(bricks);
        let round = rounds(3, || decided::<Spatial>(&wall))?;
        let mut told =
            format!("wall of {} bricks in space: round cones {:.1} ms", wall.0.bodies.len(), round * 1e3);
        for edges in [4, 8] {
            let pyramids = in_pyramids(&wall, edges);
            let seconds = rounds(3, || decided::<Spatial>(&pyramids))?;
            told +=
                &format!(", pyramids of {edges} {:.1} ms ({:.2} of round)", seconds * 1e3, seconds / round);
            lines.push(format!("figure stand space_{bricks}_inner_{edges} {:.2} ms", seconds * 1e3));
            lines.push(format!("ratio stand space_{bricks}_inner_{edges} {:.2}", round / seconds));
        }
        write(out, told)?;
    }
    let arch = arch(50);
    let seconds = rounds(5, || measured(&arch))?;
    write(out, format!("arch of 50 stones with margins: {:.1} ms", seconds * 1e3))?;
    lines.push(format!("figure stand arch_50_margins {:.2} ms", seconds * 1e3));
    lines.into_iter().try_for_each(|line| write(out, line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bond_has_two_ends_to_every_joint_and_ground_under_its_first_course() {
        let (problem, load) = planar_wall(40);
        assert!(problem.bodies.len() >= 40 && load.len() == problem.bodies.len());
        let grounded = problem.contacts.iter().filter(|contact| contact.against.is_none()).count();
        assert_eq!(grounded, 2 * Bond::new(40).courses[0].len());
        assert!(problem.contacts.iter().all(|contact| contact.touch.most.is_none()));
    }

    #[test]
    fn small_walls_and_arches_stand() {
        assert!(decided::<Planar>(&planar_wall(20)).is_ok());
        assert!(decided::<Spatial>(&spatial_wall(12)).is_ok());
        assert!(
            [4, 8].iter().all(|edges| decided::<Spatial>(&in_pyramids(&spatial_wall(6), *edges)).is_ok())
        );
        assert!(measured(&arch(9)).is_ok());
    }
}
