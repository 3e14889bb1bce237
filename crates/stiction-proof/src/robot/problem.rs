//! A robot in a state, as numbers: what the statements of the module are about.

use serde::{Deserialize, Serialize};

/// How a joint lets its child move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JointMotion {
    /// Not at all.
    Fixed,
    /// It turns about the axis.
    Turning,
    /// It slides along the axis.
    Sliding,
    /// It turns and moves freely.
    Floating,
}

impl JointMotion {
    /// How many positions and how many velocities it has.
    pub fn counts(self) -> (usize, usize) {
        match self {
            Self::Fixed => (0, 0),
            Self::Turning | Self::Sliding => (1, 1),
            Self::Floating => (7, 6),
        }
    }
}

/// A joint: the frame of its child in that of its parent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RobotJoint {
    /// Its name.
    pub name: String,
    /// How it moves.
    pub motion: JointMotion,
    /// The link it hangs on, by index.
    pub parent: usize,
    /// The link it carries, by index.
    pub child: usize,
    /// Origin of the child's frame in the parent's, at position zero.
    pub position: [f64; 3],
    /// Its axes, as a quaternion of any length.
    pub quaternion_wxyz: [f64; 4],
    /// Direction in the child's frame; where the joint turns or slides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<[f64; 3]>,
}

/// The mass of a link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RobotMass {
    /// The link, by index.
    pub link: usize,
    /// Mass, kg.
    pub mass: f64,
    /// Centre of mass in the link's frame.
    pub com: [f64; 3],
    /// Axes of `inertia` in the link's frame, as a quaternion of any length.
    pub quaternion_wxyz: [f64; 4],
    /// Inertia about the centre of mass: xx, yy, zz, xy, xz, yz.
    pub inertia: [f64; 6],
}

/// About which point and in which axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RobotReference {
    /// The frame's origin and axes.
    Local,
    /// The frame's origin, axes of the world.
    Aligned,
    /// Origin and axes of the world.
    World,
}

/// Which acceleration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RobotAcceleration {
    /// The rate of the twist about a point at rest.
    Spatial,
    /// Angular, and ordinary acceleration of the body's point there.
    Classical,
}

/// A robot in a state, seen at a frame.  Link 0 is fixed to the world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RobotProblem {
    /// Names of the links.
    pub links: Vec<String>,
    /// Joints, in the order of their coordinates.
    pub joints: Vec<RobotJoint>,
    /// Links that weigh something and can move.
    pub masses: Vec<RobotMass>,
    /// Gravity, in the axes of link 0.
    pub gravity: [f64; 3],
    /// Positions.
    pub q: Vec<f64>,
    /// Velocities.
    pub v: Vec<f64>,
    /// Torques and forces of the joints.
    pub tau: Vec<f64>,
    /// The link whose frame is asked about.
    pub frame: usize,
    /// Point and axes of what is said about it.
    pub reference: RobotReference,
    /// Which acceleration `b` is.
    pub acceleration: RobotAcceleration,
}
