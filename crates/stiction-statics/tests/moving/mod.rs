//! Assemblies on moving bases, and orders of building: laws, worked examples, and a second way to every answer.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test, also in its helpers.

use proptest::prelude::*;
use stiction_exact::work::{Allowance, within};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_proof::moving::{MovingProblem, MovingProof, Stretch};
use stiction_proof::{Answer, AssemblyProblem, FrictionUse, PlanarContact, Rational};
use stiction_scene::lower::ConeModel;
use stiction_scene::lower::assembly;
use stiction_scene::scene::{Body, Contact, Friction, Party, Role, Scene, Trajectory};
use stiction_statics::stand::assembly::{Reach, Reacher, stands};
use stiction_statics::stand::moving::{Fastest, Followed, Manner, follow, follow_and_hasten, manner, riding};
use stiction_statics::stand::order::{OrderEnd, sequence, sequence_of_groups};
use stiction_statics::stand::{Interval, direction_load, interval};

fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

fn numbers(texts: &[&str]) -> Vec<Rational> {
    texts.iter().map(|text| number(text)).collect()
}

/// A tray that moves so, about the origin.
fn tray(theta: &[&str], x: &[&str], y: &[&str], duration: &str) -> Body<Planar> {
    let mut tray = Body::<Planar>::new("tray").with_role(Role::Driven);
    tray.trajectory = Some(Trajectory {
        coefficients: vec![numbers(theta), numbers(x), numbers(y)],
        pivot: [Rational::zero(), Rational::zero()],
        duration: number(duration),
    });
    tray
}

fn refs(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

fn touch(on: usize, against: Party, at: [&str; 2], normal: [i64; 2], friction: &str) -> Contact<Planar> {
    let mut contact = Contact::planar(Party::Body(on), at.map(number), normal.map(Rational::from));
    contact.against = against;
    contact.friction = Friction { at_rest: number(friction), sliding: number(friction) };
    contact
}

/// A block of width 2b and height 2h with its middle at height h above the pivot.
fn block(tray: Body<Planar>, b: &str, h: &str, friction: &str) -> Scene<Planar> {
    let (half, height) = (number(b), number(h));
    let square = &half * &half + &height * &height;
    let inertia = square * Rational::new(1, 3);
    let body =
        Body::<Planar>::new("block").with_mass(1).with_inertia(inertia).with_com([Rational::zero(), height]);
    let minus = format!("-{b}");
    Scene::<Planar>::new()
        .with_gravity([Rational::zero(), number("-9.81")])
        .with_body(body)
        .with_body(tray)
        .with_contact(touch(0, Party::Body(1), [&minus, "0"], [0, 1], friction))
        .with_contact(touch(0, Party::Body(1), [b, "0"], [0, 1], friction))
}

fn problem(scene: &Scene<Planar>) -> MovingProblem<PlanarContact> {
    riding(scene, ConeModel::Round).unwrap().problem
}

fn followed(scene: &Scene<Planar>) -> (MovingProblem<PlanarContact>, Followed<Planar>) {
    let problem = problem(scene);
    let found = follow::<Planar>(&problem).unwrap();
    (problem, found)
}

#[test]
fn a_tall_block_tips_and_a_flat_one_slides() {
    // A jerk of 3 m/s³: acceleration 3t.  Tips at g·b/h, slides at μg.
    let jerk = || tray(&[], &["0", "0", "0", "1/2"], &[], "3");
    for (b, h, friction, time, expected) in [
        ("0.1", "0.5", "0.9", 0.2 * 9.81 / 3.0, Manner::Tips),
        ("0.5", "0.5", "0.4", 0.4 * 9.81 / 3.0, Manner::Slides),
    ] {
        let (problem, found) = followed(&block(jerk(), b, h, friction));
        assert_eq!(found.answer, Answer::No);
        assert!((found.first_failure().unwrap().to_f64() - time).abs() < 1e-9);
        let (until, at) = (found.until().unwrap(), found.fails_at().unwrap());
        assert!(until <= at && (at - until).to_f64() < 1e-7);
        let (_, how) = manner(&problem.assembly, found.collapse.as_ref().unwrap()).unwrap();
        assert_eq!(how, expected);
    }
}

#[test]
fn a_block_that_tips_and_slides_at_once_is_told_to_do_both() {
    // Tips at g·b/h and slides at μg: at one instant where μ = b/h, a straight push and a base that tilts alike.
    let straight = || tray(&[], &["0", "0", "0", "1/2"], &[], "3");
    let tilting = || tray(&["0", "1/5"], &[], &[], "3");
    for (base, b, h, friction) in [
        (straight(), "0.2", "0.5", "0.4"),
        (straight(), "0.4", "0.5", "0.8"),
        (tilting(), "0.2", "0.5", "0.4"),
    ] {
        let (problem, found) = followed(&block(base, b, h, friction));
        assert_eq!(found.answer, Answer::No);
        let (also, other) = found.also.as_ref().unwrap();
        let (Some(MovingProof::Falls { at: first, .. }), MovingProof::Falls { at, .. }) =
            (found.falls.as_ref().map(|falls| falls.proof()), also.proof())
        else {
            panic!("both are falls")
        };
        assert_eq!(first, at, "at one instant");
        let told =
            [found.collapse.as_ref().unwrap(), other].map(|one| manner(&problem.assembly, one).unwrap().1);
        assert!(told.contains(&Manner::Slides) && told.contains(&Manner::Tips), "{told:?}");
    }
    // A part in a hundred apart there is one manner.
    for friction in ["0.404", "0.396"] {
        let (_, found) = followed(&block(straight(), "0.2", "0.5", friction));
        assert_eq!((found.answer, found.also.is_some()), (Answer::No, false), "{friction}");
    }
}

#[test]
fn a_wide_bracket_has_no_instant_in_it() {
    let jerk = tray(&[], &["0", "0", "0", "1/2"], &[], "3");
    let (problem, mut found) = followed(&block(jerk, "0.1", "0.5", "0.9"));
    let first = found.first_failure().unwrap();
    // The same collapse a second later is as true, and tells no instant.
    let mut later = found.falls.clone().unwrap().into_proof();
    if let MovingProof::Falls { at, .. } = &mut later {
        *at += Rational::one();
    }
    found.falls = Some(problem.check(later).unwrap());
    assert_eq!(found.first_failure(), None);
    let [until, at] = found.bracket().unwrap();
    assert!(until <= first && first < at);
}

#[test]
fn a_base_that_drops_faster_than_everything_is_left() {
    let (problem, found) = followed(&block(tray(&[], &[], &["0", "0", "-5"], "1"), "0.5", "0.5", "0.4"));
    assert_eq!((found.answer, found.first_failure()), (Answer::No, Some(Rational::zero())));
    let (_, how) = manner(&problem.assembly, found.collapse.as_ref().unwrap()).unwrap();
    assert_eq!(how, Manner::Lifts);
}

#[test]
fn a_base_whose_fall_passes_that_of_gravity_is_left_at_that_instant() {
    // It falls with 1 + 6t m/s²: from 8.81/6 s on the contacts would have to pull.
    let falling = tray(&[], &[], &["0", "-1", "-0.5", "-1"], "3");
    let (problem, found) = followed(&block(falling, "0.2", "1", "0.75"));
    let first = found.first_failure().unwrap();
    assert_eq!(found.answer, Answer::No);
    assert!((first.to_f64() - 8.81 / 6.0).abs() < 1e-8, "{first}");
    let (_, how) = manner(&problem.assembly, found.collapse.as_ref().unwrap()).unwrap();
    assert_eq!(how, Manner::Lifts);
}

#[test]
fn exactly_the_limit_is_carried() {
    // μ = 0.4 and a = 3.924 m/s² exactly.
    let (_, found) = followed(&block(tray(&[], &["0", "0", "1.962"], &[], "10"), "0.5", "0.5", "0.4"));
    assert_eq!(found.answer, Answer::Yes);
    let (_, found) = followed(&block(tray(&[], &["0", "0", "1.962000001"], &[], "10"), "0.5", "0.5", "0.4"));
    assert_eq!((found.answer, found.first_failure()), (Answer::No, Some(Rational::zero())));
}

#[test]
fn what_exceeds_for_a_tenth_of_a_millisecond_is_seen() {
    // a(t) = 3.924 + e − (t − c)²·400 exceeds μg for 2·√(e/400) = 1e-4 s about c = 0.7183, between any 201 instants.
    let (e, c) = (1e-6, 0.7183f64);
    let a = [3.924 + e - 400.0 * c * c, 800.0 * c, -400.0];
    let x: Vec<String> = ["0".to_owned(), "0".to_owned()]
        .into_iter()
        .chain([a[0] / 2.0, a[1] / 6.0, a[2] / 12.0].map(|x| format!("{x:.15}")))
        .collect();
    let x: Vec<&str> = x.iter().map(String::as_str).collect();
    // It begins far below: a(0) = −202; so friction must bear that only near the peak: begin there.
    let mut scene = block(tray(&[], &x, &[], "1"), "5", "0.001", "0.4");
    let late = |powers: &[Rational], from: &Rational| -> Vec<Rational> {
        let mut shifted = powers.to_vec();
        for first in 0..shifted.len() {
            for index in (first..shifted.len() - 1).rev() {
                let carried = &shifted[index + 1] * from;
                shifted[index] += carried;
            }
        }
        shifted[0] = Rational::zero();
        shifted
    };
    let path = scene.bodies[1].trajectory.as_mut().unwrap();
    path.coefficients[1] = late(&path.coefficients[1], &number("0.65"));
    path.duration = number("0.13");
    let (_, found) = followed(&scene);
    assert_eq!(found.answer, Answer::No);
    let first = found.first_failure().unwrap().to_f64() + 0.65;
    assert!((first - (c - 0.5e-4)).abs() < 1e-6, "{first}");
}

#[test]
fn a_base_at_constant_velocity_is_at_rest() {
    let moving = |x: &[&str]| followed(&block(tray(&[], x, &[], "3"), "0.1", "0.5", "0.9")).1.first_failure();
    assert_eq!(moving(&["0", "0", "0", "1/2"]), moving(&["0", "7", "0", "1/2"]));
}

#[test]
fn heavier_bodies_and_longer_normals_change_nothing() {
    let scene = block(tray(&["0", "0.3", "0.2"], &["0", "0", "0.5"], &[], "2"), "0.3", "0.4", "0.5");
    let (_, before) = followed(&scene);
    let mut other = scene.clone();
    other.bodies[0].mass = Some(number("7"));
    other.bodies[0].inertia = other.bodies[0].inertia.as_ref().map(|inertia| inertia * &number("7"));
    other.contacts.swap(0, 1);
    other.contacts[0].normal = [Rational::zero(), number("3/7")];
    let (_, after) = followed(&other);
    let first = |found: &Followed<Planar>| found.first_failure().unwrap().to_f64();
    assert_eq!(before.answer, Answer::No);
    assert!((first(&before) - first(&after)).abs() < 1e-8);
}

#[test]
fn the_fastest_pace_uses_up_the_friction() {
    // 1 m/s² at pace 1, μg = 3.924: pace √3.924.
    let problem = problem(&block(tray(&[], &["0", "0", "1/2"], &[], "2"), "0.5", "0.5", "0.4"));
    let (found, fastest) = follow_and_hasten::<Planar>(&problem).unwrap();
    assert_eq!(found.answer, Answer::Yes);
    let Fastest::Between { slower, faster } = fastest else { panic!("{fastest:?}") };
    let speed = |proof: &MovingProof<PlanarContact>| match proof {
        MovingProof::Stays { speed, .. } | MovingProof::Falls { speed, .. } => speed.to_f64(),
    };
    let (low, high) = (speed(slower.proof()), speed(faster.proof()));
    assert!(low <= 3.924f64.sqrt() && 3.924f64.sqrt() <= high && high - low < 1e-5, "{low} {high}");
}

#[test]
fn some_motions_need_speed() {
    // Over the top of a loop of radius 1: the block hangs head down unless ω² > g. Turns by half a turn in two
    // seconds.
    let mut scene = block(tray(&["0", "1.5707963"], &[], &[], "2"), "0.2", "0.2", "5");
    for contact in &mut scene.contacts {
        contact.point[1] = number("-1");
    }
    scene.bodies[0].com = [Rational::zero(), number("-0.8")];
    let problem = problem(&scene);
    let (found, fastest) = follow_and_hasten::<Planar>(&problem).unwrap();
    assert_eq!(found.answer, Answer::No);
    assert!(matches!(fastest, Fastest::Unlimited(_) | Fastest::Between { .. }), "{fastest:?}");
}

#[test]
fn a_tray_that_stands_beside_one_that_moves_is_a_misfit() {
    let mut scene = block(tray(&[], &["0", "0", "1"], &[], "1"), "0.5", "0.5", "0.4");
    scene.contacts[1].against = Party::Ground;
    let misfits = riding(&scene, ConeModel::Round).unwrap_err();
    assert_eq!(misfits[0].code, "different-bases");
    let mut scene = block(tray(&["0", "1"], &[], &[], "1"), "0.5", "0.5", "0.4");
    (scene.bodies[0].inertia, scene.bodies[0].mass) = (None, None);
    assert_eq!(riding(&scene, ConeModel::Round).unwrap_err().len(), 2, "both faults at once");
}

/// Two blocks on each other on a tray.
fn stack(tray: Body<Planar>, shift: &str, friction: &str) -> Scene<Planar> {
    let unit = |name: &str, x: &str, y: &str| {
        Body::<Planar>::new(name).with_mass(1).with_inertia(number("1/6")).with_com([number(x), number(y)])
    };
    let right = (number(shift) + number("0.5")).to_string();
    let left = (number(shift) - number("0.5")).to_string();
    Scene::<Planar>::new()
        .with_gravity([Rational::zero(), number("-9.81")])
        .with_body(unit("low", "0", "0.5"))
        .with_body(unit("high", shift, "1.5"))
        .with_body(tray)
        .with_contact(touch(0, Party::Body(2), ["-0.5", "0"], [0, 1], friction))
        .with_contact(touch(0, Party::Body(2), ["0.5", "0"], [0, 1], friction))
        .with_contact(touch(1, Party::Body(0), [&left.clone().max("-0.5".to_owned()), "1"], [0, 1], friction))
        .with_contact(touch(
            1,
            Party::Body(0),
            [if right.starts_with('-') { &right } else { "0.5" }, "1"],
            [0, 1],
            friction,
        ))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Following by cones and enclosures agrees with asking a program at many instants, one by one.
    #[test]
    fn following_agrees_with_asking_instant_by_instant(
        theta in prop::collection::vec(-5i32..=5, 0..4),
        x in prop::collection::vec(-9i32..=9, 0..5),
        y in prop::collection::vec(-4i32..=4, 0..4),
        friction in 2i32..12,
        two in any::<bool>(),
    ) {
        let powers = |list: &[i32], unit: f64| -> Vec<String> {
            std::iter::once("0".to_owned()).chain(list.iter().map(|c| format!("{:.3}", f64::from(*c) * unit))).collect()
        };
        let (theta, x, y) = (powers(&theta, 0.1), powers(&x, 0.2), powers(&y, 0.2));
        let friction = format!("{:.1}", f64::from(friction) * 0.1);
        let base = tray(&refs(&theta), &refs(&x), &refs(&y), "2");
        let scene = if two { stack(base, "0", &friction) } else { block(base, "0.3", "0.4", &friction) };
        let (problem, found) = followed(&scene);
        let mut reacher = Reacher::<Planar>::new(&problem.assembly);
        let loads = problem.loads();
        let motion = problem.polynomials(&Rational::one());
        let mut first = None;
        for step in 0..=80 {
            let at = Rational::new(step, 40);
            let stretch = Stretch { from: at.clone(), to: at.clone() };
            let value: Vec<Rational> = problem.course(&motion, &stretch).iter().map(|one| one.least()).collect();
            if !matches!(reacher.stands(&problem.load_at(&loads, &value)).unwrap(), Reach::Standing { .. }) {
                first = Some(at);
                break;
            }
        }
        match (&first, found.answer) {
            (None, Answer::Yes) => {}
            (Some(at), Answer::No) => {
                let (until, fails) = (found.until().cloned().unwrap_or_default(), found.fails_at().unwrap());
                prop_assert!(until <= *at, "{until} {at}");
                prop_assert!((fails - &until).to_f64() < 1e-6, "{until} {fails}");
                prop_assert!(fails.to_f64() <= at.to_f64() + 1e-6);
            }
            // Between two of the instants asked.
            (None, Answer::No) => {}
            other => prop_assert!(false, "{other:?}"),
        }
    }
}

#[test]
fn a_dynamic_grasp_needs_between_one_and_five_g() {
    // [MR Example 12.9]: −5g ≤ ax ≤ −g.
    let hand = Body::<Planar>::new("hand").with_role(Role::Driven);
    let scene = Scene::<Planar>::new()
        .with_gravity([Rational::zero(), number("-9.81")])
        .with_body(Body::<Planar>::new("block").with_mass(3).with_inertia(1))
        .with_body(hand)
        .with_contact(touch(0, Party::Body(1), ["-3", "-1"], [0, 1], "1"))
        .with_contact(touch(0, Party::Body(1), ["1", "1"], [-1, 0], "0"));
    let lowered = assembly(&scene, ConeModel::Round).unwrap();
    let unit = direction_load(&scene, &lowered, &[Rational::one(), Rational::zero()]).unwrap();
    let Interval::Between { least, most } = interval(&lowered, &unit).unwrap() else { panic!("an interval") };
    let ends = [&least, &most].map(|limit| limit.end().map(|end| end.value.clone()));
    assert_eq!(ends, [Some(number("-49.05")), Some(number("-9.81"))]);
}

/// A block of one kilogram beside an upright plate that pushes it along x, at the corners of a square of side 1, its
/// middle `out` away from the plate.
fn pushed_block(friction: &str, out: &str) -> Scene<Spatial> {
    let plate = Body::<Spatial>::new("plate").with_role(Role::Driven);
    let mut body = Body::<Spatial>::new("block").with_mass(1);
    body.com = [number(out), Rational::zero(), Rational::zero()];
    let mut scene = Scene::<Spatial>::new().with_body(body).with_body(plate);
    scene.gravity = [Rational::zero(), Rational::zero(), number("-9.81")];
    for (y, z) in [("-0.5", "-0.5"), ("0.5", "-0.5"), ("-0.5", "0.5"), ("0.5", "0.5")] {
        let touch = Contact::new(Party::Body(0), ["0", y, z].map(number), [1, 0, 0].map(Rational::from));
        scene = scene.with_contact(Contact {
            id: format!("{y} {z}"),
            against: Party::Body(1),
            friction: Friction::new(number(friction)),
            ..touch
        });
    }
    scene
}

#[test]
fn round_cones_that_hold_nothing_at_rest_are_asked_where_they_do() {
    let along = |scene: &Scene<Spatial>, direction: [i64; 3]| {
        let lowered = assembly(scene, ConeModel::Round).unwrap();
        let unit = direction_load(scene, &lowered, &direction.map(Rational::from)).unwrap();
        interval(&lowered, &unit).unwrap()
    };
    // Friction holds the weight from g/μ on, whatever the side from which it is asked.
    let scene = pushed_block("0.5", "0.1");
    for (direction, sign) in [([1, 0, 0], 1.0), ([-1, 0, 0], -1.0), ([2, 0, 0], 0.5)] {
        let Interval::Between { least, most } = along(&scene, direction) else { panic!("{direction:?}") };
        let (end, open) = if sign > 0.0 { (&least, &most) } else { (&most, &least) };
        let end = end.end().unwrap().value.to_f64();
        assert!((end - sign * 2.0 * 9.81).abs() < 1e-6, "{end}");
        assert!(open.end().is_none(), "a plate that pushes harder holds better");
    }
    // Along the plate nothing presses, and without friction nothing holds: none, by a motion for all.
    assert!(matches!(along(&scene, [0, 1, 0]), Interval::None(_)));
    assert!(matches!(along(&pushed_block("0", "0.1"), [1, 0, 0]), Interval::None(_)));
}

/// An arch of two leaning piers and a key, with joints at 45 degrees.
fn arch() -> Scene<Planar> {
    let stone = |name: &str, x: &str, y: &str| {
        Body::<Planar>::new(name).with_mass(1).with_inertia(1).with_com([number(x), number(y)])
    };
    Scene::<Planar>::new()
        .with_gravity([0, -10])
        .with_body(stone("left", "-1.2", "0.8"))
        .with_body(stone("right", "1.2", "0.8"))
        .with_body(stone("key", "0", "1.8"))
        .with_contact(touch(0, Party::Ground, ["-2", "0"], [0, 1], "1"))
        .with_contact(touch(0, Party::Ground, ["-1.5", "0"], [0, 1], "1"))
        .with_contact(touch(1, Party::Ground, ["2", "0"], [0, 1], "1"))
        .with_contact(touch(1, Party::Ground, ["1.5", "0"], [0, 1], "1"))
        .with_contact(touch(2, Party::Body(0), ["-0.4", "1.6"], [1, 1], "1"))
        .with_contact(touch(2, Party::Body(0), ["-0.8", "2"], [1, 1], "1"))
        .with_contact(touch(2, Party::Body(1), ["0.4", "1.6"], [-1, 1], "1"))
        .with_contact(touch(2, Party::Body(1), ["0.8", "2"], [-1, 1], "1"))
}

#[test]
fn an_arch_of_leaning_piers_needs_its_key_held() {
    let scene = arch();
    let lowered = assembly(&scene, ConeModel::Round).unwrap();
    let found = sequence::<Planar>(&lowered.problem, &lowered.load, None).unwrap();
    let answers: Vec<Answer> = found.given.iter().map(|step| step.answer).collect();
    assert_eq!(answers, [Answer::No, Answer::No, Answer::Yes], "each pier falls alone, the whole stands");
    assert!(matches!(found.found, OrderEnd::None(_)));
    let supports = found.supports.unwrap();
    // The key is held in the air, and each pier then leans on it: one support does what holding both piers would.
    assert_eq!((supports.held.as_slice(), supports.at_least), (&[2][..], 1));
    assert!(supports.order.iter().all(|step| step.answer == Answer::Yes));
}

/// An arch of stones between 20 and 160 degrees, two contacts a joint, on abutments that are ground.
fn voussoirs(count: usize) -> Scene<Planar> {
    let decimal = |x: f64| number(&format!("{x:.6}"));
    let angle = |joint: usize| (20.0 + 140.0 * joint as f64 / count as f64).to_radians();
    let polar = |radius: f64, angle: f64| [decimal(radius * angle.cos()), decimal(radius * angle.sin())];
    let mut scene = Scene::<Planar>::new().with_gravity([0, -10]);
    for stone in 0..count {
        let middle = (angle(stone) + angle(stone + 1)) / 2.0;
        let body = Body::<Planar>::new(format!("{stone}")).with_mass(1).with_inertia(1);
        scene = scene.with_body(body.with_com(polar(2.25, middle)));
    }
    for joint in 0..=count {
        let (on, sign) = if joint == count { (count - 1, -1.0) } else { (joint, 1.0) };
        let party = |stone: usize| Party::Body(stone);
        let against = if joint == 0 || joint == count { Party::Ground } else { party(joint - 1) };
        let normal = [-sign * angle(joint).sin(), sign * angle(joint).cos()].map(decimal);
        for radius in [2.0, 2.5] {
            let mut contact = Contact::planar(party(on), polar(radius, angle(joint)), normal.clone());
            contact.against = against;
            contact.friction = Friction { at_rest: number("0.6"), sliding: number("0.6") };
            scene = scene.with_contact(contact);
        }
    }
    scene
}

#[test]
fn an_arch_is_built_with_the_fewest_supports_and_few_questions() {
    for count in [5, 9, 21] {
        let lowered = assembly(&voussoirs(count), ConeModel::Round).unwrap();
        let found = sequence::<Planar>(&lowered.problem, &lowered.load, None).unwrap();
        assert!(matches!(found.found, OrderEnd::None(_)), "{count}: half an arch falls");
        let supports = found.supports.unwrap();
        assert!(supports.order.iter().all(|step| step.answer == Answer::Yes), "{count}");
        assert_eq!(supports.order.len(), count);
        assert!(supports.is_fewest() && !supports.held.is_empty() && supports.held.len() < count, "{count}");
        // Parts of a chain are its stretches.
        assert!(found.groups.len() <= 2 * count * count, "{count}: {}", found.groups.len());
    }
}

#[test]
fn what_is_known_of_an_order_when_its_work_is_used_up_is_told_and_made_again() {
    let lowered = assembly(&voussoirs(15), ConeModel::Round).unwrap();
    let (problem, load) = (&lowered.problem, &lowered.load);
    for steps in [200_000, 2_000_000, 6_000_000] {
        let allowance = Allowance::unlimited().of_steps(steps);
        let Ok(found) = within(&allowance, || sequence::<Planar>(problem, load, None).unwrap()) else {
            continue;
        };
        let again = sequence_of_groups::<Planar>(problem, load, None, found.groups.clone()).unwrap();
        assert_eq!(found, again, "{steps}");
        if let Some(supports) = found.supports {
            let every =
                supports.order.iter().map(|step| step.body).collect::<std::collections::BTreeSet<_>>();
            assert_eq!(every.len(), 15);
            assert!(supports.at_least <= supports.held.len());
        }
    }
}

/// The fewest supports by trying every set of them and every order: three bodies that need more than one are few.
fn fewest_by_trying(problem: &AssemblyProblem<PlanarContact>, load: &[[Rational; 3]]) -> Option<usize> {
    let count = problem.bodies.len();
    let whole = (1_usize << count) - 1;
    let flags = |set: usize| (0..count).map(|body| set >> body & 1 == 1).collect::<Vec<_>>();
    let stands_so = |set: usize, held: usize| {
        let (part, bodies) = problem.part(&flags(set), &flags(held));
        let load: Vec<_> = bodies.iter().map(|&body| load[body].clone()).collect();
        stands::<Planar>(&part, &load, &FrictionUse::Given).unwrap().answer() == Answer::Yes
    };
    let builds = |held: usize| {
        let mut reached = vec![false; whole + 1];
        reached[0] = true;
        for set in 0..=whole {
            for body in (0..count).filter(|body| set >> body & 1 == 0) {
                let next = set | 1 << body;
                let held = if next == whole { 0 } else { held & next };
                reached[next] = reached[next] || reached[set] && stands_so(next, held);
            }
        }
        reached[whole]
    };
    (0..=whole).filter(|&held| builds(held)).map(|held| held.count_ones() as usize).min()
}

#[test]
fn supports_are_as_few_as_trying_everything_finds() {
    for count in [2, 3, 4, 5] {
        let lowered = assembly(&voussoirs(count), ConeModel::Round).unwrap();
        let found = sequence::<Planar>(&lowered.problem, &lowered.load, None).unwrap();
        let told = match (&found.found, &found.supports) {
            (OrderEnd::Order(_), _) => Some(0),
            (_, Some(supports)) => {
                assert!(supports.is_fewest());
                Some(supports.held.len())
            }
            _ => None,
        };
        assert_eq!(told, fewest_by_trying(&lowered.problem, &lowered.load), "{count}");
    }
}

#[test]
fn a_stack_is_built_from_below() {
    let mut scene = stack(tray(&[], &[], &[], "1"), "0", "0.5");
    for contact in &mut scene.contacts[..2] {
        contact.against = Party::Ground;
    }
    scene.bodies.truncate(2);
    let lowered = assembly(&scene, ConeModel::Round).unwrap();
    let found = sequence::<Planar>(&lowered.problem, &lowered.load, Some(&[1, 0])).unwrap();
    assert_eq!(found.given[0].answer, Answer::No, "the upper block has nothing below it");
    let OrderEnd::Order(order) = found.found else { panic!("there is an order") };
    assert_eq!(order.iter().map(|step| step.body).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(found.supports, None);
}
