//! Bounds of what balances a load, in the plane and in space: each is as tight as it can be, and a little
//! more is refused.

use super::examples::*;
use stiction_proof::{
    AssemblyProof, FrictionUse, PlanarContact, Push, Rational, Refusal, SpatialContact, SpatialProblem,
    Verified,
};

type SpatialProof = AssemblyProof<SpatialContact>;

const GIVEN: FrictionUse = FrictionUse::Given;

fn total(
    load: [i64; 3],
    weights: Vec<Rational>,
    bound: Rational,
    twist: [Rational; 3],
) -> AssemblyProof<PlanarContact> {
    resisted(load, weights, bound, twist, Vec::new())
}

fn resisted(
    load: [i64; 3],
    weights: Vec<Rational>,
    bound: Rational,
    twist: [Rational; 3],
    resistance: Vec<Rational>,
) -> AssemblyProof<PlanarContact> {
    let (load, twists) = (vec![numbers(load)], vec![twist]);
    AssemblyProof::AtLeast { friction: GIVEN, load, weights, bound, twists, resistance }
}

#[test]
fn two_feet_press_with_the_weight_in_all_and_not_a_hair_more_is_proved() {
    let falls = || numbers([0, 0, -1]);
    let ones = || vec![Rational::one(); 2];
    let bound = |by: Rational| total([0, 0, -10], ones(), Rational::from(10) + by, falls());
    assert_eq!(refusal(&table(None), bound(Rational::zero())), None);
    assert_eq!(refusal(&table(None), bound(-tiny())), None);
    assert_eq!(refusal(&table(None), bound(tiny())), Some(Refusal::NoWork));
    // Less weight on one foot, and that foot resists more than its weight.
    let lighter = vec![Rational::one(), Rational::one() - tiny()];
    let proof = total([0, 0, -10], lighter, Rational::from(10), falls());
    assert_eq!(refusal(&table(None), proof), Some(Refusal::Resists("right".into())));
    let faster = [Rational::zero(), Rational::zero(), -Rational::one() - tiny()];
    let proof = total([0, 0, -10], ones(), Rational::from(10), faster);
    assert_eq!(refusal(&table(None), proof), Some(Refusal::Resists("left".into())));
    for count in [0, 1, 3] {
        let proof = total([0, 0, -10], vec![Rational::one(); count], Rational::zero(), falls());
        assert_eq!(refusal(&table(None), proof), Some(Refusal::Length { contacts: 2, forces: count }));
    }
}

#[test]
fn within_limits_what_a_contact_resists_beyond_its_weight_is_paid_for() {
    // Twice as fast each foot resists 2, one more than its weight: 20 − 2·3·1.
    let bound = |by: Rational| {
        let (ones, fast) = (vec![Rational::one(); 2], numbers([0, 0, -2]));
        resisted([0, 0, -10], ones.clone(), Rational::from(14) + by, fast, ones)
    };
    assert_eq!(refusal(&table(Some(3)), bound(Rational::zero())), None);
    assert_eq!(refusal(&table(Some(3)), bound(tiny())), Some(Refusal::NoWork));
    assert_eq!(refusal(&table(Some(4)), bound(Rational::zero())), Some(Refusal::NoWork));
}

/// Two fingers with μ = 1/2 on either side of a part, each limited to `most`.
fn grip(most: Option<i64>) -> SpatialProblem {
    let finger = |id: &str, x: i64| SpatialContact {
        most: most.map(Rational::from),
        ..SpatialContact::new(id, numbers([x, 0, 0]), numbers([-x, 0, 0]), half())
    };
    SpatialProblem::new(numbers([0, 0, 0]), vec![finger("left", -1), finger("right", 1)])
}

/// The same with pyramids of four edges.
fn pyramids(most: Option<i64>) -> SpatialProblem {
    let mut grip = grip(most);
    for contact in &mut grip.contacts {
        contact.across = Some([[0, 1, 0], [0, 0, 1], [0, -1, 0], [0, 0, -1]].map(numbers).to_vec());
    }
    grip
}

fn check(problem: &SpatialProblem, proof: SpatialProof) -> Option<Refusal> {
    problem.as_assembly("body").check(proof).map(Verified::into_proof).err()
}

fn weight() -> [Rational; 6] {
    numbers([0, 0, 0, 0, 0, -10])
}

fn sinks(speed: Rational) -> [Rational; 6] {
    let mut twist = numbers([0, 0, 0, 0, 0, 0]);
    twist[5] = -speed;
    twist
}

fn rests(normal: Rational, up: Rational) -> SpatialProof {
    let push = |sign: i64| Push::Force {
        force: [&normal * &Rational::from(sign), Rational::zero(), up.clone()],
        spin: Rational::zero(),
    };
    SpatialProof::Rests { friction: GIVEN, load: vec![weight()], forces: vec![push(1), push(-1)] }
}

#[test]
fn forces_on_the_edge_of_their_cones_rest_and_beyond_them_or_their_limits_do_not() {
    let (ten, five) = (Rational::from(10), Rational::from(5));
    assert_eq!(check(&grip(None), rests(ten.clone(), five.clone())), None);
    assert_eq!(check(&grip(Some(10)), rests(ten.clone(), five.clone())), None);
    let soft = rests(&ten - &tiny(), five.clone());
    assert_eq!(check(&grip(None), soft), Some(Refusal::Cone("left".into())));
    let hard = rests(&ten + &tiny(), five.clone());
    assert_eq!(check(&grip(Some(10)), hard.clone()), Some(Refusal::Limit("left".into())));
    assert_eq!(check(&grip(None), hard), None);
    assert!(matches!(check(&grip(None), rests(ten, five - tiny())), Some(Refusal::UnbalancedBody { .. })));
    let edges = |k: [i64; 4]| Push::Edges { edges: numbers(k).to_vec() };
    let pyramid =
        |k| SpatialProof::Rests { friction: GIVEN, load: vec![weight()], forces: vec![edges(k), edges(k)] };
    assert_eq!(check(&pyramids(Some(10)), pyramid([0, 10, 0, 0])), None);
    assert_eq!(check(&pyramids(Some(9)), pyramid([0, 10, 0, 0])), Some(Refusal::Limit("left".into())));
    assert!(matches!(check(&pyramids(None), pyramid([0, 9, 0, 0])), Some(Refusal::UnbalancedBody { .. })));
}

/// A proof with these resistances, of what the sinking motion shows.
type Made = fn(Vec<Rational>) -> SpatialProof;

fn falls(resistance: Vec<Rational>) -> SpatialProof {
    SpatialProof::Falls {
        friction: GIVEN,
        load: vec![weight()],
        twists: vec![sinks(Rational::from(2))],
        resistance,
    }
}

fn falls_beyond(resistance: Vec<Rational>) -> SpatialProof {
    // Nine tenths of the weight's work on the motion.
    bounded(weight(), Rational::from(20), Rational::from(18), resistance)
}

/// Multiples of a direction that do so much work on the sinking motion are bounded.
fn bounded(
    direction: [Rational; 6],
    rate: Rational,
    bound: Rational,
    resistance: Vec<Rational>,
) -> SpatialProof {
    SpatialProof::Bounds {
        friction: GIVEN,
        load: vec![Default::default()],
        directions: vec![vec![direction]],
        taken: Vec::new(),
        normal: vec![rate],
        bound,
        twists: vec![sinks(Rational::from(2))],
        resistance,
    }
}

fn at_least(resistance: Vec<Rational>) -> SpatialProof {
    SpatialProof::AtLeast {
        friction: GIVEN,
        load: vec![weight()],
        weights: vec![Rational::zero(); 2],
        bound: Rational::from(2),
        twists: vec![sinks(Rational::from(2))],
        resistance,
    }
}

#[test]
fn resistances_that_are_too_small_too_many_or_negative_are_refused() {
    for make in [falls as Made, falls_beyond, at_least] {
        for problem in [grip(Some(9)), pyramids(Some(9))] {
            let one = Rational::one;
            assert_eq!(check(&problem, make(vec![one(), one()])), None);
            let less = make(vec![one(), one() - tiny()]);
            assert_eq!(check(&problem, less), Some(Refusal::Resists("right".into())));
            assert!(check(&problem, make(vec![-one(), one()])).is_some());
            let lengths = Some(Refusal::Length { contacts: 2, forces: 1 });
            assert_eq!(check(&problem, make(vec![one()])), lengths);
        }
        // Without a limit nothing may be resisted at all.
        let ones = vec![Rational::one(); 2];
        assert_eq!(check(&grip(None), make(ones)), Some(Refusal::Resists("left".into())));
    }
}

#[test]
fn a_motion_must_gain_more_than_the_contacts_take_up() {
    let ones = || vec![Rational::one(); 2];
    // At a limit of 10 the fingers just carry the weight.
    for make in [falls as Made, falls_beyond, at_least] {
        assert_eq!(check(&grip(Some(10)), make(ones())), Some(Refusal::NoWork));
        assert_eq!(check(&pyramids(Some(10)), make(ones())), Some(Refusal::NoWork));
    }
    let (rate, bound) = (Rational::from(20), Rational::from(18));
    let early = bounded(weight(), rate.clone(), &bound - &tiny(), ones());
    assert_eq!(check(&grip(Some(9)), early), Some(Refusal::NoWork));
    let up = bounded(weight().map(|entry| -entry), rate, bound, ones());
    assert_eq!(check(&grip(Some(9)), up), Some(Refusal::NoWork));
}

#[test]
fn the_least_squeeze_in_space_is_as_tight_as_in_the_plane() {
    let least = |bound: Rational, speed: Rational, weight_of_one: Rational| SpatialProof::AtLeast {
        friction: GIVEN,
        load: vec![weight()],
        weights: vec![Rational::one(), weight_of_one],
        bound,
        twists: vec![sinks(speed)],
        resistance: vec![Rational::zero(); 2],
    };
    let (twenty, two, one) = (Rational::from(20), Rational::from(2), Rational::one());
    for problem in [grip(None), pyramids(None)] {
        assert_eq!(check(&problem, least(twenty.clone(), two.clone(), one.clone())), None);
        let more = least(&twenty + &tiny(), two.clone(), one.clone());
        assert_eq!(check(&problem, more), Some(Refusal::NoWork));
        let faster = least(twenty.clone(), &two + &tiny(), one.clone());
        assert_eq!(check(&problem, faster), Some(Refusal::Resists("left".into())));
        let lighter = least(twenty.clone(), two.clone(), &one - &tiny());
        assert_eq!(check(&problem, lighter), Some(Refusal::Resists("right".into())));
    }
}

#[test]
fn proofs_about_loads_come_back_from_their_text() {
    let ones = vec![Rational::one(); 2];
    for proof in [falls(ones.clone()), falls_beyond(ones.clone()), at_least(ones), rests(half(), half())] {
        let text = serde_json::to_string(&proof).unwrap();
        assert_eq!(serde_json::from_str::<SpatialProof>(&text).unwrap(), proof);
        let more = text.replacen('{', "{\"more\":1,", 1);
        assert!(serde_json::from_str::<SpatialProof>(&more).is_err());
    }
}
