//! Whether numbers are the dynamics of a robot: each within a bound that is proved.
//!
//! A robot is a tree of links, whose kinetic energy and power define its dynamics.  With J_c, J_ω the rows that take
//! the velocities v to the velocity of a link's centre of mass and to its angular velocity, R its axes, and c̈, α
//! its accelerations for v̇ = 0:
//!
//! ```text
//!     M = Σ m J_cᵀ J_c + J_ωᵀ R I Rᵀ J_ω                                                         (1)
//!     h = Σ m J_cᵀ (c̈ − g) + J_ωᵀ (R I Rᵀ α + ω × R I Rᵀ ω)                                       (2)
//!     Φ = J M⁻¹ Jᵀ,   b = J M⁻¹ (τ − h) + J̇ v                                                    (3)
//! ```
//!
//! `enclose` computes (1) and (2) word by word, link by link, in doubles with radii, and M⁻¹ in (3) by
//! an approximate inverse V: for M X = B and X̃ = V B,
//!
//! ```text
//!     ρ = ‖1 − V M‖∞ < 1    ⇒    |X − X̃| ≤ |V (B − M X̃)| + ρ/(1 − ρ) ‖V (B − M X̃)‖∞             (4)
//! ```
//!
//! ρ < 1 also shows that M is regular; being a sum of squares it is then positive definite.  The rank of Φ is at
//! least the number of pivots that are surely positive.
//!
//! Where the frame is follows from its chain of joints; its axes are compared entry by entry.
//!
//! Joints that follow others leave fewer coordinates: `coordinates` has (5), by which (1) to (3) are reduced.
//! Where some velocity moves no mass its row of M is zero, and there is no Φ; M, h and J are told
//! nevertheless.
//!
//! No recursion over articulated or composite bodies is used, no factor of M, and no sine of a library.
//!
//! **Doubles with a radius.** The dynamics of a robot is not decided but computed, in doubles. So the proof
//! is a bound: a checker that knows none of the recursions sums the definition of M and h link by link, every
//! number, vector and rotation with a radius, and bounds M⁻¹ by an approximate inverse. A true rotation keeps
//! lengths, so radii add along a chain where intervals would multiply. Sines are summed in integers. A report
//! states the bounds, and `verify` finds the same ones.

pub(crate) mod ball;
mod coordinates;
mod enclose;
mod kinematics;
mod problem;
mod sine;
pub(crate) mod solve;

pub use enclose::{ResponseBounds, RobotBounds, RobotNumbers, RobotPose};
pub use problem::{
    JointMotion, RobotAcceleration, RobotCoupling, RobotJoint, RobotMass, RobotProblem, RobotReference,
};
