//! When is a verdict about rounded numbers one about the numbers that were meant?
//!
//! A scene is rational, but a few quantities pass through a root, a sine or π on the way to a problem.  Such
//! a number `d̂` is the double nearest to the one that was meant, or a fraction still nearer, so that `d` is
//! within its *radius*:
//!
//! ```text
//!     |d − d̂| ≤ ρ(d̂) = u·|d̂|,   u = 2⁻⁵³                                                     (1)
//! ```
//!
//! A verdict is the sign of a margin `m`: how far inside, or outside, something is.
//!
//! **One doubt.** *Let `m` move by at most `Δ` while every number moves within its radius.  Where `|m| > Δ` the verdict
//! about `d̂` is the one about `d`; where not, some numbers within the radii may have another, and it is undecided.*
//! What is left is `Δ`, for each kind of margin from how it depends on the numbers:
//!
//! 1. *A push at a contact.* Let `n`, the unit normal, be rounded in numerator and root: directions move by `2u`. The
//!    wrench `((p − r) × f/L, f)` of `f = n + μt`, with the torsional moment `γn/L`, moves by at most `2u(1 + μ)` in
//!    `f`, by `u(|p| + |r|)(1 + μ)/L` with `p` and `r`, by `2u|p − r|(1 + μ)/L` with `f`, and by `2uγ/L`; together,
//!    and with `u` left over for products of these,
//!
//!    ```text
//!        δ = 4u·(1 + μ + γ/L)·(1 + (|p| + |r|)/L)                                              (2)
//!    ```
//!
//! 2. *The distance of a point from a hull* moves no further than the hull's points do: `Δ = δ`.  What forces of total
//!    size `k` balance moves by `Δ = kδ`.
//! 3. *The best of a balance*, `max_f min_y y·(w + Gf) + …`, is affine in every number, so at the forces `f` and the
//!    motion `y` that are best together it moves, to first order, by `y·(δw + δG f)`: the rounded parts of the powers
//!    that the pushes and the load have on the motion.  A push `fᵢ` at a point whose bodies move with `wⱼ` and `vⱼ` has
//!    `|fᵢ|·Σⱼ(|vⱼ| + |wⱼ|(|p| + |rⱼ|))` at most, of which (2) moves `4u`; a load is rounded in mass and place, `2u`:
//!
//!    ```text
//!        Δ = 4u·Σᵢ |fᵢ|·Σⱼ(|vⱼ| + |wⱼ|(|pᵢ| + |rⱼ|)) + 2u·Σ |w·y|                              (3)
//!    ```
//!
//! Of (3) terms in `u²` are left out, and where several forces or motions are best, it speaks of those that were found.

use super::Sign;

/// `u` of (1): the relative error of a number that was rounded once.
pub const UNIT: f64 = f64::EPSILON / 2.0;

/// A quantity and how far from it the one that was meant may be.
///
/// ```
/// use stiction_exact::doubt::Rounded;
/// assert!(Rounded { value: 1e-9, radius: 1e-15 }.is_decided());
/// assert!(!Rounded { value: 1e-16, radius: 1e-15 }.is_decided());
/// // What is not known is in doubt.
/// assert!(!Rounded { value: 1.0, radius: f64::NAN }.is_decided());
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rounded {
    /// What was found.
    pub value: f64,
    /// Its radius.
    pub radius: f64,
}

impl Rounded {
    /// A number that was rounded once, (1).
    pub fn once(value: f64) -> Self {
        Self { value, radius: UNIT * value.abs() }
    }

    /// The sign of what was meant; none in doubt.
    pub fn sign(self) -> Option<Sign> {
        Sign::certain(self.value, self.radius)
    }

    /// Whether the verdict that is this margin's sign is the one about the numbers that were meant.
    pub fn is_decided(self) -> bool {
        self.sign().is_some()
    }
}

/// Whether a margin between two ends, each of which moves by at most `moved`, has a sign.
pub fn is_decided_between(ends: [f64; 2], moved: f64) -> bool {
    let signs = ends.map(|value| Rounded { value, radius: moved }.sign());
    signs[0].is_some() && signs[0] == signs[1]
}

/// (2): how far the wrench of a unit push moves, in units of force: `torsion` is `γ/L`, `reach` is `(|p| + |r|)/L`.
pub fn push_radius(friction: f64, torsion: f64, reach: f64) -> f64 {
    4.0 * UNIT * (1.0 + friction + torsion) * (1.0 + reach)
}

/// (3), from the power that each push has at most on the motion, and the power of each load.
pub fn balance_radius(pushes: impl Iterator<Item = f64>, loads: impl Iterator<Item = f64>) -> f64 {
    4.0 * UNIT * pushes.map(f64::abs).sum::<f64>() + 2.0 * UNIT * loads.map(f64::abs).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_on_one_side_decide_and_an_end_within_its_radius_does_not() {
        assert!(is_decided_between([1e-9, 2e-9], 1e-12));
        assert!(is_decided_between([-2.0, -1.0], 0.5));
        assert!(!is_decided_between([-1e-9, 1e-9], 0.0));
        assert!(!is_decided_between([1e-13, 1.0], 1e-12));
        assert!(!is_decided_between([0.0, 1.0], 0.0));
    }

    /// (2) bounds what rounding each coordinate once does to a wrench in the plane.
    #[test]
    fn a_push_moves_by_no_more_than_its_radius() {
        let (point, reference, length): ([f64; 2], [f64; 2], f64) = ([3.7, -1.3], [0.4, 2.2], 1.9);
        let wrench = |p: [f64; 2], r: [f64; 2], angle: f64, friction: f64| {
            let (sine, cosine) = angle.sin_cos();
            let force = [cosine - friction * sine, sine + friction * cosine];
            let lever = [p[0] - r[0], p[1] - r[1]];
            [(lever[0] * force[1] - lever[1] * force[0]) / length, force[0], force[1]]
        };
        // Far larger than u, so that the doubles of this test do not matter.
        let unit = 1e-7;
        let size = |[x, y]: [f64; 2]| x.hypot(y);
        let reach = (size(point) + size(reference)) / length;
        for step in 0..64 {
            let sign = |bit: u32| if step >> bit & 1 == 1 { unit } else { -unit };
            let friction = 0.1 * f64::from(step);
            let moved = wrench(
                [point[0] * (1.0 + sign(0)), point[1] * (1.0 + sign(1))],
                [reference[0] * (1.0 + sign(2)), reference[1] * (1.0 + sign(3))],
                0.3 + 2.0 * sign(4),
                friction,
            );
            let apart = wrench(point, reference, 0.3, friction);
            let distance = (0..3).map(|k| (moved[k] - apart[k]).powi(2)).sum::<f64>().sqrt();
            assert!(distance <= push_radius(friction, 0.0, reach) / UNIT * unit, "{step}");
        }
    }
}
