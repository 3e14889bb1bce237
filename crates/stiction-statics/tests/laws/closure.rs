//! Laws of closure: what does not change it, what can only help, and who never closes.

use crate::grasps::*;
use proptest::prelude::*;
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Proof, Rational};
use stiction_scene::Decision;
use stiction_scene::Threshold;
use stiction_statics::closure::{boundary, closure, closure_without, essential, least_friction};

/// Form closure, force closure, and whether some motion breaks every contact.
fn verdicts(problem: &PlanarProblem) -> [bool; 3] {
    let breaks = !boundary(problem, &FrictionUse::Given).unwrap().is_yes();
    [closes(problem, FrictionUse::None), closes(problem, FrictionUse::Given), breaks]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn turning_the_page_changes_no_verdict(grasp in any_grasp(1..=5), turn in turn()) {
        prop_assert_eq!(verdicts(&turn.problem(&grasp)), verdicts(&grasp));
    }

    #[test]
    fn neither_place_nor_reference_changes_a_verdict(
        grasp in any_grasp(1..=5), by in point(), reference in point(),
    ) {
        let mut moved = each(&grasp, |_, contact| contact.point = plus(&contact.point, &by));
        prop_assert_eq!(verdicts(&moved), verdicts(&grasp));
        moved.reference = reference;
        prop_assert_eq!(verdicts(&moved), verdicts(&grasp));
    }

    #[test]
    fn a_mirror_changes_no_verdict(grasp in any_grasp(1..=5)) {
        let mirrored = |[x, y]: &[Rational; 2]| [-x, y.clone()];
        let mut image = each(&grasp, |_, contact| {
            contact.point = mirrored(&contact.point);
            contact.normal = mirrored(&contact.normal);
        });
        image.reference = mirrored(&grasp.reference);
        prop_assert_eq!(verdicts(&image), verdicts(&grasp));
    }

    #[test]
    fn the_unit_of_length_changes_no_verdict(
        grasp in any_grasp(1..=5), unit in prop::sample::select(vec!["1e-300", "1e-6", "1e-3", "1e3", "1e6", "1e300"]),
    ) {
        let mut scaled = each(&grasp, |_, contact| contact.point = times(&contact.point, &number(unit)));
        scaled.reference = times(&grasp.reference, &number(unit));
        prop_assert_eq!(verdicts(&scaled), verdicts(&grasp));
    }

    #[test]
    fn the_lengths_of_normals_change_no_verdict(
        grasp in any_grasp(1..=5),
        lengths in prop::collection::vec(prop::sample::select(vec!["1e-390", "1e-6", "1/3", "7", "1e6", "1e390"]), 5),
    ) {
        let longer = each(&grasp, |index, contact| {
            contact.normal = times(&contact.normal, &number(lengths[index]));
        });
        prop_assert_eq!(verdicts(&longer), verdicts(&grasp));
    }

    #[test]
    fn the_order_of_contacts_changes_no_verdict(
        (grasp, shuffled) in any_grasp(2..=5)
            .prop_flat_map(|grasp| (Just(grasp.clone()), Just(grasp.contacts).prop_shuffle())),
    ) {
        let shuffled = PlanarProblem::new(grasp.reference.clone(), shuffled);
        prop_assert_eq!(verdicts(&shuffled), verdicts(&grasp));
    }

    #[test]
    fn a_contact_twice_is_the_same_contact(grasp in any_grasp(1..=4), which in 0..4_usize) {
        let mut doubled = grasp.clone();
        let again = &grasp.contacts[which % grasp.contacts.len()];
        doubled.contacts.push(PlanarContact { id: "again".into(), ..again.clone() });
        prop_assert_eq!(verdicts(&doubled), verdicts(&grasp));
    }

    #[test]
    fn a_further_contact_never_opens(grasp in any_grasp(1..=4), more in contact()) {
        let mut grown = grasp.clone();
        grown.contacts.push(PlanarContact { id: "more".into(), ..more });
        for friction in [FrictionUse::Given, FrictionUse::None] {
            prop_assert!(closes(&grown, friction.clone()) || !closes(&grasp, friction));
        }
        prop_assert!(verdicts(&grasp)[2] || !verdicts(&grown)[2]);
    }

    #[test]
    fn without_friction_force_closure_is_form_closure(grasp in any_grasp(1..=6)) {
        let form = closes(&grasp, FrictionUse::None);
        let smooth = each(&grasp, |_, contact| contact.friction = Rational::zero());
        prop_assert_eq!(closes(&smooth, FrictionUse::Given), form);
        prop_assert_eq!(closes(&grasp, FrictionUse::Scaled(Rational::zero())), form);
        prop_assert_eq!(closes(&grasp, FrictionUse::Common(Rational::zero())), form);
    }

    #[test]
    fn more_friction_never_opens(grasp in any_grasp(1..=4), less in 0..=4_i64, more in 0..=4_i64) {
        let (less, more) = (less.min(less + more), less + more);
        for sort in [FrictionUse::Scaled, FrictionUse::Common] {
            let closed = |part: i64| closes(&grasp, sort(fraction(part, 4)));
            prop_assert!(closed(more) || !closed(less));
        }
    }

    #[test]
    fn a_closed_grasp_lets_nothing_escape_and_an_open_one_does(
        grasp in any_grasp(2..=5), twists in prop::collection::vec([-2..=2_i64, -2..=2, -2..=2], 20),
    ) {
        let friction = FrictionUse::Given;
        match closure(&grasp, &friction).unwrap() {
            Decision::Yes(_) => for twist in twists {
                let proof = Proof::Open { friction: friction.clone(), without: vec![], twist: numbers(twist) };
                prop_assert!(grasp.check(proof).is_err());
            },
            Decision::No(escape) => {
                let found = matches!(escape.proof(), Proof::Open { .. });
                prop_assert!(found);
            }
        }
    }

    #[test]
    fn what_breaks_every_contact_does_not_close(grasp in any_grasp(1..=5)) {
        let [form, force, breaks] = verdicts(&grasp);
        prop_assert!(force || !form, "form closure is force closure");
        prop_assert!(!(force && breaks));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn least_friction_is_open_below_and_closed_above(grasp in any_grasp(2..=4)) {
        let closed = |mu: &Rational| closes(&grasp, FrictionUse::Common(mu.clone()));
        match least_friction(&grasp).unwrap() {
            Threshold::Undecided => prop_assert!(false, "the plane is decided"),
            Threshold::None(_) => prop_assert!(closed(&Rational::zero())),
            Threshold::Never(_) => prop_assert!(!closed(&number("1e30"))),
            Threshold::Between(bracket) => {
                let ((lower, _), (upper, _)) = (&bracket.lower, &bracket.upper);
                prop_assert!(lower <= upper && !lower.is_negative());
                prop_assert!(!closed(lower) && !closed(&(lower * &fraction(1, 2))));
                prop_assert!(closed(&(upper + &number("1e-40"))));
                let width = (upper - lower).to_f64();
                prop_assert!(width <= 1e-14 * upper.to_f64().max(1.0), "{width}");
            }
        }
    }

    #[test]
    fn an_essential_contact_opens_and_a_removable_one_does_not(
        grasp in inward_grasp(3..=7), friction in prop::sample::select(vec![
            FrictionUse::Given, FrictionUse::None, FrictionUse::Common(fraction(1, 2)),
            FrictionUse::Scaled(fraction(3, 2)),
        ]),
    ) {
        let Some(found) = essential(&grasp, &friction).unwrap() else {
            prop_assert!(!closes(&grasp, friction));
            return Ok(());
        };
        prop_assert!(closes(&grasp, friction.clone()));
        prop_assert!(found.essential.len() <= 6);
        for index in 0..grasp.contacts.len() {
            let opens = !closure_without(&grasp, &friction, &[index]).unwrap().is_yes();
            let named = found.essential.iter().any(|(one, _)| *one == index);
            prop_assert_eq!(opens, named, "contact {}", index);
            prop_assert!(!(named && found.removable.iter().any(|(one, _)| *one == index)));
        }
    }

    #[test]
    fn what_is_idle_in_the_core_may_go_all_at_once(grasp in inward_grasp(4..=9)) {
        let Some(found) = essential(&grasp, &FrictionUse::Given).unwrap() else { return Ok(()) };
        let Proof::Closed { forces, .. } = found.core.proof() else { panic!("the core is a squeeze") };
        let idle: Vec<usize> = (0..forces.len()).filter(|&index| forces[index][0].is_zero()).collect();
        prop_assert!(closure_without(&grasp, &FrictionUse::Given, &idle).unwrap().is_yes());
        prop_assert!(forces.len() - idle.len() <= 6);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn three_frictionless_contacts_never_close_the_plane(grasp in any_grasp(0..=3)) {
        // [MR Theorem 12.6]
        prop_assert!(!closes(&grasp, FrictionUse::None));
    }

    #[test]
    fn one_contact_never_closes(grasp in any_grasp(1..=1), mu in 0..1_000_000_i64) {
        prop_assert!(!closes(&grasp, FrictionUse::Common(Rational::from(mu))));
        prop_assert!(matches!(least_friction(&grasp).unwrap(), Threshold::Never(_)));
    }

    #[test]
    fn a_disc_is_never_closed_without_friction(
        turns in prop::collection::vec(turn(), 1..8), centre in point(),
    ) {
        let touches = turns.iter().map(|turn| {
            let out = turn.apply(&numbers([1, 0]));
            touch(plus(&centre, &out), times(&out, &Rational::from(-1)), Rational::zero())
        });
        let disc = grasp_of(touches.collect());
        prop_assert!(!closes(&disc, FrictionUse::None));
        // It spins about its centre, past every finger and both ways.
        let [x, y] = &centre;
        for w in [Rational::one(), Rational::from(-1)] {
            let twist = [w.clone(), &w * y, -(&w * x)];
            let spin = Proof::Open { friction: FrictionUse::Given, without: vec![], twist };
            prop_assert!(disc.check(spin).is_ok());
        }
    }

    #[test]
    fn contacts_at_one_point_never_close(grasp in any_grasp(1..=5), at in point()) {
        let together = each(&grasp, |_, contact| contact.point = at.clone());
        prop_assert!(!closes(&together, FrictionUse::Given));
        prop_assert!(matches!(least_friction(&together).unwrap(), Threshold::Never(_)));
    }

    #[test]
    fn parallel_normals_never_close_without_friction(grasp in any_grasp(1..=6), way in normal(), signs in 0..64_u32) {
        let parallel = each(&grasp, |index, contact| {
            let sign = if signs >> index & 1 == 0 { 1 } else { -1 };
            contact.normal = times(&way, &Rational::from(sign));
        });
        prop_assert!(!closes(&parallel, FrictionUse::None));
    }

    #[test]
    fn normals_through_one_point_never_close_without_friction(
        points in prop::collection::vec(point(), 1..7), meet in point(), signs in 0..64_u32,
    ) {
        let toward = |(index, point): (usize, &[Rational; 2])| {
            let way = plus(&meet, &times(point, &Rational::from(-1)));
            let sign = if signs >> index & 1 == 0 { 1 } else { -1 };
            let directed = way.iter().any(|x| !x.is_zero());
            directed.then(|| touch(point.clone(), times(&way, &Rational::from(sign)), Rational::zero()))
        };
        let grasp = grasp_of(points.iter().enumerate().filter_map(toward).collect());
        prop_assert!(!closes(&grasp, FrictionUse::Given));
    }
}

#[test]
fn a_body_that_nothing_touches_is_free() {
    let free = grasp_of(vec![]);
    assert_eq!(verdicts(&free), [false, false, true]);
    assert!(matches!(least_friction(&free).unwrap(), Threshold::Never(_)));
    assert_eq!(essential(&free, &FrictionUse::Given).unwrap(), None);
}

#[test]
fn a_common_coefficient_does_not_reach_smooth_contacts_of_the_core() {
    // Four smooth fingers close alone, like a pinwheel; the fifth has friction and is idle.  Asked with a
    // common coefficient, the four stay smooth: among them alone it would mean all of them.
    let pinwheel = [(-2, 1, 1, 0), (2, -1, -2, 0), (1, -2, 0, 3), (-1, 2, 0, -5)];
    let smooth = pinwheel.map(|(x, y, nx, ny)| touch(numbers([x, y]), numbers([nx, ny]), Rational::zero()));
    let mut contacts = smooth.to_vec();
    contacts.push(touch(numbers([0, 5]), numbers([1, 3]), Rational::one()));
    for at in 0..contacts.len() {
        contacts.rotate_left(at);
        let found = essential(&grasp_of(contacts.clone()), &FrictionUse::Common(fraction(1, 2))).unwrap();
        assert!(found.is_some());
    }
}

#[test]
fn an_index_that_no_contact_has_leaves_nothing_out() {
    let grip = grasp_of(vec![
        touch(numbers([-1, 0]), numbers([1, 0]), Rational::one()),
        touch(numbers([1, 0]), numbers([-1, 0]), Rational::one()),
    ]);
    assert!(closure_without(&grip, &FrictionUse::Given, &[9]).unwrap().is_yes());
    assert!(!closure_without(&grip, &FrictionUse::Given, &[1, 9]).unwrap().is_yes());
}
