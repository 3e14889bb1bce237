//! The same check in doubles, with every rounding error bounded: it accepts only what is certain.
//!
//! The problem is what the doubles say *exactly*; computed quantities carry an error that is bounded
//! below, and a sign counts only when the quantity exceeds its bound.  So an accepted [`QuickProof`]
//! proves the same as [`crate::Proof::Closed`] and [`crate::Proof::Open`] do, and what is refused may still be
//! true: then the exact check decides.  Comparisons are written so that NaN is refused.
//!
//! # Closed
//! Let `Fⱼ` be the wrenches of the cone edges `n ± μt` and `wⱼ > 0` fixed weights ([`weight`]).  If three
//! edges `B` have `det B ≠ 0` and `−Σ wⱼFⱼ = Bλ` with `λ > 0`, then `Σ wⱼFⱼ + Bλ = 0` is a positive
//! combination of all edges and these span: closure by Stiemke's lemma.  By Cramer's rule the signs of
//! four 3×3 determinants decide that, and no division is needed.
//!
//! # Error bounds
//! With `u = 2⁻⁵³`, `G ≥ (|nx| + |ny|)(1 + μ)` and `P ≥ |px| + |py|` over all contacts (taken about the
//! reference), the exact entries obey `|f| ≤ G` and `|m| ≤ M = PG`.  Rounding gives (first order; the
//! second order is covered by the slack in the constants)
//!
//! ```text
//!     |f̂ − f| ≤ 2uG           a product and a sum
//!     |m̂ − m| ≤ 4uM           two products of f̂, a difference
//!     det: six terms m·f·f; entries ≤ 6MG²(4 + 2 + 2)u = 48u, evaluation ≤ 30u    →  96u·MG²    (1)
//!     b = −Σ wⱼF̂ⱼ, W = Σwⱼ: entries of b ≤ W·(n + 5)u relative to G and M
//!     det with b: 6(n + 5 + 4)u + 30u  ≤ (6n + 128)u·W·MG²                                      (2)
//! ```
//!
//! # Open
//! `u = v + w·rot90(p)` has components within `2u·U` of exact, `U = |vx| + |vy| + |w|(|px| + |py|)`;
//! `n·u − μ|t·u|` is within `8u·(|nx| + |ny|)(1 + μ)U`, to first order 7.                        (3)
//!
//! The largest magnitudes `G`, `P` and `U` are kept within `[1e-60, 1e60]`: no product of four overflows, and what
//! underflow loses of an entry (at most `2⁻¹⁰⁷⁴`) is far below the rounding error of the largest one, which the
//! bounds are made of; outside the check refuses.
//!
//! References: \[Higham 3.1\] for the error calculus, \[Shewchuk 4\] for filtered determinants.
//!
//! **A quick check with bounded rounding errors.** For many grasps in doubles, `stiction_proof::quick`
//! accepts a basis or a twist when the signs it needs exceed bounds derived in the file. What it does not
//! accept goes to the exact method, so every verdict is about exactly the doubles that were given. In space
//! (`quick_space`) the witness is six pushes with an approximate inverse of their wrenches: one product of
//! matrices shows that they span and bounds the error of the solution.

/// A contact in doubles; the point is relative to the reference point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuickContact {
    /// Where it touches, from the reference point.
    pub point: [f64; 2],
    /// Direction into the body; any length but zero.
    pub normal: [f64; 2],
    /// Coefficient of friction.
    pub friction: f64,
}

/// A proof in doubles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum QuickProof {
    /// The contacts close: three edges in whose cone the weighted sum of all edges, reversed, lies.
    /// Contact `i` has the edges `2i` (`n + μt`) and `2i + 1` (`n − μt`), the same where there is no friction.
    Closed([usize; 3]),
    /// The contacts do not close: a twist `[w, vx, vy]` that breaks every one of them.
    Open([f64; 3]),
}

const UNIT: f64 = f64::EPSILON / 2.0;
/// Magnitudes of which a product of four neither overflows nor comes near to underflow.
const MAGNITUDES: std::ops::RangeInclusive<f64> = 1e-60..=1e60;
/// Far above anything underflow can lose, far below any bound that matters.
const UNDERFLOW: f64 = 1e-250;

/// The weight of an edge: positive, exact in doubles, and irregular, so that symmetric grasps do not
/// put the weighted sum on the boundary of a cone.
#[inline(always)]
pub fn weight(edge: usize) -> f64 {
    1.0 + ((edge.wrapping_mul(11)) & 15) as f64 / 32.0
}

/// Wrench `[m, fx, fy]` of the edge `n + across·t` of a contact.
#[inline(always)]
fn edge(contact: &QuickContact, across: f64) -> [f64; 3] {
    let [nx, ny] = contact.normal;
    let fx = nx - across * ny;
    let fy = ny + across * nx;
    [contact.point[0] * fy - contact.point[1] * fx, fx, fy]
}

#[inline(always)]
fn determinant(a: &[f64; 3], b: &[f64; 3], c: &[f64; 3]) -> f64 {
    a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1])
        + c[0] * (a[1] * b[2] - a[2] * b[1])
}

/// Whether the proof is certainly one.
///
/// ```
/// use stiction_proof::quick::{check, QuickContact, QuickProof};
/// let floor = [QuickContact { point: [0.0, -1.0], normal: [0.0, 1.0], friction: 0.5 }];
/// assert!(check(&floor, &QuickProof::Open([0.0, 0.0, 1.0])));
/// assert!(!check(&floor, &QuickProof::Open([0.0, 0.0, -1.0])));
/// assert!(!check(&floor, &QuickProof::Open([0.0, f64::NAN, 1.0])));
/// ```
#[inline]
pub fn check(contacts: &[QuickContact], proof: &QuickProof) -> bool {
    match proof {
        QuickProof::Closed(basis) => closed(contacts, basis),
        QuickProof::Open(twist) => open(contacts, twist),
    }
}

#[inline]
fn open(contacts: &[QuickContact], &[w, vx, vy]: &[f64; 3]) -> bool {
    let speed = vx.abs() + vy.abs();
    // Without contacts any motion escapes, but not none.
    (contacts.is_empty() && speed + w.abs() > 0.0 && (speed + w.abs()).is_finite())
        || !contacts.is_empty() && contacts.iter().all(|contact| breaks(contact, w, vx, vy, speed))
}

/// `n·u − μ|t·u| > 0` beyond doubt, bound (3).
#[inline(always)]
fn breaks(contact: &QuickContact, w: f64, vx: f64, vy: f64, speed: f64) -> bool {
    let ([px, py], [nx, ny], mu) = (contact.point, contact.normal, contact.friction);
    let (ux, uy) = (vx - w * py, vy + w * px);
    let opening = (nx * ux + ny * uy) - mu * (nx * uy - ny * ux).abs();
    let reach = (nx.abs() + ny.abs()) * (1.0 + mu);
    let most = speed + w.abs() * (px.abs() + py.abs());
    mu >= 0.0
        && MAGNITUDES.contains(&reach)
        && MAGNITUDES.contains(&most)
        && opening > 8.0 * UNIT * (reach * most) + UNDERFLOW
}

#[inline]
fn closed(contacts: &[QuickContact], basis: &[usize; 3]) -> bool {
    let (mut force, mut arm) = (0.0_f64, 0.0_f64);
    let (mut sum, mut weights) = ([0.0; 3], 0.0);
    for (index, contact) in contacts.iter().enumerate() {
        let reach = (contact.normal[0].abs() + contact.normal[1].abs()) * (1.0 + contact.friction);
        // NaN is not sound either, nor is a contact without direction.
        let sound = contact.friction >= 0.0 && reach > 0.0;
        if !sound {
            return false;
        }
        force = force.max(reach);
        arm = arm.max(contact.point[0].abs() + contact.point[1].abs());
        for (side, across) in [contact.friction, -contact.friction].into_iter().enumerate() {
            let (column, weight) = (edge(contact, across), weight(2 * index + side));
            sum = [sum[0] - weight * column[0], sum[1] - weight * column[1], sum[2] - weight * column[2]];
            weights += weight;
        }
    }
    let mut columns = [[0.0; 3]; 3];
    for (column, &edge_index) in columns.iter_mut().zip(basis) {
        let Some(contact) = contacts.get(edge_index / 2) else { return false };
        let across = if edge_index % 2 == 0 { contact.friction } else { -contact.friction };
        *column = edge(contact, across);
    }
    let [a, b, c] = &columns;
    let whole = determinant(a, b, c);
    let parts = [determinant(&sum, b, c), determinant(a, &sum, c), determinant(a, b, &sum)];
    let scale = 1.001 * UNIT * (force * arm) * force * force;
    let (bound, part_bound) = (96.0 * scale, (12 * contacts.len() + 128) as f64 * weights * scale);
    let sign = whole.signum();
    MAGNITUDES.contains(&force)
        && MAGNITUDES.contains(&arm)
        && sign * whole > bound + UNDERFLOW
        && parts.iter().all(|part| sign * part > part_bound + UNDERFLOW)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grip(height: f64) -> [QuickContact; 2] {
        let finger = |x: f64, y: f64| QuickContact { point: [x, y], normal: [-x, 0.0], friction: 0.5 };
        [finger(-1.0, 0.0), finger(1.0, height)]
    }

    /// Every basis of three among four edges.
    const BASES: [[usize; 3]; 4] = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];

    #[test]
    fn a_squeeze_is_accepted_and_its_loss_is_not() {
        assert!(BASES.iter().any(|basis| check(&grip(0.3), &QuickProof::Closed(*basis))));
        // The line between the fingers lies exactly on both cone edges: not closed.
        assert!(!BASES.iter().any(|basis| check(&grip(1.0), &QuickProof::Closed(*basis))));
        assert!(!BASES.iter().any(|basis| check(&grip(1.2), &QuickProof::Closed(*basis))));
    }

    #[test]
    fn nan_infinity_and_nonsense_are_refused() {
        for bad in [f64::NAN, f64::INFINITY, -f64::INFINITY, 1e300, -1.0] {
            let mut contacts = grip(0.0);
            contacts[1].friction = bad;
            assert!(!BASES.iter().any(|basis| check(&contacts, &QuickProof::Closed(*basis))), "{bad}");
            assert!(!check(&contacts, &QuickProof::Open([0.0, 0.0, 1.0])));
        }
        assert!(!check(&grip(0.0), &QuickProof::Closed([0, 1, 9])));
        assert!(!check(&grip(0.0), &QuickProof::Closed([0, 0, 1])));
        assert!(!check(&[], &QuickProof::Closed([0, 1, 2])));
        assert!(!check(&[], &QuickProof::Open([0.0; 3])));
        assert!(check(&[], &QuickProof::Open([1.0, 0.0, 0.0])));
        assert!(!check(&grip(0.0), &QuickProof::Open([f64::NAN; 3])));
    }

    #[test]
    fn an_escape_that_only_grazes_is_not_certain() {
        let wall = [QuickContact { point: [0.1, 0.2], normal: [0.3, 0.4], friction: 0.0 }];
        // Along the wall: n·u is zero up to rounding, which is exactly what doubles cannot decide.
        assert!(!check(&wall, &QuickProof::Open([0.0, 0.4, -0.3])));
        assert!(check(&wall, &QuickProof::Open([0.0, 0.4, -0.29])));
    }
}
