//! Proofs that the library found, changed a little: the checker refuses them.

use crate::grasps::*;
use proptest::prelude::*;
use stiction::ask::closure::{LeastFriction, boundary, closure, least_friction};
use stiction::ask::stand::{MostLoad, most_load, stands};
use stiction_proof::{FrictionUse, PlanarProblem, Proof, Rational};

/// Every proof that the questions give about a problem and two loads.
fn proofs(problem: &PlanarProblem, load: &[Rational; 3], direction: &[Rational; 3]) -> Vec<Proof> {
    let given = FrictionUse::Given;
    let mut found = vec![
        closure(problem, &given).unwrap().verified().proof().clone(),
        closure(problem, &FrictionUse::None).unwrap().verified().proof().clone(),
        boundary(problem, &given).unwrap().verified().proof().clone(),
        stands(problem, load, &given).unwrap().verified().proof().clone(),
    ];
    match least_friction(problem).unwrap() {
        LeastFriction::None(proof) | LeastFriction::Never(proof) => found.push(proof.into_proof()),
        LeastFriction::Between(bracket) => {
            found.extend([bracket.lower.1.into_proof(), bracket.upper.1.into_proof()]);
        }
    }
    if let MostLoad::Multiple { carried, beyond, .. } = most_load(problem, load, direction).unwrap() {
        found.extend([carried.into_proof(), beyond.into_proof()]);
    }
    found
}

fn forces_of(proof: &mut Proof) -> Option<&mut Vec<[Rational; 2]>> {
    match proof {
        Proof::Closed { forces, .. }
        | Proof::ClosedAbove { forces, .. }
        | Proof::Touching { forces, .. }
        | Proof::Rests { forces, .. } => Some(forces),
        _ => None,
    }
}

fn twist_of(proof: &mut Proof) -> Option<&mut [Rational; 3]> {
    match proof {
        Proof::Open { twist, .. }
        | Proof::OpenUpTo { twist, .. }
        | Proof::NeverClosed { twist }
        | Proof::Breaks { twist, .. }
        | Proof::Falls { twist, .. }
        | Proof::FallsBeyond { twist, .. } => Some(twist),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_proof_by_forces_is_refused_once_any_of_them_is_nudged(
        grasp in any_grasp(2..=4), load in load(), direction in load(), limits in limits(),
    ) {
        let grasp = limited(grasp, &limits);
        for mut proof in proofs(&grasp, &load, &direction) {
            prop_assert!(grasp.check(proof.clone()).is_ok());
            let Some(forces) = forces_of(&mut proof).cloned() else { continue };
            for (contact, part) in (0..forces.len()).flat_map(|contact| [(contact, 0), (contact, 1)]) {
                for nudge in [number("1e-30"), number("-1e-30")] {
                    forces_of(&mut proof).unwrap()[contact][part] += nudge;
                    prop_assert!(grasp.check(proof.clone()).is_err(), "{:?}", proof);
                    *forces_of(&mut proof).unwrap() = forces.clone();
                }
            }
            forces_of(&mut proof).unwrap().pop();
            prop_assert!(grasp.check(proof).is_err());
        }
    }

    #[test]
    fn every_proof_by_a_motion_is_refused_at_rest_and_for_a_body_held_from_all_sides(
        grasp in any_grasp(1..=4), load in load(), direction in load(),
    ) {
        for mut proof in proofs(&grasp, &load, &direction) {
            if twist_of(&mut proof).is_none() {
                continue;
            }
            // The same motion in a cage: two fingers with friction close, and one of them resists it.
            let mut cage = grasp.clone();
            let closing = [[-90, 1], [90, -1]].map(|[x, way]| touch(numbers([x, 0]), numbers([way, 0]), Rational::one()));
            cage.contacts.extend(closing);
            if !matches!(proof, Proof::OpenUpTo { .. } | Proof::NeverClosed { .. }) {
                let none = matches!(&proof, Proof::Open { friction: FrictionUse::None, .. });
                prop_assert!(none || cage.check(proof.clone()).is_err(), "{:?}", proof);
            }
            *twist_of(&mut proof).unwrap() = Default::default();
            prop_assert!(grasp.check(proof).is_err());
        }
    }

    #[test]
    fn a_proof_of_closure_fails_for_less_friction_than_it_uses(grasp in inward_grasp(2..=4)) {
        if let LeastFriction::Between(bracket) = least_friction(&grasp).unwrap() {
            let Proof::ClosedAbove { mu, forces } = bracket.upper.1.proof().clone() else { panic!() };
            let needed = forces.iter().filter_map(|[along, across]| across.abs().checked_div(along)).max().unwrap();
            prop_assert!(needed <= mu);
            if needed.is_positive() {
                let less = needed - number("1e-30");
                let lie = Proof::ClosedAbove { mu: less, forces };
                prop_assert!(grasp.check(lie).is_err());
            }
            let Proof::OpenUpTo { mu, twist } = bracket.lower.1.proof().clone() else { panic!() };
            let lie = Proof::OpenUpTo { mu: mu + Rational::one(), twist };
            prop_assert!(grasp.check(lie).is_err());
        }
    }
}
