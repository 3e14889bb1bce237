//! The section `[peg]`: a peg that is pushed slowly into a hole.

use stiction_proof::Rational;

/// What the section says \[MR 12.12\].
#[derive(Debug, Clone, PartialEq)]
pub struct PegSection {
    /// Width of the peg.
    pub width: Rational,
    /// Width of the hole.
    pub hole: Rational,
    /// Coefficient of friction.
    pub friction: Rational,
    /// How deep the peg is in the hole.
    pub depth: Rational,
    /// Cosine and sine of the angle by which it leans.
    pub turned: [Rational; 2],
    /// The push `[m, fx, fy]` about the middle of its tip, y up out of the hole, where it was given.
    pub push: Option<[Rational; 3]>,
}
