//! Does an assembly stay together while its base moves, and until when?
//!
//! In base coordinates nothing moves, and the loads are linear in the course `p(t)` of the base, a few
//! functions of time.  The values of the course under which the contacts can make all bodies ride along are
//! one convex cone `C` for all times, with limits a convex set.  So
//!
//! ```text
//!     stays on a stretch     p(t) in the cone of some pⱼ ∈ C, each with its forces                       (1)
//!     falls at an instant    p(t) outside of a half-space n·p ≤ c that holds all of C: a collapse           (2)
//! ```
//!
//! (1) bounds all instants of a stretch at once, by enclosures of the functions `n·p(t)` on it, (2) is one
//! instant.  A first failure is bracketed by both. Values and half-spaces that were found once serve every
//! instant, so that most need no program.
//!
//! At `speed` times the pace the accelerations grow with its square while gravity does not: at each place of
//! the path the values of `speed²` that stand are an interval, and so are those that stand throughout (3).
//! The fastest pace is bracketed by (1) below and (2) above.
//!
//! References: \[MR Exercise 12.31\], \[MR Example 12.9\].
//!
//! **One cone for all times.** On a moving base the loads are linear in a few functions of time, and the
//! values of these under which an assembly stands are one convex set. So a stretch of time is proved by a
//! cone of a few values, each with its forces, and by bounds of one function for each facet: Bernstein
//! coefficients of polynomials, and Taylor models where something turns. No instant between two is missed,
//! values and half-spaces are kept for all instants and paces, and the checker needs no more than intervals
//! of fractions.

mod cover;
mod fastest;
mod follow;
mod lower;
mod manner;
mod pace;
mod pool;
mod samples;
mod tie;

pub use fastest::{Fastest, follow_and_hasten};
pub use follow::{Followed, follow};
pub use lower::{Riding, is_moving, riding};
pub use manner::{Behaviour, Manner, behaviours, manner};
pub use pace::Paced;
pub use samples::{Sample, samples};
