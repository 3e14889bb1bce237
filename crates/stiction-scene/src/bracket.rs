//! A number between two that are proved: the search that narrows such a bracket.
//!
//! A property that holds above some threshold and not below it is asked at the middle; the answer moves one
//! end, as far as its proof reaches, which is often much further than the middle.
//!
//! **Brackets with proofs at both ends.** The least friction is in general not rational. It is reported as
//! two fractions with a proof at either end, narrowed by bisection; a probe's proof often reaches further
//! than the probe, and the end moves as far as it does.

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
    /// Where between them it is as far as doubles tell, which no proof shows.
    pub about: Option<f64>,
}

/// From where on a property holds that holds above a threshold and not below it: whether contacts close, bodies stand
/// or friction locks, over a coefficient of friction or a factor on all of them.
#[derive(Debug, Clone, PartialEq)]
pub enum Threshold<P = Proof> {
    /// Not up to the lower end, from the upper one on.
    Between(Bracket<P>),
    /// From zero on, without any friction.
    None(Verified<P>),
    /// Not with any value, or with none of those that were asked, the largest of which this is about.
    Never(Verified<P>),
    /// Not proved.
    Undecided,
}

impl<P> Threshold<P> {
    /// Between which numbers it is; none where friction is not needed, or no use.
    pub fn bracket(&self) -> Option<&Bracket<P>> {
        match self {
            Self::Between(bracket) => Some(bracket),
            _ => None,
        }
    }

    /// The ends of the bracket, both zero where no friction is needed.
    pub fn ends(&self) -> Option<[Rational; 2]> {
        match self {
            Self::Between(bracket) => Some(bracket.ends().map(Clone::clone)),
            Self::None(_) => Some([Rational::zero(), Rational::zero()]),
            Self::Never(_) | Self::Undecided => None,
        }
    }
}

/// What a probe found.
#[derive(Clone)]
pub enum Probe<P = Proof> {
    /// The threshold is at or above this end.
    Lower(End<P>),
    /// The threshold is at or below this end.
    Upper(End<P>),
}

/// Brackets narrower than this, relative to the larger of 1 and the upper end, are narrow enough.
const WIDTH: f64 = 1e-14;
/// Brackets wider than this, relative to the larger of 1 and the upper end, name no number.
const WIDE: f64 = 1e-8;
/// The ends of a bracket narrower than this nearly meet.
const MEETING: f64 = 1e-13;
/// Bits kept of a middle: far more than [`WIDTH`] needs, few enough to stay fast.
const BITS: usize = 80;
/// Where in a bracket is asked: in the middle, and towards its ends where the middle is too close to call.
const PARTS: [(i64, u64); 5] = [(1, 2), (1, 8), (7, 8), (1, 64), (63, 64)];

/// Whether the ends of a bracket are close enough to name the number between them.
pub fn is_narrow(lower: &Rational, upper: &Rational) -> bool {
    (upper - lower).to_f64() <= WIDE * upper.to_f64().max(1.0)
}

/// How large a quantity can be: a multiple of a load that stands, a component of a force.
#[derive(Debug, Clone, PartialEq)]
pub enum Extent<P = Proof> {
    /// Between two numbers that are proved.
    Between(Bracket<P>),
    /// As large as one likes, by forces that can be added again and again.
    Unlimited(Verified<P>),
    /// Nothing has it.
    Absent,
    /// Not proved.
    Undecided,
}

impl<P> Extent<P> {
    /// The ends, if it has two.
    pub fn bracket(&self) -> Option<&Bracket<P>> {
        match self {
            Self::Between(bracket) => Some(bracket),
            _ => None,
        }
    }
}

impl<P> Bracket<P> {
    /// With these ends.
    pub fn new(lower: End<P>, upper: End<P>) -> Self {
        Self { lower, upper, about: None }
    }

    /// The same, with the threshold about there, or at the nearer end.
    pub fn with_about(mut self, about: f64) -> Self {
        self.about = Some(about.max(self.lower.0.to_f64()).min(self.upper.0.to_f64()));
        self
    }

    /// Its ends without their proofs.
    pub fn ends(&self) -> [&Rational; 2] {
        [&self.lower.0, &self.upper.0]
    }

    /// The number that it names where it is narrow enough: a simple fraction where the ends nearly meet, which is then
    /// likely meant, else the middle.
    pub fn number(&self) -> Option<Rational> {
        let (lower, upper) = (&self.lower.0, &self.upper.0);
        if !is_narrow(lower, upper) {
            return None;
        }
        let meet = (upper - lower).to_f64() <= MEETING * upper.to_f64().max(1.0);
        let middle = || (lower + upper) * Rational::new(1, 2);
        Some(if meet { Rational::simplest_between(lower, upper) } else { middle() })
    }

    /// Narrows the bracket.  Each probe must move an end at least to where it was asked.
    pub fn narrow(self, probe: impl Fn(&Rational) -> Result<Probe<P>, Refused>) -> Result<Self, Refused> {
        self.narrow_while(WIDTH, |middle| probe(middle).map(Some))
    }

    /// Replaces an end by a better one.
    pub fn place(&mut self, side: Probe<P>) {
        match side {
            Probe::Lower(end) if end.0 >= self.lower.0 => self.lower = end,
            Probe::Upper(end) if end.0 <= self.upper.0 => self.upper = end,
            _ => {}
        }
    }

    /// As [`Bracket::narrow`], to a given relative width and with a probe that may leave its question open:
    /// then others of `PARTS` are asked, and where all are left open the search ends.
    pub fn narrow_while(
        mut self,
        width: f64,
        probe: impl Fn(&Rational) -> Result<Option<Probe<P>>, Refused>,
    ) -> Result<Self, Refused> {
        while let Some(parts) = parts_between([&self.lower.0, &self.upper.0], width) {
            let mut found = None;
            for between in parts {
                if found.is_none() {
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
        width([&self.lower.0, &self.upper.0])
    }

    /// Where the threshold is as far as doubles tell, or about there.
    pub fn estimate(&self) -> f64 {
        self.about.unwrap_or_else(|| self.simplest().to_f64())
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

fn width([lower, upper]: [&Rational; 2]) -> f64 {
    (upper - lower).to_f64() / upper.to_f64().max(1.0)
}

/// Where to ask between two ends, one place after the other, unless they are within a relative width.
pub fn parts_between(ends: [&Rational; 2], narrow: f64) -> Option<Vec<Rational>> {
    let [lower, upper] = ends;
    if width(ends) <= narrow {
        return None;
    }
    let part = |(part, whole)| rounded_down(&(lower + &(&(upper - lower) * &Rational::new(part, whole))));
    Some(PARTS.into_iter().map(part).filter(|between| between > lower).collect())
}

/// A fraction with few bits just below a positive one.
pub fn rounded_down(value: &Rational) -> Rational {
    rounded(value, false)
}

/// A fraction with few bits just above a positive one.
pub fn rounded_up(value: &Rational) -> Rational {
    rounded(value, true)
}

fn rounded(value: &Rational, up: bool) -> Rational {
    use dashu_int::IBig;
    use dashu_int::ops::BitTest;
    let (numerator, denominator) = (value.numerator(), value.denominator());
    if denominator.bit_len() <= BITS {
        return value.clone();
    }
    let shift = (denominator.bit_len() + BITS).saturating_sub(numerator.bit_len());
    let whole = (numerator << shift) / IBig::from(denominator.clone());
    let whole = if up { whole + IBig::ONE } else { whole };
    Rational::from(whole) * Rational::power_of_two(-(shift as i64))
}

/// Bits of a short fraction.
const SHORT: i32 = 50;

/// A fraction with few bits that is less than a positive double by a few of its roundings.
pub fn short_below(value: f64) -> Option<Rational> {
    short(value, |whole| whole.floor() - 1.0)
}

/// A fraction with few bits that is more than a positive double by a few of its roundings.
pub fn short_above(value: f64) -> Option<Rational> {
    short(value, |whole| whole.ceil() + 1.0)
}

fn short(value: f64, rounded: impl Fn(f64) -> f64) -> Option<Rational> {
    if !(value.is_finite() && value > 0.0) {
        return None;
    }
    let unit = f64::from(value.log2().floor() as i32 + 1 - SHORT).exp2();
    Rational::from_f64(rounded(value / unit) * unit).filter(Rational::is_positive)
}

/// Denominators up to which a double tells a fraction from its neighbours.
const MEANT: f64 = 67_108_864.0;
/// Relative distance at which a fraction may be what a double means.
const SAME: f64 = 1e-14;

/// Fractions that a positive double may mean, the simplest first: those of its continued fraction that are close to it.
pub fn meant(value: f64) -> impl Iterator<Item = (i64, i64)> {
    let (mut rest, mut before, mut now) = (value, (0.0, 1.0), (1.0, 0.0));
    let close = move |(above, below): &(f64, f64)| (above / below - value).abs() <= SAME * value.max(1.0);
    std::iter::from_fn(move || {
        let whole: f64 = rest.floor();
        let next = (whole * now.0 + before.0, whole * now.1 + before.1);
        (before, now) = (now, next);
        // Infinite where the fraction has ended.
        rest = (rest - whole).recip();
        (next.0 < MEANT * MEANT && next.1 <= MEANT).then_some(next)
    })
    .filter(close)
    .map(|(above, below)| (above as i64, below as i64))
}

/// Coefficients of friction between which doubles look for a threshold.
const LEAST: f64 = 1e-6;
const MOST: f64 = 1e4;
/// The first that is believed to be large enough.
const ROUGH: f64 = 1.0;
/// Halvings after which doubles have nothing more to say.
const HALVINGS: usize = 60;

/// Two coefficients with the threshold of `closes` between them, no further apart than `width` of the larger unless
/// `closes` leaves a question open; none where the threshold is out of range.
pub fn threshold_in_doubles(width: f64, mut closes: impl FnMut(f64) -> Option<bool>) -> Option<[f64; 2]> {
    let (mut low, mut high) = (LEAST, ROUGH);
    if closes(low) != Some(false) {
        return None;
    }
    // From below: with very much friction doubles see little of what is there.
    loop {
        match closes(high) {
            Some(true) => break,
            Some(false) => low = high,
            None => {}
        }
        if high >= MOST {
            return None;
        }
        high = (4.0 * high).min(MOST);
    }
    for _ in 0..HALVINGS {
        if high - low <= width * high {
            break;
        }
        // Geometrically while the bracket is wide.
        let middle = if high > 4.0 * low { (low * high).sqrt() } else { 0.5 * (low + high) };
        match closes(middle) {
            Some(true) => high = middle,
            Some(false) => low = middle,
            None => break,
        }
    }
    Some([low, high])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubles_close_in_on_a_threshold_and_say_nothing_out_of_range() {
        for threshold in [2e-6, 0.3, 1.0, 777.0, 9.9e3] {
            let [low, high] = threshold_in_doubles(1e-9, |mu| Some(mu > threshold)).unwrap();
            assert!(low <= threshold && threshold <= high && high - low <= 1e-9 * high, "{threshold}");
            let cautious = |mu: f64| ((mu - threshold).abs() > 1e-3 * threshold).then_some(mu > threshold);
            let [low, high] = threshold_in_doubles(0.0, cautious).unwrap();
            assert!(low <= threshold && threshold <= high, "{threshold}");
        }
        assert_eq!(threshold_in_doubles(1e-9, |_| Some(true)), None);
        assert_eq!(threshold_in_doubles(1e-9, |_| Some(false)), None);
        assert_eq!(threshold_in_doubles(1e-9, |_| None), None);
    }

    #[test]
    fn a_double_means_the_simplest_fractions_close_to_it() {
        for (above, below) in [(1, 3), (22, 7), (8169, 75881), (5, 1), (40_000_001, 39_999_999)] {
            let found: Vec<(i64, i64)> = meant(above as f64 / below as f64).collect();
            assert!(found.contains(&(above, below)), "{above}/{below}: {found:?}");
        }
        assert!(meant(f64::NAN).next().is_none());
        // Close to √2 are convergents with denominators from 1/√(2.8 · 1.4e-14), about 5e6, to 6.7e7, and
        // denominators grow at least as Fibonacci's numbers do: no more than 1 + ln 13.4 / ln 1.618 of them.
        assert!(meant(std::f64::consts::SQRT_2).count() <= 6);
    }

    #[test]
    fn short_fractions_are_on_their_side_and_close() {
        for value in [1e-5, 0.3, 1.0, 2.0, std::f64::consts::PI, 7777.0] {
            let (below, above) = (short_below(value).unwrap(), short_above(value).unwrap());
            let exact = Rational::from_f64(value).unwrap();
            assert!(below < exact && exact < above);
            assert!((&above - &below).to_f64() < 1e-14 * value);
        }
        assert_eq!((short_below(0.0), short_above(f64::NAN), short_above(f64::INFINITY)), (None, None, None));
    }

    #[test]
    fn rounding_stays_close_and_on_its_side() {
        let third = Rational::new(1, 3);
        let long = (0..60).fold(third, |value, k| value * Rational::new(1_000_003 + k, 1_000_033));
        let (below, above) = (rounded_down(&long), rounded_up(&long));
        assert!(below < long && long < above);
        assert!((&above - &below).to_f64() < long.to_f64() * 1e-20);
    }
}
