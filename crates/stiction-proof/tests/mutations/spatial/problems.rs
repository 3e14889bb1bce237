//! Problems that are none, and the ends of what is allowed.

use super::examples::*;
use super::nudges::agree;
use crate::mutations::examples::{numbers, tiny};
use stiction_proof::{FrictionUse, Push, Rational, Refusal, SpatialContact, SpatialProblem, SpatialProof};

#[test]
fn no_proof_holds_for_a_problem_that_is_none() {
    for (problem, proof) in all() {
        for index in 0..problem.contacts.len() {
            let broken = |change: &dyn Fn(&mut SpatialContact)| {
                let mut problem = problem.clone();
                change(&mut problem.contacts[index]);
                refusal(&problem, proof.clone())
            };
            let contact = Some(Refusal::Contact(problem.contacts[index].id.clone()));
            assert_eq!(broken(&|contact| contact.normal = numbers([0, 0, 0])), contact);
            assert_eq!(broken(&|contact| contact.friction = -tiny()), contact);
            assert_eq!(broken(&|contact| contact.torsion = Some(-tiny())), contact);
            assert_eq!(broken(&|contact| contact.most = Some(-tiny())), contact);
            assert_eq!(broken(&|contact| contact.across = Some(vec![])), contact);
        }
    }
}

#[test]
fn the_sides_of_a_pyramid_are_across_its_normal_and_add_up_to_nothing() {
    for (problem, proof) in all() {
        for (index, contact) in problem.contacts.iter().enumerate() {
            let Some(sides) = &contact.across else { continue };
            let with = |sides: Vec<stiction_proof::Vector>| {
                let mut problem = problem.clone();
                problem.contacts[index].across = Some(sides);
                refusal(&problem, proof.clone())
            };
            let wrong = Some(Refusal::Contact(contact.id.clone()));
            // A side too few or doubled: they do not add up.
            assert_eq!(with(sides[1..].to_vec()), wrong);
            assert_eq!(with([&sides[..], &sides[..1]].concat()), wrong);
            // Two sides do, and make no pyramid.
            assert_eq!(with(vec![sides[0].clone(), sides[2].clone()]), wrong);
            // Leaning along the normal, in pairs so that they still add up.
            let mut leaning = sides.clone();
            for i in 0..3 {
                leaning[0][i] += tiny() * &contact.normal[i];
                leaning[2][i] -= &(tiny() * &contact.normal[i]);
            }
            assert_eq!(with(leaning), wrong);
            // Longer by next to nothing.
            let mut longer = sides.clone();
            longer[1] = times(&(Rational::one() + tiny()), &longer[1]);
            assert_eq!(with(longer), wrong);
        }
    }
}

#[test]
fn contacts_in_another_order_or_elsewhere_are_another_problem() {
    for (problem, mut proof) in all() {
        let Some(forces) = proof.forces_mut().cloned() else { continue };
        let (mut swapped, mut moved) = (problem.clone(), problem.clone());
        swapped.contacts.swap(0, 1);
        // The same multiples of edges go with either contact; a force is that of its own.
        let same = forces[0] == forces[1] && matches!(forces[0], Push::Edges { .. });
        assert_eq!(refusal(&swapped, proof.clone()).is_none(), same, "{proof:?}");
        // Off the line of every force there, whatever it is.
        moved.contacts[0].point[2] += tiny();
        assert!(matches!(refusal(&moved, proof.clone()), Some(Refusal::Unbalanced(_))), "{proof:?}");
        // Another reference takes all moments about another point: what cancels still does.
        let mut elsewhere = problem.clone();
        elsewhere.reference = numbers([3, -1, 7]);
        assert_eq!(refusal(&elsewhere, proof.clone()), None);
    }
}

#[test]
fn a_body_without_contacts_is_free_and_nothing_else() {
    let nothing = SpatialProblem::new(numbers([0, 0, 0]), vec![]);
    let twist = || numbers([0, 0, 0, 0, 0, 1]);
    let friction = FrictionUse::Given;
    assert_eq!(refusal(&nothing, closed(vec![])), Some(Refusal::Rank { found: 0, needed: 6 }));
    let above = SpatialProof::ClosedAbove { mu: Rational::zero(), forces: vec![] };
    assert_eq!(refusal(&nothing, above), Some(Refusal::Rank { found: 0, needed: 6 }));
    let touching = SpatialProof::Touching { friction: friction.clone(), forces: vec![] };
    assert_eq!(refusal(&nothing, touching), Some(Refusal::NoForce));
    assert_eq!(refusal(&nothing, SpatialProof::NeverClosed { twist: twist() }), None);
    assert_eq!(refusal(&nothing, SpatialProof::Breaks { friction, twist: twist() }), None);
}

#[test]
fn coefficients_of_zero_are_judged_as_the_definitions_say() {
    let mut accepted = 0;
    for (problem, proof) in all() {
        for (friction, torsion) in [(true, false), (false, true), (true, true)] {
            for only in 0..=problem.contacts.len() {
                let mut smooth = problem.clone();
                let touched = |index: usize| only == index || only == problem.contacts.len();
                for (index, contact) in
                    smooth.contacts.iter_mut().enumerate().filter(|(index, _)| touched(*index))
                {
                    assert!(touched(index));
                    if friction {
                        contact.friction = Rational::zero();
                    }
                    if torsion {
                        contact.torsion = Some(Rational::zero());
                    }
                }
                accepted += usize::from(agree(&smooth, &proof, "without a coefficient"));
            }
        }
    }
    assert!(accepted > 30, "{accepted}");
}
