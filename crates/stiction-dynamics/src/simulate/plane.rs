//! Vectors of the plane in doubles.

pub(super) use stiction_exact::double::{dot, minus};

/// A point or a direction.
pub type Vector = [f64; 2];

/// `a + factor·b`.
pub(super) fn along(a: Vector, factor: f64, b: Vector) -> Vector {
    [a[0] + factor * b[0], a[1] + factor * b[1]]
}

/// A quarter turn counter-clockwise: `w × r` is `w` times this.
pub(super) fn turned(a: Vector) -> Vector {
    [-a[1], a[0]]
}

/// The component of `a × b` out of the plane.
pub(super) fn wedge(a: Vector, b: Vector) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// `a` turned by an angle.
pub(super) fn rotated(a: Vector, angle: f64) -> Vector {
    let (sine, cosine) = angle.sin_cos();
    [cosine * a[0] - sine * a[1], sine * a[0] + cosine * a[1]]
}

/// An angle brought into (−π, π].
pub(super) fn wrapped(angle: f64) -> f64 {
    use std::f64::consts::{PI, TAU};
    let rest = angle.rem_euclid(TAU);
    if rest > PI { rest - TAU } else { rest }
}
