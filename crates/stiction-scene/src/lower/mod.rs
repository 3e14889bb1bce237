//! From a scene to the problem that proofs of closure speak about: one body and its touching contacts.
//!
//! Nothing is decided here and nothing is lost: coordinates stay the rationals of the file.  A limit on the
//! normal force is divided by the normal's length, the one place where a root may round; it rounds inwards
//! and says so.

mod assembly;
pub mod bodies;
pub mod curvature;
mod preload;
mod ride;
mod space;

pub use crate::scene::Misfit;
pub use assembly::{Assembly, Standing, add, assembly, joined, lifted, loads, parted, touching, unit_along};
pub use curvature::is_of_curvature;
pub use preload::PLUNGER;
pub use ride::{Ride, ride_of, rides};
pub use space::{ConeModel, PYRAMID_EDGES, pyramid_of, spatial_length, tangents_of};

use crate::bracket::rounded_down;
use crate::scene::{Contact, Party, Role, Rounding, Scene};
use stiction_exact::root::{Root, square_root};
use stiction_geometry::shape::Geometry;
use stiction_proof::{Problem, Rational};

/// The problem of one body and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Lowered<S: Standing> {
    /// Index of the body in the scene.
    pub body: usize,
    /// The problem: the body's touching contacts that are not force-controlled.
    pub problem: Problem<S::Touch>,
    /// For each contact of the problem, its index in the scene.
    pub contacts: Vec<usize>,
    /// Indices of the touching contacts that are force-controlled: they add a fixed wrench and resist nothing.
    pub controlled: Vec<usize>,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

/// Lowers the scene's one free body, or says everything that stands against it.
pub fn one_body<S: Standing>(scene: &Scene<S>, model: ConeModel) -> Result<Lowered<S>, Vec<Misfit>> {
    let body = the_free_body(scene)?;
    let rounded =
        scene.rounded.iter().filter(|rounding| concerns(scene, body, &rounding.path)).cloned().collect();
    let problem = Problem::new(scene.bodies[body].com.clone(), Vec::new());
    let mut lowered = Lowered { body, problem, contacts: Vec::new(), controlled: Vec::new(), rounded };
    for (index, contact) in scene.contacts.iter().enumerate() {
        let Some(normal) = inward(contact, body).filter(|_| contact.gap.is_zero()) else { continue };
        if contact.force.is_some() {
            lowered.controlled.push(index);
            continue;
        }
        let touch = S::touch(contact, normal, model, &mut lowered.rounded);
        lowered.contacts.push(index);
        lowered.problem.contacts.push(touch);
    }
    S::bend(scene, &mut lowered);
    Ok(lowered)
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

/// Whether a rounded quantity can matter to a body: its own, a contact's, or that of a body it may ride on.
fn concerns<S: Geometry>(scene: &Scene<S>, body: usize, path: &str) -> bool {
    let Some(rest) = path.strip_prefix("bodies.") else { return true };
    let is_its = |name: &str| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    let other = scene.bodies.iter().enumerate().find(|(_, other)| is_its(&other.name));
    other.is_none_or(|(index, other)| index == body || other.role == Role::Driven)
}

/// The normal into the body, if the contact is one of its: exchanging the partners turns it round.
pub fn inward<S: Geometry>(contact: &Contact<S>, body: usize) -> Option<S::Vector> {
    let mut normal = contact.normal.clone();
    match Party::Body(body) {
        own if contact.on == own => {}
        own if contact.against == own => {
            normal.as_mut().iter_mut().for_each(|entry| *entry = -&*entry);
        }
        _ => return None,
    }
    Some(normal)
}

/// The contact's limit as a multiple of its normal; a contact without a normal has none, and no checker takes it.
pub fn limited<S: Geometry>(
    contact: &Contact<S>,
    length: &Root,
    rounded: &mut Vec<Rounding>,
) -> Option<Rational> {
    let (most, exact) = multiple(contact.limit.as_ref()?, length.clone())?;
    if !exact {
        let path = format!("contacts.{}.limit", contact.id);
        let why = "divided by the length of the normal, an irrational root; rounded down".to_owned();
        rounded.push(Rounding { path, why });
    }
    Some(most)
}

/// A force as a multiple of a normal of this length, never too large, and whether it is exact.
fn multiple(force: &Rational, Root { value, exact }: Root) -> Option<(Rational, bool)> {
    // The root is at most 2⁻⁹⁶ of it too small; dividing by slightly more than it rounds inwards.
    let divisor = if exact { value } else { value * (Rational::one() + Rational::new(1, 1 << 62)) };
    let most = force.checked_div(&divisor)?;
    // Few bits over a power of two: sums over many contacts then keep a short denominator.
    Some((if exact { most } else { rounded_down(&most) }, exact))
}

/// The length of a vector.
pub fn length([x, y]: &[Rational; 2]) -> Root {
    square_root(&(x * x + y * y))
}
