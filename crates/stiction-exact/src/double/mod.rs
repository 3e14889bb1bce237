//! Vectors of doubles: the one home of their products.
//!
//! Nothing is decided here.  Sums are taken in the order of the entries, so that one product has one value wherever it
//! is computed.

pub mod elimination;

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

/// `a + b`.
#[inline(always)]
pub fn plus<const D: usize>(a: &[f64; D], b: &[f64; D]) -> [f64; D] {
    std::array::from_fn(|index| a[index] + b[index])
}

/// `factor·a`.
#[inline(always)]
pub fn scaled<const D: usize>(a: &[f64; D], factor: f64) -> [f64; D] {
    a.map(|entry| entry * factor)
}

/// `sum += factor·a`.
#[inline(always)]
pub fn add<const D: usize>(sum: &mut [f64; D], factor: f64, a: &[f64; D]) {
    for index in 0..D {
        sum[index] += factor * a[index];
    }
}

/// `a × b`.
#[inline(always)]
pub fn cross(a: &[f64; 3], b: &[f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The products of entry with entry.
#[inline(always)]
pub fn times<const D: usize>(a: &[f64; D], b: &[f64; D]) -> [f64; D] {
    std::array::from_fn(|k| a[k] * b[k])
}

/// The sum of the absolute entries: how far a unit box reaches along a direction.
pub fn reach<const D: usize>(a: &[f64; D]) -> f64 {
    a.iter().map(|entry| entry.abs()).sum()
}

/// The length, where squares neither overflow nor vanish.
pub fn length<const D: usize>(a: &[f64; D]) -> f64 {
    let largest = a.iter().fold(0.0_f64, |largest, entry| largest.max(entry.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    let scaled = a.map(|entry| entry / largest);
    largest * dot(&scaled, &scaled).sqrt()
}

/// The same direction with length 1; none of zero and of what is not finite.
pub fn unit<const D: usize>(a: &[f64; D]) -> Option<[f64; D]> {
    let length = length(a);
    (length > 0.0 && length.is_finite()).then(|| a.map(|entry| entry / length))
}

/// `a` less its components along orthonormal vectors, taken away twice: once leaves what rounding put there.
pub fn across<const D: usize>(a: &[f64; D], basis: &[[f64; D]]) -> [f64; D] {
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

/// The convex hull of points of the plane, counter-clockwise from the least (Andrew's monotone chain); two points or
/// one where it is flat.  A corner whose turn is not above `flat`, as the sine of its angle, goes.
pub fn convex(mut points: Vec<[f64; 2]>, flat: f64) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let turns = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
        let ([x, y], [u, v]) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
        x * v - y * u > flat * x.hypot(y) * u.hypot(v)
    };
    let chain = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut kept: Vec<[f64; 2]> = Vec::new();
        for point in points {
            while let [.., a, b] = kept[..]
                && !turns(a, b, point)
            {
                kept.pop();
            }
            kept.push(point);
        }
        kept.pop();
        kept
    };
    let mut around = chain(&mut points.iter().copied());
    around.extend(chain(&mut points.iter().rev().copied()));
    around
}
