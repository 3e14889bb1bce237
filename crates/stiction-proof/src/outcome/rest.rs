//! Must bodies at rest stay, or is there another way on?
//!
//! ```text
//!     stays   all modes are known, and in each of them every solution leaves the bodies unaccelerated    (1)
//!     moves   some mode has a solution with an acceleration                                               (2)
//! ```

use super::ContactLaw;
use super::{Held, Motion, OutcomeProblem, Outcomes};
use crate::Rational;
use crate::check::Refusal;
use crate::choice::Objection;
use serde::{Deserialize, Serialize};

/// What is claimed about bodies at rest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum RestProof {
    /// **They must stay**, equation (1).
    Stays(Outcomes),
    /// **They need not stay**, equation (2).
    Moves(Held),
}

impl OutcomeProblem {
    /// Accepts a proof about bodies at rest, or says why it is none.
    pub fn check_rest(&self, proof: RestProof) -> Result<crate::Verified<RestProof>, Refusal> {
        self.rest_is_so(&proof).map_err(Refusal::Choice)?;
        Ok(crate::Verified::accepted(proof))
    }

    fn rest_is_so(&self, proof: &RestProof) -> Result<(), Objection> {
        let at_rest = self.bodies.iter().all(|body| {
            let still = matches!(&body.motion, Motion::Given { acceleration } if acceleration.iter().all(Rational::is_zero));
            body.twist.iter().all(Rational::is_zero) && (still || matches!(body.motion, Motion::Free { .. }))
        });
        at_rest.then_some(()).ok_or(Objection::Shape)?;
        let laid = self.laid()?;
        let still = |point: &[Rational]| {
            let solution = laid.solution(point);
            solution.accelerations.iter().flatten().all(Rational::is_zero)
        };
        match proof {
            RestProof::Stays(outcomes) => {
                let determined = self.answers(&laid, outcomes)?;
                for (index, (held, determined)) in outcomes.held.iter().zip(determined).enumerate() {
                    let stays = still(&held.point) && determined.acceleration;
                    stays.then_some(()).ok_or(Objection::Value(index))?;
                }
                Ok(())
            }
            RestProof::Moves(held) => {
                held.accepted(&laid.choices)?;
                let points = [Some(&held.point), held.other.as_ref()].into_iter().flatten();
                let corners = held.family.iter().flat_map(|family| &family.vertices);
                let mut moving = points.chain(corners).filter(|point| !still(point));
                let point = moving.next().ok_or(Objection::NoContradiction)?;
                // A corner may lie on a face that is open; the mode's own point with it does not.
                let middle: Vec<Rational> =
                    point.iter().zip(&held.point).map(|(a, b)| (a + b) * Rational::new(1, 2)).collect();
                self.is_solved_by(&held.mode, &laid.solution(&middle))?;
                (!still(&middle)).then_some(()).ok_or(Objection::NoContradiction)
            }
        }
    }
}
