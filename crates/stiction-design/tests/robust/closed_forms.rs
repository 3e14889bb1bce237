//! Thresholds that are known in closed form.

use super::*;

fn is_between((low, high): (Option<f64>, Option<f64>), threshold: f64) {
    let (low, high) = (low.expect("something is proved"), high.expect("something is refuted"));
    let close = 0.01 * threshold;
    assert!(low <= threshold + 1e-9 && high >= threshold - 1e-9, "{low} {high} about {threshold}");
    assert!(low >= threshold - close && high <= threshold + close, "{low} {high} about {threshold}");
}

fn fingers(friction: f64, tolerance: ToleranceSection) -> Scene<Planar> {
    Scene::new()
        .with_body(Body::new("part"))
        .with_contact(touch([-1.0, 0.0], [1.0, 0.0], friction))
        .with_contact(touch([1.0, 0.0], [-1.0, 0.0], friction))
        .with_tolerance(tolerance)
}

#[test]
fn two_fingers_close_as_long_as_they_see_each_other_however_points_and_normals_are_off() {
    let off = ToleranceSection { point: Some(part(1, 10)), normal: Some(part(1, 10)), ..Default::default() };
    let found = robust(&fingers(0.5, off), About::Closure, &Effort::default()).unwrap();
    // The line leans by r/(1 − r), and the cones turn towards it: atan(1/2) = 0.1 s + atan(0.1 s/(1 − 0.1 s)).
    let leans = |s: f64| 0.1 * s + (0.1 * s / (1.0 - 0.1 * s)).atan() - 0.5_f64.atan();
    let (mut low, mut high) = (0.0, 5.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if leans(middle) < 0.0 { low = middle } else { high = middle }
    }
    is_between(scales(&found), low);
    // Each of the four numbers alone is worth something.
    assert_eq!(found.critical.len(), 4);
    assert!(found.critical.iter().all(|(_, proof)| proof.proof().scale().to_f64() >= low * 0.98));
}

#[test]
fn a_fixture_without_friction_whose_normals_turn_is_proved_by_cutting_the_sphere_of_motions() {
    let sides = [
        ([-1.0, 0.5], [1.0, 0.0]),
        ([1.0, -0.5], [-1.0, 0.0]),
        ([0.5, -1.0], [0.0, 1.0]),
        ([-0.5, 1.0], [0.0, -1.0]),
    ];
    let scene =
        sides.into_iter().fold(Scene::new().with_body(Body::new("part")), |scene, (point, normal)| {
            scene.with_contact(touch(point, normal, 0.0))
        });
    let off = ToleranceSection { normal: Some(part(1, 20)), point: Some(part(1, 50)), ..Default::default() };
    let found = robust(&scene.with_tolerance(off), About::Closure, &quickly()).unwrap();
    let (low, high) = scales(&found);
    assert!(low.unwrap() > 5.0 && high.unwrap() < low.unwrap() * 1.02, "{low:?} {high:?}");
}

#[test]
fn a_crate_stands_until_its_centre_is_beyond_its_edge_or_its_feet_are_beside_it() {
    let com = ToleranceSection { com: Some(part(1, 10)), ..Default::default() };
    let found = robust(&crate_in_space(0.5).with_tolerance(com), About::Stand, &quickly()).unwrap();
    is_between(scales(&found), 10.0);
    let point = ToleranceSection { point: Some(part(1, 10)), ..Default::default() };
    let found = robust(&crate_in_space(0.0).with_tolerance(point), About::Stand, &quickly()).unwrap();
    is_between(scales(&found), 10.0);
}

#[test]
fn a_crate_on_a_slope_slides_where_the_least_friction_is_the_slope() {
    let mut scene = crate_in_space(0.5);
    scene.gravity[0] = part(3, 1);
    let off = ToleranceSection { friction: by(0.05), ..Default::default() };
    let found = robust(&scene.with_tolerance(off), About::Stand, &quickly()).unwrap();
    is_between(scales(&found), 4.0);
}

/// Blocks beside each other, as many bodies that have nothing to do with each other.
#[test]
fn many_bodies_follow_their_scenes_and_the_weakest_breaks() {
    let blocks = 5;
    let mut scene = Scene::<Planar>::new().with_gravity([0, -10]);
    for k in 0..blocks {
        let x = 10 * k;
        scene = scene.with_body(Body::new(format!("b{k}")).with_mass(1).with_com([x, 1]));
        for side in [-1, 1] {
            let foot = Contact::planar(Party::Body(k as usize), [x + side, 0], [0, 1]);
            scene = scene.with_contact(foot.with_friction(part(1, 2)));
        }
    }
    let off = ToleranceSection {
        com: Some(part(1, 10)),
        mass: Some(Spread::Part(part(1, 50))),
        ..Default::default()
    };
    let found = robust(&scene.with_tolerance(off), About::Stand, &quickly()).unwrap();
    let (low, high) = scales(&found);
    // Each tips when its centre is above a foot, at ten times.
    assert!(low.unwrap() > 8.0 && low.unwrap() <= 10.0, "{low:?}");
    assert!(high.unwrap() >= 10.0 && high.unwrap() < 10.5, "{high:?}");
}

#[test]
fn what_cannot_be_off_is_said() {
    let none = fingers(0.5, ToleranceSection::default());
    assert!(robust(&none, About::Closure, &Effort::default()).is_err());
    let off = ToleranceSection { point: Some(part(1, 100)), ..Default::default() };
    let mut held = fingers(0.5, off);
    held.contacts[0].preload = Some(part(3, 1));
    assert!(robust(&held, About::Stand, &Effort::default()).is_err());
}
