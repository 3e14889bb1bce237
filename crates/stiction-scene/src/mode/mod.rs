//! Contact modes: what each contact does, in letters, and the rows of velocities that decide it.
//!
//! A planar mode is one letter a contact ([`Label`]); in space a contact separates or slides in the signs of
//! its tangential velocity ([`SpatialLabel`]).  [`Kinematics`] holds, for every touching contact of a scene,
//! the relative velocity along normal and tangents as linear functions of the twists of the free bodies
//! \[MR 12.1.2\].

mod kinematics;
mod label;
mod spatial_label;

pub use kinematics::{ContactRows, Kinematics, Row};
pub use label::{Label, ModeFault, parse_mode};
pub use spatial_label::{SpatialLabel, parse_spatial_mode};
