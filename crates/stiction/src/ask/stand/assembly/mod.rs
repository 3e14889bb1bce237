//! Assemblies: several bodies on each other, in the plane and in space.

mod decide;
mod edges;
mod lower;
mod reach;
mod ride;

pub use decide::{Stands, stands};
pub use edges::Edged;
pub use reach::{Collapse, Reach, Reacher};
pub(crate) use reach::power;
pub use lower::{Assembly, Standing, assembly, loads, touching};
pub use ride::{Ride, ride_of, rides};

/// Rows up to which the exact program is asked.
pub(super) fn few_rows(rows: usize) -> bool {
    rows <= decide::FEW_ROWS
}
