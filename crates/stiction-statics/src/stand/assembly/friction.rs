//! The least friction: the factor on all coefficients below which an assembly falls.
//!
//! Let `t(s)` be how far inside their cones forces can be when all coefficients are multiplied by `s`: the
//! most newtons along every normal besides a force of the cones.  It grows with `s`, and the least factor is
//! its zero.  With the forces `f` and the motion `V` at the most, on which the contacts have relative
//! velocities `u` and normals open by `Σ n·u = 1`,
//!
//! ```text
//!     dt/ds = −Σ (f − (f·n)n)·u / s                                                        (1)
//! ```
//!
//! since forces along the sliding do no work beyond what `s` allows.  Newton's steps find the zero, the first
//! ones from rough solutions.  All of that is in doubles; then forces just above the zero and a collapse just
//! below it are made exact.

use super::decide::{StandProof, by_search, falls, rests, stands};
use super::edges;
use super::groups::{self, Group, groups};
use super::margins::{loaded, normals, opened, opening, relative, short, spared};
use super::most::exact_steps;
use super::search::{Point, Proposal, Searched, Sought, search};
use stiction_exact::double::inner;
use stiction_exact::work::{Allowance, within};
use stiction_proof::{
    Answer, AssemblyContact, AssemblyProblem, AssemblyProof, Coefficients, FrictionUse, Rational, Touch,
    Verified,
};
use stiction_scene::bracket::{Bracket, End, Probe, Threshold, parts_between};
use stiction_scene::{Refused, Verdict};

/// The least common factor on all coefficients of friction that still stands: it falls at the lower end, stands at the
/// upper one, and there is an estimate between.
pub type LeastFriction<S> = Threshold<StandProof<S>>;

/// Doublings of the factor after which it is taken to be no use.
const MOST_DOUBLINGS: usize = 40;
/// Width of a bracket in doubles that is narrow enough.
const NARROW: f64 = 1e-10;
/// Steps away from the threshold at which proofs are sought, one after the other.
const AWAY: [f64; 7] = [1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4];

/// Farther steps, where forces or motions near the threshold are too large to be made exact.
const FARTHER_BELOW: [f64; 4] = [1e-3, 1e-2, 0.1, 0.5];
const FARTHER_ABOVE: [f64; 8] = [1e-3, 1e-2, 0.1, 1.0, 9.0, 99.0, 1e3, 1e4];

/// Rows up to which the exact program is asked.
const FEW_ROWS: usize = 12;
/// Newton's steps, and steps to the middle where these lead astray, at most.
const MOST_STEPS: usize = 60;
/// How near to the most the first depth is sought, and how near any is.
const ROUGH: f64 = 1e-2;
const FINE: f64 = 1e-11;

/// Finds the least factor on friction: the largest of those that the groups of bodies need.
pub fn least_friction<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
) -> Result<LeastFriction<S>, Refused> {
    if groups::is_one(problem) {
        return of_group::<S>(problem, load);
    }
    let groups = groups::<S>(problem);
    let mut most: Option<Neediest<'_, S>> = None;
    for group in &groups {
        match of_group::<S>(&group.problem, &group.part(load))? {
            Threshold::Never(collapse) => {
                let whole = spread(problem, load, group, collapse.proof());
                return whole.map_or(Ok(Threshold::Undecided), |proof| {
                    problem.check(proof).map(Threshold::Never).map_err(Refused)
                });
            }
            Threshold::Undecided => return Ok(Threshold::Undecided),
            Threshold::Between(bracket) => {
                if most.as_ref().is_none_or(|(_, other)| bracket.upper.0 > other.upper.0) {
                    most = Some((group, bracket));
                }
            }
            Threshold::None(_) => {}
        }
    }
    let Some((group, bracket)) = most else {
        return Ok(match stands::<S>(problem, load, &FrictionUse::None)? {
            Verdict::Yes(forces) => Threshold::None(forces),
            _ => Threshold::Undecided,
        });
    };
    // What one group needs is enough for those that need less.
    let friction = FrictionUse::Scaled(bracket.upper.0.clone());
    let Verdict::Yes(forces) = stands::<S>(problem, load, &friction)? else {
        return Ok(Threshold::Undecided);
    };
    let Some(collapse) = spread(problem, load, group, bracket.lower.1.proof()) else {
        return Ok(Threshold::Undecided);
    };
    let lower = (bracket.lower.0, problem.check(collapse).map_err(Refused)?);
    Ok(Threshold::Between(Bracket { lower, upper: (bracket.upper.0, forces), about: bracket.about }))
}

/// The group that needs most, and between which factors.
type Neediest<'a, S> = (&'a Group<S>, Bracket<StandProof<S>>);

/// The collapse of a group as one of the whole.
fn spread<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    group: &Group<S>,
    proof: &StandProof<S>,
) -> Option<StandProof<S>> {
    let AssemblyProof::Falls { friction, twists, resistance, .. } = proof else { return None };
    Some(groups::collapse(problem, group, (friction, load), twists, resistance))
}

/// The least factor that bodies joined by contacts need.
fn of_group<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
) -> Result<LeastFriction<S>, Refused> {
    let rows = edges::size::<S>(problem);
    let small = rows <= FEW_ROWS && !edges::is_round::<S>(problem, &FrictionUse::Given);
    let rubs = |contact: &AssemblyContact<S::Touch>| {
        contact.touch.friction().is_positive() || contact.touch.torsion().is_some_and(Rational::is_positive)
    };
    let smooth = || stands::<S>(problem, load, &FrictionUse::None);
    let rubs = problem.contacts.iter().any(rubs);
    if small || !rubs {
        return match smooth()? {
            Verdict::Yes(forces) => Ok(Threshold::None(forces)),
            Verdict::No(collapse) if rubs => exact_friction::<S>(problem, load, collapse),
            Verdict::No(_) => {
                // No factor makes friction of none.
                let largest = FrictionUse::Scaled(Rational::from(1_i64 << MOST_DOUBLINGS));
                let falls = stands::<S>(problem, load, &largest)?;
                Ok(match falls {
                    Verdict::No(collapse) => Threshold::Never(collapse),
                    _ => Threshold::Undecided,
                })
            }
            Verdict::Undecided => Ok(Threshold::Undecided),
        };
    }
    let depths = Depths::<S>::new(problem, load);
    let (mut about, mut rough) = (None, None);
    if let Zero::At { factor, slope } = depths.zero() {
        about = Some(factor);
        if let (Some(lower), Some(upper)) = (depths.falling(factor, slope), depths.standing(factor)) {
            let bracket = Bracket::new(lower, upper);
            if bracket.width() <= WIDTH || rows > MORE_ROWS {
                return Ok(Threshold::Between(bracket.with_about(factor)));
            }
            rough = Some((bracket, factor));
        }
    }
    let lowest = match smooth()? {
        Verdict::Yes(forces) => return Ok(Threshold::None(forces)),
        Verdict::No(collapse) => Some(collapse),
        Verdict::Undecided => None,
    };
    if rows > MORE_ROWS {
        return by_bisection::<S>(problem, load, lowest);
    }
    let mut closing = Closing::<S>::new(problem, load, about.unwrap_or(1.0));
    closing.rough(lowest.as_ref(), rough.as_ref().map(|(bracket, _)| bracket));
    let closed = within(&Allowance::unlimited().of_steps(exact_steps::<S>(problem)), || closing.close());
    if let Ok(Err(refused)) = closed {
        return Err(refused);
    }
    // Contacts that press as hard as they like have no depth to tell the threshold by, and exact programs about round
    // cones may end too early.
    Ok(match closing.told()? {
        Threshold::Undecided => by_bisection::<S>(problem, load, lowest)?,
        Threshold::Between(wide) if wide.width() > WIDTH => match by_bisection::<S>(problem, load, lowest)? {
            Threshold::Between(other) if other.width() < wide.width() => Threshold::Between(other),
            _ => Threshold::Between(wide),
        },
        told => told,
    })
}

/// Rows up to which exact programs narrow a bracket.
const MORE_ROWS: usize = 600;
/// Width of a bracket that needs no narrowing, relative to the larger of 1 and its end.
const WIDTH: f64 = 1e-9;
/// How far from where doubles see the threshold it is asked first, and by which factor farther next.
const FIRST: f64 = 1e-11;
const FARTHER: f64 = 16.0;

/// The least factor by asking next to where doubles see it, and farther away until it is between two answers.  What
/// was answered stays when the steps that it may take are used up.
struct Closing<'a, S: Searched> {
    problem: &'a AssemblyProblem<S::Touch>,
    load: &'a [S::Screw],
    about: f64,
    /// The largest factor that is proved to fall, and the least that is proved to stand.
    lower: Option<End<StandProof<S>>>,
    upper: Option<End<StandProof<S>>>,
}

impl<'a, S: Searched> Closing<'a, S> {
    fn new(problem: &'a AssemblyProblem<S::Touch>, load: &'a [S::Screw], about: f64) -> Self {
        Self { problem, load, about, lower: None, upper: None }
    }

    /// Takes what is known before: that it falls without friction, and a wide bracket.
    fn rough(&mut self, lowest: Option<&Verified<StandProof<S>>>, bracket: Option<&Bracket<StandProof<S>>>) {
        self.lower = lowest.map(|collapse| (Rational::zero(), collapse.clone()));
        if let Some(Bracket { lower, upper, .. }) = bracket {
            (self.lower, self.upper) = (Some(lower.clone()), Some(upper.clone()));
        }
    }

    /// Asks at a factor, and keeps the answer where it is the nearest.
    fn probe(&mut self, factor: Rational) -> Result<Option<Answer>, Refused> {
        let verdict = stands::<S>(self.problem, self.load, &FrictionUse::Scaled(factor.clone()))?;
        Ok(match verdict {
            Verdict::Yes(forces) => {
                if self.upper.as_ref().is_none_or(|(upper, _)| factor < *upper) {
                    self.upper = Some((factor, forces));
                }
                Some(Answer::Yes)
            }
            Verdict::No(collapse) => {
                if self.lower.as_ref().is_none_or(|(lower, _)| factor > *lower) {
                    self.lower = Some((factor, collapse));
                }
                Some(Answer::No)
            }
            Verdict::Undecided => None,
        })
    }

    /// Both ends next to each other, or the proof that no factor is enough.
    fn close(&mut self) -> Result<(), Refused> {
        self.seek_above()?;
        if self.upper.is_none() {
            self.probe(Rational::from(1_i64 << MOST_DOUBLINGS))?;
        }
        if self.upper.is_none() {
            return Ok(());
        }
        self.seek_below()?;
        while let Some(between) = self.between() {
            let mut told = false;
            for factor in between {
                told = told || self.probe(factor)?.is_some();
            }
            if !told {
                break;
            }
        }
        if let (Some(lower), Some(upper)) = (&self.lower, &self.upper) {
            let simplest = Rational::simplest_between(&lower.0, &upper.0);
            self.probe(simplest)?;
        }
        Ok(())
    }

    fn seek_above(&mut self) -> Result<(), Refused> {
        let (mut step, mut above) = (FIRST, self.about);
        let most = (MOST_DOUBLINGS as f64).exp2();
        while above < most / FARTHER {
            above = self.about * (1.0 + step);
            let known = self.upper.as_ref().is_some_and(|(upper, _)| upper.to_f64() <= above);
            if known || self.asked(above)? == Some(Answer::Yes) {
                break;
            }
            step *= FARTHER;
        }
        Ok(())
    }

    fn seek_below(&mut self) -> Result<(), Refused> {
        let mut step = FIRST;
        while step < 1.0 {
            let below = self.about * (1.0 - step);
            let known = self.lower.as_ref().is_some_and(|(lower, _)| lower.to_f64() >= below);
            if known || self.asked(below)? == Some(Answer::No) {
                break;
            }
            step *= FARTHER;
        }
        Ok(())
    }

    fn asked(&mut self, factor: f64) -> Result<Option<Answer>, Refused> {
        short(factor).map_or(Ok(None), |factor| self.probe(factor))
    }

    /// Where to ask between the ends, if these are far from each other.
    fn between(&self) -> Option<Vec<Rational>> {
        let ends = [&self.lower.as_ref()?.0, &self.upper.as_ref()?.0];
        parts_between(ends, WIDTH / 10.0)
    }

    /// What is known now.  What stands with the friction that it has needs no more than that.
    fn told(mut self) -> Result<LeastFriction<S>, Refused> {
        let one = Rational::one();
        let spans = |ends: [&Rational; 2]| *ends[0] < one && one < *ends[1];
        if let (Some(lower), Some(upper)) = (&self.lower, &self.upper)
            && spans([&lower.0, &upper.0])
            && self.between().is_some()
        {
            self.probe(Rational::one())?;
        }
        Ok(match (self.lower, self.upper) {
            (Some(lower), Some(upper)) => {
                let bracket = Bracket::new(lower, upper);
                let about = match bracket.width() <= WIDTH {
                    true => bracket.simplest().to_f64(),
                    false => self.about,
                };
                Threshold::Between(bracket.with_about(about))
            }
            (Some((factor, collapse)), None) if factor == Rational::from(1_i64 << MOST_DOUBLINGS) => {
                Threshold::Never(collapse)
            }
            _ => Threshold::Undecided,
        })
    }
}

/// A factor at which it is asked whether any friction is needed: without, contacts that carry nothing have no depth.
const NEXT_TO_NONE: f64 = 1e-3;
/// The least factor that is told from none.
const LEAST: f64 = 1e-9;

/// Where the depth is zero.
enum Zero {
    /// About here, where the depth has this slope.
    At { factor: f64, slope: f64 },
    /// Below every factor that was asked.
    Below,
    /// It was not found.
    Lost,
}

/// How deep inside the cones forces can be at a factor of friction.
struct Depth {
    depth: f64,
    /// Equation (1).
    slope: f64,
    /// By how much the depth may be larger.
    error: f64,
    point: Point,
}

/// Depths of one assembly.
struct Depths<'a, S: Searched> {
    problem: &'a AssemblyProblem<S::Touch>,
    load: &'a [S::Screw],
    normals: Vec<S::Screw>,
    /// All loads together: contacts never need to pull harder.
    total: f64,
}

impl<'a, S: Searched> Depths<'a, S> {
    fn new(problem: &'a AssemblyProblem<S::Touch>, load: &'a [S::Screw]) -> Self {
        let entries = load.iter().flat_map(|load| load.as_ref().iter());
        let total = entries.map(|entry| entry.to_f64().abs()).sum();
        Self { problem, load, normals: normals::<S>(problem), total }
    }

    /// The depth at a factor, if contacts may pull with `pull` newtons: the less, the sharper it is known.
    fn at(&self, friction: &FrictionUse, pull: f64, gap: f64) -> Option<Depth> {
        let pull = Rational::from_f64(pull)?;
        let load = loaded::<S>(self.load, &self.normals, &-&pull);
        let wide = spared::<S>(self.problem, &-&pull);
        let sought = Sought {
            further: Some(&self.normals),
            pressing: true,
            gap,
            ..Sought::new(&wide, friction, &load)
        };
        let Proposal::Inside(point) = search::<S>(sought) else { return None };
        let error = gap * (1.0 + point.multiple);
        Some(Depth {
            depth: point.multiple - pull.to_f64(),
            slope: self.slope(friction, &point)?,
            error,
            point,
        })
    }

    /// Equation (1).
    fn slope(&self, friction: &FrictionUse, point: &Point) -> Option<f64> {
        let FrictionUse::Scaled(factor) = friction else { return Some(0.0) };
        let twists = point.twists.as_ref()?;
        let coefficients = self.problem.coefficients(friction);
        let (mut along, mut opens) = (0.0, 0.0);
        for ((contact, coefficients), x) in
            self.problem.contacts.iter().zip(&coefficients).zip(&point.variables)
        {
            let (velocity, turn) = relative::<S>(self.problem, contact, twists);
            let normal = S::normal(&contact.touch);
            let length = inner(&normal, &normal).sqrt();
            let unit = normal.map(|entry| entry / length);
            let open = inner(&unit, &velocity);
            opens += open;
            for ([force, moment], x) in S::generators(&contact.touch, coefficients).iter().zip(x) {
                let across = inner(force, &velocity) - inner(force, &unit) * open;
                along += x * (across + inner(moment, &turn));
            }
        }
        Some(-along / (factor.to_f64() * opens))
    }

    /// Whether forces could be inside the cones without friction, as far as a rough search tells.
    fn is_smooth(&self) -> bool {
        self.at(&FrictionUse::None, self.total, ROUGH).is_some_and(|found| found.depth > 0.0)
    }

    /// The zero of the depth.
    fn zero(&self) -> Zero {
        let (mut low, mut high) = (None, f64::INFINITY);
        let (mut factor, mut gap, mut pull) = (1.0, ROUGH, self.total);
        for _ in 0..MOST_STEPS {
            let Some(exact) = Rational::from_f64(factor) else { return Zero::Lost };
            let mut next = f64::NAN;
            let found = self.at(&FrictionUse::Scaled(exact), pull, gap);
            match found {
                Some(Depth { depth, slope, error, .. }) => {
                    if depth > 0.0 {
                        high = high.min(factor);
                    } else if depth + error < 0.0 {
                        low = Some(factor.max(low.unwrap_or(0.0)));
                    }
                    next = factor - depth / slope;
                    let change = (next - factor).abs();
                    // What Newton's step leaves is about the square of it.
                    if change * change <= NARROW * factor * factor && gap <= FINE {
                        return Zero::At { factor: next, slope };
                    }
                    if change <= factor {
                        // The next depth is about the square of this one; it is sought as sharply as it is small.
                        let part = change / factor;
                        gap = if part <= 1e-4 { FINE } else { (part * part).clamp(FINE, ROUGH) };
                        let left = depth.abs() * part + error;
                        pull = (1e3 * left).clamp(FINE * self.total, self.total);
                    }
                }
                // Contacts may have to pull harder, or doubles do not come so near.
                None if pull < self.total => {
                    pull = self.total;
                    continue;
                }
                None if gap < ROUGH => {
                    gap = (100.0 * gap).min(ROUGH);
                    continue;
                }
                None => low = Some(factor.max(low.unwrap_or(0.0))),
            }
            if low.is_none() && high <= NEXT_TO_NONE {
                return Zero::Below;
            }
            let downward = high.is_finite() && low.is_none() && (next.is_nan() || next <= 0.0);
            if downward && high < 1.0 {
                if self.is_smooth() {
                    return Zero::Below;
                }
                low = Some(0.0);
            }
            let least = low.unwrap_or(0.0);
            if high - least <= NARROW * high {
                return Zero::At { factor: 0.5 * (least + high), slope: f64::INFINITY };
            }
            factor = match (next > least && next < high, high.is_finite()) {
                (true, true) => next,
                (true, false) if next > factor => next.min(64.0 * factor),
                (_, true) => 0.5 * (least + high),
                (_, false) => 2.0 * factor,
            };
            if factor > (MOST_DOUBLINGS as f64).exp2() {
                return Zero::Lost;
            }
        }
        Zero::Lost
    }

    /// Forces just above the zero.
    fn standing(&self, about: f64) -> Option<End<StandProof<S>>> {
        AWAY.iter().find_map(|away| {
            let factor = short(about + away * about.max(LEAST))?;
            let friction = FrictionUse::Scaled(factor.clone());
            let found = self.at(&friction, 0.0, FINE);
            let mut found = found.filter(|found| found.depth > 0.0)?;
            let coefficients = self.problem.coefficients(&friction);
            let cones = self.problem.contacts.iter().zip(&coefficients);
            for ((contact, coefficients), x) in cones.zip(&mut found.point.variables) {
                S::press(&contact.touch, coefficients, x, found.depth);
            }
            Some((factor, rests::<S>(self.problem, self.load, &friction, &found.point)?))
        })
    }

    /// A collapse just below the zero.
    fn falling(&self, about: f64, slope: f64) -> Option<End<StandProof<S>>> {
        // What opens with this friction opens with less.
        let opens = opening::<S>(self.problem, &FrictionUse::Scaled(short(about)?), &self.normals);
        AWAY[1..].iter().find_map(|away| {
            let factor = short(about - away * about.max(LEAST)).filter(|factor| !factor.is_negative())?;
            let friction = FrictionUse::Scaled(factor.clone());
            let pull = (64.0 * away * about * slope.abs()).min(self.total);
            let found = self.at(&friction, pull, FINE)?;
            let twists = opened::<S>(self.problem, &friction, &found.point.twists?, opens.as_ref(), None);
            Some((factor, falls::<S>(self.problem, self.load, &friction, &twists)?))
        })
    }
}

/// The same by asking at the middle, where forces may be as deep as one likes.
fn by_bisection<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    lowest: Option<Verified<StandProof<S>>>,
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
            Some(Verdict::No(collapse)) => Threshold::Never(collapse),
            _ => Threshold::Undecided,
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
    let lower = AWAY.iter().chain(&FARTHER_BELOW).find_map(|away| match at(low * (1.0 - away))? {
        (factor, Verdict::No(collapse)) => Some((factor, collapse)),
        _ => None,
    });
    let upper = AWAY.iter().chain(&FARTHER_ABOVE).find_map(|away| match at(high * (1.0 + away))? {
        (factor, Verdict::Yes(forces)) => Some((factor, forces)),
        _ => None,
    });
    let lower = lower.or_else(|| Some((Rational::zero(), lowest?)));
    Ok(match (lower, upper) {
        (Some(lower), Some(upper)) => {
            Threshold::Between(Bracket::new(lower, upper).with_about(0.5 * (low + high)))
        }
        _ => Threshold::Undecided,
    })
}

fn exact_friction<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    lowest: Verified<StandProof<S>>,
) -> Result<LeastFriction<S>, Refused> {
    let probe = |factor: &Rational| match stands::<S>(problem, load, &FrictionUse::Scaled(factor.clone()))? {
        Verdict::Yes(forces) => Ok(Probe::Upper((factor.clone(), forces))),
        Verdict::No(collapse) => Ok(Probe::Lower((factor.clone(), collapse))),
        Verdict::Undecided => Err(Refused(stiction_proof::Refusal::NotReached)),
    };
    let mut lower = (Rational::zero(), lowest);
    let mut factor = Rational::one();
    for _ in 0..MOST_DOUBLINGS {
        match probe(&factor)? {
            Probe::Upper(upper) => {
                let mut bracket = Bracket::new(lower, upper).narrow(probe)?;
                let simplest = probe(&bracket.simplest())?;
                bracket.place(simplest);
                let about = bracket.simplest().to_f64();
                return Ok(Threshold::Between(bracket.with_about(about)));
            }
            Probe::Lower(end) => lower = end,
        }
        factor = factor * Rational::from(2);
    }
    Ok(Threshold::Never(lower.1))
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
    match search::<S>(Sought::new(problem, &friction, load)) {
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
    let length = inner(&normal, &normal).sqrt();
    let unit = normal.map(|entry| entry / length);
    let along = inner(&velocity, &unit);
    let slip = (inner(&velocity, &velocity) - along * along).max(0.0).sqrt();
    let (mu, gamma) = (coefficients.friction.to_f64(), coefficients.torsion.to_f64());
    let resisted = (mu * slip).hypot(gamma * inner(&turn, &unit));
    if resisted > 0.0 { along / resisted } else { f64::INFINITY }
}
