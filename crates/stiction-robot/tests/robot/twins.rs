//! Two algorithms, one answer.

use crate::robot::random::Random;
use stiction_geometry::robot::{Frame, Reference, State, Tree};
use stiction_geometry::screw::{Acceleration, Spatial, Twist, Wrench};

const TRIALS: u64 = 200;
const REFERENCES: [Reference; 3] = [Reference::Local, Reference::Aligned, Reference::World];

pub struct Case {
    pub random: Random,
    pub tree: Tree,
    pub state: State,
    /// Positions, velocities and torques of the joints.
    pub joints: [Vec<f64>; 3],
    pub frame: Frame,
}

pub fn cases() -> impl Iterator<Item = Case> {
    (1..=TRIALS).map(|seed| {
        let mut random = Random::new(seed);
        let model = random.any_model();
        let tree = Tree::new(&model, random.vector(10.0)).unwrap();
        let (q, v) = (random.positions(&tree), random.list(tree.freedoms(), 2.0));
        let tau = random.list(tree.freedoms(), 5.0);
        let frame = tree.frame_of_link(random.below(model.links.len())).unwrap();
        let mut state = State::new(&tree);
        tree.place(&mut state, &q, &v).unwrap();
        Case { random, tree, state, joints: [q, v, tau], frame }
    })
}

/// Largest difference, relative to the largest entry or to one.
pub fn miss(left: &[f64], right: &[f64]) -> f64 {
    assert_eq!(left.len(), right.len());
    let scale = right.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
    left.iter().zip(right).fold(0.0, |most: f64, (x, y)| most.max((x - y).abs())) / scale
}

/// Rounding of a few hundred operations on well-conditioned robots.
const CLOSE: f64 = 1e-10;

#[test]
fn composite_bodies_and_columns_of_newton_and_euler_give_one_mass_matrix() {
    for Case { tree, mut state, .. } in cases() {
        let n = tree.freedoms();
        let mass = tree.mass_matrix(&mut state).to_vec();
        let rest = tree.bias_torques(&mut state).to_vec();
        for column in 0..n {
            let mut rates = vec![0.0; n];
            rates[column] = 1.0;
            let torques = tree.inverse_dynamics(&mut state, &rates).unwrap();
            let by_newton: Vec<f64> = torques.iter().zip(&rest).map(|(x, h)| x - h).collect();
            let by_composite: Vec<f64> = (0..n).map(|row| mass[row * n + column]).collect();
            assert!(miss(&by_newton, &by_composite) < CLOSE);
        }
    }
}

#[test]
fn torques_of_the_accelerations_of_torques_are_the_torques() {
    for Case { tree, mut state, joints: [.., tau], mut random, frame, .. } in cases() {
        let push = Wrench::spatial(random.vector(3.0), random.vector(3.0));
        tree.push(&mut state, frame, Reference::Aligned, &push);
        let rates = tree.forward_dynamics(&mut state, &tau).unwrap().to_vec();
        let again = tree.inverse_dynamics(&mut state, &rates).unwrap();
        assert!(miss(again, &tau) < CLOSE, "{again:?} {tau:?}");
    }
}

#[test]
fn articulated_bodies_and_the_factors_of_the_mass_matrix_accelerate_alike() {
    for Case { tree, mut state, joints: [.., tau], .. } in cases() {
        let articulated = tree.forward_dynamics(&mut state, &tau).unwrap().to_vec();
        let factored = tree.forward_dynamics_by_factors(&mut state, &tau).unwrap();
        assert!(miss(factored, &articulated) < CLOSE);
    }
}

#[test]
fn a_pushed_frame_accelerates_by_phi_and_b_as_the_articulated_bodies_do() {
    for Case { tree, mut state, joints: [.., tau], mut random, frame, .. } in cases() {
        for reference in REFERENCES {
            let response = tree.response(&mut state, frame, reference, &tau).unwrap();
            let push = Wrench::spatial(random.vector(3.0), random.vector(3.0));
            let told = response.phi.apply(&push) + response.bias;
            tree.push(&mut state, frame, reference, &push);
            let rates = tree.forward_dynamics(&mut state, &tau).unwrap().to_vec();
            let real = tree.acceleration(&mut state, frame, reference, &rates).unwrap();
            assert!(miss(&told.to_array(), &real.to_array()) < CLOSE, "{reference:?} {told:?} {real:?}");
            tree.release(&mut state);
        }
    }
}

#[test]
fn the_twist_of_a_frame_is_its_jacobian_times_the_velocities() {
    for Case { tree, state, joints: [_, v, _], frame, .. } in cases() {
        for reference in REFERENCES {
            let mut columns = vec![Twist::<Spatial>::zero(); tree.freedoms()];
            tree.jacobian(&state, frame, reference, &mut columns).unwrap();
            let sum: Twist<Spatial> = columns.iter().zip(&v).map(|(column, &rate)| *column * rate).sum();
            let twist = tree.twist(&state, frame, reference);
            assert!(miss(&sum.to_array(), &twist.to_array()) < CLOSE);
        }
    }
}

#[test]
fn references_differ_by_point_and_axes_alone() {
    for Case { tree, mut state, joints: [.., tau], frame, .. } in cases() {
        let [local, aligned, world] =
            REFERENCES.map(|reference| tree.response(&mut state, frame, reference, &tau).unwrap());
        let pose = tree.pose(&state, frame);
        let close = |left: Acceleration<Spatial>, right: Acceleration<Spatial>| {
            assert!(miss(&left.to_array(), &right.to_array()) < CLOSE, "{left:?} {right:?}");
        };
        close(local.bias.moved_by(&pose), world.bias);
        close(aligned.bias, world.bias.shifted_to(pose.translation()));
        let moved = local.phi.moved_by(&pose).rows();
        assert!(miss(moved.as_flattened(), world.phi.rows().as_flattened()) < CLOSE);
    }
}
