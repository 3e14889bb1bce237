//! Pushing on a table: Mason's vote, laws, and motions under known pressure put back into the balance.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction_geometry::screw::Planar;
use stiction_geometry::shape::Outline;
use stiction_modes::modes::{MOST, modes};
use stiction_modes::push::{motions, push_problem, stays};
use stiction_proof::Rational;
use stiction_proof::push::{PushProof, Sense};
use stiction_scene::scene::{Body, Contact, Friction, Party, Role, Scene};

type Twist = [f64; 3];

fn tenths<const N: usize>(numbers: [i64; N]) -> [Rational; N] {
    numbers.map(|number| Rational::new(number, 10))
}

/// A square of half-width one about the origin, its places and velocities in tenths.
fn square(pusher: [i64; 3], friction: i64, touched: &[[i64; 2]]) -> Scene<Planar> {
    let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
    let mut scene = Scene::<Planar>::new()
        .with_body(Body::new("part").with_shape(Outline::rectangle(whole(-1, -1), whole(1, 1))))
        .with_body(Body::new("pusher").with_role(Role::Driven).with_twist(tenths(pusher)));
    for point in touched {
        let mut contact =
            Contact::planar(Party::Body(0), tenths(*point), [1, 0]).with_against(Party::Body(1));
        contact.friction = Friction::new(Rational::new(friction, 10));
        scene = scene.with_contact(contact);
    }
    scene
}

/// Every motion with what is known of it: allowed with its twist, or not.
fn known(scene: &Scene<Planar>) -> Vec<(String, Sense, Option<bool>, Option<Twist>)> {
    let problem = push_problem(scene).unwrap();
    let listed: Vec<String> = modes(scene, false, MOST).unwrap().iter().map(|mode| mode.text).collect();
    let all = listed.iter().flat_map(|mode| motions(&problem, mode).unwrap());
    let known = all.map(|motion| {
        let twist = motion.proof.as_ref().and_then(|proof| match proof.proof() {
            PushProof::Allowed { balance, .. } => Some(balance.twist().map(|entry| entry.to_f64())),
            _ => None,
        });
        (motion.mode.clone(), motion.turn, motion.allowed(), twist)
    });
    known.collect()
}

fn turns(scene: &Scene<Planar>) -> Vec<Sense> {
    let known = known(scene);
    let allows =
        |turn: &Sense| known.iter().any(|(_, one, allowed, _)| one == turn && *allowed == Some(true));
    Sense::ALL.into_iter().filter(allows).collect()
}

#[test]
fn masons_vote_decides_the_sense_of_rotation() {
    // Pushed to the right at [−1, y]: both edges of the cone and the push pass the centre, and two of three decide.
    for (height, across, friction) in [(5, 0, 3), (-3, 0, 5), (2, -1, 1), (-6, 15, 1), (4, 3, 2)] {
        let (y, mu) = (f64::from(height as i32) / 10.0, f64::from(friction as i32) / 10.0);
        // The moment about the centre of a force along [1, slope] at [−1, y] is −slope − y.
        let votes = [mu, -mu, f64::from(across as i32) / 10.0].map(|slope| -slope - y);
        let ccw = votes.iter().filter(|vote| **vote > 0.0).count();
        let expected = if ccw >= 2 { Sense::Ccw } else { Sense::Cw };
        let scene = square([0, 10, across], friction, &[[-10, height]]);
        assert_eq!(turns(&scene), [expected], "{height} {across} {friction}");
    }
}

#[test]
fn a_push_exactly_through_the_centre_leaves_the_rotation_free() {
    assert_eq!(turns(&square([0, 10, 0], 0, &[[-10, 0]])), Sense::ALL);
}

#[test]
fn a_part_stays_with_a_flat_pusher_that_moves_within_the_friction_of_its_ends() {
    let ends = [[-10, 6], [-10, -6]];
    let stable = |pusher: [i64; 3]| {
        let scene = square(pusher, 4, &ends);
        let others =
            known(&scene).iter().all(|(mode, _, allowed, _)| mode == "nn" || *allowed == Some(false));
        stays(&push_problem(&scene).unwrap()).unwrap().is_some() && others
    };
    assert!(stable([0, 10, 1]));
    assert!(!stable([0, 10, 6]), "beyond the friction it slides along the pusher");
    assert!(!stable([12, 10, 0]), "a tight turn leaves it behind");
}

#[test]
fn a_receding_pusher_leaves_the_part_at_rest() {
    let known = known(&square([0, -10, 0], 3, &[[-10, 2]]));
    let allowed: Vec<_> = known.iter().filter(|one| one.2 == Some(true)).collect();
    assert_eq!(allowed.len(), 1);
    assert_eq!((allowed[0].0.as_str(), allowed[0].3), ("s", Some([0.0; 3])));
}

/// Four points with these pressures, their centre at the origin.
fn standing(pressure: [i64; 4], pusher: [i64; 3], friction: i64, height: i64) -> Scene<Planar> {
    let mut scene = square(pusher, friction, &[[-10, height]]);
    let corners = [[-8, -8], [8, -8], [8, 8], [-8, 8]];
    scene.bodies[0].support = Some(corners.map(tenths).to_vec());
    scene.bodies[0].pressure = Some(pressure.map(Rational::from).to_vec());
    scene
}

#[test]
fn the_motion_under_known_pressure_balances_when_it_is_put_back() {
    for (pressure, pusher, friction, height) in [
        ([1, 1, 1, 1], [0, 10, 0], 0, 5),
        ([1, 2, 1, 2], [0, 10, 3], 2, -4),
        ([3, 1, 3, 1], [0, 10, 8], 1, 1),
        ([2, 1, 2, 1], [2, 10, 0], 5, 3),
    ] {
        let scene = standing(pressure, pusher, friction, height);
        let known = known(&scene);
        let allowed: Vec<_> = known.iter().filter(|one| one.2 == Some(true)).collect();
        assert_eq!(allowed.len(), 1, "{pressure:?} {pusher:?} {friction} {height}: {allowed:?}");
        let (mode, _, _, Some([w, vx, vy])) = allowed[0] else { panic!("no twist") };
        // Friction of the table, then what the pusher must do, at the contact and along an edge of its mode.
        let mut friction_of_table = [0.0; 3];
        for ([x, y], one) in [[-0.8, -0.8], [0.8, -0.8], [0.8, 0.8], [-0.8, 0.8]].iter().zip(pressure) {
            let (ax, ay) = (vx - w * y, vy + w * x);
            let (fx, fy) = (-ax / ax.hypot(ay), -ay / ax.hypot(ay));
            let one = f64::from(one as i32);
            let parts = [x * fy - y * fx, fx, fy];
            friction_of_table.iter_mut().zip(parts).for_each(|(sum, part)| *sum += one * part);
        }
        let [moment, fx, fy] = friction_of_table.map(|entry| -entry);
        let (y, mu) = (f64::from(height as i32) / 10.0, f64::from(friction as i32) / 10.0);
        assert!((moment - (-fy - y * fx)).abs() < 1e-9, "the force passes through the contact");
        let inside = match mode.as_str() {
            "n" => fy.abs() <= mu * fx,
            "l" => (fy + mu * fx).abs() < 1e-9,
            "r" => (fy - mu * fx).abs() < 1e-9,
            other => panic!("{other}"),
        };
        assert!(fx > 0.0 && inside, "{mode}: {fx} {fy}");
    }
}

#[test]
fn units_do_not_change_how_a_part_turns() {
    let scene = square([0, 10, 2], 3, &[[-10, 4]]);
    let mut small = scene.clone();
    let thousandth = Rational::new(1, 1000);
    let shrink = |point: &[Rational; 2]| point.each_ref().map(|entry| entry * &thousandth);
    let corner = |sign: i64| shrink(&[Rational::from(sign), Rational::from(sign)]);
    small.bodies[0].shape = Some(Outline::rectangle(corner(-1), corner(1)));
    small.contacts[0].point = shrink(&small.contacts[0].point);
    let told = |scene: &Scene<Planar>| -> Vec<(String, Sense, Option<bool>)> {
        known(scene).into_iter().map(|(mode, turn, allowed, _)| (mode, turn, allowed)).collect()
    };
    let (whole, small) = (told(&scene), told(&small));
    // What one of them leaves open is no contradiction.
    assert!(whole.iter().zip(&small).all(|(a, b)| a.2.is_none() || b.2.is_none() || a == b));
    assert!(whole.iter().any(|one| one.2 == Some(true)));
}

#[test]
fn what_does_not_fit_a_push_is_told() {
    let codes = |scene: &Scene<Planar>| -> Vec<&str> {
        push_problem(scene).unwrap_err().iter().map(|misfit| misfit.code).collect()
    };
    let mut beside = square([0, 10, 0], 3, &[[-10, 0]]);
    beside.bodies[0].com = tenths([30, 0]);
    assert_eq!(codes(&beside), ["support"]);
    let mut falling = square([0, 10, 0], 3, &[[-10, 0]]);
    falling.gravity = tenths([0, -98]);
    falling.bodies[0].shape = None;
    assert_eq!(codes(&falling), ["gravity", "support"]);
    let two = square([0, 10, 0], 3, &[[-10, 0]]).with_body(Body::new("other"));
    assert_eq!(codes(&two), ["bodies"]);
}
