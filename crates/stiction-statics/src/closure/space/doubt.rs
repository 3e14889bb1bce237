//! Whether a verdict about rounded numbers in space is also one about those that were meant.
//!
//! Three things pass through a root, a sine or π: the edges of pyramids, by less than 2⁻⁴⁴ of them; points and normals,
//! by a relative `u = 2⁻⁵³`; limits, which closure does not see.
//!
//! *Pyramids.*  Closure is monotone in friction, so a yes stands if it holds with 1 − 2⁻⁴⁰ of all coefficients and a no
//! if it holds with 1 + 2⁻⁴⁰.
//!
//! *Points and normals.*  In units of the largest lever, the wrench of a force with unit normal part moves by at most
//! `δ`, (2) of [`stiction_exact::doubt`]                                                    (1)
//!
//! A no stands if some motion breaks every contact by more than δ of its size; and whatever the geometry, where the
//! directions of all contacts together number at most six: a balance of all of them leaves a space of five. A no
//! stands too if a motion leaves at most two points of contact exactly where they are, where no contact is soft, and
//! breaks all others. Points that were meant are within `ε = 2u·max|p|` of those that were taken; turned about the
//! line through them, or about the one point, the body has at any other point a velocity that differs by at most
//!
//! ```text
//!     Δ = |w|·ε·(2 + 4·D/ℓ)                                                                 (3)
//! ```
//!
//! with `ℓ` between the two points and `D` from them to the others (`ℓ` without end where there is one): the axis
//! turns by `4ε/ℓ` and moves by `ε`, the point by `ε`. What a point that stays is pushed with does no work, whatever
//! its normal. Where no point was rounded, only normals, `ε` is zero, and any number of points may stay: several
//! contacts at one place, or along one line. A yes stands if the squeeze `x` can be repaired inside its cones: with
//! `G` the matrix of directions that moves by `E`, `‖E‖ ≤ δ√m`, and `ρ` the distance of `x` from the boundaries of the
//! cones, the repair `(G + E)⁺Ex` is no longer than `‖E‖|x|/(σ(G) − ‖E‖)`, so it is enough that
//!
//! ```text
//!     σ(G) > ‖E‖(1 + |x|/ρ)                                                                 (2)
//! ```
//!
//! which is seen by eliminating `GGᵀ − s²·1` for the right side `s`, taken no smaller than what doubles can tell.

use crate::closure::{ClosureSide, closure};
use stiction_exact::double::{cross, dot, elimination, length as norm, minus};
use stiction_exact::doubt::{UNIT, push_radius};
use stiction_exact::vector;
use stiction_proof::{
    Answer, Coefficients, FrictionUse, NonZero, Push, Rational, SpatialContact, SpatialProblem, SpatialProof,
    Verified,
};
use stiction_scene::Refused;
use stiction_scene::scene::Rounding;

/// What was rounded on the way to a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::closure) struct Roundings {
    /// Points of contact.
    points: bool,
    /// Normals of contacts.
    normals: bool,
    /// Edges of pyramids.
    pyramids: bool,
}

impl Roundings {
    pub(in crate::closure) fn of(rounded: &[Rounding]) -> Self {
        let is = |rounding: &&Rounding, key: &str| rounding.path.ends_with(key);
        let pyramids = rounded.iter().any(|rounding| is(&rounding, ".tangents"));
        // Masses and centres do not enter: closure does not depend on where moments are taken.
        let of_contacts = |rounding: &&Rounding| {
            !rounding.path.starts_with("bodies.") && !is(rounding, ".limit") && !is(rounding, ".tangents")
        };
        let normals = rounded.iter().filter(of_contacts).any(|rounding| is(&rounding, ".normal"));
        let points = rounded.iter().filter(of_contacts).any(|rounding| !is(&rounding, ".normal"));
        Self { points, normals, pyramids }
    }
}

/// Whether the verdict stands for the numbers that were meant.
pub(in crate::closure) fn stays(
    problem: &SpatialProblem,
    friction: &FrictionUse,
    side: &ClosureSide<SpatialContact>,
    roundings: Roundings,
) -> Result<bool, Refused> {
    let verdict = side.decision.answer();
    if roundings.pyramids && *friction == FrictionUse::Given && !keeps_with_pyramids(problem, verdict)? {
        return Ok(false);
    }
    let exact = !roundings.points && !roundings.normals;
    if exact || verdict == Answer::No && is_never_closed(problem, friction) {
        return Ok(true);
    }
    let frame = Frame::new(problem, friction, roundings.points);
    let proof = side.decision.verified().map(Verified::proof);
    Ok(match (proof, side.openness.as_ref().map(Verified::proof)) {
        (Some(SpatialProof::Closed { forces, .. }), _) => frame.squeezes_on(forces),
        (_, Some(SpatialProof::Breaks { twist, .. })) => frame.breaks_on(twist),
        (Some(SpatialProof::Open { twist, .. }), _) => {
            frame.opens_on(twist) || frame.axes().any(|twist| frame.opens_on(&twist))
        }
        _ => false,
    })
}

/// Contacts up to which motions about the lines through two of them are tried.
const FEW: usize = 40;

fn keeps_with_pyramids(problem: &SpatialProblem, verdict: Answer) -> Result<bool, Refused> {
    let part = Rational::new(1, 1 << 40);
    let factor = if verdict == Answer::Yes { Rational::one() - part } else { Rational::one() + part };
    Ok(closure(problem, &FrictionUse::Scaled(factor))?.answer() == verdict)
}

/// Whether the contacts have too few directions to close in any place.
fn is_never_closed(problem: &SpatialProblem, friction: &FrictionUse) -> bool {
    let directions = |c: &Coefficients| {
        1 + 2 * usize::from(c.friction.is_positive()) + usize::from(c.torsion.is_positive())
    };
    problem.coefficients(friction).iter().map(directions).sum::<usize>() <= 6
}

type Column = [f64; 6];

/// A problem in doubles, lengths in units of the largest lever.
struct Frame<'a> {
    problem: &'a SpatialProblem,
    coefficients: Vec<Coefficients>,
    length: f64,
    /// (1), the largest over the contacts.
    moved: f64,
    /// Whether points of contact were rounded, not normals alone.
    points: bool,
}

/// σ(G) below this part of |G| counts as nothing: (2) is then out of reach of doubles.
const BLUR: f64 = 1e-6;

impl<'a> Frame<'a> {
    fn new(problem: &'a SpatialProblem, friction: &FrictionUse, points: bool) -> Self {
        let coefficients = problem.coefficients(friction);
        let r = doubles(&problem.reference);
        let lever = |contact: &SpatialContact| norm(&minus(&doubles(&contact.point), &r));
        let length = problem.contacts.iter().map(lever).fold(0.0, f64::max);
        let length = if length > 0.0 { length } else { 1.0 };
        let size = |(contact, c): (&SpatialContact, &Coefficients)| {
            let reach = (norm(&doubles(&contact.point)) + norm(&r)) / length;
            push_radius(c.friction.to_f64(), c.torsion.to_f64() / length, reach)
        };
        let least = push_radius(0.0, 0.0, 0.0);
        let moved = problem.contacts.iter().zip(&coefficients).map(size).fold(least, f64::max);
        Self { problem, coefficients, length, moved, points }
    }

    /// The wrench of a force and a moment at a contact.
    fn wrench(&self, contact: &SpatialContact, force: &[f64; 3], moment: &[f64; 3]) -> Column {
        let lever = minus(&doubles(&contact.point), &doubles(&self.problem.reference));
        let turn = cross(&lever, force);
        let part = |i: usize| (turn[i] + moment[i]) / self.length;
        [part(0), part(1), part(2), force[0], force[1], force[2]]
    }

    /// Whether a motion breaks every contact by more than the contacts may have moved.
    fn breaks_on(&self, twist: &[Rational; 6]) -> bool {
        let motion = self.motion(twist);
        self.contacts().all(|pair| motion.work(&pair) > self.moved * motion.size)
    }

    /// Whether a motion leaves one or two points as they are, or any number of exact ones, and breaks every other
    /// contact by more than (1) and (3).
    fn opens_on(&self, twist: &[Rational; 6]) -> bool {
        let motion = self.motion(twist);
        let stays = |(contact, c): &(&SpatialContact, &Coefficients)| {
            motion.velocity(contact).iter().all(Rational::is_zero) && c.torsion.is_zero()
        };
        let fixed: Vec<[f64; 3]> =
            self.contacts().filter(stays).map(|(contact, _)| doubles(&contact.point)).collect();
        let apart = match &fixed[..] {
            [] => return false,
            [_] => f64::INFINITY,
            _ if !self.points => f64::INFINITY,
            [one, other] => norm(&minus(one, other)),
            _ => return false,
        };
        let points = || self.problem.contacts.iter().map(|contact| doubles(&contact.point));
        let far = points().map(|point| norm(&minus(&point, &fixed[0]))).fold(0.0, f64::max);
        let unit = if self.points { 2.0 * UNIT } else { 0.0 };
        let error = unit * points().map(|point| norm(&point)).fold(0.0, f64::max);
        let turned = norm(&motion.turn) * error * (2.0 + 4.0 * far / apart);
        let breaks = |pair: (&SpatialContact, &Coefficients)| {
            let reach = 1.0 + pair.1.friction.to_f64() * stretch(pair.0) + pair.1.torsion.to_f64() / far;
            motion.work(&pair) > self.moved * motion.size + reach * turned
        };
        turned.is_finite() && self.contacts().filter(|pair| !stays(pair)).all(breaks)
    }

    /// Turns about the lines through two contacts, both ways, of few contacts.
    fn axes(&self) -> impl Iterator<Item = [Rational; 6]> {
        let contacts = &self.problem.contacts;
        let few = if contacts.len() <= FEW { contacts.len() } else { 0 };
        let pairs = (0..few)
            .flat_map(move |one| (0..few).filter(move |&other| other != one).map(move |other| (one, other)));
        pairs.map(move |(one, other)| {
            let turn = vector::minus(&contacts[other].point, &contacts[one].point);
            let lever = vector::minus(&self.problem.reference, &contacts[one].point);
            let moved = vector::cross(&turn, &lever);
            std::array::from_fn(|i| if i < 3 { turn[i].clone() } else { moved[i - 3].clone() })
        })
    }

    fn contacts(&self) -> impl Iterator<Item = (&SpatialContact, &Coefficients)> {
        self.problem.contacts.iter().zip(&self.coefficients)
    }

    /// A twist with entries of at most one.
    fn motion(&self, twist: &[Rational; 6]) -> Motion<'a> {
        let largest = NonZero::largest(twist);
        let exact = twist.each_ref().map(|entry| entry / &largest);
        let [wx, wy, wz, vx, vy, vz] = exact.each_ref().map(Rational::to_f64);
        let turn = [wx, wy, wz];
        let size = (norm(&turn) * self.length).hypot(norm(&[vx, vy, vz]));
        Motion { problem: self.problem, exact, turn, size }
    }

    /// Whether a squeeze can be repaired inside its cones, (2).
    fn squeezes_on(&self, forces: &[Push]) -> bool {
        let (mut columns, mut x, mut slack) = (Vec::<Column>::new(), Vec::<f64>::new(), f64::INFINITY);
        for ((contact, c), push) in self.problem.contacts.iter().zip(&self.coefficients).zip(forces) {
            let normal = doubles(&contact.normal);
            let length = norm(&normal);
            let n = normal.map(|entry| entry / length);
            if let Push::Edges { edges: multiples } = push {
                for (edge, multiple) in contact.edges(c).iter().zip(multiples) {
                    let force = doubles(&edge.force).map(|entry| entry / length);
                    let moment = n.map(|entry| entry * edge.spin.to_f64());
                    columns.push(self.wrench(contact, &force, &moment));
                    x.push(multiple.to_f64() * length);
                    slack = slack.min(multiple.to_f64() * length);
                }
                continue;
            }
            let Push::Force { force, spin } = push else { continue };
            let force = doubles(force);
            let along = dot(&force, &n);
            if along == 0.0 {
                continue;
            }
            let (mu, gamma) = (c.friction.to_f64(), c.torsion.to_f64() / self.length);
            let (mut used, mut steepest) = (0.0_f64, 0.0_f64);
            columns.push(self.wrench(contact, &n, &[0.0; 3]));
            x.push(along);
            if mu > 0.0 {
                let first = unit(&cross(&n, &least_axis(&n)));
                for tangent in [first, cross(&n, &first)] {
                    columns.push(self.wrench(contact, &tangent, &[0.0; 3]));
                    x.push(dot(&force, &tangent));
                    used = used.hypot(dot(&force, &tangent) / mu);
                }
                steepest = steepest.max(1.0 / mu);
            }
            if gamma > 0.0 {
                columns.push(self.wrench(contact, &[0.0; 3], &n.map(|entry| entry * self.length)));
                let moment = spin.to_f64() * length / self.length;
                x.push(moment);
                used = used.hypot(moment / gamma);
                steepest = steepest.max(1.0 / gamma);
            }
            // |(ft/μ, m/γ)| − fn grows at most by this much for each unit.
            slack = slack.min((along - used) / 1.0_f64.hypot(steepest));
        }
        let error = self.moved * (columns.len() as f64).sqrt();
        let length_of_x = x.iter().fold(0.0_f64, |sum, entry| sum.hypot(*entry));
        let size = columns.iter().flatten().fold(0.0_f64, |sum, entry| sum.hypot(*entry));
        let needed = (error * (1.0 + length_of_x / slack)).max(BLUR * size);
        slack > 0.0 && needed.is_finite() && least_singular_value_exceeds(&columns, needed)
    }
}

/// A motion of the body.
struct Motion<'a> {
    problem: &'a SpatialProblem,
    exact: [Rational; 6],
    turn: [f64; 3],
    /// Its size at the largest lever.
    size: f64,
}

impl Motion<'_> {
    fn velocity(&self, contact: &SpatialContact) -> [Rational; 3] {
        self.problem.velocity(contact, &self.exact).0
    }

    /// The least work that a push with one newton along the normal does on the motion.
    fn work(&self, (contact, c): &(&SpatialContact, &Coefficients)) -> f64 {
        let (u, n) = (doubles(&self.velocity(contact)), unit(&doubles(&contact.normal)));
        let along = dot(&u, &n);
        let across = norm(&minus(&u, &n.map(|entry| entry * along)));
        let spin = dot(&n, &self.turn);
        along - (c.friction.to_f64() * stretch(contact) * across).hypot(c.torsion.to_f64() * spin)
    }
}

/// A pyramid that is circumscribed reaches beyond its cone: the longest of its directions counts.
fn stretch(contact: &SpatialContact) -> f64 {
    let beyond = contact.across.iter().flatten().map(|d| norm(&doubles(d))).fold(0.0, f64::max);
    (beyond / norm(&doubles(&contact.normal))).max(1.0)
}

/// Whether `GGᵀ − s²·1` is positive definite, by elimination.
fn least_singular_value_exceeds(columns: &[Column], bound: f64) -> bool {
    let matrix: [[f64; 6]; 6] = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let shift = if i == j { bound * bound } else { 0.0 };
            columns.iter().map(|column| column[i] * column[j]).sum::<f64>() - shift
        })
    });
    elimination::cholesky(&matrix, 6).is_some()
}

fn doubles(vector: &[Rational; 3]) -> [f64; 3] {
    vector.each_ref().map(Rational::to_f64)
}

fn unit(a: &[f64; 3]) -> [f64; 3] {
    let length = norm(a);
    a.map(|entry| entry / length)
}

fn least_axis(n: &[f64; 3]) -> [f64; 3] {
    let least = (1..3).fold(0, |best, axis| if n[axis].abs() < n[best].abs() { axis } else { best });
    std::array::from_fn(|i| f64::from(u8::from(i == least)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(reach: i64, friction: Rational) -> SpatialProblem {
        let vector = |x: i64, y: i64, z: i64| [x, y, z].map(Rational::from);
        let finger = |id: &str, x: i64, y: i64| {
            SpatialContact::new(id, vector(x, y, 0), vector(-x, -y, 0), friction.clone())
        };
        let fingers = vec![
            finger("a", 4 * reach, 3 * reach),
            finger("b", -4 * reach, 3 * reach),
            finger("c", 0, -5 * reach),
        ];
        SpatialProblem::new(vector(0, 0, 0), fingers)
    }

    fn claim(problem: &SpatialProblem, friction: &FrictionUse) -> ClosureSide<SpatialContact> {
        ClosureSide::solved(problem, friction).unwrap()
    }

    const ROUNDED: Roundings = Roundings { points: true, normals: true, pyramids: false };

    #[test]
    fn a_squeeze_well_inside_stands_rounding_at_any_scale_and_a_grazing_one_does_not() {
        for reach in [1, 1_000_000] {
            let firm = problem(reach, Rational::new(3, 5));
            let found = claim(&firm, &FrictionUse::Given);
            assert_eq!(found.decision.answer(), Answer::Yes);
            assert!(stays(&firm, &FrictionUse::Given, &found, ROUNDED).unwrap());
        }
        // Three fingers at 120° or so close with any friction at all: with hardly any, barely.
        let barely = problem(1, "1e-15".parse().unwrap());
        let found = claim(&barely, &FrictionUse::Given);
        assert_eq!(found.decision.answer(), Answer::Yes);
        assert!(!stays(&barely, &FrictionUse::Given, &found, ROUNDED).unwrap());
    }

    #[test]
    fn a_turn_about_two_opposed_fingers_stands_rounding_unless_a_third_point_is_on_their_line() {
        let vector = |x: i64, y: i64, z: i64| [x, y, z].map(Rational::from);
        let mu = Rational::new(3, 10);
        let finger = |id: &str, point, normal| SpatialContact::new(id, point, normal, mu.clone());
        let pinch = |third: [Rational; 3]| {
            let contacts = vec![
                finger("a", vector(0, -3, 4), vector(0, 1, 0)),
                finger("b", vector(0, 3, 4), vector(0, -1, 0)),
                finger("c", third, vector(-1, 0, 0)),
            ];
            SpatialProblem::new(vector(0, 0, 0), contacts)
        };
        // The third finger pushes past the line of the others: one way of turning is free.
        let open = pinch(vector(1, 0, 2));
        let found = claim(&open, &FrictionUse::Given);
        assert_eq!(found.decision.answer(), Answer::No);
        assert!(!matches!(found.openness.as_ref().map(Verified::proof), Some(SpatialProof::Breaks { .. })));
        assert!(stays(&open, &FrictionUse::Given, &found, ROUNDED).unwrap());
        // On their line it hinders no turn, and moved a little it might.
        let near = pinch(vector(0, 1, 4));
        let found = claim(&near, &FrictionUse::Given);
        assert_eq!(found.decision.answer(), Answer::No);
        assert!(!stays(&near, &FrictionUse::Given, &found, ROUNDED).unwrap());
    }

    #[test]
    fn contacts_at_one_place_stand_a_turn_about_it_where_normals_alone_were_rounded() {
        let vector = |x: i64, y: i64, z: i64| [x, y, z].map(Rational::from);
        let mu = Rational::new(3, 10);
        let finger = |id: &str, point, normal| SpatialContact::new(id, point, normal, mu.clone());
        let contacts = vec![
            finger("a", vector(0, -3, 4), vector(0, 1, 0)),
            finger("b", vector(0, 3, 4), vector(0, -1, 0)),
            finger("once more b", vector(0, 3, 4), vector(0, -1, 0)),
            finger("c", vector(1, 0, 2), vector(-1, 0, 0)),
        ];
        let open = SpatialProblem::new(vector(0, 0, 0), contacts);
        let found = claim(&open, &FrictionUse::Given);
        assert_eq!(found.decision.answer(), Answer::No);
        let of_normals = Roundings { points: false, ..ROUNDED };
        assert!(stays(&open, &FrictionUse::Given, &found, of_normals).unwrap());
        // Two points that were meant apart resist a turn, however near they are.
        assert!(!stays(&open, &FrictionUse::Given, &found, ROUNDED).unwrap());
    }

    #[test]
    fn an_escape_on_the_boundary_stands_only_where_there_are_too_few_directions() {
        let open = problem(1, Rational::zero());
        let found = claim(&open, &FrictionUse::None);
        assert_eq!(found.decision.answer(), Answer::No);
        assert!(matches!(found.openness.as_ref().map(Verified::proof), Some(SpatialProof::Touching { .. })));
        assert!(stays(&open, &FrictionUse::None, &found, ROUNDED).unwrap(), "three normals never close");
        let mut many = open.clone();
        for copy in 0..2 {
            let more = open.contacts.iter().cloned();
            many.contacts.extend(more.map(|c| SpatialContact { id: format!("{}{copy}", c.id), ..c }));
        }
        let found = claim(&many, &FrictionUse::None);
        assert_eq!(found.decision.answer(), Answer::No);
        assert!(!stays(&many, &FrictionUse::None, &found, ROUNDED).unwrap(), "nine normals might");
    }
}
