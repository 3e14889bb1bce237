//! A planar joint: two slides in the plane across its axis, and a turn about the axis.
//!
//! Between the three are links without mass.  Its coordinates are x, y and the angle θ, and its velocities
//! their rates, so x and y are along axes that do not turn with the child: those that follow the axis in the
//! order x, y, z, x, y of the joint's frame, made perpendicular to it.

use stiction::robot::{Joint, JointKind, Limits, Link, Model};
use stiction::screw::Pose;

/// What the three joints are called behind the name of the planar one.
pub(super) const PARTS: [&str; 3] = ["x", "y", "theta"];

/// Adds a planar joint, given as its turn, to the links and joints of a model.
pub(super) fn push(turn: Joint, model: &mut Model) {
    let [first, second] = across(turn.axis);
    let mut parent = turn.parent;
    let mut place = turn.place;
    for (part, axis) in [("x", first), ("y", second)] {
        let child = model.links.len();
        let name = format!("{}.{part}", turn.name);
        model.links.push(Link { name: name.clone(), inertia: None });
        model.joints.push(Joint {
            name,
            kind: JointKind::Prismatic,
            parent,
            child,
            place,
            axis,
            limits: Limits { lower: f64::NEG_INFINITY, upper: f64::INFINITY, ..turn.limits },
        });
        (parent, place) = (child, Pose::identity());
    }
    let name = format!("{}.theta", turn.name);
    model.joints.push(Joint { name, parent, place, ..turn });
}

/// Two axes of the plane, which with the given one are right-handed.
fn across(axis: [f64; 3]) -> [[f64; 3]; 2] {
    let square: f64 = axis.iter().map(|x| x * x).sum();
    let largest = (0..3).max_by(|&i, &j| axis[i].abs().total_cmp(&axis[j].abs())).unwrap_or(2);
    let next = (largest + 1) % 3;
    // e − (e·n) n / n·n
    let first: [f64; 3] =
        std::array::from_fn(|i| if i == next { 1.0 } else { 0.0 } - axis[next] * axis[i] / square);
    let second = std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        axis[j] * first[k] - axis[k] * first[j]
    });
    [first, second]
}

#[cfg(test)]
mod tests {
    use super::across;

    #[test]
    fn the_axes_of_a_plane_follow_its_normal() {
        assert_eq!(across([0.0, 0.0, 1.0]), [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
        assert_eq!(across([1.0, 0.0, 0.0]), [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        assert_eq!(across([0.0, 2.0, 0.0]), [[0.0, 0.0, 1.0], [2.0, 0.0, 0.0]]);
        let axis = [0.3, -0.5, 0.8];
        for direction in across(axis) {
            assert!((0..3).map(|i| axis[i] * direction[i]).sum::<f64>().abs() < 1e-15);
        }
    }
}
