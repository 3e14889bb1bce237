//! How near is touching, and how near is doubtful?
//!
//! 1. Two shapes touch where they gape or overlap by no more than the tolerance: what the asker says, else 1e-6 of
//!    the size of the smaller one.  So a crumb on a plain is judged by the crumb.
//! 2. What overlaps by more is never apart: contacts are missing there, and a doubt says so.
//! 3. Where nobody said what touches, two shapes that gape by more than the tolerance and by less than 1e-4 of the
//!    smaller one's size are hardly meant to be apart, and that is a doubt as well.  A tolerance that was given says
//!    that they are.
//!
//! A gap is measured by the tolerance that closes it: the least one with which the two have as much in common as with
//! the largest that is in doubt, within a hundredth.  Nothing is decided by it but that a doubt is told, and how to
//! settle it.

use super::Finding;
use super::broad::{self, Bounds};
use super::pairs::{Compared, PairContacts};
use stiction_geometry::screw::Space;
use stiction_proof::Rational;

/// Part of the smaller shape's size that is touching by default.
const TOUCHING: f64 = 1e-6;

/// Part of it within which a gap is hardly meant.
const DOUBTFUL: f64 = 1e-4;

/// Part of it by which shapes may overlap of which it is known where they touch: what other programs store is rounded.
const SETTLED: f64 = 1e-3;

/// Doubt of a decision in doubles, as a part of the largest coordinate of the two: added to every tolerance.
const ROUNDING: f64 = 1e-14;

/// Largest part of the smaller shape's size that is offered as a tolerance.
const OFFERED: f64 = 0.02;

/// What counts as touching between two shapes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    /// A gap or overlap up to this is touching.
    pub tolerance: f64,
    /// A gap up to this is doubtful; the tolerance where a tolerance was given.
    doubtful: f64,
    /// What is added to both.
    rounding: f64,
    /// Size of the smaller shape.
    size: f64,
}

/// What two shapes have in common, and the tolerance with which they would have more.
pub struct JudgedPair<S: Space> {
    pub found: PairContacts<S>,
    pub takes: Option<f64>,
}

/// Length of the diagonal of a box, without the squares that leave the range of doubles.
fn size([low, high]: &Bounds) -> f64 {
    let extents: [f64; 3] = std::array::from_fn(|k| high[k] - low[k]);
    let largest = extents.iter().copied().fold(0.0, f64::max);
    if largest == 0.0 {
        return 0.0;
    }
    largest * extents.iter().map(|extent| (extent / largest).powi(2)).sum::<f64>().sqrt()
}

/// The default tolerance of the smallest shape, for a scene in which nothing is near.
pub fn least(boxes: &[Option<Bounds>]) -> Rational {
    let least = boxes.iter().flatten().map(size).reduce(f64::min).unwrap_or(1.0);
    Rational::from_f64(TOUCHING * least).unwrap_or_default()
}

/// The boxes, so grown that two which come within their reach of each other meet.
pub fn grown(boxes: &[Option<Bounds>], given: Option<f64>) -> Vec<Option<Bounds>> {
    let grow = |bounds: &Bounds| {
        let own = Some(*bounds);
        let reach = Reach::new([&own, &own], given);
        // The reach of a pair is that of the smaller one, and so at most half the sum of both.
        let by = (reach.doubtful + 2.0 * reach.rounding) / 2.0;
        [bounds[0].map(|x| x - by), bounds[1].map(|x| x + by)]
    };
    boxes.iter().map(|bounds| bounds.as_ref().map(grow)).collect()
}

impl Reach {
    /// What counts as touching between the shapes in these boxes.
    pub fn new(boxes: [&Option<Bounds>; 2], given: Option<f64>) -> Self {
        let bounded = || boxes.into_iter().flatten();
        let size = bounded().map(size).reduce(f64::min).unwrap_or(1.0);
        let rounding = ROUNDING * bounded().map(broad::magnitude).fold(0.0, f64::max);
        let tolerance = given.unwrap_or(TOUCHING * size);
        let doubtful = given.unwrap_or(DOUBTFUL * size);
        Self { tolerance, doubtful, rounding, size }
    }

    /// The same of shapes of which it is known where they touch.
    pub fn settled(boxes: [&Option<Bounds>; 2], given: Option<f64>) -> Self {
        let usual = Self::new(boxes, given);
        let tolerance = given.unwrap_or(SETTLED * usual.size);
        Self { tolerance, doubtful: tolerance, ..usual }
    }

    /// Whether two shapes overlap, and nothing else.
    pub fn overlap<S: Compared>(&self, first: &S::Features<'_>, second: &S::Features<'_>) -> JudgedPair<S> {
        let mut found = PairContacts::default();
        if (self.tolerance + self.rounding).is_finite() {
            let all = S::compare(first, second, self.tolerance + self.rounding);
            let overlaps =
                all.findings.into_iter().filter(|(finding, _)| matches!(finding, Finding::Overlap { .. }));
            found.findings.extend(overlaps);
        }
        JudgedPair { found, takes: None }
    }

    /// The tolerance as a fraction.
    pub fn exact(&self) -> Rational {
        Rational::from_f64(self.tolerance).unwrap_or_default()
    }

    /// Where two shapes touch, and whether they are in doubt.
    pub fn compare<S: Compared>(&self, first: &S::Features<'_>, second: &S::Features<'_>) -> JudgedPair<S> {
        if !(self.tolerance + self.rounding).is_finite() {
            let finding =
                Finding::NotCompared { why: "coordinates or tolerance are beyond the range of doubles" };
            return JudgedPair { found: PairContacts::only(finding, Vec::new()), takes: None };
        }
        let with = |tolerance: f64| S::compare(first, second, tolerance + self.rounding);
        let mut found = with(self.tolerance);
        if let Some(depth) = overlap(&found) {
            let takes = self.offered(depth).find(|&tolerance| has_contacts(&with(tolerance)));
            return JudgedPair { found, takes };
        }
        let common = extent(&found);
        if self.doubtful <= self.tolerance
            || common == Extent::Area
            || S::DIMENSION == 2 && common == Extent::Line
        {
            return JudgedPair { found, takes: None };
        }
        let wide = with(self.doubtful);
        let wanted = extent(&wide);
        if wanted <= common {
            return JudgedPair { found, takes: None };
        }
        let closes = |tolerance: f64| extent(&with(tolerance)) >= wanted;
        let distance = self.least_that(closes);
        let place =
            wide.touches.first().map(|touch| touch.point.as_ref().iter().map(Rational::to_f64).collect());
        found.findings.push((Finding::Gap { distance }, place.unwrap_or_default()));
        // Nothing takes a place without a normal as touching.
        let takes = self.offered(distance).find(|&tolerance| wanted > Extent::Mark && closes(tolerance));
        JudgedPair { found, takes }
    }

    /// The least tolerance, within a hundredth, between what touches and what is doubtful that does it.
    fn least_that(&self, does: impl Fn(f64) -> bool) -> f64 {
        let (mut lower, mut upper) = (self.tolerance, self.doubtful);
        while upper > 1.01 * lower {
            let middle = (lower * upper).sqrt();
            if does(middle) { upper = middle } else { lower = middle }
        }
        upper
    }

    /// Tolerances of two digits that may do where a distance is between two shapes.
    fn offered(&self, distance: f64) -> impl Iterator<Item = f64> {
        let most = OFFERED * self.size;
        [1.0, 2.0, 5.0]
            .into_iter()
            .map(move |factor| two_digits(distance * factor))
            .filter(move |x| *x <= most)
    }
}

/// The least number of two digits above a hundredth more than this one.
fn two_digits(value: f64) -> f64 {
    let wanted = 1.01 * value;
    // The unit is that of the number above, which may have one digit more before its point than the value.
    let unit = 10f64.powf(wanted.log10().floor() - 1.0);
    let above = (wanted / unit).ceil() * unit;
    format!("{above:.1e}").parse().unwrap_or(above)
}

/// How deep two shapes overlap by what was found.
fn overlap<S: Space>(found: &PairContacts<S>) -> Option<f64> {
    found.findings.iter().find_map(|(finding, _)| match finding {
        Finding::Overlap { depth } => Some(*depth),
        _ => None,
    })
}

fn has_contacts<S: Space>(found: &PairContacts<S>) -> bool {
    overlap(found).is_none() && extent(found) > Extent::Mark
}

/// How much two shapes have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    Nothing,
    /// They meet where there is no normal.
    Mark,
    Points,
    Line,
    Area,
}

fn is_mark(finding: &Finding) -> bool {
    matches!(finding, Finding::CornerOnCorner | Finding::EdgeLine)
}

fn extent<S: Space>(found: &PairContacts<S>) -> Extent {
    let corners = found.parts.iter().map(|part| part.outline.len()).max();
    match corners {
        Some(3..) => Extent::Area,
        Some(_) => Extent::Line,
        None if found.touches.is_empty() && found.findings.iter().any(|(finding, _)| is_mark(finding)) => {
            Extent::Mark
        }
        None if found.touches.is_empty() => Extent::Nothing,
        None => Extent::Points,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offered_tolerances_have_two_digits_and_are_above() {
        for value in [1e-5, 9.999999e-6, 9.99e-4, 0.0123, 3.456e-9] {
            let offered = two_digits(value);
            assert!(offered > 1.005 * value && offered < 1.2 * value, "{value} {offered}");
            assert!(format!("{offered:e}").len() <= 6, "{offered:e}");
        }
    }

    #[test]
    fn sizes_far_from_one_are_sizes() {
        for scale in [1e-200, 1.0, 1e200] {
            assert!((size(&[[0.0; 3], [3.0 * scale, 4.0 * scale, 0.0]]) / scale - 5.0).abs() < 1e-12);
        }
    }
}
