//! Screws and poses, polyhedral cones, shapes and meshes, kinematic trees: what mechanics is written in.

pub mod cone;
pub mod robot;
pub mod screw;
pub mod shape;
