//! Which contacts may be removed, in space.
//!
//! A contact is *essential* when the others alone do not close.  Each is asked in turn.
//!
//! References: \[MR 12.1.7.1\].

use super::closure_in_space_without;
use crate::ask::{Refused, Verdict};
use stiction_proof::{FrictionUse, SpatialProblem, SpatialProof};

/// For each contact what becomes of a closed grasp without it: no is an escape, so the contact is essential.
pub type EssentialInSpace = Vec<Verdict<SpatialProof>>;

/// Takes away each contact in turn.
pub fn essential_in_space(
    problem: &SpatialProblem,
    friction: &FrictionUse,
) -> Result<EssentialInSpace, Refused> {
    (0..problem.contacts.len()).map(|index| closure_in_space_without(problem, friction, &[index])).collect()
}
