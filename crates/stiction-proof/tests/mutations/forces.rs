//! Forces that no longer cancel, leave their cones or limits, or do not span.

use super::examples::*;
use stiction_proof::{AssemblyProof, FrictionUse, PlanarProblem, Proof, Rational, Refusal};

/// The forces of a proof that has some.
fn forces_of(proof: &mut Stated) -> Option<&mut Vec<[Rational; 2]>> {
    match proof {
        Stated::Closure(proof) => proof.forces_mut(),
        Stated::Balance(AssemblyProof::Rests { forces, .. }) => Some(forces),
        Stated::Balance(_) => None,
    }
}

/// Every proof by forces, its number of contacts, and a way to change it.
fn each_by_forces(visit: impl Fn(&PlanarProblem, &Stated, usize)) {
    let mut seen = 0;
    for (problem, mut proof) in all() {
        let Some(count) = forces_of(&mut proof).map(|forces| forces.len()) else { continue };
        visit(&problem, &proof, count);
        seen += 1;
    }
    assert_eq!(seen, 5);
}

fn changed(proof: &Stated, change: impl FnOnce(&mut Vec<[Rational; 2]>)) -> Stated {
    let mut proof = proof.clone();
    change(forces_of(&mut proof).unwrap());
    proof
}

fn closed(forces: Vec<[Rational; 2]>) -> Proof {
    Proof::Closed { friction: FrictionUse::Given, without: vec![], forces }
}

#[test]
fn every_example_is_accepted_as_it_stands() {
    for (problem, proof) in all() {
        assert_eq!(refusal(&problem, proof.clone()), None, "{proof:?}");
    }
}

#[test]
fn no_force_may_be_nudged_at_all() {
    each_by_forces(|problem, proof, count| {
        for (contact, part) in (0..count).flat_map(|contact| [(contact, 0), (contact, 1)]) {
            for nudge in [tiny(), -tiny()] {
                let lie = changed(proof, |forces| forces[contact][part] += nudge.clone());
                let why = refusal(problem, lie);
                let expected =
                    is_unbalanced(why.as_ref()) || matches!(why, Some(Refusal::Cone(_) | Refusal::Limit(_)));
                assert!(expected, "{proof:?}: contact {contact}, part {part}, {nudge}: {why:?}");
            }
        }
    });
}

#[test]
fn no_single_force_may_grow_vanish_or_turn_round() {
    each_by_forces(|problem, proof, count| {
        for (contact, factor) in (0..count).flat_map(|contact| [(contact, 2), (contact, 0), (contact, -1)]) {
            let scaled = |force: &[Rational; 2]| force.clone().map(|part| part * Rational::from(factor));
            let lie = changed(proof, |forces| forces[contact] = scaled(&forces[contact]));
            assert!(refusal(problem, lie).is_some(), "{proof:?}: contact {contact} times {factor}");
        }
    });
}

#[test]
fn all_forces_turned_round_pull_instead_of_push() {
    each_by_forces(|problem, proof, _| {
        let negated = |force: &[Rational; 2]| force.clone().map(|part| -part);
        let lie = changed(proof, |forces| forces.iter_mut().for_each(|force| *force = negated(force)));
        assert!(matches!(refusal(problem, lie), Some(Refusal::Cone(_))), "{proof:?}");
    });
}

#[test]
fn each_contact_has_its_own_force_and_no_more() {
    each_by_forces(|problem, proof, count| {
        let dropped = changed(proof, |forces| drop(forces.pop()));
        let lengths = Refusal::Length { contacts: count, forces: count - 1 };
        assert_eq!(refusal(problem, dropped), Some(lengths));
        let added = changed(proof, |forces| forces.push(numbers([0, 0])));
        let lengths = Refusal::Length { contacts: count, forces: count + 1 };
        assert_eq!(refusal(problem, added), Some(lengths));
        assert!(refusal(problem, changed(proof, Vec::clear)).is_some());
    });
}

#[test]
fn forces_are_those_of_their_own_contacts() {
    // The table of the examples carries 6 on the left and 10 on the right, not the other way round.
    each_by_forces(|problem, proof, _| {
        let swapped = changed(proof, |forces| forces.swap(0, 1));
        assert_eq!(swapped == *proof, refusal(problem, swapped.clone()).is_none(), "{proof:?}");
    });
}

#[test]
fn a_squeeze_on_the_edge_of_a_cone_does_not_close() {
    // The line between the fingers has slope 1/2, which is the friction: closed above it, not at it.
    let line = vec![numbers([2, 1]), numbers([2, 1])];
    assert_eq!(refusal(&bar(Rational::one()), closed(line.clone())), Some(Refusal::Cone("left".into())));
    let lower = Proof::ClosedAbove { mu: half() - tiny(), forces: line.clone() };
    assert_eq!(refusal(&bar(Rational::one()), lower), Some(Refusal::Cone("left".into())));
    let above =
        Proof::Closed { friction: FrictionUse::Common(half() + tiny()), without: vec![], forces: line };
    assert_eq!(refusal(&bar(Rational::one()), above), None);
}

#[test]
fn a_squeeze_that_spans_too_little_does_not_close() {
    let pinch = vec![numbers([1, 0]), numbers([1, 0])];
    assert_eq!(refusal(&tug(), closed(pinch.clone())), Some(Refusal::Rank { found: 1, needed: 3 }));
    // Without friction the bar is such a tug; its cones alone do not make up for it.
    let none = Proof::Closed { friction: FrictionUse::None, without: vec![], forces: pinch.clone() };
    assert_eq!(refusal(&bar(Rational::zero()), none), Some(Refusal::Rank { found: 1, needed: 3 }));
    // Nothing closes by resting: no force is no squeeze.
    let idle = vec![numbers([0, 0]), numbers([0, 0])];
    assert_eq!(
        refusal(&bar(Rational::zero()), closed(idle.clone())),
        Some(Refusal::Rank { found: 0, needed: 3 })
    );
    let idle = Proof::Touching { friction: FrictionUse::None, forces: idle };
    assert_eq!(refusal(&tug(), idle), Some(Refusal::NoForce));
    // Four fingers in a cross all meet in one point: the moment is missing.
    let mut cross = pinwheel();
    cross.contacts.iter_mut().for_each(|contact| contact.point = contact.normal.clone().map(|x| -x));
    let squeeze =
        Proof::Closed { friction: FrictionUse::None, without: vec![], forces: vec![numbers([1, 0]); 4] };
    assert_eq!(refusal(&cross, squeeze), Some(Refusal::Rank { found: 2, needed: 3 }));
}

#[test]
fn a_contact_without_friction_does_not_rub() {
    // Across the normal nothing is allowed, however little, and although it balances.
    let forces = vec![[Rational::one(), tiny()], [Rational::one(), tiny()]];
    let touching = Proof::Touching { friction: FrictionUse::None, forces };
    assert_eq!(refusal(&tug(), touching), Some(Refusal::Cone("left".into())));
}

#[test]
fn a_contact_that_is_left_out_does_not_push() {
    let ones = || vec![numbers([1, 0]); 4];
    let leave =
        |id: &str, forces| Proof::Closed { friction: FrictionUse::None, without: vec![id.into()], forces };
    assert_eq!(refusal(&pinwheel(), leave("above", ones())), Some(Refusal::LeftOut("above".into())));
    assert_eq!(refusal(&pinwheel(), leave("nobody", ones())), Some(Refusal::LeftOut("nobody".into())));
    assert_eq!(refusal(&pinwheel(), leave("", ones())), Some(Refusal::LeftOut(String::new())));
    let mut forces = ones();
    forces[3] = numbers([0, 0]);
    assert!(matches!(refusal(&pinwheel(), leave("above", forces)), Some(Refusal::Unbalanced(_))));
}

#[test]
fn a_limit_is_reached_but_not_passed() {
    let load = vec![numbers([0, 4, -16])];
    let forces = vec![numbers([6, 3]), numbers([10, 1])];
    let rests = |forces| AssemblyProof::Rests { friction: FrictionUse::Given, load: load.clone(), forces };
    assert_eq!(refusal(&table(Some(10)), rests(forces.clone())), None);
    assert_eq!(refusal(&table(Some(9)), rests(forces.clone())), Some(Refusal::Limit("right".into())));
    let mut weaker = table(Some(10));
    weaker.contacts[1].most = Some(Rational::from(10) - tiny());
    assert_eq!(refusal(&weaker, rests(forces)), Some(Refusal::Limit("right".into())));
}

#[test]
fn what_rests_is_the_load_that_is_named() {
    let forces = || vec![numbers([6, 3]), numbers([10, 1])];
    for (axis, nudge) in (0..3).flat_map(|axis| [(axis, tiny()), (axis, -tiny())]) {
        let mut load = numbers([0, 4, -16]);
        load[axis] += nudge;
        let lie = AssemblyProof::Rests { friction: FrictionUse::Given, load: vec![load], forces: forces() };
        assert!(is_unbalanced(refusal(&table(None), lie).as_ref()));
    }
    let load = numbers([0, -4, 16]);
    let lie = AssemblyProof::Rests { friction: FrictionUse::Given, load: vec![load], forces: forces() };
    assert!(is_unbalanced(refusal(&table(None), lie).as_ref()));
}

#[test]
fn friction_is_used_as_it_is_named() {
    let rests = |friction| AssemblyProof::Rests {
        friction,
        load: vec![numbers([0, 4, -16])],
        forces: vec![numbers([6, 3]), numbers([10, 1])],
    };
    let check = |friction| refusal(&table(None), rests(friction));
    let left = Some(Refusal::Cone("left".into()));
    assert_eq!(check(FrictionUse::None), left);
    assert_eq!(check(FrictionUse::Scaled(Rational::one() - tiny())), left);
    assert_eq!(check(FrictionUse::Common(half() - tiny())), left);
    assert_eq!(check(FrictionUse::Scaled(Rational::one())), None);
    assert_eq!(check(FrictionUse::Common(half())), None);
    assert_eq!(check(FrictionUse::Scaled(Rational::from(-1))), Some(Refusal::Bound));
    assert_eq!(check(FrictionUse::Common(-tiny())), Some(Refusal::Bound));
    let above = Proof::ClosedAbove { mu: -tiny(), forces: vec![numbers([1, 0]); 2] };
    assert_eq!(refusal(&bar(Rational::zero()), above), Some(Refusal::Bound));
}

#[test]
fn a_common_coefficient_gives_nothing_to_contacts_without_friction() {
    // The right finger is smooth: whatever the coefficient of the left one, it cannot push across.
    let mut bar = bar(Rational::one());
    bar.contacts[1].friction = Rational::zero();
    let line = vec![numbers([2, 1]), numbers([2, 1])];
    let proof = Proof::ClosedAbove { mu: Rational::from(9), forces: line };
    assert_eq!(refusal(&bar, proof), Some(Refusal::Cone("right".into())));
}

#[test]
fn no_proof_holds_for_a_problem_that_is_none() {
    for (problem, proof) in all() {
        let id = problem.contacts[0].id.clone();
        let broken = |change: &dyn Fn(&mut PlanarProblem)| {
            let mut problem = problem.clone();
            change(&mut problem);
            refusal(&problem, proof.clone())
        };
        let contact = Some(Refusal::Contact(id));
        assert_eq!(broken(&|problem| problem.contacts[0].normal = numbers([0, 0])), contact);
        assert_eq!(broken(&|problem| problem.contacts[0].friction = -tiny()), contact);
        assert_eq!(broken(&|problem| problem.contacts[0].most = Some(-tiny())), contact);
    }
}

#[test]
fn forces_of_one_problem_do_not_balance_a_moved_one() {
    each_by_forces(|problem, proof, _| {
        let mut moved = problem.clone();
        // Off the line of its own force, and of its normal.
        moved.contacts[0].point[0] += tiny();
        moved.contacts[0].point[1] += tiny();
        assert!(is_unbalanced(refusal(&moved, proof.clone()).as_ref()), "{proof:?}");
        let mut turned = problem.clone();
        let [x, y] = turned.contacts[0].normal.clone();
        turned.contacts[0].normal = [&x - &(tiny() * &y), &y + &(tiny() * &x)];
        assert!(is_unbalanced(refusal(&turned, proof.clone()).as_ref()), "{proof:?}");
    });
}

#[test]
fn a_refusal_says_who_and_why_in_words() {
    let words = [
        (Refusal::Length { contacts: 2, forces: 1 }, "1 forces for 2 contacts"),
        (Refusal::Cone("left".into()), "\"left\""),
        (Refusal::Unbalanced(numbers([0, 0, 3]).to_vec()), "3"),
        (Refusal::Rank { found: 2, needed: 3 }, "2"),
        (Refusal::NoMotion, "motion"),
    ];
    for (refusal, word) in words {
        assert!(refusal.to_string().contains(word), "{refusal}");
    }
}
