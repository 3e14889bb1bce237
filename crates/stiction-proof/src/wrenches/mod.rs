//! Which external wrenches go with which motion: what a contact mode demands of the acceleration and allows of the
//! forces, and how to prove that a wrench is consistent with a mode, or that it is not, or that nothing moves under it.
//!
//! A part with mass matrix `M` under the external wrench `g` accelerates with `a` where the contacts push
//! with edges `G` of their cones:
//!
//! ```text
//!     M a = g + G λ,   λ ≥ 0,   and for every contact what its letter demands of a                             (1)
//! ```
//!
//! References: \[BT 3\] for (1), \[BT 4\] for the letters.

mod any;
mod bounded;
mod insertion;
mod judgement;
mod part;
mod round;
mod space;
mod still;
mod system;

pub use any::AnyPart;
pub use bounded::{Bounded, Fan};
pub use insertion::{Impossible, MOST_FIXELS, Move, Moves, Plan, Possible, Seatable, Seating, Step};
pub use judgement::{Balance, Consistency, Motionless, StableWrench};
pub use part::{PartContact, PlanarPart, Slip};
pub use round::Round;
pub use space::{SpatialPart, SpatialPartContact};
pub use still::Still;
pub use system::{Demand, Part, Response, Sense, Separation, System};
