//! The numbers of a grasp's quality, in the plane and in space: the one place that computes them, for reports and for
//! their re-check.

use crate::timely::ComputedNumbers;
use std::collections::BTreeMap;
use stiction::ask::closure::{Ball, Bounded, Graded, Gradient, Measure, Measuring, Metric, Origin};
use stiction_proof::{FrictionUse, Problem, Rational};

/// The radius of a ball of wrenches: a number in the plane, with bounds in space.
pub trait Radius {
    /// The number.
    fn value(&self) -> f64;
}

impl Radius for f64 {
    fn value(&self) -> f64 {
        *self
    }
}

impl Radius for Bounded {
    fn value(&self) -> f64 {
        self.value
    }
}

/// The numbers, or why there are none.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures<R = f64> {
    /// Radius of the largest ball of wrenches, shared force; the margin of closure.
    pub epsilon_l1: Result<R, &'static str>,
    /// The same, each contact up to its limit.
    pub epsilon_linf: Result<R, &'static str>,
    /// Least singular value of the matrix of unit wrenches.
    pub min_singular: Measure,
    /// Volume of the hull of edges.
    pub volume: Measure,
    /// Least over largest singular value.
    pub isotropy: Measure,
    /// How `epsilon_l1` changes with each contact; empty where it has a kink or is not known.
    pub gradient: Vec<Gradient>,
    /// How `epsilon_linf` changes with each contact; empty where the grasp is open, where it has a kink or is not
    /// known.
    pub gradient_linf: Vec<Gradient>,
}

const UNDECIDED: &str = "undecided: on which side of the boundary the grasp is was not proved";

/// The margin of closure with the coefficients of `friction`, and its gradient; `origin` is where the proofs put the
/// zero wrench in the hull of the contacts' wrenches, `None` where nothing was proved.
pub(crate) fn margin<T: Measuring>(
    problem: &Problem<T>,
    friction: &FrictionUse,
    length: &Rational,
    origin: Option<Origin>,
) -> Graded<T::Radius> {
    T::shared(problem, &Ball::new(friction, metric(length), origin.ok_or(UNDECIDED)?))
}

fn metric(length: &Rational) -> Metric {
    Metric { length: length.to_f64() }
}

/// All numbers with the coefficients that are given.
pub(crate) fn measures<T: Measuring>(
    problem: &Problem<T>,
    length: &Rational,
    origin: Option<Origin>,
    timely: ComputedNumbers<'_>,
) -> Measures<T::Radius> {
    let (metric, given) = (metric(length), &FrictionUse::Given);
    let shared = || margin(problem, given, length, origin);
    let (epsilon_l1, gradient) = parted(timely.number("quality.epsilon_l1", shared));
    let limited =
        || origin.ok_or(UNDECIDED).and_then(|origin| T::each(problem, &Ball::new(given, metric, origin)));
    let (epsilon_linf, gradient_linf) = parted(timely.number("quality.epsilon_linf", limited));
    let extremes = T::singular_extremes(problem, given, metric);
    Measures {
        epsilon_l1,
        epsilon_linf,
        min_singular: extremes.map(|[least, _]| least),
        volume: timely.number("quality.volume", || T::volume(problem, given, metric)),
        isotropy: extremes.map(|[least, most]| least / most),
        gradient,
        gradient_linf,
    }
}

/// A radius and its gradient, which is empty where there is none.
fn parted<R>(found: Graded<R>) -> (Result<R, &'static str>, Vec<Gradient>) {
    match found {
        Ok((radius, gradient)) => (Ok(radius), gradient),
        Err(reason) => (Err(reason), Vec::new()),
    }
}

impl<R: Radius> Measures<R> {
    /// The numbers by their keys.
    pub fn entries(&self) -> [(&'static str, Measure); 5] {
        let value = |radius: &Result<R, &'static str>| match radius {
            Ok(radius) => Ok(radius.value()),
            Err(reason) => Err(*reason),
        };
        [
            ("epsilon_l1", value(&self.epsilon_l1)),
            ("epsilon_linf", value(&self.epsilon_linf)),
            ("min_singular", self.min_singular),
            ("volume", self.volume),
            ("isotropy", self.isotropy),
        ]
    }

    /// The radii of both balls.
    pub(crate) fn radii(&self) -> [Option<f64>; 2] {
        [&self.epsilon_l1, &self.epsilon_linf].map(|radius| radius.as_ref().ok().map(R::value))
    }

    /// Adds a reason for each number that is missing.
    pub(crate) fn explain(&self, path: &str, reasons: &mut BTreeMap<String, String>) {
        for (key, measure) in self.entries() {
            if let Err(reason) = measure {
                reasons.insert(format!("{path}.{key}"), reason.to_owned());
            }
        }
    }
}

impl Measures<Bounded> {
    /// The proved bounds of those numbers that have some.
    pub fn bounds(&self) -> [(&'static str, Option<[f64; 2]>); 2] {
        let ends = |bounded: &Result<Bounded, &'static str>| {
            bounded.as_ref().ok().map(|bounded| [bounded.lower, bounded.upper])
        };
        [("epsilon_l1", ends(&self.epsilon_l1)), ("epsilon_linf", ends(&self.epsilon_linf))]
    }
}
