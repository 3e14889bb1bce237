//! Erdmann's rules against the general solver, and the numbers that go with them.

use crate::outcomes::random::{Random, moving};
use stiction_dynamics::outcomes::erdmann::{ContactType, FrictionCone, MovingPart, Surface, net_cone};
use stiction_dynamics::outcomes::{Outcome, lower, outcomes};
use stiction_geometry::screw::Planar;
use stiction_proof::{Answer, FrictionUse, PlanarContact, PlanarProblem, Rational};
use stiction_scene::scene::{Body, Contact, Curvature, Party, Scene};
use stiction_statics::stand::assembly::stands;

/// A scene with one contact as Erdmann sees it.
fn seen(scene: &Scene<Planar>) -> (FrictionCone, MovingPart, ContactType) {
    let (body, contact) = (&scene.bodies[0], &scene.contacts[0]);
    let mass = body.mass.clone().unwrap();
    let gyration = body.inertia.as_ref().unwrap().checked_div(&mass).unwrap();
    let friction = contact.friction.at_rest.clone();
    let cone =
        FrictionCone::new(&body.com, gyration, &contact.point, contact.normal.clone(), friction).unwrap();
    let weight = scene.gravity.each_ref().map(|gravity| gravity * &mass);
    let applied = [body.wrench[0].clone(), &body.wrench[1] + &weight[0], &body.wrench[2] + &weight[1]];
    let part = MovingPart { mass, twist: body.twist.clone(), applied };
    let of_part = contact.curvature.as_ref().is_none_or(|[on, _]| *on == Curvature::Vertex);
    (cone, part, if of_part { ContactType::B } else { ContactType::A })
}

#[test]
fn section_5_2_and_5_6_reactions_are_those_of_the_general_solver() {
    let (mut compared, mut pressed, mut stuck, mut of_type_a) = (0, 0, 0, 0);
    for seed in 0..400 {
        let mut scene = moving(seed, 1);
        if seed % 3 == 0 {
            scene.bodies[0].twist = Default::default();
        }
        let contact = &mut scene.contacts[0];
        contact.friction.sliding = contact.friction.at_rest.clone();
        let (cone, part, kind) = seen(&scene);
        let Some(reaction) = cone.reaction(&part, kind) else { continue };
        let problem = lower(&scene).unwrap().problem;
        let all = outcomes(&problem).unwrap();
        compared += 1;
        assert_eq!(
            all.outcome,
            Outcome::Unique,
            "seed {seed}: a cone above the tangent plane has one reaction"
        );
        let solution = &all.happenings[0].solution;
        assert_eq!(solution.forces[0], reaction, "seed {seed}, mode {}", all.happenings[0].mode);
        pressed += usize::from(reaction[0].is_positive());
        stuck += usize::from(all.happenings[0].mode == "n");
        of_type_a +=
            usize::from(kind == ContactType::A && !part.twist[0].is_zero() && reaction[0].is_positive());
    }
    assert!(
        compared > 150 && pressed > 50 && stuck > 5 && of_type_a > 10,
        "{compared} {pressed} {stuck} {of_type_a}"
    );
}

#[test]
fn section_5_1_the_slopes_say_which_forces_are_balanced() {
    let mut random = Random::new(5);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..300 {
        let (point, normal) = ([random.number(), random.number()], random.normal());
        let (reference, friction) = ([random.number(), random.number()], random.friction().at_rest);
        let cone =
            FrictionCone::new(&reference, Rational::new(2, 3), &point, normal.clone(), friction.clone())
                .unwrap();
        let problem = PlanarProblem::new(reference, vec![PlanarContact::new("1", point, normal, friction)]);
        // Half of the forces go through the contact, so that they may be balanced.
        let (along, across) = (random.number(), random.number());
        let mut load = problem.wrench(&problem.contacts[0], &along, &across);
        if random.below(4) == 0 {
            load[0] += Rational::one();
        }
        let body = problem.as_assembly("part");
        let stands = stands::<Planar>(&body, std::slice::from_ref(&load), &FrictionUse::Given).unwrap();
        let stands = stands.answer() == Answer::Yes;
        assert_eq!(cone.balances(&load), stands);
        if !cone.dips() {
            assert!(cone.balances_as_a_wedge(&load).is_none_or(|balanced| balanced == stands));
        }
        if stands { yes += 1 } else { no += 1 }
    }
    assert!(yes > 20 && no > 20, "{yes} {no}");
}

#[test]
fn equation_3_a_wedge_around_the_normal_misses_what_a_cone_that_dips_balances() {
    let (upright, ..) = seen(&rod(Rational::new(1, 2), 1));
    let (dipping, ..) = seen(&rod(Rational::from(10), 1));
    let against = |edge: &[Rational; 3]| edge.each_ref().map(|entry| -entry);
    assert!(!upright.dips() && dipping.dips());
    for edge in upright.edges().each_ref().map(against) {
        assert!(upright.balances(&edge) && upright.balances_as_a_wedge(&edge) == Some(true));
    }
    let pushed = against(&dipping.edges()[0]);
    assert!(dipping.balances(&pushed) && dipping.balances_as_a_wedge(&pushed) == Some(false));
}

#[test]
fn section_5_4_what_stays_on_a_surface_has_neither_variation() {
    // The curve (t, t², t³) on the saddle z = xy.
    for t in -3..=3_i64 {
        let numbers = |entries: [i64; 3]| entries.map(Rational::from);
        let second = [numbers([0, 1, 0]), numbers([1, 0, 0]), numbers([0, 0, 0])];
        let saddle = Surface { gradient: numbers([t * t, t, -1]), second };
        let velocity = numbers([1, 2 * t, 3 * t * t]);
        assert!(saddle.first_variation(&velocity).is_zero());
        assert!(saddle.second_variation(&velocity, &numbers([0, 2, 6 * t])).is_zero());
        // Without its own acceleration it leaves as fast as the saddle bends.
        assert_eq!(saddle.second_variation(&velocity, &numbers([0, 0, 0])), Rational::from(4 * t));
    }
}

/// Dupont's and Painlevé's rod: unit mass, half length 1, at an angle with cosine 5/13.
fn rod(friction: Rational, down: i64) -> Scene<Planar> {
    let mut rod = Body::<Planar>::new("rod").with_mass(1).with_inertia(Rational::new(1, 3));
    rod.twist = [0, -1, 0].map(Rational::from);
    rod.wrench = [0, 0, -down].map(Rational::from);
    let mut foot = Contact::planar(Party::Body(0), [Rational::new(-5, 13), Rational::new(-12, 13)], [0, 1])
        .with_friction(friction);
    foot.curvature = Some([Curvature::Vertex, Curvature::Finite(Rational::zero())]);
    Scene::new().with_body(rod).with_contact(foot)
}

#[test]
fn section_4_the_dip_begins_at_the_friction_that_jams_the_rod() {
    // Dupont and Yamajako (43): (J + m·l²cos²θ)/(m·l²·sinθ·cosθ).
    let (cos, sin) = (Rational::new(5, 13), Rational::new(12, 13));
    let jams = (Rational::new(1, 3) + &cos * &cos).checked_div(&(&sin * &cos)).unwrap();
    let (cone, ..) = seen(&rod(Rational::one(), 1));
    assert_eq!(cone.dip_begins().unwrap(), jams);
    let at = |factor: Rational, down: i64| {
        let scene = rod(&jams * factor, down);
        let (cone, ..) = seen(&scene);
        let all = outcomes(&lower(&scene).unwrap().problem).unwrap();
        (cone.dips(), cone.slopes()[0] < 0.0, all.outcome)
    };
    // Sliding so that the edge that dips is the active one: pressed down nothing is possible, lifted two things are.
    assert_eq!(at(Rational::new(1, 2), 1), (false, false, Outcome::Unique));
    let (dips, negative, pressed) = at(Rational::from(2), 1);
    let (_, _, lifted) = at(Rational::from(2), -1);
    assert!(dips && negative);
    let other_way = |down: i64| {
        let mut scene = rod(&jams * Rational::from(2), down);
        scene.bodies[0].twist = [0, 1, 0].map(Rational::from);
        outcomes(&lower(&scene).unwrap().problem).unwrap().outcome
    };
    let mut seen = vec![(pressed, lifted), (other_way(1), other_way(-1))];
    seen.sort_by_key(|(pressed, _)| pressed.word());
    assert_eq!(seen, [(Outcome::Inconsistent, Outcome::Ambiguous), (Outcome::Unique, Outcome::Unique)]);
}

#[test]
fn section_3_edges_lie_in_the_plane_that_pure_rotation_is_normal_to() {
    let mut random = Random::new(11);
    for _ in 0..50 {
        let point = [random.number(), random.number()];
        let reference = [random.number(), random.number()];
        let cone = FrictionCone::new(
            &reference,
            Rational::one(),
            &point,
            random.normal(),
            random.friction().at_rest,
        )
        .unwrap();
        for [moment, fx, fy] in cone.edges() {
            assert!((moment - fx * &cone.r[1] + fy * &cone.r[0]).is_zero());
        }
        assert!(!cone.lean.is_positive());
    }
}

#[test]
fn section_6_the_net_cone_holds_what_the_contacts_balance_together() {
    let mut random = Random::new(23);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..60 {
        let reference = [random.number(), random.number()];
        let contacts: Vec<PlanarContact> = (0..3)
            .map(|index| {
                let point = [random.number(), random.number()];
                PlanarContact::new(&index.to_string(), point, random.normal(), random.friction().at_rest)
            })
            .collect();
        let cones: Vec<FrictionCone> = contacts
            .iter()
            .map(|c| {
                FrictionCone::new(
                    &reference,
                    Rational::new(1, 2),
                    &c.point,
                    c.normal.clone(),
                    c.friction.clone(),
                )
                .unwrap()
            })
            .collect();
        let net = net_cone(&cones).unwrap();
        let problem = PlanarProblem::new(reference, contacts);
        let load = [random.number(), random.number(), random.number()];
        let needed = load.each_ref().map(|entry| -entry);
        let body = problem.as_assembly("part");
        let stands = stands::<Planar>(&body, std::slice::from_ref(&load), &FrictionUse::Given).unwrap();
        let stands = stands.answer() == Answer::Yes;
        assert_eq!(net.contains(&needed).unwrap(), stands);
        if stands { yes += 1 } else { no += 1 }
    }
    assert!(yes > 5 && no > 5, "{yes} {no}");
}

#[test]
fn a_cone_about_the_centre_of_compliance_has_the_same_forces() {
    let (point, normal) = ([1, 2].map(Rational::from), [3, 4].map(Rational::from));
    let mass =
        FrictionCone::new(&Default::default(), Rational::one(), &point, normal.clone(), Rational::new(1, 2))
            .unwrap();
    let compliance =
        FrictionCone::new(&[5, -1].map(Rational::from), Rational::one(), &point, normal, Rational::new(1, 2))
            .unwrap();
    let force = |[_, x, y]: &[Rational; 3]| [x.clone(), y.clone()];
    let forces = |cone: &FrictionCone| {
        let mut forces = cone.edges().each_ref().map(force);
        forces.sort();
        forces
    };
    assert_eq!(forces(&mass), forces(&compliance));
    assert_ne!(mass.lean, compliance.lean);
}
