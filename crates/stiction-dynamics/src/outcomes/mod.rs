//! What happens now: every acceleration and contact force that Newton, Euler and Coulomb allow.
//!
//! ```text
//!     each mode's motions and forces are a polyhedron with strict faces in the multiples of the cone edges  (1)
//!     every acceleration has one mode, so all of them are the disjoint union over the modes                 (2)
//!     a partial mode is empty if and only if multipliers of its rows contradict each other (Motzkin)        (3)
//! ```
//!
//! Modes are decided from partial ones downwards, a refuted one takes all below it along; see
//! [`super::alternatives`]. Groups of bodies that no contact joins are decided each by itself, and everything that
//! can happen is the product. A group whose loads the normals balance rests; one that is at rest otherwise moves only
//! where its loads do work ([`stiction_proof::Group`]). Contacts between two others on one line are left out and
//! follow from these ([`OutcomeRows::between`]). What the contacts may do and how is in
//! [`stiction_proof::OutcomeProblem`], whose checker accepts the whole answer: the modes that are held have the
//! solutions listed, and every other mode belongs to one that is refuted.
//!
//! References: \[MR 12.3\], \[Erdmann 6\], \[BT 4\].

mod bodies;
mod complementarity;
mod determined;
pub mod erdmann;
mod happens;
mod lower;
mod map;
mod one;
mod part;
mod plane;
mod product;
mod referee;
mod rest;
mod space;

pub use complementarity::ContactLcp;
pub use happens::{Cones, ContactMotion, Happens, Outcoming};
pub use lower::{ModeLowered, lower, lower_with};
pub use map::{Cell, Region, map, map_cell, map_problem, regions};
pub use one::{OneOutcome, one_outcome};
pub use referee::{
    AtContact, AtRest, Inertia, Refereed, Reported, Residuals, Tolerance, holds_exactly, judge,
};
pub use rest::Supported;
pub use space::is_round_at_rest;

use super::alternatives::EFFORT;
pub use super::alternatives::Unfinished;
use stiction_proof::choice::{Family, Objection};
use stiction_proof::{ContactLaw, Determined, OutcomeRows, OutcomeSolution, Outcomes, Refusal, SolvedMode};
use stiction_scene::Refused;

/// How many accelerations are possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// One acceleration is possible.
    Unique,
    /// Several accelerations are possible.
    Ambiguous,
    /// Some mode has a family of them.
    Continuum,
    /// None: rigid bodies with Coulomb friction do not move on.
    Inconsistent,
    /// Not known: the search was not finished.
    Undecided,
}

impl Outcome {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Ambiguous => "ambiguous",
            Self::Continuum => "continuum",
            Self::Inconsistent => "inconsistent",
            Self::Undecided => "undecided",
        }
    }

    /// What modes amount to that are all, or all that is known: a family among these is one.
    pub fn known(unique: impl IntoIterator<Item = bool>, all: bool) -> Self {
        match Self::of(unique) {
            Self::Continuum => Self::Continuum,
            outcome if all => outcome,
            _ => Self::Undecided,
        }
    }

    /// What the outcomes of independent groups amount to together.
    pub fn product(groups: impl IntoIterator<Item = Self>) -> Self {
        let groups: Vec<Self> = groups.into_iter().collect();
        let first = [Self::Inconsistent, Self::Undecided, Self::Continuum, Self::Ambiguous];
        first.into_iter().find(|outcome| groups.contains(outcome)).unwrap_or(Self::Unique)
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
    pub laid: OutcomeRows<A, F>,
    /// How many partial modes were looked at.
    pub looked_at: usize,
    /// Why there may be more than that, where the search was not finished.
    pub unfinished: Option<Unfinished>,
    /// What happens to each group of bodies, where there are too many products of it to be listed; then there are no
    /// happenings.
    pub groups: Vec<AllOutcomes<A, F>>,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum OutcomesFault {
    /// The problem does not make sense.
    Problem(Objection),
    /// The checker did not accept the answer: a defect of this library.
    Refused(Refused),
}

/// Finds everything that can happen.
///
/// ```
/// use stiction_dynamics::outcomes::{Outcome, lower, outcomes};
/// use stiction_scene::scene::{Body, Contact, Party, Scene};
/// use stiction_geometry::screw::Planar;
/// let block = Body::new("block").with_mass(1).with_inertia(1).with_com([0, 1]).with_wrench([0, 3, 0]);
/// let foot = |x: i64| Contact::planar(Party::Body(0), [x, 0], [0, 1])
///     .with_friction(stiction_proof::Rational::new(1, 2));
/// let scene = Scene::<Planar>::new().with_gravity([0, -10]).with_body(block).with_contact(foot(-1))
///     .with_contact(foot(1));
/// let all = outcomes(&lower(&scene).unwrap().problem).unwrap();
/// assert_eq!((all.outcome, all.happenings[0].mode.as_str()), (Outcome::Unique, "nn"));
/// ```
pub fn outcomes<P: Supported<A, F>, const A: usize, const F: usize>(
    problem: &P,
) -> Result<AllOutcomes<A, F>, OutcomesFault> {
    outcomes_within(problem, EFFORT)
}

/// The same, giving up after so many partial modes.
pub fn outcomes_within<P: Supported<A, F>, const A: usize, const F: usize>(
    problem: &P,
    effort: usize,
) -> Result<AllOutcomes<A, F>, OutcomesFault> {
    let laid = problem.laid().map_err(OutcomesFault::Problem)?;
    let mut looked_at = 0;
    let mut parts = Vec::with_capacity(laid.groups.len());
    for group in &laid.groups {
        let group = part::leading(&laid, group);
        let alone = laid.groups.len() == 1 && group.contacts.len() == laid.between.len();
        let part = part::found(&problem.part(&group), alone, effort.saturating_sub(looked_at))?;
        looked_at += part.looked_at;
        parts.push(part);
    }
    let unfinished = parts.iter().find_map(|part| part.unfinished);
    let Some(proof) = product::joined(&laid, &parts) else {
        return several(problem, laid, effort);
    };
    AllOutcomes::checked(problem, laid, proof, looked_at, unfinished)
        .map_err(|objection| OutcomesFault::Refused(Refused(Refusal::Choice(objection))))
}

/// What happens to each group, where there are too many products of it to be listed.
fn several<P: Supported<A, F>, const A: usize, const F: usize>(
    problem: &P,
    laid: OutcomeRows<A, F>,
    effort: usize,
) -> Result<AllOutcomes<A, F>, OutcomesFault> {
    let groups = laid.groups.iter().map(|group| outcomes_within(&problem.part(group), effort));
    let groups = groups.collect::<Result<_, _>>()?;
    Ok(AllOutcomes::of_groups(laid, groups))
}

impl<const A: usize, const F: usize> AllOutcomes<A, F> {
    /// What a proof shows that its checker accepts: all that happens, or, where the search was not finished, what is
    /// known of it.
    pub fn checked<P: ContactLaw<A, F>>(
        problem: &P,
        laid: OutcomeRows<A, F>,
        proof: Outcomes,
        looked_at: usize,
        unfinished: Option<Unfinished>,
    ) -> Result<Self, Objection> {
        let determined = match unfinished {
            None => problem.answers(&laid, &proof)?,
            Some(_) => problem.knows(&laid, &proof)?,
        };
        let happening = |(held, determined): (&SolvedMode, Determined)| Happening {
            mode: held.mode.clone(),
            solution: laid.solution(&held.point),
            determined,
        };
        let happenings: Vec<_> = proof.held.iter().zip(determined).map(happening).collect();
        let unique = happenings.iter().map(|happening| happening.determined.acceleration);
        let outcome = Outcome::known(unique, unfinished.is_none());
        Ok(Self { outcome, happenings, proof, laid, looked_at, unfinished, groups: Vec::new() })
    }

    /// Nothing that is known of bodies whose modes cannot be listed, for this reason.
    pub fn unlisted(alone: OutcomeRows<A, F>, why: Unfinished) -> Self {
        let (happenings, proof, groups) = (Vec::new(), Outcomes::default(), Vec::new());
        let (outcome, unfinished) = (Outcome::Undecided, Some(why));
        Self { outcome, happenings, proof, laid: alone, looked_at: 0, unfinished, groups }
    }

    /// What happens to groups of bodies that no contact joins, each by itself.
    pub fn of_groups(laid: OutcomeRows<A, F>, groups: Vec<Self>) -> Self {
        let outcome = Outcome::product(groups.iter().map(|group| group.outcome));
        let looked_at = groups.iter().map(|group| group.looked_at).sum();
        let unfinished = groups.iter().find_map(|group| group.unfinished);
        let (happenings, proof) = (Vec::new(), Outcomes::default());
        Self { outcome, happenings, proof, laid, looked_at, unfinished, groups }
    }

    /// The corners of a mode's set as motions with forces, and its rays as changes of them.
    pub fn corners(&self, family: &Family) -> (Vec<OutcomeSolution<A, F>>, Vec<OutcomeSolution<A, F>>) {
        (
            family.vertices.iter().map(|vertex| self.laid.solution(vertex)).collect(),
            family.rays.iter().map(|ray| self.laid.change(ray)).collect(),
        )
    }
}
