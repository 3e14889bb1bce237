//! Slow manipulation: the pushed box in closed form, the stick on two fingers, and laws.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use proptest::prelude::*;
use stiction_geometry::screw::Planar;
use stiction_modes::modes::{MOST, modes};
use stiction_modes::slow::{MOST_PHASES, SlowCell, balance, slow_map, slow_problem, stick_run, stick_scene};
use stiction_proof::Rational;
use stiction_proof::slow::{MeterStick, SlowProof, StickMode, StickReason, StickState};
use stiction_scene::scene::{Axis, Body, Contact, Friction, Party, Role, Scene};

fn balanced(scene: &Scene<Planar>) -> Vec<String> {
    let problem = slow_problem(scene).unwrap();
    let listed = modes(scene, false, MOST).unwrap();
    let balances = |proof: &SlowProof| matches!(proof, SlowProof::Balanced { .. });
    let mut found: Vec<String> = listed
        .iter()
        .filter(|mode| balances(balance(&problem, mode).unwrap().proof()))
        .map(|mode| mode.text)
        .collect();
    found.sort();
    found
}

fn tenths(number: i64) -> Rational {
    Rational::new(number, 10)
}

/// A unit box on a floor with friction `mu`, pushed at `height` by a finger without friction.
fn pushed_box(mu: Rational, height: Rational) -> Scene<Planar> {
    let mut finger = Body::<Planar>::new("finger").with_role(Role::Driven);
    finger.twist = [0, 1, 0].map(Rational::from);
    let foot = |x: i64| {
        let mut foot = Contact::planar(Party::Body(0), [x, 0], [0, 1]);
        foot.friction = Friction::new(mu.clone());
        foot
    };
    Scene::<Planar>::new()
        .with_gravity([0, -10])
        .with_body(Body::new("box").with_mass(1).with_com([tenths(5), tenths(5)]))
        .with_body(finger)
        .with_contact(foot(0))
        .with_contact(foot(1))
        .with_contact(
            Contact::planar(Party::Body(0), [Rational::zero(), height], [1, 0]).with_against(Party::Body(1)),
        )
}

#[test]
fn exercise_12_23_b_a_pushed_box_slides_below_and_tips_above_the_ratio_of_its_arms() {
    // Pushed at height h, the far edge carries everything at μ·h = 1/2.
    for (mu, height) in [(3, 2), (3, 10), (8, 9), (10, 5), (10, 6), (5, 10)] {
        let found = balanced(&pushed_box(tenths(mu), tenths(height)));
        let expected: &[&str] = match (mu * height).cmp(&50) {
            std::cmp::Ordering::Less => &["rrn"],
            std::cmp::Ordering::Equal => &["rrn", "snl", "srl"],
            std::cmp::Ordering::Greater => &["snl"],
        };
        assert_eq!(found, expected, "{mu} {height}");
    }
}

#[test]
fn the_map_of_a_pushed_box_has_its_border_where_friction_times_height_is_half_of_its_width() {
    let mut scene = pushed_box(tenths(3), tenths(2));
    scene.contacts[0].id = "floor.1".to_owned();
    scene.contacts[1].id = "floor.2".to_owned();
    scene.contacts[2].id = "push".to_owned();
    let axes = ["contacts.floor.friction=1/10:1:10", "contacts.push.point.1=1/10:1:10"];
    let [friction, height] = axes.map(|axis| Axis::parse(axis).unwrap());
    let grid = slow_map(&scene, [&friction, &height]).unwrap();
    for (row, cells) in grid.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let expected = match ((column + 1) * (row + 1)).cmp(&50) {
                std::cmp::Ordering::Less => SlowCell::Slides,
                std::cmp::Ordering::Equal => SlowCell::Both,
                std::cmp::Ordering::Greater => SlowCell::Tips,
            };
            assert_eq!(*cell, expected, "{column} {row}");
        }
    }
    let nothing = Axis::parse("contacts.flo.friction=0:1:2").unwrap();
    assert!(slow_map(&scene, [&nothing, &height]).is_err());
}

fn stick(places: [i64; 3], at_rest: i64, sliding: i64) -> MeterStick {
    let [left, right, com] = places.map(tenths);
    MeterStick {
        start: StickState { left, right, com },
        speed: tenths(1),
        at_rest: tenths(at_rest),
        sliding: tenths(sliding),
    }
}

#[test]
fn exercise_12_29_a_stick_on_two_fingers_in_three_runs() {
    // Equal coefficients: one finger slips until the centre is centred, then both.
    let run = stick_run(&stick([1, 9, 2], 5, 5)).unwrap().into_proof();
    assert_eq!(run.phases.iter().map(|phase| phase.mode.letters()).collect::<Vec<_>>(), ["nr", "lr"]);
    assert_eq!((run.endless, run.end.reason, run.end.t), (false, StickReason::Touch, Rational::from(8)));
    // A little more while sticking: many short phases; much more: few long ones; without end both.
    for (at_rest, sliding) in [(5, 4), (8, 2)] {
        let run = stick_run(&stick([1, 9, 2], at_rest, sliding)).unwrap().into_proof();
        assert!(run.endless && run.phases.len() <= MOST_PHASES);
        assert_eq!(run.end.state.com, tenths(1));
        let gaps: Vec<Rational> = run.phases.iter().map(|phase| phase.state.gap()).collect();
        // From the second phase on the fingers come closer by the same factor.
        assert!(gaps[1..].windows(2).all(|two| &two[1] * &tenths(at_rest) == &two[0] * &tenths(sliding)));
    }
    // Without kinetic friction each finger slips all the way once.
    let run = stick_run(&stick([1, 9, 2], 5, 0)).unwrap().into_proof();
    assert_eq!(
        run.phases.iter().map(|phase| phase.mode).collect::<Vec<_>>(),
        [StickMode::Right, StickMode::Left]
    );
    assert!(!run.endless);
}

#[test]
fn example_12_10_the_modes_of_a_stick_are_those_whose_cones_hold_the_weight() {
    assert_eq!(balanced(&stick_scene(&stick([1, 6, 5], 5, 5))), ["ln"]);
    assert_eq!(balanced(&stick_scene(&stick([1, 6, 2], 5, 5))), ["nr"]);
    let centred = stick_scene(&stick([0, 6, 3], 5, 5));
    assert_eq!(balanced(&centred), ["ln", "lr", "nr"]);
    assert!(balanced(&stick_scene(&stick([1, 6, 7], 5, 5))).is_empty());
}

#[test]
fn forces_and_limits_of_contacts_are_faults_and_so_is_a_missing_mass() {
    let mut scene = pushed_box(tenths(5), tenths(5));
    scene.contacts[0].limit = Some(Rational::one());
    scene.contacts[1].force = Some(vec![Rational::one(), Rational::zero()]);
    scene.bodies[0].mass = None;
    let codes: Vec<&str> = slow_problem(&scene).unwrap_err().iter().map(|misfit| misfit.code).collect();
    assert_eq!(codes, ["missing-mass", "contact", "contact"]);
    let nobody = Scene::<Planar>::new();
    assert_eq!(slow_problem(&nobody).unwrap_err()[0].code, "no-free-body");
}

proptest! {
    /// The mode of every phase is among those that balance in the scene of its state, as it begins.
    #[test]
    fn every_phase_of_a_stick_balances_in_its_scene(
        left in -5_i64..5, gap in 1_i64..20, part in 0_i64..=20, at_rest in 1_i64..12, sliding in 0_i64..12,
    ) {
        let com = left + part.min(gap);
        let stick = stick([left, left + gap, com], at_rest, sliding.min(at_rest));
        let run = stick_run(&stick).unwrap().into_proof();
        for phase in run.phases.iter().take(5) {
            let now = MeterStick { start: phase.state.clone(), ..stick.clone() };
            let found = balanced(&stick_scene(&now));
            prop_assert!(found.iter().any(|mode| mode == phase.mode.letters()), "{:?} {:?}", phase, found);
        }
    }

    /// Exchanging `on` and `against` of every contact changes no letter and no balance.
    #[test]
    fn exchanging_partners_changes_no_balance(mu in 0_i64..15, height in 0_i64..=10) {
        let scene = pushed_box(tenths(mu), tenths(height));
        let mut turned = scene.clone();
        for contact in &mut turned.contacts {
            std::mem::swap(&mut contact.on, &mut contact.against);
            contact.normal = contact.normal.clone().map(|entry| -entry);
        }
        prop_assert_eq!(balanced(&scene), balanced(&turned));
    }
}
