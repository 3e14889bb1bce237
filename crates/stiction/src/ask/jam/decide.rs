//! Whether some friction in a box locks a system: one program for each pattern of signs of λ.
//!
//! ```text
//!     wedges    edges e of one pattern have  Σ k e = 0, k ≥ 0, k ≠ 0                       (1)
//!     jams      their images have  Σ k Φ M⁻¹ e = 0,  the sum Σ k e itself is not zero, and
//!               the rows Φᵢ + μᵢΦ̂ᵢ it belongs to lose no rank                              (2)
//! ```
//!
//! Where nothing cancels, Gordan's vector is the refutation; where only sums that vanish do (wedging seen by the equations of
//! jamming), a vector for each coordinate shows that nothing else does.
//!
//! References: \[DY Theorem 1\], \[DY Theorem 2\], \[DY 29\].

use super::cone::{Chained, Locking, Multiples, Pushes, Witness};
use super::known::{Known, middle};
use super::matrix::{Rows, rank, solve};
use crate::ask::{Refused, Verdict};
use std::fmt;
use stiction_proof::{JamProblem, JamProof, Pushed, Rational, Refutation};

/// A system made ready for questions about one kind of locking.
#[derive(Debug, Clone)]
pub struct Locker<'a> {
    pub(super) problem: &'a JamProblem,
    pub(super) kind: Locking,
    /// The rows `Φᵢ M⁻¹`.
    through: Rows,
    pub(super) patterns: Vec<Pushes>,
    pub(super) known: Known,
}

/// Why a system cannot be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// The mass matrix is singular.
    Mass,
    /// More λ without a sign than patterns can be listed for.
    Signs,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mass => "the mass matrix is singular",
            Self::Signs => "too many constraints whose force may have either sign",
        })
    }
}

impl std::error::Error for Unfit {}

impl<'a> Locker<'a> {
    /// Makes a system ready.
    pub fn new(problem: &'a JamProblem, kind: Locking) -> Result<Self, Unfit> {
        let normals: Rows = problem.constraints.iter().map(|one| one.normal.clone()).collect();
        // M is symmetric, so Φᵢ M⁻¹ = (M⁻¹Φᵢᵀ)ᵀ.
        let through = match kind {
            Locking::Jam => solve(&problem.mass, &normals).ok_or(Unfit::Mass)?,
            Locking::Wedge => Vec::new(),
        };
        let signs = problem.patterns().ok_or(Unfit::Signs)?;
        let patterns =
            signs.into_iter().map(|negative| Pushes::new(problem, kind, &through, negative)).collect();
        Ok(Self { problem, kind, through, patterns, known: Known::default() })
    }

    /// Whether some friction of `scale` times the box locks the system.
    pub fn locks(&self, scale: &Rational) -> Result<Verdict<JamProof>, Refused> {
        if let Some(proof) = self.known.critical().and_then(|critical| self.locks_in(critical, scale)) {
            return Ok(Verdict::Yes(self.checked(proof)?));
        }
        let middle = middle(self, scale);
        let mut refuted = Refuted::new(self.kind);
        let mut open = false;
        for (index, pushes) in self.patterns.iter().enumerate() {
            let known = self.refuted_already(index, scale, middle.as_ref(), true);
            let found = match known.and_then(|mut chain| chain.pop()) {
                Some(direction) => Pattern::Opposed(direction),
                None => match self.pattern(pushes, scale) {
                    Pattern::Opposed(direction) => {
                        let mut chain = self.shortened(index, vec![direction.clone()], scale, true);
                        Pattern::Opposed(chain.pop().unwrap_or(direction))
                    }
                    other => other,
                },
            };
            match found {
                Pattern::Locks(proof) => {
                    self.known.locked(index);
                    return Ok(Verdict::Yes(self.checked(proof)?));
                }
                Pattern::Still(bounds) => refuted.still(bounds),
                Pattern::Opposed(direction) => {
                    self.known.refuted(index, vec![direction.clone()]);
                    refuted.opposed(self, direction);
                }
                Pattern::Open => open = true,
            }
        }
        if open {
            return Ok(Verdict::Undecided);
        }
        Ok(Verdict::No(self.checked(refuted.proof(scale.clone(), true))?))
    }

    /// That one pattern locks at a scale, if it does.
    pub(super) fn locks_in(&self, pattern: usize, scale: &Rational) -> Option<JamProof> {
        match self.pattern(&self.patterns[pattern], scale) {
            Pattern::Locks(proof) => Some(proof),
            _ => None,
        }
    }

    /// Whether one pattern locks at no smaller scale.
    pub(super) fn is_free_below(&self, pattern: usize, scale: &Rational) -> bool {
        let Chained { chain, rest } = self.patterns[pattern].chain(Some(scale));
        if rest.is_none() {
            self.known.refuted(pattern, chain);
        }
        rest.is_none()
    }

    /// A proof that no smaller scale locks; none where some does.
    pub(super) fn free_below(&self, scale: &Rational) -> Option<JamProof> {
        if self.known.critical().is_some_and(|critical| !self.is_free_below(critical, scale)) {
            return None;
        }
        let middle = middle(self, scale);
        let mut refuted = Refuted::new(self.kind);
        for (index, pushes) in self.patterns.iter().enumerate() {
            let known = self.refuted_already(index, scale, middle.as_ref(), false);
            let Chained { chain, rest } =
                known.map_or_else(|| pushes.chain(Some(scale)), |chain| Chained { chain, rest: None });
            if rest.is_some() {
                self.known.locked(index);
                return None;
            }
            let chain = self.shortened(index, chain, scale, false);
            self.known.refuted(index, chain.clone());
            refuted.below(self, chain);
        }
        Some(refuted.proof(scale.clone(), false))
    }

    pub(super) fn checked(&self, proof: JamProof) -> Result<stiction_proof::Verified<JamProof>, Refused> {
        self.problem.check(proof).map_err(Refused)
    }

    fn pattern(&self, pushes: &Pushes, scale: &Rational) -> Pattern {
        let multiples = match pushes.cancel(scale) {
            Ok(multiples) => multiples,
            Err(direction) => return Pattern::Opposed(direction),
        };
        if self.kind == Locking::Wedge {
            let Witness { mu, forces } = pushes.witness(self.problem, self.kind, scale, &multiples);
            return Pattern::Locks(JamProof::Wedges { scale: reach(self, scale, &mu), mu, forces });
        }
        if let Some(proof) = self.jam_of(pushes, scale, &multiples) {
            return Pattern::Locks(proof);
        }
        self.beside_wedging(pushes, scale, multiples)
    }

    /// (2) of these multiples, if they have it.
    pub(super) fn jam_of(
        &self,
        pushes: &Pushes,
        scale: &Rational,
        multiples: &Multiples,
    ) -> Option<JamProof> {
        let force = pushes.force(scale, multiples);
        if force.iter().all(Rational::is_zero) {
            return None;
        }
        let acceleration = solve(&self.problem.mass, &[force])?.pop()?;
        let Witness { mut mu, forces } = pushes.witness(self.problem, self.kind, scale, multiples);
        let none = vec![Rational::zero(); mu.len()];
        let needed = self.rank(&none);
        if self.rank(&mu) < needed {
            // A constraint without force may have any coefficient: all of its friction where none loses rank.
            let idle = self.problem.constraints.iter().zip(&mut mu).zip(&forces);
            idle.filter(|(_, force)| force.is_zero()).for_each(|((one, mu), _)| *mu = scale * &one.mu);
            if self.rank(&mu) < needed {
                return None;
            }
        }
        Some(JamProof::Jams { scale: reach(self, scale, &mu), mu, forces, acceleration })
    }

    /// What cancels has no sum, or loses rank: looks for other sums, coordinate by coordinate.
    fn beside_wedging(&self, pushes: &Pushes, scale: &Rational, first: Multiples) -> Pattern {
        let size = self.problem.coordinates();
        let (mut bounds, mut reached) = (Vec::new(), vec![first]);
        for towards in units(size) {
            match pushes.furthest(scale, &towards) {
                Err(direction) => bounds.push(self.pushed(direction)),
                Ok(multiples) => match self.jam_of(pushes, scale, &multiples) {
                    Some(proof) => return Pattern::Locks(proof),
                    None => reached.push(multiples),
                },
            }
        }
        if bounds.len() == 2 * size {
            return Pattern::Still(bounds);
        }
        // Somewhere between what was reached: the rank is lost everywhere, or almost nowhere.
        let mixed = mixture(&reached);
        self.jam_of(pushes, scale, &mixed).map_or(Pattern::Open, Pattern::Locks)
    }

    fn rank(&self, mu: &[Rational]) -> usize {
        rank(&self.problem.loaded_rows(mu))
    }

    /// `z = M⁻¹Φᵀy`.
    pub(super) fn pushed(&self, pushes: Vec<Rational>) -> Pushed {
        let component = |k: usize| self.through.iter().zip(&pushes).map(|(row, push)| &row[k] * push).sum();
        let motion = (0..self.problem.coordinates()).map(component).collect();
        Pushed { motion, pushes }
    }
}

/// How one pattern of signs ends.
enum Pattern {
    Locks(JamProof),
    Opposed(Vec<Rational>),
    Still(Vec<Pushed>),
    Open,
}

/// Refutations of the patterns so far.
enum Refuted {
    Jam(Vec<Refutation>),
    Wedge(Vec<Rows>),
}

impl Refuted {
    fn new(kind: Locking) -> Self {
        match kind {
            Locking::Jam => Self::Jam(Vec::new()),
            Locking::Wedge => Self::Wedge(Vec::new()),
        }
    }

    fn opposed(&mut self, locker: &Locker<'_>, direction: Vec<Rational>) {
        match self {
            Self::Jam(refutations) => refutations.push(Refutation::Opposed(locker.pushed(direction))),
            Self::Wedge(motions) => motions.push(vec![direction]),
        }
    }

    fn below(&mut self, locker: &Locker<'_>, chain: Rows) {
        match self {
            Self::Jam(refutations) => {
                let pushed = chain.into_iter().map(|direction| locker.pushed(direction)).collect();
                refutations.push(Refutation::Below(pushed));
            }
            Self::Wedge(motions) => motions.push(chain),
        }
    }

    fn still(&mut self, bounds: Vec<Pushed>) {
        if let Self::Jam(refutations) = self {
            refutations.push(Refutation::Still(bounds));
        }
    }

    fn proof(self, scale: Rational, included: bool) -> JamProof {
        match self {
            Self::Jam(refutations) => JamProof::Slides { scale, included, refutations },
            Self::Wedge(motions) => JamProof::Loose { scale, included, motions },
        }
    }
}

/// `+` and `−` each coordinate.
pub(super) fn units(size: usize) -> impl Iterator<Item = Vec<Rational>> {
    (0..2 * size).map(move |index| {
        let mut unit = vec![Rational::zero(); size];
        unit[index / 2] = Rational::from(if index % 2 == 0 { 1 } else { -1 });
        unit
    })
}

/// The least scale whose box holds a friction vector that was found at `scale`.
fn reach(locker: &Locker<'_>, scale: &Rational, mu: &[Rational]) -> Rational {
    let most = |one: &stiction_proof::Constraint| {
        if locker.kind == Locking::Jam { one.mu.clone() } else { one.at_rest.clone() }
    };
    let parts = locker.problem.constraints.iter().zip(mu);
    let least = parts.filter_map(|(one, mu)| mu.abs().checked_div(&most(one))).max().unwrap_or_default();
    least.min(scale.clone())
}

/// A sum of multiples with unlike weights.
fn mixture(all: &[Multiples]) -> Multiples {
    let mut sum: Multiples = all.first().cloned().unwrap_or_default();
    for (index, multiples) in all.iter().enumerate().skip(1) {
        let weight = Rational::new(7, 2 * index as u64 + 3);
        for ((bare, full), (more_bare, more_full)) in sum.iter_mut().zip(multiples) {
            *bare += &weight * more_bare;
            full.iter_mut().zip(more_full).for_each(|(entry, more)| *entry += &weight * more);
        }
    }
    sum
}
