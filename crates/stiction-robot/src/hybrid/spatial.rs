//! Spatial vectors of rationals in the axes of the world: twists, wrenches and spatial accelerations about a
//! common point, angular first.

pub(super) use stiction_exact::vector::{cross, dot as inner, minus, plus, scaled};
use stiction_proof::Rational;

/// Three numbers.
pub(super) type Triple = [Rational; 3];

/// Six numbers, angular first.
pub(super) type Six = [Rational; 6];

/// Six doubles taken exactly; none where one is not finite.
pub(super) fn exactly(values: &[f64; 6]) -> Option<Six> {
    let list: Vec<Rational> = values.iter().map(|value| Rational::from_f64(*value)).collect::<Option<_>>()?;
    list.try_into().ok()
}

/// The two halves.
pub(super) fn halves(six: &Six) -> (Triple, Triple) {
    (std::array::from_fn(|k| six[k].clone()), std::array::from_fn(|k| six[k + 3].clone()))
}

/// Six of two halves.
pub(super) fn joined(angular: Triple, linear: Triple) -> Six {
    let ([a, b, c], [x, y, z]) = (angular, linear);
    [a, b, c, x, y, z]
}

/// A twist or spatial acceleration about another point, `lever` away.
pub(super) fn shifted_motion(motion: &Six, lever: &Triple) -> Six {
    let (angular, linear) = halves(motion);
    let moved = plus(&linear, &cross(&angular, lever));
    joined(angular, moved)
}

/// A force at a point that is `lever` away from the common one, as a wrench about the common one.
pub(super) fn wrench_of(lever: &Triple, force: &Triple) -> Six {
    joined(cross(lever, force), force.clone())
}

/// `XΦXᵀ`: an inverse inertia about another point, `lever` away.
pub(super) fn shifted_inverse(phi: &[Vec<Rational>], lever: &Triple) -> Vec<Vec<Rational>> {
    let shift = |row: &[Rational]| -> Vec<Rational> {
        shifted_motion(&std::array::from_fn(|k| row[k].clone()), lever).to_vec()
    };
    let column = |rows: &[Vec<Rational>], k: usize| -> Vec<Rational> {
        rows.iter().map(|row| row[k].clone()).collect()
    };
    let half: Vec<Vec<Rational>> = (0..6).map(|k| shift(&column(phi, k))).collect();
    let whole: Vec<Vec<Rational>> = (0..6).map(|k| shift(&column(&half, k))).collect();
    whole
}
