//! The checker that knows no recursion bounds what the recursions compute.

use crate::robot::random::Random;
use stiction_geometry::robot::{JointKind, Model, Reference, Tree};
use stiction_proof::robot::RobotAcceleration;
use stiction_robot::dynamics::{RobotDynamics, RobotQuestion, dynamics};

const REFERENCES: [Reference; 3] = [Reference::Local, Reference::Aligned, Reference::World];
const KINDS: [RobotAcceleration; 2] = [RobotAcceleration::Spatial, RobotAcceleration::Classical];

fn question(
    random: &mut Random,
    model: &Model,
    reference: Reference,
    acceleration: RobotAcceleration,
) -> RobotQuestion {
    let gravity = random.vector(10.0);
    let tree = Tree::new(model, gravity).unwrap();
    let n = tree.freedoms();
    RobotQuestion {
        frame: Some(model.links.last().unwrap().name.clone()),
        gravity,
        q: Some(random.positions(&tree)),
        v: Some(random.list(n, 2.0)),
        tau: Some(random.list(n, 5.0)),
        reference,
        acceleration,
    }
}

fn largest<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> f64 {
    numbers.into_iter().fold(1.0, |most: f64, x| most.max(x.abs()))
}

/// Every bound relative to the largest number it bounds.
fn relative(found: &RobotDynamics) -> [f64; 5] {
    let (numbers, bounds) = (&found.numbers, &found.bounds);
    [
        bounds.mass / largest(numbers.mass.iter().flatten()),
        bounds.h / largest(&numbers.h),
        bounds.jacobian / largest(numbers.jacobian.iter().flatten()),
        bounds.response.as_ref().unwrap().phi / largest(numbers.phi.iter().flatten().flatten()),
        bounds.response.as_ref().unwrap().bias / largest(numbers.bias.iter().flatten()),
    ]
}

#[test]
fn what_the_recursions_compute_is_proved_to_twelve_digits_and_what_needs_an_inverse_to_seven() {
    let mut worst = [0.0; 5];
    for seed in 1..=150 {
        let mut random = Random::new(seed);
        let model = random.any_model();
        let reference = REFERENCES[random.below(3)];
        let acceleration = KINDS[random.below(2)];
        let asked = question(&mut random, &model, reference, acceleration);
        let found = dynamics(&model, &asked).unwrap();
        for (worst, bound) in worst.iter_mut().zip(relative(&found)) {
            *worst = f64::max(*worst, bound);
        }
    }
    assert!(worst.iter().all(|bound| *bound < 1e-7), "{worst:?}");
    assert!(worst[..3].iter().all(|bound| *bound < 1e-12), "{worst:?}");
}

#[test]
fn bounds_grow_slowly_with_the_length_of_a_chain() {
    let mut random = Random::new(3);
    let model = random.model(&[JointKind::Revolute; 40], true);
    let asked = question(&mut random, &model, Reference::Aligned, RobotAcceleration::Spatial);
    let found = dynamics(&model, &asked).unwrap();
    let bounds = relative(&found);
    assert!(bounds[..3].iter().all(|bound| *bound < 1e-10), "{bounds:?}");
}

#[test]
fn a_number_that_is_changed_has_a_bound_as_large_as_the_change() {
    let mut random = Random::new(11);
    let model = random.seven_axes();
    let asked = question(&mut random, &model, Reference::Local, RobotAcceleration::Spatial);
    let found = dynamics(&model, &asked).unwrap();
    assert_eq!(found.bounds.response.as_ref().unwrap().rank, 6, "{:?}", found.bounds);
    for entry in 0..6 {
        let mut changed = found.numbers.clone();
        changed.bias.as_mut().unwrap()[entry] += 1e-3;
        changed.phi.as_mut().unwrap()[entry][0] += 1e-3;
        let bounds = found.problem.bounds(&changed).unwrap().response.unwrap();
        assert!((0.99e-3..1.01e-3).contains(&bounds.bias) && (0.99e-3..1.01e-3).contains(&bounds.phi));
    }
    for entry in 0..7 {
        let mut changed = found.numbers.clone();
        let pose = &mut changed.pose;
        *pose.position.iter_mut().chain(&mut pose.quaternion_wxyz).nth(entry).unwrap() += 1e-3;
        let moved = found.problem.bounds(&changed).unwrap().pose;
        assert!(found.bounds.pose < 1e-12 && (1e-4..3e-3).contains(&moved), "{entry}: {moved}");
    }
    let mut heavier = found.problem.clone();
    heavier.masses[3].mass += 1e-3;
    let bounds = heavier.bounds(&found.numbers).unwrap();
    assert!(bounds.mass > 1e-6 && bounds.h > 1e-6, "{bounds:?}");
}

#[test]
fn an_arm_in_the_plane_has_a_phi_of_rank_three() {
    let mut random = Random::new(7);
    let mut model = random.model(&[JointKind::Revolute; 5], true);
    for joint in &mut model.joints {
        joint.axis = [0.0, 0.0, 1.0];
        joint.place = stiction_geometry::screw::Pose::translation_by([0.3, 0.1, 0.0]);
    }
    let asked = question(&mut random, &model, Reference::Local, RobotAcceleration::Spatial);
    assert_eq!(dynamics(&model, &asked).unwrap().bounds.response.unwrap().rank, 3);
}

#[test]
fn numbers_that_are_no_robot_are_refused_without_panic() {
    let mut random = Random::new(2);
    let model = random.any_model();
    let asked = question(&mut random, &model, Reference::Local, RobotAcceleration::Spatial);
    let RobotDynamics { problem, numbers, .. } = dynamics(&model, &asked).unwrap();
    let refused = |change: &dyn Fn(&mut stiction_proof::robot::RobotProblem)| {
        let mut problem = problem.clone();
        change(&mut problem);
        assert!(problem.bounds(&numbers).is_err(), "{problem:?}");
    };
    refused(&|problem| problem.links.clear());
    refused(&|problem| problem.links.push("loose".to_owned()));
    refused(&|problem| problem.q.push(0.0));
    refused(&|problem| problem.v[0] = f64::NAN);
    refused(&|problem| problem.gravity[0] = f64::INFINITY);
    refused(&|problem| problem.masses.clear());
    refused(&|problem| problem.masses[0].link = 99);
    refused(&|problem| problem.frame = 99);
    refused(&|problem| problem.joints[0].quaternion_wxyz = [0.0; 4]);
    refused(&|problem| problem.joints[0].parent = problem.joints[0].child);
    let mut fewer = numbers.clone();
    fewer.phi.as_mut().unwrap().pop();
    assert!(problem.bounds(&fewer).is_err());
}
