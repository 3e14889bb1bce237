//! Contact forces as cones of wrenches: the generators from which every question is built.
//!
//! In the plane the force of a contact is a combination of its two cone edges `n ± μt`, or of `n` alone
//! where there is no friction; the normal is never normalised, so that every generator is rational.
//!
//! References: \[MR 12.2\], \[MR 12.1.2\] for the wrench `(p × f, f)`.

use stiction_proof::{FrictionUse, PlanarProblem, Rational};

/// An edge of a friction cone: the force `n + across·t` at a contact.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// Index of the contact.
    pub contact: usize,
    /// Tangential part for one unit along the normal: `+μ`, `−μ` or 0.
    pub across: Rational,
    /// Its wrench `[m, fx, fy]` about the problem's reference.
    pub wrench: [Rational; 3],
}

/// The edges of all cones, in the order of the contacts.
pub fn edges(problem: &PlanarProblem, friction: &FrictionUse) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(2 * problem.contacts.len());
    for (contact, (touch, mu)) in problem.contacts.iter().zip(problem.coefficients(friction)).enumerate() {
        let lever = [&touch.point[0] - &problem.reference[0], &touch.point[1] - &problem.reference[1]];
        let mut add = |across: Rational| {
            let wrench = edge_wrench(&lever, &touch.normal, &across);
            edges.push(Edge { contact, across, wrench });
        };
        let mu = mu.friction;
        if mu.is_zero() {
            add(mu);
        } else {
            add(mu.clone());
            add(-mu);
        }
    }
    edges
}

/// `((p − r) × f, f)` with `f = n + across·t`, `t = rot90(n)`.
fn edge_wrench(lever: &[Rational; 2], [nx, ny]: &[Rational; 2], across: &Rational) -> [Rational; 3] {
    let force = [nx - &(across * ny), ny + &(across * nx)];
    let moment = &lever[0] * &force[1] - &lever[1] * &force[0];
    let [fx, fy] = force;
    [moment, fx, fy]
}

/// Contact forces `[a, b]` from multipliers of the edges.
pub fn forces(problem: &PlanarProblem, edges: &[Edge], multipliers: &[Rational]) -> Vec<[Rational; 2]> {
    let mut forces = vec![[Rational::zero(), Rational::zero()]; problem.contacts.len()];
    for (edge, multiplier) in edges.iter().zip(multipliers) {
        let [along, across] = &mut forces[edge.contact];
        *along += multiplier;
        *across += multiplier * &edge.across;
    }
    forces
}
