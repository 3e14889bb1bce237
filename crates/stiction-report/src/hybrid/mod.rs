//! The report on motion and force at a robot's contact: the special basis, the command, what follows from it.

mod json;
mod text;

pub(crate) use json::{hybrid_json, read};

use crate::answer::{AskError, Found};
use crate::report::{Answered, Options, Told};
use crate::text::Lines;
use serde_json::Value;
use stiction::ask::hybrid::{Interface, Unresolved, by_matrices};
use stiction::ask::lower::Misfit;
use stiction::scene::Scene;
use stiction::shape::Geometry;
use stiction_proof::{Answer, ContactState, Decoupling, Verified};

/// Everything that is said about a robot's contact.
#[derive(Debug, Clone, PartialEq)]
pub struct HybridAnswer {
    /// The two bodies and their contact.
    pub interface: Interface,
    /// The basis, the command and what follows.
    pub decoupling: Verified<Decoupling>,
    /// Name of the robot's body.
    subject: String,
}

impl HybridAnswer {
    /// An answer from what was accepted.
    pub(crate) fn new(interface: Interface, decoupling: Verified<Decoupling>) -> Self {
        let subject = interface.parties[0].clone();
        Self { interface, decoupling, subject }
    }

    /// Whether motion and force are commanded apart and the contact can be kept.
    pub fn verdict(&self) -> Answer {
        match &self.decoupling.proof().contact {
            ContactState::Kept { .. } => Answer::Yes,
            ContactState::Impossible { .. } => Answer::No,
        }
    }
}

/// The answer to `hybrid`.
pub(crate) fn hybrid_answer<S: Geometry>(scene: &Scene<S>, _: &Options) -> Result<Found, AskError> {
    let Some(section) = &scene.hybrid else {
        let message = "`hybrid` is asked of a robot's contact, and the scene has no section [hybrid]";
        let help = "give [hybrid], by matrices or by the bodies that touch";
        return Err(AskError::Misfits(vec![Misfit::new("missing-key", &["hybrid"], message, help)]));
    };
    let interface = by_matrices(section).map_err(AskError::Misfits)?;
    let decoupling = interface.resolve().map_err(|why| match why {
        Unresolved::Misfits(misfits) => AskError::Misfits(misfits),
        Unresolved::Refused(refused) => AskError::Refused(refused),
    })?;
    let rounded = interface.rounded.clone();
    let answer = HybridAnswer::new(interface, decoupling);
    let warnings = warnings(&answer);
    Ok(Found { answered: Answered::Hybrid(Box::new(answer)), rounded, warnings })
}

fn warnings(answer: &HybridAnswer) -> Vec<String> {
    let (rank, size) = (answer.decoupling.proof().basis.rank(), answer.interface.problem.size());
    let mut warnings = Vec::new();
    if rank < size {
        warnings.push(format!(
            "the robot's inverse inertia has rank {rank} of {size}: the method for {size} freedoms is refused, and the answer is that in its range"
        ));
    }
    warnings
}

impl Told for HybridAnswer {
    fn verdict(&self) -> Option<Answer> {
        Some(Self::verdict(self))
    }
    fn keys(&self, _: &Options) -> Value {
        hybrid_json(self)
    }
    fn lines(&self, _: &Options) -> Lines {
        text::lines(self)
    }
    fn subject(&self) -> &str {
        &self.subject
    }
    fn words(&self) -> String {
        text::words(self)
    }
}

/// Whether a scene gives a robot's contact.
pub(crate) fn is_hybrid<S: Geometry>(scene: &Scene<S>) -> bool {
    scene.hybrid.is_some()
}
