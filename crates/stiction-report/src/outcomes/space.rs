//! What happens in space: how bodies and contacts are spoken of, and the answer.

use super::{
    AnswerWithNotes, AskError, OutcomesAnswer, Spoken, fault, judged, labels, listed_and_judged, rounded,
    warnings,
};
use crate::number::spoken;
use crate::report::{Answered, Options};
use serde_json::{Value, json};
use stiction::ask::outcomes::{AllOutcomes, Cones, OutcomesFault, Unfinished, is_round_at_rest, lower_with};
use stiction::exact::root::square_root;
use stiction::exact::vector::dot;
use stiction::scene::Scene;
use stiction::screw::Spatial;
use stiction_proof::choice::Objection;
use stiction_proof::{ConeEdge, ContactLaw, NonZero, Rational, SpatialOutcomeProblem, Vector};

impl Spoken<6, 3> for SpatialOutcomeProblem {
    const IRRATIONAL: &'static str =
        "forces are given along unit vectors, whose lengths are irrational roots";

    fn has_pyramids(&self) -> bool {
        self.contacts.iter().any(|contact| !contact.across.is_empty())
    }

    fn free_bodies(&self) -> Vec<(usize, &str)> {
        self.free().into_iter().map(|body| (body, self.bodies[body].name.as_str())).collect()
    }

    fn contact_ids(&self) -> Vec<&str> {
        self.contacts.iter().map(|contact| contact.id.as_str()).collect()
    }

    fn newtons(&self, contact: usize, force: &Vector) -> (Vec<Rational>, bool) {
        let contact = &self.contacts[contact];
        let mut exact = true;
        let mut along = |direction: &Vector| {
            let (part, length) = (dot(force, direction), square_root(&dot(direction, direction)));
            exact &= length.exact || part.is_zero();
            // Nothing is along no direction.
            part / &NonZero::new(length.value).unwrap_or_else(NonZero::one)
        };
        let parts =
            std::iter::once(&contact.normal).chain(contact.tangents.iter().take(2)).map(&mut along).collect();
        (parts, exact)
    }

    /// Signs alone; the edges that a sliding contact pushes with are the proofs' matter.
    fn shown(&self, mode: &str) -> String {
        let signs =
            |label: String| label.split_once(':').map_or(label.clone(), |(signs, _)| signs.to_owned());
        let labels: Vec<String> = labels(mode, self.contacts.len()).into_iter().map(signs).collect();
        labels.join(" ")
    }

    fn doing(&self, _: usize, label: &str) -> String {
        let (signs, edges) = label.split_once(':').unwrap_or((label, ""));
        match signs {
            "s" => "separates".to_owned(),
            "u" => "is free".to_owned(),
            signs if signs.chars().all(|sign| sign == '0') => "sticks".to_owned(),
            signs if edges.is_empty() => format!("slides {signs}"),
            signs => format!("slides {signs} against edge {}", edges.trim_start_matches('e')),
        }
    }

    fn edge(&self, edge: &ConeEdge<3>) -> Value {
        json!({ "contact": self.contacts[edge.contact].id, "force": edge.force })
    }

    fn acceleration_words([wx, wy, wz, ax, ay, az]: &[f64; 6]) -> String {
        let told = |parts: [f64; 3]| parts.map(spoken).join(", ");
        format!("accelerates with [{}] m/s² and [{}] rad/s²", told([*ax, *ay, *az]), told([*wx, *wy, *wz]))
    }
}

pub(crate) fn spatial_outcomes_answer(
    scene: &Scene<Spatial>,
    options: &Options,
) -> Result<AnswerWithNotes, AskError> {
    let lowered = lower_with(scene, Cones { model: options.cone, judged: options.log.is_some() })?;
    let (all, log) = if is_round_at_rest(&lowered.problem) {
        let all = unlisted(&lowered.problem).map_err(OutcomesFault::Problem).map_err(fault)?;
        let log = judged(&lowered.problem, &all, options)?;
        (all, log)
    } else {
        listed_and_judged(&lowered.problem, options)?
    };
    let rounded = rounded(&lowered.problem, lowered.rounded);
    let warnings = warnings(scene, &lowered.problem, &all, options.cone);
    let names: Vec<&str> = scene.free_bodies().map(|(_, body)| body.name.as_str()).collect();
    let subject = names.join(", ");
    let answer = OutcomesAnswer { subject, problem: lowered.problem, all, map: None, log, overlooked: false };
    Ok(AnswerWithNotes { answered: Answered::OutcomesInSpace(Box::new(answer)), rounded, warnings })
}

/// What is known of bodies whose contacts at rest have round cones: no mode, but that reported motions can be judged.
pub(crate) fn unlisted(problem: &SpatialOutcomeProblem) -> Result<AllOutcomes<6, 3>, Objection> {
    problem.well_formed()?;
    let alone = SpatialOutcomeProblem { bodies: problem.bodies.clone(), contacts: Vec::new() };
    Ok(AllOutcomes::unlisted(alone.laid()?, Unfinished::Round))
}
