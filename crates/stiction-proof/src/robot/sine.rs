//! Sine and cosine of a double, between bounds that no library of functions is trusted with.
//!
//! In integers that count units of 2⁻¹⁹²: the angle is brought to |r| ≤ π/4 by a multiple of π/2, and the series is
//! summed until its terms vanish.  Every division loses less than one unit, and
//!
//! ```text
//!     π = 16 arctan(1/5) − 4 arctan(1/239)                                                       (1)
//! ```
//!
//! to 2⁻²⁵⁶, so that for |x| ≤ 2⁵⁰ all that is lost is less than 2⁻¹²⁸, and the double nearest to the sum misses by
//! half a unit in its last place besides.

use super::ball::Ball;
use dashu_int::IBig;
use dashu_int::ops::BitTest;

/// Fractional bits of the sums.
const BITS: usize = 192;
/// Fractional bits of π.
const FINE: usize = 256;
/// Everything that is lost in the integers.
const LOST: f64 = 2.938_735_877_055_719e-39; // 2⁻¹²⁸

/// The largest angle that is taken: beyond it a double does not know where in its turn it is.
pub(super) const LARGEST_ANGLE: f64 = (1u64 << 50) as f64;

/// Sine and cosine of an angle of at most [`LARGEST_ANGLE`].
pub(super) fn sine_and_cosine(angle: f64) -> Option<[Ball; 2]> {
    if angle.is_nan() || angle.abs() > LARGEST_ANGLE {
        return None;
    }
    let angle = fixed(angle);
    let half_turns = half_pi();
    // The multiple of π/2 that is nearest.
    let quarters = nearest(&(&angle << (FINE - BITS)), &half_turns);
    let rest = angle - ((&quarters * &half_turns) >> (FINE - BITS));
    let (sine, cosine) = (series(&rest, 1), series(&rest, 0));
    let four = IBig::from(4);
    let quarter = u8::try_from(((&quarters % &four) + &four) % &four).ok()?;
    let (sine, cosine) = match quarter {
        0 => (sine, cosine),
        1 => (cosine, -sine),
        2 => (-sine, -cosine),
        _ => (-cosine, sine),
    };
    Some([sine, cosine].map(|value| double(&value)))
}

/// The double in units of 2⁻¹⁹²; what is smaller than that is cut off.
fn fixed(value: f64) -> IBig {
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52) & 0x7ff, bits & ((1 << 52) - 1));
    let (mantissa, power) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent as i64 - 1075) };
    let size = IBig::from(mantissa);
    let shift = power + BITS as i64;
    let size = if shift >= 0 {
        size << shift.unsigned_abs() as usize
    } else {
        size >> shift.unsigned_abs() as usize
    };
    if value < 0.0 { -size } else { size }
}

/// The double near a number of units, and how far it may be from what the number stands for.
fn double(value: &IBig) -> Ball {
    // Sixty-two leading bits are exact in two doubles' worth of an integer; the rest is below 2⁻⁶⁰ of it.
    let negative = *value < IBig::ZERO;
    let size = if negative { -value } else { value.clone() };
    let length = size.clone().into_parts().1.bit_len();
    let cut = length.saturating_sub(62);
    let head = u64::try_from(&size >> cut).unwrap_or(u64::MAX);
    let scale = f64::from_bits(((1023 + cut as i64 - BITS as i64) as u64) << 52);
    let mid = head as f64 * scale;
    let mid = if negative { -mid } else { mid };
    // Half a unit in the last place of the rounding, and one unit of the bits that were cut off.
    Ball { mid, rad: mid.abs() * (f64::EPSILON * 0.5 + 1e-18) + LOST }
}

/// Sine (first = 1) or cosine (first = 0) of a small angle: Σ ± r^k / k!.
fn series(rest: &IBig, first: u32) -> IBig {
    let square = (rest * rest) >> BITS;
    let mut term = if first == 1 { rest.clone() } else { IBig::ONE << BITS };
    let (mut sum, mut k) = (term.clone(), first);
    while term != IBig::ZERO && term != IBig::NEG_ONE {
        term = -((&term * &square) >> BITS) / IBig::from((k + 1) * (k + 2));
        sum += &term;
        k += 2;
    }
    sum
}

/// π/2 in units of 2⁻²⁵⁶: equation (1).
fn half_pi() -> IBig {
    // Sixteen guard bits take up what the divisions lose.
    const GUARD: usize = 16;
    let arctan = |whole: u32| {
        let (whole, mut power) = (IBig::from(whole), (IBig::ONE << (FINE + GUARD)) / IBig::from(whole));
        let square = &whole * &whole;
        let (mut sum, mut k) = (IBig::ZERO, 1u32);
        while power != IBig::ZERO {
            let term = &power / IBig::from(k);
            if k % 4 == 1 {
                sum += term
            } else {
                sum -= term
            }
            power /= &square;
            k += 2;
        }
        sum
    };
    (arctan(5) * IBig::from(8) - arctan(239) * IBig::from(2)) >> GUARD
}

/// The whole number nearest to a quotient with a positive divisor.
fn nearest(value: &IBig, divisor: &IBig) -> IBig {
    let two = IBig::from(2);
    let shifted = value * &two + divisor;
    let double = divisor * &two;
    // Towards −∞: `/` truncates towards zero.
    let quotient = &shifted / &double;
    if &quotient * &double > shifted { quotient - IBig::ONE } else { quotient }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_what_other_libraries_compute_and_are_narrow() {
        for step in -2000..2000 {
            let angle = f64::from(step) * 0.07 + 1e-9;
            let [sine, cosine] = sine_and_cosine(angle).unwrap();
            // The library's functions are good to a unit in the last place or so.
            assert!((sine.mid - angle.sin()).abs() <= 4e-16, "{angle}: {sine:?}");
            assert!((cosine.mid - angle.cos()).abs() <= 4e-16, "{angle}: {cosine:?}");
            assert!(sine.rad <= 1.2e-16 && cosine.rad <= 1.2e-16);
        }
    }

    #[test]
    fn sine_and_cosine_of_known_angles() {
        let [sine, cosine] = sine_and_cosine(0.0).unwrap();
        assert!(sine.mid == 0.0 && sine.rad <= 1e-38 && cosine.mid == 1.0);
        // sin of the double nearest to π is the double's distance from π: 1.2246467991473531772e-16.
        let [sine, cosine] = sine_and_cosine(std::f64::consts::PI).unwrap();
        assert!((sine.mid - 1.224_646_799_147_353_2e-16).abs() <= 1e-31 && cosine.mid == -1.0);
        let [sine, _] = sine_and_cosine(1e-200).unwrap();
        assert!(sine.rad >= 1e-200);
    }

    #[test]
    fn large_angles_are_reduced_and_larger_ones_refused() {
        // Values to forty digits from elsewhere: sin(2²²) and cos(2²²).
        let [sine, cosine] = sine_and_cosine(4_194_304.0).unwrap();
        assert!((sine.mid - 4_194_304f64.sin()).abs() <= 2e-16);
        assert!((cosine.mid - 4_194_304f64.cos()).abs() <= 2e-16);
        for angle in [f64::NAN, f64::INFINITY, 1e17] {
            assert!(sine_and_cosine(angle).is_none());
        }
    }
}
