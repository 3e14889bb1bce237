//! The course is followed from its beginning: cones of values that stand, one after the other, until one
//! instant falls or time is up.

use super::cover::{Cover, cover, looks};
use super::pace::{Pace, Paced};
use super::pool::{Pool, ROUNDING, ValueEnd};
use super::tie::otherwise;
use crate::stand::assembly::{Collapse, Searched};
use std::collections::HashMap;
use stiction_proof::moving::{CourseCone, Covered, MovingProblem, MovingProof, Polynomials, Rides, Stretch};
use stiction_proof::{Answer, NonZero, Rational, Verified};
use stiction_scene::Refused;

/// Cones after which a course is left undecided.
const MOST_CONES: usize = 200;
/// Values after which it is.
const MOST_ASKED: usize = 6000;
/// Work on enclosures after which it is, in units of one stretch of a base that does not turn; where it
/// turns, products of expansions make one stretch as many units as there are pairs of freedoms.
const MOST_WORK: usize = 20_000;
/// Halvings of a stretch in which the enclosures are tried.
const MOST_HALVINGS: usize = 14;

/// A proof that it falls, and the motion on which it does.
pub type AlsoFalls<S> = (Verified<MovingProof<<S as stiction_scene::lower::Standing>::Touch>>, Collapse<S>);

/// What became of an assembly on its way.
#[derive(Debug, Clone, PartialEq)]
pub struct Followed<S: Searched>
where
    S::Touch: Rides,
{
    /// The pace.
    pub speed: Rational,
    /// Whether everything rides along to the end.
    pub answer: Answer,
    /// That it does up to this instant.
    pub stays: Option<Verified<MovingProof<S::Touch>>>,
    /// That it does not at this one.
    pub falls: Option<Verified<MovingProof<S::Touch>>>,
    /// On what motion.
    pub collapse: Option<Collapse<S>>,
    /// That it falls at the same instant on another motion, in another manner, and that motion.
    pub also: Option<AlsoFalls<S>>,
    /// How long the motion of the base lasts, s.
    pub duration: Rational,
}

/// The part of a motion's duration within which the first failure has to be proved before a point is named:
/// one in so many.
const NARROW: i64 = 100_000;

impl<S: Searched> Followed<S>
where
    S::Touch: Rides,
{
    /// Until when everything is proved to ride along.
    pub fn until(&self) -> Option<&Rational> {
        match self.stays.as_ref()?.proof() {
            MovingProof::Stays { stretches, .. } => stretches.last().map(|last| &last.to),
            MovingProof::Falls { .. } => None,
        }
    }

    /// When it is proved not to.
    pub fn fails_at(&self) -> Option<&Rational> {
        match self.falls.as_ref()?.proof() {
            MovingProof::Falls { at, .. } => Some(at),
            MovingProof::Stays { .. } => None,
        }
    }

    /// The two instants between which the first failure is.
    pub fn bracket(&self) -> Option<[Rational; 2]> {
        Some([self.until().cloned().unwrap_or_default(), self.fails_at()?.clone()])
    }

    /// The first failure, if it is known closely: the shortest fraction between the two instants.  No instant
    /// stands for a wide bracket.
    pub fn first_failure(&self) -> Option<Rational> {
        let [until, at] = self.bracket()?;
        let narrow = (&at - &until) * Rational::from(NARROW) <= self.duration;
        narrow.then(|| Rational::simplest_between(&until, &at))
    }
}

/// An instant that falls.
struct Fall {
    /// Where the row is crossed, in doubles.
    crossing: f64,
    /// A little later, where it is proved.
    at: Rational,
    row: usize,
}

pub(super) struct Follower<'p, 'a, S: Searched + Paced>
where
    S::Touch: Rides,
{
    pool: &'p mut Pool<'a, S>,
    speed: Rational,
    motion: Polynomials,
    pace: Pace,
    end: Rational,
    /// How narrow the bracket of a first failure is to be, s.
    aim: f64,
    cones: Vec<CourseCone>,
    stretches: Vec<Covered>,
    work: usize,
}

impl<'p, 'a, S: Searched + Paced> Follower<'p, 'a, S>
where
    S::Touch: Rides,
{
    pub(super) fn new(pool: &'p mut Pool<'a, S>, over: &NonZero, relative: f64) -> Self {
        let problem = pool.problem;
        let (speed, end) = (over.get(), &problem.motion.duration / over);
        Self {
            speed: speed.clone(),
            motion: problem.polynomials(speed),
            pace: Pace::new::<S, S::Touch>(problem, speed),
            // In many dimensions the boundary is come to in smaller steps.
            aim: end.to_f64() * if pool.dimension() > MOST_CLOSE { relative.max(FAR_AIM) } else { relative },
            end,
            cones: Vec::new(),
            stretches: Vec::new(),
            work: 0,
            pool,
        }
    }

    /// Follows the course.
    pub(super) fn follow(mut self) -> Result<Followed<S>, Refused> {
        let start = self.start();
        match self.pool.ask(&start)? {
            ValueEnd::Falls(row) => {
                let fall = Fall { crossing: 0.0, at: Rational::zero(), row };
                return self.ended(Some(fall));
            }
            ValueEnd::Undecided => return self.ended(None),
            ValueEnd::Stands(place, _) => {
                let single = self.single(place);
                let whole = if self.is_constant() { self.end.clone() } else { Rational::zero() };
                self.cones.push(single);
                self.stretches.push(Covered { to: whole, cone: 0 });
            }
        }
        let fall = self.along()?;
        self.ended(fall)
    }

    /// The course at time 0, where nothing has turned: exact.
    fn start(&self) -> Vec<Rational> {
        let still = Stretch { from: Rational::zero(), to: Rational::zero() };
        self.pool.problem.course(&self.motion, &still).iter().map(|one| one.least()).collect()
    }

    /// Whether the course does not change: nothing turns, and accelerations are constant.
    fn is_constant(&self) -> bool {
        let turns = S::FREEDOMS - S::DIMENSION;
        let short =
            |(freedom, powers): (usize, &Vec<Rational>)| powers.len() <= if freedom < turns { 0 } else { 3 };
        self.pool.problem.motion.coefficients.iter().enumerate().all(short) || self.pool.dimension() == 0
    }

    /// The ray of one value: the equalities are everything across it.
    fn single(&self, place: usize) -> CourseCone {
        let at = &self.pool.standing[place].at;
        let Some(first) = at.iter().position(|entry| !entry.is_zero()) else {
            return CourseCone { rays: Vec::new(), normals: Vec::new(), equalities: unit_rows(at.len()) };
        };
        let mut normal = vec![Rational::zero(); at.len()];
        normal[first] = if at[first].is_positive() { Rational::one() } else { Rational::from(-1) };
        let equality = |other: usize| {
            let mut row = vec![Rational::zero(); at.len()];
            row[first] = at[other].clone();
            row[other] = -&at[first];
            row
        };
        let equalities = (0..at.len()).filter(|&other| other != first).map(equality).collect();
        CourseCone { rays: vec![place], normals: vec![normal], equalities }
    }

    fn reached(&self) -> Rational {
        self.stretches.last().map(|last| last.to.clone()).unwrap_or_default()
    }

    /// Covers stretch after stretch, and tells the instant that falls.
    fn along(&mut self) -> Result<Option<Fall>, Refused> {
        let mut fall: Option<Fall> = None;
        let mut window = self.end.to_f64();
        while self.cones.len() < MOST_CONES && self.pool.asked < MOST_ASKED && self.work < MOST_WORK {
            let from = self.reached();
            let goal = self.goal(fall.as_ref());
            if from >= goal {
                break;
            }
            let start = from.to_f64();
            let to = if start + window >= goal.to_f64() { goal } else { exact(start + window) };
            match cover(self.pool, &self.pace, start, to.to_f64())? {
                Cover::Holds(cone, reached) => {
                    let to = if reached >= to.to_f64() { to } else { exact(reached) };
                    if self.certify(cone, &from, &to) {
                        window *= 4.0;
                    } else {
                        window = (to.to_f64() - start) / 4.0;
                    }
                }
                Cover::Falls(time, row) => match self.crossing(row, start, time) {
                    Some(found) if fall.as_ref().is_none_or(|before| found.at < before.at) => {
                        fall = Some(found)
                    }
                    _ => window = (to.to_f64() - start) / 4.0,
                },
                Cover::Shorter | Cover::Undecided => window = (to.to_f64() - start) / 4.0,
            }
            if window < self.aim / 4.0 {
                break;
            }
        }
        Ok(fall)
    }

    /// Up to where the course is to be covered.
    fn goal(&self, fall: Option<&Fall>) -> Rational {
        match fall {
            None => self.end.clone(),
            Some(fall) => exact((fall.crossing - self.aim / 2.0).max(0.0)),
        }
    }

    /// Adds the stretches of a cone, each shown by enclosures, as far as they reach; whether all was shown.
    fn certify(&mut self, cone: CourseCone, from: &Rational, to: &Rational) -> bool {
        let (mut from, mut whole, mut found) = (from.clone(), true, Vec::new());
        let mut parts = vec![(to.clone(), 0)];
        while let Some((to, depth)) = parts.pop() {
            let stretch = Stretch { from: from.clone(), to: to.clone() };
            self.work += self.effort();
            if self.pool.problem.is_within_cone(&self.motion, &cone, &stretch) {
                found.push(Covered { to: to.clone(), cone: self.cones.len() });
                from = to;
            } else if depth < MOST_HALVINGS && self.work < MOST_WORK {
                let middle = exact((from.to_f64() + to.to_f64()) / 2.0);
                parts.push((to, depth + 1));
                parts.push((middle, depth + 1));
            } else {
                whole = false;
                break;
            }
        }
        if !found.is_empty() {
            self.cones.push(cone);
            self.stretches.append(&mut found);
        }
        whole
    }

    /// The work of one enclosure.
    fn effort(&self) -> usize {
        let turns = &self.pool.problem.motion.coefficients[..S::FREEDOMS - S::DIMENSION];
        if turns.iter().all(Vec::is_empty) { 1 } else { S::FREEDOMS * S::FREEDOMS }
    }

    /// Where a row that is violated at `time` is first crossed after `from`, and an instant just behind where
    /// that is proved.
    fn crossing(&self, row: usize, from: f64, time: f64) -> Option<Fall> {
        let excess = |time: f64| self.pool.rows[row].excess(&self.pace.at(time));
        let (mut below, mut above) = (from, time);
        if let Some(first) = looks(from, time, 256).find(|&look| excess(look) > ROUNDING) {
            above = first;
            below = (first - (time - from) / 256.0).max(from);
        }
        for _ in 0..60 {
            let middle = 0.5 * (below + above);
            if excess(middle) > 0.0 { above = middle } else { below = middle }
        }
        let collapse = &self.pool.rows[row].collapse;
        let normal =
            self.pool.problem.row(&collapse.twists, &collapse.resistance, &collapse.absorbed).ok()?;
        let falls =
            |at: &Rational| self.pool.problem.value(&self.speed, at, &normal).lower > collapse.absorbed;
        let mut step = self.aim / 4.0;
        while step < 2.0 * (time - from) + self.aim {
            let at = exact(above + step).min(exact(time)).min(self.end.clone());
            if falls(&at) {
                return Some(Fall { crossing: above, at, row });
            }
            step *= 4.0;
        }
        None
    }

    /// The proofs of what was found.
    fn ended(self, fall: Option<Fall>) -> Result<Followed<S>, Refused> {
        let stays = self.stays()?;
        let problem = self.pool.problem;
        let collapse = fall.as_ref().map(|fall| self.plain(fall));
        let (mut falls, mut also) = (None, None);
        if let (Some(fall), Some(collapse)) = (&fall, &collapse) {
            falls = Some(problem.check(self.falling(fall, collapse)).map_err(Refused)?);
            // Another manner is a word more: where its own proof does not hold at this instant it is not said.
            also = otherwise::<S>(&problem.assembly, &self.load_at(&fall.at), collapse)?.and_then(|other| {
                let proof = problem.check(self.falling(fall, &other)).ok()?;
                Some((proof, other))
            });
        }
        let answer = match (&falls, self.reached() == self.end && stays.is_some()) {
            (Some(_), _) => Answer::No,
            (None, true) => Answer::Yes,
            (None, false) => Answer::Undecided,
        };
        let duration = self.end.clone();
        Ok(Followed { speed: self.speed, answer, stays, falls, collapse, also, duration })
    }

    /// That a fall is one, on a motion.
    fn falling(&self, fall: &Fall, collapse: &Collapse<S>) -> MovingProof<S::Touch> {
        let Collapse { twists, resistance, absorbed } = collapse.clone();
        MovingProof::Falls { speed: self.speed.clone(), at: fall.at.clone(), twists, resistance, absorbed }
    }

    /// What pulls at an instant, rounded where something has turned.
    fn load_at(&self, at: &Rational) -> Vec<S::Screw> {
        let instant = Stretch { from: at.clone(), to: at.clone() };
        let problem = self.pool.problem;
        let value: Vec<Rational> =
            problem.course(&self.motion, &instant).iter().map(|one| one.least()).collect();
        problem.load_at(&problem.loads(), &value)
    }

    /// The collapse of a fall: straight along what pulls, where nothing is in the way, for that is what a
    /// person expects.
    fn plain(&self, fall: &Fall) -> Collapse<S> {
        let problem = self.pool.problem;
        let mut twists = self.load_at(&fall.at);
        let turns = S::FREEDOMS - S::DIMENSION;
        for (twist, rider) in twists.iter_mut().zip(&problem.riders) {
            let mass =
                rider.mass.last().and_then(|row| row.last()).and_then(Rational::recip).unwrap_or_default();
            for (component, entry) in twist.as_mut().iter_mut().enumerate() {
                *entry = if component < turns { Rational::zero() } else { &*entry * &mass };
            }
        }
        let straight = Collapse { twists, resistance: Vec::new(), absorbed: Rational::zero() };
        let row = problem.row(&straight.twists, &straight.resistance, &straight.absorbed);
        let works = row.is_ok_and(|row| problem.value(&self.speed, &fall.at, &row).lower.is_positive());
        if works { straight } else { self.pool.rows[fall.row].collapse.clone() }
    }

    fn stays(&self) -> Result<Option<Verified<MovingProof<S::Touch>>>, Refused> {
        if self.stretches.is_empty() {
            return Ok(None);
        }
        let (mut standing, mut places) = (Vec::new(), HashMap::new());
        let mut cones = self.cones.clone();
        for ray in cones.iter_mut().flat_map(|cone| &mut cone.rays) {
            let place = *places.entry(*ray).or_insert_with(|| {
                standing.push(self.pool.standing[*ray].clone());
                standing.len() - 1
            });
            *ray = place;
        }
        let stretches = self.stretches.clone();
        let proof = MovingProof::Stays { speed: self.speed.clone(), standing, cones, stretches };
        self.pool.problem.check(proof).map(Some).map_err(Refused)
    }
}

fn unit_rows(dimension: usize) -> Vec<Vec<Rational>> {
    let unit = |axis: usize| (0..dimension).map(|k| Rational::from(i64::from(k == axis))).collect();
    (0..dimension).map(unit).collect()
}

/// A time in few digits.
fn exact(time: f64) -> Rational {
    Rational::from_f64(time.max(0.0)).unwrap_or_default()
}

/// Follows an assembly at its own pace.
pub fn follow<S: Searched + Paced>(problem: &MovingProblem<S::Touch>) -> Result<Followed<S>, Refused>
where
    S::Touch: Rides,
{
    Follower::new(&mut Pool::<S>::new(problem), &NonZero::one(), AIM).follow()
}

/// Components of the course up to which the bracket is narrow, and its width beyond.
const MOST_CLOSE: usize = 5;
const FAR_AIM: f64 = 1e-6;

/// The width of a first failure's bracket, as a part of the duration.
pub(super) const AIM: f64 = 1e-9;
