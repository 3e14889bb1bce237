//! Limits of joints that a state is beyond.

use super::lower::names;
use stiction_geometry::robot::{JointKind, Model};

/// A number beyond a limit of its joint.  The dynamics is that of the joint without its stops.
#[derive(Debug, Clone, PartialEq)]
pub struct Beyond {
    /// The joint.
    pub joint: String,
    /// What is beyond: `position`, `velocity` or `effort`.
    pub what: &'static str,
    /// The number.
    pub value: f64,
    /// The limit.
    pub limit: f64,
}

/// Every limit that positions, velocities and torques of all joints are beyond, in the order of the file.
pub fn beyond(model: &Model, q: &[f64], v: &[f64], tau: &[f64]) -> Vec<Beyond> {
    let mut found = Vec::new();
    let (mut position, mut velocity) = (0, 0);
    let names: Vec<String> = model.joints.iter().flat_map(names).collect();
    for (index, joint) in model.joints.iter().enumerate() {
        // The speed of a joint that follows is its leader's.
        let follows = model.couplings.iter().any(|coupling| coupling.joint == index);
        let (limits, name) = (&joint.limits, joint.name.as_str());
        let mut note = |name: &str, what, value: f64, limit: f64| {
            found.push(Beyond { joint: name.to_owned(), what, value, limit });
        };
        if matches!(joint.kind, JointKind::Revolute | JointKind::Prismatic) {
            match q[position] {
                value if value < limits.lower => note(name, "position", value, limits.lower),
                value if value > limits.upper => note(name, "position", value, limits.upper),
                _ => {}
            }
        }
        let own = if follows { 0 } else { joint.kind.freedoms() };
        for k in velocity..velocity + own {
            for (what, value, limit) in
                [("velocity", v[k], limits.velocity), ("effort", tau[k], limits.effort)]
            {
                if value.abs() > limit {
                    note(&names[k], what, value, limit);
                }
            }
        }
        position += joint.kind.positions();
        velocity += joint.kind.freedoms();
    }
    found
}
