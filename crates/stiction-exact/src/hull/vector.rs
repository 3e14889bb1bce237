//! Vectors of a fixed number of doubles.

pub(super) use crate::double::{dot, minus};

pub(super) fn times<const D: usize>(a: &[f64; D], b: &[f64; D]) -> [f64; D] {
    std::array::from_fn(|k| a[k] * b[k])
}

/// The sum of the absolute entries: how far a unit box reaches along a direction.
pub(super) fn reach<const D: usize>(a: &[f64; D]) -> f64 {
    a.iter().map(|entry| entry.abs()).sum()
}

/// The length, where squares neither overflow nor vanish.
pub(super) fn length<const D: usize>(a: &[f64; D]) -> f64 {
    let largest = a.iter().fold(0.0_f64, |largest, entry| largest.max(entry.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    let scaled = a.map(|entry| entry / largest);
    largest * dot(&scaled, &scaled).sqrt()
}

/// The same direction with length 1; none of zero and of what is not finite.
pub(super) fn unit<const D: usize>(a: &[f64; D]) -> Option<[f64; D]> {
    let length = length(a);
    (length > 0.0 && length.is_finite()).then(|| a.map(|entry| entry / length))
}

/// `a` less its components along orthonormal vectors, taken away twice: once leaves what rounding put there.
pub(super) fn across<const D: usize>(a: &[f64; D], basis: &[[f64; D]]) -> [f64; D] {
    let mut rest = *a;
    for _ in 0..2 {
        for axis in basis {
            let along = dot(&rest, axis);
            for k in 0..D {
                rest[k] -= along * axis[k];
            }
        }
    }
    rest
}
