//! Proofs that are changed are refused.

use crate::outcomes::random::{at_rest, moving};
use stiction_dynamics::outcomes::{lower, outcomes};
use stiction_proof::{ContactLaw, Outcomes, Rational};

#[test]
fn an_answer_without_one_of_its_parts_is_refused() {
    let (mut refuted, mut held) = (0, 0);
    for seed in 0..40 {
        let scene = if seed % 2 == 0 { at_rest(seed, 3) } else { moving(seed, 3) };
        let problem = lower(&scene).unwrap().problem;
        let all = outcomes(&problem).unwrap();
        assert!(problem.answers(&all.laid, &all.proof).is_ok());
        for index in 0..all.proof.excluded.len() {
            let mut less = all.proof.clone();
            less.excluded.remove(index);
            assert!(problem.answers(&all.laid, &less).is_err(), "seed {seed}: exclusion {index} is needed");
            refuted += 1;
        }
        for index in 0..all.proof.held.len() {
            let mut less = all.proof.clone();
            less.held.remove(index);
            assert!(problem.answers(&all.laid, &less).is_err(), "seed {seed}: mode {index} is needed");
            held += 1;
        }
    }
    assert!(refuted > 100 && held > 20);
}

#[test]
fn multipliers_points_and_corners_that_are_changed_are_refused() {
    let mut changed = 0;
    for seed in 0..30 {
        let problem = lower(&at_rest(seed, 3)).unwrap().problem;
        let all = outcomes(&problem).unwrap();
        let refused = |proof: &Outcomes| problem.answers(&all.laid, proof).is_err();
        for index in 0..all.proof.excluded.len() {
            let mut other = all.proof.clone();
            other.excluded[index].multipliers.iter_mut().for_each(|entry| *entry = -&*entry);
            assert!(refused(&other), "seed {seed}: turned multipliers prove the opposite at most");
            other.excluded[index].multipliers.iter_mut().for_each(|entry| *entry = Rational::zero());
            assert!(refused(&other), "seed {seed}: nothing proves nothing");
            changed += 1;
        }
        for index in 0..all.proof.held.len() {
            let mut other = all.proof.clone();
            other.held[index].mode = other.held[index].mode.replace(['l', 'n', 's'], "r");
            assert!(other == all.proof || refused(&other));
            let mut other = all.proof.clone();
            if let Some(family) = &mut other.held[index].family {
                let doubled = family.vertices[0]
                    .iter()
                    .map(|entry| entry * Rational::from(2) + Rational::one())
                    .collect();
                family.vertices.push(doubled);
            }
            assert!(
                other == all.proof
                    || problem.contacts.is_empty()
                    || refused(&other)
                    || other.held[index].point.is_empty()
            );
            let mut other = all.proof.clone();
            if let Some(family) = &mut other.held[index].family {
                family.vertices.pop();
            }
            assert!(refused(&other));
            changed += 1;
        }
    }
    assert!(changed > 100);
}
