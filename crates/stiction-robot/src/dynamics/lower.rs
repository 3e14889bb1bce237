//! From a model in a state to the problem that the checker knows.

use super::{RobotQuestion, moves};
use stiction_geometry::robot::{Coupling, Joint, JointKind, Model, Reference};
use stiction_proof::robot::{
    JointMotion, RobotCoupling, RobotJoint, RobotMass, RobotProblem, RobotReference,
};

/// The robot as numbers: the root is link 0, and what cannot move has no mass.
pub fn lower(
    model: &Model,
    question: &RobotQuestion,
    frame: usize,
    q: &[f64],
    v: &[f64],
    tau: &[f64],
) -> RobotProblem {
    let root = model.root().unwrap_or(0);
    // The root changes places with link 0.
    let renamed = |link: usize| match link {
        0 => root,
        link if link == root => 0,
        link => link,
    };
    let still = still(model, root);
    let joints = model.joints.iter().map(|joint| RobotJoint {
        name: joint.name.clone(),
        motion: match joint.kind {
            JointKind::Fixed => JointMotion::Fixed,
            JointKind::Revolute | JointKind::Continuous => JointMotion::Turning,
            JointKind::Prismatic => JointMotion::Sliding,
            JointKind::Ball => JointMotion::Ball,
            JointKind::Floating => JointMotion::Floating,
        },
        parent: renamed(joint.parent),
        child: renamed(joint.child),
        position: joint.place.translation(),
        quaternion_wxyz: joint.place.quaternion(),
        axis: (joint.kind.freedoms() == 1).then_some(joint.axis),
    });
    let masses =
        model.links.iter().enumerate().filter(|(link, _)| !still[*link]).filter_map(|(link, given)| {
            let inertia = given.inertia.as_ref()?;
            let rows = inertia.rotational;
            let mean = |row: usize, column: usize| 0.5 * (rows[row][column] + rows[column][row]);
            Some(RobotMass {
                link: renamed(link),
                mass: inertia.mass,
                com: inertia.place.translation(),
                quaternion_wxyz: inertia.place.quaternion(),
                inertia: [rows[0][0], rows[1][1], rows[2][2], mean(0, 1), mean(0, 2), mean(1, 2)],
            })
        });
    RobotProblem {
        links: (0..model.links.len()).map(|link| model.links[renamed(link)].name.clone()).collect(),
        joints: joints.collect(),
        couplings: model
            .couplings
            .iter()
            .map(|&Coupling { joint, of, multiplier, offset }| RobotCoupling {
                joint,
                of,
                multiplier,
                offset,
            })
            .collect(),
        masses: masses.collect(),
        gravity: question.gravity,
        q: q.to_vec(),
        v: v.to_vec(),
        tau: tau.to_vec(),
        frame: renamed(frame),
        reference: match question.reference {
            Reference::Local => RobotReference::Local,
            Reference::Aligned => RobotReference::Aligned,
            Reference::World => RobotReference::World,
        },
        acceleration: question.acceleration,
    }
}

/// Which links are fixed to the world.
fn still(model: &Model, root: usize) -> Vec<bool> {
    let mut still = vec![false; model.links.len()];
    still[root] = true;
    // Each pass fixes at least one more link, or is the last.
    loop {
        let before = still.clone();
        for joint in model.joints.iter().filter(|joint| joint.kind == JointKind::Fixed) {
            still[joint.child] |= still[joint.parent];
        }
        if still == before {
            return still;
        }
    }
}

/// The joints that have coordinates of their own, in the order of the file.
fn leading(model: &Model) -> impl Iterator<Item = &Joint> {
    let leads = |index: &usize| model.couplings.iter().all(|coupling| coupling.joint != *index);
    let moving = move |(index, joint): &(usize, &Joint)| moves(joint.kind) && leads(index);
    model.joints.iter().enumerate().filter(moving).map(|(_, joint)| joint)
}

/// Names of the joints that have coordinates of their own, in the order of the file.
pub fn moving_joints(model: &Model) -> Vec<String> {
    leading(model).map(|joint| joint.name.clone()).collect()
}

/// Names of the velocities: `joint`, or `joint.wx` … of one with several.
pub fn velocity_names(model: &Model) -> Vec<String> {
    leading(model).flat_map(names).collect()
}

/// Names of the velocities of a joint.
pub(super) fn names(joint: &Joint) -> Vec<String> {
    let name = |part: &&str| match *part {
        "" => joint.name.clone(),
        part => format!("{}.{part}", joint.name),
    };
    joint.kind.parts().iter().map(name).collect()
}
