//! An arm that slides on something whose dynamics it does not know, in time and in doubles.
//!
//! The tip of the robot's body touches a plane of the environment, with normal `n` into the robot, gap `g`,
//! and `t = (p × n, n)`:
//!
//! ```text
//!     g̈ = t·(aʳ − aᵉ) + ṫ·(vʳ − vᵉ) = −2βġ − β²g,   ṗ = vʳ(p),   ṅ = ωᵉ × n                            (1)
//! ```
//!
//! with β the constant that takes back what integration lets drift.  The contact's force is `fₙ(n − μ s)` on
//! the robot, with `s` the direction of slip; (1) is one equation for `fₙ`.  It pushes: where (1) wants
//! `fₙ < 0` the contact is lost, which is told, and found again where the gap closes, without rebound.
//!
//! The controller sees joints, the tip, the normal and the measured force, and knows of the robot everything,
//! of the environment nothing. **Decoupled**: the law (3) of the module above.  **Operational**: the motion
//! part alike, the measured force fed forward, and the force's error e turned into an acceleration along the
//! normal and multiplied with the operational inertia, as is usual \[Khatib 1987\]:
//! `fʳ = Λ(S1uₘ + nΦ22e − b) + T2f`, with as much authority over `f2`.  It adds `T1ᵀnΦ22e` to a1: crosstalk
//! at once.  Both have the same slow integral of the force's error.
//!
//! **They are one law in two variables.**  With `S2 = S1c + n̄`, `n̄` the normal out of the robot, and
//! `e = u_f − f` for a sensor that is right,
//!
//! ```text
//!     Λ(S1y + n̄Φ22e − b) + T2f = Φ⁻¹(S1(y − cΦ22e) − b) + T2u_f                                        (2)
//! ```
//!
//! since `Φ⁻¹S2 = T2Φ22⁻¹`: the operational law is (3) with `uₘ = y − ca2`, `a2 = Φ22(u_f − f2)` by (4).  It
//! keeps the tip's own acceleration along the plane, `y = a1 + ca2`, instead of a1, and pays with the sensor:
//! what that gets wrong of f, or too late, goes into the motion, while (3) needs no sensor at all.
//!
//! Steps of control hold their torques; within a step the motion is integrated by the classical Runge–Kutta method.

mod control;
mod environment;
mod measure;
mod plant;
mod vector;

pub use control::Controller;
pub use measure::{
    Compared, Crosstalk, Diverged, Event, EventKind, Followed, Measures, Run, Sample, compare,
};
pub use plant::{Setup, setup};
