//! A number between two that are proved: the search that narrows such a bracket.
//!
//! A property that holds above some threshold and not below it is asked at the middle; the answer moves one
//! end, as far as its proof reaches, which is often much further than the middle.

use super::Refused;
use stiction_proof::{Proof, Rational, Verified};

/// A value and the proof that the threshold is on one side of it.
pub type End<P = Proof> = (Rational, Verified<P>);

/// Two ends with the threshold between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Bracket<P = Proof> {
    /// The threshold is not below this.
    pub lower: End<P>,
    /// The threshold is not above this.
    pub upper: End<P>,
}

/// What a probe found.
pub(super) enum Side<P = Proof> {
    /// The threshold is at or above this end.
    Lower(End<P>),
    /// The threshold is at or below this end.
    Upper(End<P>),
}

/// Brackets narrower than this, relative to the larger of 1 and the upper end, are narrow enough.
const WIDTH: f64 = 1e-14;
/// Bits kept of a middle: far more than [`WIDTH`] needs, few enough to stay fast.
const BITS: usize = 80;
/// Where in a bracket is asked: in the middle, and towards its ends where the middle is too close to call.
const PARTS: [(i64, u64); 5] = [(1, 2), (1, 8), (7, 8), (1, 64), (63, 64)];

impl<P> Bracket<P> {
    /// Narrows the bracket.  Each probe must move an end at least to where it was asked.
    pub(super) fn narrow(
        self,
        probe: impl Fn(&Rational) -> Result<Side<P>, Refused>,
    ) -> Result<Self, Refused> {
        self.narrow_while(WIDTH, |middle| probe(middle).map(Some))
    }

    /// Replaces an end by a better one.
    pub(super) fn place(&mut self, side: Side<P>) {
        match side {
            Side::Lower(end) if end.0 >= self.lower.0 => self.lower = end,
            Side::Upper(end) if end.0 <= self.upper.0 => self.upper = end,
            _ => {}
        }
    }

    /// As [`Bracket::narrow`], to a given relative width and with a probe that may leave its question open: then others of [`PARTS`] are asked, and
    /// where all are left open the search ends.
    pub(super) fn narrow_while(
        mut self,
        width: f64,
        probe: impl Fn(&Rational) -> Result<Option<Side<P>>, Refused>,
    ) -> Result<Self, Refused> {
        while self.width() > width {
            let between_ends = &self.upper.0 - &self.lower.0;
            let mut found = None;
            for (part, whole) in PARTS {
                let between = rounded_down(&(&self.lower.0 + &(&between_ends * &Rational::new(part, whole))));
                if found.is_none() && between > self.lower.0 {
                    found = probe(&between)?;
                }
            }
            let Some(side) = found else { break };
            self.place(side);
        }
        Ok(self)
    }

    /// Width relative to the larger of 1 and the upper end.
    pub fn width(&self) -> f64 {
        (&self.upper.0 - &self.lower.0).to_f64() / self.upper.0.to_f64().max(1.0)
    }

    /// The simplest fraction between the ends.
    pub fn simplest(&self) -> Rational {
        Rational::simplest_between(&self.lower.0, &self.upper.0)
    }

    /// Whether the ends have met.
    pub fn is_exact(&self) -> bool {
        self.lower.0 == self.upper.0
    }
}

/// A fraction with few bits just below a positive one.
pub(super) fn rounded_down(value: &Rational) -> Rational {
    rounded(value, false)
}

/// A fraction with few bits just above a positive one.
pub(super) fn rounded_up(value: &Rational) -> Rational {
    rounded(value, true)
}

fn rounded(value: &Rational, up: bool) -> Rational {
    use dashu_int::ops::BitTest;
    use dashu_int::{IBig, UBig};
    let (numerator, denominator) = (value.numerator(), value.denominator());
    if denominator.bit_len() <= BITS {
        return value.clone();
    }
    let shift = (denominator.bit_len() + BITS).saturating_sub(numerator.bit_len());
    let whole = (numerator << shift) / IBig::from(denominator.clone());
    let whole = if up { whole + IBig::ONE } else { whole };
    Rational::from_parts(whole, IBig::from(UBig::ONE << shift)).unwrap_or_else(|| value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_stays_close_and_on_its_side() {
        let third = Rational::new(1, 3);
        let long = (0..60).fold(third, |value, k| value * Rational::new(1_000_003 + k, 1_000_033));
        let (below, above) = (rounded_down(&long), rounded_up(&long));
        assert!(below < long && long < above);
        assert!((&above - &below).to_f64() < long.to_f64() * 1e-20);
    }
}
