//! Pushes that do not cancel, leave their cones, are of another sort of cone, or do not span.

use super::examples::*;
use crate::mutations::examples::{fraction, half, numbers, tiny};
use stiction_proof::{FrictionUse, Push, Rational, Refusal, SpatialProblem, SpatialProof};

/// Every proof by pushes.
fn each_by_forces(visit: impl Fn(&SpatialProblem, &SpatialProof, usize)) {
    let mut seen = 0;
    for (problem, mut proof) in all() {
        let Some(count) = proof.forces_mut().map(|forces| forces.len()) else { continue };
        visit(&problem, &proof, count);
        seen += 1;
    }
    assert_eq!(seen, 5 * 3 + 3 * 2 + 1);
}

fn changed(proof: &SpatialProof, change: impl FnOnce(&mut Vec<Push>)) -> SpatialProof {
    let mut proof = proof.clone();
    change(proof.forces_mut().unwrap());
    proof
}

fn scaled(push: &Push, factor: i64) -> Push {
    let factor = Rational::from(factor);
    match push {
        Push::Force { force, spin } => Push::Force { force: times(&factor, force), spin: spin * &factor },
        Push::Edges { edges } => Push::Edges { edges: edges.iter().map(|edge| edge * &factor).collect() },
    }
}

fn cone(id: &str) -> Option<Refusal> {
    Some(Refusal::Cone(id.into()))
}

/// The level tripod and the multiples of its normals.
fn level(kind: Kind) -> (SpatialProblem, Vec<Push>) {
    let problem = tripod(kind, &Rational::zero());
    let forces = pushes(&problem, &FrictionUse::Given, inwards(&problem));
    (problem, forces)
}

#[test]
fn each_contact_has_its_own_push_and_no_more() {
    each_by_forces(|problem, proof, count| {
        let lengths = |forces| Some(Refusal::Length { contacts: count, forces });
        assert_eq!(refusal(problem, changed(proof, |forces| drop(forces.pop()))), lengths(count - 1));
        assert_eq!(refusal(problem, changed(proof, |forces| forces.push(idle()))), lengths(count + 1));
        assert_eq!(refusal(problem, changed(proof, Vec::clear)), lengths(0));
    });
}

#[test]
fn no_single_push_may_grow_vanish_or_turn_round() {
    each_by_forces(|problem, proof, count| {
        for (contact, factor) in (0..count).flat_map(|contact| [(contact, 2), (contact, 0), (contact, -1)]) {
            let lie = changed(proof, |forces| forces[contact] = scaled(&forces[contact], factor));
            let why = refusal(problem, lie);
            let expected = match factor {
                -1 => why == cone(&problem.contacts[contact].id),
                _ => matches!(why, Some(Refusal::Unbalanced(_))),
            };
            assert!(expected, "{proof:?}: contact {contact} times {factor}: {why:?}");
        }
    });
}

#[test]
fn all_pushes_turned_round_pull() {
    each_by_forces(|problem, proof, _| {
        let pull = |forces: &mut Vec<Push>| forces.iter_mut().for_each(|push| *push = scaled(push, -1));
        assert_eq!(refusal(problem, changed(proof, pull)), cone(&problem.contacts[0].id));
    });
}

#[test]
fn all_pushes_doubled_are_the_same_proof_and_none_is_none() {
    each_by_forces(|problem, proof, _| {
        let all = |factor: i64| {
            changed(proof, |forces| forces.iter_mut().for_each(|push| *push = scaled(push, factor)))
        };
        assert_eq!(refusal(problem, all(2)), None);
        let nothing = match proof {
            SpatialProof::Touching { .. } => Refusal::NoForce,
            _ => Refusal::Rank { found: 0, needed: 6 },
        };
        assert_eq!(refusal(problem, all(0)), Some(nothing));
    });
}

#[test]
fn pushes_are_those_of_their_own_contacts() {
    each_by_forces(|problem, proof, count| {
        for (one, other) in (0..count).flat_map(|one| (0..one).map(move |other| (one, other))) {
            let swapped = changed(proof, |forces| forces.swap(one, other));
            assert_eq!(swapped == *proof, refusal(problem, swapped).is_none(), "{proof:?}: {one}, {other}");
        }
    });
}

#[test]
fn a_round_cone_has_no_edges_and_a_pyramid_is_pushed_by_its_edges() {
    for (problem, mut proof) in all() {
        let Some(forces) = proof.forces_mut().cloned() else { continue };
        for (index, (contact, push)) in problem.contacts.iter().zip(&forces).enumerate() {
            let other = match push {
                Push::Force { .. } => Push::Edges { edges: vec![half(); 4] },
                Push::Edges { .. } => force(contact.normal.clone()),
            };
            let lie = changed(&proof, |forces| forces[index] = other);
            assert_eq!(refusal(&problem, lie), cone(&contact.id), "{proof:?}");
        }
    }
}

#[test]
fn a_pyramid_has_as_many_multiples_as_edges() {
    for kind in [Kind::Pyramid, Kind::SoftPyramid] {
        let (problem, forces) = level(kind);
        let Push::Edges { edges } = &forces[1] else { unreachable!() };
        let with = |edges: Vec<Rational>| {
            let mut forces = forces.clone();
            forces[1] = Push::Edges { edges };
            refusal(&problem, closed(forces))
        };
        assert_eq!(with(edges[1..].to_vec()), cone("left"));
        assert_eq!(with([&edges[..], &[Rational::zero()]].concat()), cone("left"));
        assert_eq!(with([&edges[..], &edges[..]].concat()), cone("left"));
        // Left out of every edge at once it is merely absent, and then the others do not cancel.
        assert!(matches!(with(vec![]), Some(Refusal::Unbalanced(_))));
    }
}

#[test]
fn a_squeeze_on_the_boundary_of_a_cone_does_not_close() {
    for kind in KINDS {
        let tilted = tripod(kind, &half());
        let with = |friction: &FrictionUse| {
            let forces = pushes(&tilted, friction, inwards(&tilted));
            SpatialProof::Closed { friction: friction.clone(), without: vec![], forces }
        };
        assert_eq!(refusal(&tilted, with(&FrictionUse::Given)), cone("front"), "{kind:?}");
        assert_eq!(refusal(&tilted, with(&FrictionUse::Common(half()))), cone("front"));
        assert_eq!(refusal(&tilted, with(&FrictionUse::Scaled(Rational::one()))), cone("front"));
        // Steeper by next to nothing they close, lower they are outside.
        assert_eq!(refusal(&tilted, with(&FrictionUse::Common(half() + tiny()))), None, "{kind:?}");
        assert_eq!(refusal(&tilted, with(&FrictionUse::Common(half() - tiny()))), cone("front"));
        assert_eq!(refusal(&tilted, with(&FrictionUse::Scaled(Rational::one() - tiny()))), cone("front"));
    }
}

#[test]
fn no_push_is_outside_even_where_the_boundary_is_fine() {
    for kind in KINDS {
        let (tilted, bar) = (tripod(kind, &half()), bar(kind, 1));
        let less = half() - tiny();
        let under = FrictionUse::Common(less.clone());
        let above = SpatialProof::ClosedAbove { mu: less, forces: pushes(&tilted, &under, inwards(&tilted)) };
        assert_eq!(refusal(&tilted, above), cone("front"), "{kind:?}");
        let forces = pushes(&bar, &under, along_the_line());
        let touching = SpatialProof::Touching { friction: under, forces };
        assert_eq!(refusal(&bar, touching), cone("left"), "{kind:?}");
    }
}

#[test]
fn a_contact_that_is_not_soft_has_no_moment() {
    let (problem, mut forces) = level(Kind::Round);
    let spun = |spin: Rational, normal| Push::Force { force: normal, spin };
    for friction in [FrictionUse::Given, FrictionUse::None, FrictionUse::Common(half())] {
        forces[0] = spun(tiny(), problem.contacts[0].normal.clone());
        let lie =
            SpatialProof::Closed { friction: friction.clone(), without: vec![], forces: forces.clone() };
        assert_eq!(refusal(&problem, lie), cone("front"));
        let lie = SpatialProof::Touching { friction, forces: forces.clone() };
        assert_eq!(refusal(&problem, lie), cone("front"));
    }
    // A moment alone presses nowhere.
    forces[0] = spun(tiny(), numbers([0, 0, 0]));
    assert_eq!(refusal(&problem, closed(forces)), cone("front"));
    // Torsion of zero is none; without friction torsion goes too.
    let mut slack = bar(Kind::Soft, 0);
    let twisted = |spin: i64| {
        vec![spun(fraction(spin, 9), numbers([1, 0, 0])), spun(fraction(spin, 9), numbers([-1, 0, 0]))]
    };
    assert_eq!(refusal(&slack, closed(twisted(1))), None);
    let smooth = SpatialProof::Touching { friction: FrictionUse::None, forces: twisted(1) };
    assert_eq!(refusal(&slack, smooth), cone("left"));
    slack.contacts[0].torsion = Some(Rational::zero());
    assert_eq!(refusal(&slack, closed(twisted(1))), cone("left"));
    assert_eq!(refusal(&slack, closed(twisted(0))), None);
}

#[test]
fn the_torsional_limit_is_reached_where_the_boundary_is_fine_and_nowhere_else() {
    // m = γ·fn with γ = 1/3, and no friction used.
    let soft = bar(Kind::Soft, 0);
    let turned = |spin: &Rational| {
        [[1, 0, 0], [-1, 0, 0]]
            .map(|normal| Push::Force { force: numbers(normal), spin: spin.clone() })
            .to_vec()
    };
    let touching =
        |spin: &Rational| SpatialProof::Touching { friction: FrictionUse::Given, forces: turned(spin) };
    let above = |spin: &Rational| SpatialProof::ClosedAbove { mu: Rational::zero(), forces: turned(spin) };
    for limit in [third(), -third()] {
        let (below, beyond) = (&limit * &(Rational::one() - tiny()), &limit * &(Rational::one() + tiny()));
        assert_eq!(refusal(&soft, touching(&limit)), None);
        assert_eq!(refusal(&soft, touching(&beyond)), cone("left"));
        assert_eq!(refusal(&soft, closed(turned(&limit))), cone("left"));
        assert_eq!(refusal(&soft, closed(turned(&below))), None);
        // However much friction there is, torsion alone would be at its end.
        assert_eq!(refusal(&soft, above(&limit)), cone("left"));
        assert_eq!(refusal(&soft, above(&below)), None);
    }
}

#[test]
fn friction_and_torsion_share_the_normal_force() {
    // (|ft|/μ)² + (m/γ)² = (3/5)² + (4/5)² = 1 exactly: ft = 3/10, m = 4/15.
    let soft = bar(Kind::Soft, 0);
    let both = |across: Rational, spin: Rational| {
        let one = |side: i64| Push::Force {
            force: [Rational::from(side), Rational::zero(), Rational::from(side) * &across],
            spin: spin.clone(),
        };
        vec![one(1), one(-1)]
    };
    // The fingers face each other, so forces across would turn the bar: give it no width.
    let mut thin = soft.clone();
    thin.contacts.iter_mut().for_each(|contact| contact.point = numbers([0, 0, 0]));
    let touching = |forces| SpatialProof::Touching { friction: FrictionUse::Given, forces };
    let (across, spin) = (fraction(3, 10), fraction(4, 15));
    assert_eq!(refusal(&thin, touching(both(across.clone(), spin.clone()))), None);
    assert_eq!(refusal(&thin, touching(both(&across + &tiny(), spin.clone()))), cone("left"));
    assert_eq!(refusal(&thin, touching(both(across.clone(), &spin + &tiny()))), cone("left"));
    assert_eq!(refusal(&thin, closed(both(across.clone(), spin.clone()))), cone("left"));
    // Once friction grows, its share shrinks: in the cones of 1/2 and never at the end of torsion.
    let above = SpatialProof::ClosedAbove { mu: half(), forces: both(across, spin) };
    assert_eq!(refusal(&thin, above), Some(Refusal::Rank { found: 4, needed: 6 }));
}

#[test]
fn every_edge_of_a_pyramid_pushes_in_a_squeeze_that_closes() {
    for kind in [Kind::Pyramid, Kind::SoftPyramid] {
        let (problem, forces) = level(kind);
        let Push::Edges { edges } = &forces[0] else { unreachable!() };
        // Opposite edges take each other's share: the same force, from fewer edges.
        let mut fewer = edges.clone();
        let given = std::mem::take(&mut fewer[0]);
        fewer[2] = &fewer[2] - &given;
        fewer[1] += given.clone();
        fewer[3] += given;
        let mut lie = forces.clone();
        lie[0] = Push::Edges { edges: fewer };
        assert_eq!(refusal(&problem, closed(lie.clone())), cone("front"));
        let touching = SpatialProof::Touching { friction: FrictionUse::Given, forces: lie.clone() };
        assert_eq!(refusal(&problem, touching), None);
        let above = SpatialProof::ClosedAbove { mu: half(), forces: lie };
        assert_eq!(refusal(&problem, above), None);
    }
}

#[test]
fn torsion_alone_does_not_close_a_soft_pyramid_as_friction_grows() {
    // Both fingers push with (n, γ) only: at the end of torsion, whatever the friction.
    let problem = bar(Kind::SoftPyramid, 0);
    let spun = |last: i64| {
        let edges = [0, 0, 0, 0, 1, last].map(Rational::from).to_vec();
        vec![Push::Edges { edges: edges.clone() }, Push::Edges { edges }]
    };
    let above = SpatialProof::ClosedAbove { mu: half(), forces: spun(0) };
    assert_eq!(refusal(&problem, above), cone("left"));
    let touching = SpatialProof::Touching { friction: FrictionUse::Given, forces: spun(0) };
    assert_eq!(refusal(&problem, touching), None);
    let negative = SpatialProof::Touching { friction: FrictionUse::Given, forces: spun(-1) };
    assert_eq!(refusal(&problem, negative), cone("left"));
}

#[test]
fn two_point_fingers_leave_the_turn_about_their_line() {
    let rank = Some(Refusal::Rank { found: 5, needed: 6 });
    for kind in [Kind::Round, Kind::Pyramid] {
        let straight = bar(kind, 0);
        let forces = pushes(&straight, &FrictionUse::Given, vec![numbers([1, 0, 0]), numbers([-1, 0, 0])]);
        assert_eq!(refusal(&straight, closed(forces.clone())), rank);
        let above = SpatialProof::ClosedAbove { mu: half(), forces };
        assert_eq!(refusal(&straight, above), rank);
    }
    // A third finger that does not push does not help.
    let (problem, mut forces) = level(Kind::Round);
    let mut pair = problem.clone();
    pair.contacts[1].point = numbers([-2, 0, 0]);
    pair.contacts[1].normal = numbers([2, 0, 0]);
    forces[1] = force(numbers([2, 0, 0]));
    forces[2] = idle();
    assert_eq!(refusal(&pair, closed(forces)), rank);
}

#[test]
fn normals_alone_span_too_little() {
    for kind in KINDS {
        let (problem, _) = level(kind);
        let none = FrictionUse::None;
        let forces = pushes(&problem, &none, inwards(&problem));
        // Three normals through one point in one plane; torsion goes with friction.
        let lie = SpatialProof::Closed { friction: none, without: vec![], forces: forces.clone() };
        let spanned = refusal(&problem, lie);
        if kind == Kind::SoftPyramid || kind == Kind::Mixed {
            // Without torsion a soft pyramid has two edges fewer.
            assert!(matches!(spanned, Some(Refusal::Cone(_))), "{kind:?}: {spanned:?}");
        } else {
            assert_eq!(spanned, Some(Refusal::Rank { found: 2, needed: 6 }), "{kind:?}");
        }
    }
    let (cage, proof) = caged();
    // Without its last pinwheel the cage still turns about two axes.
    let mut fewer = cage.clone();
    fewer.contacts.truncate(4);
    let lie = changed(&proof, |forces| forces.truncate(4));
    assert_eq!(refusal(&fewer, lie), Some(Refusal::Rank { found: 3, needed: 6 }));
}

#[test]
fn a_contact_without_friction_does_not_rub() {
    for kind in [Kind::Round, Kind::Soft] {
        let mut problem = bar(kind, 0);
        problem.contacts[0].friction = Rational::zero();
        problem.contacts.iter_mut().for_each(|contact| contact.point = numbers([0, 0, 0]));
        let lean = |side: i64| force([Rational::from(side), Rational::zero(), Rational::from(side) * tiny()]);
        let forces = vec![lean(1), lean(-1)];
        // Not as given, nor with a common coefficient, which it does not share.
        for friction in [FrictionUse::Given, FrictionUse::Common(Rational::from(9)), FrictionUse::None] {
            let touching = SpatialProof::Touching { friction, forces: forces.clone() };
            assert_eq!(refusal(&problem, touching), cone("left"));
        }
        let above = SpatialProof::ClosedAbove { mu: Rational::from(9), forces: forces.clone() };
        assert_eq!(refusal(&problem, above), cone("left"));
        // Where no contact has friction all share it.
        problem.contacts[1].friction = Rational::zero();
        let touching = SpatialProof::Touching { friction: FrictionUse::Common(tiny()), forces };
        assert_eq!(refusal(&problem, touching), None);
    }
}

#[test]
fn a_contact_that_is_left_out_does_not_push() {
    for kind in KINDS {
        let (problem, forces) = level(kind);
        let leave = |ids: &[&str], forces: &[Push]| {
            let without = ids.iter().map(|id| (*id).to_owned()).collect();
            refusal(
                &problem,
                SpatialProof::Closed { friction: FrictionUse::Given, without, forces: forces.to_vec() },
            )
        };
        let left_out = |id: &str| Some(Refusal::LeftOut(id.into()));
        assert_eq!(leave(&["left"], &forces), left_out("left"));
        assert_eq!(leave(&["nobody"], &forces), left_out("nobody"));
        assert_eq!(leave(&[""], &forces), left_out(""));
        assert_eq!(leave(&["front", "Left"], &forces), left_out("Left"));
        let mut without = forces.clone();
        without[1] = idle();
        assert!(matches!(leave(&["left"], &without), Some(Refusal::Unbalanced(_))));
    }
}

#[test]
fn bounds_are_not_negative() {
    for kind in KINDS {
        let (problem, forces) = level(kind);
        for friction in [FrictionUse::Common(-tiny()), FrictionUse::Scaled(Rational::from(-1))] {
            let lie =
                SpatialProof::Closed { friction: friction.clone(), without: vec![], forces: forces.clone() };
            assert_eq!(refusal(&problem, lie), Some(Refusal::Bound));
            let lie = SpatialProof::Touching { friction, forces: forces.clone() };
            assert_eq!(refusal(&problem, lie), Some(Refusal::Bound));
        }
        let lie = SpatialProof::ClosedAbove { mu: -tiny(), forces };
        assert_eq!(refusal(&problem, lie), Some(Refusal::Bound));
    }
}

#[test]
fn what_is_left_over_is_named() {
    let (problem, mut forces) = level(Kind::Round);
    forces[0] = force([Rational::from(-2), Rational::zero(), tiny()]);
    // The front finger is at (2, 0, 0): a force up there turns about −y.
    let rest = vec![Rational::zero(), tiny() * Rational::from(-2), Rational::zero()];
    let rest = [rest, vec![Rational::zero(), Rational::zero(), tiny()]].concat();
    assert_eq!(refusal(&problem, closed(forces)), Some(Refusal::Unbalanced(rest)));
}
