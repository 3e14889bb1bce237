//! Products of vectors of space, in rationals.

use stiction_proof::{Rational, Vector};

/// `a·b`.
pub fn dot(a: &Vector, b: &Vector) -> Rational {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `a × b`.
///
/// ```
/// use stiction::exact::vector::cross;
/// use stiction_proof::Rational;
/// let vector = |entries: [i64; 3]| entries.map(Rational::from);
/// assert_eq!(cross(&vector([1, 0, 0]), &vector([0, 1, 0])), vector([0, 0, 1]));
/// ```
pub fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| &a[(i + 1) % 3] * &b[(i + 2) % 3] - &a[(i + 2) % 3] * &b[(i + 1) % 3])
}

/// The first of the default tangents of the conventions: `n × e` with the axis least aligned with `n`.
pub fn default_tangent(normal: &Vector) -> Vector {
    let least =
        (1..3).fold(0, |best, axis| if normal[axis].abs() < normal[best].abs() { axis } else { best });
    cross(normal, &std::array::from_fn(|i| Rational::from(i64::from(i == least))))
}
