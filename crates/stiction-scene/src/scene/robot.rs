//! The section `[robot]`: a robot, where it is and how it moves.

use stiction_geometry::robot::{Joint, JointKind, Limits, Link, Model};
use stiction_geometry::screw::{Pose, Spatial};

/// The name under which the robot's body is known to contacts.
pub const ROBOT: &str = "robot";

/// The name under which a robot that is touched is known to contacts.
pub const ENVIRONMENT: &str = "environment";

/// A robot in a scene.
#[derive(Debug, Clone, PartialEq)]
pub struct RobotSection {
    /// Its links and joints.
    pub model: Model,
    /// The link whose body touches.
    pub frame: String,
    /// Positions of the joints; none for zeros.
    pub positions: Option<Vec<f64>>,
    /// Velocities.
    pub velocities: Option<Vec<f64>>,
    /// Torques that act besides the command.
    pub torques: Option<Vec<f64>>,
    /// Where its root is.
    pub base: Pose<Spatial>,
}

impl RobotSection {
    /// Links and joints with the root where it is: on a link of the world's, by a fixed joint.
    pub fn placed(&self) -> Model {
        let mut model = self.model.clone();
        let Some(child) = model.root().filter(|_| self.base != Pose::identity()) else { return model };
        let parent = model.links.len();
        model.links.push(Link { name: "the world".to_owned(), inertia: None });
        model.joints.push(Joint {
            name: "the base".to_owned(),
            kind: JointKind::Fixed,
            parent,
            child,
            place: self.base,
            axis: [0.0, 0.0, 1.0],
            limits: Limits::NONE,
        });
        model
    }
}
