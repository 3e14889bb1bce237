//! The contacts of a scene after expansion, in the form of the scene file.

use crate::answer::Found;
use crate::report::Answered;
use std::fmt::Write;
use stiction::scene::{Contact, ContactModel, Curvature, Scene};
use stiction::screw::Planar;
use stiction_proof::Rational;

/// The contacts, with the names of the bodies they join.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactsAnswer {
    /// Each contact with the names of `on` and `against`.
    pub contacts: Vec<(Contact<Planar>, String, String)>,
}

pub(crate) fn contacts_answer(scene: &Scene<Planar>) -> Found {
    let named = |contact: &Contact<Planar>| {
        let name = |party| scene.party_name(party).to_owned();
        (contact.clone(), name(contact.on), name(contact.against))
    };
    let contacts = scene.contacts.iter().map(named).collect();
    Found {
        answered: Answered::Contacts(ContactsAnswer { contacts }),
        rounded: scene.rounded.clone(),
        warnings: Vec::new(),
    }
}

/// The contacts as TOML, to be pasted into a scene: it reads back as the same contacts.
pub(crate) fn written(answer: &ContactsAnswer) -> String {
    answer.contacts.iter().map(|(contact, on, against)| entry(contact, on, against)).collect()
}

fn entry(contact: &Contact<Planar>, on: &str, against: &str) -> String {
    let mut text = String::from("[[contacts]]\n");
    let mut line = |key: &str, value: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{key} = {value}");
    };
    line("id", string(&contact.id));
    line("on", string(on));
    line("against", string(against));
    line("point", vector(&contact.point));
    line("normal", vector(&contact.normal));
    let friction = &contact.friction;
    line(
        "friction",
        if friction.at_rest == friction.sliding {
            number(&friction.at_rest)
        } else {
            format!("{{ static = {}, kinetic = {} }}", number(&friction.at_rest), number(&friction.sliding))
        },
    );
    if !contact.gap.is_zero() {
        line("gap", number(&contact.gap));
    }
    match contact.model {
        ContactModel::Frictionless => {}
        ContactModel::Point => line("model", string("point")),
        ContactModel::Soft => line("model", string("soft")),
    }
    for (key, value) in [("soft", &contact.soft), ("limit", &contact.limit)] {
        value.iter().for_each(|value| line(key, number(value)));
    }
    contact.force.iter().for_each(|force| line("force", vector(force)));
    if let Some([on, against]) = &contact.curvature {
        line("curvature", format!("{{ on = {}, against = {} }}", curvature(on), curvature(against)));
    }
    text + "\n"
}

fn curvature(value: &Curvature) -> String {
    match value {
        Curvature::Finite(value) => number(value),
        Curvature::Vertex => string("inf"),
    }
}

/// A number that reads back as itself: an integer, or a fraction in a string.
fn number(value: &Rational) -> String {
    let text = value.to_string();
    if text.contains('/') || text.len() > 15 { string(&text) } else { text }
}

fn vector(entries: &[Rational]) -> String {
    format!("[{}]", entries.iter().map(number).collect::<Vec<_>>().join(", "))
}

/// A basic string of TOML.
fn string(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
