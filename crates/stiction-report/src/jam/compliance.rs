//! What contacts that give do, in a report: shown, not proved.

use super::JamAnswer;
use crate::number::spoken;
use crate::text::plain;
use serde_json::{Value, json};
use stiction::ask::jam::{Yielded, YieldedEnd};

/// A line for each stiffness.
pub(super) fn lines(answer: &JamAnswer) -> Vec<(&'static str, String)> {
    answer.giving.compliance.iter().map(|one| ("compliant", words(answer, one))).collect()
}

fn words(answer: &JamAnswer, one: &Yielded) -> String {
    let id = |contact: usize| plain(answer.contacts.get(contact).map_or("?", String::as_str));
    let told = match &one.end {
        YieldedEnd::Settles(forces) => {
            let sizes: Vec<String> = forces.iter().map(|force| spoken(force[0])).collect();
            format!("settles at {} N", sizes.join(", "))
        }
        YieldedEnd::Separates(contact) => format!("\"{}\" separates", id(*contact)),
        YieldedEnd::Stops { contact, impulse } => format!(
            "\"{}\" stops within {} s by an impulse of {} N s: an impact without collision",
            id(*contact),
            spoken(one.time),
            spoken(*impulse)
        ),
    };
    format!("{} N/m: {told}", spoken(one.stiffness))
}

/// The list of the JSON.
pub(super) fn compliance_json(answer: &JamAnswer) -> Value {
    let entry = |one: &Yielded| {
        let id = |contact: usize| answer.contacts.get(contact);
        let mut entry = json!({ "stiffness": one.stiffness, "time": one.time });
        match &one.end {
            YieldedEnd::Settles(forces) => {
                entry["ends"] = json!("settles");
                entry["forces"] = json!(forces);
            }
            YieldedEnd::Separates(contact) => {
                entry["ends"] = json!("separates");
                entry["contact"] = json!(id(*contact));
            }
            YieldedEnd::Stops { contact, impulse } => {
                entry["ends"] = json!("stops");
                entry["contact"] = json!(id(*contact));
                entry["impulse"] = json!(impulse);
            }
        }
        entry
    };
    answer.giving.compliance.iter().map(entry).collect()
}
