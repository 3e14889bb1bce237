//! From a scene to a part among its contacts.
//!
//! In the plane velocities enter through the drifts of the contacts.  With `r` from the part's centre of mass
//! and `q` from the partner's to the contact, relative velocity `v`, `τ = t·v`, `w` the part's and `w'` the
//! partner's rate of turning, `ω = w − w'`, and the partner's acceleration `a'` at the contact,
//!
//! ```text
//!     normal drift      n·(−w² r − a') + 2w'τ + (κκ'τ² + 2κ'ωτ − ω²)/(κ + κ')                                  (1)
//!     tangential drift  t·(−w² r − a')
//! ```
//!
//! with the curvatures `κ` of the part and `κ'` of its partner divided by the length of the normal
//! (conventions, velocity products).
//!
//! Accelerations of contacts are \[BT (5)\]; products of velocities shift the cones as in \[BT §10\].

use super::plane::Moving;
use stiction_geometry::screw::{Planar, Spatial};
use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;
use stiction_proof::wrenches::{AnyPart, PartContact, PlanarPart, SpatialPart, SpatialPartContact};
use stiction_scene::lower::Standing;
use stiction_scene::lower::bodies::{mass_matrix, without_mass};
use stiction_scene::lower::{ConeModel, Misfit, pyramid_of, tangents_of};
use stiction_scene::scene::{Body, Contact, Party, Role, Rounding, Scene};

/// A part and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct PartLowered<P = PlanarPart> {
    /// Index of the body in the scene.
    pub body: usize,
    /// The part.
    pub part: P,
    /// For each contact of the part, its index in the scene.
    pub contacts: Vec<usize>,
    /// Free bodies that are taken as held where they are.
    pub held: Vec<String>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// What is asked of a part besides.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PartAsked<'a> {
    /// The least acceleration that is asked for, in the plane.
    pub least: Option<&'a Rational>,
    /// Which cones of friction are meant, in space.
    pub model: ConeModel,
}

/// A contact of a body, and what is asked of it.
#[derive(Debug, Clone, Copy)]
pub struct TouchedBodies<'a, S: Geometry> {
    /// The scene.
    pub scene: &'a Scene<S>,
    /// The body, by its place in the scene.
    pub body: usize,
    /// The contact.
    pub contact: &'a Contact<S>,
    /// What is asked of the part.
    pub asked: PartAsked<'a>,
}

/// The plane or space, with what a body among its contacts becomes in a proof.
pub trait PartWorld: Standing {
    /// The part.
    type Part;
    /// A contact of the part.
    type PartContact;

    /// The part, whatever its dimension.
    fn any(part: Self::Part) -> AnyPart;
    /// What stands against asking about a body of the scene, besides its contacts.
    fn unfit(scene: &Scene<Self>, body: usize) -> Vec<Misfit>;
    /// A contact of the body, with the normal into it.
    fn contact(at: TouchedBodies<'_, Self>, rounded: &mut Vec<Rounding>)
    -> Result<Self::PartContact, Misfit>;
    /// The part with these contacts.
    fn part(
        reference: Self::Vector,
        mass: Vec<Vec<Rational>>,
        contacts: Vec<Self::PartContact>,
    ) -> Self::Part;
}

/// Lowers a body of a scene, or says everything that stands against it.
///
/// # Errors
/// Every misfit at once.
pub fn part<S: PartWorld>(
    scene: &Scene<S>,
    body: Option<&str>,
    asked: PartAsked<'_>,
) -> Result<PartLowered<S::Part>, Vec<Misfit>> {
    let index = chosen(scene, body).map_err(|misfit| vec![misfit])?;
    let free = &scene.bodies[index];
    let mut misfits = body_misfits(free);
    misfits.extend(S::unfit(scene, index));
    let mass = mass_matrix(free).unwrap_or_else(|keys| {
        misfits.extend(keys.iter().map(|key| without_mass(free, key, "which accelerations need")));
        Vec::new()
    });
    let (mut contacts, mut lowered, mut rounded) = (Vec::new(), Vec::new(), scene.rounded.clone());
    for (at, contact) in scene.contacts.iter().enumerate() {
        if ![contact.on, contact.against].contains(&Party::Body(index)) {
            continue;
        }
        let found = match &contact.force {
            Some(_) => Err(controlled(&contact.id)),
            None => S::contact(TouchedBodies { scene, body: index, contact, asked }, &mut rounded),
        };
        match found {
            Ok(found) => {
                contacts.push(at);
                lowered.push(found);
            }
            Err(misfit) => misfits.push(misfit),
        }
    }
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let part = S::part(free.com.clone(), mass, lowered);
    Ok(PartLowered { body: index, part, contacts, held: held(scene, index), rounded })
}

/// The free body of this name, or the only one.
fn chosen<S: Geometry>(scene: &Scene<S>, name: Option<&str>) -> Result<usize, Misfit> {
    let free: Vec<(usize, &str)> = scene.free_bodies().map(|(at, body)| (at, body.name.as_str())).collect();
    let names = || free.iter().map(|(_, name)| *name).collect::<Vec<_>>().join(", ");
    match (name, &free[..]) {
        (None, [(only, _)]) => Ok(*only),
        (None, []) => {
            let message = "the question is about a free body, and there is none";
            let help = "leave `role` out of the body that the question is about";
            Err(Misfit::new("no-free-body", &["bodies"], message, help))
        }
        (None, several) => {
            let message =
                format!("the question is about one free body; this scene has {}: {}", several.len(), names());
            let help = "name it with --body; the others are then held where they are";
            Err(Misfit::new("several-bodies", &["bodies"], message, help))
        }
        (Some(name), _) => {
            let known = free.iter().find(|(_, known)| *known == name).map(|(at, _)| *at);
            known.ok_or_else(|| {
                let message = format!("`{name}` is not a free body of this scene");
                Misfit::new("no-such-body", &["--body"], message, format!("the free bodies are: {}", names()))
            })
        }
    }
}

/// The free bodies besides one, by name.
fn held<S: Geometry>(scene: &Scene<S>, body: usize) -> Vec<String> {
    scene.free_bodies().filter(|(at, _)| *at != body).map(|(_, other)| other.name.clone()).collect()
}

fn body_misfits<S: Geometry>(body: &Body<S>) -> Vec<Misfit> {
    if body.freedoms.iter().all(|&free| free) {
        return Vec::new();
    }
    let path = ["bodies", &body.name, "freedoms"];
    let message = "a body with restricted freedoms is not taken by this question";
    vec![Misfit::new("freedoms", &path, message, "leave `freedoms` out")]
}

/// A contact that is force-controlled has no mode.
fn controlled(id: &str) -> Misfit {
    let message = "a force-controlled contact does not react, so it has no mode";
    let help = "leave `force` out, or give its force within --wrench and leave the contact out";
    Misfit::new("force", &["contacts", id, "force"], message, help)
}

impl PartWorld for Planar {
    type Part = PlanarPart;
    type PartContact = PartContact;

    fn any(part: PlanarPart) -> AnyPart {
        AnyPart::Planar(Box::new(part))
    }

    fn unfit(_: &Scene<Self>, _: usize) -> Vec<Misfit> {
        Vec::new()
    }

    fn contact(at: TouchedBodies<'_, Self>, rounded: &mut Vec<Rounding>) -> Result<PartContact, Misfit> {
        Moving::new(at.scene, at.body, at.contact).contact(at.asked.least, rounded)
    }

    fn part(reference: [Rational; 2], mass: Vec<Vec<Rational>>, contacts: Vec<PartContact>) -> PlanarPart {
        let entry = |i: usize, j: usize| mass.get(i).and_then(|row| row.get(j)).cloned().unwrap_or_default();
        let mass = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
        PlanarPart { reference, mass, contacts }
    }
}

impl PartWorld for Spatial {
    type Part = SpatialPart;
    type PartContact = SpatialPartContact;

    fn any(part: SpatialPart) -> AnyPart {
        AnyPart::Spatial(part)
    }

    /// Bodies in space are asked about at rest.
    fn unfit(scene: &Scene<Self>, body: usize) -> Vec<Misfit> {
        let concerned = |at: usize, one: &Body<Self>| at == body || one.role == Role::Driven;
        let bodies = scene.bodies.iter().enumerate().filter(|(at, one)| concerned(*at, one));
        let still = |screw: &Option<[Rational; 6]>| screw.iter().flatten().all(Rational::is_zero);
        let moving = bodies
            .filter(|(_, one)| !one.is_at_rest() || !still(&one.acceleration) || one.trajectory.is_some());
        let misfit = |(_, one): (usize, &Body<Self>)| {
            let message = "in space this question is about bodies at rest; this one moves";
            Misfit::new("moving", &["bodies", &one.name, "twist"], message, "leave its motion out")
        };
        moving.map(misfit).collect()
    }

    fn contact(
        at: TouchedBodies<'_, Self>,
        rounded: &mut Vec<Rounding>,
    ) -> Result<SpatialPartContact, Misfit> {
        let TouchedBodies { body, contact, asked, .. } = at;
        if contact.soft.is_some() {
            let message = "a soft contact is not taken by this question";
            let path = ["contacts", &contact.id, "soft"];
            return Err(Misfit::new("soft", &path, message, "leave `soft` out"));
        }
        let own = contact.on == Party::Body(body);
        let turned = |vector: &[Rational; 3]| if own { vector.clone() } else { vector.clone().map(|x| -x) };
        let normal = turned(&contact.normal);
        let rubs = contact.friction.at_rest.is_positive();
        let across = if rubs { pyramid_of(contact, &normal, asked.model, rounded) } else { None };
        Ok(SpatialPartContact {
            id: contact.id.clone(),
            point: contact.point.clone(),
            friction: contact.friction.both(),
            tangents: tangents_of(contact).iter().map(turned).collect(),
            near: !contact.is_touching(),
            across: across.unwrap_or_default(),
            normal,
        })
    }

    fn part(
        reference: [Rational; 3],
        mass: Vec<Vec<Rational>>,
        contacts: Vec<SpatialPartContact>,
    ) -> SpatialPart {
        SpatialPart { reference, mass, contacts }
    }
}
