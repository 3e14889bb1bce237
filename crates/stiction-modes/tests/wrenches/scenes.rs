//! From scenes to parts: velocity products, exchanged partners, faults.

use stiction_geometry::screw::Planar;
use stiction_modes::wrenches::{PartAsked, part, wrench_set};
use stiction_proof::Rational;
use stiction_proof::wrenches::{Part, Slip};
use stiction_scene::scene::{Body, Contact, Curvature, Party, Role, Scene};

fn ball(twist: [i64; 3], curvature: Option<[Curvature; 2]>) -> Scene<Planar> {
    let mut contact = Contact::planar(Party::Body(0), [0, -1], [0, 1]).with_friction(Rational::new(1, 2));
    contact.curvature = curvature;
    Scene::new()
        .with_body(Body::new("ball").with_mass(1).with_inertia(1).with_com([0, 0]).with_twist(twist))
        .with_contact(contact)
}

fn flat_floor() -> Option<[Curvature; 2]> {
    Some([Curvature::Finite(Rational::one()), Curvature::Finite(Rational::zero())])
}

/// A disc that rolls or slides on a flat floor keeps its height: the products cancel the centripetal acceleration.
#[test]
fn a_disc_on_a_flat_floor_needs_no_normal_acceleration_to_stay_on_it() {
    for twist in [[2, 2, 0], [2, 5, 0], [0, 3, 0], [-7, 0, 0]] {
        let lowered = part(&ball(twist, flat_floor()), None, PartAsked::default()).unwrap();
        assert!(lowered.part.contacts[0].drift[0].is_zero(), "{twist:?}");
    }
}

#[test]
fn a_slip_fixes_the_letter_and_the_other_ones_are_empty() {
    // It moves to the right without turning: the floor below sees it slide to the right.
    let lowered = part(&ball([0, 3, 0], flat_floor()), None, PartAsked::default()).unwrap();
    assert_eq!(lowered.part.contacts[0].slip, Some(Slip::Right));
    let empty =
        |letter: &str| wrench_set(&lowered.part.system(&[letter.to_owned()]).unwrap(), true).is_empty();
    assert_eq!(["r", "l", "n", "m", "s"].map(empty), [false, true, true, false, false]);
}

#[test]
fn a_moving_contact_without_curvature_and_an_impact_are_faults() {
    let codes = |scene: &Scene<Planar>| {
        part(scene, None, PartAsked::default())
            .unwrap_err()
            .iter()
            .map(|misfit| misfit.code)
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(&ball([0, 3, 0], None)), ["curvature"]);
    assert_eq!(codes(&ball([0, 0, -1], flat_floor())), ["impact"]);
    // Moving away needs no curvature: the contact is gone.
    assert!(part(&ball([0, 0, 1], None), None, PartAsked::default()).is_ok());
    let mut massless = ball([0, 0, 0], None);
    massless.bodies[0].mass = None;
    massless.contacts[0].force = Some(vec![Rational::one(), Rational::zero()]);
    assert_eq!(codes(&massless), ["missing-mass", "force"]);
}

/// Exchanging the partners and the normal changes no set, at rest or in motion.
#[test]
fn exchanging_the_partners_changes_nothing() {
    let base = |on_first: bool| {
        let mut belt =
            Body::<Planar>::new("belt").with_role(Role::Driven).with_com([1, -3]).with_twist([1, 2, 1]);
        belt.acceleration = Some([1, -1, 2].map(Rational::from));
        // The ball's point at the contact moves along the tangent of the belt's.
        let part = Body::new("part").with_mass(2).with_inertia(3).with_com([0, 0]).with_twist([-1, 5, 0]);
        let normal = if on_first { [0, 1] } else { [0, -1] };
        let (on, against) = if on_first { (0, 1) } else { (1, 0) };
        let mut contact = Contact::planar(Party::Body(on), [0, -1], normal)
            .with_against(Party::Body(against))
            .with_friction(Rational::new(1, 4));
        let (own, other) = (Curvature::Finite(Rational::from(2)), Curvature::Finite(Rational::new(1, 3)));
        contact.curvature = Some(if on_first { [own, other] } else { [other, own] });
        Scene::new().with_body(part).with_body(belt).with_contact(contact)
    };
    let [one, other] =
        [true, false].map(|first| part(&base(first), None, PartAsked::default()).unwrap().part);
    assert_eq!(one, other);
    assert_ne!(one.contacts[0].slip, None);
}

#[test]
fn a_least_acceleration_is_measured_along_the_unit_normal() {
    let mut scene = ball([0, 0, 0], None);
    scene.contacts[0].normal = [Rational::zero(), Rational::from(4)];
    let least = Rational::new(3, 2);
    let part = part(&scene, None, PartAsked { least: Some(&least), ..PartAsked::default() }).unwrap().part;
    assert_eq!(part.contacts[0].least, Some(Rational::from(6)));
    let set = wrench_set(&part.system(&["s".to_owned()]).unwrap(), true);
    let lift = |force: Rational| set.contains(&[Rational::zero(), Rational::zero(), force]);
    assert!(lift(least) && !lift(Rational::one()));
}

#[test]
fn several_bodies_want_a_name_and_the_others_are_held() {
    let mut scene = ball([0, 0, 0], None).with_body(Body::new("other").with_mass(1).with_inertia(1));
    scene.contacts[0].against = Party::Body(1);
    assert_eq!(part(&scene, None, PartAsked::default()).unwrap_err()[0].code, "several-bodies");
    assert_eq!(part(&scene, Some("nobody"), PartAsked::default()).unwrap_err()[0].code, "no-such-body");
    let lowered = part(&scene, Some("other"), PartAsked::default()).unwrap();
    assert_eq!((lowered.body, lowered.held), (1, vec!["ball".to_owned()]));
    assert_eq!(lowered.part.contacts[0].normal, [Rational::zero(), Rational::from(-1)]);
}
