//! Laws of the quality of a grasp.

use crate::grasps::*;
use proptest::prelude::*;
use stiction::ask::closure::{Metric, Origin, boundary, epsilon_l1, epsilon_linf};
use stiction_proof::{FrictionUse, PlanarProblem, Rational};

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
    epsilon_l1(problem, &GIVEN, Metric { length }, origin(problem)).unwrap()
}

fn linf(problem: &PlanarProblem, length: f64) -> f64 {
    epsilon_linf(problem, &GIVEN, Metric { length }, origin(problem)).unwrap()
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
        assert!(epsilon_l1(&free, &GIVEN, Metric::default(), origin).is_err());
        assert!(epsilon_linf(&free, &GIVEN, Metric::default(), origin).is_err());
    }
}
