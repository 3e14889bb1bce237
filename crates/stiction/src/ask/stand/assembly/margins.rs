//! How far an assembly is from falling: largest multiples of a further load.
//!
//! The multiples of a load that stand are an interval.  Its end comes as two fractions: forces at the lower one, and above
//! the upper one a motion on which anything more collapses.  Forces at the end itself are on the boundary of the cones;
//! mixed with a little of those at the beginning, which are strictly inside, they are inside and can be made exact.
//!
//! How far inside the cones forces can be is such a multiple too: that of one newton along every normal.  What a contact
//! pushes with is then both together, so its limit shrinks with the multiple, [`spared`].

use super::columns::{across, inner, size};
use super::decide::{StandProof, falls, resistance, rests, rounded_twists, stands};
use super::edges::{Added, EdgeEnd, Edges};
use super::search::{Point, Proposal, Searched, Sought, search};
use crate::ask::bracket::{Bracket, End};
use crate::ask::{Refused, Verdict};
use std::borrow::Cow;
use stiction_proof::{
    AssemblyContact, AssemblyProblem, AssemblyProof, Coefficients, FrictionUse, Rational, Touch, Verified,
};

/// The largest multiple of a further load that stands.
#[derive(Debug, Clone, PartialEq)]
pub enum Most<S: super::Standing> {
    /// Between two multiples: forces at the lower one, a bound at the upper one.
    Between(Bracket<StandProof<S>>),
    /// Any multiple, by forces that carry the further load alone.
    Unlimited(Verified<StandProof<S>>),
    /// None: it falls without any.
    Falls,
    /// Not proved.
    Undecided,
}

impl<S: super::Standing> Most<S> {
    /// The ends, if it has two.
    pub fn bracket(&self) -> Option<&Bracket<StandProof<S>>> {
        match self {
            Self::Between(bracket) => Some(bracket),
            _ => None,
        }
    }
}

/// `load + multiple·further`.
pub fn loaded<S: super::Standing>(
    load: &[S::Screw],
    further: &[S::Screw],
    multiple: &Rational,
) -> Vec<S::Screw> {
    let mut total = load.to_vec();
    for (total, further) in total.iter_mut().zip(further) {
        for (entry, part) in
            total.as_mut().iter_mut().zip(further.as_ref()).filter(|(_, part)| !part.is_zero())
        {
            *entry += part * multiple;
        }
    }
    total
}

/// The work of a load on twists.
pub fn work<S: super::Standing>(load: &[S::Screw], twists: &[S::Screw]) -> Rational {
    let entries = |(load, twist): (&S::Screw, &S::Screw)| -> Rational {
        let pairs = load.as_ref().iter().zip(twist.as_ref());
        pairs.filter(|(a, b)| !a.is_zero() && !b.is_zero()).map(|(a, b)| a * b).sum()
    };
    load.iter().zip(twists).map(entries).sum()
}

/// Rows up to which the exact program is asked for a margin.
const FEW_ROWS: usize = 12;
/// Rows up to which it is asked where the beginning is on the boundary.
const MORE_ROWS: usize = 36;
/// Part of the largest force, for each contact whose rounding is carried, that forces must be inside their cones to be tried.
const ROOM: f64 = 1e-13;
/// Parts of the forces at the beginning that are mixed into those at the end, one after the other.
pub(super) const MIXTURES: [f64; 6] = [1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4];

/// Finds the largest multiple of `further` that can be added to `load`.
///
/// ```
/// use stiction::ask::lower::ConeModel;
/// use stiction::ask::stand::assembly::{assembly, most_load};
/// use stiction::scene::{Body, Contact, Party, Scene};
/// use stiction::screw::Planar;
/// use stiction_proof::Rational;
/// // A brick on another: pushed at its middle it slides when the push is half its weight.
/// let brick = |name: &str, y: i64| Body::new(name).with_mass(1).with_com([0, y]);
/// let foot = |body: usize, x: i64, y: i64| {
///     Contact::planar(Party::Body(body), [x, y], [0, 1]).with_friction(Rational::new(1, 2))
/// };
/// let scene = Scene::<Planar>::new()
///     .with_gravity([0, -10])
///     .with_body(brick("lower", 1))
///     .with_body(brick("upper", 3))
///     .with_contact(foot(0, -4, 0))
///     .with_contact(foot(0, 4, 0))
///     .with_contact(foot(1, -4, 2).with_against(Party::Body(0)))
///     .with_contact(foot(1, 4, 2).with_against(Party::Body(0)));
/// let stack = assembly::<Planar>(&scene, ConeModel::Round).unwrap();
/// let push = [[0, 0, 0], [0, 1, 0]].map(|wrench| wrench.map(Rational::from));
/// let most = most_load::<Planar>(&stack.problem, &stack.load, &push).unwrap();
/// assert_eq!(most.bracket().unwrap().upper.0, Rational::from(5));
/// ```
pub fn most_load<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    further: &[S::Screw],
) -> Result<Most<S>, Refused> {
    most_along(problem, load, &[further], &[Rational::one()], &Opening::new::<S>(problem, load))
}

/// The same for a combination of several directions; the bound at the upper end is a half-space of all of them.
pub fn most_along<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    directions: &[&[S::Screw]],
    way: &[Rational],
    opening: &Opening,
) -> Result<Most<S>, Refused> {
    let none = problem.no_load();
    let further = directions.iter().zip(way).fold(none, |sum, (part, share)| loaded::<S>(&sum, part, share));
    Asked { problem, load, directions, way, further: &further, taken: Vec::new() }.most(opening)
}

/// The largest multiple of one newton along every normal that contacts can push with besides a force of their cones, both
/// together within their limits, after they pulled with `pull` newtons.
pub(super) fn most_spared<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    pull: &Rational,
) -> Result<Most<S>, Refused> {
    let further = normals::<S>(problem);
    let begin = loaded::<S>(load, &further, &-pull);
    let wide = spared::<S>(problem, &-pull);
    let opening = Opening::new::<S>(&wide, &begin);
    let (directions, way, taken) = ([&further[..]], [Rational::one()], presses::<S>(problem));
    let asked =
        Asked { problem: &wide, load: &begin, directions: &directions, way: &way, further: &further, taken };
    asked.most(&opening)
}

/// What is asked of one assembly and load again and again: forces strictly inside the cones, and a motion that opens every
/// contact, where there is one: where no contacts press against each other without a load.  A little of it makes a
/// motion on the boundary strict.
#[derive(Debug, Clone)]
pub struct Opening {
    pub(super) begin: Proposal,
    pub(super) motion: Option<Vec<Vec<f64>>>,
}

impl Opening {
    /// Seeks them; the motion is the collapse under a load that pushes along every normal.
    pub fn new<S: Searched>(problem: &AssemblyProblem<S::Touch>, load: &[S::Screw]) -> Self {
        let friction = FrictionUse::Given;
        let begin = search::<S>(Sought::new(problem, &friction, load));
        Self { begin, motion: opening::<S>(problem, &friction, &normals::<S>(problem)) }
    }
}

/// A motion that opens every contact.
pub(super) fn opening<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    friction: &FrictionUse,
    normals: &[S::Screw],
) -> Option<Vec<Vec<f64>>> {
    match search::<S>(Sought::new(problem, friction, normals)) {
        Proposal::Collapse(twists) => Some(twists),
        _ => None,
    }
}

/// For each contact with a limit the multiple of its normal that is one newton, and zero for the others; empty where there
/// are no limits.
pub fn presses<S: Searched>(problem: &AssemblyProblem<S::Touch>) -> Vec<Rational> {
    if problem.contacts.iter().all(|contact| contact.touch.most().is_none()) {
        return Vec::new();
    }
    let one = |contact: &AssemblyContact<S::Touch>| match contact.touch.most() {
        Some(_) => newton::<S>(&contact.touch),
        None => Rational::zero(),
    };
    problem.contacts.iter().map(one).collect()
}

/// The problem that is left when every contact pushes with so many newtons along its normal: limits are smaller by them.
pub fn spared<'a, S: Searched>(
    problem: &'a AssemblyProblem<S::Touch>,
    push: &Rational,
) -> Cow<'a, AssemblyProblem<S::Touch>> {
    let presses = presses::<S>(problem);
    if presses.is_empty() || push.is_zero() {
        return Cow::Borrowed(problem);
    }
    let mut left = problem.clone();
    for (contact, press) in left.contacts.iter_mut().zip(&presses) {
        if let Some(most) = contact.touch.most() {
            let less = most - &(press * push);
            contact.touch.set_most(Some(less));
        }
    }
    Cow::Owned(left)
}

/// The multiple of a normal that is about one newton.
pub(super) fn newton<S: Searched>(touch: &S::Touch) -> Rational {
    let length = size(&S::normal(touch));
    Rational::from_f64(length.recip()).unwrap_or_else(Rational::one)
}

/// The load of one newton along every normal.
pub fn normals<S: Searched>(problem: &AssemblyProblem<S::Touch>) -> Vec<S::Screw> {
    let mut load = problem.no_load();
    for contact in &problem.contacts {
        let unit = newton::<S>(&contact.touch);
        for (body, positive) in contact.sides() {
            let about = S::Touch::about(S::push_along(&contact.touch), &problem.bodies[body].reference);
            for (entry, part) in load[body].as_mut().iter_mut().zip(about.as_ref()) {
                let part = part * &unit;
                if positive { *entry += part } else { *entry -= &part }
            }
        }
    }
    load
}

/// Twists with as much of an opening as makes them strict, where the points of one contact may move besides.
pub(super) fn opened<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    friction: &FrictionUse,
    twists: &[Vec<f64>],
    opening: Option<&Vec<Vec<f64>>>,
    besides: Option<(usize, [f64; 3])>,
) -> Vec<Vec<f64>> {
    let Some(opening) = opening else { return twists.to_vec() };
    let coefficients = problem.coefficients(friction);
    let least = |twists: &[Vec<f64>], besides: Option<(usize, [f64; 3])>| {
        let clear = |(index, (contact, coefficients))| {
            let moved = besides.filter(|(of, _)| *of == index).map_or([0.0; 3], |(_, velocity)| velocity);
            clearance::<S>(problem, contact, coefficients, twists, moved)
        };
        problem.contacts.iter().zip(&coefficients).enumerate().map(clear).fold(f64::INFINITY, f64::min)
    };
    let size = twists.iter().flatten().fold(0.0_f64, |size, entry| size.max(entry.abs()));
    let size = if besides.is_some() { size.max(1.0) } else { size };
    // Rounding of the twists is far below this.
    let wanted = 1e-12 * size;
    let (now, gained) = (least(twists, besides), least(opening, None));
    if now >= wanted || gained.is_nan() || gained <= 0.0 {
        return twists.to_vec();
    }
    let share = 2.0 * (wanted - now) / gained;
    let mix = |(twist, opening): (&Vec<f64>, &Vec<f64>)| -> Vec<f64> {
        twist.iter().zip(opening).map(|(twist, opening)| twist + share * opening).collect()
    };
    twists.iter().zip(opening).map(mix).collect()
}

/// What was asked.
struct Asked<'a, S: Searched> {
    problem: &'a AssemblyProblem<S::Touch>,
    load: &'a [S::Screw],
    directions: &'a [&'a [S::Screw]],
    way: &'a [Rational],
    further: &'a [S::Screw],
    /// By how much the limit of each contact shrinks with the multiple; empty where it does not.
    taken: Vec<Rational>,
}

impl<S: Searched> Asked<'_, S> {
    fn most(&self, opening: &Opening) -> Result<Most<S>, Refused> {
        let edges = Edges::<S>::within(self.problem, &FrictionUse::Given, MORE_ROWS);
        if let Some(edges) = edges.as_ref().filter(|edges| edges.rows() <= FEW_ROWS) {
            return self.exactly(edges);
        }
        let found = self.by_search(opening)?;
        match edges {
            // On the boundary.
            Some(edges) if matches!(found, Most::Undecided) => self.exactly(&edges),
            _ => Ok(found),
        }
    }

    /// By interior points at the beginning and at the end.
    fn by_search(&self, opening: &Opening) -> Result<Most<S>, Refused> {
        let (problem, load, friction) = (self.problem, self.load, FrictionUse::Given);
        let begin = match &opening.begin {
            Proposal::Inside(begin) => begin,
            Proposal::Collapse(twists) => {
                let falls = falls::<S>(problem, load, &friction, twists);
                return Ok(if falls.is_some() { Most::Falls } else { Most::Undecided });
            }
            Proposal::Between { .. } => return Ok(Most::Undecided),
        };
        let bounded = |twists: Option<&Vec<Vec<f64>>>| {
            let twists = opened::<S>(problem, &friction, twists?, opening.motion.as_ref(), None);
            self.beyond(&rounded_twists::<S>(&twists)?, None)
        };
        let pressing = !self.taken.is_empty();
        let sought =
            Sought { further: Some(self.further), pressing, ..Sought::new(problem, &friction, load) };
        let (lower, upper) = match search::<S>(sought) {
            Proposal::Inside(end) => (self.carried(begin, &end), bounded(end.twists.as_ref())),
            // Nothing more may be added, or anything.
            Proposal::Between { point, .. } => match bounded(point.twists.as_ref()) {
                Some(upper) if upper.0.to_f64() < 1e-6 => {
                    let rests = rests::<S>(problem, load, &friction, begin);
                    (rests.map(|forces| (Rational::zero(), forces)), Some(upper))
                }
                _ => return self.unlimited(),
            },
            Proposal::Collapse(_) => return self.unlimited(),
        };
        Ok(match (lower, upper) {
            (Some(lower), Some(upper)) => Most::Between(Bracket { lower, upper }),
            _ => Most::Undecided,
        })
    }

    fn exactly(&self, edges: &Edges<'_, S>) -> Result<Most<S>, Refused> {
        let undecided = Refused(stiction_proof::Refusal::NoWork);
        let added = Added { wrenches: self.further, taken: &self.taken, cost: Rational::from(-1) };
        match edges.least(self.load, &[added], |_, _| Rational::zero()) {
            EdgeEnd::Impossible { .. } => Ok(Most::Falls),
            EdgeEnd::Unbounded { .. } => self.unlimited(),
            EdgeEnd::Best { pushes: forces, twists, resistance, cost } => {
                let multiple = -cost;
                let load = loaded::<S>(self.load, self.further, &multiple);
                let carried = AssemblyProof::Rests { friction: FrictionUse::Given, load, forces };
                let carried = self.left(&multiple).check(carried).map_err(Refused)?;
                let upper = self.beyond(&twists, Some(resistance)).ok_or(undecided)?;
                Ok(Most::Between(Bracket { lower: (multiple, carried), upper }))
            }
        }
    }

    /// The problem whose limits are left at a multiple.
    fn left(&self, multiple: &Rational) -> Cow<'_, AssemblyProblem<S::Touch>> {
        if self.taken.is_empty() { Cow::Borrowed(self.problem) } else { spared::<S>(self.problem, multiple) }
    }

    /// Whether forces are far enough inside the cones to be rounded, as far as doubles tell.
    fn have_room(&self, variables: &[Vec<f64>]) -> bool {
        let most = variables.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
        let coefficients = self.problem.coefficients(&FrictionUse::Given);
        let cones = self.problem.contacts.iter().zip(&coefficients).zip(variables);
        let mut depths =
            cones.map(|((contact, coefficients), x)| match S::is_round(&contact.touch, coefficients) {
                true => x[0] - x[1..].iter().map(|x| x * x).sum::<f64>().sqrt(),
                false => x.iter().copied().fold(f64::INFINITY, f64::min),
            });
        let room = ROOM * self.problem.contacts.len() as f64 * most;
        depths.all(|depth| depth > room)
    }

    /// Forces just below the end.
    fn carried(&self, begin: &Point, end: &Point) -> Option<End<StandProof<S>>> {
        MIXTURES.iter().find_map(|part| {
            let multiple = short((1.0 - part) * end.multiple)?;
            let mix = |(begin, end): (&Vec<f64>, &Vec<f64>)| -> Vec<f64> {
                begin.iter().zip(end).map(|(begin, end)| part * begin + (1.0 - part) * end).collect()
            };
            let variables: Vec<Vec<f64>> = begin.variables.iter().zip(&end.variables).map(mix).collect();
            if !self.have_room(&variables) && part < &MIXTURES[MIXTURES.len() - 1] {
                return None;
            }
            let point = Point { variables, multiple: 0.0, twists: None };
            let total = loaded::<S>(self.load, self.further, &multiple);
            let left = self.left(&multiple);
            let rests = rests::<S>(&left, &total, &FrictionUse::Given, &point)?;
            Some((multiple, rests))
        })
    }

    /// Whether any multiple stands: where contacts without limits carry the further load alone, and so any multiple of it.
    fn unlimited(&self) -> Result<Most<S>, Refused> {
        let friction = FrictionUse::Given;
        let mut free = self.problem.clone();
        free.contacts.retain(|contact| contact.touch.most().is_none());
        let Verdict::Yes(carried) = stands::<S>(&free, self.further, &friction)? else {
            return Ok(Most::Undecided);
        };
        let AssemblyProof::Rests { forces, .. } = carried.into_proof() else { return Ok(Most::Undecided) };
        let (mut forces, coefficients) = (forces.into_iter(), self.problem.coefficients(&friction));
        let mut all = Vec::with_capacity(self.problem.contacts.len());
        for (contact, coefficients) in self.problem.contacts.iter().zip(&coefficients) {
            let idle = || {
                let count = S::columns(&contact.touch, coefficients).len();
                S::push(&contact.touch, coefficients, &vec![Rational::zero(); count])
            };
            all.push(if contact.touch.most().is_some() {
                idle()
            } else {
                forces.next().unwrap_or_else(idle)
            });
        }
        let load = self.further.to_vec();
        let proof = AssemblyProof::Rests { friction: friction.clone(), load, forces: all };
        let forces = self.problem.check(proof).map_err(Refused)?;
        Ok(match stands::<S>(self.problem, self.load, &friction)? {
            Verdict::Yes(_) => Most::Unlimited(forces),
            Verdict::No(_) => Most::Falls,
            Verdict::Undecided => Most::Undecided,
        })
    }

    /// The multiple above which nothing stands, by the half-space that twists show.
    fn beyond(&self, twists: &[S::Screw], taken: Option<Vec<Rational>>) -> Option<End<StandProof<S>>> {
        let resistance = taken.unwrap_or_else(|| resistance::<S>(self.problem, &FrictionUse::Given, twists));
        let contacts = self.problem.contacts.iter().zip(&resistance);
        let taken: Rational =
            contacts.filter_map(|(contact, taken)| Some(contact.touch.most()? * taken)).sum();
        let shrunk: Rational =
            self.taken.iter().zip(&resistance).map(|(taken, resisted)| taken * resisted).sum();
        let normal: Vec<Rational> =
            self.directions.iter().map(|direction| work::<S>(direction, twists) + &shrunk).collect();
        let bound = taken - work::<S>(self.load, twists);
        let rate: Rational = normal.iter().zip(self.way).map(|(normal, way)| normal * way).sum();
        let multiple = bound.checked_div(&rate).filter(|_| rate.is_positive())?;
        let proof = AssemblyProof::Bounds {
            friction: FrictionUse::Given,
            load: self.load.to_vec(),
            directions: self.directions.iter().map(|direction| direction.to_vec()).collect(),
            taken: if self.taken.is_empty() { Vec::new() } else { vec![self.taken.clone()] },
            normal,
            bound,
            twists: twists.to_vec(),
            resistance,
        };
        Some((multiple, self.problem.check(proof).ok()?))
    }
}

/// A double with few bits just below it.
pub(super) fn short(value: f64) -> Option<Rational> {
    let unit = f64::from(value.abs().max(1e-9).log2().floor() as i32 - 44).exp2();
    Rational::from_f64((value / unit).floor() * unit)
}

/// How far a contact is from resisting twists: the least work of a push with a unit normal.
fn clearance<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    contact: &AssemblyContact<S::Touch>,
    coefficients: &Coefficients,
    twists: &[Vec<f64>],
    moved: [f64; 3],
) -> f64 {
    let (mut velocity, turn) = relative::<S>(problem, contact, twists);
    (0..3).for_each(|k| velocity[k] += moved[k]);
    let works = S::generators(&contact.touch, coefficients);
    let works = works.iter().map(|[force, moment]| inner(force, &velocity) + inner(moment, &turn));
    let works: Vec<f64> = works.collect();
    if S::is_round(&contact.touch, coefficients) {
        return works[0] - works[1..].iter().map(|work| work * work).sum::<f64>().sqrt();
    }
    works.into_iter().fold(f64::INFINITY, f64::min)
}

/// The relative velocity at a contact, of the points and angular.
pub(super) fn relative<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    contact: &AssemblyContact<S::Touch>,
    twists: &[Vec<f64>],
) -> ([f64; 3], [f64; 3]) {
    let point = S::place(&contact.touch);
    let (mut velocity, mut turn) = ([0.0; 3], [0.0; 3]);
    for (body, positive) in contact.sides() {
        let sign = if positive { 1.0 } else { -1.0 };
        let com = problem.bodies[body].reference.as_ref();
        let lever = std::array::from_fn(|k| point[k] - com.get(k).map_or(0.0, Rational::to_f64));
        let (w, v): ([f64; 3], [f64; 3]) = match &twists[body][..] {
            [w, x, y] => ([0.0, 0.0, *w], [*x, *y, 0.0]),
            other => (
                std::array::from_fn(|k| other.get(k).copied().unwrap_or(0.0)),
                std::array::from_fn(|k| other.get(k + 3).copied().unwrap_or(0.0)),
            ),
        };
        let moved = across(&w, &lever);
        (0..3).for_each(|k| {
            velocity[k] += sign * (v[k] + moved[k]);
            turn[k] += sign * w[k];
        });
    }
    (velocity, turn)
}
