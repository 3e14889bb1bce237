//! Proofs that the library found, changed a little: the checker refuses them.

use crate::grasps::*;
use proptest::prelude::*;
use stiction_proof::{AssemblyProof, FrictionUse, PlanarContact, PlanarProblem, Proof, Rational};
use stiction_scene::Extent;
use stiction_scene::Threshold;
use stiction_statics::closure::{boundary, closure, least_friction};

/// A statement about closure, or about balance.
#[derive(Debug, Clone)]
enum Stated {
    Closure(Proof),
    Balance(AssemblyProof<PlanarContact>),
}

impl Stated {
    fn holds_of(&self, problem: &PlanarProblem) -> bool {
        match self {
            Self::Closure(proof) => problem.check(proof.clone()).is_ok(),
            Self::Balance(proof) => problem.as_assembly("body").check(proof.clone()).is_ok(),
        }
    }
}

/// Every proof that the questions give about a problem and two loads.
fn proofs(problem: &PlanarProblem, load: &[Rational; 3], direction: &[Rational; 3]) -> Vec<Stated> {
    let given = FrictionUse::Given;
    let mut found = vec![
        closure(problem, &given).unwrap().verified().proof().clone(),
        closure(problem, &FrictionUse::None).unwrap().verified().proof().clone(),
        boundary(problem, &given).unwrap().verified().proof().clone(),
    ];
    match least_friction(problem).unwrap() {
        Threshold::None(proof) | Threshold::Never(proof) => found.push(proof.into_proof()),
        Threshold::Undecided => panic!("the plane is decided"),
        Threshold::Between(bracket) => {
            found.extend([bracket.lower.1.into_proof(), bracket.upper.1.into_proof()]);
        }
    }
    let mut found: Vec<Stated> = found.into_iter().map(Stated::Closure).collect();
    let stands = stands(problem, load, &given);
    found.push(Stated::Balance(stands.verified().unwrap().proof().clone()));
    if let Extent::Between(bracket) = most_load(problem, load, direction) {
        let ends = [bracket.lower.1.into_proof(), bracket.upper.1.into_proof()];
        found.extend(ends.map(Stated::Balance));
    }
    found
}

impl Stated {
    fn forces_mut(&mut self) -> Option<&mut Vec<[Rational; 2]>> {
        match self {
            Self::Closure(proof) => proof.forces_mut(),
            Self::Balance(AssemblyProof::Rests { forces, .. }) => Some(forces),
            Self::Balance(_) => None,
        }
    }

    fn twist_mut(&mut self) -> Option<&mut [Rational; 3]> {
        let twists = match self {
            Self::Closure(proof) => return proof.twist_mut(),
            Self::Balance(AssemblyProof::Falls { twists, .. } | AssemblyProof::Bounds { twists, .. }) => {
                twists
            }
            Self::Balance(_) => return None,
        };
        twists.first_mut()
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
            prop_assert!(proof.holds_of(&grasp));
            let Some(forces) = proof.forces_mut().cloned() else { continue };
            for (contact, part) in (0..forces.len()).flat_map(|contact| [(contact, 0), (contact, 1)]) {
                for nudge in [number("1e-30"), number("-1e-30")] {
                    proof.forces_mut().unwrap()[contact][part] += nudge;
                    prop_assert!(!proof.holds_of(&grasp), "{:?}", proof);
                    *proof.forces_mut().unwrap() = forces.clone();
                }
            }
            proof.forces_mut().unwrap().pop();
            prop_assert!(!proof.holds_of(&grasp));
        }
    }

    #[test]
    fn every_proof_by_a_motion_is_refused_at_rest_and_for_a_body_held_from_all_sides(
        grasp in any_grasp(1..=4), load in load(), direction in load(),
    ) {
        for mut proof in proofs(&grasp, &load, &direction) {
            if proof.twist_mut().is_none() {
                continue;
            }
            // The same motion in a cage: two fingers with friction close, and one of them resists it.
            let mut cage = grasp.clone();
            let closing = [[-90, 1], [90, -1]].map(|[x, way]| touch(numbers([x, 0]), numbers([way, 0]), Rational::one()));
            cage.contacts.extend(closing);
            if !matches!(proof, Stated::Closure(Proof::OpenUpTo { .. } | Proof::NeverClosed { .. })) {
                let none = matches!(&proof, Stated::Closure(Proof::Open { friction: FrictionUse::None, .. }));
                prop_assert!(none || !proof.holds_of(&cage), "{:?}", proof);
            }
            *proof.twist_mut().unwrap() = Default::default();
            prop_assert!(!proof.holds_of(&grasp));
        }
    }

    #[test]
    fn a_proof_of_closure_fails_for_less_friction_than_it_uses(grasp in inward_grasp(2..=4)) {
        if let Threshold::Between(bracket) = least_friction(&grasp).unwrap() {
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
