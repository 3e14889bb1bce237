//! Systems with round cones, decided by edges that are added where they are missing.
//!
//! A round cone is the union of all cones that finitely many of its edges `n + μu`, `|u| ≤ |n|`, span.  With
//! some of them the exact program of [`Judge::decide`] either finds a response, which is one with round cones
//! too, or a normal `y` that separates; and `y` separates from the round cones as well, or it is positive on
//! the edge along the velocity that it gives to some contact, which is then added:
//!
//! ```text
//!     within     edges n + μu           a response is a response                                                  (1)
//!     around     edges n + μ(1 + ε)u    a separation is one where no round cone reaches beyond the edges          (2)
//! ```
//!
//! The checker decides about (2) without roots.  `ε` shrinks while the wrench lies between both, and below
//! 2⁻⁴⁰ nothing is said.
//!
//! **A round cone is the edges that were needed.** Whether a round cone bears a wrench is decided by the
//! exact program over some of its edges: its solution is one of the round cone, and its separating normal
//! either separates from the round cone too, which is a comparison of squares, or names the edge that is
//! missing. That a sliding contact rubs against a direction which is not known is bounded by fans of edges
//! around sectors; what is refuted there is refuted, and what moves there is not claimed.

use super::decide::{Decided, Judge};
use stiction_exact::root::square_root;
use stiction_exact::vector::{along, cross, default_tangent, dot, minus};
use stiction_proof::Rational;
use stiction_proof::wrenches::{Response, Round, System};

type Vector = [Rational; 3];

/// Times that edges are added.
const STEPS: usize = 80;

/// How near `ε` comes to zero, as a power of one half.
const NEAREST: u32 = 40;

impl Judge {
    /// Decides whether a system has a solution under a wrench; nothing is said where a wrench is on the
    /// boundary of round cones or very near to it.
    pub fn decide_round(&self, system: &System, wrench: &[Rational]) -> Option<Decided> {
        if system.rounds.is_empty() {
            return Some(self.decide(system, wrench));
        }
        let mut spokes = Spokes::new(system, wrench);
        let mut power = 4;
        for _ in 0..STEPS {
            let mut grew = false;
            match self.decide(&spokes.system(system, None), wrench) {
                Decided::Consistent(found) => return Some(Decided::Consistent(spokes.forces(system, found))),
                Decided::Excluded(separation) => {
                    if system.excludes(wrench, &separation).is_ok() {
                        return Some(Decided::Excluded(separation));
                    }
                    grew |= spokes.grow(system, &separation.normal);
                }
            }
            match self.decide(&spokes.system(system, Some(power)), wrench) {
                Decided::Consistent(_) => power += 2,
                Decided::Excluded(separation) => {
                    if system.excludes(wrench, &separation).is_ok() {
                        return Some(Decided::Excluded(separation));
                    }
                    let more = spokes.grow(system, &separation.normal);
                    if !(grew || more) {
                        power += 2;
                    }
                }
            }
            if power > NEAREST {
                return None;
            }
        }
        None
    }
}

/// Directions across the normals of the round cones.
struct Spokes(Vec<Vec<Vector>>);

impl Spokes {
    /// Along two axes, and along the load: a load that is exactly as large as friction bears needs exactly this edge.
    fn new(system: &System, wrench: &[Rational]) -> Self {
        let load: Vector = std::array::from_fn(|i| wrench.get(3 + i).cloned().unwrap_or_default());
        let first = |round: &Round| {
            let first = default_tangent(&round.normal);
            let second = cross(&round.normal, &first);
            let load = across(&round.normal, &load);
            let axes = [first, second, load].into_iter().filter(|along| !along.iter().all(Rational::is_zero));
            let both = axes.flat_map(|along| [along.clone(), along.map(|entry| -entry)]);
            let mut spokes: Vec<Vector> = Vec::new();
            for spoke in both.map(|along| spoke(&round.normal, &along)) {
                if !spokes.contains(&spoke) {
                    spokes.push(spoke);
                }
            }
            spokes
        };
        Self(system.rounds.iter().map(first).collect())
    }

    /// The system with edges instead of round cones; around them with `1 + 2⁻ᵖ`.
    fn system(&self, system: &System, power: Option<u32>) -> System {
        let mut edged = System { rounds: Vec::new(), ..system.clone() };
        let reach = power.map_or_else(Rational::one, |power| Rational::one() + Rational::new(1, 1 << power));
        for (round, spokes) in system.rounds.iter().zip(&self.0) {
            for spoke in spokes {
                let force = edge(round, spoke, &reach);
                edged.edges.push(round.wrench(&force));
                edged.owners.push(round.contact);
            }
        }
        edged
    }

    /// Multiples of the edges as forces of the round cones.
    fn forces(&self, system: &System, mut found: Response) -> Response {
        let mut multiples = found.multiples.split_off(system.edges.len()).into_iter();
        for (round, spokes) in system.rounds.iter().zip(&self.0) {
            let mut sum = Vector::default();
            for (spoke, multiple) in spokes.iter().zip(&mut multiples).filter(|(_, x)| !x.is_zero()) {
                let force = edge(round, spoke, &Rational::one());
                sum.iter_mut().zip(&force).for_each(|(sum, entry)| *sum += &(&multiple * entry));
            }
            found.forces.push(sum);
        }
        found
    }

    /// Adds the edges that a normal is largest on; whether there are new ones.
    fn grow(&mut self, system: &System, normal: &[Rational]) -> bool {
        let mut grew = false;
        for (round, spokes) in system.rounds.iter().zip(&mut self.0) {
            if round.resists_nothing(normal) {
                continue;
            }
            let Some(against) = round.against(normal) else { continue };
            let along = across(&round.normal, &against.map(|entry| -entry));
            if along.iter().all(Rational::is_zero) {
                continue;
            }
            let next = spoke(&round.normal, &along);
            if !spokes.contains(&next) {
                spokes.push(next);
                grew = true;
            }
        }
        grew
    }
}

/// The part of a vector across a normal.
fn across(normal: &Vector, vector: &Vector) -> Vector {
    minus(vector, &along(normal, vector))
}

fn edge(round: &Round, spoke: &Vector, reach: &Rational) -> Vector {
    let far = &round.friction * reach;
    std::array::from_fn(|i| &round.normal[i] + &(&far * &spoke[i]))
}

/// A vector across a normal, nearly along another one across it, at most as long as the normal and nearly so long.
pub(super) fn spoke(normal: &Vector, along: &Vector) -> Vector {
    let first = default_tangent(normal);
    let second = cross(normal, &first);
    let size = dot(normal, normal);
    let lengths = [&first, &second].map(|axis| dot(axis, axis));
    let parts = [&first, &second].map(|axis| dot(axis, along).to_f64());
    // Along the axes the length is taken as exactly as it is.
    let doubles = lengths.each_ref().map(|length| length.to_f64().sqrt());
    let angle = (parts[1] / doubles[1]).atan2(parts[0] / doubles[0]);
    // Two tangents of a normal that is not zero have a length.
    let ratios = lengths.map(|length| square_root(&(&size / &length)).value);
    let (sine, cosine) = angle.sin_cos();
    let near = |value: f64| {
        let (low, high) = (Rational::from_f64(value - 1e-11), Rational::from_f64(value + 1e-11));
        low.zip(high).map(|(low, high)| Rational::simplest_between(&low, &high)).unwrap_or_default()
    };
    let mut parts = [near(cosine), near(sine)];
    let shrink = Rational::one() - Rational::new(1, 1 << 36);
    loop {
        let factors: [Rational; 2] = std::array::from_fn(|i| &parts[i] * &ratios[i]);
        let spoke: Vector = std::array::from_fn(|i| &factors[0] * &first[i] + &factors[1] * &second[i]);
        if dot(&spoke, &spoke) <= size {
            return spoke;
        }
        parts = parts.map(|part| part * &shrink);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spoke_is_across_its_normal_and_nearly_as_long() {
        let vector = |x: i64, y: i64, z: i64| [x, y, z].map(Rational::from);
        for (normal, along) in [(vector(0, 0, 1), vector(3, 4, 0)), (vector(1, 2, 3), vector(3, 0, -1))] {
            let spoke = spoke(&normal, &along);
            assert!(dot(&spoke, &normal).is_zero());
            let rest = dot(&normal, &normal) - dot(&spoke, &spoke);
            assert!(!rest.is_negative() && rest.to_f64() < 1e-9);
        }
        assert_eq!(spoke(&vector(0, 0, 5), &vector(3, 4, 0)), vector(3, 4, 0));
    }
}
