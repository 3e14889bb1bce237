//! Scenes of several bodies for the tests.

use stiction_geometry::screw::Planar;
use stiction_proof::Rational;
use stiction_scene::scene::{Body, Contact, Party, Scene};

pub fn number(numerator: i64, denominator: u64) -> Rational {
    Rational::new(numerator, denominator)
}

/// Two rods of length 5 lean against each other over a base of 6: 3-4-5 on either side.
pub fn lean(friction: Rational) -> Scene<Planar> {
    let rod = |name: &str, x: i64| {
        Body::new(name).with_mass(1).with_inertia(2).with_com([number(x, 2), number(2, 1)])
    };
    let foot = |body: usize, x: i64| {
        Contact::planar(Party::Body(body), [x, 0], [0, 1]).with_friction(friction.clone())
    };
    Scene::<Planar>::new()
        .with_gravity([0, -10])
        .with_body(rod("left", -3))
        .with_body(rod("right", 3))
        .with_contact(foot(0, -3))
        .with_contact(foot(1, 3))
        .with_contact(
            Contact::planar(Party::Body(0), [0, 4], [-1, 0])
                .with_against(Party::Body(1))
                .with_friction(friction.clone()),
        )
}

/// A half circle of stones between two abutments, radii 1 and 5/4.
pub fn half_circle(stones: usize, friction: Rational) -> Scene<Planar> {
    let exact = |value: f64| Rational::new((value * 1e6).round() as i64, 1_000_000);
    let angle = |k: f64| std::f64::consts::PI * k / stones as f64;
    let mut scene = Scene::<Planar>::new().with_gravity([0, -10]);
    for k in 0..stones {
        let (y, x) = angle(k as f64 + 0.5).sin_cos();
        let com = [exact(1.125 * x), exact(1.125 * y)];
        scene = scene.with_body(Body::new(k.to_string()).with_mass(10).with_inertia(1).with_com(com));
    }
    for k in 0..=stones {
        let (y, x) = angle(k as f64).sin_cos();
        // Both ends of a joint are on one line through the centre, and its normal is across that line.
        let [x, y] = [exact(x), exact(y)];
        let last = k == stones;
        let on = Party::Body(if last { k - 1 } else { k });
        let against = if last || k == 0 { Party::Ground } else { Party::Body(k - 1) };
        let normal = if last { [y.clone(), -&x] } else { [-&y, x.clone()] };
        for radius in [Rational::one(), number(5, 4)] {
            let contact = Contact::planar(on, [&x * &radius, &y * &radius], normal.clone());
            scene = scene.with_contact(contact.with_against(against).with_friction(friction.clone()));
        }
    }
    scene
}
