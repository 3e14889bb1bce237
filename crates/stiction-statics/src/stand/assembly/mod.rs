//! Assemblies: several bodies on each other, in the plane and in space.
//!
//! The arch is \[MR Example 12.11\].

mod columns;
mod corners;
mod decide;
mod doubles;
mod edges;
mod face;
mod friction;
mod groups;
mod indeterminacy;
mod margins;
mod most;
mod ranges;
mod reach;
mod repair;
mod reserve;
mod round;
mod search;
mod tilts;
mod weighed;
mod whole;

pub use columns::Columned;
pub use decide::{StandProof, Stands, stands, stands_observed};
pub use edges::is_round;
pub use friction::{LeastFriction, least_friction};
pub use indeterminacy::{Counts, Dimension, counts, indeterminacy};
pub use margins::{
    GroupMargins, Most, Part, loaded, most_along, most_load, normals, parts, presses, spared,
    spared_by_parts, spared_together, work,
};
pub use ranges::{ContactRange, Extreme, Range, component, directions, ranges};
pub use reach::power;
pub use reach::{Collapse, Reach, Reacher};
pub use reserve::{Reserve, ReserveProof, axes, reserve};
pub use search::Searched;
pub use tilts::{Ray, Sideways, Tilts, deepest, sideways};
pub use weighed::{idle_limited, least_weighted, pressed};
