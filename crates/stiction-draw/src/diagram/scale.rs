//! Axes: from values to the page, and round values for ticks.

use super::figure::Axis;
use crate::sound::number;
use crate::text::quantity;
use crate::view::round_below;

/// A range of values, linear or by factors.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Scale {
    /// The range of an axis: the one that was asked for, else what holds all values.
    pub fn of(axis: &Axis, values: impl Iterator<Item = f64> + Clone, air: f64) -> Scale {
        let wanted = axis.range.filter(|range| range.iter().all(|&end| number(end)) && range[0] != range[1]);
        let wanted = wanted.map(|[a, b]| (a.min(b), a.max(b)));
        let finite = values.filter(|value| number(*value));
        let positive = finite.clone().filter(|value| *value > 0.0);
        let bounds = |values: &mut dyn Iterator<Item = f64>| {
            values.fold(None, |bounds: Option<(f64, f64)>, value| {
                Some(bounds.map_or((value, value), |(low, high)| (low.min(value), high.max(value))))
            })
        };
        if axis.logarithmic {
            let found = wanted.or_else(|| bounds(&mut positive.clone())).filter(|(low, _)| *low > 0.0);
            if let Some((low, high)) = found {
                let (low, high) = if low == high { (low / 2.0, high * 2.0) } else { (low, high) };
                return Scale { low: low.ln(), high: high.ln(), logarithmic: true };
            }
        }
        let (low, high) = wanted.or_else(|| bounds(&mut finite.clone())).unwrap_or((0.0, 1.0));
        let size = high - low;
        let flat = size <= 1e-12 * low.abs().max(high.abs());
        let half = if low == 0.0 { 1.0 } else { low.abs() * 0.1 };
        let (low, high) = match (wanted.is_some(), flat) {
            (_, true) => (low - half, high + half),
            (true, _) => (low, high),
            _ => (low - air * size, high + air * size),
        };
        Scale { low, high, logarithmic: false }
    }

    /// From its beginning to its end.
    pub fn span(&self) -> f64 {
        self.high - self.low
    }

    /// From 0 at the beginning to 1 at the end; `None` for what has no place.
    pub fn part(&self, value: f64) -> Option<f64> {
        let value = if self.logarithmic { (value > 0.0).then(|| value.ln())? } else { value };
        Some((value - self.low) / (self.high - self.low)).filter(|part| part.is_finite())
    }

    /// The value at a part of the way between two values, as the scale counts it.
    pub fn between(&self, from: f64, to: f64, part: f64) -> f64 {
        if self.logarithmic && from > 0.0 && to > 0.0 {
            (from.ln() + (to.ln() - from.ln()) * part).exp()
        } else {
            from + (to - from) * part
        }
    }

    /// Round values, about as many as wanted, with their names.
    pub fn ticks(&self, wanted: usize) -> Vec<(f64, String)> {
        let values = if self.logarithmic { self.powers(wanted) } else { self.steps(wanted) };
        let mut ticks: Vec<(f64, String)> = Vec::new();
        for (value, name) in values {
            if ticks.last().is_none_or(|(_, before)| *before != name) {
                ticks.push((value, name));
            }
        }
        ticks
    }

    fn steps(&self, wanted: usize) -> Vec<(f64, String)> {
        let step = round_below((self.high - self.low) / wanted.max(1) as f64);
        if !(step.is_finite() && step > 0.0) {
            return Vec::new();
        }
        let (first, last) = ((self.low / step - 1e-9).ceil(), (self.high / step + 1e-9).floor());
        let count = (last - first).clamp(0.0, 60.0) as usize;
        let digits = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
        let plain = self.low.abs().max(self.high.abs()) < 1e5 && step > 1e-4;
        let name = |value: f64| {
            let zero = if value.abs() < step * 1e-6 { 0.0 } else { value };
            if plain { format!("{zero:.digits$}").replace('-', "−") } else { quantity(zero, "") }
        };
        (0..=count).map(|i| (first + i as f64) * step).map(|value| (value, name(value))).collect()
    }

    fn powers(&self, wanted: usize) -> Vec<(f64, String)> {
        let decades = (self.high - self.low) / std::f64::consts::LN_10;
        let digits: &[f64] = if decades < wanted as f64 / 2.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let every = (decades / wanted.max(1) as f64).ceil().max(1.0) as usize;
        let first = (self.low / std::f64::consts::LN_10).floor() as i32;
        let last = (self.high / std::f64::consts::LN_10).ceil() as i32;
        let powers = (first..=last).step_by(every);
        let values = powers.flat_map(|power| digits.iter().map(move |digit| digit * 10f64.powi(power)));
        let within = |value: &f64| self.part(*value).is_some_and(|part| (-1e-9..=1.0 + 1e-9).contains(&part));
        values.filter(within).map(|value| (value, quantity(value, ""))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axis: &Axis, values: &[f64]) -> Vec<String> {
        Scale::of(axis, values.iter().copied(), 0.0).ticks(5).into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn ticks_are_round_and_written_with_the_digits_they_need() {
        assert_eq!(names(&Axis::default(), &[0.0, 1.0]), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(names(&Axis::default(), &[-3.0, 2.0]), ["−3", "−2", "−1", "0", "1", "2"]);
        assert_eq!(names(&Axis::default(), &[1000.51, 1000.52])[0], "1000.510");
        let axis = Axis { logarithmic: true, ..Axis::default() };
        assert_eq!(names(&axis, &[0.1, 100.0]), ["0.1", "1", "10", "100"]);
    }

    #[test]
    fn garbage_still_gives_a_range() {
        for values in
            [&[][..], &[f64::NAN], &[3.0], &[1e100, -1e100], &[1e-300, 2e-300], &[0.0, f64::INFINITY]]
        {
            for logarithmic in [false, true] {
                let axis = Axis { logarithmic, range: Some([f64::NAN, 1.0]), ..Axis::default() };
                let scale = Scale::of(&axis, values.iter().copied(), 0.05);
                assert!(
                    scale.high > scale.low && scale.low.is_finite() && scale.high.is_finite(),
                    "{scale:?}"
                );
                assert!(scale.ticks(6).len() < 70);
            }
        }
    }
}
