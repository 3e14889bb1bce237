//! A proof that nothing moves: whatever the contacts do, a moving solution is contradicted.
//!
//! From rest no contact force does work on an acceleration: a contact that sticks or separates does none, one
//! that slides takes up.  So a solution of `M a = g + Gλ` with `a ≠ 0` has
//!
//! ```text
//!     g·a = aᵀM a − Σ f·a > 0                                                                                  (1)
//! ```
//!
//! which is one more strict demand.  If normal forces alone balance `g`, then `g·a = −Σ fₙ n·a ≤ 0`
//! contradicts it at once, whatever the friction.  Otherwise the contacts are told apart one by one until
//! every branch is contradicted.

use super::system::{Demand, Part, Sense, Separation, System};
use crate::check::{Check, Refusal, require};
use crate::rational::Rational;
use serde::{Deserialize, Serialize};

/// A tree of cases, all of them contradicted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Still {
    /// This case has no solution; the last weight is that of (1).
    Separated(Separation),
    /// One case for each label of a contact, in the order of [`Part::labels`].
    Split {
        /// The contact's position.
        contact: usize,
        /// The cases.
        cases: Vec<Still>,
    },
}

impl Still {
    /// Accepts the proof that nothing of a part at rest moves under a wrench, or says why it is none.
    ///
    /// # Errors
    /// The case that is not contradicted, or a tree that does not tell all cases.
    pub fn check(&self, part: &impl Part, wrench: &[Rational]) -> Check {
        require(wrench.len() == part.dimension(), Refusal::Shape)?;
        part.well_formed()?;
        self.check_case(part, wrench, &mut vec!["?".to_owned(); part.count()])
    }

    fn check_case(&self, part: &impl Part, wrench: &[Rational], mode: &mut [String]) -> Check {
        match self {
            Self::Separated(separation) => part.lowered(mode)?.working(wrench).excludes(wrench, separation),
            Self::Split { contact, cases } => {
                let labels = part.labels(*contact);
                let open = mode.get(*contact).is_some_and(|label| label == "?");
                require(open && labels.len() == cases.len(), Refusal::Shape)?;
                for (case, label) in cases.iter().zip(labels) {
                    mode[*contact] = label;
                    case.check_case(part, wrench, mode)?;
                }
                mode[*contact] = "?".to_owned();
                Ok(())
            }
        }
    }

    /// The number of cases that are contradicted.
    pub fn cases(&self) -> usize {
        match self {
            Self::Separated(_) => 1,
            Self::Split { cases, .. } => cases.iter().map(Self::cases).sum(),
        }
    }
}

impl System {
    /// The system with (1) as one more demand: what moves from rest under a wrench.
    #[must_use]
    pub fn working(mut self, wrench: &[Rational]) -> Self {
        let (row, constant) = (wrench.to_vec(), Rational::zero());
        self.demands.push(Demand { row, constant, sense: Sense::Positive });
        self
    }
}
