//! Operational space, and torques that act like a wrench.

use crate::robot::random::Random;
use crate::robot::twins::{Case, cases, miss};
use stiction_geometry::robot::{Limits, Model, Operational, Realised, Reference, State, Tree};
use stiction_geometry::screw::{Spatial, Twist, Wrench};

/// An arm of seven axes with motors of this strength, in a state.
fn arm(seed: u64, effort: f64) -> (Tree, State, Random) {
    let mut random = Random::new(seed);
    let mut model: Model = random.seven_axes();
    for joint in &mut model.joints {
        joint.limits = Limits { effort, ..Limits::NONE };
    }
    let tree = Tree::new(&model, random.vector(10.0)).unwrap();
    let mut state = State::new(&tree);
    let (q, v) = (random.positions(&tree), random.list(7, 2.0));
    tree.place(&mut state, &q, &v).unwrap();
    (tree, state, random)
}

#[test]
fn a_wrench_that_overcomes_lambda_mu_and_p_gives_the_acceleration() {
    for seed in 1..40 {
        let (tree, mut state, mut random) = arm(seed, f64::INFINITY);
        let frame = tree.frame("l6").unwrap();
        let Operational { lambda, mu, p } = tree.operational(&mut state, frame, Reference::Aligned).unwrap();
        let wanted = stiction_geometry::screw::Acceleration::spatial(random.vector(1.0), random.vector(1.0));
        let force = lambda.apply(&wanted) + mu + p;
        let mut columns = vec![Twist::<Spatial>::zero(); 7];
        tree.jacobian(&state, frame, Reference::Aligned, &mut columns).unwrap();
        let torques: Vec<f64> = columns.iter().map(|column| column.power(&force)).collect();
        let rates = tree.forward_dynamics(&mut state, &torques).unwrap().to_vec();
        let real = tree.acceleration(&mut state, frame, Reference::Aligned, &rates).unwrap();
        assert!(miss(&real.to_array(), &wanted.to_array()) < 1e-7, "{real:?} {wanted:?}");
    }
}

#[test]
fn at_rest_there_are_no_velocity_products_and_without_gravity_no_p() {
    let (mut tree, mut state, mut random) = arm(4, f64::INFINITY);
    let frame = tree.frame("l6").unwrap();
    tree.place(&mut state, &random.positions(&tree), &[0.0; 7]).unwrap();
    let at_rest = tree.operational(&mut state, frame, Reference::Local).unwrap();
    assert!(at_rest.mu.max_abs() <= 1e-9 * at_rest.p.max_abs(), "{at_rest:?}");
    tree.set_gravity([0.0; 3]);
    tree.place(&mut state, &random.positions(&tree), &random.list(7, 1.0)).unwrap();
    let floating = tree.operational(&mut state, frame, Reference::Local).unwrap();
    assert_eq!(floating.p.max_abs(), 0.0);
}

#[test]
fn a_frame_that_does_not_give_way_has_no_operational_space() {
    let mut refused = cases().filter_map(|Case { tree, mut state, frame, .. }| {
        (tree.freedoms() < 6).then(|| tree.operational(&mut state, frame, Reference::Local).is_err())
    });
    assert!(refused.all(|one| one));
}

#[test]
fn torques_of_a_redundant_arm_act_like_the_wrench_within_their_limits_or_provably_none_do() {
    let (mut within, mut saturated, mut beyond) = (0, 0, 0);
    for seed in 1..200 {
        let (tree, mut state, mut random) = arm(seed, 4.0);
        let frame = tree.frame("l6").unwrap();
        let wrench = Wrench::spatial(random.vector(3.0), random.vector(6.0));
        let preferred = random.list(7, 2.0);
        let response = tree.response(&mut state, frame, Reference::World, &[0.0; 7]).unwrap();
        match tree.realise(&mut state, frame, Reference::World, &wrench, &preferred).unwrap() {
            Realised::Within { torques, residual, saturated: full } => {
                within += 1;
                saturated += usize::from(!full.is_empty());
                assert!(torques.iter().all(|torque| torque.abs() <= 4.0));
                // They accelerate the frame as the wrench would.
                let driven = tree.response(&mut state, frame, Reference::World, &torques).unwrap();
                let pushed = response.phi.apply(&wrench) + response.bias;
                assert!(miss(&driven.bias.to_array(), &pushed.to_array()) < 1e-7, "{residual}");
            }
            Realised::Beyond { weights, needed, most } => {
                beyond += 1;
                assert!(needed > most);
                let reach: f64 = weights.iter().map(|weight| 4.0 * weight.abs()).sum();
                assert!((reach - most).abs() <= 1e-9 * most, "{reach} {most}");
            }
            Realised::Unsettled => panic!("seed {seed} was not settled"),
        }
    }
    assert!(within > 20 && saturated > 5 && beyond > 20, "{within} {saturated} {beyond}");
}

#[test]
fn without_limits_the_torques_nearest_to_none_are_those_of_least_norm() {
    let (tree, mut state, mut random) = arm(9, f64::INFINITY);
    let frame = tree.frame("l6").unwrap();
    let wrench = Wrench::spatial(random.vector(3.0), random.vector(6.0));
    let Realised::Within { torques, saturated, .. } =
        tree.realise(&mut state, frame, Reference::Local, &wrench, &[0.0; 7]).unwrap()
    else {
        panic!("there are no limits")
    };
    assert!(saturated.is_empty());
    let square = |torques: &[f64]| torques.iter().map(|torque| torque * torque).sum::<f64>();
    let mut columns = vec![Twist::<Spatial>::zero(); 7];
    tree.jacobian(&state, frame, Reference::Local, &mut columns).unwrap();
    let direct: Vec<f64> = columns.iter().map(|column| column.power(&wrench)).collect();
    assert!(square(&torques) <= square(&direct) + 1e-12);
}
