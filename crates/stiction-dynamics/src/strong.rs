//! Must it stay, or is there another way on from rest?
//!
//! Where the normals alone balance the loads it must \[BT 7\]; else contact modes are looked at, from partial
//! ones downwards, and either none has a moving solution or one is shown.
//!
//! Of few contacts all modes are listed, as in [`outcomes`](crate::outcomes).  Of more, or where that
//! takes long, slips are asked first and joints as a whole ([`RestProof::Apart`]): a motion from rest does
//! work against friction, `g·A > 0`, and a joint whose slip is known has friction along one edge, whichever
//! of its ends opens.  An arch of 7 stones, 16 contacts, takes 67 partial modes.

use crate::alternatives::{SearchEnd, any_solution};
use crate::outcomes::{lower, outcomes_within};
use stiction_exact::work;
use stiction_geometry::screw::Planar;
use stiction_proof::choice::Choices;
use stiction_proof::{
    ContactLaw, Exclusion, OutcomeProblem, OutcomeRows, Rational, RestProof, SolvedMode, Verified,
};
use stiction_scene::scene::Scene;

/// An answer by modes.
#[derive(Debug, Clone, PartialEq)]
pub struct ByModes {
    /// The bodies with their inertias, and all contacts.
    pub problem: OutcomeProblem,
    /// That they stay, or how they may move.
    pub proof: Verified<RestProof>,
}

/// Partial modes that are looked at before the question is left open.
pub const EFFORT: usize = 500;
/// Contacts up to which modes are looked at, and up to which all are listed.
pub const MOST_CONTACTS: usize = 16;
const FEW_CONTACTS: usize = 12;
/// Partial modes that are looked at for a list of all.
const FEW_MODES: usize = 1000;

/// Decides by contact modes; `None` where there are too many of them.
pub fn strong_by_modes(scene: &Scene<Planar>) -> Option<ByModes> {
    if scene.contacts.len() > MOST_CONTACTS {
        return None;
    }
    let problem = lower(scene).ok()?.problem;
    let listed = || (scene.contacts.len() <= FEW_CONTACTS).then(|| by_listing(&problem)).flatten();
    let apart = || work::attempt("ruling out modes", || by_slips(&problem)).ok().flatten();
    let proof = listed().or_else(apart)?;
    Some(ByModes { problem, proof })
}

/// By all modes that there are.
fn by_listing(problem: &OutcomeProblem) -> Option<Verified<RestProof>> {
    let all = outcomes_within(problem, FEW_MODES).ok()?;
    let moves = |held: &SolvedMode| problem.check_rest(RestProof::Moves(held.clone())).ok();
    if let Some(proof) = all.proof.held.iter().find_map(moves) {
        return Some(proof);
    }
    if all.unfinished.is_some() {
        return None;
    }
    problem.check_rest(RestProof::Stays(all.proof)).ok()
}

/// By slips first, group by group.
fn by_slips(problem: &OutcomeProblem) -> Option<Verified<RestProof>> {
    let laid = problem.laid().ok()?;
    let mut groups = Vec::with_capacity(laid.groups.len());
    for group in &laid.groups {
        let part = problem.part(&laid.leading(group));
        let own = part.laid().ok()?;
        let choices = own.told_apart().ok()?;
        match any_solution(&choices, own.groups.first()?.law?, EFFORT) {
            SearchEnd::Refuted(refuted) => groups.push(spelled(&choices, refuted)),
            SearchEnd::Possible(choice, point) => {
                return moving(problem, &laid, &choices.spell(&choice), point);
            }
            SearchEnd::Open => return None,
        }
    }
    problem.check_rest(RestProof::Apart(groups)).ok()
}

fn spelled(choices: &Choices, refuted: Vec<(Vec<u32>, Vec<dashu_int::IBig>)>) -> Vec<Exclusion> {
    let one = |(partial, multipliers): (Vec<u32>, Vec<dashu_int::IBig>)| Exclusion {
        mode: choices.spell(&partial),
        multipliers: multipliers.into_iter().map(Rational::from).collect(),
    };
    refuted.into_iter().map(one).collect()
}

/// A motion, where the choices that were told apart are all of the problem: its letters leave out how
/// contacts slip that separate.
fn moving(
    problem: &OutcomeProblem,
    laid: &OutcomeRows,
    choice: &str,
    point: Vec<Rational>,
) -> Option<Verified<RestProof>> {
    if laid.groups.len() > 1 || point.len() != laid.edges.len() {
        return None;
    }
    let mode = choice.split(' ').filter_map(|label| label.get(..1)).collect();
    let held = SolvedMode { mode, point, family: None, other: None, fixed: None };
    problem.check_rest(RestProof::Moves(held)).ok()
}
