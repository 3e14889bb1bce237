//! The least multiple of the box that holds a locking friction vector.
//!
//! Boxes grow with the scale, so there is a threshold; it is a root of a determinant and in general not rational.  A probe
//! either finds forces that lock, and these reach down to where their own coefficients are, or a refutation of every
//! smaller scale.  At an infinite scale friction has no bound but needs a normal force: the constraints that can have
//! none are left out one after the other, and if nothing remains no scale locks.
//!
//! The threshold of all patterns of signs is the least of theirs.  So the pattern that locked last is narrowed by itself, and the others are asked
//! at its lower end: one that locks there has a smaller threshold, and is the next to be narrowed.

use super::cone::{Chained, Locking, Multiples, Pushes};
use super::decide::{Locker, units};
use crate::ask::bracket::{Bracket, Side, rounded_down, rounded_up};
use crate::ask::{Refused, Verdict};
use stiction_proof::{JamProof, NeverJams, Rational, Verified};

/// Where locking begins.
#[derive(Debug, Clone, PartialEq)]
pub enum LeastScale {
    /// Between these, with a proof at either end.
    Between(Bracket<JamProof>),
    /// Without any friction.
    None(Verified<JamProof>),
    /// Nowhere.
    Never(Verified<JamProof>),
    /// Not found: below the largest scale that was tried it is refuted or open.
    Unknown,
}

/// Relative width of a bracket that is narrow enough.
const WIDTH: f64 = 1e-13;
/// Doublings of a scale that should lock and does not yet.
const MOST_DOUBLINGS: usize = 30;

/// How one pattern behaves without a bound on the scale.
enum Unbounded {
    Never(NeverJams),
    Locks(Rational),
}

impl Locker<'_> {
    /// The least scale that locks.
    pub fn least_scale(&self) -> Result<LeastScale, Refused> {
        let none = match self.locks(&Rational::zero())? {
            Verdict::Yes(proof) => return Ok(LeastScale::None(proof)),
            Verdict::No(proof) => proof,
            Verdict::Undecided => return Ok(LeastScale::Unknown),
        };
        let mut never = Vec::new();
        let mut first: Option<Rational> = None;
        for (index, pushes) in self.patterns.iter().enumerate() {
            match self.unbounded(pushes) {
                Unbounded::Never(refutation) => never.push(refutation),
                Unbounded::Locks(scale) => {
                    self.known.locked(index);
                    first = Some(scale);
                    break;
                }
            }
        }
        let Some(first) = first else { return Ok(LeastScale::Never(self.checked(self.never(never))?)) };
        let first = if first.is_zero() { Rational::one() } else { rounded_up(&first) };
        self.between(none, first)
    }

    fn never(&self, refutations: Vec<NeverJams>) -> JamProof {
        match self.kind {
            Locking::Jam => JamProof::NeverJams { refutations },
            Locking::Wedge => {
                let motions =
                    |never: NeverJams| never.chain.into_iter().map(|pushed| pushed.motion).collect();
                JamProof::NeverWedges { chains: refutations.into_iter().map(motions).collect() }
            }
        }
    }

    /// Narrows from a scale that should lock, or a multiple of it.
    fn between(&self, none: Verified<JamProof>, first: Rational) -> Result<LeastScale, Refused> {
        let mut lower = (Rational::zero(), none);
        let mut scale = first;
        for _ in 0..MOST_DOUBLINGS {
            match self.probe(&scale)? {
                Some(Side::Upper(upper)) => {
                    let mut bracket = Bracket { lower, upper };
                    self.narrow_critical(&mut bracket)?;
                    let mut bracket = bracket.narrow_while(WIDTH, |scale| self.probe(scale))?;
                    self.meet(&mut bracket)?;
                    return Ok(LeastScale::Between(bracket));
                }
                Some(Side::Lower(end)) => lower = end,
                None => {}
            }
            scale = scale * Rational::from(2);
        }
        Ok(LeastScale::Unknown)
    }

    /// Narrows the pattern that locked last by itself, and asks the others at its lower end.
    fn narrow_critical(&self, bracket: &mut Bracket<JamProof>) -> Result<(), Refused> {
        for _ in 0..self.patterns.len() {
            let Some(critical) = self.known.critical() else { return Ok(()) };
            let (mut low, mut high) = (bracket.lower.0.clone(), bracket.upper.0.clone());
            while (&high - &low).to_f64() > WIDTH * high.to_f64().max(1.0) {
                let middle = rounded_down(&((&low + &high) * Rational::new(1, 2)));
                if middle <= low || middle >= high {
                    break;
                }
                if self.is_free_below(critical, &middle) {
                    low = middle;
                } else if let Some(proof) = self.locks_in(critical, &middle) {
                    let reached = scale_of(&proof);
                    bracket.place(Side::Upper((reached.clone(), self.checked(proof)?)));
                    high = reached;
                } else {
                    break;
                }
            }
            if low <= bracket.lower.0 {
                return Ok(());
            }
            match self.probe(&low)? {
                Some(Side::Lower(end)) => {
                    bracket.place(Side::Lower(end));
                    return Ok(());
                }
                Some(Side::Upper(end)) => bracket.place(Side::Upper(end)),
                None => return Ok(()),
            }
        }
        Ok(())
    }

    fn probe(&self, scale: &Rational) -> Result<Option<Side<JamProof>>, Refused> {
        if let Some(proof) = self.free_below(scale) {
            return Ok(Some(Side::Lower((scale.clone(), self.checked(proof)?))));
        }
        Ok(match self.locks(scale)? {
            Verdict::Yes(proof) => Some(Side::Upper((scale_of(proof.proof()), proof))),
            Verdict::No(proof) => Some(Side::Lower((scale.clone(), proof))),
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
                bracket.place(Side::Upper((scale_of(proof.proof()), proof)));
            }
            if let Some(proof) = self.free_below(&scale) {
                bracket.place(Side::Lower((scale.clone(), self.checked(proof)?)));
            }
        }
        Ok(())
    }

    fn unbounded(&self, pushes: &Pushes) -> Unbounded {
        let Chained { chain, rest } = pushes.chain(None);
        let chain = chain.into_iter().map(|direction| self.directed(direction)).collect();
        let Some((left, full)) = rest else {
            return Unbounded::Never(NeverJams { chain, still: Vec::new() });
        };
        if self.kind == Locking::Wedge || self.has_sum(pushes, &full) {
            return Unbounded::Locks(bound(&full));
        }
        let mut still = Vec::new();
        for towards in units(self.problem.coordinates()) {
            match pushes.furthest_freely(&left, &towards) {
                Ok(more) => return Unbounded::Locks(bound(&added(full, &more))),
                Err(direction) => still.push(self.pushed(direction)),
            }
        }
        Unbounded::Never(NeverJams { chain, still })
    }

    /// For wedging any motion will do, for jamming one that pushes along the constraints give.
    fn directed(&self, direction: Vec<Rational>) -> stiction_proof::Pushed {
        match self.kind {
            Locking::Jam => self.pushed(direction),
            Locking::Wedge => stiction_proof::Pushed { pushes: Vec::new(), motion: direction },
        }
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

/// The largest ratio of friction to normal force.
fn bound(multiples: &Multiples) -> Rational {
    let ratio = |(bare, rubs): &(Rational, Vec<Rational>)| -> Rational {
        let across: Rational = match &rubs[..] {
            [one, other] => (one - other).abs(),
            rubs => rubs.iter().cloned().sum(),
        };
        across.checked_div(bare).unwrap_or_default()
    };
    multiples.iter().map(ratio).max().unwrap_or_default()
}

fn added(mut sum: Multiples, more: &Multiples) -> Multiples {
    for ((bare, rubs), (more_bare, more_rubs)) in sum.iter_mut().zip(more) {
        *bare += more_bare;
        rubs.iter_mut().zip(more_rubs).for_each(|(entry, more)| *entry += more);
    }
    sum
}
