//! Exact polyhedral cones: what pushes generate, what contacts allow, and which of their faces belong to them.
//!
//! A cone is known by what generates it and by what bounds it, and every [`Cone`] has both forms.
//!
//! ```text
//!     C** = C                       the dual of the dual                                               (1)
//!     (A + B)* = A* ∩ B*            the motions that two sets of contacts allow                        (2)
//! ```
//!
//! All numbers are integers and every decision is exact.
//!
//! References: \[MR 12.1.3\] for cones of motions, \[MR 12.1.6\] for cones of wrenches, \[Farkas\] for (1).

mod description;
mod linear_map;
mod polyhedral;
mod rows;
mod whole;
mod wrap;

pub use linear_map::LinearMap;
pub use polyhedral::{Combination, Cone, Containment, Place};
pub use rows::{ConeFault, Rows};
pub use wrap::{LONGEST, Sides, Workspace};
