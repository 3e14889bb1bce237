//! Can the contacts balance what pulls at the bodies?
//!
//! With the wrenches `Fⱼ` of the cone edges, the load `w` and the limits `Lᵢ` on how hard contact i can push,
//! exactly one of these holds (Farkas):
//!
//! ```text
//!     stands   some k ≥ 0 has  Σ kⱼFⱼ + w = 0,  Σ_{j of i} kⱼ ≤ Lᵢ                          (1)
//!     falls    some V has  w·V > Σᵢ Lᵢ·max(0, −min_{j of i} Fⱼ·V),
//!              and Fⱼ·V ≥ 0 where there is no limit                                        (2)
//! ```
//!
//! (1) is weak stability: forces that balance exist.  A body alone is an assembly of one, in the plane and in
//! space.  Whether bodies *must* stay is another question.  Where normal forces alone, within no limit,
//! balance the load, bodies at rest must stay, whatever the friction: a moving solution from rest has
//! `w·a = a·Ma + (friction's loss) > 0`, while the balance makes `w·a = −Σ kⱼ(n·u̇)ⱼ ≤ 0`.
//!
//! References: \[MR 12.3\], \[BT 7\] for weak and strong.
//!
//! A grasp that is accelerated is \[MR (12.33)\].

mod accelerate;
pub mod assembly;
mod interval;
pub mod moving;
pub mod order;
mod overlooked;
mod region;
mod solve;

pub use accelerate::direction_load;
pub use interval::{Interval, Limit, LimitEnd, interval};
pub use overlooked::left_open;
pub use region::{Corner, HalfPlane, Region, RegionEnd, across_weight, region};
pub use solve::{Meaning, Sample, SolvedValues, Values, evenly, meaning, solve, with_friction, with_value};
