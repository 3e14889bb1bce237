//! Grasps in space.

use super::{fraction, number, numbered, plus, times};
use proptest::prelude::*;
use stiction_geometry::screw::Spatial;
use stiction_proof::{Answer, FrictionUse, Rational, SpatialContact, SpatialProblem, Vector};
use stiction_scene::lower::{ConeModel, one_body};
use stiction_scene::scene::{Body, Contact, ContactModel, Friction, Party, Scene};
use stiction_statics::closure::closure;

pub fn vector(entries: [i64; 3]) -> Vector {
    entries.map(Rational::from)
}

pub fn finger(point: Vector, normal: Vector, friction: Rational) -> SpatialContact {
    SpatialContact::new("", point, normal, friction)
}

/// Contacts named 1, 2, 3 …, moments about the origin.
pub fn grip(contacts: Vec<SpatialContact>) -> SpatialProblem {
    SpatialProblem::new(Default::default(), numbered(contacts, |contact| &mut contact.id))
}

pub fn closure_of(problem: &SpatialProblem, friction: FrictionUse) -> Answer {
    closure(problem, &friction).unwrap().answer()
}

/// Form and force closure.
pub fn both(problem: &SpatialProblem) -> [Answer; 2] {
    [closure_of(problem, FrictionUse::None), closure_of(problem, FrictionUse::Given)]
}

/// The same contacts as a scene: what is `across` there are the tangents here.
pub fn scene_of(problem: &SpatialProblem) -> Scene<Spatial> {
    let contact = |contact: &SpatialContact| Contact {
        id: contact.id.clone(),
        friction: Friction::new(contact.friction.clone()),
        model: ContactModel::Frictionless,
        soft: contact.torsion.clone(),
        tangents: contact.across.clone().unwrap_or_default(),
        ..Contact::new(Party::Body(0), contact.point.clone(), contact.normal.clone())
    };
    let body = Body { com: problem.reference.clone(), ..Body::new("part") };
    let scene = Scene::new().with_body(body);
    problem.contacts.iter().map(contact).fold(scene, Scene::with_contact)
}

/// Closure with another model of the cone.
pub fn closure_with(problem: &SpatialProblem, model: ConeModel) -> Answer {
    closure_of(&one_body(&scene_of(problem), model).unwrap().problem, FrictionUse::Given)
}

pub fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|i| &a[(i + 1) % 3] * &b[(i + 2) % 3] - &a[(i + 2) % 3] * &b[(i + 1) % 3])
}

/// A rotation with rational entries, from a quaternion of integers.
#[derive(Debug, Clone)]
pub struct Turn3([Vector; 3]);

impl Turn3 {
    pub fn new([w, x, y, z]: [i64; 4]) -> Self {
        let entry = |numerator: i64| fraction(numerator, (w * w + x * x + y * y + z * z) as u64);
        Turn3(
            [
                [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
                [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
                [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
            ]
            .map(|row| row.map(entry)),
        )
    }

    pub fn apply(&self, vector: &Vector) -> Vector {
        self.0.each_ref().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
    }

    pub fn problem(&self, problem: &SpatialProblem) -> SpatialProblem {
        let turned = |contact: &SpatialContact| SpatialContact {
            point: self.apply(&contact.point),
            normal: self.apply(&contact.normal),
            across: contact.across.as_ref().map(|across| across.iter().map(|d| self.apply(d)).collect()),
            ..contact.clone()
        };
        let contacts = problem.contacts.iter().map(turned).collect();
        SpatialProblem::new(self.apply(&problem.reference), contacts)
    }
}

pub fn turn3() -> impl Strategy<Value = Turn3> {
    let nonzero = |q: &[i64; 4]| q.iter().any(|&entry| entry != 0);
    [-3..=3_i64, -3..=3, -3..=3, -3..=3].prop_filter("a rotation", nonzero).prop_map(Turn3::new)
}

/// The same problem in another unit of length.
pub fn scaled(problem: &SpatialProblem, unit: &str) -> SpatialProblem {
    let unit = number(unit);
    let mut problem = problem.clone();
    problem.reference = times(&problem.reference, &unit);
    for contact in &mut problem.contacts {
        contact.point = times(&contact.point, &unit);
        contact.torsion = contact.torsion.as_ref().map(|gamma| gamma * &unit);
    }
    problem
}

/// The same problem elsewhere; moments are taken about the same place of the body.
pub fn moved(problem: &SpatialProblem, by: &Vector) -> SpatialProblem {
    let mut problem = problem.clone();
    problem.reference = plus(&problem.reference, by);
    problem.contacts.iter_mut().for_each(|contact| contact.point = plus(&contact.point, by));
    problem
}

pub fn whole_vector(size: i64) -> impl Strategy<Value = Vector> {
    [-size..=size, -size..=size, -size..=size].prop_map(vector)
}

/// Fingers around the origin whose normals point inwards, more or less, some soft, some smooth.
pub fn grasp_in_space(contacts: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = SpatialProblem> {
    let away = |point: &Vector| point.iter().any(|x| !x.is_zero());
    let aside = |(point, lean): &(Vector, Vector)| {
        let normal: Vector = std::array::from_fn(|i| &lean[i] - &(Rational::from(2) * &point[i]));
        normal.iter().any(|x| !x.is_zero())
    };
    let place = (whole_vector(3).prop_filter("not at the centre", away), whole_vector(1));
    let kinds = [(0, 0), (1, 0), (2, 0), (2, 0), (3, 0), (2, 1)];
    let finger = (place.prop_filter("a normal has a direction", aside), prop::sample::select(kinds.to_vec()));
    let finger = finger.prop_map(|((point, lean), (friction, torsion))| {
        let normal = std::array::from_fn(|i| &lean[i] - &(Rational::from(2) * &point[i]));
        let mut contact = finger_of(point, normal, fraction(friction, 3));
        contact.torsion = (torsion > 0).then(|| fraction(torsion, 4));
        contact
    });
    prop::collection::vec(finger, contacts).prop_map(grip)
}

fn finger_of(point: Vector, normal: Vector, friction: Rational) -> SpatialContact {
    finger(point, normal, friction)
}
