//! Laws of the quality of a grasp.

use crate::grasps::*;
use proptest::prelude::*;
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Rational};
use stiction_statics::closure::{Ball, Measuring, Metric, Origin, boundary, epsilon_l1, epsilon_linf};

const GIVEN: FrictionUse = FrictionUse::Given;

fn origin(problem: &PlanarProblem) -> Origin {
    if closes(problem, GIVEN) {
        Origin::Inside
    } else if boundary(problem, &GIVEN).unwrap().is_yes() {
        Origin::Boundary
    } else {
        Origin::Outside
    }
}

fn l1(problem: &PlanarProblem, length: f64) -> f64 {
    epsilon_l1(problem, &Ball::new(&GIVEN, Metric { length }, origin(problem))).unwrap()
}

fn linf(problem: &PlanarProblem, length: f64) -> f64 {
    epsilon_linf(problem, &Ball::new(&GIVEN, Metric { length }, origin(problem))).unwrap()
}

fn agree(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs()) + 1e-13
}

/// A grasp on whole numbers alone, so that a distance that is not zero is not tiny either.
fn coarse() -> impl Strategy<Value = PlanarProblem> {
    let rounded = |[x, y]: &[Rational; 2]| [x, y].map(|entry| Rational::from(entry.to_f64().round() as i64));
    any_grasp(1..=5).prop_map(move |grasp| {
        let mut coarse = each(&grasp, |_, contact| {
            contact.point = rounded(&contact.point);
            contact.normal = rounded(&contact.normal);
            if contact.normal.iter().all(Rational::is_zero) {
                contact.normal = numbers([0, 1]);
            }
        });
        coarse.reference = rounded(&grasp.reference);
        coarse
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_sign_of_the_margin_is_the_verdict(grasp in coarse()) {
        let margin = l1(&grasp, 1.0);
        match origin(&grasp) {
            Origin::Inside => prop_assert!(margin > 1e-6, "{margin}"),
            Origin::Boundary => prop_assert_eq!(margin, 0.0),
            Origin::Outside => prop_assert!(margin < -1e-6, "{margin}"),
        }
        prop_assert_eq!(linf(&grasp, 1.0) > 0.0, origin(&grasp) == Origin::Inside);
    }

    #[test]
    fn a_body_twice_as_large_with_twice_the_length_is_held_as_well(
        grasp in coarse(), scale in prop::sample::select(vec![1e-6, 1e-3, 2.0, 1e6]),
    ) {
        let by = Rational::from_f64(scale).unwrap();
        let mut larger = each(&grasp, |_, contact| contact.point = times(&contact.point, &by));
        larger.reference = times(&grasp.reference, &by);
        prop_assert!(agree(l1(&larger, scale), l1(&grasp, 1.0)));
        prop_assert!(agree(linf(&larger, scale), linf(&grasp, 1.0)));
    }

    #[test]
    fn a_longer_length_shrinks_the_ball_but_not_below_its_share(grasp in coarse(), length in 0.5..4.0_f64) {
        // Dividing moments by L ≥ 1 maps the ball of radius r to one that holds r/L and is held by r.
        let (short, long) = (l1(&grasp, length), l1(&grasp, 2.0 * length));
        prop_assert!(long.abs() <= short.abs() * (1.0 + 1e-9));
        prop_assert!(2.0 * long.abs() >= short.abs() * (1.0 - 1e-9));
    }

    #[test]
    fn the_lengths_of_normals_do_not_count(
        grasp in coarse(),
        lengths in prop::collection::vec(prop::sample::select(vec!["1e-390", "1e-6", "1/3", "7", "1e6", "1e390"]), 5),
    ) {
        let longer = each(&grasp, |index, contact| {
            contact.normal = times(&contact.normal, &number(lengths[index]));
        });
        prop_assert!(agree(l1(&longer, 1.0), l1(&grasp, 1.0)));
        prop_assert!(agree(linf(&longer, 1.0), linf(&grasp, 1.0)));
    }

    #[test]
    fn turning_the_page_leaves_the_ball(grasp in coarse(), turn in turn()) {
        let turned = turn.problem(&grasp);
        prop_assert!(agree(l1(&turned, 1.0), l1(&grasp, 1.0)));
        prop_assert!(agree(linf(&turned, 1.0), linf(&grasp, 1.0)));
    }

    #[test]
    fn twice_the_limits_resist_twice_as_much(grasp in coarse(), limit in 1..=5_i64) {
        let with = |limit: i64| each(&grasp, |_, contact| contact.most = Some(Rational::from(limit)));
        prop_assert!(agree(linf(&with(2 * limit), 1.0), 2.0 * linf(&with(limit), 1.0)));
    }

    #[test]
    fn each_finger_its_own_force_is_better_than_sharing_one_but_not_beyond_their_number(grasp in coarse()) {
        prop_assume!(origin(&grasp) == Origin::Inside);
        let (shared, own) = (l1(&grasp, 1.0), linf(&grasp, 1.0));
        prop_assert!(own >= shared * (1.0 - 1e-9));
        prop_assert!(own <= grasp.contacts.len() as f64 * shared * (1.0 + 1e-9));
    }

    #[test]
    fn a_further_contact_never_holds_worse(grasp in coarse(), more in contact()) {
        let mut grown = grasp.clone();
        grown.contacts.push(more);
        prop_assert!(l1(&grown, 1.0) >= l1(&grasp, 1.0) - 1e-9);
        prop_assert!(linf(&grown, 1.0) >= linf(&grasp, 1.0) - 1e-9);
    }
}

#[test]
fn nothing_is_measured_where_nothing_touches() {
    let free = grasp_of(vec![]);
    for origin in [Origin::Inside, Origin::Boundary, Origin::Outside] {
        assert!(epsilon_l1(&free, &Ball::new(&GIVEN, Metric::default(), origin)).is_err());
        assert!(epsilon_linf(&free, &Ball::new(&GIVEN, Metric::default(), origin)).is_err());
    }
}

#[test]
fn one_finger_on_each_side_of_a_square_has_the_singular_values_of_its_wrenches() {
    // Four unit pushes through the centre: forces ±x, ±y, no moment; with friction tangents of moment ±1 each.
    let sides = [[1, 0], [-1, 0], [0, 1], [0, -1]];
    let square = |friction: Rational| {
        let finger = |[x, y]: [i64; 2]| touch(numbers([x, y]), numbers([-x, -y]), friction.clone());
        grasp_of(sides.map(finger).to_vec())
    };
    let smooth = square(Rational::zero());
    let extremes = |problem: &PlanarProblem, length: f64| {
        PlanarContact::singular_extremes(problem, &GIVEN, Metric { length }).unwrap()
    };
    assert_eq!(extremes(&smooth, 1.0), [0.0, 2_f64.sqrt()]);
    assert_eq!(PlanarContact::volume(&smooth, &GIVEN, Metric::default()), Ok(0.0));
    // Normals and tangents: four of each coordinate's squares, and four moments of one metre.
    let rough = square(fraction(1, 2));
    assert!(agree(extremes(&rough, 1.0)[0], 2.0) && agree(extremes(&rough, 1.0)[1], 2.0));
    assert!(agree(extremes(&rough, 4.0)[0], 0.5) && agree(extremes(&rough, 0.25)[1], 8.0));
    // Edges at moments ±1/2: two squares of forces turned against each other, an antiprism of height 1.  Each has
    // corners at distance √(5/4) and area 5/2; halfway between, the octagon of all middles.
    let measured = PlanarContact::volume(&rough, &GIVEN, Metric::default()).unwrap();
    let turned = |angle: f64| [angle.cos(), angle.sin()].map(|x| x * 1.25_f64.sqrt());
    let lean = 0.5_f64.atan();
    let middles: Vec<[f64; 2]> = {
        let mut all: Vec<[f64; 2]> = (0..4)
            .flat_map(|top| (0..4).map(move |bottom| (top, bottom)))
            .map(|(top, bottom)| {
                let quarter = std::f64::consts::FRAC_PI_2;
                let (a, b) =
                    (turned(quarter * f64::from(top) + lean), turned(quarter * f64::from(bottom) - lean));
                [(a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0]
            })
            .filter(|[x, y]| x.hypot(*y) > 0.7)
            .collect();
        all.sort_by(|a, b| a[1].atan2(a[0]).total_cmp(&b[1].atan2(b[0])));
        all
    };
    assert_eq!(middles.len(), 8);
    let shoelace: f64 = (0..8)
        .map(|k| {
            let (a, b) = (middles[k], middles[(k + 1) % 8]);
            (a[0] * b[1] - a[1] * b[0]) / 2.0
        })
        .sum();
    // Prismatoid: height (bottom + 4 middle + top) / 6.
    assert!(agree(measured, (2.5 + 4.0 * shoelace + 2.5) / 6.0), "{measured} {shoelace}");
    assert!(agree(PlanarContact::volume(&rough, &GIVEN, Metric { length: 4.0 }).unwrap(), measured / 4.0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn turning_the_page_leaves_volume_and_singular_values(grasp in coarse(), turn in turn()) {
        let turned = turn.problem(&grasp);
        let measures = |problem: &PlanarProblem| {
            let [least, most] = PlanarContact::singular_extremes(problem, &GIVEN, Metric::default()).unwrap();
            [least, most, PlanarContact::volume(problem, &GIVEN, Metric::default()).unwrap()]
        };
        let (one, other) = (measures(&grasp), measures(&turned));
        // A flat hull is flat to within rounding only.
        let size = one[1].max(1.0);
        prop_assert!((one[0] - other[0]).abs() < 1e-12 * size && agree(one[1], other[1]), "{one:?} {other:?}");
        prop_assert!((one[2] - other[2]).abs() < 1e-9 * one[2] + 1e-12 * size.powi(3), "{one:?} {other:?}");
    }

    #[test]
    fn what_spans_has_volume_and_a_least_singular_value_when_it_is_closed(grasp in coarse()) {
        prop_assume!(origin(&grasp) == Origin::Inside);
        let ball = l1(&grasp, 1.0);
        let [least, most] = PlanarContact::singular_extremes(&grasp, &GIVEN, Metric::default()).unwrap();
        prop_assert!(least > 0.0 && least <= most);
        // The hull holds the ball.
        let sphere = 4.0 / 3.0 * std::f64::consts::PI * ball.powi(3);
        prop_assert!(PlanarContact::volume(&grasp, &GIVEN, Metric::default()).unwrap() >= sphere);
    }
}
