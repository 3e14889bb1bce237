//! Vectors of three and six doubles, and rotations.

use stiction_exact::double;
pub(super) use stiction_exact::double::dot as dot6;

pub(super) type Three = [f64; 3];
pub(super) type Six = [f64; 6];
pub(super) type Square = [[f64; 6]; 6];

pub(super) fn cross(a: Three, b: Three) -> Three {
    double::cross(&a, &b)
}

pub(super) fn dot(a: Three, b: Three) -> f64 {
    double::dot(&a, &b)
}

pub(super) fn plus(a: Three, b: Three) -> Three {
    double::plus(&a, &b)
}

pub(super) fn minus(a: Three, b: Three) -> Three {
    double::minus(&a, &b)
}

pub(super) fn scaled(factor: f64, a: Three) -> Three {
    double::scaled(&a, factor)
}

pub(super) fn norm(a: Three) -> f64 {
    dot(a, a).sqrt()
}

pub(super) fn joined(a: Three, b: Three) -> Six {
    [a[0], a[1], a[2], b[0], b[1], b[2]]
}

pub(super) fn halves(six: &Six) -> (Three, Three) {
    ([six[0], six[1], six[2]], [six[3], six[4], six[5]])
}

pub(super) fn times6(rows: &Square, v: &Six) -> Six {
    std::array::from_fn(|row| dot6(&rows[row], v))
}

/// A force at a point, about the origin.
pub(super) fn push(point: Three, force: Three) -> Six {
    joined(cross(point, force), force)
}

/// A motion about the origin, about another point.
pub(super) fn shifted(motion: &Six, point: Three) -> Six {
    let (angular, linear) = halves(motion);
    joined(angular, plus(linear, cross(angular, point)))
}

/// `XΦXᵀ`: an inverse inertia about the origin, about another point.
pub(super) fn shifted_inverse(phi: &Square, point: Three) -> Square {
    let half: Square = std::array::from_fn(|k| shifted(&std::array::from_fn(|row| phi[row][k]), point));
    std::array::from_fn(|k| shifted(&std::array::from_fn(|row| half[row][k]), point))
}

pub(super) fn times3(rows: &[Three; 3], v: Three) -> Three {
    [dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)]
}

pub(super) fn transposed(rows: &[Three; 3]) -> [Three; 3] {
    std::array::from_fn(|row| std::array::from_fn(|column| rows[column][row]))
}

pub(super) fn product(a: &[Three; 3], b: &[Three; 3]) -> [Three; 3] {
    let columns = transposed(b);
    std::array::from_fn(|row| std::array::from_fn(|column| dot(a[row], columns[column])))
}

/// The rotation of a unit quaternion.
pub(super) fn rotation([w, x, y, z]: [f64; 4]) -> [Three; 3] {
    [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ]
}

/// The vector of a small rotation: half its antisymmetric part, which has the direction of the axis up to half a turn.
pub(super) fn turn_vector(r: &[Three; 3]) -> Three {
    scaled(0.5, [r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]])
}

/// Two directions across a unit normal: as the conventions have them.
pub(super) fn tangents(n: Three) -> [Three; 2] {
    let least = (0..3).fold(0, |least, k| if n[k].abs() < n[least].abs() { k } else { least });
    let mut axis = [0.0; 3];
    axis[least] = 1.0;
    let first = cross(n, axis);
    let first = scaled(1.0 / norm(first), first);
    [first, cross(n, first)]
}
