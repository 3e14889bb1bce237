//! One wrench: does it seat the part, and the proof.

use super::Insertion;
use super::graph::{Order, order};
use crate::wrenches::Decided;
use stiction_proof::wrenches::{Impossible, Move, Plan, Possible, Response, Seatable, Seating, Separation};
use stiction_proof::{Rational, Refusal};
use stiction_scene::Refused;

/// A decided wrench.
#[derive(Debug, Clone, PartialEq)]
pub struct Seated {
    /// Whether it seats the part.
    pub seats: bool,
    /// Why, accepted by the checker.
    pub proof: Seating,
}

impl Insertion {
    /// Decides whether a wrench seats the part under a plan.
    ///
    /// # Errors
    /// A proof that the checker refused, which is a defect.
    pub fn seats(&self, plan: Plan, wrench: &[Rational]) -> Result<Seated, Refused> {
        let possible: Vec<Move> = (self.steps.iter())
            .filter(|(_, set)| set.contains(wrench).unwrap_or(false))
            .map(|(step, _)| *step)
            .collect();
        let proof = match plan {
            Plan::Complete => self.by_graph(wrench, &possible)?,
            Plan::Conservative => self.by_cones(wrench, &possible)?,
        };
        self.part.check_seating(plan, wrench, &proof).map_err(Refused)?;
        Ok(Seated { seats: matches!(proof, Seating::Seats { .. }), proof })
    }

    /// The steps that are possible under a wrench.
    pub fn possible(&self, wrench: &[Rational]) -> Vec<Move> {
        let steps = self.steps.iter().filter(|(_, set)| set.contains(wrench).unwrap_or(false));
        steps.map(|(step, _)| *step).collect()
    }

    /// Whether in every state the step is possible that keeps what touches and approaches all the rest: the meet of
    /// sets of \[BT (20)\], where kept fixels may slip.  The other sets of that meet, which leave some near fixels
    /// free, hold these.  It promises nothing, since other steps may be possible as well: see [`Self::seats`].
    pub fn enables(&self, wrench: &[Rational]) -> bool {
        let wanted = |step: &Move| step.lost == 0 && step.state | step.approached == self.goal();
        let forwards = self.steps.iter().filter(|(step, _)| wanted(step));
        forwards.map(|(_, set)| set).all(|set| set.contains(wrench).unwrap_or(false))
    }

    fn by_graph(&self, wrench: &[Rational], possible: &[Move]) -> Result<Seating, Refused> {
        let fixels = self.fixels();
        match order(fixels, possible) {
            Order::Circle(circle) => self.wanders(wrench, &circle),
            Order::Ranks(ranks) => {
                let goal = self.goal();
                let bad =
                    |step: &Move| !step.is_seated(fixels) && (step.state == goal || !step.rises(&ranks));
                let impossible = self.impossible(wrench, bad)?;
                let first = |state: usize| possible.iter().find(|step| step.state == state);
                let steps: Vec<Move> = (0..goal).filter_map(first).copied().collect();
                Ok(Seating::Seats { impossible, possible: self.shown(wrench, &steps)?, ranks })
            }
        }
    }

    fn by_cones(&self, wrench: &[Rational], possible: &[Move]) -> Result<Seating, Refused> {
        let goal = self.goal();
        let bad = |step: &Move| step.state != goal && !step.is_forwards();
        match possible.iter().find(|step| bad(step)) {
            Some(&step) => self.wanders(wrench, &[step]),
            None => Ok(Seating::Seats {
                ranks: (0..=goal).map(|state| state.count_ones() as usize).collect(),
                impossible: self.impossible(wrench, bad)?,
                possible: Vec::new(),
            }),
        }
    }

    fn wanders(&self, wrench: &[Rational], circle: &[Move]) -> Result<Seating, Refused> {
        Ok(Seating::Wanders { circle: self.shown(wrench, circle)? })
    }

    fn impossible(
        &self,
        wrench: &[Rational],
        bad: impl Fn(&Move) -> bool,
    ) -> Result<Vec<Impossible>, Refused> {
        let steps = self.steps.iter().map(|(step, _)| *step).filter(bad);
        let one = |step: Move| {
            Ok(Impossible { step: step.step(self.fixels()), separation: self.separation(step, wrench)? })
        };
        steps.map(one).collect()
    }

    fn shown(&self, wrench: &[Rational], steps: &[Move]) -> Result<Vec<Possible>, Refused> {
        let one = |step: &Move| {
            Ok(Possible { step: step.step(self.fixels()), response: self.response(*step, wrench)? })
        };
        steps.iter().map(one).collect()
    }

    /// By one exact program: a second opinion on what the cones said.
    fn decided(&self, step: Move, wrench: &[Rational]) -> Result<Decided, Refused> {
        let system = self.part.insertion(step).map_err(Refused)?;
        Ok(self.judge.decide(&system, wrench))
    }

    fn separation(&self, step: Move, wrench: &[Rational]) -> Result<Separation, Refused> {
        match self.decided(step, wrench)? {
            Decided::Excluded(separation) => Ok(separation),
            Decided::Consistent(_) => Err(Refused(Refusal::NotSeparated)),
        }
    }

    fn response(&self, step: Move, wrench: &[Rational]) -> Result<Response, Refused> {
        match self.decided(step, wrench)? {
            Decided::Consistent(response) => Ok(response),
            Decided::Excluded(_) => Err(Refused(Refusal::NotSeparated)),
        }
    }
}
