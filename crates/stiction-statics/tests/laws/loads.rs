//! Laws of loads: squeezes scale with what they carry, more contacts never ask for more, and no frame is special.

use crate::grasps::*;
use proptest::prelude::*;
use stiction_geometry::screw::Planar;
use stiction_proof::{AssemblyProof, PlanarProblem, Rational};
use stiction_scene::Extent;
use stiction_scene::Verdict;
use stiction_statics::closure::{LoadAnswer, load_answer, task};
use stiction_statics::stand::assembly::StandProof;

fn answer(problem: &PlanarProblem, load: &[Rational; 3]) -> LoadAnswer<Planar> {
    load_answer::<Planar>(problem, load).unwrap()
}

fn resists(answer: &LoadAnswer<Planar>) -> bool {
    matches!(answer.resists, Verdict::Yes(_))
}

/// The least total normal force from below: exact where the normals have rational lengths.
fn internal(answer: &LoadAnswer<Planar>) -> Rational {
    answer.internal.bracket().unwrap().lower.0.clone()
}

fn near(a: &Rational, b: &Rational) -> bool {
    (a - b).abs() <= (a.abs() + b.abs()) * number("1e-15")
}

/// A number with its two ends, or none.
fn ends(extent: &Extent<StandProof<Planar>>) -> Option<[Rational; 2]> {
    extent.bracket().map(|bracket| [bracket.lower.0.clone(), bracket.upper.0.clone()])
}

/// A body with limits at some of its contacts.
fn body() -> impl Strategy<Value = PlanarProblem> {
    (any_grasp(1..=4), limits()).prop_map(|(grasp, limits)| limited(grasp, &limits))
}

fn turned_load(turn: &Turn, [m, fx, fy]: &[Rational; 3]) -> [Rational; 3] {
    let [x, y] = turn.apply(&[fx.clone(), fy.clone()]);
    [m.clone(), x, y]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn a_load_times_a_factor_asks_for_the_squeeze_times_that_factor(
        grasp in any_grasp(1..=4), load in load(), factor in 1..=9_i64,
    ) {
        let factor = fraction(factor, 4);
        let (one, other) = (answer(&grasp, &load), answer(&grasp, &times(&load, &factor)));
        prop_assert_eq!(resists(&one), resists(&other));
        prop_assume!(resists(&one));
        prop_assert_eq!(internal(&one) * factor, internal(&other));
    }

    #[test]
    fn one_more_contact_never_raises_the_squeeze(body in body(), more in contact(), load in load()) {
        let before = answer(&body, &load);
        prop_assume!(resists(&before));
        let mut wider = body.clone();
        wider.contacts.push(more);
        wider.contacts.last_mut().unwrap().id = "more".to_owned();
        let after = answer(&wider, &load);
        prop_assert!(resists(&after));
        prop_assert!(internal(&after) <= internal(&before));
        if let (Some([before, _]), Some([after, _])) = (ends(&before.largest), ends(&after.largest)) {
            prop_assert!(after >= before);
        }
    }

    #[test]
    fn turning_the_world_and_naming_the_contacts_backwards_change_nothing(
        body in body(), load in load(), turn in turn(),
    ) {
        let here = answer(&body, &load);
        let mut there = turn.problem(&body);
        there.contacts.reverse();
        let there = answer(&there, &turned_load(&turn, &load));
        prop_assert_eq!(resists(&here), resists(&there));
        prop_assert_eq!(ends(&here.largest), ends(&there.largest));
        prop_assert_eq!(here.dimension(), there.dimension());
        prop_assume!(resists(&here));
        prop_assert!(near(&internal(&here), &internal(&there)));
        for (one, other) in here.ranges.iter().zip(there.ranges.iter().rev()) {
            prop_assert_eq!(ends(&one.least), ends(&other.least));
            prop_assert_eq!(ends(&one.greatest), ends(&other.greatest));
        }
    }

    #[test]
    fn the_ends_of_every_number_meet(body in body(), load in load()) {
        let answer = answer(&body, &load);
        let numbers = answer.ranges.iter().flat_map(|range| [&range.least, &range.greatest]);
        for extent in numbers.chain([&answer.largest]) {
            prop_assert!(!matches!(extent, Extent::Undecided), "{:?}", extent);
            if let Some([lower, upper]) = ends(extent) {
                prop_assert_eq!(lower, upper);
            }
        }
        prop_assume!(resists(&answer));
        let [lower, upper] = ends(&answer.internal).unwrap();
        prop_assert!(lower <= upper && near(&lower, &upper));
    }

    #[test]
    fn forces_that_balance_are_within_their_ranges_and_unique_ones_fill_them(body in body(), load in load()) {
        let answer = answer(&body, &load);
        let Verdict::Yes(verified) = &answer.resists else { return Ok(()) };
        let AssemblyProof::Rests { forces, .. } = verified.proof() else { panic!("of another sort") };
        for ([along, _], range) in forces.iter().zip(&answer.ranges) {
            let [least, _] = ends(&range.least).unwrap();
            prop_assert!(least <= *along);
            if let Some([_, greatest]) = ends(&range.greatest) {
                prop_assert!(*along <= greatest);
                if answer.dimension() == Some(0) {
                    prop_assert_eq!(least, greatest);
                }
            } else {
                prop_assert!(answer.dimension() > Some(0));
            }
        }
    }

    #[test]
    fn as_much_is_carried_and_no_more(body in body(), load in load()) {
        let Some([largest, _]) = ends(&answer(&body, &load).largest) else { return Ok(()) };
        prop_assert!(carries(&body, &times(&load, &largest)));
        prop_assert!(!carries(&body, &times(&load, &(largest + number("1e-30")))));
    }

    #[test]
    fn at_its_scale_a_task_carries_the_hull_of_its_wrenches(
        body in body(), one in load(), other in load(), part in 0..=4_i64,
    ) {
        let found = task::<Planar>(&body, &[one.clone(), other.clone()]).unwrap();
        prop_assert!(found.problem.contacts.iter().all(|contact| contact.most.is_some()));
        let Some([scale, upper]) = found.scale() else { return Ok(()) };
        prop_assert_eq!(&scale, &upper);
        let between = plus(&times(&one, &fraction(part, 4)), &times(&other, &fraction(4 - part, 4)));
        prop_assert!(carries(&found.problem, &times(&between, &scale)));
        let twice = task::<Planar>(&body, &[times(&one, &number("2")), times(&other, &number("2"))]).unwrap();
        prop_assert_eq!(twice.scale().unwrap()[0].clone() * number("2"), scale);
    }
}

#[test]
fn three_feet_share_a_weight_in_many_ways_and_the_middle_one_may_carry_all_of_it() {
    let foot = |x: i64| touch(numbers([x, 0]), numbers([0, 1]), Rational::zero());
    let table = grasp_of(vec![foot(-1), foot(0), foot(1)]);
    let answer = answer(&table, &numbers([0, 0, -10]));
    let range = |index: usize| {
        let range = &answer.ranges[index];
        [&range.least, &range.greatest].map(|extent| ends(extent).unwrap()[0].clone())
    };
    assert_eq!([range(0), range(1), range(2)], [numbers([0, 5]), numbers([0, 10]), numbers([0, 5])]);
    assert_eq!(answer.dimension(), Some(1));
    assert_eq!(internal(&answer), Rational::from(10));
    assert!(matches!(answer.largest, Extent::Unlimited(_)));
}

#[test]
fn fingers_that_face_each_other_may_squeeze_as_hard_as_they_like_but_not_too_softly() {
    let finger = |x: i64| touch(numbers([x, 0]), numbers([-x, 0]), fraction(1, 2));
    let answer = answer(&grasp_of(vec![finger(-1), finger(1)]), &numbers([0, 0, -10]));
    for range in &answer.ranges {
        assert_eq!(ends(&range.least), Some(numbers([10, 10])));
        assert!(matches!(range.greatest, Extent::Unlimited(_)));
    }
    assert_eq!(answer.dimension(), Some(1));
}
