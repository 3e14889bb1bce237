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

    fn doing(&self, contact: usize, label: &str) -> String {
        match label {
            "s" => "separates".to_owned(),
            "n" => "sticks".to_owned(),
            "l" => format!("slides {}", self.whereto(contact, 1.0)),
            "r" => format!("slides {}", self.whereto(contact, -1.0)),
            _ => "is free".to_owned(),
        }
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

/// Where a contact slides, in the picture: of a body that touches one that does not move freely, where that body goes.
trait Whereto {
    /// With 1 along the tangent of `on`, with −1 against it.
    fn whereto(&self, contact: usize, sign: f64) -> &'static str;
}

/// The sine of the angle to an axis of the picture below which a direction is along it.
const ALONG: f64 = 0.2;

impl Whereto for OutcomeProblem {
    fn whereto(&self, contact: usize, sign: f64) -> &'static str {
        let contact = &self.contacts[contact];
        let free = self.free();
        let is_free = |body: Option<usize>| body.is_some_and(|body| free.contains(&body));
        let sign = if !is_free(contact.on) && is_free(contact.against) { -sign } else { sign };
        let [nx, ny] = contact.normal.each_ref().map(Rational::to_f64);
        let size = nx.hypot(ny);
        // The tangent is the normal turned left.
        let [x, y] = [-ny, nx].map(|entry| sign * entry / size);
        match () {
            () if x.abs() < ALONG => {
                if y > 0.0 {
                    "up"
                } else {
                    "down"
                }
            }
            () if y.abs() < ALONG => {
                if x > 0.0 {
                    "right"
                } else {
                    "left"
                }
            }
            () if y > 0.0 => {
                if x > 0.0 {
                    "up to the right"
                } else {
                    "up to the left"
                }
            }
            () => {
                if x > 0.0 {
                    "down to the right"
                } else {
                    "down to the left"
                }
            }
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
