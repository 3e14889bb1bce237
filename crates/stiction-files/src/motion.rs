//! How a body may move and how it does: freedoms, twist, acceleration, trajectory.

use crate::body::optional;
use crate::findings::Findings;
use crate::node::At;
use crate::number::{known_keys, list, numbers, positive, required, shown, vector, word};
use crate::world::World;
use stiction::scene::{Body, Role, Trajectory};
use stiction_proof::Rational;

/// Reads the motion of a body whose role and centre of mass are known.
pub(crate) fn read<S: World>(body: &mut Body<S>, at: &At<'_>, found: &mut Findings<'_>) {
    if let Some(freedoms) = freedoms::<S>(at, found) {
        body.freedoms = freedoms;
    }
    body.twist = optional(at, "twist", |twist| vector(&twist, S::TWIST, found)).unwrap_or_default();
    check_twist(body, at, found);
    drive(body, at, found);
}

fn freedoms<S: World>(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<bool>> {
    let at = at.get("freedoms")?;
    let mut allowed = vec![false; S::FREEDOMS];
    for element in list(&at, "a list of freedoms", found)? {
        let Some(component) = word(&element, "freedom", S::FREEDOM_WORDS, found) else { continue };
        if std::mem::replace(&mut allowed[component], true) {
            let message = format!("\"{}\" is given twice", S::FREEDOM_WORDS[component].0);
            found.fault("freedom", &element, message, "name each freedom once");
        }
    }
    Some(allowed)
}

/// A body that cannot move, or not so, has no such velocity.
fn check_twist<S: World>(body: &Body<S>, at: &At<'_>, found: &mut Findings<'_>) {
    let Some(twist) = at.get("twist").filter(|_| !body.is_at_rest()) else { return };
    if body.role == Role::Fixed {
        found.fault("twist", &twist, "a fixed body has a velocity", "make it driven, or leave out the twist");
    }
    for (name, component) in S::FREEDOM_WORDS {
        let speed = &body.twist.as_ref()[*component];
        if !body.freedoms[*component] && !speed.is_zero() {
            let message = format!("moves in \"{name}\" by {}, which its freedoms leave out", shown(speed));
            found.fault("twist", &twist, message, "add the freedom, or make that component zero");
        }
    }
}

/// Acceleration or trajectory of a driven body.
fn drive<S: World>(body: &mut Body<S>, at: &At<'_>, found: &mut Findings<'_>) {
    for given in ["acceleration", "trajectory"].iter().filter_map(|key| at.get(key)) {
        if body.role != Role::Driven {
            let help = "add role = \"driven\", or leave it out: free bodies move as the forces tell them";
            found.fault("not-driven", &given, "given for a body that is not driven", help);
        }
    }
    if let (Some(_), Some(trajectory)) = (at.get("acceleration"), at.get("trajectory")) {
        found.fault("conflict", &trajectory, "given together with `acceleration`", "keep one of the two");
    }
    body.acceleration = optional(at, "acceleration", |a| vector(&a, S::ACCELERATION, found));
    body.trajectory = optional(at, "trajectory", |t| trajectory::<S>(&t, &body.com, found));
}

fn trajectory<S: World>(at: &At<'_>, com: &S::Vector, found: &mut Findings<'_>) -> Option<Trajectory<S>> {
    known_keys(at, S::TRAJECTORY, found)?;
    let coefficients: Vec<_> = S::DISPLACEMENTS.iter().map(|key| coefficients(at, key, found)).collect();
    let pivot = match at.get("pivot") {
        None => Some(com.clone()),
        Some(pivot) => vector(&pivot, S::POINT, found),
    };
    let duration = required(at, "duration", "say how long the motion lasts, in seconds", found)
        .and_then(|duration| positive(&duration, "duration", found));
    let coefficients = coefficients.into_iter().collect::<Option<_>>()?;
    Some(Trajectory { coefficients, pivot: pivot?, duration: duration? })
}

/// Coefficients of one freedom, none if it is left out; the displacement is zero at time 0.
fn coefficients(at: &At<'_>, key: &str, found: &mut Findings<'_>) -> Option<Vec<Rational>> {
    let Some(at) = at.get(key) else { return Some(Vec::new()) };
    let values: Vec<Rational> = numbers(&at, found)?.into_iter().collect::<Option<_>>()?;
    if let Some(first) = values.first().filter(|first| !first.is_zero()) {
        let message = format!("the displacement at time 0 is {}", shown(first));
        found.fault("trajectory", &at, message, "begin with 0: the scene itself says where the body starts");
        return None;
    }
    Some(values)
}
