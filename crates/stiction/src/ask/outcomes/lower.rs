//! From a scene to the problem of modes that proofs speak about.

use super::bodies::{freedoms, impact, load, moving, place, without_free_body, written_matrix};
use crate::ask::curvature::Outlines;
use crate::ask::lower::{Misfit, length};
use crate::exact::root::Root;
use crate::scene::{Body, Contact, Party, Role, Rounding, Scene};
use crate::screw::Planar;
use stiction_proof::{Curvature, ForceState, Motion, OutcomeBody, OutcomeContact, OutcomeProblem, Rational};

/// A problem of modes and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct ModeLowered {
    /// The problem: the bodies that may move, and every contact.
    pub problem: OutcomeProblem,
    /// For each body of the problem, its index in the scene.
    pub bodies: Vec<usize>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Lowers a scene, or says everything that stands against asking what happens in it.
pub fn lower(scene: &Scene<Planar>) -> Result<ModeLowered, Vec<Misfit>> {
    let mut misfits = Vec::from_iter(without_free_body(scene));
    let moving = moving(scene);
    let bodies: Vec<OutcomeBody> =
        moving.iter().map(|&body| moved(scene, &scene.bodies[body], &mut misfits)).collect();
    let mut rounded = scene.rounded.clone();
    let outlines = Outlines::new(scene);
    let contacts: Vec<OutcomeContact> = scene
        .contacts
        .iter()
        .map(|contact| OutcomeContact {
            id: contact.id.clone(),
            on: place(&moving, contact.on),
            against: place(&moving, contact.against),
            point: contact.point.clone(),
            normal: contact.normal.clone(),
            friction: [contact.friction.at_rest.clone(), contact.friction.sliding.clone()],
            curvature: curvatures(contact, &outlines, &mut rounded),
            force: force(contact, &mut misfits, &mut rounded),
        })
        .collect();
    let problem = OutcomeProblem { bodies, contacts };
    problem.contacts.iter().for_each(|contact| misfits.extend(unfit_motion(&problem, contact)));
    if misfits.is_empty() { Ok(ModeLowered { problem, bodies: moving, rounded }) } else { Err(misfits) }
}

fn moved(scene: &Scene<Planar>, body: &Body<Planar>, misfits: &mut Vec<Misfit>) -> OutcomeBody {
    let mut twist = body.twist.clone();
    let motion = if body.role == Role::Driven {
        let (now, acceleration) = body.driven_motion();
        twist = now;
        Motion::Given { acceleration }
    } else {
        let mass = mass_matrix(body).unwrap_or_else(|missing| {
            misfits.extend(missing);
            Default::default()
        });
        let load = load(scene, body, &mass);
        Motion::Free { mass, load, freedoms: freedoms(body, misfits) }
    };
    OutcomeBody { name: body.name.clone(), com: body.com.clone(), twist, motion }
}

/// The mass matrix of a free body, angular first; it must be invertible in the freedoms of the body.
fn mass_matrix(body: &Body<Planar>) -> Result<[[Rational; 3]; 3], Vec<Misfit>> {
    if let Some(matrix) = written_matrix(body) {
        return Ok(matrix);
    }
    let mut misfits = Vec::new();
    let mut known = |value: &Option<Rational>, key: &str| match value {
        Some(value) if value.is_positive() => value.clone(),
        found => {
            let state = if found.is_some() { "no" } else { "unknown" };
            let message = format!(
                "body \"{}\" has {state} {key}, so its acceleration does not follow from the forces",
                body.name
            );
            let help = format!("give `{key}` greater than zero, or `density` with a `shape`");
            misfits.push(Misfit::new("missing-mass", &["bodies", &body.name, key], message, help));
            Rational::one()
        }
    };
    let mass = known(&body.mass, "mass");
    let turns = body.freedoms.first().copied().unwrap_or(true);
    let inertia = if turns { known(&body.inertia, "inertia") } else { Rational::one() };
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let diagonal = [inertia, mass.clone(), mass];
    Ok(std::array::from_fn(|row| {
        std::array::from_fn(|column| if row == column { diagonal[row].clone() } else { Rational::zero() })
    }))
}

/// The curvatures of `on` and of `against`, divided by the normal's length; in the middle where that is rounded.
fn curvatures(
    contact: &Contact<Planar>,
    outlines: &Outlines<'_>,
    rounded: &mut Vec<Rounding>,
) -> Option<[Curvature; 2]> {
    let found = match contact.on {
        Party::Body(body) => outlines.curvatures(contact, body)?,
        Party::Ground => {
            let [against, on] = outlines.curvatures(contact, usize::MAX)?;
            [on, against]
        }
    };
    Some(found.map(|curvature| match curvature {
        Curvature::Between([lower, upper]) => {
            let path = format!("contacts.{}.curvature", contact.id);
            if !rounded.iter().any(|rounding| rounding.path == path) {
                let why = "divided by the length of the normal, an irrational root".to_owned();
                rounded.push(Rounding { path, why });
            }
            Curvature::Exactly((lower + upper) * Rational::new(1, 2))
        }
        Curvature::Arc(value) => Curvature::Exactly(value),
        known => known,
    }))
}

/// Where the force of a contact comes from; one that is given is divided by the normal's length.
fn force(contact: &Contact<Planar>, misfits: &mut Vec<Misfit>, rounded: &mut Vec<Rounding>) -> ForceState {
    let Some(force) = &contact.force else {
        return if contact.is_touching() { ForceState::Touching } else { ForceState::Near };
    };
    let Root { value, exact } = length(&contact.normal);
    if !exact {
        let path = format!("contacts.{}.force", contact.id);
        rounded.push(Rounding {
            path,
            why: "divided by the length of the normal, an irrational root".to_owned(),
        });
    }
    let zero = Rational::zero();
    let [along, across] =
        [0, 1].map(|index| force.get(index).unwrap_or(&zero).checked_div(&value).unwrap_or_default());
    if along.is_negative() || across.abs() > &contact.friction.at_rest * &along {
        let message = format!("the force of contact \"{}\" lies outside its own friction cone", contact.id);
        let help = "give `[fn, ft]` with `fn >= 0` and `abs(ft) <= mu·fn`";
        misfits.push(Misfit::new("force-outside-cone", &["contacts", &contact.id, "force"], message, help));
    }
    ForceState::Given([along, across])
}

/// What stands against a contact in motion: an impact, or curvatures that are not known.
fn unfit_motion(problem: &OutcomeProblem, contact: &OutcomeContact) -> Option<Misfit> {
    let engaged = problem.is_free(contact.on) || problem.is_free(contact.against);
    if !engaged || contact.force != ForceState::Touching {
        return None;
    }
    let [normal, tangent] = problem.velocity(contact);
    if normal.is_negative() {
        return Some(impact(&contact.id, &normal));
    }
    if normal.is_zero() && problem.velocity_product(contact).is_none() {
        let moves = if tangent.is_zero() { "rolls" } else { "slides" };
        let message =
            format!("contact \"{}\" {moves}, and how its outlines bend there is not known", contact.id);
        let help = "give `vertex = \"on\"` or `\"against\"`, or `curvature = { on = …, against = … }`";
        return Some(Misfit::new(
            "missing-curvature",
            &["contacts", &contact.id, "curvature"],
            message,
            help,
        ));
    }
    None
}
