//! The words of `place` for people.

use super::{PlaceAnswer, json};
use crate::number::spoken;
use crate::report::{Options, Presentation, paths};
use crate::text::Lines;
use serde_json::Value;
use stiction_proof::Answer;
use stiction_proof::place::Aim;
use stiction_verify::place::PlaceKeys;

/// Alternatives and intervals that a person is shown.
const MOST_SHOWN: usize = 6;

fn measure(aim: Aim) -> &'static str {
    match aim {
        Aim::EpsilonL1 => "epsilon_l1",
        Aim::EpsilonLinf => "epsilon_linf",
        Aim::LeastFriction => "least friction",
        Aim::Margin => "margin",
    }
}

fn point([x, y]: [f64; 2]) -> String {
    format!("[{}, {}]", spoken(x), spoken(y))
}

impl Presentation for PlaceAnswer {
    fn verdict(&self) -> Option<Answer> {
        Some(self.answer())
    }

    fn keys(&self, _: &Options) -> Value {
        crate::json::written(&json::keys(self))
    }

    fn lines(&self, _: &Options) -> Lines {
        let keys: PlaceKeys = json::keys(self);
        let mut lines = Vec::new();
        for contact in &keys.contacts {
            let words = format!(
                "\"{}\" on edge {} at {}, normal {}",
                contact.id,
                contact.edge,
                point(contact.point),
                point(contact.normal)
            );
            lines.push(("contact", words));
        }
        let measure = measure(self.place.problem.aim);
        if let Some(quality) = keys.quality {
            lines.push(("quality", format!("{measure} {}", spoken(quality))));
        }
        if let Some(bound) = keys.bound {
            let words = match self.place.problem.aim {
                Aim::LeastFriction => format!("nothing closes with less than {}", spoken(bound)),
                _ => format!("no placement has more than {}", spoken(bound)),
            };
            lines.push(("bound", words));
        }
        for other in keys.alternatives.iter().take(MOST_SHOWN) {
            let places: Vec<String> = other
                .contacts
                .iter()
                .map(|one| format!("{} on edge {}", point(one.point), one.edge))
                .collect();
            lines.push(("or", format!("{}: {}", spoken(other.quality), places.join(", "))));
        }
        for one in keys.places.iter().flatten().take(MOST_SHOWN) {
            let end = |end: &stiction_verify::place::End<f64>| {
                format!("{}{}", point(end.point), if end.open { " (not itself)" } else { "" })
            };
            let words = format!("closes on edge {} from {} to {}", one.edge, end(&one.from), end(&one.to));
            lines.push(("where", words));
        }
        Lines { heading: self.words(), lines, proved: true }
    }

    fn subject(&self) -> &str {
        &self.subject
    }

    fn words(&self) -> String {
        let count = self.place.problem.count;
        let contacts = if count == 1 { "one contact".to_owned() } else { format!("{count} contacts") };
        match self.answer() {
            Answer::Yes => format!("placed: yes, {contacts} that close"),
            Answer::No => format!("placed: no, {contacts} close nowhere"),
            Answer::Undecided => format!("placed: undecided, no place for {contacts} was found"),
        }
    }

    fn computed(&self) -> Vec<String> {
        paths("quality alternatives.*.quality")
    }
}
