//! What a list of unit vectors spans: nothing, a ray, a line, a part of a plane, or a solid cone with its faces.
//!
//! Of a solid cone each face is spanned by two of the vectors, so its normal is among their products:
//!
//! ```text
//!     n = ±(gᵢ × gⱼ),   n · g ≥ 0 for all g                                                   (1)
//! ```
//!
//! This decides what a picture looks like and nothing else: it is done in doubles, and what is nearer than
//! a part in a thousand million is taken as equal.

use std::f64::consts::{PI, TAU};

use crate::solid::vector::Vector3;

/// Unit vectors nearer than this are the same; products smaller than this are zero.
const SAME: f64 = 1e-9;

/// A convex cone.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Span {
    Origin,
    Ray(Vector3),
    Line(Vector3),
    /// From the first vector on, turned about the normal; a half turn is a half-plane, a whole one a plane.
    Flat {
        normal: Vector3,
        start: Vector3,
        turn: f64,
    },
    /// Where all normals have a product that is not negative; without any, everything.
    Solid(Vec<Vector3>),
}

impl Span {
    pub fn of(generators: &[Vector3]) -> Span {
        let mut distinct: Vec<Vector3> = Vec::new();
        for &generator in generators {
            if distinct.iter().all(|known| (*known - generator).length() > SAME) {
                distinct.push(generator);
            }
        }
        let Some(&first) = distinct.first() else { return Span::Origin };
        let product = |other: &Vector3| first.cross(*other).length();
        let widest = distinct.iter().max_by(|a, b| product(a).total_cmp(&product(b)));
        let Some(normal) =
            widest.filter(|other| product(other) > SAME).and_then(|other| first.cross(*other).unit())
        else {
            return if distinct.len() > 1 { Span::Line(first) } else { Span::Ray(first) };
        };
        if distinct.iter().all(|generator| generator.dot(normal).abs() <= SAME) {
            return flat(&distinct, first, normal);
        }
        Span::Solid(faces(&distinct))
    }
}

/// The part of a plane that vectors in it span.
fn flat(generators: &[Vector3], first: Vector3, normal: Vector3) -> Span {
    let second = normal.cross(first);
    let angle = |vector: &Vector3| vector.dot(second).atan2(vector.dot(first)).rem_euclid(TAU);
    let mut angles: Vec<f64> = generators.iter().map(angle).collect();
    angles.sort_by(f64::total_cmp);
    let next = |i: usize| angles[(i + 1) % angles.len()];
    let gap = |i: usize| (next(i) - angles[i]).rem_euclid(TAU);
    let widest = (0..angles.len()).max_by(|&i, &j| gap(i).total_cmp(&gap(j))).unwrap_or(0);
    let (start, turn) = match gap(widest) {
        gap if gap < PI - SAME => (0.0, TAU),
        gap => (next(widest), TAU - gap),
    };
    Span::Flat { normal, start: first.turned(normal, start), turn }
}

/// Normals of the faces, equation (1).
fn faces(generators: &[Vector3]) -> Vec<Vector3> {
    let mut normals: Vec<Vector3> = Vec::new();
    for (i, a) in generators.iter().enumerate() {
        for b in &generators[..i] {
            let product = a.cross(*b);
            let Some(normal) = product.unit().filter(|_| product.length() > SAME) else { continue };
            for normal in [normal, -normal] {
                let supports = generators.iter().all(|generator| generator.dot(normal) >= -SAME);
                if supports && normals.iter().all(|known| (*known - normal).length() > 1e3 * SAME) {
                    normals.push(normal);
                }
            }
        }
    }
    normals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solid::vector::{X, Y, Z};

    #[test]
    fn vectors_span_what_they_should() {
        assert_eq!(Span::of(&[]), Span::Origin);
        assert_eq!(Span::of(&[X, X]), Span::Ray(X));
        assert_eq!(Span::of(&[X, -X]), Span::Line(X));
        let turn = |generators: &[Vector3]| match Span::of(generators) {
            Span::Flat { turn, .. } => turn,
            other => panic!("{other:?}"),
        };
        assert!((turn(&[X, Y]) - PI / 2.0).abs() < 1e-9);
        assert!((turn(&[X, -X, Y]) - PI).abs() < 1e-9);
        assert_eq!(turn(&[X, -X, Y, -Y]), TAU);
    }

    #[test]
    fn a_solid_cone_has_as_many_faces_as_it_should() {
        let faces = |generators: &[Vector3]| match Span::of(generators) {
            Span::Solid(normals) => normals.len(),
            other => panic!("{other:?}"),
        };
        let inner = (X + Y + Z).unit().unwrap();
        assert_eq!(faces(&[X, Y, Z]), 3);
        assert_eq!(faces(&[X, Y, Z, inner]), 3);
        assert_eq!(faces(&[X, -X, Y, Z]), 2);
        assert_eq!(faces(&[X, -X, Y, -Y, Z]), 1);
        assert_eq!(faces(&[X, -X, Y, -Y, Z, -Z]), 0);
    }
}
