//! Which wrenches seat a part against its fixels, whatever the start?
//!
//! A wrench allows some of the `4ⁿ` steps between the states of contact and forbids the others; each step is
//! possible in a cone with open faces ([`wrench_set`]).  Two sets are answered:
//!
//! - the paper's, [`Insertion::conservative`]: outside every cone of a step that is not forwards \[BT 21\];
//! - the whole one, [`Insertion::complete`]: under which the possible steps have no circle, none keeps a
//!   state but the goal, and the goal loses nothing.
//!
//! From rest some step is always possible (static friction: \[Errata BT 8\] and the existence of a solution),
//! so no state is a dead end; a proof shows one all the same.  More friction makes more steps possible and
//! never fewer, since only kept fixels have it and with static cones: both sets shrink as friction grows, so
//! that there is one largest friction that leaves a plan, [`largest_friction`].
//!
//! References: \[BT 8\], \[BT 9\]; \[Errata BT 5\] for what the goal does not promise.

mod cells;
mod graph;
mod limit;
mod search;
mod seats;

pub use cells::Cell;
pub use limit::{LargestFriction, largest_friction};
pub use search::{Seeker, steps_at_all};
pub use seats::Seated;

use super::wrenches::{Judge, wrench_set};
use stiction_geometry::cone::{ConeFault, OpenCone, Union};
use stiction_proof::Refusal;
use stiction_proof::wrenches::{MOST_FIXELS, Move, PlanarPart, Seatable};
use stiction_scene::scene::Misfit;

/// A part among its fixels, with the wrenches of every step.
#[derive(Debug, Clone)]
pub struct Insertion {
    part: PlanarPart,
    judge: Judge,
    /// Every step with the wrenches under which it is possible.
    steps: Vec<(Move, OpenCone)>,
}

/// Why there is no insertion to speak of.
#[derive(Debug, Clone, PartialEq)]
pub enum InsertFault {
    /// There are no fixels, or more than [`MOST_FIXELS`]; how many.
    Fixels(usize),
    /// The part moves, or its contacts do.
    Moving,
    /// The part is none.
    Part(Refusal),
}

impl InsertFault {
    /// What stands against asking about a body of this name; of a part that is none, why it is none.
    ///
    /// # Errors
    /// The part is none, which no scene brings about.
    pub fn misfit(self, body: &str) -> Result<Misfit, Refusal> {
        match self {
            Self::Part(refusal) => Err(refusal),
            Self::Fixels(count) => Ok(Misfit::new(
                "fixels",
                &["contacts"],
                format!(
                    "insertion is answered for 1 to {MOST_FIXELS} locators; \"{body}\" has {count} contacts"
                ),
                "list as contacts only the locators that the part should end on",
            )),
            Self::Moving => Ok(Misfit::new(
                "moving",
                &["bodies", body, "twist"],
                "insertion takes velocities as small, and its locators as fixed",
                "leave `twist` and the motion of what is touched out",
            )),
        }
    }
}

impl Insertion {
    /// Prepares the steps of a part at rest; every contact is a fixel, whatever its gap.
    ///
    /// # Errors
    /// A number of fixels that is not answered, motion, or a part that is none.
    pub fn new(part: &PlanarPart) -> Result<Self, InsertFault> {
        let fixels = part.contacts.len();
        if !(1..=MOST_FIXELS).contains(&fixels) {
            return Err(InsertFault::Fixels(fixels));
        }
        if part.is_shifted() {
            return Err(InsertFault::Moving);
        }
        let mass: Vec<Vec<_>> = part.mass.iter().map(|row| row.to_vec()).collect();
        let judge = Judge::new(&mass).ok_or(InsertFault::Part(Refusal::Mass))?;
        let step = |step: Move| {
            let set = wrench_set(&part.insertion(step)?, false);
            Ok((step, set.over().clone()))
        };
        let steps = Move::all(fixels).map(step).collect::<Result<_, Refusal>>().map_err(InsertFault::Part)?;
        Ok(Self { part: part.clone(), judge, steps })
    }

    /// The part.
    pub fn part(&self) -> &PlanarPart {
        &self.part
    }

    /// The number of fixels.
    pub fn fixels(&self) -> usize {
        self.part.contacts.len()
    }

    /// The state in which all fixels touch.
    pub fn goal(&self) -> usize {
        (1 << self.fixels()) - 1
    }

    /// Every step with the wrenches under which it is possible.
    pub fn steps(&self) -> &[(Move, OpenCone)] {
        &self.steps
    }

    /// The wrenches of the paper's plan, as disjoint cones: the complement of all steps, in any state but the
    /// goal, that are not forwards.
    ///
    /// # Errors
    /// None that a part in the plane can cause.
    pub fn conservative(&self) -> Result<Union, ConeFault> {
        let goal = self.goal();
        self.without(|step| step.state != goal && !step.is_forwards())
    }

    /// All wrenches under which none of these steps is possible, as disjoint cones.
    fn without(&self, bad: impl Fn(&Move) -> bool) -> Result<Union, ConeFault> {
        let mut left = Union::whole(3);
        for cut in self.maximal(bad) {
            left = left.difference(&Union::from(cut))?;
            if left.is_empty() {
                break;
            }
        }
        Ok(left)
    }

    /// The sets of some steps, the large ones first, those of flat cones last; repeated ones once.
    fn maximal(&self, bad: impl Fn(&Move) -> bool) -> Vec<OpenCone> {
        let mut sets: Vec<OpenCone> = Vec::new();
        for (_, set) in self.steps.iter().filter(|(step, set)| bad(step) && !set.is_empty()) {
            if !sets.contains(set) {
                sets.push(set.clone());
            }
        }
        sets.sort_by_key(|set| {
            let closed = set.closure();
            (
                std::cmp::Reverse(closed.dimension()),
                std::cmp::Reverse(closed.lines().len()),
                closed.normals().len(),
            )
        });
        sets
    }
}
