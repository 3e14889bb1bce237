//! A bound on the multiples of one load, read out of a proof.

use stiction_proof::{AssemblyProof, FrictionUse, Rational, Touch};

/// With friction as given, at most so much of one load can be balanced besides another: `rate · multiple ≤ bound`.
pub(crate) struct Bound<'p, T: Touch> {
    pub load: &'p [T::Screw],
    pub direction: &'p [T::Screw],
    pub taken: &'p [Vec<Rational>],
    pub rate: &'p Rational,
    pub bound: &'p Rational,
    pub twists: &'p [T::Screw],
}

impl<'p, T: Touch> Bound<'p, T> {
    /// The bound that a proof shows; none where it shows something else.
    pub fn of(proof: &'p AssemblyProof<T>) -> Option<Self> {
        let AssemblyProof::Bounds { friction, load, directions, taken, normal, bound, twists, .. } = proof
        else {
            return None;
        };
        let ([direction], [rate], FrictionUse::Given) = (&directions[..], &normal[..], friction) else {
            return None;
        };
        Some(Self { load, direction, taken, rate, bound, twists })
    }

    /// The multiple from which on nothing is balanced.
    pub fn end(&self) -> Option<Rational> {
        self.bound.checked_div(self.rate)
    }
}
