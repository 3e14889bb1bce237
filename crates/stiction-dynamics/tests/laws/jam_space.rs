//! Locking in space: what keeps to a plane is what it is there.

use super::carries;
use super::jam_compliant::dragged;
use stiction_dynamics::jam::peg::{Lean, Peg};
use stiction_dynamics::jam::{Seated, YieldedEnd, moving, seated, settled, stiff_limit};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_proof::{Answer, PlanarProblem, Rational, SpatialContact, SpatialProblem, Vector};
use stiction_scene::Threshold;
use stiction_scene::lower::ConeModel;
use stiction_scene::scene::{Body, Contact, Friction, Party, Scene};

fn whole(entries: [i64; 3]) -> Vector {
    entries.map(Rational::from)
}

/// A contact of space against the ground.
fn touching(point: Vector, normal: Vector, friction: Rational) -> Contact<Spatial> {
    Contact { friction: Friction::new(friction), ..Contact::new(Party::Body(0), point, normal) }
}

/// The plane as x and y of space, turned by a rotation with rational entries: about (1, 1, 1) by a third of a turn,
/// or not at all.
fn placed([x, y]: &[Rational; 2], z: &Rational, around: bool) -> Vector {
    if around { [z.clone(), x.clone(), y.clone()] } else { [x.clone(), y.clone(), z.clone()] }
}

fn turned(angular: &Rational, linear: &[Rational; 2], around: bool) -> [Rational; 6] {
    let zero = Rational::zero();
    let [a, b, c] = placed(&[zero.clone(), zero.clone()], angular, around);
    let [x, y, z] = placed(linear, &zero, around);
    [a, b, c, x, y, z]
}

/// The planar peg's contacts, each a line of two points, with the push about the middle of the tip.
fn lines(problem: &PlanarProblem, push: &[Rational; 3], around: bool) -> Seated {
    let mut contacts = Vec::new();
    for contact in &problem.contacts {
        for side in [-1, 1] {
            contacts.push(SpatialContact::new(
                &format!("{}.{side}", contact.id),
                placed(&contact.point, &Rational::from(side), around),
                placed(&contact.normal, &Rational::zero(), around),
                contact.friction.clone(),
            ));
        }
    }
    let down = [Rational::zero(), -Rational::one()];
    Seated {
        problem: SpatialProblem::new(Vector::default(), contacts),
        push: turned(&push[0], &[push[1].clone(), push[2].clone()], around),
        into: placed(&down, &Rational::zero(), around),
    }
}

#[test]
fn a_force_controlled_contact_loads_and_does_not_constrain_in_plane_and_space() {
    let half = Rational::new(1, 2);
    let mut flat = Body::<Planar>::new("sledge").with_mass(3).with_inertia(2);
    flat.twist = [0, 1, 0].map(Rational::from);
    flat.wrench = [5, 0, -7].map(Rational::from);
    let mut finger = Contact::planar(Party::Body(0), [2, 1], [-1, 0]).with_friction(half.clone());
    finger.force = Some([4, 1].map(Rational::from).to_vec());
    let floor = Contact::planar(Party::Body(0), [0, -1], [0, 1]).with_friction(half.clone());
    let plane = Scene::new().with_body(flat).with_contact(floor).with_contact(finger);

    let mut solid = Body::<Spatial>::new("sledge").with_mass(3);
    solid.inertia = Some([[1, 0, 0], [0, 1, 0], [0, 0, 2]].map(whole));
    solid.twist = [0, 0, 0, 1, 0, 0].map(Rational::from);
    solid.wrench = [0, 0, 5, 0, -7, 0].map(Rational::from);
    let mut finger = touching(whole([2, 1, 0]), whole([-1, 0, 0]), half.clone());
    // Along the tangent of the plane, and across the plane.
    finger.tangents = vec![whole([0, -1, 0]), whole([0, 0, 1])];
    finger.force = Some([4, 1, 0].map(Rational::from).to_vec());
    let floor = touching(whole([0, -1, 0]), whole([0, 1, 0]), half);
    let space = Scene::new().with_body(solid).with_contact(floor).with_contact(finger);

    let (plane, _) = moving(&plane, ConeModel::Round).unwrap();
    let (space, _) = moving(&space, ConeModel::Round).unwrap();
    assert_eq!([plane.problem.constraints.len(), space.problem.constraints.len()], [1, 1]);
    // 4 N along −x at y = 1 and 1 N along −y at x = 2: a moment of 4 − 2.
    let [theta, x, y] = [5 + 4 - 2, -4, -7 - 1].map(Rational::from);
    assert_eq!(plane.driven.force, Some(vec![theta.clone(), x.clone(), y.clone()]));
    let zero = Rational::zero;
    assert_eq!(space.driven.force, Some(vec![zero(), zero(), theta, x, y, zero()]));
}

#[test]
fn a_peg_that_touches_along_two_lines_wedges_where_its_planar_section_does() {
    for (depth, around) in [(1, false), (3, true), (5, false), (7, true)] {
        let depth = Rational::new(depth, 4);
        let peg =
            Peg { width: Rational::from(2), hole: Rational::new(21, 10), friction: Rational::new(1, 2) };
        let push = [0, 0, -1].map(Rational::from);
        let seated = lines(&peg.problem(&depth, Lean::TipLeft), &push, around);
        let wedge = seated.wedging().unwrap();
        let expected = if peg.wedges(&depth) { Answer::Yes } else { Answer::No };
        assert_eq!(wedge.found.answer(), expected, "{depth:?}");
        // ℓ = μd: from the factor ℓ/(μd) on.
        let threshold = (depth / Rational::one()).to_f64();
        let Threshold::Between(bracket) = &wedge.onset else { panic!("{:?}", wedge.onset) };
        let ends = [bracket.lower.0.to_f64(), bracket.upper.0.to_f64()];
        assert!(
            ends[0] <= threshold && threshold <= ends[1] && ends[1] - ends[0] < 1e-5,
            "{ends:?} {threshold}"
        );
        assert!((seated.depth() - threshold).abs() < 1e-12);
    }
}

#[test]
fn a_push_in_the_plane_of_a_peg_jams_it_in_space_where_it_does_in_the_plane() {
    let peg = Peg { width: Rational::from(2), hole: Rational::new(21, 10), friction: Rational::new(1, 2) };
    let depth = Rational::new(3, 2);
    let (mut held, mut free) = (0, 0);
    for moment in [-5, -1, 0, 2, 6] {
        for across in [-3, 0, 1, 4] {
            for lean in [Lean::TipLeft, Lean::TipRight, Lean::AlongLeft] {
                let push = [moment, across, -2].map(Rational::from);
                let problem = peg.problem(&depth, lean);
                let plane = carries(&problem, &push);
                let seated = lines(&problem, &push, moment > 0);
                let jam = seated.jamming().unwrap();
                // On the boundary a round cone is decided by no program in doubles.
                if jam.found.answer() != Answer::Undecided {
                    assert_eq!(jam.found.answer() == Answer::Yes, plane, "{push:?} {lean:?}");
                    *if plane { &mut held } else { &mut free } += 1;
                }
                assert!(seated.pushes_inwards());
            }
        }
    }
    assert!(held >= 5 && free >= 20, "{held} held, {free} free");
}

#[test]
fn a_peg_between_whole_walls_is_squeezed_without_friction_and_one_on_a_single_wall_is_no_peg() {
    let block = |walls: &[i64]| {
        let mut peg = Body::<Spatial>::new("peg").with_mass(1);
        peg.twist[5] = -Rational::one();
        let mut scene = Scene::<Spatial>::new().with_body(peg);
        for &side in walls {
            for (y, z) in [(-1, 0), (1, 0), (1, 3), (-1, 3)] {
                scene = scene.with_contact(touching(
                    whole([side, y, z]),
                    whole([-side, 0, 0]),
                    Rational::new(1, 4),
                ));
            }
        }
        scene
    };
    let between = seated(&block(&[-1, 1]), ConeModel::Round).unwrap();
    assert!(matches!(between.wedging().unwrap().onset, Threshold::None(_)));
    assert_eq!(between.depth(), 3.0);
    assert_eq!(seated(&block(&[1]), ConeModel::Round), None);
    let mut still = block(&[-1, 1]);
    still.bodies[0].twist = Default::default();
    assert_eq!(seated(&still, ConeModel::Round), None);
}

fn raised(scene: &Scene<Planar>, around: bool) -> Scene<Spatial> {
    let flat = &scene.bodies[0];
    let zero = Rational::zero();
    let mut body = Body::<Spatial>::new("rod").with_mass(1);
    body.com = placed(&flat.com, &zero, around);
    body.twist = turned(&flat.twist[0], &[flat.twist[1].clone(), flat.twist[2].clone()], around);
    // About the other axes nothing turns, so that any inertia will do.
    let mut inertia: [[Rational; 3]; 3] = Default::default();
    let axis = if around { 0 } else { 2 };
    (0..3).for_each(|k| {
        inertia[k][k] = if k == axis { flat.inertia.clone().unwrap() } else { Rational::from(3) };
    });
    body.inertia = Some(inertia);
    let contact = &scene.contacts[0];
    let mut raised = Scene::<Spatial>::new().with_body(body).with_contact(touching(
        placed(&contact.point, &zero, around),
        placed(&contact.normal, &zero, around),
        contact.friction.sliding.clone(),
    ));
    raised.gravity = placed(&scene.gravity, &zero, around);
    raised
}

#[test]
fn springs_in_space_do_in_a_plane_what_springs_of_the_plane_do() {
    for (friction, pull) in [(Rational::new(1, 2), -10), (Rational::from(2), -10), (Rational::from(2), 10)] {
        let flat = dragged(friction, pull);
        let plane = stiff_limit(&flat, 1e6).unwrap();
        for around in [false, true] {
            let space = stiff_limit(&raised(&flat, around), 1e6).unwrap();
            for (one, other) in plane.iter().zip(&space) {
                match (&one.end, &other.end) {
                    (YieldedEnd::Separates(a), YieldedEnd::Separates(b)) => assert_eq!(a, b),
                    (YieldedEnd::Stops { impulse: a, .. }, YieldedEnd::Stops { impulse: b, .. }) => {
                        assert!((a - b).abs() < 1e-3 * a, "{a} {b}");
                    }
                    (YieldedEnd::Settles(a), YieldedEnd::Settles(b)) => {
                        assert!((a[0][0] - b[0][0]).abs() < 2e-2 * a[0][0], "{a:?} {b:?}");
                        assert_eq!((a[0].len(), b[0].len()), (2, 3));
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

#[test]
fn what_springs_hold_in_a_plane_of_space_they_hold_in_the_plane() {
    let peg = Peg { width: Rational::from(2), hole: Rational::from(2), friction: Rational::new(3, 4) };
    let problem = peg.problem(&Rational::one(), Lean::TipLeft);
    let (stiffness, pressed) = ([Rational::from(1000), Rational::from(300)], vec![Rational::new(1, 100); 2]);
    let load = [Rational::new(1, 5), Rational::zero(), Rational::from(-1)];
    let plane = settled(&problem, &stiffness, &pressed, &load).unwrap();
    for around in [false, true] {
        let push = turned(&load[0], &[load[1].clone(), load[2].clone()], around);
        let space = lines(&problem, &load, around);
        // Two points of a line share what one point of the plane bears: half the stiffness each.
        let half = stiffness.clone().map(|entry| entry * Rational::new(1, 2));
        let found = settled(&space.problem, &half, &vec![Rational::new(1, 100); 4], &push).unwrap();
        assert_eq!(found.holds, plane.holds);
        for (index, [a, b]) in plane.forces.iter().enumerate() {
            let contact = &problem.contacts[index];
            let [nx, ny] = &contact.normal;
            let force = [a * nx - b * ny, a * ny + b * nx];
            let sum: Vector =
                std::array::from_fn(|k| &found.forces[2 * index][k] + &found.forces[2 * index + 1][k]);
            assert_eq!(sum, placed(&force, &Rational::zero(), around));
        }
    }
    // Walls that face each other without stiffness along them leave the peg free to slide.
    assert_eq!(settled(&problem, &[Rational::one(), Rational::zero()], &pressed, &load), None);
}
