//! Laws of standing: the loads that contacts can balance are a convex set, and friction and strength only help.

use crate::grasps::*;
use proptest::prelude::*;
use stiction_geometry::screw::Planar;
use stiction_proof::{FrictionUse, PlanarProblem, Rational};
use stiction_scene::Extent;
use stiction_scene::Threshold;
use stiction_statics::stand::assembly::{self, Reserve};

/// How far the load of a body alone is from the boundary.
fn reserve(problem: &PlanarProblem, load: &[Rational; 3], length: &Rational) -> Reserve<Planar> {
    let body = problem.as_assembly("body");
    assembly::reserve::<Planar>(&body, std::slice::from_ref(load), length).unwrap()
}

/// A body with limits at some of its contacts.
fn body() -> impl Strategy<Value = PlanarProblem> {
    (any_grasp(1..=4), limits()).prop_map(|(grasp, limits)| limited(grasp, &limits))
}

fn tiny() -> Rational {
    number("1e-30")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn what_is_closed_stands_under_any_load(grasp in inward_grasp(2..=5), load in load()) {
        prop_assume!(closes(&grasp, FrictionUse::Given));
        prop_assert!(carries(&grasp, &load));
        prop_assert!(carries(&grasp, &times(&load, &number("-1e30"))));
        let found = reserve(&grasp, &load, &Rational::one());
        prop_assert!(matches!(found, Reserve::Unlimited(forces) if forces.len() == 6));
    }

    #[test]
    fn a_body_in_no_closure_falls_under_some_load(grasp in any_grasp(0..=4)) {
        let axis = |i: usize, sign: i64| std::array::from_fn(|j| Rational::from(if i == j { sign } else { 0 }));
        let all = (0..3).all(|i| carries(&grasp, &axis(i, 1)) && carries(&grasp, &axis(i, -1)));
        prop_assert_eq!(all, closes(&grasp, FrictionUse::Given));
    }

    #[test]
    fn between_two_loads_that_stand_every_load_stands(
        body in body(), one in load(), other in load(), part in 0..=4_i64,
    ) {
        prop_assume!(carries(&body, &one) && carries(&body, &other));
        let between = plus(&times(&one, &fraction(part, 4)), &times(&other, &fraction(4 - part, 4)));
        prop_assert!(carries(&body, &between));
    }

    #[test]
    fn without_limits_loads_scale_and_add(grasp in any_grasp(1..=4), one in load(), other in load()) {
        prop_assume!(carries(&grasp, &one));
        prop_assert!(carries(&grasp, &times(&one, &fraction(1000, 7))));
        prop_assert!(carries(&grasp, &plus(&one, &other)) || !carries(&grasp, &other));
    }

    #[test]
    fn friction_and_strength_only_help(body in body(), load in load(), less in 0..=3_i64, more in 1..=3_i64) {
        let at = |factor: i64| {
            carries_with(&body, &load, FrictionUse::Scaled(fraction(factor, 2)))
        };
        prop_assert!(at(less + more) || !at(less));
        let stronger = each(&body, |_, contact| {
            contact.most = contact.most.take().map(|most| most + Rational::one());
        });
        let unlimited = each(&body, |_, contact| contact.most = None);
        prop_assert!(carries(&stronger, &load) || !carries(&body, &load));
        prop_assert!(carries(&unlimited, &load) || !carries(&stronger, &load));
    }

    #[test]
    fn normal_forces_that_balance_do_so_with_friction_too(body in body(), load in load()) {
        prop_assert!(carries(&body, &load) || !carries_with(&body, &load, FrictionUse::None));
    }

    #[test]
    fn neither_page_nor_reference_changes_what_stands(
        body in body(), load in load(), turn in turn(), reference in point(),
    ) {
        let stood = carries(&body, &load);
        let [fx, fy] = turn.apply(&[load[1].clone(), load[2].clone()]);
        prop_assert_eq!(carries(&turn.problem(&body), &[load[0].clone(), fx, fy]), stood);
        // The same load about another point: m' = m + (r − r') × f.
        let by: [Rational; 2] = std::array::from_fn(|i| &body.reference[i] - &reference[i]);
        let moment = &load[0] + &(&by[0] * &load[2] - &by[1] * &load[1]);
        let elsewhere = PlanarProblem { reference, ..body };
        prop_assert_eq!(carries(&elsewhere, &[moment, load[1].clone(), load[2].clone()]), stood);
    }

    #[test]
    fn longer_normals_with_shorter_limits_carry_the_same(body in body(), load in load()) {
        let longer = each(&body, |_, contact| {
            contact.normal = times(&contact.normal, &number("1e6"));
            contact.most = contact.most.take().map(|most| most * number("1e-6"));
        });
        prop_assert_eq!(carries(&longer, &load), carries(&body, &load));
    }

    #[test]
    fn the_most_load_is_carried_and_nothing_beyond(body in body(), load in load(), direction in load()) {
        let at = |multiple: &Rational| carries(&body, &plus(&load, &times(&direction, multiple)));
        match most_load(&body, &load, &direction) {
            Extent::Between(bracket) => {
                let multiple = bracket.upper.0;
                prop_assert!(at(&multiple) && !multiple.is_negative());
                prop_assert!(!at(&(&multiple + &tiny())) && !at(&(&multiple + &number("1e30"))));
                prop_assert!(at(&(&multiple * &fraction(1, 2))) || !carries(&body, &load));
            }
            // Loads are up to 1e30 and directions down to 1e-30: what is carried at last is carried beyond their ratio.
            Extent::Unlimited(_) => prop_assert!(at(&number("1e100"))),
            Extent::Undecided => prop_assert!(false),
            Extent::Absent => {
                prop_assert!(!carries(&body, &load));
                // With enough of it the body may stand, and then with any more: what is carried is convex.
                let beyond = at(&number("1e100"));
                prop_assert!([1, 7, 1000].iter().all(|multiple| beyond || !at(&Rational::from(*multiple))));
            }
        }
    }

    #[test]
    fn the_reserve_is_the_nearest_change_of_verdict(body in body(), load in load(), to in load()) {
        let length = fraction(2, 1);
        let size: Rational = [&to[0].abs() / &length, to[1].abs(), to[2].abs()].into_iter().sum();
        prop_assume!(size.is_positive());
        let at = |distance: &Rational| {
            carries(&body, &plus(&load, &times(&to, &distance.checked_div(&size).unwrap())))
        };
        match reserve(&body, &load, &length) {
            Reserve::Undecided => prop_assert!(false),
            Reserve::Unlimited(_) => prop_assert!(at(&number("1e30"))),
            Reserve::Stands(distance, _) => {
                prop_assert!(carries(&body, &load));
                prop_assert!(at(&distance));
            }
            Reserve::Falls(distance, _) => {
                prop_assert!(distance.is_positive() && !carries(&body, &load));
                prop_assert!(!at(&(&distance - &(&distance * &tiny()))));
            }
        }
    }

    #[test]
    fn the_reserve_of_what_stands_ends_on_some_axis(body in body(), load in load()) {
        if let Reserve::Stands(distance, _) = reserve(&body, &load, &Rational::one()) {
            let beyond = distance + tiny();
            let axis = |i: usize, sign: i64| {
                std::array::from_fn(|j| &beyond * &Rational::from(if i == j { sign } else { 0 }))
            };
            let falls = |i, sign| !carries(&body, &plus(&load, &axis(i, sign)));
            prop_assert!((0..3).any(|i| falls(i, 1) || falls(i, -1)));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn the_least_factor_on_friction_is_bracketed(body in body(), load in load()) {
        let at = |factor: &Rational| carries_with(&body, &load, FrictionUse::Scaled(factor.clone()));
        let one = std::slice::from_ref;
        match assembly::least_friction::<Planar>(&body.as_assembly("body"), one(&load)).unwrap() {
            Threshold::Undecided => prop_assert!(false),
            Threshold::None(_) => prop_assert!(at(&Rational::zero())),
            Threshold::Never(_) => prop_assert!(!at(&number("1e9"))),
            Threshold::Between(bracket) => {
                prop_assert!(at(&bracket.upper.0) && !at(&Rational::zero()));
                prop_assert!(bracket.is_exact() || !at(&bracket.lower.0));
                let width = (&bracket.upper.0 - &bracket.lower.0).to_f64();
                prop_assert!(width >= 0.0 && width <= 1e-13 * bracket.upper.0.to_f64().max(1.0));
            }
        }
    }
}

/// A table with legs at these places, one below the reference.
fn table(legs: &[i64], friction: Rational) -> PlanarProblem {
    let foot = |&x: &i64| touch(numbers([x, -1]), numbers([0, 1]), friction.clone());
    grasp_of(legs.iter().map(foot).collect())
}

#[test]
fn a_table_with_more_legs_is_less_determined() {
    let weight = numbers([0, 0, -12]);
    // Normal forces: as many as legs, two equations.  With friction: twice as many, three equations.
    for (legs, smooth, rough) in [(&[-1, 1][..], 0, 1), (&[-1, 0, 1], 1, 3), (&[-3, -1, 1, 3], 2, 5)] {
        assert_eq!(dimension(&table(legs, Rational::zero()), &weight), Some(smooth), "{legs:?}");
        assert_eq!(dimension(&table(legs, Rational::one()), &weight), Some(rough), "{legs:?}");
    }
    // Above one leg exactly, the other carries nothing and is not free to.
    let over_the_left = numbers([12, 0, -12]);
    assert_eq!(dimension(&table(&[-1, 1], Rational::zero()), &over_the_left), Some(0));
    assert_eq!(dimension(&table(&[-1, 1], Rational::one()), &over_the_left), Some(0));
    // On the edge of every cone nothing is left to choose but how the legs share.
    let push = numbers([12, 12, -12]);
    assert_eq!(dimension(&table(&[-1, 1], Rational::one()), &push), Some(0));
    assert_eq!(dimension(&table(&[-1, 0, 1], Rational::one()), &push), Some(1));
    assert_eq!(dimension(&table(&[-1, 1], Rational::one()), &numbers([0, 0, 1])), None);
}

#[test]
fn legs_at_their_limits_leave_no_choice() {
    let limited = |most: i64| {
        each(&table(&[-1, 0, 1], Rational::zero()), |_, contact| contact.most = Some(Rational::from(most)))
    };
    let weight = numbers([0, 0, -12]);
    assert_eq!(dimension(&limited(5), &weight), Some(1));
    assert_eq!(dimension(&limited(4), &weight), Some(0));
    assert_eq!(dimension(&limited(3), &weight), None);
}

#[test]
fn a_body_that_nothing_touches_stands_only_under_no_load() {
    let free = grasp_of(vec![]);
    assert!(carries(&free, &numbers([0, 0, 0])));
    assert!(!carries(&free, &numbers([0, 0, -1])) && !carries(&free, &numbers([1, 0, 0])));
    assert_eq!(dimension(&free, &numbers([0, 0, 0])), Some(0));
    assert_eq!(dimension(&free, &numbers([0, 0, -1])), None);
    let none = reserve(&free, &numbers([0, 0, 0]), &Rational::one());
    assert!(matches!(none, Reserve::Stands(distance, _) if distance.is_zero()));
    let far = reserve(&free, &numbers([4, 1, -2]), &fraction(2, 1));
    assert!(matches!(far, Reserve::Falls(distance, _) if distance == fraction(5, 1)));
}

#[test]
fn a_rod_on_its_tip_stands_with_nothing_to_spare() {
    let tip = grasp_of(vec![touch(numbers([0, -5]), numbers([0, 1]), Rational::one())]);
    let weight = numbers([0, 0, -7]);
    assert!(carries(&tip, &weight));
    assert!(!carries(&tip, &[tiny(), Rational::zero(), Rational::from(-7)]));
    let spare = reserve(&tip, &weight, &Rational::one());
    assert!(matches!(spare, Reserve::Stands(distance, _) if distance.is_zero()));
}

/// A table with legs that push no harder than so much.
fn limited_table(legs: &[i64], friction: Rational, most: Option<i64>) -> PlanarProblem {
    each(&table(legs, friction), |_, contact| contact.most = most.map(Rational::from))
}

#[test]
fn friction_on_the_floor_adds_the_tug_of_the_legs_against_each_other() {
    let rough = || Rational::new(1, 2);
    let weight = |newtons: i64| numbers([0, 0, -newtons]);
    assert_eq!(dimension(&limited_table(&[-1, 1], rough(), Some(10)), &weight(10)), Some(1));
    // At its limit each leg presses fully; only the tug is left.
    assert_eq!(dimension(&limited_table(&[-1, 1], rough(), Some(5)), &weight(10)), Some(1));
    assert_eq!(dimension(&limited_table(&[-1, 0, 1], rough(), Some(5)), &weight(15)), Some(2));
    assert_eq!(dimension(&limited_table(&[-1, 1], Rational::zero(), Some(5)), &weight(10)), Some(0));
    // Over its last leg it rests on that leg alone.
    assert_eq!(dimension(&limited_table(&[-2, -1, 0], Rational::zero(), None), &weight(10)), Some(0));
    assert_eq!(dimension(&limited_table(&[-2, -1], Rational::zero(), None), &weight(10)), None);
}

#[test]
fn many_legs_are_counted_too() {
    let legs: Vec<i64> = (-100..=100).collect();
    let expected = [(None, 199), (Some(1000), 199), (Some(1), 0)];
    for (most, count) in expected {
        let weight = if most == Some(1) { 201 } else { 10 };
        let table = limited_table(&legs, Rational::zero(), most);
        assert_eq!(dimension(&table, &numbers([0, 0, -weight])), Some(count));
    }
    assert_eq!(dimension(&table(&legs, Rational::new(1, 3)), &numbers([0, 0, -10])), Some(399));
}
