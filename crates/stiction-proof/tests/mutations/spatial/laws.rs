//! A proof stays a proof, and a lie a lie, wherever the frame is, whatever the unit, in any order.

use super::definitions::{cross, dot, holds};
use super::examples::*;
use super::nudges::agree;
use crate::mutations::examples::{numbers, tiny};
use proptest::prelude::*;
use stiction_proof::{FrictionUse, Push, Rational, SpatialContact, SpatialProblem, SpatialProof, Vector};

type Example = (SpatialProblem, SpatialProof);

fn small() -> impl Strategy<Value = Rational> {
    (-6_i64..=6, 1_u64..=4).prop_map(|(numerator, denominator)| Rational::new(numerator, denominator))
}

fn positive() -> impl Strategy<Value = Rational> {
    (1_i64..=6, 1_u64..=4).prop_map(|(numerator, denominator)| Rational::new(numerator, denominator))
}

fn vector() -> impl Strategy<Value = Vector> {
    [small(), small(), small()]
}

fn directed() -> impl Strategy<Value = Vector> {
    vector().prop_filter("some direction", |vector| vector.iter().any(|entry| !entry.is_zero()))
}

/// `v + 2q₀(q × v) + 2q × (q × v)` over the squared length of the quaternion.
fn turned(quaternion: &[i64; 4], vector: &Vector) -> Vector {
    let [w, x, y, z] = quaternion.map(Rational::from);
    let axis = [x, y, z];
    let square = &w * &w + dot(&axis, &axis);
    let (once, twice) = (cross(&axis, vector), cross(&axis, &cross(&axis, vector)));
    let two = Rational::from(2);
    std::array::from_fn(|i| {
        let change = &two * &(&w * &once[i] + &twice[i]);
        &vector[i] + &change.checked_div(&square).unwrap()
    })
}

fn halves(twist: &[Rational; 6]) -> [Vector; 2] {
    [0, 3].map(|first| std::array::from_fn(|i| twist[first + i].clone()))
}

fn joined([w, v]: [Vector; 2]) -> [Rational; 6] {
    let [a, b, c] = w;
    let [x, y, z] = v;
    [a, b, c, x, y, z]
}

/// The example with every vector mapped by a turn, about the origin.
fn rotated((mut problem, mut proof): Example, quaternion: &[i64; 4]) -> Example {
    let turn = |vector: &mut Vector| *vector = turned(quaternion, vector);
    turn(&mut problem.reference);
    for contact in &mut problem.contacts {
        turn(&mut contact.point);
        turn(&mut contact.normal);
        contact.across.iter_mut().flatten().for_each(turn);
    }
    for push in proof.forces_mut().into_iter().flatten() {
        if let Push::Force { force, .. } = push {
            turn(force);
        }
    }
    if let Some(twist) = proof.twist_mut() {
        *twist = joined(halves(twist).map(|half| turned(quaternion, &half)));
    }
    (problem, proof)
}

fn translated((mut problem, proof): Example, by: &Vector) -> Example {
    let shift = |point: &mut Vector| point.iter_mut().zip(by).for_each(|(entry, by)| *entry += by);
    shift(&mut problem.reference);
    problem.contacts.iter_mut().for_each(|contact| shift(&mut contact.point));
    (problem, proof)
}

/// Lengths times `unit`: points, torsions, moments, and velocities of points.
fn scaled((mut problem, mut proof): Example, unit: &Rational) -> Example {
    problem.reference = times(unit, &problem.reference);
    for contact in &mut problem.contacts {
        contact.point = times(unit, &contact.point);
        contact.torsion = contact.torsion.as_ref().map(|torsion| torsion * unit);
    }
    for push in proof.forces_mut().into_iter().flatten() {
        if let Push::Force { spin, .. } = push {
            *spin = &*spin * unit;
        }
    }
    if let Some(twist) = proof.twist_mut() {
        let [w, v] = halves(twist);
        *twist = joined([w, times(unit, &v)]);
    }
    (problem, proof)
}

/// Each normal, with the sides of its pyramid, longer by a factor of its own.
fn stretched((mut problem, mut proof): Example, factors: &[Rational]) -> Example {
    for (contact, factor) in problem.contacts.iter_mut().zip(factors.iter().cycle()) {
        contact.normal = times(factor, &contact.normal);
        contact.across.iter_mut().flatten().for_each(|side| *side = times(factor, side));
    }
    let forces = proof.forces_mut().into_iter().flatten();
    for (push, factor) in forces.zip(factors.iter().cycle()) {
        match push {
            Push::Force { spin, .. } => *spin = spin.checked_div(factor).unwrap(),
            Push::Edges { edges } => {
                edges.iter_mut().for_each(|edge| *edge = edge.checked_div(factor).unwrap());
            }
        }
    }
    (problem, proof)
}

fn reordered((mut problem, mut proof): Example, by: usize) -> Example {
    let by = by % problem.contacts.len();
    problem.contacts.rotate_left(by);
    if let Some(forces) = proof.forces_mut() {
        forces.rotate_left(by);
    }
    (problem, proof)
}

/// Two contacts that push against each other along one line with spins that cancel.
fn opposed() -> impl Strategy<Value = Vec<(SpatialContact, Push)>> {
    let cone = (0_i64..=4, 0_i64..=4, 0..4_u8);
    (vector(), directed(), vector(), small(), cone, prop::collection::vec(0_i64..=3, 6), small()).prop_map(
        |(point, normal, lean, apart, (friction, torsion, kind), multiples, spin)| {
            let mut contact = SpatialContact::new("", point, normal.clone(), Rational::new(friction, 2));
            contact.torsion = (kind % 2 == 1).then(|| Rational::new(torsion, 3));
            let side = cross(&normal, &[Rational::from(1), Rational::from(2), Rational::from(4)]);
            let (push, force) = if kind >= 2 && side.iter().any(|entry| !entry.is_zero()) {
                let other = cross(&normal, &side);
                let back = |vector: &Vector| times(&Rational::from(-1), vector);
                contact.across = Some(vec![side.clone(), other.clone(), back(&side), back(&other)]);
                let count = if contact.torsion.as_ref().is_some_and(Rational::is_positive) { 6 } else { 4 };
                let edges: Vec<Rational> = multiples[..count].iter().map(|k| Rational::from(*k)).collect();
                let problem = SpatialProblem::new(numbers([0, 0, 0]), vec![contact.clone()]);
                let edges_there = contact.edges(&problem.coefficients(&FrictionUse::Given)[0]);
                let mut force = numbers([0, 0, 0]);
                for (edge, multiple) in edges_there.iter().zip(&edges) {
                    force.iter_mut().zip(&edge.force).for_each(|(sum, part)| *sum += part * multiple);
                }
                (Push::Edges { edges }, force)
            } else {
                let force: Vector = std::array::from_fn(|i| &normal[i] + &(&lean[i] * &Rational::new(1, 4)));
                let spin =
                    if contact.torsion.is_some() { spin * Rational::new(1, 8) } else { Rational::zero() };
                (Push::Force { force: force.clone(), spin }, force)
            };
            let mut facing = contact.clone();
            facing.normal = times(&Rational::from(-1), &contact.normal);
            facing.point = std::array::from_fn(|i| &contact.point[i] + &(&apart * &force[i]));
            let back = |side: &Vector| times(&Rational::from(-1), side);
            facing.across = contact.across.as_ref().map(|sides| sides.iter().map(back).collect());
            let answer = match &push {
                Push::Force { force, spin } => Push::Force { force: back(force), spin: spin.clone() },
                // The spin edges (n, γ) and (−n, γ)·(−1) are opposite already.
                Push::Edges { edges } => Push::Edges { edges: edges.clone() },
            };
            vec![(contact, push), (facing, answer)]
        },
    )
}

/// Grasps whose pushes cancel, inside, on and outside their cones.
fn squeezes() -> impl Strategy<Value = (SpatialProblem, Vec<Push>)> {
    prop::collection::vec(opposed(), 1..=3).prop_map(|pairs| {
        let (mut contacts, forces): (Vec<SpatialContact>, Vec<Push>) = pairs.into_iter().flatten().unzip();
        contacts.iter_mut().enumerate().for_each(|(index, contact)| contact.id = index.to_string());
        (SpatialProblem::new(numbers([1, -1, 2]), contacts), forces)
    })
}

fn statements(problem: &SpatialProblem, forces: &[Push], mu: &Rational) -> Vec<SpatialProof> {
    let mut proofs = vec![closed(forces.to_vec())];
    proofs.push(SpatialProof::Touching { friction: FrictionUse::Given, forces: forces.to_vec() });
    if problem.contacts.iter().all(|contact| contact.across.is_none()) {
        // Round pushes are the same forces with every coefficient.
        for friction in [FrictionUse::Common(mu.clone()), FrictionUse::Scaled(mu.clone()), FrictionUse::None]
        {
            proofs.push(SpatialProof::Closed { friction, without: vec![], forces: forces.to_vec() });
        }
        proofs.push(SpatialProof::ClosedAbove { mu: mu.clone(), forces: forces.to_vec() });
    }
    proofs
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_proof_stays_a_proof_in_every_frame_unit_and_order(
        quaternion in [-4_i64..=4, -4_i64..=4, -4_i64..=4, -4_i64..=4],
        by in vector(),
        unit in positive(),
        factors in prop::collection::vec(positive(), 3),
        order in 0_usize..12,
        index in 0_usize..1000,
    ) {
        prop_assume!(quaternion != [0; 4]);
        let examples = all();
        let example = examples[index % examples.len()].clone();
        let moved = reordered(stretched(scaled(translated(rotated(example, &quaternion), &by), &unit), &factors), order);
        prop_assert!(refusal(&moved.0, moved.1.clone()).is_none(), "{:?}", moved);
        prop_assert!(holds(&moved.0, &moved.1));
        // And a lie stays one.
        let (problem, mut proof) = moved;
        if let Some(forces) = proof.forces_mut() {
            match &mut forces[0] {
                Push::Force { force, .. } => force[0] += tiny(),
                Push::Edges { edges } => edges[0] += tiny(),
            }
            prop_assert!(refusal(&problem, proof).is_some());
        }
    }

    #[test]
    fn random_squeezes_are_accepted_exactly_where_they_hold((problem, forces) in squeezes(), mu in positive()) {
        for proof in statements(&problem, &forces, &mu) {
            agree(&problem, &proof, "random");
        }
    }

    #[test]
    fn random_motions_are_accepted_exactly_where_they_hold(
        (problem, _) in squeezes(), w in vector(), v in vector(), mu in positive(),
    ) {
        // Few motions escape two opposed contacts, more one alone.
        for count in [1, 2] {
            let mut problem = problem.clone();
            problem.contacts.truncate(count);
            let twist = joined([w.clone(), v.clone()]);
            for friction in [FrictionUse::Given, FrictionUse::Common(mu.clone()), FrictionUse::None] {
                let breaks = SpatialProof::Breaks { friction: friction.clone(), twist: twist.clone() };
                agree(&problem, &breaks, "random");
                agree(&problem, &SpatialProof::Open { friction, without: vec![], twist: twist.clone() }, "random");
            }
            agree(&problem, &SpatialProof::OpenUpTo { mu: mu.clone(), twist: twist.clone() }, "random");
            agree(&problem, &SpatialProof::NeverClosed { twist }, "random");
        }
    }
}

/// The random squeezes are of both sorts, or the law above says nothing.
#[test]
fn random_squeezes_hold_now_and_then() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut closed, mut touching) = (0, 0);
    for _ in 0..300 {
        let (problem, forces) =
            proptest::strategy::ValueTree::current(&squeezes().new_tree(&mut runner).unwrap());
        let accepted: Vec<bool> = statements(&problem, &forces, &Rational::one())[..2]
            .iter()
            .map(|proof| refusal(&problem, proof.clone()).is_none())
            .collect();
        closed += usize::from(accepted[0]);
        touching += usize::from(accepted[1]);
    }
    assert!(closed > 5 && touching > 40 && touching < 290, "{closed} closed, {touching} touching");
}
