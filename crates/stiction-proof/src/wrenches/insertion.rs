//! Proofs that a wrench seats a part against its fixels whatever the start, or that it need not.
//!
//! A state is the set of fixels that touch, a bit each.  In a state every touching fixel is kept (`m`) or lost (`s`), every near one approached
//! (`a`) or not (`s`); velocities are small \[BT 8\].  Under a wrench some of these modes are possible, and lead on:
//!
//! ```text
//!     some fixel lost      to the state without the lost ones
//!     none lost            to the state with any of the approached ones gained, at least one
//!     none of either       nowhere: the state keeps itself; in the goal that is what is wanted              (1)
//! ```
//!
//! The wrench seats the part when no state but the goal keeps itself or has no mode, no states follow each other in a circle, and the goal loses
//! no fixel.  A rank of the states that every possible step raises proves it; a circle of possible steps refutes it.
//!
//! The plan of the paper asks more: in no state but the goal a mode that loses a fixel or approaches none \[BT 21\].
//!
//! Transitions are those of \[BT Fig. 7\]; the disc that spins under a wrench which must leave it at rest is
//! \[BT (23)\], \[BT (24)\].

use super::part::PlanarPart;
use super::system::{Part, Response, Separation, System};
use crate::check::{Check, Refusal, require};
use crate::rational::Rational;
use serde::{Deserialize, Serialize};

/// What a seating wrench must not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    /// Whatever leaves the part anywhere but in the goal for good.
    Complete,
    /// Any step that is not forwards.
    Conservative,
}

/// A step that a proof speaks of: a mode in a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The fixels that touch, one character each: `1` or `0`.
    pub state: String,
    /// One letter for each fixel.
    pub mode: String,
}

/// A step that is possible.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Possible {
    /// The step.
    pub step: Step,
    /// The acceleration and the forces that show it.
    pub response: Response,
}

/// A step that is impossible.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Impossible {
    /// The step.
    pub step: Step,
    /// What separates the wrench from it.
    pub separation: Separation,
}

/// A proof about a wrench and a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Seating {
    /// It seats the part.
    Seats {
        /// One number for each state, in the order of their bits (the first fixel is the lowest).
        ranks: Vec<usize>,
        /// Every step that does not raise the rank, and why it is impossible.
        impossible: Vec<Impossible>,
        /// For every state but the goal a step that is possible.
        possible: Vec<Possible>,
    },
    /// It need not: each step leads to the state of the next, and the last to that of the first; a single one keeps its state, or loses a fixel
    /// in the goal.  For the conservative plan a single one that is not forwards.
    Wanders {
        /// The steps.
        circle: Vec<Possible>,
    },
}

/// The largest number of fixels: there are `4ⁿ` steps.
pub const MOST_FIXELS: usize = 6;

/// A mode in a state as sets of fixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// The fixels that touch.
    pub state: usize,
    /// Of these, the ones that are lost.
    pub lost: usize,
    /// Of the others, the ones that are approached.
    pub approached: usize,
}

impl Move {
    /// All moves among `fixels` fixels, state by state.
    pub fn all(fixels: usize) -> impl Iterator<Item = Self> {
        (0..1_usize << fixels).flat_map(move |state| {
            (0..1_usize << fixels).map(move |marked| Self {
                state,
                lost: marked & state,
                approached: marked & !state,
            })
        })
    }

    /// Its letters.
    pub fn letters(self, fixels: usize) -> Vec<String> {
        let letter = |at: usize| {
            let bit = 1 << at;
            match (self.state & bit != 0, (self.lost | self.approached) & bit != 0) {
                (true, false) => "m",
                (false, true) => "a",
                _ => "s",
            }
        };
        (0..fixels).map(|at| letter(at).to_owned()).collect()
    }

    /// Whether it can lead to a state, equation (1).
    pub fn leads_to(self, next: usize) -> bool {
        if self.lost != 0 {
            return next == self.state & !self.lost;
        }
        let gained = next & !self.state;
        if self.approached == 0 {
            next == self.state
        } else {
            gained != 0 && next == self.state | (gained & self.approached)
        }
    }

    /// Whether it is a step of the goal that keeps every fixel.
    pub fn is_seated(self, fixels: usize) -> bool {
        self.state + 1 == 1 << fixels && self.lost == 0
    }

    /// Whether it raises the rank of the state, whichever state it leads to.
    pub fn rises(self, ranks: &[usize]) -> bool {
        (0..ranks.len()).filter(|&next| self.leads_to(next)).all(|next| ranks[next] > ranks[self.state])
    }

    /// Whether it is forwards: nothing lost, something approached.
    pub fn is_forwards(self) -> bool {
        self.lost == 0 && self.approached != 0
    }

    /// The step in letters.
    pub fn step(self, fixels: usize) -> Step {
        let state = (0..fixels).map(|at| if self.state >> at & 1 == 1 { '1' } else { '0' }).collect();
        Step { state, mode: self.letters(fixels).concat() }
    }

    fn read(step: &Step, fixels: usize) -> Result<Self, Refusal> {
        let found = Self::all(fixels).find(|one| one.step(fixels) == *step);
        found.ok_or_else(|| Refusal::Label(format!("{} {}", step.state, step.mode)))
    }
}

impl PlanarPart {
    /// What a move demands and allows: the fixels of its state touch, the others are near.
    ///
    /// # Errors
    /// A part that is none.
    pub fn insertion(&self, step: Move) -> Result<System, Refusal> {
        let mut part = self.clone();
        for (at, contact) in part.contacts.iter_mut().enumerate() {
            contact.near = step.state >> at & 1 == 0;
        }
        part.system(&step.letters(self.contacts.len()))
    }

    /// Accepts a proof about what a wrench does to the part, or says why it is none.
    ///
    /// # Errors
    /// The step that is not what the proof says, or one that is missing.
    pub fn check_seating(&self, plan: Plan, wrench: &[Rational], proof: &Seating) -> Check {
        let fixels = self.contacts.len();
        require((1..=MOST_FIXELS).contains(&fixels) && !self.is_shifted(), Refusal::Shape)?;
        match proof {
            Seating::Seats { ranks, impossible, possible } => {
                let excluded = self.excluded(wrench, impossible)?;
                require(ranks.len() == 1 << fixels, Refusal::Shape)?;
                let bad = |one: &Move| match plan {
                    Plan::Complete if one.state + 1 == 1 << fixels => one.lost != 0,
                    Plan::Complete => !one.rises(ranks),
                    Plan::Conservative => one.state + 1 != 1 << fixels && !one.is_forwards(),
                };
                if let Some(open) = Move::all(fixels).find(|one| bad(one) && !excluded.contains(one)) {
                    let step = open.step(fixels);
                    return Err(Refusal::Label(format!("{} {}", step.state, step.mode)));
                }
                self.no_sinks(plan, wrench, possible)
            }
            Seating::Wanders { circle } => self.wanders(plan, wrench, circle),
        }
    }

    fn excluded(&self, wrench: &[Rational], impossible: &[Impossible]) -> Result<Vec<Move>, Refusal> {
        let steps = impossible.iter().map(|one| (&one.step, one));
        self.steps(steps, |system, one| system.excludes(wrench, &one.separation))
    }

    fn admitted(&self, wrench: &[Rational], possible: &[Possible]) -> Result<Vec<Move>, Refusal> {
        let steps = possible.iter().map(|one| (&one.step, one));
        self.steps(steps, |system, one| system.admits(wrench, &one.response))
    }

    /// The steps of which something is said that holds.
    fn steps<'s, C>(
        &self,
        said: impl Iterator<Item = (&'s Step, C)>,
        holds: impl Fn(&System, C) -> Check,
    ) -> Result<Vec<Move>, Refusal> {
        let step = |(step, claim): (&Step, C)| {
            let step = Move::read(step, self.contacts.len())?;
            holds(&self.insertion(step)?, claim)?;
            Ok(step)
        };
        said.map(step).collect()
    }

    /// Every state but the goal has a step that is possible; the paper's plan does not ask for it.
    fn no_sinks(&self, plan: Plan, wrench: &[Rational], possible: &[Possible]) -> Check {
        let steps = self.admitted(wrench, possible)?;
        let goal = (1 << self.contacts.len()) - 1;
        let left = (0..goal).all(|state| steps.iter().any(|step| step.state == state));
        require(left || plan == Plan::Conservative, Refusal::Shape)
    }

    fn wanders(&self, plan: Plan, wrench: &[Rational], circle: &[Possible]) -> Check {
        let fixels = self.contacts.len();
        let goal = (1_usize << fixels) - 1;
        let steps = self.admitted(wrench, circle)?;
        let closed = match (&steps[..], plan) {
            ([], _) => false,
            ([one], Plan::Conservative) => one.state != goal && !one.is_forwards(),
            ([one], Plan::Complete) if one.state == goal => one.lost != 0,
            (_, Plan::Conservative) => false,
            (steps, Plan::Complete) => (0..steps.len()).all(|at| {
                let next = steps[(at + 1) % steps.len()].state;
                steps[at].leads_to(next) && !steps[at].is_seated(fixels)
            }),
        };
        require(closed, Refusal::NotSeparated)
    }
}
