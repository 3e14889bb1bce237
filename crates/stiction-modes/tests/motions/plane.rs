//! Planar scenes by hand, and regions tested point by point.

use std::collections::BTreeSet;
use stiction_geometry::screw::Planar;
use stiction_modes::motions::centres::{Corner, Polygon};
use stiction_modes::motions::{Motions, motion_problem, motions};
use stiction_proof::{MotionProblem, PolyhedronForms, Rational};
use stiction_scene::scene::{Body, Contact, Party, Scene};

/// A frictionless contact of the part.
pub fn at(point: [i64; 2], normal: [i64; 2]) -> Contact<Planar> {
    Contact::planar(Party::Body(0), point, normal)
}

/// A part whose centre of mass is the origin.
pub fn part(contacts: impl IntoIterator<Item = Contact<Planar>>) -> Scene<Planar> {
    let scene = Scene::new().with_body(Body::new("part"));
    contacts.into_iter().fold(scene, Scene::with_contact)
}

/// The problem and the set of a scene.
pub fn found(scene: &Scene<Planar>) -> (MotionProblem, PolyhedronForms) {
    let problem = motion_problem(scene).unwrap();
    let Motions::Set { forms, .. } = motions(&problem).unwrap() else { panic!("no motion is left") };
    (problem, *forms)
}

pub fn exact<const N: usize>(entries: [i64; N]) -> [Rational; N] {
    entries.map(Rational::from)
}

pub fn rows<const N: usize>(rows: &[[i64; N]]) -> BTreeSet<Vec<Rational>> {
    rows.iter().map(|row| exact(*row).to_vec()).collect()
}

pub fn set(rows: &[Vec<Rational>]) -> BTreeSet<Vec<Rational>> {
    rows.iter().cloned().collect()
}

fn turn(a: &[Rational; 2], b: &[Rational; 2]) -> Rational {
    &a[0] * &b[1] - &a[1] * &b[0]
}

fn minus(a: &[Rational; 2], b: &[Rational; 2]) -> [Rational; 2] {
    [&a[0] - &b[0], &a[1] - &b[1]]
}

/// Whether a point is in a solid region: to the left of every side, sides at infinity aside.
pub fn holds(polygon: &Polygon, point: &[Rational; 2]) -> bool {
    assert!(polygon.len() >= 3, "a region with an inside");
    let next = |at: usize| &polygon[(at + 1) % polygon.len()];
    (0..polygon.len()).all(|at| match (&polygon[at], next(at)) {
        (Corner::Point(a), Corner::Point(b)) => !turn(&minus(b, a), &minus(point, a)).is_negative(),
        (Corner::Point(a), Corner::Direction(way)) => !turn(way, &minus(point, a)).is_negative(),
        (Corner::Direction(way), Corner::Point(b)) => !turn(way, &minus(point, b)).is_positive(),
        (Corner::Direction(_), Corner::Direction(_)) => true,
    })
}

/// Points of a grid of halves.
pub fn grid() -> impl Iterator<Item = [Rational; 2]> {
    (-13..14).flat_map(|x| (-13..14).map(move |y| [Rational::new(x, 2), Rational::new(y, 2)]))
}
