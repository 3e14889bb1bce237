//! Force closure of many grasps in doubles: each verdict certified.
//!
//! A fast simplex proposes, the checkers of `stiction_proof` dispose, with every rounding error bounded; what
//! they do not accept goes to an exact method.  So a verdict is about exactly the doubles that were given.

mod batch;
mod plane;
pub mod score;
mod space;

pub use batch::{Grasps, PlanarGrasps, SpatialGrasps, Tally, Unfit, Verdict};
pub use plane::{Certified, NoVerdict, certified_closure, quick_closure};
pub use space::{CertifiedSpatial, Desk, NoSpatialVerdict, certified_spatial_closure, quick_spatial_closure};
