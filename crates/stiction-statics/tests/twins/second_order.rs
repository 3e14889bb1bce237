//! Curvature against closed forms, and against the true gaps between arcs in configuration space.

use crate::grasps::*;
use proptest::prelude::*;
use stiction_proof::{Curvature, PlanarContact, PlanarProblem, Proof, Rational};
use stiction_statics::closure::{Doubt, SecondOrder, second_order};

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
enum Word {
    Immobile,
    Mobile,
    Undecided,
}

fn word(problem: &PlanarProblem) -> Word {
    match second_order(problem).unwrap() {
        Some(SecondOrder::Immobile(_)) => Word::Immobile,
        Some(SecondOrder::Mobile(_)) => Word::Mobile,
        Some(SecondOrder::Undecided(Doubt::Boundary) | SecondOrder::Glides(_)) => Word::Undecided,
        other => panic!("{problem:?} is {other:?}"),
    }
}

/// By the sign of what must be negative for the body to be held.
fn by_sign(sum: &Rational) -> Word {
    match (sum.is_negative(), sum.is_positive()) {
        (true, _) => Word::Immobile,
        (_, true) => Word::Mobile,
        _ => Word::Undecided,
    }
}

fn point_finger(point: [Rational; 2], normal: [Rational; 2], bend: &Rational) -> PlanarContact {
    touch(point, normal, Rational::zero()).with_curvature(Curvature::Exactly(bend.clone()), Curvature::Vertex)
}

/// Unit normals with rational entries whose positive combination `λ` cancels.
fn three_normals() -> ([[Rational; 2]; 3], [Rational; 3]) {
    let normals = [pair("0", "1"), pair("-4/5", "-3/5"), pair("4/5", "-3/5")];
    (normals, [fraction(6, 5), fraction(1, 1), fraction(1, 1)])
}

fn bend() -> impl Strategy<Value = Rational> {
    (-6..=6_i64, 1..=4_u64).prop_map(|(a, b)| fraction(a, b))
}

/// A distance that is not zero.
fn distance() -> impl Strategy<Value = Rational> {
    (1..=6_i64, 1..=4_u64, any::<bool>()).prop_map(|(a, b, back)| fraction(if back { -a } else { a }, b))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Three normals through one point at distances ρ: held if and only if Σ λρ(κρ − 1) < 0.
    #[test]
    fn three_point_fingers_through_one_point_hold_by_the_closed_form(
        centre in point(), rho in [distance(), distance(), distance()], bends in [bend(), bend(), bend()],
    ) {
        let (normals, forces) = three_normals();
        let finger = |i: usize| {
            let place = plus(&centre, &times(&normals[i], &-&rho[i]));
            point_finger(place, normals[i].clone(), &bends[i])
        };
        let sum: Rational =
            (0..3).map(|i| &forces[i] * &rho[i] * (&bends[i] * &rho[i] - Rational::one())).sum();
        prop_assert_eq!(word(&grasp_of((0..3).map(finger).collect())), by_sign(&sum));
    }

    /// Two opposed normals, L = (p2 − p1)·n1: held if and only if κ1 + κ2 < 0 and κ1κ2L/(κ1 + κ2) is below 1
    /// for L > 0, above 1 for L < 0.
    #[test]
    fn two_opposed_point_fingers_hold_by_the_closed_form(
        apart in distance(), one in bend(), two in bend(), place in point(), turn in turn(),
    ) {
        let normal = pair("0", "1");
        let above = plus(&place, &times(&normal, &apart));
        let grip = turn.problem(&grasp_of(vec![
            point_finger(place, normal.clone(), &one),
            point_finger(above, times(&normal, &Rational::from(-1)), &two),
        ]));
        let sum = &one + &two;
        let expected = match (&one * &two * &apart).checked_div(&sum) {
            _ if sum.is_positive() => Word::Mobile,
            // Sliding alone gives zero; turning about a far centre then decides by −w²L.
            None if (&one * &two).is_zero() && !apart.is_negative() => Word::Undecided,
            None => Word::Mobile,
            Some(ratio) if apart.is_positive() => by_sign(&(ratio - Rational::one())),
            Some(ratio) => by_sign(&(Rational::one() - ratio)),
        };
        prop_assert_eq!(word(&grip), expected);
    }
}

#[test]
fn a_hair_beside_the_boundary_decides() {
    // κ1 = −1, L = 2: the threshold of κ2 is 1/3.
    let grip = |bend: Rational| {
        grasp_of(vec![
            point_finger(pair("0", "-1"), pair("0", "1"), &Rational::from(-1)),
            point_finger(pair("0", "1"), pair("0", "-1"), &bend),
        ])
    };
    let third = fraction(1, 3);
    assert_eq!(word(&grip(third.clone())), Word::Undecided);
    for hair in ["1e-12", "1e-30", "1e-300"] {
        assert_eq!(word(&grip(&third - number(hair))), Word::Immobile, "{hair}");
        assert_eq!(word(&grip(&third + number(hair))), Word::Mobile, "{hair}");
    }
}

/// A circle that bounds the body or a finger at the contact, by its signed radius; none where it is straight.
fn radius(curvature: &Curvature, length: f64) -> Option<f64> {
    match curvature {
        Curvature::Vertex => Some(0.0),
        Curvature::Exactly(bend) | Curvature::Arc(bend) => {
            let bend = bend.to_f64() * length;
            (bend != 0.0).then_some(1.0 / bend)
        }
        Curvature::Between(_) => panic!("the curvatures of the tests are exact"),
    }
}

/// The true gap, in the configuration `[θ, x, y]` about the origin, between the arcs that touch at rest.
fn gap(contact: &PlanarContact, [angle, x, y]: [f64; 3]) -> f64 {
    let doubles = |pair: &[Rational; 2]| [pair[0].to_f64(), pair[1].to_f64()];
    let ([px, py], [nx, ny]) = (doubles(&contact.point), doubles(&contact.normal));
    let length = nx.hypot(ny);
    let [nx, ny] = [nx / length, ny / length];
    let [body, finger] = contact.curvature.as_ref().unwrap();
    let (sine, cosine) = angle.sin_cos();
    let moved = |[a, b]: [f64; 2]| [x + cosine * a - sine * b, y + sine * a + cosine * b];
    let centre = |radius: f64| [px + nx * radius, py + ny * radius];
    match (radius(body, length), radius(finger, length)) {
        (Some(body), Some(finger)) => {
            let ([ax, ay], [bx, by]) = (moved(centre(body)), centre(-finger));
            let sum = body + finger;
            ((ax - bx).hypot(ay - by) - sum.abs()) * sum.signum()
        }
        // The body's straight edge goes with it.
        (None, Some(finger)) => {
            let ([ax, ay], [bx, by]) = (moved([px, py]), centre(-finger));
            let normal = [cosine * nx - sine * ny, sine * nx + cosine * ny];
            (ax - bx) * normal[0] + (ay - by) * normal[1] - finger
        }
        (Some(body), None) => {
            let [ax, ay] = moved(centre(body));
            (ax - px) * nx + (ay - py) * ny - body
        }
        (None, None) => panic!("two straight edges touch along a line"),
    }
}

fn doubles(screw: &[Rational; 3]) -> [f64; 3] {
    screw.each_ref().map(Rational::to_f64)
}

/// Curvatures that can touch: a round or pointed finger on anything, a vertex on anything round or straight.
fn bends() -> impl Strategy<Value = [Curvature; 2]> {
    let exactly = |(a, b): (i64, u64)| Curvature::Exactly(fraction(a, b));
    prop_oneof![
        (-6..=6_i64, 1..=4_u64).prop_map(move |bend| [exactly(bend), Curvature::Vertex]),
        (-6..=6_i64, 1..=4_u64).prop_map(move |bend| [Curvature::Vertex, exactly(bend)]),
        (-3..=6_i64, 7..=9_i64, 1..=3_u64).prop_map(move |(a, b, c)| [exactly((a, c)), exactly((b, c))]),
        (7..=9_i64, -3..=6_i64, 1..=3_u64).prop_map(move |(a, b, c)| [exactly((a, c)), exactly((b, c))]),
    ]
}

/// Contacts on the line x = 0, pushing up or down, with normals of any length.
fn on_one_line() -> impl Strategy<Value = PlanarProblem> {
    let contact = (distance(), distance(), bends()).prop_map(|(height, push, [body, finger])| {
        let long = push.abs().recip().unwrap();
        let scaled = |bend: Curvature| match bend {
            Curvature::Exactly(bend) => Curvature::Exactly(bend * &long),
            other => other,
        };
        touch([Rational::zero(), height], [Rational::zero(), push], Rational::zero())
            .with_curvature(scaled(body), scaled(finger))
    });
    prop::collection::vec(contact, 2..=5).prop_map(grasp_of)
}

/// A contact beside the line, which forbids some of the motions.
fn beside() -> impl Strategy<Value = Option<PlanarContact>> {
    // On a coarse grid: the true gaps are computed in doubles.
    let pair = || [-3..=3_i64, -3..=3_i64];
    let normal = pair().prop_filter("a normal has a direction", |[x, y]| (*x, *y) != (0, 0));
    let contact = (pair(), normal, bends()).prop_map(|(point, normal, [body, finger])| {
        touch(numbers(point), numbers(normal), Rational::zero()).with_curvature(body, finger)
    });
    prop::option::of(contact)
}

/// The lowest sum of the gaps of two opposed contacts on the line, in a configuration.
fn lowest_pair(problem: &PlanarProblem, place: [f64; 3]) -> f64 {
    let lowest = |up: bool| {
        let side = problem.contacts.iter().filter(|contact| {
            contact.point[0].is_zero() && contact.normal[0].is_zero() && contact.normal[1].is_positive() == up
        });
        side.map(|contact| gap(contact, place)).fold(f64::INFINITY, f64::min)
    };
    lowest(true) + lowest(false)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn contacts_on_one_line_hold_if_no_configuration_nearby_is_free(
        line in on_one_line(), more in beside(),
    ) {
        let mut contacts = line.contacts;
        contacts.extend(more);
        let grip = grasp_of(contacts);
        let near = 1e-3;
        match second_order(&grip).unwrap() {
            Some(SecondOrder::Immobile(proof)) => {
                let Proof::Immobile { .. } = proof.proof() else { panic!("{proof:?}") };
                // Turns about points of the line and sliding across it, together with a little of everything else.
                for step in 0..720 {
                    let (sine, cosine) = (f64::from(step) * std::f64::consts::TAU / 720.0).sin_cos();
                    let place = [near * cosine, near * sine, 0.0];
                    let forbidden = grip.contacts.iter().any(|contact| gap(contact, place) < -1e-5);
                    prop_assert!(
                        forbidden || lowest_pair(&grip, place) < 1e-8,
                        "{:?} is free: {}", place, lowest_pair(&grip, place)
                    );
                }
            }
            Some(SecondOrder::Mobile(proof)) => {
                let Proof::Mobile { twist, acceleration } = proof.proof() else { panic!("{proof:?}") };
                let (twist, acceleration) = (doubles(twist), doubles(acceleration));
                let size = twist.iter().map(|entry| entry.abs()).fold(0.0, f64::max);
                let opens = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6].iter().any(|&time| {
                    let time = time / size;
                    let place =
                        std::array::from_fn(|k| time * twist[k] + time * time * acceleration[k] / 2.0);
                    grip.contacts.iter().all(|contact| gap(contact, place) > 0.0)
                });
                prop_assert!(opens, "{twist:?} {acceleration:?} opens nothing");
            }
            _ => {}
        }
    }

    /// Three normals through a point, any curvatures: the weighed sum of the true gaps after a small turn.
    #[test]
    fn three_fingers_hold_if_their_true_gaps_close_on_a_small_turn(
        rho in [distance(), distance(), distance()], bends in [bends(), bends(), bends()],
    ) {
        let (normals, forces) = three_normals();
        let finger = |i: usize| {
            let [body, finger] = bends[i].clone();
            touch(times(&normals[i], &-&rho[i]), normals[i].clone(), Rational::zero())
                .with_curvature(body, finger)
        };
        let grip = grasp_of((0..3).map(finger).collect());
        let turn = 1e-3_f64;
        let gaps = grip.contacts.iter().zip(&forces);
        let sum: f64 = gaps.map(|(contact, force)| force.to_f64() * gap(contact, [turn, 0.0, 0.0])).sum();
        let sum = 2.0 * sum / (turn * turn);
        match word(&grip) {
            Word::Immobile => prop_assert!(sum < 1e-3, "{sum}"),
            Word::Mobile => prop_assert!(sum > -1e-3, "{sum}"),
            Word::Undecided => prop_assert!(sum.abs() < 1e-3, "{sum}"),
        }
    }
}

#[test]
fn pairs_that_hold_only_together_are_found() {
    // Height, direction of the push and four times the curvature of each point finger on the line.
    let grips: [[[i64; 3]; 4]; 4] = [
        [[-1, 1, -5], [3, 1, -8], [2, -1, 5], [-4, -1, 6]],
        [[1, 1, -7], [-4, 1, -8], [0, -1, 2], [3, -1, 4]],
        [[0, 1, -2], [-2, 1, 1], [-2, -1, -2], [0, -1, 1]],
        [[2, 1, 0], [4, 1, -8], [0, -1, 0], [4, -1, 0]],
    ];
    for grip in grips {
        let finger =
            |[y, up, bend]: [i64; 3]| point_finger(numbers([0, y]), numbers([0, up]), &fraction(bend, 4));
        for low in &grip[..2] {
            for high in &grip[2..] {
                let pair = word(&grasp_of(vec![finger(*low), finger(*high)]));
                assert_ne!(pair, Word::Immobile, "{low:?} and {high:?} hold alone");
            }
        }
        let Some(SecondOrder::Immobile(proof)) = second_order(&grasp_of(grip.map(finger).to_vec())).unwrap()
        else {
            panic!("{grip:?} are not held")
        };
        let Proof::Immobile { equilibria, .. } = proof.proof() else { panic!("{proof:?}") };
        assert!(equilibria.len() >= 2);
    }
}
