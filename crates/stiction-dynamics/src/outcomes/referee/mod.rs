//! A referee for forces and accelerations that another program reports: which laws do they break, and by how much?
//!
//! ```text
//!     Newton    |g + J f − M a|, the largest component, N or N m, at each free body                    (1)
//!     Coulomb   N off the kinetic edge where it slides; at rest the lesser of that and of what sticking lacks,
//!               the larger of N outside the static cone and m/s² of slip                               (2)
//!     contact   how fast the gap closes, −an where that is positive, m/s²                              (3)
//!               and the force where the contact opens, fn·an > 0: the lesser of the two                (4)
//!     ratio     |ft|/(μ·fn), 1 on the cone; of a pyramid how much wider it would have to be            (5)
//!     angle     between ft and what opposes the slip, or the acceleration with which slip begins       (6)
//!     drift     how fast the points of a contact pass each other in the reported state, besides what the scene
//!               says                                                                                     (7)
//!     depth     how far a contact is pressed in, and how far off it is where it pushes all the same    (8)
//! ```
//!
//! A contact that gives breaks (3), (7) and (8) a little everywhere, so what still counts as lawful is a
//! [`Tolerance`] that is stated. It judges a report, and decides nothing about bodies.
//!
//! What an engine holds, rigid bodies with exact friction may hold if and only if
//!
//! ```text
//!     forces within the round static cones balance the loads, g + J f = 0                              (9)
//! ```
//!
//! and where they do not, a motion shows it that the loads drive and no such force resists (Farkas).  Either is an
//! [`AssemblyProof`](stiction_proof::AssemblyProof) about the bodies and contacts of the problem itself,
//! [`Refereed::at_rest`].

use super::happens::{ContactMotion, Happens};
use super::{AllOutcomes, Outcome};
use stiction_exact::vector::{minus, zeros};
use stiction_proof::{
    AssemblyBody, AssemblyContact, AssemblyProblem, ContactLaw, ForceState, FrictionUse, Motion,
    OutcomeProblem, Rational,
};
use stiction_scene::Refused;
use stiction_scene::lower::bodies::multiples;
use stiction_statics::stand::assembly::{Searched, Stands, stands};

/// What another program says happens; numbers as many as the plane or space needs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reported {
    /// When, if that is said.
    pub time: Option<Rational>,
    /// Acceleration `[α, ax, ay]` of bodies by name, in space angular then linear, about the centre of mass in the
    /// axes of the world; those that are not named are taken from their forces.
    pub accelerations: Vec<(String, Vec<Rational>)>,
    /// Velocity likewise; bodies that are not named have that of the scene.
    pub velocities: Vec<(String, Vec<Rational>)>,
    /// Force `[fn, ft]`, in space `[fn, ft1, ft2]`, along unit vectors, by contact; those that are not named push
    /// with nothing.
    pub forces: Vec<(String, Vec<Rational>)>,
    /// Distance between the bodies at a contact, negative where they overlap.
    pub gaps: Vec<(String, Rational)>,
}

/// Up to what a report still counts as lawful.
#[derive(Debug, Clone, PartialEq)]
pub struct Tolerance {
    /// Of (1) to (4), and of the accelerations of what is held: N, N m, m/s², rad/s².
    pub law: Rational,
    /// Of (7), m/s.
    pub speed: Rational,
    /// Of (8), m.
    pub depth: Rational,
}

impl Default for Tolerance {
    fn default() -> Self {
        let millionth = Rational::new(1, 1_000_000);
        Self { law: millionth.clone(), speed: millionth.clone(), depth: millionth }
    }
}

/// How far what is reported is from the laws.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Residuals {
    /// (1) for each free body.
    pub newton: Vec<(String, f64)>,
    /// (2) for each contact.
    pub coulomb: Vec<(String, f64)>,
    /// (3) and (4) for each contact.
    pub contact: Vec<(String, f64)>,
    /// N by which each contact pulls; part of (2).
    pub pull: Vec<(String, f64)>,
    /// (5) for each contact that pushes and has friction.
    pub ratio: Vec<(String, f64)>,
    /// (6) in degrees, for each contact that slides, or begins to beyond the tolerance, and rubs.
    pub angle: Vec<(String, f64)>,
    /// (7) for each contact, where velocities are reported.
    pub drift: Vec<(String, f64)>,
    /// (8) for each contact whose gap is reported.
    pub depth: Vec<(String, f64)>,
    /// The largest component of the acceleration of a free body; none where something moves already, or is driven.
    pub motion: Option<f64>,
    /// Whether anything is possible, if that is known.
    pub possible: Option<bool>,
    /// Distance of the reported accelerations from the nearest that is known to be possible, the largest component.
    pub nearest: Option<f64>,
}

impl Residuals {
    /// The largest violation of (1) to (4).
    pub fn worst(&self) -> f64 {
        largest([&self.newton, &self.coulomb, &self.contact])
    }

    /// Whether nothing is broken by more than the tolerance.
    pub fn is_lawful(&self, tolerance: &Tolerance) -> bool {
        self.worst() <= tolerance.law.to_f64()
            && largest([&self.drift]) <= tolerance.speed.to_f64()
            && largest([&self.depth]) <= tolerance.depth.to_f64()
    }

    /// Whether the bodies are held: at rest, they neither accelerate nor drift by more than the tolerance.
    pub fn is_held(&self, tolerance: &Tolerance) -> bool {
        self.motion.is_some_and(|motion| motion <= tolerance.law.to_f64())
            && largest([&self.drift]) <= tolerance.speed.to_f64()
    }
}

fn largest<const N: usize>(lists: [&Vec<(String, f64)>; N]) -> f64 {
    lists.into_iter().flatten().map(|(_, by)| *by).fold(0.0, f64::max)
}

/// What is said of one contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AtContact {
    /// By how much the laws are broken: that of Coulomb (2), and that of contact, (3) and (4).
    pub broken: [f64; 2],
    /// N by which it pushes; negative where it pulls.
    pub normal: f64,
    /// (5), where it pushes and has friction.
    pub ratio: Option<f64>,
    /// (6), where it slides or begins to.
    pub angle: Option<f64>,
}

/// Bodies and the balance that (9) asks about: the free ones and what touches them, and what pulls at each.
pub type AtRest<S> = (
    AssemblyProblem<<S as stiction_scene::lower::Standing>::Touch>,
    Vec<<S as stiction_geometry::screw::Space>::Screw>,
);

/// Mass matrix and freedoms of a free body, or the acceleration that a driven one is given.
pub type Inertia<'a, const A: usize> = Result<(&'a [[Rational; A]; A], &'a [bool; A]), &'a [Rational; A]>;

/// What another program tells that bears on a contact.
#[derive(Debug, Clone, Copy)]
pub struct Claimed<'t, const A: usize, const F: usize> {
    /// The accelerations of all bodies.
    pub accelerations: &'t [[Rational; A]],
    /// The contact's force.
    pub force: &'t [Rational; F],
}

/// A problem of modes whose reported motions are judged.
pub trait Refereed<const A: usize, const F: usize>: ContactLaw<A, F> {
    /// The plane or space.
    type World: Searched;

    /// The free bodies.
    fn free_named(&self) -> Vec<(usize, &str)>;
    /// The contacts.
    fn contact_names(&self) -> Vec<&str>;
    /// The force of a contact as the problem has it, from newtons along unit vectors; none where a direction of the
    /// contact is zero.
    fn force_of(&self, contact: usize, newtons: &[Rational; F]) -> Option<[Rational; F]>;
    /// The force of a contact that is controlled; zero of the others.
    fn controlled(&self, contact: usize) -> [Rational; F];
    /// What decides how a body accelerates.
    fn inertia(&self, body: usize) -> Inertia<'_, A>;
    /// What is left of Newton and Euler at a free body, in its freedoms.
    fn left(
        &self,
        body: usize,
        acceleration: &[Rational; A],
        forces: &[[Rational; F]],
    ) -> Option<[Rational; A]>;
    /// What is said of a contact with what is told of it; slip that begins with no more
    /// than `still` has no direction.
    fn judge_contact(&self, contact: usize, told: &Claimed<'_, A, F>, still: f64) -> AtContact;
    /// The same bodies with other velocities.
    fn with_velocities(&self, velocities: &[(usize, [Rational; A])]) -> Self
    where
        Self: Sized;
    /// How much faster the points of a contact pass each other here than there, m/s.
    fn drift(&self, there: &Self, contact: usize) -> f64;
    /// The balance of (9): free bodies, contacts that touch them with their static friction and round cones, and the
    /// loads.
    fn at_rest(&self) -> AtRest<Self::World>;
}

impl<C: Happens<A, F>, const A: usize, const F: usize> Refereed<A, F> for OutcomeProblem<C, A, F> {
    type World = C::World;

    fn free_named(&self) -> Vec<(usize, &str)> {
        self.free().into_iter().map(|body| (body, self.bodies[body].name.as_str())).collect()
    }

    fn contact_names(&self) -> Vec<&str> {
        self.contacts.iter().map(|contact| contact.meeting().id).collect()
    }

    fn force_of(&self, contact: usize, newtons: &[Rational; F]) -> Option<[Rational; F]> {
        let directions = self.contacts[contact].directions();
        let (multiples, _) = multiples(newtons, &directions)?;
        Some(C::summed(&directions, multiples))
    }

    fn controlled(&self, contact: usize) -> [Rational; F] {
        match self.contacts[contact].meeting().force {
            ForceState::Given(force) => force.clone(),
            _ => zeros(),
        }
    }

    fn inertia(&self, body: usize) -> Inertia<'_, A> {
        match &self.bodies[body].motion {
            Motion::Free { mass, freedoms, .. } => Ok((mass, freedoms)),
            Motion::Given { acceleration } => Err(acceleration),
        }
    }

    fn left(
        &self,
        body: usize,
        acceleration: &[Rational; A],
        forces: &[[Rational; F]],
    ) -> Option<[Rational; A]> {
        self.residual(body, acceleration, forces)
    }

    fn judge_contact(&self, index: usize, told: &Claimed<'_, A, F>, still: f64) -> AtContact {
        let contact = &self.contacts[index];
        let seen = ContactMotion {
            situation: self.situation(contact).ok(),
            velocity: self.velocity(contact),
            rates: self.rates(contact, told.accelerations),
            controlled: self.controlled(index),
        };
        contact.judged(&seen, told.force, still)
    }

    fn with_velocities(&self, velocities: &[(usize, [Rational; A])]) -> Self {
        let mut moved = self.clone();
        velocities.iter().for_each(|(body, twist)| moved.bodies[*body].twist = twist.clone());
        moved
    }

    fn drift(&self, there: &Self, index: usize) -> f64 {
        let contact = &self.contacts[index];
        contact.size(&minus(&self.velocity(contact), &there.velocity(contact)))
    }

    fn at_rest(&self) -> AtRest<C::World> {
        let touching = |&contact: &usize| *self.contacts[contact].meeting().force == ForceState::Touching;
        let contacts: Vec<usize> = (0..self.contacts.len()).filter(touching).collect();
        assembly(self, &self.free(), &contacts, |contact| contact.meeting().friction[0].clone())
    }
}

/// Some bodies and contacts of a problem at rest with other friction, and what acts on each body besides contacts.
/// Contacts that touch none of the bodies are left out.
pub(super) fn assembly<C: Happens<A, F>, const A: usize, const F: usize>(
    problem: &OutcomeProblem<C, A, F>,
    bodies: &[usize],
    contacts: &[usize],
    friction: impl Fn(&C) -> Rational,
) -> AtRest<C::World> {
    let place = |body: Option<usize>| bodies.iter().position(|&other| Some(other) == body);
    let body = |&index: &usize| {
        let body = &problem.bodies[index];
        let freedoms = problem.inertia(index).ok().map(|(_, freedoms)| freedoms.to_vec());
        let freedoms = freedoms.filter(|freedoms| freedoms.contains(&false));
        AssemblyBody { freedoms, ..AssemblyBody::new(&body.name, body.com.clone()) }
    };
    let contact = |&index: &usize| {
        let contact = &problem.contacts[index];
        let [on, against] = contact.meeting().parties.map(place);
        let touch = contact.touch(friction(contact));
        (on.is_some() || against.is_some()).then_some(AssemblyContact { on, against, touch })
    };
    let assembly = AssemblyProblem {
        bodies: bodies.iter().map(body).collect(),
        contacts: contacts.iter().filter_map(contact).collect(),
    };
    (assembly, bodies.iter().map(|&body| problem.acting(body)).collect())
}

/// (3) and (4) of a contact whose normal is so long and that pushes with so much.
pub(super) fn parting<C: Happens<A, F>, const A: usize, const F: usize>(
    seen: &ContactMotion<C, A, F>,
    length: f64,
    pushing: f64,
) -> f64 {
    let engaged = seen.situation.as_ref().is_some_and(|situation| situation.is_engaged());
    let Some((opening, _)) = seen.rates.as_ref().filter(|_| engaged) else { return 0.0 };
    let opening = opening.to_f64() / length;
    if opening < 0.0 { -opening } else { opening.min(pushing.max(0.0)) }
}

/// Whether exact friction can hold the bodies, (9).
pub fn holds_exactly<P: Refereed<A, F>, const A: usize, const F: usize>(
    problem: &P,
) -> Result<Stands<P::World>, Refused> {
    let (assembly, load) = problem.at_rest();
    stands::<P::World>(&assembly, &load, &FrictionUse::Given)
}

/// Judges what is reported about a scene, against everything that is known to be possible.
///
/// # Errors
/// Names of bodies or contacts that the problem does not have, and lists that are too short or too long, all at once.
pub fn judge<P: Refereed<A, F>, const A: usize, const F: usize>(
    problem: &P,
    all: &AllOutcomes<A, F>,
    reported: &Reported,
    tolerance: &Tolerance,
) -> Result<Residuals, Vec<String>> {
    let told = NamedReport::read(problem, reported)?;
    let accelerations = told.accelerations(problem);
    let mut judged = Residuals::default();
    let free = problem.free_named();
    for &(body, name) in &free {
        let rest = problem.left(body, &accelerations[body], &told.forces).unwrap_or_else(zeros);
        judged.newton.push((name.to_owned(), component(&rest)));
    }
    for (index, id) in problem.contact_names().into_iter().enumerate() {
        let claimed = Claimed { accelerations: &accelerations, force: &told.forces[index] };
        let at = problem.judge_contact(index, &claimed, tolerance.law.to_f64());
        let named = |value: f64| (id.to_owned(), value);
        let [coulomb, contact] = at.broken.map(named);
        judged.coulomb.push(coulomb);
        judged.contact.push(contact);
        judged.pull.push(named((-at.normal).max(0.0)));
        judged.ratio.extend(at.ratio.map(named));
        judged.angle.extend(at.angle.map(named));
        if let Some((_, gap)) = reported.gaps.iter().find(|(name, _)| name == id) {
            let gap = gap.to_f64();
            judged.depth.push(named(if gap < 0.0 || at.normal > 0.0 { gap.abs() } else { 0.0 }));
        }
    }
    if !told.velocities.is_empty() {
        let moved = problem.with_velocities(&told.velocities);
        let names = problem.contact_names().into_iter().enumerate();
        judged.drift = names.map(|(index, id)| (id.to_owned(), moved.drift(problem, index))).collect();
    }
    let [bodies, _] = problem.counts();
    if (0..bodies).all(|body| problem.is_still(body)) {
        judged.motion =
            Some(free.iter().map(|&(body, _)| component(&accelerations[body])).fold(0.0, f64::max));
    }
    let apart = |motion: &[[Rational; A]]| {
        let difference = |body: usize| {
            let pairs = motion[body].iter().zip(&accelerations[body]);
            pairs.map(|(a, b)| (a - b).abs().to_f64()).fold(0.0, f64::max)
        };
        free.iter().map(|&(body, _)| difference(body)).fold(0.0, f64::max)
    };
    judged.nearest =
        all.happenings.iter().map(|one| apart(&one.solution.accelerations)).min_by(f64::total_cmp);
    judged.possible = match (judged.nearest, all.outcome) {
        (Some(_), _) => Some(true),
        (None, Outcome::Inconsistent) => Some(false),
        _ => None,
    };
    Ok(judged)
}

/// A report with its names found.
struct NamedReport<const A: usize, const F: usize> {
    accelerations: Vec<(usize, [Rational; A])>,
    velocities: Vec<(usize, [Rational; A])>,
    forces: Vec<[Rational; F]>,
}

impl<const A: usize, const F: usize> NamedReport<A, F> {
    fn read<P: Refereed<A, F>>(problem: &P, reported: &Reported) -> Result<Self, Vec<String>> {
        let (free, contacts) = (problem.free_named(), problem.contact_names());
        let mut unknown = Vec::new();
        let mut bodies = |list: &[(String, Vec<Rational>)]| {
            let mut found = Vec::new();
            for (name, numbers) in list {
                let place = free.iter().find(|(_, other)| other == name);
                match (place, <[Rational; A]>::try_from(numbers.clone())) {
                    (Some(&(body, _)), Ok(numbers)) => found.push((body, numbers)),
                    (None, _) => unknown.push(format!("the scene has no free body \"{name}\"")),
                    _ => unknown.push(format!("\"{name}\" has {} numbers, and needs {A}", numbers.len())),
                }
            }
            found
        };
        let (accelerations, velocities) = (bodies(&reported.accelerations), bodies(&reported.velocities));
        let mut forces: Vec<[Rational; F]> =
            (0..contacts.len()).map(|contact| problem.controlled(contact)).collect();
        for (id, numbers) in &reported.forces {
            let place = contacts.iter().position(|other| other == id);
            match (place, <[Rational; F]>::try_from(numbers.clone())) {
                (Some(contact), Ok(numbers)) => match problem.force_of(contact, &numbers) {
                    Some(force) => forces[contact] = force,
                    None => unknown.push(format!("a direction of contact \"{id}\" is zero")),
                },
                (None, _) => unknown.push(format!("the scene has no contact \"{id}\"")),
                _ => unknown.push(format!("\"{id}\" has {} numbers, and needs {F}", numbers.len())),
            }
        }
        let strange = reported.gaps.iter().filter(|(id, _)| !contacts.contains(&id.as_str()));
        unknown.extend(strange.map(|(id, _)| format!("the scene has no contact \"{id}\"")));
        if unknown.is_empty() { Ok(Self { accelerations, velocities, forces }) } else { Err(unknown) }
    }

    /// The accelerations that are reported; of the other free bodies those that the reported forces give.
    fn accelerations<P: Refereed<A, F>>(&self, problem: &P) -> Vec<[Rational; A]> {
        let [bodies, _] = problem.counts();
        let one = |body: usize| match problem.inertia(body) {
            Err(given) => given.clone(),
            Ok((mass, freedoms)) => {
                let told = self.accelerations.iter().find(|(other, _)| *other == body);
                told.map_or_else(|| self.driven(problem, body, mass, freedoms), |(_, told)| told.clone())
            }
        };
        (0..bodies).map(one).collect()
    }

    /// What is left of the load at rest, through the part of the mass matrix that belongs to the freedoms.
    fn driven<P: Refereed<A, F>>(
        &self,
        problem: &P,
        body: usize,
        mass: &[[Rational; A]; A],
        freedoms: &[bool; A],
    ) -> [Rational; A] {
        let free: Vec<usize> = (0..A).filter(|&at| freedoms[at]).collect();
        let rest = problem.left(body, &zeros(), &self.forces).unwrap_or_else(zeros);
        let rest: Vec<Rational> = free.iter().map(|&row| rest[row].clone()).collect();
        let column = |&column: &usize| free.iter().map(|&row| mass[row][column].clone()).collect();
        let columns: Vec<Vec<Rational>> = free.iter().map(column).collect();
        let mut acceleration = zeros();
        if let Some(solved) = stiction_exact::equations::combination(&columns, &rest) {
            free.iter().zip(solved).for_each(|(&at, value)| acceleration[at] = value);
        }
        acceleration
    }
}

fn component(values: &[Rational]) -> f64 {
    values.iter().map(|value| value.abs().to_f64()).fold(0.0, f64::max)
}
