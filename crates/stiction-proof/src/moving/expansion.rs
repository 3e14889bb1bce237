//! Functions of time on a stretch of it, as polynomials with bounds: Taylor models.
//!
//! On `|τ| ≤ h` a function is known as
//!
//! ```text
//!     f(τ) = c₀ + c₁τ + … + c_{K−1}τ^{K−1} + C·τ^K,   the last coefficient any number of an interval, for each
//!     τ another                                                                                          (1)
//! ```
//!
//! Products of higher powers are folded into the last one, since `|τ|^{K+j} ≤ h^j·|τ|^K`.  With `f = f₀ + δ`,
//! `δ(0) = 0`, the sine is `sin f₀·cos δ + cos f₀·sin δ`, and the series of `sin δ` and `cos δ` end with
//! `[−1, 1]·δ^K/K!`.  A polynomial of degree below K stays exact.
//!
//! The least value on the stretch is not below the least Bernstein coefficient: with `τ = h(2s − 1)`,
//! `0 ≤ s ≤ 1`, the function is a mean of them (2).
//!
//! References: \[MakinoBerz\] for (1), \[Farouki\] for (2).

use super::interval::Interval;
use crate::rational::Rational;

/// A function of time on a stretch about its middle.
#[derive(Debug, Clone, PartialEq)]
pub struct Expansion {
    /// Coefficients of the powers of `τ`, all `K + 1` of (1).
    coefficients: Vec<Interval>,
    /// Half the length of the stretch.
    half: Rational,
}

impl Expansion {
    /// A polynomial of time, lowest power first, about `middle`, on `|τ| ≤ half`, to the power `order`.
    pub fn of_polynomial(powers: &[Rational], middle: &Rational, half: &Rational, order: usize) -> Self {
        let mut shifted: Vec<Rational> = powers.to_vec();
        // Horner's scheme, once for each coefficient: the polynomial about the middle.
        for first in 0..shifted.len() {
            for index in (first..shifted.len().saturating_sub(1)).rev() {
                let carried = &shifted[index + 1] * middle;
                shifted[index] += carried;
            }
        }
        let coefficients = shifted.into_iter().map(Interval::from).collect();
        Self::folded(coefficients, half, order)
    }

    /// A number.
    pub fn constant(value: Interval, half: &Rational, order: usize) -> Self {
        Self::folded(vec![value], half, order)
    }

    fn folded(mut coefficients: Vec<Interval>, half: &Rational, order: usize) -> Self {
        let mut beyond = Interval::zero();
        // An instant has no powers.
        coefficients.truncate(if half.is_zero() { 1 } else { usize::MAX });
        while coefficients.len() > order + 1 {
            let last = coefficients.pop().unwrap_or_else(Interval::zero);
            let sum = &last + &beyond;
            beyond = if sum.is_zero() { sum } else { Interval::about_zero(&(sum.magnitude() * half)) };
        }
        coefficients.resize(order + 1, Interval::zero());
        if let Some(last) = coefficients.last_mut().filter(|_| !beyond.is_zero()) {
            *last = &*last + &beyond;
        }
        Self { coefficients, half: half.clone() }
    }

    fn order(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// Whether it is zero throughout.
    pub fn is_zero(&self) -> bool {
        self.coefficients.iter().all(Interval::is_zero)
    }

    /// The sum.
    pub fn plus(&self, other: &Self) -> Self {
        let coefficients = self.coefficients.iter().zip(&other.coefficients).map(|(one, other)| one + other);
        Self { coefficients: coefficients.collect(), half: self.half.clone() }
    }

    /// The difference.
    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.scaled(&Rational::from(-1)))
    }

    /// Times a number.
    pub fn scaled(&self, factor: &Rational) -> Self {
        let coefficients = self.coefficients.iter().map(|one| one.times(factor)).collect();
        Self { coefficients, half: self.half.clone() }
    }

    /// The product.
    pub fn times(&self, other: &Self) -> Self {
        let order = self.order();
        let mut product = vec![Interval::zero(); 2 * order + 1];
        for (left, one) in self.coefficients.iter().enumerate().filter(|(_, one)| !one.is_zero()) {
            for (right, other) in other.coefficients.iter().enumerate().filter(|(_, one)| !one.is_zero()) {
                product[left + right] = &product[left + right] + &(one * other);
            }
        }
        Self::folded(product, &self.half, order)
    }

    /// Sine and cosine; the value in the middle must be exact, as that of a polynomial is.
    pub fn sine_and_cosine(&self) -> (Self, Self) {
        let (sine, cosine) = Interval::sine_and_cosine(&self.coefficients[0].lower);
        let mut change = self.clone();
        change.coefficients[0] = Interval::zero();
        let (order, half) = (self.order(), &self.half);
        if change.is_zero() {
            return (Self::constant(sine, half, order), Self::constant(cosine, half, order));
        }
        let (mut odd, mut even) =
            (Self::constant(Interval::zero(), half, order), Self::constant(1.into(), half, order));
        let (mut power, mut factorial) = (Self::constant(1.into(), half, order), Rational::one());
        for exponent in 1..=order {
            power = power.times(&change);
            factorial = factorial * Rational::new(1, exponent as u64);
            let last = exponent == order;
            let size = if exponent % 4 < 2 { factorial.clone() } else { -&factorial };
            let term = if last { power.widened(&factorial) } else { power.scaled(&size) };
            if exponent % 2 == 1 || last {
                odd = odd.plus(&term);
            }
            if exponent % 2 == 0 || last {
                even = even.plus(&term);
            }
        }
        let scale = |one: &Self, by: &Interval| one.times(&Self::constant(by.clone(), half, order));
        (scale(&even, &sine).plus(&scale(&odd, &cosine)), scale(&even, &cosine).minus(&scale(&odd, &sine)))
    }

    /// `[−size, size]` times the function.
    fn widened(&self, size: &Rational) -> Self {
        let wide = Interval::about_zero(size);
        let coefficients = self.coefficients.iter().map(|one| &wide * one).collect();
        Self { coefficients, half: self.half.clone() }
    }

    /// Not above any value on the stretch: the least Bernstein coefficient (2) of the middles of all
    /// coefficients, less what their widths can add.
    pub fn least(&self) -> Rational {
        let (middles, error) = self.middles();
        let least = bernstein(middles, &self.half).into_iter().reduce(Rational::min);
        least.unwrap_or_default() - error
    }

    /// Not below any value on the stretch.
    pub fn largest(&self) -> Rational {
        -self.scaled(&Rational::from(-1)).least()
    }

    /// The coefficients' middles, and a bound of the rest.
    fn middles(&self) -> (Vec<Rational>, Rational) {
        let (mut middles, mut error, mut power) = (Vec::new(), Rational::zero(), Rational::one());
        let two = Rational::new(1, 2);
        for one in &self.coefficients {
            if one.is_exact() {
                middles.push(one.lower.clone());
            } else {
                middles.push((&one.lower + &one.upper) * &two);
                error += (&one.upper - &one.lower) * &two * &power;
            }
            power = power * &self.half;
        }
        while middles.len() > 1 && middles.last().is_some_and(Rational::is_zero) {
            middles.pop();
        }
        (middles, error)
    }
}

/// Bernstein coefficients of a polynomial of `τ` on `|τ| ≤ half`: powers of `τ`, then of `s`, then sums.
fn bernstein(mut powers: Vec<Rational>, half: &Rational) -> Vec<Rational> {
    let degree = powers.len() - 1;
    if half.is_zero() {
        powers.truncate(1);
        return powers;
    }
    // τ = −h + 2h·s: shift to the left end, then stretch.
    let left = -half;
    for first in 0..degree {
        for index in (first..degree).rev() {
            let carried = &powers[index + 1] * &left;
            powers[index] += carried;
        }
    }
    let width = half * &Rational::from(2);
    let mut factor = Rational::one();
    for (index, power) in powers.iter_mut().enumerate() {
        // Divided by the binomial coefficient C(degree, index).
        *power = &*power * &factor;
        let left = (degree - index).max(1) as u64;
        factor = factor * &width * Rational::new(index as i64 + 1, left);
    }
    // bⱼ = Σ_k C(j, k) aₖ / C(n, k): Pascal's triangle by repeated sums.
    for first in 1..=degree {
        for index in (first..=degree).rev() {
            let before = powers[index - 1].clone();
            powers[index] += before;
        }
    }
    powers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rational::rationals;

    #[test]
    fn a_polynomial_is_the_same_about_another_time() {
        // 1 + 2t + 3t² about 2: 17 + 14τ + 3τ².
        let one = Expansion::of_polynomial(&rationals(&[1, 2, 3]), &2.into(), &1.into(), 4);
        let expected: Vec<Interval> = [17, 14, 3, 0, 0].map(Interval::from).to_vec();
        assert_eq!(one.coefficients, expected);
    }

    #[test]
    fn the_least_bernstein_coefficient_bounds_and_ends_are_met() {
        // τ² on [−1, 1] has Bernstein coefficients 1, −1, 1; (t − 1)² from the left end 0, on [0, 2].
        let square = Expansion::of_polynomial(&rationals(&[1, -2, 1]), &1.into(), &1.into(), 5);
        assert_eq!(square.least(), Rational::from(-1));
        // t on [1, 3]: both ends exactly.
        let line = Expansion::of_polynomial(&rationals(&[0, 1]), &2.into(), &1.into(), 5);
        assert_eq!((line.least(), line.largest()), (1.into(), 3.into()));
        // t³ is monotone: its ends.
        let cube = Expansion::of_polynomial(&rationals(&[0, 0, 0, 1]), &2.into(), &1.into(), 5);
        assert_eq!((cube.least(), cube.largest()), (1.into(), 27.into()));
    }

    #[test]
    fn sines_of_polynomials_are_enclosed_closely() {
        let powers = vec![Rational::new(1, 3), Rational::new(7, 5), Rational::new(-1, 2)];
        let (middle, half) = (Rational::new(4, 5), Rational::new(1, 10));
        let angle = Expansion::of_polynomial(&powers, &middle, &half, 10);
        let (sine, cosine) = angle.sine_and_cosine();
        let value = |t: f64| 1.0 / 3.0 + 1.4 * t - 0.5 * t * t;
        let ends = [value(0.7), value(0.9)].map(f64::sin);
        assert!((sine.least().to_f64() - ends[0].min(ends[1])).abs() < 1e-3);
        assert!(sine.least().to_f64() <= ends[0].min(ends[1]) + 1e-15);
        // sin² + cos² is 1 throughout.
        let one = sine.times(&sine).plus(&cosine.times(&cosine));
        assert!(one.least() <= Rational::one() && Rational::one() <= one.largest());
        assert!((one.largest() - one.least()).to_f64() < 1e-9);
    }

    #[test]
    fn folding_loses_no_value() {
        // t⁶ to the power 3 on [−1/2, 1/2].
        let six =
            Expansion::of_polynomial(&rationals(&[0, 0, 0, 0, 0, 0, 1]), &0.into(), &Rational::new(1, 2), 3);
        assert!(six.least().to_f64() <= 0.0 && six.largest().to_f64() >= 1.0 / 64.0);
        assert!(six.largest().to_f64() <= 0.02);
    }
}
