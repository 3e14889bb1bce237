//! Sentences of mechanics that a robot obeys.

use crate::robot::twins::{Case, cases, miss};
use stiction_geometry::robot::{JointKind, Model, Reference, State, Tree};
use stiction_geometry::screw::{Pose, Wrench};

/// Positions after the velocities acted for a time: exponentials of each joint's twist.
fn moved(model: &Model, q: &[f64], v: &[f64], time: f64) -> Vec<f64> {
    let (mut result, mut at, mut rate) = (q.to_vec(), 0, 0);
    for joint in &model.joints {
        if joint.kind == JointKind::Floating {
            let (place, quaternion) = result[at..at + 7].split_at(3);
            let pose =
                Pose::from_quaternion(quaternion.try_into().unwrap(), place.try_into().unwrap()).unwrap();
            let twist = v[rate..rate + 6].iter().map(|x| x * time).collect::<Vec<_>>();
            let turn: [f64; 3] = twist[..3].try_into().unwrap();
            let angle = turn.iter().map(|x| x * x).sum::<f64>().sqrt();
            // To second order in time: the translation half-way through the turn.
            let half = Pose::from_axis_angle(turn, angle / 2.0, [0.0; 3]).unwrap();
            let step = half.vector(twist[3..].try_into().unwrap());
            let step = Pose::from_axis_angle(turn, angle, step).unwrap();
            let next = pose * step;
            result[at..at + 3].copy_from_slice(&next.translation());
            result[at + 3..at + 7].copy_from_slice(&next.quaternion());
        } else if joint.kind == JointKind::Ball {
            let pose = Pose::from_quaternion(result[at..at + 4].try_into().unwrap(), [0.0; 3]).unwrap();
            let turn: [f64; 3] = std::array::from_fn(|k| v[rate + k] * time);
            let angle = turn.iter().map(|x| x * x).sum::<f64>().sqrt();
            let next = pose * Pose::from_axis_angle(turn, angle, [0.0; 3]).unwrap();
            result[at..at + 4].copy_from_slice(&next.quaternion());
        } else if joint.kind != JointKind::Fixed {
            result[at] += v[rate] * time;
        }
        at += joint.kind.positions();
        rate += joint.kind.freedoms();
    }
    result
}

/// The rate of change at time 0, from differences over two steps: errors of the second order cancel.
fn rate<const N: usize>(mut at: impl FnMut(f64) -> [f64; N]) -> [f64; N] {
    const STEP: f64 = 2e-4;
    let mut over = |step: f64| {
        let (before, after) = (at(-step), at(step));
        std::array::from_fn(|i| (after[i] - before[i]) / (2.0 * step))
    };
    let (wide, narrow): ([f64; N], [f64; N]) = (over(STEP), over(STEP / 2.0));
    std::array::from_fn(|i| (4.0 * narrow[i] - wide[i]) / 3.0)
}

/// How far such a rate may be off: the fourth power of step times acceleration, and rounding over the step.
const DIFFERENCES: f64 = 1e-6;

/// Models and states as in the twins, with the model kept.
fn kept() -> impl Iterator<Item = (Model, Case)> {
    cases()
        .enumerate()
        .map(|(index, case)| (crate::robot::random::Random::new(index as u64 + 1).any_model(), case))
}

#[test]
fn a_frame_moves_with_its_twist() {
    for (model, Case { tree, mut state, joints: [q, v, _], frame, .. }) in kept() {
        let twist = tree.twist(&state, frame, Reference::Local);
        let now = tree.pose(&state, frame);
        let measured = rate(|time| {
            tree.place(&mut state, &moved(&model, &q, &v, time), &v).unwrap();
            let change = now.inverse() * tree.pose(&state, frame);
            let ([w, x, y, z], [a, b, c]) = (change.quaternion(), change.translation());
            [2.0 * x / w, 2.0 * y / w, 2.0 * z / w, a, b, c]
        });
        assert!(miss(&measured, &twist.to_array()) < DIFFERENCES, "{measured:?} {twist:?}");
    }
}

/// Positions and velocities of a robot that has accelerated evenly.
fn later(model: &Model, q: &[f64], v: &[f64], rates: &[f64], time: f64) -> (Vec<f64>, Vec<f64>) {
    let after = |time: f64| v.iter().zip(rates).map(|(v, a)| v + a * time).collect::<Vec<f64>>();
    (moved(model, q, &after(time / 2.0), time), after(time))
}

#[test]
fn a_spatial_acceleration_is_the_rate_of_a_twist_about_a_point_at_rest() {
    for (model, Case { tree, mut state, joints: [q, v, tau], frame, .. }) in kept() {
        let rates = tree.forward_dynamics(&mut state, &tau).unwrap().to_vec();
        let told = tree.acceleration(&mut state, frame, Reference::World, &rates).unwrap();
        let classical = tree.classical_acceleration(&mut state, frame, Reference::Aligned, &rates).unwrap();
        let mut measured = |reference| {
            rate(|time| {
                let (q, v) = later(&model, &q, &v, &rates, time);
                tree.place(&mut state, &q, &v).unwrap();
                tree.twist(&state, frame, reference).to_array()
            })
        };
        let world = measured(Reference::World);
        assert!(miss(&world, &told.to_array()) < DIFFERENCES, "{world:?} {told:?}");
        let aligned = measured(Reference::Aligned);
        assert!(miss(&aligned[3..], &classical.linear()) < DIFFERENCES, "{aligned:?} {classical:?}");
    }
}

#[test]
fn the_energy_of_a_robot_grows_by_the_power_of_its_motors_and_loads() {
    for (model, Case { tree, mut state, joints: [q, v, tau], frame, mut random, .. }) in kept() {
        let push = Wrench::spatial(random.vector(3.0), random.vector(3.0));
        tree.push(&mut state, frame, Reference::Local, &push);
        let rates = tree.forward_dynamics(&mut state, &tau).unwrap().to_vec();
        let power = tau.iter().zip(&v).map(|(t, v)| t * v).sum::<f64>()
            + push.power(&tree.twist(&state, frame, Reference::Local));
        let [measured] = rate(|time| {
            let (q, v) = later(&model, &q, &v, &rates, time);
            tree.place(&mut state, &q, &v).unwrap();
            [tree.kinetic_energy(&state) + tree.potential_energy(&state)]
        });
        assert!(miss(&[measured], &[power]) < DIFFERENCES, "{measured} {power}");
    }
}

#[test]
fn kinetic_energy_is_half_the_mass_matrix_between_velocities() {
    for Case { tree, mut state, joints: [_, v, _], .. } in cases() {
        let energy = tree.kinetic_energy(&state);
        let (n, mass) = (tree.freedoms(), tree.mass_matrix(&mut state));
        let product: f64 = (0..n * n).map(|i| 0.5 * mass[i] * v[i / n] * v[i % n]).sum();
        assert!(miss(&[product], &[energy]) < 1e-12);
    }
}

#[test]
fn a_floating_body_has_its_own_inverse_inertia() {
    let mut random = crate::robot::random::Random::new(5);
    let model = random.model(&[JointKind::Floating], true);
    let tree = Tree::new(&model, [0.0; 3]).unwrap();
    let mut state = State::new(&tree);
    tree.place(&mut state, &random.positions(&tree), &[0.0; 6]).unwrap();
    let frame = tree.frame("l0").unwrap();
    let response = tree.response(&mut state, frame, Reference::Local, &[0.0; 6]).unwrap();
    let inertia = model.links[1].inertia.unwrap();
    let central =
        stiction_geometry::screw::Inertia::spatial(inertia.mass, [0.0; 3], inertia.rotational).unwrap();
    let expected = central.moved_by(&inertia.place).inverse().unwrap();
    assert!(miss(response.phi.rows().as_flattened(), expected.rows().as_flattened()) < 1e-12);
}
