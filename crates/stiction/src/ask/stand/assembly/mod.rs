//! Assemblies: several bodies on each other, in the plane and in space.

mod decide;
mod edges;
mod lower;
mod ride;

pub use decide::{Stands, stands};
pub use edges::Edged;
pub use lower::{Assembly, Standing, assembly, loads, touching};
pub use ride::{Ride, ride_of, rides};
