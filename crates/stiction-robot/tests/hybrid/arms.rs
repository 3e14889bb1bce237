//! Arms of our own for tests.

use stiction_geometry::robot::{Joint, JointKind, Limits, Link, LinkInertia, Model};
use stiction_geometry::screw::Pose;
use stiction_scene::scene::{Joints, RobotSection};

/// An arm of turning joints: each by its axis, with a link of this length along z before the next.
pub fn arm(axes: &[[f64; 3]], lengths: &[f64]) -> Model {
    let mut links = vec![Link { name: "base".to_owned(), inertia: None }];
    let mut joints = Vec::new();
    for (index, (axis, length)) in axes.iter().zip(lengths).enumerate() {
        let mass = 4.0 - 0.4 * index as f64;
        let slender = mass * length * length / 12.0 + 0.01;
        let inertia = LinkInertia {
            mass,
            place: Pose::translation_by([0.01, -0.02, 0.5 * length]),
            rotational: [[slender, 0.001, 0.0], [0.001, slender, 0.002], [0.0, 0.002, 0.01]],
        };
        links.push(Link { name: format!("link{}", index + 1), inertia: Some(inertia) });
        let before = if index == 0 { 0.3 } else { lengths[index - 1] };
        joints.push(Joint {
            name: format!("joint{}", index + 1),
            kind: JointKind::Revolute,
            parent: index,
            child: index + 1,
            place: Pose::translation_by([0.0, 0.0, before]),
            axis: *axis,
            limits: Limits { effort: 400.0, ..Limits::NONE },
        });
    }
    Model { name: "arm".to_owned(), links, joints, couplings: Vec::new() }
}

/// Seven axes, bent, with the last link's end some way in front.
pub fn seven() -> RobotSection {
    let (y, z) = ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    RobotSection {
        model: arm(&[z, y, z, y, z, y, z], &[0.1, 0.3, 0.1, 0.3, 0.1, 0.1, 0.15]),
        frame: "link7".to_owned(),
        joints: Joints { positions: Some(vec![0.3, 0.5, 0.2, 1.2, 0.1, 1.3, 0.4]), ..Joints::default() },
        base: Pose::identity(),
    }
}
