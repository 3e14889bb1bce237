//! Gradients against differences, in plane and space.

use crate::grasps::*;
use stiction_proof::{
    Answer, FrictionUse, PlanarContact, PlanarProblem, Rational, SpatialContact, SpatialProblem, Vector,
};
use stiction_scene::Threshold;
use stiction_statics::closure::{
    Ball, Bounded, Gradient, Measuring, Metric, Origin, closure, epsilon_l1, epsilon_linf, least_friction,
    least_friction_gradient,
};

const GIVEN: FrictionUse = FrictionUse::Given;
/// Length of a step; the margin is known to 1e-9 or better, its curvature is of order one.
const STEP: f64 = 1e-4;

fn exact(value: f64) -> Rational {
    Rational::from_f64(value).unwrap()
}

fn vector(entries: [f64; 3]) -> Vector {
    entries.map(exact)
}

/// Fingers around a box, none of them special.
fn fingers(soft: bool) -> SpatialProblem {
    let contacts = [
        ([1.0, 0.25, -0.125], [-1.0, 0.0625, 0.125], 0.75),
        ([-0.5, 0.875, 0.25], [0.5, -0.875, 0.0], 0.5),
        ([-0.625, -0.75, -0.125], [0.5, 0.75, 0.125], 0.625),
        ([0.125, 0.125, 0.875], [0.0625, 0.0, -1.0], 0.5),
    ];
    let contact = |(index, (point, normal, friction)): (usize, ([f64; 3], [f64; 3], f64))| SpatialContact {
        torsion: soft.then(|| Rational::new(1, 8)),
        ..SpatialContact::new(&index.to_string(), vector(point), vector(normal), exact(friction))
    };
    SpatialProblem::new(Default::default(), contacts.into_iter().enumerate().map(contact).collect())
}

fn with_pyramids(problem: &SpatialProblem) -> SpatialProblem {
    let mut problem = problem.clone();
    for contact in &mut problem.contacts {
        let first = stiction_exact::vector::default_tangent(&contact.normal);
        let second = stiction_exact::vector::cross(&contact.normal, &first);
        let opposite = |vector: &Vector| vector.clone().map(|entry| -entry);
        contact.across = Some(vec![first.clone(), second.clone(), opposite(&first), opposite(&second)]);
    }
    problem
}

fn l1(problem: &SpatialProblem) -> (Bounded, Vec<Gradient>) {
    assert_eq!(closure(problem, &GIVEN).unwrap().answer(), Answer::Yes);
    SpatialContact::shared(problem, &Ball::new(&GIVEN, Metric { length: 0.5 }, Origin::Inside)).unwrap()
}

fn moved(problem: &SpatialProblem, index: usize, change: impl Fn(&mut SpatialContact)) -> SpatialProblem {
    let mut other = problem.clone();
    change(&mut other.contacts[index]);
    other
}

/// Central difference of a measure under a change of one contact by a signed step.
fn difference(
    problem: &SpatialProblem,
    index: usize,
    measure: impl Fn(&SpatialProblem) -> f64,
    change: impl Fn(&mut SpatialContact, f64),
) -> f64 {
    let at = |step: f64| measure(&moved(problem, index, |contact| change(contact, step)));
    (at(STEP) - at(-STEP)) / (2.0 * STEP)
}

fn unit(normal: &Vector) -> [f64; 3] {
    let doubles = normal.each_ref().map(Rational::to_f64);
    let length = doubles.iter().map(|x| x * x).sum::<f64>().sqrt();
    doubles.map(|x| x / length)
}

fn agree(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 2e-5 * expected.abs().max(1.0), "{what}: {found} against {expected}");
}

/// Compares points and normals of all contacts with differences.
fn compare(problem: &SpatialProblem, gradients: &[Gradient], measure: impl Fn(&SpatialProblem) -> f64) {
    assert_eq!(gradients.len(), problem.contacts.len());
    for (index, gradient) in gradients.iter().enumerate() {
        for axis in 0..3 {
            let change = |contact: &mut SpatialContact, step: f64| contact.point[axis] += exact(step);
            agree(gradient.point[axis], difference(problem, index, &measure, change), "point");
        }
        // A unit normal that is turned towards the axis stays one to first order.
        let normal = unit(&problem.contacts[index].normal);
        for axis in 0..3 {
            let across: [f64; 3] =
                std::array::from_fn(|k| f64::from(u8::from(k == axis)) - normal[axis] * normal[k]);
            let change = |contact: &mut SpatialContact, step: f64| {
                contact.normal = vector(std::array::from_fn(|k| normal[k] + step * across[k]));
            };
            let along: f64 = gradient.normal.iter().zip(across).map(|(g, a)| g * a).sum();
            agree(along, difference(problem, index, &measure, change), "normal");
        }
    }
}

/// The same of the coefficient of friction.
fn compare_friction(
    problem: &SpatialProblem,
    gradients: &[Gradient],
    measure: impl Fn(&SpatialProblem) -> f64,
) {
    for (index, gradient) in gradients.iter().enumerate() {
        let change = |contact: &mut SpatialContact, step: f64| contact.friction += exact(step);
        agree(gradient.friction, difference(problem, index, &measure, change), "friction");
    }
    assert!(gradients.iter().any(|gradient| gradient.friction > 0.01), "{gradients:?}");
}

#[test]
fn the_margin_of_round_and_soft_fingers_changes_as_its_gradient_says() {
    for problem in [fingers(false), fingers(true)] {
        let (_, gradients) = l1(&problem);
        compare(&problem, &gradients, |problem| l1(problem).0.value);
        compare_friction(&problem, &gradients, |problem| l1(problem).0.value);
    }
}

#[test]
fn the_margin_of_a_pyramid_changes_as_its_gradient_says() {
    let problem = with_pyramids(&fingers(false));
    let (_, gradients) = l1(&problem);
    for (index, gradient) in gradients.iter().enumerate() {
        for axis in 0..3 {
            let change = |contact: &mut SpatialContact, step: f64| contact.point[axis] += exact(step);
            agree(gradient.point[axis], difference(&problem, index, |p| l1(p).0.value, change), "point");
        }
        let change = |contact: &mut SpatialContact, step: f64| contact.friction += exact(step);
        agree(gradient.friction, difference(&problem, index, |p| l1(p).0.value, change), "friction");
    }
}

#[test]
fn round_quality_lies_within_its_bounds_and_above_that_of_an_inner_pyramid() {
    let (round, inner) = (fingers(false), with_pyramids(&fingers(false)));
    let (outer, _) = l1(&round);
    assert!(outer.lower <= outer.value && outer.value <= outer.upper);
    assert!(outer.upper - outer.lower < 1e-8 * outer.value, "{outer:?}");
    assert!(l1(&inner).0.value < outer.value);
    let soft = l1(&fingers(true)).0;
    assert!(soft.value > outer.value, "what a soft finger adds is never a loss");
    let limited = |problem: &SpatialProblem| {
        epsilon_linf(problem, &Ball::new(&GIVEN, Metric { length: 0.5 }, Origin::Inside)).unwrap()
    };
    let most = limited(&round);
    assert!(most.value >= outer.value && limited(&inner).value < most.value, "{most:?}");
}

fn limited(problem: &SpatialProblem) -> (Bounded, Vec<Gradient>) {
    SpatialContact::each(problem, &Ball::new(&GIVEN, Metric { length: 0.5 }, Origin::Inside)).unwrap()
}

#[test]
fn what_limited_fingers_resist_changes_as_its_gradient_says() {
    for soft in [false, true] {
        let mut problem = fingers(soft);
        problem.contacts[1].most = Some(Rational::new(3, 2));
        // A limit counts multiples of the normal: one that is turned must stay as long.
        let mut unit_normals = problem.clone();
        for contact in &mut unit_normals.contacts {
            contact.normal = vector(unit(&contact.normal));
        }
        let (_, gradients) = limited(&unit_normals);
        compare(&unit_normals, &gradients, |problem| limited(problem).0.value);
        compare_friction(&unit_normals, &gradients, |problem| limited(problem).0.value);
    }
}

#[test]
fn what_limited_fingers_resist_has_no_gradient_where_the_grasp_is_open() {
    let metric = Metric { length: 0.5 };
    for origin in [Origin::Boundary, Origin::Outside] {
        let (bounded, gradients) =
            SpatialContact::each(&fingers(false), &Ball::new(&GIVEN, metric, origin)).unwrap();
        assert!(bounded.value == 0.0 && gradients.is_empty());
        assert!(PlanarContact::each(&planar(), &Ball::new(&GIVEN, metric, origin)).unwrap().1.is_empty());
    }
}

#[test]
fn two_sides_that_are_equally_near_leave_no_gradient() {
    let metric = Metric { length: 1.0 };
    // A square held in the middle of each side: to the left it resists as much as to the right.
    let at = |point: [i64; 2]| {
        let [x, y] = point.map(Rational::from);
        touch([x.clone(), y.clone()], [-x, -y], Rational::new(1, 2))
    };
    let even = grasp_of(vec![at([1, 0]), at([0, 1]), at([-1, 0]), at([0, -1])]);
    assert!(closes(&even, GIVEN));
    assert!(PlanarContact::each(&even, &Ball::new(&GIVEN, metric, Origin::Inside)).unwrap().1.is_empty());
    let mut uneven = even;
    uneven.contacts[0].most = Some(Rational::new(9, 10));
    uneven.contacts[1].point[0] += Rational::new(1, 7);
    uneven.contacts[2].friction = Rational::new(3, 5);
    assert_eq!(PlanarContact::each(&uneven, &Ball::new(&GIVEN, metric, Origin::Inside)).unwrap().1.len(), 4);
}

fn least(problem: &SpatialProblem) -> (f64, Vec<Gradient>) {
    match least_friction(problem).unwrap() {
        Threshold::Between(bracket) => (
            bracket.lower.0.to_f64(),
            least_friction_gradient(problem, bracket.lower.1.proof(), bracket.upper.1.proof()),
        ),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_least_friction_in_space_changes_as_its_gradient_says() {
    let problem = fingers(false);
    let (mu, gradients) = least(&problem);
    assert!(mu > 0.01, "{mu}");
    assert!(gradients.iter().any(|gradient| gradient.point.iter().any(|entry| entry.abs() > 1e-3)));
    compare(&problem, &gradients, |problem| least(problem).0);
}

/// Three fingers of the plane, none of them special.
fn planar() -> PlanarProblem {
    let at =
        |point: [f64; 2], normal: [f64; 2], mu: f64| touch(point.map(exact), normal.map(exact), exact(mu));
    grasp_of(vec![
        at([1.0, 0.25], [-1.0, 0.125], 0.5),
        at([-0.75, 0.75], [0.5, -0.75], 0.5),
        at([-0.5, -0.875], [0.25, 1.0], 0.5),
    ])
}

fn planar_difference(
    measure: impl Fn(&PlanarProblem) -> f64,
    change: impl Fn(&mut PlanarProblem, f64),
) -> f64 {
    let at = |step: f64| {
        let mut other = planar();
        change(&mut other, step);
        measure(&other)
    };
    (at(STEP) - at(-STEP)) / (2.0 * STEP)
}

#[test]
fn margin_and_least_friction_of_the_plane_change_as_their_gradients_say() {
    let metric = Metric { length: 0.5 };
    assert!(closes(&planar(), GIVEN));
    let margin =
        |problem: &PlanarProblem| epsilon_l1(problem, &Ball::new(&GIVEN, metric, Origin::Inside)).unwrap();
    let least = |problem: &PlanarProblem| match least_friction(problem).unwrap() {
        Threshold::Between(bracket) => bracket,
        other => panic!("{other:?}"),
    };
    let of_margin = PlanarContact::shared(&planar(), &Ball::new(&GIVEN, metric, Origin::Inside)).unwrap().1;
    let limited =
        |problem: &PlanarProblem| epsilon_linf(problem, &Ball::new(&GIVEN, metric, Origin::Inside)).unwrap();
    let of_limited = PlanarContact::each(&planar(), &Ball::new(&GIVEN, metric, Origin::Inside)).unwrap().1;
    assert!(of_limited.iter().any(|gradient| gradient.friction > 0.01), "{of_limited:?}");
    let of_friction = {
        let bracket = least(&planar());
        least_friction_gradient(&planar(), bracket.lower.1.proof(), bracket.upper.1.proof())
    };
    for index in 0..3 {
        for axis in 0..2 {
            let change = |problem: &mut PlanarProblem, step: f64| {
                problem.contacts[index].point[axis] += exact(step);
            };
            agree(of_margin[index].point[axis], planar_difference(margin, change), "margin, point");
            agree(of_limited[index].point[axis], planar_difference(limited, change), "limited, point");
            let mu = |problem: &PlanarProblem| least(problem).lower.0.to_f64();
            agree(of_friction[index].point[axis], planar_difference(mu, change), "friction, point");
        }
        let normal = planar().contacts[index].normal.each_ref().map(Rational::to_f64);
        let length = normal[0].hypot(normal[1]);
        let turn = |problem: &mut PlanarProblem, step: f64| {
            let [x, y] = normal.map(|entry| entry / length);
            problem.contacts[index].normal = [x - step * y, y + step * x].map(exact);
        };
        let along =
            |gradient: &Gradient| (gradient.normal[1] * normal[0] - gradient.normal[0] * normal[1]) / length;
        agree(along(&of_margin[index]), planar_difference(margin, turn), "margin, normal");
        agree(along(&of_limited[index]), planar_difference(limited, turn), "limited, normal");
        let rougher =
            |problem: &mut PlanarProblem, step: f64| problem.contacts[index].friction += exact(step);
        agree(of_margin[index].friction, planar_difference(margin, rougher), "margin, friction");
        agree(of_limited[index].friction, planar_difference(limited, rougher), "limited, friction");
    }
}
