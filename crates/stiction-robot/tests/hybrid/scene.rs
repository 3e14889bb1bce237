//! Contacts of scenes: which motions they leave, how that changes, and the bodies on either side.

use crate::hybrid::arms;
use stiction_geometry::screw::{Pose, Spatial};
use stiction_proof::{ContactState, Rational};
use stiction_robot::hybrid::{Forbidden, Interface, interface};
use stiction_scene::scene::{
    Body, Contact, ContactModel, Curvature, HybridSection, Party, Role, Scene, Wrist,
};

fn whole<const N: usize>(list: [i64; N]) -> [Rational; N] {
    list.map(Rational::from)
}

fn contact(id: &str, point: [i64; 3], normal: [i64; 3]) -> Contact<Spatial> {
    // Two directions across the normal, as the reader gives them.
    let tangents = if normal[0] == 0 && normal[1] == 0 {
        vec![whole([0, normal[2], 0]), whole([-1, 0, 0])]
    } else {
        vec![whole([-normal[1], normal[0], 0]), whole([0, 0, 1])]
    };
    Contact { id: id.to_owned(), tangents, ..Contact::new(Party::Body(0), whole(point), whole(normal)) }
}

fn ball(name: &str) -> Body<Spatial> {
    let mut body = Body::<Spatial>::new(name).with_mass(2);
    let zero = Rational::zero;
    let entry = || Rational::new(1, 2);
    body.inertia = Some([[entry(), zero(), zero()], [zero(), entry(), zero()], [zero(), zero(), entry()]]);
    body
}

/// A free body as the robot's, touching at these points.
fn scene(contacts: Vec<Contact<Spatial>>) -> Scene<Spatial> {
    let mut scene = Scene::<Spatial>::new();
    scene.bodies = vec![ball("tool")];
    scene.contacts = contacts;
    scene.hybrid = Some(HybridSection { robot_body: Some(Party::Body(0)), ..HybridSection::default() });
    scene
}

fn found(scene: &Scene<Spatial>) -> Interface {
    interface(scene).unwrap()
}

fn count(scene: &Scene<Spatial>) -> (usize, usize) {
    let proof = found(scene).resolve().unwrap().into_proof();
    (proof.basis.s1.len(), proof.basis.s2.len())
}

#[test]
fn a_point_takes_one_motion_a_line_two_a_plane_three_and_a_soft_finger_four() {
    let (a, b, c, d) = ([0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]);
    let up = |id: &str, point| contact(id, point, [0, 0, 1]);
    assert_eq!(count(&scene(vec![up("1", a)])), (5, 1));
    assert_eq!(count(&scene(vec![up("1", a), up("2", b)])), (4, 2));
    assert_eq!(count(&scene(vec![up("1", a), up("2", b), up("3", c)])), (3, 3));
    assert_eq!(count(&scene(vec![up("1", a), up("2", b), up("3", c), up("4", d)])), (3, 3));
    let model = |model| scene(vec![Contact { model, ..up("1", a) }]);
    assert_eq!(count(&model(ContactModel::Point)), (3, 3));
    assert_eq!(count(&model(ContactModel::Soft)), (2, 4));
    let rows = found(&model(ContactModel::Soft)).rows;
    assert_eq!(rows.last().unwrap().forbids, Forbidden::Spin);
}

#[test]
fn a_command_pushes_on_what_is_touched_and_pulls_nothing() {
    let mut scene = scene(vec![contact("tip", [0, 0, 0], [0, 0, 1])]);
    let section = scene.hybrid.as_mut().unwrap();
    section.force = Some(whole([20]).to_vec());
    section.motion = Some(whole([0, 0, 0, 3, 0]).to_vec());
    let proof = found(&scene).resolve().unwrap().into_proof();
    let ContactState::Kept { force, robot, .. } = proof.contact else { panic!("the ground holds") };
    assert_eq!(force, whole([0, 0, 0, 0, 0, -20]).to_vec());
    assert_eq!(robot[3..], whole([0, 3, 0])[..], "along the first tangent, y");
}

#[test]
fn on_the_ground_and_on_a_free_body_the_same_command_gives_the_same_motion() {
    let mut on_ground = scene(vec![contact("tip", [0, 0, 0], [0, 0, 1])]);
    let section = on_ground.hybrid.as_mut().unwrap();
    section.force = Some(whole([7]).to_vec());
    section.motion = Some(whole([1, -2, 3, -4, 5]).to_vec());
    let mut on_body = on_ground.clone();
    let mut other = ball("other");
    other.com = whole([0, 0, -1]);
    other.freedoms = vec![true, true, true, true, false, true];
    on_body.bodies.push(other);
    on_body.contacts[0].against = Party::Body(1);
    let [a, b] = [&on_ground, &on_body].map(|scene| found(scene).resolve().unwrap().into_proof());
    assert_eq!((a.basis, a.command), (b.basis.clone(), b.command));
    let ContactState::Kept { robot, .. } = b.contact else { panic!("it yields") };
    let a1: Vec<Rational> =
        b.basis.t1.iter().map(|wrench| wrench.iter().zip(&robot).map(|(a, b)| a * b).sum()).collect();
    assert_eq!(a1, whole([1, -2, 3, -4, 5]).to_vec());
}

#[test]
fn free_bodies_accelerate_as_newton_and_euler_say() {
    let mut scene = scene(vec![contact("tip", [0, 0, 0], [0, 0, 1])]);
    scene.gravity = whole([0, 0, -10]);
    scene.bodies[0].inertia = Some([whole([1, 0, 0]), whole([0, 2, 0]), whole([0, 0, 2])]);
    scene.bodies[0].com = whole([0, 0, 0]);
    scene.bodies[0].twist = whole([1, 1, 0, 3, 0, 0]);
    scene.bodies[0].wrench = whole([0, 4, 0, 2, 0, 0]);
    let bias = found(&scene).problem.robot.bias;
    // I α + ω × Iω = m: ω × Iω = (1, 1, 0) × (1, 2, 0) = (0, 0, 1).  Spatial: a − ω × v = a − (0, 0, −3).
    let half = |x: i64| Rational::new(x, 2);
    assert_eq!(bias, [half(0), half(4), half(-1), half(2), half(0), half(-14)].to_vec());
}

#[test]
fn contacts_that_move_are_kept_or_refused() {
    let mut moving = scene(vec![contact("tip", [0, 0, 0], [0, 0, 1])]);
    moving.bodies[0].twist = whole([0, 0, 0, 1, 0, 0]);
    assert!(interface(&moving).is_ok());
    for (speed, word) in [(-1, "impact"), (1, "open")] {
        moving.bodies[0].twist = whole([0, 0, 0, 0, 0, speed]);
        let misfit = interface(&moving).unwrap_err().remove(0);
        assert_eq!(misfit.code, "velocity");
        assert!(misfit.message.contains(word), "{}", misfit.message);
    }
}

/// What the contact adds to the normal acceleration, in the plane of the conventions.
#[test]
fn curved_surfaces_roll_and_slide_with_the_velocity_products_of_the_plane() {
    let (own, other) = (Rational::from(2), Rational::new(1, 3));
    let cases = [
        [Curvature::Finite(own.clone()), Curvature::Finite(other.clone())],
        [Curvature::Vertex, Curvature::Finite(other.clone())],
        [Curvature::Finite(own.clone()), Curvature::Vertex],
    ];
    for curvature in cases {
        let mut scene = scene(vec![contact("tip", [0, 0, 0], [0, 1, 0])]);
        let mut table = Body::<Spatial>::new("table").with_role(Role::Driven);
        // Plane x-y: angular velocities about z, no motion along the normal y at the origin.
        scene.bodies[0].twist = whole([0, 0, 3, 5, 0, 0]);
        table.twist = whole([0, 0, -2, 1, 0, 0]);
        scene.bodies.push(table);
        scene.contacts[0].against = Party::Body(1);
        scene.hybrid.as_mut().unwrap().curvature = Some(curvature.clone());
        let found = found(&scene);
        // Spatial accelerations of both zero: the points accelerate by ω × v.  n = y, t = −x.
        let (w, w_against, slip) = (Rational::from(5), Rational::from(-2), Rational::from(-4));
        let points = Rational::from(3 * 5 + 2);
        let two = Rational::from(2);
        let bent = match &curvature {
            [Curvature::Finite(a), Curvature::Finite(b)] => {
                (a * b * &slip * &slip + &two * b * &w * &slip - &w * &w) / (a + b)
            }
            [Curvature::Vertex, Curvature::Finite(k)] => k * &slip * &slip,
            [Curvature::Finite(k), _] => k * &slip * &slip + &two * &w * &slip,
            _ => panic!(),
        };
        let opening = points + &two * &w_against * &slip + bent;
        // T2 pushes on the environment, so along −n: T2·Ṡα = −(−ṫ·v) = the opening.
        let wrench = &found.wanted.unwrap()[0];
        let rate: Rational = wrench.iter().zip(&found.problem.freedom_rate).map(|(a, b)| a * b).sum();
        assert_eq!(rate, opening, "{curvature:?}");
    }
}

#[test]
fn a_robot_with_four_joints_is_taken_at_its_rank_and_solved_in_its_range() {
    let mut scene = scene(vec![contact("tip", [0, 0, 0], [0, 0, 1])]);
    let (y, z) = ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    let mut robot = arms::seven();
    robot.model = arms::arm(&[z, y, y, y], &[0.2, 0.3, 0.3, 0.1]);
    robot.frame = "link4".to_owned();
    robot.joints.positions = Some(vec![0.2, 0.4, 0.9, 0.7]);
    scene.bodies = vec![Body::new("robot")];
    scene.robot = Some(robot);
    scene.hybrid = Some(HybridSection::default());
    let found = found(&scene);
    let proof = found.resolve().unwrap().into_proof();
    assert_eq!(proof.basis.rank(), 4);
    assert_eq!((proof.basis.s1.len(), proof.basis.s2.len(), proof.basis.beyond), (3, 1, 2));
}

#[test]
fn four_corners_of_a_turned_plate_are_a_plane() {
    let turned = Pose::<Spatial>::from_quaternion([0.3, 0.9, -0.4, 0.7], [0.1, -0.7, 0.4]).unwrap();
    let exact = |vector: [f64; 3]| vector.map(|entry| Rational::from_f64(entry).unwrap());
    let corner = |id: &str, x: f64, y: f64| Contact {
        point: exact(turned.point([x, y, 0.0])),
        normal: exact(turned.vector([0.0, 0.0, 1.0])),
        tangents: vec![exact(turned.vector([1.0, 0.0, 0.0])), exact(turned.vector([0.0, 1.0, 0.0]))],
        ..contact(id, [0, 0, 0], [0, 0, 1])
    };
    let plate = [("1", 0.1, 0.1), ("2", -0.1, 0.1), ("3", -0.1, -0.1), ("4", 0.1, -0.1)];
    let found = found(&scene(plate.iter().map(|(id, x, y)| corner(id, *x, *y)).collect()));
    let proof = found.resolve().unwrap().into_proof();
    assert_eq!((proof.basis.s1.len(), proof.basis.s2.len()), (3, 3));
    let entries = proof.basis.s1.iter().chain(&proof.basis.t1).flatten();
    let most = entries.fold(0.0, |most: f64, entry| most.max(entry.to_f64().abs()));
    assert!(most < 1e3, "{most:e}");
}

#[test]
fn a_ball_that_is_slid_over_has_the_curvature_of_its_shape() {
    let mut scene = scene(vec![contact("tip", [0, 0, 0], [0, 0, 1])]);
    let mut globe = ball("globe");
    globe.com = whole([0, 0, -2]);
    globe.shape = Some(stiction_geometry::shape::Solid::sphere(whole([0, 0, -2]), Rational::from(2)));
    scene.bodies.push(globe);
    scene.contacts[0].against = Party::Body(1);
    scene.bodies[0].twist = whole([0, 0, 0, 3, 0, 0]);
    let round = found(&scene);
    assert_eq!(round.warnings.len(), 1, "the tool's own surface is not known: {:?}", round.warnings);
    scene.bodies[1].shape = None;
    scene.hybrid.as_mut().unwrap().curvature =
        Some([Curvature::Vertex, Curvature::Finite(Rational::new(1, 2))]);
    let given = found(&scene);
    assert_eq!(round.problem, given.problem);
    assert!(given.warnings.is_empty());
    let wrench = &given.wanted.unwrap()[0];
    let rate: Rational = wrench.iter().zip(&given.problem.freedom_rate).map(|(a, b)| a * b).sum();
    assert_eq!(rate, Rational::new(9, 2), "κv²");
}

#[test]
fn two_robots_touch_each_other() {
    let mut scene = scene(vec![contact("tip", [0, 0, 0], [0, 0, 1])]);
    scene.bodies = vec![Body::new("robot"), Body::new("environment")];
    scene.contacts[0].against = Party::Body(1);
    scene.robot = Some(arms::seven());
    let mut other = arms::seven();
    other.base = Pose::translation_by([1.0, 0.0, 0.0]);
    scene.hybrid = Some(HybridSection {
        environment_robot: Some(other),
        motion: Some(whole([1, 0, 0, 0, 2]).to_vec()),
        force: Some(whole([30]).to_vec()),
        ..HybridSection::default()
    });
    let found = found(&scene);
    assert_eq!(found.parties, ["robot", "environment"]);
    assert!(found.problem.environment.inverse_inertia.iter().flatten().any(|entry| !entry.is_zero()));
    let proof = found.resolve().unwrap().into_proof();
    assert!(matches!(proof.contact, ContactState::Kept { .. }));
}

/// Figure 3b: the tool alone is the robot's body, and a spring carries its force.
#[test]
fn a_wrist_leads_by_the_force_over_its_stiffness() {
    let mut scene = scene(vec![contact("tip", [0, 0, 0], [0, 0, 1])]);
    let matrix = |entry: i64| -> Vec<Vec<Rational>> {
        (0..6).map(|row| (0..6).map(|k| Rational::from(if row == k { entry } else { 0 })).collect()).collect()
    };
    let wrist = Wrist { stiffness: matrix(1000), damping: matrix(0) };
    let section = scene.hybrid.as_mut().unwrap();
    section.wrist = Some(wrist.clone());
    section.force = Some(whole([50]).to_vec());
    let proof = found(&scene).resolve().unwrap().into_proof();
    let deflection =
        stiction_robot::hybrid::deflection(&wrist, &proof.command, &vec![Rational::zero(); 6]).unwrap();
    assert_eq!(deflection[5], Rational::new(-1, 20));
}

#[test]
fn scenes_that_are_no_meeting_of_two_bodies_are_refused() {
    let code = |scene: &Scene<Spatial>| interface(scene).unwrap_err()[0].code;
    let good = scene(vec![contact("tip", [0, 0, 0], [0, 0, 1])]);
    let mut none = good.clone();
    none.hybrid = Some(HybridSection::default());
    assert_eq!(code(&none), "no-robot");
    let mut lonely = good.clone();
    lonely.contacts.clear();
    assert_eq!(code(&lonely), "no-contact");
    let mut third = good.clone();
    third.bodies.push(ball("third"));
    third.contacts.push(Contact { against: Party::Body(1), ..contact("side", [1, 0, 0], [1, 0, 0]) });
    assert_eq!(code(&third), "contacts");
    let mut light = good.clone();
    light.bodies[0].mass = None;
    assert_eq!(code(&light), "missing-mass");
    let mut long = good;
    long.hybrid.as_mut().unwrap().motion = Some(whole([1, 2]).to_vec());
    assert_eq!(code(&long), "command");
}
