//! The words of `robust` for people.

use super::{RobustAnswer, json};
use crate::number::spoken;
use crate::report::{Options, Presentation};
use crate::text::Lines;
use serde_json::Value;
use stiction::ask::lower::Standing;
use stiction_proof::Answer;
use stiction_proof::robust::About;

/// Numbers that a person is shown.
const MOST_SHOWN: usize = 8;

impl<S: Standing> RobustAnswer<S> {
    fn scales(&self) -> (Option<f64>, Option<f64>) {
        let scale = |proof: &Option<stiction_proof::Verified<stiction::ask::robust::BoxProof<S>>>| {
            proof.as_ref().map(|proof| proof.proof().scale().to_f64())
        };
        (scale(&self.holds), scale(&self.fails))
    }
}

impl<S: Standing> Presentation for RobustAnswer<S> {
    fn verdict(&self) -> Option<Answer> {
        Some(self.answer())
    }

    fn keys(&self, _: &Options) -> Value {
        crate::json::written(&json::keys(self))
    }

    fn lines(&self, _: &Options) -> Lines {
        let mut lines = Vec::new();
        let (proved, refuted) = self.scales();
        let scale = match (proved, refuted) {
            (Some(low), Some(high)) => {
                format!(
                    "proved up to {} times the tolerances, refuted at {} times",
                    spoken(low),
                    spoken(high)
                )
            }
            (Some(low), None) => format!("proved up to {} times the tolerances, never refuted", spoken(low)),
            (None, Some(_)) => "it fails already as it is given".to_owned(),
            (None, None) => "neither proved nor refuted".to_owned(),
        };
        lines.push(("scale", scale));
        let changes = self.changes();
        if let (Some(scale), false) = (refuted, changes.is_empty()) {
            let shown = changes.iter().take(MOST_SHOWN).map(|one| {
                format!("{} {} → {}", one.path, spoken(one.from.to_f64()), spoken(one.to.to_f64()))
            });
            let shown: Vec<String> = shown.collect();
            let more = changes.len().saturating_sub(MOST_SHOWN);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            lines.push(("breaks", format!("at {} times: {}{more}", spoken(scale), shown.join(", "))));
        }
        for (path, proof) in self.critical.iter().take(MOST_SHOWN) {
            let words =
                format!("{path}: known exactly, proved up to {}", spoken(proof.proof().scale().to_f64()));
            lines.push(("measure", words));
        }
        Lines { heading: self.words(), lines, proved: true }
    }

    fn subject(&self) -> &str {
        match &self.problem.assembly.bodies[..] {
            [body] => &body.name,
            _ => "",
        }
    }

    fn words(&self) -> String {
        let (holds, fails) = match self.problem.about {
            About::Closure => ("closes", "does not close"),
            About::Stand => ("stands", "does not stand"),
        };
        match (self.answer(), self.scales().1) {
            (Answer::Yes, _) => format!("robust: yes, it {holds} in every scene within the tolerances"),
            (Answer::No, Some(0.0)) => format!("robust: no, it {fails} as it is given"),
            (Answer::No, _) => format!("robust: no, a scene within the tolerances {fails}"),
            _ => format!("robust: undecided whether it {holds} in every scene within the tolerances"),
        }
    }
}
