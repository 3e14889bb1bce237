//! What is known of a part that is pushed: every mode with every sense of rotation, with its proof.

use super::{PushProblem, PushProof, Sense};
use crate::{Answer, ModeProof, Verified};

/// A mode with a sense of rotation, and what is proved of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    /// The mode.
    pub mode: String,
    /// The sense of rotation.
    pub turn: Sense,
    /// That some pressure allows it, or that none does; nothing where neither was shown.
    pub proof: Option<Verified<PushProof>>,
}

impl Motion {
    /// Whether some pressure allows it, where that is known.
    pub fn allowed(&self) -> Option<bool> {
        self.proof.as_ref().map(|proof| matches!(proof.proof(), PushProof::Allowed { .. }))
    }
}

/// How a part on a table moves that is pushed.
#[derive(Debug, Clone, PartialEq)]
pub struct Pushing {
    /// What the proofs speak of: the part, its pushers and its support.
    pub problem: PushProblem,
    /// Every mode that some twist has, with each sense of rotation.
    pub motions: Vec<Motion>,
    /// Impossible modes that stand for every other.
    pub impossible: Vec<ModeProof>,
    /// That the pushers hold the part that stays with them, whatever the pressure, where it is shown.
    pub held: Option<Verified<PushProof>>,
}

impl Pushing {
    /// The motions that some pressure allows.
    pub fn allowed(&self) -> impl Iterator<Item = &Motion> {
        self.motions.iter().filter(|motion| motion.allowed() == Some(true))
    }

    /// The modes, in the order of the motions.
    pub fn modes(&self) -> Vec<&str> {
        modes(&self.motions)
    }

    /// The senses of rotation that some pressure allows.
    pub fn turns(&self) -> Vec<Sense> {
        let allowed = |turn: &Sense| self.allowed().any(|motion| motion.turn == *turn);
        Sense::ALL.into_iter().filter(allowed).collect()
    }

    /// Whether the part stays with its pushers under every pressure; nothing is said of one contact, about which it
    /// turns.
    pub fn stays(&self) -> Option<Answer> {
        let sticking = self.problem.sticking();
        if sticking.matches('n').count() < 2 {
            return None;
        }
        let moves = |motion: &&Motion| motion.mode != sticking;
        let others = || self.motions.iter().filter(moves).map(Motion::allowed);
        if others().any(|allowed| allowed == Some(true)) {
            return Some(Answer::No);
        }
        let closed = others().all(|allowed| allowed.is_some());
        Some(if self.held.is_some() && closed { Answer::Yes } else { Answer::Undecided })
    }
}

/// The modes of motions, in their order.
pub fn modes(motions: &[Motion]) -> Vec<&str> {
    let mut modes: Vec<&str> = motions.iter().map(|one| one.mode.as_str()).collect();
    modes.dedup();
    modes
}
