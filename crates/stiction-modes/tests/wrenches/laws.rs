//! Laws of the wrenches of modes.

use crate::wrenches::parts::{Random, any_mode, diagonal, mode, pair, part, touch, vector};
use stiction_geometry::cone::{Cone, OpenCone, Union};
use stiction_modes::wrenches::{feasible_modes, wrench_set};
use stiction_proof::Rational;
use stiction_proof::wrenches::{Part, PlanarPart};

/// From rest something always happens: every wrench is consistent with some mode.
#[test]
fn from_rest_every_wrench_leads_to_some_mode() {
    for seed in 0..25 {
        let mut random = Random(seed ^ 0x77);
        let count = random.below(4) as usize;
        let part = part(count, false, &mut random);
        let sets: Vec<OpenCone> = feasible_modes(&part)
            .unwrap()
            .iter()
            .map(|one| wrench_set(&part.system(&one.mode).unwrap(), false).over().clone())
            .collect();
        for _ in 0..40 {
            let wrench = vector(&[random.around(4), random.around(4), random.around(4)]);
            assert!(sets.iter().any(|set| set.contains(&wrench).unwrap()), "{seed} {wrench:?}");
        }
    }
}

/// Twice as long normals, another order of the contacts, other units of mass: the same set.
#[test]
fn lengths_of_normals_and_units_of_mass_and_order_change_nothing() {
    for seed in 0..60 {
        let mut random = Random(seed ^ 0x1234);
        let part = part(3, true, &mut random);
        let mode = any_mode(&part, &mut random);
        let set = wrench_set(&part.system(&mode).unwrap(), false);
        let mut other = part.clone();
        other.contacts.reverse();
        for contact in &mut other.contacts {
            contact.normal = contact.normal.clone().map(|entry| entry * Rational::from(3));
        }
        other.mass = other.mass.map(|row| row.map(|entry| entry * Rational::new(7, 2)));
        let turned: Vec<String> = mode.iter().rev().cloned().collect();
        assert_eq!(set, wrench_set(&other.system(&turned).unwrap(), false));
    }
}

/// Moved and turned by a rational rotation, wrenches turn with the part.
#[test]
fn a_turned_part_has_the_turned_wrenches() {
    let turn = crate::modes::scenes::turned([Rational::new(3, 5), Rational::new(4, 5)]);
    for seed in 0..40 {
        let mut random = Random(seed ^ 0x9f9f);
        let mut part = part(3, true, &mut random);
        part.mass = diagonal([3, 2, 2]);
        let mode = any_mode(&part, &mut random);
        let mut moved = part.clone();
        moved.reference = pair(7, -2);
        for contact in &mut moved.contacts {
            let [x, y] = turn(&contact.point);
            contact.point = [x + Rational::from(7), y - Rational::from(2)];
            contact.normal = turn(&contact.normal);
        }
        let [set, other] = [&part, &moved].map(|part| wrench_set(&part.system(&mode).unwrap(), false));
        for _ in 0..12 {
            let [m, fx, fy] = [random.around(3), random.around(3), random.around(3)].map(Rational::from);
            let force = turn(&[fx.clone(), fy.clone()]);
            let turned = [m.clone(), force[0].clone(), force[1].clone()];
            assert_eq!(set.contains(&[m, fx, fy]), other.contains(&turned));
        }
    }
}

/// The touching contact parts strictly, the near one need not: errata of Table 2 of the source.
#[test]
fn separation_is_strict_where_it_touches_and_closed_where_it_is_near() {
    let mut part = PlanarPart {
        reference: pair(0, 0),
        mass: diagonal([1, 1, 1]),
        contacts: vec![touch([0, -1], [0, 1], Rational::zero())],
    };
    let sideways = vector(&[0, 1, 0]);
    assert!(!wrench_set(&part.system(&mode("s")).unwrap(), false).contains(&sideways));
    part.contacts[0].near = true;
    assert!(wrench_set(&part.system(&mode("s")).unwrap(), false).contains(&sideways));
}

/// Two opposite walls: what leaves one moves into the other, so both cannot be left.
#[test]
fn a_mode_that_no_acceleration_has_is_empty_although_its_closed_cone_is_not() {
    let part = PlanarPart {
        reference: pair(0, 0),
        mass: diagonal([1, 1, 1]),
        contacts: vec![
            touch([0, -1], [0, 1], Rational::new(1, 2)),
            touch([0, 1], [0, -1], Rational::new(1, 2)),
        ],
    };
    for letters in ["ss", "sn", "sl", "rs"] {
        assert!(wrench_set(&part.system(&mode(letters)).unwrap(), false).is_empty(), "{letters}");
    }
    let modes: Vec<String> = feasible_modes(&part).unwrap().iter().map(|one| one.mode.concat()).collect();
    // Tangents of opposite normals are opposite: both slide left when the part turns.
    for letters in ["nn", "lr", "rl", "ll", "rr"] {
        assert!(modes.contains(&letters.to_owned()), "{letters} {modes:?}");
    }
}

/// Kept with any slip is at least sliding either way and sticking.
#[test]
fn kept_holds_left_and_right_and_sticking() {
    for seed in 0..40 {
        let mut random = Random(seed ^ 0x4242);
        let part = part(2, false, &mut random);
        let set = |letters: &str| wrench_set(&part.system(&mode(letters)).unwrap(), false).over().clone();
        let kept = Union::from(set("ms"));
        for letters in ["ls", "rs", "ns"] {
            assert!(Union::from(set(letters)).difference(&kept).unwrap().is_empty(), "{seed} {letters}");
        }
    }
}

#[test]
fn without_contacts_every_wrench_leads_to_the_one_mode() {
    let part = PlanarPart { reference: pair(0, 0), mass: diagonal([1, 2, 2]), contacts: Vec::new() };
    let set = wrench_set(&part.system(&[]).unwrap(), false);
    assert_eq!(*set.cone().unwrap(), OpenCone::closed(Cone::whole(3)));
}
