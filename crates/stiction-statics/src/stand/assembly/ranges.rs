//! How large and how small can the force of a contact be, over all forces that balance the loads?
//!
//! Statics of rigid bodies leaves contact forces open; what it says is an interval for each component.  With
//! a direction `q` at one contact and the contacts' relative velocities `u` on twists `V`,
//!
//! ```text
//!     q·f ≤ bound   where no cone resists u, that contact none −q + u, and  −w·V ≤ bound             (1)
//!     q·f is not bounded   where forces that balance no load at all have q·f > 0                     (2)
//! ```
//!
//! By duality the least bound (1) is reached by some forces, or (2) holds: contacts are wedged against each
//! other.  An end comes as two numbers: forces that have the one, and a motion that shows the other.  Where
//! cones have edges and the assembly is small both are equal; else forces at the end are mixed with a little
//! of some that are strictly inside, and the motion with a little of one that opens every contact.
//!
//! On a boundary both are asked of the [face](super::face) on which all forces are, and the motion is mixed with as
//! much of the one that opens what is left out as makes it a bound of all: that takes up nothing of the load.

use super::columns::Columned;
use super::decide::{Dropped, StandProof, resistance, rests};
use super::edges::{self, EdgeEnd, Edges, Price, Pushed};
use super::face::Face;
use super::margins::{clearance, newton, normals, opened, opening, work};
use super::most::{EXACT_STEPS, MIXTURES};
use super::search::{Point, Proposal, Searched, Sought, search};
use stiction_exact::double::norm as size;
use stiction_exact::work::{Allowance, attempt, within};
use stiction_proof::{AssemblyProblem, AssemblyProof, Coefficients, FrictionUse, Rational, Touch};
use stiction_scene::Refused;
use stiction_scene::bracket::{Bracket, End, Extent};

/// How far a component of a contact's force can go: some balance has the lower number, none more than the upper one, or
/// it is unlimited, by forces that balance nothing, (2).  It is never absent.
pub type Extreme<S> = Extent<StandProof<S>>;

/// The component of a contact's force along a direction.
#[derive(Debug, Clone, PartialEq)]
pub struct Range<S: stiction_scene::lower::Standing> {
    /// How far it can go against the direction.
    pub least: Extreme<S>,
    /// How far it can go along it.
    pub most: Extreme<S>,
}

/// The components of one contact's force.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactRange<S: stiction_scene::lower::Standing> {
    /// The contact's place in the problem.
    pub contact: usize,
    /// Along the normal, then along the tangents.
    pub components: Vec<Range<S>>,
}

/// The directions along which the force of a contact is told: the normal and the tangents, about one long.
pub fn directions<S: Searched>(touch: &S::Touch) -> Vec<S::Vector> {
    let along = |vector: &S::Vector| {
        let length = size(&S::doubled(vector));
        let unit = Rational::from_f64(length.recip()).unwrap_or_else(Rational::one);
        scaled::<S>(vector, &unit)
    };
    let mut normal = S::Vector::default();
    let push = S::push_along(touch);
    normal.as_mut().clone_from_slice(&push.as_ref()[S::FREEDOMS - S::DIMENSION..]);
    [normal].iter().chain(&S::tangents(touch)).map(along).collect()
}

fn scaled<S: Searched>(vector: &S::Vector, factor: &Rational) -> S::Vector {
    let mut scaled = vector.clone();
    scaled.as_mut().iter_mut().for_each(|entry| *entry = &*entry * factor);
    scaled
}

/// The component of a push along a direction, if it is in its cone.
pub fn component<S: Searched>(
    touch: &S::Touch,
    coefficients: &Coefficients,
    push: &Pushed<S>,
    direction: &S::Vector,
) -> Option<Rational> {
    let wrench = touch.wrench(coefficients, push)?;
    Some(along::<S>(&wrench, direction))
}

fn along<S: Searched>(wrench: &S::Screw, direction: &S::Vector) -> Rational {
    let force = &wrench.as_ref()[S::FREEDOMS - S::DIMENSION..];
    force.iter().zip(direction.as_ref()).map(|(force, direction)| force * direction).sum()
}

/// Rows up to which the exact program is asked.
const FEW_ROWS: usize = 36;
/// The friction that is meant.
const GIVEN: FrictionUse = FrictionUse::Given;

/// The ranges of the forces of some contacts, if the assembly stands; `observe` hears how many are done.
///
/// ```
/// use stiction_scene::lower::ConeModel;
/// use stiction_scene::lower::{assembly};
/// use stiction_scene::bracket::Extent;
/// use stiction_statics::stand::assembly::ranges;
/// use stiction_scene::scene::{Body, Contact, Party, Scene};
/// use stiction_geometry::screw::Planar;
/// use stiction_proof::Rational;
/// // A table of 12 N on three legs: the middle one carries anything from nothing to all.
/// let leg = |x: i64| Contact::planar(Party::Body(0), [x, 0], [0, 1]);
/// let table = Body::new("table").with_mass(12).with_com([0, 1]);
/// let scene = Scene::<Planar>::new().with_gravity([0, -1]).with_body(table);
/// let scene = scene.with_contact(leg(-1)).with_contact(leg(0)).with_contact(leg(1));
/// let table = assembly::<Planar>(&scene, ConeModel::Round).unwrap();
/// let found = ranges::<Planar>(&table.problem, &table.load, &[1], &|_, _| ()).unwrap();
/// let Extent::Between(most) = &found[0].components[0].most else { panic!() };
/// assert!(most.is_exact() && most.upper.0 == Rational::from(12));
/// ```
pub fn ranges<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    contacts: &[usize],
    observe: &dyn Fn(usize, usize),
) -> Result<Vec<ContactRange<S>>, Refused> {
    let few = edges::size::<S>(problem) <= FEW_ROWS && !edges::is_round::<S>(problem, &GIVEN);
    let opening = if few { None } else { attempt("ranges", || Opening::new::<S>(problem, load)).ok() };
    let asked = Asked::<S> { problem, load, opening, coefficients: problem.coefficients(&GIVEN) };
    let mut found = Vec::with_capacity(contacts.len());
    for (done, &contact) in contacts.iter().enumerate() {
        observe(done, contacts.len());
        let mut components = Vec::new();
        for direction in directions::<S>(&problem.contacts[contact].touch) {
            let back = scaled::<S>(&direction, &Rational::from(-1));
            // What is not found in the time that was given is left open, and what was found before is kept.
            let end = |direction| {
                let ask = || asked.extreme(contact, direction);
                attempt("ranges", ask).unwrap_or(Ok(Extent::Undecided))
            };
            let (least, most) = (end(&back)?, end(&direction)?);
            components.push(Range { least, most });
        }
        found.push(ContactRange { contact, components });
    }
    observe(contacts.len(), contacts.len());
    Ok(found)
}

struct Asked<'a, S: Searched> {
    problem: &'a AssemblyProblem<S::Touch>,
    load: &'a [S::Screw],
    /// None where the exact program alone is asked.
    opening: Option<Opening>,
    coefficients: Vec<Coefficients>,
}

/// What every end is asked from.
struct Opening {
    /// Forces strictly inside what is kept of the cones.
    begin: Option<Point>,
    /// A motion that opens every contact.
    motion: Option<Vec<Vec<f64>>>,
    away: Option<Away>,
}

/// What is left out of the cones, and a motion that opens it and nothing else.
struct Away {
    dropped: Dropped,
    twists: Vec<Vec<f64>>,
}

impl Opening {
    fn new<S: Searched>(problem: &AssemblyProblem<S::Touch>, load: &[S::Screw]) -> Self {
        let motion = opening::<S>(problem, &GIVEN, &normals::<S>(problem));
        let Some(face) = Face::<S>::found(problem, load) else {
            return Self { begin: None, motion, away: None };
        };
        if face.is_whole() {
            return Self { begin: Some(face.point), motion, away: None };
        }
        let doubled = |twists: Vec<S::Screw>| {
            twists.iter().map(|twist| twist.as_ref().iter().map(Rational::to_f64).collect()).collect()
        };
        let away = face.away.map(|twists| Away { dropped: face.dropped, twists: doubled(twists) });
        Self { begin: away.is_some().then_some(face.point), motion, away }
    }
}

impl<S: Searched> Asked<'_, S> {
    /// How large the force of a contact can be along a direction.
    fn extreme(&self, contact: usize, direction: &S::Vector) -> Result<Extreme<S>, Refused> {
        match &self.opening {
            None => self.exactly(contact, direction),
            Some(_) => match self.by_search(contact, direction) {
                // On a boundary a round cone has ever more edges to try: a bounded number of steps for each end.
                Extent::Undecided if edges::size::<S>(self.problem) <= FEW_ROWS => {
                    let exact = || self.exactly(contact, direction);
                    let steps = Allowance::unlimited().of_steps(EXACT_STEPS);
                    within(&steps, exact).unwrap_or(Ok(Extent::Undecided))
                }
                found => Ok(found),
            },
        }
    }

    /// What the pushes of a contact cost: the component of one of them against the direction.
    fn price(contact: usize, direction: &S::Vector) -> impl Fn(usize) -> Price<S> {
        let back = scaled::<S>(direction, &Rational::from(-1));
        move |of: usize| {
            let along = (of == contact).then(|| back.clone());
            Price { along, ..Price::nothing() }
        }
    }

    fn exactly(&self, contact: usize, direction: &S::Vector) -> Result<Extreme<S>, Refused> {
        let mut edges = Edges::<S>::new(self.problem, &GIVEN);
        let end = edges.least(self.load, &[], Self::price(contact, direction));
        match end {
            EdgeEnd::Best { pushes: forces, twists, resistance, cost } => {
                let attained = AssemblyProof::Rests { friction: GIVEN, load: self.load.to_vec(), forces };
                let lower = (-cost, self.problem.check(attained).map_err(Refused)?);
                let contacts = self.problem.contacts.iter().zip(&resistance);
                let absorbed: Rational =
                    contacts.filter_map(|(contact, taken)| Some(contact.touch.most()? * taken)).sum();
                let cost = work::<S>(self.load, &twists) - absorbed;
                let proof = self.bound(contact, direction, cost.clone(), twists, resistance);
                let upper = (-cost, self.problem.check(proof).map_err(Refused)?);
                Ok(Extent::Between(Bracket::new(lower, upper)))
            }
            EdgeEnd::Unbounded { .. } => self.wedged(contact, direction),
            EdgeEnd::Impossible { .. } | EdgeEnd::Between(_) => Ok(Extent::Undecided),
        }
    }

    /// Forces that balance nothing: of at most a newton at the contact, and none where others have limits.
    fn wedged(&self, contact: usize, direction: &S::Vector) -> Result<Extreme<S>, Refused> {
        let mut idle = self.problem.clone();
        for (index, other) in idle.contacts.iter_mut().enumerate() {
            let limited = other.touch.most().is_some();
            if index == contact && !limited {
                let newton = newton::<S>(&other.touch);
                other.touch.set_most(Some(newton));
            } else if limited {
                other.touch.set_most(Some(Rational::zero()));
            }
        }
        let nothing = self.problem.no_load();
        let end = Edges::<S>::new(&idle, &GIVEN).least(&nothing, &[], Self::price(contact, direction));
        match end {
            EdgeEnd::Best { pushes: forces, cost, .. } if cost.is_negative() => {
                let proof = AssemblyProof::Rests { friction: GIVEN, load: nothing, forces };
                Ok(Extent::Unlimited(self.problem.check(proof).map_err(Refused)?))
            }
            _ => Ok(Extent::Undecided),
        }
    }

    /// The statement that no force along the direction exceeds `−cost`.
    fn bound(
        &self,
        contact: usize,
        direction: &S::Vector,
        cost: Rational,
        twists: Vec<S::Screw>,
        resistance: Vec<Rational>,
    ) -> StandProof<S> {
        let direction = scaled::<S>(direction, &Rational::from(-1));
        let load = self.load.to_vec();
        AssemblyProof::ForceAtLeast {
            friction: GIVEN,
            load,
            contact,
            direction,
            bound: cost,
            twists,
            resistance,
        }
    }

    fn by_search(&self, contact: usize, direction: &S::Vector) -> Extreme<S> {
        let Some(Opening { begin: Some(begin), motion, away }) = &self.opening else {
            return Extent::Undecided;
        };
        let against = S::doubled(direction).map(|entry| -entry);
        let dropped = away.as_ref().map(|away| &away.dropped[..]);
        let sought = Sought {
            against: Some((contact, against)),
            dropped,
            ..Sought::new(self.problem, &GIVEN, self.load)
        };
        let (lower, upper) = match search::<S>(sought) {
            Proposal::Inside(end) => {
                let bound = end.twists.as_ref().and_then(|twists| {
                    let besides = Some((contact, against));
                    let twists = match away {
                        Some(away) => self.opening_besides(twists, away, (contact, against))?,
                        None => twists.clone(),
                    };
                    let twists = opened::<S>(self.problem, &GIVEN, &twists, motion.as_ref(), besides);
                    self.beyond(contact, direction, &twists)
                });
                (self.attained(contact, direction, begin, &end), bound)
            }
            Proposal::Between { point, .. } => {
                return self.ray(contact, direction, point).unwrap_or(Extent::Undecided);
            }
            Proposal::Collapse(_) => return Extent::Undecided,
        };
        // No contact pulls: the motion that moves nothing shows it.
        let still =
            || self.beyond(contact, direction, &vec![vec![0.0; S::FREEDOMS]; self.problem.bodies.len()]);
        let upper = match &upper {
            Some((bound, _)) if bound.is_zero() => upper,
            _ => still().filter(|(bound, _)| upper.as_ref().is_none_or(|(other, _)| bound < other)).or(upper),
        };
        match (lower, upper) {
            (Some(lower), Some(upper)) => Extent::Between(Bracket::new(lower, upper)),
            _ => Extent::Undecided,
        }
    }

    /// Twists with so much of the motion away that it opens all that is left out, where the points of one contact move
    /// besides: clearances of two motions add up to at most that of both.
    fn opening_besides(
        &self,
        twists: &[Vec<f64>],
        away: &Away,
        (of, velocity): (usize, [f64; 3]),
    ) -> Option<Vec<Vec<f64>>> {
        let mut share = 0.0_f64;
        for (index, (contact, own)) in self.problem.contacts.iter().zip(&self.coefficients).enumerate() {
            if !away.dropped[index].iter().any(|&idle| idle) {
                continue;
            }
            let moved = if index == of { velocity } else { [0.0; 3] };
            let clear =
                |twists: &[Vec<f64>], moved| clearance::<S>(self.problem, contact, own, twists, moved);
            let gained = clear(&away.twists, [0.0; 3]);
            if gained.is_nan() || gained <= 0.0 {
                return None;
            }
            share = share.max(-2.0 * clear(twists, moved).min(0.0) / gained);
        }
        let mix = |(twist, away): (&Vec<f64>, &Vec<f64>)| -> Vec<f64> {
            twist.iter().zip(away).map(|(twist, away)| twist + share * away).collect()
        };
        Some(twists.iter().zip(&away.twists).map(mix).collect())
    }

    /// Forces near the end, and the component that they have.
    fn attained(
        &self,
        contact: usize,
        direction: &S::Vector,
        begin: &Point,
        end: &Point,
    ) -> Option<End<StandProof<S>>> {
        MIXTURES.iter().find_map(|part| {
            let mix = |(begin, end): (&Vec<f64>, &Vec<f64>)| -> Vec<f64> {
                begin.iter().zip(end).map(|(begin, end)| part * begin + (1.0 - part) * end).collect()
            };
            let variables = begin.variables.iter().zip(&end.variables).map(mix).collect();
            let point = Point { variables, multiple: 0.0, twists: None };
            let rests = rests::<S>(self.problem, self.load, &GIVEN, &point)?;
            Some((self.component(contact, direction, rests.proof())?, rests))
        })
    }

    fn component(&self, contact: usize, direction: &S::Vector, proof: &StandProof<S>) -> Option<Rational> {
        let AssemblyProof::Rests { forces, .. } = proof else { return None };
        let touch = &self.problem.contacts[contact].touch;
        component::<S>(touch, &self.coefficients[contact], &forces[contact], direction)
    }

    /// The bound that twists show.
    fn beyond(
        &self,
        contact: usize,
        direction: &S::Vector,
        twists: &[Vec<f64>],
    ) -> Option<End<StandProof<S>>> {
        let twists = rounded::<S>(twists)?;
        let mut taken = resistance::<S>(self.problem, &GIVEN, &twists);
        let limited = &self.problem.contacts[contact];
        if limited.touch.most().is_some() {
            let mut relative = self.problem.relative(limited, &twists);
            for (sum, part) in relative.linear.as_mut().iter_mut().zip(direction.as_ref()) {
                *sum -= part;
            }
            let coefficients = &self.coefficients[contact];
            let exact = limited.touch.resistance(coefficients, &relative);
            let own = exact.unwrap_or_else(|| S::taken(&limited.touch, coefficients, &relative));
            taken[contact] = if own.is_positive() { own } else { Rational::zero() };
        }
        let contacts = self.problem.contacts.iter().zip(&taken);
        let absorbed: Rational =
            contacts.filter_map(|(contact, taken)| Some(contact.touch.most()? * taken)).sum();
        let cost = work::<S>(self.load, &twists) - absorbed;
        let proof = self.bound(contact, direction, cost.clone(), twists, taken);
        Some((-cost, self.problem.check(proof).ok()?))
    }

    /// The direction in which forces grew without end, made to balance nothing.
    fn ray(&self, contact: usize, direction: &S::Vector, point: Point) -> Option<Extreme<S>> {
        let most = point.variables.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
        if !(most.is_finite() && most > 0.0) {
            return None;
        }
        let one = |(index, x): (usize, &Vec<f64>)| -> Vec<f64> {
            let limited = self.problem.contacts[index].touch.most().is_some();
            let idle = limited || x.first().is_none_or(|_| x.iter().all(|x| x.abs() < IDLE * most));
            x.iter().map(|x| if idle { 0.0 } else { x / most }).collect()
        };
        let variables = point.variables.iter().enumerate().map(one).collect();
        let point = Point { variables, multiple: 0.0, twists: None };
        let nothing = self.problem.no_load();
        let rests = rests::<S>(self.problem, &nothing, &GIVEN, &point)?;
        let limits = |proof: &StandProof<S>| match proof {
            AssemblyProof::Rests { forces, .. } => {
                let contacts = self.problem.contacts.iter().zip(&self.coefficients).zip(forces);
                contacts.into_iter().all(|((contact, coefficients), push)| {
                    contact.touch.most().is_none()
                        || contact
                            .touch
                            .wrench(coefficients, push)
                            .is_some_and(|wrench| wrench.as_ref().iter().all(Rational::is_zero))
                })
            }
            _ => false,
        };
        let grows = self.component(contact, direction, rests.proof())?.is_positive();
        (grows && limits(rests.proof())).then_some(Extent::Unlimited(rests))
    }
}

/// Part of the largest force below which a contact takes no part in forces that balance nothing.
const IDLE: f64 = 1e-7;
/// Bits of a rounded twist, relative to the largest.
const BITS: i32 = 46;

/// Twists with few bits, as large as they are.
fn rounded<S: Columned>(twists: &[Vec<f64>]) -> Option<Vec<S::Screw>> {
    let most = twists.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    if !most.is_finite() {
        return None;
    }
    let unit = f64::from(most.max(1e-200).log2().floor() as i32 - BITS).exp2();
    let one = |twist: &Vec<f64>| {
        let mut screw = S::Screw::default();
        for (entry, x) in screw.as_mut().iter_mut().zip(twist) {
            *entry = Rational::from_f64((x / unit).round() * unit)?;
        }
        Some(screw)
    };
    twists.iter().map(one).collect()
}
