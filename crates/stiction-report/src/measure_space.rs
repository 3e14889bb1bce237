//! The numbers of a grasp's quality in space: the one place that computes them, for reports and for their re-check.

use std::collections::BTreeMap;
use stiction::ask::closure::{Measure, Origin};
use stiction_proof::{FrictionUse, Rational, SpatialProblem};

/// The numbers, or why there are none.
#[derive(Debug, Clone, PartialEq)]
pub struct Measures {
    /// Radius of the largest ball of wrenches, shared force; the margin of closure.
    pub epsilon_l1: Measure,
    /// The same, each contact up to its limit.
    pub epsilon_linf: Measure,
    /// Least singular value of the matrix of edges.
    pub min_singular: Measure,
    /// Volume of the hull of edges.
    pub volume: Measure,
    /// Least over largest singular value.
    pub isotropy: Measure,
}

const NOT_YET: &str = "not computed in space by this version";
const UNDECIDED: &str = "undecided: on which side of the boundary the grasp is was not proved";

/// Measures the contacts with the coefficients of `friction`; `origin` is where the proofs put the zero wrench in
/// their hull, `None` where nothing was proved.
///
/// On the boundary the ball has radius 0, and what an open grasp resists with limited forces is no ball at all: these
/// need no computing.
pub(crate) fn measures(
    _problem: &SpatialProblem,
    _friction: &FrictionUse,
    _length: &Rational,
    origin: Option<Origin>,
) -> Measures {
    let not_yet: Measure = Err(NOT_YET);
    let epsilon_l1 = match origin {
        None => Err(UNDECIDED),
        Some(Origin::Boundary) => Ok(0.0),
        Some(Origin::Inside | Origin::Outside) => not_yet,
    };
    let epsilon_linf = match origin {
        None => Err(UNDECIDED),
        Some(Origin::Boundary | Origin::Outside) => Ok(0.0),
        Some(Origin::Inside) => not_yet,
    };
    Measures { epsilon_l1, epsilon_linf, min_singular: not_yet, volume: not_yet, isotropy: not_yet }
}

impl Measures {
    /// The numbers by their keys.
    pub fn entries(&self) -> [(&'static str, Measure); 5] {
        [
            ("epsilon_l1", self.epsilon_l1),
            ("epsilon_linf", self.epsilon_linf),
            ("min_singular", self.min_singular),
            ("volume", self.volume),
            ("isotropy", self.isotropy),
        ]
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
