//! Runs in time: an arm of seven axes slides on bodies that it does not know.

use stiction_geometry::robot::State;
use stiction_geometry::screw::Spatial;
use stiction_proof::Rational;
use stiction_robot::hybrid::run::{Controller, EventKind, compare, setup};
use stiction_robot::hybrid::{Arm, Fast, interface};
use stiction_scene::scene::{
    Body, Contact, Friction, HybridSection, Party, Role, RunSection, Scene, Trajectory,
};

fn exact(vector: [f64; 3]) -> [Rational; 3] {
    vector.map(|x| Rational::from_f64(x).unwrap())
}

fn wanted() -> RunSection {
    RunSection {
        duration: 2.0,
        rate: 1000.0,
        radius: 0.03,
        period: 2.0,
        force: [20.0, 5.0],
        force_period: 0.8,
        square: true,
        ..RunSection::default()
    }
}

/// The arm with its tip on top of a body.
fn wiping(body: Body<Spatial>, run: RunSection) -> Scene<Spatial> {
    let mut scene = Scene::<Spatial>::new();
    scene.gravity = exact([0.0, 0.0, -9.81]);
    let robot = crate::hybrid::arms::seven();
    let arm = Arm::new(&robot, [0.0, 0.0, -9.81], &["robot"]).unwrap();
    let mut state = State::new(&arm.tree);
    arm.tree.place(&mut state, &arm.joints.positions, &arm.joints.velocities).unwrap();
    let tip = arm.tree.pose(&state, arm.frame).point([0.0, 0.0, 0.15]);
    let mut body = body;
    body.com = exact([tip[0], tip[1], tip[2] - 0.1]);
    scene.bodies = vec![Body::new("robot"), body];
    scene.contacts = vec![Contact {
        id: "tip".to_owned(),
        against: Party::Body(1),
        tangents: vec![exact([0.0, 1.0, 0.0]), exact([-1.0, 0.0, 0.0])],
        ..Contact::new(Party::Body(0), exact(tip), exact([0.0, 0.0, 1.0]))
    }];
    scene.robot = Some(robot);
    scene.hybrid = Some(HybridSection { run: Some(run), ..HybridSection::default() });
    scene
}

fn block(mass: i64) -> Body<Spatial> {
    let zero = Rational::zero;
    let mut body = Body::<Spatial>::new("block").with_mass(mass);
    let inertia = || Rational::new(mass, 50);
    body.inertia =
        Some([[inertia(), zero(), zero()], [zero(), inertia(), zero()], [zero(), zero(), inertia()]]);
    body
}

fn springs() -> Option<[[f64; 6]; 2]> {
    Some([[200.0, 200.0, 200.0, 4000.0, 4000.0, 2000.0], [10.0, 10.0, 10.0, 100.0, 100.0, 60.0]])
}

#[test]
fn the_closed_loop_is_the_one_commanded_on_whatever_it_slides() {
    let fixed = Body::<Spatial>::new("table").with_role(Role::Fixed);
    let mut riding = Body::<Spatial>::new("belt").with_role(Role::Driven);
    riding.twist = exact_six([0.0, 0.0, 0.1, 0.02, -0.01, 0.0]);
    riding.acceleration = Some(exact_six([0.02, 0.0, 0.0, 0.0, 0.0, 0.05]));
    for (body, support) in [(fixed, None), (riding, None), (block(5), springs()), (block(500), springs())] {
        let name = body.name.clone();
        let scene = wiping(body, RunSection { support, ..wanted() });
        let setup = setup(&scene).unwrap();
        let run = setup.run_of(Controller::Decoupled).unwrap();
        let measures = run.measures;
        assert!(measures.motion_residual < 1e-9 * 100.0, "{name}: {measures:?}");
        assert!(measures.force_residual < 1e-8, "{name}: {measures:?}");
        assert!(measures.drift < 1e-4, "{name}: {measures:?}");
        assert!(measures.path[1] < 0.02, "{name}: {measures:?}");
        assert!(measures.force_leak < 1e-9 && measures.motion_leak < 1e-9);
        assert_eq!(run.events.iter().filter(|event| event.kind == EventKind::Singular).count(), 0);
    }
}

fn exact_six(list: [f64; 6]) -> [Rational; 6] {
    list.map(|x| Rational::from_f64(x).unwrap())
}

#[test]
fn a_slow_sensor_lets_the_force_into_the_motion_of_the_operational_controller_alone() {
    let fixed = Body::<Spatial>::new("table").with_role(Role::Fixed);
    let scene = wiping(fixed, RunSection { duration: 1.5, sensor: 0.05, ..wanted() });
    let [decoupled, operational] = compare(&setup(&scene).unwrap()).unwrap();
    assert!(decoupled.run.measures.force_leak < 1e-9);
    assert!(operational.run.measures.force_leak > 1e-3);
    let (ours, theirs) = (decoupled.crosstalk.force_to_motion, operational.crosstalk.force_to_motion);
    assert!(100.0 * ours[0] < theirs[0], "{ours:?} {theirs:?}");
}

#[test]
fn on_a_body_that_yields_the_operational_controller_keeps_the_tip_and_the_decoupled_one_its_own_part() {
    let scene = wiping(block(5), RunSection { support: springs(), duration: 1.0, ..wanted() });
    let [decoupled, operational] = compare(&setup(&scene).unwrap()).unwrap();
    assert!(decoupled.run.measures.motion_residual < 1e-9);
    let paths = [&decoupled, &operational].map(|one| one.crosstalk.force_to_motion[0]);
    assert!(paths[1] < paths[0], "{paths:?}");
}

/// Equation (2) of the runs: the two laws are one in two variables.
#[test]
fn the_operational_law_is_the_decoupled_one_with_its_motion_shifted() {
    let scene = wiping(block(5), wanted());
    let found = interface(&scene).unwrap();
    let phi: [[f64; 6]; 6] = std::array::from_fn(|row| {
        std::array::from_fn(|k| found.problem.robot.inverse_inertia[row][k].to_f64())
    });
    let bias: [f64; 6] = std::array::from_fn(|k| found.problem.robot.bias[k].to_f64());
    let unit = |k: usize| std::array::from_fn(|row| f64::from(u8::from(row == k)));
    let freedoms: [[f64; 6]; 5] = std::array::from_fn(unit);
    let down = [0.0, 0.0, 0.0, 0.0, 0.0, -1.0];
    let fast = Fast::new(&phi).unwrap();
    let basis = fast.basis(&freedoms, &[down]).unwrap();
    let (wanted, force, measured) = ([0.3, -0.2, 0.5, 1.0, -0.7], 17.0, 11.0);
    let error = basis.phi22[0][0] * (force - measured);
    let mut pushed = fast.command(&bias, &freedoms, &wanted, &[down], &[measured]);
    let more = fast.solve(&down.map(|x| x * error));
    pushed.iter_mut().zip(more).for_each(|(pushed, more)| *pushed += more);
    let shifted: [f64; 5] = std::array::from_fn(|k| wanted[k] - basis.twists[5][k] * error);
    let same = fast.command(&bias, &freedoms, &shifted, &[down], &[force]);
    for (a, b) in pushed.iter().zip(&same) {
        assert!((a - b).abs() < 1e-9 * (1.0 + b.abs()), "{pushed:?} {same:?}");
    }
}

#[test]
fn friction_and_loss_of_contact_are_told() {
    let mut scene = wiping(block(5), RunSection { support: springs(), duration: 1.0, ..wanted() });
    scene.contacts[0].friction = Friction::new(Rational::new(3, 10));
    let run = setup(&scene).unwrap().run_of(Controller::Decoupled).unwrap();
    assert!(run.measures.friction[1] > 1.0, "{:?}", run.measures);
    // A body that is driven away faster than the arm follows.
    let mut fleeing = Body::<Spatial>::new("lift").with_role(Role::Driven);
    fleeing.acceleration = Some(exact_six([0.0, 0.0, 0.0, 0.0, 0.0, -200.0]));
    let scene = wiping(fleeing, RunSection { duration: 0.1, ..wanted() });
    let run = setup(&scene).unwrap().run_of(Controller::Decoupled).unwrap();
    assert!(run.events.iter().any(|event| event.kind == EventKind::Lost), "{:?}", run.events);
    assert!(run.measures.apart > 0.0);
}

#[test]
fn an_arm_that_lost_contact_comes_back_and_the_end_of_a_drive_is_told() {
    let mut dropped = Body::<Spatial>::new("lift").with_role(Role::Driven);
    let mut coefficients = vec![vec![]; 6];
    coefficients[5] = [0.0, 0.0, -100.0].map(|x| Rational::from_f64(x).unwrap()).to_vec();
    let scene = wiping(dropped.clone(), wanted());
    let pivot = scene.bodies[1].com.clone();
    dropped.trajectory = Some(Trajectory { coefficients, pivot, duration: Rational::new(1, 100) });
    let scene = wiping(dropped, RunSection { duration: 1.0, ..wanted() });
    let run = setup(&scene).unwrap().run_of(Controller::Decoupled).unwrap();
    let kinds: Vec<EventKind> = run.events.iter().map(|event| event.kind).collect();
    let at = |kind| kinds.iter().position(|one| *one == kind);
    assert!(at(EventKind::Lost) < at(EventKind::Struck), "{:?}", run.events);
    assert!(kinds.contains(&EventKind::Stands), "{:?}", run.events);
    assert!(run.samples.last().unwrap().touches);
}

#[test]
fn the_elbow_of_a_redundant_arm_does_not_fall() {
    let table = Body::<Spatial>::new("table").with_role(Role::Fixed);
    let still = RunSection { radius: 0.0, force: [20.0, 0.0], ..wanted() };
    let run = setup(&wiping(table, still)).unwrap().run_of(Controller::Decoupled).unwrap();
    let (first, last) = (&run.samples[0].joints, &run.samples.last().unwrap().joints);
    for (a, b) in first.iter().zip(last) {
        assert!((a - b).abs() < 1e-9, "{first:?} {last:?}");
    }
}

#[test]
fn the_arm_at_rest_is_resolved_with_proof() {
    let mut scene = wiping(block(5), wanted());
    let section = scene.hybrid.as_mut().unwrap();
    section.motion = Some(vec![Rational::zero(); 5]);
    section.force = Some(vec![Rational::from(20)]);
    let found = interface(&scene).unwrap();
    let proof = found.resolve().unwrap().into_proof();
    assert_eq!((proof.basis.s1.len(), proof.basis.s2.len()), (5, 1));
    let down = proof.basis.t2[0].iter().map(Rational::to_f64).collect::<Vec<_>>();
    assert_eq!(down, [0.0, 0.0, 0.0, 0.0, 0.0, -1.0]);
}
