//! Laws of stability, and degenerate parts.

use crate::wrenches::parts::{Random, diagonal, pair, part, touch, vector};
use stiction_geometry::cone::{Cone, OpenCone, Rows, Union};
use stiction_modes::wrenches::{Decided, Judge, Rest, Stability, rest};
use stiction_proof::Rational;
use stiction_proof::wrenches::{Part, PlanarPart, Still};

fn judge(part: &PlanarPart) -> Judge {
    Judge::new(&part.mass.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).unwrap()
}

/// The set by cones and the search by programs agree, each with its proof; and what must stay may stay.
#[test]
fn what_the_cones_say_must_stay_is_what_no_search_can_move() {
    let (mut stay, mut move_) = (0, 0);
    for seed in 0..30 {
        let mut random = Random(seed ^ 0xfeed);
        let count = 2 + random.below(2) as usize;
        let part = part(count, false, &mut random);
        let sets = Stability::of(&part).unwrap();
        let judge = judge(&part);
        let mut wrenches: Vec<Vec<Rational>> =
            (0..8).map(|_| vector(&[random.around(3), random.around(3), random.around(3)])).collect();
        for cone in sets.strong.cones().iter().take(6) {
            wrenches.push(cone.point().unwrap().into_iter().map(Rational::from).collect());
        }
        for wrench in wrenches {
            let weak = sets.weak.contains(&wrench).unwrap();
            let system = part.rest().unwrap();
            let balanced = judge.decide(&system, &wrench);
            balanced.check(&system, &wrench).unwrap();
            assert_eq!(weak, matches!(balanced, Decided::Consistent(_)));
            let strong = sets.strong.contains(&wrench).unwrap();
            match rest(&part, &judge, &wrench).unwrap() {
                Rest::Stays(still) => {
                    still.check(&part, &wrench).unwrap();
                    assert_eq!(strong, weak, "{seed} {wrench:?}");
                    stay += 1;
                }
                Rest::Moves { mode, response } => {
                    part.system(&mode).unwrap().admits(&wrench, &response).unwrap();
                    assert!(response.acceleration.iter().any(|entry| !entry.is_zero()));
                    assert!(!strong, "{seed} {wrench:?} {mode:?}");
                    move_ += 1;
                }
                Rest::Unknown => panic!("planar cones are all listed"),
            }
        }
    }
    assert!(stay > 20 && move_ > 60, "{stay} {move_}");
}

/// If the normals alone balance a load, nothing moves whatever the friction, and one case proves it.
#[test]
fn what_normal_forces_balance_must_stay_whatever_the_friction() {
    let mut tried = 0;
    for seed in 0..60 {
        let mut random = Random(seed ^ 0xbeef);
        let part = part(3, false, &mut random);
        let mut load = vector(&[0, 0, 0]);
        for contact in &part.contacts {
            let push = Rational::from(random.below(3) as i64);
            let wrench = part.wrench(contact, &contact.normal);
            load.iter_mut().zip(wrench).for_each(|(sum, entry)| *sum -= &(&push * &entry));
        }
        if load.iter().all(Rational::is_zero) {
            continue;
        }
        let Rest::Stays(still) = rest(&part, &judge(&part), &load).unwrap() else { panic!("{seed} moves") };
        assert!(matches!(still, Still::Separated(_)), "{seed}");
        still.check(&part, &load).unwrap();
        tried += 1;
    }
    assert!(tried > 40);
}

/// The weakly stable wrenches are the opposites of what the contacts exert, and hold the strongly stable ones.
#[test]
fn the_weak_set_is_the_opposite_of_the_contact_wrenches_and_holds_the_strong_set() {
    for seed in 0..25 {
        let mut random = Random(seed ^ 0xcafe);
        let part = part(3, false, &mut random);
        let sets = Stability::of(&part).unwrap();
        let mut edges = Vec::new();
        for contact in &part.contacts {
            let [x, y] = &contact.normal;
            for mu in [contact.friction[0].clone(), -&contact.friction[0]] {
                let force = [-(x - &(&mu * y)), -(y + &(&mu * x))];
                edges.push(part.wrench(contact, &force).to_vec());
            }
        }
        let weak = Cone::from_generators(&Rows::from_rationals(3, &edges).unwrap(), &Rows::none(3)).unwrap();
        assert_eq!(sets.weak, weak);
        assert!(sets.strong.difference(&Union::from(OpenCone::closed(weak))).unwrap().is_empty());
        let pieces = sets.strong.cones();
        for (at, one) in pieces.iter().enumerate() {
            assert!(pieces[..at].iter().all(|other| other.meet(one).unwrap().is_empty()), "{seed}");
        }
    }
}

/// All contacts at one point stick and still let the part turn: no moment about that point is balanced, and
/// the mode moves.
#[test]
fn contacts_at_one_point_let_the_part_turn_about_it() {
    let part = PlanarPart {
        reference: pair(0, 1),
        mass: diagonal([1, 1, 1]),
        contacts: vec![touch([0, 0], [1, 1], Rational::one()), touch([0, 0], [-1, 1], Rational::one())],
    };
    let sets = Stability::of(&part).unwrap();
    assert!(sets.moving.iter().any(|(mode, _)| mode.concat() == "nn"));
    let judge = judge(&part);
    // Straight down through the point: it stays.  Beside it: it turns.
    assert!(matches!(rest(&part, &judge, &vector(&[0, 0, -1])).unwrap(), Rest::Stays(_)));
    assert!(sets.strong.contains(&vector(&[0, 0, -1])).unwrap());
    let Rest::Moves { response, .. } = rest(&part, &judge, &vector(&[1, 0, -1])).unwrap() else { panic!() };
    assert!(!response.acceleration[0].is_zero());
}

#[test]
fn without_contacts_only_nothing_keeps_a_part_still() {
    let part = PlanarPart { reference: pair(0, 0), mass: diagonal([1, 1, 1]), contacts: Vec::new() };
    let sets = Stability::of(&part).unwrap();
    assert_eq!(sets.weak, Cone::origin(3));
    assert!(sets.strong.contains(&vector(&[0, 0, 0])).unwrap());
    assert!(!sets.strong.contains(&vector(&[0, 0, 1])).unwrap());
    assert!(matches!(rest(&part, &judge(&part), &vector(&[0, 0, 0])).unwrap(), Rest::Stays(_)));
}

/// Parallel normals without friction: a block on two feet may slide, and stays under its weight alone.
#[test]
fn a_block_on_smooth_feet_stays_under_its_weight_and_slides_under_anything_else() {
    let part = PlanarPart {
        reference: pair(0, 1),
        mass: diagonal([1, 1, 1]),
        contacts: vec![touch([-1, 0], [0, 1], Rational::zero()), touch([1, 0], [0, 1], Rational::zero())],
    };
    let sets = Stability::of(&part).unwrap();
    for (wrench, stays) in [([0, 0, -1], true), ([1, 0, -1], true), ([2, 0, -1], false), ([0, 1, -9], false)]
    {
        assert_eq!(sets.strong.contains(&vector(&wrench)).unwrap(), stays, "{wrench:?}");
    }
}
