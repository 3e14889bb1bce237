//! Modern Robotics, chapter 12: what it says of bodies in space.

use crate::grasps::fraction;
use crate::grasps::space::*;
use stiction_proof::{Answer, FrictionUse, Rational, SpatialContact, SpatialProblem, SpatialProof};
use stiction_scene::lower::{ConeModel, one_body};
use stiction_statics::closure::{closure, essential};

/// Three locators below, two at the side, one at the end, and a clamp that presses against all of them.
fn fixture() -> SpatialProblem {
    let smooth = |point, normal| finger(vector(point), vector(normal), Rational::zero());
    grip(vec![
        smooth([1, 1, 0], [0, 0, 1]),
        smooth([5, 1, 0], [0, 0, 1]),
        smooth([3, 5, 0], [0, 0, 1]),
        smooth([1, 0, 1], [0, 1, 0]),
        smooth([5, 0, 1], [0, 1, 0]),
        smooth([0, 3, 1], [1, 0, 0]),
        smooth([5, 5, 3], [-1, -1, -1]),
    ])
}

#[test]
fn exercise_12_26_a_three_two_one_fixture_with_its_clamp_is_in_form_closure() {
    let fixture = fixture();
    assert_eq!(both(&fixture), [Answer::Yes, Answer::Yes]);
    let without = essential(&fixture, &FrictionUse::None).unwrap();
    assert!(without.iter().all(|verdict| verdict.answer() == Answer::No), "seven are the fewest");
}

#[test]
fn exercise_12_26_six_frictionless_contacts_never_close_space() {
    let mut locators = fixture();
    let clamp = locators.contacts.pop().unwrap();
    assert_eq!(closure_of(&locators, FrictionUse::None), Answer::No);
    let found = closure(&locators, &FrictionUse::None).unwrap();
    let Some(SpatialProof::Open { twist, .. }) = found.verified().map(|verified| verified.proof()) else {
        panic!("an escape")
    };
    let (velocity, _) = locators.velocity(&clamp, twist);
    let against: Rational = velocity.iter().zip(&clamp.normal).map(|(u, n)| u * n).sum();
    assert!(against.is_negative(), "what escapes six of seven runs into the seventh");
}

#[test]
fn exercise_12_26_a_clamp_beside_its_place_lets_the_part_turn() {
    let mut fixture = fixture();
    fixture.contacts[6].point = vector([5, 0, 3]);
    assert_eq!(closure_of(&fixture, FrictionUse::None), Answer::No);
}

/// A cube held by four fingers, two each on opposite sides.
fn cube(mu: Rational) -> SpatialProblem {
    let rough = |point, normal| finger(vector(point), vector(normal), mu.clone());
    grip(vec![
        rough([-2, 1, 0], [1, 0, 0]),
        rough([-2, -1, 0], [1, 0, 0]),
        rough([2, 0, 1], [-1, 0, 0]),
        rough([2, 0, -1], [-1, 0, 0]),
    ])
}

#[test]
fn exercise_12_28_four_facets_that_underestimate_the_cone_decide_force_closure() {
    let decided = |mu: Rational| {
        let lowered = one_body(&scene_of(&cube(mu)), ConeModel::Inner(4)).unwrap();
        assert_eq!(lowered.rounded, [], "four edges along the axes are rational");
        // Without friction there is nothing to approximate.
        let edges = |contact: &SpatialContact| contact.across.as_ref().map_or(1, Vec::len);
        let expected = if lowered.problem.contacts[0].friction.is_zero() { 1 } else { 4 };
        assert!(lowered.problem.contacts.iter().all(|contact| edges(contact) == expected));
        closure_of(&lowered.problem, FrictionUse::Given)
    };
    assert_eq!(decided(fraction(1, 2)), Answer::Yes);
    assert_eq!(decided(Rational::zero()), Answer::No);
    assert_eq!(closure_of(&cube(fraction(1, 2)), FrictionUse::Given), Answer::Yes, "the cone holds more");
}

#[test]
fn section_12_2_3_1_two_points_with_friction_leave_a_turn_about_the_line_through_them() {
    let pair = grip(vec![
        finger(vector([-1, 0, 2]), vector([1, 0, 0]), Rational::one()),
        finger(vector([1, 0, 2]), vector([-1, 0, 0]), Rational::one()),
    ]);
    let found = closure(&pair, &FrictionUse::Given).unwrap();
    let Some(SpatialProof::Open { twist, .. }) = found.verified().map(|verified| verified.proof()) else {
        panic!("an escape")
    };
    // About the x axis through z = 2: the points stand still, nothing moves along the line.
    assert!(!twist[0].is_zero() && twist[1].is_zero() && twist[2].is_zero() && twist[3].is_zero());
    assert_eq!(twist[4], Rational::from(2) * &twist[0]);
    let soft =
        |contact: &SpatialContact| SpatialContact { torsion: Some(fraction(1, 1000)), ..contact.clone() };
    let soft = SpatialProblem::new(pair.reference.clone(), pair.contacts.iter().map(soft).collect());
    assert_eq!(
        closure_of(&soft, FrictionUse::Given),
        Answer::Yes,
        "section 12.1.5: soft fingers resist spin"
    );
}
