//! Proofs about assemblies are accepted, and every change of them is refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction_proof::{
    AssemblyBody, AssemblyContact, AssemblyProof, FrictionUse, PlanarAssembly, PlanarContact, Push, Rational,
    SpatialAssembly, SpatialContact,
};

fn whole<const N: usize>(entries: [i64; N]) -> [Rational; N] {
    entries.map(Rational::from)
}

/// Two blocks of 10 N, two wide and one high, one on the other on the ground; μ = 1/2.
fn stack() -> PlanarAssembly {
    let bodies = vec![AssemblyBody::new("lower", whole([0, 1])), AssemblyBody::new("upper", whole([0, 3]))];
    let joint = |id: &str, on: usize, against: Option<usize>, x: i64, y: i64| AssemblyContact {
        on: Some(on),
        against,
        touch: PlanarContact::new(id, whole([x, y]), whole([0, 1]), Rational::new(1, 2)),
    };
    let contacts = vec![
        joint("a", 0, None, -1, 0),
        joint("b", 0, None, 1, 0),
        joint("c", 1, Some(0), -1, 2),
        joint("d", 1, Some(0), 1, 2),
    ];
    PlanarAssembly { bodies, contacts }
}

fn weights() -> Vec<[Rational; 3]> {
    vec![whole([0, 0, -10]), whole([0, 0, -10])]
}

fn resting() -> AssemblyProof<PlanarContact> {
    let forces = vec![whole([10, 0]), whole([10, 0]), whole([5, 0]), whole([5, 0])];
    AssemblyProof::Rests { friction: FrictionUse::Given, load: weights(), forces }
}

/// A push of 6 N at the middle of the upper block is more than its friction.
fn sliding() -> AssemblyProof<PlanarContact> {
    let load = vec![whole([0, 0, -10]), whole([0, 6, -10])];
    // The upper block lifts by half of what it slides.
    let twists = vec![whole([0, 0, 0]), whole([0, 2, 1])];
    AssemblyProof::Falls { friction: FrictionUse::Given, load, twists, resistance: vec![] }
}

#[test]
fn a_stack_rests_on_forces_that_balance_every_block() {
    assert!(stack().check(resting()).is_ok());
}

#[test]
fn a_push_beyond_friction_slides_the_upper_block() {
    assert!(stack().check(sliding()).is_ok());
    let AssemblyProof::Falls { friction, mut load, twists, resistance } = sliding() else { unreachable!() };
    // Five newtons are just not enough.
    load[1] = whole([0, 5, -10]);
    assert!(stack().check(AssemblyProof::Falls { friction, load, twists, resistance }).is_err());
}

#[test]
fn every_changed_number_of_a_balance_is_refused() {
    let mut text: serde_json::Value = serde_json::to_value(resting()).unwrap();
    let mut refused = 0;
    for index in 0..4 {
        for part in 0..2 {
            let place = format!("/rests/forces/{index}/{part}");
            let before = text.pointer(&place).unwrap().clone();
            for other in ["-1", "7", "1/3"] {
                *text.pointer_mut(&place).unwrap() = other.into();
                let proof: AssemblyProof<PlanarContact> = serde_json::from_value(text.clone()).unwrap();
                assert!(stack().check(proof).is_err(), "{place} {other}");
                refused += 1;
            }
            *text.pointer_mut(&place).unwrap() = before;
        }
    }
    assert_eq!(refused, 24);
}

#[test]
fn a_motion_that_a_contact_resists_is_no_collapse() {
    for twist in [[0, 2, 0], [0, 3, 1], [1, 0, 0], [0, 2, -1]] {
        let AssemblyProof::Falls { friction, load, mut twists, resistance } = sliding() else {
            unreachable!()
        };
        twists[1] = whole(twist);
        let proof = AssemblyProof::Falls { friction, load, twists, resistance };
        assert!(stack().check(proof).is_err(), "{twist:?}");
    }
}

#[test]
fn a_body_moves_only_in_its_freedoms_and_is_balanced_only_there() {
    let mut guided = stack();
    guided.bodies[1].freedoms = Some(vec![true, false, true]);
    // On rails along y the push is somebody else's affair.
    let load = vec![whole([0, 0, -10]), whole([0, 60, -10])];
    let AssemblyProof::Rests { friction, forces, .. } = resting() else { unreachable!() };
    assert!(guided.check(AssemblyProof::Rests { friction, load, forces }).is_ok());
    assert!(guided.check(sliding()).is_err());
}

#[test]
fn limits_take_up_work_and_bound_forces() {
    let mut weak = stack();
    weak.contacts[0].touch.most = Some(Rational::from(8));
    assert!(weak.check(resting()).is_err());
    // The lower block sinks at "a" and turns about "b": 20 N sink by one, and 8 N · 2 resist.
    let fall = |resistance: Vec<Rational>| AssemblyProof::Falls {
        friction: FrictionUse::None,
        load: weights(),
        twists: vec![[Rational::from(1), Rational::from(1), Rational::from(-1)], whole([1, 3, -1])],
        resistance,
    };
    let zeros = vec![Rational::zero(); 4];
    let enough = [vec![Rational::from(2)], zeros[1..].to_vec()].concat();
    assert!(weak.check(fall(enough)).is_ok());
    let too_little = [vec![Rational::from(1)], zeros[1..].to_vec()].concat();
    assert!(weak.check(fall(too_little)).is_err());
    assert!(weak.check(fall(vec![])).is_err());
}

#[test]
fn a_half_space_holds_every_load_that_stands() {
    let push = vec![whole([0, 0, 0]), whole([0, 1, 0])];
    let bounds = |bound: i64, normal: i64| AssemblyProof::Bounds {
        taken: Vec::new(),
        friction: FrictionUse::Given,
        load: weights(),
        directions: vec![push.clone()],
        normal: vec![Rational::from(normal)],
        bound: Rational::from(bound),
        twists: vec![whole([0, 0, 0]), whole([0, 2, 1])],
        resistance: vec![],
    };
    assert!(stack().check(bounds(10, 2)).is_ok());
    assert!(stack().check(bounds(9, 2)).is_err());
    assert!(stack().check(bounds(10, 3)).is_err());
}

#[test]
fn what_is_spared_takes_from_limits_and_a_bound_counts_it() {
    // "a" bears at most 12 N less s, while s newtons push up at "b".  Both blocks sink at "a" and turn about
    // "b": 20 N sink by one, the push at "b" does nothing, and "a" takes up 2·(12 − s).  So 20 ≤ 24 − 2s.
    let mut weak = stack();
    weak.contacts[0].touch.most = Some(Rational::from(12));
    let lift = vec![whole([1, 0, 1]), whole([0, 0, 0])];
    let zeros = vec![Rational::zero(); 4];
    let bounds = |taken: i64, normal: i64, bound: i64| AssemblyProof::Bounds {
        friction: FrictionUse::None,
        load: weights(),
        directions: vec![lift.clone()],
        taken: vec![[vec![Rational::from(taken)], zeros[1..].to_vec()].concat()],
        normal: vec![Rational::from(normal)],
        bound: Rational::from(bound),
        twists: vec![whole([1, 1, -1]), whole([1, 3, -1])],
        resistance: [vec![Rational::from(2)], zeros[1..].to_vec()].concat(),
    };
    assert!(weak.check(bounds(1, 2, 4)).is_ok());
    for (taken, normal, bound) in [(1, 3, 4), (1, 2, 3), (0, 2, 4), (2, 2, 4)] {
        assert!(weak.check(bounds(taken, normal, bound)).is_err(), "{taken} {normal} {bound}");
    }
}

#[test]
fn the_force_of_a_contact_is_bounded_by_a_motion_against_it() {
    // Of the 10 N on "c" and "d" neither bears more than 5 where nothing rubs: turn the upper block about "d"
    // until "c" rises by one, and its weight by a half.
    let bound = |bound: Rational, contact: usize, turn: Rational| AssemblyProof::ForceAtLeast {
        friction: FrictionUse::None,
        load: weights(),
        contact,
        direction: whole([0, -1]),
        bound,
        twists: vec![whole([0, 0, 0]), [-&turn, Rational::zero(), turn]],
        resistance: vec![],
    };
    let half = Rational::new(1, 2);
    assert!(stack().check(bound(Rational::from(-5), 2, half.clone())).is_ok());
    assert!(stack().check(bound(Rational::new(-49, 10), 2, half.clone())).is_err());
    assert!(stack().check(bound(Rational::from(-5), 3, half.clone())).is_err());
    assert!(stack().check(bound(Rational::from(-5), 9, half)).is_err());
    assert!(stack().check(bound(Rational::from(-5), 2, Rational::new(1, 3))).is_err());
}

#[test]
fn a_balance_is_exact_or_it_is_none() {
    let AssemblyProof::Rests { friction, load, forces } = resting() else { unreachable!() };
    for missing in [Rational::new(1, 100), Rational::new(1, 1_000_000_000), "1e-300".parse().unwrap()] {
        let mut forces = forces.clone();
        forces[3] = [Rational::from(5) - missing, Rational::zero()];
        let proof = AssemblyProof::Rests { friction: friction.clone(), load: load.clone(), forces };
        assert!(stack().check(proof).is_err());
    }
}

/// A block of 6 N on three points in space with round cones, μ = 3/4.
fn tripod() -> SpatialAssembly {
    let foot = |id: &str, x: i64, y: i64| AssemblyContact {
        on: None,
        against: Some(0),
        touch: SpatialContact::new(id, whole([x, y, 0]), whole([0, 0, -2]), Rational::new(3, 4)),
    };
    let contacts = vec![foot("a", 2, 0), foot("b", -1, 1), foot("c", -1, -1)];
    SpatialAssembly { bodies: vec![AssemblyBody::new("block", whole([0, 0, 1]))], contacts }
}

#[test]
fn a_round_cone_is_compared_by_squares_and_seen_from_either_side() {
    // The normals point into what does not move, so the forces of the proof are those on the ground.
    let rests = |x: i64, y: i64, load: [i64; 6]| AssemblyProof::Rests {
        friction: FrictionUse::Given,
        load: vec![whole(load)],
        forces: [[0, 0, -4], [0, 0, -4], [0, 0, -4]]
            .into_iter()
            .enumerate()
            .map(|(index, [_, _, z])| Push::Force {
                force: if index == 0 { whole([x, y, z]) } else { whole([0, 0, z]) },
                spin: Rational::zero(),
            })
            .collect(),
    };
    assert!(tripod().check(rests(0, 0, [0, 0, 0, 0, 0, -12])).is_ok());
    // (9/5, 12/5, 4) is on the cone of 3/4: 3-4-5.  On the block it is a push of −(x, y) at (2, 0, 0).
    let sideways = |scale: i64| {
        let (x, y) = (-9 * scale, -12 * scale);
        let force = [Rational::new(x, 5), Rational::new(y, 5), Rational::from(-4)];
        // The moment about the centre of (2, 0, −1) × (9/5, 12/5, ·): (12/5, −9/5, 24/5).
        let load = [-12 * scale, 9 * scale, -24 * scale, x, y].map(|entry| Rational::new(entry, 5));
        let [a, b, c, fx, fy] = load;
        let plain = Push::Force { force: whole([0, 0, -4]), spin: Rational::zero() };
        AssemblyProof::Rests {
            friction: FrictionUse::Given,
            load: vec![[a, b, c, fx, fy, Rational::from(-12)]],
            forces: vec![Push::Force { force, spin: Rational::zero() }, plain.clone(), plain],
        }
    };
    let outcome = tripod().check(sideways(1));
    assert!(outcome.is_ok(), "{:?}", outcome.err());
    assert!(tripod().check(sideways(2)).is_err());
}
