//! Which rigid motion do contacts that give select, the stiffer they are?
//!
//! The body of a scene on its walls, each contact a spring and a damper ([`Compliant`]), is let go as the
//! scene has it, just touching, with stiffnesses that grow by a factor.  Within a time that shrinks like
//! `1/√k` one of these happens:
//!
//! ```text
//!     settles      the forces come to rest: the rigid solution that is selected, with an error that falls with k
//!     separates    a contact opens: of several rigid solutions the one without its force
//!     stops        the slip of a contact is stopped: an impact without collision, whose impulse does not depend on k
//! ```
//!
//! Doubles, integrated: it shows, and proves nothing.
//!
//! References: \[DY Section 6\].

use super::compliant::{Compliant, Give, Sample, State, about_z, added, cross, inner, inverted, times};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;
use stiction_scene::lower::Misfit;
use stiction_scene::lower::tangents_of;
use stiction_scene::scene::{Contact, Party, Role, Scene};

/// What happened at one stiffness.
#[derive(Debug, Clone, PartialEq)]
pub struct Yielded {
    /// The stiffness across the contacts, N/m.
    pub stiffness: f64,
    /// How it ended.
    pub end: YieldedEnd,
    /// When, s.
    pub time: f64,
}

/// How a body on contacts that give goes on.
#[derive(Debug, Clone, PartialEq)]
pub enum YieldedEnd {
    /// Forces `[fn, ft…]` at which the contacts settle.
    Settles(Vec<Vec<f64>>),
    /// The contact, by its place in the scene, that opens first.
    Separates(usize),
    /// A slip that is stopped, with the normal impulse until then, N·s.
    Stops {
        /// The contact, by its place in the scene.
        contact: usize,
        /// The impulse.
        impulse: f64,
    },
}

/// How much stiffer a wall is along than across: the larger, the sharper friction follows Coulomb.
const ALONG: f64 = 400.0;
/// The factor from one stiffness to the next.
const FACTOR: f64 = 16.0;
/// Stiffnesses that are tried.
const LEVELS: usize = 4;
/// Steps in the shortest time of a spring, over 2π.
const STEPS: f64 = 40.0;
/// Times `1/√(k|A|)` after which forces count as settled.
const LONG: f64 = 60.0;

/// What plane and space lift into the space in which the springs are.
pub trait Lifted: Geometry {
    /// The inertia in space.
    fn raised_inertia(inertia: &Self::Inertia) -> [[f64; 3]; 3];

    /// Two directions along a contact.
    fn along(contact: &Contact<Self>) -> [[f64; 3]; 2];
}

impl Lifted for Planar {
    fn raised_inertia(inertia: &Rational) -> [[f64; 3]; 3] {
        about_z(inertia.to_f64())
    }

    fn along(contact: &Contact<Self>) -> [[f64; 3]; 2] {
        let [x, y] = contact.normal.each_ref().map(Rational::to_f64);
        [[-y, x, 0.0], [0.0; 3]]
    }
}

impl Lifted for Spatial {
    fn raised_inertia(inertia: &[[Rational; 3]; 3]) -> [[f64; 3]; 3] {
        inertia.each_ref().map(|row| vector(row))
    }

    fn along(contact: &Contact<Self>) -> [[f64; 3]; 2] {
        let tangents = tangents_of(contact);
        std::array::from_fn(|at| tangents.get(at).map_or([0.0; 3], |tangent| vector(tangent)))
    }
}

/// A point or vector of plane or space, in space.
fn vector(entries: &[Rational]) -> [f64; 3] {
    std::array::from_fn(|k| entries.get(k).map_or(0.0, Rational::to_f64))
}

/// Angular and linear part of a screw of plane or space, in space.
fn screw(entries: &[Rational]) -> [[f64; 3]; 2] {
    match entries {
        [turn, linear @ ..] if linear.len() == 2 => [[0.0, 0.0, turn.to_f64()], vector(linear)],
        _ => [vector(entries), vector(entries.get(3..).unwrap_or_default())],
    }
}

/// A direction of length one, or none.
fn unit(direction: [f64; 3]) -> [f64; 3] {
    let size = inner(direction, direction).sqrt();
    direction.map(|entry| if size > 0.0 { entry / size } else { 0.0 })
}

/// Lets the body of a scene go on contacts of this stiffness, N/m, and of stiffer ones.
///
/// # Errors
/// Everything that stands against it: several free bodies, none, no mass, no contact, walls that move.
pub fn stiff_limit<S: Lifted>(scene: &Scene<S>, stiffness: f64) -> Result<Vec<Yielded>, Vec<Misfit>> {
    let help = "give one free body with mass and inertia on walls that stand still";
    let misfit =
        |path: &[&str], message: &str| vec![Misfit::new("compliance", path, message.to_owned(), help)];
    let mut free = scene.free_bodies();
    let (Some((index, body)), None) = (free.next(), free.next()) else {
        return Err(misfit(&["bodies"], "contacts that give are asked about one free body"));
    };
    let (Some(mass), Some(inertia), None) = (&body.mass, &body.inertia, &body.mass_matrix) else {
        return Err(misfit(&["bodies", &body.name], "its mass and inertia are not known"));
    };
    if !body.freedoms.iter().all(|free| *free) {
        return Err(misfit(
            &["bodies", &body.name, "freedoms"],
            "a body on contacts that give has all its freedoms",
        ));
    }
    // Stiffer by a factor of FACTOR each time, and along the walls by ALONG: beyond these bounds a square of
    // it is no double.
    if !(1e-100..=1e100).contains(&stiffness) {
        return Err(misfit(
            &["--compliance"],
            "a stiffness is greater than zero, N/m, and no more than 1e100",
        ));
    }
    let (name, mass, inertia) = (body.name.as_str(), mass.to_f64(), S::raised_inertia(inertia));
    let wall = |contact: &Contact<S>| {
        let partner = if contact.on == Party::Body(index) { contact.against } else { contact.on };
        scene.body_of(partner).is_none_or(|body| body.role == Role::Fixed)
    };
    let touching: Vec<usize> = (0..scene.contacts.len())
        .filter(|&at| scene.contacts[at].is_touching() && scene.contacts[at].force.is_none())
        .collect();
    if touching.is_empty() || !touching.iter().all(|&at| wall(&scene.contacts[at])) {
        return Err(misfit(
            &["contacts"],
            "nothing that stands still touches the body, or something else does",
        ));
    }
    let com = vector(body.com.as_ref());
    let give = |&at: &usize| {
        let contact = &scene.contacts[at];
        let sign = if contact.on == Party::Body(index) { 1.0 } else { -1.0 };
        let point = vector(contact.point.as_ref());
        Give {
            corner: added(point, -1.0, com),
            wall: point,
            normal: unit(vector(contact.normal.as_ref()).map(|entry| sign * entry)),
            tangents: S::along(contact).map(|along| unit(along).map(|entry| sign * entry)),
            friction: contact.friction.sliding.to_f64(),
            stiffness: 0.0,
            along: 0.0,
            damping: 0.0,
        }
    };
    let gives: Vec<Give> = touching.iter().map(give).collect();
    let weight = vector(scene.gravity.as_ref());
    let [moment, force] = screw(body.wrench.as_ref());
    let load = [moment, added(force, mass, weight)];
    let state = State {
        turned: [1.0, 0.0, 0.0, 0.0],
        place: com,
        twist: screw(body.twist.as_ref()),
        stretch: vec![[0.0; 3]; gives.len()],
    };
    let levels = (0..LEVELS).map(|level| stiffness * FACTOR.powi(level as i32));
    levels
        .map(|stiffness| {
            let body =
                Yielding { mass, inertia, inverse: inverted(&inertia), load, gives: &gives, stiffness };
            let beyond = || misfit(&["bodies", name], "its numbers are beyond what doubles integrate");
            let (end, time) = body.let_go(state.clone()).ok_or_else(beyond)?;
            let of_scene = |contact: usize| touching[contact];
            let end = match end {
                End::Separates(contact) => YieldedEnd::Separates(of_scene(contact)),
                End::Stops(contact, impulse) => YieldedEnd::Stops { contact: of_scene(contact), impulse },
                End::Settles(forces) => {
                    YieldedEnd::Settles(forces.iter().map(|force| force[..S::DIMENSION].to_vec()).collect())
                }
            };
            Ok(Yielded { stiffness, end, time })
        })
        .collect()
}

/// How it ended, by the place among the contacts that touch.
enum End {
    Settles(Vec<[f64; 3]>),
    Separates(usize),
    Stops(usize, f64),
}

struct Yielding<'g> {
    mass: f64,
    inertia: [[f64; 3]; 3],
    inverse: [[f64; 3]; 3],
    load: [[f64; 3]; 2],
    gives: &'g [Give],
    stiffness: f64,
}

/// Parts of its first slip below which a contact that sticks counts as stopped.
const STOPPED: f64 = 1e-3;

impl Yielding<'_> {
    /// `d·M⁻¹·e` of two directions at a contact.
    fn response(&self, give: &Give, d: [f64; 3], e: [f64; 3]) -> f64 {
        let turn = |direction: [f64; 3]| cross(give.corner, direction);
        inner(d, e) / self.mass + inner(turn(d), times(&self.inverse, turn(e)))
    }

    /// How it ends, and when; none where a number is no double.
    fn let_go(&self, state: State) -> Option<(End, f64)> {
        let own = |give: &Give| {
            let [first, second] = give.tangents;
            let directions = [give.normal, first, second];
            directions.map(|one| self.response(give, one, one)).into_iter().fold(0.0, f64::max)
        };
        let largest = self.gives.iter().map(own).fold(0.0, f64::max);
        // What a unit of normal force with its friction does to the normal acceleration, A; it may be near zero.
        let slips: Vec<[f64; 3]> = self.gives.iter().map(|give| slip(give, &state)).collect();
        let feedback = self.gives.iter().zip(&slips).map(|(give, slip)| {
            let speed = inner(*slip, *slip).sqrt();
            let rub = if speed == 0.0 { 0.0 } else { -give.friction / speed };
            self.response(give, give.normal, added(give.normal, rub, *slip)).abs()
        });
        let slowest = feedback.fold(largest, f64::min).max(0.02 * largest);
        let damping = (self.stiffness / largest).sqrt();
        let contacts = self
            .gives
            .iter()
            .map(|give| Give {
                stiffness: self.stiffness,
                along: ALONG * self.stiffness,
                damping,
                ..give.clone()
            })
            .collect();
        let body = Compliant { mass: self.mass, inertia: self.inertia, load: self.load, contacts };
        let step = 1.0 / (STEPS * (ALONG * self.stiffness * largest).sqrt());
        let time = LONG / (self.stiffness * slowest).sqrt();
        if !(step.is_normal() && time.is_normal()) {
            return None;
        }
        let (mut impulses, mut stopped, mut opened) = (vec![0.0; self.gives.len()], None, None);
        let last = body.run(state, step, time, |sample: &Sample| {
            for (contact, (force, velocity)) in sample.forces.iter().zip(&sample.velocities).enumerate() {
                let (pressed, opening) = (force[0], velocity[0]);
                impulses[contact] += step * pressed;
                let (first, [a, b]) = (slips[contact], self.gives[contact].tangents);
                let sliding: [f64; 3] = added(a.map(|entry| entry * velocity[1]), velocity[2], b);
                let began = inner(first, first);
                let held = sample.sticks[contact] && inner(sliding, sliding) <= STOPPED * STOPPED * began;
                if began > 0.0 && (inner(first, sliding) <= 0.0 || held) {
                    stopped = Some(contact);
                }
                let late = sample.time > 0.5 * time;
                if late && pressed == 0.0 && opening > 0.0 && opened.is_none() {
                    opened = Some(contact);
                }
            }
            stopped.is_some()
        });
        let end = match (stopped, opened) {
            (Some(contact), _) => End::Stops(contact, impulses[contact]),
            (_, Some(contact)) => End::Separates(contact),
            _ => End::Settles(last.forces.clone()),
        };
        let finite =
            last.forces.iter().chain(&last.velocities).flatten().chain(&impulses).all(|x| x.is_finite());
        finite.then_some((end, last.time))
    }
}

/// The slip of a contact at the start.
fn slip(give: &Give, state: &State) -> [f64; 3] {
    let velocity = added(state.twist[1], 1.0, cross(state.twist[0], give.corner));
    added(velocity, -inner(give.normal, velocity), give.normal)
}
