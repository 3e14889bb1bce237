//! All solutions of a system with a choice at each site, by branch and bound on exact linear programs.
//!
//! ```text
//!     a partial choice  ─ impossible: multipliers that say so                               (1)
//!                       ─ complete: all its solutions, corners and rays                     (2)
//!                       ─ else: its parts, the choices of one more site                     (3)
//! ```
//!
//! Under a law ([`stiction_proof::choice::Law`]) the choices that it excepts are decided first; of all others
//! it is one more strict row.
//!
//! Doubles steer and decide nothing: they propose the basis from which multipliers (1) follow in integers,
//! and where the checker does not accept these, an exact program decides.  A partial choice that is possible
//! needs no proof, only its parts do.
//!
//! References: \[Motzkin\], \[Farkas\]; [`stiction_proof::choice`] has the theorem.
//!
//! **A choice at each site.** Contact modes and complementarity problems are one kind of system: rows that
//! are affine in unknowns that are not negative, and at each contact or index a choice of signs. A partial
//! choice is refuted by multipliers of the rows, and takes every choice below it along; what is left are
//! polyhedra. Doubles only propose a basis: the multipliers are solved for in integers and accepted by the
//! checker, else an exact program decides. The checker sees three lists, and needs no tree: refuted partial
//! choices, choices with their corners, and that the two leave nothing out.

mod apart;
mod exact;
mod quick;
mod set;

pub use apart::{SearchEnd, any_solution};
pub use set::solved;

use dashu_int::IBig;
use exact::Exactly;
use quick::{Basis, Belief, Quick};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use stiction_exact::work::{self, Limit, Stopped};
use stiction_proof::Rational;
use stiction_proof::choice::{Allowed, Choice, Choices, Condition, Family, Objection, Partial, Site};

/// A choice at every site, with its solutions.
#[derive(Debug, Clone, PartialEq)]
pub struct Complete {
    /// The choice.
    pub choice: Partial,
    /// A solution, every strict condition strictly met.
    pub point: Vec<Rational>,
    /// The closure of all of them; none if it has too many dimensions.
    pub family: Option<Family>,
}

/// Everything about a system.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Enumeration {
    /// The choices with solutions.
    pub complete: Vec<Complete>,
    /// Partial choices without, each with its multipliers, which the checker accepted.
    pub refuted: Vec<(Partial, Vec<IBig>)>,
    /// What the checker had against multipliers, if it ever did: a defect of this library.
    pub refused: Option<Objection>,
    /// Partial choices that were looked at.
    pub looked_at: usize,
    /// How often doubles did not suffice.
    pub exactly: usize,
}

/// Why a search is not finished.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unfinished {
    /// It went beyond its effort.
    TooMany(usize),
    /// Its answer has more numbers than this.
    TooLarge(usize),
    /// Some set has more dimensions than this, too many for its corners to be listed.
    TooWide(usize),
    /// The allowance was used up.
    Stopped(Stopped),
    /// A round cone at rest has more modes than any list.
    Round,
    /// One solution was asked for, and no other was looked for.
    One,
}

/// What [`Unfinished::Round`] says of itself.
const ROUND: &str = "not listed: a round cone at rest has more modes than any list; --cone inner:4 has one";

/// What [`Unfinished::One`] says of itself.
const ONE: &str = "not looked for: one solution was asked, and nothing shows that it is the only one";

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany(effort) => write!(f, "not finished after {effort} partial choices"),
            Self::TooLarge(numbers) => write!(f, "not finished: the answer has more than {numbers} numbers"),
            Self::TooWide(most) => {
                write!(f, "not listed: some solutions have more than {most} dimensions")
            }
            Self::Stopped(stopped) => stopped.why.fmt(f),
            Self::Round => f.write_str(ROUND),
            Self::One => f.write_str(ONE),
        }
    }
}

/// Reads what [`Unfinished`] says of itself; where work was being done when it was stopped is not said.
impl FromStr for Unfinished {
    type Err = ();

    fn from_str(told: &str) -> Result<Self, ()> {
        let number = |before: &str, after: &str| told.strip_prefix(before)?.strip_suffix(after);
        let count = |before: &str, after: &str| number(before, after)?.parse::<usize>().ok();
        let seconds = || Duration::try_from_secs_f64(number("not finished in ", " s")?.parse().ok()?).ok();
        let steps = || number("not finished in ", " steps")?.parse().ok();
        let stopped = |why: Limit| Self::Stopped(Stopped { at: "", why });
        let read = count("not finished after ", " partial choices")
            .map(Self::TooMany)
            .or_else(|| count("not finished: the answer has more than ", " numbers").map(Self::TooLarge))
            .or_else(|| count("not listed: some solutions have more than ", " dimensions").map(Self::TooWide))
            .or_else(|| seconds().map(Limit::Time).map(stopped))
            .or_else(|| steps().map(Limit::Steps).map(stopped))
            .or_else(|| (told == ROUND).then_some(Self::Round))
            .or_else(|| (told == ONE).then_some(Self::One))
            .or_else(|| (told == Limit::Cancelled.to_string()).then(|| stopped(Limit::Cancelled)));
        read.filter(|read| read.to_string() == told).ok_or(())
    }
}

/// Partial choices after which a search is given up, unless it is told otherwise.
pub const EFFORT: usize = 500_000;

/// Numbers of an answer after which a search is given up: some hundred megabytes.
pub const NUMBERS: usize = 4_000_000;

/// Which site is decided next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The first that is open, after those where everything is.
    AsGiven,
    /// The one that is farthest from making any of its choices where doubles ended.
    Farthest,
}

/// Partial choices that are looked at in one order before another is tried; then so many times as many.
const FIRST_TRY: usize = 2000;
const LONGER: usize = 5;

/// How a search is asked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SearchOptions {
    /// A law that excepts one choice at every site.
    pub law: Option<usize>,
    /// Partial choices that are looked at at most.
    pub effort: usize,
    /// Corners are listed of sets of at most so many dimensions.
    pub most_freedoms: usize,
}

/// Finds every choice with solutions, and refutes the others.  Of a search that is not finished comes what was found.
///
/// Which site is decided first changes how many partial choices there are by orders of magnitude, and neither
/// order is always the better one: they take turns, each time for longer, so that the better one is waited
/// for no more than a few times as long.
pub fn search(choices: &Choices, asked: SearchOptions) -> (Enumeration, Option<Unfinished>) {
    search_from(choices, choices.everything(), asked)
}

/// The same of what a partial choice leaves open.
pub fn search_from(
    choices: &Choices,
    start: Partial,
    asked: SearchOptions,
) -> (Enumeration, Option<Unfinished>) {
    let law = asked.law.filter(|&law| choices.laws()[law].except.iter().all(|mask| mask.is_power_of_two()));
    let (mut first, mut looked_at) = (FIRST_TRY, 0);
    // Of a search that is stopped the try that found most is told.
    let mut most = Enumeration::default();
    let larger = |one: Enumeration, other: Enumeration| {
        let (mut kept, count) = (other.looked_at.max(one.looked_at), one.complete.len());
        let mut larger = if other.complete.len() > count { other } else { one };
        std::mem::swap(&mut larger.looked_at, &mut kept);
        larger
    };
    loop {
        for order in [Order::Farthest, Order::AsGiven] {
            let left = asked.effort.saturating_sub(looked_at);
            let (quick, found) = (Quick::new(choices), Enumeration::default());
            let effort = first.min(left);
            let excepted = law.is_none();
            let mut search =
                Search { choices, law, excepted, order, quick, found, numbers: 0, effort, asked };
            let end = search.everything(start.clone());
            looked_at += search.found.looked_at;
            search.found.looked_at = looked_at;
            let place = |complete: &Complete| in_order(choices, &complete.choice);
            search.found.complete.sort_by_cached_key(place);
            match end {
                Ok(()) => return (search.found, None),
                Err(Unfinished::TooMany(_)) if looked_at < asked.effort => most = larger(search.found, most),
                Err(Unfinished::TooMany(_)) => {
                    return (larger(search.found, most), Some(Unfinished::TooMany(asked.effort)));
                }
                Err(unfinished) => return (larger(search.found, most), Some(unfinished)),
            }
        }
        first = first.saturating_mul(LONGER);
    }
}

/// Where a choice stands among others, however it was found: first by groups, then by the choices in them.
fn in_order(choices: &Choices, choice: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let grouped = |(site, mask): (&Site, &u32)| {
        let group = site.groups.iter().position(|(_, group)| group & mask != 0);
        group.map_or(mask.trailing_zeros(), |group| 32 + group as u32)
    };
    let groups = choices.sites().iter().zip(choice).map(grouped).collect();
    (groups, choice.iter().map(|mask| mask.trailing_zeros()).collect())
}

/// All solutions of one choice at every site, if it has any and not too many dimensions.
pub fn solutions_of(choices: &Choices, choice: &[u32], most_freedoms: usize) -> Option<Family> {
    set::solutions(choices, choice, most_freedoms)?.1
}

/// What a search is doing, in words.
const CHOICES: &str = "ruling out choices";

/// What is near enough to a choice to count as made.
const NEAR: f64 = 1e-9;

/// Where doubles ended, as far as it steers: each row and unknown in parts of the largest.
struct Steering {
    unknowns: Vec<f64>,
    rows: Vec<f64>,
}

impl Steering {
    fn new(quick: &Quick) -> Self {
        let scaled = |values: Vec<f64>| {
            let most = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
            let factor = if most > 0.0 { most.recip() } else { 1.0 };
            values.into_iter().map(|value| value * factor).collect()
        };
        let (unknowns, rows) = quick.point();
        Self { unknowns: scaled(unknowns), rows: scaled(rows) }
    }

    /// How far the nearest of these choices of a site is from being made.
    fn distance(&self, site: &Site, mask: u32) -> f64 {
        let chosen = site.choices.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
        let all = site.choices.iter().flat_map(|choice| &choice.open);
        let far = |choice: &Choice| {
            let wrong = choice.signs.iter().map(|&(row, signs)| match signs.condition() {
                Condition::Free => 0.0,
                Condition::Zero => self.rows[row].abs(),
                Condition::AtLeast { .. } => (-self.rows[row]).max(0.0),
                Condition::AtMost { .. } => self.rows[row].max(0.0),
            });
            let closed = all.clone().filter(|unknown| !choice.open.contains(unknown));
            wrong.sum::<f64>() + closed.map(|&unknown| self.unknowns[unknown]).sum::<f64>()
        };
        chosen.map(|(_, choice)| far(choice)).fold(f64::INFINITY, f64::min)
    }
}

struct Search<'c> {
    choices: &'c Choices,
    /// The law that holds for every choice but one.
    law: Option<usize>,
    /// Whether that one is decided.
    excepted: bool,
    order: Order,
    quick: Quick,
    found: Enumeration,
    /// Numbers that the answer has so far.
    numbers: usize,
    effort: usize,
    asked: SearchOptions,
}

impl Search<'_> {
    fn everything(&mut self, start: Partial) -> Result<(), Unfinished> {
        self.visit(start)?;
        let Some(except) = self.open_exception() else { return Ok(()) };
        let complete = |search: &mut Self| {
            search.quick.judge(&search.choices.allowed(&except));
            search.complete(except);
        };
        work::attempt(CHOICES, || complete(self)).map_err(Unfinished::Stopped)
    }

    fn visit(&mut self, partial: Partial) -> Result<(), Unfinished> {
        self.found.looked_at += 1;
        if self.found.looked_at > self.effort {
            return Err(Unfinished::TooMany(self.effort));
        }
        if self.numbers > NUMBERS {
            return Err(Unfinished::TooLarge(NUMBERS));
        }
        let parts = work::attempt(CHOICES, || self.look(partial)).map_err(Unfinished::Stopped)?;
        parts.into_iter().try_for_each(|part| self.visit(part))
    }

    /// Decides a partial choice, or says which parts of it are to be decided.
    fn look(&mut self, partial: Partial) -> Vec<Partial> {
        work::spend(self.choices.rows().len() * self.choices.sites().len());
        let is_exception = self.law.is_some_and(|law| self.choices.laws()[law].except == partial);
        self.excepted |= is_exception;
        let law = self.law.filter(|_| !is_exception);
        let allowed = self.choices.allowed_under(&partial, law);
        let refuted = match self.quick.judge(&allowed) {
            Belief::Possible => None,
            Belief::Impossible(basis) => {
                exact::multipliers(self.choices, &allowed, &basis, self.quick.shifts())
                    .filter(|multipliers| self.choices.refutes(&partial, multipliers).is_ok())
                    .map_or_else(|| self.decide(&partial, &allowed), Some)
            }
            Belief::Lost => self.decide(&partial, &allowed),
        };
        if let Some(multipliers) = refuted {
            self.refute(partial, multipliers);
            return Vec::new();
        }
        self.parts(&partial).unwrap_or_else(|| {
            self.complete(partial);
            Vec::new()
        })
    }

    /// The choice that the law excepts, if nothing was said about it.
    fn open_exception(&self) -> Option<Partial> {
        let law = &self.choices.laws()[self.law.filter(|_| !self.excepted)?];
        let lies_in =
            |outer: &Partial| law.except.iter().zip(outer).all(|(inner, outer)| inner & !outer == 0);
        let mut refuted = self.found.refuted.iter();
        let said = refuted.any(|(partial, multipliers)| multipliers[law.row].is_zero() && lies_in(partial));
        (!said).then(|| law.except.clone())
    }

    /// Multipliers that refute a partial choice, from an exact program; none if it is possible.
    fn decide(&mut self, partial: &Partial, allowed: &Allowed) -> Option<Vec<IBig>> {
        self.found.exactly += 1;
        match exact::decide(self.choices, allowed) {
            Exactly::Possible(_) => None,
            Exactly::Impossible(multipliers) => {
                self.check(partial, &multipliers);
                Some(multipliers)
            }
        }
    }

    /// Lets the checker see multipliers of an exact program, which it must accept.
    fn check(&mut self, partial: &Partial, multipliers: &[IBig]) {
        if let Err(objection) = self.choices.refutes(partial, multipliers) {
            self.found.refused = Some(objection);
        }
    }

    /// The parts of a partial choice, the most promising first: at the site that is farthest from making any
    /// of its choices where doubles ended, its groups and the choices in none; where no site is undecided
    /// there, at the first that is open.
    fn parts(&self, partial: &Partial) -> Option<Vec<Partial>> {
        let sites = self.choices.sites();
        let open: Vec<usize> = (0..sites.len()).filter(|&site| partial[site].count_ones() > 1).collect();
        let seen = Steering::new(&self.quick);
        let far = |site: usize| seen.distance(&sites[site], partial[site]);
        // Among equals the first.
        let farthest = open
            .iter()
            .map(|&site| (site, far(site)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best });
        let site = match farthest? {
            (site, distance) if distance > NEAR && self.order == Order::Farthest => site,
            _ => {
                let whole = open.iter().find(|&&site| partial[site] == sites[site].all());
                *whole.or_else(|| open.first())?
            }
        };
        let mask = partial[site];
        let groups = sites[site]
            .groups
            .iter()
            .map(|(_, group)| *group)
            .filter(|group| group & !mask == 0 && *group != mask);
        let groups: Vec<u32> = groups.collect();
        let grouped = groups.iter().fold(0, |all, group| all | group);
        let single = (0..32).map(|bit| 1 << bit).filter(|bit| mask & !grouped & bit != 0);
        let mut masks: Vec<u32> = single.chain(groups.iter().copied()).collect();
        if self.order == Order::Farthest {
            let far = |mask: u32| seen.distance(&sites[site], mask);
            masks.sort_by(|&one, &other| far(one).total_cmp(&far(other)));
        }
        let part = |mask: u32| {
            let mut part = partial.clone();
            part[site] = mask;
            part
        };
        Some(masks.into_iter().map(part).collect())
    }

    fn refute(&mut self, partial: Partial, multipliers: Vec<IBig>) {
        self.numbers += multipliers.len();
        self.found.refuted.push((partial, multipliers));
    }

    fn hold(&mut self, complete: Complete) {
        let rows = complete.family.iter().map(|family| family.vertices.len() + family.rays.len());
        self.numbers += complete.point.len() * (1 + rows.sum::<usize>());
        self.found.complete.push(complete);
    }

    /// Solutions of a choice at every site, or what refutes it after all.
    fn complete(&mut self, choice: Partial) {
        if let Some((point, family)) = set::solutions(self.choices, &choice, self.asked.most_freedoms)
            && self.choices.holds(&choice, &point, false).is_ok()
        {
            self.hold(Complete { choice, point, family });
            return;
        }
        if let Some(point) = self.proposed(&choice) {
            self.hold(Complete { choice, point, family: None });
            return;
        }
        self.found.exactly += 1;
        match exact::decide(self.choices, &self.choices.allowed(&choice)) {
            Exactly::Impossible(multipliers) => {
                self.check(&choice, &multipliers);
                self.refute(choice, multipliers);
            }
            Exactly::Possible(point) => self.hold(Complete { choice, point, family: None }),
        }
    }
}

impl Search<'_> {
    /// The point at the basis where doubles ended for this choice, solved for in integers, if it meets every condition.
    fn proposed(&self, choice: &Partial) -> Option<Vec<Rational>> {
        let Basis { tight, basic, .. } = self.quick.last_basis();
        let last = self.choices.unknowns();
        let equation = |&row: &usize| -> Vec<IBig> {
            basic.iter().chain([&last]).map(|&unknown| self.choices.rows()[row][unknown].clone()).collect()
        };
        let values = solved(tight.iter().map(equation).collect(), basic.len())?;
        let mut point = vec![Rational::zero(); last];
        basic.iter().zip(values).for_each(|(&unknown, value)| point[unknown] = value);
        self.choices.holds(choice, &point, false).is_ok().then_some(point)
    }
}
