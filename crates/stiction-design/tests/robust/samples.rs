//! Scenes of a box, drawn at random: none within a proved scale may fail.  `STICTION_TRIALS=100000` draws more.

use super::*;
use stiction_design::robust::{Boxed, loose};
use stiction_proof::robust::{Corner, RobustProblem, RobustProof};
use stiction_proof::{Answer, FrictionUse, Touch};
use stiction_scene::Verdict;
use stiction_statics::closure::closure;
use stiction_statics::stand::assembly::stands;

/// A small generator of numbers, the same ones for the same seed.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.next()
    }

    /// From −1 to 1, often at an end.
    fn share(&mut self) -> Rational {
        let x = self.next();
        if x < 0.3 {
            part(-1, 1)
        } else if x > 0.7 {
            part(1, 1)
        } else {
            decimal(self.between(-1.0, 1.0))
        }
    }
}

/// A scene of the box at a scale, drawn.
fn drawn<T: Touch>(problem: &RobustProblem<T>, scale: &Rational, dice: &mut Dice) -> Corner<T> {
    let mut corner = problem.given();
    for (there, loose) in corner.bodies.iter_mut().zip(&problem.bodies) {
        there.mass += dice.share() * &loose.mass_off * scale;
        if there.mass.is_negative() {
            there.mass = Rational::zero();
        }
        for entry in there.com.as_mut() {
            *entry += dice.share() * &loose.com_off * scale;
        }
        for (entry, off) in there.wrench.as_mut().iter_mut().zip(loose.wrench_off.as_ref()) {
            *entry += dice.share() * off * scale;
        }
    }
    for (there, loose) in corner.contacts.iter_mut().zip(&problem.contacts) {
        there.friction += dice.share() * &loose.friction * scale;
        if there.friction.is_negative() {
            there.friction = Rational::zero();
        }
        let least = stiction_proof::robust::tangent(&(&loose.normal * scale))
            .map_or_else(|| part(10, 1), |both| both[0].clone());
        for (place, axis) in loose.axes.iter().enumerate() {
            let square: Rational = axis.as_ref().iter().map(|entry| entry * entry).sum();
            let length = square.square_root();
            // A hair inside, where the root is rounded down.
            let shift = (dice.share() * &loose.point * scale).checked_div(&length).unwrap()
                * part(999_999, 1_000_000);
            let turn =
                dice.share() * &least * part(999_999, 1_000_000 * if loose.axes.len() == 3 { 2 } else { 1 });
            for (k, entry) in axis.as_ref().iter().enumerate() {
                there.point.as_mut()[k] += entry * &shift;
                if place > 0 {
                    there.normal.as_mut()[k] += entry * &turn;
                }
            }
        }
    }
    assert_eq!(problem.is_in_box(scale, &corner), Ok(()));
    corner
}

fn fails<S: Boxed>(problem: &RobustProblem<S::Touch>, corner: &Corner<S::Touch>) -> bool {
    let verdict = match problem.about {
        About::Stand => {
            let (assembly, load) = problem.assembly_at(corner);
            stands::<S>(&assembly, &load, &FrictionUse::Given).unwrap().answer()
        }
        About::Closure => {
            let verdict: Verdict<_> =
                closure(&problem.problem_at(corner).unwrap(), &FrictionUse::Given).unwrap().into();
            verdict.answer()
        }
    };
    verdict == Answer::No
}

fn trials(usual: usize) -> usize {
    std::env::var("STICTION_TRIALS").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

/// Asks for a bracket and draws scenes within what is proved; how often something was proved.
fn is_never_contradicted<S: Boxed>(scene: &Scene<S>, about: About, dice: &mut Dice, samples: usize) -> bool {
    let found = robust(scene, about, &quickly()).unwrap();
    let problem = loose(scene, about).unwrap().problem;
    if let Some(proof) = &found.fails {
        let RobustProof::Fails { corner, .. } = proof.proof() else { panic!("it fails") };
        assert!(fails::<S>(&problem, corner));
    }
    let Some(proof) = &found.holds else { return false };
    let scale = proof.proof().scale();
    for _ in 0..samples {
        let corner = drawn(&problem, scale, dice);
        assert!(!fails::<S>(&problem, &corner), "{corner:?} fails within {scale}");
    }
    scale.is_positive()
}

fn off(dice: &mut Dice) -> ToleranceSection {
    let some = |dice: &mut Dice, most: f64| (dice.next() < 0.5).then(|| decimal(dice.between(0.01, most)));
    let spread = |dice: &mut Dice, most: f64| some(dice, most).map(Spread::By);
    ToleranceSection {
        point: some(dice, 0.2),
        normal: some(dice, 0.2),
        friction: spread(dice, 0.2),
        mass: spread(dice, 0.3),
        com: Some(decimal(dice.between(0.01, 0.2))),
        load: spread(dice, 1.0),
    }
}

#[test]
fn no_scene_within_a_proved_box_of_a_planar_body_falls() {
    let mut dice = Dice(3);
    let mut proved = 0;
    for _ in 0..trials(24) / 8 + 9 {
        let mut body = Body::<Planar>::new("part")
            .with_mass(decimal(dice.between(0.5, 2.0)))
            .with_com([decimal(dice.between(-0.6, 0.6)), decimal(dice.between(0.2, 1.5))]);
        if dice.next() < 0.5 {
            body = body.with_wrench([0.0, dice.between(-1.0, 1.0), dice.between(-3.0, 0.0)].map(decimal));
        }
        let scene = Scene::new()
            .with_gravity([decimal(dice.between(-1.0, 1.0)), part(-10, 1)])
            .with_body(body)
            .with_contact(touch([-1.0, 0.0], [dice.between(-0.2, 0.2), 1.0], dice.between(0.1, 0.9)))
            .with_contact(touch([1.0, 0.1], [dice.between(-0.2, 0.2), 1.0], dice.between(0.1, 0.9)))
            .with_tolerance(off(&mut dice));
        proved += usize::from(is_never_contradicted(&scene, About::Stand, &mut dice, trials(24)));
    }
    assert!(proved >= 6, "{proved}");
}

#[test]
fn no_scene_within_a_proved_box_of_a_planar_grasp_opens() {
    let mut dice = Dice(5);
    let mut proved = 0;
    for _ in 0..trials(24) / 8 + 9 {
        let fingers = 2 + (dice.next() * 3.0) as usize;
        let mut scene = Scene::new().with_body(Body::<Planar>::new("part"));
        for k in 0..fingers {
            let angle = 2.0 * std::f64::consts::PI * (k as f64 + dice.between(-0.2, 0.2)) / fingers as f64;
            let lean = angle + dice.between(-0.2, 0.2);
            let normal = [-lean.cos(), -lean.sin()];
            scene = scene.with_contact(touch([angle.cos(), angle.sin()], normal, dice.between(0.2, 0.9)));
        }
        let scene = scene.with_tolerance(off(&mut dice));
        let exact = scene
            .tolerance
            .as_ref()
            .is_some_and(|own| own.point.is_none() && own.normal.is_none() && own.friction.is_none());
        if !exact {
            proved += usize::from(is_never_contradicted(&scene, About::Closure, &mut dice, trials(24)));
        }
    }
    assert!(proved >= 4, "{proved}");
}

#[test]
fn no_scene_within_a_proved_box_in_space_falls() {
    let mut dice = Dice(7);
    for own in [
        ToleranceSection { com: Some(part(1, 10)), friction: by(0.05), ..Default::default() },
        ToleranceSection { point: Some(part(1, 10)), mass: by(0.1), ..Default::default() },
    ] {
        let mut scene = crate_in_space(0.6);
        scene.gravity[0] = part(2, 1);
        assert!(is_never_contradicted(&scene.with_tolerance(own), About::Stand, &mut dice, trials(16)));
    }
}

/// A stack in running bond.
fn wall(rows: i64) -> Scene<Planar> {
    let mut scene = Scene::<Planar>::new().with_gravity([0, -10]);
    let mut bricks: Vec<(i64, i64)> = Vec::new();
    for row in 0..rows {
        let first = row % 2;
        bricks.extend((0..3 - first).map(|k| (2 * k + first, row)));
    }
    for (k, (x, y)) in bricks.iter().enumerate() {
        scene = scene.with_body(
            Body::new(format!("b{k}")).with_mass(2).with_com([part(2 * x + 2, 2), part(2 * y + 1, 2)]),
        );
    }
    for (on, (x, y)) in bricks.iter().enumerate() {
        let below: Vec<(Party, i64, i64)> = match y {
            0 => vec![(Party::Ground, *x, x + 2)],
            _ => {
                let under = bricks.iter().enumerate().filter(|(_, (_, below))| *below == y - 1);
                let common =
                    under.map(|(other, (left, _))| (Party::Body(other), *x.max(left), (x + 2).min(left + 2)));
                common.filter(|(_, from, to)| from < to).collect()
            }
        };
        for (against, from, to) in below {
            for end in [from, to] {
                let foot = Contact::planar(Party::Body(on), [end, *y], [0, 1]).with_against(against);
                scene = scene.with_contact(foot.with_friction(part(3, 5)));
            }
        }
    }
    scene
}

#[test]
fn no_scene_within_a_proved_box_of_a_wall_falls() {
    let own = ToleranceSection {
        mass: Some(Spread::Part(part(1, 20))),
        com: Some(part(1, 50)),
        friction: Some(Spread::Part(part(1, 10))),
        point: Some(part(1, 100)),
        normal: Some(part(1, 50)),
        ..Default::default()
    };
    // Two rows: every brick stands between its supports.
    let scene = wall(2).with_tolerance(own);
    assert!(is_never_contradicted(&scene, About::Stand, &mut Dice(11), trials(12)));
}

#[test]
fn a_proof_for_one_box_is_none_for_a_larger_one_and_changed_forces_are_refused() {
    let scene = wall(1).with_tolerance(ToleranceSection { com: Some(part(1, 10)), ..Default::default() });
    let found = robust(&scene, About::Stand, &quickly()).unwrap();
    let problem = &found.loose.problem;
    let proof = found.holds.unwrap().into_proof();
    assert!(problem.check(proof.clone()).is_ok());
    for factor in [2, 8] {
        let mut larger = proof.clone();
        match &mut larger {
            RobustProof::Covered { scale, .. }
            | RobustProof::Follows { scale, .. }
            | RobustProof::Fails { scale, .. } => {
                *scale = &*scale * Rational::from(factor);
            }
        }
        assert!(problem.check(larger).is_err());
    }
    let mut wider = problem.clone();
    wider.bodies[0].com_off = part(1, 2);
    assert!(wider.check(proof.clone()).is_err());
    let fails = found.fails.unwrap().into_proof();
    let RobustProof::Fails { scale, corner, failing } = fails else { panic!("it fails") };
    let mut outside = corner.clone();
    outside.bodies[0].com[0] += part(1, 1000);
    let again = RobustProof::Fails { scale: scale.clone(), corner: outside, failing: failing.clone() };
    assert!(problem.check(again).is_err());
    let smaller = RobustProof::Fails { scale: scale * part(9, 10), corner, failing };
    assert!(problem.check(smaller).is_err());
}
