//! Vectors of doubles: the one home of their products.
//!
//! Nothing is decided here.  Sums are taken in the order of the entries, so that one product has one value wherever it
//! is computed.

/// `a·b` of a fixed number of entries.
#[inline(always)]
pub fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    let mut sum = 0.0;
    for index in 0..D {
        sum += a[index] * b[index];
    }
    sum
}

/// `a·b` of any number of entries.
#[inline]
pub fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The length of a vector of any number of entries.
#[inline]
pub fn norm(a: &[f64]) -> f64 {
    inner(a, a).sqrt()
}

/// `a − b`.
#[inline(always)]
pub fn minus<const D: usize>(a: &[f64; D], b: &[f64; D]) -> [f64; D] {
    std::array::from_fn(|index| a[index] - b[index])
}

/// `a × b`.
#[inline(always)]
pub fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
