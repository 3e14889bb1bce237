//! A referee for forces and accelerations that another program reports: which laws do they break, and by how much?
//!
//! ```text
//!     Newton    |g + J f − M a|, the largest component, N or N m, at each free body                    (1)
//!     Coulomb   N off the kinetic edge where it slides; at rest the lesser of that and of what sticking lacks,
//!               the larger of N outside the static cone and m/s² of slip                               (2)
//!     contact   how fast the gap closes, −an where that is positive, m/s²                              (3)
//!               and the force where the contact opens, fn·an > 0: the lesser of the two                (4)
//! ```

use super::{AllOutcomes, ModeLowered};
use crate::ask::lower::length;
use crate::exact::root::Root;
use stiction_proof::{ForceState, Motion, OutcomeProblem, Rational, Situation};

/// What another program says happens.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reported {
    /// When, if that is said.
    pub time: Option<Rational>,
    /// Acceleration `[α, ax, ay]` of bodies by name; those that are not named are taken from their forces.
    pub accelerations: Vec<(String, [Rational; 3])>,
    /// Force `[fn, ft]` for a unit normal, by contact; those that are not named push with nothing.
    pub forces: Vec<(String, [Rational; 2])>,
}

/// How far what is reported is from the laws.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// (1) for each free body.
    pub newton: Vec<(String, f64)>,
    /// (2) for each contact.
    pub coulomb: Vec<(String, f64)>,
    /// (3) and (4) for each contact.
    pub contact: Vec<(String, f64)>,
    /// Distance of the reported accelerations from the nearest that is possible, the largest component; `None` if none is.
    pub nearest: Option<f64>,
}

impl Judged {
    /// The largest of all violations.
    pub fn worst(&self) -> f64 {
        let all = self.newton.iter().chain(&self.coulomb).chain(&self.contact);
        all.map(|(_, by)| *by).fold(0.0, f64::max)
    }
}

/// Judges what is reported about a scene.
///
/// # Errors
/// Names of bodies or contacts that the scene does not have, all at once.
pub fn judge(lowered: &ModeLowered, all: &AllOutcomes, reported: &Reported) -> Result<Judged, Vec<String>> {
    let possible: Vec<&[[Rational; 3]]> =
        all.happenings.iter().map(|happening| &happening.solution.accelerations[..]).collect();
    judge_against(&lowered.problem, &all.laid.unforced, &possible, reported)
}

/// The same of a problem, with the accelerations that its bodies have without contacts and those that are possible.
///
/// # Errors
/// Names of bodies or contacts that the problem does not have, all at once.
pub fn judge_against(
    problem: &OutcomeProblem,
    unforced: &[[Rational; 3]],
    possible: &[&[[Rational; 3]]],
    reported: &Reported,
) -> Result<Judged, Vec<String>> {
    let lengths: Vec<Root> = problem.contacts.iter().map(|contact| length(&contact.normal)).collect();
    let mut unknown = Vec::new();
    let free = problem.free();
    for (name, _) in &reported.accelerations {
        if !free.iter().any(|&body| problem.bodies[body].name == *name) {
            unknown.push(format!("the scene has no free body \"{name}\""));
        }
    }
    for (id, _) in &reported.forces {
        if !problem.contacts.iter().any(|contact| contact.id == *id) {
            unknown.push(format!("the scene has no contact \"{id}\""));
        }
    }
    if !unknown.is_empty() {
        return Err(unknown);
    }
    let forces: Vec<[Rational; 2]> = problem
        .contacts
        .iter()
        .zip(&lengths)
        .map(|(contact, length)| {
            let given = reported.forces.iter().find(|(id, _)| *id == contact.id);
            match (given, &contact.force) {
                (Some((_, force)), _) => {
                    force.each_ref().map(|part| part.checked_div(&length.value).unwrap_or_default())
                }
                (None, ForceState::Given(force)) => force.clone(),
                (None, _) => Default::default(),
            }
        })
        .collect();
    let accelerations = accelerations(problem, unforced, reported, &forces);
    let mut judged = Judged { newton: Vec::new(), coulomb: Vec::new(), contact: Vec::new(), nearest: None };
    for &body in &free {
        let rest = problem.residual(body, &accelerations[body], &forces).unwrap_or_default();
        judged.newton.push((problem.bodies[body].name.clone(), largest(&rest)));
    }
    for (index, contact) in problem.contacts.iter().enumerate() {
        let length = lengths[index].value.to_f64();
        let off = coulomb(problem, index, &accelerations, &forces[index]).to_f64() * length;
        judged.coulomb.push((contact.id.clone(), off));
        judged
            .contact
            .push((contact.id.clone(), parting(problem, index, &accelerations, &forces[index], length)));
    }
    judged.nearest = possible
        .iter()
        .map(|motion| {
            let apart = free.iter().map(|&body| {
                let pairs = motion[body].iter().zip(&accelerations[body]);
                pairs.map(|(a, b)| (a - b).abs().to_f64()).fold(0.0, f64::max)
            });
            apart.fold(0.0, f64::max)
        })
        .min_by(f64::total_cmp);
    Ok(judged)
}

/// The accelerations that are reported; of the other free bodies those that the reported forces give.
fn accelerations(
    problem: &OutcomeProblem,
    unforced: &[[Rational; 3]],
    reported: &Reported,
    forces: &[[Rational; 2]],
) -> Vec<[Rational; 3]> {
    let mut accelerations = unforced.to_vec();
    for (index, body) in problem.bodies.iter().enumerate() {
        let Motion::Free { mass, .. } = &body.motion else { continue };
        if let Some((_, given)) = reported.accelerations.iter().find(|(name, _)| *name == body.name) {
            accelerations[index] = given.clone();
            continue;
        }
        // What is left of the load at rest, through the mass matrix.
        let Some(rest) = problem.residual(index, &Default::default(), forces) else { continue };
        let columns: Vec<Vec<Rational>> =
            (0..3).map(|column| mass.iter().map(|row| row[column].clone()).collect()).collect();
        if let Some(solved) = crate::exact::equations::combination(&columns, &rest) {
            accelerations[index] = std::array::from_fn(|row| solved[row].clone());
        }
    }
    accelerations
}

fn largest(values: &[Rational]) -> f64 {
    values.iter().map(|value| value.abs().to_f64()).fold(0.0, f64::max)
}

/// (2), as a multiple of the normal.
fn coulomb(
    problem: &OutcomeProblem,
    index: usize,
    accelerations: &[[Rational; 3]],
    force: &[Rational; 2],
) -> Rational {
    let contact = &problem.contacts[index];
    let [along, across] = force;
    let [at_rest, sliding] = &contact.friction;
    let pulls = if along.is_negative() { -along } else { Rational::zero() };
    let over = |part: Rational| if part.is_negative() { Rational::zero() } else { part };
    let edge = |sign: i64| (across - Rational::from(sign) * sliding * along).abs();
    let off = match problem.situation(contact) {
        Ok(Situation::SlidesLeft) => edge(-1),
        Ok(Situation::SlidesRight) => edge(1),
        Ok(Situation::AtRest) => {
            let slip = problem.rates(contact, accelerations).map(|[_, tangent]| tangent).unwrap_or_default();
            let outside = over(across.abs() - at_rest * along);
            // Lawful sliding has its kinetic edge; lawful sticking any force of its cone, and no slip.
            let begins = if slip.is_positive() { edge(-1) } else { edge(1) };
            begins.min(outside.max(slip.abs()))
        }
        _ => along.abs() + across.abs(),
    };
    pulls.max(off)
}

/// (3) and (4).
fn parting(
    problem: &OutcomeProblem,
    index: usize,
    accelerations: &[[Rational; 3]],
    force: &[Rational; 2],
    length: f64,
) -> f64 {
    let contact = &problem.contacts[index];
    let engaged = matches!(
        problem.situation(contact),
        Ok(Situation::AtRest | Situation::SlidesLeft | Situation::SlidesRight)
    );
    let Some([normal, _]) = problem.rates(contact, accelerations).filter(|_| engaged) else { return 0.0 };
    let (opening, pushing) = (normal.to_f64() / length, force[0].to_f64() * length);
    if opening < 0.0 { -opening } else { opening.min(pushing.max(0.0)) }
}
