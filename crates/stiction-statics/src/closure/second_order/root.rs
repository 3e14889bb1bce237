//! Roots of quadratics with rational coefficients, compared exactly.
//!
//! An irrational root belongs to one quadratic with leading coefficient 1 alone, so two of them are equal only if these
//! are; different ones part when their intervals are halved often enough.

use std::cmp::Ordering;
use stiction_exact::root::square_root;
use stiction_proof::Rational;

/// A real number that is a root of a quadratic.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Root {
    /// A fraction.
    Rational(Rational),
    /// One of the two roots of `x² + p·x + q`.
    Irrational {
        /// `[p, q]`.
        monic: [Rational; 2],
        /// Whether it is the larger one.
        larger: bool,
        /// It is strictly between these, and the other root is not.
        between: [Rational; 2],
    },
}

/// The roots of `a·x² + m·x + c`, without multiplicity; none of a constant.
pub(super) fn roots([a, m, c]: &[Rational; 3]) -> Vec<Root> {
    let (Some(p), Some(q)) = (m.checked_div(a), c.checked_div(a)) else {
        return c.checked_div(m).map(|root| Root::Rational(-root)).into_iter().collect();
    };
    let half = Rational::new(1, 2);
    let discriminant = &p * &p - Rational::from(4) * &q;
    if discriminant.is_negative() {
        return Vec::new();
    }
    let root = square_root(&discriminant);
    let place = |root: Rational| (root - &p) * &half;
    if root.exact {
        let mut both = vec![Root::Rational(place(-&root.value)), Root::Rational(place(root.value))];
        both.dedup();
        return both;
    }
    // The root is at most 2⁻⁹⁶ of it above the value.
    let above = &root.value * (Rational::one() + Rational::new(1, 1 << 62));
    let monic = [p.clone(), q];
    let smaller = [place(-&above), place(-&root.value)];
    let larger = [place(root.value), place(above)];
    vec![
        Root::Irrational { monic: monic.clone(), larger: false, between: smaller },
        Root::Irrational { monic, larger: true, between: larger },
    ]
}

impl Root {
    /// Fractions that it is between.
    pub(super) fn bounds(&self) -> [&Rational; 2] {
        match self {
            Self::Rational(value) => [value, value],
            Self::Irrational { between: [lower, upper], .. } => [lower, upper],
        }
    }

    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Rational(one), Self::Rational(two)) => one == two,
            (
                Self::Irrational { monic: one, larger: is_larger, .. },
                Self::Irrational { monic: two, larger, .. },
            ) => one == two && is_larger == larger,
            _ => false,
        }
    }

    /// Halves the interval.
    fn narrow(&mut self) {
        let Self::Irrational { monic: [p, q], larger, between: [lower, upper] } = self else { return };
        let middle = (&*lower + &*upper) * Rational::new(1, 2);
        let value = (&middle + &*p) * &middle + &*q;
        // Between the roots the quadratic is negative.
        if value.is_positive() == *larger { *upper = middle } else { *lower = middle }
    }

    /// Narrows both until one is wholly below the other, with room between them; says whether it is this one.
    /// They must be different.
    pub(super) fn part(&mut self, other: &mut Self) -> bool {
        loop {
            if self.bounds()[1] < other.bounds()[0] {
                return true;
            }
            if other.bounds()[1] < self.bounds()[0] {
                return false;
            }
            self.narrow();
            other.narrow();
        }
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match self.is(other) {
            true => Ordering::Equal,
            false if self.clone().part(&mut other.clone()) => Ordering::Less,
            false => Ordering::Greater,
        }
    }

    /// Whether it is a root of this quadratic too.
    pub(super) fn is_root_of(&self, [a, m, c]: &[Rational; 3]) -> bool {
        match self {
            Self::Rational(x) => ((a * x + m) * x + c).is_zero(),
            Self::Irrational { monic: [p, q], .. } => a * p == *m && a * q == *c,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(entries: [i64; 3]) -> Vec<Root> {
        roots(&entries.map(Rational::from))
    }

    #[test]
    fn roots_are_fractions_where_they_can_be() {
        let fractions = |entries| {
            let found = of(entries);
            found.into_iter().map(|root| root.bounds()[0].clone()).collect::<Vec<_>>()
        };
        assert_eq!(fractions([6, -5, 1]), [Rational::new(1, 3), Rational::new(1, 2)]);
        assert_eq!(fractions([4, -4, 1]), [Rational::new(1, 2)]);
        assert_eq!(fractions([0, 2, -3]), [Rational::new(3, 2)]);
        assert!(of([0, 0, 5]).is_empty() && of([0, 0, 0]).is_empty() && of([1, 0, 1]).is_empty());
    }

    #[test]
    fn irrational_roots_are_told_apart_however_close_and_known_when_equal() {
        let [minus, plus] = &of([1, 0, -2])[..] else { panic!("±√2") };
        assert_eq!(minus.compare(plus), Ordering::Less);
        assert_eq!(plus.compare(&of([-3, 0, 6])[1]), Ordering::Equal);
        assert!(plus.is_root_of(&[5, 0, -10].map(Rational::from)));
        assert!(!plus.is_root_of(&[1, 0, -3].map(Rational::from)));
        let tiny: Rational = "1e-200".parse().unwrap();
        let beside = roots(&[Rational::one(), Rational::zero(), Rational::from(-2) - &tiny]);
        assert_eq!(plus.compare(&beside[1]), Ordering::Less);
        assert_eq!(minus.compare(&beside[0]), Ordering::Greater);
    }
}
