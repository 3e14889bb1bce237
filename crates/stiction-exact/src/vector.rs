//! Vectors of the plane, of space and of any length, in rationals.

use stiction_proof::{NonZero, Rational, Vector};

/// `a·b`; parts that are zero cost nothing.
pub fn dot(a: &[Rational], b: &[Rational]) -> Rational {
    let parts = a.iter().zip(b).filter(|(a, b)| !a.is_zero() && !b.is_zero());
    parts.fold(Rational::zero(), |sum, (a, b)| sum + a * b)
}

/// `a + b`.
pub fn plus<const N: usize>(a: &[Rational; N], b: &[Rational; N]) -> [Rational; N] {
    std::array::from_fn(|at| &a[at] + &b[at])
}

/// `a − b`.
pub fn minus<const N: usize>(a: &[Rational; N], b: &[Rational; N]) -> [Rational; N] {
    std::array::from_fn(|at| &a[at] - &b[at])
}

/// `factor·a`.
pub fn scaled<const N: usize>(a: &[Rational; N], factor: &Rational) -> [Rational; N] {
    a.each_ref().map(|entry| entry * factor)
}

/// `a + b` of any number of entries.
pub fn sum(a: &[Rational], b: &[Rational]) -> Vec<Rational> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// `a − b` of any number of entries.
pub fn difference(a: &[Rational], b: &[Rational]) -> Vec<Rational> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// `sum += factor·a`; parts that are zero cost nothing.
pub fn add(sum: &mut [Rational], factor: &Rational, a: &[Rational]) {
    for (sum, entry) in sum.iter_mut().zip(a).filter(|(_, entry)| !entry.is_zero()) {
        *sum += &(factor * entry);
    }
}

/// `Σ factorₖ·columnₖ`, of columns of `size` entries.
pub fn combined(columns: &[Vec<Rational>], factors: &[Rational], size: usize) -> Vec<Rational> {
    let mut total = vec![Rational::zero(); size];
    columns.iter().zip(factors).for_each(|(column, factor)| add(&mut total, factor, column));
    total
}

/// The origin.
pub fn zeros<const N: usize>() -> [Rational; N] {
    std::array::from_fn(|_| Rational::zero())
}

/// Whether every entry is zero.
pub fn is_zero(vector: &[Rational]) -> bool {
    vector.iter().all(Rational::is_zero)
}

/// A vector of the plane turned by +90°.
pub fn quarter_turn([x, y]: &[Rational; 2]) -> [Rational; 2] {
    [-y, x.clone()]
}

/// The third component of the cross product of vectors of the plane: positive when `b` is to the left of `a`.
pub fn turn(a: &[Rational; 2], b: &[Rational; 2]) -> Rational {
    &a[0] * &b[1] - &a[1] * &b[0]
}

/// How long a vector is, in doubles.
pub fn norm(vector: &[Rational]) -> f64 {
    dot(vector, vector).to_f64().sqrt()
}

/// The multiple of a direction in a vector, `v·d/d·d`; none of a direction that is zero.
pub fn multiple_of(direction: &[Rational], vector: &[Rational]) -> Option<Rational> {
    dot(vector, direction).checked_div(&dot(direction, direction))
}

/// The part of a vector across a direction; none of a direction that is zero.
pub fn across<const N: usize>(direction: &[Rational; N], vector: &[Rational; N]) -> Option<[Rational; N]> {
    Some(minus(vector, &scaled(direction, &multiple_of(direction, vector)?)))
}

/// The part of a vector in the span of a direction; in that of none it is none.
pub fn along<const N: usize>(direction: &[Rational; N], vector: &[Rational; N]) -> [Rational; N] {
    multiple_of(direction, vector).map_or_else(zeros, |multiple| scaled(direction, &multiple))
}

/// The point where two balls or discs touch, from their centres and radii; two of radius zero that touch are one point.
pub fn between_centres<const N: usize>(
    [from, to]: [&[Rational; N]; 2],
    [own, other]: [&Rational; 2],
) -> [Rational; N] {
    match own.checked_div(&(own + other)) {
        Some(part) => plus(from, &scaled(&minus(to, from), &part)),
        None => from.clone(),
    }
}

/// The first entry of a row that is not zero, and its place.
pub fn leading(row: &[Rational]) -> Option<(usize, NonZero)> {
    row.iter().enumerate().find_map(|(at, entry)| Some((at, NonZero::new(entry.clone())?)))
}

/// The cosine and sine of twice the angle whose tangent is `half`: every rational point of the circle but one.
pub fn on_circle(half: &Rational) -> [Rational; 2] {
    let below = NonZero::one_plus_square(half);
    [(Rational::one() - half * half) / &below, (half + half) / &below]
}

/// `a × b`.
///
/// ```
/// use stiction_exact::vector::cross;
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
