//! Laws that every answer obeys.

use crate::outcomes::random::{at_rest, moving, undriven};
use stiction_dynamics::outcomes::{AllOutcomes, Outcome, lower, outcomes};
use stiction_geometry::screw::Planar;
use stiction_modes::wrenches::{PartAsked, part, wrench_set};
use stiction_proof::{Motion, OutcomeProblem, Rational, wrenches::Part};
use stiction_scene::scene::{Curvature, Scene};

fn answer(scene: &Scene<Planar>) -> (OutcomeProblem, AllOutcomes) {
    let problem = lower(scene).unwrap().problem;
    let all = outcomes(&problem).unwrap();
    (problem, all)
}

/// The modes and accelerations, in one order.
fn motions(problem: &OutcomeProblem, all: &AllOutcomes) -> Vec<(String, Vec<[Rational; 3]>)> {
    let free = problem.free();
    let mut motions: Vec<_> = all
        .happenings
        .iter()
        .filter(|happening| happening.determined.acceleration)
        .map(|happening| {
            let accelerations =
                free.iter().map(|&body| happening.solution.accelerations[body].clone()).collect();
            (happening.mode.clone(), accelerations)
        })
        .collect();
    motions.sort();
    motions
}

#[test]
fn from_rest_something_always_happens() {
    for seed in 0..150 {
        let mut scene = at_rest(seed, 1 + (seed % 4) as usize);
        // A belt that accelerates is no rest.
        scene.bodies.iter_mut().for_each(|body| body.acceleration = None);
        let (_, all) = answer(&scene);
        assert_ne!(all.outcome, Outcome::Inconsistent, "seed {seed}");
    }
}

#[test]
fn from_rest_the_loads_do_at_least_the_work_that_speeds_the_bodies_up() {
    let mut rubbed = 0;
    for seed in 0..120 {
        let scene = undriven(seed, 2 + (seed % 3) as usize);
        let (problem, all) = answer(&scene);
        for happening in &all.happenings {
            let (mut loads, mut inertia) = (Rational::zero(), Rational::zero());
            for (body, a) in problem.bodies.iter().zip(&happening.solution.accelerations) {
                let Motion::Free { mass, load, .. } = &body.motion else { continue };
                loads += load.iter().zip(a).map(|(load, a)| load * a).sum::<Rational>();
                for (row, a_row) in mass.iter().zip(a) {
                    inertia += a_row * row.iter().zip(a).map(|(mass, a)| mass * a).sum::<Rational>();
                }
            }
            let mut friction = Rational::zero();
            for (contact, [along, across]) in problem.contacts.iter().zip(&happening.solution.forces) {
                let (normal, [_, tangent]) =
                    problem.rates(contact, &happening.solution.accelerations).unwrap();
                assert!((along * normal).is_zero(), "a contact that opens does not push");
                let lost = across * tangent;
                assert!(!lost.is_positive(), "friction never drives");
                friction += lost;
            }
            rubbed += usize::from(friction.is_negative());
            assert_eq!(loads + friction, inertia, "seed {seed}");
        }
    }
    assert!(rubbed > 10);
}

#[test]
fn a_contact_seen_from_the_other_side_does_the_same() {
    for seed in 0..60 {
        let scene = if seed % 2 == 0 { at_rest(seed, 3) } else { moving(seed, 2) };
        let mut turned = scene.clone();
        for contact in &mut turned.contacts {
            std::mem::swap(&mut contact.on, &mut contact.against);
            contact.normal = contact.normal.clone().map(|entry| -entry);
            if let Some([on, against]) = &mut contact.curvature {
                std::mem::swap(on, against);
            }
        }
        let ((problem, all), (turned, other)) = (answer(&scene), answer(&turned));
        assert_eq!(motions(&problem, &all), motions(&turned, &other), "seed {seed}");
        assert_eq!(all.outcome, other.outcome);
    }
}

#[test]
fn the_order_of_contacts_does_not_matter() {
    for seed in 0..60 {
        let scene = if seed % 2 == 0 { at_rest(seed, 3) } else { moving(seed, 3) };
        let mut reversed = scene.clone();
        reversed.contacts.reverse();
        let ((problem, all), (other_problem, other)) = (answer(&scene), answer(&reversed));
        let mut turned = motions(&other_problem, &other);
        turned.iter_mut().for_each(|(mode, _)| *mode = mode.chars().rev().collect());
        turned.sort();
        assert_eq!(motions(&problem, &all), turned, "seed {seed}");
    }
}

/// The scene turned by the angle of a 3-4-5 triangle and moved.
fn turned(scene: &Scene<Planar>) -> Scene<Planar> {
    let (c, s) = (Rational::new(3, 5), Rational::new(4, 5));
    let turn = |[x, y]: &[Rational; 2]| [&c * x - &s * y, &s * x + &c * y];
    let place = |point: &[Rational; 2]| {
        let [x, y] = turn(point);
        [x + Rational::new(7, 3), y - Rational::from(5)]
    };
    let screw = |[w, x, y]: &[Rational; 3]| {
        let [x, y] = turn(&[x.clone(), y.clone()]);
        [w.clone(), x, y]
    };
    let mut scene = scene.clone();
    scene.gravity = turn(&scene.gravity);
    for body in &mut scene.bodies {
        body.com = place(&body.com);
        body.twist = screw(&body.twist);
        body.wrench = screw(&body.wrench);
        body.acceleration = body.acceleration.as_ref().map(screw);
    }
    for contact in &mut scene.contacts {
        contact.point = place(&contact.point);
        contact.normal = turn(&contact.normal);
    }
    scene
}

#[test]
fn a_scene_that_is_turned_and_moved_does_the_same_turned() {
    for seed in 0..60 {
        let scene = if seed % 2 == 0 { at_rest(seed, 3) } else { moving(seed, 2) };
        let ((problem, all), (other_problem, other)) = (answer(&scene), answer(&turned(&scene)));
        let mut expected = motions(&problem, &all);
        for acceleration in expected.iter_mut().flat_map(|(_, list)| list) {
            let (c, s) = (Rational::new(3, 5), Rational::new(4, 5));
            let [w, x, y] = acceleration.clone();
            *acceleration = [w, &c * &x - &s * &y, &s * &x + &c * &y];
        }
        expected.sort();
        assert_eq!(expected, motions(&other_problem, &other), "seed {seed}");
    }
}

#[test]
fn longer_units_make_smaller_numbers_and_the_same_motion() {
    // Lengths in units of 3 m: lengths and accelerations a third, inertias a ninth, forces a third, moments a ninth.
    let (third, ninth) = (Rational::new(1, 3), Rational::new(1, 9));
    for seed in 0..60 {
        let scene = if seed % 2 == 0 { at_rest(seed, 3) } else { moving(seed, 2) };
        let mut scaled = scene.clone();
        let screw = |[w, x, y]: &[Rational; 3]| [w.clone(), x * &third, y * &third];
        scaled.gravity = scaled.gravity.each_ref().map(|entry| entry * &third);
        for body in &mut scaled.bodies {
            body.com = body.com.each_ref().map(|entry| entry * &third);
            body.inertia = body.inertia.as_ref().map(|inertia| inertia * &ninth);
            body.twist = screw(&body.twist);
            body.wrench = [&body.wrench[0] * &ninth, &body.wrench[1] * &third, &body.wrench[2] * &third];
            body.acceleration = body.acceleration.as_ref().map(screw);
        }
        for contact in &mut scaled.contacts {
            contact.point = contact.point.each_ref().map(|entry| entry * &third);
            contact.normal = contact.normal.each_ref().map(|entry| entry * Rational::from(7));
        }
        let ((problem, all), (other_problem, other)) = (answer(&scene), answer(&scaled));
        let mut expected = motions(&problem, &all);
        expected
            .iter_mut()
            .flat_map(|(_, list)| list)
            .for_each(|acceleration| *acceleration = screw(acceleration));
        assert_eq!(expected, motions(&other_problem, &other), "seed {seed}");
    }
}

#[test]
fn a_near_contact_and_a_controlled_one_are_free_and_the_given_force_pushes() {
    use stiction_scene::scene::{Body, Contact, Party};
    let block = Body::new("block").with_mass(2).with_inertia(1);
    let scene = Scene::<Planar>::new()
        .with_body(block)
        .with_contact(Contact::planar(Party::Body(0), [0, -1], [0, 1]).with_gap(1))
        .with_contact(Contact::planar(Party::Body(0), [-1, 0], [2, 0]));
    let mut pushed = scene.clone();
    pushed.contacts[1].force = Some(vec![Rational::from(6), Rational::zero()]);
    let (_, all) = answer(&pushed);
    assert_eq!(all.happenings[0].mode, "uu");
    assert_eq!(all.happenings[0].solution.accelerations[0], [0, 3, 0].map(Rational::from));
    pushed.contacts[1].force = Some(vec![Rational::from(6), Rational::one()]);
    assert_eq!(lower(&pushed).unwrap_err()[0].code, "force-outside-cone");
}

#[test]
fn impacts_and_unknown_bends_are_faults_with_their_place() {
    let mut scene = moving(3, 1);
    scene.bodies[0].twist = [0, 0, -1].map(Rational::from);
    scene.contacts[0].normal = [0, 1].map(Rational::from);
    assert_eq!(lower(&scene).unwrap_err()[0].code, "impact");
    scene.contacts[0].normal = [1, 0].map(Rational::from);
    scene.contacts[0].curvature = None;
    assert_eq!(lower(&scene).unwrap_err()[0].code, "missing-curvature");
    scene.contacts[0].curvature = Some([Curvature::Vertex, Curvature::Finite(Rational::zero())]);
    assert!(lower(&scene).is_ok());
    scene.bodies[0].inertia = None;
    assert_eq!(lower(&scene).unwrap_err()[0].path, ["bodies", "part", "inertia"]);
}

#[test]
fn at_rest_a_mode_happens_exactly_when_its_cone_of_wrenches_holds_the_load() {
    let (mut inside, mut outside) = (0, 0);
    for seed in 0..60 {
        // One body among walls: even seeds have one.
        let count = 1 + (seed % 3) as usize;
        let mut scene = at_rest(2 * seed, count);
        scene.bodies.truncate(1);
        scene.contacts.iter_mut().for_each(|contact| contact.against = stiction_scene::scene::Party::Ground);
        let (problem, all) = answer(&scene);
        let Motion::Free { load, .. } = &problem.bodies[0].motion else { panic!("a free body") };
        let part = part(&scene, None, PartAsked::default()).unwrap().part;
        for number in 0..4_usize.pow(count as u32) {
            let letters: Vec<String> = (0..count)
                .map(|at| ["s", "n", "l", "r"][number / 4_usize.pow(at as u32) % 4].to_owned())
                .collect();
            let set = wrench_set(&part.system(&letters).unwrap(), false);
            let happens = all.happenings.iter().any(|happening| happening.mode == letters.concat());
            assert_eq!(set.contains(load), happens, "seed {seed}: {letters:?}");
            if happens { inside += 1 } else { outside += 1 }
        }
    }
    assert!(inside > 60 && outside > 300, "{inside} {outside}");
}
