//! How bodies and contacts in the plane are spoken of.

use super::{OutcomesAnswer, Spoken, deed};
use crate::number::spoken;
use serde_json::{Value, json};
use stiction::ask::lower::length;
use stiction_proof::{ConeEdge, OutcomeProblem, Rational, Situation};

impl Spoken<3, 2> for OutcomeProblem {
    const IRRATIONAL: &'static str = "forces are given in newtons, so multiples of the normal are multiplied by its length, an irrational root";

    fn free_bodies(&self) -> Vec<(usize, &str)> {
        self.free().into_iter().map(|body| (body, self.bodies[body].name.as_str())).collect()
    }

    fn contact_ids(&self) -> Vec<&str> {
        self.contacts.iter().map(|contact| contact.id.as_str()).collect()
    }

    fn newtons(&self, contact: usize, force: &[Rational; 2]) -> (Vec<Rational>, bool) {
        let length = length(&self.contacts[contact].normal);
        (force.iter().map(|part| part * &length.value).collect(), length.exact)
    }

    fn shown(&self, mode: &str) -> String {
        mode.to_owned()
    }

    fn doing(&self, _: usize, label: &str) -> String {
        let words = match label {
            "s" => "separates",
            "n" => "sticks",
            "l" => "slides left",
            "r" => "slides right",
            _ => "is free",
        };
        words.to_owned()
    }

    fn edge(&self, edge: &ConeEdge) -> Value {
        json!({ "contact": self.contacts[edge.contact].id, "across": edge.force[1] })
    }

    fn deed(answer: &OutcomesAnswer) -> Option<String> {
        deed::deed(answer)
    }

    fn acceleration_words([alpha, ax, ay]: &[f64; 3]) -> String {
        let (size, turns) = (ax.hypot(*ay), *alpha != 0.0);
        let along = || {
            format!(
                "accelerates with {} m/s² along [{}, {}]",
                spoken(size),
                spoken(ax / size),
                spoken(ay / size)
            )
        };
        let sense = if *alpha > 0.0 { "counter-clockwise" } else { "clockwise" };
        let turning = || format!("{sense} with {} rad/s²", spoken(alpha.abs()));
        match (size > 0.0, turns) {
            (true, false) => along(),
            (true, true) => format!("{}, turning {}", along(), turning()),
            _ => format!("begins to turn {}", turning()),
        }
    }
}

impl OutcomesAnswer {
    /// Whether some contact slides or leaves already.
    pub fn is_in_motion(&self) -> bool {
        let still = [Situation::AtRest, Situation::Unconstrained];
        self.problem
            .contacts
            .iter()
            .any(|contact| self.problem.situation(contact).is_ok_and(|situation| !still.contains(&situation)))
    }
}
