//! Whether contacts close, on which side of the boundary they are, and whether that is so of the numbers that were
//! meant.
//!
//! Some numbers of a scene pass through a root, a sine or π on the way to a problem.  What is proved is proved of the
//! numbers that came out; it is said of those that were meant where the margin is larger than rounding can move it,
//! by [`stiction_exact::doubt`].  In the plane the margin is the radius of the largest ball of wrenches, for which
//!
//! ```text
//!     ε decides where |ε| > δ, the most that the wrench of a unit push moves                    (1)
//! ```
//!
//! since a hull moves no further than its points.  In space `super::space::doubt` says when.

use super::least_friction::LeastFriction;
use super::quality::{Ball, Measuring, Metric, Origin};
use super::space::doubt::{Roundings, stays};
use super::{Closing, boundary, closure};
use stiction_exact::doubt::{Rounded, push_radius};
use stiction_proof::{
    FrictionUse, PlanarContact, PlanarProblem, Problem, Proof, Rational, SpatialContact, SpatialProblem,
    Touch, Verified,
};
use stiction_scene::bracket::Threshold;
use stiction_scene::lower::is_of_curvature;
use stiction_scene::scene::Rounding;
use stiction_scene::{Refused, Verdict};

/// Whether contacts close, and of an open grasp on which side of the boundary it is.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosureSide<T: Closing = PlanarContact> {
    /// Yes or no, with the proof.
    pub decision: T::Decided,
    /// Of an open grasp: forces that show it to be on the boundary, or a motion that breaks every contact.
    pub openness: Option<Verified<Proof<T>>>,
}

impl<T: Closing> ClosureSide<T> {
    /// Decides closure, and where a grasp is open whether it is on the boundary.
    pub fn solved(problem: &Problem<T>, friction: &FrictionUse) -> Result<Self, Refused> {
        Self::decided(problem, friction, closure(problem, friction)?)
    }

    /// The same of a grasp of which closure is decided already.
    pub fn decided(
        problem: &Problem<T>,
        friction: &FrictionUse,
        decision: T::Decided,
    ) -> Result<Self, Refused> {
        let openness = match decision.clone().into() {
            Verdict::No(_) => boundary(problem, friction)?.into().verified().cloned(),
            _ => None,
        };
        Ok(Self { decision, openness })
    }

    /// The verdict about the numbers of the problem.
    pub fn verdict(&self) -> Verdict<Proof<T>> {
        self.decision.clone().into()
    }

    /// Where the proofs put the zero wrench in the hull of the contacts' wrenches; `None` where they do not say.
    pub fn origin(&self) -> Option<Origin> {
        origin(self.verdict().verified().map(Verified::proof), self.openness.as_ref().map(Verified::proof))
    }
}

/// Where two proofs, of closure and of openness, put the zero wrench in the hull of the contacts' wrenches.
pub fn origin<T: Touch>(proof: Option<&Proof<T>>, openness: Option<&Proof<T>>) -> Option<Origin> {
    match (proof?, openness) {
        (Proof::Closed { .. }, _) => Some(Origin::Inside),
        (_, Some(Proof::Touching { .. })) => Some(Origin::Boundary),
        (_, Some(Proof::Breaks { .. })) => Some(Origin::Outside),
        _ => None,
    }
}

/// Contacts whose closure is told of the numbers that were meant.
pub trait RoundedClosing: Closing {
    /// Whether a verdict about rounded numbers is one about those that were meant.
    fn is_meant(
        problem: &Problem<Self>,
        friction: &FrictionUse,
        side: &ClosureSide<Self>,
        rounded: &[Rounding],
    ) -> Result<bool, Refused>;

    /// What the proofs of the least friction say where closure with the given friction is undecided.
    fn or_by(
        side: ClosureSide<Self>,
        problem: &Problem<Self>,
        least: &LeastFriction<Self>,
    ) -> Result<ClosureSide<Self>, Refused>;
}

impl RoundedClosing for PlanarContact {
    fn is_meant(
        problem: &PlanarProblem,
        friction: &FrictionUse,
        side: &ClosureSide,
        rounded: &[Rounding],
    ) -> Result<bool, Refused> {
        let metric = Metric { length: 1.0 };
        let margin = || {
            let ball = Ball::new(friction, metric, side.origin()?);
            Self::shared(problem, &ball).ok().map(|(margin, _)| margin)
        };
        Ok(!is_rounded(rounded) || is_meant_by_margin(problem, rounded, margin(), metric.length))
    }

    fn or_by(side: ClosureSide, _: &PlanarProblem, _: &LeastFriction) -> Result<ClosureSide, Refused> {
        // In the plane nothing is undecided.
        Ok(side)
    }
}

/// Whether a rounding matters to closure in the plane. Masses and centres do not enter: closure does not depend on
/// where moments are taken. Curvatures come with their bounds.
pub fn is_rounded(rounded: &[Rounding]) -> bool {
    rounded.iter().any(|rounding| !rounding.path.starts_with("bodies.") && !is_of_curvature(&rounding.path))
}

/// (1), with lengths in units of `length`; what has no margin is not in doubt.
pub fn is_meant_by_margin(
    problem: &PlanarProblem,
    rounded: &[Rounding],
    margin: Option<f64>,
    length: f64,
) -> bool {
    let moved = displacement(problem.contacts.iter(), &problem.reference, length);
    !is_rounded(rounded) || margin.is_none_or(|value| Rounded { value, radius: moved }.is_decided())
}

/// The most that the wrench of a unit push moves, over the contacts of a body: (2) of [`stiction_exact::doubt`].
pub fn displacement<'t, T: Touch + 't>(
    touches: impl Iterator<Item = &'t T>,
    reference: &T::Vector,
    length: f64,
) -> f64 {
    let extent = |place: &T::Vector| -> f64 { place.as_ref().iter().map(|entry| entry.to_f64().abs()).sum() };
    let reach = extent(reference);
    let moved = |touch: &T| {
        let torsion = touch.torsion().map_or(0.0, Rational::to_f64) / length;
        push_radius(touch.friction().to_f64(), torsion, (extent(touch.place().0) + reach) / length)
    };
    touches.map(moved).fold(push_radius(0.0, 0.0, 0.0), f64::max)
}

impl RoundedClosing for SpatialContact {
    fn is_meant(
        problem: &SpatialProblem,
        friction: &FrictionUse,
        side: &ClosureSide<Self>,
        rounded: &[Rounding],
    ) -> Result<bool, Refused> {
        stays(problem, friction, side, Roundings::of(rounded))
    }

    /// An escape from more friction escapes from less, and what squeezes with less squeezes with more. Whether they do
    /// is checked anew, of the friction that is given.
    fn or_by(
        side: ClosureSide<Self>,
        problem: &SpatialProblem,
        least: &LeastFriction<Self>,
    ) -> Result<ClosureSide<Self>, Refused> {
        if side.decision != Verdict::Undecided {
            return Ok(side);
        }
        let proofs = match least {
            Threshold::Between(bracket) => vec![&bracket.lower.1, &bracket.upper.1],
            Threshold::None(proof) | Threshold::Never(proof) => vec![proof],
            Threshold::Undecided => Vec::new(),
        };
        let given = || (FrictionUse::Given, Vec::new());
        for proof in proofs {
            let decision = match proof.proof() {
                Proof::Open { twist, .. } | Proof::OpenUpTo { twist, .. } | Proof::NeverClosed { twist } => {
                    let (friction, without) = given();
                    let twist = twist.clone();
                    problem.check(Proof::Open { friction, without, twist }).map(Verdict::No)
                }
                Proof::Closed { forces, .. } | Proof::ClosedAbove { forces, .. } => {
                    let (friction, without) = given();
                    let forces = forces.clone();
                    problem.check(Proof::Closed { friction, without, forces }).map(Verdict::Yes)
                }
                _ => continue,
            };
            if let Ok(decision) = decision {
                return ClosureSide::decided(problem, &FrictionUse::Given, decision);
            }
        }
        Ok(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closure::least_friction;
    use stiction_proof::Answer;

    /// A cube with a contact in the middle of each of these faces, and μ = 1/2.
    fn held(faces: &[[i64; 3]]) -> SpatialProblem {
        let contact = |face: &[i64; 3]| {
            let (point, normal) = (face.map(Rational::from), face.map(|entry| Rational::from(-entry)));
            SpatialContact::new(&format!("{face:?}"), point, normal, Rational::new(1, 2))
        };
        SpatialProblem { reference: Default::default(), contacts: faces.iter().map(contact).collect() }
    }

    #[test]
    fn what_the_least_friction_proves_decides_closure() {
        let open = vec![[1, 0, 0], [-1, 0, 0]];
        let closed = [open.clone(), vec![[0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]].concat();
        for (faces, verdict) in [(open, Answer::No), (closed, Answer::Yes)] {
            let problem = held(&faces);
            let least = least_friction(&problem).expect("proofs that are accepted");
            let undecided = ClosureSide::<SpatialContact> { decision: Verdict::Undecided, openness: None };
            let found = SpatialContact::or_by(undecided, &problem, &least).expect("proofs that are accepted");
            assert_eq!(found.decision.answer(), verdict, "{least:?}");
        }
        // Of nothing that is known nothing follows.
        let undecided = ClosureSide::<SpatialContact> { decision: Verdict::Undecided, openness: None };
        let found = SpatialContact::or_by(undecided, &held(&[[1, 0, 0]]), &Threshold::Undecided);
        assert_eq!(found.expect("nothing to refuse").decision.answer(), Answer::Undecided);
    }
}
