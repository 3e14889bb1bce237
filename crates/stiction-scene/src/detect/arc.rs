//! Which points stand for an arc?
//!
//! Its ends, and points between them that divide it equally: at most 45° apart, and at least one.  A full circle is
//! eight points.  The ends decide which forces and moments an arc shorter than half a turn can carry without
//! friction; those between keep longer arcs from carrying less than they do.

use nalgebra::Vector2;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4};

/// Directions of the points that stand for a full circle; multiples of 45°, without the rounding of a cosine.
pub const EIGHT: [[f64; 2]; 8] = [
    [1.0, 0.0],
    [FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    [0.0, 1.0],
    [-FRAC_1_SQRT_2, FRAC_1_SQRT_2],
    [-1.0, 0.0],
    [-FRAC_1_SQRT_2, -FRAC_1_SQRT_2],
    [0.0, -1.0],
    [FRAC_1_SQRT_2, -FRAC_1_SQRT_2],
];

/// The parts of an arc, from 0 to 1, at which points stand for it.
pub fn parts(sweep: f64) -> impl Iterator<Item = f64> {
    // A quarter circle is two steps, whatever the last bit of its sweep says.
    let steps = (sweep.abs() / FRAC_PI_4 - 1e-9).ceil().max(2.0) as usize;
    (0..=steps).map(move |k| k as f64 / steps as f64)
}

/// The direction at an angle; a multiple of 45° without the rounding of a cosine.
pub fn direction(angle: f64) -> Vector2<f64> {
    let eighths = angle / FRAC_PI_4;
    let nearest = eighths.round();
    if (eighths - nearest).abs() <= 1e-14 * nearest.abs().max(1.0) {
        return Vector2::from(EIGHT[nearest.rem_euclid(8.0) as usize % 8]);
    }
    Vector2::new(angle.cos(), angle.sin())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    #[test]
    fn an_arc_has_its_ends_and_something_between() {
        let count = |sweep: f64| parts(sweep).count();
        assert_eq!([1e-3, FRAC_PI_4, FRAC_PI_2, 1.6, PI, -PI].map(count), [3, 3, 3, 4, 5, 5]);
        assert_eq!(parts(PI).collect::<Vec<_>>(), [0.0, 0.25, 0.5, 0.75, 1.0]);
    }

    #[test]
    fn eighths_of_a_turn_are_not_rounded() {
        assert_eq!(direction(FRAC_PI_2), Vector2::new(0.0, 1.0));
        assert_eq!(direction(-PI), Vector2::new(-1.0, 0.0));
        assert!((direction(1.0) - Vector2::new(1f64.cos(), 1f64.sin())).norm() < 1e-15);
    }
}
