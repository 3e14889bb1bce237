//! Numbers for people, and which number two proved ends name.

use stiction::scene::LengthUnit;
use stiction_proof::Rational;

/// A number with three significant digits, without needless zeros: `3.1`, `0.25`, `12 300`, `4.2e-7`.
///
/// ```
/// use stiction_report::spoken;
/// assert_eq!(spoken(0.25), "0.25");
/// assert_eq!(spoken(9.80665), "9.81");
/// assert_eq!(spoken(-0.0), "0");
/// assert_eq!(spoken(4.2e-7), "4.2e-7");
/// assert_eq!(spoken(1234.5), "1230");
/// assert_eq!(spoken(999.9), "1000");
/// assert_eq!(spoken(f64::INFINITY), "over 1e308");
/// ```
pub fn spoken(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if value.is_nan() {
        return "undefined".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "over 1e308" } else { "under -1e308" }.to_owned();
    }
    let magnitude = value.abs().log10().floor() as i32;
    if !(-4..=5).contains(&magnitude) {
        return scientific(value);
    }
    let decimals = (2 - magnitude).max(0) as usize;
    let unit = 10f64.powi((magnitude - 2).max(0));
    let text = format!(
        "{:.decimals$}",
        (value / unit).round() * unit * f64::from(u8::from(decimals == 0))
            + value * f64::from(u8::from(decimals > 0))
    );
    trimmed(&text)
}

/// A length as a person would say it, in the unit of the scene or in metres and their thousandths.
pub fn length_words(metres: f64, unit: Option<&LengthUnit>) -> String {
    match unit {
        Some(unit) => format!("{} {}", spoken(metres / unit.metres.get().to_f64()), unit.word),
        None if metres.abs() < 0.1 => format!("{} mm", spoken(1000.0 * metres)),
        None => format!("{} m", spoken(metres)),
    }
}

/// A time to the microsecond, rounded down: what is proved up to an instant is proved up to what is said of it.
pub(crate) fn seconds_below(value: f64) -> String {
    trimmed(&format!("{:.6}", (value * 1e6).floor() / 1e6))
}

/// The same of a fraction: what is too small for a double is not zero.
///
/// ```
/// use stiction_proof::Rational;
/// use stiction_report::spoken_fraction;
/// assert_eq!(spoken_fraction(&Rational::new(1, 8)), "0.125");
/// assert_eq!(spoken_fraction(&"-1e-400".parse().unwrap()), "over -1e-323");
/// ```
pub fn spoken_fraction(value: &Rational) -> String {
    match value.to_f64() {
        0.0 if value.is_positive() => "under 1e-323".to_owned(),
        0.0 if value.is_negative() => "over -1e-323".to_owned(),
        value => spoken(value),
    }
}

fn scientific(value: f64) -> String {
    let text = format!("{value:.2e}");
    match text.split_once('e') {
        Some((mantissa, exponent)) => format!("{}e{exponent}", trimmed(mantissa)),
        None => text,
    }
}

fn trimmed(text: &str) -> String {
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text.to_owned()
    }
}

/// Brackets wider than this, relative to the larger of 1 and their ends, name no number between their ends.
pub(crate) const NAMED: f64 = 1e-6;

/// The end of a bracket at which forces, or a motion, were found: what is proved to be reached.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ReachedEnd {
    /// The lower end.
    Lower,
    /// The upper end.
    Upper,
}

/// Whether two proved ends are close enough to name the number between them.
pub(crate) fn is_named([lower, upper]: [&Rational; 2]) -> bool {
    let size = [lower, upper].iter().fold(1.0, |size: f64, end| size.max(end.to_f64().abs()));
    (upper - lower).to_f64() <= NAMED * size
}

/// The number that stands for two proved ends: `between` where they are close, else the end that is reached.
pub(crate) fn named(ends: [&Rational; 2], between: Rational, reached: ReachedEnd) -> Rational {
    let [lower, upper] = ends;
    match reached {
        _ if is_named(ends) => between,
        ReachedEnd::Lower => lower.clone(),
        ReachedEnd::Upper => upper.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_up_to_which_something_is_proved_are_rounded_down() {
        assert_eq!(seconds_below(1.468_333_33), "1.468333");
        assert_eq!(seconds_below(0.999_999_999), "0.999999");
        assert_eq!(seconds_below(2.0), "2");
    }
}
