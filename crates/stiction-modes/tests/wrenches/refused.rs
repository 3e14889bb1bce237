//! Proofs that were tampered with are refused.

use crate::wrenches::parts::{diagonal, disc, mode, pair, touch, vector};
use stiction_modes::wrenches::{Decided, Judge, Rest, rest};
use stiction_proof::wrenches::{Part, PlanarPart, Still};
use stiction_proof::{Rational, Refusal};

fn judge(part: &PlanarPart) -> Judge {
    Judge::new(&part.mass.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).unwrap()
}

#[test]
fn a_response_is_refused_when_any_number_of_it_changes() {
    let part = disc();
    let (system, wrench) = (part.system(&mode("na")).unwrap(), vector(&[-1, 1, -10]));
    let Decided::Consistent(response) = judge(&part).decide(&system, &wrench) else { panic!() };
    system.admits(&wrench, &response).unwrap();
    for at in 0..3 {
        let mut changed = response.clone();
        changed.acceleration[at] += Rational::one();
        assert!(system.admits(&wrench, &changed).is_err());
        let mut other = wrench.clone();
        other[at] += Rational::one();
        assert!(system.admits(&other, &response).is_err());
    }
    for at in 0..response.multiples.len() {
        let mut changed = response.clone();
        changed.multiples[at] += Rational::one();
        assert!(matches!(system.admits(&wrench, &changed), Err(Refusal::Unbalanced(_))));
        changed.multiples[at] = Rational::from(-5);
        assert_eq!(system.admits(&wrench, &changed), Err(Refusal::Bound));
    }
    // The mode is part of the statement: the disc does not slide.
    for other in ["la", "ra", "sa", "ns"] {
        assert!(part.system(&mode(other)).unwrap().admits(&wrench, &response).is_err(), "{other}");
    }
}

#[test]
fn a_separation_is_refused_when_its_normal_or_a_weight_changes() {
    let part = disc();
    let (system, wrench) = (part.system(&mode("na")).unwrap(), vector(&[-1, -1, -5]));
    let Decided::Excluded(separation) = judge(&part).decide(&system, &wrench) else { panic!() };
    system.excludes(&wrench, &separation).unwrap();
    for at in 0..3 {
        let mut changed = separation.clone();
        changed.normal[at] += Rational::one();
        assert_eq!(system.excludes(&wrench, &changed), Err(Refusal::NotSeparated));
    }
    for at in 0..separation.weights.len() {
        let mut changed = separation.clone();
        changed.weights[at] += Rational::one();
        assert!(system.excludes(&wrench, &changed).is_err());
    }
    // It says nothing about a wrench of the mode, nor does all of it taken away.
    assert!(system.excludes(&vector(&[-1, 1, -10]), &separation).is_err());
    let mut nothing = separation.clone();
    nothing.normal = vector(&[0, 0, 0]);
    nothing.weights = vec![Rational::zero(); separation.weights.len()];
    assert_eq!(system.excludes(&wrench, &nothing), Err(Refusal::NotSeparated));
    nothing.weights.pop();
    assert_eq!(system.excludes(&wrench, &nothing), Err(Refusal::Shape));
}

fn wedge() -> (PlanarPart, Vec<Rational>, Still) {
    let part = PlanarPart {
        reference: pair(0, 1),
        mass: diagonal([1, 1, 1]),
        contacts: vec![touch([-1, 0], [0, 1], Rational::one()), touch([1, 0], [0, 1], Rational::one())],
    };
    let wrench = vector(&[0, 1, -4]);
    let Rest::Stays(still) = rest(&part, &judge(&part), &wrench).unwrap() else { panic!() };
    (part, wrench, still)
}

#[test]
fn a_case_that_is_left_out_or_told_of_another_contact_is_missed() {
    let (part, wrench, still) = wedge();
    still.check(&part, &wrench).unwrap();
    let Still::Split { contact, cases } = &still else { panic!("it rests on friction") };
    assert!(cases.len() == 4 && still.cases() > 4);
    let fewer = Still::Split { contact: *contact, cases: cases[1..].to_vec() };
    assert_eq!(fewer.check(&part, &wrench), Err(Refusal::Shape));
    let mut turned = cases.clone();
    turned.reverse();
    assert!(Still::Split { contact: *contact, cases: turned }.check(&part, &wrench).is_err());
    assert!(Still::Split { contact: 1 - contact, cases: cases.clone() }.check(&part, &wrench).is_err());
    assert!(Still::Split { contact: 7, cases: cases.clone() }.check(&part, &wrench).is_err());
    // Under more than friction bears it does not hold.
    assert!(still.check(&part, &vector(&[0, 5, -4])).is_err());
    // Nor on ice.
    let mut icy = part.clone();
    icy.contacts.iter_mut().for_each(|contact| contact.friction = Default::default());
    assert!(still.check(&icy, &wrench).is_err());
}

#[test]
fn parts_that_are_none_are_refused() {
    let change = |change: &dyn Fn(&mut PlanarPart)| {
        let mut part = disc();
        change(&mut part);
        part.system(&mode("na")).unwrap_err()
    };
    assert_eq!(change(&|part| part.mass[0][0] = Rational::from(-1)), Refusal::Mass);
    assert_eq!(change(&|part| part.mass[0][1] = Rational::one()), Refusal::Mass);
    assert!(matches!(change(&|part| part.contacts[0].normal = pair(0, 0)), Refusal::Contact(_)));
    assert!(matches!(change(&|part| part.contacts[0].friction[1] = Rational::one()), Refusal::Contact(_)));
    assert!(matches!(change(&|part| part.contacts[0].near = true), Refusal::Label(_)));
    assert_eq!(disc().system(&mode("n")).unwrap_err(), Refusal::Shape);
}
