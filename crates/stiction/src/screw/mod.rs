//! Twists, wrenches and their relatives, in the plane and in space.

mod space;

pub use space::{Planar, Space, Spatial};
