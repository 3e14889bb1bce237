//! Two fingers: closure and the least friction by Nguyen's criterion.
//!
//! The line between the fingers lies strictly inside both friction cones, or strictly inside both cones turned round:
//! fingers that push outwards hold a ring as well as those that squeeze a bar [MR 12.2.3.1], ERRATA 3.

use crate::grasps::*;
use proptest::prelude::*;
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Rational};
use stiction_scene::Threshold;
use stiction_statics::closure::least_friction;

/// How far along the normal and how far across a direction goes.
fn parts(contact: &PlanarContact, way: &[Rational; 2]) -> [Rational; 2] {
    [dot(&contact.normal, way), dot(&turned(&contact.normal), way).abs()]
}

fn sees(contact: &PlanarContact, way: &[Rational; 2]) -> bool {
    let [along, across] = parts(contact, way);
    along.is_positive() && across < &contact.friction * &along
}

fn ways(problem: &PlanarProblem) -> [[Rational; 2]; 2] {
    let [one, other] = &problem.contacts[..] else { panic!("two fingers") };
    let there = plus(&other.point, &times(&one.point, &Rational::from(-1)));
    let back = times(&there, &Rational::from(-1));
    [there, back]
}

fn nguyen(problem: &PlanarProblem) -> bool {
    let [there, back] = ways(problem);
    let [one, other] = &problem.contacts[..] else { panic!("two fingers") };
    sees(one, &there) && sees(other, &back) || sees(one, &back) && sees(other, &there)
}

/// The coefficient that both lines of sight need, if any does.
fn needed(problem: &PlanarProblem) -> Option<Rational> {
    let [there, back] = ways(problem);
    let [one, other] = &problem.contacts[..] else { panic!("two fingers") };
    [(&there, &back), (&back, &there)].into_iter().find_map(|(first, second)| {
        let ([a, b], [c, d]) = (parts(one, first), parts(other, second));
        let seen = a.is_positive() && c.is_positive();
        seen.then(|| b.checked_div(&a).unwrap().max(d.checked_div(&c).unwrap()))
    })
}

/// Two fingers that often see each other.
fn pair_of_fingers() -> impl Strategy<Value = PlanarProblem> {
    let facing = (point(), normal(), -2..=2_i64, -2..=2_i64, friction(), friction(), any::<bool>());
    let facing = facing.prop_map(|(at, way, aside, beside, mu, nu, outwards)| {
        let sign = Rational::from(if outwards { -1 } else { 1 });
        let tilted =
            |way: &[Rational; 2], by: i64| times(&plus(way, &times(&turned(way), &fraction(by, 4))), &sign);
        let back = times(&way, &Rational::from(-1));
        grasp_of(vec![
            touch(at.clone(), tilted(&way, aside), mu),
            touch(plus(&at, &way), tilted(&back, beside), nu),
        ])
    });
    prop_oneof![1 => grasp(2..=2), 3 => facing]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn two_fingers_close_when_they_see_each_other_or_both_look_away(grasp in pair_of_fingers()) {
        prop_assert_eq!(closes(&grasp, FrictionUse::Given), nguyen(&grasp));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_least_friction_of_two_fingers_is_the_steeper_of_two_slopes(grasp in pair_of_fingers()) {
        let rough = each(&grasp, |_, contact| contact.friction = Rational::one());
        let smooth = each(&grasp, |_, contact| contact.friction = Rational::zero());
        for grasp in [rough, smooth] {
            match (least_friction(&grasp).unwrap(), needed(&grasp)) {
                (Threshold::Between(bracket), Some(needed)) => {
                    prop_assert!(bracket.lower.0 <= needed && needed <= bracket.upper.0);
                    // Between fractions as short as these the ends meet.
                    let short = needed.denominator() < &1_000_000_u64.into() && needed < Rational::from(1000);
                    prop_assert!(bracket.is_exact() || !short, "{:?}", bracket);
                }
                (Threshold::Never(_), None) => {}
                (found, needed) => prop_assert!(false, "{:?} but {:?}", found, needed),
            }
        }
    }

    #[test]
    fn one_smooth_finger_of_two_is_one_too_many(grasp in pair_of_fingers()) {
        let mut grasp = each(&grasp, |_, contact| contact.friction = Rational::one());
        grasp.contacts[1].friction = Rational::zero();
        let never = matches!(least_friction(&grasp).unwrap(), Threshold::Never(_));
        prop_assert!(never);
    }
}
