//! A mode as a system of linear conditions, and the two proofs about it: a response, or a separation.
//!
//! The equation of motion is \[BT (4)\].

use super::round::Round;
use crate::check::{Check, Refusal, require};
use crate::rational::Rational;
use crate::spatial::Vector;
use crate::vectors::dot;
use serde::{Deserialize, Serialize};

/// What a linear function of the acceleration must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sense {
    /// Exactly zero.
    Zero,
    /// At least zero.
    NotNegative,
    /// Greater than zero.
    Positive,
}

/// `row·a + constant` is zero, not negative, or positive.
#[derive(Debug, Clone, PartialEq)]
pub struct Demand {
    /// The row.
    pub row: Vec<Rational>,
    /// The constant: what velocities contribute, less what is asked for.
    pub constant: Rational,
    /// What it must be.
    pub sense: Sense,
}

/// All that a mode demands and allows: `M a = g + G λ`, `λ ≥ 0`, and the demands.
#[derive(Debug, Clone, PartialEq)]
pub struct System {
    /// The rows of `M`.
    pub mass: Vec<Vec<Rational>>,
    /// What is demanded of `a`.
    pub demands: Vec<Demand>,
    /// The columns of `G`: wrenches of the edges of the contacts' cones.
    pub edges: Vec<Vec<Rational>>,
    /// For each edge the position of its contact.
    pub owners: Vec<usize>,
    /// The contacts that push with round cones, besides.
    pub rounds: Vec<Round>,
}

/// An acceleration and multiples of the edges that satisfy a system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Response {
    /// `a`.
    pub acceleration: Vec<Rational>,
    /// `λ`, one entry an edge.
    pub multiples: Vec<Rational>,
    /// The forces of round cones, one each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forces: Vec<Vector>,
}

/// A normal and weights of the demands by which no acceleration and no forces satisfy a system:
///
/// ```text
///     Mᵀy = Σ pᵢ rowᵢ,   y·Gⱼ ≤ 0,   pᵢ ≥ 0 except of equalities,   y·g ≤ −Σ pᵢ constantᵢ                         (1)
/// ```
///
/// and `<` in the last, or `pᵢ > 0` of some strict demand: then (1) contradicts
/// `y·g = y·M a − y·Gλ ≥ −Σ pᵢ constantᵢ`.  Every system without a solution has one \[Motzkin\].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Separation {
    /// `y`: a normal that is not negative on the wrenches of the mode.
    pub normal: Vec<Rational>,
    /// `p`, one entry a demand.
    pub weights: Vec<Rational>,
}

/// A body among contacts: for each choice of labels, a system.
pub trait Part {
    /// The rows of its mass matrix, as many as it has freedoms.
    fn mass(&self) -> Vec<Vec<Rational>>;

    /// The number of freedoms, 3 or 6.
    fn dimension(&self) -> usize {
        self.mass().len()
    }

    /// The number of contacts.
    fn count(&self) -> usize;

    /// Everything that a contact may do from rest; one of them it does.
    fn labels(&self, contact: usize) -> Vec<String>;

    /// Whether it is a part at all.
    ///
    /// # Errors
    /// What is wrong with it.
    fn well_formed(&self) -> Result<(), Refusal>;

    /// What a mode of a well-formed part demands and allows; `?` stands for any of the labels.
    ///
    /// # Errors
    /// A label that the contact cannot have.
    fn lowered(&self, mode: &[String]) -> Result<System, Refusal>;

    /// What a mode demands and allows; `?` stands for any of the labels.
    ///
    /// # Errors
    /// A label that the contact cannot have, or a part that is none.
    fn system(&self, mode: &[String]) -> Result<System, Refusal> {
        self.well_formed()?;
        self.lowered(mode)
    }

    /// The system of rest: no acceleration, and static forces.
    ///
    /// # Errors
    /// A part that is none.
    fn rest(&self) -> Result<System, Refusal> {
        let mut system = self.system(&vec!["?".to_owned(); self.count()])?;
        let unit = |at: usize| (0..self.dimension()).map(|i| Rational::from(i64::from(i == at))).collect();
        let still = |at: usize| Demand { row: unit(at), constant: Rational::zero(), sense: Sense::Zero };
        system.demands = (0..self.dimension()).map(still).collect();
        Ok(system)
    }
}

impl System {
    /// A system that demands and allows nothing yet.
    pub(super) fn new(mass: Vec<Vec<Rational>>) -> Self {
        let (demands, edges, owners, rounds) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { mass, demands, edges, owners, rounds }
    }

    /// Accepts a response to a wrench, or says why it is none.
    ///
    /// # Errors
    /// The demand that is not met, a negative multiple, or wrenches that do not cancel.
    pub fn admits(&self, wrench: &[Rational], response: &Response) -> Check {
        let size = self.mass.len();
        let lengths = wrench.len() == size
            && response.acceleration.len() == size
            && response.multiples.len() == self.edges.len()
            && response.forces.len() == self.rounds.len();
        require(lengths, Refusal::Shape)?;
        for (at, demand) in self.demands.iter().enumerate() {
            let value = dot(&demand.row, &response.acceleration) + &demand.constant;
            let met = match demand.sense {
                Sense::Zero => value.is_zero(),
                Sense::NotNegative => !value.is_negative(),
                Sense::Positive => value.is_positive(),
            };
            require(met, Refusal::Demand(at))?;
        }
        require(!response.multiples.iter().any(Rational::is_negative), Refusal::Bound)?;
        let within = self.rounds.iter().zip(&response.forces).all(|(round, force)| round.holds(force));
        require(within, Refusal::Bound)?;
        let round: Vec<Vec<Rational>> =
            self.rounds.iter().zip(&response.forces).map(|(round, force)| round.wrench(force)).collect();
        let rest: Vec<Rational> = (0..size)
            .map(|at| {
                let pushed: Rational = (self.edges.iter().zip(&response.multiples))
                    .filter(|(_, multiple)| !multiple.is_zero())
                    .map(|(edge, multiple)| &edge[at] * multiple)
                    .sum();
                let pushed = pushed + round.iter().map(|wrench| wrench[at].clone()).sum::<Rational>();
                &wrench[at] + &pushed - dot(&self.mass[at], &response.acceleration)
            })
            .collect();
        require(rest.iter().all(Rational::is_zero), Refusal::Unbalanced(rest))
    }

    /// Accepts a separation of a wrench from the system, or says why it is none.
    ///
    /// # Errors
    /// What of equation (1) of [`Separation`] does not hold.
    pub fn excludes(&self, wrench: &[Rational], separation: &Separation) -> Check {
        let size = self.mass.len();
        let Separation { normal, weights } = separation;
        require(
            wrench.len() == size && normal.len() == size && weights.len() == self.demands.len(),
            Refusal::Shape,
        )?;
        let mut pulled: Vec<Rational> =
            (0..size).map(|at| self.mass.iter().zip(normal).map(|(row, y)| &row[at] * y).sum()).collect();
        let (mut constant, mut strict) = (Rational::zero(), false);
        for (demand, weight) in self.demands.iter().zip(weights).filter(|(_, weight)| !weight.is_zero()) {
            require(demand.sense == Sense::Zero || weight.is_positive(), Refusal::Bound)?;
            strict |= demand.sense == Sense::Positive;
            constant += weight * &demand.constant;
            pulled.iter_mut().zip(&demand.row).for_each(|(sum, entry)| *sum -= &(weight * entry));
        }
        require(pulled.iter().all(Rational::is_zero), Refusal::NotSeparated)?;
        require(self.rounds.iter().all(|round| round.resists_nothing(normal)), Refusal::NotSeparated)?;
        require(self.edges.iter().all(|edge| !dot(edge, normal).is_positive()), Refusal::NotSeparated)?;
        let height = dot(normal, wrench) + constant;
        require(height.is_negative() || strict && height.is_zero(), Refusal::NotSeparated)
    }
}
