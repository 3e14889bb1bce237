//! Where the links of a robot are and how they move for v̇ = 0, by balls.

use super::ball::{Ball, BallRotation, BallVector};
use super::coordinates::Coordinates;
use super::problem::{JointMotion, RobotJoint, RobotProblem};
use super::sine::sine_and_cosine;

/// One velocity: its axis in the axes of the world, and a point on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Freedom {
    turns: bool,
    axis: BallVector,
    point: BallVector,
}

impl Freedom {
    /// Angular velocity that it gives, and velocity of a point.
    pub(super) fn column(&self, point: BallVector) -> (BallVector, BallVector) {
        if self.turns {
            (self.axis, self.axis.cross(point.minus(self.point)))
        } else {
            (BallVector::ZERO, self.axis)
        }
    }
}

/// A link in a state, in the axes of the world.
#[derive(Debug, Clone)]
pub(super) struct PlacedLink {
    pub(super) axes: BallRotation,
    pub(super) origin: BallVector,
    pub(super) turning: BallVector,
    /// Velocity of the origin.
    pub(super) moving: BallVector,
    /// Angular acceleration, and classical acceleration of the origin, for v̇ = 0.
    pub(super) spin: BallVector,
    pub(super) acceleration: BallVector,
    /// The velocities that move it.
    pub(super) support: Vec<usize>,
}

/// All links, and the freedoms in the order of the joints.
pub(super) fn place(problem: &RobotProblem) -> Result<(Vec<PlacedLink>, Vec<Freedom>, Coordinates), String> {
    let world = PlacedLink {
        axes: BallRotation::UNIT,
        origin: BallVector::ZERO,
        turning: BallVector::ZERO,
        moving: BallVector::ZERO,
        spin: BallVector::ZERO,
        acceleration: BallVector::ZERO,
        support: Vec::new(),
    };
    let mut links: Vec<Option<PlacedLink>> = vec![None; problem.links.len()];
    *links.first_mut().ok_or("there are no links")? = Some(world);
    let coordinates = Coordinates::of(problem)?;
    let idle = Freedom { turns: false, axis: BallVector::ZERO, point: BallVector::ZERO };
    let mut freedoms = vec![idle; coordinates.v.len()];
    let mut waiting: Vec<usize> = (0..problem.joints.len()).collect();
    while !waiting.is_empty() {
        let before = waiting.len();
        let mut left = Vec::new();
        for index in waiting {
            let joint = &problem.joints[index];
            let Some(parent) = links.get(joint.parent).and_then(Option::clone) else {
                left.push(index);
                continue;
            };
            let hung = hang(joint, &coordinates, coordinates.starts[index], &parent, &mut freedoms)
                .ok_or_else(|| format!("joint {}: its numbers are not usable", joint.name))?;
            match links.get_mut(joint.child) {
                Some(child @ None) => *child = Some(hung),
                _ => return Err(format!("joint {}: its child hangs elsewhere already", joint.name)),
            }
        }
        if left.len() == before {
            return Err(format!("joint {}: nothing joins it to link 0", problem.joints[left[0]].name));
        }
        waiting = left;
    }
    let links: Option<Vec<PlacedLink>> = links.into_iter().collect();
    Ok((links.ok_or("a link hangs on no joint")?, freedoms, coordinates))
}

/// The child of a joint.
fn hang(
    joint: &RobotJoint,
    coordinates: &Coordinates,
    (position, velocity): (usize, usize),
    parent: &PlacedLink,
    freedoms: &mut [Freedom],
) -> Option<PlacedLink> {
    let (positions, velocities) = joint.motion.counts();
    let q = &coordinates.q[position..position + positions];
    let v = &coordinates.v[velocity..velocity + velocities];
    // Positions of balls and floating joints are told, and so without radius.
    let told = |k: usize| q[k].mid;
    let along = |axes: &BallRotation, k: usize| {
        let [x, y, z] = [v[k].mid, v[k + 1].mid, v[k + 2].mid];
        axes.turn(BallVector::exactly([x, y, z]))
    };
    let unit = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let frame = parent.axes.then(&BallRotation::of_quaternion(joint.quaternion_wxyz)?);
    let mut lever = parent.axes.turn(BallVector::exactly(joint.position));
    let mut axes = frame;
    // What the joint adds: angular and linear velocity.
    let (mut turn, mut slide) = (BallVector::ZERO, BallVector::ZERO);
    let mut directions = Vec::new();
    match joint.motion {
        JointMotion::Fixed => {}
        JointMotion::Turning => {
            let axis = BallVector::exactly(joint.axis?).direction()?;
            axes = frame.then(&BallRotation::about(axis, sines_of(q[0])?));
            let axis = frame.turn(axis);
            turn = axis.times(v[0]);
            directions.push((true, axis));
        }
        JointMotion::Sliding => {
            let axis = frame.turn(BallVector::exactly(joint.axis?).direction()?);
            lever = lever.plus(axis.times(q[0]));
            slide = axis.times(v[0]);
            directions.push((false, axis));
        }
        JointMotion::Ball => {
            axes = frame.then(&BallRotation::of_quaternion([told(0), told(1), told(2), told(3)])?);
            turn = along(&axes, 0);
            directions.extend(unit.map(|unit| (true, axes.turn(BallVector::exactly(unit)))));
        }
        JointMotion::Floating => {
            lever = lever.plus(frame.turn(BallVector::exactly([told(0), told(1), told(2)])));
            axes = frame.then(&BallRotation::of_quaternion([told(3), told(4), told(5), told(6)])?);
            turn = along(&axes, 0);
            slide = along(&axes, 3);
            let columns = unit.map(|unit| axes.turn(BallVector::exactly(unit)));
            directions.extend(columns.map(|column| (true, column)));
            directions.extend(columns.map(|column| (false, column)));
        }
    }
    let origin = parent.origin.plus(lever);
    let mut support = parent.support.clone();
    for (k, (turns, axis)) in directions.into_iter().enumerate() {
        freedoms[velocity + k] = Freedom { turns, axis, point: origin };
        support.push(velocity + k);
    }
    let turning = parent.turning.plus(turn);
    let carried = parent.turning.cross(lever);
    let products = parent.turning.cross(carried).plus(parent.turning.plus(turning).cross(slide));
    Some(PlacedLink {
        axes,
        origin,
        turning,
        moving: parent.moving.plus(carried).plus(slide),
        spin: parent.spin.plus(parent.turning.cross(turn)),
        acceleration: parent.acceleration.plus(parent.spin.cross(lever)).plus(products),
        support,
    })
}

/// Sine and cosine of an angle that is known within a radius: neither changes faster than its argument.
fn sines_of(angle: Ball) -> Option<[Ball; 2]> {
    let sines = sine_and_cosine(angle.mid)?;
    let widened = |value: Ball| value.plus(Ball { mid: 0.0, rad: angle.rad });
    Some(if angle.rad == 0.0 { sines } else { sines.map(widened) })
}
