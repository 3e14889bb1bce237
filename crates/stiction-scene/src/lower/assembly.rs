//! From a scene to an assembly: the free bodies, what touches them, and what pulls at them.

use super::ride::Ride;
use crate::lower::curvature::Outlines;
use crate::lower::{ConeModel, Lowered, Misfit, length, limited, pyramid_of, spatial_length, tangents_of};
use crate::scene::{Body, Contact, Party, Role, Rounding, Scene};
use std::collections::HashMap;
use stiction_exact::root::{Root, square_root};
use stiction_exact::vector::{cross, minus};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_geometry::shape::Geometry;
use stiction_proof::{
    AssemblyBody, AssemblyContact, AssemblyProblem, NonZero, PlanarContact, Rational, SpatialContact, Touch,
    Vector,
};

/// The plane or space, with what its contacts become in a proof.
pub trait Standing: Geometry {
    /// A contact of a proof.
    type Touch: Touch<Vector = Self::Vector, Screw = Self::Screw>;

    /// The contact as proofs speak of it, about a normal: into `on`, or into the body that is asked about.
    fn touch(
        contact: &Contact<Self>,
        normal: Self::Vector,
        model: ConeModel,
        rounded: &mut Vec<Rounding>,
    ) -> Self::Touch;
    /// Adds what the shapes of the bodies say of the contacts of one: curvatures, in the plane.
    fn bend(_scene: &Scene<Self>, _lowered: &mut Lowered<Self>) {}
    /// The directions across the normal along which the entries of a given force after the first count.
    fn across(contact: &Contact<Self>) -> Vec<Self::Vector>;
    /// An inertia times a vector about the centre of mass.
    fn turned(inertia: &Self::Inertia, vector: &Vector) -> Vector;
}

/// An assembly and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Assembly<S: Standing> {
    /// The free bodies, and the touching contacts that are not force-controlled.
    pub problem: AssemblyProblem<S::Touch>,
    /// For each body of the problem, its index in the scene.
    pub bodies: Vec<usize>,
    /// For each contact of the problem, its index in the scene.
    pub contacts: Vec<usize>,
    /// What pulls at each body, about its centre of mass: weight, its own wrench, force-controlled contacts, and the
    /// inertia of riding on driven bodies.
    pub load: Vec<S::Screw>,
    /// The weight of each body.
    pub weights: Vec<S::Vector>,
    /// Whether part of the load is the inertia of a moving base.
    pub rides: bool,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Lowers a scene, or says everything that stands against asking whether it stands.
pub fn assembly<S: Standing>(scene: &Scene<S>, model: ConeModel) -> Result<Assembly<S>, Vec<Misfit>> {
    let plunged = super::preload::plunged(scene);
    let scene = &*plunged;
    let mut assembly = touching(scene, model)?;
    let rides = super::ride::rides(scene, &assembly.bodies)?;
    assembly.rides = rides.iter().any(|ride| !ride.is_still());
    let mut rounded = Vec::new();
    assembly.load = loads(scene, &assembly.bodies, &rides, &mut rounded)?;
    assembly.rounded.extend(rounded);
    Ok(assembly)
}

/// The bodies and contacts of a scene, without load.
pub fn touching<S: Standing>(scene: &Scene<S>, model: ConeModel) -> Result<Assembly<S>, Vec<Misfit>> {
    let bodies: Vec<usize> = scene.free_bodies().map(|(index, _)| index).collect();
    if bodies.is_empty() {
        let message = "the question is about free bodies, and there is none";
        let help = "leave `role` out of the bodies that the question is about";
        return Err(vec![Misfit::new("no-free-body", &["bodies"], message, help)]);
    }
    let places: HashMap<usize, usize> =
        bodies.iter().enumerate().map(|(place, &body)| (body, place)).collect();
    let place = |party: Party| match party {
        Party::Ground => None,
        Party::Body(body) => places.get(&body).copied(),
    };
    let mut rounded: Vec<Rounding> =
        scene.rounded.iter().filter(|rounding| concerns(scene, &rounding.path)).cloned().collect();
    let (mut contacts, mut problem_contacts) = (Vec::new(), Vec::new());
    for (index, contact) in scene.contacts.iter().enumerate() {
        let (on, against) = (place(contact.on), place(contact.against));
        let counts = contact.gap.is_zero() && contact.force.is_none() && (on.is_some() || against.is_some());
        if counts && on != against {
            contacts.push(index);
            let touch = S::touch(contact, contact.normal.clone(), model, &mut rounded);
            problem_contacts.push(AssemblyContact { on, against, touch });
        }
    }
    let body = |&index: &usize| {
        let body = &scene.bodies[index];
        let freedoms = (!body.freedoms.iter().all(|&free| free)).then(|| body.freedoms.clone());
        AssemblyBody { name: body.name.clone(), reference: body.com.clone(), freedoms }
    };
    let problem = AssemblyProblem { bodies: bodies.iter().map(body).collect(), contacts: problem_contacts };
    let weights = bodies.iter().map(|&index| weight(scene, &scene.bodies[index])).collect();
    let load = problem.no_load();
    Ok(Assembly { problem, bodies, contacts, load, weights, rides: false, rounded })
}

/// Whether a rounded quantity can matter: of a contact, of a free body or of one that others may ride on.
fn concerns<S: Geometry>(scene: &Scene<S>, path: &str) -> bool {
    let Some(rest) = path.strip_prefix("bodies.") else { return true };
    let is_its = |name: &str| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    scene.bodies.iter().find(|body| is_its(&body.name)).is_none_or(|body| body.role != Role::Fixed)
}

/// The mass, by itself or within a mass matrix.
fn mass<S: Geometry>(body: &Body<S>) -> Option<Rational> {
    let from_matrix = || Some(body.mass_matrix.as_ref()?.last()?.last()?.clone());
    body.mass.clone().or_else(from_matrix)
}

fn weight<S: Geometry>(scene: &Scene<S>, body: &Body<S>) -> S::Vector {
    let (mass, mut weight) = (mass(body).unwrap_or_default(), scene.gravity.clone());
    weight.as_mut().iter_mut().for_each(|entry| *entry = &*entry * &mass);
    weight
}

/// What pulls at each body when it rides as told, about its centre of mass.
pub fn loads<S: Standing>(
    scene: &Scene<S>,
    bodies: &[usize],
    rides: &[Ride],
    rounded: &mut Vec<Rounding>,
) -> Result<Vec<S::Screw>, Vec<Misfit>> {
    let mut misfits = Vec::new();
    let mut total = Vec::with_capacity(bodies.len());
    for (&index, ride) in bodies.iter().zip(rides) {
        let body = &scene.bodies[index];
        if !body.is_at_rest() {
            let path = ["bodies", &body.name, "twist"];
            let message = "standing is asked of bodies at rest; this one moves";
            misfits.push(Misfit::new("moving", &path, message, "leave `twist` out"));
        }
        let mut sum = body.wrench.clone();
        match inertial(scene, body, ride) {
            Ok(part) => add(sum.as_mut(), part.as_ref(), true),
            Err(misfit) => misfits.push(misfit),
        }
        total.push(sum);
    }
    let places: HashMap<usize, usize> =
        bodies.iter().enumerate().map(|(place, &body)| (body, place)).collect();
    for contact in scene.contacts.iter().filter(|contact| contact.gap.is_zero()) {
        let Some(given) = &contact.force else { continue };
        let force = lifted(given_force::<S>(contact, given, rounded).as_ref());
        for (party, positive) in [(contact.on, true), (contact.against, false)] {
            let Party::Body(body) = party else { continue };
            let Some(&place) = places.get(&body) else { continue };
            let lever = minus(&lifted(contact.point.as_ref()), &lifted(scene.bodies[body].com.as_ref()));
            let wrench = joined::<S>(&cross(&lever, &force), &force);
            add(total[place].as_mut(), wrench.as_ref(), positive);
        }
    }
    if misfits.is_empty() { Ok(total) } else { Err(misfits) }
}

/// Adds a vector to a total, or takes it off.
pub fn add(total: &mut [Rational], part: &[Rational], positive: bool) {
    for (entry, part) in total.iter_mut().zip(part) {
        if positive { *entry += part } else { *entry -= part }
    }
}

/// A vector made one long, and whether that is exact; none where there is no direction.
pub fn unit_along<S: Standing>(direction: &S::Vector) -> (S::Vector, bool) {
    let square: Rational = direction.as_ref().iter().map(|entry| entry * entry).sum();
    let Root { value, exact } = square_root(&square);
    let mut unit = direction.clone();
    // Along no direction nothing pushes: zeros stay.
    let length = NonZero::new(value).unwrap_or_else(NonZero::one);
    unit.as_mut().iter_mut().for_each(|entry| *entry = &*entry / &length);
    (unit, exact)
}

/// The force of a force-controlled contact on its `on`.
fn given_force<S: Standing>(
    contact: &Contact<S>,
    given: &[Rational],
    rounded: &mut Vec<Rounding>,
) -> S::Vector {
    let mut force = S::Vector::default();
    let mut exact = true;
    let directions = [contact.normal.clone()].into_iter().chain(S::across(contact));
    for (part, direction) in given.iter().zip(directions) {
        let (unit, is_root) = unit_along::<S>(&direction);
        exact &= is_root || part.is_zero();
        let along: Vec<Rational> = unit.as_ref().iter().map(|entry| entry * part).collect();
        add(force.as_mut(), &along, true);
    }
    if !exact {
        let path = format!("contacts.{}.force", contact.id);
        let why = "divided by the length of the normal, an irrational root".to_owned();
        rounded.push(Rounding { path, why });
    }
    force
}

/// Weight less inertia: `−(Iα + w × Iw)` and `m(g − a)`.
fn inertial<S: Standing>(scene: &Scene<S>, body: &Body<S>, ride: &Ride) -> Result<S::Screw, Misfit> {
    let carried = ride.at(&lifted(body.com.as_ref()));
    let pull = minus(&lifted(scene.gravity.as_ref()), &carried);
    let pulled = pull.iter().any(|entry| !entry.is_zero());
    if let Some(matrix) = &body.mass_matrix {
        return Ok(by_matrix::<S>(matrix, ride, &pull));
    }
    let missing = |key: &str| {
        let message = format!("body \"{}\" has no {key}, which its load needs", body.name);
        let help = format!("give `{key}`, or `density` with a `shape`");
        Misfit::new("missing-mass", &["bodies", &body.name, key], message, help)
    };
    let mass = match &body.mass {
        Some(mass) => mass.clone(),
        None if pulled => return Err(missing("mass")),
        None => Rational::zero(),
    };
    let force = pull.map(|entry| entry * &mass);
    // In the plane no moment keeps a body turning.
    let turns = if S::DIMENSION == 2 { is_moving(&ride.turn) } else { ride.turns() };
    let moment = match &body.inertia {
        _ if !turns => Default::default(),
        None => return Err(missing("inertia")),
        Some(inertia) => {
            let (rate, gyration) = (S::turned(inertia, &ride.turn), S::turned(inertia, &ride.spin));
            let swing = cross(&ride.spin, &gyration);
            std::array::from_fn(|i| -(&rate[i] + &swing[i]))
        }
    };
    Ok(joined::<S>(&moment, &force))
}

fn is_moving(rate: &Vector) -> bool {
    rate.iter().any(|entry| !entry.is_zero())
}

/// The same by a full mass matrix.
fn by_matrix<S: Standing>(matrix: &[Vec<Rational>], ride: &Ride, pull: &Vector) -> S::Screw {
    let minus = |vector: &Vector| vector.each_ref().map(|entry| -entry);
    let times = |screw: &S::Screw| -> S::Screw {
        let mut product = S::Screw::default();
        for (entry, row) in product.as_mut().iter_mut().zip(matrix) {
            *entry = row.iter().zip(screw.as_ref()).map(|(a, b)| a * b).sum();
        }
        product
    };
    let mut wrench = times(&joined::<S>(&minus(&ride.turn), pull));
    let none: Vector = Default::default();
    let gyration = parted::<S>(&times(&joined::<S>(&ride.spin, &none))).0;
    let swing = joined::<S>(&cross(&ride.spin, &gyration), &none);
    add(wrench.as_mut(), swing.as_ref(), false);
    wrench
}

/// A point or vector of the plane as one of space.
pub fn lifted(vector: &[Rational]) -> Vector {
    std::array::from_fn(|i| vector.get(i).cloned().unwrap_or_default())
}

/// Angular and linear part of a screw as vectors of space.
pub fn parted<S: Geometry>(screw: &S::Screw) -> (Vector, Vector) {
    let (turn, push) = screw.as_ref().split_at(S::FREEDOMS - S::DIMENSION);
    let turn = match turn {
        [about_z] => [Rational::zero(), Rational::zero(), about_z.clone()],
        other => lifted(other),
    };
    (turn, lifted(push))
}

/// A screw of its parts.
pub fn joined<S: Geometry>(turn: &Vector, push: &Vector) -> S::Screw {
    let mut screw = S::Screw::default();
    let turns = S::FREEDOMS - S::DIMENSION;
    let parts = turn[3 - turns..].iter().chain(&push[..S::DIMENSION]);
    screw.as_mut().iter_mut().zip(parts).for_each(|(entry, part)| *entry = part.clone());
    screw
}

impl Standing for Planar {
    type Touch = PlanarContact;

    fn touch(
        contact: &Contact<Self>,
        normal: [Rational; 2],
        _: ConeModel,
        rounded: &mut Vec<Rounding>,
    ) -> PlanarContact {
        PlanarContact {
            id: contact.id.clone(),
            point: contact.point.clone(),
            most: limited(contact, &length(&normal), rounded),
            normal,
            friction: contact.friction.at_rest.clone(),
            curvature: None,
        }
    }

    fn bend(scene: &Scene<Self>, lowered: &mut Lowered<Self>) {
        let outlines = Outlines::new(scene);
        for (touch, &index) in lowered.problem.contacts.iter_mut().zip(&lowered.contacts) {
            touch.curvature = outlines.curvatures(&scene.contacts[index], lowered.body);
        }
    }

    fn across(contact: &Contact<Self>) -> Vec<[Rational; 2]> {
        vec![[-&contact.normal[1], contact.normal[0].clone()]]
    }

    fn turned(inertia: &Rational, [x, y, z]: &Vector) -> Vector {
        [x * inertia, y * inertia, z * inertia]
    }
}

impl Standing for Spatial {
    type Touch = SpatialContact;

    fn touch(
        contact: &Contact<Self>,
        normal: Vector,
        model: ConeModel,
        rounded: &mut Vec<Rounding>,
    ) -> SpatialContact {
        let rubs = contact.friction.at_rest.is_positive() || contact.soft.is_some();
        let across = if rubs { pyramid_of(contact, &normal, model, rounded) } else { None };
        SpatialContact {
            id: contact.id.clone(),
            point: contact.point.clone(),
            friction: contact.friction.at_rest.clone(),
            torsion: contact.soft.clone(),
            across,
            most: limited(contact, &spatial_length(&normal), rounded),
            normal,
        }
    }

    fn across(contact: &Contact<Self>) -> Vec<Vector> {
        tangents_of(contact)
    }

    fn turned(inertia: &[[Rational; 3]; 3], vector: &Vector) -> Vector {
        std::array::from_fn(|row| inertia[row].iter().zip(vector).map(|(a, b)| a * b).sum())
    }
}
