//! Worked examples of Modern Robotics, chapter 12, and its kinematic contact models.

use crate::modes::scenes::{contact_in_space, listed, sorted, whole};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_proof::Rational;
use stiction_scene::scene::{Body, Contact, ContactModel, Party, Role, Scene};

/// The hexagon of Figure 12.4, which may translate, and the normals of its contacts.
fn hexagon(contacts: usize) -> Scene<Planar> {
    let fifths = |x: i64, y: i64| [Rational::new(x, 5), Rational::new(y, 5)];
    let mut body = Body::new("hexagon");
    body.freedoms[0] = false;
    let all = [(fifths(-4, 3), fifths(4, -3)), (fifths(0, -5), fifths(0, 5)), (fifths(4, 3), fifths(-4, -3))];
    all.into_iter().take(contacts).fold(Scene::new().with_body(body), |scene, (point, normal)| {
        scene.with_contact(Contact::planar(Party::Body(0), point, normal))
    })
}

#[test]
fn example_12_2_one_planar_contact_has_four_labels() {
    let scene = Scene::<Planar>::new().with_body(Body::new("part")).with_contact(Contact::planar(
        Party::Body(0),
        [1, 2],
        [3, 4],
    ));
    assert_eq!(sorted(listed(&scene, false)), ["l", "n", "r", "s"]);
}

#[test]
fn example_12_3_a_second_and_a_third_contact_take_modes_away() {
    // RR, SB, BS, BB with two contacts; the third leaves no motion.
    assert_eq!(sorted(listed(&hexagon(2), false)), ["ls", "nn", "sr", "ss"]);
    assert_eq!(sorted(listed(&hexagon(3), false)), ["nnn"]);
}

#[test]
fn example_12_3_a_moving_finger_leaves_seven_modes_and_no_rest() {
    let mut scene = hexagon(3);
    let mut finger = Body::new("finger").with_role(Role::Driven);
    finger.twist = whole([0, 1, -1]);
    scene = scene.with_body(finger);
    scene.contacts[2].against = Party::Body(1);
    let found = listed(&scene, false);
    assert_eq!(found.len(), 7);
    assert!(!found.contains(&"nnn".to_owned()));
}

#[test]
fn a_contact_that_rolls_by_its_model_is_kept_and_neither_slides_nor_separates() {
    let mut scene = Scene::<Planar>::new()
        .with_body(Body::new("part"))
        .with_contact(Contact::planar(Party::Body(0), [0, -1], [0, 1]))
        .with_contact(Contact::planar(Party::Body(0), [1, 0], [-1, 0]));
    for model in [ContactModel::Point, ContactModel::Soft] {
        scene.contacts[0].model = model;
        // It turns about the first contact: away from the wall, or not at all.
        assert_eq!(sorted(listed(&scene, false)), ["nn", "ns"]);
        assert_eq!(sorted(listed(&scene, true)), ["mm", "ms"]);
    }
}

#[test]
fn a_soft_contact_in_space_does_not_spin() {
    let scene = |model: ContactModel| {
        let mut ball = contact_in_space(Party::Body(0), [0, 0, 0], [0, 0, 1]);
        ball.model = model;
        let side = contact_in_space(Party::Body(0), [1, 0, 0], [0, 1, 0]);
        Scene::<Spatial>::new().with_body(Body::new("part")).with_contact(ball).with_contact(side)
    };
    // At the side the spin is the normal velocity: only without it the side is always kept.
    let separates = |model| listed(&scene(model), false).iter().any(|mode| mode.ends_with('s'));
    assert!(separates(ContactModel::Point));
    assert!(!separates(ContactModel::Soft));
}
