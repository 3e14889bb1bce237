//! Angles in rationals: bounds of a tangent, and the cone that is there whichever way the normal turns.

use crate::Rational;

/// Bits that a rounded number keeps.
const BITS: i64 = 32;

/// The largest angle of which a tangent is bounded, rad: below a right angle.
fn most() -> Rational {
    Rational::new(3, 2)
}

/// `x` rounded down to 32 bits: programs with short numbers are solved much faster, and what is lost is less than a
/// billionth.
pub(crate) fn down(x: &Rational) -> Rational {
    let size = x.to_f64().abs();
    if !(size.is_normal() && size < 1e300) {
        return x.clone();
    }
    let shift = BITS - 1 - i64::from(size.log2().floor() as i32);
    let floor = (x * &Rational::power_of_two(shift)).floor();
    floor * Rational::power_of_two(-shift)
}

/// `x` rounded up to 32 bits.
pub(crate) fn up(x: &Rational) -> Rational {
    -down(&-x)
}

/// Bounds of the tangent of an angle from 0 to 3/2, below and above; none beyond.
///
/// With the angle rounded to 32 bits, down and up, sine and cosine are alternating series whose terms
/// decrease from the second one on (`x² < 6`), so that two sums that follow each other enclose them; with terms up to
/// the 28th power they are within `1.5²⁹/29! < 2⁻⁸⁵` of each other.
pub fn tangent(angle: &Rational) -> Option<[Rational; 2]> {
    if angle.is_negative() || *angle > most() {
        return None;
    }
    if angle.is_zero() {
        return Some([Rational::zero(), Rational::zero()]);
    }
    let (below, above) = (down(angle), up(angle));
    let [sine_below, _] = series(&below, 1);
    let [_, sine_above] = series(&above, 1);
    let [_, cosine_above] = series(&below, 0);
    let [cosine_below, _] = series(&above, 0);
    let lower = sine_below.checked_div(&cosine_above)?;
    // The cosine of 3/2 and a little is above 0.07.
    let upper = sine_above.checked_div(&cosine_below).filter(|_| cosine_below.is_positive())?;
    Some([down(&lower), up(&upper)])
}

/// `Σ (−1)ᵏ x^(2k+first)/(2k+first)!`, below and above.
fn series(x: &Rational, first: u64) -> [Rational; 2] {
    let square = x * x;
    let mut term = if first == 0 { Rational::one() } else { x.clone() };
    let (mut sum, mut before) = (Rational::zero(), Rational::zero());
    for k in 0..14_u64 {
        before = sum.clone();
        if k % 2 == 0 {
            sum += &term
        } else {
            sum -= &term
        }
        let n = 2 * k + first;
        term = term * &square * Rational::new(1, (n + 1) * (n + 2));
    }
    if before < sum { [before, sum] } else { [sum, before] }
}

/// The cone of forces that a contact has in every scene, equation (1).
#[derive(Debug, Clone, PartialEq)]
pub struct Narrowed {
    /// Coefficient of friction about the given normal.
    pub friction: Rational,
    /// Where there is none: tangent of the angle by which the direction of the normal force may still turn.
    pub turn: Rational,
    /// A bound of the tangent of the largest turn of the normal.
    pub tangent: Rational,
}

/// Narrows a cone: `friction` the least coefficient, `angle` the largest turn of the normal. None beyond 3/2 rad, or
/// where nothing is left.
pub fn narrowed(friction: &Rational, angle: &Rational) -> Option<Narrowed> {
    let [_, tangent] = tangent(angle)?;
    if tangent.is_zero() {
        return Some(Narrowed { friction: friction.clone(), turn: Rational::zero(), tangent });
    }
    let (difference, whole) = (friction - &tangent, Rational::one() + friction * &tangent);
    let part = difference.checked_div(&whole)?;
    let (friction, turn) = match part.is_negative() {
        true => (Rational::zero(), up(&-part)),
        false => (down(&part), Rational::zero()),
    };
    Some(Narrowed { friction, turn, tangent })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tangents_are_enclosed_closely() {
        for thousandth in [1_i64, 15, 150, 785, 1200, 1499, 1500] {
            let [lower, upper] = tangent(&Rational::new(thousandth, 1000)).unwrap();
            let double = (thousandth as f64 / 1000.0).tan();
            assert!(lower <= upper && (&upper - &lower).to_f64() <= 1e-8 * (1.0 + double) * double);
            assert!(lower.to_f64() <= double && upper.to_f64() >= double);
        }
        assert_eq!(tangent(&Rational::new(1501, 1000)), None);
    }

    #[test]
    fn a_cone_that_turns_leaves_the_cone_of_the_difference_of_angles() {
        let own = narrowed(&Rational::new(2, 5), &Rational::new(3, 20)).unwrap();
        let expected = (0.4_f64.atan() - 0.15).tan();
        assert!((own.friction.to_f64() - expected).abs() < 1e-9 && own.turn.is_zero());
        let turned = narrowed(&Rational::new(1, 10), &Rational::new(3, 20)).unwrap();
        let expected = (0.15 - 0.1_f64.atan()).tan();
        assert!((turned.turn.to_f64() - expected).abs() < 1e-9 && turned.friction.is_zero());
    }
}
