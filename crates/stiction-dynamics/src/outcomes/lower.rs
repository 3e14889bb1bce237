//! From a scene to the problem of modes that proofs speak about.

use super::bodies::{freedoms, impact, moving, place, without_free_body};
use super::happens::{Cones, Happens, Outcoming};
use stiction_exact::vector::{dot, is_zero};
use stiction_proof::{ForceState, Motion, OutcomeBody, OutcomeContact, OutcomeProblem, Rational};
use stiction_scene::lower::Misfit;
use stiction_scene::lower::Standing;
use stiction_scene::lower::bodies::{given_multiples, load, mass_block};
use stiction_scene::scene::{Body, Contact, Role, Rounding, Scene};

/// A problem of modes and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct ModeLowered<C = OutcomeContact, const A: usize = 3, const F: usize = 2> {
    /// The problem: the bodies that may move, and every contact.
    pub problem: OutcomeProblem<C, A, F>,
    /// For each body of the problem, its index in the scene.
    pub bodies: Vec<usize>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Lowers a scene, or says everything that stands against asking what happens in it.
///
/// # Errors
/// Every misfit at once.
pub fn lower<S: Outcoming<A, F>, const A: usize, const F: usize>(
    scene: &Scene<S>,
) -> Result<ModeLowered<S::Contact, A, F>, Vec<Misfit>> {
    lower_with(scene, Cones::default())
}

/// The same with other cones than round ones.
///
/// # Errors
/// Every misfit at once.
pub fn lower_with<S: Outcoming<A, F>, const A: usize, const F: usize>(
    scene: &Scene<S>,
    cones: Cones,
) -> Result<ModeLowered<S::Contact, A, F>, Vec<Misfit>> {
    if let Some(unfit) = S::Contact::unfit(cones) {
        return Err(vec![unfit]);
    }
    let mut misfits = Vec::from_iter(without_free_body(scene));
    let moving = moving(scene);
    let bodies: Vec<OutcomeBody<A, F>> =
        moving.iter().map(|&body| moved(scene, &scene.bodies[body], &mut misfits)).collect();
    let mut rounded = scene.rounded.clone();
    let mut parts = Vec::with_capacity(scene.contacts.len());
    for contact in &scene.contacts {
        let force = force::<S::Contact, A, F>(contact, &mut rounded).unwrap_or_else(|misfit| {
            misfits.push(misfit);
            ForceState::Near
        });
        parts.push(([contact.on, contact.against].map(|party| place(&moving, party)), force));
    }
    let known = S::Contact::known(scene);
    let each = scene.contacts.iter().zip(parts);
    let contacts: Vec<_> =
        each.map(|(from, part)| S::Contact::contact(from, part, &known, &mut rounded)).collect();
    misfits.extend(contacts.iter().filter_map(outside));
    let mut problem = OutcomeProblem { bodies, contacts };
    for (index, contact) in scene.contacts.iter().enumerate() {
        misfits.extend(engage(&mut problem, index, contact, cones, &mut rounded).err());
    }
    if misfits.is_empty() { Ok(ModeLowered { problem, bodies: moving, rounded }) } else { Err(misfits) }
}

fn moved<S: Outcoming<A, F>, const A: usize, const F: usize>(
    scene: &Scene<S>,
    body: &Body<S>,
    misfits: &mut Vec<Misfit>,
) -> OutcomeBody<A, F> {
    let mut twist = body.twist.clone();
    let motion = if body.role == Role::Driven {
        let (now, acceleration) = body.driven_motion();
        twist = now;
        Motion::Given { acceleration }
    } else {
        let mass = mass_matrix(body, misfits);
        let (load, freedoms) = (load(scene, body), freedoms(body, misfits));
        let turns = A - F;
        let coupled = (0..turns).any(|i| (turns..A).any(|j| !mass[i][j].is_zero() || !mass[j][i].is_zero()));
        if coupled && !is_zero(&twist[..turns]) {
            let message =
                format!("body \"{}\" turns, and its `mass_matrix` couples turning with moving", body.name);
            let help = "give `mass` and `inertia`, or leave the angular part of `twist` out";
            misfits.push(Misfit::new("mass-matrix", &["bodies", &body.name, "mass_matrix"], message, help));
        }
        Motion::Free { mass, load, freedoms }
    };
    OutcomeBody { name: body.name.clone(), com: body.com.clone(), twist, motion }
}

/// The mass matrix of a free body, angular first; it must be invertible in the freedoms of the body.
fn mass_matrix<S: Standing, const A: usize>(body: &Body<S>, misfits: &mut Vec<Misfit>) -> [[Rational; A]; A] {
    let square = |rows: &[Vec<Rational>]| -> [[Rational; A]; A] {
        let entry = |row: usize, column: usize| rows.get(row).and_then(|row| row.get(column)).cloned();
        std::array::from_fn(|row| std::array::from_fn(|column| entry(row, column).unwrap_or_default()))
    };
    if let Some(matrix) = &body.mass_matrix {
        return square(matrix);
    }
    let mass = body.mass.clone().unwrap_or_else(Rational::one);
    let matrix = square(&mass_block::<S>(&mass, body.inertia.as_ref()));
    let turns = A - S::DIMENSION;
    let is_free = |axis: usize| body.freedoms.get(axis).copied().unwrap_or(true);
    let inert = |axis: usize| body.inertia.is_some() && matrix[axis][axis].is_positive();
    let lacks = [
        (body.mass.is_some(), !mass.is_positive() || body.mass.is_none(), "mass"),
        (body.inertia.is_some(), (0..turns).any(|axis| is_free(axis) && !inert(axis)), "inertia"),
    ];
    for (given, _, key) in lacks.into_iter().filter(|(_, lacks, _)| *lacks) {
        let state = if given { "no" } else { "unknown" };
        let message = format!(
            "body \"{}\" has {state} {key}, so its acceleration does not follow from the forces",
            body.name
        );
        let help = format!("give `{key}` greater than zero, or `density` with a `shape`");
        misfits.push(Misfit::new("missing-mass", &["bodies", &body.name, key], message, help));
    }
    matrix
}

/// Where the force of a contact comes from; one that is given is along unit vectors.
fn force<C: Happens<A, F>, const A: usize, const F: usize>(
    contact: &Contact<C::World>,
    rounded: &mut Vec<Rounding>,
) -> Result<ForceState<F>, Misfit> {
    let Some(force) = &contact.force else {
        return Ok(if contact.is_touching() { ForceState::Touching } else { ForceState::Near });
    };
    let directions: Vec<[Rational; F]> =
        std::iter::once(contact.normal.clone()).chain(C::World::across(contact)).collect();
    let mut parts = force.clone();
    parts.resize(directions.len().min(F), Rational::zero());
    let multiples = given_multiples(contact, &parts, &directions, rounded)?;
    Ok(ForceState::Given(C::summed(&directions, multiples)))
}

/// What stands against a force that is given: `f·n ≥ 0` and `(1 + μ²)(f·n)² ≥ |f|²·|n|²`, or it is outside its own
/// cone.
fn outside<C: Happens<A, F>, const A: usize, const F: usize>(contact: &C) -> Option<Misfit> {
    let meeting = contact.meeting();
    let ForceState::Given(force) = meeting.force else { return None };
    let (force, normal, mu) = (contact.vector(force), meeting.normal, &meeting.friction[0]);
    let along = dot(&force, normal);
    let inside = (Rational::one() + mu * mu) * &along * &along >= dot(&force, &force) * dot(normal, normal);
    (along.is_negative() || !inside).then(|| {
        let message = format!("the force of contact \"{}\" lies outside its own friction cone", meeting.id);
        Misfit::new("force-outside-cone", &["contacts", meeting.id, "force"], message, C::FORCE)
    })
}

/// Gives a touching contact its friction, or says what stands against its motion.
fn engage<C: Happens<A, F>, const A: usize, const F: usize>(
    problem: &mut OutcomeProblem<C, A, F>,
    index: usize,
    contact: &Contact<C::World>,
    cones: Cones,
    rounded: &mut Vec<Rounding>,
) -> Result<(), Misfit> {
    let lowered = &problem.contacts[index];
    if !problem.is_engaged(lowered) {
        return Ok(());
    }
    let velocity = problem.velocity(lowered);
    let along = lowered.along(&velocity);
    if along.is_negative() {
        return Err(impact(&contact.id, &along));
    }
    if along.is_zero() && problem.velocity_product(lowered).is_none() {
        return Err(C::unknown(&contact.id, !is_zero(&velocity)));
    }
    problem.contacts[index].rub(contact, &velocity, cones, rounded)
}
