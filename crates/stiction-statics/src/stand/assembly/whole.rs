//! Wrenches and points as integers over one denominator, which are added and turned without being reduced.

use dashu_int::ops::Gcd;
use dashu_int::{IBig, UBig};
use stiction_proof::Rational;

/// `entries/over`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Whole {
    pub(super) entries: Vec<IBig>,
    /// Positive.
    pub(super) over: IBig,
}

impl Whole {
    pub(super) fn new(entries: &[Rational]) -> Self {
        let mut over = UBig::ONE;
        for entry in entries.iter().filter(|entry| !entry.denominator().is_one()) {
            let own = entry.denominator();
            if over.is_one() {
                over = own.clone();
            } else if over != *own {
                let common = (&over).gcd(own);
                over = over / common * own;
            }
        }
        let whole = |entry: &Rational| {
            if entry.is_zero() || *entry.denominator() == over {
                return entry.numerator().clone();
            }
            entry.numerator() * IBig::from(&over / entry.denominator())
        };
        let entries = entries.iter().map(whole).collect();
        Self { entries, over: IBig::from(over) }
    }

    pub(super) fn zero(count: usize) -> Self {
        Self { entries: vec![IBig::ZERO; count], over: IBig::ONE }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.entries.iter().all(IBig::is_zero)
    }

    pub(super) fn times(&self, factor: &Rational) -> Self {
        let entries = self.entries.iter().map(|entry| entry * factor.numerator()).collect();
        Self { entries, over: &self.over * IBig::from(factor.denominator().clone()) }
    }

    /// Adds or subtracts another, over the least denominator that both have.
    pub(super) fn add(&mut self, other: &Self, positive: bool) {
        if other.is_zero() {
            return;
        }
        if self.over == other.over {
            return self.sum(&other.entries, positive);
        }
        let common = IBig::from((&self.over).gcd(&other.over));
        let (more, theirs) = (&other.over / &common, &self.over / &common);
        if !more.is_one() {
            self.entries.iter_mut().filter(|entry| !entry.is_zero()).for_each(|entry| *entry *= &more);
            self.over *= &more;
        }
        if theirs.is_one() {
            return self.sum(&other.entries, positive);
        }
        let scaled: Vec<IBig> = other.entries.iter().map(|entry| entry * &theirs).collect();
        self.sum(&scaled, positive);
    }

    fn sum(&mut self, entries: &[IBig], positive: bool) {
        for (sum, part) in self.entries.iter_mut().zip(entries).filter(|(_, part)| !part.is_zero()) {
            if positive { *sum += part } else { *sum -= part }
        }
    }
}

/// A wrench about the origin, moment and force, as one about a point, multiplied by the point's denominator.
pub(super) fn shifted(wrench: &[IBig], point: &Whole) -> Vec<IBig> {
    let Whole { entries, over } = point;
    let moment = |m: &IBig, [x, fy]: [&IBig; 2], [y, fx]: [&IBig; 2]| {
        let mut total = if m.is_zero() { IBig::ZERO } else { m * over };
        if !x.is_zero() && !fy.is_zero() {
            total -= x * fy;
        }
        if !y.is_zero() && !fx.is_zero() {
            total += y * fx;
        }
        total
    };
    let force = |f: &IBig| if f.is_zero() { IBig::ZERO } else { f * over };
    match (wrench, &entries[..]) {
        ([m, fx, fy], [x, y]) => vec![moment(m, [x, fy], [y, fx]), force(fx), force(fy)],
        ([mx, my, mz, fx, fy, fz], [x, y, z]) => vec![
            moment(mx, [y, fz], [z, fy]),
            moment(my, [z, fx], [x, fz]),
            moment(mz, [x, fy], [y, fx]),
            force(fx),
            force(fy),
            force(fz),
        ],
        _ => wrench.iter().map(force).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_proof::{PlanarContact, SpatialContact, Touch};

    fn fractions(parts: &[(i64, u64)]) -> Vec<Rational> {
        parts.iter().map(|&(above, below)| Rational::new(above, below)).collect()
    }

    fn told(whole: &Whole) -> Vec<Rational> {
        whole.entries.iter().map(|entry| Rational::quotient(entry, &whole.over)).collect()
    }

    #[test]
    fn sums_over_one_denominator_are_those_of_fractions() {
        let a = fractions(&[(1, 2), (-2, 3), (0, 1), (5, 1)]);
        let b = fractions(&[(3, 10), (7, 4), (-1, 6), (0, 1)]);
        let factor = Rational::new(-9, 14);
        for positive in [true, false] {
            let mut sum = Whole::new(&a);
            sum.add(&Whole::new(&b).times(&factor), positive);
            let sign = Rational::from(if positive { 1 } else { -1 });
            let exact: Vec<Rational> = a.iter().zip(&b).map(|(a, b)| a + b * &factor * &sign).collect();
            assert_eq!(told(&sum), exact);
        }
    }

    #[test]
    fn wrenches_are_taken_about_a_point_as_proofs_take_them() {
        let planar: [Rational; 3] = fractions(&[(1, 2), (-2, 3), (4, 5)]).try_into().unwrap();
        let point: [Rational; 2] = fractions(&[(3, 7), (-1, 4)]).try_into().unwrap();
        let (wrench, about) = (Whole::new(&planar), Whole::new(&point));
        let over = &wrench.over * &about.over;
        let shifted_one = Whole { entries: shifted(&wrench.entries, &about), over };
        assert_eq!(told(&shifted_one), PlanarContact::about(planar, &point).to_vec());
        let spatial = fractions(&[(1, 2), (-2, 3), (4, 5), (1, 9), (-7, 1), (2, 3)]);
        let spatial: [Rational; 6] = spatial.try_into().unwrap();
        let point: [Rational; 3] = fractions(&[(3, 7), (-1, 4), (5, 6)]).try_into().unwrap();
        let (wrench, about) = (Whole::new(&spatial), Whole::new(&point));
        let over = &wrench.over * &about.over;
        let shifted_one = Whole { entries: shifted(&wrench.entries, &about), over };
        assert_eq!(told(&shifted_one), SpatialContact::about(spatial, &point).to_vec());
    }
}
