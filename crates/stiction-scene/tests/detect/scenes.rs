//! Small scenes, and what was found in them in a form that can be compared.

use stiction_geometry::screw::{Planar, Space, Spatial};
use stiction_geometry::shape::{Geometry, Outline, Point, Point3, Polyhedron, Solid};
use stiction_proof::Rational;
use stiction_scene::detect::{Detectable, Detected, Finding, Settings, detect};
use stiction_scene::scene::{Body, Contact, Friction, Party, Role, Scene};

/// A number as a person writes it.
pub fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

/// Points of the plane, written `x y, x y`.
pub fn points(text: &str) -> Vec<Point> {
    let point = |pair: &str| -> Point {
        let numbers: Vec<Rational> = pair.split_whitespace().map(number).collect();
        numbers.try_into().unwrap()
    };
    text.split(',').map(point).collect()
}

/// A polygon, written `x y, x y, …`.
pub fn polygon(text: &str) -> Outline {
    Outline::polygon(points(text), Vec::new())
}

/// A half-plane below y = 0.
pub fn floor() -> Outline {
    Outline::half_plane([0.into(), 0.into()], [0.into(), 1.into()])
}

/// A scene of these bodies, free unless the name is one of a fixture.
pub fn scene<S: Geometry>(bodies: Vec<(&str, S::Shape)>) -> Scene<S> {
    let fixtures = ["floor", "wall", "table", "ground", "jig"];
    let body = |(name, shape): (&str, S::Shape)| {
        let role = if fixtures.contains(&name) { Role::Fixed } else { Role::Free };
        Body { shape: Some(shape), ..Body::new(name).with_role(role) }
    };
    Scene { bodies: bodies.into_iter().map(body).collect(), ..Scene::new() }
}

/// Settings with a tolerance and a friction of 1/2.
pub fn settings(tolerance: &str) -> Settings {
    Settings {
        tolerance: Some(number(tolerance)),
        friction: Friction::new(Rational::new(1, 2)),
        ..Settings::default()
    }
}

/// What a tolerance of 1/1000 finds.
pub fn found<S: Detectable>(bodies: Vec<(&str, S::Shape)>) -> Detected<S> {
    detect(&scene(bodies), &settings("1/1000"))
}

/// Contacts as text, `id (point) into (normal scaled to largest 1)`.
pub fn listed<S: Space>(found: &Detected<S>) -> Vec<String> {
    found.contacts.iter().map(|contact| format!("{} {}", contact.id, place(contact))).collect()
}

fn place<S: Space>(contact: &Contact<S>) -> String {
    let most = contact.normal.as_ref().iter().map(Rational::abs).max().unwrap();
    let words = |numbers: Vec<String>| numbers.join(" ");
    let point = contact.point.as_ref().iter().map(Rational::to_string).collect();
    let normal = contact.normal.as_ref().iter().map(|x| (x / &most).to_string()).collect();
    format!("({}) into ({})", words(point), words(normal))
}

/// The findings of the notes.
pub fn findings<S: Space>(found: &Detected<S>) -> Vec<Finding> {
    found.notes.iter().map(|note| note.finding).collect()
}

/// Contacts in doubles, whichever body is called `on`: names, point, unit normal into the first name.
pub fn as_set<S: Geometry>(scene: &Scene<S>, found: &Detected<S>) -> Vec<(String, Vec<f64>)> {
    let mut set: Vec<_> = found.contacts.iter().map(|contact| as_element(scene, contact)).collect();
    set.sort_by(|a, b| a.partial_cmp(b).unwrap());
    set
}

fn as_element<S: Geometry>(scene: &Scene<S>, contact: &Contact<S>) -> (String, Vec<f64>) {
    let name = |party: Party| scene.party_name(party).to_owned();
    let (on, against) = (name(contact.on), name(contact.against));
    let doubles = |v: &S::Vector| v.as_ref().iter().map(Rational::to_f64).collect::<Vec<_>>();
    let normal = doubles(&contact.normal);
    let length = normal.iter().map(|x| x * x).sum::<f64>().sqrt();
    let sign = if on < against { 1.0 } else { -1.0 };
    let pair = if on < against { format!("{on} {against}") } else { format!("{against} {on}") };
    // Rounded, so that sorting does not depend on the last bit.
    let tidy = |x: f64| (x * 1e9).round() / 1e9 + 0.0;
    let normal = normal.into_iter().map(|x| tidy(sign * x / length));
    (pair, doubles(&contact.point).into_iter().map(tidy).chain(normal).collect())
}

/// A box, by its centre and size.
pub fn cuboid(center: &Point3, size: &Point3) -> Solid {
    let corner = |index: usize| -> Point3 {
        std::array::from_fn(|k| {
            let half = &size[k] * &Rational::new(1, 2);
            if index >> k & 1 == 1 { &center[k] + &half } else { &center[k] - &half }
        })
    };
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    Solid::Polyhedron(Polyhedron {
        vertices: (0..8).map(corner).collect(),
        faces: faces.iter().map(|face| face.to_vec()).collect(),
    })
}

/// Which world a scene of the corpus is of.
pub enum Any {
    Plane(Scene<Planar>),
    Space(Scene<Spatial>),
}

/// A point of space, written `x y z`.
pub fn point(text: &str) -> Point3 {
    let numbers: Vec<Rational> = text.split_whitespace().map(number).collect();
    numbers.try_into().unwrap()
}

pub fn cylinder(center: &str, axis: &str, radius: &str, height: &str) -> Solid {
    Solid::Cylinder {
        center: point(center),
        axis: point(axis),
        radius: number(radius),
        height: number(height),
    }
}

pub fn brick(center: &str, size: &str) -> Solid {
    cuboid(&point(center), &point(size))
}

pub fn ball(center: &str, radius: &str) -> Solid {
    Solid::Sphere { center: point(center), radius: number(radius) }
}

pub fn polyhedron(vertices: &[&str], faces: &[&[usize]]) -> Solid {
    Solid::Polyhedron(Polyhedron {
        vertices: vertices.iter().map(|text| point(text)).collect(),
        faces: faces.iter().map(|face| face.to_vec()).collect(),
    })
}
