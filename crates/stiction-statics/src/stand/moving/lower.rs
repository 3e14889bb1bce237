//! From a scene to an assembly on a moving base.

use stiction_proof::Rational;
use stiction_proof::moving::{BaseMotion, MovingProblem, Rider, Rides};
use stiction_scene::lower::{ConeModel, Misfit};
use stiction_scene::lower::{Ride, Standing, loads, touching};
use stiction_scene::scene::{Body, Party, Role, Rounding, Scene, Trajectory};

/// An assembly on a moving base, and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Riding<S: Standing> {
    /// What proofs speak about.
    pub problem: MovingProblem<S::Touch>,
    /// Name of the base.
    pub base: String,
    /// For each body of the problem, its index in the scene.
    pub bodies: Vec<usize>,
    /// For each contact of the problem, its index in the scene.
    pub contacts: Vec<usize>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Whether a free body touches something that follows a trajectory.
pub fn is_moving<S: Standing>(scene: &Scene<S>) -> bool {
    bases(scene).any(|(_, base)| scene.body_of(base).is_some_and(|body| body.trajectory.is_some()))
}

/// The parties that are not free and touch a free body, each with the contact.
fn bases<S: Standing>(scene: &Scene<S>) -> impl Iterator<Item = (usize, Party)> {
    let touching =
        scene.contacts.iter().enumerate().filter(|(_, one)| one.gap.is_zero() && one.force.is_none());
    touching.flat_map(|(index, contact)| {
        let sides = [(contact.on, contact.against), (contact.against, contact.on)];
        let based = sides.into_iter().filter(|(body, base)| scene.is_free(*body) && !scene.is_free(*base));
        based.map(move |(_, base)| (index, base)).collect::<Vec<_>>()
    })
}

/// Lowers a scene, or says everything that stands against asking whether it stays together.
pub fn riding<S: Standing>(scene: &Scene<S>, model: ConeModel) -> Result<Riding<S>, Vec<Misfit>>
where
    S::Touch: Rides,
{
    let assembly = touching(scene, model)?;
    let mut misfits = Vec::new();
    for contact in scene.contacts.iter().filter(|contact| contact.preload.is_some()) {
        let path = ["contacts", &contact.id, "preload"];
        let message = "preloads are taken on a base at rest; this one follows a trajectory";
        misfits.push(Misfit::new("preload", &path, message, "leave out `preload`, or the trajectory"));
    }
    let base = base(scene, &mut misfits);
    let riders: Vec<Rider<S::Touch>> = assembly
        .bodies
        .iter()
        .filter_map(|&index| {
            rider(scene, &scene.bodies[index], base.as_ref().map(|(_, path)| path), &mut misfits)
        })
        .collect();
    let mut rounded = assembly.rounded;
    let carried = carried(scene, &assembly.bodies, &mut rounded);
    let Some((name, trajectory)) = base.filter(|_| misfits.is_empty()) else { return Err(misfits) };
    let riders = riders.into_iter().zip(carried).map(|(rider, carried)| Rider { carried, ..rider }).collect();
    let motion = BaseMotion {
        coefficients: full(&trajectory.coefficients),
        pivot: trajectory.pivot.clone(),
        duration: trajectory.duration.clone(),
    };
    let problem =
        MovingProblem { assembly: assembly.problem, riders, gravity: scene.gravity.clone(), motion };
    Ok(Riding { problem, base: name, bodies: assembly.bodies, contacts: assembly.contacts, rounded })
}

/// Polynomials without zeros at their ends.
fn full(coefficients: &[Vec<Rational>]) -> Vec<Vec<Rational>> {
    let trimmed = |powers: &Vec<Rational>| {
        let length = powers.iter().rposition(|one| !one.is_zero()).map_or(0, |last| last + 1);
        powers[..length].to_vec()
    };
    coefficients.iter().map(trimmed).collect()
}

/// The one motion of everything that carries the free bodies.
fn base<S: Standing>(scene: &Scene<S>, misfits: &mut Vec<Misfit>) -> Option<(String, Trajectory<S>)> {
    let mut common: Option<(String, Trajectory<S>)> = None;
    let mut still = false;
    for (contact, party) in bases(scene) {
        let body = scene.body_of(party);
        let id = &scene.contacts[contact].id;
        let mut differs = |message: &str| {
            let help = "let all that is touched move alike, or ask about one base at a time";
            misfits.push(Misfit::new("different-bases", &["contacts", id], message, help));
        };
        match body.and_then(|body| body.trajectory.as_ref().map(|path| (body, path))) {
            Some((body, path)) => match &common {
                _ if still => differs("one body that is touched moves and another stands still"),
                Some((_, before)) if !alike(before, path) => {
                    differs(
                        "the bodies that are touched follow different trajectories, so nothing can ride on all of them",
                    );
                }
                Some(_) => {}
                None => common = Some((body.name.clone(), path.clone())),
            },
            None if body.is_some_and(|body| body.role == Role::Driven && body.acceleration.is_some()) => {
                differs("one body that is touched follows a trajectory and another an acceleration");
            }
            None if common.is_some() => differs("one body that is touched moves and another stands still"),
            None => still = true,
        }
    }
    if common.is_none() && misfits.is_empty() {
        let help = "give the base `trajectory = { x = [0, 0, 1], duration = 1 }`";
        misfits.push(Misfit::new(
            "trajectory",
            &["bodies"],
            "nothing that is touched follows a trajectory",
            help,
        ));
    }
    common
}

/// Whether two trajectories carry every point alike.
fn alike<S: Standing>(one: &Trajectory<S>, other: &Trajectory<S>) -> bool {
    let turns = S::FREEDOMS - S::DIMENSION;
    let coefficients = full(&one.coefficients);
    let turning = coefficients[..turns].iter().any(|powers| !powers.is_empty());
    coefficients == full(&other.coefficients)
        && one.duration == other.duration
        && (!turning || one.pivot == other.pivot)
}

fn rider<S: Standing>(
    scene: &Scene<S>,
    body: &Body<S>,
    path: Option<&Trajectory<S>>,
    misfits: &mut Vec<Misfit>,
) -> Option<Rider<S::Touch>>
where
    S::Touch: Rides,
{
    let at = |key: &'static str| ["bodies", body.name.as_str(), key].map(str::to_owned);
    let mut fault = |code: &'static str, key: &'static str, message: String, help: &str| {
        let path = at(key);
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        misfits.push(Misfit::new(code, &path, message, help));
    };
    if !body.freedoms.iter().all(|&free| free) {
        let message = "a body with restricted freedoms does not ride on a moving base".to_owned();
        fault("freedoms", "freedoms", message, "leave `freedoms` out");
    }
    if !body.is_at_rest() && path.is_none_or(|path| body.twist != velocity(path, body)) {
        let message = "bodies are asked to ride with the base; this one moves otherwise at time 0".to_owned();
        fault("moving", "twist", message, "leave `twist` out");
    }
    if let Some(matrix) = &body.mass_matrix {
        return Some(Rider {
            mass: matrix.clone(),
            wrench: body.wrench.clone(),
            carried: Default::default(),
        });
    }
    let missing = |key: &str| format!("body \"{}\" has no {key}, which its load needs", body.name);
    let turns = S::FREEDOMS - S::DIMENSION;
    let turning =
        path.is_some_and(|path| full(&path.coefficients)[..turns].iter().any(|powers| !powers.is_empty()));
    let moves = path.is_some_and(|path| full(&path.coefficients).iter().any(|powers| powers.len() > 1));
    let pulled = moves || scene.gravity.as_ref().iter().any(|entry| !entry.is_zero());
    if body.mass.is_none() && pulled {
        fault("missing-mass", "mass", missing("mass"), "give `mass`, or `density` with a `shape`");
    }
    if body.inertia.is_none() && turning {
        fault("missing-mass", "inertia", missing("inertia"), "give `inertia`, or `density` with a `shape`");
    }
    let mass = matrix::<S>(body);
    Some(Rider { mass, wrench: body.wrench.clone(), carried: Default::default() })
}

/// The mass matrix from mass and inertia; zero where they are not known.
fn matrix<S: Standing>(body: &Body<S>) -> Vec<Vec<Rational>> {
    let turns = S::FREEDOMS - S::DIMENSION;
    let mass = body.mass.clone().unwrap_or_default();
    let axis = |turn: usize| if turns == 1 { 2 } else { turn };
    let unit = |axis: usize| std::array::from_fn(|row| Rational::from(i64::from(row == axis)));
    let entry = |row: usize, column: usize| match (row < turns, column < turns) {
        (true, true) => match &body.inertia {
            Some(inertia) => S::turned(inertia, &unit(axis(column)))[axis(row)].clone(),
            None => Rational::zero(),
        },
        (false, false) if row == column => mass.clone(),
        _ => Rational::zero(),
    };
    (0..S::FREEDOMS).map(|row| (0..S::FREEDOMS).map(|column| entry(row, column)).collect()).collect()
}

/// The velocity of a body that rides, at time 0.
fn velocity<S: Standing>(path: &Trajectory<S>, body: &Body<S>) -> S::Screw {
    let rate = |freedom: usize| path.coefficients[freedom].get(1).cloned().unwrap_or_default();
    let turns = S::FREEDOMS - S::DIMENSION;
    let spin: [Rational; 3] = match turns {
        1 => [Rational::zero(), Rational::zero(), rate(0)],
        _ => std::array::from_fn(rate),
    };
    let entry = |vector: &S::Vector, axis: usize| vector.as_ref().get(axis).cloned().unwrap_or_default();
    let arm: [Rational; 3] = std::array::from_fn(|axis| entry(&body.com, axis) - entry(&path.pivot, axis));
    let swept = stiction_exact::vector::cross(&spin, &arm);
    let mut twist = S::Screw::default();
    for (component, part) in twist.as_mut().iter_mut().enumerate() {
        *part = if component < turns { rate(component) } else { rate(component) + &swept[component - turns] };
    }
    twist
}

/// The wrenches of force-controlled contacts, which ride along.
fn carried<S: Standing>(scene: &Scene<S>, bodies: &[usize], rounded: &mut Vec<Rounding>) -> Vec<S::Screw> {
    let mut alone = scene.clone();
    alone.gravity = Default::default();
    for body in &mut alone.bodies {
        (body.wrench, body.twist) = Default::default();
    }
    let rides = vec![Ride::default(); bodies.len()];
    loads(&alone, bodies, &rides, rounded).unwrap_or_else(|_| vec![Default::default(); bodies.len()])
}
