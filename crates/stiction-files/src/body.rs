//! `[bodies.NAME]`: what a body is, where it is.

use crate::files::Files;
use crate::findings::Findings;
use crate::keys::BODY;
use crate::mass;
use crate::mesh_shape;
use crate::motion;
use crate::node::{At, quoted_key};
use crate::number::{known_keys, vector, word};
use crate::support;
use crate::tolerance::{self, Of};
use crate::world::{Filling, World};
use stiction::scene::{Body, GROUND, Role, Rounding};

const ROLES: [(&str, Role); 3] = [("free", Role::Free), ("fixed", Role::Fixed), ("driven", Role::Driven)];

/// Reads a body as far as it goes; what is wrong with it has been noted.
pub(crate) fn read<S: World>(
    at: &At<'_>,
    name: &str,
    files: &dyn Files,
    rounded: &mut Vec<Rounding>,
    found: &mut Findings<'_>,
) -> Body<S> {
    let mut body = Body::new(name);
    if name.is_empty() {
        found.fault("empty-name", at, "a body without a name", "name it: [bodies.part]");
    }
    if known_keys(at, BODY, found).is_none() {
        return body;
    }
    let mut roundings = Roundings { body: name, list: rounded };
    body.role = role(at, name, found);
    let placement = place(&mut body, at, files, &mut roundings, found);
    mass::weigh(&mut body, at, &placement, &mut roundings, found);
    body.wrench = optional(at, "wrench", |v| vector(&v, S::WRENCH, found)).unwrap_or_default();
    motion::read(&mut body, at, found);
    support::read(&mut body, at, placement.pose.as_ref(), found);
    body.tolerance = optional(at, "tolerance", |own| tolerance::read(&own, Of::Body, found));
    body
}

/// Reads the value under a key where there is one.
pub(crate) fn optional<'c, T>(
    at: &'c At<'_>,
    key: &'c str,
    read: impl FnOnce(At<'c>) -> Option<T>,
) -> Option<T> {
    at.get(key).and_then(read)
}

/// The list of roundings, seen from one body.
pub(crate) struct Roundings<'r> {
    body: &'r str,
    list: &'r mut Vec<Rounding>,
}

impl Roundings<'_> {
    pub fn note(&mut self, key: &str, why: &str) {
        let path = format!("bodies.{}.{key}", quoted_key(self.body));
        self.list.push(Rounding { path, why: why.into() });
    }
}

fn role(at: &At<'_>, name: &str, found: &mut Findings<'_>) -> Role {
    let given = at.get("role");
    let role = given.as_ref().and_then(|role| word(role, "role", &ROLES, found));
    if name != GROUND {
        return role.unwrap_or_default();
    }
    if let (Some(given), Some(Role::Free | Role::Driven)) = (&given, role) {
        let help = "leave out its role, or name the body otherwise";
        found.fault("role", given, "the ground is always fixed", help);
    }
    Role::Fixed
}

/// What follows from shape and pose for the weight of a body.
pub(crate) struct Placement<S: World> {
    pub filling: Option<Filling<S>>,
    pub pose: Option<S::Pose>,
}

/// Shape and centre of mass, in world coordinates.
fn place<S: World>(
    body: &mut Body<S>,
    at: &At<'_>,
    files: &dyn Files,
    roundings: &mut Roundings<'_>,
    found: &mut Findings<'_>,
) -> Placement<S> {
    let shape = optional(at, "shape", |shape| S::read_shape(&shape, files, found));
    let com = optional(at, "com", |com| vector::<S::Vector>(&com, S::POINT, found));
    let pose = optional(at, "pose", |pose| S::read_pose(&pose, found));
    let surface = mesh_shape::is_surface(at.get("shape").as_ref());
    let filling = shape.as_ref().filter(|_| !surface).and_then(S::filling);
    if surface && com.is_none() && shape.is_some() && body.role == Role::Free {
        let help = "give the centre of mass, com = [x, y, z], or take the convex hull: hull = true";
        found.fault("missing-com", at, "a bare surface has no centre of mass of its own", help);
    }
    if com.is_none() && filling.as_ref().is_some_and(|filling| filling.centroid_rounded) {
        roundings.note("com", "the centroid of a curved shape");
    }
    if let Some(why) = shape.as_ref().and_then(S::rounding) {
        roundings.note("shape", why);
    }
    let com = com.or_else(|| filling.as_ref().map(|filling| filling.centroid.clone())).unwrap_or_default();
    match &pose {
        None => (body.com, body.shape) = (com, shape),
        Some(pose) => {
            note_turn::<S>(pose, shape.is_some(), roundings);
            body.com = S::place(pose, &com);
            body.shape = shape.map(|shape| S::moved(pose, &shape));
        }
    }
    Placement { filling, pose }
}

fn note_turn<S: World>(pose: &S::Pose, has_shape: bool, roundings: &mut Roundings<'_>) {
    let Some(why) = S::pose_rounds(pose) else { return };
    roundings.note("com", &why);
    if has_shape {
        roundings.note("shape", &why);
    }
}
