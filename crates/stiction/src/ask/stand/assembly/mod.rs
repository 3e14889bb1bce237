//! Assemblies: several bodies on each other, in the plane and in space.

mod columns;
mod decide;
mod doubles;
mod edges;
mod lower;
mod repair;
mod ride;
mod search;

pub use columns::Columned;
pub use decide::{StandProof, Stands, stands};
pub use lower::{Assembly, Standing, assembly, loads, touching};
pub use ride::{Ride, ride_of, rides};
pub use search::Searched;
