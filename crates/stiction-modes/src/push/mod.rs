//! Pushing: a part on a table, seen from above, moved by slow pushers.  Which contact modes and senses of rotation
//! does some pressure allow, and does the part stay with its pusher under every pressure?
//!
//! ```text
//!     pressures that balance the weight are mixtures of those on at most three points,
//!     and every condition on friction at a given rotation centre is linear in the pressure             (Carathéodory)
//!     so a mode is allowed, or an affine function over the table shows that it is not, twist by twist  (Farkas)
//! ```
//!
//! For each mode that some twist has, and each sense of rotation:
//!
//! 1. forces through the centre of mass, found by a program in rationals, are balanced by pressure on a line across
//!    them (`along.rs`);
//! 2. twists of the mode are tried, each a hull in doubles whose nearest point is a pressure with forces or a
//!    virtual motion (`sight.rs`);
//! 3. the twists are halved until each piece is excluded (`search.rs`).  With known pressure Newton's method looks
//!    for the motion (`known.rs`).
//!
//! What is said has been accepted by the checkers of [`stiction_proof::push`]; where the search ends before, it is
//! left open.
//!
//! References: \[MR 12.32\], \[Pushing\], \[Farkas\].

mod along;
mod centres;
mod known;
mod lower;
mod search;
mod sight;
mod stays;

pub use centres::{Centre, centres};
pub use lower::push_problem;

use crate::modes::{Mode, complete};
use stiction_proof::push::{Balance, Exclusion, Motion, PushProblem, PushProof, Pushing, Sense};
use stiction_proof::{Refusal, Verified};
use stiction_scene::Refused;

/// What is known of a mode with a sense of rotation: its proof, or nothing.
type Known = Option<Verified<PushProof>>;

/// How the part moves in the modes that were listed.
///
/// # Errors
/// A proof that was not accepted, or modes that stand for no others: a defect of this library.
pub fn pushing(problem: PushProblem, listed: &[Mode]) -> Result<Pushing, Refused> {
    let each = listed.iter().map(|mode| motions(&problem, &mode.text)).collect::<Result<Vec<_>, _>>()?;
    let impossible = complete(&problem.modes, false, listed).map_err(Refused)?;
    let impossible = impossible.ok_or(Refused(Refusal::NotReached))?;
    let held = if problem.sticking().matches('n').count() > 1 { stays(&problem)? } else { None };
    Ok(Pushing { problem, motions: each.into_iter().flatten().collect(), impossible, held })
}

/// What is known of a listed mode with each sense.
///
/// # Errors
/// A proof that was not accepted: a defect of this library.
pub fn motions(problem: &PushProblem, mode: &str) -> Result<Vec<Motion>, Refused> {
    let one = |turn: Sense| {
        Ok(Motion { mode: mode.to_owned(), turn, proof: decide(problem, mode, turn).map_err(Refused)? })
    };
    Sense::ALL.into_iter().map(one).collect()
}

/// Whether the pushers can hold the part that stays with them, whatever the pressure; none where it is not shown.
///
/// # Errors
/// A proof that was not accepted: a defect of this library.
pub fn stays(problem: &PushProblem) -> Result<Option<Verified<PushProof>>, Refused> {
    stays::stays(problem).map_err(Refused)
}

fn decide(problem: &PushProblem, mode: &str, turn: Sense) -> Result<Known, Refusal> {
    let allowed = |balance: Balance| {
        problem.check(PushProof::Allowed { mode: mode.to_owned(), turn, balance }).map(Some)
    };
    let excluded = |exclusion: Exclusion| {
        problem.check(PushProof::Excluded { mode: mode.to_owned(), turn, exclusion }).map(Some)
    };
    if turn == Sense::None
        && let Ok(known) = allowed(Balance::Rest)
    {
        return Ok(known);
    }
    if problem.edges(mode)?.is_empty() {
        return excluded(Exclusion::Forceless);
    }
    let question = search::Asked::new(problem, mode, turn)?;
    if question.is_empty() {
        return excluded(question.emptiness());
    }
    if let Some(known) = along::balance(problem, mode, turn)?.and_then(|balance| allowed(balance).ok()) {
        return Ok(known);
    }
    match question.answer() {
        search::Found::Balance(balance) => allowed(balance),
        search::Found::Exclusion(exclusion) => excluded(exclusion),
        search::Found::Nothing => Ok(None),
    }
}
