//! Reading scene files, with the place of every fault.
//!
//! ```text
//! text ─parse→ nodes with places ─validate→ every fault   or   a scene
//! ```
//!
//! TOML and JSON become one tree of nodes that keep the text of their numbers, and one validator reads both.
//! It never stops at the first fault: each is noted with its place, rule, measured value and remedy.

mod body;
mod contact;
mod depth;
mod fault;
mod findings;
mod json_nodes;
mod keys;
mod mesh;
mod node;
mod number;
mod placement;
mod read;
mod scene;
mod schema;
mod shape;
mod starter;
mod toml_nodes;

pub use fault::{Fault, Faults, Warning, render_warnings};
pub use mesh::{MeshFormat, MeshLimits, read_mesh, read_mesh_file, read_obj, read_obj_groups, read_stl};
pub use read::{Format, Limits, ReadScene, UnreadFile, read_scene, read_scene_file, read_text};
pub use schema::schema;
pub use starter::starter;
