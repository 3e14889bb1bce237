//! Vectors of space in rationals: the few products everything else is made of.

use super::{Point, Point3};
use std::array::from_fn;
pub use stiction_exact::vector::{cross, dot, is_zero, minus as difference, plus as sum, scaled};
use stiction_proof::Rational;

/// Three rows of three.
pub type Matrix3 = [[Rational; 3]; 3];

/// `−a`.
pub fn reversed(a: &Point3) -> Point3 {
    from_fn(|k| -&a[k])
}

/// The volume of the box that three vectors span, positive when they are right-handed.
pub fn determinant(a: &Point3, b: &Point3, c: &Point3) -> Rational {
    dot(a, &cross(b, c))
}

/// Squared length, which stays rational where the length does not.
pub fn length_squared(a: &Point3) -> Rational {
    dot(a, a)
}

/// Whether `a` and `b` point the same way, whatever their lengths.
pub fn same_direction(a: &Point3, b: &Point3) -> bool {
    is_zero(&cross(a, b)) && dot(a, b).is_positive()
}

/// `matrix · a`.
pub fn product(matrix: &Matrix3, a: &Point3) -> Point3 {
    from_fn(|row| dot(&matrix[row], a))
}

/// `left · right`.
pub fn matrix_product(left: &Matrix3, right: &Matrix3) -> Matrix3 {
    let columns = transposed(right);
    from_fn(|row| from_fn(|column| dot(&left[row], &columns[column])))
}

/// Rows and columns exchanged.
pub fn transposed(matrix: &Matrix3) -> Matrix3 {
    from_fn(|row| from_fn(|column| matrix[column][row].clone()))
}

/// The nearest doubles.
pub fn to_doubles(a: &Point3) -> [f64; 3] {
    from_fn(|k| a[k].to_f64())
}

/// A point from doubles, or `None` if one of them is not finite.
pub fn from_doubles([x, y, z]: [f64; 3]) -> Option<Point3> {
    Some([Rational::from_f64(x)?, Rational::from_f64(y)?, Rational::from_f64(z)?])
}

/// Length in doubles, of a vector that is exact until then.
pub fn length(a: &Point3) -> f64 {
    let [x, y, z] = to_doubles(a);
    x.hypot(y).hypot(z)
}

/// The coordinate that can be dropped without making a plane with this normal a line: the largest.
pub fn drop_axis(normal: &Point3) -> usize {
    let larger = |best: usize, k: usize| if normal[k].abs() > normal[best].abs() { k } else { best };
    (1..3).fold(0, larger)
}

/// The point without one of its coordinates.
pub fn without(a: &Point3, axis: usize) -> Point {
    [a[(axis + 1) % 3].clone(), a[(axis + 2) % 3].clone()]
}

/// A point as a person would write it.
pub fn shown(a: &Point3) -> String {
    shown_doubles(to_doubles(a))
}

/// A point in doubles as a person would write it.
pub fn shown_doubles([x, y, z]: [f64; 3]) -> String {
    format!("[{x}, {y}, {z}]")
}
