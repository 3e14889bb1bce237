//! Cones of R³ whose rays and normals go once around.
//!
//! Let `c` be the sum of the rays and `h` that of the normals.  If
//!
//! ```text
//!     nᵢ·rᵢ = 0,  nᵢ·rᵢ₊₁ = 0,  det(rᵢ, rᵢ₊₁, rᵢ₊₂) > 0,  nᵢ·rᵢ₊₂ > 0,  nᵢ·c > 0,  h·rᵢ > 0                       (1)
//! ```
//!
//! and the rays turn about `c` once, then in the plane `h·x = 1` they are the corners of a closed polygon
//! that goes once around `c` and turns left at every corner: a convex one, whose sides are the `nᵢ`.  Every
//! `x` with `nᵢ·x ≥ 0` for all `i` has `h·x > 0` or is zero, so nothing lies outside of that plane's cone.

use super::{ConeForms, dot};
use crate::rational::Rational;
use crate::vectors::triple as determinant;

/// Whether the forms are such a cone; no does not mean that they are not one cone.
pub(super) fn goes_around(forms: &ConeForms) -> bool {
    let (rays, normals) = (&forms.rays, &forms.normals);
    let count = rays.len();
    if count < 3 || normals.len() != count {
        return false;
    }
    let (centre, height) = (sum(rays), sum(normals));
    let next = |at: usize, by: usize| &rays[(at + by) % count];
    let turns = |at: usize| {
        let normal = &normals[at];
        dot(normal, &rays[at]).is_zero()
            && dot(normal, next(at, 1)).is_zero()
            && determinant(&rays[at], next(at, 1), next(at, 2)).is_positive()
            && dot(normal, next(at, 2)).is_positive()
            && dot(normal, &centre).is_positive()
            && dot(&height, &rays[at]).is_positive()
    };
    (0..count).all(turns) && turns_once(&centre, rays)
}

/// Steps that all turn left, by less than half a turn each, have gone around once when the side of the first
/// ray's plane changes once from left to right and not back.
fn turns_once(centre: &[Rational], rays: &[Vec<Rational>]) -> bool {
    let sides: Vec<Rational> = rays[1..].iter().map(|ray| determinant(centre, &rays[0], ray)).collect();
    let first_right = sides.iter().position(Rational::is_negative).unwrap_or(sides.len());
    sides[first_right..].iter().all(Rational::is_negative)
        && sides[..first_right].first().is_some_and(Rational::is_positive)
}

fn sum(rows: &[Vec<Rational>]) -> Vec<Rational> {
    let mut sum = vec![Rational::zero(); 3];
    rows.iter().for_each(|row| sum.iter_mut().zip(row).for_each(|(sum, entry)| *sum += entry));
    sum
}
