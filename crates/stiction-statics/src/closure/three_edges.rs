//! The least friction of the plane at one stroke, from the three edges that decide it.
//!
//! At the least coefficient `μ*` a squeeze and an escape exist together, and do no work on each other: the
//! edges that push lie in one plane of wrenches, across the escape.  In general they are three,
//! `Eᵢ = Nᵢ ± μTᵢ`, and `μ*` is a root of
//!
//! ```text
//!     det (Eᵢ, Eⱼ, Eₖ) = 0                       a cubic in μ                                (1)
//!     V = Eᵢ × Eⱼ                                an escape just below it                     (2)
//!     det(jkl)Eᵢ − det(ikl)Eⱼ + det(ijl)Eₖ − det(ijk)Eₗ = 0    a squeeze just above it       (3)
//! ```
//!
//! with any edge `l` that the escape leaves behind.  Doubles say which edges; the rest is integers: a root of
//! (1) that is rational is found as such, and otherwise two short fractions beside it get (2) and (3) as
//! proofs, which the checker sees.  Where more than three edges tie nothing may come of it, and the caller
//! goes the long way.
//!
//! References: \[MR 12.2.3.2\].

use dashu_int::IBig;
use stiction_exact::double::{cross as cross_doubles, dot};
use stiction_exact::integers;
use stiction_exact::integers::{cross, determinant};
use stiction_proof::quick::QuickContact;
use stiction_proof::{NonZero, PlanarProblem, Proof, Rational};
use stiction_scene::bracket::{Bracket, End, meant};
use stiction_scene::checked;

/// What doubles know of a threshold.
pub(super) struct Near<'a> {
    /// The contacts with unit normals.
    pub(super) contacts: &'a [QuickContact],
    /// Which of them share the friction.
    pub(super) sharing: &'a [bool],
    /// A coefficient close to the threshold.
    pub(super) mu: f64,
    /// An escape just below it.
    pub(super) twist: [f64; 3],
}

/// Edges that are looked at: those that the escape grazes most closely.
const GRAZED: usize = 5;
/// Triples of them that are tried.
const TRIES: usize = 3;
/// How far, relative to the larger of 1 and itself, the root may be from where doubles saw the threshold.
const CLOSE: f64 = 1e-6;

/// Both ends of the bracket, if three edges decide it.
pub(super) fn bracket(problem: &PlanarProblem, near: &Near) -> Option<Bracket> {
    let edges = grazed(near);
    let fourth = edges.iter().max_by(|a, b| a.work.total_cmp(&b.work))?.clone();
    let mut closest = edges;
    closest.sort_by(|a, b| a.work.total_cmp(&b.work));
    closest.truncate(GRAZED);
    let mut tried = 0;
    for k in 2..closest.len() {
        for (i, j) in (1..k).flat_map(|j| (0..j).map(move |i| (i, j))) {
            let three = [&closest[i], &closest[j], &closest[k]];
            if !squeezes(&three, &near.twist) {
                continue;
            }
            if let Some(found) = Decided::new(problem, near, three, &fourth).bracket(problem) {
                return Some(found);
            }
            tried += 1;
            if tried == TRIES {
                return None;
            }
        }
    }
    None
}

/// An edge `n + side·μt` of a contact.
#[derive(Clone)]
struct Edge {
    contact: usize,
    /// 0 where friction is not shared.
    side: i8,
    /// Its wrench at the coefficient of [`Near`].
    wrench: [f64; 3],
    /// The work of that on the escape.
    work: f64,
}

/// All edges.
fn grazed(near: &Near) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(2 * near.contacts.len());
    for (index, (contact, &shares)) in near.contacts.iter().zip(near.sharing).enumerate() {
        let ([px, py], [nx, ny]) = (contact.point, contact.normal);
        for side in if shares { &[1_i8, -1][..] } else { &[0][..] } {
            let across = f64::from(*side) * near.mu;
            let (fx, fy) = (nx - across * ny, ny + across * nx);
            let wrench = [px * fy - py * fx, fx, fy];
            edges.push(Edge { contact: index, side: *side, wrench, work: dot(&wrench, &near.twist) });
        }
    }
    edges
}

/// How negative a multiplier may be that is one of rounding.
const NOTHING: f64 = 1e-6;

/// Whether three edges across an escape push against each other, as far as doubles can tell.
fn squeezes([a, b, c]: &[&Edge; 3], twist: &[f64; 3]) -> bool {
    let along = |a: &Edge, b: &Edge| dot(&cross_doubles(&a.wrench, &b.wrench), twist);
    let parts = [along(b, c), along(c, a), along(a, b)];
    let most = parts.iter().fold(0.0_f64, |most, part| if part.abs() > most.abs() { *part } else { most });
    parts.iter().all(|part| part * most.signum() >= -NOTHING * most.abs()) && most != 0.0
}

/// The wrenches of a contact's normal and tangent as integers: `scale` times what they are.
struct Whole {
    normal: [IBig; 3],
    tangent: [IBig; 3],
    scale: NonZero,
}

/// Three edges and a fourth, exactly.
struct Decided<'a> {
    edges: [&'a Edge; 4],
    wholes: [Whole; 4],
    near: &'a Near<'a>,
}

impl<'a> Decided<'a> {
    fn new(problem: &PlanarProblem, near: &'a Near, [a, b, c]: [&'a Edge; 3], fourth: &'a Edge) -> Self {
        let edges = [a, b, c, fourth];
        Self { wholes: edges.map(|edge| Whole::new(problem, edge.contact)), edges, near }
    }

    fn bracket(&self, problem: &PlanarProblem) -> Option<Bracket> {
        let coefficients = self.cubic();
        if let Some((above, below)) = self.rational_root(&coefficients) {
            return self.meeting(problem, &above, &below);
        }
        let root = self.root(&coefficients)?;
        // As many bits after the point as a double has left, less a few for what the root's own rounding is.
        let bits = BITS - (root.log2().floor().max(-1.0) as i32 + 1);
        let (bits, below) = (bits, IBig::ONE << usize::try_from(bits).ok()?);
        let middle = IBig::try_from((root * f64::from(bits).exp2()).round()).ok()?;
        let mut aside = IBig::ONE;
        for _ in 0..WIDER {
            let (low, high) = (&middle - &aside, &middle + &aside);
            let [lower, upper] = [&low, &high].map(|above| self.at(above, &below));
            let signs = [&lower, &upper].map(|[a, b, c, _]| determinant(a, b, c) > IBig::ZERO);
            if low > IBig::ZERO && signs[0] != signs[1] {
                let lower = self.open(problem, &low, &below, &lower)?;
                let upper = self.closed(problem, &high, &below, squeeze(&upper)?)?;
                return Some(Bracket::new(lower, upper));
            }
            aside <<= 2;
        }
        None
    }

    /// The coefficients of (1), by ascending powers.
    fn cubic(&self) -> [IBig; 4] {
        let mut coefficients: [IBig; 4] = Default::default();
        for choice in 0..8_u8 {
            let tangent = |index: usize| choice >> index & 1 == 1;
            let sign: i8 = (0..3).filter(|&k| tangent(k)).map(|k| self.edges[k].side).product();
            if sign != 0 {
                let [a, b, c] = [0, 1, 2].map(|k| self.wholes[k].part(tangent(k)));
                coefficients[choice.count_ones() as usize] += IBig::from(sign) * determinant(a, b, c);
            }
        }
        coefficients
    }

    /// A root of (1) that is a fraction, where doubles saw the threshold.
    fn rational_root(&self, coefficients: &[IBig; 4]) -> Option<(IBig, IBig)> {
        let lowest = coefficients.iter().position(|entry| !entry.is_zero())?;
        let highest = coefficients.iter().rposition(|entry| !entry.is_zero())?;
        if highest == lowest + 1 {
            let (above, below) = (&coefficients[lowest], &coefficients[highest]);
            let (above, below) =
                if *below < IBig::ZERO { (above.clone(), -below) } else { (-above, below.clone()) };
            let root = Rational::from_parts(above, below)?;
            return self
                .is_near(root.to_f64())
                .then(|| (root.numerator().clone(), root.denominator().clone().into()));
        }
        let vanishes = |(above, below): &(IBig, IBig)| {
            let mut value = IBig::ZERO;
            let mut power = IBig::ONE;
            for coefficient in coefficients.iter().rev() {
                value = value * above + coefficient * &power;
                power *= below;
            }
            value.is_zero()
        };
        let root = self.root(coefficients)?;
        meant(root).map(|(above, below)| (IBig::from(above), IBig::from(below))).find(vanishes)
    }

    /// The root of (1) in doubles.
    fn root(&self, coefficients: &[IBig; 4]) -> Option<f64> {
        let [c0, c1, c2, c3] = coefficients.each_ref().map(|entry| entry.to_f64().value());
        let mut root = self.near.mu;
        for _ in 0..NEWTON {
            let value = ((c3 * root + c2) * root + c1) * root + c0;
            let slope = (3.0 * c3 * root + 2.0 * c2) * root + c1;
            root -= value / slope;
        }
        (self.is_near(root) && root > 0.0).then_some(root)
    }

    fn is_near(&self, root: f64) -> bool {
        (root - self.near.mu).abs() <= CLOSE * self.near.mu.max(1.0)
    }

    /// The edges at the coefficient `above/below`, those with friction `below` times.
    fn at(&self, above: &IBig, below: &IBig) -> [[IBig; 3]; 4] {
        std::array::from_fn(|index| {
            let (edge, whole) = (self.edges[index], &self.wholes[index]);
            if edge.side == 0 {
                return whole.normal.clone();
            }
            let across = if edge.side < 0 { -above } else { above.clone() };
            std::array::from_fn(|k| below * &whole.normal[k] + &across * &whole.tangent[k])
        })
    }

    /// Both ends at one coefficient, where the three edges are in a plane.
    fn meeting(&self, problem: &PlanarProblem, above: &IBig, below: &IBig) -> Option<Bracket> {
        let edges = self.at(above, below);
        let lower = self.open(problem, above, below, &edges)?;
        let [a, b, c, _] = &edges;
        let widest = (0..3)
            .max_by(|&i, &j| self.near.twist[i].abs().total_cmp(&self.near.twist[j].abs()))
            .unwrap_or(0);
        let part = |a: &[IBig; 3], b: &[IBig; 3]| {
            let [x, y, z] = cross(a, b);
            [x, y, z].into_iter().nth(widest).unwrap_or_default()
        };
        let multipliers = positive([part(b, c), part(c, a), part(a, b), IBig::ZERO])?;
        let upper = self.closed(problem, above, below, multipliers)?;
        Some(Bracket::new(lower, upper))
    }

    /// Equation (2): of the three pairs the one that is least parallel.
    fn open(
        &self,
        problem: &PlanarProblem,
        above: &IBig,
        below: &IBig,
        [a, b, c, _]: &[[IBig; 3]; 4],
    ) -> Option<End> {
        let pairs = [(a, b, [0, 1]), (b, c, [1, 2]), (c, a, [2, 0])];
        let angle = |[i, j]: [usize; 2]| {
            let (a, b) = (&self.edges[i].wrench, &self.edges[j].wrench);
            let across = cross_doubles(a, b);
            dot(&across, &across) / (dot(a, a) * dot(b, b))
        };
        let (a, b, _) = pairs.into_iter().max_by(|(.., a), (.., b)| angle(*a).total_cmp(&angle(*b)))?;
        let twist = cross(a, b);
        let along = dot(&std::array::from_fn(|k| twist[k].to_f64().value()), &self.near.twist);
        let twist = twist.map(|entry| Rational::from(if along < 0.0 { -entry } else { entry }));
        let mu = Rational::from_parts(above.clone(), below.clone())?;
        let proof = Proof::OpenUpTo { mu: mu.clone(), twist };
        Some((mu, checked(problem, proof).ok()?))
    }

    /// Multiples of the four edges as forces.
    fn closed(
        &self,
        problem: &PlanarProblem,
        above: &IBig,
        below: &IBig,
        multipliers: [IBig; 4],
    ) -> Option<End> {
        let mut forces = vec![[Rational::zero(), Rational::zero()]; problem.contacts.len()];
        for ((edge, whole), multiplier) in self.edges.iter().zip(&self.wholes).zip(multipliers) {
            let [along, across] = match edge.side {
                0 => [multiplier, IBig::ZERO],
                side => [&multiplier * below, multiplier * above * IBig::from(side)],
            };
            let [n, t] = &mut forces[edge.contact];
            *n += Rational::from(along) * &whole.scale;
            *t += Rational::from(across) * &whole.scale;
        }
        let mu = Rational::from_parts(above.clone(), below.clone())?;
        let proof = Proof::ClosedAbove { mu: mu.clone(), forces };
        Some((mu, checked(problem, proof).ok()?))
    }
}

impl Whole {
    fn new(problem: &PlanarProblem, contact: usize) -> Self {
        let (zero, one, contact) = (Rational::zero(), Rational::one(), &problem.contacts[contact]);
        let normal = problem.wrench(contact, &one, &zero);
        let tangent = problem.wrench(contact, &zero, &one);
        let (whole, scale) = integers::scaled(&[normal, tangent].concat());
        let mut entries = whole.into_iter();
        let mut three = || std::array::from_fn(|_| entries.next().unwrap_or_default());
        Self { normal: three(), tangent: three(), scale }
    }

    fn part(&self, tangent: bool) -> &[IBig; 3] {
        if tangent { &self.tangent } else { &self.normal }
    }
}

/// Bits of a coefficient at an end of the bracket.
const BITS: i32 = 49;
/// Times that the ends are moved apart until the root is between them.
const WIDER: usize = 6;
/// Steps of Newton's method from where doubles saw the threshold.
const NEWTON: usize = 3;

/// Equation (3).
fn squeeze([a, b, c, d]: &[[IBig; 3]; 4]) -> Option<[IBig; 4]> {
    positive([determinant(b, c, d), -determinant(a, c, d), determinant(a, b, d), -determinant(a, b, c)])
}

/// Multipliers of one sign, made positive.
fn positive(multipliers: [IBig; 4]) -> Option<[IBig; 4]> {
    let negative = multipliers.iter().any(|entry| *entry < IBig::ZERO);
    let positive = multipliers.iter().any(|entry| *entry > IBig::ZERO);
    match (negative, positive) {
        (false, true) => Some(multipliers),
        (true, false) => Some(multipliers.map(|entry| -entry)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multipliers_of_both_signs_or_none_are_no_squeeze() {
        let whole = |entries: [i64; 4]| entries.map(IBig::from);
        assert_eq!(positive(whole([1, 0, 2, 3])), Some(whole([1, 0, 2, 3])));
        assert_eq!(positive(whole([-1, 0, -2, -3])), Some(whole([1, 0, 2, 3])));
        assert_eq!(positive(whole([1, -1, 2, 3])), None);
        assert_eq!(positive(whole([0; 4])), None);
    }
}
