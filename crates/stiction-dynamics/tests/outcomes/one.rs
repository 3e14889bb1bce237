//! Contacts as a complementarity problem, and one outcome, beside all of them.

use crate::outcomes::random::{Random, at_rest, body, moving, undriven};
use stiction_dynamics::lcp::all_solutions;
use stiction_dynamics::outcomes::{ContactLcp, Outcome, lower, one_outcome, outcomes};
use stiction_geometry::screw::Planar;
use stiction_proof::{ContactLaw, OutcomeProblem, OutcomeSolution, Rational};
use stiction_scene::scene::{Contact, Party, Scene};

/// One coefficient for sticking and sliding, as complementarity has it.
fn one_coefficient(mut scene: Scene<Planar>) -> OutcomeProblem {
    scene.contacts.iter_mut().for_each(|contact| contact.friction.at_rest = contact.friction.sliding.clone());
    lower(&scene).unwrap().problem
}

/// The mode that a solution has by its accelerations, if the laws hold there.
fn mode(problem: &OutcomeProblem, solution: &OutcomeSolution) -> Option<String> {
    let all = outcomes(problem).unwrap();
    let obeys = |mode: &&str| problem.is_solved_by(mode, solution).is_ok();
    all.happenings.iter().map(|happening| happening.mode.as_str()).find(obeys).map(str::to_owned)
}

#[test]
fn solutions_of_the_complementarity_problem_are_the_outcomes_and_no_others() {
    let mut several = 0;
    for seed in 0..140 {
        let count = 1 + (seed % 2) as usize;
        let problem = one_coefficient(if seed % 3 == 0 { moving(seed, count) } else { at_rest(seed, count) });
        let contacts = ContactLcp::new(&problem).unwrap();
        let all = all_solutions(&contacts.lcp).unwrap();
        let corners = all.found.pieces.iter().flat_map(|piece| &piece.family.vertices);
        let mut found: Vec<String> = corners
            .map(|z| contacts.solution(z))
            .map(|solution| mode(&problem, &solution).unwrap_or_else(|| panic!("seed {seed}: no outcome")))
            .collect();
        found.sort();
        found.dedup();
        let expected = outcomes(&problem).unwrap();
        assert_eq!(found.is_empty(), expected.outcome == Outcome::Inconsistent, "seed {seed}");
        several += usize::from(found.len() > 1);
        // Each mode of one acceleration is met; one whose closure has strict faces may have its corners on these.
        for happening in expected.happenings.iter().filter(|happening| happening.determined.acceleration) {
            assert!(found.contains(&happening.mode), "seed {seed}: {}", happening.mode);
        }
    }
    assert!(several > 3, "{several}");
}

#[test]
fn from_rest_one_outcome_is_found_and_is_among_all_of_them() {
    let mut in_fractions = 0;
    for seed in 0..150 {
        let scene = undriven(seed, 1 + (seed % 4) as usize);
        let problem = lower(&scene).unwrap().problem;
        let one = one_outcome(&problem).unwrap().unwrap_or_else(|| panic!("seed {seed}: none"));
        problem.is_solved_by(&one.mode, &one.solution).unwrap();
        let all = outcomes(&problem).unwrap();
        assert!(all.happenings.iter().any(|happening| happening.mode == one.mode), "seed {seed}");
        in_fractions += usize::from(one.exact_steps > 0);
    }
    assert!(in_fractions < 30, "{in_fractions}");
}

#[test]
fn in_motion_one_outcome_is_found_or_a_ray_and_never_where_nothing_is_possible() {
    let (mut found, mut impossible) = (0, 0);
    for seed in 0..150 {
        let problem = lower(&moving(seed, 1 + (seed % 3) as usize)).unwrap().problem;
        let all = outcomes(&problem).unwrap();
        match one_outcome(&problem).unwrap() {
            Some(one) => {
                found += 1;
                assert!(all.happenings.iter().any(|happening| happening.mode == one.mode), "seed {seed}");
            }
            None => impossible += usize::from(all.outcome == Outcome::Inconsistent),
        }
    }
    assert!(found > 60 && impossible > 3, "{found} {impossible}");
}

#[test]
fn a_part_among_thirty_two_contacts_has_an_outcome() {
    for seed in 0..12 {
        let mut random = Random::new(seed + 1);
        let part = body(&mut random, "part");
        let mut scene = Scene::<Planar>::new().with_gravity([0, -10]).with_body(part);
        for _ in 0..32 {
            let mut contact =
                Contact::planar(Party::Body(0), [random.number(), random.number()], random.normal());
            contact.friction = random.friction();
            scene = scene.with_contact(contact);
        }
        let problem = lower(&scene).unwrap().problem;
        let one = one_outcome(&problem).unwrap().unwrap();
        problem.is_solved_by(&one.mode, &one.solution).unwrap();
        let pushes = |force: &&[Rational; 2]| !force[0].is_zero();
        assert!(one.solution.forces.iter().filter(pushes).count() <= 6);
    }
}
