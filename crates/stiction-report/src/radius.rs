//! What proves the margins of closure and the radii of the balls of wrenches, in the plane and in space.

use crate::timely::{ComputedNumbers, NOT_FINISHED};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stiction::ask::closure::{Origin, ProvedBall, prove_ball};
use stiction::work;
use stiction_proof::{BallProof, Effort, FrictionUse, PlanarProblem, Rational, SpatialProblem, WrenchBody};

/// What proves a signed distance.
#[derive(Debug, Clone, PartialEq)]
pub enum Radius {
    /// It is 0, on the boundary or by definition: the verdict's own proof shows it.
    Zero,
    /// Facets, or a point and a direction.
    Proved(Box<ProvedBall>),
    /// Nothing does, and why.
    Unproved(&'static str),
}

/// What proves the numbers of a report on closure.
#[derive(Debug, Clone, PartialEq)]
pub struct Radii {
    /// `form.margin`.
    pub form: Radius,
    /// `force.margin` and `quality.epsilon_l1`.
    pub shared: Radius,
    /// `quality.epsilon_linf`.
    pub each: Radius,
}

/// Where proofs are: the same in a report that is written and in one that is read.
const FORM: &str = "form.margin_proof";
const SHARED: &str = "quality.proofs.epsilon_l1";
const EACH: &str = "quality.proofs.epsilon_linf";

const ROUND: &str =
    "the hull of round cones has no facets that could be listed; ask for a pyramid, as in --cone inner:8";
const NOWHERE: &str = "undecided: on which side of the boundary the grasp is was not proved";

/// The body of wrenches of a problem, or why there is no proof about it.
pub(crate) trait Bodied<const D: usize> {
    fn body(
        &self,
        friction: &FrictionUse,
        length: &Rational,
        effort: Effort,
    ) -> Result<WrenchBody<D>, &'static str>;
}

/// The part of the time that the proof of a radius may take: the radius itself is told without one.
const PROOF_SHARE: f64 = 0.5;

const MALFORMED: &str = "a contact has no direction";

impl Bodied<3> for PlanarProblem {
    fn body(
        &self,
        friction: &FrictionUse,
        length: &Rational,
        effort: Effort,
    ) -> Result<WrenchBody<3>, &'static str> {
        self.wrench_body(friction, length, effort).map_err(|_| MALFORMED)
    }
}

impl Bodied<6> for SpatialProblem {
    fn body(
        &self,
        friction: &FrictionUse,
        length: &Rational,
        effort: Effort,
    ) -> Result<WrenchBody<6>, &'static str> {
        self.wrench_body(friction, length, effort).map_err(|_| MALFORMED)?.ok_or(ROUND)
    }
}

/// How a proof is come by: it is looked for, or read from a report and checked.
#[derive(Clone, Copy)]
pub(crate) enum Source<'a> {
    Solver,
    Report(&'a Value),
}

impl Radii {
    /// The proofs that are found.
    pub(crate) fn solved<const D: usize>(
        problem: &impl Bodied<D>,
        length: &Rational,
        origins: [Option<Origin>; 2],
    ) -> Self {
        // Only what is read can be refused.
        let none = || Radius::Unproved(NOWHERE);
        Self::of(problem, length, origins, Source::Solver).unwrap_or_else(|_| Self {
            form: none(),
            shared: none(),
            each: none(),
        })
    }

    /// The proofs of a problem, the zero wrench being where the verdicts' proofs put it in the hulls without
    /// and with friction.
    pub(crate) fn of<const D: usize>(
        problem: &impl Bodied<D>,
        length: &Rational,
        [form, force]: [Option<Origin>; 2],
        source: Source<'_>,
    ) -> Result<Self, String> {
        let radius = |friction: &FrictionUse, effort: Effort, origin: Option<Origin>, path: &str| {
            let Some(origin) = origin else { return Ok(Radius::Unproved(NOWHERE)) };
            if origin == Origin::Boundary || effort == Effort::Each && origin == Origin::Outside {
                return Ok(Radius::Zero);
            }
            let body = match problem.body(friction, length, effort) {
                Ok(body) => body,
                Err(why) => return Ok(Radius::Unproved(why)),
            };
            source.radius(&body, origin, path)
        };
        Ok(Self {
            form: radius(&FrictionUse::None, Effort::Shared, form, FORM)?,
            shared: radius(&FrictionUse::Given, Effort::Shared, force, SHARED)?,
            each: radius(&FrictionUse::Given, Effort::Each, force, EACH)?,
        })
    }

    fn entries(&self) -> [(&'static str, &Radius); 3] {
        [(FORM, &self.form), (SHARED, &self.shared), (EACH, &self.each)]
    }

    /// Why numbers are not proved.
    pub(crate) fn explain(&self, reasons: &mut BTreeMap<String, String>) {
        for (path, radius) in self.entries() {
            if let Radius::Unproved(why) = radius {
                reasons.insert(path.to_owned(), (*why).to_owned());
            }
        }
    }

    /// Adds the proofs to the keys of a report.
    pub(crate) fn tell(&self, form: &mut Value, quality: &mut Value) {
        if let Some(proof) = self.form.told() {
            form["margin_proof"] = proof;
        }
        let mut proofs = json!({});
        for (key, radius) in [("epsilon_l1", &self.shared), ("epsilon_linf", &self.each)] {
            if let Some(proof) = radius.told() {
                proofs[key] = proof;
            }
        }
        quality["proofs"] = proofs;
    }

    /// The paths of numbers that no proof shows, of margins and radii as they are told.
    pub(crate) fn computed(
        &self,
        [form_margin, force_margin, shared, each]: [Option<f64>; 4],
    ) -> Vec<String> {
        [
            ("form.margin", &self.form, form_margin),
            ("force.margin", &self.shared, force_margin),
            ("quality.epsilon_l1", &self.shared, shared),
            ("quality.epsilon_linf", &self.each, each),
        ]
        .into_iter()
        .filter(|(_, radius, told)| !radius.shows(*told))
        .map(|(path, ..)| path.to_owned())
        .collect()
    }
}

impl Source<'_> {
    /// Where a report has no proof it is looked for again: only so is it known that there is none.
    fn radius<const D: usize>(
        self,
        body: &WrenchBody<D>,
        origin: Origin,
        path: &str,
    ) -> Result<Radius, String> {
        let told = match self {
            Self::Solver => None,
            Self::Report(report) => report.pointer(&format!("/{}", path.replace('.', "/"))),
        };
        let Some(told) = told else {
            if let Self::Report(report) = self
                && ComputedNumbers::told_by(report).lacks(path)
            {
                return Ok(Radius::Unproved(NOT_FINISHED));
            }
            let found =
                work::attempt_with("proofs of radii", &work::share(PROOF_SHARE), || prove_ball(body, origin));
            let found = found.unwrap_or_else(|stopped| {
                work::note(stopped);
                Err(NOT_FINISHED)
            });
            return Ok(found.map_or_else(Radius::Unproved, |proved| Radius::Proved(Box::new(proved))));
        };
        let proof: BallProof = serde_json::from_value(told["proof"].clone())
            .map_err(|error| format!("{path}.proof: {error}"))?;
        let proved = ProvedBall::checked(body, proof).map_err(|why| format!("{path}: {why}"))?;
        Ok(Radius::Proved(Box::new(proved)))
    }
}

impl Radius {
    fn told(&self) -> Option<Value> {
        match self {
            Self::Proved(proved) => Some(json!({ "bracket": proved.ends(), "proof": proved.proof })),
            Self::Zero | Self::Unproved(_) => None,
        }
    }

    /// Whether a number that is told is proved to nine digits.
    fn shows(&self, told: Option<f64>) -> bool {
        match (self, told) {
            (Self::Zero, Some(told)) => told == 0.0,
            (Self::Proved(proved), Some(told)) => proved.names(told),
            _ => false,
        }
    }
}
