//! Assemblies on a moving base: does everything ride along, and for how long?
//!
//! In base coordinates the geometry stands still, and the loads are linear in the course `p(t)` of the base
//! (`ride`).  The loads that contacts can balance are a convex cone, with limits a convex set; so are the
//! values `p` of the course under which the assembly stands.  Hence
//!
//! ```text
//!     stays     values pⱼ of the course, each with forces that balance its loads, and a stretch of time on which
//!               p(t) = Σ λⱼ(t)·pⱼ with all λⱼ(t) ≥ 0: the forces are the same mean of the forces            (1)
//!     falls     an instant t and a motion of the bodies on which the loads of p(t) do more work than
//!               the contacts can take up                                                          (2)
//! ```
//!
//! (1) holds throughout a stretch of time if the cone of the `pⱼ` is known by its facets, `nᵢ·p ≥ 0`, and
//! each function `nᵢ·p(t)` is bounded from below by zero on it (`expansion`): nothing between two instants is
//! missed.  With limits the course has the component 1, and only values where it is 1 are meant.
//!
//! A motion at `speed` times the pace is `q(speed·t)`: polynomials again.  What stands at two paces stands at
//! all between them, since `p` is then affine in the square of the speed at each place of the path.
//!
//! References: \[MR Exercise 12.31\], \[MR Example 12.9\].

mod check;
mod expansion;
mod interval;
mod ride;

pub use check::{CourseCone, Covered, MovingProof, Standing};
pub use expansion::Expansion;
pub use interval::Interval;
pub use ride::{BaseMotion, MovingProblem, Polynomials, Rider, Rides, Stretch};
