//! Whether some friction in a box locks a system: a program for each pattern of signs of λ that is not
//! refuted together with others.
//!
//! ```text
//!     wedges    edges e of one pattern have  Σ k e = 0, k ≥ 0, k ≠ 0                       (1)
//!     jams      their images have  Σ k Φ M⁻¹ e = 0,  the sum Σ k e itself is not zero, and
//!               the rows Φᵢ + μᵢΦ̂ᵢ it belongs to lose no rank                              (2)
//! ```
//!
//! Where nothing cancels, Gordan's vector is the refutation; where only sums that vanish do (wedging seen by
//! the equations of jamming), a vector for each coordinate shows that nothing else does.
//!
//! References: \[DY Theorem 1\], \[DY Theorem 2\], \[DY 29\].
//!
//! Which accelerations jump is \[DY 27\]; the loss of rank at wedging is \[DY 30\].

use super::cone::{Chained, Locking, Multiples, Pushes, Witness};
use super::cover::{Boxes, Covered, Leaf};
use super::groups::{Group, groups};
use super::known::{Critical, EarlierCells};
use super::turning::Doubles;
use std::fmt;
use stiction_exact::matrix::{Rows, rank, solve};
use stiction_proof::{Case, Cover, JamProblem, JamProof, MOST_FREE_SIGNS, Pushed, Rational, Refutation};
use stiction_scene::scene::Misfit;
use stiction_scene::{Refused, Verdict};

/// A system made ready for questions about one kind of locking.
#[derive(Debug, Clone)]
pub struct Locker<'a> {
    pub(super) problem: &'a JamProblem,
    pub(super) kind: Locking,
    /// The rows `Φᵢ M⁻¹`.
    through: Rows,
    pub(super) groups: Vec<Group>,
    pub(super) doubles: Vec<Doubles>,
    /// Length of an image of all constraints.
    rows: usize,
    pub(super) known: EarlierCells,
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

impl From<Unfit> for Misfit {
    fn from(unfit: Unfit) -> Self {
        match unfit {
            Unfit::Mass => {
                let help = "give every coordinate inertia";
                Self::new("mass-matrix", &["jam", "mass"], "the mass matrix is singular", help)
            }
            Unfit::Signs => Self::new(
                "too-many-signs",
                &["jam", "signs"],
                format!(
                    "more than {MOST_FREE_SIGNS} constraints whose force may have either sign: their patterns are too many"
                ),
                "give `signs` of those that can only push or only pull",
            ),
        }
    }
}

impl<'a> Locker<'a> {
    /// Makes a system ready.
    pub fn new(problem: &'a JamProblem, kind: Locking) -> Result<Self, Unfit> {
        let normals: Rows = problem.constraints.iter().map(|one| one.normal.clone()).collect();
        // M is symmetric, so Φᵢ M⁻¹ = (M⁻¹Φᵢᵀ)ᵀ.
        let through = match kind {
            Locking::Jam => solve(&problem.mass, &normals).ok_or(Unfit::Mass)?,
            Locking::Wedge => Vec::new(),
        };
        if !problem.has_few_free_signs() {
            return Err(Unfit::Signs);
        }
        let whole = Pushes::new(problem, kind, &through);
        let groups = groups(&whole);
        let doubles = groups.iter().map(|group| Doubles::new(&group.pushes)).collect();
        Ok(Self { problem, kind, through, groups, doubles, rows: whole.rows, known: EarlierCells::default() })
    }

    /// Whether some friction of `scale` times the box locks the system.
    pub fn locks(&self, scale: &Rational) -> Result<Verdict<JamProof>, Refused> {
        for pattern in self.known.critical().into_iter().chain(self.likely(scale)) {
            if let Some(proof) = self.locks_in(&pattern, scale) {
                self.known.locked(pattern.group, &pattern.negative);
                return Ok(Verdict::Yes(self.checked(proof)?));
            }
        }
        let leaf = |pushes: &Pushes| match self.pattern(pushes, scale) {
            Pattern::Locks(proof) => Leaf::Found(proof),
            Pattern::Opposed(direction) => Leaf::Refuted(Refutation::Opposed(vec![direction])),
            Pattern::Still(still) => Leaf::Refuted(Refutation::Chain { chain: Vec::new(), still }),
            Pattern::Open => Leaf::Open,
        };
        let (mut covers, mut open) = (Vec::new(), false);
        for group in 0..self.groups.len() {
            match self.cover(group, Boxes::At(scale), leaf) {
                Covered::Found(proof) => return Ok(Verdict::Yes(self.checked(proof)?)),
                Covered::Refuted(cases) => covers.push((group, cases)),
                Covered::Open => open = true,
            }
        }
        if open {
            return Ok(Verdict::Undecided);
        }
        Ok(Verdict::No(self.checked(self.refuted(covers, scale, true))?))
    }

    /// That one pattern locks at a scale, if it does.
    pub(super) fn locks_in(&self, pattern: &Critical, scale: &Rational) -> Option<JamProof> {
        match self.pattern(&self.signed(pattern), scale) {
            Pattern::Locks(proof) => Some(proof),
            _ => None,
        }
    }

    fn signed(&self, pattern: &Critical) -> Pushes {
        self.groups[pattern.group].pushes.signed(&pattern.negative)
    }

    /// Whether one pattern locks at no smaller scale.
    pub(super) fn is_free_below(&self, pattern: &Critical, scale: &Rational) -> bool {
        self.signed(pattern).chain(Some(scale)).rest.is_none()
    }

    /// A proof that no smaller scale locks; none where some does.
    pub(super) fn free_below(&self, scale: &Rational) -> Option<JamProof> {
        for pattern in self.known.critical().into_iter().chain(self.likely(scale)) {
            if !self.is_free_below(&pattern, scale) {
                self.known.locked(pattern.group, &pattern.negative);
                return None;
            }
        }
        let leaf = |pushes: &Pushes| match pushes.chain(Some(scale)) {
            Chained { chain, rest: None } => Leaf::Refuted(Refutation::Chain { chain, still: Vec::new() }),
            Chained { rest: Some(_), .. } => Leaf::Found(()),
        };
        let mut covers = Vec::new();
        for group in 0..self.groups.len() {
            match self.cover(group, Boxes::Below(scale), leaf) {
                Covered::Refuted(cases) => covers.push((group, cases)),
                Covered::Found(()) | Covered::Open => return None,
            }
        }
        Some(self.refuted(covers, scale, false))
    }

    /// The statement that all patterns of all groups are refuted.
    fn refuted(&self, covers: Vec<(usize, Cases)>, scale: &Rational, included: bool) -> JamProof {
        let scale = scale.clone();
        match self.kind {
            Locking::Jam => JamProof::Slides { scale, included, refutations: self.pushing(covers) },
            Locking::Wedge => JamProof::Loose { scale, included, motions: self.moving(covers) },
        }
    }

    /// Covers whose vectors are accelerations, with the pushes that give them.
    pub(super) fn pushing(&self, covers: Vec<(usize, Cases)>) -> Vec<Cover<Pushed>> {
        self.told(covers, |direction| self.pushed(direction))
    }

    /// Covers whose vectors are motions.
    pub(super) fn moving(&self, covers: Vec<(usize, Cases)>) -> Vec<Cover<Vec<Rational>>> {
        self.told(covers, |direction| direction)
    }

    /// Vectors on the rows of a group become vectors on all of them.
    fn told<V>(&self, covers: Vec<(usize, Cases)>, tell: impl Fn(Vec<Rational>) -> V) -> Vec<Cover<V>> {
        let cover = |(group, cases): (usize, Cases)| {
            let Group { rows, pushes } = &self.groups[group];
            let vector = |short: Vec<Rational>| {
                let mut whole = vec![Rational::zero(); self.rows];
                rows.iter().zip(short).for_each(|(&row, entry)| whole[row] = entry);
                tell(whole)
            };
            let all = |vectors: Rows| -> Vec<V> { vectors.into_iter().map(vector).collect() };
            let told = |case: Case<Vec<Rational>>| Case {
                signs: case.signs,
                by: match case.by {
                    Refutation::Opposed(vectors) => Refutation::Opposed(all(vectors)),
                    Refutation::Chain { chain, still } => {
                        Refutation::Chain { chain: all(chain), still: all(still) }
                    }
                },
            };
            Cover { group: pushes.members.clone(), cases: cases.into_iter().map(told).collect() }
        };
        covers.into_iter().map(cover).collect()
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
                Err(direction) => bounds.push(direction),
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
    Still(Rows),
    Open,
}

/// What refutes the patterns of one group, by vectors on its rows.
pub(super) type Cases = Vec<Case<Vec<Rational>>>;

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
