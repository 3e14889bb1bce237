//! Least squeezes by trying every basis, smallest sets by trying every subset, changes of place by trying places.

use crate::grasps::*;
use proptest::prelude::*;
use stiction_geometry::screw::Planar;
use stiction_proof::{FrictionUse, PlanarProblem, Rational};
use stiction_scene::Extent;
use stiction_scene::Verdict;
use stiction_scene::lower::length;
use stiction_statics::closure::{Few, closure_without, flips_along, load_answer, minimal, task};

/// Edges as wrenches with the contact whose they are.
fn edges(problem: &PlanarProblem) -> Vec<(usize, [Rational; 3])> {
    let both = |(index, contact): (usize, &stiction_proof::PlanarContact)| {
        let edge = |sign: i64| {
            let across = &contact.friction * &Rational::from(sign);
            (index, problem.wrench(contact, &Rational::one(), &across))
        };
        [edge(1), edge(-1)]
    };
    problem.contacts.iter().enumerate().flat_map(both).collect()
}

fn minor(a: &[Rational; 3], b: &[Rational; 3], i: usize, j: usize) -> Rational {
    &a[i] * &b[j] - &a[j] * &b[i]
}

fn determinant(a: &[Rational; 3], b: &[Rational; 3], c: &[Rational; 3]) -> Rational {
    &a[0] * minor(b, c, 1, 2) - &a[1] * minor(b, c, 0, 2) + &a[2] * minor(b, c, 0, 1)
}

/// Multiples of at most three wrenches that give `right`, by Cramer's rule: together with some of the axes they are a
/// basis, and the axes must not be needed.
fn multiples(columns: &[&[Rational; 3]], right: &[Rational; 3]) -> Option<Vec<Rational>> {
    let axes = [numbers([1, 0, 0]), numbers([0, 1, 0]), numbers([0, 0, 1])];
    let mut all: Vec<&[Rational; 3]> = columns.to_vec();
    let missing = 3 - all.len();
    let choices: Vec<Vec<usize>> = match missing {
        0 => vec![vec![]],
        1 => (0..3).map(|i| vec![i]).collect(),
        _ => vec![vec![0, 1], vec![0, 2], vec![1, 2]],
    };
    for choice in choices {
        all.truncate(columns.len());
        all.extend(choice.iter().map(|&i| &axes[i]));
        let whole = determinant(all[0], all[1], all[2]);
        let replaced = |at: usize| {
            let pick = |i: usize| if i == at { right } else { all[i] };
            determinant(pick(0), pick(1), pick(2)).checked_div(&whole)
        };
        let Some(solution) = (0..3).map(replaced).collect::<Option<Vec<_>>>() else { continue };
        let fits = solution[columns.len()..].iter().all(Rational::is_zero);
        return fits.then(|| solution[..columns.len()].to_vec());
    }
    None
}

/// The least `Σ |n|·a` over all bases.
fn least_by_bases(problem: &PlanarProblem, load: &[Rational; 3]) -> Option<Rational> {
    let right = times(load, &Rational::from(-1));
    if right.iter().all(Rational::is_zero) {
        return Some(Rational::zero());
    }
    let edges = edges(problem);
    let count = edges.len();
    let mut best: Option<Rational> = None;
    for mask in 1..1_u32 << count {
        if mask.count_ones() > 3 {
            continue;
        }
        let chosen: Vec<&(usize, [Rational; 3])> =
            (0..count).filter(|i| mask & (1 << i) != 0).map(|i| &edges[i]).collect();
        let columns: Vec<&[Rational; 3]> = chosen.iter().map(|(_, wrench)| wrench).collect();
        let Some(k) = multiples(&columns, &right) else { continue };
        if k.iter().any(Rational::is_negative) {
            continue;
        }
        let weight = |(k, (contact, _)): (&Rational, &&(usize, [Rational; 3]))| {
            k * &length(&problem.contacts[*contact].normal).value
        };
        let cost: Rational = k.iter().zip(&chosen).map(weight).sum();
        best = Some(best.map_or_else(|| cost.clone(), |best| best.min(cost.clone())));
    }
    best
}

fn closed_with(problem: &PlanarProblem, mask: u32) -> bool {
    let without: Vec<usize> = (0..problem.contacts.len()).filter(|i| mask & (1 << i) == 0).collect();
    closure_without(problem, &FrictionUse::Given, &without).unwrap().is_yes()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn the_least_squeeze_is_that_of_the_best_basis(grasp in any_grasp(1..=4), load in load()) {
        let answer = load_answer::<Planar>(&grasp, &load).unwrap();
        let found = answer.internal.bracket().map(|bracket| bracket.lower.0.clone());
        prop_assert_eq!(found, least_by_bases(&grasp, &load));
    }

    #[test]
    fn the_largest_multiple_is_where_standing_ends(grasp in any_grasp(1..=4), wrench in load(), probe in 0..=40_i64) {
        let found = task::<Planar>(&grasp, std::slice::from_ref(&wrench)).unwrap();
        let probe = fraction(probe, 8);
        let carried = carries(&found.problem, &times(&wrench, &probe));
        let within = match &found.each[0] {
            Extent::Between(bracket) => probe <= bracket.lower.0,
            Extent::Unlimited(_) => true,
            other => panic!("{other:?}"),
        };
        prop_assert_eq!(carried, within);
    }

    #[test]
    fn no_subset_is_smaller(grasp in inward_grasp(2..=6)) {
        let count = grasp.contacts.len();
        let all = (1_u32 << count) - 1;
        let found = minimal(&grasp).unwrap();
        if !closed_with(&grasp, all) {
            prop_assert_eq!(found.sufficient, Few::NotClosed);
            return Ok(());
        }
        let (Few::Found(sufficient), Few::Found(guilty)) = (found.sufficient, found.guilty) else {
            panic!("a closed grasp has both")
        };
        let smallest = (0..=all).filter(|&set| closed_with(&grasp, set)).map(u32::count_ones).min();
        prop_assert_eq!(Some(sufficient.contacts.len() as u32), smallest);
        let fewest = (0..=all).filter(|&lost| !closed_with(&grasp, all & !lost)).map(u32::count_ones).min();
        prop_assert_eq!(Some(guilty.contacts.len() as u32), fewest);
        prop_assert!(sufficient.smallest && guilty.smallest);
    }

    #[test]
    fn between_here_and_the_change_of_place_the_verdict_stays(grasp in inward_grasp(2..=4), reach in 1..=5_i64) {
        let contact = &grasp.contacts[0];
        let aside = times(&turned(&contact.normal), &Rational::from(reach));
        let ends = [plus(&contact.point, &times(&aside, &Rational::from(-1))), plus(&contact.point, &aside)];
        let now = closes(&grasp, FrictionUse::Given);
        let at = |part: &Rational| {
            let way = plus(&ends[1], &times(&ends[0], &Rational::from(-1)));
            let point = plus(&ends[0], &times(&way, part));
            closes(&each(&grasp, |i, contact| if i == 0 { contact.point = point.clone() }), FrictionUse::Given)
        };
        let flips = flips_along(&grasp, 0, [&ends[0], &ends[1]]).unwrap().unwrap();
        prop_assert_eq!(&flips.part, &fraction(1, 2));
        let sides = [(&flips.backward, Rational::zero()), (&flips.forward, Rational::one())];
        for (flip, end) in sides {
            let (limit, changes) = match flip {
                Some(flip) => (flip.part.clone(), true),
                None => (end.clone(), false),
            };
            for step in 0..12 {
                let part = &flips.part + &((&limit - &flips.part) * fraction(step, 12));
                prop_assert_eq!(at(&part), now, "at {:?} before {:?}", part, limit);
            }
            // The change itself: open places are closed sets, so where it opens the end belongs to what is open.
            if changes {
                prop_assert!(!at(&limit));
                let beyond = &limit + &((&end - &limit) * number("1e-40"));
                prop_assert!(now || at(&beyond));
            } else {
                prop_assert_eq!(at(&limit), now);
            }
        }
    }
}

#[test]
fn a_finger_that_is_moved_past_the_cone_lets_go_where_the_line_between_the_fingers_leaves_it() {
    let finger = |x: i64| touch(numbers([x, 0]), numbers([-x, 0]), fraction(1, 4));
    let grip = grasp_of(vec![finger(-1), finger(1)]);
    let flips = flips_along(&grip, 0, [&numbers([-1, -3]), &numbers([-1, 3])]).unwrap().unwrap();
    assert_eq!(flips.forward.unwrap().point, [fraction(-1, 1), fraction(1, 2)]);
    assert_eq!(flips.backward.unwrap().point, [fraction(-1, 1), fraction(-1, 2)]);
    // Beside its edge there is nothing to move along.
    assert!(flips_along(&grip, 0, [&numbers([0, -3]), &numbers([0, 3])]).unwrap().is_none());
}

#[test]
fn where_any_facing_pair_closes_one_finger_of_each_must_be_lost() {
    // Pairs face each other with friction: any pair closes, so one finger of each pair must go.
    let pair = |x: i64, y: i64| {
        [
            touch(numbers([x, y]), numbers([-x, -y]), fraction(1, 5)),
            touch(numbers([-x, -y]), numbers([x, y]), fraction(1, 5)),
        ]
    };
    let grasp = grasp_of([pair(5, 0), pair(0, 5), pair(3, 4), pair(4, 3), pair(-3, 4), pair(-4, 3)].concat());
    let found = minimal(&grasp).unwrap();
    let (Few::Found(sufficient), Few::Found(guilty)) = (found.sufficient, found.guilty) else {
        panic!("closed")
    };
    assert!(sufficient.smallest && guilty.smallest && sufficient.contacts.len() == 2);
    let all = (1_u32 << 12) - 1;
    let fewest = (0..=all).filter(|&lost| !closed_with(&grasp, all & !lost)).map(u32::count_ones).min();
    assert_eq!(Some(guilty.contacts.len() as u32), fewest);
}

#[test]
fn thirteen_contacts_are_reduced_but_not_searched() {
    let ring = (0..13).map(|k: i64| touch(numbers([k - 6, 1]), numbers([0, -1]), fraction(1, 2)));
    let floor = [touch(numbers([0, -1]), numbers([0, 1]), fraction(1, 2))];
    let grasp = grasp_of(ring.chain(floor).collect());
    let found = minimal(&grasp).unwrap();
    let (Few::Found(sufficient), Few::Found(guilty)) = (found.sufficient, found.guilty) else {
        panic!("closed")
    };
    assert!(!sufficient.smallest && !guilty.smallest && guilty.contacts == [13]);
    let set = sufficient.contacts.iter().fold(0, |mask, i| mask | 1 << i);
    assert!(closed_with(&grasp, set));
    assert!(sufficient.contacts.iter().all(|i| !closed_with(&grasp, set & !(1 << i))));
    assert!(matches!(load_answer::<Planar>(&grasp, &numbers([0, 1, 0])).unwrap().resists, Verdict::Yes(_)));
}
