//! A contact in doubles, its frame, and the edges of its pyramid: the numbers that the check is about.
//!
//! # The frame
//! The normal counts as a direction, so it is scaled by a power of two until its largest component is in
//! `[1, 2)`; `N` is its length then.  Tangents are `t1 = n × e` with `e` the axis least along `n` (of equals
//! the first) and `t2 = n × t1`, both made as long as `n` and `μ'` times that: the *slopes* `h1` and `h2`.
//!
//! # Inwards
//! The force `n + (a·h1 + b·h2)`, computed in doubles in this order, is inside the exact round cone of friction
//! `μ` whenever `a² + b² ≤ (1 + 4u)²`, `u = 2⁻⁵³`.  For `t1` is exact, `t2` is a sum of products of one sign, and so
//! the slopes have a relative error of at most 8u in each component; the two products and the sum add `3uμ'N`,
//! the last sum `u(1 + μ')N`, the overlong `(a, b)` `4uμ'N`.  Together the force is off its place by at most
//! `e = u(1 + 20μ')N`.  It is inside if `μ'N + e ≤ μ(N − e)`, and for that
//!
//! ```text
//!     μ' = max(0, μ − 32u(1 + μ)²)                                                                  (1)
//! ```
//!
//! suffices.  Where `μ' = 0` the force is `n` itself.  Friction above [`STEEPEST`] is cut there, inwards too.
//!
//! # Inside the pyramid
//! Seen in the plane square to `n` at its tip, an edge is off its place by at most `e' = 20u(1 + μ)²N`, so
//! that the section of the pyramid contains a disc of radius `μ'N cos(π/K) − e' ≥ μ'N/2 − e'`.
//! [`Frame::interior`] has `a² + b² ≤ 1/32`, and of the torsion an eighth at most: it is an eighth of the
//! normal with all torsion one way or the other and, for the rest, a force with `a² + b² ≤ 1/16`.  It is
//! inside the pyramid, not on its boundary, if
//!
//! ```text
//!     μ' > 256u(1 + μ)²     or     μ' = 0, when all edges and it are n                              (2)
//! ```
//!
//! References: \[Higham 3.1\].

use super::UNIT;

/// A contact in space in doubles; the point is relative to the reference point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuickSpatialContact {
    /// Where it touches, from the reference point.
    pub point: [f64; 3],
    /// Direction into the body; any length but zero.
    pub normal: [f64; 3],
    /// Coefficient of friction.
    pub friction: f64,
    /// Torsional coefficient of a soft finger, a length; 0 for a hard one.
    pub torsion: f64,
}

/// Friction above this is taken for this.
pub const STEEPEST: f64 = 1e6;
/// The most edges that a pyramid may have.
pub const MOST_EDGES: usize = 64;

/// Directions around a contact: `(cos 2πk/K, sin 2πk/K)` in doubles, the same on every machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Pyramid {
    directions: Vec<[f64; 2]>,
}

impl Pyramid {
    /// A pyramid with so many edges, from 3 to [`MOST_EDGES`].
    pub fn new(edges: usize) -> Option<Self> {
        let directions = || (0..edges).map(|index| direction(index, edges)).collect();
        (3..=MOST_EDGES).contains(&edges).then(|| Self { directions: directions() })
    }

    /// How many edges it has.
    #[inline]
    pub fn edges(&self) -> usize {
        self.directions.len()
    }

    /// The direction of each edge, along the first and the second tangent.
    #[inline]
    pub fn directions(&self) -> &[[f64; 2]] {
        &self.directions
    }
}

/// Cosine and sine of `index/count` of a turn, up to a few ulps: reduced to an eighth of a turn, where the
/// series are short, and made of sums and products alone, which every machine rounds alike.
fn direction(index: usize, count: usize) -> [f64; 2] {
    let (eighth, rest) = (8 * index / count, 8 * index % count);
    let part = if eighth % 2 == 0 { rest } else { count - rest };
    let angle = std::f64::consts::FRAC_PI_4 * (part as f64 / count as f64);
    let (square, mut cosine, mut sine) = (angle * angle, 1.0, 1.0);
    for term in (1..=10).rev() {
        let even = 2.0 * f64::from(term);
        cosine = 1.0 - square / (even * (even - 1.0)) * cosine;
        sine = 1.0 - square / (even * (even + 1.0)) * sine;
    }
    sine *= angle;
    match eighth {
        0 => [cosine, sine],
        1 => [sine, cosine],
        2 => [-sine, cosine],
        3 => [-cosine, sine],
        4 => [-cosine, -sine],
        5 => [-sine, -cosine],
        6 => [sine, -cosine],
        _ => [cosine, -sine],
    }
}

/// What the cone of a contact is.
#[derive(Debug, Clone, PartialEq)]
pub enum QuickModel {
    /// The inner pyramid; a soft finger adds the normal with the full torsional moment either way.
    Pyramid(Pyramid),
    /// The round cone `(1 + μ²)(f·n)² ≥ |f|²|n|²`; of a soft finger `(|ft|/μ)² + (m/γ)² ≤ fn²`.
    Round,
}

/// A sound contact with its normal scaled and its slopes.  It is made of a contact and of nothing else.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    pub(super) point: [f64; 3],
    pub(super) normal: [f64; 3],
    pub(super) slopes: [[f64; 3]; 2],
    pub(super) friction: f64,
    pub(super) inner_friction: f64,
    pub(super) torsion: f64,
}

impl Frame {
    /// The frame of a contact; none if a number is not finite, friction or torsion negative, or the normal zero or
    /// with components further apart than the exponents of doubles allow.
    #[inline]
    pub fn of(contact: &QuickSpatialContact) -> Option<Self> {
        let QuickSpatialContact { point, normal, friction, torsion } = *contact;
        let sound = point.iter().chain(&normal).all(|entry| entry.is_finite())
            && (0.0..f64::INFINITY).contains(&friction)
            && (0.0..f64::INFINITY).contains(&torsion)
            && largest(&normal) > 0.0;
        if !sound {
            return None;
        }
        let normal = scaled(normal);
        // Only components too far apart to scale are left far from one: such a normal is no direction of use.
        if !(1e-150..=1e150).contains(&largest(&normal)) {
            return None;
        }
        let steep = friction.min(STEEPEST);
        let loss = 32.0 * UNIT * ((1.0 + steep) * (1.0 + steep));
        let inner_friction = if steep > loss { steep - loss } else { 0.0 };
        let slopes = slopes(&normal, inner_friction);
        Some(Self { point, normal, slopes, friction, inner_friction, torsion })
    }

    /// Where it touches, from the reference point.
    #[inline]
    pub fn point(&self) -> &[f64; 3] {
        &self.point
    }

    /// The normal, scaled by a power of two to a largest component between 1 and 2.
    #[inline]
    pub fn normal(&self) -> &[f64; 3] {
        &self.normal
    }

    /// The tangents, as long as the normal, times the friction rounded inwards.
    #[inline]
    pub fn slopes(&self) -> &[[f64; 3]; 2] {
        &self.slopes
    }

    /// The torsional coefficient.
    #[inline]
    pub fn torsion(&self) -> f64 {
        self.torsion
    }

    /// The force `n + (a·h1 + b·h2)`; inside the round cone if `a² + b² ≤ 1`.
    #[inline(always)]
    pub fn force(&self, [a, b]: [f64; 2]) -> [f64; 3] {
        let [first, second] = &self.slopes;
        let component = |axis: usize| self.normal[axis] + (a * first[axis] + b * second[axis]);
        [component(0), component(1), component(2)]
    }

    /// A force and a spin inside the cone, round or pyramid, irregular so that symmetric grasps do not put their sum
    /// on a boundary.
    #[inline(always)]
    pub fn interior(&self, index: usize) -> ([f64; 3], f64) {
        let part = |step: usize, start: usize| {
            ((index.wrapping_mul(step).wrapping_add(start) & 15) as f64 - 7.5) / 64.0
        };
        (self.force([part(11, 3), part(7, 9)]), self.torsion * part(5, 1))
    }

    /// Whether (2) holds.
    #[inline(always)]
    pub(super) fn interior_is_inside_the_pyramid(&self) -> bool {
        let steep = 1.0 + self.friction.min(STEEPEST);
        self.inner_friction == 0.0 || self.inner_friction > 256.0 * UNIT * (steep * steep)
    }

    /// A bound of the components of [`Frame::force`].
    #[inline(always)]
    pub(super) fn reach(&self) -> f64 {
        let [first, second] = &self.slopes;
        largest(&self.normal) + (largest(first) + largest(second))
    }

    /// How far the point or the torsion reaches.
    #[inline(always)]
    pub(super) fn extent(&self) -> f64 {
        greater(largest(&self.point), self.torsion)
    }
}

/// A power of two above every point and torsion, by which moments are divided; 1 where all are zero.
#[inline]
pub fn length(frames: &[Frame]) -> f64 {
    let extent = frames.iter().fold(0.0, |extent, frame| greater(extent, frame.extent()));
    if extent > 0.0 { 2.0 * power_of_two(extent) } else { 1.0 }
}

/// The power of two at or below a positive double; that of the least normal one for less.
#[inline(always)]
fn power_of_two(value: f64) -> f64 {
    f64::from_bits(value.to_bits() & 0x7ff0_0000_0000_0000).max(f64::MIN_POSITIVE)
}

/// The same direction with a largest component in `[1, 2)`; unchanged where that would lose digits.
#[inline(always)]
fn scaled(normal: [f64; 3]) -> [f64; 3] {
    let power = power_of_two(largest(&normal));
    let scaled = normal.map(|entry| entry / power);
    if scaled.map(|entry| entry * power) == normal { scaled } else { normal }
}

#[inline(always)]
fn slopes(n: &[f64; 3], inner_friction: f64) -> [[f64; 3]; 2] {
    let [x, y, z] = *n;
    let [xx, yy, zz] = [x * x, y * y, z * z];
    let (first, second, across) = if x.abs() <= y.abs() && x.abs() <= z.abs() {
        ([0.0, z, -y], [-(yy + zz), x * y, x * z], yy + zz)
    } else if y.abs() <= z.abs() {
        ([-z, 0.0, x], [x * y, -(xx + zz), y * z], xx + zz)
    } else {
        ([y, -x, 0.0], [x * z, y * z, -(xx + yy)], xx + yy)
    };
    let per_second = inner_friction / across.sqrt();
    let per_first = ((xx + yy) + zz).sqrt() * per_second;
    [first.map(|entry| per_first * entry), second.map(|entry| per_second * entry)]
}

#[inline(always)]
pub(super) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[inline(always)]
pub(super) fn largest(vector: &[f64; 3]) -> f64 {
    greater(greater(vector[0].abs(), vector[1].abs()), vector[2].abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rational;

    fn exact<const D: usize>(vector: &[f64; D]) -> [Rational; D] {
        vector.map(|entry| Rational::from_f64(entry).unwrap())
    }

    fn dot(a: &[Rational], b: &[Rational]) -> Rational {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    /// `(1 + μ²)(f·n)² ≥ |f|²|n|²` and `f·n ≥ 0`, in rationals.
    fn in_cone(contact: &QuickSpatialContact, force: &[f64; 3]) -> bool {
        let (n, f) = (exact(&contact.normal), exact(force));
        let friction = Rational::from_f64(contact.friction).unwrap();
        let along = dot(&f, &n);
        let steep = Rational::one() + &friction * &friction;
        !along.is_negative() && steep * &along * &along >= dot(&f, &f) * dot(&n, &n)
    }

    #[test]
    fn directions_turn_evenly_and_are_no_longer_than_one() {
        let most = Rational::one() + Rational::from_f64(4.0 * UNIT).unwrap();
        for edges in 3..=MOST_EDGES {
            let pyramid = Pyramid::new(edges).unwrap();
            for (index, direction) in pyramid.directions().iter().enumerate() {
                let angle = std::f64::consts::TAU * index as f64 / edges as f64;
                assert!((direction[0] - angle.cos()).abs() < 2e-15, "{index}/{edges}");
                assert!((direction[1] - angle.sin()).abs() < 2e-15, "{index}/{edges}");
                let [c, s] = exact(direction);
                assert!(&c * &c + &s * &s <= &most * &most, "{index}/{edges}");
            }
        }
        assert_eq!(Pyramid::new(4).unwrap().directions(), [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]);
        assert!(Pyramid::new(2).is_none() && Pyramid::new(MOST_EDGES + 1).is_none());
    }

    #[test]
    fn edges_and_interiors_are_inside_the_exact_cone() {
        let normals = [
            [0.0, 0.0, 1.0],
            [1.0, 1.0, 1.0],
            [0.3, -0.7, 0.2],
            [1e-9, 1.0, -1e-12],
            [3e50, -1e49, 7e-40],
            [1e-200, 2e-201, 0.0],
            [0.1, 0.1, -0.1],
        ];
        let frictions = [0.0, 1e-300, 1e-16, 3e-15, 1e-14, 1e-9, 0.1, 0.5, 1.0, 7.3, 1e3, 1e6, 1e12];
        let pyramids = [3, 4, 7, 8, 16, 64].map(|edges| Pyramid::new(edges).unwrap());
        let mut edges = 0;
        for normal in normals {
            for friction in frictions {
                let contact = QuickSpatialContact { point: [0.0; 3], normal, friction, torsion: 0.0 };
                let frame = Frame::of(&contact).unwrap();
                assert!((0..40).all(|index| in_cone(&contact, &frame.interior(index).0)), "{contact:?}");
                for direction in pyramids.iter().flat_map(Pyramid::directions) {
                    assert!(in_cone(&contact, &frame.force(*direction)), "{contact:?} {direction:?}");
                    edges += 1;
                }
            }
        }
        assert_eq!(edges, normals.len() * frictions.len() * 102);
    }

    #[test]
    fn a_pyramid_touches_the_round_cone_and_follows_the_default_tangents() {
        let contact =
            QuickSpatialContact { point: [0.0; 3], normal: [0.0, 0.0, 4.0], friction: 0.5, torsion: 0.0 };
        let frame = Frame::of(&contact).unwrap();
        let close = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-14);
        // t1 = n × e_x = [0, 1, 0], t2 = n × t1 = [−1, 0, 0] for the unit normal along z.
        assert!(close(frame.force([1.0, 0.0]), [0.0, 0.5, 1.0]));
        assert!(close(frame.force([0.0, 1.0]), [-0.5, 0.0, 1.0]));
        assert_eq!(frame.normal(), &[0.0, 0.0, 1.0]);
    }

    #[test]
    fn what_is_no_contact_has_no_frame() {
        let good =
            QuickSpatialContact { point: [1.0; 3], normal: [0.0, 1.0, 0.0], friction: 0.5, torsion: 0.1 };
        assert!(Frame::of(&good).is_some());
        for bad in [f64::NAN, f64::INFINITY, -1.0] {
            assert!(Frame::of(&QuickSpatialContact { friction: bad, ..good }).is_none());
            assert!(Frame::of(&QuickSpatialContact { torsion: bad, ..good }).is_none());
        }
        assert!(Frame::of(&QuickSpatialContact { normal: [0.0; 3], ..good }).is_none());
        assert!(Frame::of(&QuickSpatialContact { normal: [1e-320, 1e200, 0.0], ..good }).is_none());
        assert!(Frame::of(&QuickSpatialContact { normal: [0.0, 1e-310, 0.0], ..good }).is_some());
        assert!(Frame::of(&QuickSpatialContact { normal: [f64::NAN, 1.0, 0.0], ..good }).is_none());
        assert!(Frame::of(&QuickSpatialContact { point: [0.0, f64::INFINITY, 0.0], ..good }).is_none());
    }
}
