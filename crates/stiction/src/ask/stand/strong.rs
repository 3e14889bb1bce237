//! Must it stay, or is there another way on from rest?
//!
//! Where the normals alone balance the loads it must \[BT 7\]; else every contact mode is looked at, from partial ones
//! downwards, and either none has a moving solution or one is shown.

use crate::ask::outcomes::{OutcomesFault, lower, outcomes_within};
use crate::scene::Scene;
use crate::screw::Planar;
use stiction_proof::{OutcomeProblem, RestProof, Verified};

/// An answer by modes.
#[derive(Debug, Clone, PartialEq)]
pub struct ByModes {
    /// The bodies with their inertias, and all contacts.
    pub problem: OutcomeProblem,
    /// That they stay, or how they may move.
    pub proof: Verified<RestProof>,
}

/// Partial modes that are looked at before the question is left open.
pub const EFFORT: usize = 20_000;
/// Contacts up to which modes are looked at.
const MOST_CONTACTS: usize = 16;

/// Decides by contact modes; `None` where there are too many of them.
pub fn strong_by_modes(scene: &Scene<Planar>) -> Option<ByModes> {
    if scene.contacts.len() > MOST_CONTACTS {
        return None;
    }
    let problem = lower(scene).ok()?.problem;
    let all = match outcomes_within(&problem, EFFORT) {
        Ok(all) => all,
        Err(OutcomesFault::Problem(_) | OutcomesFault::Refused(_)) => return None,
    };
    for held in &all.proof.held {
        if let Ok(proof) = problem.check_rest(RestProof::Moves(held.clone())) {
            return Some(ByModes { problem, proof });
        }
    }
    if all.unfinished.is_some() {
        return None;
    }
    let proof = problem.check_rest(RestProof::Stays(all.proof)).ok()?;
    Some(ByModes { problem, proof })
}
