//! Reading scene files, with the place of every fault.
//!
//! ```text
//! text ─parse→ nodes with places ─validate→ every fault   or   a scene
//! ```
//!
//! TOML and JSON become one tree of nodes that keep the text of their numbers, and one validator reads both.
//! It never stops at the first fault: each is noted with its place, rule, measured value and remedy.

mod as_json;
mod assembly;
mod body;
mod contact;
mod curvature;
mod depth;
mod detect;
mod fault;
mod files;
mod findings;
mod friction;
mod hybrid;
mod inertia;
mod jam;
mod json_nodes;
mod keys;
mod lcp;
mod load;
mod log;
mod mass;
mod mesh;
mod mesh_shape;
mod meter_stick;
mod misfit;
mod mjcf;
mod motion;
mod node;
mod number;
mod observer;
mod outline;
mod overlap;
mod peg;
mod place;
mod placement;
mod plane;
mod read;
mod robot_section;
mod scene;
mod schema;
mod sdf;
mod solid;
mod space;
mod starter;
mod support;
mod tangents;
mod tolerance;
mod toml_nodes;
mod trajectory;
mod units;
mod urdf;
mod world;
mod wrenches;
mod xml_tree;

pub use as_json::as_json;
pub use assembly::Import;
pub use fault::{Fault, Faults, Warning, render_warnings};
pub use files::{Carried, Files, Folder, NoFiles, Reach};
pub use lcp::{read_lcp, read_lcp_file};
pub use log::{read_log, read_log_file};
pub use mesh::{
    Mended, Mending, MeshFormat, MeshLimits, hull, mend, read_mesh, read_mesh_file, read_mesh_file_observed,
    read_mesh_observed, read_obj, read_obj_groups, read_stl,
};
pub use mesh_shape::{TriangleOptions, Unsound};
pub use misfit::misfit_faults;
pub use observer::{Observer, Work};
pub use read::{
    Format, Limits, ReadScene, Sources, UnreadFile, is_standard_input, read_scene, read_scene_file,
    read_scene_file_observed, read_scene_file_with, read_scene_file_within, read_scene_with, read_text,
    sha256, shown_path,
};
pub use schema::schema;
pub use starter::{starter, starter_of_mesh};
pub use stiction::robot::FLOATING_BASE;
pub use trajectory::{read_trajectory, read_trajectory_file};
pub use units::parted;
pub use urdf::{
    Following, PASSED_OVER, ReadRobot, RobotOptions, read_urdf, read_urdf_file, read_urdf_file_within,
    read_urdf_with, robot_faults,
};
pub use wrenches::{read_wrenches, read_wrenches_file};
