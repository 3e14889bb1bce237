//! Joints that follow others: energy and power of the reduced dynamics, which know nothing of G.

use crate::robot::random::Random;
use stiction_geometry::robot::{Coupling, JointKind, Model, State, Tree};
use stiction_robot::dynamics::{Couplings, RobotQuestion, dynamics};

/// Five joints of which two follow, one by way of the other.
fn chained(random: &mut Random) -> Model {
    let kinds = [
        JointKind::Revolute,
        JointKind::Prismatic,
        JointKind::Revolute,
        JointKind::Continuous,
        JointKind::Prismatic,
    ];
    let mut model = random.model(&kinds, true);
    let moving: Vec<usize> =
        (0..model.joints.len()).filter(|&joint| model.joints[joint].kind != JointKind::Fixed).collect();
    model.couplings = vec![
        Coupling { joint: moving[3], of: moving[0], multiplier: -1.5, offset: 0.3 },
        Coupling { joint: moving[1], of: moving[3], multiplier: 0.4, offset: -0.1 },
    ];
    model
}

fn energy(model: &Model, gravity: [f64; 3], q: &[f64], v: &[f64]) -> (f64, f64) {
    let tree = Tree::new(model, gravity).unwrap();
    let couplings = Couplings::of(model).unwrap();
    let mut state = State::new(&tree);
    tree.place(&mut state, &couplings.positions(q), &couplings.velocities(v)).unwrap();
    (tree.kinetic_energy(&state), tree.potential_energy(&state))
}

#[test]
fn the_reduced_matrix_has_the_kinetic_energy_and_the_bias_the_power() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        let model = chained(&mut random);
        let gravity = [1.0, -2.0, -9.0];
        let (q, v) = ([0.3, -0.7, 0.9], [0.8, -0.5, 0.6]);
        let asked = RobotQuestion {
            frame: Some(model.links.last().unwrap().name.clone()),
            q: Some(q.to_vec()),
            v: Some(v.to_vec()),
            gravity,
            ..RobotQuestion::default()
        };
        let found = dynamics(&model, &asked).unwrap();
        let (kinetic, _) = energy(&model, gravity, &q, &v);
        let mass = &found.numbers.mass;
        let twice: f64 =
            (0..3).flat_map(|i| (0..3).map(move |j| (i, j))).map(|(i, j)| v[i] * mass[i][j] * v[j]).sum();
        assert!((0.5 * twice - kinetic).abs() < 1e-12 * kinetic.max(1.0), "{twice} {kinetic}");
        // With v̇ = 0 the torques h do the work by which the energy grows.
        let step = 1e-5;
        let total = |sign: f64| {
            let moved: Vec<f64> = (0..3).map(|k| q[k] + sign * step * v[k]).collect();
            let (kinetic, potential) = energy(&model, gravity, &moved, &v);
            kinetic + potential
        };
        let power = (total(1.0) - total(-1.0)) / (2.0 * step);
        let told: f64 = (0..3).map(|k| v[k] * found.numbers.h[k]).sum();
        assert!((power - told).abs() < 1e-6 * told.abs().max(1.0), "{power} {told}");
        assert!(found.bounds.mass < 1e-10 && found.bounds.response.is_ok(), "{:?}", found.bounds);
    }
}

#[test]
fn joints_that_follow_in_a_circle_or_twice_are_refused() {
    let mut model = chained(&mut Random::new(1));
    let [first, second] = [model.couplings[0], model.couplings[1]];
    model.couplings.push(Coupling { joint: first.of, of: second.joint, multiplier: 1.0, offset: 0.0 });
    assert!(Couplings::of(&model).is_err());
    model.couplings[2] = Coupling { of: second.joint, ..first };
    assert!(Couplings::of(&model).is_err());
}
