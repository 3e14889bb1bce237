//! All solutions of a system with a choice at each site, by branch and bound on exact linear programs.
//!
//! ```text
//!     a partial choice  ─ impossible: multipliers that say so                               (1)
//!                       ─ complete: all its solutions, corners and rays                     (2)
//!                       ─ else: its parts, the choices of one more site                     (3)
//! ```
//!
//! Doubles steer and decide nothing: they propose the basis from which multipliers (1) follow in integers, and where the checker
//! does not accept these, an exact program decides.  A partial choice that is possible needs no proof, only its parts do.
//!
//! References: \[Motzkin\], \[Farkas\]; [`stiction_proof::choice`] has the theorem.

mod exact;
mod quick;
mod set;

pub(in crate::ask) use set::solved;

use dashu_int::IBig;
use exact::Exactly;
use quick::{Basis, Belief, Quick};
use stiction_proof::Rational;
use stiction_proof::choice::{Choices, Family, Objection, Partial};

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
pub struct Searched {
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

/// The search went beyond its effort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany(pub usize);

/// Partial choices after which a search is given up, unless it is told otherwise.
pub const EFFORT: usize = 1_000_000;

/// Finds every choice with solutions, and refutes the others.  Corners are listed of sets of at most so many dimensions.
pub fn search(choices: &Choices, effort: usize, most_freedoms: usize) -> Result<Searched, TooMany> {
    let (quick, found) = (Quick::new(choices), Searched::default());
    let mut search = Search { choices, quick, found, effort, most_freedoms };
    search.visit(choices.everything())?;
    Ok(search.found)
}

struct Search<'c> {
    choices: &'c Choices,
    quick: Quick,
    found: Searched,
    effort: usize,
    most_freedoms: usize,
}

impl Search<'_> {
    fn visit(&mut self, partial: Partial) -> Result<(), TooMany> {
        self.found.looked_at += 1;
        if self.found.looked_at > self.effort {
            return Err(TooMany(self.effort));
        }
        let allowed = self.choices.allowed(&partial);
        let refuted = match self.quick.judge(&allowed) {
            Belief::Possible => None,
            Belief::Impossible(basis) => {
                exact::multipliers(self.choices, &allowed, &basis, self.quick.shifts())
                    .filter(|multipliers| self.choices.refutes(&partial, multipliers).is_ok())
                    .map_or_else(|| self.decide(&partial), Some)
            }
            Belief::Lost => self.decide(&partial),
        };
        if let Some(multipliers) = refuted {
            self.found.refuted.push((partial, multipliers));
            return Ok(());
        }
        match self.parts(&partial) {
            Some(parts) => parts.into_iter().try_for_each(|part| self.visit(part)),
            None => {
                self.complete(partial);
                Ok(())
            }
        }
    }

    /// Multipliers that refute a partial choice, from an exact program; none if it is possible.
    fn decide(&mut self, partial: &Partial) -> Option<Vec<IBig>> {
        self.found.exactly += 1;
        match exact::decide(self.choices, &self.choices.allowed(partial)) {
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

    /// The parts of a partial choice: at a site where everything is open, its groups and the choices in none; else its choices.
    fn parts(&self, partial: &Partial) -> Option<Vec<Partial>> {
        let sites = self.choices.sites();
        let open = |index: &usize| partial[*index].count_ones() > 1;
        let whole = |index: &usize| open(index) && partial[*index] == sites[*index].all();
        let site = (0..sites.len()).find(whole).or_else(|| (0..sites.len()).find(open))?;
        let mask = partial[site];
        let groups = sites[site]
            .groups
            .iter()
            .map(|(_, group)| *group)
            .filter(|group| group & !mask == 0 && *group != mask);
        let groups: Vec<u32> = groups.collect();
        let grouped = groups.iter().fold(0, |all, group| all | group);
        let single = (0..32).map(|bit| 1 << bit).filter(|bit| mask & !grouped & bit != 0);
        let part = |mask: u32| {
            let mut part = partial.clone();
            part[site] = mask;
            part
        };
        Some(single.chain(groups.iter().copied()).map(part).collect())
    }

    /// Solutions of a choice at every site, or what refutes it after all.
    fn complete(&mut self, choice: Partial) {
        if let Some((point, family)) = set::solutions(self.choices, &choice, self.most_freedoms)
            && self.choices.holds(&choice, &point, false).is_ok()
        {
            self.found.complete.push(Complete { choice, point, family });
            return;
        }
        if let Some(point) = self.proposed(&choice) {
            self.found.complete.push(Complete { choice, point, family: None });
            return;
        }
        self.found.exactly += 1;
        match exact::decide(self.choices, &self.choices.allowed(&choice)) {
            Exactly::Impossible(multipliers) => {
                self.check(&choice, &multipliers);
                self.found.refuted.push((choice, multipliers));
            }
            Exactly::Possible(point) => self.found.complete.push(Complete { choice, point, family: None }),
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

/// A solution of a choice other than `point`, along the first of these directions in which there is one.
pub fn another(
    choices: &Choices,
    complete: &Complete,
    directions: &[Vec<Rational>],
) -> Option<Vec<Rational>> {
    let along = |direction: &[Rational], point: &[Rational]| -> Rational {
        direction.iter().zip(point).map(|(a, b)| a * b).sum()
    };
    let both = directions
        .iter()
        .flat_map(|direction| [direction.clone(), direction.iter().map(|entry| -entry).collect::<Vec<_>>()]);
    for direction in both {
        let end = exact::least(choices, &complete.choice, &direction)?;
        if along(&direction, &end) != along(&direction, &complete.point) {
            // Half way to the end every strict condition still holds strictly.
            let half = Rational::new(1, 2);
            return Some(end.iter().zip(&complete.point).map(|(a, b)| (a + b) * &half).collect());
        }
    }
    None
}

/// All corners and rays of a choice, however many.
pub fn all_corners(choices: &Choices, choice: &[u32]) -> Option<(Vec<Rational>, Family)> {
    let (point, family) = set::solutions(choices, choice, usize::MAX)?;
    Some((point, family?))
}
