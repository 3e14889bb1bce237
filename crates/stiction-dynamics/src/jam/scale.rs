//! The least multiple of the box that holds a locking friction vector.
//!
//! Boxes grow with the scale, so there is a threshold; it is a root of a determinant and in general not
//! rational.  A probe either finds forces that lock, and these reach down to where their own coefficients
//! are, or a refutation of every smaller scale.  At an infinite scale friction has no bound but needs a
//! normal force: the constraints that can have none are left out one after the other, and if nothing remains
//! no scale locks.
//!
//! The threshold of all patterns of signs is the least of theirs.  So the pattern that locked last is
//! narrowed by itself, and the others are asked at its lower end: one that locks there has a smaller
//! threshold, and is the next to be narrowed.

use super::cone::{Chained, Locking, Multiples, Pushes};
use super::cover::{Boxes, Covered, Leaf};
use super::decide::{Locker, units};
use std::cell::RefCell;
use stiction_exact::work::attempt;
use stiction_proof::{JamProof, Rational, Refutation, Verified};
use stiction_scene::bracket::{Bracket, Probe, Threshold, rounded_down, rounded_up};
use stiction_scene::{Refused, Verdict};

/// Where locking begins.  Where it is undecided, every scale that was tried is refuted or open.
pub type LeastScale = Threshold<JamProof>;

/// Relative width of a bracket that is narrow enough.
const WIDTH: f64 = 1e-13;
/// Doublings of a scale that should lock and does not yet.
const MOST_DOUBLINGS: usize = 30;
/// Doublings at which patterns that are likely to lock are tried before all are looked at.
const LIKELY_DOUBLINGS: usize = 6;
/// Patterns that are narrowed by themselves before all are bisected together.
const MOST_PATTERNS: usize = 64;

impl Locker<'_> {
    /// The least scale that locks.
    pub fn least_scale(&self) -> Result<LeastScale, Refused> {
        let none = match self.locks(&Rational::zero())? {
            Verdict::Yes(proof) => return Ok(Threshold::None(proof)),
            Verdict::No(proof) => proof,
            Verdict::Undecided => return Ok(Threshold::Undecided),
        };
        // The pattern that locked last, if one did, locks at some scale, and need not be looked for.
        if self.known.critical().is_some() {
            return self.between(none, Rational::one());
        }
        // Nor one that is likely to: of many patterns not all may be reached, and the upper end is known then.
        if let Some(scale) = self.likely_scale() {
            return self.between(none, scale);
        }
        let mut covers = Vec::new();
        for group in 0..self.groups.len() {
            match self.cover(group, Boxes::All, |pushes| self.unbounded(pushes)) {
                Covered::Refuted(cases) => covers.push((group, cases)),
                Covered::Found(scale) => {
                    let first = if scale.is_zero() { Rational::one() } else { rounded_up(&scale) };
                    return self.between(none, first);
                }
                Covered::Open => return Ok(Threshold::Undecided),
            }
        }
        let never = match self.kind {
            Locking::Jam => JamProof::NeverJams { refutations: self.pushing(covers) },
            Locking::Wedge => JamProof::NeverWedges { chains: self.moving(covers) },
        };
        Ok(Threshold::Never(self.checked(never)?))
    }

    /// A scale at which a pattern locks that is likely to, if one of few does.
    fn likely_scale(&self) -> Option<Rational> {
        let mut scale = Rational::one();
        for _ in 0..LIKELY_DOUBLINGS {
            for pattern in self.likely(&scale) {
                if self.locks_in(&pattern, &scale).is_some() {
                    self.known.locked(pattern.group, &pattern.negative);
                    return Some(scale);
                }
            }
            scale = scale * Rational::from(2);
        }
        None
    }

    /// Narrows from a scale that should lock, or a multiple of it.
    fn between(&self, none: Verified<JamProof>, first: Rational) -> Result<LeastScale, Refused> {
        let mut lower = (Rational::zero(), none);
        let mut scale = first;
        for _ in 0..MOST_DOUBLINGS {
            match self.probe(&scale)? {
                Some(Probe::Upper(upper)) => {
                    let bracket = RefCell::new(Bracket::new(lower, upper));
                    // When time is up the bracket is as narrow as it is by then.
                    attempt("narrowing the least friction", || self.narrow(&bracket)).unwrap_or(Ok(()))?;
                    return Ok(Threshold::Between(bracket.into_inner()));
                }
                Some(Probe::Lower(end)) => lower = end,
                None => {}
            }
            scale = scale * Rational::from(2);
        }
        Ok(Threshold::Undecided)
    }

    fn narrow(&self, bracket: &RefCell<Bracket<JamProof>>) -> Result<(), Refused> {
        self.narrow_critical(&mut bracket.borrow_mut())?;
        let start = bracket.borrow().clone();
        start.narrow_while(WIDTH, |scale| {
            let side = self.probe(scale)?;
            side.iter().for_each(|side| bracket.borrow_mut().place(side.clone()));
            Ok(side)
        })?;
        self.meet(&mut bracket.borrow_mut())
    }

    /// Narrows the pattern that locked last by itself, and asks the others at its lower end.
    fn narrow_critical(&self, bracket: &mut Bracket<JamProof>) -> Result<(), Refused> {
        for _ in 0..MOST_PATTERNS {
            let Some(critical) = self.known.critical() else { return Ok(()) };
            let (mut low, mut high) = (bracket.lower.0.clone(), bracket.upper.0.clone());
            while (&high - &low).to_f64() > WIDTH * high.to_f64().max(1.0) {
                let middle = rounded_down(&((&low + &high) * Rational::new(1, 2)));
                if middle <= low || middle >= high {
                    break;
                }
                if self.is_free_below(&critical, &middle) {
                    low = middle;
                } else if let Some(proof) = self.locks_in(&critical, &middle) {
                    let reached = scale_of(&proof);
                    bracket.place(Probe::Upper((reached.clone(), self.checked(proof)?)));
                    high = reached;
                } else {
                    break;
                }
            }
            if low <= bracket.lower.0 {
                return Ok(());
            }
            match self.probe(&low)? {
                Some(Probe::Lower(end)) => {
                    bracket.place(Probe::Lower(end));
                    return Ok(());
                }
                Some(Probe::Upper(end)) => bracket.place(Probe::Upper(end)),
                None => return Ok(()),
            }
        }
        Ok(())
    }

    fn probe(&self, scale: &Rational) -> Result<Option<Probe<JamProof>>, Refused> {
        if let Some(proof) = self.free_below(scale) {
            return Ok(Some(Probe::Lower((scale.clone(), self.checked(proof)?))));
        }
        Ok(match self.locks(scale)? {
            Verdict::Yes(proof) => Some(Probe::Upper((scale_of(proof.proof()), proof))),
            Verdict::No(proof) => Some(Probe::Lower((scale.clone(), proof))),
            Verdict::Undecided => None,
        })
    }

    /// Closes a bracket whose threshold is the simplest fraction in it, or the end that was reached.
    fn meet(&self, bracket: &mut Bracket<JamProof>) -> Result<(), Refused> {
        for scale in [bracket.simplest(), bracket.upper.0.clone()] {
            if bracket.is_exact() {
                return Ok(());
            }
            if let Verdict::Yes(proof) = self.locks(&scale)? {
                bracket.place(Probe::Upper((scale_of(proof.proof()), proof)));
            }
            if let Some(proof) = self.free_below(&scale) {
                bracket.place(Probe::Lower((scale.clone(), self.checked(proof)?)));
            }
        }
        Ok(())
    }

    /// How one pattern behaves without a bound on the scale: where it locks, a scale that it reaches.
    fn unbounded(&self, pushes: &Pushes) -> Leaf<Rational> {
        let Chained { chain, rest } = pushes.chain(None);
        let Some((left, full)) = rest else {
            return Leaf::Refuted(Refutation::Chain { chain, still: Vec::new() });
        };
        if self.kind == Locking::Wedge || self.has_sum(pushes, &full) {
            return bound(&full).map_or(Leaf::Open, Leaf::Found);
        }
        let mut still = Vec::new();
        for towards in units(self.problem.coordinates()) {
            match pushes.furthest_freely(&left, &towards) {
                Ok(more) => return bound(&added(full, &more)).map_or(Leaf::Open, Leaf::Found),
                Err(direction) => still.push(direction),
            }
        }
        Leaf::Refuted(Refutation::Chain { chain, still })
    }

    /// Whether multiples of `σΦⱼ` and of its friction have a sum that is not zero.
    fn has_sum(&self, pushes: &Pushes, multiples: &Multiples) -> bool {
        let mut sum = vec![Rational::zero(); self.problem.coordinates()];
        for (parts, (bare, rubs)) in pushes.forces.iter().zip(multiples) {
            let rows = std::iter::once(&parts.bare).chain(&parts.rubs);
            for (row, multiple) in rows.zip(std::iter::once(bare).chain(rubs)) {
                sum.iter_mut().zip(row).for_each(|(sum, entry)| *sum += multiple * entry);
            }
        }
        sum.iter().any(|entry| !entry.is_zero())
    }
}

/// The scale of a statement that some friction locks.
fn scale_of(proof: &JamProof) -> Rational {
    match proof {
        JamProof::Jams { scale, .. } | JamProof::Wedges { scale, .. } => scale.clone(),
        _ => Rational::zero(),
    }
}

/// The largest ratio of friction to normal force; none where something rubs that does not press.
fn bound(multiples: &Multiples) -> Option<Rational> {
    let ratio = |(bare, rubs): &(Rational, Vec<Rational>)| -> Option<Rational> {
        let across: Rational = match &rubs[..] {
            [one, other] => (one - other).abs(),
            rubs => rubs.iter().cloned().sum(),
        };
        if across.is_zero() { Some(across) } else { across.checked_div(bare) }
    };
    multiples.iter().map(ratio).try_fold(Rational::zero(), |most, one| Some(most.max(one?)))
}

fn added(mut sum: Multiples, more: &Multiples) -> Multiples {
    for ((bare, rubs), (more_bare, more_rubs)) in sum.iter_mut().zip(more) {
        *bare += more_bare;
        rubs.iter_mut().zip(more_rubs).for_each(|(entry, more)| *entry += more);
    }
    sum
}
