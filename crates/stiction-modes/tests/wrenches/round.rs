//! Round cones: between pyramids, and beside the room of standing, which goes another way.

use crate::wrenches::parts::Random;
use stiction_geometry::screw::Spatial;
use stiction_modes::wrenches::{Decided, Judge, RoundRest, rest_round};
use stiction_proof::wrenches::{Bounded, Fan, Part, SpatialPart, SpatialPartContact};
use stiction_proof::{Answer, FrictionUse, Rational, SpatialContact, SpatialProblem};
use stiction_statics::stand::assembly::stands;

type Vector = [Rational; 3];

fn whole(x: i64, y: i64, z: i64) -> Vector {
    [x, y, z].map(Rational::from)
}

fn mass() -> Vec<Vec<Rational>> {
    let entry = |i: usize, j: usize| Rational::from(i64::from(i == j) * if i < 3 { 2 } else { 1 });
    (0..6).map(|i| (0..6).map(|j| entry(i, j)).collect()).collect()
}

fn foot(id: usize, point: Vector, normal: Vector, friction: Rational) -> SpatialPartContact {
    SpatialPartContact {
        id: id.to_string(),
        point,
        normal,
        friction: [friction.clone(), friction],
        across: Vec::new(),
        tangents: Vec::new(),
        near: false,
    }
}

fn part(random: &mut Random) -> SpatialPart {
    let count = 2 + random.below(3) as usize;
    let contacts = (0..count).map(|id| {
        let point = whole(random.around(3), random.around(3), random.around(3));
        let normal = whole(random.around(2), random.around(2), 1 + random.below(3) as i64);
        foot(id, point, normal, Rational::new(1 + random.below(6) as i64, 4))
    });
    SpatialPart { reference: whole(0, 0, 0), mass: mass(), contacts: contacts.collect() }
}

/// The twin goes by interior points that are made exact.
#[test]
fn round_cones_balance_what_the_room_of_loads_balances() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..40 {
        let mut random = Random(seed ^ 0x50c);
        let part = part(&mut random);
        let judge = Judge::new(&part.mass).unwrap();
        let system = part.rest().unwrap();
        let contacts = part.contacts.iter().map(|contact| {
            let friction = contact.friction[0].clone();
            SpatialContact::new(&contact.id, contact.point.clone(), contact.normal.clone(), friction)
        });
        let problem = SpatialProblem::new(part.reference.clone(), contacts.collect());
        // A load that forces within the cones give, and one at random.
        let mut pushed = vec![Rational::zero(); 6];
        for contact in &part.contacts {
            let wrench = part.wrench(contact, &contact.normal);
            let push = Rational::from(random.below(4) as i64);
            pushed.iter_mut().zip(wrench).for_each(|(sum, entry)| *sum -= &(&push * &entry));
        }
        let around: Vec<Rational> = (0..6).map(|_| Rational::new(random.around(2), 3)).collect();
        let mixed: Vec<Rational> = pushed.iter().zip(&around).map(|(a, b)| a + b).collect();
        for load in [mixed, around] {
            let Some(decided) = judge.decide_round(&system, &load) else { continue };
            decided.check(&system, &load).unwrap();
            let six: [Rational; 6] = load.clone().try_into().unwrap();
            let stands =
                stands::<Spatial>(&problem.as_assembly("part"), &[six], &FrictionUse::Given).unwrap();
            match (&decided, stands.answer()) {
                (Decided::Consistent(_), Answer::Yes) => yes += 1,
                (Decided::Excluded(_), Answer::No) => no += 1,
                (_, Answer::Undecided) => {}
                (decided, answer) => panic!("{seed} {decided:?} {answer:?}"),
            }
        }
    }
    assert!(yes > 10 && no > 20, "{yes} {no}");
}

/// What a pyramid inside bears the round cone bears, and what it bears the pyramid around it bears.
#[test]
fn a_round_cone_is_between_its_pyramids() {
    let normal = whole(0, 0, 1);
    let across = |reach: Rational| {
        [[1, 0], [0, 1], [-1, 0], [0, -1]]
            .map(|[x, y]| [&reach * &Rational::from(x), &reach * &Rational::from(y), Rational::zero()])
            .to_vec()
    };
    let place = [[0, 0], [3, 0], [0, 3]];
    let build = |across: Vec<Vector>| {
        let feet = place.iter().enumerate().map(|(id, [x, y])| {
            let mut one = foot(id, whole(*x, *y, 0), normal.clone(), Rational::new(1, 2));
            one.across.clone_from(&across);
            one
        });
        SpatialPart { reference: whole(1, 1, 1), mass: mass(), contacts: feet.collect() }
    };
    let (inner, round, outer) =
        (build(across(Rational::one())), build(Vec::new()), build(across(Rational::new(3, 2))));
    let judge = Judge::new(&mass()).unwrap();
    let bears = |part: &SpatialPart, load: &[Rational]| {
        let system = part.rest().unwrap();
        judge.decide_round(&system, load).map(|decided| matches!(decided, Decided::Consistent(_)))
    };
    let mut between = 0;
    for seed in 0..40 {
        let mut random = Random(seed ^ 0xb0d);
        let mut load: Vec<Rational> = (0..6).map(|_| Rational::from(random.around(3))).collect();
        load[5] = Rational::from(-6);
        let [inside, middle, outside] = [&inner, &round, &outer].map(|part| bears(part, &load));
        assert!(inside != Some(true) || middle != Some(false), "{seed}");
        assert!(middle != Some(true) || outside != Some(false), "{seed}");
        between += usize::from(inside == Some(false) && middle == Some(true));
    }
    assert!(between > 0);
}

/// On a floor a push at the height of the feet is resisted up to μ times the weight; the fans prove it as far
/// as they reach.
#[test]
fn a_table_that_is_pushed_gently_must_stay() {
    let feet = [[-1, -1], [2, -1], [-1, 2]].iter().enumerate();
    let feet = feet.map(|(id, [x, y])| foot(id, whole(*x, *y, 0), whole(0, 0, 1), Rational::new(1, 2)));
    let table = SpatialPart { reference: whole(0, 0, 0), mass: mass(), contacts: feet.collect() };
    let judge = Judge::new(&mass()).unwrap();
    let load = |push: i64| [0, 0, 0, push, 0, -10].map(Rational::from).to_vec();
    assert!(matches!(rest_round(&table, &judge, &load(0)).unwrap(), RoundRest::Stays(_)));
    let RoundRest::StaysWithin { fans, still } = rest_round(&table, &judge, &load(3)).unwrap() else {
        panic!()
    };
    still.check(&Bounded::new(&table, &fans).unwrap(), &load(3)).unwrap();
    // Under another load the proof is none, and narrower fans bound nothing.
    assert!(still.check(&Bounded::new(&table, &fans).unwrap(), &load(9)).is_err());
    let narrow: Vec<Fan> = fans.iter().map(|fan| Fan { beyond: Rational::one(), ..fan.clone() }).collect();
    assert!(Bounded::new(&table, &narrow).is_err());
    // It tips over its edge where nothing pushes it down.
    let lifted = [0, 40, 0, 0, 0, -10].map(Rational::from).to_vec();
    assert!(!matches!(
        rest_round(&table, &judge, &lifted).unwrap(),
        RoundRest::Stays(_) | RoundRest::StaysWithin { .. }
    ));
}
