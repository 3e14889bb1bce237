//! Edges of round cones.
//!
//! A round cone has an edge in every direction across its normal.  With a rational direction `t` across the
//! normal `n`, rational `c² + s² = 1` and roots taken from below,
//!
//! ```text
//!     f = n + c·μ√(n·n/t·t)·t,   spin = s·γ                                                 (1)
//! ```
//!
//! is in the cone, within 2⁻⁹⁶ of its surface, and on it where the root is rational.  So few edges, in the
//! directions that are needed, make a program in rationals whose pushes are pushes of the round cone.

use stiction_exact::root::square_root;
use stiction_exact::vector::{along, cross, default_tangent, dot, on_circle};
use stiction_proof::{Coefficients, Generator, Rational, SpatialContact, Vector};
use stiction_scene::bracket::meant;

/// A direction in which a cone is wanted: across the normal, along the two tangents, and about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Toward {
    pub(super) across: [f64; 2],
    pub(super) about: f64,
}

/// Two directions across the normal and across each other.
pub(super) fn tangents(normal: &Vector) -> [Vector; 2] {
    let first = default_tangent(normal);
    let second = cross(normal, &first);
    [first, second]
}

/// The contact with a pyramid of four edges around its round cone; `None` of one that also turns.
///
/// Edges `n ± 3/2·μ√(n·n/t·t)·t` along two directions across each other touch a circle of radius 3/√8 > 1,
/// which leaves room for the root that is rounded.
pub(super) fn in_pyramid(contact: &SpatialContact) -> Option<SpatialContact> {
    if contact.across.is_some() || contact.torsion.as_ref().is_some_and(Rational::is_positive) {
        return None;
    }
    let square = dot(&contact.normal, &contact.normal);
    let mut across = Vec::with_capacity(4);
    for tangent in tangents(&contact.normal) {
        let part = square_root(&square.checked_div(&dot(&tangent, &tangent))?).value * Rational::new(3, 2);
        across.push(tangent.each_ref().map(|entry| entry * &part));
        across.push(tangent.each_ref().map(|entry| -(entry * &part)));
    }
    Some(SpatialContact { across: Some(across), ..contact.clone() })
}

/// The directions of a pyramid in the order in which they follow each other around the normal, by number;
/// `None` where some half of the plane holds none.
fn sectors(contact: &SpatialContact, across: &[Vector]) -> Option<Vec<(usize, usize)>> {
    let [first, second] = tangents(&contact.normal);
    let angle = |d: &Vector| {
        let along = |t: &Vector| dot(d, t).to_f64() / dot(t, t).to_f64().sqrt();
        along(&second).atan2(along(&first))
    };
    let angles: Vec<f64> = across.iter().map(angle).collect();
    let mut order: Vec<usize> = (0..across.len()).collect();
    order.sort_by(|&a, &b| angles[a].total_cmp(&angles[b]));
    let next = order.iter().cycle().skip(1);
    let sectors: Vec<(usize, usize)> = order.iter().copied().zip(next.copied()).collect();
    let gap = |(a, b): &(usize, usize)| (angles[*b] - angles[*a]).rem_euclid(std::f64::consts::TAU);
    (sectors.len() > 2 && sectors.iter().all(|sector| gap(sector) < 3.0)).then_some(sectors)
}

/// The contact with a round cone inside of its pyramid, of these coefficients; `None` of one that is round or
/// also turns.
///
/// The circle that touches the nearest side of the polygon of the directions, rounded down: its forces are
/// the pyramid's.
pub(super) fn inscribed(contact: &SpatialContact, coefficients: &Coefficients) -> Option<SpatialContact> {
    let across = contact.across.as_ref()?;
    if coefficients.torsion.is_positive() {
        return None;
    }
    let length = |v: &Vector| dot(v, v).to_f64().sqrt();
    let side = |(a, b): (usize, usize)| {
        let (from, to) = (&across[a], &across[b]);
        length(&cross(from, to)) / length(&std::array::from_fn(|k| &to[k] - &from[k]))
    };
    let nearest = sectors(contact, across)?.into_iter().map(side).fold(f64::INFINITY, f64::min);
    let radius = (nearest / length(&contact.normal) * 4096.0 - 0.01).floor() / 4096.0;
    let friction = &coefficients.friction * &Rational::from_f64(radius.max(0.0))?;
    Some(SpatialContact { across: None, friction, ..contact.clone() })
}

/// A force as multiples of the edges of a pyramid: of the two beside it what is across the normal, of all
/// alike what is left.
pub(super) fn over_edges(
    contact: &SpatialContact,
    coefficients: &Coefficients,
    force: &Vector,
) -> Option<Vec<Rational>> {
    let across = contact.across.as_ref()?;
    let normal = &contact.normal;
    let mut along = dot(force, normal).checked_div(&dot(normal, normal))?;
    let slip: Vector = std::array::from_fn(|k| &force[k] - &normal[k] * &along);
    let mut multiples = vec![Rational::zero(); across.len()];
    if slip.iter().any(|entry| !entry.is_zero()) {
        let beside = |(a, b): (usize, usize)| {
            let (d, e) = (&across[a], &across[b]);
            let (dd, de, ee) = (dot(d, d), dot(d, e), dot(e, e));
            let (sd, se) = (dot(&slip, d), dot(&slip, e));
            let below = (&dd * &ee - &de * &de) * &coefficients.friction;
            let parts = [&sd * &ee - &se * &de, &se * &dd - &sd * &de];
            if !below.is_positive() || parts.iter().any(Rational::is_negative) {
                return None;
            }
            let [x, y] = parts.map(|part| part.checked_div(&below));
            Some([(a, x?), (b, y?)])
        };
        for (edge, part) in sectors(contact, across)?.into_iter().find_map(beside)? {
            along -= &part;
            multiples[edge] += &part;
        }
    }
    let share = along.checked_div(&Rational::from(across.len() as i64))?;
    multiples.iter_mut().for_each(|multiple| *multiple += &share);
    Some(multiples)
}

/// The edge (1) towards a direction; `None` where that is none.
pub(super) fn edge(
    contact: &SpatialContact,
    coefficients: &Coefficients,
    toward: Toward,
) -> Option<Generator> {
    let [first, second] = tangents(&contact.normal);
    let length = |t: &Vector| dot(t, t).to_f64().sqrt();
    let parts = [toward.across[0] / length(&first), toward.across[1] / length(&second)];
    let slip =
        if coefficients.friction.is_positive() { toward.across[0].hypot(toward.across[1]) } else { 0.0 };
    let about = if coefficients.torsion.is_positive() { toward.about } else { 0.0 };
    let total = slip.hypot(about);
    if !(total.is_finite() && total > 0.0) {
        return None;
    }
    let [cosine, sine] = near_circle(slip / total, about / total);
    let mut force = contact.normal.clone();
    if cosine.is_positive() {
        let [a, b] = short(parts)?;
        let t: Vector = std::array::from_fn(|k| &first[k] * &a + &second[k] * &b);
        let ratio = dot(&contact.normal, &contact.normal).checked_div(&dot(&t, &t))?;
        let reach = square_root(&ratio).value * &coefficients.friction * cosine;
        force.iter_mut().zip(&t).for_each(|(entry, t)| *entry += t * &reach);
    }
    Some(Generator { force, spin: sine * &coefficients.torsion })
}

/// An edge a little outside of the cone: what is across the normal is larger by `part`.
pub(super) fn widened(contact: &SpatialContact, edge: &Generator, part: &Rational) -> Generator {
    let normal = &contact.normal;
    let (straight, factor) = (along(normal, &edge.force), Rational::one() + part);
    let wide = |k: usize| (&edge.force[k] - &straight[k]) * &factor + &straight[k];
    Generator { force: std::array::from_fn(wide), spin: &edge.spin * &factor }
}

/// The directions that every cone begins with.
pub(super) fn around(coefficients: &Coefficients) -> Vec<Toward> {
    let toward = |a: f64, b: f64, about: f64| Toward { across: [a, b], about };
    let mut all = Vec::new();
    if coefficients.friction.is_positive() {
        all.extend([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(|(a, b)| toward(a, b, 0.0)));
    }
    if coefficients.torsion.is_positive() {
        all.extend([1.0, -1.0].map(|about| toward(0.0, 0.0, about)));
    }
    all
}

/// Rational numbers near these with squares that add up to one: by the tangent of half the angle.
fn near_circle(cosine: f64, sine: f64) -> [Rational; 2] {
    if sine == 0.0 {
        return [Rational::one(), Rational::zero()];
    }
    on_circle(&number(sine / (1.0 + cosine)).unwrap_or_default())
}

/// Two numbers in the same ratio, the larger one ±1, the other one short.
fn short([a, b]: [f64; 2]) -> Option<[Rational; 2]> {
    let sign = |x: f64| Rational::from(if x < 0.0 { -1 } else { 1 });
    if a.abs() >= b.abs() {
        Some([sign(a), number(b / a.abs())?])
    } else {
        Some([number(a / b.abs())?, sign(b)])
    }
}

/// A fraction that a number between −1 and 1 may mean, or one of few bits near it.
fn number(value: f64) -> Option<Rational> {
    const UNIT: f64 = (1_u64 << 40) as f64;
    let plain = meant(value.abs()).find(|(_, below)| *below <= 1000).map(|(above, below)| {
        let positive = Rational::new(above, below.unsigned_abs());
        if value < 0.0 { -positive } else { positive }
    });
    plain.or_else(|| Rational::from_f64((value * UNIT).round() / UNIT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_proof::{Push, Touch};

    #[test]
    fn edges_are_in_their_cone_and_a_little_more_is_not() {
        let fraction = |a: i64, b: u64| Rational::new(a, b);
        let normals = [[0, 0, 1], [0, -3, 0], [1, 2, -2], [7, -1, 5]];
        for (case, normal) in normals.into_iter().enumerate() {
            let contact = SpatialContact {
                id: "c".to_owned(),
                point: Default::default(),
                normal: normal.map(Rational::from),
                friction: fraction(3, 7),
                torsion: Some(fraction(1, 50)),
                across: None,
                most: None,
            };
            let coefficients = Coefficients { friction: fraction(3, 7), torsion: fraction(1, 50) };
            let inside = |edge: &Generator| {
                let push = Push::Force { force: edge.force.clone(), spin: edge.spin.clone() };
                contact.wrench(&coefficients, &push).is_some()
            };
            for step in 0..24 {
                let angle = f64::from(step) * 0.37 + case as f64;
                let toward = Toward { across: [angle.cos(), angle.sin()], about: (angle * 3.0).sin() };
                let edge = edge(&contact, &coefficients, toward).unwrap();
                assert!(inside(&edge), "{toward:?}");
                assert!(!inside(&widened(&contact, &edge, &fraction(1, 1 << 60))), "{toward:?}");
            }
        }
    }

    #[test]
    fn forces_of_the_circle_inside_a_pyramid_are_multiples_of_its_edges() {
        let across =
            [[3, 0, 0], [2, 2, 0], [0, 3, 0], [-2, 2, 0], [-3, 0, 0], [-2, -2, 0], [0, -3, 0], [2, -2, 0]];
        let contact = SpatialContact {
            id: "c".to_owned(),
            point: Default::default(),
            normal: [0, 0, 3].map(Rational::from),
            friction: Rational::new(3, 7),
            torsion: None,
            across: Some(across.map(|d| d.map(Rational::from)).to_vec()),
            most: None,
        };
        let coefficients = Coefficients { friction: Rational::new(3, 7), torsion: Rational::zero() };
        let round = inscribed(&contact, &coefficients).unwrap();
        let inner = Coefficients { friction: round.friction.clone(), torsion: Rational::zero() };
        assert!(inner.friction > Rational::new(3, 7) * Rational::new(22, 25));
        for step in 0..40 {
            let angle = f64::from(step) * 0.37;
            let toward = Toward { across: [angle.cos(), angle.sin()], about: 0.0 };
            let force = edge(&round, &inner, toward).unwrap().force;
            let multiples = over_edges(&contact, &coefficients, &force).unwrap();
            assert!(multiples.iter().all(|multiple| !multiple.is_negative()), "{angle}");
            let mut total: Vector = Default::default();
            for (edge, multiple) in contact.edges(&coefficients).iter().zip(&multiples) {
                total.iter_mut().zip(&edge.force).for_each(|(sum, entry)| *sum += entry * multiple);
            }
            assert_eq!(total, force);
        }
        // A round cone, and one that also turns, have no such circle.
        assert!(inscribed(&round, &inner).is_none());
        let turns = Coefficients { torsion: Rational::one(), ..coefficients };
        assert!(inscribed(&contact, &turns).is_none());
    }

    #[test]
    fn simple_directions_are_exact() {
        let normal = [0, 0, 2].map(Rational::from);
        let contact = SpatialContact {
            id: "c".to_owned(),
            point: Default::default(),
            normal,
            friction: Rational::new(5, 12),
            torsion: None,
            across: None,
            most: None,
        };
        let coefficients = Coefficients { friction: Rational::new(5, 12), torsion: Rational::zero() };
        let toward = Toward { across: [0.6, 0.8], about: 0.0 };
        let edge = edge(&contact, &coefficients, toward).unwrap();
        let square = &edge.force[0] * &edge.force[0] + &edge.force[1] * &edge.force[1];
        assert_eq!(square, Rational::new(100, 144));
    }
}
