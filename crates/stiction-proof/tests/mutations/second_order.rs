//! Immobility by curvature: every equilibrium, every direction and every curvature carries weight.

use super::examples::*;
use stiction_proof::{Blocked, Curvature, PlanarContact, PlanarProblem, Proof, Rational, Refusal, Spoke};

fn exactly(bend: Rational) -> Curvature {
    Curvature::Exactly(bend)
}

/// A point finger on an outline that bends so much.
fn finger(id: &str, point: [i64; 2], normal: [i64; 2], bend: Rational) -> PlanarContact {
    PlanarContact::new(id, numbers(point), numbers(normal), Rational::zero())
        .with_curvature(exactly(bend), Curvature::Vertex)
}

/// Two point fingers on one line: below in a hollow of radius 1, above on an outline of curvature `above`.
pub fn pinch(above: Rational) -> PlanarProblem {
    let below = finger("below", [0, -1], [0, 1], fraction(-1, 1));
    PlanarProblem::new(numbers([0, 0]), vec![below, finger("above", [0, 1], [0, -1], above)])
}

fn spoke(twist: [i64; 3], blocked: Blocked) -> Spoke {
    Spoke { twist: numbers(twist), blocked }
}

/// Turns about points of the line x = 0 and sliding across it, all the way round.
fn around() -> Vec<Spoke> {
    let by = || Blocked::Equilibrium(0);
    vec![
        spoke([1, 0, 0], by()),
        spoke([1, 1, 0], by()),
        spoke([-1, 1, 0], by()),
        spoke([-1, -1, 0], by()),
        spoke([1, -2, 0], by()),
    ]
}

pub fn pinched() -> (PlanarProblem, Proof) {
    let equilibria = vec![numbers([1, 1]).to_vec()];
    (pinch(Rational::zero()), Proof::Immobile { equilibria, fan: around() })
}

/// Three point fingers on straight edges, their lines through the origin; `bend` is the curvature of the lowest edge.
pub fn three(bend: Rational) -> PlanarProblem {
    let flat = Rational::zero;
    PlanarProblem::new(
        numbers([0, 0]),
        vec![
            finger("below", [0, -3], [0, 6], bend),
            finger("right", [4, 3], [-4, -3], flat()),
            finger("left", [-4, 3], [4, -3], flat()),
        ],
    )
}

pub fn turned_both_ways() -> (PlanarProblem, Proof) {
    let fan = vec![spoke([1, 0, 0], Blocked::Equilibrium(0)), spoke([-1, 0, 0], Blocked::Equilibrium(0))];
    (three(Rational::zero()), Proof::Immobile { equilibria: vec![numbers([1, 1, 1]).to_vec()], fan })
}

/// Bent so strongly that a turn about the origin opens all gaps: `h` is 306, −25 and −25.
pub fn leaving() -> (PlanarProblem, Proof) {
    let acceleration = numbers([0, 0, -10]);
    (three(fraction(1, 1)), Proof::Mobile { twist: numbers([1, 0, 0]), acceleration })
}

/// A bar of straight edges between two point fingers slides.
pub fn sliding() -> (PlanarProblem, Proof) {
    let mut bar = pinch(Rational::zero());
    let straight = || Some([Curvature::Arc(Rational::zero()), Curvature::Vertex]);
    bar.contacts.iter_mut().for_each(|contact| contact.curvature = straight());
    (bar, Proof::Glides { twist: numbers([0, 1, 0]) })
}

fn parts((_, proof): &(PlanarProblem, Proof)) -> (Vec<Vec<Rational>>, Vec<Spoke>) {
    match proof {
        Proof::Immobile { equilibria, fan } => (equilibria.clone(), fan.clone()),
        _ => panic!("{proof:?} is of something else"),
    }
}

fn immobile(equilibria: Vec<Vec<Rational>>, fan: Vec<Spoke>) -> Proof {
    Proof::Immobile { equilibria, fan }
}

#[test]
fn the_true_proofs_are_accepted() {
    for (problem, proof) in [pinched(), turned_both_ways(), leaving(), sliding()] {
        assert_eq!(refusal(&problem, proof), None);
    }
}

#[test]
fn a_fan_with_a_gap_or_a_turn_back_is_none() {
    let (problem, _) = pinched();
    let (equilibria, fan) = parts(&pinched());
    for index in 0..fan.len() {
        let mut reversed = fan.clone();
        reversed[index].twist = reversed[index].twist.clone().map(|entry| -entry);
        assert!(matches!(refusal(&problem, immobile(equilibria.clone(), reversed)), Some(Refusal::Fan(_))));
        let mut resting = fan.clone();
        resting[index].twist = Default::default();
        assert_eq!(refusal(&problem, immobile(equilibria.clone(), resting)), Some(Refusal::NoMotion));
        let mut aside = fan.clone();
        aside[index].twist[2] += tiny();
        assert_eq!(refusal(&problem, immobile(equilibria.clone(), aside)), Some(Refusal::Fan(index)));
        let mut twice = fan.clone();
        twice.insert(index, fan[index].clone());
        assert!(matches!(refusal(&problem, immobile(equilibria.clone(), twice)), Some(Refusal::Fan(_))));
    }
    for few in 0..3 {
        let some = fan[..few].to_vec();
        assert!(matches!(refusal(&problem, immobile(equilibria.clone(), some)), Some(Refusal::Fan(_))));
    }
    // Half of the plane only.
    let half = vec![fan[0].clone(), fan[1].clone(), fan[2].clone()];
    assert!(matches!(refusal(&problem, immobile(equilibria, half)), Some(Refusal::Fan(_))));
}

#[test]
fn the_opposite_fan_is_as_good() {
    let (equilibria, mut fan) = parts(&pinched());
    fan.reverse();
    assert_eq!(refusal(&pinched().0, immobile(equilibria, fan)), None);
}

#[test]
fn what_blocks_must_be_there_and_block() {
    for (problem, proof) in [pinched(), turned_both_ways()] {
        let (equilibria, fan) = parts(&(problem.clone(), proof));
        let wrong =
            [Blocked::Equilibrium(1), Blocked::Contact("below".into()), Blocked::Contact("nobody".into())];
        for index in 0..fan.len() {
            for blocked in wrong.clone() {
                let mut changed = fan.clone();
                changed[index].blocked = blocked;
                assert_eq!(
                    refusal(&problem, immobile(equilibria.clone(), changed)),
                    Some(Refusal::Fan(index))
                );
            }
        }
    }
}

#[test]
fn an_equilibrium_presses_balances_and_knows_its_curvatures() {
    for (mut problem, proof) in [pinched(), turned_both_ways()] {
        let (equilibria, fan) = parts(&(problem.clone(), proof));
        for index in 0..problem.contacts.len() {
            let mut nudged = equilibria.clone();
            nudged[0][index] += tiny();
            assert!(matches!(refusal(&problem, immobile(nudged, fan.clone())), Some(Refusal::Unbalanced(_))));
            let mut pulling = equilibria.clone();
            pulling[0][index] = -tiny();
            assert!(matches!(refusal(&problem, immobile(pulling, fan.clone())), Some(Refusal::Cone(_))));
        }
        let none = vec![vec![Rational::zero(); problem.contacts.len()]];
        assert_eq!(refusal(&problem, immobile(none, fan.clone())), Some(Refusal::NoForce));
        let short = vec![vec![Rational::one()]];
        assert!(matches!(refusal(&problem, immobile(short, fan.clone())), Some(Refusal::Length { .. })));
        assert!(refusal(&problem, immobile(Vec::new(), fan.clone())).is_some());
        let id = problem.contacts[0].id.clone();
        problem.contacts[0].curvature = None;
        assert_eq!(refusal(&problem, immobile(equilibria, fan)), Some(Refusal::Curvature(id)));
    }
}

#[test]
fn a_line_is_blocked_both_ways() {
    let (problem, _) = turned_both_ways();
    let (equilibria, fan) = parts(&turned_both_ways());
    for wrong in [vec![fan[0].clone(); 2], fan[..1].to_vec(), [&fan[..], &fan[..1]].concat(), Vec::new()] {
        assert!(matches!(refusal(&problem, immobile(equilibria.clone(), wrong)), Some(Refusal::Fan(_))));
    }
}

#[test]
fn exactly_on_the_boundary_nothing_is_blocked_and_nothing_opens() {
    // Of the lowest edge κτ² + 2wτ − w²·n·p is κ·18² − 18 with τ = −18; the two others give −25 each.
    let boundary = Rational::new(68, 324);
    let (_, held) = turned_both_ways();
    assert_eq!(refusal(&three(&boundary - tiny()), held.clone()), None);
    for bend in [boundary.clone(), &boundary + tiny()] {
        assert_eq!(refusal(&three(bend), held.clone()), Some(Refusal::Fan(0)));
    }
    // (0, 0, a) adds 6a below and −3a on either side: all three open only above the boundary, just below a = −25/3.
    let just = |bend: Rational, upward: Rational| {
        let acceleration = [Rational::zero(), Rational::zero(), upward];
        refusal(&three(bend), Proof::Mobile { twist: numbers([1, 0, 0]), acceleration })
    };
    let third = Rational::new(-25, 3);
    assert_eq!(just(&boundary + tiny(), &third - tiny() * tiny()), None);
    assert!(matches!(just(&boundary + tiny(), third.clone()), Some(Refusal::Resists(_))));
    assert!(matches!(just(boundary.clone(), &third - tiny() * tiny()), Some(Refusal::Resists(_))));
    assert!(matches!(just(&boundary - tiny(), third), Some(Refusal::Resists(_))));
}

#[test]
fn a_motion_away_must_open_what_it_keeps_and_not_push_the_rest() {
    let (mut problem, proof) = leaving();
    let Proof::Mobile { twist, acceleration } = proof else { panic!("of something else") };
    let refused = |twist: [Rational; 3], acceleration: [Rational; 3]| {
        refusal(&problem, Proof::Mobile { twist, acceleration })
    };
    assert_eq!(refused(Default::default(), acceleration.clone()), Some(Refusal::NoMotion));
    assert!(matches!(refused(twist.clone(), Default::default()), Some(Refusal::Resists(_))));
    for entry in 0..3 {
        for by in [tiny(), -tiny()] {
            let mut aside = twist.clone();
            aside[entry] += by;
            // Faster or slower about the same centre is the same motion.
            assert_eq!(refused(aside, acceleration.clone()).is_none(), entry == 0);
        }
    }
    problem.contacts[1].curvature = None;
    let unknown = refusal(&problem, Proof::Mobile { twist, acceleration });
    assert_eq!(unknown, Some(Refusal::Curvature("right".into())));
}

#[test]
fn only_a_known_arc_moves_in_itself() {
    let (bar, proof) = sliding();
    for bend in [exactly(Rational::zero()), Curvature::Arc(tiny()), Curvature::Between([-tiny(), tiny()])] {
        for index in 0..2 {
            let mut other = bar.clone();
            other.contacts[index].curvature = Some([bend.clone(), Curvature::Vertex]);
            assert!(matches!(refusal(&other, proof.clone()), Some(Refusal::Resists(_))), "{bend:?}");
        }
    }
    for twist in [[1, 0, 0], [0, 1, 1], [1, 1, 0]] {
        assert!(matches!(refusal(&bar, Proof::Glides { twist: numbers(twist) }), Some(Refusal::Resists(_))));
    }
    assert_eq!(refusal(&bar, Proof::Glides { twist: Default::default() }), Some(Refusal::NoMotion));
}

#[test]
fn bounds_of_a_curvature_count_against_the_proof() {
    let with = |below: Curvature, problem: PlanarProblem| {
        let mut problem = problem;
        problem.contacts[0].curvature = Some([below, Curvature::Vertex]);
        problem
    };
    let boundary = Rational::new(68, 324);
    let (_, held) = turned_both_ways();
    let about = |lower: Rational, upper: Rational| Curvature::Between([lower, upper]);
    let (below, above) = (&boundary - tiny(), &boundary + tiny());
    assert_eq!(
        refusal(&with(about(Rational::zero(), below.clone()), three(Rational::zero())), held.clone()),
        None
    );
    let doubtful = with(about(below, above), three(Rational::zero()));
    assert_eq!(refusal(&doubtful, held), Some(Refusal::Fan(0)));
    let (_, away) = leaving();
    assert!(matches!(refusal(&doubtful, away), Some(Refusal::Resists(_))));
}

#[test]
fn outlines_that_would_overlap_are_no_contact() {
    let (mut problem, proof) = pinched();
    for pair in [
        [Curvature::Vertex, Curvature::Vertex],
        [exactly(Rational::one()), exactly(fraction(-1, 1))],
        [Curvature::Between([Rational::one(), Rational::zero()]), Curvature::Vertex],
        [Curvature::Between([fraction(-1, 1), Rational::one()]), exactly(Rational::one())],
    ] {
        problem.contacts[0].curvature = Some(pair);
        assert_eq!(refusal(&problem, proof.clone()), Some(Refusal::Contact("below".into())));
    }
}
