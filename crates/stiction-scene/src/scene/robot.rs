//! The section `[robot]`: a robot, where it is and how it moves.

use stiction_geometry::robot::{Joint, JointKind, Limits, Link, Model, State, StateFault, Tree};
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
    /// What its joints do; none for zeros.
    pub joints: Joints<Option<Vec<f64>>>,
    /// Where its root is.
    pub base: Pose<Spatial>,
}

/// What the joints of a robot do.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Joints<V = Vec<f64>> {
    /// Positions.
    pub positions: V,
    /// Velocities.
    pub velocities: V,
    /// Torques that act besides the command.
    pub torques: V,
}

impl Joints {
    /// Puts a robot into this state.
    ///
    /// # Errors
    /// Numbers that do not fit the robot.
    pub fn place(&self, tree: &Tree, state: &mut State) -> Result<(), StateFault> {
        tree.place(state, &self.positions, &self.velocities)
    }
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
