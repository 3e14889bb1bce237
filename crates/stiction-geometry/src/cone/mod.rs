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
//!
//! **A cone is both of its forms.** Every `Cone` holds rays and lines, normals and equalities, all without
//! redundant rows and in one shape: lines and equalities in reduced echelon form, rays and normals zero at
//! their pivots, shortest integers in lexicographic order. So equality of values is equality of sets, and the
//! dual exchanges the fields. Rows become cones by double description in machine words; the first number that
//! does not fit ends the attempt, and it is made again with integers of any length. In Rⁿ m rows may have
//! m^⌊(n−1)/2⌋ rays. R³, where planar mechanics lives, has a way of its own: a supporting plane, then one
//! sort about an edge, m log m steps by the signs of determinants.

mod affine;
mod affine_map;
mod description;
mod faces;
mod flat;
mod linear_map;
mod measure;
mod open;
mod open_affine;
mod outline;
mod polyhedral;
mod rows;
mod screws;
mod signs;
mod union;
mod wrap;

pub use affine::{Bound, Polyhedron};
pub use affine_map::AffineMap;
pub use linear_map::LinearMap;
pub use measure::Deepest;
pub use open::OpenCone;
pub use open_affine::OpenPolyhedron;
pub use outline::Arc;
pub use polyhedral::{Combination, Cone, Containment, Place};
pub use rows::{ConeFault, Rows};
pub use screws::{ScrewCone, TwistCone, WrenchCone};
pub use union::Union;
pub use wrap::{LONGEST, Sides, Workspace};
