//! How far an assembly is from falling: largest multiples of a further load, and the least friction.
//!
//! The multiples of a load that stand are an interval.  Its end comes as two fractions: forces at the lower one, and above
//! the upper one a motion on which anything more collapses.  Forces at the end itself are on the boundary of the cones;
//! mixed with a little of those at the beginning, which are strictly inside, they are inside and can be made exact.
//!
//! The least factor on friction is found by asking in doubles, each answer telling how far it reaches: forces as far as
//! they use their cones, a motion as far as nothing resists it.

use super::columns::{across, inner, size};
use super::decide::{StandProof, by_search, falls, resistance, rests, rounded_twists, stands};
use super::edges::{EdgeEnd, Edges};
use super::search::{Point, Proposal, Searched, Sought, search};
use crate::ask::bracket::{Bracket, End, Side};
use crate::ask::{Refused, Verdict};
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
/// Parts of the forces at the beginning that are mixed into those at the end, one after the other.
const MIXTURES: [f64; 6] = [1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-4];

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
    most_along(problem, load, &[further], &[Rational::one()], &Opening::new::<S>(problem))
}

/// The same for a combination of several directions; the bound at the upper end is a half-space of all of them.
pub fn most_along<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    directions: &[&[S::Screw]],
    way: &[Rational],
    opening: &Opening,
) -> Result<Most<S>, Refused> {
    let friction = FrictionUse::Given;
    let none = problem.no_load();
    let further = directions.iter().zip(way).fold(none, |sum, (part, share)| loaded::<S>(&sum, part, share));
    let asked = Asked { problem, load, directions, way, further: &further };
    let edges = Edges::<S>::new(problem, &friction);
    if let Some(edges) = edges.as_ref().filter(|edges| edges.rows() <= FEW_ROWS) {
        return asked.exactly(edges);
    }
    let found = asked.by_search(opening)?;
    match edges.filter(|edges| edges.rows() <= MORE_ROWS) {
        // On the boundary.
        Some(edges) if matches!(found, Most::Undecided) => asked.exactly(&edges),
        _ => Ok(found),
    }
}

/// A motion that opens every contact, where there is one: where no contacts press against each other without a load.
/// A little of it makes a motion on the boundary strict.
#[derive(Debug, Clone)]
pub struct Opening(Option<Vec<Vec<f64>>>);

impl Opening {
    /// Seeks one: the collapse under a load that pushes along every normal.
    pub fn new<S: Searched>(problem: &AssemblyProblem<S::Touch>) -> Self {
        Self::with::<S>(problem, &FrictionUse::Given)
    }

    fn with<S: Searched>(problem: &AssemblyProblem<S::Touch>, friction: &FrictionUse) -> Self {
        let load = normals::<S>(problem);
        let sought = Sought { problem, friction, load: &load, further: None, dropped: None, small: false };
        Self(match search::<S>(sought) {
            Proposal::Collapse(twists) => Some(twists),
            _ => None,
        })
    }
}

/// The load of one newton along every normal.
pub fn normals<S: Searched>(problem: &AssemblyProblem<S::Touch>) -> Vec<S::Screw> {
    let mut load = problem.no_load();
    for contact in &problem.contacts {
        let size = size(&S::normal(&contact.touch));
        let unit = Rational::from_f64(size.recip()).unwrap_or_else(Rational::one);
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

/// Twists with as much of an opening as makes them strict.
fn opened<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    friction: &FrictionUse,
    twists: &[Vec<f64>],
    opening: &Opening,
) -> Vec<Vec<f64>> {
    let Some(opening) = &opening.0 else { return twists.to_vec() };
    let coefficients = problem.coefficients(friction);
    let least = |twists: &[Vec<f64>]| {
        let clear = |(contact, coefficients)| clearance::<S>(problem, contact, coefficients, twists);
        problem.contacts.iter().zip(&coefficients).map(clear).fold(f64::INFINITY, f64::min)
    };
    let size = twists.iter().flatten().fold(0.0_f64, |size, entry| size.max(entry.abs()));
    // Rounding of the twists is far below this.
    let wanted = 1e-11 * size;
    let (now, gained) = (least(twists), least(opening));
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
}

impl<S: Searched> Asked<'_, S> {
    /// By interior points at the beginning and at the end.
    fn by_search(&self, opening: &Opening) -> Result<Most<S>, Refused> {
        let (problem, load, friction) = (self.problem, self.load, FrictionUse::Given);
        let sought =
            |further| Sought { problem, friction: &friction, load, further, dropped: None, small: false };
        let begin = match search::<S>(sought(None)) {
            Proposal::Inside(begin) => begin,
            Proposal::Collapse(twists) => {
                let falls = falls::<S>(problem, load, &friction, &twists);
                return Ok(if falls.is_some() { Most::Falls } else { Most::Undecided });
            }
            Proposal::Between { .. } => return Ok(Most::Undecided),
        };
        let bounded = |twists: Option<&Vec<Vec<f64>>>| {
            let twists = opened::<S>(problem, &friction, twists?, opening);
            self.beyond(&rounded_twists::<S>(&twists)?, None)
        };
        let (lower, upper) = match search::<S>(sought(Some(self.further))) {
            Proposal::Inside(end) => {
                (carried::<S>(problem, load, self.further, &begin, &end), bounded(end.twists.as_ref()))
            }
            // Nothing more may be added, or anything.
            Proposal::Between { point, .. } => match bounded(point.twists.as_ref()) {
                Some(upper) if upper.0.to_f64() < 1e-6 => {
                    let rests = rests::<S>(problem, load, &friction, &begin);
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
        match edges.least(self.load, &[(self.further.to_vec(), Rational::from(-1))], |_| Rational::zero()) {
            EdgeEnd::Impossible { .. } => Ok(Most::Falls),
            EdgeEnd::Unbounded { .. } => self.unlimited(),
            EdgeEnd::Best { pushes: forces, twists, resistance, cost } => {
                let multiple = -cost;
                let load = loaded::<S>(self.load, self.further, &multiple);
                let carried = AssemblyProof::Rests { friction: FrictionUse::Given, load, forces };
                let carried = self.problem.check(carried).map_err(Refused)?;
                let upper = self.beyond(&twists, Some(resistance)).ok_or(undecided)?;
                Ok(Most::Between(Bracket { lower: (multiple, carried), upper }))
            }
        }
    }

    /// Whether any multiple stands.
    fn unlimited(&self) -> Result<Most<S>, Refused> {
        let limited = self.problem.contacts.iter().any(|contact| contact.touch.most().is_some());
        let mut free = self.problem.clone();
        free.contacts.retain(|contact| contact.touch.most().is_none());
        let friction = FrictionUse::Given;
        let Verdict::Yes(forces) = stands::<S>(&free, self.further, &friction)? else {
            return Ok(Most::Undecided);
        };
        if limited {
            // By the contacts without limits alone; the others push with nothing.
            return Ok(Most::Undecided);
        }
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
        let normal: Vec<Rational> =
            self.directions.iter().map(|direction| work::<S>(direction, twists)).collect();
        let bound = taken - work::<S>(self.load, twists);
        let rate: Rational = normal.iter().zip(self.way).map(|(normal, way)| normal * way).sum();
        let multiple = bound.checked_div(&rate).filter(|_| rate.is_positive())?;
        let proof = AssemblyProof::Bounds {
            friction: FrictionUse::Given,
            load: self.load.to_vec(),
            directions: self.directions.iter().map(|direction| direction.to_vec()).collect(),
            normal,
            bound,
            twists: twists.to_vec(),
            resistance,
        };
        Some((multiple, self.problem.check(proof).ok()?))
    }
}

/// Forces just below the end.
fn carried<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    further: &[S::Screw],
    begin: &Point,
    end: &Point,
) -> Option<End<StandProof<S>>> {
    MIXTURES.iter().find_map(|part| {
        let multiple = short((1.0 - part) * end.multiple)?;
        let mix = |(begin, end): (&Vec<f64>, &Vec<f64>)| -> Vec<f64> {
            begin.iter().zip(end).map(|(begin, end)| part * begin + (1.0 - part) * end).collect()
        };
        let variables = begin.variables.iter().zip(&end.variables).map(mix).collect();
        let point = Point { variables, multiple: 0.0, twists: None };
        let total = loaded::<S>(load, further, &multiple);
        Some((multiple, rests::<S>(problem, &total, &FrictionUse::Given, &point)?))
    })
}

/// A double with few bits just below it.
fn short(value: f64) -> Option<Rational> {
    let unit = f64::from(value.abs().max(1e-9).log2().floor() as i32 - 44).exp2();
    Rational::from_f64((value / unit).floor() * unit)
}

/// The least common factor on all coefficients of friction that still stands.
#[derive(Debug, Clone, PartialEq)]
pub enum LeastFriction<S: super::Standing> {
    /// Falls at the lower end, stands at the upper one; about here in between.
    Between(Bracket<StandProof<S>>, f64),
    /// Stands without friction, by these forces.
    None(Verified<StandProof<S>>),
    /// Falls with every factor that was tried, the largest of them with this proof.
    Never(Verified<StandProof<S>>),
    /// Not proved.
    Undecided,
}

/// Doublings of the factor after which it is taken to be no use.
const MOST_DOUBLINGS: usize = 40;
/// Width of a bracket in doubles that is narrow enough.
const NARROW: f64 = 1e-10;
/// Steps away from the threshold at which proofs are sought, one after the other.
const AWAY: [f64; 7] = [1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4];

/// Finds the least factor on friction.
pub fn least_friction<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
) -> Result<LeastFriction<S>, Refused> {
    let small = Edges::<S>::new(problem, &FrictionUse::Given).is_some_and(|edges| edges.rows() <= FEW_ROWS);
    let smooth = stands::<S>(problem, load, &FrictionUse::None)?;
    let lowest = match smooth {
        Verdict::Yes(forces) => return Ok(LeastFriction::None(forces)),
        Verdict::No(collapse) => collapse,
        Verdict::Undecided => return Ok(LeastFriction::Undecided),
    };
    if small {
        return exact_friction(problem, load, lowest);
    }
    match by_depth(problem, load, &lowest)? {
        Some(found) => Ok(found),
        None => by_bisection(problem, load, lowest),
    }
}

/// The factor at which forces stop being inside the cones: where the depth of the deepest forces, which grows with friction,
/// is zero.  The secant of two depths finds it.
fn by_depth<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    lowest: &Verified<StandProof<S>>,
) -> Result<Option<LeastFriction<S>>, Refused> {
    let normals = normals::<S>(problem);
    let total: f64 =
        load.iter().flat_map(|load| load.as_ref().iter().map(|entry| entry.to_f64().abs())).sum();
    // Contacts may pull a little, so that the depth can be negative: the less, the sharper it is known.
    let at = |friction: &FrictionUse, pull: f64| {
        let pull = Rational::from_f64(pull)?;
        let pulled = loaded::<S>(load, &normals, &-&pull);
        let sought =
            Sought { problem, friction, load: &pulled, further: Some(&normals), dropped: None, small: false };
        match search::<S>(sought) {
            Proposal::Inside(point) => Some((point.multiple - pull.to_f64(), point)),
            _ => None,
        }
    };
    let depth = |factor: f64, pull: f64| {
        at(&FrictionUse::Scaled(Rational::from_f64(factor)?), pull).map(|(depth, _)| depth)
    };
    let (mut low, mut high): (Sample, Option<Sample>) = (Sample { factor: 0.0, depth: None }, None);
    let mut factor = 1.0;
    for _ in 0..MOST_DOUBLINGS {
        let sample = Sample { factor, depth: depth(factor, total) };
        if sample.depth.is_some_and(|depth| depth > 0.0) {
            high = Some(sample);
            break;
        }
        low = sample;
        factor *= 2.0;
    }
    let Some(mut high) = high else { return Ok(None) };
    let (mut weights, mut slope) = ([1.0, 1.0], None);
    for round in 0..60 {
        if high.factor - low.factor <= NARROW * high.factor.max(1.0) {
            break;
        }
        let pull = low.depth.map_or(total, |depth| (2.0 * depth.abs()).clamp(1e-12 * total, total));
        let middle = 0.5 * (low.factor + high.factor);
        let secant = low.depth.zip(high.depth).map(|(below, above)| {
            slope = Some((above - below) / (high.factor - low.factor));
            let (below, above) = (weights[0] * below, weights[1] * above);
            low.factor - below * (high.factor - low.factor) / (above - below)
        });
        let inner = |guess: &f64| *guess > low.factor && *guess < high.factor;
        let guess = secant.filter(|_| round % 4 != 3).filter(inner).unwrap_or(middle);
        let sample = Sample { factor: guess, depth: depth(guess, pull) };
        // The end that stays counts half, or it might stay for ever.
        if sample.depth.is_some_and(|depth| depth > 0.0) {
            (high, weights) = (sample, [0.5 * weights[0], 1.0]);
        } else {
            (low, weights) = (sample, [1.0, 0.5 * weights[1]]);
        }
    }
    let about = 0.5 * (low.factor + high.factor);
    let pull = |away: f64| slope.map_or(total, |slope: f64| (8.0 * away * slope.abs()).min(total));
    let upper = AWAY.iter().find_map(|away| {
        let factor = short(about + away * about.max(1.0))?;
        let friction = FrictionUse::Scaled(factor.clone());
        let (depth, mut point) = at(&friction, 0.0).filter(|(depth, _)| *depth > 0.0)?;
        let coefficients = problem.coefficients(&friction);
        for ((contact, coefficients), x) in
            problem.contacts.iter().zip(&coefficients).zip(&mut point.variables)
        {
            S::press(&contact.touch, coefficients, x, depth);
        }
        Some((factor, rests::<S>(problem, load, &friction, &point)?))
    });
    let lower = AWAY.iter().find_map(|away| {
        let factor = short(about - away * about.max(1.0)).filter(|factor| !factor.is_negative())?;
        let friction = FrictionUse::Scaled(factor.clone());
        let (_, point) = at(&friction, pull(away * about.max(1.0)))?;
        let twists = opened::<S>(problem, &friction, &point.twists?, &Opening::with::<S>(problem, &friction));
        Some((factor, falls::<S>(problem, load, &friction, &twists)?))
    });
    let lower = lower.unwrap_or_else(|| (Rational::zero(), lowest.clone()));
    Ok(upper.map(|upper| {
        let about = about.clamp(lower.0.to_f64(), upper.0.to_f64());
        LeastFriction::Between(Bracket { lower, upper }, about)
    }))
}

/// How deep forces can be at a factor of friction.
#[derive(Clone, Copy)]
struct Sample {
    factor: f64,
    depth: Option<f64>,
}

/// The same by asking at the middle, where forces may be as deep as one likes.
fn by_bisection<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    lowest: Verified<StandProof<S>>,
) -> Result<LeastFriction<S>, Refused> {
    let (mut low, mut high) = (0.0_f64, None);
    let mut factor = 1.0;
    for _ in 0..MOST_DOUBLINGS {
        match probe::<S>(problem, load, factor) {
            Reach::Stands(reach) => {
                high = Some(reach.min(factor));
                break;
            }
            Reach::Falls(reach) => low = low.max(reach.max(factor)),
            Reach::Between => {
                (low, high) = (low.max(factor), Some(factor));
                break;
            }
        }
        factor = (2.0 * factor).max(1.01 * low);
    }
    let Some(mut high) = high else {
        let largest = FrictionUse::Scaled(Rational::from_f64(low).unwrap_or_default());
        return Ok(match by_search::<S>(problem, load, &largest, false) {
            Some(Verdict::No(collapse)) => LeastFriction::Never(collapse),
            _ => LeastFriction::Undecided,
        });
    };
    for _ in 0..60 {
        if high - low <= NARROW * high.max(1.0) {
            break;
        }
        match probe::<S>(problem, load, 0.5 * (low + high)) {
            Reach::Stands(reach) => high = reach.min(0.5 * (low + high)),
            Reach::Falls(reach) => low = reach.max(0.5 * (low + high)).min(high),
            Reach::Between => break,
        }
    }
    let at = |factor: f64| {
        let factor = short(factor)?;
        let used = FrictionUse::Scaled(factor.clone());
        Some((factor, by_search::<S>(problem, load, &used, false)?))
    };
    let lower = AWAY.iter().find_map(|away| match at(low * (1.0 - away))? {
        (factor, Verdict::No(collapse)) => Some((factor, collapse)),
        _ => None,
    });
    let upper = AWAY.iter().find_map(|away| match at(high * (1.0 + away))? {
        (factor, Verdict::Yes(forces)) => Some((factor, forces)),
        _ => None,
    });
    let lower = lower.unwrap_or((Rational::zero(), lowest));
    Ok(upper.map_or(LeastFriction::Undecided, |upper| {
        let about = (0.5 * (low + high)).clamp(lower.0.to_f64(), upper.0.to_f64());
        LeastFriction::Between(Bracket { lower, upper }, about)
    }))
}

fn exact_friction<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    lowest: Verified<StandProof<S>>,
) -> Result<LeastFriction<S>, Refused> {
    let probe = |factor: &Rational| match stands::<S>(problem, load, &FrictionUse::Scaled(factor.clone()))? {
        Verdict::Yes(forces) => Ok(Side::Upper((factor.clone(), forces))),
        Verdict::No(collapse) => Ok(Side::Lower((factor.clone(), collapse))),
        Verdict::Undecided => Err(Refused(stiction_proof::Refusal::NoWork)),
    };
    let mut lower = (Rational::zero(), lowest);
    let mut factor = Rational::one();
    for _ in 0..MOST_DOUBLINGS {
        match probe(&factor)? {
            Side::Upper(upper) => {
                let mut bracket = Bracket { lower, upper }.narrow(probe)?;
                let simplest = probe(&bracket.simplest())?;
                bracket.place(simplest);
                let about = bracket.simplest().to_f64();
                return Ok(LeastFriction::Between(bracket, about));
            }
            Side::Lower(end) => lower = end,
        }
        factor = factor * Rational::from(2);
    }
    Ok(LeastFriction::Never(lower.1))
}

/// How far an answer about one factor reaches.
enum Reach {
    /// It stands, down to this factor.
    Stands(f64),
    /// It falls, up to this one.
    Falls(f64),
    Between,
}

fn probe<S: Searched>(problem: &AssemblyProblem<S::Touch>, load: &[S::Screw], factor: f64) -> Reach {
    let Some(exact) = Rational::from_f64(factor) else { return Reach::Between };
    let friction = FrictionUse::Scaled(exact);
    let coefficients = problem.coefficients(&friction);
    let sought = Sought { problem, friction: &friction, load, further: None, dropped: None, small: false };
    match search::<S>(sought) {
        Proposal::Inside(point) => {
            let mut used = 0.0_f64;
            for ((contact, coefficients), x) in
                problem.contacts.iter().zip(&coefficients).zip(&point.variables)
            {
                used = used.max(S::share(&contact.touch, coefficients, x));
            }
            Reach::Stands(factor * used.min(1.0))
        }
        Proposal::Collapse(twists) => {
            let mut reach = f64::INFINITY;
            for (contact, coefficients) in problem.contacts.iter().zip(&coefficients) {
                reach = reach.min(slack::<S>(problem, contact, coefficients, &twists));
            }
            Reach::Falls(if reach.is_finite() { factor * reach.max(1.0) } else { factor })
        }
        Proposal::Between { .. } => Reach::Between,
    }
}

/// By which factor the friction at a contact may grow before it resists twists.
fn slack<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    contact: &AssemblyContact<S::Touch>,
    coefficients: &Coefficients,
    twists: &[Vec<f64>],
) -> f64 {
    let (velocity, turn) = relative::<S>(problem, contact, twists);
    let normal = S::normal(&contact.touch);
    let unit = normal.map(|entry| entry / size(&normal));
    let along = inner(&velocity, &unit);
    let slip = (inner(&velocity, &velocity) - along * along).max(0.0).sqrt();
    let (mu, gamma) = (coefficients.friction.to_f64(), coefficients.torsion.to_f64());
    let resisted = (mu * slip).hypot(gamma * inner(&turn, &unit));
    if resisted > 0.0 { along / resisted } else { f64::INFINITY }
}

/// How far a contact is from resisting twists: the least work of a push with a unit normal.
fn clearance<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    contact: &AssemblyContact<S::Touch>,
    coefficients: &Coefficients,
    twists: &[Vec<f64>],
) -> f64 {
    let (velocity, turn) = relative::<S>(problem, contact, twists);
    let works = S::generators(&contact.touch, coefficients);
    let works = works.iter().map(|[force, moment]| inner(force, &velocity) + inner(moment, &turn));
    let works: Vec<f64> = works.collect();
    if S::is_round(&contact.touch, coefficients) {
        return works[0] - works[1..].iter().map(|work| work * work).sum::<f64>().sqrt();
    }
    works.into_iter().fold(f64::INFINITY, f64::min)
}

/// The relative velocity at a contact, of the points and angular.
fn relative<S: Searched>(
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
