//! What happens now: every acceleration and contact force that Newton, Euler and Coulomb allow.
//!
//! ```text
//!     each mode's motions and forces are a polyhedron with strict faces in the multiples of the cone edges  (1)
//!     every acceleration has one mode, so all of them are the disjoint union over the modes                 (2)
//!     a partial mode is empty if and only if multipliers of its rows contradict each other (Motzkin)        (3)
//! ```
//!
//! Modes are decided from partial ones downwards, a refuted one takes all below it along; see [`super::alternatives`].  What the
//! contacts may do and how is in [`stiction_proof::OutcomeProblem`], whose checker accepts the whole answer: the modes that are held
//! have the solutions listed, and every other mode belongs to one that is refuted.
//!
//! References: \[MR 12.3\], \[Erdmann 6\], \[BT 4\].

mod bodies;
mod complementarity;
pub mod erdmann;
mod lower;
mod map;
mod one;
mod referee;
mod space;

pub use complementarity::ContactLcp;
pub use lower::{ModeLowered, lower};
pub use map::{Cell, Region, map, map_cell, regions};
pub use one::{OneOutcome, one_outcome};
pub use referee::{Judged, Reported, judge, judge_against};
pub use space::{SpatialModeLowered, lower_in_space};

use super::Refused;
use super::alternatives::{Complete, EFFORT, TooMany, all_corners, another, search};
use stiction_proof::choice::{Family, Objection};
use stiction_proof::{
    ContactLaw, Determined, Exclusion, Held, Laid, OutcomeSolution, Outcomes, Rational, Refusal,
};

/// How many accelerations are possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// One.
    Unique,
    /// Several.
    Ambiguous,
    /// Some mode has a family of them.
    Continuum,
    /// None: rigid bodies with Coulomb friction do not move on.
    Inconsistent,
}

impl Outcome {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Ambiguous => "ambiguous",
            Self::Continuum => "continuum",
            Self::Inconsistent => "inconsistent",
        }
    }

    /// What these modes, each with one acceleration or a family, amount to.
    pub fn of(unique: impl IntoIterator<Item = bool>) -> Self {
        let (mut count, mut family) = (0, false);
        for one in unique {
            count += 1;
            family |= !one;
        }
        match (family, count) {
            (true, _) => Self::Continuum,
            (_, 0) => Self::Inconsistent,
            (_, 1) => Self::Unique,
            _ => Self::Ambiguous,
        }
    }
}

/// A mode with what happens in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Happening<const A: usize = 3, const F: usize = 2> {
    /// A letter for each contact; in space a label.
    pub mode: String,
    /// One motion with its forces; in the middle, where there are many.
    pub solution: OutcomeSolution<A, F>,
    /// How far motion and forces are determined.
    pub determined: Determined,
}

/// Everything that can happen.
#[derive(Debug, Clone, PartialEq)]
pub struct AllOutcomes<const A: usize = 3, const F: usize = 2> {
    /// Unique, ambiguous, a continuum or inconsistent.
    pub outcome: Outcome,
    /// The modes with solutions, in the order of [`AllOutcomes::proof`].
    pub happenings: Vec<Happening<A, F>>,
    /// The answer as the checker accepted it.
    pub proof: Outcomes,
    /// Edges, rows and choices.
    pub laid: Laid<A, F>,
    /// How many partial modes were looked at.
    pub looked_at: usize,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum OutcomesFault {
    /// The problem does not make sense.
    Problem(Objection),
    /// The search went beyond its effort.
    TooMany(usize),
    /// The checker did not accept the answer: a defect of this library.
    Refused(Refused),
}

/// Dimensions of a mode's set beyond which its corners are not listed.
const MOST_FREEDOMS: usize = 4;

/// Finds everything that can happen.
///
/// ```
/// use stiction::ask::outcomes::{Outcome, lower, outcomes};
/// use stiction::scene::{Body, Contact, Party, Scene};
/// use stiction::screw::Planar;
/// let block = Body::new("block").with_mass(1).with_inertia(1).with_com([0, 1]).with_wrench([0, 3, 0]);
/// let foot = |x: i64| Contact::planar(Party::Body(0), [x, 0], [0, 1]).with_friction(stiction_proof::Rational::new(1, 2));
/// let scene = Scene::<Planar>::new().with_gravity([0, -10]).with_body(block).with_contact(foot(-1)).with_contact(foot(1));
/// let all = outcomes(&lower(&scene).unwrap().problem).unwrap();
/// assert_eq!((all.outcome, all.happenings[0].mode.as_str()), (Outcome::Unique, "nn"));
/// ```
pub fn outcomes<P: ContactLaw<A, F>, const A: usize, const F: usize>(
    problem: &P,
) -> Result<AllOutcomes<A, F>, OutcomesFault> {
    outcomes_within(problem, EFFORT)
}

/// The same, giving up after so many partial modes.
pub fn outcomes_within<P: ContactLaw<A, F>, const A: usize, const F: usize>(
    problem: &P,
    effort: usize,
) -> Result<AllOutcomes<A, F>, OutcomesFault> {
    let laid = problem.laid().map_err(OutcomesFault::Problem)?;
    let found = search(&laid.choices, effort, MOST_FREEDOMS)
        .map_err(|TooMany(effort)| OutcomesFault::TooMany(effort))?;
    let refused = |objection: Objection| OutcomesFault::Refused(Refused(Refusal::Choice(objection)));
    if let Some(objection) = found.refused {
        return Err(refused(objection));
    }
    let mut proof = Outcomes::default();
    let mut happenings = Vec::with_capacity(found.complete.len());
    for complete in found.complete {
        let mode = laid.choices.spell(&complete.choice);
        let (held, determined) = held(&laid, complete).ok_or_else(|| refused(Objection::Effort))?;
        let solution = laid.solution(&held.point);
        happenings.push(Happening { mode, solution, determined });
        proof.held.push(held);
    }
    let mut covered = Vec::with_capacity(found.refuted.len() + proof.held.len());
    for (partial, multipliers) in found.refuted {
        let multipliers = multipliers.into_iter().map(Rational::from).collect();
        proof.excluded.push(Exclusion { mode: laid.choices.spell(&partial), multipliers });
        covered.push(partial);
    }
    // Each refutation was accepted by the checker when it was found; what is left are the modes that are held, and the cover.
    for (held, happening) in proof.held.iter().zip(&happenings) {
        covered.push(held.accepted(&laid.choices).map_err(refused)?);
        problem.is_solved_by(&held.mode, &happening.solution).map_err(refused)?;
    }
    laid.choices.covered(&covered).map_err(refused)?;
    let outcome = Outcome::of(happenings.iter().map(|happening| happening.determined.acceleration));
    Ok(AllOutcomes { outcome, happenings, proof, laid, looked_at: found.looked_at })
}

/// A mode with what shows how far it is determined: its corners, or where they are too many, another solution.
fn held<const A: usize, const F: usize>(laid: &Laid<A, F>, complete: Complete) -> Option<(Held, Determined)> {
    let fixes = complete.family.is_none() && laid.fixes_accelerations(&complete.choice);
    let other = complete.family.is_none().then(|| another_solution(laid, &complete, fixes)).flatten();
    let mode = laid.choices.spell(&complete.choice);
    let mut held = Held { mode, point: complete.point, family: complete.family, other };
    let told = laid.told_knowing(&held, || fixes).or_else(|| {
        let (point, family) = all_corners(&laid.choices, &complete.choice)?;
        (held.point, held.family, held.other) = (point, Some(family), None);
        laid.told(&complete.choice, &held)
    })?;
    Some((held, told))
}

/// Another solution, with other accelerations if the equations leave any.
fn another_solution<const A: usize, const F: usize>(
    laid: &Laid<A, F>,
    complete: &Complete,
    fixes: bool,
) -> Option<Vec<Rational>> {
    let count = laid.edges.len();
    let acceleration = |component: usize| -> Vec<Rational> {
        let (body, axis) = (component / A, component % A);
        let entry = |edge: usize| -> Rational {
            let parts = laid.responses[edge].iter().filter(|(other, _)| *other == body);
            parts.map(|(_, change)| change[axis].clone()).sum()
        };
        (0..count).map(entry).collect()
    };
    // Nothing is less than zero: a multiple that is zero can only grow.
    let unit = |edge: usize| {
        let sign = if complete.point[edge].is_zero() { -1 } else { 1 };
        (0..count).map(|other| Rational::from(if other == edge { sign } else { 0 })).collect()
    };
    let components = if fixes { 0 } else { A * laid.unforced.len() };
    let directions: Vec<Vec<Rational>> =
        (0..components).map(acceleration).chain((0..count).map(unit)).collect();
    another(&laid.choices, complete, &directions)
}

impl<const A: usize, const F: usize> AllOutcomes<A, F> {
    /// The corners of a mode's set as motions with forces, and its rays as changes of them.
    pub fn corners(&self, family: &Family) -> (Vec<OutcomeSolution<A, F>>, Vec<OutcomeSolution<A, F>>) {
        (
            family.vertices.iter().map(|vertex| self.laid.solution(vertex)).collect(),
            family.rays.iter().map(|ray| self.laid.change(ray)).collect(),
        )
    }
}
