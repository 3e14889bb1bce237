//! A peg between walls, recognised in a scene: one body, two touching contacts that face each other.

use super::peg::Peg;
use stiction_geometry::screw::Planar;
use stiction_proof::Rational;
use stiction_scene::lower::length;
use stiction_scene::scene::{Contact, PegSection, Role, Scene};

/// A peg as it is in its hole.
#[derive(Debug, Clone, PartialEq)]
pub struct Inserted {
    /// Peg, hole and friction.
    pub peg: Peg,
    /// How deep it is: how far apart its contacts are along the walls.
    pub depth: Rational,
    /// Cosine and sine of the angle by which it leans.
    pub turned: [Rational; 2],
    /// The push about the middle of its tip, y up out of the hole.
    pub push: Option<[Rational; 3]>,
    /// Whether it was recognised among contacts, which do not say how wide the hole is beyond them.
    pub recognised: bool,
}

impl From<&PegSection> for Inserted {
    fn from(section: &PegSection) -> Self {
        let PegSection { width, hole, friction, depth, turned, push } = section.clone();
        Self { peg: Peg { width, hole, friction }, depth, turned, push, recognised: false }
    }
}

/// The peg of a section, or the one that a scene shows: a single free body that moves along two walls which
/// it touches from inside, with friction at both.
pub fn inserted(scene: &Scene<Planar>) -> Option<Inserted> {
    scene.peg.as_ref().map(Inserted::from).or_else(|| recognised(scene))
}

fn recognised(scene: &Scene<Planar>) -> Option<Inserted> {
    let mut free = scene.bodies.iter().filter(|body| body.role == Role::Free);
    let (body, None) = (free.next()?, free.next()) else { return None };
    let touching: Vec<&Contact<Planar>> =
        scene.contacts.iter().filter(|contact| contact.is_touching()).collect();
    let [one, other] = touching[..] else { return None };
    let [nx, ny] = &one.normal;
    let [ox, oy] = &other.normal;
    let opposed = (nx * oy - ny * ox).is_zero() && (nx * ox + ny * oy).is_negative();
    let wall = length(&one.normal);
    let friction = one.friction.at_rest.clone().min(other.friction.at_rest.clone());
    if !opposed || !wall.exact || !friction.is_positive() {
        return None;
    }
    let [nx, ny] = [nx.checked_div(&wall.value)?, ny.checked_div(&wall.value)?];
    // Into the hole: along the wall, the way the body moves.
    let moving = &body.twist[2] * &nx - &body.twist[1] * &ny;
    let way = Rational::from(if moving.is_negative() { -1 } else { 1 });
    if moving.is_zero() {
        return None;
    }
    let inwards = [-&ny * &way, &nx * &way];
    let along =
        |[x, y]: &[Rational; 2], contact: &Contact<Planar>| x * &contact.point[0] + y * &contact.point[1];
    let facing = [nx, ny];
    let width = along(&facing, other) - along(&facing, one);
    let apart = along(&inwards, one) - along(&inwards, other);
    if !width.is_positive() {
        return None;
    }
    // The tip is the contact that is further in; its middle is half the width from it, towards the other wall.
    let half = &width * &Rational::new(1, 2);
    let (tip, inner) = if apart.is_negative() { (other, -half) } else { (one, half) };
    let middle: [Rational; 2] = std::array::from_fn(|k| &tip.point[k] + &(&inner * &facing[k]));
    let load = [0, 1].map(|k| {
        let mass = body.mass.clone().unwrap_or_default();
        &body.wrench[k + 1] + &(mass * &scene.gravity[k])
    });
    let arm = [&body.com[0] - &middle[0], &body.com[1] - &middle[1]];
    let moment = &body.wrench[0] + &(&arm[0] * &load[1] - &arm[1] * &load[0]);
    // y is out of the hole, x is y turned clockwise.
    let out = inwards.map(|entry| -entry);
    let right = [out[1].clone(), -&out[0]];
    let part = |axis: &[Rational; 2]| &axis[0] * &load[0] + &axis[1] * &load[1];
    Some(Inserted {
        peg: Peg { hole: width.clone(), width, friction },
        depth: apart.abs(),
        turned: [Rational::one(), Rational::zero()],
        push: Some([moment, part(&right), part(&out)]),
        recognised: true,
    })
}
