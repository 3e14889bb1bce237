//! From a scene in space to the problem of modes that proofs speak about.
//!
//! At rest friction needs a pyramid: a round cone at rest is no system of choices.  In motion the direction of slip is known, and a round
//! cone gives one edge, `n − μk·|n|·v/|v|`, rounded where that root is.

use super::bodies::{freedoms, impact, load, moving, place, without_free_body, written_matrix};
use crate::ask::lower::{ConeModel, Misfit, pyramid_of};
use crate::exact::root::square_root;
use crate::exact::vector::{cross, default_tangent, dot};
use crate::scene::{Body, Contact, Party, Role, Rounding, Scene};
use crate::screw::Spatial;
use crate::shape::SolidFeature;
use stiction_proof::{
    Flat, Rational, SpatialForceState, SpatialMotion, SpatialOutcomeBody, SpatialOutcomeContact,
    SpatialOutcomeProblem, SpatialSituation, Vector,
};

/// A problem of modes in space and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct SpatialModeLowered {
    /// The problem: the bodies that may move, and every contact.
    pub problem: SpatialOutcomeProblem,
    /// For each body of the problem, its index in the scene.
    pub bodies: Vec<usize>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Edges of a pyramid beyond which a contact has more ways to begin to slide than a choice has bits.
const MOST_EDGES: usize = 8;

/// Lowers a scene in space, or says everything that stands against asking what happens in it.
///
/// # Errors
/// Every misfit at once.
pub fn lower_in_space(scene: &Scene<Spatial>, model: ConeModel) -> Result<SpatialModeLowered, Vec<Misfit>> {
    lowered(scene, model, false)
}

/// The same for motions that are reported and need no list of modes: contacts at rest may have round cones.
///
/// # Errors
/// Every misfit at once.
pub fn lower_to_judge(scene: &Scene<Spatial>, model: ConeModel) -> Result<SpatialModeLowered, Vec<Misfit>> {
    lowered(scene, model, true)
}

/// Whether some contact at rest has a round cone, so that its modes cannot be listed.
pub fn is_round_at_rest(problem: &SpatialOutcomeProblem) -> bool {
    problem.contacts.iter().enumerate().any(|(index, contact)| {
        let round = contact.across.is_empty() && contact.drag.is_none() && !contact.is_smooth();
        round && problem.situation(index) == Ok(SpatialSituation::AtRest)
    })
}

fn lowered(
    scene: &Scene<Spatial>,
    model: ConeModel,
    judged: bool,
) -> Result<SpatialModeLowered, Vec<Misfit>> {
    let mut misfits = Vec::from_iter(without_free_body(scene));
    if let ConeModel::Inner(count) | ConeModel::Outer(count) = model
        && count > MOST_EDGES
    {
        let message = format!("a pyramid of {count} edges has too many ways to begin to slide");
        let help = "give `--cone inner:8` or fewer edges";
        misfits.push(Misfit::new("pyramid", &["--cone"], message, help));
        return Err(misfits);
    }
    let moving = moving(scene);
    let bodies: Vec<SpatialOutcomeBody> =
        moving.iter().map(|&body| moved(scene, &scene.bodies[body], &mut misfits)).collect();
    let mut rounded = scene.rounded.clone();
    let contacts: Vec<SpatialOutcomeContact> = scene
        .contacts
        .iter()
        .map(|contact| SpatialOutcomeContact {
            id: contact.id.clone(),
            on: place(&moving, contact.on),
            against: place(&moving, contact.against),
            point: contact.point.clone(),
            normal: contact.normal.clone(),
            friction: [contact.friction.at_rest.clone(), contact.friction.sliding.clone()],
            across: Vec::new(),
            tangents: tangents(contact),
            drag: None,
            flat: flat(scene, contact),
            force: force(contact, &mut misfits, &mut rounded),
        })
        .collect();
    let mut problem = SpatialOutcomeProblem { bodies, contacts };
    for (index, contact) in scene.contacts.iter().enumerate() {
        rub(&mut problem, index, contact, (model, judged), &mut misfits, &mut rounded);
    }
    if misfits.is_empty() {
        Ok(SpatialModeLowered { problem, bodies: moving, rounded })
    } else {
        Err(misfits)
    }
}

fn moved(scene: &Scene<Spatial>, body: &Body<Spatial>, misfits: &mut Vec<Misfit>) -> SpatialOutcomeBody {
    let mut twist = body.twist.clone();
    let motion = if body.role == Role::Driven {
        let (now, acceleration) = body.driven_motion();
        twist = now;
        SpatialMotion::Given { acceleration }
    } else {
        let mass = mass_matrix(body, misfits);
        let (load, freedoms) = (load(scene, body, &mass), freedoms(body, misfits));
        let turns = twist[..3].iter().any(|entry| !entry.is_zero());
        let coupled = (0..3).any(|i| (3..6).any(|j| !mass[i][j].is_zero() || !mass[j][i].is_zero()));
        if turns && coupled {
            let message =
                format!("body \"{}\" turns, and its `mass_matrix` couples turning with moving", body.name);
            let help = "give `mass` and `inertia`, or leave the angular part of `twist` out";
            misfits.push(Misfit::new("mass-matrix", &["bodies", &body.name, "mass_matrix"], message, help));
        }
        SpatialMotion::Free { mass, load, freedoms }
    };
    SpatialOutcomeBody { name: body.name.clone(), com: body.com.clone(), twist, motion }
}

/// The mass matrix of a free body, angular first.
fn mass_matrix(body: &Body<Spatial>, misfits: &mut Vec<Misfit>) -> [[Rational; 6]; 6] {
    if let Some(matrix) = written_matrix(body) {
        return matrix;
    }
    let turns = body.freedoms.iter().take(3).any(|free| *free);
    let mut missing = |key: &str| {
        let message = format!(
            "body \"{}\" has no {key}, so its acceleration does not follow from the forces",
            body.name
        );
        let help = format!("give `{key}`, or `density` with a `shape`");
        misfits.push(Misfit::new("missing-mass", &["bodies", &body.name, key], message, help));
    };
    let mass = body.mass.clone().filter(Rational::is_positive).unwrap_or_else(|| {
        missing("mass");
        Rational::one()
    });
    if body.inertia.is_none() && turns {
        missing("inertia");
    }
    std::array::from_fn(|row| {
        std::array::from_fn(|column| match (row < 3, column < 3, &body.inertia) {
            (true, true, Some(inertia)) => inertia[row][column].clone(),
            (true, true, None) => Rational::from(i64::from(row == column)),
            (false, false, _) if row == column => mass.clone(),
            _ => Rational::zero(),
        })
    })
}

fn tangents(contact: &Contact<Spatial>) -> Vec<Vector> {
    if !contact.tangents.is_empty() {
        return contact.tangents.clone();
    }
    let first = default_tangent(&contact.normal);
    let second = cross(&contact.normal, &first);
    vec![first, second]
}

/// Which side is flat at a contact, by the shapes, and whether the other touches it with a vertex.
fn flat(scene: &Scene<Spatial>, contact: &Contact<Spatial>) -> Option<Flat> {
    let feature = |party: Party| {
        let nearest = scene.body_of(party)?.shape.as_ref()?.nearest(&contact.point)?;
        nearest.on_surface.then_some(nearest.feature)
    };
    let (on, against) = (feature(contact.on), feature(contact.against));
    let is_face = |feature: &Option<SolidFeature>| matches!(feature, Some(SolidFeature::Face { .. }));
    let is_vertex = |feature: &Option<SolidFeature>| matches!(feature, Some(SolidFeature::Vertex { .. }));
    match (is_face(&on), is_face(&against)) {
        (_, true) => Some(Flat { of_on: false, vertex: is_vertex(&on) }),
        (true, _) => Some(Flat { of_on: true, vertex: is_vertex(&against) }),
        _ => None,
    }
}

/// Where the force of a contact comes from; one that is given is along unit vectors.
fn force(
    contact: &Contact<Spatial>,
    misfits: &mut Vec<Misfit>,
    rounded: &mut Vec<Rounding>,
) -> SpatialForceState {
    let Some(force) = &contact.force else {
        return if contact.is_touching() { SpatialForceState::Touching } else { SpatialForceState::Near };
    };
    let directions = std::iter::once(contact.normal.clone()).chain(tangents(contact));
    let mut sum = Vector::default();
    let mut exact = true;
    for (part, direction) in force.iter().zip(directions) {
        let length = square_root(&dot(&direction, &direction));
        exact &= length.exact || part.is_zero();
        let factor = part.checked_div(&length.value).unwrap_or_default();
        sum.iter_mut().zip(&direction).for_each(|(sum, entry)| *sum += &factor * entry);
    }
    if !exact {
        let path = format!("contacts.{}.force", contact.id);
        let why = "along unit vectors, whose lengths are irrational roots".to_owned();
        rounded.push(Rounding { path, why });
    }
    let (along, square) = (dot(&sum, &contact.normal), dot(&contact.normal, &contact.normal));
    let mu = &contact.friction.at_rest;
    // (1 + μ²)(f·n)² ≥ |f|²·|n|².
    let inside = (Rational::one() + mu * mu) * &along * &along >= dot(&sum, &sum) * &square;
    if along.is_negative() || !inside {
        let message = format!("the force of contact \"{}\" lies outside its own friction cone", contact.id);
        let help = "give `[fn, ft1, ft2]` with `fn >= 0` and `|ft| <= mu·fn`";
        misfits.push(Misfit::new("force-outside-cone", &["contacts", &contact.id, "force"], message, help));
    }
    SpatialForceState::Given(sum)
}

/// Gives a touching contact its friction, or says what stands against its motion.
fn rub(
    problem: &mut SpatialOutcomeProblem,
    index: usize,
    contact: &Contact<Spatial>,
    (model, judged): (ConeModel, bool),
    misfits: &mut Vec<Misfit>,
    rounded: &mut Vec<Rounding>,
) {
    let lowered = &problem.contacts[index];
    let engaged = problem.is_free(lowered.on) || problem.is_free(lowered.against);
    if !engaged || lowered.force != SpatialForceState::Touching {
        return;
    }
    let path = ["contacts", contact.id.as_str()];
    if contact.soft.is_some() {
        let message = "a soft contact is not taken by this question";
        misfits.push(Misfit::new("soft", &["contacts", &contact.id, "soft"], message, "leave `soft` out"));
        return;
    }
    let slip = problem.velocity(lowered);
    let along = dot(&lowered.normal, &slip);
    if along.is_negative() {
        misfits.push(impact(&contact.id, &along));
        return;
    }
    if along.is_zero() && problem.velocity_product(lowered).is_none() {
        let message = format!("contact \"{}\" moves, and what is flat there is not known", contact.id);
        let help = "give the bodies shapes: a vertex on a flat may roll, anything on a flat may slide";
        misfits.push(Misfit::new("missing-curvature", &path, message, help));
        return;
    }
    let slides = along.is_zero() && slip.iter().any(|entry| !entry.is_zero());
    if lowered.is_smooth() || along.is_positive() {
        return;
    }
    if let Some(across) = pyramid_of(contact, &contact.normal, model, rounded) {
        problem.contacts[index].across = across;
    } else if slides {
        let ratio = dot(&lowered.normal, &lowered.normal).checked_div(&dot(&slip, &slip)).unwrap_or_default();
        let root = square_root(&ratio);
        if !root.exact {
            let why = "friction is against the slip, whose length is an irrational root".to_owned();
            rounded.push(Rounding { path: format!("contacts.{}.friction", contact.id), why });
        }
        problem.contacts[index].drag = Some(slip.map(|entry| -(entry * &root.value)));
    } else if !judged {
        let message = format!("contact \"{}\" is at rest, and its friction cone is round", contact.id);
        let help = "ask with a pyramid: `--cone inner:4`, `outer:4`, … `inner:8`";
        misfits.push(Misfit::new("round-cone", &path, message, help));
    }
}
