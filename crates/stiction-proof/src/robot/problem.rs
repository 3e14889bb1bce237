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
    /// It turns about any axis through a point.
    Ball,
    /// It turns and moves freely.
    Floating,
}

impl JointMotion {
    /// How many positions and how many velocities it has.
    pub fn counts(self) -> (usize, usize) {
        match self {
            Self::Fixed => (0, 0),
            Self::Turning | Self::Sliding => (1, 1),
            Self::Ball => (4, 3),
            Self::Floating => (7, 6),
        }
    }

    /// What its velocities are called after the joint's name.
    fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Fixed => &[],
            Self::Turning | Self::Sliding => &[""],
            Self::Ball => &[".wx", ".wy", ".wz"],
            Self::Floating => &[".wx", ".wy", ".wz", ".vx", ".vy", ".vz"],
        }
    }
}

/// A joint that follows another: its position is `multiplier` times the other's and `offset`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RobotCoupling {
    /// The joint that follows, by index.
    pub joint: usize,
    /// The joint that leads, by index; it may follow a third.
    pub of: usize,
    /// How fast it follows.
    pub multiplier: f64,
    /// Where it stands when the other is at zero.
    pub offset: f64,
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
    /// Joints that follow others, and have no coordinates of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub couplings: Vec<RobotCoupling>,
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

impl RobotProblem {
    /// The coupling of a joint that follows another.
    pub(super) fn coupling(&self, joint: usize) -> Option<&RobotCoupling> {
        self.couplings.iter().find(|coupling| coupling.joint == joint)
    }

    /// The joints that have coordinates of their own, in order.
    fn leading(&self) -> impl Iterator<Item = &RobotJoint> {
        let moving = |(index, joint): &(usize, &RobotJoint)| {
            joint.motion != JointMotion::Fixed && self.coupling(*index).is_none()
        };
        self.joints.iter().enumerate().filter(moving).map(|(_, joint)| joint)
    }

    /// Names of the joints that have coordinates of their own, in order.
    pub fn moving_joints(&self) -> Vec<String> {
        self.leading().map(|joint| joint.name.clone()).collect()
    }

    /// Names of the velocities: of a joint, or of the parts of one with several.
    pub fn velocity_names(&self) -> Vec<String> {
        let of_joint = |joint: &RobotJoint| {
            joint.motion.parts().iter().map(|part| format!("{}{part}", joint.name)).collect::<Vec<_>>()
        };
        self.leading().flat_map(of_joint).collect()
    }

    /// The position, in doubles, of a joint that turns or slides, be it its own or another's that it follows.
    pub fn position(&self, name: &str) -> Option<f64> {
        let joint = self.joints.iter().position(|joint| joint.name == name)?;
        self.position_of(joint, 0)
    }

    fn position_of(&self, joint: usize, steps: usize) -> Option<f64> {
        if let Some(coupling) = self.coupling(joint) {
            let leader = (steps < self.joints.len()).then(|| self.position_of(coupling.of, steps + 1))?;
            return Some(coupling.multiplier * leader? + coupling.offset);
        }
        match self.joints.get(joint)?.motion {
            JointMotion::Fixed => Some(0.0),
            JointMotion::Turning | JointMotion::Sliding => {
                let own = |(index, joint): (usize, &RobotJoint)| match self.coupling(index) {
                    Some(_) => 0,
                    None => joint.motion.counts().0,
                };
                let start: usize = self.joints.iter().enumerate().take(joint).map(own).sum();
                self.q.get(start).copied()
            }
            JointMotion::Ball | JointMotion::Floating => None,
        }
    }
}
