//! Is there any solution, where each site asks about the signs of rows and sites share rows?
//!
//! ```text
//!     the choices at a site fall apart by the sign of a row that all of them name                              (1)
//!     where another site names the same row, or its opposite, the sign is the same there: what differs is
//!     refuted by the two rows alone                                                                            (2)
//! ```
//!
//! [`super::search`] lists everything and tells a site apart choice by choice.  Here one solution ends the
//! search, a site is told apart by one sign (1), and every site that shares it follows at once (2).  So the
//! slip of a joint of two stones is one question, not one for each of its ends, and it is asked before it is
//! known what opens: of arches the partial choices that are refuted grow with the stones, not with a power of
//! the choices.
//!
//! Which site and row come first is steered by where doubles ended, and changes how many there are, nothing else.

use super::quick::{Belief, Quick};
use super::{Steering, exact, exact::Exactly};
use dashu_int::IBig;
use stiction_exact::work;
use stiction_proof::Rational;
use stiction_proof::choice::{Choices, Partial, Signs, Site};

/// How such a search ends.
#[derive(Debug, Clone, PartialEq)]
pub enum SearchEnd {
    /// Every choice lies in one of these partial ones, each refuted by its multipliers.
    Refuted(Vec<(Partial, Vec<IBig>)>),
    /// A choice at every site with a solution of it.
    Possible(Partial, Vec<Rational>),
    /// Neither was found with the effort that was allowed.
    Open,
}

/// Looks for a solution under a law, telling at most so many partial choices apart.
pub fn any_solution(choices: &Choices, law: usize, effort: usize) -> SearchEnd {
    let quick = Quick::new(choices);
    let shared = shared_rows(choices);
    let mut search = Search { choices, law, quick, shared, refuted: Vec::new(), effort };
    match search.visit(choices.everything()) {
        Visit::Refuted => SearchEnd::Refuted(search.refuted),
        Visit::Possible(choice, point) => SearchEnd::Possible(choice, point),
        Visit::Open => SearchEnd::Open,
    }
}

/// For each row the sites that name it, and the rows there that are the same; opposites have −1.
type Shared = Vec<Vec<(usize, usize, i8)>>;

fn shared_rows(choices: &Choices) -> Shared {
    let rows = choices.rows();
    let mut shared: Shared = vec![Vec::new(); rows.len()];
    let named: Vec<(usize, usize)> = choices
        .sites()
        .iter()
        .enumerate()
        .flat_map(|(site, one)| asked(one).into_iter().map(move |row| (site, row)))
        .collect();
    let is_opposite = |one: &[IBig], other: &[IBig]| one.iter().zip(other).all(|(a, b)| *a == -b);
    for &(_, row) in &named {
        for &(site, other) in named.iter().filter(|(_, other)| *other != row) {
            if rows[row] == rows[other] {
                shared[row].push((site, other, 1));
            } else if is_opposite(&rows[row], &rows[other]) {
                shared[row].push((site, other, -1));
            }
        }
    }
    shared
}

/// The rows that all choices of a site name with one sign each.
fn asked(site: &Site) -> Vec<usize> {
    let Some(first) = site.choices.first() else { return Vec::new() };
    let rows = first.signs.iter().map(|&(row, _)| row);
    rows.filter(|&row| site.choices.iter().all(|choice| sign(choice, row).is_some())).collect()
}

fn sign(choice: &stiction_proof::choice::Choice, row: usize) -> Option<i8> {
    let (_, signs) = choice.signs.iter().find(|(named, _)| *named == row)?;
    match *signs {
        Signs::NEGATIVE => Some(-1),
        Signs::ZERO => Some(0),
        Signs::POSITIVE => Some(1),
        _ => None,
    }
}

/// The choices of a set that have a row of this sign.
fn with_sign(site: &Site, mask: u32, row: usize, wanted: i8) -> u32 {
    let chosen = site.choices.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
    let fits = chosen.filter(|(_, choice)| sign(choice, row) == Some(wanted));
    fits.fold(0, |all, (index, _)| all | 1 << index)
}

enum Visit {
    Refuted,
    Possible(Partial, Vec<Rational>),
    Open,
}

/// A question: a row at a site, with the signs that are open.
struct Question {
    site: usize,
    row: usize,
    /// The most promising first.
    signs: Vec<i8>,
}

struct Search<'c> {
    choices: &'c Choices,
    law: usize,
    quick: Quick,
    shared: Shared,
    refuted: Vec<(Partial, Vec<IBig>)>,
    effort: usize,
}

impl Search<'_> {
    fn visit(&mut self, partial: Partial) -> Visit {
        if self.effort == 0 {
            return Visit::Open;
        }
        self.effort -= 1;
        work::spend(self.choices.rows().len() * self.choices.sites().len());
        let allowed = self.choices.allowed_under(&partial, Some(self.law));
        let quickly = match self.quick.judge(&allowed) {
            Belief::Impossible(basis) => {
                exact::multipliers(self.choices, &allowed, &basis, self.quick.shifts())
                    .filter(|multipliers| self.choices.refutes(&partial, multipliers).is_ok())
            }
            Belief::Possible if self.question(&partial).is_some() => return self.parts(partial),
            Belief::Possible | Belief::Lost => None,
        };
        if let Some(multipliers) = quickly {
            self.refuted.push((partial, multipliers));
            return Visit::Refuted;
        }
        match exact::decide(self.choices, &allowed) {
            Exactly::Impossible(multipliers) => {
                self.refuted.push((partial, multipliers));
                Visit::Refuted
            }
            Exactly::Possible(_) if self.question(&partial).is_some() => self.parts(partial),
            Exactly::Possible(point) => Visit::Possible(partial, point),
        }
    }

    /// The parts of a partial choice that is possible.
    fn parts(&mut self, partial: Partial) -> Visit {
        let Some(question) = self.question(&partial) else { return Visit::Open };
        for &sign in &question.signs {
            match self.followed(&partial, &question, sign).map(|part| self.visit(part)) {
                None | Some(Visit::Refuted) => {}
                Some(ends) => return ends,
            }
        }
        Visit::Refuted
    }

    /// A part of a partial choice, with what follows at the sites that share the row (2); `None` where
    /// nothing is left of it.
    fn followed(&mut self, partial: &Partial, question: &Question, sign: i8) -> Option<Partial> {
        let Question { site, row, .. } = *question;
        let sites = self.choices.sites();
        let mut part = partial.clone();
        part[site] = with_sign(&sites[site], part[site], row, sign);
        for (other, same, turned) in self.shared[row].clone().into_iter().filter(|(other, ..)| *other != site)
        {
            let (wanted, before) = (sign * turned, part[other]);
            // On either side of the sign; both at once are no condition where it is zero.
            for beyond in [-1, 1] {
                let differs = (-1..=1).filter(|&one| (one - wanted) * beyond > 0);
                let mask = differs.fold(0, |all, one| all | with_sign(&sites[other], before, same, one));
                if mask == 0 {
                    continue;
                }
                part[other] = mask;
                let mut multipliers = vec![IBig::ZERO; self.choices.rows().len()];
                multipliers[same] = IBig::from(beyond);
                multipliers[row] = IBig::from(-beyond * turned);
                self.refuted.push((part.clone(), multipliers));
            }
            part[other] = with_sign(&sites[other], before, same, wanted);
            if part[other] == 0 {
                return None;
            }
        }
        Some(part)
    }

    /// What is asked next: a row with more signs left, as slips have before openings, and among these where
    /// doubles ended farthest from every answer; among equals where answers are farther on the average.
    fn question(&self, partial: &Partial) -> Option<Question> {
        let seen = Steering::new(&self.quick);
        let mut best: Option<(f64, Question)> = None;
        for (site, (one, &mask)) in self.choices.sites().iter().zip(partial).enumerate() {
            for row in asked(one) {
                let parts = (-1..=1).map(|sign| (sign, with_sign(one, mask, row, sign)));
                let parts = parts.filter(|(_, mask)| *mask != 0);
                let mut parts: Vec<(f64, i8)> =
                    parts.map(|(sign, mask)| (seen.distance(one, mask), sign)).collect();
                if parts.len() < 2 {
                    continue;
                }
                parts.sort_by(|one, other| one.0.total_cmp(&other.0));
                let mean = parts.iter().map(|(far, _)| far).sum::<f64>() / parts.len() as f64;
                let score = parts[0].0 + MEAN * mean + parts.len() as f64;
                if best.as_ref().is_none_or(|(most, _)| score > *most) {
                    let signs = parts.into_iter().map(|(_, sign)| sign).collect();
                    best = Some((score, Question { site, row, signs }));
                }
            }
        }
        best.map(|(_, question)| question)
    }
}

/// The weight of the mean in a score that chooses among questions.
const MEAN: f64 = 1e-3;
