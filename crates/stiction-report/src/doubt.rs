//! How far rounding on the way to a problem can move its margin.
//!
//! A few quantities pass through a root, a sine or π and are rounded once, to a relative `u = 2⁻⁵³`: points,
//! normals, the centre of mass.  The wrench `((p − r) × f/L, f)` of a unit edge, `|f| ≤ 1 + μ`, then moves by at
//! most
//!
//! ```text
//!     δ = 4u·(1 + μ)·(1 + (|p| + |r|)/L)                                                    (1)
//! ```
//!
//! to first order: `u` for the point and for the reference, `2u` for the direction.  The signed distance of the origin
//! from a hull moves no further than the hull's points do, so a margin of closure beyond δ keeps its sign.
//! What forces of total size `k` can balance moves by `kδ`.

use stiction_proof::{PlanarContact, PlanarProblem, Rational};

/// (1), the largest over the contacts.
pub(crate) fn displacement(problem: &PlanarProblem, length: f64) -> f64 {
    let size = |[x, y]: &[Rational; 2]| x.to_f64().abs() + y.to_f64().abs();
    let reach = |contact: &PlanarContact| 1.0 + (size(&contact.point) + size(&problem.reference)) / length;
    let moved = |contact: &PlanarContact| (1.0 + contact.friction.to_f64()) * reach(contact);
    4.0 * (f64::EPSILON / 2.0) * problem.contacts.iter().map(moved).fold(1.0, f64::max)
}
