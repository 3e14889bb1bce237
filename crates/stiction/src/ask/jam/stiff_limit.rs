//! Which rigid motion do contacts that give select, the stiffer they are?
//!
//! The body of a scene on its walls, each contact a spring and a damper ([`Compliant`]), is let go as the scene has it, just touching, with
//! stiffnesses that grow by a factor.  Within a time that shrinks like `1/√k` one of these happens:
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

use super::compliant::{Compliant, Give, Sample, State};
use crate::ask::lower::Misfit;
use crate::scene::{Contact, Party, Role, Scene};
use crate::screw::Planar;
use stiction_proof::Rational;

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
    /// Forces `[fn, ft]` at which the contacts settle.
    Settles(Vec<[f64; 2]>),
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

/// Lets the body of a scene go on contacts of this stiffness, N/m, and of stiffer ones.
///
/// # Errors
/// Everything that stands against it: several free bodies, none, no mass, no contact, walls that move.
pub fn stiff_limit(scene: &Scene<Planar>, stiffness: f64) -> Result<Vec<Yielded>, Vec<Misfit>> {
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
    if !(stiffness.is_normal() && stiffness > 0.0) {
        return Err(misfit(&["--compliance"], "a stiffness is greater than zero, N/m"));
    }
    let (mass, inertia) = (mass.to_f64(), inertia.to_f64());
    let wall = |contact: &Contact<Planar>| {
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
    let com = body.com.each_ref().map(Rational::to_f64);
    let gives: Vec<Give> = touching
        .iter()
        .map(|&at| {
            let contact = &scene.contacts[at];
            let sign = if contact.on == Party::Body(index) { 1.0 } else { -1.0 };
            let [x, y] = contact.normal.each_ref().map(|entry| sign * entry.to_f64());
            let (point, size) = (contact.point.each_ref().map(Rational::to_f64), x.hypot(y));
            Give {
                corner: [point[0] - com[0], point[1] - com[1]],
                wall: point,
                normal: [x / size, y / size],
                friction: contact.friction.sliding.to_f64(),
                stiffness: 0.0,
                along: 0.0,
                damping: 0.0,
            }
        })
        .collect();
    let weight = scene.gravity.each_ref().map(|entry| mass * entry.to_f64());
    let wrench = body.wrench.each_ref().map(Rational::to_f64);
    let load = [wrench[0], wrench[1] + weight[0], wrench[2] + weight[1]];
    let twist = body.twist.each_ref().map(Rational::to_f64);
    let state = State { place: [0.0, com[0], com[1]], twist, stretch: vec![0.0; gives.len()] };
    let levels = (0..LEVELS).map(|level| stiffness * FACTOR.powi(level as i32));
    Ok(levels
        .map(|stiffness| {
            let body = Yielding { mass, inertia, load, gives: &gives, stiffness };
            let Yielded { end, time, .. } = body.let_go(state.clone());
            let of_scene = |contact: usize| touching[contact];
            let end = match end {
                YieldedEnd::Separates(contact) => YieldedEnd::Separates(of_scene(contact)),
                YieldedEnd::Stops { contact, impulse } => {
                    YieldedEnd::Stops { contact: of_scene(contact), impulse }
                }
                settled => settled,
            };
            Yielded { stiffness, end, time }
        })
        .collect())
}

struct Yielding<'g> {
    mass: f64,
    inertia: f64,
    load: [f64; 3],
    gives: &'g [Give],
    stiffness: f64,
}

impl Yielding<'_> {
    /// `d·M⁻¹·e` of two directions at a contact.
    fn response(&self, give: &Give, d: [f64; 2], e: [f64; 2]) -> f64 {
        let turn = |[x, y]: [f64; 2]| give.corner[0] * y - give.corner[1] * x;
        (d[0] * e[0] + d[1] * e[1]) / self.mass + turn(d) * turn(e) / self.inertia
    }

    fn let_go(&self, state: State) -> Yielded {
        let across = |give: &Give| [-give.normal[1], give.normal[0]];
        let largest = self
            .gives
            .iter()
            .map(|give| {
                self.response(give, give.normal, give.normal).max(self.response(
                    give,
                    across(give),
                    across(give),
                ))
            })
            .fold(0.0, f64::max);
        // What a unit of normal force with its friction does to the normal acceleration, A; it may be near zero.
        let slips: Vec<f64> = self.gives.iter().map(|give| slip(give, &state)).collect();
        let feedback = self.gives.iter().zip(&slips).map(|(give, slip)| {
            let rub = if *slip == 0.0 { 0.0 } else { -slip.signum() * give.friction };
            let t = across(give);
            let pushed = [0, 1].map(|axis| give.normal[axis] + rub * t[axis]);
            self.response(give, give.normal, pushed).abs()
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
        let (mut impulses, mut stopped, mut opened) = (vec![0.0; self.gives.len()], None, None);
        let last = body.run(state, step, time, |sample: &Sample| {
            for (contact, ([pressed, _], [opening, sliding])) in
                sample.forces.iter().zip(&sample.velocities).enumerate()
            {
                impulses[contact] += step * pressed;
                if slips[contact] * sliding < 0.0 || slips[contact] != 0.0 && *sliding == 0.0 {
                    stopped = Some(contact);
                }
                let late = sample.time > 0.5 * time;
                if late && *pressed == 0.0 && *opening > 0.0 && opened.is_none() {
                    opened = Some(contact);
                }
            }
            stopped.is_some()
        });
        let end = match (stopped, opened) {
            (Some(contact), _) => YieldedEnd::Stops { contact, impulse: impulses[contact] },
            (_, Some(contact)) => YieldedEnd::Separates(contact),
            _ => YieldedEnd::Settles(last.forces.clone()),
        };
        Yielded { stiffness: self.stiffness, end, time: last.time }
    }
}

/// The slip of a contact at the start.
fn slip(give: &Give, state: &State) -> f64 {
    let [w, vx, vy] = state.twist;
    let velocity = [vx - w * give.corner[1], vy + w * give.corner[0]];
    -give.normal[1] * velocity[0] + give.normal[0] * velocity[1]
}
