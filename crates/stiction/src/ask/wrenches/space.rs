//! From a scene in space to a part at rest among its contacts.

use super::lower::{body_misfits, chosen, controlled, held, known};
use crate::ask::lower::{ConeModel, Misfit, pyramid_of};
use crate::exact::vector::{cross, default_tangent};
use crate::scene::{Body, Contact, Party, Role, Rounding, Scene};
use crate::screw::Spatial;
use stiction_proof::Rational;
use stiction_proof::wrenches::{SpatialPart, SpatialPartContact};

/// A part in space and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct SpatialPartLowered {
    /// Index of the body in the scene.
    pub body: usize,
    /// The part.
    pub part: SpatialPart,
    /// For each contact of the part, its index in the scene.
    pub contacts: Vec<usize>,
    /// Free bodies that are taken as held where they are.
    pub held: Vec<String>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Lowers a body of a scene at rest, or says everything that stands against it.
///
/// # Errors
/// Every misfit at once.
pub fn spatial_part(
    scene: &Scene<Spatial>,
    body: Option<&str>,
    model: ConeModel,
) -> Result<SpatialPartLowered, Vec<Misfit>> {
    let index = chosen(scene, body).map_err(|misfit| vec![misfit])?;
    let free = &scene.bodies[index];
    let mut misfits = body_misfits(free);
    misfits.extend(moving(scene, index));
    let mass = spatial_mass(free).unwrap_or_else(|misfit| {
        misfits.push(misfit);
        Vec::new()
    });
    let mut found = SpatialPartLowered {
        body: index,
        part: SpatialPart { reference: free.com.clone(), mass, contacts: Vec::new() },
        contacts: Vec::new(),
        held: held(scene, index),
        rounded: scene.rounded.clone(),
    };
    for (at, contact) in scene.contacts.iter().enumerate() {
        let own = contact.on == Party::Body(index);
        if !own && contact.against != Party::Body(index) {
            continue;
        }
        if contact.force.is_some() {
            misfits.push(controlled(&contact.id));
            continue;
        }
        if contact.soft.is_some() {
            let message = "a soft contact is not taken by this question";
            let path = ["contacts", &contact.id, "soft"];
            misfits.push(Misfit::new("soft", &path, message, "leave `soft` out"));
            continue;
        }
        found.contacts.push(at);
        let lowered = lower(contact, own, model, &mut found.rounded);
        found.part.contacts.push(lowered);
    }
    if misfits.is_empty() { Ok(found) } else { Err(misfits) }
}

/// Bodies in space are asked about at rest.
fn moving(scene: &Scene<Spatial>, body: usize) -> Vec<Misfit> {
    let concerned = |at: usize, one: &Body<Spatial>| at == body || one.role == Role::Driven;
    let bodies = scene.bodies.iter().enumerate().filter(|(at, one)| concerned(*at, one));
    let still = |screw: &Option<[Rational; 6]>| screw.iter().flatten().all(Rational::is_zero);
    let moving =
        bodies.filter(|(_, one)| !one.is_at_rest() || !still(&one.acceleration) || one.trajectory.is_some());
    moving
        .map(|(_, one)| {
            let message = "in space this question is about bodies at rest; this one moves";
            Misfit::new("moving", &["bodies", &one.name, "twist"], message, "leave its motion out")
        })
        .collect()
}

fn spatial_mass(body: &Body<Spatial>) -> Result<Vec<Vec<Rational>>, Misfit> {
    if let Some(matrix) = &body.mass_matrix {
        return Ok(matrix.clone());
    }
    let mass = known(body, body.mass.as_ref(), "mass")?;
    let inertia = known(body, body.inertia.as_ref(), "inertia")?;
    let entry = |i: usize, j: usize| match (i < 3, j < 3) {
        (true, true) => inertia[i][j].clone(),
        (false, false) if i == j => mass.clone(),
        _ => Rational::zero(),
    };
    Ok((0..6).map(|i| (0..6).map(|j| entry(i, j)).collect()).collect())
}

fn lower(
    contact: &Contact<Spatial>,
    own: bool,
    model: ConeModel,
    rounded: &mut Vec<Rounding>,
) -> SpatialPartContact {
    let turned = |vector: &[Rational; 3]| if own { vector.clone() } else { vector.clone().map(|x| -x) };
    let normal = turned(&contact.normal);
    let tangents = if contact.tangents.is_empty() {
        let first = default_tangent(&contact.normal);
        let second = cross(&contact.normal, &first);
        vec![first, second]
    } else {
        contact.tangents.clone()
    };
    let across = if contact.friction.at_rest.is_positive() {
        pyramid_of(contact, &normal, model, rounded).unwrap_or_default()
    } else {
        Vec::new()
    };
    SpatialPartContact {
        id: contact.id.clone(),
        point: contact.point.clone(),
        friction: [contact.friction.at_rest.clone(), contact.friction.sliding.clone()],
        tangents: tangents.iter().map(turned).collect(),
        near: !contact.is_touching(),
        across,
        normal,
    }
}
