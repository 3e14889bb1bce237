//! From a scene to the problem that proofs speak about: one body, its touching contacts, its load.
//!
//! Nothing is decided here and nothing is lost: coordinates stay the rationals of the file.  A limit on the
//! normal force is divided by the normal's length, the one place where a root may round; it rounds inwards
//! and says so.

mod space;

pub use space::{ConeModel, PYRAMID_EDGES, SpatialLowered, one_body_in_space, pyramid_of, spatial_length};
pub(in crate::ask) use space::{spatial_touch, tangents_of};

use super::bracket::rounded_down;
use super::curvature::Outlines;
use crate::exact::root::{Root, square_root};
use crate::scene::{Body, Contact, Party, Role, Rounding, Scene};
use crate::screw::Planar;
use crate::shape::Geometry;
use stiction_proof::{PlanarContact, PlanarProblem, Rational};

/// A planar problem and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Lowered {
    /// Index of the body in the scene.
    pub body: usize,
    /// The problem: the body's touching contacts that are not force-controlled.
    pub problem: PlanarProblem,
    /// For each contact of the problem, its index in the scene.
    pub contacts: Vec<usize>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Why a scene does not fit a question: the question's fault, not the scene's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Kind of fault, a fixed word.
    pub code: &'static str,
    /// Keys on the way to the quantity concerned; a contact goes by its id: `["contacts", "left", "force"]`.
    pub path: Vec<String>,
    /// The rule, and what was found.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Misfit {
    /// A misfit at a path.
    pub fn new(
        code: &'static str,
        path: &[&str],
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let path = path.iter().map(|&key| key.to_owned()).collect();
        Self { code, path, message: message.into(), help: help.into() }
    }
}

/// Lowers the scene's one free body, or says everything that stands against it.
pub fn one_body(scene: &Scene<Planar>) -> Result<Lowered, Vec<Misfit>> {
    the_free_body(scene).map(|body| lower(scene, body))
}

/// Index of the one free body, all of whose freedoms it has.
fn the_free_body<S: Geometry>(scene: &Scene<S>) -> Result<usize, Vec<Misfit>> {
    let free: Vec<usize> = (0..scene.bodies.len()).filter(|&i| scene.bodies[i].role == Role::Free).collect();
    let &[body] = &free[..] else { return Err(vec![not_one(scene, &free)]) };
    let mut misfits = Vec::new();
    if !scene.bodies[body].freedoms.iter().all(|&free| free) {
        let path = ["bodies", &scene.bodies[body].name, "freedoms"];
        let message = "a body with restricted freedoms is not taken by this version";
        misfits.push(Misfit::new("freedoms", &path, message, "leave `freedoms` out"));
    }
    if misfits.is_empty() { Ok(body) } else { Err(misfits) }
}

fn not_one<S: Geometry>(scene: &Scene<S>, free: &[usize]) -> Misfit {
    let names: Vec<&str> = free.iter().map(|&i| scene.bodies[i].name.as_str()).collect();
    if names.is_empty() {
        let help = "leave `role` out of the body that the question is about";
        return Misfit::new(
            "no-free-body",
            &["bodies"],
            "the question is about a free body, and there is none",
            help,
        );
    }
    let message =
        format!("the question is about one free body; this scene has {}: {}", names.len(), names.join(", "));
    Misfit::new("several-bodies", &["bodies"], message, "give all but one of them `role = \"fixed\"`")
}

fn lower(scene: &Scene<Planar>, body: usize) -> Lowered {
    let mut lowered = Lowered {
        body,
        problem: PlanarProblem::new(scene.bodies[body].com.clone(), Vec::new()),
        contacts: Vec::new(),
        rounded: scene
            .rounded
            .iter()
            .filter(|rounding| concerns(scene, body, &rounding.path))
            .cloned()
            .collect(),
    };
    let outlines = Outlines::new(scene);
    for (index, contact) in scene.contacts.iter().enumerate() {
        let touches = contact.gap.is_zero() && contact.force.is_none();
        let Some(normal) = inward(contact, body).filter(|_| touches) else { continue };
        let most = limited(contact, &length(&normal), &mut lowered.rounded);
        lowered.contacts.push(index);
        lowered.problem.contacts.push(PlanarContact {
            id: contact.id.clone(),
            point: contact.point.clone(),
            normal,
            friction: contact.friction.at_rest.clone(),
            most,
            curvature: outlines.curvatures(contact, body),
        });
    }
    lowered
}

/// Whether a rounded quantity can matter to a body: its own, a contact's, or that of a body it may ride on.
fn concerns<S: Geometry>(scene: &Scene<S>, body: usize, path: &str) -> bool {
    let Some(rest) = path.strip_prefix("bodies.") else { return true };
    let is_its = |name: &str| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    let other = scene.bodies.iter().enumerate().find(|(_, other)| is_its(&other.name));
    other.is_none_or(|(index, other)| index == body || other.role == Role::Driven)
}

/// The normal into the body, if the contact is one of its: exchanging the partners turns it round.
pub fn inward(contact: &Contact<Planar>, body: usize) -> Option<[Rational; 2]> {
    if contact.on == Party::Body(body) {
        Some(contact.normal.clone())
    } else if contact.against == Party::Body(body) {
        Some(contact.normal.clone().map(|entry| -entry))
    } else {
        None
    }
}

/// The contact's limit as a multiple of its normal.
pub(in crate::ask) fn limited<S: Geometry>(
    contact: &Contact<S>,
    length: &Root,
    rounded: &mut Vec<Rounding>,
) -> Option<Rational> {
    let (most, exact) = multiple(contact.limit.as_ref()?, length.clone());
    if !exact {
        let path = format!("contacts.{}.limit", contact.id);
        let why = "divided by the length of the normal, an irrational root; rounded down".to_owned();
        rounded.push(Rounding { path, why });
    }
    Some(most)
}

/// A force as a multiple of a normal of this length, never too large, and whether it is exact.
fn multiple(force: &Rational, Root { value, exact }: Root) -> (Rational, bool) {
    // The root is at most 2⁻⁹⁶ of it too small; dividing by slightly more than it rounds inwards.
    let divisor = if exact { value } else { value * (Rational::one() + Rational::new(1, 1 << 62)) };
    let most = force.checked_div(&divisor).unwrap_or_default();
    // Few bits over a power of two: sums over many contacts then keep a short denominator.
    (if exact { most } else { rounded_down(&most) }, exact)
}

/// The length of a vector.
pub fn length([x, y]: &[Rational; 2]) -> Root {
    square_root(&(x * x + y * y))
}

/// The total external wrench on the free body at rest, about its centre of mass: weight, its own wrench,
/// force-controlled contacts, and the inertia of riding on driven bodies.
pub fn load(scene: &Scene<Planar>, lowered: &Lowered) -> Result<Load, Vec<Misfit>> {
    let body = &scene.bodies[lowered.body];
    let mut misfits = at_rest(body);
    let ride = ride(scene, lowered).unwrap_or_else(|misfit| {
        misfits.push(misfit);
        Default::default()
    });
    let mut total = body.wrench.clone();
    let pull = [-&ride[0], &scene.gravity[0] - &ride[1], &scene.gravity[1] - &ride[2]];
    match inertial(body, &pull) {
        Ok(wrench) => add(&mut total, &wrench),
        Err(misfit) => misfits.push(misfit),
    }
    let mut rounded = Vec::new();
    for contact in &scene.contacts {
        if let (Some(force), Some(normal)) = (&contact.force, inward(contact, lowered.body)) {
            add(&mut total, &controlled(contact, force, &normal, &body.com, &mut rounded));
        }
    }
    if misfits.is_empty() {
        Ok(Load { wrench: total, rides: ride.iter().any(|x| !x.is_zero()), rounded })
    } else {
        Err(misfits)
    }
}

/// What pulls at a body.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// `[m, fx, fy]` about the centre of mass.
    pub wrench: [Rational; 3],
    /// Whether part of it is the inertia of a moving base.
    pub rides: bool,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

fn add(total: &mut [Rational; 3], part: &[Rational; 3]) {
    total.iter_mut().zip(part).for_each(|(entry, part)| *entry += part);
}

fn at_rest(body: &Body<Planar>) -> Vec<Misfit> {
    if body.twist.iter().all(Rational::is_zero) {
        return Vec::new();
    }
    vec![Misfit::new(
        "moving",
        &["bodies", &body.name, "twist"],
        "standing is asked of bodies at rest; this one moves",
        "leave `twist` out",
    )]
}

/// The wrench of an acceleration field `[alpha, ax, ay]` on a body's inertia.
fn inertial(body: &Body<Planar>, pull: &[Rational; 3]) -> Result<[Rational; 3], Misfit> {
    if let Some(matrix) = &body.mass_matrix {
        let row = |row: &Vec<Rational>| row.iter().zip(pull).map(|(entry, pull)| entry * pull).sum();
        return Ok(std::array::from_fn(|index| matrix.get(index).map(row).unwrap_or_default()));
    }
    let known = |value: &Option<Rational>, needed: bool, key: &str| match value {
        Some(value) => Ok(value.clone()),
        None if !needed => Ok(Rational::zero()),
        None => {
            let message = format!("body \"{}\" has no {key}, which its load needs", body.name);
            let help = format!("give `{key}`, or `density` with a `shape`");
            Err(Misfit::new("missing-mass", &["bodies", &body.name, key], message, help))
        }
    };
    let mass = known(&body.mass, pull[1..].iter().any(|x| !x.is_zero()), "mass")?;
    let inertia = known(&body.inertia, !pull[0].is_zero(), "inertia")?;
    Ok([inertia * &pull[0], &mass * &pull[1], &mass * &pull[2]])
}

/// The acceleration `[alpha, ax, ay]` of the body's centre of mass if it rides with what it touches.
fn ride(scene: &Scene<Planar>, lowered: &Lowered) -> Result<[Rational; 3], Misfit> {
    let com = &scene.bodies[lowered.body].com;
    let mut common: Option<[Rational; 3]> = None;
    for &index in &lowered.contacts {
        let contact = &scene.contacts[index];
        let partner = if contact.on == Party::Body(lowered.body) { contact.against } else { contact.on };
        let motion = match partner {
            Party::Ground => Default::default(),
            Party::Body(other) => carried(&scene.bodies[other], com)?,
        };
        match &common {
            Some(before) if *before != motion => {
                let message =
                    "the bodies that are touched accelerate differently, so nothing can ride on all of them";
                return Err(Misfit::new(
                    "different-bases",
                    &["contacts", &contact.id],
                    message,
                    "ask `outcomes` what happens",
                ));
            }
            _ => common = Some(motion),
        }
    }
    Ok(common.unwrap_or_default())
}

/// Acceleration of the point `com` carried by a driven body: `a + alpha·rot90(r) − w²·r`.
fn carried(base: &Body<Planar>, com: &[Rational; 2]) -> Result<[Rational; 3], Misfit> {
    if base.trajectory.is_some() {
        let path = ["bodies", &base.name, "trajectory"];
        let help = "give `acceleration` for one instant";
        return Err(Misfit::new("trajectory", &path, "trajectories are not followed by this version", help));
    }
    let [alpha, ax, ay] = base.acceleration.clone().unwrap_or_default();
    let square = &base.twist[0] * &base.twist[0];
    let (rx, ry) = (&com[0] - &base.com[0], &com[1] - &base.com[1]);
    let x = ax - &alpha * &ry - &square * &rx;
    let y = ay + &alpha * &rx - &square * &ry;
    Ok([alpha, x, y])
}

/// The wrench of a force-controlled contact on the body.
fn controlled(
    contact: &Contact<Planar>,
    force: &[Rational],
    normal: &[Rational; 2],
    com: &[Rational; 2],
    rounded: &mut Vec<Rounding>,
) -> [Rational; 3] {
    let Root { value, exact } = length(normal);
    if !exact {
        let path = format!("contacts.{}.force", contact.id);
        rounded.push(Rounding {
            path,
            why: "divided by the length of the normal, an irrational root".to_owned(),
        });
    }
    let zero = Rational::zero();
    let part = |index: usize| force.get(index).unwrap_or(&zero).checked_div(&value).unwrap_or_default();
    let frame = PlanarProblem::new(com.clone(), Vec::new());
    let touch = PlanarContact::new(&contact.id, contact.point.clone(), normal.clone(), Rational::zero());
    frame.wrench(&touch, &part(0), &part(1))
}
