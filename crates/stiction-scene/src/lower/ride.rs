//! Bodies that ride on a moving base, at one instant: the acceleration that the base gives to every point.
//!
//! A base with acceleration `a` and velocity about its own centre of mass, angular rates `w` and `α`, carries the
//! point `x` with
//!
//! ```text
//!     a(x) = a + α × r + w × (w × r),   r = x − com                                        (1)
//! ```
//!
//! Bodies that touch each other ride together, so all bases of one group must carry their points alike.

use super::assembly::{Standing, lifted, parted};
use crate::lower::Misfit;
use crate::scene::{Body, Party, Role, Scene};
use stiction_exact::vector::{cross, minus};
use stiction_proof::{Rational, Vector};

/// How a base carries what rides on it.  Plane vectors are written as those of space.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ride {
    /// Angular velocity `w`.
    pub spin: Vector,
    /// Angular acceleration `α`.
    pub turn: Vector,
    /// The point of (1) where the acceleration is `linear`.
    pub centre: Vector,
    /// The acceleration there.
    pub linear: Vector,
}

impl Ride {
    /// Equation (1).
    pub fn at(&self, point: &Vector) -> Vector {
        let lever = minus(point, &self.centre);
        let (turned, swung) = (cross(&self.turn, &lever), cross(&self.spin, &cross(&self.spin, &lever)));
        std::array::from_fn(|i| &self.linear[i] + &turned[i] + &swung[i])
    }

    /// Whether nothing accelerates.
    pub fn is_still(&self) -> bool {
        [&self.spin, &self.turn, &self.linear].into_iter().flatten().all(Rational::is_zero)
    }

    /// Whether a body on it needs a moment.
    pub fn turns(&self) -> bool {
        [&self.spin, &self.turn].into_iter().flatten().any(|entry| !entry.is_zero())
    }

    /// Whether two bases carry every point alike, and turn alike.
    fn agrees(&self, other: &Self) -> bool {
        let corners = || (0..4).map(|k| std::array::from_fn(|i| Rational::from(i64::from(k == i + 1))));
        let spins = self.spin == other.spin || self.spin.iter().zip(&other.spin).all(|(a, b)| a == &-b);
        self.turn == other.turn && spins && corners().all(|corner| self.at(&corner) == other.at(&corner))
    }
}

/// What a driven body does at this instant.
pub fn ride_of<S: Standing>(base: &Body<S>) -> Result<Ride, Misfit> {
    if base.role != Role::Driven {
        return Ok(Ride::default());
    }
    if base.trajectory.is_some() {
        let path = ["bodies", &base.name, "trajectory"];
        let help = "give `acceleration` for one instant";
        return Err(Misfit::new("trajectory", &path, "trajectories are not followed by this version", help));
    }
    let (turn, linear) = parted::<S>(&base.acceleration.clone().unwrap_or_default());
    let (spin, _) = parted::<S>(&base.twist);
    Ok(Ride { spin, turn, centre: lifted(base.com.as_ref()), linear })
}

/// How each of the free bodies rides, if everything that it hangs together with moves alike.
pub fn rides<S: Standing>(scene: &Scene<S>, bodies: &[usize]) -> Result<Vec<Ride>, Vec<Misfit>> {
    let mut groups = Groups::new(scene.bodies.len());
    let touching =
        || scene.contacts.iter().filter(|contact| contact.gap.is_zero() && contact.force.is_none());
    for contact in touching() {
        if let (Party::Body(one), Party::Body(other)) = (contact.on, contact.against)
            && scene.is_free(contact.on)
            && scene.is_free(contact.against)
        {
            groups.join(one, other);
        }
    }
    let mut common: Vec<Option<Ride>> = vec![None; scene.bodies.len()];
    let mut misfits = Vec::new();
    for contact in touching() {
        for (party, base) in [(contact.on, contact.against), (contact.against, contact.on)] {
            let Party::Body(body) = party else { continue };
            if !scene.is_free(party) || scene.is_free(base) {
                continue;
            }
            let motion = match scene.body_of(base).map_or_else(|| Ok(Ride::default()), ride_of) {
                Ok(motion) => motion,
                Err(misfit) => {
                    misfits.push(misfit);
                    continue;
                }
            };
            let group = groups.of(body);
            match &common[group] {
                Some(before) if !before.agrees(&motion) => misfits.push(Misfit::new(
                    "different-bases",
                    &["contacts", &contact.id],
                    "the bodies that are touched accelerate differently, so nothing can ride on all of them",
                    "ask `outcomes` what happens",
                )),
                Some(_) => {}
                None => common[group] = Some(motion),
            }
        }
    }
    misfits.dedup();
    if !misfits.is_empty() {
        return Err(misfits);
    }
    Ok(bodies.iter().map(|&body| common[groups.of(body)].clone().unwrap_or_default()).collect())
}

/// Sets of bodies that hang together.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    fn of(&mut self, mut body: usize) -> usize {
        while self.0[body] != body {
            self.0[body] = self.0[self.0[body]];
            body = self.0[body];
        }
        body
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one.max(other)] = one.min(other);
    }
}
