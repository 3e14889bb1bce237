//! Motions in space that a contact resists, however little, or that are none.

use super::definitions::{dot, inside};
use super::examples::*;
use crate::mutations::examples::{fraction, half, numbers, tiny};
use stiction_proof::{FrictionUse, Generator, Rational, Refusal, SpatialProblem, SpatialProof};

fn resists(id: &str) -> Option<Refusal> {
    Some(Refusal::Resists(id.into()))
}

fn open(twist: [Rational; 6]) -> SpatialProof {
    SpatialProof::Open { friction: FrictionUse::Given, without: vec![], twist }
}

/// Every proof by a motion.
fn each_by_twist(visit: impl Fn(&SpatialProblem, &SpatialProof)) {
    let mut seen = 0;
    for (problem, mut proof) in all() {
        if proof.twist_mut().is_some() {
            visit(&problem, &proof);
            seen += 1;
        }
    }
    assert_eq!(seen, 5 * 4);
}

fn with(proof: &SpatialProof, change: impl FnOnce(&mut [Rational; 6])) -> SpatialProof {
    let mut proof = proof.clone();
    change(proof.twist_mut().unwrap());
    proof
}

#[test]
fn standing_still_is_no_motion() {
    each_by_twist(|problem, proof| {
        assert_eq!(refusal(problem, with(proof, |twist| *twist = numbers([0; 6]))), Some(Refusal::NoMotion));
    });
}

#[test]
fn a_motion_has_a_direction_but_no_size() {
    each_by_twist(|problem, proof| {
        let times =
            |factor: &Rational| with(proof, |twist| *twist = twist.clone().map(|entry| entry * factor));
        assert_eq!(refusal(problem, times(&tiny())), None);
        assert_eq!(refusal(problem, times(&fraction(1_000_000, 7))), None);
        // Backwards it presses, except for one that keeps all its contacts.
        let keeps = matches!(proof, SpatialProof::NeverClosed { .. });
        assert_eq!(refusal(problem, times(&Rational::from(-1))).is_none(), keeps, "{proof:?}");
    });
}

/// A twist that goes up by so much, besides what else it does.
fn rising([a, b, c, x, y]: [i64; 5], up: Rational) -> [Rational; 6] {
    let mut twist = numbers([a, b, c, x, y, 0]);
    twist[5] = up;
    twist
}

#[test]
fn a_motion_that_one_contact_resists_by_next_to_nothing_is_no_escape() {
    for kind in KINDS {
        // Up a little less than it slides to the side, times friction.
        let slide = |up: Rational| rising([0, 0, 0, 2, 0], up);
        assert_eq!(refusal(&foot(kind), open(slide(Rational::one()))), None);
        assert_eq!(refusal(&foot(kind), open(slide(Rational::one() - tiny()))), resists("foot"), "{kind:?}");
        let breaks = |up| SpatialProof::Breaks { friction: FrictionUse::Given, twist: slide(up) };
        assert_eq!(refusal(&foot(kind), breaks(Rational::one() + tiny())), None);
        assert_eq!(refusal(&foot(kind), breaks(Rational::one())), resists("foot"), "{kind:?}");
        // The bar's escape grazes both fingers.
        let up_to = |mu, turn: Rational| {
            let mut twist = [0, 0, 2, 1, 0, 0].map(|entry| fraction(entry, 2));
            twist[2] = turn;
            SpatialProof::OpenUpTo { mu, twist }
        };
        assert_eq!(refusal(&bar(kind, 1), up_to(half(), Rational::one())), None);
        assert_eq!(refusal(&bar(kind, 1), up_to(half() + tiny(), Rational::one())), resists("left"));
        assert_eq!(refusal(&bar(kind, 1), up_to(half(), Rational::one() + tiny())), resists("left"));
        assert_eq!(refusal(&bar(kind, 1), up_to(half(), Rational::one() - tiny())), resists("right"));
        assert_eq!(refusal(&bar(kind, 1), up_to(-tiny(), Rational::one())), Some(Refusal::Bound));
    }
}

#[test]
fn a_soft_contact_resists_spinning_on_the_spot() {
    let spin = numbers([0, 0, 1, 0, 0, 0]);
    for kind in [Kind::Round, Kind::Pyramid] {
        assert_eq!(refusal(&foot(kind), open(spin.clone())), None);
        assert_eq!(refusal(&foot(kind), SpatialProof::NeverClosed { twist: spin.clone() }), None);
    }
    for kind in [Kind::Soft, Kind::SoftPyramid] {
        assert_eq!(refusal(&foot(kind), open(spin.clone())), resists("foot"));
        assert_eq!(refusal(&foot(kind), SpatialProof::NeverClosed { twist: spin.clone() }), resists("foot"));
        // Lifting by γ = 1/3 of the spin is enough, and less is not; strictly it has to be more.
        let lift = |up: Rational| {
            let mut twist = spin.clone();
            twist[5] = up;
            twist
        };
        let breaks = |up| SpatialProof::Breaks { friction: FrictionUse::Given, twist: lift(up) };
        assert_eq!(refusal(&foot(kind), open(lift(third()))), None);
        assert_eq!(refusal(&foot(kind), open(lift(third() - tiny()))), resists("foot"));
        assert_eq!(refusal(&foot(kind), breaks(third())), resists("foot"));
        assert_eq!(refusal(&foot(kind), breaks(third() + tiny())), None);
        // Without friction there is no torsion either, with a torsion of zero none.
        let smooth = SpatialProof::Open { friction: FrictionUse::None, without: vec![], twist: spin.clone() };
        assert_eq!(refusal(&foot(kind), smooth), None);
        let mut slack = foot(kind);
        slack.contacts[0].torsion = Some(Rational::zero());
        assert_eq!(refusal(&slack, open(spin.clone())), None);
    }
}

#[test]
fn unlimited_friction_allows_no_slip_at_all() {
    for kind in KINDS {
        for axis in [3, 4] {
            let mut twist = numbers([0, 0, 0, 0, 0, 1]);
            twist[axis] = tiny();
            let lie = SpatialProof::NeverClosed { twist: twist.clone() };
            assert_eq!(refusal(&foot(kind), lie.clone()), resists("foot"), "{kind:?}");
            // A contact without friction may slip, once another one has some that it shares with nobody.
            let mut two = bar(kind, 0);
            two.contacts[0] = foot(kind).contacts[0].clone();
            two.contacts[0].friction = Rational::zero();
            two.contacts[1].point = numbers([0, 0, -1]);
            two.contacts[1].normal = numbers([1, 0, 0]);
            two.contacts[1].across = None;
            two.contacts[1].torsion = None;
            let turn = SpatialProof::NeverClosed { twist: numbers([0, 0, 0, 1, 0, 0]) };
            assert_eq!(refusal(&two, turn), None, "{kind:?}");
        }
    }
}

#[test]
fn without_friction_only_pressing_is_resisted() {
    for kind in KINDS {
        let twist = |up: Rational| rising([0, 0, 0, 1, 1], up);
        for none in [FrictionUse::None, FrictionUse::Scaled(Rational::zero())] {
            let open = |up| SpatialProof::Open { friction: none.clone(), without: vec![], twist: twist(up) };
            assert_eq!(refusal(&foot(kind), open(Rational::zero())), None);
            assert_eq!(refusal(&foot(kind), open(-tiny())), resists("foot"));
        }
    }
}

#[test]
fn a_contact_that_is_left_out_resists_nothing_and_must_exist() {
    for kind in KINDS {
        let down = |ids: &[&str]| SpatialProof::Open {
            friction: FrictionUse::Given,
            without: ids.iter().map(|id| (*id).to_owned()).collect(),
            twist: numbers([0, 0, 0, 1, 0, 0]),
        };
        let straight = bar(kind, 0);
        assert_eq!(refusal(&straight, down(&[])), resists("right"));
        assert_eq!(refusal(&straight, down(&["right"])), None);
        assert_eq!(refusal(&straight, down(&["left"])), resists("right"));
        assert_eq!(refusal(&straight, down(&["right", "nobody"])), Some(Refusal::LeftOut("nobody".into())));
        assert_eq!(refusal(&straight, down(&["Right"])), Some(Refusal::LeftOut("Right".into())));
    }
}

#[test]
fn a_closed_grasp_has_no_escape_and_an_open_one_no_squeeze() {
    let directions: Vec<[Rational; 6]> = (0..729)
        .map(|code: i64| std::array::from_fn(|i| Rational::from(code / 3_i64.pow(i as u32) % 3 - 1)))
        .filter(|twist: &[Rational; 6]| twist.iter().any(|entry| !entry.is_zero()))
        .collect();
    for (problem, proof) in all() {
        if matches!(proof, SpatialProof::Closed { .. }) {
            for twist in &directions {
                let why = refusal(&problem, open(twist.clone()));
                assert!(matches!(why, Some(Refusal::Resists(_))), "{proof:?} against {twist:?}");
            }
        }
        if matches!(proof, SpatialProof::Touching { .. }) {
            for twist in &directions {
                let breaks = SpatialProof::Breaks { friction: FrictionUse::Given, twist: twist.clone() };
                assert!(matches!(refusal(&problem, breaks), Some(Refusal::Resists(_))));
            }
        }
    }
}

#[test]
fn no_force_of_a_cone_does_negative_work_on_an_accepted_motion() {
    let grid = || (0..125).map(|code: i64| [code % 5 - 2, code / 5 % 5 - 2, code / 25 - 2]);
    let mut tried = 0;
    for kind in KINDS {
        let problem = foot(kind);
        let contact = &problem.contacts[0];
        let cone = &problem.coefficients(&FrictionUse::Given)[0];
        for (turn, slide) in grid().flat_map(|slide| [-1, 0, 1, 2].map(|turn| (turn, slide))) {
            let twist = numbers([0, 0, turn, slide[0], slide[1], slide[2]]);
            if refusal(&problem, open(twist)).is_some() {
                continue;
            }
            for (force, spin) in grid().flat_map(|force| [-2, -1, 0, 1, 2].map(|spin| (force, spin))) {
                let push = Generator { force: numbers(force), spin: fraction(spin, 3) };
                if inside(contact, cone, &push, false) {
                    let work = dot(&push.force, &numbers(slide)) + &push.spin * &Rational::from(turn);
                    assert!(!work.is_negative(), "{kind:?}: {push:?} on {turn} {slide:?}");
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}
